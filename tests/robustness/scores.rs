//! The file of best results: any content, and several games at once.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::RngExt;

use dodgem::game::{BestKey, BestResult, BestScores, BestScoresError, Difficulty};
use dodgem::level::Mode;

use crate::child::call;
use crate::mutation::{generator, mutate};

/// The time limit to read, set aside and write one file, on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// The key of results in points on a level.
pub fn points_in(level: &str) -> BestKey {
    BestKey {
        level: level.to_owned(),
        mode: Mode::Points,
        difficulty: Difficulty::Medium,
    }
}

/// Any content is read, or set aside unchanged, and results can be saved after it.
fn files_of_any_content(cases: u32, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let result = |total| BestResult { total, seed: 3 };
    let (mut scores, _) = BestScores::open(&path);
    for level in ["classic", "ice", "größe.ron", "my/own \"level\".ron"] {
        scores.record(&points_in(level), result(7));
    }
    scores.save().unwrap();
    let sound = fs::read(&path).unwrap();
    let aside = folder.path().join("best.json.broken-1");
    let mut random = generator(seed);
    for case in 0..cases {
        let content = mutate(&sound, &mut random);
        fs::write(&path, &content).unwrap();
        let begin = Instant::now();
        let (mut scores, trouble) = BestScores::open(&path);
        match trouble {
            None => assert_eq!(fs::read(&path).unwrap(), content, "case {case}"),
            Some(BestScoresError::SetAside { .. }) => {
                assert_eq!(fs::read(&aside).unwrap(), content, "case {case}");
                fs::remove_file(&aside).unwrap();
            }
            Some(other) => panic!("case {case}: {other}"),
        }
        // Every level of a sound file is better than none, unless a mutation made it the best.
        if scores.record(&points_in("yard"), result(1)) && random.random_ratio(1, 8) {
            scores.save().unwrap();
            let (again, trouble) = BestScores::open(&path);
            assert!(trouble.is_none(), "case {case}: {trouble:?}");
            assert_eq!(again, scores, "case {case}");
        }
        assert!(begin.elapsed() < LONGEST, "case {case}");
    }
}

#[test]
fn no_content_of_the_file_of_results_makes_trouble() {
    files_of_any_content(1_000, 1);
}

/// `cargo test --release --no-default-features --test robustness -- --ignored`
#[test]
#[ignore = "a hundred thousand files take minutes"]
fn a_hundred_thousand_files_of_results_make_no_trouble() {
    for seed in 2..102 {
        files_of_any_content(1_000, seed);
    }
}

#[cfg(unix)]
fn games_at_once(path: &Path, games: u32) {
    let children: Vec<_> = (0..games)
        .map(|game| call("", "save results", path, game).spawn().unwrap())
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}");
    }
    let (scores, trouble) = BestScores::open(path);
    assert!(trouble.is_none(), "{trouble:?}");
    for game in 0..games {
        for step in 1..=20 {
            let best = scores.best(&points_in(&format!("game {game}, level {step}")));
            let saved = best.map(|best| best.total);
            assert_eq!(saved, Some(step * 10 + game), "{game} {step}");
        }
    }
    let best = scores.best(&points_in("of all")).unwrap();
    assert_eq!(best.total, 200 + games - 1);
}

#[cfg(unix)]
#[test]
fn four_games_that_save_at_once_lose_no_result() {
    let folder = tempfile::tempdir().unwrap();
    games_at_once(&folder.path().join("best.json"), 4);
}
