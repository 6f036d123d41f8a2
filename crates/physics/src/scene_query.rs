//! Questions to a world about places: rays, shapes and points among its bodies.
//!
//! The broad phase names the bodies whose boxes the question meets; nearest boxes go first, and boxes behind the
//! best answer so far are skipped. If two answers are equally near, that of the body with the lower index counts:
//! so no answer depends on the broad phase.

use std::sync::Mutex;

use glam::Vec3;

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::body::{Body, BodyId, BodyKind};
use crate::broad_phase::NearPairs;
use crate::groups::Groups;
use crate::params::{POINT_RADIUS, RAY_RADIUS};
use crate::ray_scene::RayHit;
use dodgem_collide::math::{Aabb, Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Containment, Distance, PairCache};
use dodgem_collide::shape::Sphere;
use dodgem_collide::{Budget, DistanceOptions, Moving, Placed, Query, RayCast, Shape};

/// The bodies that a scene query considers: by default all except sensors.
#[derive(Clone, Copy)]
pub struct Filter<'f> {
    /// The groups of the query: it considers the bodies that a body of these groups may meet.
    pub groups: Groups,
    /// The kinds of bodies to consider.
    pub kinds: &'f [BodyKind],
    /// True if the query considers sensors, too.
    pub sensors: bool,
    /// A body to skip, if any.
    pub except: Option<BodyId>,
    /// A test of bodies, if any: the query considers those for which it returns true.
    pub accepts: Option<&'f dyn Fn(&Body) -> bool>,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Filter {
            groups: Groups::default(),
            kinds: &[BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic],
            sensors: false,
            except: None,
            accepts: None,
        }
    }
}

impl std::fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filter")
            .field("groups", &self.groups)
            .field("kinds", &self.kinds)
            .field("sensors", &self.sensors)
            .field("except", &self.except)
            .finish_non_exhaustive()
    }
}

impl Filter<'_> {
    /// Returns a filter for all bodies except sensors and this one.
    pub fn except(body: BodyId) -> Self {
        Filter {
            except: Some(body),
            ..Filter::default()
        }
    }

    /// True if the filter lets a body pass.
    fn admits(&self, body: &Body) -> bool {
        Some(body.id()) != self.except
            && (self.sensors || !body.is_sensor())
            && self.kinds.contains(&body.kind())
            && self.groups.meets(&body.groups())
            && self.accepts.is_none_or(|accepts| accepts(body))
    }
}

/// The first body that a moving shape meets: see [`World::cast`](crate::World::cast).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// The body.
    pub body: BodyId,
    /// The distance that the shape can go, in metres; 0 if the two overlap at its start.
    pub distance: f32,
    /// The point of the body that the shape meets, in world coordinates, in metres.
    pub point: Vec3,
    /// The unit normal out of the body; 0 if the two overlap at the shape's start.
    pub normal: Vec3,
}

/// The nearest body: see [`World::nearest`](crate::World::nearest).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The body.
    pub body: BodyId,
    /// The distance to the body, in metres; 0 if the two meet.
    pub distance: f32,
    /// The nearest point of the body, in the world.
    pub point: Vec3,
    /// The nearest point of the shape, in the world.
    pub from: Vec3,
}

/// Memory of questions, used again in every one.
#[derive(Debug, Default)]
pub(crate) struct SceneMemory {
    query: Query,
    places: Vec<u32>,
    /// The bodies to query, with the distances of their boxes.
    queue: Vec<(f32, u32)>,
}

/// The bodies of a world between two steps, with the filter of a question.
pub(crate) struct SceneQuery<'s> {
    pub bodies: &'s Bodies,
    pub near: &'s NearPairs,
    pub aside: &'s Aside,
    pub memory: &'s Mutex<SceneMemory>,
    pub filter: &'s Filter<'s>,
}

