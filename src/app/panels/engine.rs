//! The rules of the engine in the panel of the surroundings, and the cost before and after a change.

use egui::{Checkbox, Grid, Ui};

use crate::app::panels::fields::{Edit, choice, number};
use crate::arena::{Met, Response};
use crate::game::{Round, seconds_of};
use crate::level::{
    BroadPhaseSpec, DescentSpec, DetectionSpec, EngineRules, EngineSpec, GrowthSpec, LeafSpec,
    OnCutSpec, PiecesSpec, StageSpec, StagesSpec, VolumeSpec,
};
use crate::monitor::CostBeside;
use dodgem_collide::schedule::ScheduleKind;

/// The stages that can be switched off, and the words about each.
const STAGES: [(StageSpec, &str); 6] = [
    (StageSpec::Bounds, "balls around both"),
    (StageSpec::Plane, "a plane between the two"),
    (StageSpec::ClosedForm, "formulas for pairs of solids"),
    (StageSpec::Convex, "convex hulls"),
    (StageSpec::Probe, "a quick look along the deepest path"),
    (StageSpec::Pieces, "convex pieces before triangles"),
];

/// Shows the rules with the cost of their last change, and returns new rules when one changes; `draft` keeps those
/// that are being edited.
pub fn show(
    ui: &mut Ui,
    draft: &mut Option<EngineRules>,
    round: &Round,
    cost: Option<&CostBeside>,
) -> Option<EngineRules> {
    let now = round.scene().engine_rules(round.arena());
    let mut rules = draft.clone().unwrap_or_else(|| now.clone());
    let mut edit = Edit::default();
    Grid::new("engine").num_columns(2).show(ui, |ui| {
        edit = edit.and(choices(ui, &mut rules));
        edit = edit.and(numbers(ui, &mut rules, round));
    });
    ui.label("stages that may decide:");
    edit = edit.and(stages(ui, &mut rules));
    if edit.changed {
        *draft = Some(rules.clone());
    }
    misses(ui, round);
    if let Some(cost) = cost {
        costs(ui, cost);
    }
    let done = edit.done && rules != now;
    if done {
        *draft = None;
    }
    done.then_some(rules)
}

/// Shows the kind of collision, and the options of the one test.
fn detection(ui: &mut Ui, engine: &mut EngineSpec) -> Edit {
    let kinds = [
        (DetectionSpec::Continuous, "continuous"),
        (DetectionSpec::Discrete, "discrete"),
        (DetectionSpec::OneTest, "one test"),
    ];
    let hint = "discrete: only contacts between steps, misses are counted; one test: as in 2002, where paths end";
    let mut edit = choice(ui, "collision", &mut engine.detection, &kinds, hint);
    let orders = [
        (DescentSpec::DeeperFirst, "deeper first"),
        (DescentSpec::SmallerFirst, "smaller first"),
        (DescentSpec::LeftFirst, "left first"),
    ];
    let hint = "the order in which the one test descends two trees";
    edit = edit.and(choice(ui, "descent", &mut engine.descent, &orders, hint));
    let leaves = [
        (LeafSpec::Planes, "planes"),
        (LeafSpec::Walk, "walk of 2002"),
    ];
    let hint = "how the one test compares two pieces; the walk misses some hits";
    edit.and(choice(
        ui,
        "pieces meet by",
        &mut engine.leaf,
        &leaves,
        hint,
    ))
}

/// Shows what has names.
fn choices(ui: &mut Ui, rules: &mut EngineRules) -> Edit {
    let engine = &mut rules.engine;
    let mut edit = detection(ui, engine);
    let volumes = [
        (VolumeSpec::Sphere, "spheres"),
        (VolumeSpec::Aabb, "boxes"),
        (VolumeSpec::Dop6, "6-DOPs"),
        (VolumeSpec::Dop14, "14-DOPs"),
        (VolumeSpec::Dop18, "18-DOPs"),
        (VolumeSpec::Dop26, "26-DOPs"),
    ];
    let hint = "the bounding volumes of the trees of models";
    edit = edit.and(choice(ui, "volumes", &mut engine.volume, &volumes, hint));
    let growth = [
        (GrowthSpec::Adjacency, "over edges"),
        (GrowthSpec::FirstFit, "first fit"),
    ];
    let hint = "how convex pieces grow from triangles";
    edit = edit.and(choice(
        ui,
        "pieces",
        &mut engine.pieces.growth,
        &growth,
        hint,
    ));
    let cuts = [(OnCutSpec::Wait, "waits"), (OnCutSpec::Hit, "is a hit")];
    let hint = "a pair whose sweep the budget cut";
    edit = edit.and(choice(ui, "a cut pair", &mut engine.on_cut, &cuts, hint));
    let schedules = [
        (ScheduleKind::PerceptionSorted, "by perception"),
        (ScheduleKind::SourceShares, "shares of 2002"),
        (ScheduleKind::PriorityQueues, "three queues"),
    ];
    let hint = "the order of the pairs, and their shares of the budget";
    edit = edit.and(choice(
        ui,
        "schedule",
        &mut rules.schedule,
        &schedules,
        hint,
    ));
    let impulse = match rules.response {
        Response::Classic | Response::Stop => Response::default(),
        impulse => impulse,
    };
    let responses = [
        (impulse, "impulse"),
        (Response::Classic, "2002"),
        (Response::Stop, "stop"),
    ];
    let hint = "the rule for the velocities after an impact of two cars";
    edit.and(choice(
        ui,
        "response",
        &mut rules.response,
        &responses,
        hint,
    ))
}

