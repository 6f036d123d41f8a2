//! The window's main loop: time, devices, screens, drawing.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use glam::Vec2;
use macroquad::miniquad::conf::{Platform, WebGLVersion};
use macroquad::texture::get_screen_data;
use macroquad::window::{Conf, next_frame};

use crate::app::detail::Drawing;
use crate::app::film::Packer;
use crate::app::input::{Command, PadHand};
use crate::app::panels::WIDTH;
use crate::app::params::LOADING_FIRST;
use crate::app::parts::{Part, Shown};
use crate::app::render::Renderer;
use crate::app::render::panels::{PanelPainter, Taken};
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::{
    Canvas, Next, Pause, Play, Replay, Screen, Title, draw_over_all, leaving, parts_of,
};
use crate::app::settings::AppSettings;
use crate::app::state::{AppState, Halt, HandUse, Refusal};
use crate::app::ui::{Ui, ink};
use crate::app::{AppError, AppOptions, files, opening, settings};
use crate::game::tape::Tape;
use crate::platform::{self, Host, IN_BROWSER};

/// Opens the window and plays until the player leaves.
pub fn run(options: AppOptions, first: First) -> Result<(), AppError> {
    let mut state = AppState::new(&options)?;
    let first = first_screen(&mut state, &options, first)?;
    let report_path = options.report.clone();
    let conf = conf(
        "Dodgem",
        options.size.unwrap_or(state.settings.window),
        &state.settings,
    );
    let outcome = Rc::new(RefCell::new(Ok(())));
    let inside = Rc::clone(&outcome);
    macroquad::Window::from_config(conf, async move {
        let result = play(state, first).await;
        *inside.borrow_mut() = result.and_then(|state| match &report_path {
            Some(path) => files::write_output(path, state.finished_report().to_json().as_bytes()),
            None => Ok(()),
        });
    });
    outcome.replace(Ok(()))
}

