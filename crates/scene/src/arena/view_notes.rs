//! Texts and numbers of the debug views, each with an explanation, for the legend beside the line colours.

pub(super) mod queries;

use std::collections::BTreeSet;

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::query::Stage;
use dodgem_physics::{OnCut, PairEnd};

use crate::arena::draw_contacts::is_clear_meeting;
use crate::arena::draw_pairs::broad_pairs;
use crate::arena::{Actor, ActorId, Arena, Focus, Met, Response, Views};
use crate::console::counted;
use crate::params::{
    CHIEF_ITEMS, FORCE_SCALE, IMPULSE_SCALE, PAST_CONTACT_SECONDS, SPEED_SHOWN, SPIN_SHOWN,
    VELOCITY_SCALE,
};

/// A text of a view with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewNote {
    /// Text in the legend.
    pub text: String,
    /// Explanation in a sentence; empty if none is needed.
    pub about: &'static str,
}

fn note(text: impl Into<String>, about: &'static str) -> ViewNote {
    let text = text.into();
    ViewNote { text, about }
}

/// Returns a note on the items that a view draws faintly; none if it draws all in full.
fn rest_note(views: &Views, count: usize, what: &str) -> Option<ViewNote> {
    let rest = count.checked_sub(CHIEF_ITEMS).filter(|rest| *rest > 0)?;
    views.focus.is_none().then(|| {
        note(
            format!("in full: {CHIEF_ITEMS} {what}; {rest} more are faint"),
            "Those that matter most; a focus shows all of its bodies.",
        )
    })
}

/// Formats a number for the whole level and, beside it, for the focus.
fn all_and_focused(views: &Views, of: impl Fn(&Views) -> String) -> String {
    let these = match views.focus {
        None => return of(views),
        Some(Focus::One(_)) => "this one",
        Some(Focus::Pair(_)) => "these two",
    };
    format!("all: {}; {these}: {}", of(&Views::default()), of(views))
}

/// Explanation of [`Response::Classic`].
pub const RULE_OF_2002: &str = "Each car leaves straight away from the crash with the other's momentum. Energy and spin are not conserved; against fixed bodies the usual rule holds.";

pub(super) fn has_cars(arena: &Arena) -> bool {
    arena.actors.iter().any(Actor::is_car)
}

/// Returns a sum over the bodies that are drawn in full.
fn sum_of_clear(arena: &Arena, views: &Views, of: impl Fn(&Actor) -> usize) -> usize {
    let actors = arena.present_actors().filter(|(id, _)| views.is_clear(*id));
    actors.map(|(_, actor)| of(actor)).sum()
}

pub(super) fn notes_of_shapes(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let text = all_and_focused(views, |views| {
        let bodies = sum_of_clear(arena, views, |_| 1);
        let triangles = sum_of_clear(arena, views, |actor| actor.model.mesh().triangles().len());
        let triangles = counted(triangles, "triangle");
        match bodies {
            1 => format!("{triangles} of 1 body"),
            _ => format!("{triangles} of {bodies} bodies"),
        }
    });
    let about = match has_cars(arena) {
        true => {
            "Drivers and number plates, hidden now, do not collide; walls and floor are planes."
        }
        false => "Walls and floor are planes.",
    };
    vec![note(text, about)]
}

