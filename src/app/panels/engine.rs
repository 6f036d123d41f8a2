//! The rules of the engine in the panel of the surroundings, and the cost before and after a change.

use egui::{Checkbox, Grid, Ui};

use crate::app::panels::fields::{Edit, choice, number, words_of};
use crate::app::words::{SurroundingWord, fill};
use crate::arena::{Met, Response};
use crate::game::{Round, seconds_of};
use crate::level::{
    BroadPhaseSpec, DescentSpec, DetectionSpec, EngineRules, EngineSpec, GrowthSpec, LeafSpec,
    OnCutSpec, PiecesSpec, StageSpec, StagesSpec, VolumeSpec,
};
use crate::monitor::{CostBeside, CostOf};
use dodgem_collide::schedule::ScheduleKind;

/// The stages that can be switched off, and the words about each.
const STAGES: [(StageSpec, SurroundingWord); 6] = [
    (StageSpec::Bounds, |w| w.balls_around_both),
    (StageSpec::Plane, |w| w.a_plane_between_the_two),
    (StageSpec::ClosedForm, |w| w.formulas_for_pairs_of_solids),
    (StageSpec::Convex, |w| w.convex_hulls),
    (StageSpec::Probe, |w| w.a_quick_look_along_the_deepest),
    (StageSpec::Pieces, |w| w.convex_pieces_before_triangles),
];

/// Shows the rules with the cost of their last change, and returns new rules when one changes; `draft` keeps those
/// that are being edited.
pub fn show(
    ui: &mut Ui,
    draft: &mut Option<EngineRules>,
    round: &Round,
    cost: Option<&CostBeside>,
) -> Option<EngineRules> {
    let texts = &words_of(ui).surroundings;
    let now = round.scene().engine_rules(round.arena());
    let mut rules = draft.clone().unwrap_or_else(|| now.clone());
    let mut edit = Edit::default();
    Grid::new("engine").num_columns(2).show(ui, |ui| {
        edit = edit.and(choices(ui, &mut rules));
        edit = edit.and(numbers(ui, &mut rules, round));
    });
    ui.label(texts.stages_that_may_decide);
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
    let texts = &words_of(ui).surroundings;
    let kinds = [
        (DetectionSpec::Continuous, texts.continuous),
        (DetectionSpec::Discrete, texts.discrete),
        (DetectionSpec::OneTest, texts.one_test),
    ];
    let hint = texts.discrete_only_contacts_between_steps_misses;
    let mut edit = choice(ui, texts.collision, &mut engine.detection, &kinds, hint);
    let orders = [
        (DescentSpec::DeeperFirst, texts.deeper_first),
        (DescentSpec::SmallerFirst, texts.smaller_first),
        (DescentSpec::LeftFirst, texts.left_first),
    ];
    let hint = texts.the_order_in_which_the_one;
    edit = edit.and(choice(
        ui,
        texts.descent,
        &mut engine.descent,
        &orders,
        hint,
    ));
    let leaves = [
        (LeafSpec::Planes, texts.planes),
        (LeafSpec::Walk, texts.walk_of_2002),
    ];
    let hint = texts.how_the_one_test_compares_two;
    edit.and(choice(
        ui,
        texts.pieces_meet_by,
        &mut engine.leaf,
        &leaves,
        hint,
    ))
}

/// Shows what has names.
fn choices(ui: &mut Ui, rules: &mut EngineRules) -> Edit {
    let texts = &words_of(ui).surroundings;
    let engine = &mut rules.engine;
    let mut edit = detection(ui, engine);
    let volumes = [
        (VolumeSpec::Sphere, texts.spheres),
        (VolumeSpec::Aabb, texts.boxes),
        (VolumeSpec::Dop6, "6-DOPs"),
        (VolumeSpec::Dop14, "14-DOPs"),
        (VolumeSpec::Dop18, "18-DOPs"),
        (VolumeSpec::Dop26, "26-DOPs"),
    ];
    let hint = texts.the_bounding_volumes_of_the_trees;
    edit = edit.and(choice(
        ui,
        texts.volumes,
        &mut engine.volume,
        &volumes,
        hint,
    ));
    let growth = [
        (GrowthSpec::Adjacency, texts.over_edges),
        (GrowthSpec::FirstFit, texts.first_fit),
    ];
    let hint = texts.how_convex_pieces_grow_from_triangles;
    edit = edit.and(choice(
        ui,
        texts.pieces,
        &mut engine.pieces.growth,
        &growth,
        hint,
    ));
    let cuts = [
        (OnCutSpec::Wait, texts.waits),
        (OnCutSpec::Hit, texts.is_a_hit),
    ];
    let hint = texts.a_pair_whose_sweep_the_budget;
    edit = edit.and(choice(
        ui,
        texts.a_cut_pair,
        &mut engine.on_cut,
        &cuts,
        hint,
    ));
    let schedules = [
        (ScheduleKind::PerceptionSorted, texts.by_perception),
        (ScheduleKind::SourceShares, texts.shares_of_2002),
        (ScheduleKind::PriorityQueues, texts.three_queues),
    ];
    let hint = texts.the_order_of_the_pairs_and;
    edit = edit.and(choice(
        ui,
        texts.schedule,
        &mut rules.schedule,
        &schedules,
        hint,
    ));
    let impulse = match rules.response {
        Response::Classic | Response::Stop => Response::default(),
        impulse => impulse,
    };
    let responses = [
        (impulse, texts.impulse),
        (Response::Classic, "2002"),
        (Response::Stop, texts.stop),
    ];
    let hint = texts.the_rule_for_the_velocities_after;
    edit.and(choice(
        ui,
        texts.response,
        &mut rules.response,
        &responses,
        hint,
    ))
}

