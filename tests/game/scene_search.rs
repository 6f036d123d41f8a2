//! A search for scenes that cost too much, at random: things of all forms and proportions, copies, parts, joints,
//! spins, zones and engines. For each the check ends in time, and no step exceeds its budget.
//!
//! It takes some seconds; `DODGEM_SEARCH_SECONDS=3600` makes it an hour, and `DODGEM_SEARCH_SEED=N` repeats the scene
//! of a seed that a failure printed.

use std::fmt::Write;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

use dodgem::level::{Library, build_arena, parse};

use crate::scene_cost::{LONGEST, assert_bounded, hull, timed};

/// The number of steps per scene.
const STEPS: usize = 8;

/// The greatest CPU time of a step: keys have to be answered.
const LONGEST_STEP: Duration = LONGEST;

/// A number between two others, small ones as likely as large ones.
fn spread(rng: &mut Pcg64Mcg, least: f32, most: f32) -> f32 {
    (least.ln() + (most.ln() - least.ln()) * rng.random::<f32>()).exp()
}

fn whole(rng: &mut Pcg64Mcg, most: f32) -> u32 {
    spread(rng, 1.0, most) as u32
}

fn triple(rng: &mut Pcg64Mcg, most: f32) -> String {
    let mut part = || match rng.random_range(0..3) {
        0 => 0.0,
        1 => spread(rng, 0.01, most),
        _ => -spread(rng, 0.01, most),
    };
    format!("({:.3},{:.3},{:.3})", part(), part(), part())
}

fn solid(rng: &mut Pcg64Mcg, inner: bool) -> String {
    let side = |rng: &mut Pcg64Mcg| match rng.random_range(0..4) {
        0 => spread(rng, 0.0005, 20.0),
        _ => spread(rng, 0.05, 1.5),
    };
    let [a, b, c] = [0, 1, 2].map(|_| side(rng));
    match rng.random_range(0..if inner { 6 } else { 9 }) {
        0 | 1 => format!("Box(width: {a}, height: {b}, length: {c})"),
        2 => format!("Ball(radius: {a})"),
        3 => format!("Cylinder(radius: {a}, height: {b})"),
        4 => format!("Capsule(radius: {a}, height: {})", 2.1 * a + b),
        5 => match rng.random_range(0..2) {
            0 => format!("Cone(radius: {a}, height: {b})"),
            _ => hull(whole(rng, 50.0).max(2) as usize * 4),
        },
        6 => format!("Ramp(width: {a}, height: {b}, length: {c})"),
        7 => {
            let (columns, rows) = (whole(rng, 100.0) + 1, whole(rng, 100.0) + 1);
            let height = |_| format!("{:.2}", spread(rng, 0.001, 1.0));
            let heights: Vec<String> = (0..columns * rows).map(height).collect();
            let heights = heights.join(",");
            format!("Field(width: {a}, length: {c}, columns: {columns}, heights: [{heights}])")
        }
        _ => {
            let part = |rng: &mut Pcg64Mcg| {
                format!(
                    "(solid: {}, center: {})",
                    solid(rng, true),
                    triple(rng, 1.0)
                )
            };
            let count = whole(rng, 64.0);
            let parts: Vec<String> = (0..count).map(|_| part(rng)).collect();
            format!("Compound(of: [{}])", parts.join(","))
        }
    }
}

fn copies(rng: &mut Pcg64Mcg) -> String {
    let most = if rng.random_range(0..4) == 0 {
        2000.0
    } else {
        40.0
    };
    let count = whole(rng, most);
    let side = (count as f32).sqrt() as u32 + 1;
    let gap = match rng.random_range(0..2) {
        0 => String::new(),
        _ => format!(", gap: {:.3}", spread(rng, 0.001, 1.0)),
    };
    match rng.random_range(0..8) {
        0 => format!("Row(count: {count}{gap})"),
        1 => format!("Grid(columns: {side}, rows: {side}{gap})"),
        2 => format!("Grid(columns: 2, rows: 2, layers: {}{gap})", count / 4 + 1),
        3 => format!(
            "Ring(count: {count}, radius: {:.2})",
            spread(rng, 0.1, 15.0)
        ),
        4 => format!("Stack(count: {count}{gap})"),
        5 => format!(
            "Pyramid(rows: {}{gap})",
            (1.4 * (count as f32).sqrt()) as u32 + 1
        ),
        6 => format!("Wall(columns: {}, rows: {}{gap})", side + 1, side),
        _ => format!("Scatter(count: {count}, width: 20, depth: 20, seed: {count})"),
    }
}