pub(super) fn notes_of_pairs(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let about = match arena.settings.broad_phase {
        BroadPhaseKind::AllPairs => "The broad phase: every body is compared with every other.",
        BroadPhaseKind::AxisSort => "The broad phase: bodies whose bars overlap are compared.",
        BroadPhaseKind::Grid2 { .. }
        | BroadPhaseKind::Grid3 { .. }
        | BroadPhaseKind::HashGrid { .. } => {
            "The broad phase: bodies of one cell or neighbours are compared."
        }
        BroadPhaseKind::SweepAndPrune => {
            "The broad phase: bodies whose bars overlap along all axes are a pair."
        }
    };
    let mut notes = vec![note(arena.broad_phase_name(), about)];
    let Some(broad) = broad_pairs(arena) else {
        return notes;
    };
    let text = all_and_focused(views, |views| {
        let rejected = broad.rejected.iter();
        let rejected = rejected.filter(|(a, b)| views.is_clear_pair(*a, Some(*b)));
        let rejected = counted(rejected.count(), "pair");
        let accepted = broad.count(views, |_| true);
        format!("{rejected} rejected, {accepted} accepted")
    });
    let about = "Accepted: their boxes for the whole step overlap; no walls here.";
    notes.push(note(text, about));
    notes.extend(note_of_sleepers(arena));
    let text = all_and_focused(views, |views| {
        let [apart, meet, cut] = [PairEnd::Clear, PairEnd::Meets, PairEnd::Cut]
            .map(|end| broad.count(views, |pair| !pair.sleeps && pair.end == end));
        let sleep = match broad.count(views, |pair| pair.sleeps) {
            0 => String::new(),
            count => format!(", {count} asleep"),
        };
        format!("{apart} apart, {meet} hit or touch, {cut} CUT{sleep}")
    });
    notes.push(note(
        text,
        "The accepted pairs by their outcome. CUT: the budget ended before the answer; 0 is as it should be.",
    ));
    let text = all_and_focused(views, |views| {
        let swept = broad.count(views, |pair| pair.swept);
        let searched = broad.count(views, |pair| pair.searched);
        format!("{swept} swept, {searched} searched for contacts")
    });
    let about = match arena.settings.stages.has(Stage::Plane) {
        true => {
            "The others needed no query: a kept plane, kept contacts or the balls around them decided."
        }
        false => "The others needed no query: kept contacts or the balls around them decided.",
    };
    notes.push(note(text, about));
    notes
}

pub(super) fn notes_of_pieces(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let text = all_and_focused(views, |views| {
        let pieces = sum_of_clear(arena, views, |actor| actor.model.report().pieces);
        counted(pieces, "convex piece")
    });
    let about = "Patches without a dent, compared as a whole, not by triangles.";
    let mut notes = vec![note(text, about)];
    if views.focus.is_some() {
        notes.push(note(
            "colours: only in focus",
            "The pieces of all other bodies are faint and of one colour.",
        ));
    }
    notes
}

pub(super) fn notes_of_contacts(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let held = all_and_focused(views, |views| {
        let held = arena.world.contacts().filter(|contact| {
            let met = [contact.a, contact.b].map(|body| arena.met_of(body));
            contact.active && is_clear_meeting(views, met)
        });
        format!("{} held now", counted(held.count(), "place"))
    });
    let about = match has_cars(arena) {
        true => "The solver keeps bodies apart there, touching or nearly so. Wheels stand on rays.",
        false => "The solver keeps bodies apart there: they touch, or nearly so.",
    };
    let mut notes = vec![note(held, about)];
    let held = arena.world.contacts().filter(|contact| contact.active);
    notes.extend(rest_note(views, held.count(), "places, by force"));
    notes.extend(note_of_sleepers(arena));
    let hits = all_and_focused(views, |views| {
        let hits = arena
            .recent_impacts()
            .filter(|past| is_clear_meeting(views, [Met::Actor(past.impact.a), past.impact.met]));
        counted(hits.count(), "impact")
    });
    notes.push(note(
        format!("in the last {PAST_CONTACT_SECONDS} s: {hits}"),
        "Closing speed, m/s, and impulse, N s. Slow wall hits: not drawn.",
    ));
    notes.push(note(
        format!("impulse: 1 m of arrow is {:.0} N s", 1.0 / IMPULSE_SCALE),
        "250 kg stopped from 4 m/s: 1000 N s. A bar at its tip: over 2.5 m.",
    ));
    notes.extend(rule_note(arena));
    notes
}

/// Returns the number of sleeping bodies.
pub(super) fn count_asleep(arena: &Arena) -> usize {
    let bodies = arena.present_actors();
    let bodies = bodies.filter_map(|(_, actor)| arena.world.body(actor.body));
    bodies.filter(|body| body.is_asleep()).count()
}

/// Returns a note on sleeping bodies: their contacts are neither searched for nor held by the solver.
fn note_of_sleepers(arena: &Arena) -> Option<ViewNote> {
    let asleep = count_asleep(arena);
    (asleep > 0).then(|| {
        note(
            match asleep {
                1 => "1 body sleeps".to_owned(),
                _ => format!("{asleep} bodies sleep"),
            },
            "They rest on each other: no query and no contacts until one is hit.",
        )
    })
}

