//! The structure of the code, read from its sources: the files that use each other, and the numbers of some
//! constructs. The lists and numbers here may only shrink.

mod counts;
mod source;
mod uses;

use std::collections::BTreeSet;

use counts::{capped_loops, files_with, long_signatures, loose_numbers, pair_matches, places};
use source::{Source, sources, without_tests, words_of};
use uses::{Package, cycles};

const COLLIDE: &str = "crates/collide/src";
const PHYSICS: &str = "crates/physics/src";
const SYNTH: &str = "crates/synth/src";
const SCENE: &str = "crates/scene/src";
const RULES: &str = "crates/rules/src";
const GAME: &str = "src";

/// The cycles of files that exist: the folder of the package, a file of the cycle, the number of its files,
/// and the reason why it is there. No other may come up, and none may grow.
#[rustfmt::skip]
const CYCLES: [(&str, &str, usize, &str); 23] = [
    (COLLIDE, "shape/mod.rs", 6, "a shape may be a compound of shapes"),
    (PHYSICS, "report.rs", 7, "the parts fill the report, and the report reads them"),
    (PHYSICS, "solver/mod.rs", 3, "one solver in several `impl` blocks"),
    (PHYSICS, "solver/graph_coloring.rs", 3, "batches hold packed contacts, and rows are made of the batches of a problem"),
    (PHYSICS, "body/mod.rs", 5, "a body keeps values that are computed from its description"),
    (PHYSICS, "solver/joints/mod.rs", 3, "mod.rs defines the rows, and the phases take them"),
    (PHYSICS, "body_motion.rs", 2, "a motion holds its rate of turning, which is computed from a motion"),
    (PHYSICS, "ccd/step.rs", 2, "one continuous collision in two `impl` blocks"),
    (PHYSICS, "world/mod.rs", 2, "a world is saved and restored by its parts"),
    (GAME, "app/session/mod.rs", 5, "one session in several `impl` blocks"),
    (GAME, "app/scene_builder.rs", 2, "one builder in two `impl` blocks"),
    (RULES, "tape/mod.rs", 8, "mod.rs defines a recording, and its files record, play and compare it"),
    (SCENE, "level/format.rs", 5, "a level is made of these types, and they take its points and modes"),
    (GAME, "app/input/mod.rs", 6, "the input is made of the devices, and they share its keys and commands"),
    (GAME, "app/panels/mod.rs", 5, "the panels are drawn by functions that take all of them"),
    (SCENE, "arena/mod.rs", 2, "an arena takes snapshots of itself, which restore it"),
    (GAME, "app/render/floor/mod.rs", 4, "mod.rs defines a spot of the floor and calls what paints it"),
    (SCENE, "level/library/mod.rs", 3, "the library builds models and solids, and they take its models"),
    (GAME, "app/render/mod.rs", 2, "the renderer holds the small picture, whose file adds methods to the renderer"),
    (SCENE, "arena/car.rs", 2, "a car holds its recovery, which takes the controls of a car"),
    (RULES, "best/mod.rs", 2, "mod.rs defines the results and has them read and written"),
    (RULES, "drivers/mod.rs", 2, "one driver in two `impl` blocks"),
    (RULES, "tape/file.rs", 2, "the file reads the content, which refuses as the file does"),
];

/// The files and folders of `query/` from low to high: the types of all queries, the memory that they share,
/// one query after the other, and the parts that choose among these. Each may use those before it.
const QUERY_ORDER: [&str; 32] = [
    "search_options",
    "stage",
    "trace",
    "placed",
    "distance_options",
    "outcome",
    "answer",
    "query_shape",
    "hull_pair",
    "solid",
    "among_half_spaces",
    "pair_cache",
    "convex_mesh",
    "account",
    "context",
    "intersect",
    "ray",
    "round_ray",
    "half_space",
    "shape_ray",
    "contains",
    "distance",
    "toi",
    "contacts",
    "leaf_pairs",
    "pair",
    "compound",
    "table",
    "collider",
    "ask",
    "ask_colliders",
    "warm_up",
];

/// The uses in `query/` of something higher, below that folder, with the reason. No other may come up.
#[rustfmt::skip]
const UPWARD: [(&str, &str, &str); 5] = [
    ("query/context.rs", "query/compound/pending.rs", "one context holds the buffers of all questions"),
    ("query/context.rs", "query/contacts/contact.rs", "one context holds the buffers of all questions"),
    ("query/context.rs", "query/contacts/scratch.rs", "one context holds the buffers of all questions"),
    ("query/context.rs", "query/distance/scratch.rs", "one context holds the buffers of all questions"),
    ("query/context.rs", "query/toi/scratch.rs", "one context holds the buffers of all questions"),
];

