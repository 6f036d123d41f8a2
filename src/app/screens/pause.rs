//! The paused round: a menu at the side, and single steps to study the engine.

use glam::Vec2;
use macroquad::input::KeyCode;

use crate::app::camera::CameraKind;
use crate::app::grip::HandUse;
use crate::app::input::{Command, Presses};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::menu::{Chosen, Menu};
use crate::app::screens::round::draw_panels;
use crate::app::screens::screen::Screen;
use crate::app::screens::{leaving, marks};
use crate::app::session::Happening;
use crate::app::sound::Cue;
use crate::app::state::{
    AppState, Goal, Leaving, Moment, Next, Order, ScreenContext, ToExplain, cameras, looking,
};
use crate::app::ui::{Align, ink};
use crate::platform::IN_BROWSER;

/// The screen of a paused round.
#[derive(Debug)]
pub struct Pause {
    menu: Menu,
    /// Number of single steps, forward or back, since the pause began.
    stepped: u32,
    /// True if the flying camera was chosen here; the keys then move it instead of the menu.
    flies: bool,
    /// True until the last crash is explained, which a link asks for.
    explains: bool,
}

/// The item that copies a link to this moment.
const COPY_LINK: &str = "Copy link";

impl Pause {
    /// Creates the screen with its menu.
    pub fn new() -> Self {
        Self {
            menu: Menu::new(match IN_BROWSER {
                true => &["Continue", "Restart", "Settings", COPY_LINK, "Title"],
                false => &[
                    "Continue", "Restart", "Settings", COPY_LINK, "Title", "Quit",
                ],
            }),
            stepped: 0,
            flies: false,
            explains: false,
        }
    }

    /// Creates the screen that explains the last crash at once.
    pub fn to_explain() -> Self {
        Self {
            explains: true,
            ..Self::new()
        }
    }

    fn choose(&self, context: &mut ScreenContext<'_>) -> Next {
        match self.menu.selected() {
            "Continue" => resume(context),
            "Restart" => leaving::restart(context.session, context.rounds),
            "Settings" => Next::Do(Order::OpenSettings),
            COPY_LINK => Next::Do(Order::CopyLink(Some(Moment {
                step: context.session.round.steps(),
                why: false,
            }))),
            "Title" => leaving::leave(context.session, context.rounds, Leaving::ToTitle),
            _ => leaving::leave(context.session, context.rounds, Leaving::Quit),
        }
    }
}

fn resume(context: &mut ScreenContext<'_>) -> Next {
    context.session.clock.settle();
    cameras::play_camera(context.session, context.display, context.settings);
    Next::Go(Goal::Play)
}

impl Screen for Pause {
    fn name(&self) -> &'static str {
        "pause"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        context.session.exact = true;
        context.session.effects.age_signs(seconds as f32);
        if std::mem::take(&mut self.explains) {
            return Next::Explain(ToExplain {
                at_once: true,
                ..ToExplain::default()
            });
        }
        let builds = cameras::builds(context.session);
        if presses.has(Command::Pause) || context.session.round.is_lesson_done() {
            return resume(context);
        }
        if presses.has(Command::Quit) && !self.flies && !builds {
            return leaving::leave(context.session, context.rounds, Leaving::Quit);
        }
        if presses.has(Command::Restart) {
            return leaving::restart(context.session, context.rounds);
        }
        if presses.has(Command::Why) {
            return Next::Explain(ToExplain::default());
        }
        if context.change_cameras(presses) {
            context.session.follow(0.0);
            self.flies = false;
        }
        for _ in 0..presses.count(Command::NextCamera) {
            cameras::change_to_any_camera(context.session);
            self.flies = context.session.sight.camera.kind == CameraKind::Free;
        }
        if presses.has(Command::LastCrash) || presses.has(Command::NearestPair) {
            looking::fly_to_focus(context.session, &context.display.views);
            self.flies = context.session.sight.camera.kind == CameraKind::Free;
        }
        if builds {
            cameras::fly_without_arrows(context.session, &context.players.devices, seconds as f32);
        } else if self.flies {
            cameras::fly(context.session, &context.players.devices, seconds as f32);
        }
        for _ in 0..presses.count(Command::SingleStep) {
            self.stepped += 1;
            if context.single_step().contains(&Happening::Over) {
                let verdict = context.record();
                return Next::Go(Goal::RoundOver(verdict));
            }
        }
        let back = presses.count(Command::StepBack) as u64;
        let held = context
            .players
            .devices
            .holds(Command::StepBack, &context.settings.keys);
        if (back > 0 || held) && context.session.rewind(back.max(1)) {
            self.stepped += 1;
        }
        if !presses.has(Command::SingleStep) && self.stepped == 0 {
            // The camera finishes its movement behind the car.
            context.session.follow(seconds as f32);
        }
        // Keys that move the camera do not move the menu; while building, only the arrows do.
        let letters = [KeyCode::W, KeyCode::A, KeyCode::S, KeyCode::D];
        let typed = presses.keys().iter().any(|key| letters.contains(key));
        let presses = match self.flies && !builds || builds && typed {
            true => &presses.clone().without_moves(),
            false => presses,
        };
        if context.display.numbers {
            // The numbers cover the menu.
            return Next::Stay;
        }
        match self.menu.follow(presses) {
            Chosen::Done => return self.choose(context),
            Chosen::Other => context.media.sound.cue(Cue::Tick),
            Chosen::Same => {}
        }
        Next::Stay
    }

    fn hand(&self, state: &AppState) -> HandUse {
        match state.covers.help {
            true => HandUse::None,
            false => HandUse::Place,
        }
    }

    fn splits(&self) -> bool {
        true
    }

    fn edges(&self, state: &AppState) -> Edges {
        Edges::of_round(state.session.humans())
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        draw_panels(canvas);
        match canvas.state.display.numbers {
            // Placed below the numbers, which do not scale with the letters.
            true => draw_line(canvas),
            false => canvas.in_letters(|canvas| self.draw_menu(canvas)),
        }
        marks::draw_still(canvas);
    }
}

