//! Debug views of an arena.

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{DebugKind, DebugSink, DebugTone, Model};

use crate::arena::{Actor, Arena, Views};
use crate::params::{CAPPED_BAR, CHIEF_ITEMS, CONTACT_CROSS, PIECE_SHRINK};

/// Calls `draw` for each actor, with a faint tone for actors out of focus.
pub(super) fn each_actor(
    arena: &Arena,
    views: &Views,
    sink: &mut dyn DebugSink,
    mut draw: impl FnMut(&Actor, &mut dyn DebugSink),
) {
    for (id, actor) in arena.present_actors() {
        sink.tone(tone(views.is_clear(id)));
        draw(actor, sink);
    }
    sink.tone(DebugTone::Plain);
}

/// Draws the borders of the convex pieces of all actors, each with the colour of its number.
pub(super) fn draw_all_pieces(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    for (id, actor) in arena.present_actors() {
        let number = views.is_clear(id);
        draw_pieces(&actor.model, &actor.pose, number, sink);
    }
}

/// Returns the tone of an actor in focus (true) or out of focus.
pub(super) fn tone(is_clear: bool) -> DebugTone {
    match is_clear {
        true => DebugTone::Plain,
        false => DebugTone::Faint,
    }
}

/// Returns true for the greatest of some sizes, of which a view shows only [`CHIEF_ITEMS`] in full; for all if
/// there are no more.
pub(super) fn chief(sizes: &[f32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|a, b| sizes[*b].total_cmp(&sizes[*a]));
    let mut is_chief = vec![false; sizes.len()];
    for index in order.into_iter().take(CHIEF_ITEMS) {
        is_chief[index] = true;
    }
    is_chief
}

/// Draws a cross at a point.
pub(super) fn draw_cross(point: Vec3, size: f32, kind: DebugKind, sink: &mut dyn DebugSink) {
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        let arm = axis * (CONTACT_CROSS * size * 0.5);
        sink.line(point - arm, point + arm, kind);
    }
}

/// Draws an arrow.
pub(super) fn draw_arrow(from: Vec3, to: Vec3, kind: DebugKind, sink: &mut dyn DebugSink) {
    sink.line(from, to, kind);
    let arrow = to - from;
    if arrow.length() < 0.1 {
        return;
    }
    let side = arrow.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X) * 0.08;
    let neck = to - arrow.normalize() * 0.16;
    for wing in [side, -side] {
        sink.line(to, neck + wing, kind);
    }
}

/// Returns the tip of a line from a point along a unit direction, `long` metres away but at most `longest`.
/// Draws a bar across a shortened line.
pub(super) fn capped_tip(
    (from, direction): (Vec3, Vec3),
    (long, longest): (f32, f32),
    kind: DebugKind,
    sink: &mut dyn DebugSink,
) -> Vec3 {
    let tip = from + direction * long.min(longest);
    if long > longest {
        let (side, other) = direction.any_orthonormal_pair();
        // The bar is apart from the head of an arrow.
        let bar = tip + direction * CAPPED_BAR;
        for arm in [side * CAPPED_BAR, other * CAPPED_BAR] {
            sink.line(bar - arm, bar + arm, kind);
        }
    }
    tip
}

/// Draws the border of each convex piece, shrunk a little so that the borders of neighbours stay apart: in
/// the colour of its number, or all of them faintly.
fn draw_pieces(model: &Model, pose: &Pose, clear: bool, sink: &mut dyn DebugSink) {
    let mesh = model.mesh();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (number, piece) in (0..).zip(model.pieces()) {
        edges.clear();
        let mut middle = Vec3::ZERO;
        for &triangle in &piece {
            let corners = mesh.triangles()[triangle as usize];
            let [a, b, c] = corners;
            edges.extend([(a, b), (b, c), (c, a)].map(|(p, q)| (p.min(q), p.max(q))));
            middle += corners
                .map(|v| mesh.vertices()[v as usize])
                .iter()
                .sum::<Vec3>()
                / 3.0;
        }
        middle /= piece.len().max(1) as f32;
        sink.tone(match clear {
            true => DebugTone::Number(number),
            false => DebugTone::Faint,
        });
        edges.sort_unstable();
        // An edge of two triangles of the piece is inside it.
        for same in edges.chunk_by(|p, q| p == q).filter(|same| same.len() == 1) {
            let at = |v: u32| {
                let corner = mesh.vertices()[v as usize];
                pose.transform_point(corner.lerp(middle, PIECE_SHRINK))
            };
            sink.line(at(same[0].0), at(same[0].1), DebugKind::Piece);
        }
    }
}
