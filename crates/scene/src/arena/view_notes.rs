//! Texts and numbers of the debug views, each with an explanation, for the legend beside the line colours.

pub(super) mod queries;

use std::collections::BTreeSet;
use std::fmt::Display;

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::query::Stage;
use dodgem_physics::{OnCut, PairEnd};

use crate::arena::draw_contacts::is_clear_meeting;
use crate::arena::draw_pairs::broad_pairs;
use crate::arena::{Actor, ActorId, Arena, Focus, Met, Response, Views};
use crate::console::fill;
use crate::params::{
    CHIEF_ITEMS, FORCE_SCALE, IMPULSE_SCALE, PAST_CONTACT_SECONDS, SPEED_SHOWN, SPIN_SHOWN,
    VELOCITY_SCALE,
};
use crate::texts::count_of;
use crate::view_words::ViewWords;

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
fn rest_note(words: &ViewWords, views: &Views, count: usize, things: &str) -> Option<ViewNote> {
    let rest = count.checked_sub(CHIEF_ITEMS).filter(|rest| *rest > 0)?;
    let parts: [(&str, &dyn Display); 3] = [
        ("count", &CHIEF_ITEMS),
        ("things", &things),
        ("rest", &rest),
    ];
    let text = fill(words.notes.rest, &parts);
    (views.focus.is_none()).then(|| note(text, words.about.rest))
}

/// Formats a number for the whole level and, beside it, for the focus.
fn all_and_focused(words: &ViewWords, views: &Views, of: impl Fn(&Views) -> String) -> String {
    let notes = &words.notes;
    let these = match views.focus {
        None => return of(views),
        Some(Focus::One(_)) => notes.this_one,
        Some(Focus::Pair(_)) => notes.these_two,
    };
    let (all, focused) = (of(&Views::default()), of(views));
    let parts: [(&str, &dyn Display); 3] =
        [("all", &all), ("these", &these), ("focused", &focused)];
    fill(notes.all_and_focused, &parts)
}

pub(super) fn has_cars(arena: &Arena) -> bool {
    arena.actors.iter().any(Actor::is_car)
}

/// Returns a sum over the bodies that are drawn in full.
fn sum_of_clear(arena: &Arena, views: &Views, of: impl Fn(&Actor) -> usize) -> usize {
    let actors = arena.present_actors().filter(|(id, _)| views.is_clear(*id));
    actors.map(|(_, actor)| of(actor)).sum()
}

pub(super) fn notes_of_shapes(arena: &Arena, views: &Views, words: &ViewWords) -> Vec<ViewNote> {
    let (notes_of, about_of) = (&words.notes, &words.about);
    let text = all_and_focused(words, views, |views| {
        let bodies = sum_of_clear(arena, views, |_| 1);
        let triangles = sum_of_clear(arena, views, |actor| actor.model.mesh().triangles().len());
        let triangles = count_of(triangles, notes_of.triangle, notes_of.triangles);
        let text = if bodies == 1 {
            notes_of.of_body
        } else {
            notes_of.of_bodies
        };
        fill(text, &[("triangles", &triangles), ("count", &bodies)])
    });
    let about = match has_cars(arena) {
        true => about_of.shapes_with_cars,
        false => about_of.shapes,
    };
    vec![note(text, about)]
}

