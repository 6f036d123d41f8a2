//! The proof that two features which face the wrong way belong to an overlap, and not to the far side of a
//! thin body.
//!
//! A corner that lies behind a face has either gone through it, or is on the other side of a thin body.
//! The surfaces around the two features do not distinguish these cases. So an overlap has to be proved:
//! by one of its two points inside the other mesh (which has to be closed), or by triangles that cross.
//! Meshes that are apart have neither, so no contact of theirs has a negative distance.

use crate::budget::Meter;
use crate::counters::Counters;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_polygon::FeatureId;
use crate::query::contacts::intersection_curves::Crossings;
use crate::query::contacts::triangle_cache::MeshSide;
use crate::query::contains::is_outside;

/// The data of a proof that two meshes overlap.
pub(super) struct OverlapProof<'q> {
    pub sides: [MeshSide<'q>; 2],
    pub crossings: &'q Crossings,
    /// Points nearer to a surface than this (m) touch it; contacts that are no deeper are kept.
    pub slack: f64,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
    pub stack: &'q mut Vec<(u32, f64)>,
}

impl OverlapProof<'_> {
    /// Drops the contacts of overlaps that are not proved, also those for which the budget does not suffice.
    pub fn drop_unproven(&mut self, found: &mut Vec<ContactCandidate>) {
        let is_deep = |f: &ContactCandidate| f.distance < -self.slack;
        if !found.iter().any(is_deep) {
            return;
        }
        for next in found.iter_mut() {
            next.is_proven = next.distance >= -self.slack || self.cross_beside(next);
        }
        // A corner over several faces is looked up once.
        for side in 0..2 {
            found.sort_unstable_by_key(|f| feature(f, side));
            let mut last = None;
            for next in found.iter_mut().filter(|f| !f.is_proven) {
                let corner = feature(next, side);
                if !FeatureId::is_corner(corner) {
                    continue;
                }
                next.is_proven = match last {
                    Some((known, is_inside)) if known == corner => is_inside,
                    _ => self.is_inside_other(next, side),
                };
                last = Some((corner, next.is_proven));
            }
        }
        for next in found.iter_mut().filter(|f| !f.is_proven) {
            next.is_proven = [0, 1].into_iter().any(|side| {
                !FeatureId::is_corner(feature(next, side)) && self.is_inside_other(next, side)
            });
        }
        found.retain(|f| f.is_proven);
    }

    /// True if the contact's point on one mesh is inside the other one, or touches it.
    fn is_inside_other(&mut self, found: &ContactCandidate, side: usize) -> bool {
        let other = self.sides[1 - side];
        if !other.model().edges.is_closed() {
            return false;
        }
        let point = [found.point_a, found.point_b][side];
        let point = other.point_to_own_frame(point);
        let outside = is_outside(
            other.model(),
            point,
            self.slack,
            (self.meter, self.counters),
            self.stack,
        );
        outside == Some(false)
    }

    /// True if triangles that meet at the two features cross. A corner can pass through a face without an
    /// inside only if the meshes cross, perhaps far from that corner: for such a face any crossing counts.
    fn cross_beside(&self, found: &ContactCandidate) -> bool {
        if self.crossings.all.is_empty() {
            return false;
        }
        let is_open_face = |side: usize| {
            let is_closed = self.sides[side].model().edges.is_closed();
            !is_closed && FeatureId::face_of(feature(found, side)).is_some()
        };
        if is_open_face(0) || is_open_face(1) {
            return true;
        }
        let mut cross = false;
        self.for_triangles_at(found, 0, |a| {
            cross = cross
                || self.crossings.marked[0].is_set(a) && {
                    self.for_triangles_at(found, 1, |b| {
                        cross = cross || self.crossings.contains([a, b]);
                    });
                    cross
                };
        });
        cross
    }

    /// Calls `visit` with the triangles that meet at the contact's feature on one side.
    fn for_triangles_at(&self, found: &ContactCandidate, side: usize, mut visit: impl FnMut(u32)) {
        let (name, edges) = (feature(found, side), &self.sides[side].model().edges);
        match (FeatureId::face_of(name), FeatureId::side_of(name)) {
            (Some(face), _) => visit(face),
            (_, Some(edge)) => edges.around_edge(edge, |at| visit(at / 3)),
            _ => {
                edges.around(name, |at| {
                    visit(at / 3);
                    true
                });
            }
        }
    }
}

/// The number of the feature on one side.
fn feature(found: &ContactCandidate, side: usize) -> u32 {
    (found.feature >> (32 * (1 - side))) as u32
}
