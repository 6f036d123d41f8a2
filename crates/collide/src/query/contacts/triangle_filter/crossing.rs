//! The test that two triangles cross, each with corners on both sides of the other's plane: four pairs at
//! once, in f32, with a margin for its rounding.
//!
//! The planes meet in a line. Each triangle's border crosses the line twice, and between these two
//! points the triangle lies on the line (Moller, "A fast triangle-triangle intersection test",
//! 1997). The points have error bounds: so the answer is that the triangles are apart, that they
//! cross, with the sides at which the common stretch ends, or that an exact test has to decide.

use wide::bytemuck::cast;
use wide::{f32x4, i32x4};

use crate::params;
use crate::query::contacts::triangle_filter::simd::FourTriangles;

/// The sides at which two triangles cross.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TriangleCrossing {
    /// For each triangle the corners behind the other's plane, as bits; the others are in front of
    /// it.
    pub behind: [u8; 2],
    /// The sides at which the common stretch starts and ends: of the first triangle (0 to 2) or of
    /// the second (3 to 5).
    pub ends: [u8; 2],
}

impl TriangleCrossing {
    /// Unpacks a number from [`classify_crossings`]; `None` if that left the crossing open.
    #[inline]
    pub fn unpacked(packed: u32) -> Option<Self> {
        let bits = |at: u32| (packed >> at & 7) as u8;
        (packed & KNOWN != 0).then(|| TriangleCrossing {
            behind: [bits(0), bits(3)],
            ends: [bits(6), bits(9)],
        })
    }
}

/// Set in a number that holds a [`TriangleCrossing`].
const KNOWN: u32 = 1 << 12;

/// The lowest bits of a coordinate along the line, which hold the number of a side instead.
const SIDE: i32 = 7;

/// The intervals in which four triangles lie on the lines of intersection of the planes.
struct LineIntervals {
    /// The ends of the interval along the line; their lowest bits are the numbers of the sides.
    low: f32x4,
    high: f32x4,
    /// The error bound of the ends.
    slack: f32x4,
    /// The corners behind the plane, as bits.
    behind: i32x4,
}

impl LineIntervals {
    /// The intervals of triangles whose corners have these heights over the planes, along lines in
    /// the planes.
    #[inline(always)]
    fn new(
        triangles: &FourTriangles,
        heights: &[f32x4; 3],
        [x, y, z]: &[f32x4; 3],
        rounding: f32x4,
        first_side: i32,
    ) -> Self {
        let mut at = [f32x4::ZERO; 3];
        let mut is_behind = [f32x4::ZERO; 3];
        let mut behind = i32x4::ZERO;
        for i in 0..3 {
            let corner = &triangles.corners[i];
            at[i] = corner[0] * *x + corner[1] * *y + corner[2] * *z;
            is_behind[i] = heights[i].simd_lt(f32x4::ZERO);
            behind |= cast::<_, i32x4>(is_behind[i]) & (1 << i);
        }
        let (mut low, mut high) = (f32x4::splat(f32::INFINITY), f32x4::splat(f32::NEG_INFINITY));
        let mut slack = f32x4::ZERO;
        for i in 0..3 {
            // From each corner to the next one.
            let next = (i + 1) % 3;
            let slope = (at[next] - at[i]) / (heights[i] - heights[next]);
            let coordinate = at[i] + heights[i] * slope;
            let side = first_side + i as i32;
            let coordinate = cast::<_, f32x4>((cast::<_, i32x4>(coordinate) & !SIDE) | side);
            let crosses = is_behind[i] ^ is_behind[next];
            low = low.fast_min(crosses.select(coordinate, f32x4::splat(f32::INFINITY)));
            high = high.fast_max(crosses.select(coordinate, f32x4::splat(f32::NEG_INFINITY)));
            slack = slack.fast_max(crosses & slope.abs());
        }
        LineIntervals {
            low,
            high,
            slack: (slack + 1.0) * rounding,
            behind,
        }
    }
}