impl Pause {
    fn draw_menu(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let top = PLACE.with_y(ui.below_head(PLACE.x, PLACE.y, MENU));
        ui.panel(top, MENU, ink::SOLID);
        ui.text(
            "Paused",
            top + Vec2::new(24.0, 54.0),
            42.0,
            ink::GOLD,
            Align::Left,
        );
        self.menu.draw(ui, top + Vec2::new(30.0, 114.0), 240.0);
        let session = &canvas.state.session;
        let keys = &canvas.state.settings.keys;
        let small = [
            format!("step {}", session.round.steps()),
            format!(
                "{} a step   {} back (hold)",
                keys.shown(Command::SingleStep),
                keys.shown(Command::StepBack)
            ),
            format!("{} cameras, WASD flies", keys.shown(Command::NextCamera)),
            format!(
                "1 to 8 views, {} {} focus",
                keys.shown(Command::LastCrash),
                keys.shown(Command::NearestPair)
            ),
            match self.flies || cameras::builds(&canvas.state.session) {
                true if cameras::builds(&canvas.state.session) => format!(
                    "{} panels   {} save",
                    keys.shown(Command::Panels),
                    keys.shown(Command::Save)
                ),
                // The key to quit flies the camera down.
                true => format!(
                    "{} restart   {} help",
                    keys.shown(Command::Restart),
                    keys.shown(Command::Help)
                ),
                false => format!(
                    "{} restart{}   {} help",
                    keys.shown(Command::Restart),
                    leaving::quit_word(&canvas.state.settings, "   "),
                    keys.shown(Command::Help)
                ),
            },
        ];
        for (line, text) in small.iter().enumerate() {
            let at = top + Vec2::new(24.0, NOTES + 22.0 * line as f32);
            let color = if line == 0 { ink::MINT } else { ink::GREY };
            ui.text(text, at, 17.0, color, Align::Left);
        }
    }
}

/// The place of the notes below the items, of which a page has one less, in units.
const NOTES: f32 = if IN_BROWSER { 328.0 } else { 374.0 };
/// The size of the menu's panel, and its place if nothing is in the way, in units.
const MENU: Vec2 = Vec2::new(270.0, NOTES + 102.0);
const PLACE: Vec2 = Vec2::new(16.0, 128.0);

/// Draws a line in place of the menu while the numbers cover it.
fn draw_line(canvas: &Canvas<'_>) {
    let keys = &canvas.state.settings.keys;
    let back = keys.shown(Command::Pause);
    let text = format!(
        "Paused  ·  {} goes on  ·  {} menu",
        back.split(" or ").next().unwrap_or_default(),
        keys.shown(Command::Numbers)
    );
    let at = Vec2::new(16.0, 560.0);
    let size = Vec2::new(canvas.ui.width(&text, 18.0) + 32.0, 34.0);
    canvas.ui.panel(at, size, ink::SOLID);
    let base = at + Vec2::new(16.0, 23.0);
    canvas.ui.text(&text, base, 18.0, ink::GOLD, Align::Left);
}
