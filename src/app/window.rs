//! The window: its properties, the first screen, and the drawing of a frame.

use std::cell::RefCell;
use std::rc::Rc;

use glam::Vec2;
use macroquad::miniquad::conf::Platform;
use macroquad::window::Conf;

use crate::app::detail::Drawing;
use crate::app::frame_loop::FrameLoop;
use crate::app::grip::HandUse;
use crate::app::panels::WIDTH;
use crate::app::params::LOADING_FIRST;
use crate::app::parts::{Part, Shown};
use crate::app::render::Renderer;
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::{Canvas, Screen, draw_over_all, parts_of};
use crate::app::settings::AppSettings;
use crate::app::state::{AppState, Goal, Refusal};
use crate::app::ui::Ui;
use crate::app::{AppError, AppOptions, files};
use crate::game::tape::Tape;

/// Opens the window and plays until the player leaves.
pub fn run(options: AppOptions, first: First) -> Result<(), AppError> {
    let (state, first) = first_screen(AppState::new(&options)?, &options, first)?;
    let report_path = options.report.clone();
    let conf = conf(
        "Dodgem",
        options.size.unwrap_or(state.settings.window),
        &state.settings,
    );
    let outcome = Rc::new(RefCell::new(Ok(())));
    let inside = Rc::clone(&outcome);
    macroquad::Window::from_config(conf, async move {
        let result = FrameLoop::play(state, first).await;
        *inside.borrow_mut() = result.and_then(|state| match &report_path {
            Some(path) => files::write_output(
                path,
                state.report.finished(&state.session).to_json().as_bytes(),
            ),
            None => Ok(()),
        });
    });
    outcome.replace(Ok(()))
}

/// Loads the level or recording that the game was started with. While it loads, the window shows the progress
/// and there is no screen yet.
fn first_screen(
    mut state: AppState,
    options: &AppOptions,
    first: First,
) -> Result<(AppState, Option<Goal>), AppError> {
    match (first, &options.level) {
        (First::Recording(tape, other), _) => {
            let read = Box::new(move || Ok((*tape, other.map(|other| *other))));
            (state.files).show_recording("the recording", read, Goal::Replay);
        }
        (First::Game, Some(level)) => {
            let humans = state.players.seats.count();
            state.files.begin(&mut state.rounds, humans, level);
            state.sandbox.keeping.offer_scenes();
        }
        (First::Game, None) => {}
    }
    let told = |refusal: Refusal| AppError::Level(refusal.error.to_string());
    let goal = (state.arrival().arrived_within(LOADING_FIRST)).map_err(told)?;
    Ok((state, goal))
}

/// Returns the window's properties.
pub fn conf(title: &str, size: (u32, u32), settings: &AppSettings) -> Conf {
    Conf {
        window_title: title.to_owned(),
        window_width: size.0 as i32,
        window_height: size.1 as i32,
        fullscreen: settings.full_screen,
        sample_count: i32::from(settings.samples),
        platform: Platform {
            swap_interval: Some(i32::from(settings.vsync)),
            linux_wm_class: "dodgem",
            ..Platform::default()
        },
        ..Conf::default()
    }
}

/// Returns the size of the window in pixels.
pub fn window_size() -> Vec2 {
    Vec2::new(
        macroquad::window::screen_width(),
        macroquad::window::screen_height(),
    )
}

/// The first screen.
pub enum First {
    /// The title, or the level named in the options.
    Game,
    /// A recording, optionally with another one as ghosts over it.
    Recording(Box<Tape>, Option<Box<Tape>>),
}

/// Draws a frame into the window.
pub fn draw(
    state: &AppState,
    screen: &dyn Screen,
    renderer: &mut Renderer,
    scene_builder: &mut SceneBuilder,
    ui: &Ui,
) -> Shown {
    let size = window_size();
    let edges = screen.edges(state);
    let aspect = size.x / size.y.max(1.0);
    let framed = parts_of(state, screen.splits(), edges, aspect, ui.size);
    let settings = &state.settings;
    let palette = settings.palette;
    scene_builder.no_shadows = !settings.shadows;
    let scene = scene_builder.scene(
        screen.shown(state),
        renderer,
        &state.display.views,
        palette,
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
    };
    ui.begin();
    if state.sandbox.panels.open && screen.hand(state) != HandUse::None {
        let width = WIDTH * state.settings.panel_text;
        ui.keep_clear(
            Vec2::new(ui.size.x - width, 0.0),
            Vec2::new(width, ui.size.y),
        );
    }
    screen.draw(&canvas);
    draw_over_all(&canvas, screen.asks());
    Shown {
        parts,
        eyes: scene.eyes,
    }
}
