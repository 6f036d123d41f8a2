//! Queries of views and hands: what the views draw and say, the costs, sweeps and nearest points behind it, and the
//! free way of things. Only the recording of contacts is turned on and off here; nothing else changes the arena.

use std::collections::BTreeSet;

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::{DebugKind, DebugSink, DebugTone, Query};
use dodgem_physics::{Body, PairEnd};
use glam::Vec3;

use crate::arena::debug_draw::{draw_all_pieces, each_actor};
use crate::arena::draw_contacts::draw_contacts;
use crate::arena::draw_pairs::{BodyCost, draw_broad_phase, draw_budget};
use crate::arena::draw_toi_trace::draw_sweeps;
use crate::arena::draw_velocities::draw_velocities;
use crate::arena::draw_volumes::draw_trees;
use crate::arena::free_way::Group;
use crate::arena::pair_trace::{
    NearestAt, PairTrace, is_of, recent_traces, step_trace, trace_ahead,
};
use crate::arena::recent_contacts::PastImpact;
use crate::arena::view_notes::queries::{notes_of_sweeps, notes_of_trees};
use crate::arena::view_notes::{
    ViewNote, count_asleep, has_cars, notes_of_budget, notes_of_contacts, notes_of_pairs,
    notes_of_pieces, notes_of_shapes, notes_of_velocities,
};
use crate::arena::{ActorId, Arena, Focus, Met, PairTest, View, Views, nearest_points, seconds_of};
use crate::console::fill;
use crate::params::{FOCUS_POST, FOCUS_RING_HEIGHT, LONG_LABELS};
use crate::view_words::{NoteWords, ViewWords};

impl Arena {
    /// Draws the views that are on, without changing the arena.
    pub fn draw(&self, views: &Views, sink: &mut dyn DebugSink) {
        for view in views.iter() {
            self.draw_view(view, views, sink);
        }
        self.draw_focus(views, sink);
    }

    /// Draws one view.
    pub fn draw_view(&self, view: View, views: &Views, sink: &mut dyn DebugSink) {
        match view {
            View::Shapes => each_actor(self, views, sink, |actor, sink| {
                actor.model.draw_wireframe(&actor.pose, sink);
            }),
            View::Pairs => draw_broad_phase(self, views, sink),
            View::Tree => draw_trees(self, views, sink),
            View::Pieces => draw_all_pieces(self, views, sink),
            View::Contacts => draw_contacts(self, views, sink),
            View::Sweeps => draw_sweeps(self, views, sink),
            View::Velocities => draw_velocities(self, views, sink),
            View::Budget => draw_budget(self, views, sink),
        }
        sink.tone(DebugTone::Plain);
    }

    /// Draws rings around the bodies in focus, and their names.
    pub fn draw_focus(&self, views: &Views, sink: &mut dyn DebugSink) {
        let bodies = views.focus.map(|focus| focus.bodies()).unwrap_or_default();
        for id in bodies {
            let Some(actor) = self.actors.get(id.index()) else {
                continue;
            };
            let middle = actor.pose.translation();
            let at = |part: usize| {
                let angle = part as f32 / 24.0 * std::f32::consts::TAU;
                let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
                middle
                    + Vec3::new(cos, 0.0, sin) * (actor.radius + 0.1)
                    + Vec3::Y * FOCUS_RING_HEIGHT
            };
            (0..24).for_each(|part| sink.line(at(part), at(part + 1), DebugKind::Focus));
            // A post leads from the name to its body.
            let top = middle + Vec3::Y * FOCUS_POST;
            sink.line(middle, top, DebugKind::Focus);
            sink.text(top, &actor.name, DebugKind::Focus);
        }
    }

    /// Turns the recording of contacts for the contact view on or off.
    pub fn remember_contacts(&mut self, wanted: bool) {
        self.record.remember_contacts(wanted);
    }

