//! Contacts of a small collider with the half-spaces of a much larger mesh: its lowest points above them.

use glam::DVec3;

use crate::math::Placement;
use crate::params::{FACE_BORDER, MIN_HALF_SPACE_HEIGHT};
use crate::query::among_half_spaces::{AmongHalfSpaces, large_mesh_index};
use crate::query::contacts::ColliderContacts;
use crate::query::contacts::contact::{ContactCandidate, ContactPoint};
use crate::query::contacts::manifold::CandidateFrame;
use crate::query::context::QueryContext;
use crate::shape::{Collider, Shape};

impl ColliderContacts<'_> {
    /// Finds the contacts of a collider with the half-spaces of a much larger mesh, for one work unit for each
    /// half-space. Returns a lower bound of their distance, in metres; `None` if half-spaces do not decide.
    pub(crate) fn half_space_contacts(&mut self, out: &mut Vec<ContactPoint>) -> Option<f64> {
        out.clear();
        let (both, tolerance) = (self.both, self.tolerance);
        let large = large_mesh_index(both.map(|placed| placed.collider))?;
        let placed = AmongHalfSpaces { large, both };
        if let Shape::Compound(_) = placed.small().collider.core() {
            return None;
        }
        let (center, reach) = (placed.center(), placed.small().reach());
        let known = &mut self.cache.half_spaces;
        if !placed.ensure_known(center, reach + tolerance, known) {
            return None;
        }
        let mut lower_bound = known.clearance(center) - reach;
        let [mesh, small] = [placed.mesh(), placed.small()];
        let turn = mesh.frame.rotation.conjugate() * small.frame.rotation;
        let top = &mut self.cache.gjk.support_vertices[1 - large];
        let QueryContext {
            meter, contacts, ..
        } = &mut *self.context;
        contacts.found.clear();
        for number in known.numbers() {
            if !meter.take() {
                return None;
            }
            let half_space = placed.half_space(number);
            let over = placed.height_above(center, half_space, half_space.up(center), top);
            lower_bound = lower_bound.min(over.height);
            if over.height > tolerance {
                continue;
            }
            if over.height < MIN_HALF_SPACE_HEIGHT {
                return None;
            }
            let height =
                (half_space.normal.dot(center) - half_space.height).abs() - half_space.thickness;
            let mut is_simple = true;
            let visit = |index: usize, arm: DVec3| {
                let corner = center + turn * arm;
                let distance = height + over.up.dot(corner - center);
                if distance > tolerance {
                    return;
                }
                let foot = corner - over.up * distance;
                is_simple &= half_space.is_covered_at(foot, FACE_BORDER) && distance > 0.0;
                contacts.found.push(ContactCandidate {
                    point_a: foot,
                    point_b: corner,
                    distance,
                    normal: over.up,
                    region: u64::from(number),
                    feature: u64::from(number) << 32 | index as u64,
                    ..ContactCandidate::default()
                });
            };
            let up = turn.conjugate() * over.up;
            visit_lowest(small.collider, up, tolerance - height, visit);
            if !is_simple {
                return None;
            }
        }
        let placement = Placement {
            rotation: mesh.frame.rotation,
            translation: placed.to_world(DVec3::ZERO),
        };
        let frame = CandidateFrame::of_corners(placement, large == 1);
        contacts.append_contacts(&frame, out);
        Some(lower_bound)
    }
}

/// Visits the points of a collider that may touch a plane: those that reach at most `limit` metres along `up`
/// from its centre. Each comes with a number, relative to the centre and in the collider's frame.
fn visit_lowest(collider: &Collider, up: DVec3, limit: f64, mut visit: impl FnMut(usize, DVec3)) {
    let center = collider.local_center().as_dvec3();
    let mut see = |index: usize, at: DVec3| {
        let at = at - center;
        if at.dot(up) <= limit {
            visit(index, at);
        }
    };
    // Four points of a rim: its lowest one, and one a quarter turn on each.
    let quarters = |radius: f32| {
        let along = DVec3::new(-up.x, 0.0, -up.z).try_normalize();
        let along = along.unwrap_or(DVec3::X) * f64::from(radius);
        let across = along.cross(DVec3::Y);
        [along, across, -across, -along]
    };
    match collider.core() {
        Shape::Hull(_) | Shape::Mesh(_) => {
            collider.proxy().visit_below(up, limit, visit);
        }
        Shape::Sphere(sphere) => see(0, up * -f64::from(sphere.radius())),
        Shape::Cuboid(cuboid) => {
            let half = cuboid.half_extents().as_dvec3();
            for index in 0..8 {
                let sign = |bit: usize| if index >> bit & 1 == 0 { -1.0 } else { 1.0 };
                see(index, half * DVec3::new(sign(0), sign(1), sign(2)));
            }
        }
        Shape::Capsule(capsule) => {
            let down = up * -f64::from(capsule.radius());
            let end = DVec3::Y * f64::from(capsule.half_length());
            see(0, down - end);
            see(1, down + end);
        }
        Shape::Cylinder(cylinder) => {
            let end = DVec3::Y * f64::from(cylinder.half_height());
            for (index, rim) in quarters(cylinder.radius()).into_iter().enumerate() {
                see(2 * index, rim - end);
                see(2 * index + 1, rim + end);
            }
        }
        Shape::Cone(cone) => {
            let end = DVec3::Y * f64::from(cone.half_height());
            for (index, rim) in quarters(cone.radius()).into_iter().enumerate() {
                see(index, rim - end);
            }
            see(4, end);
        }
        // Never reached: a half-space is never small, compounds take no part, and a field's core is a mesh.
        Shape::HalfSpace(_) | Shape::Compound(_) | Shape::HeightField(_) => {}
    }
}
