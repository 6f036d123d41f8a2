//! What an arena draws of itself: the debug views.

use std::collections::BTreeMap;

use glam::Vec3;

use dodgem_collide::broad_phase::BroadBody;
use dodgem_collide::debug_draw::draw_aabb;
use dodgem_collide::math::Pose;
use dodgem_collide::{DebugKind, DebugSink, Model};
use dodgem_physics::{GRAVITY, PairEnd};

use crate::arena::{Actor, ActorId, Arena, Met, PairTest};
use crate::console::{counted, rounded};
use crate::params::{CONTACT_CROSS, FORCE_SCALE, PAIR_LINE_HEIGHT, VELOCITY_SCALE};

/// Which debug views are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Views {
    /// The triangles that collision uses.
    pub wireframe: bool,
    /// The broad phase's cells, occupied ones marked, and the pairs of the last step.
    pub grid: bool,
    /// The bounding volumes of one level of each model's tree.
    pub tree: bool,
    /// That level; 0 is the root.
    pub tree_level: usize,
    /// The borders of the convex pieces.
    pub pieces: bool,
    /// Where actors touch or are about to.
    pub contacts: bool,
    /// How the sweeps of the last impacts found them.
    pub sweeps: bool,
    /// If set, of the sweeps only those of these two.
    pub pair: Option<[ActorId; 2]>,
    /// Velocities, and the forces of wheels and contacts.
    pub velocities: bool,
    /// What each actor's sweeps were allowed to cost and did, and what was cut.
    pub budget: bool,
}

impl Views {
    /// The names that [`Views::turn_on`] knows, with what they show.
    pub const NAMES: [(&'static str, &'static str); 8] = [
        ("wireframe", "the triangles that collision uses"),
        ("grid", "grid cells, occupied cells, pairs tested"),
        (
            "tree",
            "18-DOPs of one tree level; tree:N chooses the level",
        ),
        ("pieces", "the convex pieces of the meshes"),
        ("contacts", "where bodies touch or are about to"),
        (
            "sweeps",
            "how conservative advancement found the last impacts",
        ),
        (
            "velocities",
            "velocities, the forces of wheels and contacts, what drivers intend",
        ),
        ("budget", "what sweeps may cost and do cost, and cuts"),
    ];

    /// The switch of a view by its name.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "wireframe" => &mut self.wireframe,
            "grid" => &mut self.grid,
            "tree" => &mut self.tree,
            "pieces" => &mut self.pieces,
            "contacts" => &mut self.contacts,
            "sweeps" => &mut self.sweeps,
            "velocities" => &mut self.velocities,
            "budget" => &mut self.budget,
            _ => return None,
        })
    }

    /// The names of those that are on.
    pub fn names_on(mut self) -> Vec<&'static str> {
        let on = |name: &&'static str| self.switch(name).is_some_and(|on| *on);
        Views::NAMES
            .map(|(name, _)| name)
            .into_iter()
            .filter(on)
            .collect()
    }

    /// Whether none is on.
    pub fn is_empty(&self) -> bool {
        self.names_on().is_empty()
    }

    /// Turns on a view by its name, or `tree:LEVEL`. False if there is no such view.
    pub fn turn_on(&mut self, name: &str) -> bool {
        if let Some(level) = name.strip_prefix("tree:") {
            let Ok(level) = level.parse() else {
                return false;
            };
            (self.tree, self.tree_level) = (true, level);
            return true;
        }
        self.switch(name).map(|on| *on = true).is_some()
    }
}

impl Arena {
    /// Draws the views that are on; the arena does not change.
    pub fn draw(&self, views: &Views, sink: &mut dyn DebugSink) {
        for actor in &self.actors {
            if views.wireframe {
                actor.model.draw_wireframe(&actor.pose, sink);
            }
            if views.tree {
                actor
                    .model
                    .draw_volumes(&actor.pose, views.tree_level, sink);
            }
            if views.pieces {
                draw_pieces(&actor.model, &actor.pose, sink);
            }
            if views.velocities {
                self.draw_velocity(actor, sink);
            }
        }
        if views.grid {
            self.draw_grid(sink);
            self.draw_pairs(sink);
        }
        if views.contacts {
            self.draw_contacts(sink);
        }
        if views.velocities {
            self.draw_contact_forces(sink);
        }
        if views.sweeps {
            self.draw_sweeps(views.pair, sink);
        }
        if views.budget {
            self.draw_budget(sink);
        }
    }

