//! The number of the handle that is used, or was used last, beside it: it can be typed.

use egui::{Area, Context, DragValue, Frame, Id, pos2};

use crate::app::handle_use::HandleUse;
use crate::app::panels::fields::words_of;
use crate::app::panels::{Ask, colors};
use crate::app::params::panels::handle::MOST;

/// Shows the number below the handles, for text scaled by `text`. Returns the request to set it.
pub fn show(context: &Context, used: &mut Option<HandleUse>, text: f32) -> Option<Ask> {
    let used = used.as_mut()?;
    let handle = used.drag.handle;
    let mut asked = None;
    let at = used.shown_at / text;
    let area = Area::new(Id::new("handle")).fixed_pos(pos2(at.x, at.y));
    area.show(context, |ui| {
        Frame::new()
            .fill(colors::PANEL)
            .inner_margin(8.0)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(handle.label(&words_of(ui).thing));
                    let mut number = used.typed.unwrap_or_else(|| handle.shown(used.value));
                    let field = DragValue::new(&mut number)
                        .range(-MOST..=MOST)
                        .suffix(handle.unit());
                    let response = ui.add(field.speed(0.05).max_decimals(3));
                    if response.changed() {
                        used.typed = Some(number);
                    }
                    let let_go = response.drag_stopped() || response.lost_focus();
                    let at_once =
                        response.changed() && !response.dragged() && !response.has_focus();
                    asked = used.typed.filter(|_| let_go || at_once).map(Ask::Handle);
                });
            });
    });
    asked
}
