//! Perception: the degree to which a player would notice a collision.

use glam::Vec3;

use crate::math::Aabb;
use crate::params;

/// A viewer of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewer {
    /// The position of the eye, in metres.
    pub eye: Vec3,
    /// The viewing direction; need not have length one.
    pub forward: Vec3,
}

/// The weights of the factors that make a collision noticeable, and the value at which each counts half.
///
/// Every factor is between 0 and 1 and grows strictly with its quantity: larger, nearer, faster and closer to
/// the centre of the view (source 1's four). The priority is their weighted mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perception {
    /// Weight of the size: the radii of the two bodies together.
    pub size: f32,
    /// Weight of nearness to the viewer.
    pub nearness: f32,
    /// Weight of the relative speed of the two bodies.
    pub speed: f32,
    /// Weight of the place in the view.
    pub centredness: f32,
    /// A size that counts half, in metres.
    pub half_size: f32,
    /// A distance that counts half, in metres.
    pub half_distance: f32,
    /// A speed that counts half, in metres per second.
    pub half_speed: f32,
}

impl Default for Perception {
    /// The values for bodies of about a metre: equal weights; 2 m, 10 m and 5 m/s count half.
    fn default() -> Self {
        Perception {
            size: 1.0,
            nearness: 1.0,
            speed: 1.0,
            centredness: 1.0,
            half_size: params::PERCEIVED_HALF_SIZE,
            half_distance: params::PERCEIVED_HALF_DISTANCE,
            half_speed: params::PERCEIVED_HALF_SPEED,
        }
    }
}

/// Rises from 0 at zero over 1/2 at `half` to 1 at infinity.
fn rising(value: f32, half: f32) -> f32 {
    1.0 - falling(value, half)
}

/// Falls from 1 at zero over 1/2 at `half` to 0 at infinity.
fn falling(value: f32, half: f32) -> f32 {
    half / (half + value)
}

impl Perception {
    /// The degree, 0 to 1, to which a collision of two bodies would be noticed by the viewer that would
    /// notice it most. `relative_speed` is in m/s. Without viewers, only size and speed count.
    pub fn priority(&self, a: &Aabb, b: &Aabb, relative_speed: f32, viewers: &[Viewer]) -> f32 {
        let radii = a.half_extents().length() + b.half_extents().length();
        let seen = self.size * rising(radii, self.half_size)
            + self.speed * rising(relative_speed.abs(), self.half_speed);
        let place = a.center() * 0.5 + b.center() * 0.5;
        let viewed = viewers
            .iter()
            .map(|viewer| {
                let to_place = place - viewer.eye;
                // 1 straight ahead, 0 behind; a viewer inside the collision has it in the centre.
                let ahead = match to_place.try_normalize() {
                    Some(direction) => {
                        0.5 + 0.5 * direction.dot(viewer.forward.normalize_or_zero())
                    }
                    None => 1.0,
                };
                self.nearness * falling(to_place.length(), self.half_distance)
                    + self.centredness * ahead
            })
            .fold(0.0, f32::max);
        (seen + viewed) / (self.size + self.nearness + self.speed + self.centredness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEWER: Viewer = Viewer {
        eye: Vec3::ZERO,
        forward: Vec3::NEG_Z,
    };

    fn priority(place: Vec3, half: f32, speed: f32) -> f32 {
        let bounds = Aabb::from_center(place, Vec3::splat(half));
        Perception::default().priority(&bounds, &bounds, speed, &[VIEWER])
    }

    #[test]
    fn larger_nearer_faster_and_more_central_matter_more() {
        let base = priority(Vec3::NEG_Z * 10.0, 1.0, 5.0);
        assert!(priority(Vec3::NEG_Z * 10.0, 1.1, 5.0) > base);
        assert!(priority(Vec3::NEG_Z * 9.0, 1.0, 5.0) > base);
        assert!(priority(Vec3::NEG_Z * 10.0, 1.0, 6.0) > base);
        assert!(priority(Vec3::new(6.0, 0.0, -8.0), 1.0, 5.0) < base);
        assert!(priority(Vec3::Z * 10.0, 1.0, 5.0) < base);
    }

    #[test]
    fn a_known_value() {
        // Two radii of 1 m count half, and so do a distance of 10 m and a speed of 5 m/s; straight ahead
        // counts 1.
        let bounds = Aabb::from_center(Vec3::NEG_Z * 10.0, Vec3::X);
        let value = Perception::default().priority(&bounds, &bounds, -5.0, &[VIEWER]);
        assert!((value - 2.5 / 4.0).abs() < 1e-6, "{value}");
        let unseen = Perception::default().priority(&bounds, &bounds, 5.0, &[]);
        assert!((unseen - 0.25).abs() < 1e-6, "{unseen}");
    }

    #[test]
    fn the_viewer_who_notices_most_decides() {
        let bounds = Aabb::from_center(Vec3::NEG_Z * 10.0, Vec3::ONE);
        let away = Viewer {
            forward: Vec3::Z,
            ..VIEWER
        };
        let of =
            |viewers: &[Viewer]| Perception::default().priority(&bounds, &bounds, 1.0, viewers);
        assert_eq!(of(&[away, VIEWER]), of(&[VIEWER]));
        assert!(of(&[away]) < of(&[VIEWER]));
    }

    #[test]
    fn extreme_scenes_stay_between_zero_and_one() {
        for place in [Vec3::ZERO, Vec3::splat(1e38), Vec3::splat(-1e-38)] {
            for half in [0.0, 1e38] {
                for speed in [0.0, 1e38] {
                    let value = priority(place, half, speed);
                    assert!(
                        (0.0..=1.0).contains(&value),
                        "{place} {half} {speed}: {value}"
                    );
                }
            }
        }
    }
}