    /// The broad phase as it would be without the hall, which has a wall in every cell at the border.
    fn draw_grid(&self, sink: &mut dyn DebugSink) {
        // It was built with the same settings before.
        let Ok(mut broad) = self
            .settings
            .broad_phase
            .build(self.world.settings().region)
        else {
            return;
        };
        let bodies: Vec<BroadBody> = (self.actors.iter())
            .map(|actor| BroadBody {
                bounds: actor.model.aabb(&actor.pose),
                fixed: actor.is_fixed(),
            })
            .collect();
        broad.update(&bodies, &mut Vec::new());
        broad.draw(sink);
    }

    /// One line for each pair of actors that are near each other, by the strongest of its outcomes.
    fn draw_pairs(&self, sink: &mut dyn DebugSink) {
        let mut pairs: BTreeMap<(ActorId, ActorId), Option<PairEnd>> = BTreeMap::new();
        for (a, b) in self.world.near_pairs() {
            if let Some((a, Met::Actor(b), _)) = self.arena_pair(a, b) {
                pairs.insert((a, b), None);
            }
        }
        for test in &self.stats.tests {
            if let Met::Actor(b) = test.b {
                let end = pairs.entry((test.a, b)).or_default();
                *end = (*end).max(Some(test.end));
            }
        }
        for ((a, b), end) in pairs {
            let kind = match end {
                None | Some(PairEnd::Clear) => DebugKind::PairTested,
                Some(PairEnd::Meets) => DebugKind::PairHit,
                Some(PairEnd::Cut) => DebugKind::PairCut,
            };
            sink.line(self.over(a), self.over(b), kind);
        }
    }

    /// A place over an actor, for lines and labels.
    fn over(&self, id: ActorId) -> Vec3 {
        self.actor(id).pose.translation() + Vec3::Y * PAIR_LINE_HEIGHT
    }

    /// The places where actors are close, with their normals, and the impacts of the last step.
    fn draw_contacts(&self, sink: &mut dyn DebugSink) {
        let touches = self.world.touches().filter(|touch| touch.held);
        let impacts = self.world.report().impacts.iter();
        let held = touches.map(|touch| (touch.point, touch.normal));
        for (point, normal) in held.chain(impacts.map(|i| (i.point, i.normal))) {
            draw_cross(point, sink);
            sink.line(point, point + normal * 0.4, DebugKind::Normal);
        }
        for event in &self.events {
            if event.met.actor().is_none() && event.relative_speed < 1.0 {
                continue;
            }
            let text = format!("{:.1} m/s, {:.0} N s", event.relative_speed, event.impulse);
            sink.text(event.point + Vec3::Y * 0.3, &text, DebugKind::Contact);
        }
    }

    fn draw_velocity(&self, actor: &Actor, sink: &mut dyn DebugSink) {
        let Some(car) = actor.car() else {
            return;
        };
        let middle = actor.pose.transform_point(Vec3::Y);
        let tip = middle + actor.velocity * VELOCITY_SCALE;
        draw_arrow(middle, tip, DebugKind::Velocity, sink);
        let text = format!(
            "{:.1} m/s  {} deg/s",
            actor.velocity.length(),
            rounded(actor.angular_velocity.y.to_degrees(), 0)
        );
        sink.text(
            actor.pose.translation() + Vec3::Y * 1.4,
            &text,
            DebugKind::Velocity,
        );
        let Some(vehicle) = self.world.vehicle(car.vehicle) else {
            return;
        };
        let per_newton = FORCE_SCALE / (actor.mass * GRAVITY);
        for (place, wheel) in vehicle.mounts().into_iter().zip(vehicle.wheels()) {
            let foot = actor.pose.transform_point(place - Vec3::Y * wheel.length);
            let up = actor.up() * (wheel.load * per_newton * 2.0);
            if wheel.load > 0.0 {
                sink.line(foot, foot + up, DebugKind::Force);
            }
        }
    }

    fn draw_contact_forces(&self, sink: &mut dyn DebugSink) {
        for touch in self.world.touches().filter(|touch| touch.force > 0.0) {
            let Some((a, _, swapped)) = self.arena_pair(touch.a, touch.b) else {
                continue;
            };
            let weight = self.actor(a).mass.max(1.0) * GRAVITY;
            // What the other one does to the actor.
            let direction = if swapped { touch.normal } else { -touch.normal };
            let long = (touch.force / weight).min(4.0) * FORCE_SCALE;
            sink.line(
                touch.point,
                touch.point + direction * long,
                DebugKind::Force,
            );
        }
    }

