//! Draws a single picture of a round with the window's renderer, at any size.

use glam::Vec2;
use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::math::Rect;
use macroquad::texture::{RenderTargetParams, render_target_ex};

use crate::app::camera::CameraKind;
use crate::app::params::MAX_SEATS;
use crate::app::params::window::picture::SAMPLES;
use crate::app::parts::Part;
use crate::app::render::Renderer;
use crate::app::render::looks::Palette;
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::{Canvas, Edges, draw_over_all, draw_round, parts_of};
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::{AppState, cameras, looking};
use crate::app::ui::Ui;
use crate::app::{AppError, AppOptions, ShotOptions, files, window};
use crate::arena::{ActorId, Arena, Focus};
use crate::game::{Pilot, PilotKind, Round, RoundOptions};
use crate::level::suggest::closest;

/// The name of the camera beside the bodies in focus.
const BESIDE_FOCUS: &str = "focus";

/// Plays the round to the picture's time and writes the picture.
pub fn shot(options: ShotOptions) -> Result<(), AppError> {
    // The focus camera starts as a chase camera and flies to the bodies once they exist.
    let named = match options.camera.as_str() {
        BESIDE_FOCUS => Some(CameraKind::Chase),
        name => CameraKind::named(name),
    };
    let camera = named.ok_or_else(|| {
        AppError::Call(format!(
            "there is no camera `{}`; the cameras are {}, {BESIDE_FOCUS}",
            options.camera,
            CameraKind::NAMES
        ))
    })?;
    let state = prepare(&options, camera)?;
    let size = options.size;
    // The window only lends its graphics context; what it shows does not matter.
    let conf = window::conf(
        "Dodgem: taking a picture",
        (320, 180),
        &AppSettings::default(),
    );
    let pixels = window::open(conf, async move { draw(&state, size) })?.unwrap_or_default();
    let bytes = files::encode_png(size.0, size.1, &pixels)?;
    files::write_output(&options.out, &bytes)
}

/// Returns the time from the start of a round to its end, its countdown included, in seconds; `None` for free play.
fn lasts(round: &Round) -> Option<f32> {
    let options = round.options();
    let duration = options.duration.unwrap_or(round.level().duration);
    round.counts().then_some(options.countdown + duration)
}

fn prepare(options: &ShotOptions, camera: CameraKind) -> Result<AppState, AppError> {
    let mut state = AppState::new(&AppOptions {
        level: Some(options.level.clone()),
        seed: options.seed,
        players: options.players.max(1),
        mute: true,
        ..AppOptions::default()
    })?;
    let round = RoundOptions {
        seed: options.seed,
        humans: options.players,
        teams: options.teams,
        ..RoundOptions::default()
    };
    state.session = Session::load(&state.files.library, &options.level, round, camera)
        .map_err(|error| AppError::Level(error.to_string()))?;
    if state.session.round.cars().is_empty() && camera != CameraKind::Top {
        // Without cars there is nothing to follow: a free camera shows all things, as in the game.
        state.session.place_free_camera();
        state.session.sight.camera.kind = CameraKind::Free;
    }
    state.display.views = options.views;
    state.display.numbers = options.numbers;
    state.display.magnifies = options.magnify;
    state.settings.palette = Palette::named(&options.palette).ok_or_else(|| {
        AppError::Call(format!(
            "there are no colours `{}`; there are bright and clear",
            options.palette
        ))
    })?;
    if options.players > 0 {
        state.session.playing = true;
        state.display.cameras = [camera; MAX_SEATS];
        state.settings.split = options.split;
        cameras::play_camera(&mut state.session, &state.display, &state.settings);
    }
    looking::look(&mut state.session, &mut state.display, &state.settings);
    let round = &state.session.round;
    let pilots = (0..options.players).map(|seat| Pilot::new(PilotKind::Expert, round, seat));
    let mut pilots: Vec<Pilot> = pilots.flatten().collect();
    let most = lasts(&state.session.round);
    if most.is_some_and(|most| options.at > most) {
        let most = most.unwrap_or_default();
        eprintln!(
            "dodgem: the round is over after {most:.2} s; the picture is of {:.2} s, after the end",
            options.at
        );
    }
    state.session.skip(options.at, &mut pilots);
    state.display.views.focus = focus(&options.focus, state.session.round.arena())?;
    if options.camera == BESIDE_FOCUS {
        looking::fly_to_focus(&mut state.session, &state.display.views, 1.0);
    }
    // The picture must not depend on earlier results on this machine.
    state.rounds.best = None;
    state.notices.message = None;
    Ok(state)
}

