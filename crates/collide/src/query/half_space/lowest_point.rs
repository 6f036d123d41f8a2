//! The lowest point of a shape over a plane, which decides every query about a half-space.
//!
//! A convex shape is lowest at a support point, a mesh at a vertex. So no distance has to be searched, and
//! the answer is exact in f64: for a mesh its tree is descended, the lower child first, without the nodes that
//! are certainly higher than the lowest vertex so far.

use glam::{DVec3, Vec3};

use crate::Relative;
use crate::bounding::DistanceBounds;
use crate::bvh::Tree;
use crate::math::{Placement, Pose, round_down};
use crate::model::{AnyTree, Model, with_tree};
use crate::params::PARALLEL_PLANES_SINE;
use crate::piece::Piece;
use crate::query::convex_mesh::{Traversal, TraversalEnd};
use crate::shape::{BoundedShape, HalfSpace, ShapeRef, SupportMap};

/// The border of a half-space in the frame of the shape that is compared with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalPlane {
    /// The normal out of the half-space, of length 1.
    pub normal: DVec3,
    /// The plane's distance from the shape's origin along the normal, in metres.
    pub offset: f64,
    /// The sum of the sizes of the offset's terms, in metres: the terms may cancel, their rounding does not.
    size: f64,
}

/// The state of a search for the lowest point when its budget was spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchCut {
    /// A lower bound of the height of all points above the plane, in metres.
    pub bound: f32,
    /// Two points that stand for the volume at which it stopped, in the shape's frame, in metres.
    pub points: [Vec3; 2],
}

/// The lowest point of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LowestPoint {
    /// The point in the shape's frame, in metres.
    pub point: DVec3,
    /// Its height above the plane, in metres; negative inside the half-space, and minus infinity if there is
    /// no lowest point.
    pub height: f64,
}

impl LocalPlane {
    /// The plane of a half-space; `relative` leads from its frame to the shape's.
    pub fn new(half_space: &HalfSpace, relative: &Relative) -> Self {
        let normal = relative.rotation * half_space.unit_normal();
        LocalPlane {
            normal,
            offset: normal.dot(relative.translation) + half_space.plane_offset(),
            size: relative.translation.length() + half_space.plane_offset().abs(),
        }
    }

    /// The plane of a half-space at a pose, in the world.
    pub fn in_world(half_space: &HalfSpace, pose: &Pose) -> Self {
        let world = Placement::from(&Pose::IDENTITY);
        let here = Relative::of_placements(&world, &Placement::from(pose));
        LocalPlane::new(half_space, &here)
    }

