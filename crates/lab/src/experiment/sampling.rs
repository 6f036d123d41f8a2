//! Claims of source 3 (experiment 5): rounds of Chung-Wang, the cost of testing face by face, and the hits that
//! static tests miss.
//!
//! A flight counts as a hit if conservative advancement finds a contact. The bodies turn. A static test asks GJK,
//! or only for vertices of one body inside the other. A ring and a needle, which are no convex bodies, ask trees of
//! convex pieces.

use dodgem_oracle::meshes::{self, torus};
use glam::{DVec3, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::{Curves, Experiment, Results, Size, Table};
use crate::convex::vertices_inside::any_inside;
use crate::decomposition::swift::Swift;
use crate::mesh_pair::Pose;
use crate::polytope::Polytope;
use crate::registry::{Method, Row, find};
use crate::scene::meshes::{ORIGIN, mesh_of};
use crate::scene::rng;
use crate::scene::solids::{ball, in_cube, turn};
use crate::scene::sweeps::{REST, cuboid};
use crate::sweep::{Flight, Motion, advancement, sampled};
use crate::work::{Ops, Work};

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "sampling",
    about: "rounds of Chung-Wang, cost of face by face, hits that n static tests miss",
    page: include_str!("pages/sampling.txt"),
    run,
};

fn run(size: Size) -> Results {
    let (poses, flights) = if size == Size::Quick {
        (50, 40)
    } else {
        (2000, 1000)
    };
    let mut results = Results {
        tables: vec![rounds(poses), faces(poses)],
        curves: Vec::new(),
    };
    for scene in [Scene::Bullet, Scene::Sandwich, Scene::Rod] {
        let (table, curves) = misses(scene, flights);
        results.tables.push(table);
        results.curves.push(curves);
    }
    let (table, curves) = ring_misses(flights / 5);
    results.tables.push(table);
    results.curves.push(curves);
    results
}

