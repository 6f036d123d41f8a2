//! QuickCD's claims, as source 1 tells them (experiment 3): the mean against the median (27 % tighter), fronts
//! (15 %), splatter against the least sum, leaves of many triangles for the moving body, and that a tree of AABB
//! is built three times as fast as one of OBB.

use std::time::Instant;

use dodgem_oracle::meshes::{gear, torus};

use super::volume_tests::{filling, tumbling};
use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::scene::meshes::{ORIGIN, mesh_of};
use crate::tree::descent::{LARGER, TreePair};
use crate::tree::front_of_pairs::FrontOfPairs;
use crate::tree::front_of_tree::FrontOfTree;
use crate::tree::rows::{SOLID_BOXES, STATIC};
use crate::tree::split::PLAIN;
use crate::tree::{Axis, Point, Rules, Tree};
use crate::volume::BoundingVolume;
use crate::volume::dop_volume::CONE_18;
use crate::volume::layered::BOXES;
use crate::volume::oriented_box::OrientedBoxes;
use crate::volume::oriented_box_fit::Fit;
use crate::work::{Ops, Work};

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "quickcd",
    about: "QuickCD's claims: mean or median, fronts, splatter or least sum, leaves, times to build",
    page: include_str!("pages/quickcd.txt"),
    run,
};

/// A pair of meshes and the path of the second.
struct Scene {
    name: &'static str,
    mesh: Mesh,
    path: Vec<Pose>,
}

fn run(size: Size) -> Results {
    let (steps, parts) = if size == Size::Quick {
        (50, 6)
    } else {
        (2000, 12)
    };
    let bodies = [
        (
            "torus",
            filling(mesh_of(&torus(2 * parts, parts, 1.0, 0.3))),
        ),
        ("gear", filling(mesh_of(&gear(2 * parts, 0.7, 1.0, 0.25)))),
    ];
    let scenes = bodies.map(|(name, mesh)| Scene {
        name,
        mesh,
        // At 1.9 m about every second pose is a hit.
        path: tumbling(1.9, steps),
    });
    Results {
        tables: vec![claims(&scenes, steps), leaves(&scenes), building(&scenes)],
        curves: Vec::new(),
    }
}

fn ops_of(pair: &mut dyn MeshPair, path: &[Pose]) -> Ops {
    let mut work = Work::default();
    for pose in path {
        pair.ask([&ORIGIN, pose], &mut work);
    }
    work.ops
}

fn claims(scenes: &[Scene], steps: usize) -> Table {
    let pair = |scene: &Scene, rules| TreePair::new(CONE_18, [rules; 2], LARGER, [&scene.mesh; 2]);
    let still = |scene: &Scene| TreePair::new(CONE_18, [PLAIN; 2], STATIC, [&scene.mesh; 2]);
    let split = |axis, point| Rules {
        axis,
        point,
        ..PLAIN
    };
    let mut rows = Vec::new();
    for scene in scenes {
        let tests = |pair: &mut dyn MeshPair, path: &[Pose]| ops_of(pair, path).tests as f64;
        let mut add = |claim: &str, source: &str, [better, worse]: [f64; 2]| {
            let gain = format!("{:.1} %", 100.0 * (1.0 - better / worse));
            let cells = [scene.name, claim, source, &gain].map(str::to_owned);
            rows.push(cells.to_vec());
        };
        let by = |axis, point| tests(&mut pair(scene, split(axis, point)), &scene.path);
        let mean = by(Axis::Splatter, Point::Mean);
        add(
            "mean against median",
            "27 %",
            [mean, by(Axis::Splatter, Point::Median)],
        );
        add(
            "splatter against least sum",
            "about equal",
            [mean, by(Axis::LeastSum, Point::Mean)],
        );
        // Fronts live from small steps: the same turn in ten times as many.
        let slow = tumbling(1.9, 10 * steps);
        for (pace, path) in [("", &scene.path), (", ten times slower", &slow)] {
            let pairs = tests(&mut FrontOfPairs::new(pair(scene, PLAIN)), path);
            let plain = tests(&mut pair(scene, PLAIN), path);
            add(&format!("front of pairs{pace}"), "15 %", [pairs, plain]);
            let tree = tests(&mut FrontOfTree::new(still(scene)), path);
            let plain = tests(&mut still(scene), path);
            add(
                &format!("front of the static tree{pace}"),
                "15 %",
                [tree, plain],
            );
        }
    }
    Table {
        title: "QuickCD: volume tests saved".to_owned(),
        columns: ["body", "claim", "source", "measured"]
            .map(String::from)
            .into(),
        rows,
    }
}

fn leaves(scenes: &[Scene]) -> Table {
    let mut rows = Vec::new();
    for scene in scenes {
        for leaf in [1, 20, 40, 60, 100] {
            let moving = Rules { leaf, ..PLAIN };
            let mut pair = TreePair::new(CONE_18, [PLAIN, moving], LARGER, [&scene.mesh; 2]);
            let ops = ops_of(&mut pair, &scene.path);
            let mean = |count: u64| format!("{:.1}", count as f64 / scene.path.len() as f64);
            let nodes = pair.trees[1].nodes.len();
            rows.push(vec![
                scene.name.to_owned(),
                leaf.to_string(),
                mean(ops.tests),
                mean(ops.triangles),
                nodes.to_string(),
            ]);
        }
    }
    let columns = [
        "body",
        "triangles a moving leaf",
        "N_v",
        "N_p",
        "moving nodes",
    ];
    Table {
        title: "QuickCD: leaves of the moving tree, those of the static one hold 1".to_owned(),
        columns: columns.map(String::from).into(),
        rows,
    }
}

/// The median time of five builds (microseconds).
fn build_time<M: BoundingVolume>(kind: M, mesh: &Mesh) -> f64 {
    let mut times = [0; 5].map(|_| {
        let begin = Instant::now();
        let tree = Tree::new(kind, PLAIN, mesh);
        std::hint::black_box(tree);
        begin.elapsed().as_secs_f64() * 1e6
    });
    times.sort_by(f64::total_cmp);
    times[2]
}

fn building(scenes: &[Scene]) -> Table {
    let rows = scenes.iter().map(|scene| {
        let by_triangles = OrientedBoxes {
            fit: Fit::Triangles,
            ..BOXES
        };
        let times = [
            build_time(SOLID_BOXES, &scene.mesh),
            build_time(by_triangles, &scene.mesh),
            build_time(BOXES, &scene.mesh),
            build_time(CONE_18, &scene.mesh),
        ];
        let mut cells = vec![
            scene.name.to_owned(),
            scene.mesh.triangles.len().to_string(),
        ];
        cells.extend(times.map(|time| format!("{time:.0}")));
        cells.push(format!("{:.1}", times[1] / times[0]));
        cells.push("3".to_owned());
        cells
    });
    let columns = [
        "body",
        "triangles",
        "AABB",
        "OBB by triangles",
        "OBB by hulls",
        "18-DOP",
        "OBB by triangles to AABB",
        "source",
    ];
    Table {
        title: "QuickCD: microseconds to build a tree on this machine".to_owned(),
        columns: columns.map(String::from).into(),
        rows: rows.collect(),
    }
}
