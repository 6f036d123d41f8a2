//! The mesh's side of its contacts with a convex solid or a half-space.
//!
//! Each triangle of the mesh is a convex shape. The nearest point of a triangle may lie on its border, where the
//! surface continues in the next triangle: if that one lies nearer along the normal, or flat, the point is not a
//! contact. If a shape is deep in a mesh of small triangles, the shortest way out of a triangle may be sideways,
//! which says nothing about the surface. The search rejects such triangles at first, and tests them again along
//! the normals of the accepted contacts.

use glam::DVec3;

use crate::Model;
use crate::narrow_phase::convex_pair::Separation;
use crate::params;
use crate::params::FLAT_EDGE_SINE;
use crate::params::MAX_POLYGON_CORNERS;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_cache::FeatureCache;
use crate::query::contacts::feature_normals::{BorderPlace, FeatureSlopes, MeshSurface};
use crate::query::contacts::feature_pair::{FeaturePair, feature, of_separation, snap_to_face};
use crate::query::contacts::feature_polygon::{FeatureId, FeaturePolygon};
use crate::query::contacts::flat_regions::FlatRegions;
use crate::query::contacts::marks::Marks;
use crate::query::contacts::near_triangle::{Accepted, NearTriangle};
use crate::query::contacts::opposite_side::OppositeSide;
use crate::query::contacts::scratch::ContactScratch;
use crate::query::contacts::support_feature::triangle_feature;

/// The feature of a triangle that lies against a normal.
struct TriangleFeature {
    triangle: u32,
    polygon: FeaturePolygon,
    /// The slopes of the surface around it; `None` if the feature is the whole triangle.
    slopes: Option<FeatureSlopes>,
}

/// A search for the contacts of a mesh (the first shape) with the opposite side.
pub(super) struct MeshSearch<'q> {
    surface: MeshSurface<'q>,
    opposite: &'q OppositeSide<'q>,
    /// The largest distance, in metres.
    limit: f64,
    /// The nearest triangle of all that were tested, rejected or not.
    nearest: Option<NearTriangle>,
    /// A lower bound of the distances of all triangles that were tested, in metres.
    lower_bound: f64,
    found: &'q mut Vec<ContactCandidate>,
    regions: &'q mut FlatRegions,
    /// The triangles whose own contacts were rejected.
    rejected: &'q mut Vec<NearTriangle>,
    /// The deepest contact of each direction that was found.
    accepted: &'q mut Vec<Accepted>,
    /// Triangles that touch the opposite side with an edge or a corner at most.
    leaning: &'q mut Vec<NearTriangle>,
    /// The triangles whose whole feature lies against the opposite side.
    level: &'q mut Marks,
    features: &'q mut FeatureCache,
    /// The last feature of the opposite side, and the normal against which it lies.
    opposing: (DVec3, FeaturePolygon),
}

impl<'q> MeshSearch<'q> {
    /// A search for contacts at most `limit` metres apart, which has found none yet.
    pub fn new(
        model: &'q Model,
        opposite: &'q OppositeSide<'q>,
        limit: f64,
        memory: &'q mut ContactScratch,
    ) -> Self {
        let ContactScratch {
            found,
            regions: [regions, _],
            rejected,
            accepted,
            leaning,
            level,
            feature_cache: features,
            ..
        } = memory;
        features.reset(model.edges.len());
        found.clear();
        regions.clear();
        rejected.clear();
        accepted.clear();
        leaning.clear();
        leaning.reserve(params::FLAT_TRIANGLES_RESERVED);
        level.reset(model.store.corners.len());
        MeshSearch {
            surface: MeshSurface::new(model),
            opposite,
            limit,
            nearest: None,
            lower_bound: f64::INFINITY,
            found,
            regions,
            rejected,
            accepted,
            leaning,
            level,
            features,
            opposing: (DVec3::ZERO, FeaturePolygon::empty()),
        }
    }
}