pub(super) fn notes_of_velocities(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let about = match arena.has_room_for_words() {
        true => "And how fast it turns, in degrees a second.",
        false => "With so many bodies one number: the speed, or deg/s if it only turns.",
    };
    let mut notes = vec![
        note("numbers: speed in m/s", about),
        note(
            format!("velocity: 1 m of arrow is {:.1} m/s", 1.0 / VELOCITY_SCALE),
            "",
        ),
        note(
            format!("force: {FORCE_SCALE} m of line is the body's own weight"),
            match has_cars(arena) {
                true => {
                    "At wheels the spring's load, twice as long; at contacts the other body's push. A bar across the tip: it is more."
                }
                false => {
                    "At contacts: the push on the upper one. A bar across the tip: it is more."
                }
            },
        ),
    ];
    let moving = arena.present_actors().filter(|(_, actor)| {
        actor.velocity.length() >= SPEED_SHOWN || actor.angular_velocity.length() >= SPIN_SHOWN
    });
    if !has_cars(arena) {
        notes.extend(rest_note(views, moving.count(), "bodies, by motion"));
    }
    if has_cars(arena) && arena.has_room_for_words() {
        notes.push(note(
            "words over cars: the driver's plan",
            "attacks NAME; runs up: drives off to come back fast; cruises; dodges; jumps; reverses: was stuck; waits.",
        ));
    }
    notes.extend(rule_note(arena));
    notes
}

fn rule_note(arena: &Arena) -> Option<ViewNote> {
    match arena.settings.response {
        Response::Impulse { .. } => None,
        Response::Classic => Some(note("hits follow the rule of 2002", RULE_OF_2002)),
        Response::Stop => Some(note(
            "hits stop both",
            "Each body of a crash stops and turns no more. Neither momentum nor energy is conserved.",
        )),
    }
}

pub(super) fn notes_of_budget(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let stats = arena.stats();
    let allowed = match stats.budget {
        u64::MAX => "(no limit here)".to_owned(),
        units => format!("of {units} allowed"),
    };
    let of_pairs = |views: &Views| -> u64 {
        let pairs = arena.pair_costs().into_iter();
        let pairs = pairs.filter(|pair| views.is_clear_pair(pair.a, pair.b.actor()));
        pairs.map(|pair| pair.used).sum()
    };
    let work = counted(stats.used as usize, "unit");
    let pairs = all_and_focused(views, |views| of_pairs(views).to_string());
    let mut notes = vec![
        note(
            format!("work: {work} {allowed}"),
            "A unit: one test of two volumes, pieces or triangles.",
        ),
        note(
            format!("of these, sweeps and contact searches: {pairs}"),
            "All: with walls and floor too. The rest of the work: kept contacts, and zones.",
        ),
    ];
    let cut = stats.cuts + stats.search_cuts;
    let about = match arena.settings.on_cut {
        OnCut::Wait if stats.budget == u64::MAX => {
            "CUT: stopped before the answer, at the limit of one query; the two wait where they are apart."
        }
        OnCut::Wait => "CUT: stopped before the answer; the two wait where they are apart.",
        OnCut::Hit => "CUT: stopped before the answer; as in 2002, that counts as a hit.",
    };
    notes.push(note(
        format!(
            "{}, {}, {cut} of these CUT, walls included",
            counted(stats.tests.len(), "sweep"),
            counted(stats.searches.len(), "contact search")
        ),
        about,
    ));
    let tests = stats.tests.iter().chain(&stats.searches);
    let tests = tests.filter(|test| test.used > 0);
    let bodies = tests.flat_map(|test| [Some(test.a), test.b.actor()]);
    let bodies: BTreeSet<ActorId> = bodies.flatten().collect();
    notes.extend(rest_note(views, bodies.len(), "bodies, by cost"));
    if stats.waiting > 0 {
        let lacks = stats.debt * 1000.0;
        notes.push(note(
            format!("{} wait, {lacks:.1} ms behind", stats.waiting),
            "They stood still for a part of the step: no work was left for them, or too many are near each other.",
        ));
    }
    notes
}
