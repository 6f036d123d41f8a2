//! Contacts of meshes that overlap deeper than the tolerance.
//!
//! Two surfaces intersect along curves. The area that a curve encloses, as a vector, points across
//! the opening, along the direction in which the first mesh has entered the second (Volino and
//! Magnenat-Thalmann, "Resolving surface collisions through intersection contour minimization",
//! 2006). From the curve inwards, over edges that do not cross, lie the parts of either mesh that
//! are inside the other. The foremost corners of these parts are the deepest, and the nearest
//! points on the other mesh's part are their ways out.

use glam::{DVec3, Vec3};

use crate::math::closest_on_triangle_f64;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::containment::EnclosedPart;
use crate::query::contacts::feature_polygon::FeatureId;
use crate::query::contacts::intersection_curves::Crossing;
use crate::query::contacts::manifold::{ReductionRule, select_support};
use crate::query::contacts::penetration_search::{IntersectionCurve, PenetrationSearch};
use crate::query::contacts::scratch::PenetrationScratch;

impl PenetrationSearch<'_> {
    /// Adds contacts to `found` for the curves that have none yet.
    pub fn run(&mut self, scratch: &mut PenetrationScratch, found: &mut Vec<ContactCandidate>) {
        let PenetrationScratch { crossings, inside } = scratch;
        if crossings.all.is_empty() {
            return;
        }
        let [side_a, side_b] = &self.sides;
        crossings.join([&side_a.surface, &side_b.surface]);
        let shallow = found.len();
        for (number, group) in crossings.curves().enumerate() {
            let group = group.iter().map(|&at| &crossings.all[at as usize]);
            let curve = self.curve(group.clone());
            let is_known = found[..shallow].iter().any(|f| {
                let near = f.point_a.cmpge(curve.low - self.limit).all()
                    && f.point_a.cmple(curve.high + self.limit).all();
                f.distance <= 0.0 && near && f.normal.dot(curve.normal) > 0.5
            });
            if !is_known {
                for (side, inside) in inside.iter_mut().enumerate() {
                    let marked = &crossings.marked[side];
                    self.flood_fill(side, &curve, group.clone(), marked, inside);
                }
                self.push(number as u32, &curve, group, inside, found);
            }
        }
    }

    fn curve<'c>(
        &mut self,
        group: impl Iterator<Item = &'c Crossing> + Clone,
    ) -> IntersectionCurve {
        let (mut sum, mut ends) = (DVec3::ZERO, 0);
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for crossing in group.clone() {
            for end in crossing.segment {
                sum += end;
                low = by_lanes(low, end, |p, q| if q < p { q } else { p });
                high = by_lanes(high, end, |p, q| if q > p { q } else { p });
            }
            ends += 2;
        }
        let center = sum / f64::from(ends);
        let (mut area, mut end_to_end) = (DVec3::ZERO, DVec3::ZERO);
        let mut length = 0.0;
        for crossing in group.clone() {
            let [from, to] = crossing.segment.map(|p| p - center);
            area += from.cross(to) * 0.5;
            end_to_end += to - from;
            length += from.distance(to);
        }
        let centers = self.sides.map(|side| side.center());
        let is_opening = area.length() > params::MIN_OPENING_AREA_FRACTION * length * length;
        let mut best = area;
        if !is_opening {
            best = DVec3::ZERO;
            for crossing in group {
                let [normal_a, normal_b] = self.normals(crossing);
                let [from, to] = crossing.segment;
                best += (normal_a - normal_b) * from.distance(to);
            }
        }
        let best = best.try_normalize();
        let mut normal = best.unwrap_or((centers[1] - centers[0]).normalize_or(DVec3::Y));
        // The way out of a surface without an outside is towards the other mesh's centre.
        let solid = [0, 1].map(|side| self.sides[side].surface.is_solid);
        let turned = match solid {
            [true, true] => false,
            [false, false] => normal.dot(centers[1] - centers[0]) < 0.0,
            [true, false] => normal.dot(centers[0] - center) > 0.0,
            [false, true] => normal.dot(centers[1] - center) < 0.0,
        };
        if turned {
            normal = -normal;
        }
        IntersectionCurve {
            center,
            low,
            high,
            normal,
            is_closed: is_opening && end_to_end.length() <= params::CLOSED_CURVE_FRACTION * length,
        }
    }

    fn push<'c>(
        &mut self,
        number: u32,
        curve: &IntersectionCurve,
        group: impl Iterator<Item = &'c Crossing> + Clone,
        inside: &mut [EnclosedPart; 2],
        found: &mut Vec<ContactCandidate>,
    ) {
        let before = found.len();
        for side in 0..2 {
            self.deepest(side, curve, &mut inside[side]);
            let [one, two] = &mut *inside;
            let (own, other) = if side == 0 { (one, two) } else { (two, one) };
            if own.deepest.is_empty() {
                continue;
            }
            let (caches, mesh) = (&mut self.caches[1 - side], &self.sides[1 - side]);
            let triangles = other.triangles.iter();
            let boxes = triangles.map(|&t| caches.get(t, mesh).bounds());
            other.boxes.clear();
            other.boxes.extend(boxes);
            for deep in &own.deepest {
                found.push(self.exit_contact(side, number, curve, deep, other));
            }
        }
        if found.len() > before {
            return;
        }
        // No corner is inside: the curve itself gives the contact.
        let ends = || group.clone().flat_map(|c| c.segment);
        let along = |p: DVec3| (p - curve.center).dot(curve.normal);
        let (low, high) = (
            ends().map(along).fold(0.0, f64::min),
            ends().map(along).fold(0.0, f64::max),
        );
        if high - low <= params::NO_DEPTH_FRACTION * curve.low.distance(curve.high)
            && !found.is_empty()
        {
            return;
        }
        let first = group.clone().map(|c| c.triangles).min().unwrap_or([0; 2]);
        let names = first.map(|triangle| u64::from(FeatureId::face(triangle).id));
        found.push(ContactCandidate {
            point_a: curve.center + curve.normal * high,
            point_b: curve.center + curve.normal * low,
            distance: low - high,
            normal: curve.normal,
            region: region(number),
            feature: names[0] << 32 | names[1],
            ..ContactCandidate::default()
        });
    }

    /// Selects the foremost corners inside the curve, at most four.
    fn deepest(&self, side: usize, curve: &IntersectionCurve, inside: &mut EnclosedPart) {
        let ahead = if side == 0 {
            curve.normal
        } else {
            -curve.normal
        };
        let surface = &self.sides[side].surface;
        let own = self.sides[side].to_own_frame(ahead);
        let depth = |p: DVec3| (p - curve.center).dot(ahead);
        let deepest = inside
            .corners
            .iter()
            .map(|c| depth(c.1))
            .fold(0.0, f64::max);
        let least = (0.5 * deepest).max(params::NO_DEPTH_FRACTION * curve.low.distance(curve.high));
        inside.deepest.clear();
        for &(edge, corner) in &inside.corners {
            if depth(corner) <= least {
                continue;
            }
            if let Some(view) = surface.contact_corner(edge, own) {
                inside.deepest.push(ContactCandidate {
                    point_a: corner,
                    point_b: corner,
                    distance: -depth(corner),
                    normal: ahead,
                    feature: u64::from(view.feature.id),
                    ..ContactCandidate::default()
                });
            }
        }
        if !inside.deepest.is_empty() {
            let few = select_support(&mut inside.deepest, ReductionRule::default());
            inside.deepest.truncate(few);
        }
    }

    /// The contact of a corner inside the other mesh with the nearest point of that mesh's part.
    fn exit_contact(
        &mut self,
        side: usize,
        number: u32,
        curve: &IntersectionCurve,
        deep: &ContactCandidate,
        part: &EnclosedPart,
    ) -> ContactCandidate {
        let corner = deep.point_a;
        let mut best: Option<(f64, DVec3, DVec3, u32)> = None;
        let (near, mut limit) = (corner.as_vec3(), f32::INFINITY);
        for (&triangle, [low, high]) in part.triangles.iter().zip(&part.boxes) {
            let gap = (*low - near).max(near - *high).max(Vec3::ZERO);
            if gap.length_squared() > limit {
                continue;
            }
            let cached = self.caches[1 - side].get(triangle, &self.sides[1 - side]);
            let (point, _) = closest_on_triangle_f64(corner, cached.corners);
            let distance = point.distance(corner);
            if best.is_none_or(|b| distance < b.0) {
                best = Some((distance, point, cached.scaled_normal, triangle));
                limit = (distance * distance) as f32 * (1.0 + 1e-5);
            }
        }
        // The exit is opposite to the entry: the nearest point may lie beyond the far side of a
        // thin mesh.
        let in_plane = corner - deep.normal * (corner - curve.center).dot(deep.normal);
        let (point, normal, face) = match best {
            Some((_, point, across, face)) if (corner - point).dot(deep.normal) > 0.0 => {
                let direction = (corner - point).try_normalize().unwrap_or(deep.normal);
                let face_normal = across.normalize_or_zero() * across.dot(direction).signum();
                let is_face = face_normal.cross(direction).length() < params::FACE_NORMAL_SINE;
                (point, if is_face { face_normal } else { direction }, face)
            }
            _ => (
                in_plane,
                deep.normal,
                part.triangles.first().copied().unwrap_or(0),
            ),
        };
        let found = ContactCandidate {
            point_a: corner,
            point_b: point,
            distance: -(corner - point).dot(normal),
            normal,
            region: region(number),
            feature: deep.feature << 32 | u64::from(FeatureId::face(face).id),
            ..ContactCandidate::default()
        };
        if side == 0 {
            found
        } else {
            ContactCandidate {
                region: found.region,
                ..found.swapped()
            }
        }
    }
}

/// Combines two vectors coordinate by coordinate.
#[inline]
fn by_lanes(p: DVec3, q: DVec3, choose: impl Fn(f64, f64) -> f64) -> DVec3 {
    DVec3::new(choose(p.x, q.x), choose(p.y, q.y), choose(p.z, q.z))
}

/// The region of a curve, which is a patch of its own.
fn region(number: u32) -> u64 {
    u64::from(FeatureId::curve(number).id) << 32
}
