//! Tests of best results: restarts, several games at a time, and broken files.

use std::fs;

use super::*;
use crate::{CupRun, Day};

fn key(level: &str) -> BestKey {
    BestKey {
        level: level.to_owned(),
        mode: Mode::Points,
        difficulty: Difficulty::Medium,
    }
}

fn result(total: u32) -> BestResult {
    BestResult { total, seed: 7 }
}

#[test]
fn results_are_kept_over_a_restart_in_a_folder_that_was_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/best.json");
    let (mut scores, warning) = BestScores::open(&path);
    assert!(warning.is_none() && scores.best(&key("classic")).is_none());
    assert!(scores.record(&key("classic"), result(12)));
    scores.save().unwrap();
    let (scores, warning) = BestScores::open(&path);
    assert!(warning.is_none());
    assert_eq!(scores.best(&key("classic")), Some(result(12)));
    let files = fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    names.sort_unstable();
    assert_eq!(names, ["best.json", "best.json.lock"]);
}

#[test]
fn only_more_crashes_are_a_new_best_and_none_never_is() {
    let folder = tempfile::tempdir().unwrap();
    let (mut scores, _) = BestScores::open(&folder.path().join("best.json"));
    assert!(!scores.record(&key("ice"), result(0)));
    assert!(scores.record(&key("ice"), result(3)));
    assert!(!scores.record(&key("ice"), result(3)));
    assert!(!scores.record(&key("ice"), result(2)));
    assert!(scores.record(&key("ice"), result(4)));
}

#[test]
fn broken_files_are_set_aside_one_after_the_other_and_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let wrong = [
        "{\"version\": 4",
        "{\"version\": 5, \"bests\": []}",
        "\u{0}",
    ];
    for (index, text) in wrong.iter().enumerate() {
        fs::write(&path, text).unwrap();
        let (mut scores, warning) = BestScores::open(&path);
        let aside = folder
            .path()
            .join(format!("best.json.broken-{}", index + 1));
        let warning = warning.unwrap().to_string();
        assert!(warning.contains(aside.to_str().unwrap()), "{warning}");
        assert_eq!(fs::read_to_string(&aside).unwrap(), *text);
        assert!(scores.record(&key("classic"), result(1)));
        scores.save().unwrap();
    }
}

#[test]
fn what_is_in_the_way_and_cannot_be_read_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    fs::create_dir(&path).unwrap();
    let (mut scores, warning) = BestScores::open(&path);
    assert!(warning.is_some());
    assert!(
        scores.record(&key("classic"), result(5)),
        "the game goes on"
    );
    assert!(scores.save().is_err());
    assert!(path.is_dir());
}

#[test]
fn games_at_the_same_time_lose_each_other_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let open = || BestScores::open(&path).0;
    let (mut a, mut b) = (open(), open());
    for (game, level, total) in [(&mut a, "classic", 3), (&mut b, "ice", 4)] {
        assert!(game.record(&key(level), result(total)));
        game.save().unwrap();
    }
    assert_eq!(open().best(&key("classic")), Some(result(3)));
    assert_eq!(open().best(&key("ice")), Some(result(4)));
    // A's 9 is better than B's 5, whichever is saved last, and B reads it.
    assert!(a.record(&key("yard"), result(9)) && b.record(&key("yard"), result(5)));
    a.save().unwrap();
    b.save().unwrap();
    assert_eq!(open().best(&key("yard")), Some(result(9)));
    assert_eq!(b.best(&key("yard")), Some(result(9)));
}

#[test]
fn a_file_that_broke_meanwhile_is_set_aside_and_the_results_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let (mut scores, _) = BestScores::open(&path);
    scores.record(&key("ice"), result(2));
    fs::write(&path, "?").unwrap();
    let told = scores.save().unwrap_err();
    assert!(matches!(told, BestScoresError::SetAside { .. }), "{told}");
    assert_eq!(BestScores::open(&path).0.best(&key("ice")), Some(result(2)));
}

#[test]
fn what_killed_games_left_is_gone_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let left = ["best.json.4711.tmp", "best.json.4711-0.tmp"];
    for name in left {
        fs::write(folder.path().join(name), "half").unwrap();
    }
    BestScores::open(&folder.path().join("best.json"));
    assert!(left.iter().all(|name| !folder.path().join(name).exists()));
}