pub(super) fn notes_of_pairs(arena: &Arena, views: &Views, words: &ViewWords) -> Vec<ViewNote> {
    let (notes_of, about_of) = (&words.notes, &words.about);
    let about = match arena.settings.broad_phase {
        BroadPhaseKind::AllPairs => about_of.all_pairs,
        BroadPhaseKind::AxisSort => about_of.sorted_axis,
        BroadPhaseKind::Grid2 { .. }
        | BroadPhaseKind::Grid3 { .. }
        | BroadPhaseKind::HashGrid { .. } => about_of.cells,
        BroadPhaseKind::SweepAndPrune => about_of.sweep_and_prune,
    };
    let mut notes = vec![note(arena.broad_phase_name(notes_of), about)];
    let Some(broad) = broad_pairs(arena) else {
        return notes;
    };
    let text = all_and_focused(words, views, |views| {
        let rejected = broad.rejected.iter();
        let rejected = rejected.filter(|(a, b)| views.is_clear_pair(*a, Some(*b)));
        let accepted = broad.count(views, |_| true);
        let text = match rejected.clone().count() {
            1 => notes_of.rejected_one,
            _ => notes_of.rejected,
        };
        fill(
            text,
            &[("count", &rejected.count()), ("accepted", &accepted)],
        )
    });
    notes.push(note(text, about_of.accepted));
    notes.extend(note_of_sleepers(arena, words));
    let text = all_and_focused(words, views, |views| {
        let [apart, meet, cut] = [PairEnd::Clear, PairEnd::Meets, PairEnd::Cut]
            .map(|end| broad.count(views, |pair| !pair.sleeps && pair.end == end));
        let sleep = match broad.count(views, |pair| pair.sleeps) {
            0 => String::new(),
            count => fill(notes_of.asleep, &[("count", &count)]),
        };
        let parts: [(&str, &dyn Display); 3] = [("apart", &apart), ("meet", &meet), ("cut", &cut)];
        fill(notes_of.ends, &parts) + &sleep
    });
    notes.push(note(text, about_of.ends));
    let text = all_and_focused(words, views, |views| {
        let swept = broad.count(views, |pair| pair.swept);
        let searched = broad.count(views, |pair| pair.searched);
        fill(
            notes_of.swept,
            &[("swept", &swept), ("searched", &searched)],
        )
    });
    let about = match arena.settings.stages.has(Stage::Plane) {
        true => about_of.no_query,
        false => about_of.no_query_without_planes,
    };
    notes.push(note(text, about));
    notes
}

pub(super) fn notes_of_pieces(arena: &Arena, views: &Views, words: &ViewWords) -> Vec<ViewNote> {
    let (notes_of, about_of) = (&words.notes, &words.about);
    let text = all_and_focused(words, views, |views| {
        let pieces = sum_of_clear(arena, views, |actor| actor.model.report().pieces);
        count_of(pieces, notes_of.piece, notes_of.pieces)
    });
    let mut notes = vec![note(text, about_of.pieces)];
    if views.focus.is_some() {
        notes.push(note(notes_of.colours_in_focus, about_of.colours_in_focus));
    }
    notes
}

pub(super) fn notes_of_contacts(arena: &Arena, views: &Views, words: &ViewWords) -> Vec<ViewNote> {
    let (notes_of, about_of) = (&words.notes, &words.about);
    let held = all_and_focused(words, views, |views| {
        let held = arena.world.contacts().filter(|contact| {
            let met = [contact.a, contact.b].map(|body| arena.met_of(body));
            contact.active && is_clear_meeting(views, met)
        });
        count_of(held.count(), notes_of.held_one, notes_of.held)
    });
    let about = match has_cars(arena) {
        true => about_of.held_with_cars,
        false => about_of.held,
    };
    let mut notes = vec![note(held, about)];
    let held = arena.world.contacts().filter(|contact| contact.active);
    notes.extend(rest_note(
        words,
        views,
        held.count(),
        notes_of.places_by_force,
    ));
    notes.extend(note_of_sleepers(arena, words));
    let hits = all_and_focused(words, views, |views| {
        let hits = arena
            .recent_impacts()
            .filter(|past| is_clear_meeting(views, [Met::Actor(past.impact.a), past.impact.met]));
        count_of(hits.count(), notes_of.impact, notes_of.impacts)
    });
    let recent = [
        ("seconds", &PAST_CONTACT_SECONDS as &dyn Display),
        ("hits", &hits),
    ];
    notes.push(note(fill(notes_of.recent, &recent), about_of.recent));
    let impulse = format!("{:.0}", 1.0 / IMPULSE_SCALE);
    let text = fill(notes_of.impulse, &[("impulse", &impulse)]);
    notes.push(note(text, about_of.impulse));
    notes.extend(rule_note(arena, words));
    notes
}

/// Returns the number of sleeping bodies.
pub(super) fn count_asleep(arena: &Arena) -> usize {
    let bodies = arena.present_actors();
    let bodies = bodies.filter_map(|(_, actor)| arena.world.body(actor.body));
    bodies.filter(|body| body.is_asleep()).count()
}

/// Returns a note on sleeping bodies: their contacts are neither searched for nor held by the solver.
fn note_of_sleepers(arena: &Arena, words: &ViewWords) -> Option<ViewNote> {
    let asleep = count_asleep(arena);
    let text = count_of(asleep, words.notes.sleeps, words.notes.sleep);
    (asleep > 0).then(|| note(text, words.about.sleepers))
}

