//! A convex shape against a mesh: down the mesh's tree, nearest nodes first.

use glam::{DVec3, Vec3};

use super::Triangle;
use crate::collision::budget::Meter;
use crate::collision::model::{AnyTree, with_tree};
use crate::collision::tree::Tree;
use crate::collision::volume::Volume;
use crate::collision::{Counters, Model, Relative};
use crate::geometry::{SupportMap, corners};

/// How a walk over a mesh's triangles ended.
pub(in crate::collision) enum Ended {
    /// All triangles that could matter were seen.
    Done,
    /// The budget was spent: what was not seen is at least this far away (m), and the points stand
    /// for the volume where it stopped, in the mesh's frame.
    Cut { bound: f32, points: [Vec3; 2] },
}

/// What a walk needs of its surroundings.
pub(in crate::collision) struct Walk<'a> {
    pub stack: &'a mut Vec<(u32, f32)>,
    pub meter: &'a mut Meter,
    pub counters: &'a mut Counters,
}

impl Walk<'_> {
    /// The same for one more walk.
    pub fn again(&mut self) -> Walk<'_> {
        Walk {
            stack: self.stack,
            meter: self.meter,
            counters: self.counters,
        }
    }
}

/// Shows `visit` the model's triangles that may be within a limit (m) of the convex shape, in the
/// model's frame and with their places in its store. It returns the new limit; a negative one ends
/// the walk. `relative` leads from the shape's frame to the model's.
pub(in crate::collision) fn visit_near(
    model: &Model,
    convex: &dyn SupportMap,
    relative: &Relative,
    limit: f32,
    walk: Walk,
    visit: &mut dyn FnMut(u32, &Triangle) -> f32,
) -> Ended {
    // Corners of the shape's box in the model's frame stand for the shape.
    let corners = corners(convex.core_box()).map(|corner| relative.place(corner));
    visit_around(model, &corners, convex.margin(), limit, walk, visit)
}

/// The same for all that is within `grown` metres of the hull of points in the model's frame.
pub(super) fn visit_around(
    model: &Model,
    points: &[DVec3],
    grown: f64,
    limit: f32,
    walk: Walk,
    visit: &mut dyn FnMut(u32, &Triangle) -> f32,
) -> Ended {
    // The points are rounded.
    let reach = points.iter().map(|p| p.abs().max_element());
    let reach = reach.fold(f64::from(model.reach), f64::max) as f32;
    let margin = grown as f32 * (1.0 + 2.0 * f32::EPSILON) + 8.0 * f32::EPSILON * reach;
    with_tree!(&model.tree, tree => {
        descend(model, tree, points, margin, limit, walk, visit)
    })
}

fn descend<V: Volume>(
    model: &Model,
    tree: &Tree<V>,
    points: &[DVec3],
    margin: f32,
    mut limit: f32,
    walk: Walk,
    visit: &mut dyn FnMut(u32, &Triangle) -> f32,
) -> Ended {
    let Walk {
        stack,
        meter,
        counters,
    } = walk;
    let around = V::around(points.iter().map(|p| p.as_vec3())).grown(margin);
    let nodes = tree.nodes();
    stack.clear();
    stack.push((0, 0.0));
    while let Some((index, bound)) = stack.pop() {
        if bound > limit {
            continue;
        }
        let node = &nodes[index as usize];
        let cut = |stack: &[(u32, f32)]| Ended::Cut {
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
                    return Ended::Done;
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
            if next.1 <= limit {
                counters.volume_overlaps += u64::from(next.1 <= 0.0);
                stack.push(next);
            }
        }
    }
    Ended::Done
}
