//! Broken levels: each report names the place and a correct value.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

use dodgem::arena::ActorId;
use dodgem::level::{LevelFolder, Library, build_arena, load, parse, save};
use dodgem_collide::BuildOptions;
use dodgem_scene::params::limits;

const GOOD: &str = r##"(
    name: "Test",
    arena: Round(radius: 10.0),
    response: Impulse(restitution: 0.5, friction: 0.2),
    broad_phase: Grid2(columns: 3, rows: 3),
    cars: [
        (position: (0.0, 4.0), driver: Player, paint: "#ff0000"),
        (position: (0.0, -4.0), heading: 180.0, mass: 250.0, driver: Computer(Chaser)),
    ],
    things: [
        (model: "post.obj", kind: Fixed, at: (3.0, 0.0, 0.0)),
    ],
)
"##;

fn empty_library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    for inner in ["levels", "assets/models"] {
        fs::create_dir_all(folder.path().join(inner)).unwrap();
    }
    let library = Library::new(vec![folder.path().to_owned()]);
    (folder, library)
}

/// The messages for the good level with `from` replaced by `to`.
fn problems(from: &str, to: &str) -> Vec<String> {
    assert!(GOOD.contains(from), "{from}");
    let (_folder, library) = empty_library();
    match parse(&library, "test.ron", &GOOD.replacen(from, to, 1)) {
        Ok(_) => Vec::new(),
        Err(error) => error.problems().iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn assert_problem(from: &str, to: &str, place: &str, words: &[&str]) {
    let found = problems(from, to);
    let [only] = &found[..] else {
        panic!("{to}: {found:#?}");
    };
    assert!(only.starts_with(&format!("test.ron:{place}: ")), "{only}");
    for word in words {
        assert!(only.contains(word), "{word:?} is not in: {only}");
    }
}

#[test]
fn the_good_level_is_good() {
    assert_eq!(problems("Test", "Test"), Vec::<String>::new());
}

#[test]
fn numbers_out_of_range_are_told_with_place_and_range() {
    assert_problem(
        "radius: 10.0",
        "radius: 0.5",
        "3:26",
        &["radius is 0.5", "between 2 and 500"],
    );
    assert_problem("radius: 10.0", "radius: NaN", "3:26", &["radius is NaN"]);
    assert_problem(
        "mass: 250.0",
        "mass: -1.0",
        "8:55",
        &["mass is -1", "between 10 and 5000"],
    );
    assert_problem("(0.0, -4.0)", "(0.0, inf)", "8:26", &["position is inf"]);
    assert_problem("friction: 0.2", "friction: 7.0", "4:51", &["friction is 7"]);
    assert_problem(
        "rows: 3),",
        "rows: 3), budget_milliseconds: 10000.0,",
        "5:67",
        &["budget_milliseconds is 10000", "between 0.01 and 1000"],
    );
    assert_problem(
        "columns: 3",
        "columns: 0",
        "5:33",
        &["columns is 0", "between 1 and 1000"],
    );
    assert_problem(
        "(3.0, 0.0, 0.0)",
        "(3.0, 0.0, 0.0), scale: 99.0",
        "11:70",
        &["scale is 99"],
    );
    let vehicle = "driver: Player, vehicle: (boost: (seconds: -3.0))";
    assert_problem("driver: Player", vehicle, "7:75", &["seconds is -3"]);
}

#[test]
fn solids_are_checked_and_stand_in_place_of_a_model() {
    let ramp = "solid: Ramp(width: 2.0, height: 0.5, length: 3.0)";
    assert_eq!(problems("model: \"post.obj\"", ramp), Vec::<String>::new());
    assert_problem(
        "model: \"post.obj\"",
        "solid: Ramp(width: 0.0, height: 0.5, length: 3.0)",
        "11:29",
        &["width is 0", "between 0.0001 and 1000"],
    );
    let both = format!("model: \"post.obj\", {ramp}");
    let found = problems("model: \"post.obj\"", &both);
    assert!(
        found.len() == 1 && found[0].contains("a solid and a model"),
        "{found:?}"
    );
    let found = problems("model: \"post.obj\", ", "");
    assert!(
        found.len() == 1 && found[0].contains("neither"),
        "{found:?}"
    );
    // Under a car the floor is not the only thing that may be in the way.
    let below = "solid: Box(width: 9.0, height: 0.3, length: 2.0), kind: Fixed";
    let found = problems(
        "model: \"post.obj\", kind: Fixed, at: (3.0, 0.0, 0.0)",
        &format!("{below}, at: (0.0, 0.0, 4.0)"),
    );
    assert!(
        found.len() == 1 && found[0].contains("overlaps \"thing 1\""),
        "{found:?}"
    );
    assert_problem(
        "(3.0, 0.0, 0.0)",
        "(3.0, 0.0, 0.0), tilt: 280.0",
        "11:69",
        &["tilt is 280"],
    );
}

#[test]
fn every_broad_phase_and_schedule_can_be_named() {
    let grid = "Grid2(columns: 3, rows: 3)";
    for other in [
        "AllPairs",
        "AxisSort",
        "SweepAndPrune",
        "HashGrid(cell_size: 2.0)",
        "Grid3(columns: 3, rows: 3, layers: 2)",
    ] {
        assert_eq!(problems(grid, other), Vec::<String>::new(), "{other}");
    }
    for schedule in ["SourceShares", "PerceptionSorted", "PriorityQueues"] {
        let both = format!("{grid}, schedule: {schedule}");
        assert_eq!(problems(grid, &both), Vec::<String>::new(), "{schedule}");
    }
    assert_problem(
        grid,
        "HashGrid(cell_size: 0.0)",
        "5:38",
        &["cell_size is 0"],
    );
    let layers = "Grid3(columns: 3, rows: 3, layers: 0)";
    assert_problem(grid, layers, "5:53", &["layers is 0"]);
}

#[test]
fn syntax_and_unknown_fields_are_told_with_their_place() {
    assert_problem(
        "name: \"Test\"",
        "name: Test\"",
        "2:11",
        &["`Test` stands here; write a text in quotes"],
    );
    let meant = "cars[1].mas: unknown field `mas`; did you mean `mass`?";
    assert_problem("mass", "mas", "8:49", &[meant]);
    let meant = "cars[1].driver: unknown name `Chasr`; did you mean `Chaser`?";
    assert_problem("Chaser", "Chasr", "8:79", &[meant]);
    let known = "`Chaser`, `Hunter`, `Drifter`";
    assert_problem("Chaser", "Reckless", "8:79", &["`Reckless`", known]);
    assert_problem("    name: \"Test\",\n", "", "1:1", &["`name` is missing"]);
    let wrong_type = "mass: \"heavy\"";
    assert_problem(
        "mass: 250.0",
        wrong_type,
        "8:55",
        &["cars[1].mass", "`\"heavy\"` stands here; write a number"],
    );
}

#[test]
fn texts_counts_and_drivers_are_checked() {
    assert_problem("\"Test\"", "\" \"", "2:11", &["name is empty"]);
    assert_problem("#ff0000", "red", "7:55", &["\"red\"", "#rrggbb"]);
    assert_problem(
        "driver: Player",
        "driver: Computer(Hunter)",
        "6:11",
        &["Player"],
    );
    let long = format!("\"{}\"", "x".repeat(limits::NAME + 1));
    assert_problem("\"Test\"", &long, "2:11", &["61 characters", "60"]);
    let alone = GOOD.lines().nth(7).unwrap();
    // With one car nothing can count.
    assert_eq!(problems(alone, ""), Vec::<String>::new());
    let counted = "name: \"Test\", mode: Crashes";
    let text = GOOD.replace(alone, "").replace("name: \"Test\"", counted);
    let error = parse(&empty_library().1, "test.ron", &text).unwrap_err();
    assert!(
        error.to_string().contains("Crashes needs two cars"),
        "{error}"
    );
    let corners = [(5, 5), (5, -5), (-5, 5), (-5, -5)];
    let player = |(x, z)| format!("(position: ({x}, {z}), driver: Player),");
    let many = format!("cars: [{}", corners.map(player).concat());
    assert_problem("cars: [", &many, "7:40", &["too many", "at most 4"]);
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_file() {
    let (_folder, library) = empty_library();
    let text = GOOD
        .replace("radius: 10.0", "radius: 1.0")
        .replace("mass: 250.0", "mass: 1.0")
        .replace("#ff0000", "#f00");
    let error = parse(&library, "test.ron", &text).unwrap_err();
    let lines: Vec<_> = error
        .problems()
        .iter()
        .map(|p| p.place.unwrap().0)
        .collect();
    assert_eq!(lines, [3, 7, 8]);
    assert_eq!(error.to_string().lines().count(), 9, "three lines each");
}

#[test]
fn cars_that_start_in_each_other_or_outside_are_told_at_their_position() {
    assert_problem(
        "(0.0, -4.0)",
        "(0.5, 4.0)",
        "8:20",
        &["Car 2", "overlaps \"Car 1\""],
    );
    assert_problem(
        "(0.0, -4.0)",
        "(3.1, 0.2)",
        "8:20",
        &["overlaps \"thing 1\"", "higher it would be free"],
    );
    assert_problem("(0.0, -4.0)", "(0.0, -9.5)", "8:20", &["outside the arena"]);
    assert_problem(
        "(3.0, 0.0, 0.0)",
        "(10.0, 0.0, 0.0)",
        "11:46",
        &["thing 1", "outside the arena"],
    );
}

#[test]
fn models_that_are_missing_broken_or_elsewhere_are_told_with_both_places() {
    assert_problem(
        "post.obj",
        "pots.obj",
        "11:17",
        &["pots.obj", "no such file", "did you mean `post.obj`?"],
    );
    assert_problem("post.obj", "../../../etc/passwd", "11:17", &["stay inside"]);
    assert_problem("post.obj", "/etc/passwd", "11:17", &["stay inside"]);
    assert_problem("post.obj", "C:\\\\x.obj", "11:17", &["stay inside"]);
    assert_problem("post.obj", "", "11:9", &["neither", "solid"]);

    let (folder, library) = empty_library();
    let model = folder.path().join("assets/models/post.obj");
    fs::write(&model, "v 0 0 0\nv 1 0 0\nv 0 zero 1\nf 1 2 3\n").unwrap();
    let error = parse(&library, "test.ron", GOOD).unwrap_err().to_string();
    assert!(error.starts_with("test.ron:11:17: "), "{error}");
    assert!(error.contains(model.to_str().unwrap()), "{error}");
    assert!(
        error.contains("line 3") || error.contains(":3:") || error.contains("3:5"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folders_are_refused_and_links_inside_are_not() {
    let (folder, library) = empty_library();
    let outside = tempfile::tempdir().unwrap();
    let post = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models/post.obj");
    let models = folder.path().join("assets/models");
    let secret = outside.path().join("secret.obj");
    fs::copy(&post, &secret).unwrap();
    fs::copy(&post, models.join("real.obj")).unwrap();
    std::os::unix::fs::symlink(&secret, models.join("escape.obj")).unwrap();
    std::os::unix::fs::symlink(models.join("real.obj"), models.join("alias.obj")).unwrap();
    assert!(
        library
            .model("alias.obj", 1.0, &BuildOptions::default())
            .is_ok()
    );
    let error = library
        .model("escape.obj", 1.0, &BuildOptions::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("leads out of its folder"), "{error}");

    let level = outside.path().join("secret.ron");
    fs::write(&level, GOOD).unwrap();
    std::os::unix::fs::symlink(&level, folder.path().join("levels/escape.ron")).unwrap();
    let error = load(&library, "escape").unwrap_err().to_string();
    assert!(error.contains("leads out of its folder"), "{error}");
}

#[test]
fn a_missing_level_is_told_with_its_path_and_the_levels_there_are() {
    let (folder, library) = empty_library();
    fs::write(folder.path().join("levels/mine.ron"), GOOD).unwrap();
    let error = load(&library, "clasic").unwrap_err().to_string();
    assert!(
        error.contains("levels/clasic.ron: there is no such file; did you mean `classic`?"),
        "{error}"
    );
    let error = load(&library, "zzzz").unwrap_err().to_string();
    assert!(
        error.contains("classic, ") && error.contains("mine"),
        "{error}"
    );
    let error = load(&library, "no/such.ron").unwrap_err().to_string();
    assert!(
        error.starts_with("no/such.ron: there is no such file"),
        "{error}"
    );
}

#[test]
fn own_levels_are_listed_behind_the_others_and_none_is_hidden() {
    let (near, _) = empty_library();
    let (own, _) = empty_library();
    for (folder, name) in [
        (&near, "mine"),
        (&near, "yard"),
        (&own, "alpha"),
        (&own, "mine"),
        (&own, "jump"),
    ] {
        fs::write(folder.path().join(format!("levels/{name}.ron")), GOOD).unwrap();
    }
    fs::write(own.path().join("levels/notes.txt"), "no level").unwrap();
    let library = Library::new(vec![near.path().to_owned()]);
    let library = library.with_own_folder(own.path().to_owned());
    let listed = library.levels();
    let rounds = listed.iter().filter(|one| one.folder == LevelFolder::Game);
    let listed: Vec<(&str, bool)> = rounds.map(|l| (&l.source[..], l.yours)).collect();
    // "mine" is found nearer first, so the own one goes by its path; the own "jump" stands in for
    // the built-in one.
    let path = own.path().join("levels/mine.ron");
    let expected = [
        ("classic", false),
        ("carousel", false),
        ("demolition", false),
        ("eight", false),
        ("football", false),
        ("hill", false),
        ("ice", false),
        ("knockout", false),
        ("mill", false),
        ("mine", false),
        ("sardines", false),
        ("stadium", false),
        ("sumo", false),
        ("yard", false),
        ("alpha", true),
        ("jump", true),
        (path.to_str().unwrap(), true),
    ];
    assert_eq!(listed, expected);
    let found = |name| library.level_path(name).unwrap();
    assert!(found("mine").starts_with(near.path()) && found("alpha").starts_with(own.path()));
    assert_eq!(library.level_path("classic"), None, "it is built in");
}

#[test]
fn a_level_on_disk_wins_over_the_one_built_in() {
    let (folder, library) = empty_library();
    assert_eq!(load(&library, "classic").unwrap().name, "Classic");
    fs::write(folder.path().join("levels/classic.ron"), GOOD).unwrap();
    assert_eq!(load(&library, "classic").unwrap().name, "Test");
}

#[test]
fn files_that_are_too_large_no_text_or_no_files_are_refused() {
    let (folder, library) = empty_library();
    let path = folder.path().join("levels/big.ron");
    let big = " ".repeat(limits::LEVEL_BYTES as usize + 1);
    fs::write(&path, big).unwrap();
    assert!(
        load(&library, "big")
            .unwrap_err()
            .to_string()
            .contains("too large")
    );
    fs::write(&path, b"(\n name: \"\xff\"").unwrap();
    let error = load(&library, "big").unwrap_err().to_string();
    assert!(
        error.contains("big.ron:2:9: the byte 0xff is not UTF-8 text"),
        "{error}"
    );
    let folder_path = folder.path().to_str().unwrap();
    assert!(
        load(&library, folder_path)
            .unwrap_err()
            .to_string()
            .contains("not a file")
    );
    let nested = "(".repeat(100_000);
    fs::write(&path, nested).unwrap();
    assert!(
        load(&library, "big").is_err(),
        "deep nesting ends in an error, not in a crash"
    );
}

#[test]
fn a_saved_level_reads_back_equal_and_replaces_the_old_file_as_a_whole() {
    let (folder, library) = empty_library();
    let path = folder.path().join("levels/copy.ron");
    for name in ["classic", "ice", "sardines", "stadium", "yard"] {
        let level = load(&library, name).unwrap();
        save(&level, &path).unwrap();
        assert_eq!(load(&library, "copy").unwrap(), level, "{name}");
    }
    let left: Vec<_> = fs::read_dir(folder.path().join("levels"))
        .unwrap()
        .collect();
    assert_eq!(left.len(), 1, "no temporary file is left");
    let level = load(&library, "classic").unwrap();
    assert!(save(&level, &folder.path().join("no/such/folder.ron")).is_err());
}

#[test]
fn equal_solids_are_built_once() {
    let (_folder, library) = empty_library();
    let block = |x: f32, scale: f32| {
        format!(
            "(solid: Box(width: 1.0, height: 0.5, length: 1.0), kind: Fixed, at: ({x:?}, 0.0, 0.0), scale: {scale:?}),"
        )
    };
    let solids = [block(3.0, 1.0), block(-3.0, 1.0), block(6.0, 0.5)].concat();
    let text = GOOD.replacen(
        "(model: \"post.obj\", kind: Fixed, at: (3.0, 0.0, 0.0)),",
        &solids,
        1,
    );
    let level = parse(&library, "test.ron", &text).unwrap();
    let Ok(placed) = build_arena(&level, &library) else {
        panic!("it can be built");
    };
    let [a, b, c] = [0, 1, 2].map(|index| &placed.scene.look(ActorId(index)).asset);
    assert!(Arc::ptr_eq(a, b), "two of one form and size");
    assert!(!Arc::ptr_eq(a, c));
}
