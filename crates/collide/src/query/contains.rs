//! The test of a point against the inside of a closed mesh.
//!
//! The winding number of the surface around the point decides. A ray is cast along a coordinate
//! axis of the mesh, to the nearest side of its box; each crossing from behind a triangle leaves
//! the material once. Every decision is exact: the half-open rule for polygons (an end of an edge is
//! above the ray or it is not) with exact orientations in two dimensions selects the triangles that
//! the ray crosses, and exact orientations in three select those ahead of the point (Shewchuk,
//! "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997). A ray
//! through an edge or a corner crosses just one of the triangles there, or equally many from either
//! side.

use glam::{DVec3, Vec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::Relative;
use crate::bounding::Volume;
use crate::budget::Meter;
use crate::bvh::Tree;
use crate::counters::Counters;
use crate::math::{Placement, Pose};
use crate::model::{AnyTree, Model, with_tree};
use crate::narrow_phase::{convex_pair, exact_distance};
use crate::params::ROUND_UP;
use crate::query::context::QueryContext;
use crate::query::outcome::{Decided, Outcome};
use crate::query::ray::{Ray, RayEntry, RaySlabs};
use crate::query::stage::Stage;
use crate::query::{Placed, half_space};
use crate::shape::{ShapeRef, SupportMap, Triangle};

/// The position of a point relative to the material of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// Inside the material.
    Inside,
    /// Outside the material, or in a hollow.
    Outside,
    /// Nearer to the surface than the resolution of f32 coordinates.
    OnSurface,
    /// The mesh has a border, or an edge of an odd number of triangles: it has no inside.
    NotClosed,
    /// The budget ended before the answer was known.
    Cut,
}

/// Finds out on which side of a shape's surface `point` (in the world) lies.
pub(crate) fn contains(
    placed: Placed<'_, ShapeRef<'_>>,
    point: Vec3,
    context: &mut QueryContext,
) -> Decided<Containment> {
    let solid = match placed.shape {
        ShapeRef::HalfSpace(half_space) => Err(*half_space),
        ShapeRef::Bounded(shape) => match shape.as_convex() {
            Err(model) => return contains_of_mesh(model, placed.pose, point, context),
            Ok(solid) => Ok(solid),
        },
    };
    context.counters.primitive_tests += 1;
    context.meter.charge(1);
    let is_inside = match solid {
        Err(half_space) => half_space::contains(Placed::new(half_space, placed.pose), point),
        Ok(solid) => point.is_finite() && is_in_solid(solid, placed.pose, point),
    };
    Decided::by(
        Stage::Pieces,
        match is_inside {
            true => Containment::Inside,
            false => Containment::Outside,
        },
    )
}

/// True if a point of the world is in a convex solid or on its surface.
fn is_in_solid(solid: &dyn SupportMap, pose: &Pose, point: Vec3) -> bool {
    let spot = Triangle::new([pose.inverse_transform_point(point); 3]);
    let here = Relative::new(&Pose::IDENTITY, &Pose::IDENTITY);
    let nearest = convex_pair::distance_below(solid, &spot, &here, f64::INFINITY);
    !nearest.is_some_and(|found| found.distance > 0.0)
}

/// Tests `point` (in the world) against the triangles that the model kept. If they are wound
/// consistently, a point is inside if its winding number is not 0, so that overlapping solids
/// count as one; else it is inside if the number of crossings is odd.
///
/// A point that is not finite is outside.
fn contains_of_mesh(
    model: &Model,
    pose: &Pose,
    point: Vec3,
    context: &mut QueryContext,
) -> Decided<Containment> {
    if !model.edges.is_closed() {
        return Decided::by(Stage::Bounds, Containment::NotClosed);
    }
    if !point.is_finite() {
        return Decided::by(Stage::Bounds, Containment::Outside);
    }
    let placement = Placement::from(pose);
    let local = placement.rotation.conjugate() * (point.as_dvec3() - placement.translation);
    // Half a unit in the last place of each of the point's coordinates, and half a unit of the pose's.
    let far = point.abs().max(pose.translation().abs()).max_element();
    let resolution = f64::from(f32::EPSILON) * f64::from(far);
    if is_beyond_box(model, local, resolution) {
        return Decided::by(Stage::Bounds, Containment::Outside);
    }
    let mut search = ContainmentSearch {
        model,
        point: local,
        meter: &mut context.meter,
        counters: &mut context.counters,
    };
    let stack = &mut context.ray_stack;
    let found = with_tree!(&model.tree, tree => search.run(tree, resolution, stack));
    Decided::by(context.deepest_stage(), found)
}

