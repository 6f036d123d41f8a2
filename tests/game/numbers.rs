//! The files of numbers that `sim` and `replay` write, and `bisect`, which compares those of two builds.

use std::fs;
use std::path::Path;

use crate::command_line::{assert_ends, call, stdout};

/// Records two seconds of `classic`, with its numbers.
fn recorded(folder: &Path) {
    let words = "sim classic --seed 2002 --seconds 2 --record a.tape --paths sim.csv --events events.csv --gltf a.glb";
    let words: Vec<&str> = words.split(' ').collect();
    assert_ends(&call(folder, &words), 0, &[]);
}

#[test]
fn a_recording_has_the_numbers_of_the_round_that_it_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    recorded(folder);
    let words = [
        "replay",
        "a.tape",
        "--paths",
        "tape.csv",
        "--events",
        "tape_events.csv",
    ];
    assert_ends(&call(folder, &words), 0, &[]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("sim.csv"), read("tape.csv"));
    assert_eq!(read("events.csv"), read("tape_events.csv"));
    let lines = read("sim.csv").lines().count();
    assert!(lines > 4 * 60, "{lines}");
    let words = [
        "replay", "a.tape", "--paths", "some.csv", "--every", "1", "--steps", "100-101",
    ];
    assert_ends(&call(folder, &words), 0, &[]);
    let some = read("some.csv");
    assert!(
        some.lines()
            .skip(1)
            .all(|line| line.starts_with("100,") || line.starts_with("101,"))
    );
    assert_eq!(fs::read(folder.join("a.glb")).unwrap()[..4], *b"glTF");
}

#[test]
fn files_that_cannot_be_written_are_named_before_the_round() {
    let folder = tempfile::tempdir().unwrap();
    for option in ["--paths", "--events", "--gltf"] {
        let words = ["sim", "classic", "--seconds", "1", option, "none/x"];
        assert_ends(&call(folder.path(), &words), 1, &["none"]);
    }
    let words = ["sim", "classic", "--steps", "9-3"];
    assert_ends(&call(folder.path(), &words), 2, &["A-B"]);
}

#[cfg(unix)]
#[test]
fn bisect_names_the_step_the_phase_and_the_body_in_which_two_builds_differ() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    recorded(folder);
    let good = env!("CARGO_BIN_EXE_dodgem");
    let equal = call(folder, &["bisect", good, good, "a.tape"]);
    assert_ends(&equal, 0, &["equal for"]);
    // Another build: from step 90 on its solver moves the second body 2 m along x.
    let bad = folder.join("bad");
    let script = format!(
        "#!/bin/sh\n{good} \"$@\" || exit $?\nawk -F, -v OFS=, '\
         /state/ {{ print; next }} \
         NF == 8 && $1 >= 90 {{ $2 = \"changed\"; for (i = 6; i <= 8; i++) $i = \"changed\" }} \
         NF == 17 && $1 >= 90 && $3 == 1 {{ $5 += 2 }} 1' \"$4\" > \"$4.new\" && mv \"$4.new\" \"$4\"\n"
    );
    fs::write(&bad, script).unwrap();
    fs::set_permissions(&bad, fs::Permissions::from_mode(0o755)).unwrap();
    let found = call(
        folder,
        &["bisect", good, bad.to_str().unwrap(), ".", "--json"],
    );
    assert_ends(&found, 1, &["1 of 1 recordings differ"]);
    let found: serde_json::Value = serde_json::from_str(&stdout(&found)).unwrap();
    let difference = &found[0]["difference"];
    assert_eq!(difference["step"], 90);
    assert_eq!(difference["phase"], "solver");
    let metres = difference["body"]["metres"].as_f64().unwrap();
    assert!((metres - 2.0).abs() < 1e-4, "{difference}");
    assert_eq!(difference["bodies"], 1);
    let missing = call(folder, &["bisect", good, "no/program", "a.tape"]);
    assert_ends(
        &missing,
        3,
        &["no/program", "1 of 1 recordings cannot be compared"],
    );
    // Of two recordings one is no recording: the other one is compared all the same.
    fs::write(folder.join("b.tape"), "x").unwrap();
    let some = call(folder, &["bisect", good, good, "."]);
    assert_ends(&some, 3, &["a.tape: equal for", "b.tape: not compared"]);
    let some = call(folder, &["bisect", good, bad.to_str().unwrap(), "."]);
    assert_ends(&some, 1, &["1 of 2 recordings differ"]);
    let none = call(folder, &["bisect", good, good, "no_folder"]);
    assert_ends(&none, 2, &["no_folder"]);
}
