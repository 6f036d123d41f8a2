//! Small pictures of the templates, from a file in `assets/`.

use std::sync::LazyLock;

use egui::epaint::EllipseShape;
use egui::{Color32, Pos2, Shape, Stroke, vec2};
use serde::Deserialize;

use crate::app::asset;
use crate::app::params::panels::pictures::{
    ARROW_HEAD, ARROW_LENGTH, ARROW_WIDTH, BRICK, BRICK_STEP, DARK, EDGE,
};

const PICTURES: &str = include_str!("../../../assets/pictures/templates.ron");

/// The file, whose head describes the shapes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pictures {
    pictures: Vec<Picture>,
    /// The picture of all others.
    other: Vec<Part>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    of: Vec<String>,
    shapes: Vec<Part>,
}

type Xy = (f32, f32);

/// A shape of a picture; lengths in points.
#[derive(Debug, Deserialize)]
enum Part {
    Block(f32, f32, f32),
    Upright(f32, f32, f32),
    Bricks(u8, Xy),
    Polygon(Fill, Vec<Xy>),
    Disc(Fill, Xy, Xy),
    Arrow(Xy, Xy),
}

/// A colour, by that of the thing.
#[derive(Debug, Clone, Copy, Deserialize)]
enum Fill {
    Own,
    Light,
    Faint,
    Side,
    Dark,
}

fn pictures() -> &'static Pictures {
    static READ: LazyLock<Pictures> =
        LazyLock::new(|| asset::read("pictures/templates.ron", PICTURES));
    &READ
}

/// Returns the shapes of a template's picture around a point.
pub fn picture(name: &str, at: Pos2, color: Color32) -> Vec<Shape> {
    let pictures = pictures();
    let own = pictures
        .pictures
        .iter()
        .find(|one| one.of.iter().any(|of| of == name));
    let brush = Brush { at, color };
    let mut shapes = Vec::new();
    for part in own.map_or(&pictures.other, |one| &one.shapes) {
        brush.draw(part, &mut shapes);
    }
    shapes
}

/// The place and the colour of a picture.
struct Brush {
    at: Pos2,
    color: Color32,
}

impl Brush {
    fn draw(&self, part: &Part, shapes: &mut Vec<Shape>) {
        match *part {
            Part::Block(w, h, d) => {
                let top = [(-w, -h), (d - w, -h - d), (w + d, -h - d), (w, -h)];
                let side = [(w, -h), (w + d, -h - d), (w + d, h - d), (w, h)];
                shapes.push(self.rectangle((0.0, 0.0), (w, h)));
                shapes.push(self.polygon(Fill::Light, &top));
                shapes.push(self.polygon(Fill::Side, &side));
            }
            Part::Upright(w, h, flat) => {
                shapes.push(self.disc(Fill::Own, (0.0, h), (w, flat)));
                shapes.push(self.rectangle((0.0, 0.0), (w, h)));
                shapes.push(self.disc(Fill::Light, (0.0, -h), (w, flat)));
            }
            Part::Bricks(count, (x, y)) => shapes.extend(
                (0..count).map(|one| self.rectangle((x + BRICK_STEP * f32::from(one), y), BRICK)),
            ),
            Part::Polygon(fill, ref corners) => shapes.push(self.polygon(fill, corners)),
            Part::Disc(fill, middle, half) => shapes.push(self.disc(fill, middle, half)),
            Part::Arrow(tip, (x, y)) => {
                shapes.push(self.line(tip, (x * ARROW_LENGTH, y * ARROW_LENGTH)));
                for side in [-1.0, 1.0] {
                    let head = ((x - y * side) * ARROW_HEAD, (y + x * side) * ARROW_HEAD);
                    shapes.push(self.line(tip, head));
                }
            }
        }
    }

    fn fill(&self, fill: Fill) -> Color32 {
        match fill {
            Fill::Own => self.color,
            Fill::Light => self.color.lerp_to_gamma(Color32::WHITE, 0.25),
            Fill::Faint => self.color.gamma_multiply(0.55),
            Fill::Side => self.color.gamma_multiply(0.8),
            Fill::Dark => Color32::from_gray(DARK),
        }
    }

    /// The line around a shape.
    fn edge(&self) -> Stroke {
        Stroke::new(EDGE, self.fill(Fill::Faint))
    }

    fn rectangle(&self, (x, y): Xy, (w, h): Xy) -> Shape {
        let corners = [
            (x - w, y - h),
            (x + w, y - h),
            (x + w, y + h),
            (x - w, y + h),
        ];
        self.polygon(Fill::Own, &corners)
    }

    fn polygon(&self, fill: Fill, corners: &[Xy]) -> Shape {
        let points = corners.iter().map(|(x, y)| self.at + vec2(*x, *y));
        Shape::convex_polygon(points.collect(), self.fill(fill), self.edge())
    }

    fn disc(&self, fill: Fill, (x, y): Xy, (w, h): Xy) -> Shape {
        Shape::Ellipse(EllipseShape {
            center: self.at + vec2(x, y),
            radius: vec2(w, h),
            fill: self.fill(fill),
            stroke: self.edge(),
        })
    }

    fn line(&self, (x, y): Xy, (dx, dy): Xy) -> Shape {
        let from = self.at + vec2(x, y);
        Shape::LineSegment {
            points: [from, from + vec2(dx, dy)],
            stroke: Stroke::new(ARROW_WIDTH, Color32::WHITE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_sound_and_a_picture_is_chosen_by_its_name() {
        let count = |name: &str| picture(name, Pos2::ZERO, Color32::RED).len();
        assert_eq!(count("Pyramid"), 6);
        assert_eq!(count("Rival"), count("Truck"));
        assert_eq!(count("Floats"), 4, "a disc and the three lines of an arrow");
        assert_eq!(count("no such thing"), 3, "a box");
        let names: Vec<&String> = pictures().pictures.iter().flat_map(|one| &one.of).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name} twice");
        }
    }
}