/// Shows the broad phase and the numbers.
fn numbers(ui: &mut Ui, rules: &mut EngineRules, round: &Round) -> Edit {
    let texts = &words_of(ui).surroundings;
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
    let notes = &words_of(ui).views.notes;
    let phases = [
        (BroadPhaseSpec::SweepAndPrune, notes.sweep_and_prune),
        (BroadPhaseSpec::AxisSort, notes.sorted_axis),
        (grid, notes.plain_grid),
        (layered, notes.layered_grid),
        (hashed, notes.plain_hash_grid),
        (BroadPhaseSpec::AllPairs, notes.all_pairs),
    ];
    let hint = texts.the_method_that_finds_the_pairs;
    let mut edit = choice(ui, texts.broad_phase, &mut rules.broad_phase, &phases, hint);
    let mut cells = |ui: &mut Ui, name: &str, count: &mut u32| {
        ui.label(name);
        let mut value = *count as f32;
        edit = edit.and(number(ui, &mut value, 1.0..=1000.0, ""));
        *count = value.round() as u32;
        ui.end_row();
    };
    match &mut rules.broad_phase {
        BroadPhaseSpec::Grid2 { columns, rows } => {
            cells(ui, texts.columns, columns);
            cells(ui, texts.rows, rows);
        }
        BroadPhaseSpec::Grid3 {
            columns,
            rows,
            layers,
        } => {
            cells(ui, texts.columns, columns);
            cells(ui, texts.rows, rows);
            cells(ui, texts.layers, layers);
        }
        BroadPhaseSpec::HashGrid { cell_size } => {
            ui.label(texts.cell);
            edit = edit.and(number(ui, cell_size, 0.1..=100.0, " m"));
            ui.end_row();
        }
        _ => {}
    }
    ui.label(texts.triangles_a_piece);
    let most = &mut rules.engine.pieces.most;
    let mut value = *most as f32;
    edit = edit.and(number(ui, &mut value, 1.0..=PiecesSpec::MOST as f32, ""));
    *most = value.round() as u32;
    ui.end_row();
    ui.label(texts.budget)
        .on_hover_text(texts.of_all_collision_tests_of_a);
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
        let texts = &words_of(ui).surroundings;
        for (stage, hint) in STAGES {
            let mut chosen = on.has(stage.stage());
            let check = Checkbox::new(&mut chosen, words_of(ui).views.stages.name(stage.stage()));
            changed |= ui.add(check).on_hover_text(hint(texts)).changed();
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
    let texts = &words_of(ui).surroundings;
    let arena = round.arena();
    let misses = arena.misses();
    if arena.settings().continuous && misses.count == 0 {
        return;
    }
    ui.label(fill(texts.missed_count, &[("count", &misses.count)]));
    for miss in misses.recent.iter().rev().take(3) {
        let names = [Met::Actor(miss.a), miss.met].map(|met| arena.name_of(met));
        let names = words_of(ui).views.names.pair(names);
        ui.label(fill(
            texts.time_s_names,
            &[("time", &format!("{:.3}", miss.time)), ("names", &names)],
        ));
    }
}

/// Shows the cost before and after the last change, over the same time.
fn costs(ui: &mut Ui, cost: &CostBeside) {
    let texts = &words_of(ui).surroundings;
    ui.separator();
    let steps = cost.steps();
    if steps == 0 {
        ui.label(texts.let_time_run_the_cost_before);
        return;
    }
    let seconds = seconds_of(steps as u64);
    ui.label(fill(
        texts.a_steps_mean_over_seconds_s,
        &[("seconds", &format!("{seconds:.1}"))],
    ));
    Grid::new("cost").num_columns(3).show(ui, |ui| {
        ui.label("");
        ui.label(texts.before);
        ui.label(texts.after);
        ui.end_row();
        for line in cost.lines() {
            ui.label(match line.of {
                CostOf::Step => texts.cost_step,
                CostOf::BroadPhase => texts.cost_broad_phase,
                CostOf::ContinuousCollision => texts.cost_continuous,
                CostOf::Pairs => texts.cost_pairs,
                CostOf::Sweeps => texts.cost_sweeps,
                CostOf::Work => texts.cost_work,
                CostOf::Cuts => texts.cost_cuts,
                CostOf::Impacts => texts.cost_impacts,
            });
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
