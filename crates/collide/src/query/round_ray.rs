//! The point at which a ray enters a ball, a capsule, a cylinder or a cone, by closed forms in f64.
//!
//! Formulas begin at the point of the ray that is nearest to the middle of the solid. So neither its
//! distance from the ray's origin nor the length of the direction costs precision: the error is a rounding
//! of f64 of the solid's size, and of the ray's origin.

use glam::{DVec2, DVec3};

use crate::shape::{BoundedShape, Capsule, Cone, Cylinder};

/// A ray in a solid's own frame.
#[derive(Clone, Copy)]
struct LocalRay {
    /// The ray's point nearest to the solid's origin, in metres.
    near: DVec3,
    /// The direction of the ray, of length 1.
    along: DVec3,
}

/// A place where the ray passes the border of a region, in metres after [`LocalRay::near`], and the
/// border's outward normal there.
type Passage = (f64, DVec3);

/// The part of a ray that is inside a convex region.
#[derive(Clone, Copy)]
struct Inside {
    enters: Passage,
    leaves: f64,
}

/// The depth by which a ray's origin may be inside and still count as on the surface, in roundings of f64 of
/// the lengths that it is computed from.
const ROUNDINGS: f64 = 8.0 * f64::EPSILON;

/// Returns the time at which a ray from `origin` (m) along `direction`, which is not 0, enters a round solid,
/// in lengths of the direction, and the outward normal there; all in the solid's frame. None for a ray that
/// begins inside, and for shapes that are not round.
pub(super) fn enter_round(
    shape: BoundedShape<'_>,
    origin: DVec3,
    direction: DVec3,
) -> Option<(f64, DVec3)> {
    let length = direction.length();
    let along = direction / length;
    let way = -origin.dot(along);
    let ray = LocalRay {
        near: origin + along * way,
        along,
    };
    let (at, normal) = match shape {
        BoundedShape::Sphere(ball) => ray.inside_ball(DVec3::ZERO, f64::from(ball.radius())),
        BoundedShape::Capsule(capsule) => ray.inside_capsule(capsule),
        BoundedShape::Cylinder(cylinder) => ray.inside_cylinder(cylinder),
        BoundedShape::Cone(cone) => ray.inside_cone(cone),
        BoundedShape::Cuboid(_) | BoundedShape::Hull(_) | BoundedShape::Mesh(_) => None,
    }?
    .enters;
    let after = way + at;
    let slack = ROUNDINGS * (way.abs() + at.abs());
    (after >= -slack).then(|| (after.max(0.0) / length, normal))
}

impl Inside {
    /// Returns the part of the ray that is in both regions; none if they share no point.
    fn and(self, other: Inside) -> Option<Inside> {
        let enters = match self.enters.0 >= other.enters.0 {
            true => self.enters,
            false => other.enters,
        };
        let leaves = self.leaves.min(other.leaves);
        (enters.0 <= leaves).then_some(Inside { enters, leaves })
    }
}

impl LocalRay {
    fn at(&self, after: f64) -> DVec3 {
        self.near + self.along * after
    }

    fn inside_ball(&self, center: DVec3, radius: f64) -> Option<Inside> {
        let from = self.near - center;
        let middle = -from.dot(self.along);
        let half = half_chord(from.cross(self.along).length(), radius)?;
        let enters = middle - half;
        Some(Inside {
            enters: (enters, (self.at(enters) - center) / radius),
            leaves: middle + half,
        })
    }

    /// Returns the part of the ray within `radius` metres of the Y axis.
    fn inside_pipe(&self, radius: f64) -> Option<Inside> {
        let flat = |v: DVec3| DVec2::new(v.x, v.z);
        let (from, along) = (flat(self.near), flat(self.along));
        let speed = along.length();
        if speed == 0.0 {
            return (from.length() <= radius).then_some(Inside {
                enters: (f64::NEG_INFINITY, DVec3::ZERO),
                leaves: f64::INFINITY,
            });
        }
        let along = along / speed;
        let middle = -from.dot(along);
        let half = half_chord(from.perp_dot(along).abs(), radius)?;
        let enters = (middle - half) / speed;
        let at = self.at(enters);
        Some(Inside {
            enters: (enters, DVec3::new(at.x, 0.0, at.z) / radius),
            leaves: (middle + half) / speed,
        })
    }

