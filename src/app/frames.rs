//! Measures the frame times of a round at each detail level in a window. The levels take turns, so that other
//! load on the machine affects all of them.

use macroquad::window::next_frame;

use crate::app::camera::CameraKind;
use crate::app::detail::Detail;
use crate::app::params::{MEASURE_TURNS, MEASURE_UNTIMED};
use crate::app::render::Renderer;
use crate::app::render::panels::PanelPainter;
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::Play;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::AppState;
use crate::app::ui::Ui;
use crate::app::window_picture::{self, Sheets};
use crate::app::{AppError, AppOptions, FrameOptions, pixels, window};
use crate::game::RoundOptions;

/// The simulated time per picture, in seconds.
const PICTURE_SECONDS: f64 = 1.0 / 60.0;

/// The measured frame times of a detail level.
#[derive(Debug, Clone)]
pub struct FrameTimes {
    /// The level's name and description.
    pub detail: &'static str,
    pub about: &'static str,
    /// The time from each picture to the next, in seconds, in order.
    pub seconds: Vec<f64>,
}

/// Draws the pictures and returns their times.
pub fn measure(options: &FrameOptions) -> Result<Vec<FrameTimes>, AppError> {
    let mut state = AppState::new(&AppOptions {
        level: Some(options.level.clone()),
        mute: true,
        ..AppOptions::default()
    })?;
    // The player's own settings must not affect the measurement.
    state.settings = AppSettings::default();
    state.settings.vsync = false;
    let round = RoundOptions::default();
    state.session = Session::load(
        &state.files.library,
        &options.level,
        round,
        CameraKind::Chase,
    )
    .map_err(|error| AppError::Level(error.to_string()))?;
    if state.session.round.cars().is_empty() {
        state.session.place_free_camera();
        state.session.sight.camera.kind = CameraKind::Free;
    }
    let conf = window::conf("Dodgem: measuring pictures", options.size, &state.settings);
    window::open(conf, draw(state, options.pictures))?.ok_or_else(|| {
        AppError::Call("the window was closed before the measurement ended".to_owned())
    })
}

async fn draw(mut state: AppState, pictures: u32) -> Result<Vec<FrameTimes>, AppError> {
    let mut renderer = Renderer::new()?;
    let mut ui = Ui::new(pixels::window_size())?;
    let mut scene_builder = SceneBuilder::default();
    let (mut painter, panels) = (PanelPainter::new(), PanelPainter::new());
    let chosen = [Detail::Low, Detail::Medium, Detail::High];
    let mut times = chosen.map(|detail| FrameTimes {
        detail: detail.words().0,
        about: detail.words().1,
        seconds: Vec::new(),
    });
    let each = pictures.div_ceil(MEASURE_TURNS);
    for _ in 0..MEASURE_TURNS {
        for (detail, times) in chosen.into_iter().zip(&mut times) {
            state.settings.detail = detail;
            for number in 0..each + MEASURE_UNTIMED {
                let begun = macroquad::miniquad::date::now();
                state.session.clock.settle();
                state.screen_context().run(PICTURE_SECONDS);
                state.notices.message = None;
                ui.resize(pixels::window_size());
                let sheets = Sheets {
                    painter: &mut painter,
                    panels: &panels,
                    types: false,
                    pointing: None,
                };
                let (renderer, builder) = (&mut renderer, &mut scene_builder);
                window_picture::draw(&state.read_context(), &Play, renderer, builder, &ui, sheets);
                next_frame().await;
                if number >= MEASURE_UNTIMED {
                    times.seconds.push(macroquad::miniquad::date::now() - begun);
                }
            }
        }
    }
    Ok(times.into())
}
