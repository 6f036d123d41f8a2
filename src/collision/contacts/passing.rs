//! Two triangles, each with corners on both sides of the other's plane: do they cross or pass each
//! other? In f32, with room for its rounding.
//!
//! Their planes meet in a line. Each triangle's border crosses it twice, and between these two
//! places the triangle lies on the line (Moller, "A fast triangle-triangle intersection test",
//! 1997). All three sides of a triangle are taken at once, and places come with what they may be
//! off: so the answer is that they pass, that they cross and at which sides the common stretch
//! ends, or that it takes a closer look.

use wide::f32x4;

use super::sketch::Sketch;

/// The square of the sine of the least angle between two planes whose line is known in f32.
const LEAST_SQUARED_SINE: f32 = 1e-8;

/// How two triangles cross.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passing {
    /// For each triangle which corners are behind the other's plane, as bits; the others are in
    /// front of it.
    pub behind: [u8; 2],
    /// The sides at which the common stretch starts and ends: of the first triangle (0 to 2) or of
    /// the second (3 to 5).
    pub ends: [u8; 2],
}

/// Where the sides of a triangle cross the other's plane.
#[derive(Clone, Copy)]
struct OnLine {
    /// How far along the line, for each side; the fourth lane is the first again.
    places: f32x4,
    /// By how much that may be off.
    slack: f32x4,
    /// Which sides cross the plane at all: all bits of a lane or none.
    crosses: f32x4,
}

impl OnLine {
    /// Where a triangle crosses a plane over which its corners have these heights, along a line in
    /// the plane.
    #[inline(always)]
    fn new(triangle: &Sketch, here: f32x4, [x, y, z]: [f32; 3], slack: f32x4) -> Self {
        let [xs, ys, zs] = triangle.rows;
        let at = xs * x + ys * y + zs * z;
        // From each corner to the next one.
        let (there, to) = (next(here), next(at));
        let slope = (to - at) / (here - there);
        OnLine {
            places: at + here * slope,
            slack: slope.abs() * slack + slack,
            crosses: here.simd_lt(f32x4::ZERO) ^ there.simd_lt(f32x4::ZERO),
        }
    }

    /// Whether all places are certainly before all of another triangle's.
    #[inline(always)]
    fn is_before(&self, other: &OnLine) -> bool {
        let (first, low) = (self.places + self.slack, other.places - other.slack);
        let first = self
            .crosses
            .bitselect(first, f32x4::splat(f32::NEG_INFINITY));
        let low = other.crosses.bitselect(low, f32x4::splat(f32::INFINITY));
        let second = next(first);
        let third = next(second);
        (first.simd_lt(low) & second.simd_lt(low) & third.simd_lt(low)).to_bitmask() == 15
    }

    /// The ends of the stretch between them.
    #[inline(always)]
    fn ends(&self, first_side: u8) -> [End; 2] {
        let (places, slack) = (self.places.to_array(), self.slack.to_array());
        let crosses = self.crosses.to_bitmask() & 7;
        let end = |bits: u32| {
            let side = bits.trailing_zeros() & 3;
            End {
                place: places[side as usize],
                slack: slack[side as usize],
                side: side as u8 + first_side,
            }
        };
        let (one, two) = (end(crosses), end(crosses & crosses.wrapping_sub(1)));
        if one.place <= two.place {
            [one, two]
        } else {
            [two, one]
        }
    }
}

/// Whether two triangles certainly pass each other; and how they cross, if they certainly do.
/// `heights` are those of each one's corners over the other's plane, which may be off by
/// `rounding`.
#[inline]
pub(super) fn pass(
    [one, two]: [&Sketch; 2],
    [over_b, over_a]: [f32x4; 2],
    rounding: f32,
) -> (bool, Option<Passing>) {
    let ([ax, ay, az, _], [bx, by, bz, _]) = (one.plane, two.plane);
    // Along the line in which the planes meet; any direction would do that is not across it.
    let along = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let [x, y, z] = along;
    let off = f32x4::splat(8.0 * rounding);
    let is_off = over_a.abs().simd_gt(off) & over_b.abs().simd_gt(off);
    let is_sure = (x * x + y * y + z * z > LEAST_SQUARED_SINE) & (is_off.to_bitmask() == 15);
    if !is_sure {
        return (false, None);
    }
    let slack = f32x4::splat(4.0 * rounding);
    let on_a = OnLine::new(one, over_b, along, slack);
    let on_b = OnLine::new(two, over_a, along, slack);
    if on_a.is_before(&on_b) | on_b.is_before(&on_a) {
        return (true, None);
    }
    let behind = |heights: f32x4| (heights.simd_lt(f32x4::ZERO).to_bitmask() & 7) as u8;
    let ends = common_stretch(on_a.ends(0), on_b.ends(3));
    let behind = [behind(over_b), behind(over_a)];
    (false, ends.map(|ends| Passing { behind, ends }))
}

