//! Quantities of bodies in the current state of an arena. They read the state and change nothing; those that
//! depend on the past are in `readouts.rs`.

use glam::{DVec3, Vec3};

use dodgem_physics::Body;
use dodgem_scene::arena::{ActorId, Arena};

fn body(arena: &Arena, id: ActorId) -> Option<&Body> {
    let actor = arena.actors().get(id.index())?;
    arena.world().body(actor.body).filter(|_| !actor.is_gone())
}

/// Returns the speed of a body's centre of mass, in m/s; None if the body is gone, as for all quantities here.
pub fn speed(arena: &Arena, id: ActorId) -> Option<f64> {
    Some(body(arena, id)?.velocity().length())
}

/// Returns the height of a body's lowest point above the floor, in m.
pub fn height(arena: &Arena, id: ActorId) -> Option<f64> {
    let body = body(arena, id)?;
    Some(f64::from(body.shape().aabb(&body.pose()).min.y))
}

/// Returns the angle between a body's own upward direction and the vertical, in degrees.
pub fn angle(arena: &Arena, id: ActorId) -> Option<f64> {
    let up = turned(body(arena, id)?, Vec3::Y);
    // The arc cosine is inexact near 0.
    let flat = DVec3::new(up.x, 0.0, up.z).length();
    Some(libm::atan2(flat, up.y).to_degrees())
}

/// Returns the angle by which a body leans from how it began, in degrees: turns about the vertical do not count.
pub fn lean(arena: &Arena, id: ActorId) -> Option<f64> {
    let now = body(arena, id)?;
    let start = arena.actor(id).start;
    // The direction in the body that was upward at the start.
    let own = start.rotation().conjugate() * Vec3::Y;
    let up = turned(now, own);
    let flat = DVec3::new(up.x, 0.0, up.z).length();
    Some(libm::atan2(flat, up.y).to_degrees())
}

/// Returns the angle by which an axis of a body has turned since the start, in degrees.
pub fn turned_by(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let now = turned(body(arena, id)?, axis.normalize_or_zero());
    let start = arena.actor(id).start;
    let start = start.transform_vector(axis.normalize_or_zero()).as_dvec3();
    Some(libm::atan2(start.cross(now).length(), start.dot(now)).to_degrees())
}

/// Returns the angular velocity of a body in degrees per second: about an axis in the body, with its sign, or
/// the size of all of it if the axis has no direction.
pub fn spin(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
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
pub fn precession(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let body = body(arena, id)?;
    let axis = turned(body, axis.normalize_or_zero());
    let change = body.angular_velocity().cross(axis);
    let flat = axis.x * axis.x + axis.z * axis.z;
    let rate = (axis.z * change.x - axis.x * change.z) / flat;
    (flat > 1e-6).then(|| rate.to_degrees())
}

/// Returns the energy of motion, and of the height of the centre of mass over the floor, in J.
pub fn energy(arena: &Arena, id: ActorId) -> Option<f64> {
    let body = body(arena, id)?;
    let gravity = arena.world().settings().gravity.as_dvec3();
    Some(body.kinetic_energy() - body.mass() * gravity.dot(body.center()))
}

/// Returns the energy of all bodies together, in J.
pub fn total_energy(arena: &Arena) -> f64 {
    arena.world().energy()
}

/// Returns the mass in kg; 0 if no force moves the body.
pub fn mass(arena: &Arena, id: ActorId) -> Option<f64> {
    Some(body(arena, id)?.mass())
}

/// Returns the moment of inertia about an axis in the body through its centre of mass, in kg m^2.
pub fn inertia(arena: &Arena, id: ActorId, axis: Vec3) -> Option<f64> {
    let body = body(arena, id)?;
    let axis = turned(body, axis.normalize_or_zero());
    Some(body.angular_momentum_at(axis).dot(axis))
}

/// Returns the distance of a body's centre of mass from where it was at the start, in m.
pub fn travel(arena: &Arena, id: ActorId) -> Option<f64> {
    let now = body(arena, id)?;
    let start = arena.actor(id).start;
    let own = now.pose().inverse_transform_point(now.center().as_vec3());
    let began = start.transform_point(own).as_dvec3();
    Some(now.center().distance(began))
}

/// Returns the distance of the centres of mass of two bodies in m, `flat` without the difference in height.
pub fn distance(arena: &Arena, [a, b]: [ActorId; 2], flat: bool) -> Option<f64> {
    let mut way = body(arena, a)?.center() - body(arena, b)?.center();
    if flat {
        way.y = 0.0;
    }
    Some(way.length())
}

/// Returns the coefficients of friction and restitution between two bodies, or between one and the floor.
pub fn surface(arena: &Arena, a: ActorId, b: Option<ActorId>) -> Option<[f64; 2]> {
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