/// Returns true if a point (in the model's own frame) is outside a closed mesh, and more than `resolution`
/// metres from its surface. None: the budget is spent.
pub(crate) fn is_outside(
    model: &Model,
    point: DVec3,
    resolution: f64,
    (meter, counters): (&mut Meter, &mut Counters),
    stack: &mut Vec<(u32, f64)>,
) -> Option<bool> {
    if is_beyond_box(model, point, resolution) {
        return Some(true);
    }
    let mut search = ContainmentSearch {
        model,
        point,
        meter,
        counters,
    };
    with_tree!(&model.tree, tree => {
        match search.place(tree, stack) {
            Containment::Outside => search.is_near(tree, resolution, stack).map(|near| !near),
            Containment::Cut => None,
            _ => Some(false),
        }
    })
}

/// Returns true if a point (in the model's own frame) is more than `resolution` metres outside the
/// model's box.
fn is_beyond_box(model: &Model, point: DVec3, resolution: f64) -> bool {
    let bounds = model.local_aabb();
    let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    (point + resolution).cmplt(low).any() || (point - resolution).cmpgt(high).any()
}

/// A ray from the point along a coordinate axis.
#[derive(Clone, Copy)]
struct RayAxis {
    /// The ray's axis and the two across it, in the cyclic order of x, y and z.
    axes: [usize; 3],
    forward: bool,
}

struct ContainmentSearch<'q> {
    model: &'q Model,
    point: DVec3,
    meter: &'q mut Meter,
    counters: &'q mut Counters,
}

impl ContainmentSearch<'_> {
    fn run<V: RayEntry>(
        &mut self,
        tree: &Tree<V>,
        resolution: f64,
        stack: &mut Vec<(u32, f64)>,
    ) -> Containment {
        match self.is_near(tree, resolution, stack) {
            None => Containment::Cut,
            Some(true) => Containment::OnSurface,
            Some(false) => self.place(tree, stack),
        }
    }

    /// Decides by the triangles that a ray from the point crosses.
    fn place<V: RayEntry>(&mut self, tree: &Tree<V>, stack: &mut Vec<(u32, f64)>) -> Containment {
        match self.winding(tree, self.axis_to_nearest_side(), stack) {
            Winding::Cut => Containment::Cut,
            Winding::OnSurface => Containment::OnSurface,
            Winding::Counted {
                winding_number,
                crossings,
            } => {
                let inside = if self.model.edges.is_oriented() {
                    winding_number != 0
                } else {
                    crossings % 2 == 1
                };
                if inside {
                    Containment::Inside
                } else {
                    Containment::Outside
                }
            }
        }
    }

    /// The axis to the nearest side of the model's box.
    fn axis_to_nearest_side(&self) -> RayAxis {
        let bounds = self.model.local_aabb();
        let ahead = bounds.max.as_dvec3() - self.point;
        let behind = self.point - bounds.min.as_dvec3();
        let mut best = (f64::INFINITY, 0, true);
        for axis in 0..3 {
            for (room, forward) in [(ahead[axis], true), (behind[axis], false)] {
                if room < best.0 {
                    best = (room, axis, forward);
                }
            }
        }
        let (_, axis, forward) = best;
        RayAxis {
            axes: [axis, (axis + 1) % 3, (axis + 2) % 3],
            forward,
        }
    }

    /// Takes a unit of work for a node or a triangle. False if the budget is spent.
    fn count_test(&mut self, is_triangle: bool) -> bool {
        let taken = self.meter.take();
        if is_triangle {
            self.counters.primitive_tests += u64::from(taken);
            self.counters.triangle_tests += u64::from(taken);
        } else {
            self.counters.volume_tests += u64::from(taken);
        }
        taken
    }

    /// Returns true if the surface is at most `resolution` metres away. None: the budget is spent.
    fn is_near<V: Volume>(
        &mut self,
        tree: &Tree<V>,
        resolution: f64,
        stack: &mut Vec<(u32, f64)>,
    ) -> Option<bool> {
        let rounding = f32::EPSILON * self.point.abs().max_element() as f32;
        let near = (resolution * ROUND_UP) as f32 + rounding;
        let around = V::around([self.point.as_vec3()].into_iter()).grown(near);
        let (point, mut is_near) = (self.point, false);
        let overlaps = |volume: &V| volume.overlaps(&around);
        self.visit_triangles(tree, stack, overlaps, |corners| {
            let found = exact_distance(&[point; 3], &corners);
            is_near = found.distance_squared <= resolution * resolution;
            !is_near
        })?;
        Some(is_near)
    }

    /// Visits the triangles of all leaves within nodes whose volumes `may` matter, until `visit` returns false.
    /// None: the budget is spent.
    fn visit_triangles<V: Volume>(
        &mut self,
        tree: &Tree<V>,
        stack: &mut Vec<(u32, f64)>,
        may: impl Fn(&V) -> bool,
        mut visit: impl FnMut([DVec3; 3]) -> bool,
    ) -> Option<()> {
        let nodes = tree.nodes();
        stack.clear();
        stack.push((0, 0.0));
        while let Some((index, _)) = stack.pop() {
            if !self.count_test(false) {
                return None;
            }
            let node = &nodes[index as usize];
            if !may(&node.volume) {
                continue;
            }
            if let Some(child) = node.first_child() {
                stack.extend([(child, 0.0), (child + 1, 0.0)]);
                continue;
            }
            let Some(piece) = node.piece() else { continue };
            let piece = &self.model.store.pieces[piece as usize];
            for triangle in piece.triangle_range() {
                if !self.count_test(true) {
                    return None;
                }
                let corners = self.model.store.triangle(piece, triangle);
                if !visit(corners.map(|p| p.as_dvec3())) {
                    return Some(());
                }
            }
        }
        Some(())
    }

    fn winding<V: RayEntry>(
        &mut self,
        tree: &Tree<V>,
        ray_axis: RayAxis,
        stack: &mut Vec<(u32, f64)>,
    ) -> Winding {
        let mut direction = DVec3::ZERO;
        direction[ray_axis.axes[0]] = if ray_axis.forward { 1.0 } else { -1.0 };
        let ray = Ray {
            origin: self.point,
            direction,
        };
        let slabs = RaySlabs::new::<V>(ray, self.model.reach);
        let (point, mut on_surface) = (self.point, false);
        let (mut winding_number, mut crossings) = (0_i64, 0_u64);
        let is_met = |volume: &V| volume.entry_time(&slabs).is_some();
        let walked = self.visit_triangles(tree, stack, is_met, |corners| {
            match crossing(point, ray_axis, corners) {
                RayCrossing::None => {}
                RayCrossing::OnSurface => on_surface = true,
                RayCrossing::Crossed { sign } => {
                    winding_number += sign;
                    crossings += 1;
                }
            }
            !on_surface
        });
        match walked {
            None => Winding::Cut,
            Some(()) if on_surface => Winding::OnSurface,
            Some(()) => Winding::Counted {
                winding_number,
                crossings,
            },
        }
    }
}

