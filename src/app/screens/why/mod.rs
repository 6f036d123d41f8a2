//! The screen that explains crashes of the round that waits below it, or why two bodies did not meet.
//!
//! It looks at a copy of the round, made from the recording and its snapshots, so round and recording stay as they
//! are. First it lists the crashes up to now, the newest first; then it goes through the explanation of one.

mod bodies;
mod boxes;
mod caption;
mod clicks;
mod curve;
mod flat;
mod list;
mod outline;
mod panel;
mod probe;
mod scene;
mod shown;
mod simplex;
mod tables;
#[cfg(test)]
mod tests;
mod trees;
mod work;

pub use crate::app::screens::why::probe::Probing;

use std::cell::RefCell;

use glam::{Vec2, Vec3};
use macroquad::input::{MouseButton, is_mouse_button_pressed};

use dodgem_physics::BodyId;

use crate::app::input::{Command, Presses};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::screen::Screen;
use crate::app::screens::why::flat::Seen;
use crate::app::screens::why::list::{CrashList, Entry};
use crate::app::screens::why::shown::Shown;
use crate::app::session::Session;
use crate::app::state::{Moment, Next, Order, ReadContext, ScreenContext, ToExplain};
use crate::app::task::Task;
use crate::app::words::fill;
use crate::arena::{Focus, Views};
use crate::game::explain::{CrashScan, PairSearch};
use crate::game::tape::{NoWheel, Player, TapeError};

/// The copy of the round.
enum Copied {
    /// It is built on another thread.
    Building(Task<Result<Box<Player>, TapeError>>),
    Ready(Box<Session>),
}

/// The present part of the screen.
enum Phase {
    /// The list of crashes; the scene below is that of the waiting round.
    Listed,
    /// Two bodies are looked at over the steps around a moment.
    Asking(Box<PairSearch>),
    /// The next crash is looked for.
    Seeking {
        back: bool,
    },
    Shown,
}

/// The screen.
pub struct Why {
    /// The screen of the round that waits.
    under: Option<Box<dyn Screen>>,
    /// The views of the waiting round.
    before: Views,
    copy: Copied,
    list: CrashList,
    /// True if the first crash found is explained without a choice.
    at_once: bool,
    phase: Phase,
    shown: Option<Shown>,
    /// True once the keys that drove the car were let go: before that they do not fly the camera.
    flies: bool,
    /// The first of two clicked bodies, with its name.
    clicked: Option<(BodyId, String)>,
    seen: RefCell<Option<Seen>>,
}

impl Why {
    /// Creates the list of the crashes of the round on screen, with the crash to explain selected. `None`, with a
    /// message, if the round cannot be copied.
    pub fn about(context: &mut ScreenContext<'_>, about: ToExplain) -> Option<Why> {
        let session = &context.session;
        let words = context.settings.words();
        if !session.round.arena().is_repeatable() {
            context.notices.say(words.no_wheel(&NoWheel::Timed));
            return None;
        }
        let Some(copy) = session.copy() else {
            context.notices.say(words.why.not_recorded);
            return None;
        };
        // The future of a recording is known, that of a round in progress is not.
        let now = session.round.steps();
        let last = session.guide().map_or(now, |guide| guide.steps());
        let here = about.step.unwrap_or(now);
        let pair = context.display.views.focus.as_ref().and_then(Focus::pair);
        let pair = pair.map(|pair| bodies::pair_of(session.round.arena(), pair, words));
        // The same numbers stand for the same bodies in the copy.
        let cars = about.pair.map(|pair| {
            let bodies = pair.map(|car| session.round.cars()[car].actor);
            bodies.map(|actor| session.round.arena().actor(actor).body)
        });
        context.notices.message = None;
        Some(Why {
            under: None,
            before: context.display.views,
            copy: Copied::Building(Task::new(move || copy.open().map(Box::new))),
            list: CrashList::new(CrashScan::new(here, last), (here, cars), pair),
            at_once: about.at_once,
            phase: Phase::Listed,
            shown: None,
            flies: false,
            clicked: None,
            seen: RefCell::default(),
        })
    }

    /// Returns to the round, which continues at its moment.
    fn leave(&mut self, context: &mut ScreenContext<'_>) -> Next {
        context.display.views = self.before;
        context.notices.message = None;
        context.session.clock.settle();
        Next::Back
    }

    /// The moment that a link to this explanation opens.
    fn moment(&self, session: &Session) -> Moment {
        let shown = self.shown.as_ref().map(|shown| shown.step);
        Moment {
            step: shown.unwrap_or(session.round.steps()),
            why: true,
        }
    }

    fn session(&mut self) -> Option<&mut Session> {
        match &mut self.copy {
            Copied::Ready(session) => Some(session),
            Copied::Building(_) => None,
        }
    }

