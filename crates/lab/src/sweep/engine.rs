//! The engine itself, as a row set apart: `Query::time_of_impact` of two hulls.
//!
//! It computes in f32 and stops between half of a target distance and all of it.

use dodgem_collide::math;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{Budget, Moving, PairCache, Query};

use super::{Flight, Impact, Motion};
use crate::convex::engine::hull;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "engine-sweep",
    stage: Stage::Sweep,
    source: "the engine",
    paper: "",
    about: "Query::time_of_impact of two hulls",
    gives: &[Gives::Time],
    limits: &[],
    method: Method::Sweep(sweep),
};

/// The target distance relative to the size: well above the rounding of f32.
const TARGET: f64 = 4e-5;

fn sweep(flight: &Flight, work: &mut Work) -> Impact {
    let failed = Impact {
        time: None,
        given_up: true,
    };
    let hulls = flight.bodies.map(hull);
    let motions = flight.motions.map(|m| motion(&m));
    let ([Some(a), Some(b)], [Some(first), Some(second)]) = (&hulls, &motions) else {
        return failed;
    };
    let mut query = Query::new(Budget::Unlimited);
    let options = SweepOptions {
        target: TARGET * flight.size(),
    };
    let (a, b) = (Moving::new(a, first), Moving::new(b, second));
    let answer = query.time_of_impact(a, b, 1.0, &options, &mut PairCache::default());
    work.ops.tests += answer.cost.work();
    match *answer {
        Sweep::Clear => Impact::of(None),
        Sweep::Impact { time, .. } => Impact::of(Some(f64::from(time))),
        Sweep::Overlapping { .. } => Impact::of(Some(0.0)),
        Sweep::Cut { .. } => failed,
    }
}

fn motion(motion: &Motion) -> Option<math::Motion> {
    let pose = math::Pose::new(motion.start.as_quat(), motion.place.as_vec3()).ok()?;
    let [way, spin] = [motion.way, motion.spin].map(|v| v.as_vec3());
    math::Motion::new(pose, way, spin, glam::Vec3::ZERO).ok()
}
