//! Queries with exact answers from a published benchmark, if its files are there.

use std::path::Path;

use dodgem_collide::query::toi::linear::{FeatureTouch, LinearOptions};
use glam::DVec3;

use super::{KINDS, distance};

/// Reads the queries of one file: eight rows of exact fractions each, and what is true.
fn read(path: &Path) -> Vec<([DVec3; 4], [DVec3; 4], bool)> {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let rows: Vec<(DVec3, bool)> = text
        .lines()
        .map(|line| {
            let numbers: Vec<f64> = line.split(',').map(|n| n.trim().parse().unwrap()).collect();
            let [x, dx, y, dy, z, dz, truth] = numbers[..] else {
                panic!("{}: {line}", path.display());
            };
            (DVec3::new(x / dx, y / dy, z / dz), truth == 1.0)
        })
        .collect();
    let queries = rows.chunks_exact(8).map(|rows| {
        let points = |first: usize| std::array::from_fn(|i| rows[first + i].0);
        (points(0), points(4), rows[0].1)
    });
    queries.collect()
}

/// Queries with exact answers, made by others: Wang and others, "A large-scale benchmark and an
/// inclusion-based algorithm for continuous collision detection", 2021 (their sample queries).
///
/// `DODGEM_CCD_QUERIES=FOLDER cargo test --release -p dodgem-collide --test queries exact_queries --
/// --nocapture`
#[test]
fn the_exact_queries_have_no_false_negative() {
    let Some(folder) = std::env::var_os("DODGEM_CCD_QUERIES") else {
        return;
    };
    let mut scenes: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of DODGEM_CCD_QUERIES")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    scenes.sort();
    println!("| tolerance | kind | queries | touch | found | false positives | cut | mean us |");
    for tolerance in [1e-6, 1e-9, 1e-12] {
        for (kind, query) in KINDS {
            let options = LinearOptions {
                tolerance,
                ..LinearOptions::default()
            };
            let (mut all, mut true_hits, mut found_hits, mut false_hits, mut cuts) =
                (0, 0, 0, 0, 0);
            let mut spent = std::time::Duration::ZERO;
            for scene in &scenes {
                let mut files: Vec<_> = std::fs::read_dir(scene.join(kind))
                    .expect("a folder for each kind")
                    .map(|entry| entry.unwrap().path())
                    .collect();
                files.sort();
                for (start, end, truth) in files.iter().flat_map(|file| read(file)) {
                    let since = std::time::Instant::now();
                    let found = query(start, end, &options);
                    spent += since.elapsed();
                    all += 1;
                    true_hits += u32::from(truth);
                    if let (false, FeatureTouch::At { time, .. }) = (truth, found) {
                        let apart = distance(kind, &start, &end, time);
                        assert!(apart <= tolerance, "{apart}: {kind} {start:?} {end:?}");
                    }
                    found_hits += u32::from(truth && !found.is_clear());
                    false_hits += u32::from(!truth && !found.is_clear());
                    cuts += u32::from(matches!(found, FeatureTouch::Cut { .. }));
                    assert!(
                        !(truth && found.is_clear()),
                        "missed: {kind} {start:?} {end:?}"
                    );
                }
            }
            let mean = spent.as_secs_f64() * 1e6 / f64::from(all);
            println!(
                "| {tolerance:e} | {kind} | {all} | {true_hits} | {found_hits} | {false_hits} | {cuts} | {mean:.2} |"
            );
            assert!(all > 0 && false_hits * 10 < all, "{false_hits} of {all}");
        }
    }
}
