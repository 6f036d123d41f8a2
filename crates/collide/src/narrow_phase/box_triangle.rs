//! A triangle above or in a face of a box, in closed form.
//!
//! *Idea*: the separating axis test. The gap or overlap of two convex polyhedra is decided along the
//! normal of a face of one of them or along the cross product of an edge of each (Gottschalk, Lin and
//! Manocha, "OBBTree", 1996, for boxes). Mostly it is a face of the box. Then the triangle's foremost
//! corner over that face is the nearest or deepest point, and the answer takes a few dozen products.
//!
//! *When*: before GJK and EPA, for bodies that stand on floors and lean against walls.
//!
//! *Limits*: the answer is unknown if another direction decides, or if no foremost corner is over the
//! face.

use glam::DVec3;

use crate::math::Relative;
use crate::narrow_phase::convex_pair::Separation;
use crate::params;

/// The result of the closed form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoxTriangle {
    /// The two are farther apart than the limit.
    Far,
    Known(Separation),
    Unknown,
}

/// Tests a triangle (the first shape, in its own frame) against a box with these half extents (m);
/// `relative` maps from the box's frame to the triangle's. `limit` in metres.
pub(crate) fn box_triangle(
    corners: &[DVec3; 3],
    half: DVec3,
    relative: &Relative,
    limit: f64,
) -> BoxTriangle {
    let back = relative.rotation.transpose();
    // No `map` over arrays here: it is not always inlined, which doubles the time.
    let to_box = |p: DVec3| back * (p - relative.translation);
    let places = [to_box(corners[0]), to_box(corners[1]), to_box(corners[2])];
    let [p, q, r] = places;
    let (low, high) = (p.min(q).min(r), p.max(q).max(r));
    // The gaps between the triangle and each of the six faces.
    let (above, below) = (low - half, -half - high);
    let gaps = above.max(below);
    let axis = if gaps.x >= gaps.y && gaps.x >= gaps.z {
        0
    } else if gaps.y >= gaps.z {
        1
    } else {
        2
    };
    let gap = gaps[axis];
    if gap > limit {
        return BoxTriangle::Far;
    }
    let (u, v) = (q - p, r - p);
    let across = u.cross(v);
    let reach = across.abs().dot(half);
    let beyond = across.dot(p).abs() - reach;
    if beyond > 0.0 && beyond * beyond > limit * limit * across.length_squared() {
        return BoxTriangle::Far;
    }
    let side = if above[axis] >= below[axis] {
        1.0
    } else {
        -1.0
    };
    let mut foremost: Option<DVec3> = None;
    for corner in [p, q, r] {
        let mut beside = corner.abs() - half;
        beside[axis] = 0.0;
        let is_over = beside.max_element() <= 0.0 && corner[axis] * side - half[axis] <= gap;
        if is_over && foremost.is_none_or(|old| corner[axis] * side < old[axis] * side) {
            foremost = Some(corner);
        }
    }
    let Some(corner) = foremost else {
        return BoxTriangle::Unknown;
    };
    if gap < 0.0 && !is_least_depth(&places, half, across, gap) {
        return BoxTriangle::Unknown;
    }
    let mut out = DVec3::ZERO;
    out[axis] = side;
    let place = |p: DVec3| relative.rotation * p + relative.translation;
    BoxTriangle::Known(Separation {
        distance: gap,
        lower_bound: gap,
        normal: relative.rotation * -out,
        point_a: place(corner),
        point_b: place(corner - out * gap),
    })
}

/// Returns true if neither the triangle's normal nor the cross product of two edges separates the two
/// with less depth than `gap` metres, which is negative.
fn is_least_depth(places: &[DVec3; 3], half: DVec3, across: DVec3, gap: f64) -> bool {
    let [p, q, r] = *places;
    let better = |way: DVec3| {
        let (along_p, along_q, along_r) = (p.dot(way), q.dot(way), r.dot(way));
        let low = along_p.min(along_q).min(along_r);
        let high = along_p.max(along_q).max(along_r);
        let reach = way.abs().dot(half);
        let depth = (reach - low).min(high + reach);
        // The cross product is zero for edges along an axis of the box.
        let squared = way.length_squared();
        squared > 0.0 && (depth < 0.0 || depth * depth < gap * gap * squared)
    };
    let edges = [q - p, r - q, p - r];
    let crossing = edges.into_iter().flat_map(|e| {
        let around = [
            DVec3::new(0.0, -e.z, e.y),
            DVec3::new(e.z, 0.0, -e.x),
            DVec3::new(-e.y, e.x, 0.0),
        ];
        // For an edge nearly along an axis the cross product is rounding.
        let least = params::BOX_EDGE_CROSSING * e.length_squared();
        around
            .into_iter()
            .filter(move |way| way.length_squared() > least)
    });
    !better(across) && !crossing.into_iter().any(better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::narrow_phase::WarmStart;
    use crate::narrow_phase::convex_pair::separation;
    use crate::narrow_phase::epa::EpaScratch;
    use crate::shape::Cuboid;
    use crate::shape::Triangle;
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn what_it_knows_is_what_the_general_search_finds() {
        let mut random = Pcg32::seed_from_u64(3);
        let mut scratch = EpaScratch::default();
        let (mut far, mut apart, mut deep, mut unknown) = (0, 0, 0, 0);
        for _ in 0..20_000 {
            let mut number = |size: f32| random.random_range(-size..size);
            let mut vector = |size: f32| Vec3::new(number(size), number(size), number(size));
            let half = vector(1.0).abs() + Vec3::splat(0.1);
            let middle = vector(1.5);
            let triangle = [0; 3].map(|_| middle + vector(0.5));
            let turn = Quat::from_vec4(vector(1.0).extend(0.3)).normalize();
            let pose = Pose::new(turn, vector(0.5)).unwrap();
            let relative = Relative::new(&Pose::IDENTITY, &pose);
            let solid = Cuboid::new(half).unwrap();
            let found = separation(
                &Triangle::new(triangle),
                &solid,
                &relative,
                &mut WarmStart::default(),
                &mut scratch,
            );
            let corners = triangle.map(|p| p.as_dvec3());
            match box_triangle(&corners, half.as_dvec3(), &relative, 0.3) {
                BoxTriangle::Far => {
                    far += 1;
                    assert!(found.distance > 0.3 - 1e-9, "{found:?}");
                }
                BoxTriangle::Known(known) => {
                    apart += usize::from(known.distance >= 0.0);
                    deep += usize::from(known.distance < 0.0);
                    let off = (known.distance - found.distance).abs();
                    assert!(off < 1e-7, "{known:?} for {found:?}");
                    let along = (known.point_b - known.point_a).dot(known.normal);
                    assert!((along - known.distance).abs() < 1e-9);
                    if known.distance.abs() > 1e-6 {
                        assert!(
                            known.normal.dot(found.normal) > 0.999,
                            "{known:?} {found:?}"
                        );
                    }
                }
                BoxTriangle::Unknown => unknown += 1,
            }
        }
        assert!(
            far > 3000 && apart > 500 && deep > 500,
            "{far} {apart} {deep} {unknown}"
        );
    }
}
