//! The boxes around the paths of two bodies from above, as the broad phase compares them.

use std::fmt::Display;

use glam::{Vec2, Vec3};

use crate::app::area::Area;
use crate::app::params::explanation::boxes::{BOXES, FAR, LETTERS, LINE, NEIGHBOURS};
use crate::app::params::explanation::shown::REJECTED;
use crate::app::screens::why::caption;
use crate::app::screens::why::scene::OF_SIDE;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{Words, fill};
use crate::game::explain::{BroadStage, NamedBody};

/// Draws the boxes with their overlap, and lists the rejected neighbours.
pub fn draw(ui: &Ui, area: Area, (broad, words): (&BroadStage, &Words), names: &[NamedBody; 2]) {
    let forms = names
        .each_ref()
        .map(|body| words.views.names.forms(&body.name));
    let flat = |p: Vec3| Vec2::new(p.x, p.z);
    let boxes = broad.boxes.map(|ends| ends.map(flat));
    let bounded = boxes.map(|[low, high]| (high - low).max_element() < FAR);
    // A plane of the hall has no end: the picture is around the other body.
    let shown = match bounded {
        [true, false] => [boxes[0], boxes[0]],
        [false, true] => [boxes[1], boxes[1]],
        _ => boxes,
    };
    let low = shown[0][0].min(shown[1][0]) - 0.3;
    let high = shown[0][1].max(shown[1][1]) + 0.3;
    let head = caption::draw(ui, words.why.boxes, area.low, area.size().x);
    let room = Vec2::new(area.size().x, area.size().y * BOXES - head);
    let scale = (room / (high - low).max(Vec2::splat(1e-3))).min_element();
    let corner = area.low + Vec2::new((room.x - (high.x - low.x) * scale) * 0.5, head);
    let at = |p: Vec2| corner + (p.clamp(low, high) - low) * scale;
    let common = [boxes[0][0].max(boxes[1][0]), boxes[0][1].min(boxes[1][1])];
    if common[0].cmple(common[1]).all() {
        let (from, to) = (at(common[0]), at(common[1]));
        ui.fill(
            from,
            (to - from).max(Vec2::splat(2.0)),
            ink::fade(ink::CORAL, 0.6),
        );
    }
    for (index, ends) in boxes.iter().enumerate() {
        let (from, to) = (at(ends[0]), at(ends[1]));
        let color = OF_SIDE[index];
        ui.frame(from, to - from, 1.0, color);
        let name = from + Vec2::new(4.0, 14.0 + 16.0 * index as f32);
        ui.text(&forms[index].label, name, LETTERS, color, Align::Left);
    }
    let mut base = Vec2::new(area.low.x, area.low.y + area.size().y * BOXES + LINE);
    for (index, one) in broad.rejected.iter().take(NEIGHBOURS).enumerate() {
        if base.y > area.high.y {
            return;
        }
        let parts: [(&str, &dyn Display); 4] = [
            ("name", &words.views.names.label(&one.body.name)),
            ("gap", &format!("{:.2}", one.gap)),
            ("from_other", &forms[one.of].from),
            ("axis", &one.axis),
        ];
        let text = fill(words.why.rejected, &parts);
        let text = ui.fitting(&text, LETTERS, area.size().x);
        // A press explains why these two did not meet.
        let line = Area::of(base - Vec2::Y * LINE * 0.8, Vec2::new(area.size().x, LINE));
        let color = match ui.spot(line, Spot::Line(REJECTED + index)) {
            true => ink::GOLD,
            false => ink::CREAM,
        };
        ui.text(&text, base, LETTERS, color, Align::Left);
        base.y += LINE;
    }
}
