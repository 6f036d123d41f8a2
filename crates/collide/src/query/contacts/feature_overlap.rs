//! The overlap of two features that lie against each other, seen along the normal between them.
//!
//! One feature is clipped by the sides of the other (Sutherland and Hodgman, "Reentrant polygon
//! clipping", 1974). Every corner of the overlap carries the two features that make it: a corner
//! over a face, or two sides that cross. These two identify the contact from step to step.

use glam::{DVec2, DVec3};

use crate::math::between;
use crate::params;
use crate::params::MAX_POLYGON_CORNERS;
use crate::query::contacts::feature_polygon::{FeatureId, FeaturePolygon};

/// The most corners of an overlap: each side of the clipping feature adds at most one corner.
pub(super) const MAX_OVERLAP: usize = 2 * MAX_POLYGON_CORNERS + 2;

/// A corner of an overlap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OverlapCorner {
    pub point_a: DVec3,
    pub point_b: DVec3,
    /// The distance along the normal from A to B, in metres.
    pub distance: f64,
    pub on_a: FeatureId,
    pub on_b: FeatureId,
}

impl OverlapCorner {
    /// True if the flat surface continues beyond it.
    pub fn is_inner(&self) -> bool {
        self.on_a.is_inner || self.on_b.is_inner
    }
}

/// The corners of an overlap: none if the two features lie beside each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlap<const N: usize> {
    corners: [OverlapCorner; N],
    count: usize,
}

impl<const N: usize> Overlap<N> {
    pub fn corners(&self) -> &[OverlapCorner] {
        &self.corners[..self.count]
    }
}

/// A corner during clipping: its position, the features that make it, and the side after it.
#[derive(Clone, Copy, Debug, Default)]
struct ClipVertex {
    at: DVec2,
    /// The part of the clipped feature, and of the clipping one, that make the corner.
    on: [FeatureId; 2],
    /// The side from here to the next corner; `is_clipper_side` is true if it belongs to the clipping feature.
    side: usize,
    is_clipper_side: bool,
}

#[derive(Clone, Copy, Debug)]
struct ClippedFeature<const N: usize> {
    vertices: [ClipVertex; N],
    count: usize,
}

impl<const N: usize> ClippedFeature<N> {
    fn empty() -> Self {
        ClippedFeature {
            vertices: [ClipVertex::default(); N],
            count: 0,
        }
    }

    fn push(&mut self, vertex: ClipVertex) {
        if self.count < N {
            self.vertices[self.count] = vertex;
            self.count += 1;
        }
    }
}

/// The overlap of feature `a` with feature `b`; `normal` (of length 1) leads from A to B. The two features have
/// at most `N` corners together.
pub(super) fn overlap<const N: usize>(
    a: &FeaturePolygon,
    b: &FeaturePolygon,
    normal: DVec3,
) -> Overlap<N> {
    let (u, v) = normal.any_orthonormal_pair();
    let flat = |p: DVec3| DVec2::new(p.dot(u), p.dot(v));
    let swapped = b.count < 3;
    let (subject, clipper) = if swapped { (b, a) } else { (a, b) };
    let mut result = Overlap {
        corners: [OverlapCorner::default(); N],
        count: 0,
    };
    if subject.count < 2 || clipper.count < 2 {
        if let Some(corner) = point_over_face(a, b, normal) {
            result.corners[0] = corner;
            result.count = 1;
        }
        return result;
    }
    let cut: ClippedFeature<N> = if clipper.count == 2 {
        clip_parallel_edges(subject, clipper, flat)
    } else {
        clip_by_sides(subject, clipper, flat)
    };
    if cut.count == 0 {
        return result;
    }
    let (over_a, over_b) = (a.over(normal), b.over(normal));
    for vertex in &cut.vertices[..cut.count] {
        let at = u * vertex.at.x + v * vertex.at.y;
        let [of_subject, of_clipper] = vertex.on;
        let (on_a, on_b) = if swapped {
            (of_clipper, of_subject)
        } else {
            (of_subject, of_clipper)
        };
        let (low, high) = (over_a.height_of(on_a, at), over_b.height_of(on_b, at));
        result.corners[result.count] = OverlapCorner {
            point_a: at + normal * low,
            point_b: at + normal * high,
            distance: high - low,
            on_a,
            on_b,
        };
        result.count += 1;
    }
    result
}