/// A thing with the name `t` and a number, of a part if there are some.
fn thing(rng: &mut Pcg64Mcg, number: usize, parts: &[&str], around: f32) -> String {
    let mut text = format!("(name: \"t{number}\"");
    let [x, z] = [0, 1].map(|_| (rng.random::<f32>() - 0.5) * 2.0 * around);
    let high = spread(rng, 0.01, 8.0);
    let place = if rng.random_range(0..2) == 0 {
        "at"
    } else {
        "center"
    };
    write!(text, ", {place}: ({x:.3},{high:.3},{z:.3})").expect("a string");
    if rng.random_range(0..2) == 0 {
        write!(text, ", copies: {}", copies(rng)).expect("a string");
    }
    if let Some(part) = parts.choose(rng).filter(|_| rng.random_range(0..3) == 0) {
        return text + &format!(", part: \"{part}\")");
    }
    match rng.random_range(0..12) {
        0 => text += ", model: \"crate.obj\"",
        1 => text += ", model: \"tyre_stack.obj\"",
        _ => write!(text, ", solid: {}", solid(rng, false)).expect("a string"),
    }
    match rng.random_range(0..6) {
        0 => text += ", kind: Fixed",
        1 => text += ", motion: Slide(by: (3.0, 1.0, 0.0), seconds: 0.2)",
        2 => write!(text, ", velocity: {}", triple(rng, 1000.0)).expect("a string"),
        3 => write!(text, ", spin: {}", triple(rng, 100_000.0)).expect("a string"),
        4 => {
            let (velocity, spin) = (triple(rng, 100.0), triple(rng, 100_000.0));
            write!(text, ", velocity: {velocity}, spin: {spin}").expect("a string");
        }
        _ => {}
    }
    if rng.random_range(0..6) == 0 && !text.contains("Fixed") && !text.contains("Slide") {
        write!(text, ", mass: {}", spread(rng, 0.001, 1e5)).expect("a string");
    }
    text + ")"
}

fn joint(rng: &mut Pcg64Mcg, things: usize) -> String {
    let kind = [
        "Ball",
        "Weld",
        "Hinge(axis: (0,1,0))",
        "Rope()",
        "Rod()",
        "Spring(frequency: 5.0)",
    ];
    let kind = kind.choose(rng).expect("there are some");
    let one = rng.random_range(0..things);
    match rng.random_range(0..3) {
        0 => format!("(kind: {kind}, chain: \"t{one}\")"),
        1 => {
            let count = whole(rng, 300.0) as usize;
            format!("(kind: Ball, a: \"t{one}\"),").repeat(count)
        }
        _ => format!(
            "(kind: {kind}, a: \"t{one}\", b: \"t{}\")",
            rng.random_range(0..things)
        ),
    }
}

fn listed(count: usize, mut one: impl FnMut(usize) -> String) -> String {
    (0..count).map(&mut one).collect::<Vec<_>>().join(",")
}

