//! Untrusted input of the command line: names with other characters than letters, recordings with false statements,
//! and missing folders.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use dodgem::game::tape::{Outcome, Tape};
use serde_json::Value;

use crate::command_line::{assert_ends, call, stderr, stdout};

/// A short recording in a folder, changed before it is written.
fn recording(folder: &Path, name: &str, change: impl FnOnce(&mut Tape)) {
    let path = folder.join("sound.tape");
    let made = call(
        folder,
        &["sim", "classic", "--seconds", "1", "--record", "sound.tape"],
    );
    assert_ends(&made, 0, &[]);
    let mut tape = Tape::read(&path).unwrap();
    change(&mut tape);
    tape.write(&folder.join(name)).unwrap();
}

/// Asserts that the output has no control characters except ends of lines, and no override of the direction.
#[track_caller]
fn assert_plain(output: &Output) {
    let all = stdout(output) + &stderr(output);
    let foreign = |letter: char| letter != '\n' && letter.is_control();
    assert!(!all.contains(foreign), "{all:?}");
    assert!(!all.contains('\u{202e}'), "{all:?}");
}

#[cfg(unix)]
#[test]
fn names_that_are_not_ours_colour_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, evil) = (folder.path(), "a\u{1b}[31m\u{9b}2J\u{202e}b");
    let file = format!("{evil}.tape");
    recording(folder, &file, |tape| {
        tape.models[0].name = format!("{evil}.obj");
    });
    fs::write(folder.join("two\nlines\r.tape"), b"none").unwrap();
    let level = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/classic.ron"));
    fs::write(folder.join(format!("{evil}.ron")), level.unwrap()).unwrap();
    let (ron, inside) = (format!("{evil}.ron"), format!("{evil}/x.tape"));
    let told = "a\\u{1b}[31m\\u{9b}2J\\u{202e}b";
    // The argument parser removes colours from the text that it repeats.
    let typed = "\\u{9b}2J\\u{202e}b";
    for (arguments, code, words) in [
        (vec!["replay", "--check", &file], 1, vec![told, "the model"]),
        (vec!["replay", &file, "--with", "sound.tape"], 1, vec![]),
        (
            vec!["replay", "--check", &inside],
            1,
            vec![told, "no such file"],
        ),
        (
            vec!["replay", "--check", "two\nlines\r.tape"],
            1,
            vec!["two\\nlines\\r.tape: this is no"],
        ),
        (
            vec!["diff", &file, "sound.tape"],
            1,
            vec![told, "the model"],
        ),
        (vec!["diff", "sound.tape", &inside], 1, vec![told]),
        (vec!["sim", evil], 1, vec![told]),
        (vec!["sim", &ron, "--seconds", "0"], 0, vec![told]),
        (
            vec!["sim", "classic", "--record", &inside],
            1,
            vec![told, "no such folder"],
        ),
        (vec!["sim", "classic", "--seed", evil], 2, vec![typed]),
        (vec!["check", evil, &ron], 1, vec![told]),
        (vec![evil], 2, vec![typed]),
        (
            vec!["shot", "classic", "--views", evil, "--out", "x.png"],
            2,
            vec![told],
        ),
    ] {
        let output = call(folder, &arguments);
        assert_plain(&output);
        // Without a window there is none to be shown in.
        if words.is_empty() {
            assert_ne!(output.status.code(), Some(0));
        } else {
            assert_ends(&output, code, &words);
        }
    }
    // JSON contains the exact names.
    let output = call(folder, &["sim", &ron, "--seconds", "0", "--json"]);
    assert_plain(&output);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["level"], ron);
}

#[test]
fn a_recording_that_states_what_is_not_so_fails_the_check_and_one_that_does_not_passes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    recording(folder, "forged.tape", |tape| {
        tape.head.result = Some(Outcome {
            total: 999_999,
            place: 1,
            cars: 4,
        });
    });
    let check = |name: &str| call(folder, &["replay", "--check", name]);
    assert_ends(&check("sound.tape"), 0, &["480 steps (4.00 s)"]);
    let words = [
        "forged.tape: it states a total of 999999",
        "its round gives",
    ];
    assert_ends(&check("forged.tape"), 1, &words);
    let compared = call(folder, &["diff", "sound.tape", "forged.tape"]);
    let words = ["equal for 480 steps", "it states a total of 999999"];
    assert_ends(&compared, 1, &words);
}

#[test]
fn where_no_recording_can_be_written_is_told_before_the_round() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("there")).unwrap();
    for (file, word) in [
        ("new/x.tape", "no such folder"),
        ("there", "a folder is there"),
    ] {
        let begin = Instant::now();
        let hour = ["sim", "stadium", "--seconds", "3600", "--record", file];
        assert_ends(&call(folder.path(), &hour), 1, &["cannot write", word]);
        // The round would take minutes.
        assert!(begin.elapsed() < Duration::from_secs(10), "{file:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
