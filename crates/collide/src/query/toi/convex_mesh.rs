//! The time of impact of a mesh and a convex solid, both moving and turning.
//!
//! *Idea*: time is cut into windows in which the solid's way, seen from the mesh, is nearly
//! straight: no point of it is farther from its chord than its acceleration allows. The hull of
//! the solid's box at both ends of a window, grown by that, goes down the mesh's tree, and the
//! triangles that it meets are chased one by one, each only until the first impact so far. So a
//! triangle is looked at as often as its own gap asks, and triangles off the way not at all.
//! A solid that turns far in a window goes as the ball around its centre of turn.
//!
//! *Limits*: a mesh that itself turns many times takes a few windows a turn.

use glam::DVec3;

use crate::budget::{Budget, Meter};
use crate::math::{Aabb, Motion};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair::distance_below;
use crate::query::convex_mesh::{
    Traversal, TraversalEnd, visit_triangles_around, visit_triangles_near,
};
use crate::query::shape_scratch::ShapeScratch;
use crate::query::toi::axis_cache::Slab;
use crate::query::toi::bounding_spheres::{Ball, balls_meet, resolved_target};
use crate::query::toi::closed_form::sphere_triangle;
use crate::query::toi::convex_pair;
use crate::query::toi::convex_pair::{
    Chase, Moving, Nearness, Pair, RootFinder, impact, rounded_down,
};
use crate::query::toi::turning_bounds::Turning;
use crate::query::toi::{Sweep, SweepOptions};
use crate::shape::Triangle;
use crate::shape::{SupportMap, corners, farthest_from_line};
use crate::{Counters, Model, Relative};

/// Triangles in a window above which a shorter one is tried: most of them would be chased for
/// nothing if an early one ends the sweep.
const MANY: usize = 16;

/// Windows of a sweep at the most, but for crowded ones: longer ones are as right, only coarser.
const MOST_WINDOWS: f64 = 1000.0;

/// How far a way may bend off its chord in a window, as a part of the solid's size.
const BENT: f64 = 0.5;

/// The first time of impact of a mesh with a moving solid; of a `ball` of this radius (m), if the
/// solid is one that does not move by turning and the mesh does not turn.
pub(crate) fn time_of_impact(
    (model, motion): (&Model, &Motion),
    convex: Moving,
    ball: Option<f64>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Sweep {
    scratch.mesh.counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let mut work = Work {
        meter: Meter::new(budget),
        counters: &mut scratch.mesh.counters,
        stack: &mut scratch.stack,
        triangles: &mut scratch.triangles,
    };
    let end = convex_pair::sound_duration(duration);
    let way = Way {
        ball,
        ..Way::new(model, motion, convex, end)
    };
    let found = way.sweep(options, &mut work);
    convex_pair::note(work.counters, &found);
    found
}

/// What a sweep uses up and fills.
struct Work<'w> {
    meter: Meter,
    counters: &'w mut Counters,
    stack: &'w mut Vec<(u32, f32)>,
    /// The triangles on the way in the window.
    triangles: &'w mut Vec<Triangle>,
}

impl Work<'_> {
    fn walk(&mut self) -> Traversal<'_> {
        Traversal {
            stack: self.stack,
            meter: &mut self.meter,
            counters: self.counters,
        }
    }
}

/// How the solid lies to the mesh at the start.
enum Start {
    /// Apart by this many metres, or farther than the target.
    Apart(f64),
    /// They meet here, in the mesh's coordinates.
    Meet(DVec3),
    Cut,
}

/// What a window holds.
enum Window {
    /// All triangles on the way were collected.
    Whole,
    /// Too many.
    Crowded,
    Cut,
}

/// A mesh, a convex solid, and what stays the same on the solid's way past the mesh.
struct Way<'s> {
    model: &'s Model,
    motion: &'s Motion,
    convex: Moving<'s>,
    turning: Turning,
    turning_convex: Turning,
    /// Corners of the box around the solid's core, in its coordinates.
    corners: [DVec3; 8],
    /// No point of the solid is farther from its centre of turn, in metres.
    radius: f64,
    /// No corner is farther from the axis of turn, in metres.
    around_axis: f64,
    /// The solid's centre's velocity less the mesh's, in m/s.
    velocity: DVec3,
    end: f64,
    /// The radius of a solid for which there is a formula.
    ball: Option<f64>,
}