/// Shows the broad phase and the numbers.
fn numbers(ui: &mut Ui, rules: &mut EngineRules, round: &Round) -> Edit {
    // A kind that has numbers keeps them.
    let (mut grid, mut layered, mut hashed) = (
        BroadPhaseSpec::Grid2 {
            columns: 3,
            rows: 3,
        },
        BroadPhaseSpec::Grid3 {
            columns: 3,
            rows: 3,
            layers: 3,
        },
        BroadPhaseSpec::HashGrid { cell_size: 3.0 },
    );
    match rules.broad_phase {
        now @ BroadPhaseSpec::Grid2 { .. } => grid = now,
        now @ BroadPhaseSpec::Grid3 { .. } => layered = now,
        now @ BroadPhaseSpec::HashGrid { .. } => hashed = now,
        _ => {}
    }
    let phases = [
        (BroadPhaseSpec::SweepAndPrune, "sweep and prune"),
        (BroadPhaseSpec::AxisSort, "one sorted axis"),
        (grid, "grid"),
        (layered, "grid in layers"),
        (hashed, "hashed grid"),
        (BroadPhaseSpec::AllPairs, "all pairs"),
    ];
    let hint = "the method that finds the pairs to test";
    let mut edit = choice(ui, "broad phase", &mut rules.broad_phase, &phases, hint);
    let mut cells = |ui: &mut Ui, name: &str, count: &mut u32| {
        ui.label(name);
        let mut value = *count as f32;
        edit = edit.and(number(ui, &mut value, 1.0..=1000.0, ""));
        *count = value.round() as u32;
        ui.end_row();
    };
    match &mut rules.broad_phase {
        BroadPhaseSpec::Grid2 { columns, rows } => {
            cells(ui, "columns", columns);
            cells(ui, "rows", rows);
        }
        BroadPhaseSpec::Grid3 {
            columns,
            rows,
            layers,
        } => {
            cells(ui, "columns", columns);
            cells(ui, "rows", rows);
            cells(ui, "layers", layers);
        }
        BroadPhaseSpec::HashGrid { cell_size } => {
            ui.label("cell");
            edit = edit.and(number(ui, cell_size, 0.1..=100.0, " m"));
            ui.end_row();
        }
        _ => {}
    }
    ui.label("triangles a piece");
    let most = &mut rules.engine.pieces.most;
    let mut value = *most as f32;
    edit = edit.and(number(ui, &mut value, 1.0..=PiecesSpec::MOST as f32, ""));
    *most = value.round() as u32;
    ui.end_row();
    ui.label("budget")
        .on_hover_text("of all collision tests of a step; 1 ms is 1000 units of work");
    let units = round.arena().settings().budget as f32;
    let mut budget = rules.budget_milliseconds.unwrap_or(units / 1000.0);
    let changed = number(ui, &mut budget, 0.01..=1000.0, " ms");
    if changed.changed {
        rules.budget_milliseconds = Some(budget);
    }
    ui.end_row();
    edit.and(changed)
}

fn stages(ui: &mut Ui, rules: &mut EngineRules) -> Edit {
    let on = rules.engine.stages.stages();
    let mut listed: Vec<StageSpec> = Vec::new();
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        for (stage, hint) in STAGES {
            let mut chosen = on.has(stage.stage());
            let check = Checkbox::new(&mut chosen, format!("{stage:?}"));
            changed |= ui.add(check).on_hover_text(hint).changed();
            if chosen {
                listed.push(stage);
            }
        }
    });
    if changed {
        rules.engine.stages = match listed.len() == STAGES.len() {
            true => StagesSpec::All,
            false => StagesSpec::Only(listed),
        };
    }
    Edit::choice(changed)
}

/// Shows what discrete collision missed.
fn misses(ui: &mut Ui, round: &Round) {
    let arena = round.arena();
    let misses = arena.misses();
    if arena.settings().continuous && misses.count == 0 {
        return;
    }
    ui.label(format!("missed: {}", misses.count));
    for miss in misses.recent.iter().rev().take(3) {
        let name = |met: Met| arena.name_of(met).to_owned();
        let (a, b) = (name(Met::Actor(miss.a)), name(miss.met));
        ui.label(format!("{:.3} s: {a} and {b}", miss.time));
    }
}

/// Shows the cost before and after the last change, over the same time.
fn costs(ui: &mut Ui, cost: &CostBeside) {
    ui.separator();
    let steps = cost.steps();
    if steps == 0 {
        ui.label("Let time run: the cost before and after the change will stand here.");
        return;
    }
    let seconds = seconds_of(steps as u64);
    ui.label(format!("A step's mean over {seconds:.1} s each:"));
    Grid::new("cost").num_columns(3).show(ui, |ui| {
        ui.label("");
        ui.label("before");
        ui.label("after");
        ui.end_row();
        for line in cost.lines() {
            ui.label(line.name);
            ui.label(figure(line.before));
            ui.label(figure(line.after));
            ui.end_row();
        }
    });
}

/// Formats a mean with about three digits.
fn figure(value: f64) -> String {
    match value.abs() {
        0.0..10.0 => format!("{value:.3}"),
        10.0..1000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
