//! Hits that the leaf walk of 2002 misses, in all its readings (experiment 2).
//!
//! Each pose is asked twice: all pairs of triangles at the leaves, and the walk. A pose counts as missed if only
//! the first finds a hit; a pair of pieces counts as missed if the walk finds no point where all pairs do.

use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::leaf_walk::{LeafTest, Loop, Side};
use crate::mesh_pair::library_2002::{Library, MOST_POINTS, PRINTED, RULES};
use crate::mesh_pair::pieces::{Maximum, Neighbours, Rules};
use crate::mesh_pair::{MeshPair, Pose};
use crate::scene::meshes::{MeshScene, ORIGIN, scenes};
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "walk-misses",
    about: "hits that the leaf walk of 2002 misses, in both readings of its pieces and of its loop",
    page: include_str!("pages/walk-misses.txt"),
    run,
};

fn run(size: Size) -> Results {
    let scenes = scenes(if size == Size::Quick { 200 } else { 10_000 }, 17);
    let readings = [
        ("text", RULES, Loop::Text),
        (
            "maximum + 1",
            Rules {
                reading: Maximum::Printed,
                ..RULES
            },
            Loop::Text,
        ),
        (
            "all neighbours",
            Rules {
                neighbours: Neighbours::Printed,
                ..RULES
            },
            Loop::Text,
        ),
        ("loop does not advance", RULES, Loop::Printed),
        ("all three as printed", PRINTED, Loop::Printed),
    ];
    let columns = [
        "reading",
        "sides",
        "poses that hit",
        "missed",
        "pairs of pieces that meet",
        "missed",
        "corners and triangle pairs a pose",
    ];
    let mut rows = Vec::new();
    for (name, rules, reading) in readings {
        for (sides, test) in [
            ("one", LeafTest::OneSided(reading)),
            ("two", LeafTest::TwoSided(reading)),
        ] {
            let mut sum = Sum::default();
            scenes.iter().for_each(|scene| sum.add(scene, &rules, test));
            let poses: usize = scenes.iter().map(|scene| scene.poses.len()).sum();
            rows.push(vec![
                name.to_owned(),
                sides.to_owned(),
                sum.hits.to_string(),
                sum.missed_hits.to_string(),
                sum.pieces.to_string(),
                sum.missed_pieces.to_string(),
                format!("{:.0}", sum.looked_at as f64 / poses as f64),
            ]);
        }
    }
    let table = Table {
        title: "hits that the walk of 2002 misses".to_owned(),
        columns: columns.map(String::from).into(),
        rows,
    };
    Results {
        tables: vec![table],
        curves: Vec::new(),
    }
}

#[derive(Default)]
struct Sum {
    hits: u64,
    missed_hits: u64,
    pieces: u64,
    missed_pieces: u64,
    looked_at: u64,
}

impl Sum {
    fn add(&mut self, scene: &MeshScene, rules: &Rules, test: LeafTest) {
        let [a, b] = &scene.meshes;
        let mut walk = Library::new([a, b], rules, test);
        for (index, (pose, meets)) in scene.poses.iter().enumerate() {
            let mut work = Work::default();
            let hit = walk.ask([&ORIGIN, pose], &mut work).hit;
            self.looked_at += work.ops.vertices + work.ops.triangles;
            self.hits += u64::from(*meets);
            self.missed_hits += u64::from(*meets && !hit);
            // All pairs of pieces cost much: one pose in ten.
            if index % 10 == 0 && *meets {
                self.add_pieces(&walk, pose, test);
            }
        }
    }

    fn add_pieces(&mut self, library: &Library, pose: &Pose, test: LeafTest) {
        let [a, b] = library.models();
        let moved = b.mesh.moved(pose);
        for piece in &a.pieces {
            for other in &b.pieces {
                let sides = [
                    Side {
                        mesh: &a.mesh,
                        piece,
                    },
                    Side {
                        mesh: &moved,
                        piece: other,
                    },
                ];
                let finds = |test: LeafTest| {
                    let mut points = Vec::new();
                    test.run(sides, &mut points, MOST_POINTS, &mut Work::default());
                    !points.is_empty()
                };
                if finds(LeafTest::AllPairs) {
                    self.pieces += 1;
                    self.missed_pieces += u64::from(!finds(test));
                }
            }
        }
    }
}
