//! The first hit of a ray on a mesh.
//!
//! The tree is descended nearest node first, until the nearest node left is behind the nearest
//! triangle found. Triangles are tested in f64, in coordinates sheared so that the ray runs along
//! one axis (Woop, Benthin and Wald, "Watertight ray/triangle intersection", 2013): the side on
//! which the ray passes a shared edge is then computed from identical products for both triangles,
//! so that no ray slips through between them.

use crate::query::outcome::Outcome;
use glam::{DVec3, Vec3};

use crate::bounding::{BoundingSphere, Kdop, MAX_AXES, RelativeBox, SeparatingAxes, Volume};
use crate::budget::Meter;
use crate::bvh::Tree;
use crate::counters::Counters;
use crate::math::{Placement, Pose, round_down};
use crate::model::{AnyTree, Model, with_tree};
use crate::params;
use crate::query::context::QueryContext;

/// The result of [`Query::ray`](crate::Query::ray).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayCast {
    /// The ray hits nothing up to `max_time`.
    Clear,
    /// The first hit; of several triangles at one time that with the lowest number.
    Hit {
        /// The time of the hit, in lengths of the direction: the point is `origin + direction * time`.
        time: f32,
        /// The point that is hit, in metres, in the world.
        point: Vec3,
        /// The normal of the surface, of length 1, on the side that the ray comes from.
        normal: Vec3,
        /// The number of the triangle in the mesh or height field; 0 for other shapes.
        triangle: u32,
    },
    /// The budget ended before the answer was known.
    Cut {
        /// The ray hits nothing before this time, in lengths of the direction.
        safe_time: f32,
    },
}

/// The ray of a query, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldRay {
    /// The origin, in metres.
    pub origin: Vec3,
    pub direction: Vec3,
    /// The last time, in lengths of the direction; infinity is allowed.
    pub max_time: f32,
}

impl WorldRay {
    /// False if the ray can hit no shape at all: a direction of length 0, or numbers that are not finite.
    pub fn is_valid(&self) -> bool {
        self.origin.is_finite()
            && self.direction.is_finite()
            && self.direction != Vec3::ZERO
            && self.max_time >= 0.0
    }
}

/// The first hit of a valid ray. Both sides of a triangle count; a ray in a triangle's plane hits only its
/// neighbours. A ray that starts on the surface hits it at time 0.
pub(crate) fn ray_cast(
    model: &Model,
    pose: &Pose,
    world: &WorldRay,
    context: &mut QueryContext,
) -> RayCast {
    let placement = Placement::from(pose);
    let to_local = placement.rotation.conjugate();
    let ray = Ray {
        origin: to_local * (world.origin.as_dvec3() - placement.translation),
        direction: to_local * world.direction.as_dvec3(),
    };
    let mut search = RaySearch {
        model,
        ray,
        shear: Shear::new(&ray),
        // Later times do not fit into the f32 of the answer.
        limit: f64::from(world.max_time.min(f32::MAX)),
        hit: None,
        meter: &mut context.meter,
        counters: &mut context.counters,
    };
    let safe = with_tree!(&model.tree, tree => search.run(tree, &mut context.ray_stack));
    let (hit, limit) = (search.hit, search.limit);
    if let Some(safe) = safe {
        return RayCast::Cut {
            safe_time: round_down(safe.min(limit)),
        };
    }
    let Some(store_number) = hit else {
        return RayCast::Clear;
    };
    let triangle = model.store.sources[store_number as usize];
    let [a, b, c] = (model.mesh().corner_points(triangle as usize)).map(|p| p.as_dvec3());
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let normal = normal * -ray.direction.dot(normal).signum();
    let point = world.origin.as_dvec3() + world.direction.as_dvec3() * limit;
    RayCast::Hit {
        time: limit as f32,
        point: point.as_vec3(),
        normal: (placement.rotation * normal).as_vec3().normalize_or_zero(),
        triangle,
    }
}