/// Loads the level or recording that the game was started with. While it loads, the window shows the progress
/// and there is no screen yet.
fn first_screen(
    state: &mut AppState,
    options: &AppOptions,
    first: First,
) -> Result<Option<Box<dyn Screen>>, AppError> {
    match (first, &options.level) {
        (First::Recording(tape, other), _) => {
            let read = move || Ok((*tape, other.map(|other| *other)));
            state.show_recording("the recording", read, Box::<Replay>::default());
        }
        (First::Game, Some(level)) => {
            state.begin(level, Box::new(Play));
            state.offer_scenes();
        }
        (First::Game, None) => {}
    }
    let told = |refusal: Refusal| AppError::Level(refusal.error.to_string());
    let first = state.arrived_within(LOADING_FIRST).map_err(told)?;
    Ok(opening::at(state, options, first))
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
            // The first version draws no instances and takes no indices of 32 bits.
            webgl_version: WebGLVersion::WebGL2,
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

async fn play(mut state: AppState, first: Option<Box<dyn Screen>>) -> Result<AppState, AppError> {
    macroquad::input::prevent_quit();
    let mut renderer = Renderer::new()?;
    let mut ui = Ui::new(window_size())?;
    let mut scene_builder = SceneBuilder::default();
    let mut screen: Box<dyn Screen> = match first {
        Some(screen) => screen,
        None => Box::new(Title::new(&mut state)),
    };
    let mut painter = PanelPainter::new();
    // The parts and cameras of the last picture, and the part that contains the hand.
    let mut shown: Option<Shown> = None;
    let mut part = 0;
    let mut last = macroquad::miniquad::date::now();
    let mut host = Host::new();
    loop {
        let now = macroquad::miniquad::date::now();
        let hidden = opening::follow(&mut host, &mut state);
        // A hidden page shows no pictures, and no time passes in the game.
        let seconds = if hidden { 0.0 } else { (now - last).max(0.0) };
        last = now;
        if macroquad::input::is_quit_requested() {
            match leaving::close(&mut state) {
                Next::Ask(question) if !screen.asks() => screen = question.over(screen),
                Next::Ask(_) => {}
                _ => return Ok(left(state)),
            }
        }
        let (settings, seats) = (&state.settings, &state.seats);
        let mut presses = (state.devices).read(&settings.keys, &settings.pads, seats);
        if screen.takes_text() {
            presses = presses.of_text();
        }
        presses = state.presses_while_waiting(presses);
        presses = state.keys_for_settings(presses);
        let does = screen.hand(&state);
        let (taken, halt) = show_panels(&mut state, &mut painter, does, &ui);
        state.devices.keys_taken = taken.keys;
        if taken.keys {
            presses = presses.beside_panels();
        }
        if hidden && screen.name() == Play.name() {
            presses.press(Command::Pause);
        }
        match (halt, does) {
            (Halt::No, _) => {}
            (_, HandUse::Pull) => screen = Box::new(Pause::new()),
            (Halt::Turn, _) => presses.press(Command::Pause),
            (Halt::Still, _) => {}
        }
        if let Some(shown) = &shown {
            let mouse = Vec2::from(macroquad::input::mouse_position()) / ui.scale;
            let under = shown.seen(shown.part_at(mouse, ui.size), ui.size);
            state.point_with(
                &mut presses,
                under.view,
                mouse - under.area.low,
                under.size(),
            );
            let keys = &state.settings.keys;
            let mouse = state.devices.pointer(ui.scale, keys);
            let pad = (state.seats.list().first()).and_then(|seat| seat.pad);
            let pad = pad.filter(|_| does != HandUse::None);
            state.devices.hand_has_shoulders = pad.is_some();
            let by_pad = pad.map_or_else(PadHand::default, |pad| state.devices.pads.hand(pad));
            let merged = &mut state.devices.pad_pointer;
            let mut pointer = merged.merge(mouse, &by_pad, seconds as f32, ui.size);
            pointer.covered = taken.pointer || ui.covers(pointer.at);
            if taken.pointer {
                pointer.wheel = 0.0;
            }
            pointer.throws &= !taken.keys;
            if !taken.pointer {
                let moved = pointer.moved != Vec2::ZERO;
                ui.spots
                    .use_pointer(pointer.at, moved, pointer.pressed, &mut presses);
                // If nothing else uses the mouse wheel, it moves through lists.
                if does == HandUse::None && pointer.wheel != 0.0 {
                    presses.step(0, -pointer.wheel.signum() as i32);
                }
            }
            let does = screen.hand(&state);
            let seconds = seconds as f32;
            if state.hand.grip.is_none() {
                // A held object stays in the part of the picture in which it was grabbed.
                part = shown.part_at(pointer.at, ui.size);
            }
            let seen = shown.seen(part, ui.size);
            pointer.at -= seen.area.low;
            if state.use_hand(
                does,
                &mut presses,
                &pointer,
                (seen.view, seen.size()),
                seconds,
            ) && does == HandUse::Pull
            {
                screen = Box::new(Pause::new());
            }
        }
        state.handle_everywhere(&mut presses, screen.asks());
        if !screen.asks() {
            state.follow_file(seconds);
        }
        state.keep_scene(seconds);
        state.age(seconds as f32);
        state.report.visit(screen.name());
        host.show(screen.name());
        let next = screen.update(&mut state, &presses, seconds);
        for next in [Some(next), state.coming.take()].into_iter().flatten() {
            match next {
                Next::Stay => {}
                Next::Go(next) => screen = next,
                Next::Ask(question) => screen = question.over(screen),
                Next::Quit if !IN_BROWSER => return Ok(left(state)),
                Next::Quit => screen = Box::new(Title::new(&mut state)),
            }
        }
        state.tell_deeds();
        state.listen();
        // The frame may have removed the body in focus.
        state.check_focus();
        match state.arrived() {
            Ok(Some(next)) => screen = next,
            Ok(None) => {}
            Err(refusal) => state.refuse(refusal),
        }
        if !screen.asks()
            && let Some(question) = state.offered_scene()
        {
            screen = question.over(screen);
        }
        ui.resize(window_size());
        if screen.splits() && state.playing {
            let (split, people) = (state.settings.split, state.session.humans());
            state.report.share(split.words(people));
        }
        shown = Some(draw(
            &state,
            screen.as_ref(),
            &mut renderer,
            &mut scene_builder,
            &ui,
        ));
        painter.draw();
        state.report.frame(seconds);
        state.look_at_pictures(seconds);
        take_film(&mut state, &ui);
        pack_film(&mut state);
        if presses.has(Command::SaveNumbers) {
            let said = match save_numbers(&state) {
                Ok(path) => format!("saved: {}", path.display()),
                Err(error) => error.to_string(),
            };
            state.say(said);
        }
        if presses.has(Command::Screenshot) {
            let said = match save_picture() {
                Ok(path) => format!("saved: {}", path.display()),
                Err(error) => error.to_string(),
            };
            state.say(said);
        }
        rest(now);
        next_frame().await;
    }
}

/// Shows the panels where the hand is in use, and carries out their requests. Returns the inputs that they
/// took, and the requested pause.
fn show_panels(
    state: &mut AppState,
    painter: &mut PanelPainter,
    does: HandUse,
    ui: &Ui,
) -> (Taken, Halt) {
    let scale = ui.scale * state.settings.panel_text;
    if state.settings_panel.is_some() {
        painter.run(scale, |context| state.use_settings(context));
        // Everything below the panel waits.
        let all = Taken {
            keys: true,
            pointer: true,
        };
        return (all, Halt::No);
    }
    if does == HandUse::None || !state.panels.open {
        painter.rest();
        return (Taken::default(), Halt::No);
    }
    let mut asks = Vec::new();
    let taken = painter.run(scale, |context| asks = state.use_panels(context));
    let mut halt = Halt::No;
    for ask in asks {
        halt = match state.answer(ask) {
            Halt::No => halt,
            other => other,
        };
    }
    (taken, halt)
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
        &state.views,
        palette,
        &framed,
    );
    let chosen = state.detail.drawing(settings.detail);
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
    if state.panels.open && screen.hand(state) != HandUse::None {
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

/// The shortest time of a frame in seconds. Where the driver does not wait for the screen, the game does:
/// more pictures are not seen and only heat the machine.
const LEAST_FRAME_SECONDS: f64 = 1.0 / 125.0;

fn rest(begun: f64) {
    let left = LEAST_FRAME_SECONDS - (macroquad::miniquad::date::now() - begun);
    if left > 0.0 {
        platform::rest(left.min(LEAST_FRAME_SECONDS));
    }
}

/// Captures a picture for the film; a complete film is handed to the packer.
fn take_film(state: &mut AppState, ui: &Ui) {
    let Some(mut film) = state.film.take() else {
        return;
    };
    film.take(&get_screen_data());
    // The progress bar, drawn after the capture so that it is not in the film.
    let at = Vec2::new(0.0, ui.size.y - 4.0);
    ui.fill(at, Vec2::new(ui.size.x * film.share(), 4.0), ink::CORAL);
    if !film.is_full() {
        state.film = Some(film);
        return;
    }
    match Packer::new(film) {
        Ok(packer) => state.packer = Some(packer),
        Err(error) => state.say(error.to_string()),
    }
}

/// Packs a picture of a film and shows the progress; at the end it shows the file's path or the error.
fn pack_film(state: &mut AppState) {
    let Some(mut packer) = state.packer.take() else {
        return;
    };
    let saved = packer.pack_one().and_then(|()| {
        if !packer.is_done() {
            let share = packer.share() * 100.0;
            state.packer = Some(packer);
            return Ok(format!("packing the film: {share:.0} %"));
        }
        let (path, bytes) = (free_path("film", "png")?, packer.finish()?);
        files::write_own(&path, &bytes)?;
        let size = bytes.len() as f64 / 1e6;
        Ok(format!("saved: {} ({size:.1} MB)", path.display()))
    });
    state.say(saved.unwrap_or_else(|error| error.to_string()));
}

/// Finishes the game: a captured film is still packed, and a cup's current round counts as it stands.
fn left(mut state: AppState) -> AppState {
    state.leave_contest();
    while state.packer.is_some() {
        pack_film(&mut state);
    }
    state
}

/// Saves a picture of the window and returns its path.
fn save_picture() -> Result<PathBuf, AppError> {
    let image = get_screen_data();
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    let bytes = files::encode_png(
        width,
        height,
        &files::flipped(&image.bytes, width as usize * 4),
    )?;
    let path = free_path("dodgem", "png")?;
    files::write_own(&path, &bytes)?;
    Ok(path)
}

/// Saves the numbers of the last ten seconds as a table and returns its path.
fn save_numbers(state: &AppState) -> Result<PathBuf, AppError> {
    let path = free_path("numbers", "csv")?;
    let rows = state.session.monitor.history.rows();
    if rows.len() == 0 {
        return Err(AppError::Call(
            "there are no numbers yet: they are measured while they are shown".to_owned(),
        ));
    }
    let text = crate::monitor::csv(rows);
    files::write_own(&path, text.as_bytes())?;
    Ok(path)
}

/// Returns the first free path for a picture or a table in the user's picture folder.
///
/// # Errors
/// [`AppError::NoFolder`] without a home folder.
fn free_path(name: &str, ending: &str) -> Result<PathBuf, AppError> {
    let folder = directories::UserDirs::new()
        .and_then(|user| user.picture_dir().map(|folder| folder.join("Dodgem")))
        .or_else(|| settings::folders().map(|folders| folders.data_dir().join("pictures")))
        .ok_or(AppError::NoFolder)?;
    Ok((1..100_000)
        .map(|number| folder.join(format!("{name}-{number:04}.{ending}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(format!("{name}.{ending}"))))
}
