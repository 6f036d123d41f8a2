//! Small pictures of the templates.

use egui::{Color32, Pos2, Shape, Stroke, vec2};

/// Returns the shapes of a template's picture.
pub fn picture(name: &str, at: Pos2, color: Color32) -> Vec<Shape> {
    let line = Stroke::new(1.5, color.gamma_multiply(0.55));
    let light = color.lerp_to_gamma(Color32::WHITE, 0.25);
    let polygon = |points: &[(f32, f32)], fill: Color32| {
        let points = points.iter().map(|(x, y)| at + vec2(*x, *y)).collect();
        Shape::convex_polygon(points, fill, line)
    };
    let block = |w: f32, h: f32, d: f32| {
        vec![
            polygon(&[(-w, -h), (w, -h), (w, h), (-w, h)], color),
            polygon(
                &[(-w, -h), (-w + d, -h - d), (w + d, -h - d), (w, -h)],
                light,
            ),
            polygon(
                &[(w, -h), (w + d, -h - d), (w + d, h - d), (w, h)],
                color.gamma_multiply(0.8),
            ),
        ]
    };
    let disc = |x: f32, y: f32, w: f32, h: f32, fill: Color32| {
        let center = at + vec2(x, y);
        Shape::Ellipse(egui::epaint::EllipseShape {
            center,
            radius: vec2(w, h),
            fill,
            stroke: line,
        })
    };
    let upright = |w: f32, h: f32, flat: f32| {
        vec![
            disc(0.0, h, w, flat, color),
            polygon(&[(-w, -h), (w, -h), (w, h), (-w, h)], color),
            disc(0.0, -h, w, flat, light),
        ]
    };
    let bricks = |rows: &[(f32, f32)], count: usize| {
        let brick = |x: f32, y: f32| {
            polygon(
                &[
                    (x - 23.0, y - 4.0),
                    (x - 8.0, y - 4.0),
                    (x - 8.0, y + 4.0),
                    (x - 23.0, y + 4.0),
                ],
                color,
            )
        };
        let row = |(x, y): &(f32, f32)| {
            let (x, y) = (*x, *y);
            (0..count).map(move |column| (x + 16.0 * column as f32, y))
        };
        let places = rows.iter().flat_map(row);
        places.map(|(x, y)| brick(x, y)).collect::<Vec<Shape>>()
    };
    match name {
        "Ball" => vec![
            disc(0.0, 0.0, 20.0, 20.0, color),
            disc(-6.0, -7.0, 5.0, 4.0, light),
        ],
        "Cylinder" => upright(15.0, 16.0, 6.0),
        "Capsule" => upright(11.0, 13.0, 11.0),
        "Turntable" => upright(30.0, 4.0, 9.0),
        "Cone" => vec![
            disc(0.0, 16.0, 18.0, 6.0, color),
            polygon(&[(0.0, -19.0), (18.0, 16.0), (-18.0, 16.0)], light),
        ],
        "Plank" => block(28.0, 3.0, 6.0),
        "Your car" | "Rival" | "Truck" => {
            let high = if name == "Truck" { 20.0 } else { 12.0 };
            vec![
                polygon(
                    &[(-26.0, -2.0), (26.0, -2.0), (26.0, 12.0), (-26.0, 12.0)],
                    color,
                ),
                polygon(
                    &[
                        (-14.0, -2.0 - high),
                        (8.0, -2.0 - high),
                        (16.0, -2.0),
                        (-18.0, -2.0),
                    ],
                    light,
                ),
                disc(-14.0, 13.0, 6.0, 6.0, Color32::from_gray(40)),
                disc(14.0, 13.0, 6.0, 6.0, Color32::from_gray(40)),
            ]
        }
        "Brick wall" => bricks(&[(0.0, 12.0), (8.0, 4.0), (0.0, -4.0), (8.0, -12.0)], 3),
        "Pyramid" => [(12.0, 3), (4.0, 2), (-4.0, 1)]
            .into_iter()
            .flat_map(|(y, count)| bricks(&[(8.0 * (3 - count) as f32, y)], count))
            .collect(),
        "Tower" => [(14.0, 1), (5.0, 1), (-4.0, 1), (-13.0, 1)]
            .into_iter()
            .flat_map(|(y, count)| bricks(&[(16.0, y)], count))
            .collect(),
        "Throws up" | "Speeds up" | "Floats" | "Takes away" => {
            let arrow = |x: f32, y: f32, dx: f32, dy: f32| {
                let (from, to) = (at + vec2(x, y), vec2(dx, dy));
                Shape::LineSegment {
                    points: [from, from + to],
                    stroke: Stroke::new(3.0, Color32::WHITE),
                }
            };
            let mut shapes = vec![disc(0.0, 0.0, 26.0, 20.0, color.gamma_multiply(0.55))];
            let (tip, way) = match name {
                "Throws up" => ((0.0, -14.0), (0.0, 1.0)),
                "Speeds up" => ((14.0, 0.0), (-1.0, 0.0)),
                "Floats" => ((0.0, -8.0), (0.0, 0.5)),
                _ => ((12.0, -8.0), (-0.8, 0.6)),
            };
            let long = 24.0;
            let across = (-way.1, way.0);
            shapes.push(arrow(tip.0, tip.1, way.0 * long, way.1 * long));
            for side in [-1.0, 1.0] {
                shapes.push(arrow(
                    tip.0,
                    tip.1,
                    (way.0 + across.0 * side) * 8.0,
                    (way.1 + across.1 * side) * 8.0,
                ));
            }
            shapes
        }
        "Joint" => vec![
            polygon(
                &[(-26.0, -8.0), (-6.0, -8.0), (-6.0, 8.0), (-26.0, 8.0)],
                color,
            ),
            polygon(&[(6.0, -8.0), (26.0, -8.0), (26.0, 8.0), (6.0, 8.0)], color),
            disc(0.0, 0.0, 7.0, 7.0, light),
        ],
        "Ice" | "Rubber" | "Belt" | "Plate" => vec![polygon(
            &[(-30.0, 12.0), (14.0, 12.0), (30.0, -12.0), (-14.0, -12.0)],
            color,
        )],
        "Brick" => block(16.0, 8.0, 7.0),
        "Pillar" => block(6.0, 18.0, 5.0),
        "Wall" => block(26.0, 14.0, 5.0),
        "Ramp" => vec![
            polygon(&[(-26.0, 14.0), (26.0, 14.0), (26.0, -12.0)], color),
            polygon(
                &[(-26.0, 14.0), (26.0, -12.0), (32.0, -18.0), (-18.0, 8.0)],
                light,
            ),
        ],
        "Dumb-bell" => vec![
            polygon(
                &[(-20.0, -3.0), (20.0, -3.0), (20.0, 3.0), (-20.0, 3.0)],
                light,
            ),
            disc(-22.0, 0.0, 11.0, 11.0, color),
            disc(22.0, 0.0, 11.0, 11.0, color),
        ],
        _ => block(16.0, 14.0, 10.0),
    }
}