impl<'s> Way<'s> {
    fn new(model: &'s Model, motion: &'s Motion, convex: Moving<'s>, end: f64) -> Self {
        let corners = corners(convex.shape.core_box());
        let center = convex.motion.local_center().as_dvec3();
        let far = corners.iter().map(|corner| corner.distance(center));
        let radius = far.fold(0.0, f64::max) + convex.shape.margin();
        let turning_convex = Turning::new(convex.shape, convex.motion);
        let around_axis = farthest_from_line(corners, center, turning_convex.axis());
        let [of_mesh, of_convex] = [motion, convex.motion].map(|m| m.linear_velocity().as_dvec3());
        Way {
            model,
            motion,
            convex,
            turning: Turning::about(motion).of_part(&box_of(model)),
            turning_convex,
            corners,
            radius,
            around_axis,
            velocity: of_convex - of_mesh,
            end,
            ball: None,
        }
    }

    fn sweep(&self, options: &SweepOptions, work: &mut Work) -> Sweep {
        // Of the mesh as its motion sees it.
        let arm = (self.model.center - self.motion.local_center())
            .as_dvec3()
            .length();
        let radius = (arm + f64::from(self.model.radius)) * (1.0 + 1e-6);
        let balls = [
            Ball::with_radius(self.motion, radius),
            Ball::with_radius(self.convex.motion, self.radius),
        ];
        let bodies = [(self.motion, &balls[0]), (self.convex.motion, &balls[1])];
        let target = resolved_target(options, bodies, self.end);
        let near = match self.start(target, work) {
            Start::Apart(distance) => Nearness::from_start(target, distance),
            Start::Meet(point) => {
                let point = self.motion.placement_at(0.0).point(point).as_vec3();
                return Sweep::Overlapping { point };
            }
            Start::Cut => return Sweep::Cut { safe_time: 0.0 },
        };
        let Some([mut time, leaves]) = balls_meet(&balls, near.target) else {
            return Sweep::Clear;
        };
        let end = self.end.min(leaves);
        let (mut widest, least) = (f64::INFINITY, (end - time) / MOST_WINDOWS);
        while time < end {
            let window = self.window(time).max(least).min(widest);
            let until = (time + window).min(end);
            match self.collect(time, until, near, work) {
                Window::Cut => {
                    return Sweep::Cut {
                        safe_time: rounded_down(time),
                    };
                }
                Window::Crowded => widest = 0.5 * (until - time),
                Window::Whole => {
                    if let Some(found) = self.chase_all(time, until, near, work) {
                        return found;
                    }
                    (widest, time) = (2.0 * (until - time), until);
                }
            }
        }
        Sweep::Clear
    }

    /// How near the two are at time 0, if within `target` metres.
    fn start(&self, target: f64, work: &mut Work) -> Start {
        let places = [self.motion, self.convex.motion].map(|motion| motion.placement_at(0.0));
        let relative = Relative::of_placements(&places[0], &places[1]);
        let shape = self.convex.shape;
        let (mut nearest, mut meet) = (2.0 * target, None);
        let limit = round_up(nearest);
        let walk = work.walk();
        let ended = visit_triangles_near(
            self.model,
            shape,
            &relative,
            limit,
            walk,
            &mut |_, triangle| {
                if let Some(found) = distance_below(triangle, shape, &relative, nearest) {
                    nearest = found.distance;
                    if nearest <= 0.0 {
                        meet = Some(found.point_a);
                        return -1.0;
                    }
                }
                round_up(nearest)
            },
        );
        match (meet, ended) {
            (Some(point), _) => Start::Meet(point),
            (None, TraversalEnd::Cut { .. }) => Start::Cut,
            (None, TraversalEnd::Done) => Start::Apart(nearest),
        }
    }