    /// Returns the impacts of the last half second, the oldest first.
    pub fn recent_impacts(&self) -> impl Iterator<Item = &PastImpact> {
        self.record.recent().impacts(self.steps())
    }

    /// Returns the nearest points of two actors: at the end of their sweep if a view shows it, otherwise now.
    /// None if they are unknown because the actors overlap.
    pub fn nearest_at(&self, pair: [ActorId; 2], views: &Views) -> Option<NearestAt> {
        let mut query = Query::default();
        // These views show a query, so the nearest points belong to that query.
        let of_query = views.has(View::Sweeps) || views.has(View::Tree);
        if let Some(trace) = self.pair_trace(pair).filter(|_| of_query) {
            let [one, other] = trace.bodies.map(|id| self.world.body(id));
            let bodies = [one?, other?];
            let mut poses = trace.poses(bodies, trace.end());
            let found = trace.nearest(bodies, trace.end(), &mut query);
            let (gap, points) = match (found, *trace.trace.record.answer) {
                (Some((gap, points)), _) => (gap as f32, points.map(|p| p.as_vec3())),
                (
                    None,
                    Sweep::Impact {
                        point_a, point_b, ..
                    },
                ) => (0.0, [point_a, point_b].map(|p| p.as_vec3())),
                (None, _) => return None,
            };
            if self.met_of(trace.bodies[0]).actor() != Some(pair[0]) {
                poses.reverse();
            }
            return Some(NearestAt {
                gap,
                points,
                poses,
                sweep: Some(trace.sweep),
            });
        }
        let actors = pair.map(|id| self.actor(id));
        let poses = actors.map(|actor| actor.pose);
        let bodies = actors.map(|actor| &self.world[actor.body]);
        let is_own = |contact: &&dodgem_physics::ContactPoint| {
            let met = [contact.a, contact.b].map(|body| self.met_of(body).actor());
            [met, [met[1], met[0]]].contains(&pair.map(Some))
        };
        let frames = bodies.map(Body::frame);
        let (gap, points) = match nearest_points(bodies.map(Body::collider), frames, &mut query) {
            Some((gap, points)) => (gap as f32, points.map(|p| p.as_vec3())),
            None => (
                0.0,
                [self.world.contacts().find(is_own)?.point.as_vec3(); 2],
            ),
        };
        Some(NearestAt {
            gap,
            points,
            poses,
            sweep: None,
        })
    }

    /// Returns the last sweep of two actors: the one of their recent impact, otherwise a look-ahead from
    /// their current poses. None if one of them is gone.
    pub fn pair_trace(&self, pair: [ActorId; 2]) -> Option<PairTrace> {
        let mut query = Query::default();
        let recent = recent_traces(self, Some(Focus::Pair(pair))).next();
        let found = recent.and_then(|(trace, age)| step_trace(self, trace, age, &mut query));
        found.or_else(|| trace_ahead(self, pair, &mut query))
    }

    /// True if the sweep of an impact between two actors in the current step is stored, so that it can be
    /// drawn.
    pub fn knows_sweep(&self, pair: [ActorId; 2]) -> bool {
        let mut traces = self.record.traces().iter();
        traces.any(|trace| trace.step == self.steps() && is_of(self, trace, Focus::Pair(pair)))
    }

    /// Returns the two actors of the latest stored impact between actors, and its age in seconds.
    pub fn last_crash(&self) -> Option<([ActorId; 2], f32)> {
        let traces = self.record.traces().iter().rev();
        let mut past = traces.filter(|trace| trace.step <= self.steps());
        past.find_map(|trace| {
            let [a, b] = trace.bodies.map(|body| self.met_of(body).actor());
            Some(([a?, b?], seconds_of(self.steps() - trace.step)))
        })
    }

