//! Answers under a budget (experiment 11): the error of a test that is cut after n volume tests, or at a level of
//! the trees.
//!
//! A cut test answers hit, as in 2002, so its errors are false hits; an engine that takes a cut for clear misses hits
//! instead. The system is that of 2002 with exact leaves.

use super::{Curves, Experiment, Results, Size, Table};
use crate::mesh_pair::MeshPair;
use crate::mesh_pair::dop18::{Cones, Turned};
use crate::mesh_pair::leaf_walk::LeafTest;
use crate::mesh_pair::library_2002::{Library, RULES};
use crate::mesh_pair::pieces::Rules;
use crate::mesh_pair::tree::Content;
use crate::scene::meshes::{MeshScene, ORIGIN, scenes};
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "budget",
    about: "error of answers that are cut after n volume tests, or at a level of the trees",
    page: include_str!("pages/budget.txt"),
    run,
};

/// One triangle a leaf: pieces are too large to be told apart by their volumes.
const ONE: Rules = Rules {
    maximum: 1,
    ..RULES
};

/// Sums over all poses.
#[derive(Default)]
struct Sum {
    poses: u64,
    apart: u64,
    cut: u64,
    cut_hits: u64,
    false_hits: u64,
    tests: u64,
}

impl Sum {
    fn add(&mut self, meets: bool, hit: bool, cut: bool, tests: u64) {
        self.poses += 1;
        self.apart += u64::from(!meets);
        self.cut += u64::from(cut);
        self.cut_hits += u64::from(cut && meets);
        self.false_hits += u64::from(hit && !meets);
        self.tests += tests;
    }

    fn cells(&self) -> [String; 4] {
        let percent = |part: u64, of: u64| format!("{:.1}", 100.0 * part as f64 / of.max(1) as f64);
        [
            format!("{:.1}", self.tests as f64 / self.poses.max(1) as f64),
            percent(self.cut, self.poses),
            percent(self.false_hits, self.apart),
            percent(self.cut_hits, self.poses - self.apart),
        ]
    }
}

fn run(size: Size) -> Results {
    let scenes = scenes(if size == Size::Quick { 200 } else { 10_000 }, 47);
    let budgets = [1, 2, 5, 10, 20, 50, 100, 200, u64::MAX];
    let counted = budgets.map(|budget| (name(budget), within(&scenes, budget)));
    let levels = [0, 1, 2, 3, 4, 5, 6, 8, 10];
    let levelled = levels.map(|level| (level.to_string(), down_to(&scenes, level)));
    let columns = [
        "mean tests",
        "cut (%)",
        "false hits (% of clear poses)",
        "misses if a cut means clear (% of hits)",
    ];
    let table = |first: &str, title: &str, sums: &[(String, Sum)]| Table {
        title: title.to_owned(),
        columns: std::iter::once(first)
            .chain(columns)
            .map(String::from)
            .collect(),
        rows: sums
            .iter()
            .map(|(name, sum)| std::iter::once(name.clone()).chain(sum.cells()).collect())
            .collect(),
    };
    let points = |sums: &[(String, Sum)], wrong: fn(&Sum) -> [u64; 2]| -> Vec<[f64; 2]> {
        let shares = sums.iter().map(|(_, sum)| (sum, wrong(sum)));
        let shares = shares.filter(|(_, [wrong, _])| *wrong > 0);
        shares
            .map(|(sum, [wrong, of])| {
                let tests = sum.tests as f64 / sum.poses as f64;
                [tests, wrong as f64 / of.max(1) as f64]
            })
            .collect()
    };
    let false_hits: fn(&Sum) -> [u64; 2] = |sum| [sum.false_hits, sum.apart];
    let misses: fn(&Sum) -> [u64; 2] = |sum| [sum.cut_hits, sum.poses - sum.apart];
    let curves = Curves {
        title: "share of wrong answers, by mean volume tests".to_owned(),
        axes: ["volume tests", "share"].map(String::from),
        curves: vec![
            (
                "false hits, cut after n tests".to_owned(),
                points(&counted, false_hits),
            ),
            (
                "false hits, cut at a level".to_owned(),
                points(&levelled, false_hits),
            ),
            (
                "misses, cut after n tests".to_owned(),
                points(&counted, misses),
            ),
        ],
    };
    Results {
        tables: vec![
            table("most tests", "answers cut after n volume tests", &counted),
            table("level", "answers cut at a level of the trees", &levelled),
        ],
        curves: vec![curves],
    }
}

fn name(budget: u64) -> String {
    if budget == u64::MAX {
        "no limit".to_owned()
    } else {
        budget.to_string()
    }
}

fn within(scenes: &[MeshScene], budget: u64) -> Sum {
    let mut sum = Sum::default();
    for MeshScene { meshes, poses } in scenes {
        let mut library = Library::new([&meshes[0], &meshes[1]], &ONE, LeafTest::AllPairs);
        library.budget = budget;
        for (pose, meets) in poses {
            let mut work = Work::default();
            let answer = library.ask([&ORIGIN, pose], &mut work);
            sum.add(*meets, answer.hit, answer.cut, work.ops.tests);
        }
    }
    sum
}

/// Both trees are opened level by level; volumes of the last level that overlap count as a hit.
fn down_to(scenes: &[MeshScene], level: u32) -> Sum {
    let (mut sum, cones) = (Sum::default(), Cones::default());
    for MeshScene { meshes, poses } in scenes {
        let library = Library::new([&meshes[0], &meshes[1]], &ONE, LeafTest::AllPairs);
        for (pose, meets) in poses {
            let mut work = Work::default();
            let hit = overlap_at(&library, &Turned::new(&cones, pose), level, &mut work);
            sum.add(*meets, hit, hit, work.ops.tests);
        }
    }
    sum
}

fn overlap_at(library: &Library, turned: &Turned, level: u32, work: &mut Work) -> bool {
    let models = library.models();
    let mut pairs = vec![(models[0].root(), models[1].root(), 0)];
    while let Some((i, j, depth)) = pairs.pop() {
        let [a, b] = [&models[0].nodes[i], &models[1].nodes[j]];
        if a.volume.is_apart(&turned.limits(&b.volume, work), work) {
            continue;
        }
        let children = |content: Content, own: usize| match content {
            Content::Inner(both) => both.to_vec(),
            Content::Leaf(_) => vec![own],
        };
        let (left, right) = (children(a.content, i), children(b.content, j));
        if depth == level || left.len() + right.len() == 2 {
            return true;
        }
        for &l in &left {
            pairs.extend(right.iter().map(|&r| (l, r, depth + 1)));
        }
    }
    false
}