    /// For how long from a time on the solid's centre may be taken to move straight past the mesh.
    fn window(&self, time: f64) -> f64 {
        let bend = self.bend(time, self.end, 0.0, 0.0);
        // The mesh's own size keeps a grain beside a large mesh from asking for many windows.
        let size = self.radius.max(0.02 * f64::from(self.model.radius));
        (8.0 * BENT * size / bend).sqrt()
    }

    /// Bounds the acceleration, seen from the turning mesh, of points of the solid that are this
    /// far (m) from its centre and from its axis of turn.
    ///
    /// For `f = R^-1 g` with the mesh's turn `R` at the rate `w`: `f'' = R^-1 (g'' - 2 w x g' +
    /// w x (w x g))`, the accelerations of Coriolis and of the centrifuge.
    fn bend(&self, time: f64, until: f64, from_center: f64, from_axis: f64) -> f64 {
        let (turn, own) = (self.turning.rate(), self.turning_convex.rate());
        let speed = self.velocity.length() + own * from_axis;
        // The centres' distance is largest at an end of the window.
        let apart = if turn == 0.0 {
            0.0
        } else {
            let apart = [time, until].map(|t| self.center(t).distance(self.mesh_center()));
            apart[0].max(apart[1]) + from_center
        };
        own * own * from_axis + 2.0 * turn * speed + turn * turn * apart
    }

    /// The mesh's centre of turn, in its coordinates.
    fn mesh_center(&self) -> DVec3 {
        self.motion.local_center().as_dvec3()
    }

    /// The solid's centre of turn in the mesh's coordinates.
    fn center(&self, time: f64) -> DVec3 {
        let center = self.convex.motion.local_center().as_dvec3();
        self.seen(time).point_f64(center)
    }

    fn seen(&self, time: f64) -> Relative {
        let places = [self.motion, self.convex.motion].map(|motion| motion.placement_at(time));
        Relative::of_placements(&places[0], &places[1])
    }

    /// Collects the triangles that the solid may come near in a window.
    fn collect(&self, time: f64, until: f64, near: Nearness, work: &mut Work) -> Window {
        let eighth = 0.125 * (until - time) * (until - time);
        let farthest = self.radius - self.convex.shape.margin();
        let bulge = eighth * self.bend(time, until, farthest, self.around_axis);
        let as_ball = bulge > BENT * self.radius;
        let seen = [time, until].map(|t| self.seen(t));
        let center = self.convex.motion.local_center().as_dvec3();
        let mut points = [DVec3::ZERO; 16];
        let (points, grown) = if as_ball {
            points[0] = seen[0].point_f64(center);
            points[1] = seen[1].point_f64(center);
            let bulge = eighth * self.bend(time, until, 0.0, 0.0);
            (&points[..2], bulge + self.radius)
        } else {
            for (point, i) in points.iter_mut().zip(0..) {
                *point = seen[i / 8].point_f64(self.corners[i % 8]);
            }
            (&points[..], bulge + self.convex.shape.margin())
        };
        let grown = grown + near.target;
        // Shorter windows hold fewer triangles only while the solid moves by more than its size.
        let crowd = if points[0].distance(points[points.len() / 2]) > self.radius {
            MANY
        } else {
            usize::MAX
        };
        let around = Aabb::from_points(points.iter().map(|p| p.as_vec3()));
        let rounding = 8.0 * f32::EPSILON * (around.min.abs().max(around.max.abs()).max_element());
        let around = around.expanded(round_up(grown) + rounding);
        let Work {
            meter,
            counters,
            stack,
            triangles,
        } = work;
        triangles.clear();
        let mut crowded = false;
        let walk = Traversal {
            stack,
            meter,
            counters,
        };
        let ended =
            visit_triangles_around(self.model, points, grown, 0.0, walk, &mut |_, triangle| {
                let bounds = Aabb::from_points(triangle.0.map(|p| p.as_vec3()));
                if bounds.overlaps(&around) {
                    triangles.push(*triangle);
                }
                crowded = triangles.len() > crowd;
                if crowded { -1.0 } else { 0.0 }
            });
        match ended {
            TraversalEnd::Cut { .. } => Window::Cut,
            TraversalEnd::Done if crowded => Window::Crowded,
            TraversalEnd::Done => Window::Whole,
        }
    }

