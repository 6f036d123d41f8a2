//! Processes that are killed, held short of memory or of disk: this test program, called again.

use std::path::Path;
use std::process::{Command, Stdio};

use dodgem::game::{BestResult, BestScores};

use dodgem::level::{Library, load, save};

use crate::scores::points_in;
use crate::{models, recordings};

/// Names the task of a called process; absent in the tests themselves.
const TASK: &str = "DODGEM_TEST_TASK";
/// Names the path that the task works on.
const PATH: &str = "DODGEM_TEST_PATH";
/// A number for the task.
const NUMBER: &str = "DODGEM_TEST_NUMBER";

/// A call of this program that does one of the tasks below, after shell commands that limit it.
pub fn call(limits: &str, task: &str, path: &Path, number: u32) -> Command {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{limits}\nexec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", "child::task", "--ignored", "--nocapture"])
        .args(["--test-threads", "1"])
        .env(TASK, task)
        .env(PATH, path)
        .env(NUMBER, number.to_string())
        // A heap for each thread would count against the limit of memory.
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a task with at most `mebibytes` MiB of memory, and fails if the task fails.
#[cfg(unix)]
pub fn run_limited(mebibytes: u32, task: &str, number: u32) {
    // If the system has no such limit, the time is still limited.
    let limits = format!("ulimit -v {} 2>/dev/null", u64::from(mebibytes) << 10);
    let output = call(&limits, task, Path::new(""), number).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    println!("{said}");
}

#[test]
#[ignore = "what the processes do that tests start; by itself it does nothing"]
fn task() {
    let Ok(task) = std::env::var(TASK) else {
        return;
    };
    let path = std::env::var_os(PATH).unwrap();
    let path = Path::new(&path);
    let number: u32 = std::env::var(NUMBER).unwrap().parse().unwrap();
    match task.as_str() {
        "save results" => save_results(path, number),
        "save for ever" => save_for_ever(path),
        "save levels for ever" => save_levels_for_ever(path),
        "save once" => save_once(path),
        "load mutated models" => models::load_mutated(number),
        "load large models" => models::load_large(),
        "play mutated recordings" => recordings::play_mutated(number),
        "read large recordings" => recordings::read_large(),
        "save recordings for ever" => save_recordings_for_ever(path),
        other => panic!("there is no task {other:?}"),
    }
}

/// Saves twenty results in levels of this game's own, and ever better ones in a level that all games share.
fn save_results(path: &Path, game: u32) {
    for step in 1..=20 {
        // Each time as a game that has just been started, or as one that runs on.
        let (mut scores, trouble) = BestScores::open(path);
        assert!(trouble.is_none(), "{trouble:?}");
        let result = BestResult {
            total: step * 10 + game,
            seed: u64::from(game),
        };
        scores.record(&points_in(&format!("game {game}, level {step}")), result);
        scores.record(&points_in("of all"), result);
        scores.save().unwrap();
    }
}

/// Saves better and better results, and prints a line after each.
fn save_for_ever(path: &Path) {
    let (mut scores, trouble) = BestScores::open(path);
    assert!(trouble.is_none(), "{trouble:?}");
    let first = scores
        .best(&points_in("classic"))
        .map_or(0, |best| best.total);
    for total in first + 1.. {
        let result = BestResult { total, seed: 1 };
        scores.record(&points_in("classic"), result);
        // So that a write takes a while.
        scores.record(&points_in(&format!("level {}", total % 2000)), result);
        scores.save().unwrap();
        println!("saved {total}");
    }
}

/// Saves two levels in turns over one file.
fn save_levels_for_ever(path: &Path) {
    let library = Library::new(Vec::new());
    let levels = ["classic", "stadium"].map(|name| load(&library, name).unwrap());
    for (count, level) in levels.iter().cycle().enumerate() {
        save(level, path).unwrap();
        println!("saved {count}");
    }
}

/// Saves a recording again and again over one file.
fn save_recordings_for_ever(path: &Path) {
    let tape = recordings::plain();
    for count in 0.. {
        tape.write(path).unwrap();
        println!("saved {count}");
    }
}

/// Saves one result and prints the outcome.
fn save_once(path: &Path) {
    let (mut scores, _) = BestScores::open(path);
    let best = BestResult { total: 99, seed: 2 };
    scores.record(&points_in("ice"), best);
    match scores.save() {
        Ok(()) => println!("it was saved"),
        Err(error) => println!("refused: {error}"),
    }
}
