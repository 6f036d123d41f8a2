//! Tables 2 and 3 of source 1 with the plain library: pieces of one to ten triangles (experiment 1).
//!
//! Car through car: approach, one turn in the middle, leave. Sphere in sphere: it tumbles and never touches.
//! N_v counts volume tests, N_p pairs of triangles and corners that the walk looks at, N_u volumes brought into
//! the other frame. The car's triangles come in several orders, since first fit depends on the order.

use dodgem_collide::scenes;
use glam::DVec3;
use rand::RngExt;

use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::leaf_walk::{LeafTest, Loop};
use crate::mesh_pair::library_2002::{Library, RULES};
use crate::mesh_pair::pieces::Rules;
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::scene::meshes::ORIGIN;
use crate::scene::rng;
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "tables-2002",
    about: "tables 2 and 3 of source 1 in counts, for pieces of 1 to 10 triangles and orders of triangles",
    page: include_str!("pages/tables-2002.txt"),
    run,
};

/// The car of the game, built into the program.
const CAR: &[u8] = include_bytes!("../../../../assets/models/bumper_car.obj");

/// The radius of the inner sphere; the outer one has 1 m. The source does not tell its own.
const INNER: f32 = 0.95;

fn run(size: Size) -> Results {
    let poses = if size == Size::Quick { 16 } else { 400 };
    let orders = if size == Size::Quick { 2 } else { 7 };
    let mut tables = Vec::new();
    if let Ok(car) = dodgem_collide::mesh::obj::parse(CAR) {
        let car = Mesh::of(&car.mesh);
        let path = scenes::car_path(poses);
        for order in 0..orders {
            let mesh = reordered(&car, order);
            let name = match order {
                0 => "as in the file".to_owned(),
                1 => "backwards".to_owned(),
                _ => format!("shuffled {}", order - 1),
            };
            let title = format!("car through car, order {name}");
            tables.push(table(title, [&mesh, &mesh], &path));
        }
    }
    let rings = if size == Size::Quick { 12 } else { 32 };
    let spheres = (
        scenes::sphere(rings, rings, 1.0),
        scenes::sphere(rings, rings, INNER),
    );
    if let (Ok(outer), Ok(inner)) = spheres {
        let [outer, inner] = [Mesh::of(&outer), Mesh::of(&inner)];
        let title = "sphere in sphere".to_owned();
        tables.push(table(title, [&outer, &inner], &scenes::tumbling(poses)));
    }
    Results {
        tables,
        curves: Vec::new(),
    }
}

fn reordered(mesh: &Mesh, order: usize) -> Mesh {
    let mut mesh = mesh.clone();
    match order {
        0 => {}
        1 => mesh.triangles.reverse(),
        _ => {
            let mut rng = rng(order as u64);
            for i in (1..mesh.triangles.len()).rev() {
                mesh.triangles.swap(i, rng.random_range(0..=i));
            }
        }
    }
    mesh
}

/// The counts per pose for each size of pieces.
fn table(title: String, meshes: [&Mesh; 2], poses: &[dodgem_collide::math::Pose]) -> Table {
    let columns = [
        "triangles a piece",
        "pieces",
        "hits",
        "N_v",
        "N_p",
        "N_u",
        "operations",
        "extent of a piece (m)",
    ];
    let rows = (1..=10).map(|maximum| {
        let rules = Rules { maximum, ..RULES };
        let mut library = Library::new(meshes, &rules, LeafTest::OneSided(Loop::Text));
        let mut sum = Work::default();
        let mut hits = 0;
        for pose in poses {
            let pose = Pose {
                rotation: pose.rotation().as_dquat().normalize(),
                translation: pose.translation().as_dvec3(),
            };
            let mut work = Work::default();
            hits += u32::from(library.ask([&ORIGIN, &pose], &mut work).hit);
            sum.ops.add(&work.ops);
        }
        let mean = |count: u64| count as f64 / poses.len() as f64;
        let (ops, model) = (sum.ops, library.models()[0]);
        let looked_at = ops.triangles + ops.vertices;
        let extents = model.pieces.iter().map(|piece| {
            let corners = || piece.triangles.iter().flat_map(|&t| model.mesh.corners(t));
            let low = corners().fold(DVec3::INFINITY, DVec3::min);
            corners()
                .fold(DVec3::NEG_INFINITY, DVec3::max)
                .distance(low)
        });
        // An axis of a volume test, a corner's height and a sum of a limit cost about the same; a pair of
        // triangles costs about as much as forty of them.
        let operations = ops.axes + ops.vertices + 18 * ops.updates + 40 * ops.triangles;
        vec![
            maximum.to_string(),
            library
                .models()
                .iter()
                .map(|m| m.pieces.len())
                .sum::<usize>()
                .to_string(),
            hits.to_string(),
            format!("{:.1}", mean(ops.tests)),
            format!("{:.1}", mean(looked_at)),
            format!("{:.1}", mean(ops.updates)),
            format!("{:.0}", mean(operations)),
            format!("{:.2}", extents.sum::<f64>() / model.pieces.len() as f64),
        ]
    });
    Table {
        title,
        columns: columns.map(String::from).into(),
        rows: rows.collect(),
    }
}
