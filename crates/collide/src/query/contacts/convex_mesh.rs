//! Contacts of a mesh with a convex shape or a half-space.
//!
//! Each triangle of the mesh is a convex shape of its own. A triangle's nearest point may lie on
//! its border, where the surface continues in the next triangle: if that one lies nearer along the
//! normal, or flat, the point is not a contact. Where a shape is deep in a mesh of small triangles,
//! the shortest way out of a triangle may be sideways, which says nothing about the surface. Such
//! triangles are rejected at first, and tested again along the normals of the accepted contacts.

use glam::DVec3;

use crate::narrow_phase::convex_pair::Separation;
use crate::params;
use crate::params::FLAT_EDGE_SINE;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::convex::{
    OppositeSide, add_patch, feature, opposing_feature, snap_to_face,
};
use crate::query::contacts::feature_cache::CornerCache;
use crate::query::contacts::feature_normals::{FeatureView, MeshSurface};
use crate::query::contacts::feature_polygon::{FeatureId, FeaturePolygon, MAX_CORNERS};
use crate::query::contacts::flat_regions::FlatRegions;
use crate::query::contacts::scratch::ContactScratch;
use crate::query::contacts::support_feature::triangle_feature;
use crate::shape::BoundedShape;
use crate::{Model, Relative};

/// The accepted contact of a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accepted {
    triangle: u32,
    nearest: Separation,
    is_through_solid: bool,
}

/// A triangle whose own contact was rejected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rejected {
    triangle: u32,
    nearest: Separation,
}

/// A search for the contacts of a mesh (the first) with a convex shape or a half-space.
pub(super) struct MeshConvexSearch<'q> {
    surface: MeshSurface<'q>,
    opposite: OppositeSide<'q>,
    /// The largest distance, in metres.
    pub limit: f64,
    /// The nearest triangle of all that were tested, rejected or not.
    nearest: Option<(u32, Separation)>,
    found: &'q mut Vec<ContactCandidate>,
    regions: &'q mut FlatRegions,
    rejected: &'q mut Vec<Rejected>,
    /// The deepest contact of each direction that was found.
    accepted: &'q mut Vec<Accepted>,
    around: &'q mut CornerCache,
    /// The shape's last support feature, and the normal against which it lies.
    opposing_feature: Option<(DVec3, FeaturePolygon)>,
}

impl<'q> MeshConvexSearch<'q> {
    /// A search for contacts of a mesh at most `limit` metres apart, which has found none yet.
    pub fn new(
        model: &'q Model,
        opposite: OppositeSide<'q>,
        limit: f64,
        memory: &'q mut ContactScratch,
    ) -> Self {
        let ContactScratch {
            found,
            regions,
            rejected,
            accepted,
            corner_cache,
            ..
        } = memory;
        corner_cache.reset(model.edges.len());
        found.clear();
        regions.clear();
        rejected.clear();
        accepted.clear();
        MeshConvexSearch {
            surface: MeshSurface::new(model),
            opposite,
            limit,
            nearest: None,
            found,
            regions,
            rejected,
            accepted,
            around: corner_cache,
            opposing_feature: None,
        }
    }
}

