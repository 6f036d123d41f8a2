//! Experiments against what source 2 proves and what must hold of any volumes.

use std::time::{Duration, Instant};

use dodgem_lab::experiment::{EXPERIMENTS, Size, Table, find};
use dodgem_lab::report::judge_all;

fn tables(id: &str) -> Vec<Table> {
    (find(id).unwrap().run)(Size::Quick).tables
}

fn number(cell: &str) -> f64 {
    let digits = cell.trim_end_matches([' ', '%']);
    digits
        .parse()
        .unwrap_or_else(|_| panic!("{cell} is a number"))
}

#[test]
fn populations_obey_the_invariant_and_the_bounds_of_source_2() {
    let [flown, bounded, gains, _]: [Table; 4] = tables("populations").try_into().unwrap();
    for row in &flown.rows {
        let [tests, hits, broken, axes, faces] = [3, 6, 7, 8, 9].map(|column| number(&row[column]));
        assert!(tests > 100.0 && hits > 0.0 && broken == 0.0, "{row:?}");
        assert!((6.0..15.0).contains(&axes) && (75.0..100.0).contains(&faces));
        // A cube that holds a body in any pose holds its tight box.
        assert!(number(&row[2]) <= number(&row[1]), "{row:?}");
    }
    for row in &bounded.rows {
        let [hits, least, ideal, boxes, most] = [1, 2, 3, 4, 5].map(|column| number(&row[column]));
        assert!(ideal <= boxes, "{row:?}");
        assert!(hits == 0.0 || (least <= ideal && ideal <= most), "{row:?}");
    }
    assert!(gains.rows.iter().all(|row| number(&row[4]) < 2.0));
}

#[test]
fn no_volume_needs_fewer_tests_than_the_ideal_where_the_bodies_are_apart() {
    for table in tables("volume-tests") {
        let far = table.columns.len() - 1;
        assert!(table.rows.iter().all(|row| number(&row[far]) >= 1.0));
        let near = |name: &str| {
            let row = table.rows.iter().find(|row| row[0] == name).unwrap();
            row[1..far].iter().map(|cell| number(cell)).sum::<f64>()
        };
        let order = ["sphere", "dop-6", "dop-18", "dop-18, climbing", "hull"].map(near);
        assert!(order.is_sorted_by(|a, b| a >= b), "{order:?}");
        assert!(near("dop-18, closure") <= near("dop-18"));
    }
}

#[test]
fn counts_of_experiments_repeat() {
    let counts = |id: &str| -> Vec<Vec<Vec<String>>> {
        let mut tables = tables(id);
        // Times differ from run to run.
        tables.retain(|table| !table.title.contains("this machine"));
        tables.into_iter().map(|table| table.rows).collect()
    };
    for id in ["quickcd", "refit-rebuild"] {
        assert_eq!(counts(id), counts(id));
    }
}

/// The whole of `dodgem lab`, with the seconds of each part.
#[test]
#[ignore = "takes minutes: run it in release"]
fn everything_in_full_takes_under_ten_minutes() {
    let begin = Instant::now();
    let said =
        |name: &str, from: Instant| println!("{:8.1} s  {name}", from.elapsed().as_secs_f64());
    let judged = judge_all(Size::Full);
    said("all methods", begin);
    assert!(judged.len() > 100);
    for experiment in EXPERIMENTS {
        let from = Instant::now();
        let results = (experiment.run)(Size::Full);
        said(experiment.id, from);
        assert!(!results.tables.is_empty(), "{}", experiment.id);
    }
    said("everything", begin);
    assert!(begin.elapsed() < Duration::from_secs(600));
}