/// Returns the focus on the named bodies, the last crash or the nearest pair.
fn focus(names: &[String], arena: &Arena) -> Result<Option<Focus>, AppError> {
    let words: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    let found = |name: &&str| {
        let mut ids = (0..).map(ActorId).zip(arena.actors());
        let found = ids.find(|(_, actor)| actor.name.eq_ignore_ascii_case(name));
        found.map(|(id, _)| id).ok_or_else(|| {
            let all = arena.actors().iter().map(|actor| &*actor.name);
            let near = closest(name, all).map_or_else(String::new, |near| format!("`{near}`, "));
            AppError::Call(format!(
                "there is no body `{name}`; there are: {near}crash, nearest, and the names of cars and things of the level"
            ))
        })
    };
    let none = |what: &str| AppError::Call(format!("there is no {what} at that time"));
    Ok(match words[..] {
        [] => None,
        ["crash"] => Some(Focus::Pair(
            arena.last_crash().ok_or_else(|| none("crash"))?.0,
        )),
        ["nearest"] => {
            let pair = arena.nearest_pairs().into_iter().next();
            Some(Focus::Pair(pair.ok_or_else(|| none("pair"))?))
        }
        [one] => Some(Focus::One(found(&one)?)),
        [one, other] => Some(Focus::Pair([found(&one)?, found(&other)?])),
        _ => {
            return Err(AppError::Call(
                "two bodies can be in focus, not more".to_owned(),
            ));
        }
    })
}

/// Draws into a picture of that size and returns its pixels, top row first.
fn draw(state: &AppState, size: (u32, u32)) -> Result<Vec<u8>, AppError> {
    let pixels = Vec2::new(size.0 as f32, size.1 as f32);
    let mut renderer = Renderer::new()?;
    let mut scene_builder = SceneBuilder::default();
    let ui = Ui::new(pixels)?;
    let target = render_target_ex(
        size.0,
        size.1,
        RenderTargetParams {
            sample_count: SAMPLES,
            depth: true,
        },
    );
    let edges = Edges::of_round(state.session.humans());
    let state = &state.read_context();
    let framed = parts_of(state, true, edges, pixels.x / pixels.y, ui.size);
    let looks = (state.settings.palette, state.settings.words());
    let scene = scene_builder.scene(state.session, &mut renderer, state.display, looks, &framed);
    let parts: Vec<Part> = framed.into_iter().map(|(part, _)| part).collect();
    let pass = target.render_pass.raw_miniquad_id();
    let area = Rect::new(0.0, 0.0, pixels.x, pixels.y);
    let mut camera = Camera2D::from_display_rect(area);
    camera.render_target = Some(target.clone());
    let canvas = Canvas {
        ui: &ui,
        state,
        parts: &parts,
        eyes: &scene.eyes,
        sink: &scene_builder.sink,
        foot: edges.foot,
        left: 0.0,
    };
    renderer.draw(&scene, pixels, Some(pass));
    set_camera(&camera);
    ui.begin();
    draw_round(&canvas);
    draw_over_all(&canvas, false, false);
    set_default_camera();
    crate::app::render::flush();
    let image = target.texture.get_texture_data();
    Ok(files::flipped(&image.bytes, size.0 as usize * 4))
}
