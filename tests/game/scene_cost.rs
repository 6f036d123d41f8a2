//! Bounds on the cost of a scene: every step has a bounded number of work units and of pairs, and every level that
//! would be too costly is refused with a place in its text and a reason.

use std::time::{Duration, Instant};

use dodgem::arena::Arena;
use dodgem::level::{Level, Library, build_arena, parse};
use dodgem_scene::params::limits;

/// A generous bound for work that takes a second at most in a release build: tests run with checks, side by side.
pub const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 4 } else { 1 });

/// The CPU time of this thread, so that a busy machine changes nothing; if the system does not tell,
/// the time since `begun`.
pub fn worked(begun: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// The result of a call, and its CPU time.
pub fn timed<R>(call: impl FnOnce() -> R) -> (R, Duration) {
    let begun = Instant::now();
    let before = worked(begun);
    let result = call();
    (result, worked(begun).saturating_sub(before))
}

/// A level of these fields, or its problems, one a line; either within the time limit.
fn checked(fields: &str) -> Result<Level, String> {
    let library = Library::new(Vec::new());
    let text = format!("(name: \"T\", mode: Free, {fields})");
    let (level, took) = timed(|| parse(&library, "t.ron", &text));
    assert!(took < LONGEST, "{took:?} for {fields:.200}");
    level.map_err(|error| error.to_string())
}

fn built(fields: &str) -> Arena {
    let level = checked(fields).unwrap_or_else(|problems| panic!("{problems}"));
    let built = build_arena(&level, &Library::new(Vec::new()));
    built.unwrap_or_else(|refused| panic!("{refused:?}")).arena
}

/// The problems of a level that has to have some.
#[track_caller]
fn refused(fields: &str) -> String {
    checked(fields).expect_err(fields)
}

/// Asserts that the last step cost at most its budget of work units and a bounded number of pairs.
#[track_caller]
pub fn assert_bounded(arena: &Arena, what: &str) {
    let (stats, report) = (arena.stats(), arena.world().report());
    let asked = (stats.tests.len() + stats.searches.len()) as u64;
    assert!(
        stats.used <= stats.budget.saturating_add(asked),
        "{} of {} units, {asked} asked: {what:.2000}",
        stats.used,
        stats.budget
    );
    let bodies = arena.world().bodies().count();
    let most = 30_000.max(48 * bodies);
    assert!(report.pairs <= most, "{} pairs: {what:.2000}", report.pairs);
}

/// A hull of `points` points around its origin.
pub fn hull(points: usize) -> String {
    let point = |index: usize| {
        let height = 1.0 - 2.0 * (index as f64 + 0.5) / points as f64;
        let flat = (1.0 - height * height).sqrt();
        let (sine, cosine) = (index as f64 * 2.399_963).sin_cos();
        let place = [flat * cosine, height, flat * sine].map(|part| part * 0.1);
        format!("({:.4},{:.4},{:.4})", place[0], place[1], place[2])
    };
    let points: Vec<String> = (0..points).map(point).collect();
    format!("Hull(points: [{}])", points.join(","))
}

/// A compound of `count` copies of one solid, side by side.
fn compound(solid: &str, count: usize) -> String {
    let part = |index: usize| format!("(solid: {solid}, center: ({}.0,0.0,0.0))", index % 64);
    let parts: Vec<String> = (0..count).map(part).collect();
    format!("Compound(of: [{}])", parts.join(","))
}

#[test]
fn a_level_without_a_score_has_a_budget_and_takes_turns_only_when_little_is_left() {
    let level = checked("").expect("it is a level");
    let arena = built("");
    let settings = arena.settings();
    assert_eq!((settings.budget, settings.turns_below), (600_000, 150_000));
    // This default does not change the level; a budget that the level states is shared from the start.
    assert_eq!(level.budget(), None);
    let own = built("budget_milliseconds: 3.0");
    let settings = own.settings();
    assert_eq!((settings.budget, settings.turns_below), (3_000, u64::MAX));
}

/// A rod 2,000 times as long as thick, thrown on its end: the friction of the floor spins it about its long axis
/// at 100,000 rad/s and more, 3,000 quarters of a radian a step.
#[test]
fn a_thin_rod_that_spins_takes_no_more_sweeps_than_a_thick_one() {
    for mode in ["", "budget_milliseconds: 30.0,"] {
        let mut arena = built(&format!(
            "{mode} things: [(solid: Cylinder(radius: 0.0004, height: 0.8), at: (2.0, 0.0, 2.0), \
             spin: (90000.0, -6000.0, 500.0))]"
        ));
        for step in 0..40 {
            arena.step(&[]);
            assert_bounded(&arena, mode);
            let (sweeps, events) = (arena.world().report().sweeps, arena.world().report().events);
            assert!(sweeps < 1_500, "{sweeps} sweeps in step {step}");
            assert!(events < 500, "{events} events in step {step}");
        }
    }
}

/// Two cars on trees and triangles alone, the dearest way to sweep them.
#[test]
fn cars_without_the_quick_stages_keep_to_the_budget() {
    for stages in ["[Plane]", "[Convex, Probe]"] {
        let mut arena = built(&format!(
            "engine: (stages: Only({stages})), cars: [(position: (0.0, 0.0), driver: Player), \
             (position: (2.2, 0.0), driver: Player, velocity: (-25.0, 0.0, 3.0)), \
             (position: (0.0, 3.0), driver: Player, velocity: (5.0, 0.0, -25.0))]"
        ));
        for _ in 0..60 {
            let ((), took) = timed(|| arena.step(&[]));
            assert_bounded(&arena, stages);
            assert!(took < LONGEST, "{took:?}");
        }
    }
}

#[test]
fn two_thousand_joints_on_one_body_are_solved_in_time() {
    let joints = "(kind: Ball, a: \"x\"),".repeat(limits::JOINTS);
    let mut arena = built(&format!(
        "things: [(name: \"x\", solid: Ball(radius: 0.1))], joints: [{joints}]"
    ));
    for step in 0..3 {
        let ((), took) = timed(|| arena.step(&[]));
        // A quarter of a second of a release build before.
        assert!(took < LONGEST / 4, "{took:?} in step {step}");
    }
}

#[test]
fn what_is_in_a_part_counts_as_often_as_the_part_is_used() {
    let heights = "0,".repeat(64 * 64);
    let field = format!("solid: Field(width: 1, length: 1, columns: 64, heights: [{heights}])");
    // A field of 8,192 triangles: 122 of them are drawn, and 123 are not.
    let uses = |count: usize| {
        format!(
            "arena: Rectangle(width: 400.0, depth: 40.0), \
             parts: [(name: \"p\", things: [(part: \"q\")]), (name: \"q\", things: [({field}, kind: Fixed)])], \
             things: [(part: \"p\", copies: Row(count: {count}))]"
        )
    };
    assert!(checked(&uses(122)).is_ok());
    let told = refused(&uses(123));
    assert!(told.contains("parts[1].things[0].solid"), "{told}");
    assert!(told.contains("1007616 triangles together"), "{told}");
    assert!(told.contains("at most 1000000"), "{told}");
    // One use of the part counts its triangles once.
    assert!(checked(&uses(123).replace("copies: Row(count: 123)", "at: (0,0,0)")).is_ok());
}

#[test]
fn hulls_and_compounds_count_as_models_do() {
    // 16 hulls of 2 x 100 - 4 triangles: 318 of them are drawn, and 319 are not.
    let pile = |count: usize| {
        format!(
            "arena: Rectangle(width: 1000.0, depth: 1000.0), things: [(solid: {}, copies: Grid(columns: {count}, \
             rows: 1, gap: 0.1), heading: 90.0)]",
            compound(&hull(100), 16)
        )
    };
    let told = refused(&pile(319));
    assert!(told.contains("things[0].solid"), "{told}");
    assert!(told.contains("1000384 triangles together"), "{told}");
    // Each scale is built separately: 25,088 triangles of 64 hulls, nine times.
    let scales: String = (0..9)
        .map(|scale| {
            let solid = compound(&hull(198), 64);
            format!("(solid: {solid}, scale: 1.{scale}, at: (0.0, {scale}.0, 0.0)),")
        })
        .collect();
    let told = refused(&format!("things: [{scales}]"));
    assert!(told.contains("things[7].solid"), "{told}");
    assert!(told.contains("once for each scale"), "{told}");
    // A zone is built and drawn too.
    let zones: String = (0..9)
        .map(|scale| {
            let solid = compound(&hull(190 + scale), 64);
            format!("(solid: {solid}, at: (0.0, {scale}.0, 0.0), effect: Gate),")
        })
        .collect();
    let told = refused(&format!("zones: [{zones}]"));
    assert!(
        told.contains("].solid: the level's models and solids have"),
        "{told}"
    );
}

/// A pyramid of discs at the greatest speed of a level: each path of 8 m is near all others.
#[test]
fn a_volley_of_two_thousand_fast_things_takes_no_more_pairs_than_a_heap() {
    let mut arena = built(
        "gravity: 0.0, things: [(solid: Cylinder(radius: 0.2, height: 0.02), at: (1.2, 1.0, -12.0), \
         velocity: (300.0, 600.0, 0.0), copies: Pyramid(rows: 62, gap: 0.05))]",
    );
    let before = arena.actors()[0].pose.translation();
    for _ in 0..2 {
        arena.step(&[]);
        assert_bounded(&arena, "pyramid");
    }
    // The arena moves on as far as its budget allows, and reports the debt.
    let moved = (arena.actors()[0].pose.translation() - before).length();
    assert!(moved > 0.0 && arena.stats().waiting > 1_900, "{moved} m");
    assert!(arena.stats().debt > 0.0);
}

#[test]
fn a_teleport_puts_no_crowd_in_one_place() {
    let mut arena = built(
        "things: [(name: \"a\", solid: Ball(radius: 0.3), at: (0.0,0.0,0.0), copies: Grid(columns: 12, rows: 12))], \
         zones: [(solid: Box(width: 40.0, height: 0.5, length: 40.0), at: (0.0,0.0,0.0), \
         effect: Teleport(to: (0.0,5.0,0.0)))]",
    );
    let end = glam::Vec3::Y * 5.0;
    let (mut most_there, mut went) = (0, std::collections::BTreeSet::new());
    for _ in 0..240 {
        arena.step(&[]);
        let actors = arena.actors().iter().enumerate();
        let there = actors.filter(|(_, one)| (one.pose.translation() - end).length() < 0.2);
        let there: Vec<usize> = there.map(|(index, _)| index).collect();
        most_there = most_there.max(there.len());
        went.extend(there);
        assert!(arena.world().report().pairs < 3_000);
    }
    // Four and one more; and they do go there, one after the other.
    assert!(most_there <= 5, "{most_there}");
    assert!(went.len() >= 8, "{}", went.len());
}

#[test]
fn many_detailed_models_in_one_place_are_refused_in_time() {
    let told = refused("things: [(model: \"truck.obj\", copies: Ring(count: 100, radius: 0.0))]");
    assert!(
        told.contains("things[0]: thing 1 2 cannot start here: it overlaps"),
        "{told}"
    );
    assert!(told.contains("close to each other"), "{told}");
}

/// `a` is four deep wherever it stands, `e` five.
#[test]
fn how_deep_parts_are_does_not_depend_on_their_order() {
    let parts = [
        "(name: \"a\", things: [(part: \"b\")])",
        "(name: \"b\", things: [(part: \"c\")])",
        "(name: \"c\", things: [(part: \"d\")])",
        "(name: \"d\", things: [(solid: Ball(radius: 0.1))])",
        "(name: \"e\", things: [(part: \"a\")])",
    ];
    let (four, five) = ("(part: \"a\")", "(part: \"e\", at: (3,0,0))");
    for turn in 0..5 {
        let mut parts = parts;
        parts.rotate_left(turn);
        let level = |things: &[&str]| {
            format!(
                "parts: [{}], things: [{}]",
                parts.join(","),
                things.join(",")
            )
        };
        assert!(checked(&level(&[four])).is_ok());
        for things in [&[five][..], &[four, five], &[five, four]] {
            let told = refused(&level(things));
            assert!(
                told.contains("].part: the part \"e\" has parts in parts 5 deep; at most 4"),
                "{told}"
            );
        }
    }
    let ring = "parts: [(name: \"a\", things: [(part: \"b\")]), (name: \"b\", things: [(part: \"a\")])], \
                things: [(part: \"a\")]";
    assert!(refused(ring).contains("holds itself"));
}
