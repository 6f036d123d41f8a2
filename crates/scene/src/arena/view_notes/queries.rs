//! Texts of the tree and sweep views: the course of a query of two bodies.

use dodgem_collide::query::{Stage, Stages};

use crate::arena::draw_toi_trace::{shown_sweeps, sweep_words};
use crate::arena::view_notes::{ViewNote, note};
use crate::arena::{ActorId, Arena, Focus, Met, SweepOf, Views};

/// Returns a sentence on the method of a stage.
fn decided_how(stage: Option<Stage>) -> &'static str {
    match stage {
        None => "",
        Some(Stage::Bounds) => "By the balls around both: those never meet.",
        Some(Stage::Plane) => "By a plane between them that neither crosses.",
        Some(Stage::ClosedForm) => "By a formula for their two solids.",
        Some(Stage::Convex) => "By the convex hulls around both.",
        Some(Stage::Probe) => "By a quick look along their way.",
        Some(Stage::Tree) => "By the volumes of their trees: those are apart.",
        Some(Stage::Pieces) => "By their convex pieces, each as a whole.",
        Some(Stage::Triangles) => "By single triangles: nothing cheaper could tell.",
    }
}

pub(in crate::arena) fn notes_of_trees(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let name = arena.volume_name();
    let about = match name {
        "sphere" => "The level's volume: a ball around what is below the node.",
        "box" => "The level's volume: a box along the axes of the body.",
        _ => "The level's volume: so many planes of fixed directions around it.",
    };
    let mut notes = vec![note(format!("volume: {name}"), about)];
    let pair = views.focus.as_ref().and_then(Focus::pair);
    let Some(pair) = pair else {
        let deepest = arena.deepest_tree_level();
        let level = views.tree_level.min(deepest);
        notes.push(note(
            format!("level {level} of 0 to {deepest}"),
            "How deep: 0 is the root, around all of the body. [ up, ] down.",
        ));
        notes.push(note(
            match views.focus {
                None => "put two bodies in focus to see a query",
                Some(_) => "put a second body in focus to see their query",
            },
            "Then only the nodes that their query visited are drawn.",
        ));
        return notes;
    };
    let Some(trace) = arena.pair_trace(pair) else {
        return notes;
    };
    notes.push(note(
        names_and_moment(arena, pair, trace.sweep),
        match trace.sweep {
            SweepOf::Step { .. } => {
                "This query asks when these two meet. Drawn where they were then."
            }
            SweepOf::Ahead => "This query asks when these two meet.",
        },
    ));
    match trace.visited(arena) {
        Some(visited) if visited.iter().any(|tree| !tree.nodes.is_empty()) => {
            let [a, b] = visited.map(|tree| tree.nodes.len());
            let tests = trace.tree.nodes.len();
            let apart = trace.tree.nodes.iter().filter(|visit| visit.apart).count();
            let would = if trace.tree_decided() {
                ""
            } else {
                "would be "
            };
            if !trace.tree_decided() {
                let stage = trace
                    .trace
                    .record
                    .answer
                    .decided_by
                    .map_or("the budget", Stage::name);
                notes.push(note(
                    format!("decided before the trees by: {stage}"),
                    "The level's query visited no node; the trees alone would visit these.",
                ));
            }
            notes.push(note(
                format!("{a} and {b} nodes {would}visited"),
                "Of each tree. Below a volume apart nothing is tested.",
            ));
            notes.push(note(
                format!("{tests} pairs of volumes {would}tested, {apart} apart"),
                "Those that overlap are opened, and their children tested.",
            ));
        }
        Some(_) => notes.push(note(
            "no node visited",
            "The balls around both never meet on their ways: no tree was needed.",
        )),
        None => notes.push(note(
            "no trees: at least one of the two is a solid",
            "A solid is tested by formulas, or against the other's pieces or triangles.",
        )),
    }
    notes
}

fn names_and_moment(arena: &Arena, pair: [ActorId; 2], sweep: SweepOf) -> String {
    let [a, b] = pair.map(|id| arena.name_of(Met::Actor(id)));
    match sweep {
        SweepOf::Step { age } => format!("{a} and {b}, their impact {age:.2} s ago"),
        SweepOf::Ahead => format!("{a} and {b}, from now on"),
    }
}

pub(in crate::arena) fn notes_of_sweeps(arena: &Arena, views: &Views) -> Vec<ViewNote> {
    let mut notes = Vec::new();
    if let Some(trace) = shown_sweeps(arena, views).first() {
        let about = match trace.sweep {
            SweepOf::Step { .. } => {
                "Numbers at the lines are these instants; the magnifier separates them."
            }
            SweepOf::Ahead => "A look-ahead: both are assumed to go on as they move now.",
        };
        let [head, instants @ .., end, work] = &sweep_words(arena, trace)[..] else {
            return notes;
        };
        notes.push(note(head, about));
        notes.extend(instants.iter().map(|text| note(text, "")));
        notes.push(note(end, decided_how(trace.trace.record.answer.decided_by)));
        notes.push(note(work, ""));
        if shown_sweeps(arena, views).len() > 1 {
            notes.push(note("faint: the impact before", ""));
        }
    }
    notes.extend(stage_notes(arena));
    notes
}

/// Returns the notes on the stages of the queries that may decide in this level.
fn stage_notes(arena: &Arena) -> Vec<ViewNote> {
    let stages = arena.settings.stages;
    let names: Vec<&str> = stages.iter().map(Stage::name).collect();
    let text = format!("stages, from cheap to exact: {}", names.join(", "));
    let about = match stages {
        Stages::ALL => {
            "The first that knows the answer decides. Closed form: a formula, as for two balls. Probe: a quick look along the deepest path of the trees."
        }
        Stages::TREES_ONLY => {
            "The first that knows the answer decides. No plane, closed form, convex or probe, as in 2002."
        }
        _ => "The first that knows the answer decides. The level has turned others off.",
    };
    let mut notes = vec![note(text, about)];
    if !arena.is_repeatable() {
        notes.push(note(
            "timed: cannot be repeated",
            "The budget is real time: another machine plays another round.",
        ));
    }
    notes
}