/// The pairs that are certainly apart, as bits; and for those that certainly cross a number for
/// [`TriangleCrossing::unpacked`], else 0. The heights are those of each triangle's corners over
/// the other's plane, with an error of up to `rounding` metres.
#[inline(always)]
pub(crate) fn classify_crossings(
    [one, two]: [&FourTriangles; 2],
    [over_b, over_a]: [&[f32x4; 3]; 2],
    rounding: f32,
) -> (u32, [u32; 4]) {
    let ([ax, ay, az, _], [bx, by, bz, _]) = (one.plane, two.plane);
    // Along the line in which the planes meet; any direction that is not across it would do.
    let along = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let [x, y, z] = along;
    let squared = x * x + y * y + z * z;
    let mut is_sure = squared.simd_gt(f32x4::splat(params::MIN_PLANES_SINE_SQUARED));
    let off = f32x4::splat(8.0 * rounding);
    for i in 0..3 {
        is_sure &= over_a[i].abs().simd_gt(off) & over_b[i].abs().simd_gt(off);
    }
    // Four times for the coordinate itself; the side's number in its lowest bits adds less than
    // one.
    let rounding = f32x4::splat(5.0 * rounding);
    let on_a = LineIntervals::new(one, over_b, &along, rounding, 0);
    let on_b = LineIntervals::new(two, over_a, &along, rounding, 3);
    // Two ends that are nearer to each other than this may be in either order.
    let room = on_a.slack + on_b.slack;
    let is_apart = (on_b.low - on_a.high).simd_gt(room) | (on_a.low - on_b.high).simd_gt(room);
    // The stretch that both share.
    let from = on_a.low.fast_max(on_b.low);
    let to = on_a.high.fast_min(on_b.high);
    let (twice_a, twice_b) = (on_a.slack + on_a.slack, on_b.slack + on_b.slack);
    let is_known = (on_a.low - on_b.low).abs().simd_gt(room)
        & (on_a.high - on_b.high).abs().simd_gt(room)
        & (on_a.high - on_a.low).simd_gt(twice_a)
        & (on_b.high - on_b.low).simd_gt(twice_b)
        & (to - from).simd_gt(twice_a.fast_max(twice_b))
        & is_sure;
    let side = |coordinate: f32x4| cast::<_, i32x4>(coordinate) & SIDE;
    let packed =
        on_a.behind | (on_b.behind << 3) | (side(from) << 6) | (side(to) << 9) | KNOWN as i32;
    let packed = packed & cast::<_, i32x4>(is_known);
    ((is_apart & is_sure).to_bitmask(), cast(packed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::contacts::intersection_curves::{crossing, crossing_at_sides};
    use crate::query::contacts::triangle_cache::CachedTriangle;
    use crate::query::contacts::triangle_filter::bounds::FilterTriangle;
    use crate::query::contacts::triangle_filter::simd::BeyondPlanes;
    use glam::{DVec3, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// The triangle as the filter and the exact test see it; its plane in f32, as in models.
    fn both(corners: [Vec3; 3]) -> Option<(FilterTriangle, CachedTriangle)> {
        let cached = CachedTriangle::of(corners.map(|p| p.as_dvec3()));
        let normal = cached.normal();
        let offset = normal.dot(cached.corners[0]);
        let plane = [normal.x, normal.y, normal.z, offset].map(|x| x as f32);
        let prepared = FilterTriangle {
            corners: corners.map(|p| f32x4::new([p.x, p.y, p.z, 0.0])),
            plane: f32x4::new(plane),
        };
        (normal != DVec3::ZERO).then_some((prepared, cached))
    }

    /// Two triangles about `size` large near the origin: any, needles, or with corners that lie
    /// nearly on the other one.
    fn pair(random: &mut Pcg32, size: f32) -> [[Vec3; 3]; 2] {
        let vertex = |random: &mut Pcg32| {
            Vec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0_f32))) * size
        };
        let mut both = [0; 2].map(|_| [0; 3].map(|_| vertex(random)));
        let kind = random.random_range(0..4);
        if kind == 1 {
            let along = both[1][1] - both[1][0];
            both[1][2] = both[1][0] + along * 0.5 + vertex(random) * 1e-4;
        }
        if kind >= 2 {
            let [a, b, c] = both[0];
            let (u, v) = (
                random.random_range(-0.2..1.2),
                random.random_range(-0.2..1.2),
            );
            let off = if kind == 2 { 1e-6 } else { 0.0 };
            both[1][0] = a + (b - a) * u + (c - a) * v + vertex(random) * off;
        }
        both
    }

    #[test]
    fn what_is_said_to_pass_does_not_cross_and_known_crossings_are_the_exact_ones() {
        let mut random = Pcg32::seed_from_u64(93);
        let (mut passed, mut known, mut unknown) = (0, 0, 0);
        for case in 0..64_000 {
            let size = [1e-3, 1.0, 1e3][case % 3];
            // As a query has it: a few roundings of the coordinates.
            let rounding = 16.0 * f32::EPSILON * size;
            let [Some(one), Some(two)] = pair(&mut random, size).map(both) else {
                continue;
            };
            let four = |prepared: &FilterTriangle| FourTriangles::new([prepared; 4]);
            let (one_s, two_s) = (four(&one.0), four(&two.0));
            let heights = [one_s.heights(&two_s.plane), two_s.heights(&one_s.plane)];
            let (low, high) = (f32x4::splat(-rounding), f32x4::splat(rounding));
            if heights
                .iter()
                .any(|heights| BeyondPlanes::new(heights, low, high).whole().any())
            {
                continue;
            }
            let (is_apart, packed_crossing) =
                classify_crossings([&one_s, &two_s], [&heights[0], &heights[1]], rounding);
            assert!(is_apart == 0 || is_apart == 15);
            assert!(
                packed_crossing
                    .iter()
                    .all(|&packed| packed == packed_crossing[0])
            );
            let (is_apart, packed_crossing) = (
                is_apart != 0,
                TriangleCrossing::unpacked(packed_crossing[0]),
            );
            let cached = [&one.1, &two.1];
            let exact = crossing([5, 7], cached);
            if is_apart {
                passed += 1;
                assert!(exact.is_none(), "case {case}");
            } else if let Some(packed_crossing) = packed_crossing {
                known += 1;
                let told = crossing_at_sides([5, 7], cached, packed_crossing);
                assert_eq!(exact, Some(told), "case {case}");
            } else {
                unknown += 1;
            }
        }
        assert!(passed > 5000 && known > 5000, "{passed} {known} {unknown}");
    }
}
