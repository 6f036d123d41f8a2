//! A round goes on from a snapshot to the bit as the original did: in every level, with enough work or
//! too little, in its own round or in a fresh one, any number of times.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use dodgem::arena::Border;
use dodgem::arena::Controls;
use dodgem::game::{Round, RoundOptions, RoundPhase, RoundSnapshot, RoundSnapshotError};
use dodgem::level::{BroadPhaseSpec, DriverSpec, Level, Library, Point, Style, load, parse};
use dodgem_collide::schedule::ScheduleKind;
use dodgem_physics::{SnapshotError, StateHasher};

use super::{level, library};

const SCHEDULES: [ScheduleKind; 3] = [
    ScheduleKind::SourceShares,
    ScheduleKind::PerceptionSorted,
    ScheduleKind::PriorityQueues,
];

/// Milliseconds of source 1's machine that are too few for a search: 20 units of work a step.
const TOO_LITTLE: f32 = 0.02;

fn options(seed: u64, seconds: f32) -> RoundOptions {
    RoundOptions {
        seed,
        humans: 2,
        duration: Some(seconds),
        countdown: 0.5,
        ..RoundOptions::default()
    }
}

/// The controls of two players in a step: they change four times a second.
fn controls(seed: u64, step: u64) -> [Controls; 2] {
    std::array::from_fn(|slot| {
        let mut random = Pcg32::new(seed ^ (step / 30), slot as u64);
        Controls {
            throttle: random.random_range(-0.5..1.0),
            steer: random.random_range(-1.0..1.0),
            brake: random.random_range(0..12) == 0,
            boost: random.random_range(0..3) == 0,
        }
    })
}

/// A fingerprint of the observable state of a round between two steps.
fn digest(round: &Round) -> u64 {
    let (arena, world) = (round.arena(), round.arena().world());
    let mut hasher = StateHasher::default();
    hasher.integer(arena.state_hash());
    let mut say = |text: String| hasher.bytes(text.as_bytes());
    say(format!("{:?} {:?}", arena.events(), arena.stats()));
    say(format!("{:?} {:?}", world.report(), arena.totals()));
    say(format!("{:?}", world.broad_phase().statistics()));
    say(format!("{:?}", world.near_pairs().collect::<Vec<_>>()));
    say(format!("{:?}", world.contacts().collect::<Vec<_>>()));
    say(format!("{:?} {:?}", round.phase(), round.crashes()));
    say(format!("{:?} {}", round.score(), round.impacts()));
    for actor in arena.actors() {
        let places = (actor.pose, actor.previous_pose, actor.car());
        say(format!("{places:?} {}", actor.debt));
    }
    hasher.finish()
}

/// The cuts and crashes that a round had.
#[derive(Default)]
struct Seen {
    cuts: u64,
    crashes: usize,
}

/// Plays a round with snapshots at some steps, and from each of them again for `more` steps:
/// by turns in the round itself, which is long over, and in a fresh one.
fn assert_goes_on(level: &Level, library: &Library, seed: u64, moments: &[u64], more: u64) -> Seen {
    let last = moments.iter().max().expect("moments") + more;
    let fresh = || {
        let seconds = last as f32 / 120.0;
        Round::with_options(level, library, options(seed, seconds)).expect("a round")
    };
    let mut round = fresh();
    let mut seen = Seen::default();
    let mut snapshots: Vec<RoundSnapshot> = Vec::new();
    let mut digests = vec![digest(&round)];
    for step in 0..last {
        if moments.contains(&step) {
            snapshots.push(round.snapshot());
        }
        round.step(&controls(seed, step));
        digests.push(digest(&round));
        let stats = round.arena().stats();
        seen.cuts += stats.cuts + stats.search_cuts;
        seen.crashes += round.crashes().len();
    }
    let go_on = |round: &mut Round, snapshot: &RoundSnapshot, more: u64| {
        round.restore(snapshot).expect("a snapshot of this round");
        for step in snapshot.steps()..snapshot.steps() + more {
            let same = digest(round) == digests[step as usize];
            let (name, from) = (&level.name, snapshot.steps());
            assert!(same, "{name}, from step {from}: step {step} differs");
            round.step(&controls(seed, step));
        }
    };
    // The last one first, so that the round goes back in time again and again.
    for (index, snapshot) in snapshots.iter().rev().enumerate() {
        go_on(&mut round, snapshot, more / 4);
        if index % 2 == 0 {
            go_on(&mut round, snapshot, more);
        } else {
            go_on(&mut fresh(), &snapshot.clone(), more);
        }
    }
    seen
}

/// `count` moments of the first `steps` steps: the very first one, and random ones.
fn moments(seed: u64, count: usize, steps: u64) -> Vec<u64> {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut moments = BTreeSet::from([0]);
    while moments.len() < count {
        moments.insert(random.random_range(1..steps));
    }
    moments.into_iter().collect()
}