/// The contact of a single point with a face, if the point is over it.
fn point_over_face(a: &FeaturePolygon, b: &FeaturePolygon, normal: DVec3) -> Option<OverlapCorner> {
    let (point, face) = match (a.count, b.count) {
        (1, 3..) => (a, b),
        (3.., 1) => (b, a),
        _ => return None,
    };
    let at = point.points[0] - normal * point.points[0].dot(normal);
    let around = face.points();
    let mut sides = [0.0; MAX_POLYGON_CORNERS];
    for (i, &from) in around.iter().enumerate() {
        let along = around[(i + 1) % around.len()] - from;
        sides[i] = along.cross(at - from).dot(normal) / along.length();
    }
    let sides = &sides[..around.len()];
    let slack = params::CLIPPING_SLACK_FRACTION * face.size();
    let is_over = sides.iter().all(|&s| s >= -slack) || sides.iter().all(|&s| s <= slack);
    let [low, high] = [a, b].map(|polygon| polygon.over(normal).height(at));
    is_over.then(|| OverlapCorner {
        point_a: at + normal * low,
        point_b: at + normal * high,
        distance: high - low,
        on_a: a.whole(),
        on_b: b.whole(),
    })
}

/// The common stretch of two parallel edges; nothing if they are not parallel.
fn clip_parallel_edges<const N: usize>(
    subject: &FeaturePolygon,
    clipper: &FeaturePolygon,
    flat: impl Fn(DVec3) -> DVec2,
) -> ClippedFeature<N> {
    let mut cut = ClippedFeature::empty();
    let [p, q] = [flat(subject.points[0]), flat(subject.points[1])];
    let [r, s] = [flat(clipper.points[0]), flat(clipper.points[1])];
    let (along, other) = (q - p, s - r);
    let squared = along.length_squared();
    let sine = along.perp_dot(other).abs();
    if squared == 0.0 || sine > params::SUPPORT_SLOPE * along.length() * other.length() {
        return cut;
    }
    let part = |at: DVec2| (at - p).dot(along) / squared;
    let (side_x, side_y) = (subject.sides[0], clipper.sides[0]);
    let ends = [
        (0.0, [subject.corners[0], side_y]),
        (1.0, [subject.corners[1], side_y]),
        (part(r), [side_x, clipper.corners[0]]),
        (part(s), [side_x, clipper.corners[1]]),
    ];
    let (low, high) = if ends[2].0 <= ends[3].0 {
        (ends[2], ends[3])
    } else {
        (ends[3], ends[2])
    };
    let from = if low.0 > 0.0 { low } else { ends[0] };
    let to = if high.0 < 1.0 { high } else { ends[1] };
    if from.0 <= to.0 {
        for (t, on) in [from, to] {
            cut.push(ClipVertex {
                at: p + along * t,
                on,
                ..ClipVertex::default()
            });
        }
    }
    cut
}

