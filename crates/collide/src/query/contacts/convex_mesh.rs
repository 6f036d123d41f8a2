//! Contacts of a mesh with a convex shape.
//!
//! The mesh is taken triangle by triangle: each is convex. A triangle's own nearest point may lie on
//! its border, where the surface goes on in the next triangle: if that lies nearer along the
//! normal, or flat, it is not a contact. Where a shape is deep in a mesh of small triangles, the
//! shortest way out of a triangle may be sideways, which says nothing about the surface. Such
//! triangles are refused at first, and then asked along the normals of the contacts that were found.

use glam::DVec3;

use crate::Relative;
use crate::narrow_phase::convex_pair::Separation;
use crate::params::FLAT_EDGE_SINE;
use crate::query::contacts::Found;
use crate::query::contacts::convex::{facing, feature, push_patch, snapped};
use crate::query::contacts::feature_cache::KnownCorners;
use crate::query::contacts::feature_normals::{Seen, Surface};
use crate::query::contacts::feature_polygon::{MOST_CORNERS, Outline, PARALLEL, Part};
use crate::query::contacts::flat_regions::Regions;
use crate::query::contacts::support_feature::of_triangle;
use crate::shape::Shape;

/// A triangle's own contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accepted {
    triangle: u32,
    nearest: Separation,
    is_through: bool,
}

/// A triangle that was refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused {
    triangle: u32,
    nearest: Separation,
}
/// A search for the contacts of a mesh (the first) with a convex shape.
pub(super) struct MeshSearch<'q> {
    pub surface: Surface<'q>,
    pub shape: &'q Shape,
    pub relative: &'q Relative,
    /// The largest distance, in metres.
    pub limit: f64,
    pub found: &'q mut Vec<Found>,
    pub regions: &'q mut Regions,
    pub refused: &'q mut Vec<Refused>,
    /// One contact for each direction that was found, the deepest.
    pub accepted: &'q mut Vec<Accepted>,
    pub around: &'q mut KnownCorners,
    /// The last feature of the shape that was asked for, and against which normal it lies.
    pub facing: Option<(DVec3, Outline)>,
}

