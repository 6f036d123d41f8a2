//! The view of velocities and forces.

use glam::Vec3;

use dodgem_collide::{DebugKind, DebugSink};
use dodgem_physics::GRAVITY;

use crate::arena::debug_draw::{capped_tip, chief, draw_arrow, tone};
use crate::arena::{Actor, Arena, Views};
use crate::console::rounded;
use crate::params::{
    FORCE_LONGEST, FORCE_SCALE, SPEED_SHOWN, SPIN_SHOWN, SPIN_WEIGHT, VELOCITY_SCALE,
};

pub(super) fn draw_velocities(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    let motions = arena
        .present_actors()
        .map(|(id, actor)| match views.is_clear(id) {
            true => actor.velocity.length() + actor.angular_velocity.length() * SPIN_WEIGHT,
            false => f32::NEG_INFINITY,
        });
    let shown = chief(&motions.collect::<Vec<f32>>());
    for ((id, actor), shown) in arena.present_actors().zip(shown) {
        let shown = shown || views.focus.is_some() || actor.is_car();
        sink.tone(tone(views.is_clear(id) && shown));
        let long = match views.focus {
            Some(focus) => focus.has(id),
            None => arena.has_room_for_words(),
        };
        let is_in_focus = views.focus.is_some_and(|focus| focus.has(id));
        match actor.is_car() {
            true => draw_velocity(actor, long, sink),
            false => draw_velocity_of_thing(arena, actor, (long, is_in_focus), sink),
        }
    }
    let step = arena.world.settings().step;
    let held = arena.world.contacts().filter(|contact| contact.active);
    let held: Vec<_> = held
        .filter(|contact| contact.normal_impulse > 0.0)
        .collect();
    let forces = held.iter().map(|contact| contact.force(step));
    let shown = chief(&forces.collect::<Vec<f32>>());
    for (contact, shown) in held.into_iter().zip(shown) {
        let Some((a, met, swapped)) = arena.owners.pair(contact.a, contact.b) else {
            continue;
        };
        let shown = shown || views.focus.is_some();
        sink.tone(tone(
            shown && (views.is_clear(a) || met.actor().is_some_and(|b| views.is_clear(b))),
        ));
        // The force of the other body on the actor; between two movable bodies it is drawn on the one
        // that is pushed up.
        let normal = contact.normal.as_vec3();
        let push = if swapped { normal } else { -normal };
        let other = met.actor().filter(|b| !arena.actor(*b).is_fixed());
        let (pushed, push) = match other {
            Some(b) if push.y < 0.0 || arena.actor(a).is_fixed() => (b, -push),
            _ => (a, push),
        };
        let weight = arena.actor(pushed).mass.max(1.0) * GRAVITY;
        let long = (contact.force(step) / weight * FORCE_SCALE, FORCE_LONGEST);
        let kind = DebugKind::Force;
        let point = contact.point.as_vec3();
        let tip = capped_tip((point, push), long, kind, sink);
        sink.line(point, tip, kind);
    }
}

/// Draws the velocity of a thing; its label is omitted if it neither moves nor is in focus.
fn draw_velocity_of_thing(
    arena: &Arena,
    actor: &Actor,
    (long, always): (bool, bool),
    sink: &mut dyn DebugSink,
) {
    let (speed, spin) = (actor.velocity.length(), actor.angular_velocity.length());
    let (moves, turns) = (speed >= SPEED_SHOWN, spin >= SPIN_SHOWN);
    if actor.is_fixed() || !(moves || turns || always) {
        return;
    }
    let middle = arena.world[actor.body].center().as_vec3();
    if moves {
        let tip = middle + actor.velocity * VELOCITY_SCALE;
        draw_arrow(middle, tip, DebugKind::Velocity, sink);
    }
    let spin = rounded(spin.to_degrees(), 0);
    let text = match (long, moves) {
        (true, _) => format!("{speed:.1} m/s  {spin} deg/s"),
        (false, true) => format!("{speed:.1}"),
        (false, false) => format!("{spin} deg/s"),
    };
    sink.text(middle, &text, DebugKind::Velocity);
}

fn draw_velocity(actor: &Actor, long: bool, sink: &mut dyn DebugSink) {
    let Some(car) = actor.car() else {
        return;
    };
    let middle = actor.pose.transform_point(Vec3::Y);
    let tip = middle + actor.velocity * VELOCITY_SCALE;
    draw_arrow(middle, tip, DebugKind::Velocity, sink);
    let speed = actor.velocity.length();
    let text = match long {
        false => format!("{speed:.1}"),
        true => format!(
            "{speed:.1} m/s  {} deg/s",
            rounded(actor.angular_velocity.length().to_degrees(), 0)
        ),
    };
    let at = actor.pose.translation() + Vec3::Y * 1.4;
    sink.text(at, &text, DebugKind::Velocity);
    let vehicle = car.vehicle();
    let per_newton = FORCE_SCALE / (actor.mass * GRAVITY);
    for (place, wheel) in vehicle.mounts().into_iter().zip(vehicle.wheels()) {
        let foot = actor.pose.transform_point(place - Vec3::Y * wheel.length);
        let up = actor.up() * (wheel.load * per_newton * 2.0);
        if wheel.load > 0.0 {
            sink.line(foot, foot + up, DebugKind::Force);
        }
    }
}
