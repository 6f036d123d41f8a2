//! The game's colours and font for the panels.

use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, Stroke, Visuals,
};

use crate::app::ui::{FONT, ink};

/// The game's colours as egui needs them.
pub mod colors {
    use egui::Color32;

    pub const PANEL: Color32 = Color32::from_rgb(17, 17, 38);
    pub const FIELD: Color32 = Color32::from_rgb(34, 34, 62);
    pub const BUTTON: Color32 = Color32::from_rgb(52, 52, 88);
    /// The colour of explanations.
    pub const QUIET: Color32 = Color32::from_rgb(189, 189, 209);
    pub const OVER: Color32 = Color32::from_rgb(76, 76, 120);
}

fn color(of: macroquad::color::Color) -> Color32 {
    let part = |share: f32| (share * 255.0).round() as u8;
    Color32::from_rgb(part(of.r), part(of.g), part(of.b))
}

/// Sets the game's font and colours in a context.
pub fn apply(context: &Context) {
    let mut fonts = FontDefinitions::empty();
    fonts
        .font_data
        .insert("game".to_owned(), Arc::new(FontData::from_static(FONT)));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec!["game".to_owned()]);
    }
    context.set_fonts(fonts);
    let mut visuals = Visuals::dark();
    visuals.override_text_color = Some(color(ink::CREAM));
    visuals.panel_fill = colors::PANEL;
    visuals.window_fill = colors::PANEL;
    visuals.extreme_bg_color = colors::FIELD;
    visuals.selection.bg_fill = color(ink::GOLD).gamma_multiply(0.45);
    visuals.selection.stroke = Stroke::new(1.0, color(ink::GOLD));
    visuals.hyperlink_color = color(ink::MINT);
    let widgets = &mut visuals.widgets;
    for (widget, fill) in [
        (&mut widgets.inactive, colors::BUTTON),
        (&mut widgets.hovered, colors::OVER),
        (&mut widgets.active, colors::OVER),
        (&mut widgets.open, colors::OVER),
    ] {
        (widget.bg_fill, widget.weak_bg_fill) = (fill, fill);
        widget.corner_radius = CornerRadius::same(4);
        widget.bg_stroke = Stroke::NONE;
    }
    context.set_visuals(visuals);
    // A slow press is a click too, above all where a single picture takes longer than egui's limit of 0.8 s; a drag is
    // told by its way alone.
    context.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
    context.style_mut(|style| {
        style.spacing.item_spacing = egui::vec2(6.0, 6.0);
        style.spacing.interact_size.y = 22.0;
        style.interaction.selectable_labels = false;
    });
}