impl MeshSearch<'_> {
    /// The feature of a triangle that lies against `normal`, with its surroundings.
    fn lying(
        &mut self,
        triangle: u32,
        corners: &[DVec3; 3],
        normal: DVec3,
    ) -> (Outline, Option<Seen>) {
        let (chosen, count) = of_triangle(corners, normal);
        let mut outline = Outline::empty();
        outline.count = count;
        outline.face = Part::face(triangle);
        let mut whole = None;
        for (i, &corner) in chosen[..count].iter().enumerate() {
            let edge = 3 * triangle + corner as u32;
            outline.points[i] = corners[corner];
            if count == 1 {
                let seen = self.surface.seen_corner(edge, normal);
                outline.corners[i] = seen.part;
                whole = Some(seen);
                continue;
            }
            outline.corners[i] = self.around.corner(&self.surface, edge, normal);
            if count == 3 {
                outline.sides[i] = self.surface.around_edge(edge, normal).part;
            }
        }
        if count == 2 {
            // Of two corners the one whose next corner the other is starts the edge.
            let first = if (chosen[0] + 1) % 3 == chosen[1] {
                chosen[0]
            } else {
                chosen[1]
            };
            let seen = self.surface.seen_edge(3 * triangle + first as u32, normal);
            outline.sides = [seen.part; MOST_CORNERS];
            whole = Some(seen);
        }
        (outline, whole)
    }

    /// The end of an edge that is farther along `normal`.
    fn foremost_end(
        &self,
        triangle: u32,
        edge: &Outline,
        normal: DVec3,
    ) -> (Outline, Option<Seen>) {
        let [p, q] = [edge.points[0], edge.points[1]];
        let place = if p.dot(normal) >= q.dot(normal) { p } else { q };
        let corner = (3 * triangle..3 * triangle + 3)
            .find(|&corner| self.surface.corner(corner) == place)
            .unwrap_or(3 * triangle);
        let seen = self.surface.seen_corner(corner, normal);
        let mut outline = Outline::empty();
        outline.count = 1;
        outline.points[0] = place;
        outline.corners[0] = seen.part;
        outline.face = edge.face;
        (outline, Some(seen))
    }

    /// Looks at a triangle whose nearest or deepest points are known.
    pub fn look(&mut self, triangle: u32, nearest: &Separation) {
        if nearest.distance > self.limit {
            return;
        }
        let corners = self.surface.corners(triangle);
        let across = self.surface.normal(triangle).normalize_or_zero();
        let leans = across.cross(nearest.normal).length() > FLAT_EDGE_SINE;
        let on_inner_border = self.surface.is_flat_at(triangle, &corners, nearest.point_a);
        if leans && on_inner_border {
            // The surface goes on flat: the next triangle has the contact.
            self.refused.push(Refused {
                triangle,
                nearest: *nearest,
            });
            return;
        }
        let (mut outline, mut seen) = self.lying(triangle, &corners, nearest.normal);
        if outline.count == 2 && seen.is_some_and(|seen| !seen.is_foremost) {
            // The edge is only nearly level: its foremost end alone may be a contact.
            (outline, seen) = self.foremost_end(triangle, &outline, nearest.normal);
        }
        let (foremost, outward) = match seen {
            // The slack that patches need would let what is beside a round shape's foot pass.
            Some(seen) => (seen.rise <= FLAT_EDGE_SINE, seen.is_outward),
            None => {
                let outward = across.dot(nearest.normal) >= 0.0;
                (true, outward || !self.surface.is_solid)
            }
        };
        // A solid's shortest way out may lead through it: it has to be the other way.
        if !foremost || (!outward && nearest.distance < 0.0) {
            self.refused.push(Refused {
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
        self.push(triangle, &outline, seen, normal, own, !outward);
    }

    fn accept(&mut self, triangle: u32, nearest: &Separation, is_through: bool) {
        let accepted = Accepted {
            triangle,
            nearest: *nearest,
            is_through,
        };
        let same = |old: &&mut Accepted| {
            old.is_through == is_through
                && old.nearest.normal.dot(nearest.normal) > 1.0 - 0.5 * PARALLEL * PARALLEL
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
        outline: &Outline,
        seen: Option<Seen>,
        mut normal: DVec3,
        nearest: Option<&Separation>,
        is_through: bool,
    ) {
        // Named after the region's triangle when all are known.
        let face = seen.map_or(Some(triangle), |seen| seen.face);
        let region = match (face, seen) {
            (Some(face), _) => {
                self.regions.push(face);
                Part::face(face)
            }
            (
                None,
                Some(Seen {
                    edge: Some(edge), ..
                }),
            ) => Part::side(edge),
            (None, _) => outline.whole(),
        };
        // Most triangles lie against one and the same face.
        let face_on = |normal: DVec3| (normal, facing(self.shape, self.relative, normal));
        let known = self.facing.take_if(|(against, _)| *against == normal);
        let mut other = known.unwrap_or_else(|| face_on(normal));
        let (face, is_turned) = snapped(normal, outline, &other.1);
        normal = face;
        if is_turned {
            other = face_on(normal);
        }
        let (_, other) = self.facing.insert(other);
        let found = &mut *self.found;
        push_patch(outline, other, normal, nearest, self.limit, |next| {
            found.push(Found {
                region: u64::from(region.id) << 32,
                is_through,
                ..next
            });
        });
    }

    /// Asks the triangles that were refused along the normals that were found.
    pub fn finish(&mut self) {
        let deep = |nearest: &Separation| nearest.distance < 0.0;
        let is_left_deep = !self.accepted.iter().any(|known| deep(&known.nearest))
            && self.refused.iter().any(|refused| deep(&refused.nearest));
        if self.accepted.is_empty() || is_left_deep {
            self.fall_back();
        }
        for i in 0..self.refused.len() {
            let Refused { triangle, nearest } = self.refused[i];
            let normal = self.surface.normal(triangle).normalize_or_zero();
            let along = self.accepted.iter().find(|known| {
                let way = known.nearest.normal;
                let as_deep = nearest.distance >= 0.0 || known.nearest.distance < 0.0;
                let is_front = !self.surface.is_solid || way.dot(normal) > 0.0;
                as_deep && is_front && way.cross(normal).length() <= PARALLEL
            });
            let Some(&along) = along else {
                continue;
            };
            let corners = self.surface.corners(triangle);
            let way = along.nearest.normal;
            let (outline, seen) = self.lying(triangle, &corners, way);
            self.push(triangle, &outline, seen, way, None, along.is_through);
        }
        if self.found.is_empty() {
            self.push_deepest();
        }
        self.regions.join(&self.surface);
        for found in self.found.iter_mut() {
            if let Some(face) = Part::face_of((found.region >> 32) as u32) {
                found.region = u64::from(Part::face(self.regions.group(face)).id) << 32;
            }
        }
    }

    /// All, or all that overlap, were refused. Rounding may have kept out the nearest one; or all
    /// ways out of what overlaps were sideways: then the triangle whose plane the shape is least deep behind decides.
    fn fall_back(&mut self) {
        let all = self.refused.iter().copied();
        let nearest = all.min_by(|p, q| p.nearest.distance.total_cmp(&q.nearest.distance));
        let mut best = nearest
            .filter(|refused| refused.nearest.distance >= 0.0)
            .map(|refused| (refused.triangle, refused.nearest));
        for &Refused { triangle, nearest } in self.refused.iter() {
            if nearest.distance >= 0.0 {
                continue;
            }
            let corners = self.surface.corners(triangle);
            let Some(mut normal) = self.surface.normal(triangle).try_normalize() else {
                continue;
            };
            let to_shape = self.relative.translation - corners[0];
            if !self.surface.is_solid && to_shape.dot(normal) < 0.0 {
                normal = -normal;
            }
            let other = facing(self.shape, self.relative, normal);
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
        if let Some((triangle, nearest)) = best {
            self.accept(triangle, &nearest, false);
            let corners = self.surface.corners(triangle);
            let (outline, seen) = self.lying(triangle, &corners, nearest.normal);
            self.push(
                triangle,
                &outline,
                seen,
                nearest.normal,
                Some(&nearest),
                false,
            );
        }
    }

    /// No corner of a patch was within reach: the deepest point stands for all.
    fn push_deepest(&mut self) {
        let all = self.accepted.iter();
        let deepest = all.min_by(|p, q| p.nearest.distance.total_cmp(&q.nearest.distance));
        if let Some(&Accepted {
            triangle,
            nearest,
            is_through,
        }) = deepest
        {
            let face = Part::face(triangle);
            let other = facing(self.shape, self.relative, nearest.normal);
            self.found.push(Found {
                point_a: nearest.point_a,
                point_b: nearest.point_b,
                distance: nearest.distance,
                normal: nearest.normal,
                region: u64::from(face.id) << 32,
                feature: feature(face, other.whole()),
                is_through,
                ..Found::default()
            });
        }
    }
}