#[test]
fn each_mode_and_difficulty_has_a_best_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let (mut scores, _) = BestScores::open(&path);
    let easy = BestKey {
        difficulty: Difficulty::Easy,
        ..key("ice")
    };
    let crashes = BestKey {
        mode: Mode::Crashes,
        ..key("ice")
    };
    assert!(scores.record(&easy, result(900)) && scores.record(&key("ice"), result(500)));
    assert!(scores.record(&crashes, result(12)));
    scores.save().unwrap();
    let (scores, trouble) = BestScores::open(&path);
    assert!(trouble.is_none());
    assert_eq!(scores.best(&easy), Some(result(900)));
    assert_eq!(scores.best(&key("ice")), Some(result(500)));
    assert_eq!(scores.best(&crashes), Some(result(12)));
}

#[test]
fn a_file_of_the_first_version_is_taken_over_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let text = r#"{"version": 1, "levels": {"classic": {"crashes": 21, "seed": 4}}}"#;
    fs::write(&path, text).unwrap();
    let old = OldResult {
        crashes: 21,
        seed: 4,
    };
    let (mut scores, trouble) = BestScores::open(&path);
    assert!(trouble.is_none());
    assert_eq!(scores.old_best("classic"), Some(old));
    assert_eq!(scores.best(&key("classic")), None, "other rules");
    scores.record(&key("classic"), result(3));
    scores.save().unwrap();
    let (scores, trouble) = BestScores::open(&path);
    assert!(trouble.is_none());
    assert_eq!(scores.old_best("classic"), Some(old));
    assert_eq!(scores.best(&key("classic")), Some(result(3)));
}

#[test]
fn points_of_the_second_version_are_kept_apart_and_its_crashes_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let entry = |mode: &str, total: u32| {
        format!(
            r#"{{"level": "classic", "mode": "{mode}", "difficulty": "Medium", "total": {total}, "seed": 7}}"#
        )
    };
    let (points, crashes) = (entry("Points", 500), entry("Crashes", 9));
    fs::write(
        &path,
        format!(r#"{{"version": 2, "bests": [{points}, {crashes}]}}"#),
    )
    .unwrap();
    let (mut scores, warning) = BestScores::open(&path);
    assert!(warning.is_none());
    let counted = BestKey {
        mode: Mode::Crashes,
        ..key("classic")
    };
    assert_eq!(scores.best(&key("classic")), None);
    assert_eq!(scores.best(&counted), Some(result(9)));
    assert!(scores.record(&key("classic"), result(120)));
    scores.save().unwrap();
    let (scores, _) = BestScores::open(&path);
    assert_eq!(scores.best(&key("classic")), Some(result(120)));
    assert_eq!(scores.earlier_best(&key("classic")), Some(result(500)));
    assert_eq!(scores.best(&counted), Some(result(9)));
}

#[test]
fn a_task_that_was_done_stays_done_for_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let open = || BestScores::open(&path).0;
    let (mut a, mut b) = (open(), open());
    assert!(a.record_task(&key("ice")) && !a.record_task(&key("ice")));
    a.save().unwrap();
    b.record_task(&key("yard"));
    b.save().unwrap();
    let scores = open();
    assert!(scores.is_task_done(&key("ice")) && scores.is_task_done(&key("yard")));
    assert!(!scores.is_task_done(&key("classic")));
}

#[test]
fn cups_and_days_are_kept_and_a_file_of_the_third_version_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let entry =
        r#"{"level": "classic", "mode": "Points", "difficulty": "Medium", "total": 12, "seed": 7}"#;
    fs::write(&path, format!(r#"{{"version": 3, "bests": [{entry}]}}"#)).unwrap();
    let (mut scores, warning) = BestScores::open(&path);
    assert!(warning.is_none());
    assert_eq!(scores.best(&key("classic")), Some(result(12)));
    assert_eq!(scores.contests(), &Contests::default());
    let run = CupRun::new(Difficulty::Hard, 2, 5);
    scores.contests_mut().keep_run("Wild Cup", &run);
    scores.contests_mut().keep_day(Day(20_000), "classic", 33);
    scores.save().unwrap();
    let (scores, _) = BestScores::open(&path);
    assert_eq!(scores.contests().run("Wild Cup"), Some(&run));
    assert_eq!(scores.contests().day(Day(20_000), "classic"), Some(33));
    assert_eq!(scores.best(&key("classic")), Some(result(12)));
}
