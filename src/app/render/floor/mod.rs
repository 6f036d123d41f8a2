//! The pattern of the arena floor, computed once and uploaded as a texture. Each material is a function
//! from a place to a colour.

mod built;
mod natural;
mod noise;
mod plates;

use glam::{Vec2, Vec3};

use crate::app::render::outline::FloorOutline;
use crate::level::FloorKind;
use crate::platform::IN_BROWSER;

/// Width and height of the texture, in pixels.
/// A browser has one thread to compute it.
pub const SIZE: usize = if IN_BROWSER { 1024 } else { 2048 };

/// Sample positions in a pixel; their mean smooths the edges.
const SAMPLES: [Vec2; 2] = [Vec2::new(0.25, 0.3), Vec2::new(0.75, 0.7)];

/// The pixels of a floor (RGBA); the texture covers the square around the arena.
pub fn pattern(outline: &FloorOutline, kind: FloorKind) -> Vec<u8> {
    let mut pixels = vec![255; SIZE * SIZE * 4];
    let workers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(8);
    if workers == 1 {
        fill(&mut pixels, 0, outline, kind);
        return pixels;
    }
    let rows = SIZE.div_ceil(workers);
    std::thread::scope(|scope| {
        for (worker, part) in pixels.chunks_mut(rows * SIZE * 4).enumerate() {
            scope.spawn(move || fill(part, worker * rows, outline, kind));
        }
    });
    pixels
}

/// Fills whole rows of pixels; `first_row` is the texture's row at the start of `pixels`.
fn fill(pixels: &mut [u8], first_row: usize, outline: &FloorOutline, kind: FloorKind) {
    for (index, pixel) in pixels.chunks_exact_mut(4).enumerate() {
        let place = Vec2::new((index % SIZE) as f32, (first_row + index / SIZE) as f32);
        let look = |offset: Vec2| {
            let share = (place + offset) / SIZE as f32;
            color_at((share * 2.0 - Vec2::ONE) * outline.reach(), outline, kind)
        };
        let mean = SAMPLES.into_iter().map(look).sum::<Vec3>() / SAMPLES.len() as f32;
        for (byte, value) in pixel.iter_mut().zip(mean.to_array()) {
            *byte = (value * 255.0).clamp(0.0, 255.0) as u8;
        }
    }
}

/// A place on a floor with the data for the patterns.
#[derive(Clone, Copy)]
struct Spot<'a> {
    /// Position relative to the middle, in metres.
    place: Vec2,
    outline: &'a FloorOutline,
    /// Distance to the border, in metres.
    edge: f32,
    /// Relative distance from the middle along the border's shape: 0 in the middle, 1 at the border.
    inwards: f32,
}

/// The colour at a place on the floor, which is in metres from the middle.
fn color_at(place: Vec2, outline: &FloorOutline, kind: FloorKind) -> Vec3 {
    let edge = outline.clearance(place);
    // The floor is not drawn there.
    if edge < -0.6 {
        return Vec3::ZERO;
    }
    let spot = Spot {
        place,
        outline,
        edge,
        inwards: 1.0 - edge / outline.nearest(),
    };
    match kind {
        FloorKind::Plates => plates::color(spot),
        FloorKind::Planks => built::planks(spot),
        FloorKind::Track => built::track(spot),
        FloorKind::Asphalt => built::asphalt(spot),
        FloorKind::Concrete => built::concrete(spot),
        FloorKind::Tin => built::tin(spot),
        FloorKind::Grid => built::grid(spot),
        FloorKind::Ice => natural::ice(spot),
        FloorKind::Dust => natural::dust(spot),
    }
}

impl Spot<'_> {
    /// True on a stripe of `width` metres that runs parallel to the border, `edge` metres inside it.
    fn on_line(&self, edge: f32, width: f32) -> bool {
        (self.edge - edge).abs() < width * 0.5
    }

    /// True on a ring around `middle`, in metres.
    fn on_ring(&self, middle: Vec2, radius: f32, width: f32) -> bool {
        ((self.place - middle).length() - radius).abs() < width * 0.5
    }

    /// Approximate position along the border, in metres; used for dashes.
    fn along(&self) -> f32 {
        if self.outline.is_round() {
            self.place.y.atan2(self.place.x) * self.outline.reach()
        } else {
            self.place.x + self.place.y
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Border;

    #[test]
    fn the_floor_has_a_star_in_the_middle_and_a_band_before_the_wall() {
        let disc = FloorOutline::new(Border::Round { radius: 10.0 });
        let middle = color_at(Vec2::new(0.0, 0.01), &disc, FloorKind::Plates);
        assert!(middle.x > middle.z * 2.0, "golden: {middle}");
        let bands: Vec<bool> = (0..360)
            .map(|degree| {
                let angle = (degree as f32).to_radians();
                color_at(
                    Vec2::new(angle.cos(), angle.sin()) * 9.6,
                    &disc,
                    FloorKind::Plates,
                )
                .x > 0.5
            })
            .collect();
        let golden = bands.iter().filter(|gold| **gold).count();
        assert!(
            (120..240).contains(&golden),
            "half of the band is golden: {golden}"
        );
    }

    #[test]
    fn every_material_has_a_colour_everywhere_and_looks_like_none_of_the_others() {
        let kinds = FloorKind::ALL;
        let hall = FloorOutline::new(Border::Rectangle {
            width: 24.0,
            depth: 14.0,
        });
        let means: Vec<Vec3> = kinds
            .iter()
            .map(|kind| {
                let places = (0..2000).map(|n| {
                    let part = n as f32 / 2000.0;
                    Vec2::new(part * 24.0 - 12.0, (part * 97.0).fract() * 14.0 - 7.0)
                });
                let colors = places.map(|place| color_at(place, &hall, *kind));
                let sum: Vec3 = colors
                    .inspect(|color| {
                        assert!(color.is_finite() && color.min_element() >= 0.0, "{kind:?}");
                        assert!(color.max_element() < 1.5, "{kind:?} {color}");
                    })
                    .sum();
                sum / 2000.0
            })
            .collect();
        for (index, mean) in means.iter().enumerate() {
            for (other, second) in means.iter().enumerate().skip(index + 1) {
                let unlike = (*mean - *second).length();
                assert!(unlike > 0.05, "{:?} and {:?}", kinds[index], kinds[other]);
            }
        }
    }
}
