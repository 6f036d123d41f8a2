//! The five questions of SWIFT++ against all pairs of triangles, and the kinds of the faces of pieces.

use dodgem_lab::decomposition::pieces::decompose;
use dodgem_lab::decomposition::swift::Swift;
use dodgem_lab::mesh_pair::{Mesh, Pose};
use dodgem_lab::scene::meshes::{ORIGIN, mesh_of};
use dodgem_lab::scene::rng;
use dodgem_lab::scene::solids::{in_cube, turn};
use dodgem_lab::work::Work;
use dodgem_oracle::mesh::relation;
use dodgem_oracle::meshes::{cuboid, gear, torus};
use glam::{DVec3, Vec3};
use rand::RngExt;

fn soup(mesh: &Mesh) -> Vec<[DVec3; 3]> {
    let all = 0..mesh.triangles.len();
    all.map(|t| mesh.corners(t)).collect()
}

#[test]
fn five_questions_agree_with_all_pairs_of_triangles() {
    let pairs = [
        [torus(8, 5, 1.0, 0.3), gear(5, 0.6, 1.0, 0.3)],
        [cuboid(Vec3::new(0.8, 0.3, 0.5)), torus(7, 6, 0.9, 0.35)],
    ];
    let mut rng = rng(53);
    let (mut apart, mut met) = (0, 0);
    let makes: [fn([&Mesh; 2]) -> Swift; 2] = [Swift::new, Swift::with_front];
    for (pair, make) in pairs.iter().flat_map(|pair| makes.map(|make| (pair, make))) {
        let meshes = pair.each_ref().map(mesh_of);
        let mut swift = make([&meshes[0], &meshes[1]]);
        for _ in 0..60 {
            let pose = Pose {
                rotation: turn(3.0 * in_cube(&mut rng)),
                translation: in_cube(&mut rng) * rng.random_range(0.5..4.0),
            };
            let poses = [&ORIGIN, &pose];
            let truth = relation(&soup(&meshes[0]), &soup(&meshes[1].moved(&pose)));
            let distance = truth.witness.distance;
            if !truth.surely_apart(1e-6) && !truth.surely_meet(1e-6) {
                continue;
            }
            let work = &mut Work::default();
            assert_eq!(swift.collide(poses, work), distance == 0.0);
            let found = swift.distance(poses, work);
            assert!((found - distance).abs() < 1e-9, "{found} for {distance}");
            let rough = swift.approximate(poses, [1.2, 0.05], work);
            let most = distance * 1.2 + 0.05 + 1e-9;
            assert!(rough >= distance - 1e-9 && rough <= most, "{rough}");
            assert!(swift.within(poses, distance + 1e-6, work));
            assert!(distance < 1e-5 || !swift.within(poses, distance - 1e-6, work));
            let contacts = swift.contacts(poses, distance + 0.1, work);
            let least = contacts.iter().copied().fold(f64::INFINITY, f64::min);
            assert!((least - distance).abs() < 1e-9);
            assert!(contacts.iter().all(|d| *d <= distance + 0.1));
            *(if distance > 0.0 { &mut apart } else { &mut met }) += 1;
        }
    }
    assert!(apart > 20 && met > 20, "{apart} {met}");
}

/// An approximate question costs less than the exact one.
#[test]
fn error_saves_work() {
    let mesh = mesh_of(&torus(10, 6, 1.0, 0.3));
    let mut rng = rng(59);
    let mut costs = [0; 2];
    for _ in 0..20 {
        let pose = Pose {
            rotation: turn(3.0 * in_cube(&mut rng)),
            translation: 4.0 * in_cube(&mut rng).normalize(),
        };
        for (cost, error) in costs.iter_mut().zip([[1.5, 0.1], [1.0, 0.0]]) {
            let mut work = Work::default();
            Swift::new([&mesh, &mesh]).approximate([&ORIGIN, &pose], error, &mut work);
            *cost += work.ops.tests;
        }
    }
    assert!(costs[0] < costs[1], "{costs:?}");
}

#[test]
fn a_cube_is_one_piece_and_a_ring_has_faces_of_all_kinds() {
    let cube = mesh_of(&cuboid(Vec3::ONE));
    assert_eq!(decompose(&cube).len(), 1);
    assert_eq!(Swift::new([&cube, &cube]).faces(0), [6, 0, 0]);
    // The hulls of the pieces of a ring lie partly inside of it, and partly across its hole.
    let ring = mesh_of(&torus(8, 5, 1.0, 0.3));
    let counts = Swift::new([&ring, &cube]).faces(0);
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// A ring that creeps past another: the next search begins where the last one ended.
#[test]
fn a_front_saves_tests_while_bodies_move_little() {
    let mesh = mesh_of(&torus(10, 6, 1.0, 0.3));
    let makes: [fn([&Mesh; 2]) -> Swift; 2] = [Swift::new, Swift::with_front];
    let [plain, front] = makes.map(|make| {
        let (mut swift, mut work) = (make([&mesh, &mesh]), Work::default());
        for frame in 0..100 {
            let pose = Pose {
                rotation: turn(DVec3::new(0.3, 0.2, 0.1)),
                translation: DVec3::new(2.7, -0.5 + 0.01 * f64::from(frame), 0.1),
            };
            swift.collide([&ORIGIN, &pose], &mut work);
        }
        work.ops.tests
    });
    assert!(front < plain, "{front} of {plain}");
}