/// An edge or face clipped by the sides of a face.
fn clip_by_sides<const N: usize>(
    subject: &FeaturePolygon,
    clipper: &FeaturePolygon,
    flat: impl Fn(DVec3) -> DVec2,
) -> ClippedFeature<N> {
    let mut cut = ClippedFeature::empty();
    for i in 0..subject.count {
        cut.push(ClipVertex {
            at: flat(subject.points[i]),
            on: [subject.corners[i], clipper.face],
            side: i,
            is_clipper_side: false,
        });
    }
    let mut ring = [DVec2::ZERO; MAX_POLYGON_CORNERS];
    for (corner, point) in ring.iter_mut().zip(clipper.points()) {
        *corner = flat(*point);
    }
    let ring = &ring[..clipper.count];
    let next = |i: usize| (i + 1) % ring.len();
    let area: f64 = (0..ring.len())
        .map(|i| (ring[i] - ring[0]).perp_dot(ring[next(i)] - ring[0]))
        .sum();
    let size = ring.iter().map(|p| p.distance(ring[0])).fold(0.0, f64::max);
    let mut old = ClippedFeature::<N>::empty();
    for j in 0..ring.len() {
        let along = (ring[next(j)] - ring[j]) * area.signum();
        let slack = params::CLIPPING_SLACK_FRACTION * size * along.length();
        let inside = |at: DVec2| along.perp_dot(at - ring[j]) + slack;
        let whole = &cut.vertices[..cut.count];
        if whole.iter().all(|vertex| inside(vertex.at) >= 0.0) {
            continue;
        }
        std::mem::swap(&mut cut, &mut old);
        cut.count = 0;
        // A segment has one side, a polygon as many as corners.
        let closed = subject.count > 2;
        for i in 0..old.count {
            let here = old.vertices[i];
            let depth = inside(here.at);
            if depth >= 0.0 {
                cut.push(here);
            }
            if i + 1 == old.count && !closed {
                break;
            }
            let there = old.vertices[(i + 1) % old.count];
            let beyond = inside(there.at);
            if (depth >= 0.0) == (beyond >= 0.0) {
                continue;
            }
            let on = if here.is_clipper_side {
                let corner = if next(here.side) == j { j } else { here.side };
                [subject.face, clipper.corners[corner]]
            } else {
                [subject.sides[here.side], clipper.sides[j]]
            };
            let leaving = depth >= 0.0;
            cut.push(ClipVertex {
                at: between(here.at, there.at, depth / (depth - beyond)),
                on,
                side: if leaving { j } else { here.side },
                is_clipper_side: leaving || here.is_clipper_side,
            });
        }
        if cut.count == 0 {
            break;
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::contacts::support_feature::shape_feature;
    use crate::shape::Shape;
    use crate::shape::{Capsule, Cuboid};
    use glam::Vec3;

    fn face(half: f32, up: bool, shift: DVec3) -> FeaturePolygon {
        let shape = Shape::Cuboid(Cuboid::new(Vec3::splat(half)).unwrap());
        let mut polygon = shape_feature(
            shape.bounded().unwrap(),
            if up { DVec3::Y } else { DVec3::NEG_Y },
        );
        polygon.map(|p| p + shift);
        polygon
    }

    #[test]
    fn two_faces_share_a_polygon_whose_corners_know_what_made_them() {
        let below = face(1.0, true, DVec3::ZERO);
        let above = face(1.0, false, DVec3::new(0.5, 2.25, 0.5));
        let found = overlap::<MAX_OVERLAP>(&below, &above, DVec3::Y);
        assert_eq!(found.corners().len(), 4);
        let mut names = Vec::new();
        for corner in found.corners() {
            assert!((corner.distance - 0.25).abs() < 1e-12);
            assert!((corner.point_a.y - 1.0).abs() < 1e-12);
            for x in [corner.point_a.x, corner.point_a.z] {
                assert!((x - 1.0).abs() < 1e-8 || (x + 0.5).abs() < 1e-8);
            }
            names.push((corner.on_a.id >> 30, corner.on_b.id >> 30));
        }
        names.sort_unstable();
        // A corner over a face, a face over a corner, and twice sides that cross.
        assert_eq!(names, [(0, 2), (1, 1), (1, 1), (2, 0)]);
    }

    #[test]
    fn an_edge_over_a_face_is_cut_at_its_sides() {
        let below = face(1.0, true, DVec3::ZERO);
        let capsule = Shape::Capsule(Capsule::new(3.0, 0.5).unwrap());
        let mut above = shape_feature(capsule.bounded().unwrap(), DVec3::X);
        // The capsule's Y along x, its X down.
        above.map(|p| DVec3::new(p.y, 2.0 - p.x, 0.3));
        for (a, b, normal) in [(&below, &above, DVec3::Y), (&above, &below, DVec3::NEG_Y)] {
            let found = overlap::<MAX_OVERLAP>(a, b, normal);
            assert_eq!(found.corners().len(), 2);
            for corner in found.corners() {
                assert!((corner.distance - 0.5).abs() < 1e-12);
                assert!((corner.point_a.x.abs() - 1.0).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn features_beside_each_other_share_nothing() {
        let below = face(1.0, true, DVec3::ZERO);
        let above = face(1.0, false, DVec3::new(2.5, 2.0, 0.0));
        assert_eq!(
            overlap::<MAX_OVERLAP>(&below, &above, DVec3::Y)
                .corners()
                .len(),
            0
        );
    }

    #[test]
    fn two_parallel_edges_share_their_common_stretch() {
        let capsule = Shape::Capsule(Capsule::new(1.0, 0.5).unwrap());
        let a = shape_feature(capsule.bounded().unwrap(), DVec3::X);
        let mut b = shape_feature(capsule.bounded().unwrap(), DVec3::NEG_X);
        b.map(|p| p + DVec3::new(1.5, 0.5, 0.0));
        let found = overlap::<MAX_OVERLAP>(&a, &b, DVec3::X);
        let mut places: Vec<f64> = found.corners().iter().map(|c| c.point_a.y).collect();
        places.sort_by(f64::total_cmp);
        assert_eq!(places, [-0.5, 1.0]);
        assert!(
            found
                .corners()
                .iter()
                .all(|c| (c.distance - 0.5).abs() < 1e-12)
        );
    }
}
