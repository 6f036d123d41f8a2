//! Names of crashes.

use glam::{Vec2, Vec3};
use serde::Serialize;

use crate::params::{ABOVE_COSINE, SIDE_COSINE};
use crate::rules::share::{Meeting, Motion};

/// Kind of a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Feat {
    /// Both cars met with their fronts.
    HeadOn,
    /// One car's front met the other's side.
    TBone,
    /// One car's front met the other's rear.
    RearEnd,
    /// None of the others: side to side, or with a rear.
    Bump,
    /// One car landed on the other.
    FromAbove,
    /// No wheel of either car was on the ground.
    Flying,
    /// The driver's second rival within a short time.
    Double,
    /// The third crash of a car within a second.
    PileUp,
}

impl Feat {
    /// Returns the text on screen.
    pub fn name(self) -> &'static str {
        match self {
            Feat::HeadOn => "HEAD-ON",
            Feat::TBone => "T-BONE",
            Feat::RearEnd => "REAR-END",
            Feat::Bump => "BUMP",
            Feat::FromAbove => "FROM ABOVE",
            Feat::Flying => "FLYING",
            Feat::Double => "DOUBLE",
            Feat::PileUp => "PILE-UP",
        }
    }

    /// Returns the kind of a crash from the poses and velocities of the cars.
    pub(crate) fn of(meeting: &Meeting) -> Feat {
        let [a, b] = &meeting.motions;
        if a.in_air && b.in_air {
            return Feat::Flying;
        }
        if meeting.normal.y.abs() > ABOVE_COSINE {
            return Feat::FromAbove;
        }
        match (side(a, meeting.normal), side(b, -meeting.normal)) {
            (Side::Front, Side::Front) => Feat::HeadOn,
            (Side::Front, Side::Flank) | (Side::Flank, Side::Front) => Feat::TBone,
            (Side::Front, Side::Rear) | (Side::Rear, Side::Front) => Feat::RearEnd,
            _ => Feat::Bump,
        }
    }
}

/// A side of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Front,
    Flank,
    Rear,
}

/// Returns the side of a car that faces a direction.
pub fn side(car: &Motion, toward: Vec3) -> Side {
    let flat = |v: Vec3| Vec2::new(v.x, v.z).normalize_or_zero();
    flat_side(flat(car.forward), flat(toward))
}

/// Returns the side of a car that faces a direction, from unit vectors as seen from above.
pub fn flat_side(forward: Vec2, toward: Vec2) -> Side {
    let cosine = forward.dot(toward);
    if cosine > SIDE_COSINE {
        Side::Front
    } else if cosine < -SIDE_COSINE {
        Side::Rear
    } else {
        Side::Flank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(forward: [Vec3; 2], normal: Vec3, in_air: [bool; 2]) -> Feat {
        let motion = |car: usize| Motion {
            velocity: Vec3::ZERO,
            forward: forward[car],
            in_air: in_air[car],
            driven: true,
            power: 1.0,
        };
        Feat::of(&Meeting {
            normal,
            speed: 5.0,
            motions: [motion(0), motion(1)],
        })
    }

    #[test]
    fn the_name_says_which_sides_met() {
        let ground = [false; 2];
        let (n, e) = (Vec3::NEG_Z, Vec3::X);
        assert_eq!(crash([n, -n], n, ground), Feat::HeadOn);
        assert_eq!(crash([n, e], n, ground), Feat::TBone);
        assert_eq!(crash([e, -n], n, ground), Feat::TBone);
        assert_eq!(crash([n, n], n, ground), Feat::RearEnd);
        assert_eq!(crash([n, n], -n, ground), Feat::RearEnd);
        assert_eq!(crash([e, -e], n, ground), Feat::Bump);
        assert_eq!(crash([-n, -n], n, ground), Feat::RearEnd, "one reversed");
        assert_eq!(crash([-n, n], n, ground), Feat::Bump, "rear to rear");
    }

    #[test]
    fn who_flies_needs_no_side_and_one_alone_does_not_fly() {
        let (n, up) = (Vec3::NEG_Z, Vec3::Y);
        assert_eq!(crash([n, -n], n, [true, true]), Feat::Flying);
        assert_eq!(crash([n, -n], n, [true, false]), Feat::HeadOn);
        let steep = (up + n * 0.3).normalize();
        assert_eq!(crash([n, n], -steep, [true, false]), Feat::FromAbove);
    }
}