#[test]
fn files_use_each_other_in_no_circles_but_those_listed() {
    let mut faults = Vec::new();
    for (folder, name) in [
        (COLLIDE, "dodgem_collide"),
        (PHYSICS, "dodgem_physics"),
        (SYNTH, "dodgem_synth"),
        (SCENE, "dodgem_scene"),
        (RULES, "dodgem_rules"),
        (GAME, "dodgem"),
    ] {
        let package = Package::read(folder, name);
        let mut listed: Vec<_> = CYCLES.iter().filter(|cycle| cycle.0 == folder).collect();
        for cycle in cycles(&package.uses()) {
            let known = listed.iter().position(|(_, file, ..)| cycle.contains(file));
            let allowed = known.map_or(0, |at| listed.swap_remove(at).2);
            if cycle.len() != allowed {
                let count = cycle.len();
                faults.push(format!(
                    "{folder}: a cycle of {count} files, listed with {allowed}: {cycle:?}"
                ));
            }
        }
        let gone = listed.iter();
        faults.extend(gone.map(|(_, file, ..)| {
            format!(
                "{folder}: the cycle listed with {file} is gone or part of another: take it off"
            )
        }));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn query_uses_nothing_above_but_what_is_listed() {
    let part = |path: &str| -> Option<String> {
        let rest = path.strip_prefix("query/")?;
        let name = rest.split('/').next()?.trim_end_matches(".rs");
        (name != "mod").then(|| name.to_owned())
    };
    let place = |path: &str| {
        let part = part(path)?;
        let place = QUERY_ORDER.iter().position(|known| *known == part);
        Some(place.unwrap_or_else(|| panic!("query/{part} has no place in QUERY_ORDER")))
    };
    let package = Package::read(COLLIDE, "dodgem_collide");
    let uses = package.uses();
    let mut upward = BTreeSet::new();
    for (&from, used) in &uses {
        let is_above = |to: &&str| place(from).zip(place(to)).is_some_and(|(f, t)| t > f);
        upward.extend(used.iter().filter(|to| is_above(to)).map(|&to| (from, to)));
    }
    let listed: BTreeSet<_> = UPWARD.iter().map(|(from, to, _)| (*from, *to)).collect();
    let new: Vec<_> = upward.difference(&listed).collect();
    assert!(new.is_empty(), "uses of something higher: {new:#?}");
    let gone: Vec<_> = listed.difference(&upward).collect();
    assert!(gone.is_empty(), "take these off the list: {gone:#?}");
    let parts: BTreeSet<String> = uses.keys().filter_map(|path| part(path)).collect();
    let old: Vec<_> = (QUERY_ORDER.iter())
        .filter(|name| !parts.contains(**name))
        .collect();
    assert!(old.is_empty(), "take these out of QUERY_ORDER: {old:?}");
}

/// The sources of some folders.
fn below<'a>(all: &'a [Source], folders: &[&str]) -> Vec<&'a Source> {
    let is_below = |source: &&Source| folders.iter().any(|f| source.path.starts_with(f));
    all.iter().filter(is_below).collect()
}

