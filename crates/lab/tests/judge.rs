//! Every method of the registry is judged against the exact truth.
//!
//! `DODGEM_LAB_PAIRS` sets the number of pairs; `dodgem lab` judges on 10,000.

use std::collections::BTreeSet;

use dodgem_lab::judge::{Scenes, judge};
use dodgem_lab::registry::{Limit, Method, ROWS, Stage};

fn scenes() -> Scenes {
    let wanted = std::env::var("DODGEM_LAB_PAIRS");
    Scenes::new(wanted.map_or(1500, |count| count.parse().expect("a number of pairs")))
}

/// A row cannot exist without this: `judge` matches every kind of method.
#[test]
fn every_method_is_right_within_its_limits_and_every_limit_shows() {
    let scenes = scenes();
    let mut faults = Vec::new();
    for row in ROWS {
        let begin = std::time::Instant::now();
        let Some(score) = judge(row, &scenes) else {
            assert!(
                matches!(row.method, Method::Mentioned(_)),
                "{} is not judged",
                row.id
            );
            continue;
        };
        println!("{:20} {:?} {}", row.id, begin.elapsed(), score.ops.line());
        assert!(
            score.asked >= 70,
            "{}: only {} questions",
            row.id,
            score.asked
        );
        faults.extend(score.faults(row));
        let unseen = score.unseen_limits(row);
        faults.extend(
            unseen
                .iter()
                .map(|limit| format!("{}: {limit:?} never shows", row.id)),
        );
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn names_differ_and_rows_say_what_they_are() {
    let names: BTreeSet<&str> = ROWS.iter().map(|row| row.id).collect();
    assert_eq!(names.len(), ROWS.len());
    for row in ROWS {
        let is_mentioned = row.stage == Stage::Mentioned;
        assert_eq!(
            is_mentioned,
            matches!(row.method, Method::Mentioned(_)),
            "{}",
            row.id
        );
        assert_eq!(row.about.is_empty(), is_mentioned, "{}", row.id);
        assert_eq!(row.gives.is_empty(), is_mentioned, "{}", row.id);
        assert!(!row.source.is_empty(), "{}", row.id);
    }
    assert!(ROWS.iter().any(|row| row.has(Limit::SinglePrecision)));
}
