//! Converts our motions for parry's `sweep_time_of_impact`, which moves from one pose to another.
//!
//! Between two poses a centre moves straight and the rotation is interpolated and normalised, the shorter way
//! round. Parry documents this for turns below about 45 degrees, so a longer turn is divided into parts of at
//! most that; rapier's steps are such parts.

use std::f32::consts::FRAC_PI_4;

use dodgem_collide::math::Motion;
use parry3d::math::Vector;
use parry3d::query::{Sweep, SweepToiOutput, SweepToiStatus};

use crate::peer;

/// The distance in metres at which parry stops, within a quarter of it. Ours stops between half and all of
/// `SweepOptions::default().target`, which has the same value.
pub const SLOP: f32 = 1e-4;

/// Returns a motion between two times, in seconds.
pub fn between(motion: &Motion, from: f32, to: f32) -> Sweep {
    let [start, end] = [from, to].map(|time| peer::pose(&motion.pose_at(time)));
    let center = motion.local_center();
    Sweep::from_poses(&start, &end, Vector::new(center.x, center.y, center.z))
}

/// Divides two motions over a duration in seconds into parts in which neither turns by more than 45 degrees.
pub fn parts(motions: [&Motion; 2], duration: f32) -> Vec<[Sweep; 2]> {
    let rates = motions.map(|motion| motion.angular_velocity().length() as f32);
    let turn = rates[0].max(rates[1]) * duration;
    let count = (turn / FRAC_PI_4).ceil().max(1.0) as u32;
    let time = |part: u32| duration * part as f32 / count as f32;
    let part = |i: u32| motions.map(|motion| between(motion, time(i), time(i + 1)));
    (0..count).map(part).collect()
}

/// Returns the end of the first part in which the two do not stay apart; `None` if they stay apart
/// throughout.
pub fn first_end(
    parts: &[[Sweep; 2]],
    sweep: impl FnMut(&[Sweep; 2]) -> SweepToiOutput,
) -> Option<SweepToiOutput> {
    let mut ends = parts.iter().map(sweep);
    ends.find(|end| end.status != SweepToiStatus::Separated)
}
