//! Texts of the tree and sweep views: the course of a query of two bodies.

use std::fmt::Display;

use dodgem_collide::query::{Stage, Stages};

use crate::arena::draw_toi_trace::{shown_sweeps, sweep_words};
use crate::arena::view_notes::{ViewNote, note};
use crate::arena::{ActorId, Arena, Focus, Met, SweepOf, Views};
use crate::console::fill;
use crate::view_words::{QueryWords, ViewWords};

/// Returns a sentence on the method of a stage.
fn decided_how(stage: Option<Stage>, words: &QueryWords) -> &'static str {
    match stage {
        None => "",
        Some(Stage::Bounds) => words.by_bounds,
        Some(Stage::Plane) => words.by_plane,
        Some(Stage::ClosedForm) => words.by_closed_form,
        Some(Stage::Convex) => words.by_convex,
        Some(Stage::Probe) => words.by_probe,
        Some(Stage::Tree) => words.by_tree,
        Some(Stage::Pieces) => words.by_pieces,
        Some(Stage::Triangles) => words.by_triangles,
    }
}

pub(in crate::arena) fn notes_of_trees(
    arena: &Arena,
    views: &Views,
    all_words: &ViewWords,
) -> Vec<ViewNote> {
    let words = &all_words.queries;
    let (name, about) = match arena.volume_name() {
        "sphere" => (words.sphere, words.sphere_about),
        "box" => (words.cuboid, words.cuboid_about),
        name => (name, words.dop_about),
    };
    let mut notes = vec![note(fill(words.volume, &[("name", &name)]), about)];
    let pair = views.focus.as_ref().and_then(Focus::pair);
    let Some(pair) = pair else {
        let deepest = arena.deepest_tree_level();
        let level = views.tree_level.min(deepest);
        notes.push(note(
            fill(
                words.tree_level,
                &[("level", &level), ("deepest", &deepest)],
            ),
            words.tree_level_about,
        ));
        notes.push(note(
            match views.focus {
                None => words.focus_two,
                Some(_) => words.focus_second,
            },
            words.focus_about,
        ));
        return notes;
    };
    let Some(trace) = arena.pair_trace(pair) else {
        return notes;
    };
    notes.push(note(
        names_and_moment(arena, pair, trace.sweep, all_words),
        match trace.sweep {
            SweepOf::Step { .. } => words.asks_then,
            SweepOf::Ahead => words.asks,
        },
    ));
    match trace.visited(arena) {
        Some(visited) if visited.iter().any(|tree| !tree.nodes.is_empty()) => {
            let [a, b] = visited.map(|tree| tree.nodes.len());
            let tests = trace.tree.nodes.len();
            let apart = trace.tree.nodes.iter().filter(|visit| visit.apart).count();
            let (visited, tested) = match trace.tree_decided() {
                true => (words.visited, words.tested),
                false => (words.would_visit, words.would_test),
            };
            if !trace.tree_decided() {
                let stage = trace.trace.record.answer.decided_by;
                let stage = all_words.stages.decider(stage);
                notes.push(note(
                    fill(words.decided_before, &[("stage", &stage)]),
                    words.decided_before_about,
                ));
            }
            notes.push(note(
                fill(visited, &[("a", &a), ("b", &b)]),
                words.visited_about,
            ));
            notes.push(note(
                fill(tested, &[("tests", &tests), ("apart", &apart)]),
                words.tested_about,
            ));
        }
        Some(_) => notes.push(note(words.no_node, words.no_node_about)),
        None => notes.push(note(words.no_trees, words.no_trees_about)),
    }
    notes
}

fn names_and_moment(
    arena: &Arena,
    pair: [ActorId; 2],
    sweep: SweepOf,
    words: &ViewWords,
) -> String {
    let names = pair.map(|id| arena.name_of(Met::Actor(id)));
    let names = words.names.pair(names);
    match sweep {
        SweepOf::Step { age } => {
            let seconds = format!("{age:.2}");
            let parts: [(&str, &dyn Display); 2] = [("names", &names), ("seconds", &seconds)];
            fill(words.queries.impact_ago, &parts)
        }
        SweepOf::Ahead => fill(words.queries.from_now, &[("names", &names)]),
    }
}

pub(in crate::arena) fn notes_of_sweeps(
    arena: &Arena,
    views: &Views,
    all_words: &ViewWords,
) -> Vec<ViewNote> {
    let words = &all_words.queries;
    let mut notes = Vec::new();
    if let Some(trace) = shown_sweeps(arena, views).first() {
        let about = match trace.sweep {
            SweepOf::Step { .. } => words.swept_about,
            SweepOf::Ahead => words.ahead_about,
        };
        let [head, instants @ .., end, work] = &sweep_words(arena, trace, all_words)[..] else {
            return notes;
        };
        notes.push(note(head, about));
        notes.extend(instants.iter().map(|text| note(text, "")));
        notes.push(note(
            end,
            decided_how(trace.trace.record.answer.decided_by, words),
        ));
        notes.push(note(work, ""));
        if shown_sweeps(arena, views).len() > 1 {
            notes.push(note(words.faint, ""));
        }
    }
    notes.extend(stage_notes(arena, all_words));
    notes
}

/// Returns the notes on the stages of the queries that may decide in this level.
fn stage_notes(arena: &Arena, all_words: &ViewWords) -> Vec<ViewNote> {
    let words = &all_words.queries;
    let stages = arena.settings.stages;
    let names: Vec<&str> = stages
        .iter()
        .map(|one| all_words.stages.name(one))
        .collect();
    let text = fill(words.stages, &[("names", &names.join(", "))]);
    let about = match stages {
        Stages::ALL => words.stages_all,
        Stages::TREES_ONLY => words.stages_of_2002,
        _ => words.stages_some,
    };
    let mut notes = vec![note(text, about)];
    if !arena.is_repeatable() {
        notes.push(note(words.timed, words.timed_about));
    }
    notes
}