    /// Handles the list's keys and clicks.
    fn choose(&mut self, context: &mut ScreenContext<'_>, presses: &Presses) {
        let pair = context.display.views.focus.as_ref().and_then(Focus::pair);
        let words = context.settings.words();
        let pair = pair.map(|pair| bodies::pair_of(context.session.round.arena(), pair, words));
        self.list.set_pair(pair);
        let Some(entry) = self.list.follow(presses) else {
            return;
        };
        if self.session().is_none() {
            context.notices.say(words.why.still_copying);
            return;
        }
        match entry {
            Entry::Pair(ids) => self.ask(ids, self.list.here),
            Entry::Crash(crash) => self.show_crash(context, &crash),
        }
    }

    /// Handles the keys and clicks of an explanation.
    fn go_through(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f32) {
        if self.ask_about_rejected(presses.picked()) {
            context.report.explained_steps += 1;
            return;
        }
        let Some(shown) = &mut self.shown else {
            return;
        };
        if shown.follow(presses) {
            context.report.explained_steps += 1;
            shown.show_view(&mut context.display.views);
        }
        if presses.turns(Command::LastCrash) {
            self.list.which = self.list.which.next();
            context.notices.message = None;
        }
        let back = presses.has(Command::StepBack);
        if back || presses.has(Command::SingleStep) {
            self.go_to_next(context, back);
        } else if presses.has(Command::Confirm) {
            self.phase = Phase::Listed;
            context.display.views = self.before;
        }
        let pointed = is_mouse_button_pressed(MouseButton::Left) && presses.picked().is_none();
        if pointed {
            self.click(context);
        }
        let (way, _) = context.players.devices.flight();
        self.flies |= way == Vec3::ZERO;
        let flies = self.flies;
        if let Some(session) = self.session().filter(|_| flies) {
            session.sight.camera.free.fly(way, Vec2::ZERO, seconds);
            session.follow(0.0);
        }
    }
}

impl Screen for Why {
    fn name(&self) -> &'static str {
        "why"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) || presses.turns(Command::Why) {
            return self.leave(context);
        }
        if presses.has(Command::CopyText) {
            return Next::Do(Order::CopyLink(Some(self.moment(context.session))));
        }
        self.work(context);
        match self.phase {
            Phase::Listed => self.choose(context, presses),
            Phase::Shown => self.go_through(context, presses, seconds as f32),
            Phase::Asking(_) | Phase::Seeking { .. } => {}
        }
        if let (Phase::Shown, Copied::Ready(session)) = (&self.phase, &mut self.copy) {
            session.look_with(&context.display.views, false);
        }
        Next::Stay
    }

    fn explains(&self) -> bool {
        true
    }

    fn looks_elsewhere(&self) -> bool {
        !matches!(self.phase, Phase::Listed)
    }

    fn cover(&mut self, under: Box<dyn Screen>) {
        self.under = Some(under);
    }

    fn uncover(&mut self) -> Option<Box<dyn Screen>> {
        self.under.take()
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        match (&self.phase, &self.under) {
            (Phase::Listed, Some(under)) => under.edges(state),
            _ => Edges::default(),
        }
    }

    fn splits(&self) -> bool {
        let under = self.under.as_ref();
        matches!(self.phase, Phase::Listed) && under.is_some_and(|under| under.splits())
    }

    fn shown<'a>(&'a self, session: &'a Session) -> &'a Session {
        match (&self.phase, &self.copy, &self.under) {
            (Phase::Listed, _, Some(under)) => under.shown(session),
            (_, Copied::Ready(session), _) => session,
            _ => session,
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let settings = canvas.state.settings;
        let (whole, letters) = (canvas.ui.size, canvas.letters());
        canvas.in_letters(|canvas| match (&self.phase, &self.shown) {
            (Phase::Listed, _) => {}
            (Phase::Asking(search), _) => {
                let percent = format!("{:.0}", 100.0 * search.share());
                let text = fill(settings.words().why.looking, &[("percent", &percent)]);
                panel::draw_waiting(canvas.ui, &text);
            }
            (Phase::Seeking { .. }, _) => {
                panel::draw_waiting(canvas.ui, settings.words().why.seeking);
            }
            (Phase::Shown, Some(shown)) => {
                let view = canvas.view();
                let left = panel::draw(canvas.ui, shown, settings, self.list.which);
                let room = Vec2::new(left, canvas.ui.size.y);
                shown.draw_in_scene(&flat::Flat::new(canvas.ui, view, room));
                *self.seen.borrow_mut() = Some(Seen {
                    view: *view,
                    size: whole,
                    panel: left * letters,
                });
            }
            (Phase::Shown, None) => {}
        });
    }

    fn show(&self, canvas: &Canvas<'_>) {
        if !matches!(self.phase, Phase::Listed) {
            return;
        }
        let settings = canvas.state.settings;
        let ready = matches!(self.copy, Copied::Ready(_));
        canvas.in_letters(|canvas| self.list.show(canvas.ui, settings, ready));
    }
}
