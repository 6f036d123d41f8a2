//! Fault 2: `contacts` reports an overlap for thin meshes that are apart, with the normal reversed.
//!
//! Cause: of two thin plates the far sides lie within the tolerance as well, and a corner near the
//! far side counts as one that has gone through the plate.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{Collision, ContactsEnd, PairCache, Placed, Query, Shape};
use dodgem_oracle::random::Placement;
use dodgem_oracle::{convex, meshes, random};
use glam::{DVec3, Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::{at, model};

/// The gap across a plane, in metres, above which a pair is used: far more than the rounding of bodies
/// of a metre in f32.
const SURE_GAP: f64 = 1e-5;

/// The greatest distance of the contacts that are asked for, in metres.
const TOLERANCE: f32 = 0.01;

/// A run ends after this many failures, so that it ends soon if all fail.
const ENOUGH: usize = 20;

/// Cause: see the head of this file. Cut-off as reported: plates 2 mm thick and 1 mm apart give four
/// contacts of -5 mm with the normal -Y beside those of +1 mm, with a tolerance of 10 mm.
#[test]
fn two_plates_one_millimetre_apart_have_only_contacts_of_one_millimetre() {
    let plate = meshes::cuboid(Vec3::new(0.5, 0.001, 0.5)).mesh();
    let above = at(0.1, 0.003, 0.07);
    let plate = model(&plate);
    let mut found = Vec::new();
    let end = Query::default().contacts(
        Placed::new(&*plate, &Pose::IDENTITY),
        Placed::new(&*plate, &above),
        TOLERANCE,
        &mut PairCache::default(),
        &mut found,
    );
    assert_eq!(end, ContactsEnd::Done);
    assert!(!found.is_empty());
    for contact in &found {
        let off = (contact.distance - 1e-3).abs();
        assert!(off < 1e-6 && contact.normal.y > 0.999, "{found:#?}");
    }
}

/// A thin or open mesh of about a metre, with a direction in which it is flat.
fn thin(rng: &mut Pcg32) -> (&'static str, TriMesh, Vec3) {
    let thick = random::log_between(rng, 2e-4, 5e-3);
    let (name, raw) = match rng.random_range(0..7) {
        0 => ("plate", meshes::cuboid(Vec3::new(0.5, thick, 0.5))),
        1 => ("strip", meshes::cuboid(Vec3::new(0.5, thick, 0.05))),
        2 => ("disc", meshes::gear(3, 0.45, 0.5, thick)),
        3 => ("gear", meshes::gear(6, 0.3, 0.5, thick)),
        4 => ("blade", meshes::blade(1.0, 0.2, 4.0 * thick)),
        5 => ("open sheet", meshes::sheet(3, 1.0, 0.0)),
        _ => ("open wave", meshes::sheet(4, 1.0, 0.05)),
    };
    let flat = if name == "blade" { Vec3::Z } else { Vec3::Y };
    (name, raw.mesh(), flat)
}

/// A pose in which the mesh is flat about along the direction, sometimes exactly.
fn laid(rng: &mut Pcg32, flat: Vec3, along: Vec3) -> Quat {
    let tilt = if rng.random_bool(0.3) { 0.0 } else { 0.02 };
    let spin = Quat::from_axis_angle(flat, rng.random_range(0.0_f32..6.0));
    let off = Quat::from_scaled_axis(random::in_cube(rng, tilt));
    off * Quat::from_rotation_arc(flat, along) * spin
}

/// Two thin meshes, the second before the first in the direction, so that a plane keeps them apart
/// by about `gap` metres.
struct Near {
    names: [&'static str; 2],
    meshes: [TriMesh; 2],
    poses: [Pose; 2],
    /// The gap that a plane shows in f64, in metres: the two are at least as far apart.
    gap: f64,
}

impl Near {
    fn new(rng: &mut Pcg32) -> Near {
        let along = random::direction(rng);
        let [a, b] = [(); 2].map(|()| thin(rng));
        // Half of the pairs lie flat on each other, the others as they come.
        let lies = rng.random_bool(0.5);
        let turns = [a.2, b.2].map(|flat| {
            if lies {
                laid(rng, flat, along)
            } else {
                random::rotation(rng)
            }
        });
        let points = |mesh: &TriMesh, pose: &Placement| -> Vec<DVec3> {
            mesh.vertices().iter().map(|v| pose.point(*v)).collect()
        };
        let axis = along.as_dvec3().normalize();
        let gap_of = |poses: &[Placement; 2]| {
            let near = convex::support(&points(&a.1, &poses[0]), axis);
            let far = convex::support(&points(&b.1, &poses[1]), -axis);
            -far - near
        };
        let first = Placement::new(turns[0], Vec3::ZERO);
        let at = |place: Vec3| [first, Placement::new(turns[1], place)];
        let aside = if lies {
            random::in_cube(rng, 0.3)
        } else {
            // The foremost corners about over each other: elsewhere such a pair is far apart.
            let [on_a, on_b] = at(Vec3::ZERO);
            let foremost = |points: Vec<DVec3>, axis: DVec3| {
                let all = points.into_iter();
                let foremost = all.max_by(|p, q| p.dot(axis).total_cmp(&q.dot(axis)));
                foremost.expect("a mesh has corners").as_vec3()
            };
            foremost(points(&a.1, &on_a), axis) - foremost(points(&b.1, &on_b), -axis)
                + random::in_cube(rng, 0.5 * TOLERANCE)
        };
        let aside = aside - along * aside.dot(along);
        let wanted = f64::from(random::log_between(rng, 3e-5, TOLERANCE));
        let place = aside + along * (wanted - gap_of(&at(aside))) as f32;
        let poses = [(turns[0], Vec3::ZERO), (turns[1], place)]
            .map(|(turn, place)| Pose::new(turn, place).expect("a pose"));
        Near {
            gap: gap_of(&poses.each_ref().map(Placement::of)),
            names: [a.0, b.0],
            meshes: [a.1, b.1],
            poses,
        }
    }
}

/// The shapes of a pair, the first or both as convex solids; none if they are not convex.
fn as_shapes(near: &Near, solids: usize) -> Option<[Shape; 2]> {
    let shape = |index: usize| {
        let mesh = &near.meshes[index];
        let is_convex = ["plate", "strip", "disc"].contains(&near.names[index]);
        if index >= solids {
            Some(Shape::Mesh(model(mesh)))
        } else if is_convex {
            let hull = ConvexHull::from_points(mesh.vertices()).expect("a solid");
            Some(Shape::Hull(hull.into()))
        } else {
            None
        }
    };
    Some([shape(0)?, shape(1)?])
}

/// Asserts that `pairs` pairs that a plane separates have no contact of an overlap; the first `solids`
/// shapes of each pair are convex solids.
fn no_overlaps(pairs: usize, seed: u64, solids: usize) {
    let mut rng = random::rng(seed);
    let mut query = Query::default();
    let (mut wrong, mut asked, mut with_contacts) = (Vec::new(), 0, 0);
    let mut found = Vec::new();
    while asked < pairs && wrong.len() < ENOUGH {
        let near = Near::new(&mut rng);
        let Some([a, b]) = as_shapes(&near, solids).filter(|_| near.gap >= SURE_GAP) else {
            continue;
        };
        asked += 1;
        let [a, b] = [(&a, 0), (&b, 1)].map(|(shape, i)| Placed::new(shape, &near.poses[i]));
        let end = query.contacts(a, b, TOLERANCE, &mut PairCache::default(), &mut found);
        assert_eq!(end, ContactsEnd::Done);
        let near_enough = query.within(a, b, TOLERANCE, &mut PairCache::default());
        assert_eq!(found.is_empty(), near_enough == Collision::Clear);
        with_contacts += usize::from(!found.is_empty());
        let deepest = found.iter().map(|c| c.distance).fold(f64::MAX, f64::min);
        if deepest < 0.0 {
            let names = near.names.join(" and ");
            wrong.push(format!(
                "pair {asked}, {names} at least {:.2e} m apart: {deepest:e}",
                near.gap
            ));
        }
    }
    assert!(
        2 * with_contacts > asked,
        "{with_contacts} of {asked} are near"
    );
    assert!(
        wrong.is_empty(),
        "{} of {asked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Cause: see the head of this file.
#[test]
fn two_thousand_pairs_of_thin_meshes_that_are_apart_have_no_contact_of_an_overlap() {
    no_overlaps(2000, 1, 0);
}

/// Thin solids beside thin meshes and beside each other.
#[test]
fn thin_solids_that_are_apart_from_others_have_no_contact_of_an_overlap() {
    no_overlaps(1000, 3, 1);
    no_overlaps(1000, 4, 2);
}

/// A long run of pairs of meshes.
#[test]
#[ignore = "long run, on demand"]
fn a_hundred_thousand_pairs_of_thin_meshes_that_are_apart_have_no_contact_of_an_overlap() {
    no_overlaps(100_000, 2, 0);
}
