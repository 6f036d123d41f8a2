//! The triangles of a mesh near a convex shape: the descent of the mesh's tree, nearest node first.

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::bounding::Volume;
use crate::budget::Meter;
use crate::bvh::Tree;
use crate::model::{AnyTree, with_tree};
use crate::shape::Triangle;
use crate::shape::{SupportMap, corners};
use crate::{Counters, Model, Relative};

/// The end of a traversal of a mesh's triangles.
pub(crate) enum TraversalEnd {
    /// All triangles that could matter were visited.
    Done,
    /// The budget was spent: all triangles that were not visited are at least this far away (m), and the
    /// points stand for the volume where the traversal stopped, in the mesh's frame.
    Cut { bound: f32, points: [Vec3; 2] },
}

/// The stack, the budget and the counters of a traversal.
pub(crate) struct Traversal<'a> {
    pub stack: &'a mut Vec<(u32, f32)>,
    pub meter: &'a mut Meter,
    pub counters: &'a mut Counters,
}

/// A convex shape beside a mesh.
#[derive(Clone, Copy)]
pub(crate) struct PlacedConvex<'p> {
    pub shape: &'p dyn SupportMap,
    /// Leads from the shape's frame to the mesh's.
    pub relative: &'p Relative,
}

/// Calls `visit` with the number in the store and the corners (in the model's frame) of each
/// triangle that may be within a limit (m) of the convex shape. `visit` returns the new limit; a
/// negative one ends the traversal.
pub(crate) fn visit_triangles_near(
    model: &Model,
    convex: PlacedConvex,
    limit: f32,
    traversal: Traversal,
    visit: &mut dyn FnMut(u32, &Triangle) -> f32,
) -> TraversalEnd {
    // The corners of the shape's box, in the model's frame, stand for the shape.
    let corners = corners(convex.shape.core_box());
    let corners = corners.map(|corner| convex.relative.point_f64(corner));
    let reach = reach(model, &corners);
    let margin = margin(convex.shape.margin(), reach);
    let oriented_box = OrientedBox::new(convex, margin + ORIENTED_BOX_ROUNDING * reach);
    let around = QueryVolume {
        points: &corners,
        margin,
        oriented_box,
    };
    with_tree!(&model.tree, tree => around.visit_tree(model, tree, limit, traversal, visit))
}

/// The largest coordinate of a model and of points beside it.
fn reach(model: &Model, points: &[DVec3]) -> f32 {
    let reach = points.iter().map(|p| p.abs().max_element());
    reach.fold(f64::from(model.reach), f64::max) as f32
}

/// The growth of the volume around points of this reach, in metres: `grown`, and the rounding error
/// of the points.
fn margin(grown: f64, reach: f32) -> f32 {
    grown as f32 * (1.0 + 2.0 * f32::EPSILON) + 8.0 * f32::EPSILON * reach
}

/// Bounds the rounding error of the gaps between a box and an oriented box, as a fraction of the
/// largest coordinate: 9 units in the last place of sums of three, doubled.
const ORIENTED_BOX_ROUNDING: f32 = 56.0 * f32::EPSILON;

/// The volume around a shape, in the mesh's frame.
struct QueryVolume<'p> {
    points: &'p [DVec3],
    /// The margin of the volume around the points, in metres.
    margin: f32,
    /// The shape's own box: around a long box that is rotated, a volume of fixed directions is far
    /// wider.
    oriented_box: OrientedBox,
}

/// An oriented box in the mesh's frame: its three slabs, one a lane, with all lengths doubled.
struct OrientedBox {
    /// For each coordinate the axes' components along it, and their absolute values.
    columns: [f32x4; 3],
    abs_columns: [f32x4; 3],
    center: f32x4,
    size: f32x4,
}

impl OrientedBox {
    /// The box around a convex shape and `margin` metres more.
    fn new(convex: PlacedConvex, margin: f32) -> Self {
        let PlacedConvex { shape, relative } = convex;
        let [low, high] = shape.core_box();
        let rows = relative.rotation.transpose();
        let shift = rows * relative.translation;
        let lanes = |v: DVec3| f32x4::new([v.x as f32, v.y as f32, v.z as f32, 0.0]);
        let [x, y, z] = [rows.x_axis, rows.y_axis, rows.z_axis].map(lanes);
        let wide = DVec3::splat(2.0 * f64::from(margin));
        OrientedBox {
            columns: [x, y, z],
            abs_columns: [x.abs(), y.abs(), z.abs()],
            center: lanes(low + high + 2.0 * shift),
            size: lanes(high - low + wide),
        }
    }

    /// Returns true if an axis-aligned box, given by its least and greatest coordinates, is farther away
    /// than `limit` metres along one of the oriented box's axes.
    fn is_beyond(&self, (low, high): (f32x4, f32x4), limit: f32) -> bool {
        let times = |columns: &[f32x4; 3], v: f32x4| {
            let [x, y, z, _] = v.to_array();
            columns[0] * x + columns[1] * y + columns[2] * z
        };
        let between = (times(&self.columns, low + high) - self.center).abs();
        let gaps = between - times(&self.abs_columns, high - low) - self.size;
        gaps.simd_gt(f32x4::splat(2.0 * limit)).to_bitmask() & 7 != 0
    }
}

