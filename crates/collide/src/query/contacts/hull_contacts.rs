//! Contacts of two meshes, or of a mesh and a convex solid, at the nearest features of their convex hulls.
//!
//! If the nearest features of the hulls are the meshes' own (`query/hull_pair.rs`), their contacts are
//! those of the meshes, for a tenth of the cost of a search over all triangles. The search decides if a hull
//! bridges a hollow, or if the hulls overlap.

use glam::{DQuat, DVec3};

use crate::math::Placement;
use crate::narrow_phase::convex_pair::Separation;
use crate::params::{GJK_EXACT_SHARE, MAX_PATCH_CORNERS, MIN_GAP_ROUNDINGS};
use crate::query::PlacedCollider;
use crate::query::contacts::feature_pair::FeaturePair;
use crate::query::contacts::manifold::CandidateFrame;
use crate::query::contacts::support_feature::corners_feature;
use crate::query::contacts::{ColliderContacts, ContactPoint};
use crate::query::context::QueryContext;
use crate::query::hull_pair::HullPair;
use crate::query::trace::Trace;
use crate::shape::Shape;

impl ColliderContacts<'_> {
    /// Finds the contacts of two meshes, or of a mesh and a hull, at the nearest features of their hulls. GJK
    /// starts along the known axis, unless the cache holds a simplex. Returns a lower bound of their distance,
    /// in metres; `None` if the hulls do not decide.
    pub fn hull_contacts(&mut self, out: &mut Vec<ContactPoint>) -> Option<f64> {
        out.clear();
        let (both, tolerance) = (self.both, self.tolerance);
        // A convex solid is its own hull. The faces of a box and round solids have answers of their own.
        let is_known = |placed: PlacedCollider| match placed.collider.core() {
            Shape::Mesh(_) => !placed.collider.proxy().hull_fidelity().is_empty(),
            Shape::Hull(_) => true,
            _ => false,
        };
        let is_solid = |placed: PlacedCollider| !matches!(placed.collider.core(), Shape::Mesh(_));
        // The search of two solids is a single test.
        if !both.into_iter().all(is_known) || both.into_iter().all(is_solid) {
            return None;
        }
        let QueryContext {
            meter,
            hulls,
            contacts,
            ..
        } = &mut *self.context;
        let [center_a, center_b] = both.map(|placed| placed.frame.center);
        let toward = match self.cache.axis {
            DVec3::ZERO => center_b - center_a,
            axis => axis,
        };
        let (pair, gjk) = (HullPair { both }, &mut self.cache.gjk);
        let nearest = pair.nearest(toward, GJK_EXACT_SHARE, gjk, (meter, &mut Trace::default()))?;
        if meter.is_spent() {
            return None;
        }
        let rounding: f64 = both
            .iter()
            .map(|placed| placed.collider.proxy().rounding())
            .sum();
        let lower_bound = nearest.gap - rounding;
        if lower_bound > tolerance {
            return Some(lower_bound);
        }
        if lower_bound < MIN_GAP_ROUNDINGS * rounding
            || !pair.touches_mesh_surface(&nearest, gjk.support_vertices, hulls)
        {
            return None;
        }
        let corners = &mut hulls.feature_corners;
        if corners
            .iter()
            .any(|corners| corners.len() > MAX_PATCH_CORNERS)
        {
            return None;
        }
        for (placed, corners) in both.iter().zip(&mut *corners) {
            let place = placed.frame.center - center_a;
            for (_, corner) in corners {
                *corner = place + placed.frame.rotation * *corner;
            }
        }
        let nearest = Separation {
            distance: nearest.distance,
            lower_bound: nearest.gap,
            normal: nearest.normal,
            point_a: nearest.points[0],
            point_b: nearest.points[1],
        };
        let touching = FeaturePair {
            a: &corners_feature(&corners[0], nearest.normal),
            b: &corners_feature(&corners[1], -nearest.normal),
            normal: nearest.normal,
            nearest: &nearest,
            limit: tolerance,
        };
        contacts.found.clear();
        touching.add_contacts(|| true, |next| contacts.found.push(next));
        let placement = Placement {
            rotation: DQuat::IDENTITY,
            translation: center_a,
        };
        let frame = CandidateFrame::of_corners(placement, false);
        contacts.append_contacts(&frame, out);
        (!out.is_empty()).then_some(lower_bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::math::Pose;
    use crate::mesh::obj;
    use crate::params;
    use crate::query::PairCache;
    use crate::query::test_bodies::{TestBody, distance, distance_to_point};
    use crate::shape::ConvexHull;
    use crate::{BuildOptions, Model};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn car() -> Shape {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/models/bumper_car.obj"
        );
        let mesh = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
        let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
        Shape::Mesh(model.into())
    }

    /// A ramp to drive up, as a solid: 4 m wide, 0.9 m high and 4.4 m long.
    fn ramp() -> Shape {
        let corners = [[-2.2, 0.0], [2.2, 0.0], [-2.2, 0.9]];
        let points: Vec<Vec3> = (corners.iter())
            .flat_map(|[z, y]| [-2.0, 2.0].map(|x| Vec3::new(x, *y, *z)))
            .collect();
        Shape::Hull(ConvexHull::from_points(&points).unwrap().into())
    }

    /// The greatest distance between two of the corners, in metres.
    fn extent(corners: &[(u32, DVec3)]) -> f64 {
        let pairs = corners
            .iter()
            .flat_map(|a| corners.iter().map(move |b| a.1.distance(b.1)));
        pairs.fold(0.0, f64::max)
    }

    /// A body beside another one in all orientations, a few millimetres apart and up to `rise` above each
    /// other: if hulls decide, the contacts are as near as the bodies are, and on both of them. Returns the
    /// number of cases of 600 that they decide, and of those with more than one contact.
    fn decided_beside(other: Shape, rise: f32) -> (u32, u32) {
        let mut random = Pcg32::seed_from_u64(11);
        let mut scratch = QueryContext::default();
        let mut out = Vec::new();
        let mut first = TestBody::free(other, Pose::IDENTITY);
        let mut second = TestBody::free(car(), Pose::IDENTITY);
        let (mut known, mut patches) = (0, 0);
        for case in 0..600 {
            let mut number = |size: f32| random.random_range(-size..size);
            let tilt = if case % 3 == 0 { 1.0 } else { 0.003 };
            let mut turn = || Quat::from_xyzw(number(tilt), number(1.0), number(tilt), number(1.0));
            let [at_a, at_b] = [turn(), turn()].map(Quat::normalize);
            let towards = Vec3::new(number(1.0), number(rise), number(1.0)).normalize();
            first.place(Pose::new(at_a, Vec3::ZERO).unwrap());
            // From afar on to a small gap.
            let (mut way, mut gap) = (6.0, 1.0);
            let wanted = f64::from(0.5 * number(0.02).abs()) + 1e-4;
            for _ in 0..80 {
                second.place(Pose::new(at_b, towards * way).unwrap());
                gap = distance([first.placed(), second.placed()], &mut scratch);
                way -= (gap - wanted) as f32;
                if (gap - wanted).abs() < 1e-6 {
                    break;
                }
            }
            let both = [first.placed(), second.placed()];
            scratch.begin(Budget::Unlimited);
            let mut query = ColliderContacts {
                both,
                tolerance: 0.01,
                cache: &mut PairCache::default(),
                context: &mut scratch,
            };
            let found = query.hull_contacts(&mut out);
            let Some(lower_bound) = found else { continue };
            known += 1;
            assert!(lower_bound <= gap + 2e-6, "{case}: {lower_bound} for {gap}");
            if out.is_empty() {
                assert!(lower_bound > 0.01);
                continue;
            }
            patches += u32::from(out.len() > 1);
            let nearest = out.iter().map(|p| p.distance).fold(f64::INFINITY, f64::min);
            assert!((nearest - gap).abs() < 1e-5, "{case}: {nearest} for {gap}");
            let sizes = (scratch.hulls.feature_corners.each_ref()).map(|corners| extent(corners));
            for at in &out {
                assert!(at.distance <= 0.01 + 1e-9 && at.normal.is_normalized());
                for (placed, place) in both.into_iter().zip([at.point_a(), at.point_b()]) {
                    let off = distance_to_point(placed, place, &mut scratch);
                    // Edges at less than that slope count as parallel, so that contacts lie where the shorter one
                    // ends, beside the other by the slope over its length.
                    let beside = params::SUPPORT_SLOPE * sizes[0].min(sizes[1]) + 1e-5;
                    assert!(off < beside, "{case}: {off} beside the mesh, of {sizes:?}");
                }
            }
        }
        (known, patches)
    }

    #[test]
    fn contacts_of_hulls_are_those_of_the_meshes() {
        let (known, patches) = decided_beside(car(), 0.02);
        assert!(known > 400 && patches > 200, "{known} and {patches}");
    }

    /// Cause: a hull was not taken for its own hull, so a mesh on a ramp was searched in every step.
    #[test]
    fn contacts_of_a_solid_and_a_mesh_are_found_without_a_search() {
        let (known, patches) = decided_beside(ramp(), 1.0);
        assert!(known > 300 && patches > 100, "{known} and {patches}");
    }

    #[test]
    fn two_solids_are_left_to_their_single_test() {
        let both = [0.0, 5.0]
            .map(|x| TestBody::fixed(ramp(), Pose::from_translation(Vec3::X * x).unwrap()));
        let both = both.each_ref().map(TestBody::placed);
        let mut query = ColliderContacts {
            both,
            tolerance: 0.01,
            cache: &mut PairCache::default(),
            context: &mut QueryContext::default(),
        };
        let found = query.hull_contacts(&mut Vec::new());
        assert_eq!(found, None);
    }
}
