//! `dodgem why` as a program: its lists, answers and messages.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::recorded;

fn why(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dodgem"));
    command.arg("why").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn kept_in(folder: &Path) -> PathBuf {
    let tape = recorded("classic", 3.0, |_| ());
    let file = folder.join("round.tape");
    std::fs::write(&file, tape.encode().unwrap()).unwrap();
    file
}

#[test]
fn crashes_are_listed_and_explained_in_words_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let file = kept_in(folder.path());
    let file = file.to_str().unwrap();
    let list = why(&[file, "--list"]);
    assert!(list.status.success(), "{}", text(&list.stderr));
    let lines = text(&list.stdout);
    assert!(lines.lines().count() >= 3, "{lines}");
    assert!(
        lines.lines().next().unwrap().trim().starts_with("1 "),
        "{lines}"
    );
    let told = why(&[file, "--crash", "1"]);
    assert!(told.status.success(), "{}", text(&told.stderr));
    for stage in [
        "meeting",
        "broad phase",
        "schedule",
        "advancement",
        "momentum",
        "energy",
    ] {
        assert!(text(&told.stdout).contains(stage), "{stage}");
    }
    let json = why(&[file, "--crash", "1", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let summary = json["summary"].as_str().unwrap();
    assert!(summary.contains(" hit "), "{summary}");
    assert_eq!(text(&told.stdout).lines().next(), Some(summary));
    assert_eq!(json["explanation"]["step"].as_u64(), step_of(&lines));
    assert!(json["sentences"].as_array().unwrap().len() > 8);
    let pair = why(&[file, "--pair", "1", "2", "--at", "1.5", "--json"]);
    assert!(pair.status.success(), "{}", text(&pair.stderr));
    let pair: serde_json::Value = serde_json::from_slice(&pair.stdout).unwrap();
    assert!(pair["explanation"]["bodies"][1]["name"].is_string());
    assert!(pair["summary"].as_str().unwrap().ends_with('.'));
}

/// The step in the first line of a list.
fn step_of(lines: &str) -> Option<u64> {
    let line = lines.lines().next()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "step")?;
    words.get(at + 1)?.parse().ok()
}

#[test]
fn wrong_files_numbers_and_bodies_are_named_in_the_message() {
    let folder = tempfile::tempdir().unwrap();
    let file = kept_in(folder.path());
    let file = file.to_str().unwrap();
    let other = folder.path().join("other.tape");
    std::fs::write(&other, "no recording").unwrap();
    let other = other.to_str().unwrap();
    let cases: [(&[&str], i32, &str); 9] = [
        (&["missing.tape", "--list"], 1, "missing.tape"),
        (&[other, "--list"], 1, "other.tape"),
        (
            &[file, "--crash", "0"],
            1,
            "there is no impact 0: its impacts have the numbers 1 to",
        ),
        (&[file, "--crash", "99999"], 1, "there is no impact 99999"),
        (
            &[file, "--pair", "1", "999", "--at", "1"],
            1,
            "there is no body 999",
        ),
        (
            &[file, "--pair", "nobody", "1", "--at", "1"],
            1,
            "there is no body called nobody",
        ),
        (
            &[file, "--pair", "1", "1", "--at", "1"],
            1,
            "1 and 1 are one body",
        ),
        (
            &[file, "--pair", "1", "2", "--at", "900"],
            1,
            "900 s is after the end: the recording lasts",
        ),
        (&[file, "--pair", "1", "2"], 2, "--at"),
    ];
    for (arguments, code, message) in cases {
        let output = why(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}
