//! The paused round: a menu at the side, and single steps to study the engine.

use std::cell::Cell;

use glam::Vec2;
use macroquad::input::KeyCode;

use crate::app::camera::CameraKind;
use crate::app::grip::HandUse;
use crate::app::input::{Command, Presses};
use crate::app::params::PAUSE_LETTERS;
use crate::app::params::screens::pause::{EDGE, MENU, NOTE, PLACE, ROW_HEIGHT};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::menu::{Chosen, Menu};
use crate::app::screens::round::draw_panels;
use crate::app::screens::screen::Screen;
use crate::app::screens::{graphs, leaving, marks};
use crate::app::session::Happening;
use crate::app::sound::Cue;
use crate::app::state::{
    Goal, Leaving, Moment, Next, Order, ReadContext, ScreenContext, ToExplain, cameras, looking,
};
use crate::app::ui::{Align, ink};
use crate::app::words::{Words, fill};
use crate::platform::IN_BROWSER;

/// The menu as a row: its texts, and in units where the items begin and its width.
struct Row {
    title: String,
    hint: String,
    begin: f32,
    wide: f32,
}

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
    /// The corner of the menu, or its row, in the last picture, in its own units.
    corner: Cell<Vec2>,
}

impl Pause {
    /// Creates the screen with its menu.
    pub fn new(words: &Words) -> Self {
        let words = &words.pause;
        let items = [
            words.resume,
            words.restart,
            words.settings,
            words.copy_link,
            words.title,
            words.quit,
        ];
        Self {
            menu: Menu::new(match IN_BROWSER {
                // A page is closed instead.
                true => &items[..items.len() - 1],
                false => &items,
            }),
            stepped: 0,
            flies: false,
            explains: false,
            corner: Cell::default(),
        }
    }

    /// Creates the screen that explains the last crash at once.
    pub fn to_explain(words: &Words) -> Self {
        Self {
            explains: true,
            ..Self::new(words)
        }
    }

    fn choose(&self, context: &ScreenContext<'_>) -> Next {
        let words = context.settings.words();
        match self.menu.index() {
            0 => Next::Do(Order::Resume),
            1 => leaving::restart(context.session, context.rounds, context.settings.words()),
            2 => Next::Do(Order::OpenSettings),
            3 => Next::Do(Order::CopyLink(Some(Moment {
                step: context.session.round.steps(),
                why: false,
            }))),
            4 => leaving::leave(context.session, context.rounds, words, Leaving::ToTitle),
            _ => leaving::leave(context.session, context.rounds, words, Leaving::Quit),
        }
    }
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
            return Next::Do(Order::Resume);
        }
        if presses.has(Command::Quit) && !self.flies && !builds {
            let words = context.settings.words();
            return leaving::leave(context.session, context.rounds, words, Leaving::Quit);
        }
        if presses.has(Command::Restart) {
            return leaving::restart(context.session, context.rounds, context.settings.words());
        }
        if presses.has(Command::Why) {
            return Next::Explain(ToExplain::default());
        }
        if presses.turns(Command::Probe) {
            return Next::Probe;
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
            let letters = context.settings.round_text;
            looking::fly_to_focus(context.session, &context.display.views, letters);
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
        if builds {
            // The menu is a row, so that it does not cover the scene that is built.
            self.menu.step(presses.moved().0);
        }
        match self.menu.follow(presses) {
            Chosen::Done => return self.choose(context),
            Chosen::Other => context.media.sound.cue(Cue::Tick),
            Chosen::Same => {}
        }
        Next::Stay
    }

    fn hand(&self, state: &ReadContext<'_>) -> HandUse {
        match state.covers.help {
            true => HandUse::None,
            false => HandUse::Place,
        }
    }

    fn splits(&self) -> bool {
        true
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        Edges::of_round(state.session.humans())
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let numbers = canvas.state.display.numbers;
        let builds = cameras::builds(canvas.state.session);
        if builds && !numbers {
            // Before the card of the scene, which takes the room below it.
            let size = Vec2::new(self.row(canvas).wide, ROW_HEIGHT);
            canvas.enlarged(self.row_letters(canvas), |canvas| {
                self.take_room(canvas, PLACE.with_y(12.0), size);
            });
        }
        // Beside the menu.
        let left = (PLACE.x + MENU.x) * menu_letters(canvas) + 8.0;
        draw_panels(&Canvas {
            left: if numbers || builds { 0.0 } else { left },
            ..*canvas
        });
        if numbers {
            canvas.enlarged(menu_letters(canvas), draw_line);
        } else if !builds {
            canvas.enlarged(menu_letters(canvas), |canvas| {
                self.take_room(canvas, PLACE, self.menu_size(canvas));
            });
        }
        graphs::draw(canvas, left);
        marks::draw_still(canvas);
    }

    fn show(&self, canvas: &Canvas<'_>) {
        if canvas.state.display.numbers {
            return;
        }
        match cameras::builds(canvas.state.session) {
            true => canvas.enlarged(self.row_letters(canvas), |canvas| self.show_row(canvas)),
            false => canvas.enlarged(menu_letters(canvas), |canvas| self.show_menu(canvas)),
        }
    }
}

impl Pause {
    /// Takes room for the menu below the panels at the head.
    fn take_room(&self, canvas: &Canvas<'_>, at: Vec2, size: Vec2) {
        let corner = at.with_y(canvas.ui.below_head(at.x, at.y, size));
        canvas.ui.keep_clear(corner, size);
        self.corner.set(corner);
    }

    /// The letters of the row: as large as the width has room for.
    fn row_letters(&self, canvas: &Canvas<'_>) -> f32 {
        let wide = self.row(canvas).wide + 2.0 * PLACE.x;
        canvas.letters().min(canvas.ui.size.x / wide).max(1.0)
    }

