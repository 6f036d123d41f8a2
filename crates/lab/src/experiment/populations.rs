//! Source 2's experiment: four populations that fly in a closed box, its invariant, its model of costs, its bounds
//! and its claims about axes (experiment 4).
//!
//! Trees of boxes by the hull's triangles, as in the source. When two bodies hit, both go back to their last place
//! and exchange their velocities. The source ran for one minute at about 95 frames a second; here a minute has
//! 3600 frames, and the quick run has a second of it with spheres of 120 triangles. The example of its figures 23
//! to 35 is in `worked_example`. The model of costs leaves out the descent itself.

use std::time::Instant;

use dodgem_oracle::meshes::{cuboid, torus, uv_sphere};
use glam::{DVec3, Vec3};
use rand_pcg::Pcg32;

use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::triangle_pair::meet;
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::scene::boxes::Aabb;
use crate::scene::meshes::{ORIGIN, mesh_of};
use crate::scene::rng;
use crate::scene::solids::{in_cube, turn};
use crate::tree::descent::{Descent, EVERYTHING, LARGER, Outcome, Query, TreePair};
use crate::tree::front_of_pairs::FrontOfPairs;
use crate::tree::rows::SOLID_BOXES;
use crate::tree::split::PLAIN;
use crate::tree::test_tree::{Counts, bounds};
use crate::tree::{Axis, Point, Rules};
use crate::volume::BoundingVolume;
use crate::volume::dop_volume::CONE_18;
use crate::volume::hull_node::Hulls;
use crate::volume::ideal::Ideal;
use crate::volume::layered::{BOXES, Layered};
use crate::volume::oriented_box::OrientedBoxes;
use crate::volume::sphere::Spheres;
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "populations",
    about: "source 2: four populations, D - I + 2 S + 2 K, costs, bounds, axes, layered and coherent gains",
    page: include_str!("pages/populations.txt"),
    run,
};

/// Half the side of the closed box (m); a body has a radius of 1 m.
const ROOM: f64 = 7.0;

/// The time of a frame (s).
const FRAME: f64 = 1.0 / 60.0;

/// A descent that finds all pairs of triangles, as the invariant needs.
const WHOLE: Descent = Descent {
    stop: EVERYTHING,
    ..LARGER
};

struct Body {
    pose: Pose,
    velocity: DVec3,
    spin: DVec3,
}

impl Body {
    fn new(rng: &mut Pcg32, index: usize) -> Self {
        // On a lattice of cells that cannot overlap.
        let cell = [index % 3, index / 3 % 3, index / 9].map(|i| i as f64 - 1.0);
        Self {
            pose: Pose {
                rotation: turn(3.0 * in_cube(rng)),
                translation: DVec3::from_array(cell) * 4.0,
            },
            velocity: 5.0 * in_cube(rng),
            spin: 2.0 * in_cube(rng),
        }
    }

    fn advance(&mut self) {
        self.pose.rotation = (turn(self.spin * FRAME) * self.pose.rotation).normalize();
        for axis in 0..3 {
            let place = self.pose.translation[axis];
            if (place.abs() > ROOM - 1.0) && place * self.velocity[axis] > 0.0 {
                self.velocity[axis] = -self.velocity[axis];
            }
        }
        self.pose.translation += self.velocity * FRAME;
    }
}

/// Sums over a population.
#[derive(Default)]
struct Sum {
    candidates: u64,
    tight: u64,
    work: Work,
    hits: u64,
    triangle_hits: i64,
    broken: u64,
    apart: u64,
    by_faces: u64,
}

impl Sum {
    fn ask(&mut self, pair: &mut TreePair<OrientedBoxes>, poses: [&Pose; 2]) -> bool {
        let query = pair.query(poses, &mut self.work);
        let counts = Counts::of(&query.visited);
        self.broken += u64::from(counts.invariant() != 1);
        self.triangle_hits += counts.hits;
        for (step, outcome) in &query.visited {
            if *outcome == Outcome::Apart {
                let mut again = Work::default();
                query.is_apart(step.pair, &mut again);
                self.apart += 1;
                self.by_faces += u64::from(again.ops.axes <= 6);
            }
        }
        self.hits += u64::from(query.answer.hit);
        query.answer.hit
    }
}

fn fly(mesh: &Mesh, count: usize, frames: usize) -> Sum {
    let mut rng = rng(31);
    let mut pair = TreePair::new(BOXES, [PLAIN; 2], WHOLE, [mesh, mesh]);
    let mut bodies: Vec<Body> = (0..count).map(|i| Body::new(&mut rng, i)).collect();
    let mut sum = Sum::default();
    for _ in 0..frames {
        let before: Vec<Pose> = bodies.iter().map(|body| body.pose).collect();
        bodies.iter_mut().for_each(Body::advance);
        let tight: Vec<Aabb> = bodies.iter().map(|body| around(mesh, &body.pose)).collect();
        for i in 0..count {
            for j in i + 1..count {
                let shift = bodies[i].pose.translation - bodies[j].pose.translation;
                if shift.abs().max_element() > 2.0 {
                    continue;
                }
                sum.candidates += 1;
                sum.tight += u64::from(tight[i].meets(&tight[j]));
                if sum.ask(&mut pair, [&bodies[i].pose, &bodies[j].pose]) {
                    let velocities = [bodies[i].velocity, bodies[j].velocity];
                    for (body, k, velocity) in [(i, i, velocities[1]), (j, j, velocities[0])] {
                        bodies[body].pose = before[k];
                        bodies[body].velocity = velocity;
                    }
                }
            }
        }
    }
    sum
}

