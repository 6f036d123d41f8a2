//! Quantities in the current state of an arena. They read the state and change nothing; those that depend on the
//! past are in `readouts.rs`.

use dodgem_collide::Query;
use glam::{DVec3, Vec3};

use crate::params::FALLEN_DEGREES;
use dodgem_physics::{Body, JointId, STEP_SECONDS};
use dodgem_scene::arena::{ActorId, Arena, Met, nearest_points};
use dodgem_scene::level::scene::{Scene, named};
use dodgem_scene::level::{Quantity, Role, is_meant};

/// The objects of a scene that a quantity names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subjects {
    /// The bodies of its first name; of all its names if it has a list of them.
    pub a: Vec<ActorId>,
    /// The bodies of its second name; None for the floor or for anything.
    pub b: Option<Vec<ActorId>>,
    /// The joints.
    pub joints: Vec<JointId>,
    /// The index of the zone.
    pub zone: Option<usize>,
}

impl Subjects {
    /// Finds the objects that a quantity names.
    pub fn of(quantity: &Quantity, scene: &Scene, arena: &Arena) -> Subjects {
        let mut found = Subjects::default();
        for (field, role, name) in quantity.names() {
            let bodies: Vec<ActorId> = match role {
                Role::Body | Role::BodyOrNone => named(arena, name).into_iter().collect(),
                Role::Bodies | Role::BodiesOrNone => all_of(arena, name).collect(),
                Role::Zone => {
                    let mut zones = scene.zones().iter();
                    found.zone = zones.position(|zone| zone.spec.name == name);
                    continue;
                }
                Role::Joint => {
                    let joints = scene.joints_called(name).flat_map(|joint| &joint.ids);
                    let holds = |id: &&JointId| arena.world().joint(**id).is_some();
                    found.joints = joints.filter(holds).copied().collect();
                    continue;
                }
                Role::Counter => continue,
            };
            match field {
                "b" => found.b = (!name.is_empty()).then_some(bodies),
                _ => found.a.extend(bodies),
            }
        }
        found
    }

    /// Returns the first body.
    pub fn body(&self) -> Option<ActorId> {
        self.a.first().copied()
    }

    /// Returns the value of a quantity of the present. None if a body or joint that it names is gone, and for
    /// quantities that need the past ([`Quantity::is_of_present`]).
    pub fn value(&self, quantity: &Quantity, arena: &Arena, query: &mut Query) -> Option<f64> {
        let one = self.body();
        let other = self.b.as_ref().and_then(|b| b.first().copied());
        match quantity {
            Quantity::Speed { .. } => speed(arena, one?),
            Quantity::Height { .. } => height(arena, one?),
            Quantity::Angle { .. } => angle(arena, one?),
            Quantity::Turned { axis, .. } => turned_by(arena, one?, *axis),
            Quantity::Spin { axis, .. } => spin(arena, one?, *axis),
            Quantity::Energy { of } if of.is_empty() => Some(arena.world().energy()),
            Quantity::Energy { .. } => energy(arena, one?),
            Quantity::Mass { .. } => Some(body(arena, one?)?.mass()),
            Quantity::Inertia { axis, .. } => inertia(arena, one?, *axis),
            Quantity::Travel { .. } => travel(arena, one?),
            Quantity::X { .. } => Some(place(arena, one?)?.x),
            Quantity::Y { .. } => Some(place(arena, one?)?.y),
            Quantity::Z { .. } => Some(place(arena, one?)?.z),
            Quantity::Force { .. } => force(arena, one?),
            Quantity::Gap { .. } => gap(arena, [one?, other?], query),
            Quantity::Distance { flat, .. } => distance(arena, [one?, other?], *flat),
            Quantity::Friction { .. } => surface(arena, one?, other).map(|[f, _]| f),
            Quantity::Restitution { .. } => surface(arena, one?, other).map(|[_, r]| r),
            Quantity::Fallen { .. } => {
                let leans = self.a.iter().filter_map(|id| lean(arena, *id));
                Some(leans.filter(|lean| *lean > FALLEN_DEGREES).count() as f64)
            }
            Quantity::Inside { .. } => {
                let inside = arena.in_zones().iter();
                Some(inside.filter(|one| self.zone == Some(one.zone)).count() as f64)
            }
            Quantity::Load { .. } => {
                let joints = self.joints.iter();
                let joints = joints.filter_map(|id| arena.world().joint(*id));
                let loads = joints.map(|joint| f64::from(joint.force().length()));
                loads.reduce(f64::max)
            }
            Quantity::JointAngle { .. } => self.joint_position(arena).map(f64::to_degrees),
            Quantity::JointTravel { .. } => self.joint_position(arena),
            Quantity::Bounce { .. }
            | Quantity::Precession { .. }
            | Quantity::Hits { .. }
            | Quantity::FirstHit { .. }
            | Quantity::Entries { .. }
            | Quantity::Counter { .. }
            | Quantity::Time => None,
        }
    }

