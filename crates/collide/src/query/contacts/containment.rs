//! The part of a mesh that lies inside another mesh, within a curve in which the two intersect.

use glam::{DVec3, Vec3};

use crate::mesh::half_edges;
use crate::narrow_phase::plane_sides::bits;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::intersection_curves::Crossing;
use crate::query::contacts::marks::Marks;
use crate::query::contacts::penetration_search::{IntersectionCurve, PenetrationSearch};

/// The part of one mesh that lies inside one curve.
#[derive(Clone, Debug, Default)]
pub(super) struct EnclosedPart {
    /// The triangles that are in `triangles`.
    pub listed: Marks,
    /// Half-edges whose corners lie outside the other mesh by one triangle's crossings.
    pub outside: Marks,
    /// Half-edges whose corners are known to be inside or outside.
    pub known: Marks,
    /// One half-edge for each corner inside, and its start in the first frame.
    pub corners: Vec<(u32, DVec3)>,
    /// The triangles inside and those that cross the curve, and their boxes.
    pub triangles: Vec<u32>,
    pub boxes: Vec<[Vec3; 2]>,
    pub deepest: Vec<ContactCandidate>,
}

impl PenetrationSearch<'_> {
    /// Finds the part of one mesh that lies inside the other within a curve: starts at the corners
    /// behind the curve, and floods over triangles that do not cross.
    pub fn flood_fill<'c>(
        &mut self,
        side: usize,
        curve: &IntersectionCurve,
        group: impl Iterator<Item = &'c Crossing> + Clone,
        crossing: &Marks,
        inside: &mut EnclosedPart,
    ) {
        let surface = self.sides[side].surface;
        let edges = &surface.model.edges;
        let count = surface.model.store.corners.len();
        inside.listed.reset(count);
        inside.outside.reset(3 * count);
        inside.known.reset(3 * count);
        inside.corners.clear();
        inside.triangles.clear();
        // From this mesh into the other one.
        let ahead = if side == 0 {
            curve.normal
        } else {
            -curve.normal
        };
        // A corner in front of any triangle that its own triangles cross is outside; the others are
        // inside.
        let other_is_solid = self.sides[1 - side].surface.is_solid;
        let deep_corners = |search: &mut Self, crossing: &Crossing| {
            // A surface without an outside is entered along the curve's normal.
            let is_turned = !other_is_solid && search.normals(crossing)[1 - side].dot(ahead) > 0.0;
            if is_turned {
                crossing.before[side]
            } else {
                crossing.behind[side]
            }
        };
        for crossing in group.clone() {
            let triangle = crossing.triangles[side];
            if inside.listed.set(triangle) {
                inside.triangles.push(triangle);
            }
            let deep = deep_corners(self, crossing);
            for i in bits(u32::from(!deep & 7)) {
                inside.outside.set(3 * triangle + i as u32);
            }
        }
        for crossing in group {
            let triangle = crossing.triangles[side];
            let deep = deep_corners(self, crossing);
            for i in bits(u32::from(deep)) {
                let edge = 3 * triangle + i as u32;
                if inside.known.is_set(edge) {
                    continue;
                }
                let mut is_inside = true;
                edges.around(edge, |same| {
                    inside.known.set(same);
                    is_inside &= !inside.outside.is_set(same);
                    true
                });
                if is_inside {
                    let corner = self.corners(side, triangle)[i];
                    inside.corners.push((edge, corner));
                }
            }
        }
        if !curve.is_closed {
            return;
        }
        // From these corners over triangles that do not cross.
        let mut at = 0;
        while let Some(&(corner, _)) = inside.corners.get(at) {
            if inside.corners.len() >= params::MAX_ENCLOSED_CORNERS {
                return;
            }
            at += 1;
            let EnclosedPart {
                listed,
                known,
                corners,
                triangles,
                ..
            } = inside;
            edges.around(corner, |same| {
                let triangle = same / 3;
                if crossing.is_set(triangle) || !listed.set(triangle) {
                    return true;
                }
                triangles.push(triangle);
                for edge in [half_edges::next(same), half_edges::previous(same)] {
                    if !known.is_set(edge) {
                        edges.around(edge, |same| {
                            known.set(same);
                            true
                        });
                        let point = surface.corner(edge);
                        corners.push((edge, self.sides[side].to_first_frame(point)));
                    }
                }
                true
            });
        }
    }
}
