//! The contact view: points where bodies touch, and recent impacts with their strength.

use glam::Vec3;

use dodgem_collide::{DebugKind, DebugSink};
use dodgem_physics::ContactPoint;

use crate::arena::debug_draw::{capped_tip, chief, draw_arrow, draw_cross, tone};
use crate::arena::recent_contacts::PastImpact;
use crate::arena::{Arena, Met, Views};
use crate::params::{CONE_HEIGHT, IMPULSE_LONGEST, IMPULSE_SCALE, NORMAL_LENGTH, SLOW_WALL_HIT};

/// True if the contact of two bodies is drawn in full: see [`Views::is_clear_pair`].
pub(super) fn is_clear_meeting(views: &Views, met: [Met; 2]) -> bool {
    match met {
        [Met::Actor(a), b] | [b, Met::Actor(a)] => views.is_clear_pair(a, b.actor()),
        _ => views.focus.is_none(),
    }
}

/// Returns the recent impacts that are drawn: without slow ones on the hall.
fn shown_impacts(arena: &Arena) -> impl Iterator<Item = &PastImpact> {
    let is_slow = |past: &&PastImpact| {
        past.impact.met.actor().is_none() && past.impact.relative_speed < SLOW_WALL_HIT
    };
    arena.recent_impacts().filter(move |past| !is_slow(past))
}

pub(super) fn draw_contacts(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    let is_clear = |met: [Met; 2]| is_clear_meeting(views, met);
    for past in arena.record.recent().contacts(arena.steps()) {
        sink.tone(tone(is_clear(past.bodies.map(|body| arena.met_of(body)))));
        draw_cross(past.point, 0.5, DebugKind::PastContact, sink);
    }
    let held = arena.world.contacts().filter(|contact| contact.active);
    let held: Vec<&ContactPoint> = held.collect();
    let step = arena.world.settings().step;
    let clear =
        |contact: &ContactPoint| is_clear([contact.a, contact.b].map(|body| arena.met_of(body)));
    let forces = held.iter().map(|contact| match clear(contact) {
        true => contact.force(step),
        false => f32::NEG_INFINITY,
    });
    let shown = chief(&forces.collect::<Vec<f32>>());
    for (contact, shown) in held.iter().zip(shown) {
        let full = clear(contact) && (shown || views.focus.is_some());
        sink.tone(tone(full));
        let (point, normal) = (contact.point.as_vec3(), contact.normal.as_vec3());
        draw_cross(point, 1.0, DebugKind::Contact, sink);
        sink.line(point, point + normal * NORMAL_LENGTH, DebugKind::Normal);
        if full && shown {
            draw_cone((point, normal), contact.friction(), sink);
        }
    }
    let impacts: Vec<&PastImpact> = shown_impacts(arena).collect();
    let strengths = impacts.iter().map(|past| past.impact.impulse);
    let shown = chief(&strengths.collect::<Vec<f32>>());
    for (PastImpact { step, impact }, shown) in impacts.into_iter().zip(shown) {
        let clear =
            is_clear([Met::Actor(impact.a), impact.met]) && (shown || views.focus.is_some());
        sink.tone(tone(clear));
        let point = impact.point;
        let size = if *step == arena.steps() { 1.0 } else { 0.7 };
        draw_cross(point, size, DebugKind::Contact, sink);
        let kind = DebugKind::Impulse;
        let long = (impact.impulse * IMPULSE_SCALE, IMPULSE_LONGEST);
        let tip = capped_tip((point, impact.normal), long, kind, sink);
        draw_arrow(point, tip, kind, sink);
        if clear {
            let text = format!(
                "{:.1} m/s, {:.0} N s",
                impact.relative_speed, impact.impulse
            );
            sink.text(point + Vec3::Y * 0.3, &text, DebugKind::Contact);
        }
    }
}

/// Draws the friction cone around a contact's normal: the contact force lies in it, and its slope is the
/// friction.
fn draw_cone((point, normal): (Vec3, Vec3), friction: f32, sink: &mut dyn DebugSink) {
    let (side, other) = normal.any_orthonormal_pair();
    let rim = |part: usize| {
        let angle = part as f32 / 8.0 * std::f32::consts::TAU;
        let out = side * libm::cosf(angle) + other * libm::sinf(angle);
        point + (normal + out * friction) * CONE_HEIGHT
    };
    for part in 0..8 {
        sink.line(rim(part), rim(part + 1), DebugKind::FrictionCone);
        if part % 2 == 0 {
            sink.line(point, rim(part), DebugKind::FrictionCone);
        }
    }
}