#[test]
fn no_count_of_what_a_reader_has_to_learn_grows() {
    let (collide, physics) = (sources(COLLIDE), sources(PHYSICS));
    let tests = ["crates/collide/tests", "crates/physics/tests"].map(sources);
    let game = sources(GAME);
    let app: Vec<&Source> = below(&game, &["app/"]);
    let query = below(&collide, &["query/"]);
    let advancing = [below(&collide, &["query/toi/"]), below(&physics, &["ccd/"])].concat();
    let engine: Vec<&Source> = collide.iter().chain(&physics).collect();
    let tests: Vec<&Source> = tests.iter().flatten().collect();
    let loose = |sources: &[Source]| loose_numbers(&sources.iter().collect::<Vec<_>>());
    let old_outcomes = ["HeadStart", "PathSweep", "SweepOutcome"];
    let rows = [
        (
            "loops with a cap in query/toi and ccd",
            3,
            capped_loops(&advancing),
        ),
        ("matches on two kinds in query", 1, pair_matches(&query)),
        ("Meter::new", 2, places(&engine, &["Meter", "::", "new"])),
        ("decided_by =", 5, places(&engine, &["decided_by", "="])),
        (
            "files with old outcomes",
            0,
            files_with(&engine, &old_outcomes),
        ),
        (
            "&mut AppState in the window",
            0,
            places(&app, &["&", "mut", "AppState"]),
        ),
        (
            "impl AppState in the window",
            1,
            places(&app, &["impl", "AppState"]),
        ),
        ("#[path] in tests", 0, places(&tests, &["#", "[", "path"])),
        (
            "functions of query with over 5 parameters",
            0,
            long_signatures(&query, 5),
        ),
        ("numbers outside params in collide", 22, loose(&collide)),
        ("numbers outside params in physics", 1, loose(&physics)),
        ("numbers outside params in scene", 3, loose(&sources(SCENE))),
        (
            "numbers outside params in rules",
            10,
            loose(&sources(RULES)),
        ),
        ("numbers outside params in synth", 0, loose(&sources(SYNTH))),
        ("numbers outside params in the game", 9, loose(&game)),
    ];
    let mut faults = Vec::new();
    for (name, ceiling, count) in rows {
        if count > ceiling {
            faults.push(format!("{name}: {count}, at most {ceiling} are allowed"));
        } else if count < ceiling {
            faults.push(format!(
                "{name}: {count}: lower the ceiling of {ceiling} to it"
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The functions of f32 and f64 that each system computes by a library of its own: a round with one of them ends
/// differently elsewhere. `libm` has the same for all.
const OF_THE_SYSTEM: [&str; 19] = [
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
    "exp2", "ln", "log2", "log10", "powf", "cbrt", "hypot",
];

/// The functions of vectors and rotations that take such functions of numbers. `dodgem_collide::math` has `yaw`,
/// `turn_about` and `turn_between`.
const ANGLES_OF_THE_SYSTEM: [&str; 24] = [
    "from_axis_angle",
    "to_axis_angle",
    "from_scaled_axis",
    "to_scaled_axis",
    "from_scaled_axis_angle",
    "from_rotation_x",
    "from_rotation_y",
    "from_rotation_z",
    "from_rotation_arc",
    "from_rotation_arc_colinear",
    "from_rotation_arc_2d",
    "from_scale_angle_translation",
    "from_euler",
    "to_euler",
    "from_angle",
    "to_angle",
    "angle_between",
    "angle_to",
    "slerp",
    "rotate_towards",
    "rotate_x",
    "rotate_y",
    "rotate_z",
    "rotate_axis",
];

/// True if a source takes a function of vectors or rotations by this name, as a method or of a type.
fn takes_angle(source: &Source, name: &str) -> bool {
    let calls = [[".", name, "("], ["::", name, "("]];
    calls.iter().any(|call| places(&[source], call) > 0)
}

#[test]
fn rounds_take_no_function_of_numbers_from_the_system() {
    let mut faults = Vec::new();
    for folder in [COLLIDE, PHYSICS, SCENE, RULES] {
        for source in sources(folder) {
            // Recordings that are made up for tests.
            if source.path.ends_with("samples.rs") {
                continue;
            }
            for name in OF_THE_SYSTEM {
                let calls = [[".", name, "("], ["f32", "::", name], ["f64", "::", name]];
                if calls.iter().any(|call| places(&[&source], call) > 0) {
                    faults.push(format!("{folder}/{}: {name}", source.path));
                }
            }
            let angles = ANGLES_OF_THE_SYSTEM.iter();
            let angles = angles.filter(|name| takes_angle(&source, name));
            faults.extend(angles.map(|name| format!("{folder}/{}: {name}", source.path)));
        }
    }
    assert!(
        faults.is_empty(),
        "take these from libm:\n{}",
        faults.join("\n")
    );
    let own = source(
        "own.rs",
        "fn f(x: f64) -> f64 { libm::sin(x) + x.hypot(2.0) }",
    );
    let count = |name| places(&[&own], &[".", name, "("]);
    assert_eq!((count("sin"), count("hypot")), (0, 1));
    let own = source(
        "own.rs",
        "fn f(q: Quat) -> f32 { angle_between(q, Quat::from_rotation_x(2.0)) + q.slerp(q, 0.5).w }",
    );
    let found = ["angle_between", "from_rotation_x", "slerp"].map(|name| takes_angle(&own, name));
    assert_eq!(found, [false, true, true]);
}

fn source(path: &str, text: &str) -> Source {
    Source {
        path: path.into(),
        words: words_of(text),
    }
}

#[test]
fn comments_and_texts_are_no_words() {
    let text = r##"fn f<'a>(s: &'a str) { /* x */ g("a // {", '"', '\'', r#"b" }"#) // y"##;
    let words = words_of(text);
    let code: Vec<&str> = words.iter().map(String::as_str).collect();
    let before = [
        "fn", "f", "<", ">", "(", "s", ":", "&", "str", ")", "{", "g", "(",
    ];
    let after = ["\"\"", ",", "\"\"", ",", "\"\"", ",", "\"\"", ")"];
    assert_eq!(code, [&before[..], &after[..]].concat());
}

#[test]
fn unit_tests_are_left_out() {
    let text = "
        struct A { #[cfg(test)] seen: Vec<u8, B>, a: f32 }
        #[cfg(test)] use x::{y, z};
        #[cfg(all(test, feature = \"window\"))] mod tests_of_it;
        fn kept() { #[cfg(test)] count(1, 2); }
        #[cfg(test)] mod tests { fn gone() {} }";
    let (words, modules) = without_tests(words_of(text));
    let kept = "struct A { a: f32 } ; fn kept() { }";
    assert_eq!(
        (words, modules),
        (words_of(kept), vec!["tests_of_it".into()])
    );
}

/// A name that a `mod.rs` hands on counts for the file that defines it, through `super` as well.
#[test]
fn a_circle_through_a_name_that_is_handed_on_is_seen() {
    let files = [
        ("lib.rs", "mod a; pub use a::Item; mod c;"),
        (
            "a/mod.rs",
            "mod b; pub use b::{Item, Other as Another}; pub use b::*;",
        ),
        (
            "a/b.rs",
            "pub struct Item; pub struct Other; fn f() { crate::c::take(); }",
        ),
        (
            "c.rs",
            "use crate::Item; pub fn take() { super::a::Another; }",
        ),
        ("d.rs", "use glam::Vec3; use crate::a; type All = a::Item;"),
    ];
    let files = files.map(|(path, text)| source(path, text));
    let package = Package::new(files.into(), "own");
    let uses = package.uses();
    assert_eq!(uses["a/b.rs"], BTreeSet::from(["c.rs"]));
    assert_eq!(uses["c.rs"], BTreeSet::from(["a/b.rs"]));
    assert_eq!(uses["d.rs"], BTreeSet::from(["a/b.rs"]));
    assert!(uses["a/mod.rs"].is_empty() && uses["lib.rs"].is_empty());
    assert_eq!(cycles(&uses), [["a/b.rs", "c.rs"]]);
}

#[test]
fn each_construct_is_counted() {
    let text = "
        fn long(&self, a: A<B, C>, b: B, c: fn(A, B), d: D, e: E, f: F) {
            for _ in 0..params::MAX_STEPS { meter = Meter::new(budget); }
            for i in 0..count { x.decided_by = a; if x.decided_by == b {} }
            match (a, b) { (Shape::Ball(_), Shape::Box(_)) => 1, _ => 2 }
            match a { (Shape::Ball(_)) => (1, 2), Some(_) => f(Shape::Ball(1), 2) }
            let (Ok(a), Ok(b)) = (a.as_convex(), b.as_convex()) else { return };
            match PairKind::of(a, b) { PairKind::Bounded(both) => both }
        }
        fn short(&mut self, a: A, b: B, c: C, d: D, e: E) {}";
    let one = source("one.rs", text);
    let all = [&one];
    assert_eq!(capped_loops(&all), 1);
    assert_eq!(pair_matches(&all), 3);
    assert_eq!(long_signatures(&all, 5), 1);
    assert_eq!(places(&all, &["decided_by", "="]), 1);
    assert_eq!(
        (files_with(&all, &["Meter"]), files_with(&all, &["Met"])),
        (1, 0)
    );
    let text =
        "const A: f32 = -1.5e-3; const B: u32 = 1 << 4; const C: u32 = u32::MAX; const D: u8 = 7;";
    let [inside, outside] = ["params/a.rs", "a.rs"].map(|path| source(path, text));
    assert_eq!(loose_numbers(&[&inside, &outside]), 2);
}
