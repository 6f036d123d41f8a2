//! Volume tests in excess of the ideal minimum (experiment 9).
//!
//! Two equal bodies fill the cube from -1 to 1. The second stands at a fixed distance and tumbles. The ideal
//! volume, apart if and only if the contents are, needs the least number of tests for a tree and a descent; each
//! row tells how many times as many another volume, builder or descent needs (Zachmann 2002). The first hit may
//! come with fewer tests than that, since volumes of other sizes are descended in another order.

use dodgem_oracle::meshes::{gear, torus};
use glam::DVec3;

use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::scene::meshes::{ORIGIN, mesh_of};
use crate::scene::solids::turn;
use crate::tree::descent::{Descent, EVERYTHING, LARGER, Open, Order, TreePair};
use crate::tree::rows::{SOLID_BOXES, STATIC};
use crate::tree::split::PLAIN;
use crate::tree::{Axis, Point, Rules, Way};
use crate::volume::BoundingVolume;
use crate::volume::dop_volume::{CONE_18, Dops, Refit, Test};
use crate::volume::hull_node::Hulls;
use crate::volume::ideal::Ideal;
use crate::volume::layered::BOXES;
use crate::volume::oriented_box::{self, OrientedBoxes};
use crate::volume::sphere::Spheres;
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "volume-tests",
    about: "volume tests in excess of the ideal minimum, by volume, builder and descent",
    page: include_str!("pages/volume-tests.txt"),
    run,
};

/// The distances of the centres (m); at the last one the bodies are always apart.
const DISTANCES: [f64; 4] = [0.8, 1.4, 1.9, 2.4];

/// A body that fills the cube from -1 to 1 on its longest axis.
pub fn filling(mesh: Mesh) -> Mesh {
    let reach = mesh.vertices.iter().map(|v| v.abs().max_element());
    let reach = reach.fold(0.0, f64::max);
    Mesh {
        vertices: mesh.vertices.iter().map(|v| *v / reach).collect(),
        ..mesh
    }
}

/// The poses of a body that tumbles at a distance: it turns about two axes at once, in the golden ratio.
pub fn tumbling(distance: f64, steps: usize) -> Vec<Pose> {
    let pose = |step: usize| {
        let angle = std::f64::consts::TAU * step as f64 / steps as f64;
        Pose {
            rotation: turn(DVec3::Y * angle) * turn(DVec3::X * (0.618 * angle)),
            translation: DVec3::new(distance, 0.0, 0.0),
        }
    };
    (0..steps).map(pose).collect()
}

/// The mean number of volume tests over some poses.
pub fn tests(pair: &mut dyn MeshPair, poses: &[Pose]) -> f64 {
    let mut work = Work::default();
    for pose in poses {
        pair.ask([&ORIGIN, pose], &mut work);
    }
    work.ops.tests as f64 / poses.len() as f64
}

/// Two trees of one mesh and how they are descended.
struct Run<'a> {
    mesh: &'a Mesh,
    paths: &'a [Vec<Pose>],
    rules: Rules,
    descent: Descent,
}

impl Run<'_> {
    /// The tests at each distance.
    fn of<M: BoundingVolume>(&self, kind: M) -> Vec<f64> {
        let mut pair = TreePair::new(kind, [self.rules; 2], self.descent, [self.mesh; 2]);
        self.paths
            .iter()
            .map(|path| tests(&mut pair, path))
            .collect()
    }
}

/// The first hit, or all pairs of triangles, each with its number of steps. The first is that of the protocol; all
/// pairs take as long in a tenth of it.
const ENDS: [(&str, usize, Descent); 2] = [
    ("first hit", 5000, LARGER),
    (
        "all",
        500,
        Descent {
            stop: EVERYTHING,
            ..LARGER
        },
    ),
];

fn run(size: Size) -> Results {
    let (most, parts, ends) = if size == Size::Quick {
        (6, 6, &ENDS[..1])
    } else {
        (usize::MAX, 12, &ENDS[..])
    };
    let bodies = [
        ("torus", filling(mesh_of(&torus(parts, 8, 1.0, 0.3)))),
        ("gear", filling(mesh_of(&gear(parts, 0.7, 1.0, 0.25)))),
    ];
    let mut tables = Vec::new();
    for (name, mesh) in &bodies {
        for (end, steps, descent) in ends {
            let paths = DISTANCES.map(|distance| tumbling(distance, most.min(*steps)));
            let run = Run {
                mesh,
                paths: &paths,
                rules: PLAIN,
                descent: *descent,
            };
            let name = format!("{name}, {} triangles, {end}", mesh.triangles.len());
            tables.push(table(&name, &run));
        }
    }
    Results {
        tables,
        curves: Vec::new(),
    }
}