    /// Returns all pairs of actors of which at least one can move, ordered by the distance of their boxes,
    /// then of their origins.
    pub fn nearest_pairs(&self) -> Vec<[ActorId; 2]> {
        let boxes: Vec<_> = self
            .actors
            .iter()
            .map(|actor| actor.model.aabb(&actor.pose))
            .collect();
        let mut pairs: Vec<([ActorId; 2], (f32, f32))> = Vec::new();
        for (a, one) in (0..).zip(&self.actors) {
            for (b, other) in (0..).zip(&self.actors).skip(a as usize + 1) {
                let gone = one.is_gone() || other.is_gone();
                if gone || one.is_fixed() && other.is_fixed() {
                    continue;
                }
                let [p, q] = [&boxes[a as usize], &boxes[b as usize]];
                let gap = (p.min - q.max).max(q.min - p.max).max(Vec3::ZERO).length();
                let far = one.pose.translation().distance(other.pose.translation());
                pairs.push(([ActorId(a), ActorId(b)], (gap, far)));
            }
        }
        pairs.sort_by(|(_, p), (_, q)| p.0.total_cmp(&q.0).then(p.1.total_cmp(&q.1)));
        pairs.into_iter().map(|(pair, _)| pair).collect()
    }

    /// Returns the cost of an actor's queries in the last step.
    pub fn cost_of(&self, id: ActorId) -> BodyCost {
        let is_own = |test: &&PairTest| test.a == id || test.b == Met::Actor(id);
        let (sweeps, searches) = (self.stats().tests.iter(), self.stats().searches.iter());
        let mut cost = BodyCost::default();
        for test in sweeps.filter(is_own) {
            cost.sweeps += 1;
            cost.used += test.used;
            cost.cuts += usize::from(test.end == PairEnd::Cut);
        }
        for test in searches.filter(is_own) {
            cost.searches += 1;
            cost.used += test.used;
            cost.cuts += usize::from(test.end == PairEnd::Cut);
        }
        cost
    }