/// A ray in the model's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub origin: DVec3,
    pub direction: DVec3,
}

/// A ray, projected on the axes of one kind of volume for the slab test.
pub(crate) struct RaySlabs {
    starts: [f64; MAX_AXES],
    rates: [f64; MAX_AXES],
    /// Bounds the rounding error of the starts, in metres.
    slack: f64,
    ray: Ray,
}

impl RaySlabs {
    pub fn new<V: SeparatingAxes>(ray: Ray, reach: f32) -> Self {
        let far = ray.origin.abs().max_element() + f64::from(reach);
        let mut slabs = RaySlabs {
            starts: [0.0; MAX_AXES],
            rates: [0.0; MAX_AXES],
            slack: params::RAY_ROUNDING * far,
            ray,
        };
        // A kind without axes of its own is entered like a box.
        let axes = if V::axes().is_empty() {
            &Vec3::AXES[..]
        } else {
            V::axes()
        };
        for (i, axis) in axes.iter().enumerate() {
            slabs.starts[i] = axis.as_dvec3().dot(ray.origin);
            slabs.rates[i] = axis.as_dvec3().dot(ray.direction);
        }
        slabs
    }

    /// The time at which the ray enters the volume between the limits along all axes; not below 0.
    #[inline]
    fn entry_time(&self, low: &[f32], high: &[f32]) -> Option<f64> {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for i in 0..low.len() {
            let (start, rate) = (self.starts[i], self.rates[i]);
            let to_low = f64::from(low[i]) - self.slack - start;
            let to_high = f64::from(high[i]) + self.slack - start;
            if rate == 0.0 {
                if to_low > 0.0 || to_high < 0.0 {
                    return None;
                }
                continue;
            }
            let (one, other) = (to_low / rate, to_high / rate);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        (enter <= leave).then_some(enter)
    }
}

/// A volume that a ray can enter.
pub(crate) trait RayEntry: SeparatingAxes {
    /// A lower bound of the time at which the ray enters the volume; None if it never does.
    fn entry_time(&self, slabs: &RaySlabs) -> Option<f64>;
}

impl<const N: usize> RayEntry for Kdop<N>
where
    Kdop<N>: SeparatingAxes,
{
    #[inline]
    fn entry_time(&self, slabs: &RaySlabs) -> Option<f64> {
        slabs.entry_time(self.low(), self.high())
    }
}

/// The box of a node in its own model's frame, so its axes are those of the frame.
impl RayEntry for RelativeBox {
    #[inline]
    fn entry_time(&self, slabs: &RaySlabs) -> Option<f64> {
        let (low, high) = self.box_limits();
        slabs.entry_time(&low.to_array()[..3], &high.to_array()[..3])
    }
}

impl RayEntry for BoundingSphere {
    fn entry_time(&self, slabs: &RaySlabs) -> Option<f64> {
        let to_center = self.center.as_dvec3() - slabs.ray.origin;
        let direction = slabs.ray.direction;
        let radius = f64::from(self.radius) * (1.0 + params::RAY_SPHERE_ROUNDING) + slabs.slack;
        let squared = direction.length_squared();
        let closest_time = to_center.dot(direction) / squared;
        let beside = (to_center - direction * closest_time).length_squared();
        let inside = radius * radius - beside;
        if inside < 0.0 {
            return None;
        }
        let half = (inside / squared).sqrt();
        (closest_time + half >= 0.0).then(|| (closest_time - half).max(0.0))
    }
}

/// The sheared coordinates, in which the ray runs along the last axis.
#[derive(Clone, Copy, Debug)]
struct Shear {
    axes: [usize; 3],
    by: DVec3,
}

impl Shear {
    fn new(ray: &Ray) -> Self {
        let d = ray.direction;
        let size = d.abs();
        let last = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let axes = [(last + 1) % 3, (last + 2) % 3, last];
        Shear {
            axes,
            by: DVec3::new(d[axes[0]] / d[last], d[axes[1]] / d[last], 1.0 / d[last]),
        }
    }

