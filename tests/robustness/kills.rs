//! Games that are killed, or interrupted by Ctrl-C, while they save.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rand::RngExt;

use dodgem::game::BestScores;
use dodgem::game::tape::Tape;
use dodgem::level::{Library, load};

use crate::child::call;
use crate::mutation::generator;
use crate::recordings::plain;
use crate::scores::points_in;

/// Starts a process that saves for ever, ends it by a signal after some milliseconds of saving,
/// and returns the last number that it printed.
fn end_while_saving(task: &str, path: &Path, signal: &str, after: Duration) -> Option<u32> {
    let mut child = call("", task, path, 0).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The name of the test stands before the first.
    let number = |line: String| line.rsplit_once("saved ")?.1.parse().ok();
    let first = lines.by_ref().map_while(Result::ok).find_map(number);
    std::thread::sleep(after);
    let send = |signal: &str| {
        let process = child.id().to_string();
        let sent = Command::new("kill").args([signal, &process]).status();
        assert!(sent.unwrap().success(), "{signal}");
    };
    send(signal);
    if signal != "-KILL" && ignores_ctrl_c() {
        send("-KILL");
    }
    let last = lines.map_while(Result::ok).filter_map(number).last();
    assert!(!child.wait().unwrap().success(), "it ended by itself");
    last.or(first)
}

/// True if this process, and so its children, ignores Ctrl-C: shells start background processes like
/// that.
fn ignores_ctrl_c() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signal 2 is the second bit.
    ignored.is_some_and(|mask| mask & 2 != 0)
}

fn temporary_files(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".tmp")).count()
}

const SIGNALS: [&str; 3] = ["-KILL", "-INT", "-TERM"];

fn kill_games(kills: usize, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let mut random = generator(seed);
    for kill in 0..kills {
        let after = Duration::from_micros(random.random_range(0..20_000));
        let signal = SIGNALS[kill % SIGNALS.len()];
        let said = end_while_saving("save for ever", &path, signal, after);
        let said = said.expect("it saved at least once");
        let (scores, trouble) = BestScores::open(&path);
        assert!(trouble.is_none(), "kill {kill}: {trouble:?}");
        let saved = scores
            .best(&points_in("classic"))
            .map_or(0, |best| best.total);
        // The next one may have been saved, but not printed yet.
        assert!((said..=said + 1).contains(&saved), "{saved} after {said}");
        assert_eq!(temporary_files(folder.path()), 0, "kill {kill}");
    }
}

#[test]
fn a_game_killed_while_it_saves_loses_no_result_and_leaves_nothing() {
    kill_games(12, 1);
}

/// `cargo test --release --no-default-features --test robustness -- --ignored`
#[test]
#[ignore = "a thousand kills take minutes"]
fn a_thousand_kills_lose_no_result_and_leave_nothing() {
    kill_games(1_000, 2);
}

#[test]
fn a_level_that_is_being_replaced_when_the_program_is_killed_is_the_old_or_the_new() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.ron");
    let library = Library::new(Vec::new());
    let mut random = generator(3);
    for kill in 0..9 {
        let after = Duration::from_micros(random.random_range(0..20_000));
        let signal = SIGNALS[kill % SIGNALS.len()];
        end_while_saving("save levels for ever", &path, signal, after);
        let level = load(&library, path.to_str().unwrap());
        let name = level.unwrap_or_else(|error| panic!("{error}")).name;
        assert!(["Classic", "Stadium"].contains(&name.as_str()), "{name}");
    }
}

/// The recording is written as `sim --record` writes it.
#[test]
fn a_recording_that_is_being_replaced_when_the_program_is_killed_is_whole_and_nothing_is_left_for_long()
 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.tape");
    let mut random = generator(4);
    for kill in 0..9 {
        let after = Duration::from_micros(random.random_range(0..20_000));
        let signal = SIGNALS[kill % SIGNALS.len()];
        end_while_saving("save recordings for ever", &path, signal, after);
        assert_eq!(Tape::read(&path).unwrap(), plain(), "kill {kill}");
        // The next write removes the temporary files that were left.
        assert!(temporary_files(folder.path()) <= 1, "kill {kill}");
    }
    fs::write(folder.path().join("own.tape.77-3.tmp"), b"").unwrap();
    plain().write(&path).unwrap();
    assert_eq!(temporary_files(folder.path()), 0);
}
