//! The pair views: pairs that the broad phase accepted or rejected, and the results and costs of the accepted
//! ones in the last step.

use std::collections::BTreeMap;

use glam::Vec3;

use dodgem_collide::broad_phase::{BroadBody, BroadPhase, Pair};
use dodgem_collide::debug_draw::draw_aabb;
use dodgem_collide::{DebugKind, DebugSink};
use dodgem_physics::PairEnd;

use crate::arena::debug_draw::{chief, tone};
use crate::arena::{ActorId, Arena, Met, Views};
use crate::console::counted;
use crate::params::{PAIR_LINE_HEIGHT, PAIRS_WITH_POSTS, REJECTED_DRAWN};

/// Result of the broad phase for the actors. The hall is left out, because it is near to all of them.
pub(super) struct BroadPairs {
    pub method: Box<dyn BroadPhase>,
    /// Pairs that the method compared (by cells or sorted axes) and rejected, because their boxes are apart.
    pub rejected: Vec<(ActorId, ActorId)>,
    /// Pairs whose boxes overlapped, with their results.
    pub accepted: BTreeMap<(ActorId, ActorId), NearPair>,
}

/// Result of a pair of actors that the broad phase accepted in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NearPair {
    /// The strongest result of its sweeps and contact searches; [`PairEnd::Meets`] also if the two touch.
    pub end: PairEnd,
    /// True if it was swept.
    pub swept: bool,
    /// True if its contacts were searched for.
    pub searched: bool,
    /// True if both sleep, or one sleeps and the other never moves: the pair needed no query.
    pub sleeps: bool,
}

impl BroadPairs {
    /// Returns the number of accepted pairs that are drawn in full and satisfy the condition.
    pub fn count(&self, views: &Views, is_wanted: impl Fn(&NearPair) -> bool) -> usize {
        let pairs = self.accepted.iter();
        let clear = pairs.filter(|((a, b), _)| views.is_clear_pair(*a, Some(*b)));
        clear.filter(|(_, pair)| is_wanted(pair)).count()
    }
}

impl Default for NearPair {
    fn default() -> Self {
        NearPair {
            end: PairEnd::Clear,
            swept: false,
            searched: false,
            sleeps: false,
        }
    }
}

/// Cost of one body in the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BodyCost {
    /// Work units of its sweeps and contact searches.
    pub used: u64,
    /// Number of its sweeps.
    pub sweeps: usize,
    /// Number of its contact searches that used the whole shape.
    pub searches: usize,
    /// Number of both that the budget cut.
    pub cuts: usize,
}

/// Runs the broad phase without the hall; None if the settings are invalid.
pub(super) fn broad_pairs(arena: &Arena) -> Option<BroadPairs> {
    // The arena was built with these settings, so they are valid.
    let region = arena.world.settings().region;
    let mut method = arena.settings.broad_phase.build(region).ok()?;
    let (ids, bodies): (Vec<ActorId>, Vec<BroadBody>) = (arena.present_actors())
        .map(|(id, actor)| {
            let body = BroadBody {
                bounds: actor.model.aabb(&actor.pose),
                fixed: actor.is_fixed(),
            };
            (id, body)
        })
        .unzip();
    let mut pairs: Vec<Pair> = Vec::new();
    method.update(&bodies, &mut pairs);
    method.compared(&mut pairs);
    let accepted = accepted_pairs(arena);
    let of = |index: u32| ids[index as usize];
    let rejected = pairs.iter().map(|pair| (of(pair.a), of(pair.b)));
    let rejected = rejected
        .filter(|pair| !accepted.contains_key(pair))
        .collect();
    Some(BroadPairs {
        method,
        rejected,
        accepted,
    })
}

/// Returns the pairs of actors whose boxes overlapped in the last step, the smaller id first.
fn accepted_pairs(arena: &Arena) -> BTreeMap<(ActorId, ActorId), NearPair> {
    let key = |a: ActorId, b: ActorId| (a.min(b), a.max(b));
    let mut pairs: BTreeMap<_, NearPair> = BTreeMap::new();
    for (a, b) in arena.world.near_pairs() {
        if let Some((a, Met::Actor(b), _)) = arena.owners.pair(a, b) {
            let still = |id: ActorId| {
                let body = arena.world.body(arena.actor(id).body);
                arena.actor(id).is_fixed() || body.is_some_and(|body| body.is_asleep())
            };
            let pair = NearPair {
                sleeps: still(a) && still(b),
                ..NearPair::default()
            };
            pairs.insert(key(a, b), pair);
        }
    }
    let asked = [
        (&arena.stats().tests, true),
        (&arena.stats().searches, false),
    ];
    for (tests, swept) in asked {
        for test in tests {
            if let Met::Actor(b) = test.b {
                let pair = pairs.entry(key(test.a, b)).or_default();
                pair.end = pair.end.max(test.end);
                pair.swept |= swept;
                pair.searched |= !swept;
            }
        }
    }
    for contact in arena.world.contacts().filter(|contact| contact.active) {
        if let Some((a, Met::Actor(b), _)) = arena.owners.pair(contact.a, contact.b)
            && let Some(pair) = pairs.get_mut(&key(a, b))
        {
            pair.end = pair.end.max(PairEnd::Meets);
        }
    }
    pairs
}

