//! Refit against rebuild while a body is bent, twisted, folded and blown up (experiment 7).
//!
//! A refitted tree keeps the groups of triangles of the body at rest; a rebuilt one groups them anew. Both answer
//! about a ball at poses around the body; the tests tell how much the old groups cost.

use dodgem_oracle::meshes::uv_sphere;
use glam::DVec3;

use super::{Experiment, Results, Size, Table};
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::scene::meshes::{ORIGIN, mesh_of};
use crate::scene::rng;
use crate::scene::solids::{in_cube, turn};
use crate::tree::Tree;
use crate::tree::descent::{LARGER, TreePair};
use crate::tree::rows::SOLID_BOXES;
use crate::tree::split::PLAIN;
use crate::volume::BoundingVolume;
use crate::volume::dop_volume::CONE_18;
use crate::volume::layered::BOXES;
use crate::volume::sphere::Spheres;
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "refit-rebuild",
    about: "tests of refitted trees against rebuilt ones under bending, twisting, folding and inflation",
    page: include_str!("pages/refit-rebuild.txt"),
    run,
};

/// A deformation: a point of the body at rest and an amount from 0 to 1.
type Deform = fn(DVec3, f64) -> DVec3;

/// Half the length of the rod (m).
const HALF: f64 = 3.0;

const DEFORMATIONS: [(&str, Deform); 4] = [
    ("bending", |p, amount| {
        // The rod becomes an arc, at last nearly a ring.
        let angle = 0.9 * std::f64::consts::PI * amount * p.x / HALF;
        let radius = HALF / (0.9 * std::f64::consts::PI * amount);
        let (sin, cos) = libm::sincos(angle);
        DVec3::new((radius - p.y) * sin, radius - (radius - p.y) * cos, p.z)
    }),
    ("twisting", |p, amount| {
        turn(DVec3::X * (2.0 * std::f64::consts::PI * amount * p.x / HALF)) * p
    }),
    ("folding", |p, amount| {
        let angle = 0.95 * std::f64::consts::PI * amount;
        if p.x > 0.0 {
            turn(DVec3::Z * angle) * p
        } else {
            p
        }
    }),
    ("inflation", |p, amount| {
        let (a, b, c) = (
            libm::sin(7.0 * p.x),
            libm::sin(9.0 * p.y),
            libm::sin(8.0 * p.z),
        );
        p * (1.0 + amount * (1.5 + a * b + c))
    }),
];

fn run(size: Size) -> Results {
    let (poses, rings, amounts): (_, _, &[f64]) = if size == Size::Quick {
        (20, 12, &[1.0])
    } else {
        (1000, 24, &[0.25, 0.5, 0.75, 1.0])
    };
    let rod = mesh_of(
        &uv_sphere(rings, 2 * rings / 3, 1.0).stretched(glam::Vec3::new(HALF as f32, 0.4, 0.6)),
    );
    let ball = mesh_of(&uv_sphere(8, 10, 0.5));
    let mut rng = rng(23);
    let around: Vec<Pose> = (0..poses)
        .map(|_| Pose {
            rotation: turn(3.0 * in_cube(&mut rng)),
            translation: in_cube(&mut rng) * DVec3::new(HALF, 2.0, 1.0),
        })
        .collect();
    let mut rows = Vec::new();
    for (name, deform) in DEFORMATIONS {
        for &amount in amounts {
            let bent = Mesh {
                vertices: rod.vertices.iter().map(|p| deform(*p, amount)).collect(),
                ..rod.clone()
            };
            let meshes = [&rod, &bent, &ball];
            let mut cells = vec![name.to_owned(), amount.to_string()];
            cells.extend(compared(Spheres, meshes, &around));
            cells.extend(compared(SOLID_BOXES, meshes, &around));
            cells.extend(compared(BOXES, meshes, &around));
            cells.extend(compared(CONE_18, meshes, &around));
            rows.push(cells);
        }
    }
    let kinds = ["sphere", "aabb", "obb", "dop-18"];
    let of_kinds = kinds
        .iter()
        .flat_map(|kind| [format!("{kind} refitted"), format!("{kind} rebuilt")]);
    let columns = ["deformation", "amount"]
        .map(String::from)
        .into_iter()
        .chain(of_kinds);
    let table = Table {
        title: "volume tests per question, refitted and rebuilt".to_owned(),
        columns: columns.collect(),
        rows,
    };
    Results {
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// The tests of the refitted and the rebuilt tree.
fn compared<M: BoundingVolume>(
    kind: M,
    [rod, bent, ball]: [&Mesh; 3],
    poses: &[Pose],
) -> [String; 2] {
    let mut pair = TreePair::new(kind, [PLAIN; 2], LARGER, [rod, ball]);
    let triangles = (0..bent.triangles.len()).map(|t| bent.corners(t));
    pair.trees[0].refit(triangles.collect());
    let refitted = mean_tests(&mut pair, poses);
    pair.trees[0] = Tree::new(kind, PLAIN, bent);
    [refitted, mean_tests(&mut pair, poses)].map(|mean| format!("{mean:.1}"))
}

fn mean_tests(pair: &mut dyn MeshPair, poses: &[Pose]) -> f64 {
    let mut work = Work::default();
    for pose in poses {
        pair.ask([&ORIGIN, pose], &mut work);
    }
    work.ops.tests as f64 / poses.len() as f64
}
