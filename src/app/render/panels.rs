//! Draws the egui panels over the scene, and passes input to them.

use egui::{Context, CursorIcon};
use egui_miniquad::EguiMq;
use glam::Vec2;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton};

use crate::app::panels;
use crate::app::render::gl;

/// The input devices that the panels use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    /// True if a text field has the keyboard.
    pub keys: bool,
    /// True if the pointer is over a panel or drags something of one.
    pub pointer: bool,
}

/// The game's pointer, which a mouse, a finger or a gamepad moves. Its wheel moves the selection of a list instead of the
/// list.
#[derive(Debug, Clone, Copy)]
pub struct Pointing {
    /// In pixels.
    pub at: Vec2,
    pub moved: bool,
    pub pressed: bool,
    pub released: bool,
}

impl Pointing {
    fn tell(self, egui: &mut EguiMq) {
        let Vec2 { x, y } = self.at;
        if self.moved || self.pressed {
            egui.mouse_motion_event(x, y);
        }
        if self.pressed {
            egui.mouse_button_down_event(MouseButton::Left, x, y);
        }
        if self.released {
            egui.mouse_button_up_event(MouseButton::Left, x, y);
        }
    }
}

/// The panels on screen, or the sheets of a screen. egui is created when they are first shown.
pub struct PanelPainter {
    subscriber: usize,
    egui: Option<EguiMq>,
    drawn: bool,
    /// The form of the pointer on the panels.
    cursor: CursorIcon,
}

impl PanelPainter {
    /// Starts to listen to the window, which must be open.
    pub fn new() -> Self {
        PanelPainter {
            subscriber: register_input_subscriber(),
            egui: None,
            drawn: false,
            cursor: CursorIcon::Default,
        }
    }

    /// Handles a frame without panels: discards its input.
    pub fn rest(&mut self) {
        repeat_all_miniquad_input(&mut Nothing, self.subscriber);
        self.drawn = false;
        self.cursor = CursorIcon::Default;
    }

    /// Runs the sheets of a screen below the panels `over` with the function `show`, and draws them; `scale` is in
    /// pixels per egui point. They take keys only if `types`.
    pub fn draw_below(
        &mut self,
        over: &PanelPainter,
        (types, pointing): (bool, Option<Pointing>),
        scale: f32,
        mut show: impl FnMut(&Context),
    ) {
        if !types {
            repeat_all_miniquad_input(&mut Nothing, self.subscriber);
        }
        let cursor = over.cursor;
        self.pass(scale, Some(pointing), |context| {
            context.options_mut(|options| options.max_passes = std::num::NonZeroUsize::MIN);
            show(context);
            context.output_mut(|output| {
                if output.cursor_icon == CursorIcon::Default {
                    output.cursor_icon = cursor;
                }
            });
        });
        self.draw();
    }

    /// Runs the panels with the function `show`; `scale` is in pixels per egui point.
    pub fn run(&mut self, scale: f32, show: impl FnMut(&Context)) -> Taken {
        self.pass(scale, None, show)
    }

    /// Runs egui with the window's own mouse, or with another pointer in place of it.
    fn pass(
        &mut self,
        scale: f32,
        pointer: Option<Option<Pointing>>,
        mut show: impl FnMut(&Context),
    ) -> Taken {
        let subscriber = self.subscriber;
        let slot = &mut self.egui;
        let cursor = &mut self.cursor;
        let taken = gl::with_context(|context| {
            let egui = slot.get_or_insert_with(|| {
                let egui = EguiMq::new(context);
                panels::apply(egui.egui_ctx());
                egui
            });
            let known = egui.egui_ctx().clone();
            known.set_pixels_per_point(scale);
            let has_mouse = pointer.is_none();
            repeat_all_miniquad_input(&mut Feed { egui, has_mouse }, subscriber);
            if let Some(pointing) = pointer.flatten() {
                pointing.tell(egui);
            }
            // A key that ends text input still belongs to the text.
            let typed = known.wants_keyboard_input();
            egui.run(context, |_, context| {
                show(context);
                *cursor = context.output(|output| output.cursor_icon);
            });
            Taken {
                keys: typed || known.wants_keyboard_input(),
                pointer: known.wants_pointer_input() || known.is_pointer_over_area(),
            }
        });
        self.drawn = true;
        taken
    }

    /// Draws the panels of this frame, if there are any.
    pub fn draw(&mut self) {
        let shown = std::mem::take(&mut self.drawn);
        if let Some(egui) = self.egui.as_mut().filter(|_| shown) {
            gl::with_context(|context| egui.draw(context));
        }
    }
}

/// Forwards window events to egui.
struct Feed<'a> {
    egui: &'a mut EguiMq,
    /// True to forward the mouse.
    has_mouse: bool,
}

impl EventHandler for Feed<'_> {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        if self.has_mouse {
            self.egui.mouse_motion_event(x, y);
        }
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        // Some systems report a notch as 1, others as 120.
        if self.has_mouse {
            let (x, y) = (x.clamp(-1.0, 1.0), y.clamp(-1.0, 1.0));
            self.egui.mouse_wheel_event(x, y);
        }
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if self.has_mouse {
            self.egui.mouse_button_down_event(button, x, y);
        }
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if self.has_mouse {
            self.egui.mouse_button_up_event(button, x, y);
        }
    }

    fn char_event(&mut self, letter: char, _: KeyMods, _: bool) {
        self.egui.char_event(letter);
    }

    fn key_down_event(&mut self, key: KeyCode, mods: KeyMods, _: bool) {
        self.egui.key_down_event(key, mods);
    }

    fn key_up_event(&mut self, key: KeyCode, mods: KeyMods) {
        self.egui.key_up_event(key, mods);
    }
}

/// Ignores all window events.
struct Nothing;

impl EventHandler for Nothing {
    fn update(&mut self) {}

    fn draw(&mut self) {}
}
