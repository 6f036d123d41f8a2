//! Opens the window: its properties, and the first screen.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use macroquad::miniquad::conf::{Platform, WebGLVersion};
use macroquad::window::Conf;

use crate::app::frame_loop::FrameLoop;
use crate::app::params::LOADING_FIRST;
use crate::app::settings::AppSettings;
use crate::app::state::{AppState, Goal, Refusal};
use crate::app::{AppError, AppOptions, display, files, opening};
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
    // A first round that still loads finds its moment and views then.
    let awaited = first.is_none().then_some(options);
    let played = open(conf, async move {
        let state = FrameLoop::play(state, first, awaited).await?;
        match &report_path {
            Some(path) => files::write_output(
                path,
                state.report.finished(&state.session).to_json().as_bytes(),
            ),
            None => Ok(()),
        }
    });
    played.map(|_| ())
}

/// True while the window library opens a window, and panics if it cannot.
static OPENING: AtomicBool = AtomicBool::new(false);

/// True while a window is being opened: a panic then is no fault of the game, and `open` turns it into an error.
pub fn is_opening() -> bool {
    OPENING.load(Ordering::Relaxed)
}

/// Opens a window and runs `inside` in it. Returns its result, or `None` if the window was closed before its end.
///
/// # Errors
/// The error of `inside`; [`AppError::NoDisplay`] if the window cannot be opened: a display may have gone since
/// [`display::check`].
pub fn open<T: 'static>(
    conf: Conf,
    inside: impl Future<Output = Result<T, AppError>> + 'static,
) -> Result<Option<T>, AppError> {
    // On the heap: it holds the whole state, and each hand-over would take as much of the stack, of which a page has 1 MB.
    let inside = Box::pin(inside);
    let outcome = Rc::new(RefCell::new(None));
    let result = Rc::clone(&outcome);
    OPENING.store(true, Ordering::Relaxed);
    let opened = catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, async move {
            OPENING.store(false, Ordering::Relaxed);
            let ended = inside.await;
            *result.borrow_mut() = Some(ended);
        });
    }));
    match opened {
        Ok(()) => outcome.take().transpose(),
        Err(panicked) if OPENING.swap(false, Ordering::Relaxed) => Err(AppError::NoDisplay {
            reason: format!("the window cannot be opened: {}", text_of(&*panicked)),
        }),
        Err(panicked) => resume_unwind(panicked),
    }
}

/// The text of a panic.
fn text_of(panicked: &(dyn Any + Send)) -> &str {
    let fixed = panicked.downcast_ref::<&str>().copied();
    let text = fixed.or_else(|| panicked.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason is known")
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
            (state.files).show_recording("the recording", read, Goal::Replay(None));
        }
        (First::Game, _) if options.brought.is_some() => {
            opening::begin_brought(&mut state.arrival(), options)?;
        }
        (First::Game, Some(level)) => {
            let humans = state.players.seats.count();
            state.files.begin(&mut state.rounds, humans, level);
            state.sandbox.keeping.offer_scenes();
        }
        (First::Game, None) => {}
    }
    let told = |refusal: Refusal| AppError::Level(refusal.error.to_string());
    let mut arrival = state.arrival();
    let goal = arrival.arrived_within(LOADING_FIRST).map_err(told)?;
    let goal = goal.map(|goal| opening::at(&mut arrival, options, goal));
    Ok((state, goal))
}

/// Returns the window's properties.
pub fn conf(title: &str, size: (u32, u32), settings: &AppSettings) -> Conf {
    Conf {
        window_title: title.to_owned(),
        window_width: size.0 as i32,
        window_height: size.1 as i32,
        fullscreen: settings.full_screen,
        // The pixels of the screen, not larger ones.
        high_dpi: true,
        sample_count: i32::from(settings.samples),
        platform: Platform {
            swap_interval: Some(i32::from(settings.vsync)),
            // The first version draws no instances and takes no indices of 32 bits.
            webgl_version: WebGLVersion::WebGL2,
            linux_wm_class: "dodgem",
            linux_backend: display::backend(),
            ..Platform::default()
        },
        ..Conf::default()
    }
}

/// The first screen.
pub enum First {
    /// The title, or the level named in the options.
    Game,
    /// A recording, optionally with another one as ghosts over it.
    Recording(Box<Tape>, Option<Box<Tape>>),
}