    /// The texts of the row, and its sizes.
    fn row(&self, canvas: &Canvas<'_>) -> Row {
        let ui = canvas.ui;
        let keys = canvas.state.settings.key_names();
        let words = &canvas.state.settings.words().pause;
        let step = canvas.state.session.round.steps();
        let title = format!("{}, {}", words.paused, fill(words.step, &[("step", &step)]));
        let hint = fill(
            words.row_keys,
            &[
                ("on", &keys.shown(Command::SingleStep)),
                ("back", &keys.shown(Command::StepBack)),
                ("panels", &keys.shown(Command::Panels)),
                ("save", &keys.shown(Command::Save)),
                ("restart", &keys.shown(Command::Restart)),
                ("help", &keys.shown(Command::Help)),
            ],
        );
        let begin = ui.width(&title, 20.0) + 40.0;
        let wide = (begin + self.menu.row_width(ui)).max(ui.width(&hint, 15.0) + 32.0);
        Row {
            title,
            hint,
            begin,
            wide,
        }
    }

    /// Shows the menu as a row, with the keys for building.
    fn show_row(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let Row {
            title,
            hint,
            begin,
            wide,
        } = self.row(canvas);
        let (at, size) = (self.corner.get(), Vec2::new(wide, ROW_HEIGHT));
        ui.panel(at, size, ink::SOLID);
        let base = at + Vec2::new(16.0, 30.0);
        ui.text(&title, base, 20.0, ink::GOLD, Align::Left);
        self.menu.draw_row(ui, at + Vec2::new(begin, 30.0));
        let base = at + Vec2::new(16.0, 57.0);
        ui.text(&hint, base, 15.0, ink::GREY, Align::Left);
    }

    /// The number of notes that have room below the menu: a low window has no room for all.
    fn notes_shown(&self, canvas: &Canvas<'_>) -> usize {
        let room = (canvas.ui.size.y - 2.0 * EDGE - MENU.y).max(0.0);
        ((room / NOTE) as usize).min(self.notes(canvas).len())
    }

    /// The size of the menu with its notes.
    fn menu_size(&self, canvas: &Canvas<'_>) -> Vec2 {
        MENU + Vec2::Y * (NOTE * self.notes_shown(canvas) as f32)
    }

    fn show_menu(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let (top, size) = (self.corner.get(), self.menu_size(canvas));
        ui.panel(top, size, ink::SOLID);
        let paused = canvas.state.settings.words().pause.paused;
        let head = top + Vec2::new(24.0, 54.0);
        ui.text(paused, head, 42.0, ink::GOLD, Align::Left);
        self.menu.draw(ui, top + Vec2::new(30.0, 114.0), 240.0);
        let notes = self.notes(canvas);
        for (line, text) in notes.iter().take(self.notes_shown(canvas)).enumerate() {
            let at = top + Vec2::new(24.0, MENU.y + 7.0 + NOTE * line as f32);
            let color = if line == 0 { ink::MINT } else { ink::GREY };
            let shrinks = ((MENU.x - 36.0) / ui.width(text, 17.0).max(1.0)).min(1.0);
            ui.text(text, at, 17.0 * shrinks, color, Align::Left);
        }
    }

    /// The keys of the pause beside its menu.
    fn notes(&self, canvas: &Canvas<'_>) -> [String; 5] {
        let (session, settings) = (canvas.state.session, canvas.state.settings);
        let key = |command: Command| settings.key_names().shown(command);
        let words = &settings.words().pause;
        let builds = cameras::builds(session);
        let last = match (builds, self.flies) {
            (true, _) => fill(
                words.panels,
                &[
                    ("panels", &key(Command::Panels)),
                    ("save", &key(Command::Save)),
                ],
            ),
            // The key to quit flies the camera down; a browser's page is closed instead.
            (false, flies) => fill(
                match flies || IN_BROWSER {
                    true => words.restart_help,
                    false => words.restart_quit_help,
                },
                &[
                    ("restart", &key(Command::Restart)),
                    ("quit", &key(Command::Quit)),
                    ("help", &key(Command::Help)),
                ],
            ),
        };
        [
            fill(words.step, &[("step", &session.round.steps())]),
            fill(
                words.steps,
                &[
                    ("on", &key(Command::SingleStep)),
                    ("back", &key(Command::StepBack)),
                ],
            ),
            fill(words.cameras, &[("key", &key(Command::NextCamera))]),
            fill(
                words.views,
                &[
                    ("last", &key(Command::LastCrash)),
                    ("near", &key(Command::NearestPair)),
                ],
            ),
            last,
        ]
    }
}

/// The text size of the menu.
fn menu_letters(canvas: &Canvas<'_>) -> f32 {
    canvas.letters().min(PAUSE_LETTERS)
}

/// Draws a line in place of the menu while the numbers cover it.
fn draw_line(canvas: &Canvas<'_>) {
    let keys = canvas.state.settings.key_names();
    let text = fill(
        canvas.state.settings.words().pause.still,
        &[
            ("back", &keys.first(Command::Pause)),
            ("menu", &keys.shown(Command::Numbers)),
        ],
    );
    // The numbers are at the left.
    let ui = canvas.ui;
    let size = Vec2::new(ui.width(&text, 18.0) + 32.0, 34.0);
    let left = ui.size.x - size.x - 16.0;
    let at = Vec2::new(left, ui.below_head(left, 12.0, size));
    ui.panel(at, size, ink::SOLID);
    let base = at + Vec2::new(16.0, 23.0);
    ui.text(&text, base, 18.0, ink::GOLD, Align::Left);
}
