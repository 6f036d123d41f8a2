//! The axes of the k-DOPs, and rotated axes as combinations of them.
//!
//! A k-DOP is bounded by k/2 slabs. Ours are the coordinate axes (6-DOP) with the cube's corner
//! directions (14), with its edge directions (18, source 1 section 1.3) or with both (26). All
//! are unit vectors, so that a gap between two slabs is a distance in metres.

use glam::Vec3;

/// The most axes that any k-DOP here has.
pub const MAX_AXES: usize = 13;

/// 1/sqrt(2)
const H: f32 = std::f32::consts::FRAC_1_SQRT_2;
/// 1/sqrt(3)
const T: f32 = 0.577_350_26;

const SQRT_2: f32 = std::f32::consts::SQRT_2;
const SQRT_3: f32 = 1.732_050_8;

const FACES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

/// Source 1's order: the sums first, then the differences.
const EDGES: [Vec3; 6] = [
    Vec3::new(H, H, 0.0),
    Vec3::new(H, 0.0, H),
    Vec3::new(0.0, H, H),
    Vec3::new(H, -H, 0.0),
    Vec3::new(H, 0.0, -H),
    Vec3::new(0.0, H, -H),
];

const CORNERS: [Vec3; 4] = [
    Vec3::new(T, T, T),
    Vec3::new(T, T, -T),
    Vec3::new(T, -T, T),
    Vec3::new(-T, T, T),
];

const AXES_14: [Vec3; 7] = [
    FACES[0], FACES[1], FACES[2], CORNERS[0], CORNERS[1], CORNERS[2], CORNERS[3],
];
const AXES_18: [Vec3; 9] = [
    FACES[0], FACES[1], FACES[2], EDGES[0], EDGES[1], EDGES[2], EDGES[3], EDGES[4], EDGES[5],
];
const AXES_26: [Vec3; 13] = [
    FACES[0], FACES[1], FACES[2], EDGES[0], EDGES[1], EDGES[2], EDGES[3], EDGES[4], EDGES[5],
    CORNERS[0], CORNERS[1], CORNERS[2], CORNERS[3],
];

/// The unit axes of the k-DOP with `n` slabs; k is twice as much.
pub(super) const fn axes(n: usize) -> &'static [Vec3] {
    match n {
        3 => &FACES,
        7 => &AXES_14,
        9 => &AXES_18,
        13 => &AXES_26,
        _ => panic!("k-DOPs have 3, 7, 9 or 13 axes"),
    }
}

/// One term of a combination of axes: the index of the axis, its sign, and its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConeTerm {
    pub axis: usize,
    pub negative: bool,
    pub weight: f32,
}

/// `direction` as a non-negative combination of three signed axes of the k-DOP with `n` slabs. The
/// k-DOP's extent along `direction` is then at most the same combination of its extents along those
/// axes, because support functions are sublinear. The three signed axes span the cone of the volume's
/// normal fan that contains `direction`, which makes the bound tight.
///
/// With a, b, c the absolute coordinates in falling order and X, Y, Z their signed axes:
/// *  6: a X + b Y + c Z;
/// * 14: (a-b) X + (b+c)/2 (X+Y+Z) + (b-c)/2 (X+Y-Z);
/// * 18: if b+c <= a: (a-b-c) X + b (X+Y) + c (X+Z),
///   else (a+b-c)/2 (X+Y) + (a+c-b)/2 (X+Z) + (b+c-a)/2 (Y+Z);
/// * 26: (a-b) X + (b-c) (X+Y) + c (X+Y+Z).
#[inline]
pub(super) fn cone_terms(n: usize, direction: Vec3) -> [ConeTerm; 3] {
    let negative = direction.to_array().map(|value| value < 0.0);
    let [p, q, r] = falling_order(direction.abs());
    let (a, b, c) = (direction[p].abs(), direction[q].abs(), direction[r].abs());
    let face = |i: usize, weight: f32| ConeTerm {
        axis: i,
        negative: negative[i],
        weight,
    };
    // The sum of two signed axes: source 1's order has the sums first, then the differences.
    let edge = |i: usize, j: usize, weight: f32| ConeTerm {
        axis: i + j + if negative[i] == negative[j] { 2 } else { 5 },
        negative: negative[i.min(j)],
        weight: weight * SQRT_2,
    };
    // The sum of all three signed axes; if `third` is true, of two less the third.
    let corner = |third: bool, weight: f32| {
        let mut signs = negative;
        signs[r] ^= third;
        let [x, y, z] = signs;
        // The coordinate whose sign differs from the others identifies the corner axis.
        let (kind, negative) = match (x == y, x == z) {
            (true, true) => (0, x),
            (true, false) => (1, x),
            (false, true) => (2, x),
            (false, false) => (3, !x),
        };
        ConeTerm {
            axis: kind + if n == 7 { 3 } else { 9 },
            negative,
            weight: weight * SQRT_3,
        }
    };
    match n {
        3 => [face(p, a), face(q, b), face(r, c)],
        7 => [
            face(p, a - b),
            corner(false, 0.5 * (b + c)),
            corner(true, 0.5 * (b - c)),
        ],
        9 => {
            // Both cases without a branch, which would be hard to predict.
            let excess = b + c - a;
            let half = 0.5 * excess.max(0.0);
            let (near, far) = (face(p, -excess), edge(q, r, half));
            let third = if excess > 0.0 { far } else { near };
            [third, edge(p, q, b - half), edge(p, r, c - half)]
        }
        _ => [face(p, a - b), edge(p, q, b - c), corner(false, c)],
    }
}

/// The indices of the three coordinates, that of the largest one first. It has no branches.
#[inline]
fn falling_order(v: Vec3) -> [usize; 3] {
    let p = usize::from(v.y > v.x);
    let p = if v.z > v.x.max(v.y) { 2 } else { p };
    // Among equal coordinates the first counts as the largest, the last as the smallest: p and r differ.
    let r = usize::from(v.y <= v.x);
    let r = if v.z <= v.x.min(v.y) { 2 } else { r };
    [p, 3 - p - r, r]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vector(term: &ConeTerm, n: usize) -> Vec3 {
        let sign = if term.negative { -1.0 } else { 1.0 };
        axes(n)[term.axis] * (sign * term.weight)
    }

    proptest! {
        #[test]
        fn the_three_terms_add_up_to_the_direction(x in -1.0f32..1.0, y in -1.0f32..1.0, z in -1.0f32..1.0) {
            let direction = Vec3::new(x, y, z);
            for n in [3, 7, 9, 13] {
                let terms = cone_terms(n, direction);
                let sum: Vec3 = terms.iter().map(|term| vector(term, n)).sum();
                prop_assert!(sum.abs_diff_eq(direction, 1e-6), "{n} axes: {sum} is not {direction}");
                prop_assert!(terms.iter().all(|term| term.weight >= -1e-7));
            }
        }
    }

    #[test]
    fn an_axis_of_the_volume_is_made_of_itself_alone() {
        for n in [3, 7, 9, 13] {
            for (index, &axis) in axes(n).iter().enumerate() {
                let terms = cone_terms(n, -axis);
                let main = terms
                    .iter()
                    .max_by(|p, q| p.weight.total_cmp(&q.weight))
                    .unwrap();
                assert_eq!((main.axis, main.negative), (index, true));
                assert!((main.weight - 1.0).abs() < 1e-6);
            }
        }
    }
}
