//! The screen with the result of a round.

use crate::app::params::screens::results::ROOM;
use glam::Vec2;

use crate::app::input::{Command, Presses};
use crate::app::params::screens::over::WAIT;
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::{self, Edges};
use crate::app::screens::highlight::Highlight;
use crate::app::screens::leaving;
use crate::app::screens::moments;
use crate::app::screens::naming::{Named, Naming};
use crate::app::screens::results;
use crate::app::screens::screen::Screen;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::sound::Cue;
use crate::app::state::{
    Contest, Goal, Next, Notices, Order, ReadContext, ScreenContext, Verdict, cameras, lesson,
};
use crate::app::tapes;
use crate::app::task::Task;
use crate::app::ui::{Align, ink};
use crate::app::words::fill;
use crate::game::tape::{CrashAt, Player};

/// The screen after a round.
pub struct RoundOver {
    verdict: Verdict,
    shown: f64,
    /// The slow motion of the hardest hit, until the player skips it.
    highlight: Highlighting,
    /// Number of lines by which the table is scrolled.
    passed: usize,
    /// The selected moment.
    moment: Option<usize>,
    /// The input of a name for the recording.
    naming: Option<Naming>,
}

/// The state of the slow motion of the hardest hit.
enum Highlighting {
    /// The search has not begun.
    Wanted,
    /// A task prepares the recording.
    Read(Task<Option<Box<Player>>>),
    /// The hit is being searched or shown.
    On(Box<Highlight>),
    /// There is no hit, or it was skipped.
    Off,
}

impl RoundOver {
    /// Creates the screen with the result's verdict.
    pub fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            shown: 0.0,
            highlight: Highlighting::Wanted,
            passed: 0,
            moment: None,
            naming: None,
        }
    }

    /// Creates the screen for a return to the result, without the slow motion.
    pub fn again(verdict: Verdict) -> Self {
        Self {
            shown: WAIT,
            highlight: Highlighting::Off,
            ..Self::new(verdict)
        }
    }

    /// Prepares, searches and shows the hardest hit, once the table is in place.
    fn go_on(&mut self, session: &Session, settings: &AppSettings, seconds: f64) {
        if self.shown < WAIT {
            return;
        }
        match &mut self.highlight {
            Highlighting::Wanted => {
                let tape = session.recording();
                let read = move || Player::new(tape?).ok().map(Box::new);
                self.highlight = Highlighting::Read(Task::new(read));
            }
            Highlighting::Read(task) => {
                if let Some(read) = task.take() {
                    self.highlight = read.map_or(Highlighting::Off, |player| {
                        let letters = results::letters(settings);
                        let freeze = settings.freeze;
                        Highlighting::On(Box::new(Highlight::new(*player, letters, freeze)))
                    });
                }
            }
            Highlighting::On(highlight) => {
                if !highlight.update(seconds) {
                    self.highlight = Highlighting::Off;
                }
            }
            Highlighting::Off => {}
        }
    }

    /// Selects another moment, `right` places on; beyond the ends none is selected.
    fn select_moment(&mut self, context: &mut ScreenContext<'_>, right: i32) {
        let count = moments::count(context.session) as i32;
        if right == 0 || count == 0 {
            return;
        }
        let here = self.moment.map_or(-1, |moment| moment as i32);
        let next = (here + 1 + right).rem_euclid(count + 1) - 1;
        self.moment = usize::try_from(next).ok();
        context.media.sound.cue(Cue::Tick);
    }

    /// Replays the round, from shortly before the selected moment if there is one.
    fn watch(&self, context: &mut ScreenContext<'_>) -> Next {
        let moment = self
            .moment
            .and_then(|at| moments::numbered(context.session, at));
        if let Some(tape) = context.session.recording() {
            let goal = match moment {
                Some(moment) => Goal::ReplayOfMoment(self.verdict, moment.step),
                None => Goal::ReplayOfResult(self.verdict, None),
            };
            let read = Box::new(|| Ok((tape, None)));
            context.order(Order::ShowRecording(
                context.notices.words().round.to_owned(),
                read,
                goal,
            ));
        }
        Next::Stay
    }

    /// The crash to explain: that of the selected moment; without one, the hardest hit while it is shown, then the
    /// first of the list.
    fn crash(&self, session: &Session) -> Option<CrashAt> {
        let numbered = |at| moments::numbered(session, at).and_then(|moment| moment.crash);
        match self.moment {
            Some(at) => numbered(at),
            None => self
                .hit()
                .and_then(Highlight::crash)
                .or_else(|| numbered(0)),
        }
    }

    fn hit(&self) -> Option<&Highlight> {
        match &self.highlight {
            Highlighting::On(highlight) => Some(highlight),
            Highlighting::Wanted | Highlighting::Read(_) | Highlighting::Off => None,
        }
    }
}

/// Saves the recording of the round under a name.
fn keep(session: &Session, notices: &mut Notices, name: &str) {
    let Some(tape) = session.recording() else {
        return;
    };
    let said = match tapes::save_as(&tape, name) {
        Ok(path) => fill(notices.words().saved, &[("path", &path.display())]),
        Err(error) => error.to_string(),
    };
    notices.say(said);
}