    fn joint_position(&self, arena: &Arena) -> Option<f64> {
        let mut joints = self.joints.iter();
        joints.find_map(|id| arena.world().joint_position(*id))
    }
}

/// Returns the cars and things that a name means, copies included.
fn all_of<'a>(arena: &'a Arena, name: &'a str) -> impl Iterator<Item = ActorId> + 'a {
    let actors = (0..).map(ActorId).zip(arena.actors());
    let meant = actors.filter(move |(_, actor)| !actor.is_gone() && is_meant(name, &actor.name));
    meant.map(|(id, _)| id)
}

/// Returns the place of a body's origin, in m.
fn place(arena: &Arena, id: ActorId) -> Option<DVec3> {
    Some(body(arena, id)?.pose().translation().as_dvec3())
}

/// Returns the shortest distance between two bodies' surfaces in m; 0 if they touch.
fn gap(arena: &Arena, pair: [ActorId; 2], query: &mut Query) -> Option<f64> {
    let [a, b] = [body(arena, pair[0])?, body(arena, pair[1])?];
    let colliders = [a.collider(), b.collider()];
    let nearest = nearest_points(colliders, [a.frame(), b.frame()], query);
    Some(nearest.map_or(0.0, |(distance, _)| distance))
}

/// Returns the sum of the forces of a body's contacts in N; an impact counts as its impulse over a step.
fn force(arena: &Arena, id: ActorId) -> Option<f64> {
    let body = body(arena, id)?.id();
    let step = arena.world().settings().step;
    let contacts = arena.world().contacts();
    let contacts = contacts.filter(|one| one.a == body || one.b == body);
    let held: f64 = contacts.map(|one| f64::from(one.force(step))).sum();
    let hits = arena.events().iter();
    let hits = hits.filter(|hit| hit.a == id || hit.met == Met::Actor(id));
    let impulses: f64 = hits.map(|hit| f64::from(hit.impulse)).sum();
    Some(held + impulses / f64::from(STEP_SECONDS))
}

fn body(arena: &Arena, id: ActorId) -> Option<&Body> {
    let actor = arena.actors().get(id.index())?;
    arena.world().body(actor.body).filter(|_| !actor.is_gone())
}

/// Returns the speed of a body's centre of mass, in m/s; None if the body is gone.
fn speed(arena: &Arena, id: ActorId) -> Option<f64> {
    Some(body(arena, id)?.velocity().length())
}

/// Returns the height of a body's lowest point above the floor, in m.
pub(crate) fn height(arena: &Arena, id: ActorId) -> Option<f64> {
    let body = body(arena, id)?;
    Some(f64::from(body.shape().aabb(&body.pose()).min.y))
}

/// Returns the angle between a body's own upward direction and the vertical, in degrees.
fn angle(arena: &Arena, id: ActorId) -> Option<f64> {
    let up = turned(body(arena, id)?, Vec3::Y);
    // The arc cosine is inexact near 0.
    let flat = DVec3::new(up.x, 0.0, up.z).length();
    Some(libm::atan2(flat, up.y).to_degrees())
}