impl QueryVolume<'_> {
    /// Visits the triangles near this volume: see [`visit_triangles_near`].
    fn visit_tree<V: Volume>(
        &self,
        model: &Model,
        tree: &Tree<V>,
        mut limit: f32,
        traversal: Traversal,
        visit: &mut dyn FnMut(u32, &Triangle) -> f32,
    ) -> TraversalEnd {
        let Traversal {
            stack,
            meter,
            counters,
        } = traversal;
        let around = V::around(self.points.iter().map(|p| p.as_vec3())).grown(self.margin);
        let nodes = tree.nodes();
        let is_beyond = |node: u32, limit: f32| {
            let limits = nodes[node as usize].volume.box_limits();
            self.oriented_box.is_beyond(limits, limit)
        };
        stack.clear();
        stack.push((0, 0.0));
        while let Some((index, bound)) = stack.pop() {
            if bound > limit {
                continue;
            }
            let node = &nodes[index as usize];
            let cut = |stack: &[(u32, f32)]| TraversalEnd::Cut {
                bound: stack.iter().map(|s| s.1).fold(bound, f32::min).max(0.0),
                points: node.volume.border_points(),
            };
            let Some(child) = node.first_child() else {
                let Some(piece) = node.piece() else { continue };
                let piece = &model.store.pieces[piece as usize];
                for triangle in piece.triangle_range() {
                    if !meter.take() {
                        return cut(stack);
                    }
                    counters.primitive_tests += 1;
                    counters.triangle_tests += 1;
                    let corners = Triangle::new(model.store.triangle(piece, triangle));
                    limit = visit(triangle as u32, &corners);
                    if limit < 0.0 {
                        return TraversalEnd::Done;
                    }
                }
                continue;
            };
            if !meter.take() || !meter.take() {
                return cut(stack);
            }
            counters.volume_tests += 2;
            let bound_of = |i: u32| (i, nodes[i as usize].volume.distance_bound(&around));
            let (mut near, mut far) = (bound_of(child), bound_of(child + 1));
            if far.1 < near.1 {
                std::mem::swap(&mut near, &mut far);
            }
            for next in [far, near] {
                if next.1 <= limit && !is_beyond(next.0, limit) {
                    counters.volume_overlaps += u64::from(next.1 <= 0.0);
                    stack.push(next);
                }
            }
        }
        TraversalEnd::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::shape::Cuboid;
    use glam::Quat;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// The widest gap along the axes of a box between it and another one, by all corners in f64.
    fn gap(half: Vec3, relative: &Relative, [low, high]: [Vec3; 2]) -> f64 {
        let all = corners([low, high].map(|p| p.as_dvec3()));
        let own = all.map(|p| relative.rotation.transpose() * (p - relative.translation));
        let gap = |axis: usize| {
            let along = own.map(|p| p[axis]);
            let least = along.into_iter().fold(f64::INFINITY, f64::min);
            let most = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let half = f64::from(half[axis]);
            (least - half).max(-half - most)
        };
        gap(0).max(gap(1)).max(gap(2))
    }

    #[test]
    fn boxes_beyond_a_turned_box_are_farther_than_the_limit_and_few_others_stay() {
        let mut random = Pcg32::seed_from_u64(11);
        let mut vector =
            |size: f32| Vec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0_f32))) * size;
        let (mut beyond, mut missed) = (0, 0);
        for _ in 0..20_000 {
            let half = vector(3.0).abs() + 0.01;
            let shape = Cuboid::new(half).unwrap();
            let turn = Quat::from_scaled_axis(vector(4.0));
            let pose = Pose::new(turn, vector(6.0)).unwrap();
            let relative = Relative::new(&Pose::IDENTITY, &pose);
            let (center, size) = (vector(6.0), vector(1.0).abs());
            let ends = [center - size, center + size];
            let convex = PlacedConvex {
                shape: &shape,
                relative: &relative,
            };
            let oriented_box = OrientedBox::new(convex, ORIENTED_BOX_ROUNDING * 20.0);
            let lanes = |p: Vec3| f32x4::new([p.x, p.y, p.z, f32::NAN]);
            let limit = vector(1.0).x.abs();
            let is_beyond = oriented_box.is_beyond((lanes(ends[0]), lanes(ends[1])), limit);
            let gap = gap(half, &relative, ends);
            assert!(!is_beyond || gap > f64::from(limit));
            beyond += u32::from(is_beyond);
            missed += u32::from(!is_beyond && gap > f64::from(limit) + 1e-3);
        }
        assert!(beyond > 5000 && missed == 0, "{beyond} {missed}");
    }
}