fn around(mesh: &Mesh, pose: &Pose) -> Aabb {
    let points = mesh.vertices.iter().map(|p| pose.point(*p));
    let boxes = points.map(|p| Aabb { low: p, high: p });
    let whole = boxes.reduce(|all, p| all.union(&p));
    whole.unwrap_or(Aabb::around(pose.translation, DVec3::ZERO))
}

fn run(size: Size) -> Results {
    let frames = if size == Size::Quick { 60 } else { 3600 };
    let cube = mesh_of(&cuboid(Vec3::splat(0.577)));
    let rings = if size == Size::Quick { 6 } else { 16 };
    let ball = mesh_of(&uv_sphere(rings, 2 * rings, 1.0));
    let populations = [
        ("cubes", &cube, 10),
        ("cubes", &cube, 20),
        ("spheres", &ball, 10),
        ("spheres", &ball, 20),
    ];
    let rows = populations.map(|(name, mesh, count)| {
        let sum = fly(mesh, count, frames);
        let ops = &sum.work.ops;
        let percent = 100.0 * sum.by_faces as f64 / sum.apart.max(1) as f64;
        vec![
            format!("{count} {name} of {} triangles", mesh.triangles.len()),
            sum.candidates.to_string(),
            sum.tight.to_string(),
            ops.tests.to_string(),
            ops.triangles.to_string(),
            sum.triangle_hits.to_string(),
            sum.hits.to_string(),
            sum.broken.to_string(),
            format!("{:.1}", ops.axes as f64 / ops.tests.max(1) as f64),
            format!("{percent:.1} %"),
        ]
    });
    let columns = [
        "population",
        "pairs of fixed cubes",
        "of tight boxes",
        "volume tests",
        "triangle pairs",
        "triangles that meet",
        "hits",
        "descents against D - I + 2 S + 2 K = 1",
        "axes a test (source: 7.5)",
        "parted by faces (source: 85 %)",
    ];
    let flown = Table {
        title: format!("four populations, {frames} frames"),
        columns: columns.map(String::from).into(),
        rows: rows.into(),
    };
    let steps = if size == Size::Quick { 10 } else { 300 };
    Results {
        tables: vec![
            flown,
            bounded(rings),
            gains(&ball, steps),
            costs(&ball, steps),
        ],
        curves: Vec::new(),
    }
}

/// Tests of balanced trees between the bounds of the source.
fn bounded(size: u32) -> Table {
    let ring = mesh_of(&torus(size, 8, 1.0, 0.35));
    let n = ring.triangles.len() as f64;
    let rules = Rules {
        axis: Axis::Longest,
        point: Point::Median,
        ..PLAIN
    };
    let mut ideal = TreePair::new(Ideal, [rules; 2], WHOLE, [&ring, &ring]);
    let mut boxes = TreePair::new(BOXES, [rules; 2], WHOLE, [&ring, &ring]);
    let rows = [2.68, 2.6, 2.5, 2.3, 1.9, 1.2].map(|x| {
        let pose = Pose {
            rotation: turn(DVec3::new(0.1, 0.2, 0.05)),
            translation: DVec3::new(x, 0.0, 0.02),
        };
        let counts = Counts::of(&ideal.query([&ORIGIN, &pose], &mut Work::default()).visited);
        let found = Counts::of(&boxes.query([&ORIGIN, &pose], &mut Work::default()).visited);
        let [least, most] = bounds(n, counts.hits.max(1) as f64);
        vec![
            x.to_string(),
            counts.hits.to_string(),
            format!("{least:.0}"),
            counts.tests().to_string(),
            found.tests().to_string(),
            format!("{most:.0}"),
        ]
    });
    let columns = [
        "distance (m)",
        "meeting pairs",
        "least",
        "ideal",
        "obb",
        "greatest",
    ];
    Table {
        title: format!("tests between the bounds of source 2: two rings of {n} triangles"),
        columns: columns.map(String::from).into(),
        rows: rows.into(),
    }
}

/// A slow flight of one ball past another, with a shallow overlap in the middle.
fn passing(steps: usize) -> Vec<Pose> {
    let pose = |i: usize| Pose {
        rotation: turn(DVec3::new(0.002, 0.003, 0.001) * i as f64),
        translation: DVec3::new(1.98, 2.0 * i as f64 / steps as f64 - 1.0, 0.1),
    };
    (0..steps).map(pose).collect()
}