fn shapes() -> [(&'static str, Polytope); 4] {
    [
        ("cube", cuboid([1.0; 3])),
        ("needle", cuboid([2.0, 0.02, 0.02])),
        ("ball of 17 vertices", ball(4, 6)),
        ("ball of 218 vertices", ball(10, 24)),
    ]
}

/// The operations of a row on two copies of a body, turned at random, with their centres at a distance. The
/// first direction is random as well.
fn asked(row: &Row, body: &Polytope, distance: f64, poses: usize) -> (Ops, u64) {
    let (mut ops, mut hits, mut rng) = (Ops::default(), 0, rng(31));
    let Method::ConvexPair(make) = row.method else {
        return (ops, hits);
    };
    let mut method = make();
    for _ in 0..poses {
        let mut place = || turn(3.0 * in_cube(&mut rng));
        let a = body.moved(place(), DVec3::ZERO);
        let b = body.moved(place(), distance * in_cube(&mut rng).normalize_or(DVec3::X));
        let mut work = Work::default();
        method.forget();
        hits += u64::from(method.ask(&a, &b, &mut work).hit);
        ops.add(&work.ops);
    }
    (ops, hits)
}

fn rounds(poses: usize) -> Table {
    let distances = [0.5, 1.0, 2.0, 3.0, 5.0, 20.0];
    let columns = distances.map(|d| format!("{d} m"));
    let mut rows = Vec::new();
    for id in ["chung-wang", "gjk-signed-volumes"] {
        for (name, body) in shapes() {
            let mut cells = vec![format!("{id}, {name}")];
            cells.extend(distances.map(|distance| {
                let Some(row) = find(id) else {
                    return String::new();
                };
                let (ops, hits) = asked(row, &body, distance, poses);
                let mean = ops.supports as f64 / 2.0 / poses as f64;
                format!(
                    "{mean:.1} ({:.0} % hits)",
                    100.0 * hits as f64 / poses as f64
                )
            }));
            rows.push(cells);
        }
    }
    Table {
        title: "support points, by shape and distance of the centres".to_owned(),
        columns: std::iter::once("method and shape".to_owned())
            .chain(columns)
            .collect(),
        rows,
    }
}

/// Face by face looks at up to F V corners from either side: all of them if the bodies meet.
fn faces(poses: usize) -> Table {
    let columns = [
        "shape",
        "F V",
        "corners, meeting",
        "corners, 0.5 m beyond the size",
    ];
    let rows = shapes().map(|(name, body)| {
        let product = 2 * body.planes.len() * body.vertices.len();
        let size = body.vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
        let mean = |distance: f64| {
            let counts = find("face-by-face").map(|row| asked(row, &body, distance, poses).0);
            let looked_at = counts.map_or(0, |ops| ops.vertices);
            format!("{:.0}", looked_at as f64 / poses as f64)
        };
        vec![
            name.to_owned(),
            product.to_string(),
            mean(0.0),
            mean(2.0 * size + 0.5),
        ]
    });
    Table {
        title: "face by face".to_owned(),
        columns: columns.map(String::from).into(),
        rows: rows.into(),
    }
}

#[derive(Clone, Copy, Debug)]
enum Scene {
    /// A cube of 0.4 m flies through a plate 0.05 m thick.
    Bullet,
    /// A plate closes on another one, both 0.1 m thick.
    Sandwich,
    /// A rod of 10 m turns about its middle past a post.
    Rod,
}

/// A flight of about `speed` metres a frame that may hit at any time of it.
fn flight(scene: Scene, speed: f64, rng: &mut Pcg32) -> ([Polytope; 2], [Motion; 2]) {
    let phase = rng.random_range(0.0..1.0);
    let mut second = Motion {
        start: turn(3.0 * in_cube(rng)),
        spin: in_cube(rng),
        ..REST
    };
    let bodies = match scene {
        Scene::Bullet => {
            second.way = DVec3::Y * speed + 0.2 * speed * in_cube(rng);
            second.place = DVec3::NEG_Y * 0.4 - second.way * phase;
            [cuboid([20.0, 0.025, 20.0]), cuboid([0.2; 3])]
        }
        Scene::Sandwich => {
            second.start = turn(0.1 * in_cube(rng));
            second.spin = 0.1 * in_cube(rng);
            second.way = DVec3::Y * speed;
            second.place = DVec3::NEG_Y * 0.4 - second.way * phase;
            [cuboid([1.0, 0.05, 1.0]), cuboid([1.0, 0.05, 1.0])]
        }
        Scene::Rod => {
            second.spin = DVec3::Z * speed / 5.0;
            second.start = turn(-second.spin * phase);
            second.place = DVec3::NEG_X * rng.random_range(1.5..4.5);
            [cuboid([0.05, 0.05, 2.0]), cuboid([5.0, 0.05, 0.05])]
        }
    };
    (bodies, [REST, second])
}

/// The numbers of static tests in a frame.
const COUNTS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The speeds (m a frame).
const SPEEDS: [f64; 5] = [0.3, 1.0, 3.0, 10.0, 30.0];

/// The share of hits that n tests miss, for several n and speeds.
fn misses(scene: Scene, flights: usize) -> (Table, Curves) {
    let mut shares = vec![[0.0; SPEEDS.len()]; 2 * COUNTS.len()];
    for (column, &speed) in SPEEDS.iter().enumerate() {
        let (mut rng, mut hits) = (rng(37), 0);
        let mut missed = vec![0_u32; 2 * COUNTS.len()];
        for _ in 0..flights {
            let ([a, b], motions) = flight(scene, speed, &mut rng);
            let bodies = [&a, &b];
            let flight = Flight { bodies, motions };
            let work = &mut Work::default();
            if advancement::advance(&flight, work)
                .time
                .is_none_or(|time| time == 0.0)
            {
                continue;
            }
            hits += 1;
            for (row, &n) in COUNTS.iter().enumerate() {
                missed[row] += u32::from(sampled::sampled(&flight, n, work).time.is_none());
                missed[row + COUNTS.len()] += u32::from(!vertices_meet(&flight, n));
            }
        }
        for (share, missed) in shares.iter_mut().zip(missed) {
            share[column] = 100.0 * f64::from(missed) / f64::from(hits.max(1));
        }
    }
    let name = |row: usize| match COUNTS.get(row) {
        Some(n) => format!("{n}, exact"),
        None => format!("{}, vertices only", COUNTS[row - COUNTS.len()]),
    };
    told(&format!("{scene:?}"), name, &shares)
}

/// The table and the curves of shares (%): a row for each method, a column for each speed.
fn told(
    scene: &str,
    name: impl Fn(usize) -> String,
    shares: &[[f64; SPEEDS.len()]],
) -> (Table, Curves) {
    let title = format!("hits that n static tests a frame miss (%): {scene}");
    let rows = shares.iter().enumerate().map(|(row, share)| {
        let cells = share.iter().map(|s| format!("{s:.0}"));
        std::iter::once(name(row)).chain(cells).collect()
    });
    let curves = shares.iter().enumerate().map(|(row, share)| {
        let points = SPEEDS.iter().zip(share).filter(|(_, s)| **s > 0.0);
        (name(row), points.map(|(x, y)| [*x, *y]).collect())
    });
    let speeds = SPEEDS.map(|s| format!("{s} m a frame"));
    let table = Table {
        title: title.clone(),
        columns: std::iter::once("tests".to_owned()).chain(speeds).collect(),
        rows: rows.collect(),
    };
    let axes = ["m a frame".to_owned(), "missed (%)".to_owned()];
    let curves = Curves {
        title,
        axes,
        curves: curves.collect(),
    };
    (table, curves)
}

/// A thin ring that tumbles past a needle: bodies that are not convex turn. Conservative advancement asks trees of
/// convex pieces for the distance, a static test asks them for a hit.
fn ring_misses(flights: usize) -> (Table, Curves) {
    let ring = mesh_of(&torus(12, 6, 1.0, 0.08));
    let needle = mesh_of(&meshes::cuboid(Vec3::new(0.02, 1.5, 0.02)));
    let mut swift = Swift::new([&needle, &ring]);
    let mut shares = vec![[0.0; SPEEDS.len()]; COUNTS.len()];
    for (column, &speed) in SPEEDS.iter().enumerate() {
        let (mut rng, mut hits) = (rng(41), 0);
        let mut missed = [0_u32; COUNTS.len()];
        for _ in 0..flights {
            let phase = rng.random_range(0.0..1.0);
            let way = DVec3::X * (0.2 * speed) + 0.1 * speed * in_cube(&mut rng);
            let motion = Motion {
                start: turn(3.0 * in_cube(&mut rng)),
                spin: speed * in_cube(&mut rng),
                place: in_cube(&mut rng) - way * phase,
                way,
            };
            let pose = |time: f64| Pose {
                rotation: motion.rotation(time),
                translation: motion.place + motion.way * time,
            };
            let fastest = way.length() + motion.spin.length() * 1.08;
            if !meets_in_flight(&mut swift, pose, fastest) {
                continue;
            }
            hits += 1;
            for (missed, &n) in missed.iter_mut().zip(&COUNTS) {
                let work = &mut Work::default();
                let mut times = (0..=n).map(|i| f64::from(i) / f64::from(n));
                let found = times.any(|time| swift.collide([&ORIGIN, &pose(time)], work));
                *missed += u32::from(!found);
            }
        }
        for (share, missed) in shares.iter_mut().zip(missed) {
            share[column] = 100.0 * f64::from(missed) / f64::from(hits.max(1));
        }
    }
    told("Ring", |row| format!("{}, exact", COUNTS[row]), &shares)
}

/// True if the ring is apart from the needle at the start and meets it in the frame.
fn meets_in_flight(swift: &mut Swift, pose: impl Fn(f64) -> Pose, fastest: f64) -> bool {
    const NEAR: f64 = 1e-4;
    let (mut time, work) = (0.0, &mut Work::default());
    while time <= 1.0 {
        let distance = swift.distance([&ORIGIN, &pose(time)], work);
        if distance < NEAR {
            return time > 0.0;
        }
        time += (distance - 0.5 * NEAR) / fastest;
    }
    false
}

/// True if at one of n + 1 times a vertex of one body is inside the other.
fn vertices_meet(flight: &Flight, n: u32) -> bool {
    (0..=n).any(|i| {
        let [a, b] = flight.at(f64::from(i) / f64::from(n));
        let work = &mut Work::default();
        any_inside(&a, &b, work) || any_inside(&b, &a, work)
    })
}
