//! Every method of the registry is judged against the exact truth, and the page of results tells it.
//!
//! The default tests take a tenth of the pairs of `dodgem lab`; [`Size`] has both numbers.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use dodgem_lab::experiment::Size;
use dodgem_lab::registry::{Limit, Method, ROWS, Stage};
use dodgem_lab::report::{self, Judged};

static QUICK: LazyLock<Vec<Judged>> = LazyLock::new(|| report::judge_all(Size::Quick));

#[test]
fn every_method_is_right_within_its_limits_and_every_limit_shows() {
    check(&QUICK);
}

#[test]
#[ignore = "takes minutes: run it in release"]
fn every_method_is_right_on_ten_thousand_pairs() {
    check(&report::judge_all(Size::Full));
}

/// A row cannot exist without this: `judge` matches every kind of method.
fn check(judged: &[Judged]) {
    let mut faults = Vec::new();
    for row in ROWS {
        let Some(Judged { score, .. }) = judged.iter().find(|judged| judged.row.id == row.id)
        else {
            assert!(
                matches!(row.method, Method::Mentioned(_)),
                "{} is not judged",
                row.id
            );
            continue;
        };
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

/// The counts are the same on every machine.
#[test]
fn the_page_of_results_is_what_the_command_writes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab.md");
    let written = std::fs::read_to_string(path).expect("docs/lab.md is there");
    let page = report::page(&QUICK);
    assert!(
        written == page,
        "`dodgem lab --quick --page docs/lab.md` would write:\n{page}"
    );
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