/// The work saved by a sphere around each box, and by a front.
fn gains(ball: &Mesh, steps: usize) -> Table {
    let path = passing(10 * steps);
    let ops = |pair: &mut dyn MeshPair| {
        let mut work = Work::default();
        for pose in &path {
            pair.ask([&ORIGIN, pose], &mut work);
        }
        work.ops
    };
    let plain = ops(&mut TreePair::new(BOXES, [PLAIN; 2], WHOLE, [ball, ball]));
    let layered = ops(&mut TreePair::new(
        Layered(BOXES),
        [PLAIN; 2],
        WHOLE,
        [ball, ball],
    ));
    let front = TreePair::new(BOXES, [PLAIN; 2], WHOLE, [ball, ball]);
    let front = ops(&mut FrontOfPairs::new(front));
    let row = |name: &str, unit: &str, before: u64, after: u64| {
        let gain = format!("{:.2}", before as f64 / after as f64);
        vec![
            name.to_owned(),
            unit.to_owned(),
            before.to_string(),
            after.to_string(),
            gain,
        ]
    };
    Table {
        title: "gains that source 2 bounds by 2: two spheres that pass".to_owned(),
        columns: ["method", "unit", "without", "with", "gain"]
            .map(String::from)
            .into(),
        rows: vec![
            row("sphere around the box", "axes", plain.axes, layered.axes),
            row("front of pairs", "volume tests", plain.tests, front.tests),
        ],
    }
}

/// The cost model t = N_v C_v + N_p C_p + N_u C_u, with each cost measured by itself.
fn costs(ball: &Mesh, steps: usize) -> Table {
    let path = passing(steps);
    let rows = vec![
        cost("sphere", Spheres, ball, &path),
        cost("aabb", SOLID_BOXES, ball, &path),
        cost("obb", BOXES, ball, &path),
        cost("layered", Layered(BOXES), ball, &path),
        cost("dop-18", CONE_18, ball, &path),
        cost("hull", Hulls, ball, &path),
    ];
    let columns = [
        "volume",
        "bytes",
        "C_v (ns)",
        "C_p (ns)",
        "C_u (ns)",
        "N_v",
        "N_p",
        "N_u",
        "model (µs)",
        "measured (µs)",
    ];
    Table {
        title: "cost model per question on this machine: two spheres that pass".to_owned(),
        columns: columns.map(String::from).into(),
        rows,
    }
}

/// The mean time of an action over some items (ns).
fn time<T>(items: &[T], mut action: impl FnMut(&T)) -> f64 {
    let begin = Instant::now();
    items.iter().for_each(&mut action);
    begin.elapsed().as_secs_f64() * 1e9 / items.len().max(1) as f64
}

fn cost<M: BoundingVolume>(name: &str, kind: M, ball: &Mesh, path: &[Pose]) -> Vec<String> {
    let mut pair = TreePair::new(kind, [PLAIN; 2], LARGER, [ball, ball]);
    let mut work = Work::default();
    // Once for the caches, once for the clock.
    time(path, |pose| {
        pair.ask([&ORIGIN, pose], &mut Work::default());
    });
    let measured = time(path, |pose| {
        pair.ask([&ORIGIN, pose], &mut work);
    });
    let middle = &path[path.len() / 2];
    let moved = ball.moved(middle);
    let query: Query<M> = pair.query([&ORIGIN, middle], &mut Work::default());
    let steps: Vec<[usize; 2]> = query.visited.iter().map(|(step, _)| step.pair).collect();
    let mut unused = Work::default();
    let update = time(&steps, |pair| {
        std::hint::black_box(query.second_in_frame(pair[1], &mut unused));
    });
    let both = time(&steps, |pair| {
        std::hint::black_box(query.is_apart(*pair, &mut unused));
    });
    let near: Vec<[usize; 2]> = (0..2000)
        .map(|i| [i * 7 % ball.triangles.len(), i * 11 % ball.triangles.len()])
        .collect();
    let primitive = time(&near, |[s, t]| {
        std::hint::black_box(meet(ball.corners(*s), moved.corners(*t)));
    });
    let mean = |count: u64| count as f64 / path.len() as f64;
    let [tests, triangles, updates] =
        [work.ops.tests, work.ops.triangles, work.ops.updates].map(mean);
    let test = (both - update).max(0.0);
    let model = tests * test + triangles * primitive + updates * update;
    let bytes = 8 * kind.numbers(&pair.trees[0].nodes[0].volume);
    let mut cells = vec![name.to_owned(), bytes.to_string()];
    cells.extend([test, primitive, update].map(|ns| format!("{ns:.0}")));
    cells.extend([tests, triangles, updates].map(|n| format!("{n:.1}")));
    cells.extend([model, measured].map(|ns| format!("{:.1}", ns / 1e3)));
    cells
}
