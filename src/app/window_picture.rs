//! Draws a frame into the window: the scene, the screen, and what lies over it.

use std::rc::Rc;

use glam::Vec2;

use crate::app::detail::Drawing;
use crate::app::grip::HandUse;
use crate::app::params::panels::side::WIDTH;
use crate::app::parts::{Part, Shown};
use crate::app::pixels::{draw_in_pixels, window_size};
use crate::app::render::Renderer;
use crate::app::render::panels::{PanelPainter, Pointing};
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::{Canvas, Screen, draw_over_all, draw_under_all, parts_of, show_help};
use crate::app::sheet::Sheet;
use crate::app::state::ReadContext;
use crate::app::ui::Ui;

/// The egui parts of a picture.
pub struct Sheets<'a> {
    pub painter: &'a mut PanelPainter,
    /// The panels, which lie over them.
    pub panels: &'a PanelPainter,
    /// True if they take keys, and the pointer if they take it.
    pub types: bool,
    pub pointing: Option<Pointing>,
}

/// Draws a frame into the window.
pub fn draw(
    state: &ReadContext<'_>,
    screen: &dyn Screen,
    renderer: &mut Renderer,
    scene_builder: &mut SceneBuilder,
    ui: &Ui,
    sheets: Sheets<'_>,
) -> Shown {
    let size = window_size();
    let edges = screen.edges(state);
    let aspect = size.x / size.y.max(1.0);
    let framed = parts_of(state, screen.splits(), edges, aspect, ui.size);
    let settings = state.settings;
    let looks = (settings.palette, settings.words());
    scene_builder.no_shadows = !settings.shadows;
    let scene = scene_builder.scene(
        screen.shown(state.session),
        renderer,
        state.display,
        looks,
        &framed,
    );
    let chosen = state.display.detail.drawing(settings.detail);
    let drawing = Drawing {
        scale: chosen.scale * settings.resolution,
        mirror: chosen.mirror && settings.reflections,
    };
    renderer.draw_window(&scene, size, drawing);
    let parts: Vec<Part> = framed.into_iter().map(|(part, _)| part).collect();
    let canvas = Canvas {
        ui,
        state,
        parts: &parts,
        eyes: &scene.eyes,
        sink: &scene_builder.sink,
        foot: edges.foot,
        left: 0.0,
    };
    draw_in_pixels(size);
    ui.begin();
    if state.panels.open && screen.hand(state) != HandUse::None {
        let width = WIDTH * state.settings.panel_text;
        ui.keep_clear(
            Vec2::new(ui.size.x - width, 0.0),
            Vec2::new(width, ui.size.y),
        );
    }
    draw_under_all(&canvas);
    screen.draw(&canvas);
    let show = |context: &egui::Context| {
        let sheet = Sheet::new(context, Rc::clone(&ui.spots));
        let ui = &ui.on_sheet(Rc::new(sheet));
        let canvas = Canvas { ui, ..canvas };
        screen.show(&canvas);
        show_help(&canvas);
    };
    let Sheets {
        painter,
        panels,
        types,
        pointing,
    } = sheets;
    painter.draw_below(panels, (types, pointing), ui.scale, show);
    draw_over_all(&canvas, screen.asks(), screen.explains());
    Shown {
        parts,
        eyes: scene.eyes,
    }
}