impl MeshConvexSearch<'_> {
    /// The feature of a triangle that lies against `normal`, and how the surface around it lies.
    fn feature_against(
        &mut self,
        triangle: u32,
        corners: &[DVec3; 3],
        normal: DVec3,
    ) -> (FeaturePolygon, Option<FeatureView>) {
        let (chosen, count) = triangle_feature(corners, normal);
        let mut polygon = FeaturePolygon::empty();
        polygon.count = count;
        polygon.face = FeatureId::face(triangle);
        let mut whole = None;
        for (i, &corner) in chosen[..count].iter().enumerate() {
            let edge = 3 * triangle + corner as u32;
            polygon.points[i] = corners[corner];
            if count == 1 {
                let view = self.surface.view_corner(edge, normal);
                polygon.corners[i] = view.feature;
                whole = Some(view);
                continue;
            }
            polygon.corners[i] = self.around.corner(&self.surface, edge, normal);
            if count == 3 {
                polygon.sides[i] = self.surface.edge_slopes(edge, normal).feature;
            }
        }
        if count == 2 {
            // The edge starts at the corner whose next corner is the other one.
            let first = if (chosen[0] + 1) % 3 == chosen[1] {
                chosen[0]
            } else {
                chosen[1]
            };
            let view = self.surface.view_edge(3 * triangle + first as u32, normal);
            polygon.sides = [view.feature; MAX_CORNERS];
            whole = Some(view);
        }
        (polygon, whole)
    }

    /// The end of an edge that is farther along `normal`.
    fn foremost_end(
        &self,
        triangle: u32,
        edge: &FeaturePolygon,
        normal: DVec3,
    ) -> (FeaturePolygon, Option<FeatureView>) {
        let [p, q] = [edge.points[0], edge.points[1]];
        let end = if p.dot(normal) >= q.dot(normal) { p } else { q };
        let corner = (3 * triangle..3 * triangle + 3)
            .find(|&corner| self.surface.corner(corner) == end)
            .unwrap_or(3 * triangle);
        let view = self.surface.view_corner(corner, normal);
        let mut polygon = FeaturePolygon::empty();
        polygon.count = 1;
        polygon.points[0] = end;
        polygon.corners[0] = view.feature;
        polygon.face = edge.face;
        (polygon, Some(view))
    }

    /// Adds the contacts of a triangle whose nearest or deepest points are known, or rejects it.
    pub fn add_triangle(&mut self, triangle: u32, nearest: &Separation) {
        if (self.nearest).is_none_or(|(_, known)| nearest.distance < known.distance) {
            self.nearest = Some((triangle, *nearest));
        }
        if nearest.distance > self.limit {
            return;
        }
        let corners = self.surface.corners(triangle);
        let across = self.surface.normal(triangle).normalize_or_zero();
        let leans = across.cross(nearest.normal).length() > FLAT_EDGE_SINE;
        let on_inner_border = self
            .surface
            .is_on_flat_border(triangle, &corners, nearest.point_a);
        if leans && on_inner_border {
            // The surface continues flat: the next triangle has the contact.
            self.rejected.push(Rejected {
                triangle,
                nearest: *nearest,
            });
            return;
        }
        let (mut polygon, mut view) = self.feature_against(triangle, &corners, nearest.normal);
        if polygon.count == 2 && view.is_some_and(|view| !view.is_foremost) {
            // The edge is only nearly across the normal: its foremost end alone may be a contact.
            (polygon, view) = self.foremost_end(triangle, &polygon, nearest.normal);
        }
        let (foremost, outward) = match view {
            // The slack that patches need would let features beside a round shape's contact pass.
            Some(view) => (view.rise <= FLAT_EDGE_SINE, view.is_outward),
            None => {
                let outward = across.dot(nearest.normal) >= 0.0;
                (true, outward || !self.surface.is_solid)
            }
        };
        // The shortest way out may lead through the solid: the shape has to leave the other way.
        if !foremost || (!outward && nearest.distance < 0.0) {
            self.rejected.push(Rejected {
                triangle,
                nearest: *nearest,
            });
            return;
        }
        let normal = if leans {
            nearest.normal
        } else {
            across * across.dot(nearest.normal).signum()
        };
        let nearest = &Separation { normal, ..*nearest };
        self.accept(triangle, nearest, !outward);
        let own = (!on_inner_border).then_some(nearest);
        self.push(triangle, &polygon, view, normal, own, !outward);
    }

    fn accept(&mut self, triangle: u32, nearest: &Separation, is_through_solid: bool) {
        let accepted = Accepted {
            triangle,
            nearest: *nearest,
            is_through_solid,
        };
        let same = |old: &&mut Accepted| {
            old.is_through_solid == is_through_solid
                && old.nearest.normal.dot(nearest.normal)
                    > 1.0 - 0.5 * params::SUPPORT_SLOPE * params::SUPPORT_SLOPE
        };
        match self.accepted.iter_mut().find(same) {
            Some(old) if nearest.distance < old.nearest.distance => *old = accepted,
            Some(_) => {}
            None => self.accepted.push(accepted),
        }
    }

    fn push(
        &mut self,
        triangle: u32,
        polygon: &FeaturePolygon,
        view: Option<FeatureView>,
        mut normal: DVec3,
        nearest: Option<&Separation>,
        is_through_solid: bool,
    ) {
        // The region gets its final name in `finish`, when all its triangles are known.
        let face = view.map_or(Some(triangle), |view| view.face);
        let region = match (face, view) {
            (Some(face), _) => {
                self.regions.push(face);
                FeatureId::face(face)
            }
            (
                None,
                Some(FeatureView {
                    edge: Some(edge), ..
                }),
            ) => FeatureId::side(edge),
            (None, _) => polygon.whole(),
        };
        // Most triangles lie against the same face of the shape.
        let face_on = |normal: DVec3| (normal, self.opposite.feature(normal));
        let known = self
            .opposing_feature
            .take_if(|(against, _)| *against == normal);
        let mut other = known.unwrap_or_else(|| face_on(normal));
        let (face, is_turned) = snap_to_face(normal, polygon, &other.1);
        normal = face;
        if is_turned {
            other = face_on(normal);
        }
        let (_, other) = self.opposing_feature.insert(other);
        let found = &mut *self.found;
        add_patch(polygon, other, normal, nearest, self.limit, |next| {
            found.push(ContactCandidate {
                region: u64::from(region.id) << 32,
                is_through_solid,
                ..next
            });
        });
    }

    /// Tests the rejected triangles along the normals that were found, and names the flat regions. Returns the
    /// least distance of a triangle, in metres.
    pub fn finish(&mut self) -> f64 {
        let deep = |nearest: &Separation| nearest.distance < 0.0;
        let is_left_deep = !self.accepted.iter().any(|known| deep(&known.nearest))
            && self.rejected.iter().any(|rejected| deep(&rejected.nearest));
        if self.accepted.is_empty() || is_left_deep {
            self.fall_back();
        }
        for i in 0..self.rejected.len() {
            let Rejected { triangle, nearest } = self.rejected[i];
            let normal = self.surface.normal(triangle).normalize_or_zero();
            let along = self.accepted.iter().find(|known| {
                let direction = known.nearest.normal;
                let as_deep = nearest.distance >= 0.0 || known.nearest.distance < 0.0;
                let is_front = !self.surface.is_solid || direction.dot(normal) > 0.0;
                as_deep && is_front && direction.cross(normal).length() <= params::SUPPORT_SLOPE
            });
            let Some(&along) = along else {
                continue;
            };
            let corners = self.surface.corners(triangle);
            let direction = along.nearest.normal;
            let (polygon, view) = self.feature_against(triangle, &corners, direction);
            self.push(
                triangle,
                &polygon,
                view,
                direction,
                None,
                along.is_through_solid,
            );
        }
        if self.found.is_empty() {
            self.push_deepest();
        }
        self.push_nearest();
        self.regions.join(&self.surface);
        for found in self.found.iter_mut() {
            if let Some(face) = FeatureId::face_of((found.region >> 32) as u32) {
                found.region = u64::from(FeatureId::face(self.regions.group(face)).id) << 32;
            }
        }
        self.nearest
            .map_or(f64::INFINITY, |(_, nearest)| nearest.distance)
    }

    /// Accepts one triangle when all, or all that overlap, were rejected. Either rounding kept out
    /// the nearest one; or the shortest ways out of the overlapping ones all led sideways: then the
    /// triangle behind whose plane the shape is least deep decides.
    fn fall_back(&mut self) {
        let all = self.rejected.iter().copied();
        let nearest = all.min_by(|p, q| p.nearest.distance.total_cmp(&q.nearest.distance));
        let best = match self.opposite {
            // The way out of a half-space is the same for all.
            OppositeSide::HalfSpace(_) => nearest.map(|r| (r.triangle, r.nearest)),
            OppositeSide::Solid(shape, relative) => self.least_deep(nearest, shape, relative),
        };
        if let Some((triangle, nearest)) = best {
            self.accept(triangle, &nearest, false);
            let corners = self.surface.corners(triangle);
            let (polygon, view) = self.feature_against(triangle, &corners, nearest.normal);
            self.push(
                triangle,
                &polygon,
                view,
                nearest.normal,
                Some(&nearest),
                false,
            );
        }
    }

    /// The nearest triangle if it does not overlap the solid, else the one behind whose plane the solid is
    /// least deep.
    fn least_deep(
        &self,
        nearest: Option<Rejected>,
        shape: BoundedShape,
        relative: &Relative,
    ) -> Option<(u32, Separation)> {
        let mut best = nearest
            .filter(|rejected| rejected.nearest.distance >= 0.0)
            .map(|rejected| (rejected.triangle, rejected.nearest));
        for &Rejected { triangle, nearest } in self.rejected.iter() {
            if nearest.distance >= 0.0 {
                continue;
            }
            let corners = self.surface.corners(triangle);
            let Some(mut normal) = self.surface.normal(triangle).try_normalize() else {
                continue;
            };
            let to_shape = relative.translation - corners[0];
            if !self.surface.is_solid && to_shape.dot(normal) < 0.0 {
                normal = -normal;
            }
            let other = opposing_feature(shape, relative, normal);
            let Some(&deep) = other.points().first() else {
                continue;
            };
            let distance = (deep - corners[0]).dot(normal);
            if distance <= self.limit && best.is_none_or(|(_, old)| distance > old.distance) {
                let nearest = Separation {
                    distance,
                    normal,
                    point_a: deep - normal * distance,
                    point_b: deep,
                };
                best = Some((triangle, nearest));
            }
        }
        best
    }

    /// Adds the nearest place of all if no contact is nearly as near. Surfaces that bend by less than
    /// [`params::SUPPORT_SLOPE`] count as flat, and have contacts at their borders: an edge that rests on such a
    /// ridge would come down on it without one.
    fn push_nearest(&mut self) {
        let Some((triangle, nearest)) = self.nearest else {
            return;
        };
        let least = self.found.iter().map(|found| found.distance);
        let least = least.fold(f64::INFINITY, f64::min);
        let enough = nearest.distance + params::NEAREST_PLACE_SHARE * self.limit;
        if nearest.distance < 0.0 || nearest.distance > self.limit || least <= enough {
            return;
        }
        let corners = self.surface.corners(triangle);
        let (polygon, _) = self.feature_against(triangle, &corners, nearest.normal);
        let other = self.opposite.feature(nearest.normal);
        let outward = self.surface.normal(triangle).dot(nearest.normal) >= 0.0;
        self.regions.push(triangle);
        self.found.push(ContactCandidate {
            point_a: nearest.point_a,
            point_b: nearest.point_b,
            distance: nearest.distance,
            normal: nearest.normal,
            region: u64::from(FeatureId::face(triangle).id) << 32,
            feature: feature(polygon.whole(), other.whole()),
            is_through_solid: self.surface.is_solid && !outward,
            ..ContactCandidate::default()
        });
    }

    /// Adds the deepest accepted point, for the case that no corner of a patch was within reach.
    fn push_deepest(&mut self) {
        let all = self.accepted.iter();
        let deepest = all.min_by(|p, q| p.nearest.distance.total_cmp(&q.nearest.distance));
        if let Some(&Accepted {
            triangle,
            nearest,
            is_through_solid,
        }) = deepest
        {
            let face = FeatureId::face(triangle);
            let other = self.opposite.feature(nearest.normal);
            self.found.push(ContactCandidate {
                point_a: nearest.point_a,
                point_b: nearest.point_b,
                distance: nearest.distance,
                normal: nearest.normal,
                region: u64::from(face.id) << 32,
                feature: feature(face, other.whole()),
                is_through_solid,
                ..ContactCandidate::default()
            });
        }
    }
}
