//! Claims of source 4 (experiment 6): Johnson against signed volumes, the Gauss map against all pairs of edges,
//! boxes refitted from the last one, sweeps of bodies at rest. `landing` has the fifth one.

use glam::{DMat3, DVec3};

use super::{Experiment, Results, Size, Table, landing};
use crate::convex::gjk::SubDistance;
use crate::convex::{johnson, signed_volumes};
use crate::registry::{Limit, Method, find};
use crate::scene::rng;
use crate::scene::solids::{ball, in_cube, turn};
use crate::scene::sweeps::{REST, cuboid};
use crate::sweep::{Flight, Motion};
use crate::work::{Ops, Work};

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "survey",
    about: "five claims of source 4: sub-distances, Gauss map, refitted boxes, sweeps at rest, landing",
    page: include_str!("pages/survey.txt"),
    run,
};

fn run(size: Size) -> Results {
    let samples = if size == Size::Quick { 200 } else { 20_000 };
    Results {
        tables: vec![
            sub_distances(samples),
            edge_pairs(samples / 40),
            refitted_boxes(),
            at_rest(),
            landing::table(),
        ],
        curves: Vec::new(),
    }
}

fn table(title: &str, columns: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table {
        title: title.to_owned(),
        columns: columns.iter().map(|c| (*c).to_owned()).collect(),
        rows,
    }
}

/// Tetrahedra of size 1 with the origin at a height below the middle of a face, the fourth corner as far beyond:
/// the nearer and the flatter, the harder.
fn sub_distances(samples: usize) -> Table {
    let heights = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14];
    let methods: [SubDistance; 2] = [johnson::nearest, signed_volumes::nearest];
    let row = |height: f64| {
        let mut cells = vec![format!("{height:.0e}")];
        for nearest in methods {
            let (mut rng, mut worst) = (rng(41), 0.0_f64);
            for _ in 0..samples {
                let turned = turn(3.0 * in_cube(&mut rng));
                let mut flat = |x: f64, y: f64, z: f64| {
                    let noise = 0.2 * in_cube(&mut rng) * DVec3::new(1.0, 1.0, 0.0);
                    turned * (DVec3::new(x, y, z) + noise)
                };
                let points = [
                    flat(1.0, 0.0, height),
                    flat(-0.5, 0.8, height),
                    flat(-0.5, -0.8, height),
                    flat(0.0, 0.0, 2.0 * height),
                ];
                worst = worst.max((nearest(&points).v.length() - height).abs());
            }
            cells.push(format!("{worst:.0e}"));
        }
        cells
    };
    table(
        "worst error of the distance of a flat tetrahedron, by its height",
        &["height", "johnson", "signed volumes"],
        heights.map(row).into(),
    )
}

/// Axes and pairs of edges of balls that overlap.
fn edge_pairs(samples: usize) -> Table {
    let row = |[rings, sectors]: [usize; 2]| {
        let body = ball(rings, sectors);
        let mut cells = vec![body.topology.edges.len().to_string()];
        for id in ["sat-all-pairs", "sat-gauss-map"] {
            let (mut rng, mut sum) = (rng(43), Ops::default());
            for _ in 0..samples {
                let mut placed = |shift| body.moved(turn(3.0 * in_cube(&mut rng)), shift);
                let (a, b) = (placed(DVec3::ZERO), placed(DVec3::X));
                let mut work = Work::default();
                if let Some(Method::ConvexPair(make)) = find(id).map(|row| row.method) {
                    make().ask(&a, &b, &mut work);
                }
                sum.add(&work.ops);
            }
            cells.push((sum.axes / samples as u64).to_string());
            cells.push((sum.vertices / samples as u64).to_string());
        }
        cells
    };
    table(
        "SAT of balls that overlap",
        &[
            "edges",
            "axes, all pairs",
            "corners, all pairs",
            "axes, Gauss map",
            "corners, Gauss map",
        ],
        [[2, 4], [3, 5], [4, 6], [5, 8]].map(row).into(),
    )
}

/// A box that turns by 0.1 rad a step: bounds of the bounds of the step before, and of the box itself.
fn refitted_boxes() -> Table {
    let half = DVec3::new(1.0, 0.5, 0.25);
    let step = DMat3::from_quat(turn(0.1 * DVec3::new(1.0, 2.0, 2.0) / 3.0));
    let refit = |turned: DMat3, half: DVec3| {
        turned.x_axis.abs() * half.x + turned.y_axis.abs() * half.y + turned.z_axis.abs() * half.z
    };
    let (mut last, mut turned) = (half, DMat3::IDENTITY);
    let mut rows = Vec::new();
    for count in 1..=50 {
        last = refit(step, last);
        turned = step * turned;
        if [1, 2, 5, 10, 20, 50].contains(&count) {
            let [grown, own] = [last, refit(turned, half)].map(|h| h.element_product());
            let size = half.element_product();
            let times = |volume: f64| format!("{:.3e}", volume / size);
            rows.push(vec![count.to_string(), times(grown), times(own)]);
        }
    }
    table(
        "volume of a refitted box over that of the body",
        &["steps", "from the last box", "from the body"],
        rows,
    )
}

/// A box that slides 1 m over a plate, and a ball that passes over another one, at a small gap; with a spin as well.
fn at_rest() -> Table {
    let ids = [
        "gjk-ray-cast",
        "conservative-advancement",
        "bilateral-advancement",
    ];
    let gaps = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5];
    let round = ball(32, 64);
    let pairs = [
        (
            "box over plate",
            [cuboid([5.0, 1.0, 5.0]), cuboid([1.0; 3])],
        ),
        ("ball over ball", [round.clone(), round]),
    ];
    let mut rows = Vec::new();
    for (name, bodies) in &pairs {
        for (id, spin) in ids.into_iter().flat_map(|id| [(id, 0.0), (id, 1.0)]) {
            let Some(row) = find(id).filter(|row| spin == 0.0 || !row.has(Limit::TranslationOnly))
            else {
                continue;
            };
            let Method::Sweep(sweep) = row.method else {
                continue;
            };
            let counts = gaps.map(|gap| {
                let second = Motion {
                    place: DVec3::new(-0.5, 2.0 + gap, 0.1),
                    way: DVec3::X,
                    spin: DVec3::Y * spin,
                    ..REST
                };
                let flight = Flight {
                    bodies: [&bodies[0], &bodies[1]],
                    motions: [REST, second],
                };
                let mut work = Work::default();
                let found = sweep(&flight, &mut work);
                let end = found.time.map_or("", |_| " (hit)");
                format!("{}{end}", work.ops.supports / 2)
            });
            let turns = if spin > 0.0 { ", turns" } else { "" };
            rows.push(
                std::iter::once(format!("{id}, {name}{turns}"))
                    .chain(counts)
                    .collect(),
            );
        }
    }
    let gaps = gaps.map(|gap| format!("{gap:.0e} m"));
    Table {
        title: "support points of sweeps along a surface, by the gap".to_owned(),
        columns: std::iter::once("sweep".to_owned()).chain(gaps).collect(),
        rows,
    }
}