pub(super) fn notes_of_velocities(
    arena: &Arena,
    views: &Views,
    words: &ViewWords,
) -> Vec<ViewNote> {
    let (notes_of, about_of) = (&words.notes, &words.about);
    let about = match arena.has_room_for_words() {
        true => about_of.speeds,
        false => about_of.speeds_of_many,
    };
    let speed = format!("{:.1}", 1.0 / VELOCITY_SCALE);
    let mut notes = vec![
        note(notes_of.speeds, about),
        note(fill(notes_of.velocity, &[("speed", &speed)]), ""),
        note(
            fill(notes_of.force, &[("long", &FORCE_SCALE)]),
            match has_cars(arena) {
                true => about_of.force_with_cars,
                false => about_of.force,
            },
        ),
    ];
    let moving = arena.present_actors().filter(|(_, actor)| {
        actor.velocity.length() >= SPEED_SHOWN || actor.angular_velocity.length() >= SPIN_SHOWN
    });
    if !has_cars(arena) {
        notes.extend(rest_note(
            words,
            views,
            moving.count(),
            notes_of.bodies_by_motion,
        ));
    }
    if has_cars(arena) && arena.has_room_for_words() {
        notes.push(note(notes_of.plans, about_of.plans));
    }
    notes.extend(rule_note(arena, words));
    notes
}

fn rule_note(arena: &Arena, words: &ViewWords) -> Option<ViewNote> {
    let (notes, about) = (&words.notes, &words.about);
    match arena.settings.response {
        Response::Impulse { .. } => None,
        Response::Classic => Some(note(notes.rule_of_2002, about.rule_of_2002)),
        Response::Stop => Some(note(notes.rule_of_stop, about.rule_of_stop)),
    }
}

pub(super) fn notes_of_budget(arena: &Arena, views: &Views, words: &ViewWords) -> Vec<ViewNote> {
    let (notes_of, about_of) = (&words.notes, &words.about);
    let stats = arena.stats();
    let allowed = match stats.budget {
        u64::MAX => notes_of.no_limit.to_owned(),
        units => fill(notes_of.allowed, &[("units", &units)]),
    };
    let of_pairs = |views: &Views| -> u64 {
        let pairs = arena.pair_costs().into_iter();
        let pairs = pairs.filter(|pair| views.is_clear_pair(pair.a, pair.b.actor()));
        pairs.map(|pair| pair.used).sum()
    };
    let work = if stats.used == 1 {
        notes_of.work_one
    } else {
        notes_of.work
    };
    let work = fill(work, &[("count", &stats.used), ("allowed", &allowed)]);
    let pairs = all_and_focused(words, views, |views| of_pairs(views).to_string());
    let mut notes = vec![
        note(work, about_of.unit),
        note(
            fill(notes_of.work_of_pairs, &[("pairs", &pairs)]),
            about_of.work_of_pairs,
        ),
    ];
    let cut = stats.cuts + stats.search_cuts;
    let about = match arena.settings.on_cut {
        OnCut::Wait if stats.budget == u64::MAX => about_of.cut_at_limit,
        OnCut::Wait => about_of.cut_waits,
        OnCut::Hit => about_of.cut_hits,
    };
    let sweeps = count_of(stats.tests.len(), notes_of.sweep, notes_of.sweeps);
    let searches = count_of(stats.searches.len(), notes_of.search, notes_of.searches);
    let parts: [(&str, &dyn Display); 3] =
        [("sweeps", &sweeps), ("searches", &searches), ("cut", &cut)];
    notes.push(note(fill(notes_of.cuts, &parts), about));
    let tests = stats.tests.iter().chain(&stats.searches);
    let tests = tests.filter(|test| test.used > 0);
    let bodies = tests.flat_map(|test| [Some(test.a), test.b.actor()]);
    let bodies: BTreeSet<ActorId> = bodies.flatten().collect();
    notes.extend(rest_note(
        words,
        views,
        bodies.len(),
        notes_of.bodies_by_cost,
    ));
    if stats.waiting > 0 {
        let lacks = format!("{:.1}", stats.debt * 1000.0);
        let parts: [(&str, &dyn Display); 2] = [("count", &stats.waiting), ("ms", &lacks)];
        notes.push(note(fill(notes_of.wait, &parts), about_of.wait));
    }
    notes
}
