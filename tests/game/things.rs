//! Things, copies, parts, joints, zones and patches of levels: the bodies that they become, and the reports of
//! invalid ones.

use std::fs;

use glam::Vec3;

use dodgem::arena::{Arena, Controls};
use dodgem::game::Round;
use dodgem::level::{Level, Library, PlacedArena, build_arena, parse, save};

fn parsed(text: &str) -> Result<Level, Vec<String>> {
    let library = Library::new(Vec::new());
    parse(&library, "t.ron", text)
        .map_err(|error| error.problems().iter().map(ToString::to_string).collect())
}

/// The arena of a level of these fields.
fn built(fields: &str) -> Arena {
    let level = parsed(&format!("(name: \"T\", {fields})"));
    let level = level.unwrap_or_else(|problems| panic!("{problems:#?}"));
    match build_arena(&level, &Library::new(Vec::new())) {
        Ok(PlacedArena { arena, .. }) => arena,
        Err(refused) => panic!("{refused:?}"),
    }
}

/// The only problem of a level of these fields has this path, and these words.
#[track_caller]
fn assert_problem(fields: &str, path: &str, words: &[&str]) {
    let problems = parsed(&format!("(name: \"T\", {fields})")).expect_err(fields);
    let [only] = &problems[..] else {
        panic!("{fields}: {problems:#?}");
    };
    assert!(only.contains(&format!(": {path}: ")), "{only}");
    for word in words {
        assert!(only.contains(word), "{word:?} is not in: {only}");
    }
}

fn place(arena: &Arena, name: &str) -> Vec3 {
    let found = arena.actors().iter().find(|actor| &*actor.name == name);
    found
        .unwrap_or_else(|| panic!("no {name}"))
        .pose
        .translation()
}

const BOX: &str = "solid: Box(width: 1, height: 1, length: 1)";

#[test]
fn the_smallest_level_is_a_name() {
    let arena = built("");
    assert!(arena.actors().is_empty());
    assert_eq!(arena.border().half_extents().to_array(), [20.0, 20.0]);
}

#[test]
fn the_old_word_is_told_what_it_is_called_now() {
    let problems = parsed("(name: \"T\", obstacles: [(model: \"post.obj\", position: (1, 2))])");
    let problems = problems.expect_err("there are none any more");
    assert!(
        problems[0].starts_with("t.ron:1:13: obstacles: `obstacles` are `things` now"),
        "{problems:?}"
    );
    assert_problem(
        &format!("things: [({BOX}, position: (1.0, 2.0))]"),
        "things[0].position",
        &["`at: (x, y, z)`"],
    );
}

