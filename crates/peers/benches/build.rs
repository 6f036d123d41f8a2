//! `cargo bench -p dodgem-peers --bench build`: the time to build a model of 100,000 triangles, compared with
//! parry's `TriMesh` and its tree; and the accuracy of a time budget on a hard pair of such models.
//!
//! Both engines build from the same vertices and triangles and take turns; the best of several times counts.
//! The meshes are valid (no triangle is degenerate or duplicated): parry's plain `TriMesh` does not check
//! that, ours does.

use std::hint::black_box;
use std::time::{Duration, Instant};

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::scenes;
use dodgem_collide::{
    Budget, BuildOptions, Collision, Counters, Model, PieceGrowth, Placed, Query,
};
use dodgem_peers::record;
use glam::{Quat, Vec3};
use parry3d::math::Vector;
use parry3d::shape::TriMesh as PeerMesh;

/// The number of timings of each build.
const REPEATS: usize = 15;

fn best_ms<T>(best: &mut f64, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = black_box(run());
    *best = best.min(start.elapsed().as_secs_f64() * 1e3);
    made
}

fn build_row(name: &str, mesh: &TriMesh) {
    let vertices: Vec<Vector> = mesh
        .vertices()
        .iter()
        .map(|v| Vector::new(v.x, v.y, v.z))
        .collect();
    let defaults = BuildOptions::default();
    let small = BuildOptions {
        max_piece_triangles: 1,
        piece_growth: PieceGrowth::FirstFit,
        ..defaults
    };
    let (mut ours, mut plain, mut theirs) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    let mut pieces = 0;
    for _ in 0..REPEATS {
        let model = best_ms(&mut ours, || {
            Model::build(mesh, &defaults).expect("a sound mesh")
        });
        pieces = model.report().pieces;
        best_ms(&mut plain, || {
            Model::build(mesh, &small).expect("a sound mesh")
        });
        let input = (vertices.clone(), mesh.triangles().to_vec());
        best_ms(&mut theirs, || {
            PeerMesh::new(input.0, input.1).expect("a sound mesh")
        });
    }
    println!(
        "| {name}, {} triangles | {pieces} | {ours:.1} | {plain:.1} | {theirs:.1} | {:.2} |",
        mesh.triangles().len(),
        ours / theirs
    );
    let work = format!("{name} of {} triangles, build", mesh.triangles().len());
    record("build", &work, ours * 1e3, theirs * 1e3);
}

/// Builds a square of `2 side^2` triangles with hills.
fn hills(side: u32) -> TriMesh {
    let at = |i: u32, j: u32| {
        let (x, z) = (i as f32 / side as f32, j as f32 / side as f32);
        let height =
            libm::sinf(40.0 * x) * libm::cosf(37.0 * z) + 0.3 * libm::sinf(151.0 * (x + z));
        Vec3::new(x - 0.5, 0.02 * height, z - 0.5)
    };
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..=side {
        for j in 0..=side {
            vertices.push(at(i, j));
            if i < side && j < side {
                let corner = |i: u32, j: u32| i * (side + 1) + j;
                let (a, b) = (corner(i, j), corner(i, j + 1));
                let (c, d) = (corner(i + 1, j), corner(i + 1, j + 1));
                triangles.push([a, b, c]);
                triangles.push([b, d, c]);
            }
        }
    }
    TriMesh::new(vertices, triangles).expect("a sound square")
}

/// Runs a query of a hard pair many times with a budget of a millisecond, and prints the times. The budget's
/// clock also runs while another program has the processor, which cannot be avoided: on a shared machine, the
/// fraction of runs within the limit tells more than the longest one.
fn budget_row(name: &str, (a, b): (&Model, &Model), pose: &Pose) {
    const RUNS: usize = 200;
    let budget = Budget::Time(Duration::from_millis(1));
    let mut query = Query::default();
    let mut times = Vec::with_capacity(RUNS);
    let mut cuts = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        query.budget = budget;
        let found = query.intersect(Placed::new(a, &Pose::IDENTITY), Placed::new(b, pose));
        times.push(start.elapsed().as_secs_f64() * 1e3);
        cuts += usize::from(matches!(*found, Collision::Cut { .. }));
    }
    let first = times[0];
    let kept = times.iter().filter(|&&ms| ms <= 1.2).count();
    times.sort_by(f64::total_cmp);
    let start = Instant::now();
    let found = query.intersect(Placed::new(a, &Pose::IDENTITY), Placed::new(b, pose));
    let whole = start.elapsed().as_secs_f64() * 1e3;
    let Counters { volume_tests, .. } = found.cost;
    println!(
        "| {name} | {whole:.1} ({volume_tests} volume tests, {}) | {cuts} of {RUNS} | {first:.3} | {:.3} | {:.3} | {kept} of {RUNS} |",
        if found == Collision::Clear {
            "clear"
        } else {
            "hit"
        },
        times[RUNS / 2],
        times[RUNS * 9 / 10],
    );
}

fn main() {
    println!("| mesh | pieces | ours ms | one triangle a piece ms | parry ms | ratio |");
    println!("|---|---|---|---|---|---|");
    let sphere = |radius| scenes::sphere(225, 224, radius).expect("a sound sphere");
    build_row("sphere", &sphere(1.0));
    build_row("hills", &hills(224));

    println!("\n| pair | without a budget, ms | cut | first, ms | median | 90 % | within 1.2 ms |");
    println!("|---|---|---|---|---|---|---|");
    let build = |mesh: &TriMesh| Model::build(mesh, &BuildOptions::default()).expect("sound");
    let turned = Pose::new(Quat::from_xyzw(0.1, 0.3, 0.2, 0.9), Vec3::ZERO).expect("finite");
    let pair = (build(&sphere(1.0)), build(&sphere(0.9995)));
    budget_row(
        "sphere in sphere, radius ratio 0.9995",
        (&pair.0, &pair.1),
        &turned,
    );
    let hilly = build(&hills(224));
    let above = Pose::new(Quat::IDENTITY, Vec3::Y * 2e-4).expect("finite");
    budget_row("hills 0.2 mm above themselves", (&hilly, &hilly), &above);
}