fn table(name: &str, base: &Run) -> Table {
    let least = base.of(Ideal);
    let mut rows = vec![named("ideal: tests", &least)];
    let found = volumes(base).into_iter();
    for (name, found) in found.chain(builders(base)).chain(descents(base)) {
        let excess: Vec<f64> = found.iter().zip(&least).map(|(f, l)| f / l).collect();
        rows.push(named(name, &excess));
    }
    let columns = DISTANCES.map(|distance| format!("at {distance} m"));
    Table {
        title: format!("volume tests over the ideal minimum: {name}"),
        columns: std::iter::once("method".to_owned())
            .chain(columns)
            .collect(),
        rows,
    }
}

/// A method's name and its tests at each distance.
type Found = (&'static str, Vec<f64>);

const fn dop<const K: usize>(refit: Refit, test: Test) -> Dops<K> {
    Dops { refit, test }
}

fn volumes(run: &Run) -> Vec<Found> {
    let lite = OrientedBoxes {
        test: oriented_box::Test::Faces,
        ..BOXES
    };
    let (cone, order) = (Refit::Cone, Test::InOrder);
    vec![
        ("sphere", run.of(Spheres)),
        ("aabb", run.of(SOLID_BOXES)),
        ("obb", run.of(BOXES)),
        ("obb, six axes", run.of(lite)),
        ("dop-6", run.of(dop::<6>(cone, order))),
        ("dop-14", run.of(dop::<14>(cone, order))),
        ("dop-18", run.of(dop::<18>(cone, order))),
        ("dop-26", run.of(dop::<26>(cone, order))),
        ("dop-18, corners", run.of(dop::<18>(Refit::Corners, order))),
        (
            "dop-18, climbing",
            run.of(dop::<18>(Refit::HillClimbing, order)),
        ),
        ("dop-18, closure", run.of(dop::<18>(cone, Test::Closure))),
        ("hull", run.of(Hulls)),
    ]
}

fn builders(base: &Run) -> Vec<Found> {
    let ruled = |rules: Rules| Run { rules, ..*base }.of(CONE_18);
    let split = |axis, point| {
        ruled(Rules {
            axis,
            point,
            ..PLAIN
        })
    };
    let octree = Rules {
        way: Way::Octree,
        ..PLAIN
    };
    let four = Rules { arity: 4, ..PLAIN };
    vec![
        ("dop-18: median", split(Axis::Splatter, Point::Median)),
        (
            "dop-18: longest, middle",
            split(Axis::Longest, Point::Middle),
        ),
        (
            "dop-18: bounded overlap",
            split(Axis::Longest, Point::BoundedOverlap),
        ),
        ("dop-18: least sum", split(Axis::LeastSum, Point::Mean)),
        ("dop-18: least max", split(Axis::LeastMax, Point::Mean)),
        ("dop-18: octree", ruled(octree)),
        ("dop-18: four children", ruled(four)),
    ]
}

fn descents(base: &Run) -> Vec<Found> {
    let descended = |open, order| {
        let descent = Descent {
            open,
            order,
            ..base.descent
        };
        Run { descent, ..*base }.of(CONE_18)
    };
    let (larger, smaller) = (Open::Larger, Order::SmallerFirst);
    vec![
        ("dop-18: smaller opened", descended(Open::Smaller, smaller)),
        (
            "dop-18: static opened",
            descended(STATIC.open, STATIC.order),
        ),
        (
            "dop-18: both in turn",
            descended(Open::Alternating, smaller),
        ),
        ("dop-18: left to right", descended(larger, Order::LeftRight)),
        (
            "dop-18: nearest first",
            descended(larger, Order::NearestFirst),
        ),
    ]
}

fn named(name: &str, numbers: &[f64]) -> Vec<String> {
    let numbers = numbers.iter().map(|n| format!("{n:.2}"));
    std::iter::once(name.to_owned()).chain(numbers).collect()
}
