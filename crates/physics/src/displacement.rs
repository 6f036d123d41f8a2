//! Displacements of bodies, and bounds of the approach of two bodies that they cause.

use glam::DVec3;

use dodgem_collide::math::CenterFrame;

/// The displacement of a body in metres: that of its centre, and that of its farthest points by turning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Displacement {
    offset: DVec3,
    chord: f64,
}

impl Displacement {
    /// The displacement between two frames; no point is farther from the centre than `reach` metres.
    pub fn new(from: CenterFrame, to: CenterFrame, reach: f32) -> Displacement {
        let turn = to.rotation * from.rotation.conjugate();
        // A point at radius r moves by 2 r sin(angle / 2).
        let sine = DVec3::new(turn.x, turn.y, turn.z).length();
        Displacement {
            offset: to.center - from.center,
            chord: 2.0 * f64::from(reach) * sine,
        }
    }

    /// An upper bound of the approach of two bodies along a direction of length 1 from this one to
    /// the other, in metres; negative if they have moved apart.
    pub fn approach_along(&self, other: &Displacement, n: DVec3) -> f64 {
        (self.offset - other.offset).dot(n) + self.chord + other.chord
    }

    /// An upper bound of the displacement of any point, in metres.
    pub fn size(&self) -> f64 {
        self.offset.length() + self.chord
    }

    /// True if turning may have moved a point farther than `far` metres.
    pub fn has_turned(&self, far: f64) -> bool {
        self.chord > far
    }

    /// An upper bound of the approach of two bodies, in metres.
    pub fn approach(&self, other: &Displacement) -> f64 {
        (other.offset - self.offset).length() + self.chord + other.chord
    }
}

/// An upper bound of the approach of two bodies between two frames each, in metres: the displacement of the
/// smaller body's points in the frame of the larger one. A large room that turns a little moves its walls
/// far; a body that moves with them does not approach them.
pub(super) fn approach_in_larger_frame(
    from: [CenterFrame; 2],
    to: [CenterFrame; 2],
    reach: [f32; 2],
) -> f64 {
    let large = usize::from(reach[1] > reach[0]);
    let small = 1 - large;
    let seen = |frames: [CenterFrame; 2]| {
        let turn = frames[large].rotation.conjugate();
        let between = frames[small].center - frames[large].center;
        CenterFrame::new(turn * between, turn * frames[small].rotation)
    };
    let moved = Displacement::new(seen(from), seen(to), reach[small]);
    moved.approach(&Displacement::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn a_turn_brings_a_body_nearer_by_at_most_its_chord() {
        let half_turn = DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        let at = |x: f64| CenterFrame::new(DVec3::X * x, DQuat::IDENTITY);
        let (view, there) = (at(0.0), at(5.0));
        let turned = CenterFrame::new(DVec3::X * 5.0, half_turn);
        let stays = Displacement::new(view, view, 1.0);
        assert_eq!(stays.approach(&Displacement::new(there, turned, 0.5)), 1.0);
        let (one, other) = (
            Displacement::new(view, at(1.0), 1.0),
            Displacement::new(there, at(6.0), 0.5),
        );
        assert_eq!(one.approach(&other), 0.0);
        assert_eq!(one.approach(&stays), 1.0);
        assert_eq!(one.approach_along(&other, DVec3::X), 0.0);
        assert_eq!(one.approach_along(&stays, DVec3::X), 1.0);
        assert_eq!(one.approach_along(&stays, DVec3::NEG_X), -1.0);
        let turned = Displacement::new(there, turned, 0.5);
        assert_eq!(one.approach_along(&turned, DVec3::X), 2.0);
    }

    #[test]
    fn what_goes_with_a_hall_that_turns_comes_no_nearer_to_its_walls() {
        let turn = DQuat::from_xyzw(0.0, 0.1, 0.0, 0.995_f64).normalize();
        let (center, inside) = (DVec3::new(3.0, 1.0, 0.0), DVec3::new(7.0, 2.0, 1.0));
        let from = [center, inside].map(|at| CenterFrame::new(at, DQuat::IDENTITY));
        let there = center + turn * (inside - center);
        let to = [center, there].map(|at| CenterFrame::new(at, turn));
        assert!(approach_in_larger_frame(from, to, [5.0, 0.2]) < 1e-12);
        let aside = [to[0], CenterFrame::new(there + DVec3::Y * 0.3, turn)];
        assert!((approach_in_larger_frame(from, aside, [5.0, 0.2]) - 0.3).abs() < 1e-12);
    }
}