/// Returns the angle by which a body leans from how it began, in degrees: turns about the vertical do not count.
fn lean(arena: &Arena, id: ActorId) -> Option<f64> {
    let now = body(arena, id)?;
    let start = arena.actor(id).start;
    // The direction in the body that was upward at the start.
    let own = start.rotation().conjugate() * Vec3::Y;
    let up = turned(now, own);
    let flat = DVec3::new(up.x, 0.0, up.z).length();
    Some(libm::atan2(flat, up.y).to_degrees())
}

/// Returns the angle by which an axis of a body has turned since the start, in degrees.
fn turned_by(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let now = turned(body(arena, id)?, axis.normalize_or_zero());
    let start = arena.actor(id).start;
    let start = start.transform_vector(axis.normalize_or_zero()).as_dvec3();
    Some(libm::atan2(start.cross(now).length(), start.dot(now)).to_degrees())
}

/// Returns the angular velocity of a body in degrees per second: about an axis in the body, with its sign, or
/// the size of all of it if the axis has no direction.
fn spin(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let body = body(arena, id)?;
    let spin = body.angular_velocity();
    let rate = match axis.normalize_or_zero() {
        Vec3::ZERO => spin.length(),
        axis => spin.dot(turned(body, axis)),
    };
    Some(rate.to_degrees())
}

/// Returns the rate at which an axis of a body circles the vertical, in degrees per second, counter-clockwise
/// from above positive; None while the axis is upright.
pub(crate) fn precession(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let body = body(arena, id)?;
    let axis = turned(body, axis.normalize_or_zero());
    let change = body.angular_velocity().cross(axis);
    let flat = axis.x * axis.x + axis.z * axis.z;
    let rate = (axis.z * change.x - axis.x * change.z) / flat;
    (flat > 1e-6).then(|| rate.to_degrees())
}

/// Returns the energy of motion, and of the height of the centre of mass over the floor, in J; None if no force
/// moves the body.
fn energy(arena: &Arena, id: ActorId) -> Option<f64> {
    let body = body(arena, id)?;
    if !body.is_dynamic() {
        return None;
    }
    let gravity = arena.world().settings().gravity.as_dvec3();
    Some(body.kinetic_energy() - body.mass() * gravity.dot(body.center()))
}

/// Returns the moment of inertia about an axis in the body through its centre of mass, in kg m^2.
fn inertia(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let body = body(arena, id)?;
    let axis = turned(body, axis.normalize_or_zero());
    Some(body.angular_momentum_at(axis).dot(axis))
}

/// Returns the distance of a body's centre of mass from where it was at the start, in m.
fn travel(arena: &Arena, id: ActorId) -> Option<f64> {
    let now = body(arena, id)?;
    let start = arena.actor(id).start;
    let own = now.pose().inverse_transform_point(now.center().as_vec3());
    let began = start.transform_point(own).as_dvec3();
    Some(now.center().distance(began))
}

/// Returns the distance of the centres of mass of two bodies in m, `flat` without the difference in height.
fn distance(arena: &Arena, [a, b]: [ActorId; 2], flat: bool) -> Option<f64> {
    let mut way = body(arena, a)?.center() - body(arena, b)?.center();
    if flat {
        way.y = 0.0;
    }
    Some(way.length())
}

/// Returns the coefficients of friction and restitution between two bodies, or between one and the floor.
fn surface(arena: &Arena, a: ActorId, b: Option<ActorId>) -> Option<[f64; 2]> {
    let one = body(arena, a)?.material();
    let other = match b {
        Some(b) => body(arena, b)?.material(),
        None => arena.floor_material(),
    };
    let pair = arena.world().materials().pair(one, other);
    Some([f64::from(pair.friction), f64::from(pair.restitution)])
}

/// Returns a direction in a body as one in the scene.
fn turned(body: &Body, axis: Vec3) -> DVec3 {
    body.pose().transform_vector(axis).as_dvec3()
}
