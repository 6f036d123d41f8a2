//! The nearest of the nine pairs of edges of two triangles, in SIMD lanes: the first stage of the
//! distance of triangles.

use glam::Vec3;
use wide::f32x4;

use crate::narrow_phase::closest_points::ClosestPoints;
use crate::params;
use crate::params::LEAST_SQUARED_LENGTH;

/// A triangle laid out for the edge stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleLanes {
    pub corners: [Vec3; 3],
    /// Edge *i* goes from corner *i* to the next.
    edges: [Vec3; 3],
    /// One over the squared lengths of the edges.
    over_squared: [f32; 3],
    corner_lanes: Lanes,
    edge_lanes: Lanes,
    over_squared_lanes: f32x4,
}

impl TriangleLanes {
    #[inline(always)]
    pub fn new(corners: [Vec3; 3]) -> Self {
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c];
        let edge_lanes = Lanes::new(&edges);
        let over_squared_lanes = f32x4::ONE
            / edge_lanes
                .dot(edge_lanes)
                .fast_max(f32x4::splat(LEAST_SQUARED_LENGTH));
        let [over_a, over_b, over_c, _] = over_squared_lanes.to_array();
        TriangleLanes {
            corners,
            edges,
            over_squared: [over_a, over_b, over_c],
            corner_lanes: Lanes::new(&corners),
            edge_lanes,
            over_squared_lanes,
        }
    }
}

/// Three vectors in lanes (the fourth lane repeats the first).
#[derive(Clone, Copy, Debug)]
struct Lanes {
    x: f32x4,
    y: f32x4,
    z: f32x4,
}

impl Lanes {
    #[inline(always)]
    fn new(v: &[Vec3; 3]) -> Self {
        Lanes {
            x: f32x4::new([v[0].x, v[1].x, v[2].x, v[0].x]),
            y: f32x4::new([v[0].y, v[1].y, v[2].y, v[0].y]),
            z: f32x4::new([v[0].z, v[1].z, v[2].z, v[0].z]),
        }
    }

    #[inline(always)]
    fn splat(v: Vec3) -> Self {
        Lanes {
            x: f32x4::splat(v.x),
            y: f32x4::splat(v.y),
            z: f32x4::splat(v.z),
        }
    }

    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Lanes {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }

    #[inline(always)]
    fn scale(self, s: f32x4) -> Self {
        Lanes {
            x: self.x * s,
            y: self.y * s,
            z: self.z * s,
        }
    }

    #[inline(always)]
    fn dot(self, o: Self) -> f32x4 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline(always)]
    fn cross(self, o: Self) -> Self {
        Lanes {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
}

#[inline(always)]
fn clamp_unit(x: f32x4) -> f32x4 {
    x.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
}

/// The nearest points of the nearest pair of edges, and true if no corner over a face can be nearer.
///
/// For each pair the common perpendicular of the lines is clamped to the segment of `a`, then the
/// nearest point of `b` is found, then the nearest point of `a` to that.
#[inline(always)]
pub(super) fn nearest_edges(a: &TriangleLanes, b: &TriangleLanes) -> (ClosestPoints, bool) {
    let u = a.edge_lanes;
    let mut squared = [f32x4::ZERO; 3];
    let mut along_a = [f32x4::ZERO; 3];
    let mut along_b = [f32x4::ZERO; 3];
    for j in 0..3 {
        let v = Lanes::splat(b.edges[j]);
        let w = Lanes::splat(b.corners[j]).sub(a.corner_lanes);
        let normal = u.cross(v);
        let normal_squared = normal
            .dot(normal)
            .fast_max(f32x4::splat(LEAST_SQUARED_LENGTH));
        let s = clamp_unit(w.cross(v).dot(normal) / normal_squared);
        // From b's line to a's point; updated as its ends move.
        let gap = u.scale(s).sub(w);
        let t = clamp_unit(gap.dot(v) * f32x4::splat(b.over_squared[j]));
        let gap = gap.sub(v.scale(t));
        let better = clamp_unit(s - gap.dot(u) * a.over_squared_lanes);
        let gap = gap.sub(u.scale(s - better));
        squared[j] = gap.dot(gap);
        along_a[j] = better;
        along_b[j] = t;
    }

    let best = squared[0]
        .fast_min(squared[1])
        .fast_min(squared[2])
        .to_array();
    let least = best[0].min(best[1]).min(best[2]);
    let equal = |j: usize| squared[j].simd_eq(f32x4::splat(least)).to_bitmask() & 0b111;
    let mask = equal(0) | equal(1) << 3 | equal(2) << 6;
    let pair = (mask.trailing_zeros() as usize).min(8);
    let (i, j) = (pair % 3, pair / 3);
    let (s, t) = (along_a[j].to_array()[i], along_b[j].to_array()[i]);

    let (on_a, on_b) = (a.edges[i] * s, b.edges[j] * t);
    let between = b.corners[j] - a.corners[i];
    let gap = between + on_b - on_a;
    let nearest = ClosestPoints {
        distance_squared: least,
        point_a: a.corners[i] + on_a,
        point_b: b.corners[j] + on_b,
    };
    // If the third corners are not between the two planes through the nearest points perpendicular to
    // the gap, no part of the triangles is. The gap's direction is rounded: the shorter the gap, the
    // larger the error at a corner one long side away.
    let (to_a, to_b) = (a.edges[(i + 2) % 3] + on_a, b.edges[(j + 2) % 3] + on_b);
    let doubt = params::TRIANGLE_DISTANCE_ROUNDING * sum(between.abs() + on_a.abs() + on_b.abs());
    let parted =
        to_a.dot(gap) >= doubt * sum(to_a.abs()) && to_b.dot(gap) <= -doubt * sum(to_b.abs());
    (nearest, parted)
}

fn sum(v: Vec3) -> f32 {
    v.x + v.y + v.z
}