impl SceneQuery<'_> {
    /// Calls `ask` for all bodies in a box, in the order of `distance` to their boxes; bodies with a negative distance
    /// are skipped. `ask` returns the distance beyond which bodies are skipped, too.
    fn each(
        &self,
        bounds: &Aabb,
        mut limit: f32,
        distance: impl Fn(&Aabb) -> f32,
        mut ask: impl FnMut(&mut Query, &Body, &Pose, f32) -> f32,
    ) {
        // A filter may itself query the world: the inner query gets memory of its own.
        let mut own;
        let mut shared = self.memory.try_lock();
        let memory = match &mut shared {
            Ok(memory) => &mut **memory,
            Err(_) => {
                own = SceneMemory::default();
                &mut own
            }
        };
        memory.query.budget = Budget::Unlimited;
        (self.near).find_in(self.bodies, self.aside, bounds, &mut memory.places);
        memory.queue.clear();
        for index in &memory.places {
            let far = distance(&self.bodies.motion(*index).bounds);
            if far >= 0.0 && far <= limit && self.filter.admits(self.bodies.body(*index)) {
                memory.queue.push((far, *index));
            }
        }
        (memory.queue).sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        for (far, index) in &memory.queue {
            if *far > limit {
                break;
            }
            let body = self.bodies.body(*index);
            limit = ask(&mut memory.query, body, &body.pose(), limit);
        }
    }

    /// All that a ray hits, in the order of the bodies' boxes.
    fn each_hit(
        &self,
        [origin, direction]: [Vec3; 2],
        length: f32,
        mut found: impl FnMut(RayHit) -> f32,
    ) {
        let is_valid = origin.is_finite() && direction.is_finite() && !length.is_nan();
        if !is_valid || length <= 0.0 || direction == Vec3::ZERO {
            return;
        }
        let length = length.min(f32::MAX);
        let end = (origin + direction * length).clamp(Vec3::MIN, Vec3::MAX);
        let bounds = Aabb::from_points([origin, end]).expanded(RAY_RADIUS);
        let entry = |bounds: &Aabb| entry_of(&bounds.expanded(RAY_RADIUS), origin, direction);
        self.each(&bounds, length, entry, |query, body, pose, limit| {
            let placed = Placed::new(body.shape(), pose);
            let answer = query.ray(placed, origin, direction, limit);
            match *answer {
                RayCast::Hit { time, normal, .. } => found(RayHit {
                    body: body.id(),
                    distance: time,
                    point: origin + direction * time,
                    normal,
                    child: answer.children[0],
                }),
                _ => limit,
            }
        });
    }

    /// See [`World::ray`](crate::World::ray).
    pub fn ray(&self, ray: [Vec3; 2], length: f32) -> Option<RayHit> {
        let mut first: Option<RayHit> = None;
        self.each_hit(ray, length, |hit| {
            let order = |hit: &RayHit| (hit.distance, hit.body.index());
            if first.is_none_or(|best| order(&hit) < order(&best)) {
                first = Some(hit);
            }
            first.map_or(length, |best| best.distance)
        });
        first
    }

    /// See [`World::ray_all`](crate::World::ray_all).
    pub fn ray_all(&self, ray: [Vec3; 2], length: f32) -> Vec<RayHit> {
        let mut hits = Vec::new();
        self.each_hit(ray, length, |hit| {
            hits.push(hit);
            length
        });
        hits.sort_by(|p, q| {
            let nearer = p.distance.total_cmp(&q.distance);
            nearer.then(p.body.index().cmp(&q.body.index()))
        });
        hits
    }

    /// See [`World::overlaps`](crate::World::overlaps).
    pub fn overlaps(&self, shape: &Shape, pose: &Pose) -> Vec<BodyId> {
        let mut found = Vec::new();
        let one = Placed::new(shape, pose);
        let all = |_: &Aabb| 0.0;
        self.each(&shape.aabb(pose), 0.0, all, |query, body, at, limit| {
            if query.intersect(one, Placed::new(body.shape(), at)).is_hit() {
                found.push(body.id());
            }
            limit
        });
        found
    }

    /// See [`World::containing`](crate::World::containing).
    pub fn containing(&self, point: Vec3) -> Vec<BodyId> {
        let mut found = Vec::new();
        if !point.is_finite() {
            return found;
        }
        let (bounds, all) = (Aabb::new(point, point), |_: &Aabb| 0.0);
        self.each(&bounds, 0.0, all, |query, body, at, limit| {
            let answer = query.contains(Placed::new(body.shape(), at), point);
            if matches!(*answer, Containment::Inside | Containment::OnSurface) {
                found.push(body.id());
            }
            limit
        });
        found
    }

    /// See [`World::cast`](crate::World::cast).
    pub fn cast(&self, shape: &Shape, pose: &Pose, way: Vec3, target: f64) -> Option<CastHit> {
        let motion = Motion::new(*pose, way, Vec3::ZERO, Vec3::ZERO).ok()?;
        let length = way.length();
        let here = shape.aabb(pose);
        let there = Aabb::new(here.min + way, here.max + way);
        let bounds = here.union(there).expanded(target as f32);
        let mut first: Option<CastHit> = None;
        let options = SweepOptions { target };
        self.each(
            &bounds,
            0.0,
            |_| 0.0,
            |query, body, at, limit| {
                let (one, resting) = (Moving::new(shape, &motion), Motion::resting(*at));
                let other = Moving::new(body.shape(), &resting);
                let cache = &mut PairCache::default();
                let hit = match *query.time_of_impact(one, other, 1.0, &options, cache) {
                    Sweep::Impact {
                        time,
                        point_b,
                        normal,
                        ..
                    } => CastHit {
                        body: body.id(),
                        distance: time * length,
                        point: point_b,
                        normal: -normal,
                    },
                    Sweep::Overlapping { point } => CastHit {
                        body: body.id(),
                        distance: 0.0,
                        point,
                        normal: Vec3::ZERO,
                    },
                    Sweep::Clear | Sweep::Cut { .. } => return limit,
                };
                let order = |hit: &CastHit| (hit.distance, hit.body.index());
                if first.is_none_or(|best| order(&hit) < order(&best)) {
                    first = Some(hit);
                }
                limit
            },
        );
        first
    }

    /// See [`World::nearest`](crate::World::nearest).
    pub fn nearest(&self, shape: &Shape, pose: &Pose, most: f32) -> Option<Nearest> {
        if most.is_nan() || most < 0.0 {
            return None;
        }
        let here = shape.aabb(pose);
        let apart = |bounds: &Aabb| {
            let between = (here.min - bounds.max).max(bounds.min - here.max);
            between.max(Vec3::ZERO).length()
        };
        let mut first: Option<Nearest> = None;
        let (bounds, one) = (here.expanded(most.min(f32::MAX)), Placed::new(shape, pose));
        self.each(&bounds, most, apart, |query, body, at, limit| {
            let other = Placed::new(body.shape(), at);
            let (distance, from, point) = match *query.distance(
                one,
                other,
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            ) {
                Distance::Apart {
                    distance,
                    point_a,
                    point_b,
                    ..
                } => (distance, point_a, point_b),
                Distance::Meet { point, .. } => (0.0, point, point),
                Distance::Cut { .. } => return limit,
            };
            if distance > most {
                return limit;
            }
            let found = Nearest {
                body: body.id(),
                distance,
                point,
                from,
            };
            let order = |found: &Nearest| (found.distance, found.body.index());
            if first.is_none_or(|best| order(&found) < order(&best)) {
                first = Some(found);
            }
            first.map_or(limit, |best| best.distance)
        });
        first
    }

    /// See [`World::nearest_to`](crate::World::nearest_to).
    pub fn nearest_to(&self, point: Vec3, most: f32) -> Option<Nearest> {
        let pose = Pose::from_translation(point).ok()?;
        let speck = Sphere::new(POINT_RADIUS).ok()?;
        let found = self.nearest(&Shape::Sphere(speck), &pose, most)?;
        let distance = match found.distance > 0.0 {
            true => found.point.distance(point),
            false => 0.0,
        };
        Some(Nearest {
            distance,
            from: point,
            ..found
        })
    }
}

/// Returns the distance along a ray to a box, in lengths of the direction; 0 if the ray begins in the box, negative
/// if it misses it.
fn entry_of(bounds: &Aabb, origin: Vec3, direction: Vec3) -> f32 {
    let (mut enter, mut leave) = (0.0_f32, f32::INFINITY);
    for axis in 0..3 {
        let (from, along) = (origin[axis], direction[axis]);
        let (min, max) = (bounds.min[axis], bounds.max[axis]);
        if along == 0.0 {
            if from < min || from > max {
                return -1.0;
            }
            continue;
        }
        let (one, other) = ((min - from) / along, (max - from) / along);
        // The boxes are larger than the bodies by more than the rounding of this.
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    if enter <= leave { enter } else { -1.0 }
}