    /// Returns the cost of each pair in the last step that needed work or was cut, the most expensive first.
    pub fn pair_costs(&self) -> Vec<PairTest> {
        let mut pairs: Vec<PairTest> = Vec::new();
        for test in self.stats().tests.iter().chain(&self.stats().searches) {
            let known = pairs
                .iter_mut()
                .find(|pair| (pair.a, pair.b) == (test.a, test.b));
            match known {
                Some(pair) => {
                    pair.used += test.used;
                    pair.allowed = pair.allowed.saturating_add(test.allowed);
                    pair.end = pair.end.max(test.end);
                }
                None => pairs.push(*test),
            }
        }
        pairs.retain(|pair| pair.used > 0 || pair.end == PairEnd::Cut);
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.used));
        pairs
    }

    /// Returns the name of an actor or of a part of the hall.
    pub fn name_of(&self, met: Met) -> &str {
        match met {
            Met::Actor(id) => &self.actor(id).name,
            Met::Hall(part) => part.name(),
        }
    }

    /// True if so few bodies can move that labels above all of them are readable.
    pub fn has_room_for_words(&self) -> bool {
        self.actors.iter().filter(|actor| !actor.is_fixed()).count() <= LONG_LABELS
    }

    /// Returns the texts of a view.
    pub fn view_notes(&self, view: View, views: &Views, words: &ViewWords) -> Vec<ViewNote> {
        match view {
            View::Shapes => notes_of_shapes(self, views, words),
            View::Pairs => notes_of_pairs(self, views, words),
            View::Tree => notes_of_trees(self, views, words),
            View::Pieces => notes_of_pieces(self, views, words),
            View::Contacts => notes_of_contacts(self, views, words),
            View::Sweeps => notes_of_sweeps(self, views, words),
            View::Velocities => notes_of_velocities(self, views, words),
            View::Budget => notes_of_budget(self, views, words),
        }
    }

    /// Returns a sentence that describes a view for this level.
    pub fn view_about(&self, view: View, words: &ViewWords) -> &'static str {
        match view {
            View::Velocities if !has_cars(self) => words.views.velocities_of_things,
            _ => words.title(view).1,
        }
    }

    /// Returns the name of the broad phase on screen.
    pub(super) fn broad_phase_name(&self, words: &NoteWords) -> String {
        let grid = |cells: &str| fill(words.grid, &[("cells", &cells)]);
        match self.settings.broad_phase {
            BroadPhaseKind::AllPairs => words.all_pairs.to_owned(),
            BroadPhaseKind::AxisSort => words.sorted_axis.to_owned(),
            BroadPhaseKind::Grid2 { cells: (x, z) } => grid(&format!("{x} x {z}")),
            BroadPhaseKind::Grid3 { cells: (x, y, z) } => grid(&format!("{x} x {y} x {z}")),
            BroadPhaseKind::HashGrid { cell_size } => {
                fill(words.hash_grid, &[("size", &cell_size)])
            }
            BroadPhaseKind::SweepAndPrune => words.sweep_and_prune.to_owned(),
        }
    }

    /// Returns the level of the leaves of the deepest tree; 0 is the root.
    pub fn deepest_tree_level(&self) -> usize {
        let levels = self.actors.iter().map(|actor| actor.model.tree_levels());
        levels.max().unwrap_or(1).saturating_sub(1)
    }

    /// Returns the name of the bounding volume in the level's trees.
    pub fn volume_name(&self) -> &'static str {
        let actor = self.actors.first();
        actor.map_or("none", |actor| actor.model.options().volume.name())
    }

    /// Returns the text of a view that has nothing to draw.
    pub fn nothing_to_show(&self, view: View, views: &Views, words: &ViewWords) -> &'static str {
        let words = &words.views;
        let is_pair = matches!(views.focus, Some(Focus::Pair(_)));
        match view {
            View::Budget => {
                let stats = self.stats();
                let was_asked = !(stats.tests.is_empty() && stats.searches.is_empty());
                match was_asked || stats.used > 0 {
                    true => words.no_cost,
                    false => words.no_search,
                }
            }
            _ if is_pair => words.not_between,
            View::Pairs => words.no_pairs,
            View::Contacts if count_asleep(self) > 0 => words.only_sleepers,
            View::Contacts => words.no_contacts,
            View::Sweeps if views.focus.is_some() => words.no_sweep_of_it,
            View::Sweeps => words.no_sweep,
            View::Velocities => words.nothing_moves,
            View::Shapes | View::Tree | View::Pieces => words.no_body,
        }
    }

    /// Removes a focus on a body that is gone.
    pub fn valid_focus(&self, focus: Option<Focus>) -> Option<Focus> {
        focus.filter(|focus| focus.bodies().iter().all(|id| self.is_present(*id)))
    }

    /// Returns the distance that actors can move together along `way`, in metres, until one is `gap` away from
    /// an obstacle. A body that one touches and moves away from is no obstacle to it.
    pub fn free_way(&self, actors: &BTreeSet<ActorId>, way: Vec3, gap: f32) -> f32 {
        Group::of(self, actors, gap).free_way(way)
    }

    /// Returns the distance that one of some actors can move along `way`, as [`Arena::free_way`] does, without
    /// the others.
    pub fn free_way_among(
        &self,
        id: ActorId,
        actors: &BTreeSet<ActorId>,
        way: Vec3,
        gap: f32,
    ) -> f32 {
        match self.present(id) {
            Ok(actor) => Group::of(self, actors, gap).free_way_of(actor.body, way),
            Err(_) => 0.0,
        }
    }

    /// Returns how actors move together by a pull along `way`, in metres: to the first obstacle, then along its surface,
    /// and along those of further ones, always `gap` away from them.
    pub fn slide(&self, actors: &BTreeSet<ActorId>, way: Vec3, gap: f32) -> Vec3 {
        Group::of(self, actors, gap).slide(way)
    }
}