fn scene(rng: &mut Pcg64Mcg) -> String {
    let mut text = "(name: \"search\"".to_owned();
    let mut add = |field: &str, value: String| {
        if !value.is_empty() && !value.ends_with("[]") {
            write!(text, ", {field}: {value}").expect("a string");
        }
    };
    let maybe = |rng: &mut Pcg64Mcg, value: &str| match rng.random_range(0..4) {
        0 => value.to_owned(),
        _ => String::new(),
    };
    add(
        "mode",
        if rng.random_range(0..5) > 0 {
            "Free"
        } else {
            "Points"
        }
        .to_owned(),
    );
    add("arena", maybe(rng, "Rectangle(width: 400.0, depth: 400.0)"));
    add("ceiling", maybe(rng, "200.0"));
    add("gravity", maybe(rng, "-20.0"));
    add("air", maybe(rng, "50.0"));
    let broad = [
        "AxisSort",
        "AllPairs",
        "HashGrid(cell_size: 0.5)",
        "Grid2(columns: 40, rows: 40)",
    ];
    let broad = broad.choose(rng).copied().unwrap_or_default();
    add("broad_phase", maybe(rng, broad));
    let stages = [
        "TreesOnly",
        "Only([Plane])",
        "Only([Convex, Probe])",
        "Only([Bounds])",
    ];
    let stages = stages.choose(rng).copied().unwrap_or_default();
    let engine = format!("(stages: {stages})");
    add("engine", maybe(rng, &engine));
    let names = ["a", "b", "c", "d", "e"];
    let parts = rng.random_range(0..4_usize);
    let names = &names[..parts];
    let held = listed(parts, |part| {
        let count = rng.random_range(1..4);
        // A part holds those after it: most of the time there is no ring.
        let inner = if rng.random_range(0..12) == 0 {
            names
        } else {
            &names[part + 1..]
        };
        let things = listed(count, |number| thing(rng, number, inner, 1.0));
        let joints = match rng.random_range(0..3) {
            0 => joint(rng, count),
            _ => String::new(),
        };
        format!(
            "(name: \"{}\", things: [{things}], joints: [{joints}])",
            names[part]
        )
    });
    add("parts", format!("[{held}]"));
    let count = rng.random_range(1..5);
    add(
        "things",
        format!(
            "[{}]",
            listed(count, |number| thing(rng, number, names, 15.0))
        ),
    );
    let joints = rng.random_range(0..3);
    add(
        "joints",
        format!("[{}]", listed(joints, |_| joint(rng, count))),
    );
    let cars = rng.random_range(0..4);
    let car = |index: usize| {
        let driver = if index == 0 {
            "Player"
        } else {
            "Computer(Chaser)"
        };
        let velocity = triple(rng, 25.0);
        format!(
            "(position: ({}.0, 12.0), driver: {driver}, velocity: {velocity})",
            4 * index
        )
    };
    add("cars", format!("[{}]", listed(cars, car)));
    let effects = [
        "Teleport(to: (0,3,0))",
        "Gravity(pull: (0,40,0))",
        "Launch(velocity: (0,90,0))",
    ];
    let zones = rng.random_range(0..2);
    let zone = |_| {
        let effect = effects.choose(rng).expect("there are some");
        format!("(solid: Box(width: 30, height: 2, length: 30), at: (0,0,0), effect: {effect})")
    };
    add("zones", format!("[{}]", listed(zones, zone)));
    text + ")"
}

/// Checks a scene, builds it if it is fine and makes some steps. Returns true if it was fine.
fn try_scene(library: &Library, seed: u64) -> bool {
    let text = scene(&mut Pcg64Mcg::seed_from_u64(seed));
    let told = format!("DODGEM_SEARCH_SEED={seed}: {text:.3000}");
    let (level, took) = timed(|| parse(library, "search.ron", &text));
    assert!(took < LONGEST, "checked in {took:?}: {told}");
    let Ok(level) = level else { return false };
    let (built, took) = timed(|| build_arena(&level, library));
    assert!(took < LONGEST, "built in {took:?}: {told}");
    let Ok(built) = built else {
        panic!("fine, and not to be built: {told}");
    };
    let mut arena = built.arena;
    for step in 0..STEPS {
        let ((), took) = timed(|| arena.step(&[]));
        assert_bounded(&arena, &told);
        assert!(took < LONGEST_STEP, "step {step} took {took:?}: {told}");
    }
    true
}

/// A number from the environment.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn no_scene_at_random_costs_more_than_it_may() {
    let library = Library::new(Vec::new());
    if let Some(seed) = given("DODGEM_SEARCH_SEED") {
        try_scene(&library, seed);
        return;
    }
    let seconds = given("DODGEM_SEARCH_SECONDS").unwrap_or(2);
    let begun = Instant::now();
    let (mut fine, mut tried) = (0, 0);
    while begun.elapsed() < Duration::from_secs(seconds) {
        fine += usize::from(try_scene(&library, tried));
        tried += 1;
    }
    println!("{tried} scenes, {fine} of them fine");
    assert!(tried > 0);
}

#[test]
fn the_search_is_the_same_each_time_and_finds_scenes_of_all_kinds() {
    let text = |seed| scene(&mut Pcg64Mcg::seed_from_u64(seed));
    assert_eq!(text(7), text(7));
    let all: String = (0..60).map(text).collect();
    for word in [
        "parts:",
        "Hull(",
        "Compound(",
        "copies:",
        "chain:",
        "spin:",
        "Field(",
        "Teleport",
    ] {
        assert!(all.contains(word), "{word}");
    }
}