    #[inline]
    fn point(&self, p: DVec3) -> DVec3 {
        let along = p[self.axes[2]];
        DVec3::new(
            p[self.axes[0]] - self.by.x * along,
            p[self.axes[1]] - self.by.y * along,
            self.by.z * along,
        )
    }
}

struct RaySearch<'q> {
    model: &'q Model,
    ray: Ray,
    shear: Shear,
    /// The time of the nearest hit so far, or the largest allowed.
    limit: f64,
    /// The nearest triangle, by its number in the store.
    hit: Option<u32>,
    meter: &'q mut Meter,
    counters: &'q mut Counters,
}

impl RaySearch<'_> {
    /// Descends the tree. Returns the time before which nothing can be hit if the budget was spent.
    fn run<V: RayEntry>(&mut self, tree: &Tree<V>, stack: &mut Vec<(u32, f64)>) -> Option<f64> {
        let slabs = RaySlabs::new::<V>(self.ray, self.model.reach);
        let nodes = tree.nodes();
        stack.clear();
        stack.push((0, 0.0));
        while let Some((index, entry_time)) = stack.pop() {
            if entry_time > self.limit {
                continue;
            }
            let node = &nodes[index as usize];
            let spent = |stack: &[(u32, f64)]| stack.iter().map(|s| s.1).fold(entry_time, f64::min);
            let Some(child) = node.first_child() else {
                let Some(piece) = node.piece() else { continue };
                let piece = &self.model.store.pieces[piece as usize];
                for triangle in piece.triangle_range() {
                    if !self.meter.take() {
                        return Some(spent(stack));
                    }
                    self.counters.primitive_tests += 1;
                    self.counters.triangle_tests += 1;
                    let corners = self.model.store.triangle(piece, triangle);
                    self.record(triangle as u32, corners.map(|p| p.as_dvec3()));
                }
                continue;
            };
            let mut next = [None; 2];
            for (slot, index) in next.iter_mut().zip([child, child + 1]) {
                if !self.meter.take() {
                    return Some(spent(stack));
                }
                self.counters.volume_tests += 1;
                let entry_time = nodes[index as usize].volume.entry_time(&slabs);
                *slot = entry_time
                    .filter(|&at| at <= self.limit)
                    .map(|at| (index, at));
                self.counters.volume_overlaps += u64::from(slot.is_some());
            }
            if let [Some(one), Some(other)] = next
                && one.1 < other.1
            {
                next.swap(0, 1);
            }
            stack.extend(next.into_iter().flatten());
        }
        None
    }

    /// Records a triangle if the ray hits it before the nearest so far.
    fn record(&mut self, triangle: u32, corners: [DVec3; 3]) {
        let local = corners.map(|p| p - self.ray.origin);
        let [a, b, c] = local.map(|p| self.shear.point(p));
        let u = c.x * b.y - c.y * b.x;
        let v = a.x * c.y - a.y * c.x;
        let w = b.x * a.y - b.y * a.x;
        if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
            return;
        }
        let area = u + v + w;
        if area == 0.0 {
            return;
        }
        let mut time = (u * a.z + v * b.z + w * c.z) / area;
        // The slack makes a ray that starts on the surface hit it in spite of rounded coordinates.
        let far = self.ray.origin.abs().max_element() + f64::from(self.model.reach);
        let rounding = params::RAY_ROUNDING * far / self.ray.direction.length();
        if time < 0.0 && time >= -rounding {
            time = 0.0;
        }
        let sources = &self.model.store.sources;
        let first = |old: u32| sources[triangle as usize] < sources[old as usize];
        let nearer = time < self.limit || (time == self.limit && self.hit.is_none_or(first));
        if time >= 0.0 && nearer {
            self.limit = time;
            self.hit = Some(triangle);
        }
    }
}

impl Outcome for RayCast {
    fn is_hit(&self) -> bool {
        matches!(self, RayCast::Hit { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, RayCast::Cut { .. })
    }
}