/// Draws the caption of the slow motion, with the key to skip it.
fn draw_caption(canvas: &Canvas<'_>, words: &str) {
    let ui = canvas.ui;
    let keys = canvas.state.settings.key_names();
    let skip = keys.first(Command::Brake);
    let why = keys.shown(Command::Why);
    let texts = &canvas.state.settings.words().leaving;
    let skip = fill(texts.slow_motion, &[("why", &why), ("skip", &skip)]);
    // Stays beside the results, even for long names.
    let room = ui.size.x - ROOM - 80.0;
    let mut lines = vec![words.to_owned()];
    if ui.width(words, 22.0) > room
        && let Some((whose, hit)) = words.split_once(": ")
    {
        lines = ui.wrap(&format!("{whose}:"), 22.0, room);
        lines.extend(ui.wrap(hit, 22.0, room));
    }
    let mut lines: Vec<_> = lines.into_iter().map(|line| (line, 22.0)).collect();
    let small = ui.wrap(&skip, 17.0, room).into_iter();
    lines.extend(small.map(|line| (line, 17.0)));
    let widths = lines.iter().map(|(line, letters)| ui.width(line, *letters));
    let width = widths.fold(0.0, f32::max) + 40.0;
    let size = Vec2::new(width, 18.0 + 27.0 * lines.len() as f32);
    let at = ui.size - size - Vec2::new(20.0, 24.0);
    ui.panel(at, size, ink::PANEL);
    for (index, (line, letters)) in lines.iter().enumerate() {
        let place = at + Vec2::new(20.0, 31.0 + 27.0 * index as f32);
        let color = if *letters > 20.0 {
            ink::GOLD
        } else {
            ink::CREAM
        };
        ui.text(line, place, *letters, color, Align::Left);
    }
}

impl Screen for RoundOver {
    fn name(&self) -> &'static str {
        "result"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        self.shown += seconds;
        context.run(seconds);
        self.go_on(context.session, context.settings, seconds);
        if let Some(naming) = &mut self.naming {
            match naming.update(presses) {
                Named::Typing => return Next::Stay,
                Named::Done(name) => keep(context.session, context.notices, &name),
                Named::Left => {}
            }
            self.naming = None;
            return Next::Stay;
        }
        if self.shown > WAIT && presses.has(Command::Brake) {
            self.highlight = Highlighting::Off;
        }
        if presses.has(Command::Camera) {
            cameras::change_camera(context.session, context.display);
        }
        if self.shown < WAIT {
            return Next::Stay;
        }
        if let Some(moment) = presses.picked() {
            self.moment = Some(moment);
            return self.watch(context);
        }
        let (right, moved) = presses.moved();
        self.select_moment(context, right);
        let letters = results::letters(context.settings);
        self.passed = results::moved(&context.session.round, self.passed, moved, letters);
        if presses.has(Command::Confirm)
            && let Some(Contest::Cup { .. }) = context.rounds.contest
        {
            return Next::Go(Goal::CupTable);
        }
        if presses.has(Command::Confirm)
            && let Some(next) = lesson::after_lesson(context.session, context.levels)
        {
            context.rounds.as_meant();
            return Next::Do(Order::Begin(next));
        }
        if presses.has(Command::Restart) || presses.has(Command::Confirm) {
            return leaving::restart(context.session, context.rounds, context.settings.words());
        }
        if presses.has(Command::NextCamera) {
            return self.watch(context);
        }
        if presses.has(Command::Why)
            && let (Some(crash), Some(tape)) =
                (self.crash(context.session), context.session.recording())
        {
            let goal = Goal::ReplayOfResult(self.verdict, Some(crash));
            let read = Box::new(|| Ok((tape, None)));
            context.order(Order::ShowRecording(
                context.notices.words().round.to_owned(),
                read,
                goal,
            ));
        }
        if presses.has(Command::CopyText) {
            context.order(Order::CopyLink(None));
        }
        if presses.has(Command::KeepRound) {
            let path = std::path::Path::new(&context.session.source);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            self.naming = Some(Naming::new(&name));
        }
        if presses.has(Command::Pause) {
            return Next::Go(Goal::Title);
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        Next::Stay
    }

    fn takes_text(&self) -> bool {
        self.naming.is_some()
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        // The top camera keeps its frame from the round.
        Edges {
            head: edges::head(state.session.humans()),
            ..Edges::default()
        }
    }

    fn shown<'a>(&'a self, session: &'a Session) -> &'a Session {
        self.hit().and_then(Highlight::shown).unwrap_or(session)
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let letters = results::letters(canvas.state.settings);
        if let Some(words) = self.hit().and_then(|hit| hit.words(canvas.state.settings)) {
            canvas.enlarged(letters, |canvas| {
                if self.moment.is_none() || !moments::is_narrow(canvas.ui, ROOM) {
                    draw_caption(canvas, &words);
                }
            });
        } else {
            crate::app::screens::marks::draw(canvas);
        }
    }

    fn show(&self, canvas: &Canvas<'_>) {
        let letters = results::letters(canvas.state.settings);
        canvas.enlarged(letters, |canvas| {
            results::draw(canvas, self.verdict, self.passed, self.shown as f32);
            // In large letters only the caption of the slow motion or the moments have room.
            let alone = self.hit().is_some() && self.moment.is_none();
            if !alone || !moments::is_narrow(canvas.ui, ROOM) {
                moments::draw(canvas, ROOM, self.moment);
            }
        });
        if let Some(naming) = &self.naming {
            naming.draw(canvas.ui, &canvas.state.settings.words().recordings);
        }
    }
}