    /// Chases the collected triangles through a window; the first impact, or where the budget
    /// ended.
    fn chase_all(&self, time: f64, until: f64, near: Nearness, work: &mut Work) -> Option<Sweep> {
        let mut first = None;
        let mut end = until;
        let seen = self.seen(time);
        let to_mesh = self.motion.placement_at(time).rotation.conjugate();
        let velocity = to_mesh * self.velocity;
        self.first_met_first(velocity, work.triangles);
        let mut slab: Option<Slab> = None;
        for triangle in work.triangles.iter() {
            if slab.as_ref().is_some_and(|slab| slab.parts(&triangle.0)) {
                continue;
            }
            let mut begin = time;
            if let Some(radius) = self.ball {
                let stop = radius + near.stop();
                match sphere_triangle(seen.translation, velocity, stop, triangle.0) {
                    Some(touch) if time + touch < end => begin += touch * (1.0 - 1e-9),
                    _ => continue,
                }
            }
            let turnings = [self.turning.of_part(&triangle.0), self.turning_convex];
            let moving = Moving {
                shape: triangle,
                motion: self.motion,
            };
            let pair = Pair::new(moving, self.convex, turnings, RootFinder::default());
            let (warm, meter) = (&mut WarmStart::default(), &mut work.meter);
            let direction = match pair.follow(begin, end, near, warm, meter, work.counters) {
                Chase::Passed { direction } => direction,
                Chase::Near {
                    time,
                    frame,
                    parting,
                } => {
                    end = time;
                    first = Some(impact(time, &frame, &parting));
                    frame.rotation * parting.normal
                }
                Chase::Stalled { .. } if work.meter.is_spent() => {
                    // Of the triangles to come nothing is known.
                    return Some(Sweep::Cut {
                        safe_time: rounded_down(time),
                    });
                }
                Chase::Stalled { time } => {
                    end = time;
                    first = Some(Sweep::Cut {
                        safe_time: rounded_down(time),
                    });
                    continue;
                }
            };
            if self.ball.is_none() {
                slab = Some(self.slab(direction, (time, &seen), end, near.keep));
            }
        }
        first
    }

    /// Puts the triangle that a solid with this velocity (m/s, in the mesh's frame) is likely to
    /// meet first in the first place: what parts it from the solid parts others as well.
    fn first_met_first(&self, velocity: DVec3, triangles: &mut [Triangle]) {
        let nearness = |triangle: &Triangle| triangle.center().dot(velocity);
        let first = (0..triangles.len())
            .min_by(|&i, &j| nearness(&triangles[i]).total_cmp(&nearness(&triangles[j])));
        if let Some(first) = first {
            triangles.swap(0, first);
        }
    }

    /// What a direction in the world says of the times from one, at which the solid is seen so,
    /// to another.
    fn slab(&self, direction: DVec3, (time, seen): (f64, &Relative), end: f64, keep: f64) -> Slab {
        let directions =
            [time, end].map(|t| self.motion.placement_at(t).rotation.conjugate() * direction);
        let of_solid = self
            .turning_convex
            .bend(seen.rotation.transpose() * directions[0]);
        let bend = self.turning.bend(directions[0]) + of_solid;
        let last = self.seen(end);
        let solid = self.convex.shape;
        Slab::new(directions, [seen, &last], solid, keep, bend, end - time)
    }
}

/// The corners of the box around a model.
fn box_of(model: &Model) -> [DVec3; 8] {
    let bounds = model.local_aabb();
    corners([bounds.min.as_dvec3(), bounds.max.as_dvec3()])
}

/// An f32 length that is not below the f64 one.
fn round_up(length: f64) -> f32 {
    let rounded = length as f32;
    if f64::from(rounded) < length {
        rounded.next_up()
    } else {
        rounded
    }
}