/// The end of a triangle's stretch of the line.
#[derive(Clone, Copy)]
struct End {
    place: f32,
    slack: f32,
    side: u8,
}

impl End {
    /// Whether this one is certainly before another one.
    #[inline(always)]
    fn is_before(&self, other: &End) -> bool {
        other.place - self.place > self.slack + other.slack
    }
}

/// The sides at which the stretch of the line that two triangles share starts and ends, if that is
/// certain.
#[inline(always)]
fn common_stretch([low_a, high_a]: [End; 2], [low_b, high_b]: [End; 2]) -> Option<[u8; 2]> {
    let starts_in_a = low_b.is_before(&low_a);
    let ends_in_a = high_a.is_before(&high_b);
    let from = if starts_in_a { low_a } else { low_b };
    let to = if ends_in_a { high_a } else { high_b };
    let is_sure = low_a.is_before(&high_a)
        & low_b.is_before(&high_b)
        & (starts_in_a | low_a.is_before(&low_b))
        & (ends_in_a | high_b.is_before(&high_a))
        & from.is_before(&to);
    is_sure.then_some([from.side, to.side])
}

/// What three lanes hold, each put into the lane before; the fourth lane is the first again.
#[inline(always)]
fn next(lanes: f32x4) -> f32x4 {
    let [_, second, third, first] = lanes.to_array();
    f32x4::new([second, third, first, second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::contacts::crossings::{crossing, known_crossing};
    use crate::collision::contacts::facets::Facet;
    use crate::collision::contacts::sketch::Growth;
    use glam::{DVec3, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// The triangle as both see it; its plane in f32 as models have it.
    fn both(corners: [Vec3; 3]) -> Option<(Sketch, Facet)> {
        let facet = Facet::of(corners.map(|p| p.as_dvec3()));
        let normal = facet.normal;
        let offset = normal.dot(facet.corners[0]);
        let plane = [normal.x, normal.y, normal.z, offset].map(|x| x as f32);
        let sketch = Sketch::new(corners, plane, 63, &Growth::default());
        (normal != DVec3::ZERO).then_some((sketch, facet))
    }

    /// Two triangles about `size` large near the origin: any, needles, or with corners that lie
    /// nearly on the other one.
    fn pair(random: &mut Pcg32, size: f32) -> [[Vec3; 3]; 2] {
        let place = |random: &mut Pcg32| {
            Vec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0_f32))) * size
        };
        let mut both = [0; 2].map(|_| [0; 3].map(|_| place(random)));
        let kind = random.random_range(0..4);
        if kind == 1 {
            let along = both[1][1] - both[1][0];
            both[1][2] = both[1][0] + along * 0.5 + place(random) * 1e-4;
        }
        if kind >= 2 {
            let [a, b, c] = both[0];
            let (u, v) = (
                random.random_range(-0.2..1.2),
                random.random_range(-0.2..1.2),
            );
            let off = if kind == 2 { 1e-6 } else { 0.0 };
            both[1][0] = a + (b - a) * u + (c - a) * v + place(random) * off;
        }
        both
    }

    #[test]
    fn what_is_said_to_pass_does_not_cross_and_known_crossings_are_the_exact_ones() {
        let mut random = Pcg32::seed_from_u64(93);
        let (mut passed, mut known, mut unknown) = (0, 0, 0);
        for case in 0..60_000 {
            let size = [1e-3, 1.0, 1e3][case % 3];
            // As a query has it: a few roundings of the coordinates.
            let rounding = 16.0 * f32::EPSILON * size;
            let [Some(one), Some(two)] = pair(&mut random, size).map(both) else {
                continue;
            };
            let heights = [one.0.heights(&two.0.plane), two.0.heights(&one.0.plane)];
            let beside = |h: f32x4| {
                h.simd_gt(f32x4::splat(rounding)).all() || h.simd_lt(f32x4::splat(-rounding)).all()
            };
            if heights.iter().any(|&h| beside(h)) {
                continue;
            }
            let (is_apart, passing) = pass([&one.0, &two.0], heights, rounding);
            let facets = [&one.1, &two.1];
            let exact = crossing(
                [5, 7],
                facets,
                [&two.1.heights(&one.1), &one.1.heights(&two.1)],
            );
            if is_apart {
                passed += 1;
                assert!(exact.is_none(), "case {case}");
            } else if let Some(passing) = passing {
                known += 1;
                let told = known_crossing([5, 7], facets, passing);
                assert_eq!(exact, Some(told), "case {case}");
            } else {
                unknown += 1;
            }
        }
        assert!(passed > 5000 && known > 5000, "{passed} {known} {unknown}");
    }
}