    /// Over each car what its sweeps and searches for contacts cost in the last step, of what they
    /// were allowed; lines for pairs that took some, or were cut.
    fn draw_budget(&self, sink: &mut dyn DebugSink) {
        for (index, actor) in self.actors.iter().enumerate() {
            if actor.is_fixed() {
                continue;
            }
            let id = ActorId(index as u32);
            let is_own = |test: &&PairTest| test.a == id || test.b == Met::Actor(id);
            let sweeps = || self.stats.tests.iter().filter(is_own);
            let searches = || self.stats.searches.iter().filter(is_own);
            let own = || sweeps().chain(searches());
            let used: u64 = own().map(|test| test.used).sum();
            let cuts = own().filter(|test| test.end == PairEnd::Cut).count();
            let mut text = format!("{used} units, {}", counted(sweeps().count(), "sweep"));
            if searches().next().is_some() {
                text = format!("{text}, {}", counted(searches().count(), "contact search"));
            }
            if cuts > 0 {
                text = format!("{text}, {cuts} CUT");
                let bounds = actor.model.aabb(&actor.pose);
                draw_aabb(&bounds, sink, DebugKind::PairCut);
            }
            if used > 0 || cuts > 0 {
                sink.text(self.over(id) + Vec3::Y * 0.3, &text, DebugKind::Bounds);
            }
            for test in own().filter(|test| test.a == id && test.used > 0) {
                if let Met::Actor(b) = test.b {
                    let (from, to) = (self.over(id), self.over(b));
                    let kind = match test.end {
                        PairEnd::Clear => DebugKind::PairTested,
                        PairEnd::Meets => DebugKind::PairHit,
                        PairEnd::Cut => DebugKind::PairCut,
                    };
                    sink.line(from, to, kind);
                    let text = match test.allowed {
                        u64::MAX => test.used.to_string(),
                        allowed => format!("{} of {allowed}", test.used),
                    };
                    sink.text((from + to) * 0.5, &text, kind);
                }
            }
        }
    }
}

fn draw_cross(point: Vec3, sink: &mut dyn DebugSink) {
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        let arm = axis * (CONTACT_CROSS * 0.5);
        sink.line(point - arm, point + arm, DebugKind::Contact);
    }
}

fn draw_arrow(from: Vec3, to: Vec3, kind: DebugKind, sink: &mut dyn DebugSink) {
    sink.line(from, to, kind);
    let arrow = to - from;
    if arrow.length() < 0.1 {
        return;
    }
    let side = arrow.cross(Vec3::Y).normalize_or_zero() * 0.08;
    let neck = to - arrow.normalize() * 0.16;
    for wing in [side, -side] {
        sink.line(to, neck + wing, kind);
    }
}

/// Draws the edges between different convex pieces.
fn draw_pieces(model: &Model, pose: &Pose, sink: &mut dyn DebugSink) {
    let mesh = model.mesh();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for piece in model.pieces() {
        edges.clear();
        for triangle in piece {
            let [a, b, c] = mesh.triangles()[triangle as usize];
            edges.extend([(a, b), (b, c), (c, a)].map(|(p, q)| (p.min(q), p.max(q))));
        }
        edges.sort_unstable();
        // An edge of two triangles of the piece is inside it.
        for same in edges.chunk_by(|p, q| p == q).filter(|same| same.len() == 1) {
            let [from, to] = [same[0].0, same[0].1];
            let at = |v: u32| pose.transform_point(mesh.vertices()[v as usize]);
            sink.line(at(from), at(to), DebugKind::Piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_is_turned_on_by_its_name_and_no_other() {
        for (name, _) in Views::NAMES {
            let mut views = Views::default();
            assert!(views.is_empty() && views.turn_on(name));
            assert_eq!(views.names_on(), [name]);
        }
        let mut views = Views::default();
        assert!(views.turn_on("tree:4") && views.tree && views.tree_level == 4);
        for wrong in ["", "tres", "tree:", "tree:x", "grid:1"] {
            assert!(!views.turn_on(wrong), "{wrong}");
        }
    }
}