    /// The height of a point above the plane, in metres.
    #[inline]
    pub fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.offset
    }

    /// Bounds the rounding of the height of a point that is `far` metres from the origin, in metres: that of
    /// a normal which two rotations have turned, and of sums of products.
    pub fn rounding(&self, far: f64) -> f64 {
        16.0 * f64::EPSILON * (self.size + far)
    }

    /// The point of the plane that is nearest to a point.
    pub fn foot(&self, point: DVec3) -> DVec3 {
        point - self.normal * self.height(point)
    }

    /// The lowest point of a shape, unless the budget ends before it is known.
    pub fn lowest_point(
        &self,
        shape: ShapeRef,
        mut work: Traversal,
    ) -> Result<LowestPoint, SearchCut> {
        match shape {
            ShapeRef::Bounded(BoundedShape::Mesh(model)) => {
                let mut lowest = LowestPoint {
                    point: model.center.as_dvec3(),
                    height: f64::INFINITY,
                };
                let all = f64::INFINITY;
                let end = self.visit_low_pieces(model, all, work, &mut |piece, _| {
                    for vertex in model.store.vertices(*piece) {
                        let point = vertex.as_dvec3();
                        let height = self.height(point);
                        if height < lowest.height {
                            lowest = LowestPoint { point, height };
                        }
                    }
                    Some(lowest.height)
                });
                match end {
                    TraversalEnd::Done => Ok(lowest),
                    TraversalEnd::Cut { bound, points } => {
                        let rounding = self.rounding(2.0 * f64::from(model.reach));
                        let bound = f64::from(bound).min(lowest.height) - rounding;
                        let bound = round_down(bound);
                        Err(SearchCut { bound, points })
                    }
                }
            }
            ShapeRef::Bounded(bounded) => {
                let convex = bounded.as_convex();
                let point = convex.map_or(DVec3::ZERO, |convex| self.lowest_of_convex(convex));
                work.take_test(point)?;
                let height = self.height(point);
                Ok(LowestPoint { point, height })
            }
            ShapeRef::HalfSpace(other) => {
                work.take_test(other.unit_normal() * other.plane_offset())?;
                Ok(self.lowest_of_half_space(other))
            }
        }
    }

    fn lowest_of_convex(&self, convex: &dyn SupportMap) -> DVec3 {
        convex.support(-self.normal) - self.normal * convex.margin()
    }

    /// The lowest point of another half-space: any point of its plane, if that faces this one. Else it has
    /// none, and the point is one that both have in common.
    fn lowest_of_half_space(&self, other: &HalfSpace) -> LowestPoint {
        let (own, normal) = (self.normal, other.unit_normal());
        let foot = normal * other.plane_offset();
        let sine = own.cross(normal).length();
        if own.dot(normal) < 0.0 && sine <= PARALLEL_PLANES_SINE {
            return LowestPoint {
                point: foot,
                height: -other.plane_offset() - self.offset,
            };
        }
        // Down the other's plane, steepest, to the line in which the planes cross. If they do not cross, one
        // is inside the other.
        let down = (normal * own.dot(normal) - own).normalize_or_zero();
        let drop = self.height(foot).max(0.0);
        let point = match sine > PARALLEL_PLANES_SINE {
            true => foot + down * (drop / sine),
            false => foot - normal * (drop / own.dot(normal)),
        };
        LowestPoint {
            point,
            height: f64::NEG_INFINITY,
        }
    }

    /// Calls `visit` with the pieces of a mesh that may have vertices at most `level` metres above the plane,
    /// the lower parts of the tree first. It returns the new level, or nothing to end the search.
    pub fn visit_low_pieces(
        &self,
        model: &Model,
        level: f64,
        mut work: Traversal,
        visit: &mut dyn FnMut(&Piece, &mut Traversal) -> Option<f64>,
    ) -> TraversalEnd {
        with_tree!(&model.tree, tree => self.visit_tree(model, tree, level, &mut work, visit))
    }

    fn visit_tree<V: DistanceBounds>(
        &self,
        model: &Model,
        tree: &Tree<V>,
        mut level: f64,
        work: &mut Traversal,
        visit: &mut dyn FnMut(&Piece, &mut Traversal) -> Option<f64>,
    ) -> TraversalEnd {
        let toward = V::toward(-self.normal.as_vec3());
        let nodes = tree.nodes();
        // The heights of nodes come from a rounded normal and sums in f32.
        let slack = f64::from(HEIGHT_ROUNDING * model.reach);
        let height = |at: f32| f64::from(at) - slack - self.offset;
        let lowest = |node: u32| -nodes[node as usize].volume.reach(&toward);
        work.stack.clear();
        if !work.meter.take() {
            return TraversalEnd::Cut {
                bound: f32::NEG_INFINITY,
                points: nodes[0].volume.border_points(),
            };
        }
        work.counters.volume_tests += 1;
        work.stack.push((0, lowest(0)));
        while let Some((index, at)) = work.stack.pop() {
            if height(at) > level {
                continue;
            }
            let node = &nodes[index as usize];
            let cut = |work: &Traversal| {
                let unseen = work.stack.iter().map(|next| next.1).fold(at, f32::min);
                TraversalEnd::Cut {
                    bound: (height(unseen) as f32).next_down(),
                    points: node.volume.border_points(),
                }
            };
            let Some(child) = node.first_child() else {
                if !work.meter.take() {
                    return cut(work);
                }
                work.counters.primitive_tests += 1;
                work.counters.piece_tests += 1;
                let Some(piece) = node.piece() else { continue };
                match visit(&model.store.pieces[piece as usize], work) {
                    Some(next) => level = next,
                    None if work.meter.is_spent() => return cut(work),
                    None => return TraversalEnd::Done,
                }
                continue;
            };
            if work.meter.take_some(2) < 2 {
                return cut(work);
            }
            work.counters.volume_tests += 2;
            let (mut near, mut far) = ((child, lowest(child)), (child + 1, lowest(child + 1)));
            if far.1 < near.1 {
                std::mem::swap(&mut near, &mut far);
            }
            for next in [far, near] {
                if height(next.1) <= level {
                    work.counters.volume_overlaps += u64::from(height(next.1) <= 0.0);
                    work.stack.push(next);
                }
            }
        }
        TraversalEnd::Done
    }
}

/// Bounds the rounding error of a volume's extent along a direction, as a fraction of the largest coordinate:
/// that of the direction, and of a sum of three products.
const HEIGHT_ROUNDING: f32 = 16.0 * f32::EPSILON;

impl Traversal<'_> {
    /// Takes the unit of a test of two whole shapes; `point` is the place at which a cut search stopped.
    fn take_test(&mut self, point: DVec3) -> Result<(), SearchCut> {
        if !self.meter.take() {
            return Err(SearchCut {
                bound: f32::NEG_INFINITY,
                points: [point.as_vec3(); 2],
            });
        }
        self.counters.primitive_tests += 1;
        Ok(())
    }
}