/// Tests all levels with their own settings, and with too little work under every schedule.
fn assert_all_levels_go_on(count: usize, steps: u64, more: u64) -> Seen {
    let mut all = Seen::default();
    for (index, name) in library().level_names().into_iter().enumerate() {
        let (mut level, library) = level(&name);
        let seed = 100 + index as u64;
        let times = moments(seed, count, steps);
        let seen = assert_goes_on(&level, &library, seed, &times, more);
        let crashes = seen.crashes;
        println!("{name}: from {} moments, {crashes} crashes", times.len());
        all.crashes += crashes;
        level.budget_milliseconds = Some(TOO_LITTLE);
        for schedule in SCHEDULES {
            level.schedule = schedule;
            let times = moments(seed + 50, count.div_ceil(10).max(2), steps);
            let seen = assert_goes_on(&level, &library, seed, &times, more);
            println!("{name} with too little work: {} cuts", seen.cuts);
            all.cuts += seen.cuts;
        }
    }
    all
}

#[test]
fn a_round_goes_on_from_a_snapshot_as_if_nothing_had_been() {
    let seen = assert_all_levels_go_on(2, 400, 120);
    assert!(seen.crashes > 10, "{} crashes", seen.crashes);
}

/// `cargo test --release --test game -- --ignored --nocapture fifty`
#[test]
#[ignore = "takes some minutes"]
fn a_round_goes_on_for_ten_seconds_from_fifty_random_moments_of_every_level() {
    let seen = assert_all_levels_go_on(50, 30 * 120, 10 * 120);
    assert!(seen.crashes > 100, "{} crashes", seen.crashes);
    assert!(seen.cuts > 100, "{} cuts", seen.cuts);
}

/// Here the turns of the schedule matter in every step.
#[test]
fn a_crowd_with_too_little_work_goes_on_as_if_nothing_had_been() {
    for schedule in SCHEDULES {
        let level = Level {
            schedule,
            budget_milliseconds: Some(TOO_LITTLE),
            ..crowd(36)
        };
        let times = [90, 205, 333, 400];
        let seen = assert_goes_on(&level, &library(), 3, &times, 240);
        assert!(seen.cuts > 100, "{schedule:?}: {} cuts", seen.cuts);
    }
}

#[test]
fn a_snapshot_of_another_round_is_refused_and_changes_nothing() {
    let (classic, library) = level("classic");
    let round = |level: &Level, seed| {
        let mut round = Round::with_options(level, &library, options(seed, 9.0)).expect("a round");
        (0..90).for_each(|step| round.step(&controls(seed, step)));
        round
    };
    let mut here = round(&classic, 1);
    let before = digest(&here);
    let mut refused = |snapshot: &RoundSnapshot| {
        let error = here.restore(snapshot).expect_err("it is another round");
        assert_eq!(digest(&here), before, "{error}");
        error
    };
    let ice = load(&library, "ice").expect("a level");
    let error = refused(&round(&ice, 1).snapshot());
    assert!(error.to_string().contains(&ice.name), "{error}");
    let slower = Level {
        crash_speed: classic.crash_speed + 0.1,
        ..classic.clone()
    };
    let error = refused(&round(&slower, 1).snapshot());
    assert!(matches!(error, RoundSnapshotError::Level { .. }), "{error}");
    let error = refused(&round(&classic, 2).snapshot());
    assert_eq!(error, RoundSnapshotError::Options);
    let same = round(&classic, 1).snapshot();
    here.restore(&same).expect("a twin");
    assert_eq!(digest(&here), before);
}

/// The level's text has not changed, but a model in the folder has.
#[test]
fn a_snapshot_of_a_level_with_another_model_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let models = folder.path().join("assets/models");
    std::fs::create_dir_all(&models).expect("a folder");
    let car = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/bumper_car.obj");
    let text = std::fs::read_to_string(car).expect("a model");
    // One corner of the car is a little elsewhere.
    let (at, line) = (text.lines().enumerate())
        .find(|(_, line)| line.starts_with("v "))
        .expect("a vertex");
    let moved = format!("{line}1");
    let lines = text.lines().enumerate();
    let lines: Vec<&str> = lines
        .map(|(i, l)| if i == at { &moved } else { l })
        .collect();
    std::fs::write(models.join("bumper_car.obj"), lines.join("\n")).expect("a file");
    let (classic, library) = level("classic");
    let other = Library::new(vec![
        folder.path().into(),
        env!("CARGO_MANIFEST_DIR").into(),
    ]);
    let of = |library| Round::with_options(&classic, library, options(1, 9.0)).expect("a round");
    let error = of(&library).restore(&of(&other).snapshot());
    let is_body = |error: &RoundSnapshotError| {
        matches!(error, RoundSnapshotError::Arena(SnapshotError::Body { .. }))
    };
    assert!(error.as_ref().is_err_and(is_body), "{error:?}");
    of(&other).restore(&of(&other).snapshot()).expect("a twin");
}

