//! Draws the panels over the scene, and tells them what keys and pointer do.

use egui::Context;
use egui_miniquad::EguiMq;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton};

use crate::app::panels;
use crate::app::render::gl;

/// What the panels have for themselves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    /// Keys are letters of a text.
    pub keys: bool,
    /// The pointer is over a panel, or holds something of one.
    pub pointer: bool,
}

/// The panels on the screen. As long as they were never open there is nothing of them.
pub struct PanelPainter {
    subscriber: usize,
    egui: Option<EguiMq>,
    drawn: bool,
}

impl PanelPainter {
    /// Listens to the window from now on. It must be open.
    pub fn new() -> Self {
        PanelPainter {
            subscriber: register_input_subscriber(),
            egui: None,
            drawn: false,
        }
    }

    /// A frame without panels: what keys and pointer did is not theirs.
    pub fn rest(&mut self) {
        repeat_all_miniquad_input(&mut Nothing, self.subscriber);
        self.drawn = false;
    }

    /// Lets the panels be shown by `show`, with so many pixels a point.
    pub fn run(&mut self, scale: f32, mut show: impl FnMut(&Context)) -> Taken {
        let subscriber = self.subscriber;
        let slot = &mut self.egui;
        let taken = gl::with_context(|context| {
            let egui = slot.get_or_insert_with(|| {
                let egui = EguiMq::new(context);
                panels::apply(egui.egui_ctx());
                egui
            });
            let known = egui.egui_ctx().clone();
            known.set_pixels_per_point(scale);
            repeat_all_miniquad_input(&mut Feed(egui), subscriber);
            // A key may end the typing of a text, and is of that text still.
            let typed = known.wants_keyboard_input();
            egui.run(context, |_, context| show(context));
            Taken {
                keys: typed || known.wants_keyboard_input(),
                pointer: known.wants_pointer_input() || known.is_pointer_over_area(),
            }
        });
        self.drawn = true;
        taken
    }

    /// Draws what was shown in this frame.
    pub fn draw(&mut self) {
        let shown = std::mem::take(&mut self.drawn);
        if let Some(egui) = self.egui.as_mut().filter(|_| shown) {
            gl::with_context(|context| egui.draw(context));
        }
    }
}

/// Hands on what the window tells.
struct Feed<'a>(&'a mut EguiMq);

impl EventHandler for Feed<'_> {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.0.mouse_motion_event(x, y);
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        // Some systems count a notch as 1, others as 120.
        self.0
            .mouse_wheel_event(x.clamp(-1.0, 1.0), y.clamp(-1.0, 1.0));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.0.mouse_button_down_event(button, x, y);
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.0.mouse_button_up_event(button, x, y);
    }

    fn char_event(&mut self, letter: char, _: KeyMods, _: bool) {
        self.0.char_event(letter);
    }

    fn key_down_event(&mut self, key: KeyCode, mods: KeyMods, _: bool) {
        self.0.key_down_event(key, mods);
    }

    fn key_up_event(&mut self, key: KeyCode, mods: KeyMods) {
        self.0.key_up_event(key, mods);
    }
}

/// Hears and does nothing.
struct Nothing;

impl EventHandler for Nothing {
    fn update(&mut self) {}

    fn draw(&mut self) {}
}
