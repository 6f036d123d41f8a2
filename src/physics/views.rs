//! What a world shows of itself.

use glam::Vec3;

use super::{PairOutcome, PairTest, World};
use crate::collision::{DebugKind, DebugSink};

/// How high above the floor the lines between tested pairs run, in metres.
const PAIR_LINE_HEIGHT: f32 = 1.2;

/// The size of a contact's cross, in metres.
const CONTACT_CROSS: f32 = 0.12;

/// Which debug views are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Views {
    /// The triangles that collision uses.
    pub wireframe: bool,
    /// The broad phase's cells, occupied ones marked, and the pairs tested in the last step.
    pub grid: bool,
    /// The bounding volumes of one level of each model's tree.
    pub tree: bool,
    /// That level; 0 is the root.
    pub tree_level: usize,
}

impl Views {
    /// The names that [`Views::turn_on`] knows, with what they show.
    pub const NAMES: [(&'static str, &'static str); 3] = [
        ("wireframe", "the triangles that collision uses"),
        ("grid", "grid cells, occupied cells, pairs tested"),
        (
            "tree",
            "18-DOPs of one tree level; tree:N chooses the level",
        ),
    ];

    /// Whether none is on.
    pub fn is_empty(&self) -> bool {
        !(self.wireframe || self.grid || self.tree)
    }

    /// Turns on a view by its name: `wireframe`, `grid`, `tree` or `tree:LEVEL`.
    /// False if there is no such view.
    pub fn turn_on(&mut self, name: &str) -> bool {
        match name.split_once(':') {
            None => match name {
                "wireframe" => self.wireframe = true,
                "grid" => self.grid = true,
                "tree" => self.tree = true,
                _ => return false,
            },
            Some(("tree", level)) => match level.parse() {
                Ok(level) => (self.tree, self.tree_level) = (true, level),
                Err(_) => return false,
            },
            Some(_) => return false,
        }
        true
    }
}

impl World {
    /// Draws the views that are on. Nothing in the world changes by it.
    pub fn draw(&self, views: &Views, sink: &mut dyn DebugSink) {
        if views.wireframe {
            for body in &self.bodies {
                body.model.draw_wireframe(&body.pose, sink);
            }
        }
        if views.tree {
            for body in &self.bodies {
                body.model.draw_volumes(&body.pose, views.tree_level, sink);
            }
        }
        if views.grid {
            self.broad_phase.draw(sink);
            self.draw_pairs(sink);
        }
    }

    /// One line for each pair that was tested, by the strongest of its outcomes.
    fn draw_pairs(&self, sink: &mut dyn DebugSink) {
        let tests = &self.stats.tests;
        for (index, test) in tests.iter().enumerate() {
            let same = |other: &&PairTest| (other.a, other.b) == (test.a, test.b);
            if tests[..index].iter().any(|other| same(&other)) {
                continue;
            }
            let all = tests[index..].iter().filter(same);
            let kind = all
                .map(|test| kind_of(test.outcome))
                .max_by_key(|kind| weight(*kind));
            let end = |id| self.body(id).pose.translation() + Vec3::Y * PAIR_LINE_HEIGHT;
            sink.line(
                end(test.a),
                end(test.b),
                kind.unwrap_or(DebugKind::PairTested),
            );
        }
        for point in tests.iter().filter_map(|test| test.point) {
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                let arm = axis * (CONTACT_CROSS * 0.5);
                sink.line(point - arm, point + arm, DebugKind::Contact);
            }
        }
    }
}

fn kind_of(outcome: PairOutcome) -> DebugKind {
    match outcome {
        PairOutcome::Clear => DebugKind::PairTested,
        PairOutcome::Hit => DebugKind::PairHit,
        PairOutcome::Cut => DebugKind::PairCut,
    }
}

fn weight(kind: DebugKind) -> u8 {
    match kind {
        DebugKind::PairHit => 2,
        DebugKind::PairCut => 1,
        _ => 0,
    }
}
