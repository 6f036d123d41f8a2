//! A worked example like that of figures 23 to 35 of source 2 (experiment 4): two bodies of four triangles, the tree of
//! tests pair by pair, the matrix of leaf pairs, and the counts with their invariant and bounds.
//!
//! The figures are not part of our excerpt, so the bodies are our own: two strips of four triangles that cross at one
//! triangle, at two, at four, and not at all. Volumes are ideal, as in the source's analysis; boxes are beside them.

use glam::DVec3;

use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::{Mesh, Pose};
use crate::scene::meshes::ORIGIN;
use crate::scene::solids::turn;
use crate::tree::descent::{Descent, EVERYTHING, LARGER, TreePair};
use crate::tree::split::PLAIN;
use crate::tree::test_tree::{Counts, bounds, pair_matrix, text};
use crate::tree::{Axis, Point, Rules};
use crate::volume::ideal::Ideal;
use crate::volume::layered::BOXES;
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "worked-example",
    about: "source 2: the tree of tests of two strips of four triangles, its matrix, counts and bounds",
    page: include_str!("pages/worked-example.txt"),
    run,
};

/// A descent that finds all pairs of triangles, as the invariant needs.
const WHOLE: Descent = Descent {
    stop: EVERYTHING,
    ..LARGER
};

/// Balanced trees.
const BALANCED: Rules = Rules {
    axis: Axis::Longest,
    point: Point::Median,
    ..PLAIN
};

/// Triangles in a row along X, each 1 m long.
fn strip() -> Mesh {
    let corners = |i: usize| {
        let x = i as f64;
        let at = |dx: f64, y: f64| DVec3::new(x + dx - 2.0, y, 0.0);
        [at(0.05, -0.5), at(0.95, -0.5), at(0.5, 0.5)]
    };
    Mesh {
        vertices: (0..4).flat_map(corners).collect(),
        triangles: (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    }
}

/// The second strip at which pairs of triangles meet, with the case in words.
fn cases() -> [(&'static str, Pose); 4] {
    let upright = turn(DVec3::X * std::f64::consts::FRAC_PI_2);
    let along = |x: f64, y: f64| Pose {
        rotation: upright,
        translation: DVec3::new(x, y, 0.0),
    };
    [
        ("end over end", along(3.0, -0.4)),
        ("two over two", along(2.0, -0.4)),
        ("all over all", along(0.0, -0.4)),
        ("apart", along(0.0, 0.6)),
    ]
}

fn run(_: Size) -> Results {
    let strip = strip();
    let mut ideal = TreePair::new(Ideal, [BALANCED; 2], WHOLE, [&strip, &strip]);
    let mut boxes = TreePair::new(BOXES, [BALANCED; 2], WHOLE, [&strip, &strip]);
    let mut counted = Vec::new();
    let mut tables = Vec::new();
    for (name, pose) in cases() {
        let query = ideal.query([&ORIGIN, &pose], &mut Work::default());
        let visited = query.visited;
        let counts = Counts::of(&visited);
        let other = boxes.query([&ORIGIN, &pose], &mut Work::default());
        let others = Counts::of(&other.visited);
        let [least, most] = match counts.hits {
            0 => ["1".to_owned(), "1".to_owned()],
            hits => bounds(4.0, hits as f64).map(|bound| format!("{bound:.0}")),
        };
        let mut cells = vec![name.to_owned()];
        let numbers = [
            counts.disjoint,
            counts.overlapping,
            counts.missed,
            counts.hits,
            counts.invariant(),
        ];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.extend([
            least,
            counts.tests().to_string(),
            most,
            others.tests().to_string(),
        ]);
        counted.push(cells);
        let matrix = pair_matrix(&ideal.trees, &visited);
        let rows = matrix.into_iter().enumerate().map(|(leaf, marks)| {
            let marks = marks.chars().map(String::from);
            std::iter::once(format!("first, leaf {leaf}"))
                .chain(marks)
                .collect()
        });
        tables.push(Table {
            title: format!("leaf pairs, {name}: x meets, o does not, a dot was never compared"),
            columns: std::iter::once("leaf".to_owned())
                .chain((0..4).map(|leaf| format!("second, {leaf}")))
                .collect(),
            rows: rows.collect(),
        });
        let lines = text(&visited);
        let rows = lines.lines().enumerate();
        tables.push(Table {
            title: format!("tree of tests, {name}: nodes of both trees, set in by depth"),
            columns: vec!["test".to_owned(), "pair and result".to_owned()],
            rows: rows
                .map(|(number, line)| vec![(number + 1).to_string(), line.replace(' ', "\u{a0}")])
                .collect(),
        });
    }
    let columns = [
        "case",
        "D",
        "I",
        "S",
        "K",
        "D - I + 2 S + 2 K",
        "least",
        "tests",
        "greatest",
        "obb tests",
    ];
    tables.insert(
        0,
        Table {
            title: "two strips of four triangles, ideal volumes".to_owned(),
            columns: columns.map(String::from).into(),
            rows: counted,
        },
    );
    Results {
        tables,
        curves: Vec::new(),
    }
}