enum Winding {
    Cut,
    OnSurface,
    Counted { winding_number: i64, crossings: u64 },
}

/// The result of the test of the ray with one triangle.
enum RayCrossing {
    None,
    /// The point lies in the triangle's plane and within it.
    OnSurface,
    /// Crossed ahead of the point: 1 from behind the triangle, -1 from its front.
    Crossed {
        sign: i64,
    },
}

fn crossing(point: DVec3, ray_axis: RayAxis, corners: [DVec3; 3]) -> RayCrossing {
    let flat = |p: DVec3| Coord {
        x: p[ray_axis.axes[1]],
        y: p[ray_axis.axes[2]],
    };
    let here = flat(point);
    let mut sign = 0;
    for i in 0..3 {
        let (from, to) = (flat(corners[i]), flat(corners[(i + 1) % 3]));
        match (from.y > here.y, to.y > here.y) {
            (false, true) if orient2d(from, to, here) > 0.0 => sign += 1,
            (true, false) if orient2d(from, to, here) < 0.0 => sign -= 1,
            _ => {}
        }
    }
    if sign == 0 {
        return RayCrossing::None;
    }
    let solid = |p: DVec3| Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    };
    let [a, b, c] = corners.map(solid);
    // Positive if the point is behind the triangle.
    let behind = orient3d(a, b, c, solid(point));
    if behind == 0.0 {
        return RayCrossing::OnSurface;
    }
    let is_ahead = (behind > 0.0) == (sign > 0);
    match (is_ahead, ray_axis.forward) {
        (true, true) => RayCrossing::Crossed { sign },
        (false, false) => RayCrossing::Crossed { sign: -sign },
        _ => RayCrossing::None,
    }
}

impl Outcome for Containment {
    fn is_hit(&self) -> bool {
        matches!(self, Containment::Inside)
    }

    fn is_cut(&self) -> bool {
        matches!(self, Containment::Cut)
    }
}