impl MeshSearch<'_> {
    /// The feature of a triangle that lies against `normal`.
    fn feature_against(&mut self, triangle: u32, normal: DVec3) -> TriangleFeature {
        let corners = self.surface.corners(triangle);
        let (chosen, count) = triangle_feature(&corners, normal);
        let mut polygon = FeaturePolygon::empty();
        polygon.count = count;
        polygon.face = FeatureId::face(triangle);
        let mut slopes = None;
        for (i, &corner) in chosen[..count].iter().enumerate() {
            let edge = 3 * triangle + corner as u32;
            polygon.points[i] = corners[corner];
            let at_corner = self.features.corner(&self.surface, edge, normal);
            polygon.corners[i] = at_corner.feature;
            if count == 1 {
                slopes = Some(at_corner);
            }
        }
        if count == 2 {
            // The edge starts at the corner whose next corner is the other one.
            let first = if (chosen[0] + 1) % 3 == chosen[1] {
                chosen[0]
            } else {
                chosen[1]
            };
            let edge = self
                .features
                .edge(&self.surface, 3 * triangle + first as u32, normal);
            polygon.sides = [edge.feature; MAX_POLYGON_CORNERS];
            slopes = Some(edge);
        }
        for i in 0..count * usize::from(count == 3) {
            let edge = 3 * triangle + i as u32;
            // A side between two corners inside a flat surface is inside it too.
            let is_inner = polygon.corners[i].is_inner && polygon.corners[(i + 1) % 3].is_inner;
            polygon.sides[i] = match is_inner {
                true => FeatureId {
                    is_inner,
                    ..FeatureId::side(edge)
                },
                false => self.features.edge(&self.surface, edge, normal).feature,
            };
        }
        TriangleFeature {
            triangle,
            polygon,
            slopes,
        }
    }

    /// The end of an edge that is farther along `normal`.
    fn foremost_end(&mut self, edge: &TriangleFeature, normal: DVec3) -> TriangleFeature {
        let triangle = edge.triangle;
        let [p, q] = [edge.polygon.points[0], edge.polygon.points[1]];
        let end = if p.dot(normal) >= q.dot(normal) { p } else { q };
        let corner = (3 * triangle..3 * triangle + 3)
            .find(|&corner| self.surface.corner(corner) == end)
            .unwrap_or(3 * triangle);
        let slopes = self.features.corner(&self.surface, corner, normal);
        let mut polygon = FeaturePolygon::empty();
        polygon.count = 1;
        polygon.points[0] = end;
        polygon.corners[0] = slopes.feature;
        polygon.face = edge.polygon.face;
        TriangleFeature {
            triangle,
            polygon,
            slopes: Some(slopes),
        }
    }

    /// Adds the contacts of a triangle whose nearest or deepest points are known, or rejects it.
    pub fn add_triangle(&mut self, triangle: u32, nearest: &Separation) {
        let nearest = *nearest;
        let at = NearTriangle { triangle, nearest };
        self.lower_bound = self.lower_bound.min(nearest.lower_bound);
        if (self.nearest).is_none_or(|known| nearest.distance < known.nearest.distance) {
            self.nearest = Some(at);
        }
        if nearest.distance > self.limit {
            return;
        }
        if nearest.distance > 0.0 && self.lean(&at).0 > params::SUPPORT_SLOPE {
            self.leaning.push(at);
        } else {
            self.add_feature(&at);
        }
    }

    /// The sine of the angle between a triangle's plane and the plane across the normal of its nearest points, and the
    /// triangle's own normal on that side, of length 1.
    fn lean(&self, at: &NearTriangle) -> (f64, DVec3) {
        let (normal, across) = (at.nearest.normal, self.surface.normal(at.triangle));
        let across = across.normalize_or_zero();
        (
            across.cross(normal).length(),
            across * across.dot(normal).signum(),
        )
    }

    /// Adds the contacts of a triangle, or rejects it.
    fn add_feature(&mut self, at: &NearTriangle) {
        let NearTriangle { triangle, nearest } = *at;
        let mut own = self.feature_against(triangle, nearest.normal);
        if own.polygon.count == 2 && own.slopes.is_some_and(|slopes| !slopes.is_foremost) {
            // The edge is only nearly across the normal: its foremost end alone may be a contact.
            own = self.foremost_end(&own, nearest.normal);
        }
        // The slack that patches need would let features beside the contact of a round shape pass.
        let foremost = own
            .slopes
            .is_none_or(|slopes| slopes.rise <= FLAT_EDGE_SINE);
        if !foremost {
            self.rejected.push(*at);
            return;
        }
        if let (Some(slopes), true) = (own.slopes, nearest.distance > 0.0) {
            // The level triangle beside it, or another one at its corner or edge, has the contacts already.
            let is_beside_level = slopes.face.is_some_and(|face| self.level.is_set(face));
            if is_beside_level || !self.features.visit(slopes.feature) {
                return;
            }
        }
        let (lean, across) = self.lean(at);
        let normal = match lean > FLAT_EDGE_SINE {
            true => nearest.normal,
            false => across,
        };
        let place = self.surface.border_place(triangle, nearest.point_a);
        if let (true, Some(place)) = (lean > FLAT_EDGE_SINE, place) {
            let continues_flat = match place {
                BorderPlace::Edge(_) => self.surface.continues_flat(place),
                BorderPlace::Corner(edge) => {
                    (self.features).is_flat_corner(&self.surface, edge, nearest.normal)
                }
            };
            if continues_flat {
                // The next triangle has the contact.
                self.rejected.push(*at);
                return;
            }
        }
        // The shortest way out may lead through the solid: the shape has to leave the other way.
        let outward = self.is_outward(&own, nearest.normal);
        if !outward && nearest.distance < 0.0 {
            self.rejected.push(*at);
            return;
        }
        if own.slopes.is_none() {
            self.level.set(triangle);
        }
        let accepted = Accepted {
            at: NearTriangle {
                triangle,
                nearest: Separation { normal, ..nearest },
            },
            is_through_solid: !outward,
        };
        self.accept(accepted);
        let is_inner = |surface: &MeshSurface| place.is_some_and(|at| surface.continues_flat(at));
        self.push(&own, &accepted, |surface| !is_inner(surface));
    }

    /// True if a direction leads out of the material at a feature.
    fn is_outward(&self, own: &TriangleFeature, direction: DVec3) -> bool {
        let surface = &self.surface;
        match own.slopes {
            Some(slopes) => surface.is_outward(slopes.feature, direction),
            None => !surface.is_solid || surface.normal(own.triangle).dot(direction) >= 0.0,
        }
    }

    /// Keeps an accepted contact if it is the deepest one of its direction.
    fn accept(&mut self, accepted: Accepted) {
        let (nearest, is_through_solid) = (accepted.at.nearest, accepted.is_through_solid);
        let same = |old: &&mut Accepted| {
            old.is_through_solid == is_through_solid
                && old.at.nearest.normal.dot(nearest.normal)
                    > 1.0 - 0.5 * params::SUPPORT_SLOPE * params::SUPPORT_SLOPE
        };
        match self.accepted.iter_mut().find(same) {
            Some(old) if nearest.distance < old.at.nearest.distance => *old = accepted,
            Some(_) => {}
            None => self.accepted.push(accepted),
        }
    }

    /// Adds the contacts of a triangle's feature along the normal of an accepted contact. `has_nearest` is true
    /// if the nearest points of that contact are those of this triangle alone.
    fn push(
        &mut self,
        own: &TriangleFeature,
        along: &Accepted,
        has_nearest: impl FnOnce(&MeshSurface) -> bool,
    ) {
        // The region gets its final name in `finish`, when all its triangles are known.
        let region = (own.slopes).map_or(FeatureId::face(own.triangle), |slopes| slopes.region());
        if let Some(face) = FeatureId::face_of(region.id) {
            self.regions.push(face);
        }
        let nearest = &along.at.nearest;
        self.face_opposite(nearest.normal);
        let (normal, is_turned) = snap_to_face(nearest.normal, &own.polygon, &self.opposing.1);
        if is_turned {
            self.face_opposite(normal);
        }
        let touching = FeaturePair {
            a: &own.polygon,
            b: &self.opposing.1,
            normal,
            nearest,
            limit: self.limit,
        };
        let found = &mut *self.found;
        touching.add_contacts(
            || has_nearest(&self.surface),
            |next| {
                found.push(ContactCandidate {
                    region: u64::from(region.id) << 32,
                    is_through_solid: along.is_through_solid,
                    ..next
                });
            },
        );
    }

    /// Finds the feature of the opposite side against a normal. Most triangles lie against the last one.
    fn face_opposite(&mut self, normal: DVec3) {
        if self.opposing.0 != normal {
            self.opposing = (normal, self.opposite.feature(normal));
        }
    }

    /// Tests the rejected triangles along the normals that were found, and names the flat regions. Returns the
    /// least distance of a triangle, in metres; infinity if there is none.
    pub fn finish(&mut self) -> f64 {
        for i in 0..self.leaning.len() {
            let at = self.leaning[i];
            self.add_feature(&at);
        }
        let deep = |at: &NearTriangle| at.nearest.distance < 0.0;
        let is_left_deep =
            !self.accepted.iter().any(|known| deep(&known.at)) && self.rejected.iter().any(deep);
        if self.accepted.is_empty() || is_left_deep {
            self.fall_back();
        }
        for i in 0..self.rejected.len() {
            let NearTriangle { triangle, nearest } = self.rejected[i];
            let normal = self.surface.normal(triangle).normalize_or_zero();
            let along = self.accepted.iter().find(|known| {
                let direction = known.at.nearest.normal;
                let as_deep = nearest.distance >= 0.0 || known.at.nearest.distance < 0.0;
                let is_front = !self.surface.is_solid || direction.dot(normal) > 0.0;
                as_deep && is_front && direction.cross(normal).length() <= params::SUPPORT_SLOPE
            });
            if let Some(&along) = along {
                let own = self.feature_against(triangle, along.at.nearest.normal);
                self.push(&own, &along, |_| false);
            }
        }
        if self.found.is_empty() {
            self.push_deepest();
        }
        self.push_nearest();
        self.regions.join(&self.surface);
        for found in self.found.iter_mut() {
            found.region = u64::from(self.regions.name((found.region >> 32) as u32)) << 32;
        }
        self.lower_bound
    }

    /// Accepts one triangle if all, or all that overlap, were rejected. Either rounding kept out the nearest
    /// one; or the shortest ways out of the overlapping ones all led sideways: then the triangle behind whose
    /// plane the shape is least deep decides.
    fn fall_back(&mut self) {
        let all = self.rejected.iter().copied();
        let nearest = all.min_by(|p, q| p.nearest.distance.total_cmp(&q.nearest.distance));
        let best = match self.opposite {
            // All triangles leave a half-space along its normal.
            OppositeSide::HalfSpace(..) => nearest,
            OppositeSide::Solid(_, relative) => self.least_deep(nearest, relative.translation),
        };
        if let Some(at) = best {
            let accepted = Accepted {
                at,
                is_through_solid: false,
            };
            self.accept(accepted);
            let own = self.feature_against(at.triangle, at.nearest.normal);
            self.push(&own, &accepted, |_| true);
        }
    }

    /// The nearest triangle if it does not overlap the solid, whose origin is at `position`; else the one behind
    /// whose plane the solid is least deep.
    fn least_deep(&self, nearest: Option<NearTriangle>, position: DVec3) -> Option<NearTriangle> {
        let mut best = nearest.filter(|rejected| rejected.nearest.distance >= 0.0);
        for &NearTriangle { triangle, nearest } in self.rejected.iter() {
            if nearest.distance >= 0.0 {
                continue;
            }
            let corner = self.surface.corner(3 * triangle);
            let Some(mut normal) = self.surface.normal(triangle).try_normalize() else {
                continue;
            };
            if !self.surface.is_solid && (position - corner).dot(normal) < 0.0 {
                normal = -normal;
            }
            let other = self.opposite.feature(normal);
            let Some(&deep) = other.points().first() else {
                continue;
            };
            let distance = (deep - corner).dot(normal);
            if distance <= self.limit && best.is_none_or(|old| distance > old.nearest.distance) {
                let nearest = Separation {
                    distance,
                    lower_bound: distance,
                    normal,
                    point_a: deep - normal * distance,
                    point_b: deep,
                };
                best = Some(NearTriangle { triangle, nearest });
            }
        }
        best
    }

    /// Adds the nearest place of all if no contact is nearly as near. Surfaces that bend by less than
    /// [`params::SUPPORT_SLOPE`] count as flat, and have contacts only at their borders: without this contact,
    /// an edge that rests on such a ridge would sink into it.
    fn push_nearest(&mut self) {
        let Some(NearTriangle { triangle, nearest }) = self.nearest else {
            return;
        };
        let least = self.found.iter().map(|found| found.distance);
        let least = least.fold(f64::INFINITY, f64::min);
        let enough = nearest.distance + params::NEAREST_PLACE_SHARE * self.limit;
        if nearest.distance < 0.0 || nearest.distance > self.limit || least <= enough {
            return;
        }
        let own = self.feature_against(triangle, nearest.normal);
        let outward = self.surface.normal(triangle).dot(nearest.normal) >= 0.0;
        self.regions.push(triangle);
        let found = self.at_nearest(triangle, own.polygon.whole(), &nearest);
        self.found.push(ContactCandidate {
            is_through_solid: self.surface.is_solid && !outward,
            ..found
        });
    }

    /// Adds the deepest accepted point, for the case that no corner of a patch was within reach.
    fn push_deepest(&mut self) {
        let all = self.accepted.iter();
        let deepest = all.min_by(|p, q| p.at.nearest.distance.total_cmp(&q.at.nearest.distance));
        if let Some(&Accepted {
            at: NearTriangle { triangle, nearest },
            is_through_solid,
        }) = deepest
        {
            let found = self.at_nearest(triangle, FeatureId::face(triangle), &nearest);
            self.found.push(ContactCandidate {
                is_through_solid,
                ..found
            });
        }
    }

    /// The contact of a triangle at its nearest or deepest points.
    fn at_nearest(&self, triangle: u32, on_a: FeatureId, nearest: &Separation) -> ContactCandidate {
        let on_b = self.opposite.feature(nearest.normal).whole();
        ContactCandidate {
            region: u64::from(FeatureId::face(triangle).id) << 32,
            ..of_separation(nearest, feature(on_a, on_b))
        }
    }
}