/// A hall of `cars` cars that the computer drives.
fn crowd(cars: usize) -> Level {
    let (classic, _) = level("classic");
    let row = (cars as f64).sqrt().ceil() as usize;
    let spread = 2.8;
    let place = |i: usize| (i as f32 - 0.5 * (row - 1) as f32) * spread;
    let styles = [Style::Chaser, Style::Hunter, Style::Drifter];
    let cars = (0..cars).map(|i| {
        let mut car = classic.cars[0].clone();
        car.driver = DriverSpec::Computer(styles[i % 3]);
        car.position = Point(place(i % row), place(i / row));
        car.heading = (i * 77 % 360) as f32;
        car
    });
    let edge = spread * row as f32 + 2.0;
    Level {
        arena: Border::Rectangle {
            width: edge,
            depth: edge,
        },
        budget_milliseconds: Some(10_000.0),
        cars: cars.collect(),
        ..classic.clone()
    }
}

/// A hall of 64 cars with 200 boxes and balls, which fall on them.
fn crowd_with_things() -> Level {
    let text = r#"(
        name: "things",
        things: [
            (name: "box", solid: Box(width: 0.4, height: 0.4, length: 0.4), at: (0.0, 4.0, 0.0), mass: 20.0,
                copies: Grid(columns: 10, rows: 10, gap: 1.6)),
            (name: "ball", solid: Ball(radius: 0.2), at: (0.0, 5.5, 0.0), mass: 5.0,
                copies: Grid(columns: 10, rows: 10, gap: 1.6)),
        ],
    )"#;
    let things = parse(&library(), "things.ron", text)
        .expect("a level")
        .things;
    Level {
        things,
        ..crowd(64)
    }
}

/// The median and the mean of some times, in microseconds.
fn middle_and_mean(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    (micros(times[times.len() / 2]), micros(mean))
}

/// `cargo test --release --test game -- --ignored --nocapture what_a_snapshot_costs`
///
/// A snapshot every tenth of a second of 20 s in which cars meet, into used memory, and back to it.
#[test]
#[ignore = "measures times"]
fn what_a_snapshot_costs_is_under_a_millisecond() {
    let names = library().level_names();
    let levels = names.iter().map(|name| (name.clone(), level(name).0));
    let crowds = [
        ("256 cars", crowd(256)),
        ("64 cars with 200 things", crowd_with_things()),
    ];
    let crowds = crowds.map(|(name, level)| (name.to_owned(), level));
    for (name, level) in levels.chain(crowds) {
        let library = library();
        let mut round = Round::with_options(&level, &library, options(1, 600.0)).expect("a round");
        let mut snapshot = round.snapshot();
        let (mut taking, mut going_back, mut size) = (Vec::new(), Vec::new(), 0);
        for step in 0..20 * 120 {
            round.step(&controls(1, step));
            if step % 12 > 0 || !matches!(round.phase(), RoundPhase::Running { .. }) {
                continue;
            }
            let start = Instant::now();
            round.snapshot_into(&mut snapshot);
            taking.push(start.elapsed());
            let start = Instant::now();
            round.restore(&snapshot).expect("its own snapshot");
            going_back.push(start.elapsed());
            // As a tape keeps it: without room to spare.
            size += snapshot.clone().size();
        }
        let size = size / taking.len();
        let ((take, mean), (back, mean_back)) =
            (middle_and_mean(taking), middle_and_mean(going_back));
        println!(
            "{name}: take {take:.1} us (mean {mean:.1}), back {back:.1} us (mean {mean_back:.1}), {size} bytes"
        );
        // The median, because other load on the machine shows in the mean.
        assert!(take < 1000.0, "{name}: {take} us");
    }
}

/// Broad phases that remember: an axis, that cells were too small for all or too large for a list.
#[test]
fn a_crowd_goes_on_whatever_finds_its_pairs() {
    use BroadPhaseSpec::{AllPairs, AxisSort, Grid2, Grid3, HashGrid, SweepAndPrune};
    let grid = |columns, rows| Grid2 { columns, rows };
    let layers = Grid3 {
        columns: 9,
        rows: 9,
        layers: 2,
    };
    let hashed = |cell_size| HashGrid { cell_size };
    let kinds = [grid(1, 1), grid(9, 9), layers, hashed(4.0), hashed(0.3)];
    for kind in kinds.into_iter().chain([SweepAndPrune, AxisSort, AllPairs]) {
        // One cell with all cars would be too many for a list of candidates.
        let cars = if kind == grid(1, 1) { 150 } else { 90 };
        let level = Level {
            broad_phase: kind,
            ..crowd(cars)
        };
        let seen = assert_goes_on(&level, &library(), 7, &[0, 61, 130, 200], 40);
        assert!(seen.crashes > 0, "{kind:?}");
    }
}