    /// Returns the part of the ray at most `half` metres above or below the origin.
    fn inside_slab(&self, half: f64) -> Option<Inside> {
        if self.along.y == 0.0 {
            return (self.near.y.abs() <= half).then_some(Inside {
                enters: (f64::NEG_INFINITY, DVec3::ZERO),
                leaves: f64::INFINITY,
            });
        }
        let side = -self.along.y.signum();
        Some(Inside {
            enters: ((side * half - self.near.y) / self.along.y, DVec3::Y * side),
            leaves: (-side * half - self.near.y) / self.along.y,
        })
    }

    fn inside_cylinder(&self, cylinder: &Cylinder) -> Option<Inside> {
        let pipe = self.inside_pipe(f64::from(cylinder.radius()))?;
        pipe.and(self.inside_slab(f64::from(cylinder.half_height()))?)
    }

    /// A capsule is two balls and the cylinder between them.
    fn inside_capsule(&self, capsule: &Capsule) -> Option<Inside> {
        let (radius, half) = (
            f64::from(capsule.radius()),
            f64::from(capsule.half_length()),
        );
        let end = DVec3::Y * half;
        let between = || self.inside_pipe(radius)?.and(self.inside_slab(half)?);
        let parts = [
            between(),
            self.inside_ball(end, radius),
            self.inside_ball(-end, radius),
        ];
        // The parts make a convex whole, so that the ray is inside without a break.
        parts.into_iter().flatten().reduce(|one, other| Inside {
            enters: match one.enters.0 <= other.enters.0 {
                true => one.enters,
                false => other.enters,
            },
            leaves: one.leaves.max(other.leaves),
        })
    }

    fn inside_cone(&self, cone: &Cone) -> Option<Inside> {
        let half = f64::from(cone.half_height());
        let slope = f64::from(cone.radius()) / (2.0 * half);
        self.inside_slab(half)?.and(self.inside_nappe(half, slope)?)
    }

    /// Returns the part of the ray below an apex at height `apex` (m) and no farther from the Y axis than
    /// `slope` times the depth below it, for a ray that is between the apex and its base somewhere.
    fn inside_nappe(&self, apex: f64, slope: f64) -> Option<Inside> {
        let (from, along) = (self.near - DVec3::Y * apex, self.along);
        // The ray is inside the nappe or its mirror image above while `a t^2 + 2 b t + c` is not positive.
        let steep = DVec3::new(1.0, -slope * slope, 1.0);
        // Adding 0 makes a positive 0 of a negative one.
        let a = (along * steep).dot(along) + 0.0;
        let b = (from * steep).dot(along);
        let c = (from * steep).dot(from);
        let discriminant = b * b - a * c;
        let never = if a == 0.0 && b == 0.0 {
            c > 0.0
        } else {
            discriminant < 0.0 && a > 0.0
        };
        if never {
            return None;
        }
        let far = -(b + discriminant.max(0.0).sqrt().copysign(b));
        // The root that does not cancel, and the other one; a line along the mantle has one at infinity.
        let [one, other] = match (far == 0.0, a == 0.0) {
            (true, true) => [f64::NEG_INFINITY, f64::INFINITY],
            (true, false) => [0.0; 2],
            (false, _) => [far / a, c / far],
        };
        let (first, last) = (one.min(other), one.max(other));
        let (enters, leaves) = match (a >= 0.0, along.y < 0.0) {
            (true, _) => (first, last),
            // A steeper line than the mantle stays inside once it is in.
            (false, true) => (last, f64::INFINITY),
            (false, false) => (f64::NEG_INFINITY, first),
        };
        let at = self.at(enters);
        let outward = DVec3::new(at.x, 0.0, at.z).try_normalize();
        let normal = outward.map_or(DVec3::Y, |out| (out + DVec3::Y * slope).normalize());
        Some(Inside {
            enters: (enters, normal),
            leaves,
        })
    }
}

/// Half of a line's part within a radius of a point that the line passes at a distance, in metres.
fn half_chord(distance: f64, radius: f64) -> Option<f64> {
    let square = (radius - distance) * (radius + distance);
    (square >= 0.0).then(|| square.sqrt())
}
