//! Four triangles at once, one in each SIMD lane.

use wide::bytemuck::cast;
use wide::{f32x4, i32x4};

use crate::query::contacts::triangle_filter::bounds::FilterTriangle;

/// Four triangles.
#[derive(Clone, Copy)]
pub(crate) struct FourTriangles {
    /// The x, y and z of each corner.
    pub corners: [[f32x4; 3]; 3],
    /// The normal and the offset of the plane.
    pub plane: [f32x4; 4],
    /// See [`features`](crate::model::contact_features).
    pub features: i32x4,
}

impl FourTriangles {
    #[inline(always)]
    pub fn new([a, b, c, d]: [&FilterTriangle; 4]) -> Self {
        let corner = |i: usize| {
            let lanes = [a.corners[i], b.corners[i], c.corners[i], d.corners[i]];
            f32x4::transpose(lanes)
        };
        let ([px, py, pz, _], [qx, qy, qz, _]) = (corner(0), corner(1));
        let [rx, ry, rz, features] = corner(2);
        FourTriangles {
            corners: [[px, py, pz], [qx, qy, qz], [rx, ry, rz]],
            plane: f32x4::transpose([a.plane, b.plane, c.plane, d.plane]),
            features: cast(features),
        }
    }

    /// The heights of each triangle's corners over one plane for each triangle.
    #[inline(always)]
    pub fn heights(&self, plane: &[f32x4; 4]) -> [f32x4; 3] {
        let mut heights = [f32x4::ZERO; 3];
        for (height, [x, y, z]) in heights.iter_mut().zip(&self.corners) {
            *height = *x * plane[0] + *y * plane[1] + *z * plane[2] - plane[3];
        }
        heights
    }

    /// The features that are not beyond the sides of the boxes around other triangles, each wider
    /// than its triangle by `margin` metres; as bits.
    #[inline(always)]
    pub fn near_boxes(&self, others: &FourTriangles, margin: f32x4) -> i32x4 {
        let mut far = i32x4::ZERO;
        for axis in 0..3 {
            let own = self.along(axis);
            let [p, q, r] = others.along(axis);
            let low = p.fast_min(q).fast_min(r) - margin;
            let high = p.fast_max(q).fast_max(r) + margin;
            far |= BeyondPlanes::new(&own, low, high).features();
        }
        !far
    }

    /// The corners' coordinates along an axis.
    #[inline(always)]
    fn along(&self, axis: usize) -> [f32x4; 3] {
        let [p, q, r] = &self.corners;
        [p[axis], q[axis], r[axis]]
    }
}

/// The corners of four triangles that are beyond one of two parallel planes: all bits of a lane, or
/// none.
pub(crate) struct BeyondPlanes {
    above: [f32x4; 3],
    below: [f32x4; 3],
}

impl BeyondPlanes {
    /// Compares the corners' heights with those of the planes.
    #[inline(always)]
    pub fn new(heights: &[f32x4; 3], low: f32x4, high: f32x4) -> Self {
        let [p, q, r] = *heights;
        BeyondPlanes {
            above: [p.simd_gt(high), q.simd_gt(high), r.simd_gt(high)],
            below: [p.simd_lt(low), q.simd_lt(low), r.simd_lt(low)],
        }
    }

    /// The triangles that are wholly beyond one of the planes.
    #[inline(always)]
    pub fn whole(&self) -> f32x4 {
        let ([p, q, r], [s, t, u]) = (self.above, self.below);
        (p & q & r) | (s & t & u)
    }

    /// The corners (bits 0 to 2) and edges (bits 3 to 5) that are beyond one of the planes.
    #[inline(always)]
    pub fn features(&self) -> i32x4 {
        let (above, below) = (&self.above, &self.below);
        let mut bits = i32x4::ZERO;
        for i in 0..3 {
            let next = (i + 1) % 3;
            let corner = above[i] | below[i];
            let edge = (above[i] & above[next]) | (below[i] & below[next]);
            bits |= cast::<_, i32x4>(corner) & (1 << i);
            bits |= cast::<_, i32x4>(edge) & (8 << i);
        }
        bits
    }
}

/// The pairs whose features, given as bits, can form a contact: a corner with anything, or two
/// edges.
#[inline(always)]
pub(crate) fn can_form_contact(one: i32x4, two: i32x4) -> u32 {
    let has_corner = ((one | two) & 7).simd_gt(i32x4::ZERO);
    let has_edge = |bits: i32x4| bits.simd_gt(i32x4::splat(7));
    (has_corner | (has_edge(one) & has_edge(two))).to_bitmask()
}