pub(super) fn draw_broad_phase(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    let Some(broad) = broad_pairs(arena) else {
        return;
    };
    sink.tone(tone(views.focus.is_none()));
    broad.method.draw(sink);
    let clear = |a: ActorId, b: ActorId| tone(views.is_clear_pair(a, Some(b)));
    // Only the nearest ones: the lines of all of them would hide the rest.
    let far = |(a, b): &(ActorId, ActorId)| over(arena, *a).distance_squared(over(arena, *b));
    let clear_pairs = broad.count(views, |pair| !pair.sleeps);
    let mut rejected = broad.rejected;
    rejected.sort_by(|p, q| far(p).total_cmp(&far(q)));
    for (a, b) in rejected.into_iter().take(REJECTED_DRAWN) {
        sink.tone(clear(a, b));
        sink.line(over(arena, a), over(arena, b), DebugKind::PairRejected);
    }
    let asked = broad.accepted.into_iter();
    for ((a, b), pair) in asked.filter(|(_, pair)| !pair.sleeps) {
        sink.tone(clear(a, b));
        draw_pair(arena, [a, b], clear_pairs, kind_of(pair.end), sink);
    }
}

/// Draws a line between two actors, raised so that it is visible, with a post down to each of them. With
/// many pairs the posts would hide the scene, so the lines then run from origin to origin.
fn draw_pair(
    arena: &Arena,
    pair: [ActorId; 2],
    of: usize,
    kind: DebugKind,
    sink: &mut dyn DebugSink,
) {
    let [a, b] = pair.map(|id| arena.actor(id).pose.translation());
    if of > PAIRS_WITH_POSTS {
        return sink.line(a, b, kind);
    }
    let [over_a, over_b] = pair.map(|id| over(arena, id));
    for (from, to) in [(over_a, over_b), (a, over_a), (b, over_b)] {
        sink.line(from, to, kind);
    }
}

/// Returns a place above an actor, for lines and labels.
pub(super) fn over(arena: &Arena, id: ActorId) -> Vec3 {
    arena.actor(id).pose.translation() + Vec3::Y * PAIR_LINE_HEIGHT
}

/// Returns the bodies that cost something in the last step, each with its cost, and the size by which they are
/// ordered: cut ones come first.
fn costly_bodies(arena: &Arena, views: &Views) -> Vec<(ActorId, BodyCost, f32)> {
    let bodies = arena
        .present_actors()
        .filter(|(_, actor)| !actor.is_fixed());
    let costs = bodies.map(|(id, _)| (id, arena.cost_of(id)));
    let costs = costs.filter(|(_, cost)| cost.used > 0 || cost.cuts > 0);
    let sized = costs.map(|(id, cost)| {
        let size = match (views.is_clear(id), cost.cuts) {
            (false, _) => f32::NEG_INFINITY,
            (true, 0) => cost.used as f32,
            (true, _) => f32::INFINITY,
        };
        (id, cost, size)
    });
    sized.collect()
}

/// Draws above each body the work units of its sweeps and contact searches in the last step and its cuts,
/// and lines for the pairs that needed work or were cut.
pub(super) fn draw_budget(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    let costs = costly_bodies(arena, views);
    let sizes: Vec<f32> = costs.iter().map(|(_, _, size)| *size).collect();
    for ((id, cost, _), shown) in costs.into_iter().zip(chief(&sizes)) {
        let actor = arena.actor(id);
        let shown = shown || views.focus.is_some();
        sink.tone(tone(views.is_clear(id) && shown));
        let mut text = counted(cost.used as usize, "unit");
        if cost.cuts > 0 {
            text = format!("{text}, {} CUT", cost.cuts);
            let bounds = actor.model.aabb(&actor.pose);
            draw_aabb(&bounds, sink, DebugKind::PairCut);
        }
        sink.text(over(arena, id) + Vec3::Y * 0.3, &text, DebugKind::Cost);
    }
    let near = accepted_pairs(arena);
    let costs = arena.pair_costs();
    let clear_pairs = (costs.iter())
        .filter(|pair| views.is_clear_pair(pair.a, pair.b.actor()))
        .count();
    let sizes: Vec<f32> = costs.iter().map(|pair| pair.used as f32).collect();
    for (pair, shown) in costs.into_iter().zip(chief(&sizes)) {
        let Met::Actor(b) = pair.b else {
            continue;
        };
        let (low, high) = (pair.a.min(b), pair.a.max(b));
        let end = near.get(&(low, high)).map_or(pair.end, |near| near.end);
        let shown = shown || views.focus.is_some();
        sink.tone(tone(shown && views.is_clear_pair(pair.a, Some(b))));
        draw_pair(arena, [low, high], clear_pairs, kind_of(end), sink);
    }
}

/// Returns the colour of a pair's line for its result.
fn kind_of(end: PairEnd) -> DebugKind {
    match end {
        PairEnd::Clear => DebugKind::PairTested,
        PairEnd::Meets => DebugKind::PairHit,
        PairEnd::Cut => DebugKind::PairCut,
    }
}