#[test]
fn a_thing_stands_with_its_lowest_point_where_it_is_said() {
    let near = |arena: &Arena, name: &str, wanted: Vec3| {
        let found = place(arena, name);
        // A thing on the floor is raised by the skin that bodies at rest keep.
        assert!(
            found.distance(wanted) < 1.5e-3,
            "{name}: {found}, not {wanted}"
        );
    };
    let arena = built(&format!(
        "things: [
            (name: \"flat\", {BOX}, at: (1, 2, 3)),
            // On its edge: the middle is half the diagonal above it.
            (name: \"edge\", {BOX}, at: (5, 0, 0), roll: 45),
            (name: \"ball\", solid: Ball(radius: 0.25), at: (-3, 0, 0)),
            (name: \"there\", {BOX}, center: (-6, 1, 0)),
            (name: \"large\", {BOX}, at: (-9, 0, 0), scale: 2),
        ]"
    ));
    near(&arena, "flat", Vec3::new(1.0, 2.5, 3.0));
    near(&arena, "edge", Vec3::new(5.0, 0.5_f32.sqrt(), 0.0));
    near(&arena, "ball", Vec3::new(-3.0, 0.25, 0.0));
    near(&arena, "there", Vec3::new(-6.0, 1.0, 0.0));
    near(&arena, "large", Vec3::new(-9.0, 1.0, 0.0));
}

#[test]
fn copies_and_parts_have_numbers_and_paths() {
    let arena = built(&format!(
        "parts: [(name: \"gate\", things: [
            (name: \"post\", {BOX}, copies: Row(count: 2, gap: 2)),
            (name: \"beam\", {BOX}, at: (0, 3, 0)),
        ])],
        things: [
            (name: \"gate\", part: \"gate\", at: (0, 0, 5), heading: 90),
            (name: \"more\", part: \"gate\", at: (0, 0, -5), copies: Row(count: 2, gap: 1)),
            (name: \"wall\", {BOX}, at: (10, 0, 0), copies: Stack(count: 2)),
        ]"
    ));
    let names: Vec<&str> = arena.actors().iter().map(|actor| &actor.name[..]).collect();
    let expected = [
        "gate/post 1",
        "gate/post 2",
        "gate/beam",
        "more 1/post 1",
        "more 1/post 2",
        "more 1/beam",
        "more 2/post 1",
        "more 2/post 2",
        "more 2/beam",
        "wall 1",
        "wall 2",
    ];
    assert_eq!(names, expected);
    // Posts at -1.5 and 1.5 along X, which a heading of 90 turns to -Z.
    assert!(place(&arena, "gate/post 2").distance(Vec3::new(0.0, 0.5007, 3.5)) < 1e-4);
    // A gate is 4 m wide: 5 m from one to the next.
    let apart = place(&arena, "more 2/beam").x - place(&arena, "more 1/beam").x;
    assert!((apart - 5.0).abs() < 1e-4, "{apart}");
    // A skin apart, and as near as bodies rest.
    let apart = place(&arena, "wall 2").y - place(&arena, "wall 1").y;
    assert!((1.0006..1.00101).contains(&apart), "{apart}");
}

#[test]
fn what_overlaps_is_told_how_deep_and_how_far_up_it_would_be_free() {
    let two = |second: &str| format!("things: [({BOX}), ({BOX}, {second})]");
    // Touching is fine, and so is less than a millimetre.
    built(&two("at: (1.0, 0, 0)"));
    built(&two("at: (0.9995, 0, 0)"));
    assert_problem(
        &two("at: (0.9, 0, 0)"),
        "things[1].at",
        &[
            "thing 2 cannot start here: it overlaps \"thing 1\" by 0.100 m; 1.00 m higher it would be free",
        ],
    );
    // Things of one group, or joined ones, may overlap.
    built(
        "things: [(solid: Ball(radius: 1), group: \"a\"), (solid: Ball(radius: 1), at: (1, 0, 0), group: \"a\")]",
    );
    built(
        "things: [(name: \"a\", solid: Ball(radius: 1)), (name: \"b\", solid: Ball(radius: 1), at: (1, 0, 0))],
         joints: [(kind: Ball, a: \"a\", b: \"b\", at: (0.5, 1, 0))]",
    );
    assert_problem(
        "things: [(solid: Ball(radius: 1), center: (0, 0.5, 0))]",
        "things[0].center",
        &["0.500 m into the floor"],
    );
    assert_problem(
        "ceiling: 3, things: [(solid: Ball(radius: 1), center: (0, 2.5, 0))]",
        "things[0].center",
        &["0.50 m through the ceiling"],
    );
}

#[test]
fn what_makes_no_sense_is_told_with_its_path() {
    let thing = |fields: &str| format!("things: [({fields})]");
    for (fields, path, word) in [
        ("at: (0, 0, 0)", "things[0]", "neither"),
        (
            "solid: Ball(radius: 1), model: \"post.obj\"",
            "things[0].model",
            "leave one",
        ),
        (
            "solid: Ball(radius: 1), at: (0, 0, 0), center: (0, 1, 0)",
            "things[0].center",
            "leave one",
        ),
        (
            "solid: Ball(radius: 1), mass: 1, density: 1",
            "things[0].density",
            "leave one",
        ),
        (
            "solid: Ball(radius: 1), kind: Fixed, velocity: (1, 0, 0)",
            "things[0].velocity",
            "stands still",
        ),
        (
            "solid: Ball(radius: -1)",
            "things[0].solid.radius",
            "radius is -1",
        ),
        (
            "solid: Ball(radius: NaN)",
            "things[0].solid.radius",
            "radius is NaN",
        ),
        (
            "solid: Capsule(radius: 1, height: 1)",
            "things[0]",
            "twice its radius",
        ),
        (
            "solid: Hull(points: [(0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1)])",
            "things[0]",
            "",
        ),
        (
            "solid: Hull(points: [(0, 0, 0)])",
            "things[0].solid.points",
            "4 to 200",
        ),
        (
            "solid: Hull(points: [(0, 0, 0), (1, inf, 0), (0, 0, 1), (1, 0, 1)])",
            "things[0].solid.points[1][1]",
            "inf",
        ),
        (
            "solid: Field(width: 2, length: 2, columns: 2, heights: [0, 0, 1]), kind: Fixed",
            "things[0].solid.heights",
            "rows of 2",
        ),
        (
            "solid: Field(width: 2, length: 2, columns: 2, heights: [0, 0, 1, 0])",
            "things[0].solid",
            "kind: Fixed",
        ),
        ("solid: Compound(of: [])", "things[0].solid.of", "1 to 64"),
        (
            "solid: Compound(of: [(solid: Compound(of: []))])",
            "things[0].solid.of[0].solid",
            "compound in a compound",
        ),
        (
            "solid: Compound(of: [(solid: Ball(radius: 0))])",
            "things[0].solid.of[0].solid.radius",
            "radius is 0",
        ),
        (
            "solid: Ball(radius: 1), material: \"iron\"",
            "things[0].material",
            "no `materials`",
        ),
        (
            "solid: Ball(radius: 1), paint: \"blue\"",
            "things[0].paint",
            "#rrggbb",
        ),
        ("part: \"gate\"", "things[0].part", "no part"),
        (
            "solid: Ball(radius: 1), motion: Spin(axis: (0, 0, 0), speed: 1)",
            "things[0].motion.axis",
            "direction",
        ),
        (
            "solid: Ball(radius: 1), motion: Path(points: [], speed: 1)",
            "things[0].motion.points",
            "1 to 100",
        ),
        (
            "solid: Ball(radius: 1), copies: Row(count: 0)",
            "things[0].copies.count",
            "count is 0",
        ),
        (
            "solid: Ball(radius: 1), copies: Grid(columns: 4294967295, rows: 4294967295, layers: 4294967295)",
            "things[0].copies",
            "at most 2000",
        ),
        (
            "solid: Ball(radius: 1), copies: Wall(columns: 1, rows: 3)",
            "things[0].copies.columns",
            "stands on two",
        ),
        (
            "name: \"a/b\", solid: Ball(radius: 1)",
            "things[0].name (\"a/b\")",
            "\"/\"",
        ),
    ] {
        assert_problem(&thing(fields), path, &[word]);
    }
    let ball = "(name: \"a\", solid: Ball(radius: 0.5))";
    for (joint, path, word) in [
        ("kind: Ball", "joints[0]", "holds nothing"),
        (
            "kind: Ball, a: \"b\"",
            "joints[0]",
            "no thing \"b\"; did you mean",
        ),
        ("kind: Ball, a: \"a\", b: \"a\"", "joints[0].b", "to itself"),
        (
            "kind: Hinge(axis: (0, 0, 0)), a: \"a\"",
            "joints[0].kind.axis",
            "direction",
        ),
        (
            "kind: Ball, a: \"a\", to: (0, 1, 0)",
            "joints[0].to",
            "leave `to` out",
        ),
        (
            "kind: Rope(length: 1), a: \"a\"",
            "joints[0]",
            "one end only",
        ),
        (
            "kind: Ball, a: \"a\", limits: (0, 1)",
            "joints[0].limits",
            "only hinges",
        ),
        (
            "kind: Hinge(axis: (0, 1, 0)), a: \"a\", limits: (1, 0)",
            "joints[0].limits",
            "greater one",
        ),
        ("kind: Ball, chain: \"a\"", "joints[0]", "two copies"),
        (
            "kind: Hinge(axis: (0, 1, 0)), a: \"a\", motor: (force: 1)",
            "joints[0].motor",
            "either a `speed`",
        ),
        (
            "kind: Spring(frequency: 0), a: \"a\", to: (0, 2, 0)",
            "joints[0].kind.frequency",
            "frequency is 0",
        ),
    ] {
        // "b" is too short to be near anything.
        let word = word.trim_end_matches("; did you mean");
        let fields = format!("things: [{ball}], joints: [({joint})]");
        assert_problem(&fields, path, &[word]);
    }
    assert_problem(
        &format!("things: [{ball}, {ball}]"),
        "things[1].name (\"a\")",
        &["given twice"],
    );
    assert_problem("wind: (1, 0, 0)", "wind", &["air: 1.2"]);
    assert_problem("gravity: 1000", "gravity", &["gravity is 1000"]);
    assert_problem(
        "patches: [(position: (19, 0), width: 4, length: 1, grip: 0.1)]",
        "patches[0]",
        &["outside the arena"],
    );
    assert_problem(
        "zones: [(solid: Ball(radius: 0), effect: Out)]",
        "zones[0].solid.radius",
        &["radius is 0"],
    );
}

#[test]
fn parts_multiply_only_so_far_and_may_not_hold_themselves() {
    let part = |name: &str, inner: &str| {
        format!("(name: \"{name}\", things: [(part: \"{inner}\", copies: Stack(count: 100))])")
    };
    let ball = "(name: \"d\", things: [(solid: Ball(radius: 0.1))])";
    let [a, b, c] = [part("a", "b"), part("b", "c"), part("c", "d")];
    let fields = format!("parts: [{a}, {b}, {c}, {ball}], things: [(part: \"a\")]");
    assert_problem(
        &fields,
        "parts[1].things[0].copies (\"b\")",
        &["10000 things", "at most 2000"],
    );
    let looped = format!("parts: [{a}, {}], things: [(part: \"a\")]", part("b", "a"));
    assert_problem(
        &looped,
        "parts[1].things[0].copies (\"b\")",
        &["holds itself"],
    );
}

#[test]
fn a_part_has_a_file_of_its_own_and_its_faults_are_told_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let parts = folder.path().join("levels/parts");
    fs::create_dir_all(&parts).expect("a folder");
    let library = Library::new(vec![folder.path().to_owned()]);
    let text = "(name: \"T\", things: [(part: \"gate\")])";
    fs::write(parts.join("gate.ron"), format!("(things: [({BOX})])")).expect("a file");
    let level = parse(&library, "t.ron", text).expect("a level");
    assert_eq!(level.parts.len(), 1);
    // Saved, the part stays where it is.
    let copy = folder.path().join("copy.ron");
    save(&level, &copy).expect("a file");
    let saved = fs::read_to_string(&copy).expect("a text");
    assert!(!saved.contains("parts"), "{saved}");
    fs::write(
        parts.join("gate.ron"),
        "(\n things: [(solid: Ball(radius: -1))])",
    )
    .expect("a file");
    let error = parse(&library, "t.ron", text)
        .expect_err("a fault")
        .to_string();
    assert!(
        error.contains("gate.ron:2:32: things[0].solid.radius: radius is -1"),
        "{error}"
    );
    for name in ["../gate", "/etc/passwd", "no"] {
        let text = text.replace("gate", name);
        let error = parse(&library, "t.ron", &text).expect_err(name).to_string();
        assert!(
            error.contains("things[0].part: there is no part"),
            "{error}"
        );
    }
}

/// A lever of 2 m on a hinge at its end, level at first, that a control lifts.
const LEVER: &str = "gravity: 0, \
    things: [(name: \"lever\", solid: Box(width: 2, height: 0.1, length: 0.4), center: (1, 2, 0), mass: 2)], \
    joints: [(kind: Hinge(axis: (0, 0, 1)), a: \"lever\", at: (0, 2, 0), limits: (-10, 60), \
              motor: (angle: 45, force: 500, by: Steer))]";

/// Steered right, the joint goes to the angle of its motor; released, back to its start; steered left, to its
/// limit.
#[test]
fn a_control_drives_a_joint_and_a_level_with_one_has_room_for_a_player() {
    let level = parsed(&format!("(name: \"T\", {LEVER})")).expect("it is sound");
    assert_eq!((level.cars.len(), level.player_slots()), (0, 1));
    let mut round = Round::new(&level, &Library::new(Vec::new()), 1).expect("it is sound");
    let mut angle = |steer: f32| {
        let held = Controls {
            steer,
            ..Controls::default()
        };
        for _ in 0..240 {
            round.step(&[held]);
        }
        let middle = place(round.arena(), "lever");
        (middle.y - 2.0).atan2(middle.x).to_degrees()
    };
    for (steer, wanted) in [(1.0, 45.0), (0.0, 0.0), (-1.0, -10.0), (0.5, 22.5)] {
        let found = angle(steer);
        assert!(
            (found - wanted).abs() < 0.5,
            "{steer}: {found} in place of {wanted}"
        );
    }
}

#[test]
fn an_arena_may_have_corners_and_they_are_told_that_make_none() {
    let five = "arena: Polygon(corners: [(0, -9), (8, -3), (6, 7), (-5, 7), (-9, -8)])";
    let arena = built(five);
    assert_eq!(arena.border().half_extents().to_array(), [9.0, 9.0]);
    assert_problem(
        &format!("{five}, things: [({BOX}, at: (7, 0, -7))]"),
        "things[0].at",
        &["outside the arena"],
    );
    let dented = "arena: Polygon(corners: [(-5, -5), (5, -5), (-1, -1), (-5, 5)])";
    assert_problem(dented, "arena.corners[2]", &["inwards"]);
    let two = "arena: Polygon(corners: [(-5, -5), (5, -5)])";
    let problems = parsed(&format!("(name: \"T\", {two})")).expect_err(two);
    assert!(
        problems[0].contains("2 corners; an arena has 3 to 16"),
        "{problems:?}"
    );
}

#[test]
fn a_level_with_everything_reads_back_equal() {
    let library = Library::new(Vec::new());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("copy.ron");
    for folder in dodgem::level::LevelFolder::ALL {
        for name in library.names_in(folder) {
            let level = dodgem::level::load(&library, &name).expect("it is shipped");
            save(&level, &path).expect("a file");
            let text = fs::read_to_string(&path).expect("a text");
            assert_eq!(
                parse(&library, "copy.ron", &text).expect(&name),
                level,
                "{name}"
            );
        }
    }
}
