//! The engine's own sweep and prune, as a row set apart.
//!
//! It computes in f32; the scenes' coordinates are exact there. Absent bodies are left out of
//! its list. Its own statistics give the counts.

use dodgem_collide::broad_phase::{self as engine, BroadBody, BroadPhase as _};
use dodgem_collide::math;

use super::{BroadPhase, Pair, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "engine-broad-phase",
    stage: Stage::BroadPhase,
    source: "the engine",
    paper: "",
    about: "SweepAndPrune of the engine",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(Engine::default())),
};

#[derive(Default)]
struct Engine {
    method: engine::SweepAndPrune,
    found: Vec<engine::Pair>,
}

impl BroadPhase for Engine {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        let body = |b: &Aabb| BroadBody {
            bounds: math::Aabb {
                min: b.low.as_vec3(),
                max: b.high.as_vec3(),
            },
            fixed: false,
        };
        let numbers: Vec<usize> = present(boxes).map(|(i, _)| i).collect();
        let bodies: Vec<BroadBody> = present(boxes).map(|(_, b)| body(b)).collect();
        self.method.update(&bodies, &mut self.found);
        let statistics = self.method.statistics();
        work.ops.tests += statistics.tested;
        work.ops.swaps += statistics.moved;
        let number = |i: u32| numbers[i as usize] as u32;
        pairs.clear();
        pairs.extend(self.found.iter().map(|p| [number(p.a), number(p.b)]));
    }
}
