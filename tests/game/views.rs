//! The data that the debug views get: the bodies in focus, the nodes that their query visited, the names and
//! numbers of the level.

use std::collections::{BTreeMap, BTreeSet};

use dodgem::arena::{ActorId, Arena, Focus, SweepOf, View, Views};
use dodgem::game::{Round, RoundOptions, RoundPhase};
use dodgem::level::{Level, Library, VolumeSpec, load};
use dodgem::monitor::COLUMNS;
use dodgem::view_words::ViewWords;
use dodgem_collide::debug_draw::DebugList;
use dodgem_collide::query::SweepRecord;
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::{DebugKind, Distance, DistanceOptions, PairCache, Placed, Query};

const LEVELS: [&str; 7] = [
    "classic", "ice", "jump", "knockout", "sardines", "stadium", "yard",
];

fn library() -> Library {
    Library::new(Vec::new())
}

fn round_of(name: &str, change: impl FnOnce(&mut Level)) -> Round {
    let library = library();
    let mut level = load(&library, name).unwrap();
    change(&mut level);
    let options = RoundOptions {
        seed: 3,
        humans: 0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap()
}

/// The first impact of two cars in the last step, with the record of its sweep.
fn impact(arena: &Arena) -> Option<([ActorId; 2], SweepRecord)> {
    let report = arena.world().report();
    let id_of = |body| {
        let mut ids = (0..).map(ActorId).zip(arena.actors());
        ids.find(|(_, actor)| actor.body == body).map(|(id, _)| id)
    };
    // The views show the last of several impacts of a pair in a step.
    report.impacts.iter().rev().find_map(|impact| {
        let pair = [id_of(impact.a)?, id_of(impact.b)?];
        Some((pair, report.sweep_records[impact.sweep? as usize]))
    })
}

fn focus_on(pair: [ActorId; 2]) -> Views {
    let mut views = Views::about(Some(Focus::Pair(pair)));
    views.set(View::Tree, true);
    views
}

#[test]
fn focus_shows_the_nodes_that_the_query_visited_for_200_pairs_of_all_levels() {
    let (mut asked, mut with_nodes, mut by_trees) = (0, 0, 0);
    for name in LEVELS {
        let mut round = round_of(name, |_| {});
        let mut query = Query::default();
        let mut left = 40;
        while left > 0 && round.phase() != RoundPhase::Over {
            round.step(&[]);
            let arena = round.arena();
            let Some((pair, record)) = impact(arena) else {
                continue;
            };
            left -= 1;
            asked += 1;
            let at = format!("{name}, step {}, {pair:?}", arena.steps());
            // Either order of the two gives the trace.
            let shown = arena.pair_trace([pair[1], pair[0]]).expect(&at);
            assert_eq!(shown.sweep, SweepOf::Step { age: 0.0 }, "{at}");
            let colliders = shown.bodies.map(|id| arena.world()[id].collider());
            let direct = record.repeat(colliders, &mut query);
            assert_eq!(shown.trace.nodes, direct.nodes, "{at}");
            assert_eq!(shown.trace.instants, direct.instants, "{at}");
            assert_eq!(shown.trace.record.answer.value, record.answer.value, "{at}");
            by_trees += usize::from(shown.tree_decided());
            let Some(visited) = shown.visited(arena) else {
                assert!(shown.tree.nodes.is_empty(), "{at}");
                continue;
            };
            for (side, tree) in visited.iter().enumerate() {
                let (model, nodes) = (&tree.model, &tree.nodes);
                let mut tests: BTreeMap<u32, bool> = BTreeMap::new();
                for visit in &shown.tree.nodes {
                    *tests.entry(visit.nodes[side]).or_insert(true) &= visit.apart;
                }
                let told = nodes.iter().map(|node| (node.node, node.apart));
                assert_eq!(told.collect::<BTreeMap<u32, bool>>(), tests, "{at}");
                // From parent to child: each visited node has a visited parent that was not separated.
                let known: BTreeSet<u32> = tests.keys().copied().collect();
                for node in nodes.iter().filter(|node| node.node != 0) {
                    assert!(known.contains(&node.parent), "{at}: {node:?}");
                    assert!(!tests[&node.parent], "{at}: {node:?}");
                    assert!(!model.is_leaf(node.parent), "{at}: {node:?}");
                }
                assert!(nodes.iter().all(|node| node.apart == node.axis.is_some()));
            }
            // As many links as there are nodes that have a parent.
            let mut list = DebugList::default();
            arena.draw(&focus_on(pair), &mut list);
            let links: usize = visited
                .iter()
                .map(|tree| tree.nodes.len().saturating_sub(1))
                .sum();
            assert_eq!(list.count(DebugKind::NodeLink), links, "{at}");
            with_nodes += usize::from(links > 0);
        }
    }
    assert!(asked >= 200, "{asked} impacts");
    assert!(
        with_nodes >= 100 && by_trees >= 40,
        "{with_nodes}, {by_trees}"
    );
}

#[test]
fn a_pair_without_an_impact_is_swept_ahead_and_apart_until_it_meets() {
    let (mut meets, mut clear) = (0, 0);
    for name in LEVELS {
        let mut round = round_of(name, |_| {});
        for _ in 0..4 {
            (0..150).for_each(|_| round.step(&[]));
            let arena = round.arena();
            for pair in arena.nearest_pairs().into_iter().take(5) {
                let shown = arena.pair_trace(pair).expect("both are there");
                if shown.sweep != SweepOf::Ahead {
                    continue;
                }
                let bodies = shown.bodies.map(|id| &arena.world()[id]);
                let poses = shown.poses(bodies, shown.end());
                let placed = [0, 1].map(|i: usize| Placed::new(bodies[i].shape(), &poses[i]));
                let found = Query::default().distance(
                    placed[0],
                    placed[1],
                    &DistanceOptions::EXACT,
                    &mut PairCache::default(),
                );
                match *shown.trace.record.answer {
                    Sweep::Impact { .. } => {
                        // It ends before they touch, a tenth of a millimetre or a little more apart.
                        assert!(
                            matches!(*found, Distance::Apart { distance, .. } if distance < 1e-3),
                            "{name}, {pair:?}: {found:?}"
                        );
                        meets += 1;
                    }
                    Sweep::Clear => {
                        assert!(matches!(*found, Distance::Apart { .. }), "{name}, {pair:?}");
                        clear += 1;
                    }
                    Sweep::Cut { .. } | Sweep::Overlapping { .. } => {}
                }
            }
        }
    }
    assert!(meets > 5 && clear > 5, "{meets} meet, {clear} do not");
}

#[test]
fn pairs_of_sleepers_are_asleep_and_not_apart() {
    let mut round = round_of("sandbox/tower", |_| {});
    let told = |round: &Round| {
        let notes = (round.arena()).view_notes(View::Pairs, &Views::default(), &ViewWords::ENGLISH);
        notes.into_iter().map(|note| note.text).collect::<Vec<_>>()
    };
    let asleep = |texts: &[String]| texts.iter().any(|text| text.ends_with("19 asleep"));
    assert!(!asleep(&told(&round)));
    let mut steps = 0;
    while !asleep(&told(&round)) {
        round.step(&[]);
        steps += 1;
        assert!(steps < 1200, "{:?}", told(&round));
    }
    // Twenty things on each other: no query is made, so no pair is shown as separated.
    let texts = told(&round);
    let pairs = texts
        .iter()
        .any(|text| text == "0 apart, 0 hit or touch, 0 CUT, 19 asleep");
    assert!(pairs, "{texts:?}");
}

#[test]
fn names_of_volume_broad_phase_and_rule_are_those_of_the_level() {
    let library = library();
    let told = |round: &Round, view: View| {
        let notes = round
            .arena()
            .view_notes(view, &Views::default(), &ViewWords::ENGLISH);
        notes.into_iter().map(|note| note.text).collect::<Vec<_>>()
    };
    for name in LEVELS {
        let level = load(&library, name).unwrap();
        let round = round_of(name, |_| {});
        let volume = level.engine.build_options().volume.name();
        assert_eq!(
            told(&round, View::Tree)[0],
            format!("volume: {volume}"),
            "{name}"
        );
        let is_classic = format!("{:?}", level.response) == "Classic";
        for view in [View::Contacts, View::Velocities] {
            let rule = told(&round, view)
                .iter()
                .any(|text| text.contains("rule of 2002"));
            assert_eq!(rule, is_classic, "{name}");
        }
    }
    let classic = round_of("classic", |_| {});
    assert_eq!(told(&classic, View::Pairs)[0], "grid of 3 x 3 cells");
    let stages = "stages, from cheap to exact: bounds, tree, pieces, triangles".to_owned();
    assert!(told(&classic, View::Sweeps).contains(&stages));
    for (volume, name) in [
        (VolumeSpec::Sphere, "volume: sphere"),
        (VolumeSpec::Aabb, "volume: box"),
        (VolumeSpec::Dop26, "volume: 26-DOP"),
    ] {
        let round = round_of("ice", |level| level.engine.volume = volume);
        assert_eq!(told(&round, View::Tree)[0], name);
    }
}

#[test]
fn every_pair_that_is_near_is_accepted_or_rejected_and_none_twice() {
    for name in LEVELS {
        let mut round = round_of(name, |_| {});
        for _ in 0..3 {
            (0..200).for_each(|_| round.step(&[]));
            let arena = round.arena();
            let mut views = Views::default();
            views.set(View::Pairs, true);
            let mut list = DebugList::default();
            arena.draw(&views, &mut list);
            let of = |kinds: &[DebugKind]| {
                // Posts stand upright.
                let lines = list.lines.iter().filter(|line| kinds.contains(&line.2));
                let lines = lines.filter(|(a, b, _)| (a.x, a.z) != (b.x, b.z));
                let ends =
                    lines.map(|(a, b, _)| [a, b].map(|end| end.to_array().map(f32::to_bits)));
                ends.collect::<BTreeSet<_>>()
            };
            let rejected = of(&[DebugKind::PairRejected]);
            let accepted = of(&[
                DebugKind::PairTested,
                DebugKind::PairHit,
                DebugKind::PairCut,
            ]);
            assert!(rejected.is_disjoint(&accepted), "{name}");
            let notes = arena.view_notes(View::Pairs, &views, &ViewWords::ENGLISH);
            let text = &notes[1].text;
            let count = format!("{} accepted", accepted.len());
            assert!(text.ends_with(&count), "{name}: {text}, {count}");
            let [apart, meet, cut] = [
                DebugKind::PairTested,
                DebugKind::PairHit,
                DebugKind::PairCut,
            ]
            .map(|kind| of(&[kind]).len());
            let count = format!("{apart} apart, {meet} hit or touch, {cut} CUT");
            // Bodies that sleep are counted before or behind it.
            let told = notes.iter().any(|note| note.text.starts_with(&count));
            assert!(told, "{name}: {notes:?}, {count}");
        }
    }
}

fn drawn(arena: &Arena, view: View, focus: Option<Focus>) -> DebugList {
    let mut views = Views::about(focus);
    views.set(view, true);
    let mut list = DebugList::default();
    arena.draw(&views, &mut list);
    list
}

fn told(arena: &Arena, view: View, focus: Option<Focus>) -> Vec<String> {
    let notes = arena.view_notes(view, &Views::about(focus), &ViewWords::ENGLISH);
    notes.into_iter().map(|note| note.text).collect()
}

/// A wall of bricks into which a ball swings.
fn broken_wall() -> Round {
    let mut round = round_of("sandbox/wall", |_| {});
    while round.arena().recent_impacts().count() < 100 {
        assert!(round.arena().time() < 10.0);
        round.step(&[]);
    }
    round
}

#[test]
fn a_pair_that_meets_meets_in_the_views_of_pairs_and_of_the_budget() {
    let round = broken_wall();
    let lines = |view: View, kind: DebugKind| {
        let list = drawn(round.arena(), view, None);
        let lines = list.lines.iter().filter(|line| line.2 == kind);
        let ends = lines.map(|(a, b, _)| [a, b].map(|end| end.to_array().map(f32::to_bits)));
        ends.collect::<BTreeSet<_>>()
    };
    for kind in [DebugKind::PairHit, DebugKind::PairTested] {
        let (pairs, costly) = (lines(View::Pairs, kind), lines(View::Budget, kind));
        assert!(costly.len() > 5 && costly.is_subset(&pairs), "{kind:?}");
    }
}

#[test]
fn a_pile_without_a_fast_impact_shows_the_sweep_of_a_slow_one() {
    let mut round = round_of("sandbox/wall", |_| {});
    let mut seen = 0;
    for _ in 0..1200 {
        round.step(&[]);
        let arena = round.arena();
        if arena
            .last_crash()
            .is_some_and(|(pair, _)| arena.knows_sweep(pair))
        {
            seen += 1;
            let texts = told(arena, View::Sweeps, None);
            let is_shown = texts[0].contains("in the step that ended");
            assert!(is_shown, "{}: {texts:?}", arena.time());
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn things_that_turn_or_move_have_their_numbers_and_those_at_rest_none() {
    let mut round = round_of("physics/nut", |_| {});
    (0..600).for_each(|_| round.step(&[]));
    let texts = drawn(round.arena(), View::Velocities, None).texts;
    assert!(
        texts.iter().any(|(_, text, _)| text.ends_with(" deg/s")),
        "{texts:?}"
    );
    // A wall that stands: nothing but the ball.
    let mut round = round_of("sandbox/wall", |_| {});
    (0..60).for_each(|_| round.step(&[]));
    let list = drawn(round.arena(), View::Velocities, None);
    assert!((1..10).contains(&list.texts.len()), "{:?}", list.texts);
    let moving = drawn(broken_wall().arena(), View::Velocities, None);
    assert!(moving.count(DebugKind::Velocity) > 20);
}

#[test]
fn with_bodies_in_focus_a_number_says_what_of_it_is_theirs() {
    let round = broken_wall();
    let arena = round.arena();
    let pair = arena.last_crash().unwrap().0;
    for view in [
        View::Shapes,
        View::Pairs,
        View::Pieces,
        View::Contacts,
        View::Budget,
    ] {
        let texts = told(arena, view, Some(Focus::Pair(pair))).join("\n");
        assert!(
            texts.contains("all: ") && texts.contains("these two: "),
            "{texts}"
        );
        assert!(!told(arena, view, None).join("\n").contains("these two"));
    }
    let pieces = |id: ActorId| arena.actor(id).model.report().pieces;
    let text = &told(arena, View::Pieces, Some(Focus::Pair(pair)))[0];
    let own = format!(
        "these two: {} convex pieces",
        pieces(pair[0]) + pieces(pair[1])
    );
    assert!(text.ends_with(&own), "{text}, {own}");
}

#[test]
fn the_level_of_trees_is_one_that_there_is() {
    let round = round_of("sandbox/wall", |_| {});
    let deepest = round.arena().deepest_tree_level();
    let notes = round
        .arena()
        .view_notes(View::Tree, &Views::at_level(50), &ViewWords::ENGLISH);
    let text = format!("level {deepest} of 0 to {deepest}");
    assert!(notes.iter().any(|note| note.text == text), "{notes:?}");
}

#[test]
fn every_view_explains_its_words_or_says_that_there_is_nothing() {
    let mut round = round_of("yard", |_| {});
    (0..900).for_each(|_| round.step(&[]));
    let arena = round.arena();
    let pair = arena.nearest_pairs()[0];
    for focus in [None, Some(Focus::One(pair[0])), Some(Focus::Pair(pair))] {
        let views = Views::about(focus);
        for view in View::ALL {
            let notes = arena.view_notes(view, &views, &ViewWords::ENGLISH);
            assert!(!notes.is_empty() || view == View::Sweeps, "{view:?}");
            let nothing = arena.nothing_to_show(view, &views, &ViewWords::ENGLISH);
            assert!(nothing.ends_with('.'), "{nothing}");
            for note in notes.iter().filter(|note| !note.about.is_empty()) {
                assert!(note.about.ends_with('.'), "{note:?}");
            }
        }
    }
    // A focus on a missing actor is no focus.
    let gone = Some(Focus::One(ActorId(10_000)));
    assert_eq!(arena.valid_focus(gone), None);
    assert_eq!(
        arena.valid_focus(Some(Focus::Pair(pair))),
        Some(Focus::Pair(pair))
    );
}

/// The energy in the table equals a sum over the parts of the world.
#[test]
fn the_table_of_a_round_has_a_line_for_each_step_and_its_numbers_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let call = ["sim", "classic", "--seconds", "2", "--csv", "steps.csv"];
    let output = crate::command_line::call(folder.path(), &call);
    crate::command_line::assert_ends(&output, 0, &[]);
    let text = std::fs::read_to_string(folder.path().join("steps.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), COLUMNS.join(","));
    let of = |line: &str, name: &str| {
        let column = COLUMNS.iter().position(|one| *one == name).unwrap();
        line.split(',').nth(column).unwrap().parse::<f64>().unwrap()
    };
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 240);
    // Repeats the round of the call here.
    let library = library();
    let level = load(&library, "classic").unwrap();
    let options = RoundOptions {
        humans: 0,
        duration: Some(2.0),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    while !matches!(round.phase(), RoundPhase::Running { .. }) {
        round.step(&[]);
    }
    for (index, line) in lines.iter().enumerate() {
        let at = format!("line {index}: {line}");
        if index > 0 {
            round.step(&[]);
        }
        let world = round.arena().world();
        if of(line, "step") != world.steps() as f64 {
            // The step with which the countdown ends may be the first of the round.
            assert_eq!(index, 0, "{at}");
            round.step(&[]);
        }
        let world = round.arena().world();
        assert_eq!(of(line, "step"), world.steps() as f64, "{at}");
        let mut energy = 0.0;
        for body in world.bodies().filter(|body| body.mass() > 0.0) {
            let height = body.center().y;
            energy += body.kinetic_energy() + 9.81 * body.mass() * height;
        }
        let told = of(line, "energy_j");
        assert!((told - energy).abs() < 0.01 * energy, "{at}: {energy}");
        let phases = [
            "forces_ms",
            "broad_phase_ms",
            "contacts_ms",
            "solver_ms",
            "continuous_collision_ms",
            "islands_ms",
        ];
        let sum: f64 = phases.map(|name| of(line, name)).iter().sum();
        assert!((sum - of(line, "step_ms")).abs() < 1e-5, "{at}");
    }
    // A file that cannot be written is reported before the round.
    let call = ["sim", "classic", "--csv", "no/such/folder.csv"];
    let output = crate::command_line::call(folder.path(), &call);
    crate::command_line::assert_ends(&output, 1, &["no/such/folder.csv"]);
}
