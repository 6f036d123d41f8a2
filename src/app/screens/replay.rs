//! The screen of a recording, which can be played, stepped and searched with a time line.

use crate::app::params::screens::graphs::LEFT;
use crate::app::params::screens::time_line::FOOT;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use macroquad::input::KeyCode;

use crate::app::camera::CameraKind;
use crate::app::film::{self, Film};
use crate::app::input::{Command, Presses};
use crate::app::params::screens::replay::SECOND;
use crate::app::params::screens::time_line::{HEIGHT, LIFT, MARGIN};
use crate::app::pixels;
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::graphs;
use crate::app::screens::screen::Screen;
use crate::app::screens::time_line;
use crate::app::session::Session;
use crate::app::state::{
    Goal, Moment, Next, Order, ReadContext, ScreenContext, ToExplain, Verdict, cameras, looking,
};
use crate::app::ui::Ui;
use crate::app::words::fill;
use crate::game::tape::{CrashAt, Guide};

/// Time per frame for playing the recording ahead until all of it is known.
const SCAN: Duration = Duration::from_millis(12);

/// The screen of a recording.
#[derive(Debug, Default)]
pub struct Replay {
    paused: bool,
    /// True once all of it has been played ahead; before that it is not shown.
    known: bool,
    /// True while the mouse holds the time line.
    held: bool,
    /// True if it was playing when the mouse took hold.
    resume: bool,
    /// The step of the crash mark that was visited last.
    gone_to: Option<u64>,
    /// The crash to explain as soon as the recording is known.
    first: Option<CrashAt>,
    /// The step of the moment before which it begins to play.
    from: Option<u64>,
    /// The moment at which it then pauses.
    start: Option<Moment>,
    /// The file of the recording, if it was chosen from the list, to which the screen then returns.
    listed: Option<PathBuf>,
    /// The verdict of the round, if the screen returns to that round's result.
    verdict: Option<Verdict>,
}

impl Replay {
    /// Moves by that many steps.
    fn go(session: &mut Session, steps: i64) {
        let here = session.round.steps();
        session.seek(here.saturating_add_signed(steps));
    }

    /// Creates the screen for a round that has just ended; it returns to the result. It explains the crash `first` at
    /// once, if given.
    pub fn of_result(verdict: Verdict, first: Option<CrashAt>) -> Self {
        Replay {
            first,
            verdict: Some(verdict),
            ..Replay::default()
        }
    }

    /// Creates the screen for a recording that the game was started with.
    pub fn from(start: Option<Moment>) -> Self {
        Replay {
            start,
            ..Replay::default()
        }
    }

    /// Creates the screen for a round that has just ended, from shortly before a step; it returns to the result.
    pub fn of_moment(verdict: Verdict, step: u64) -> Self {
        Replay {
            from: Some(step),
            ..Replay::of_result(verdict, None)
        }
    }

    /// Creates the screen for a recording chosen from the list.
    pub fn of_list(path: PathBuf) -> Self {
        Replay {
            listed: Some(path),
            ..Replay::default()
        }
    }

    /// Moves to shortly before the next or previous crash on the time line; with `players` only to players' crashes,
    /// if there are any.
    fn go_to_crash(&mut self, session: &mut Session, players: bool, back: bool) {
        let here = session.round.steps();
        let Some(guide) = session.guide() else {
            return;
        };
        let steps = |players: bool| -> Vec<u64> {
            let marks = guide.marks().iter();
            let marks = marks.filter(|mark| !players || time_line::is_of_people(session, mark));
            marks.map(|mark| mark.steps).collect()
        };
        let mut marks = steps(players);
        if marks.is_empty() {
            marks = steps(false);
        }
        let Some(next) = next_crash(&marks, here, self.gone_to, back) else {
            return;
        };
        self.gone_to = Some(next);
        session.seek(before(next));
    }

    /// The crash to explain here: the one visited last if it is near, else the one within the last second, else
    /// the next one, else the last.
    fn crash_here(&self, session: &Session) -> Option<CrashAt> {
        let here = session.round.steps();
        let marks = || session.guide().into_iter().flat_map(Guide::marks);
        let near = here.saturating_sub(SECOND)..=here + SECOND / 2;
        let gone_to = self.gone_to.filter(|mark| near.contains(mark));
        let found = marks()
            .find(|mark| Some(mark.steps) == gone_to)
            .or_else(|| marks().rfind(|mark| (*near.start()..=here).contains(&mark.steps)))
            .or_else(|| marks().find(|mark| mark.steps >= here))
            .or_else(|| marks().next_back());
        found.map(CrashAt::from)
    }

    /// Returns to the screen from which the recording was opened.
    fn leave(&self, context: &mut ScreenContext<'_>) -> Next {
        if let Some(verdict) = self.verdict
            && context.rounds.go_back_to_result(context.session)
        {
            context.display.views.off();
            return Next::Go(Goal::ResultAgain(verdict));
        }
        match &self.listed {
            Some(path) => Next::Go(Goal::AfterReplay(path.clone())),
            None => Next::Go(Goal::Title),
        }
    }

    /// Lets the mouse drag the time line.
    fn drag(&mut self, session: &mut Session) {
        use macroquad::input::{MouseButton, is_mouse_button_down};
        let size = pixels::window_size();
        let unit = Ui::pixels_a_unit(size);
        let (at, size) = (pixels::mouse() / unit, size / unit);
        let down = is_mouse_button_down(MouseButton::Left);
        let over = (at.y - (size.y - LIFT)).abs() < HEIGHT * 1.5;
        if down && !self.held && over {
            (self.held, self.resume, self.paused) = (true, !self.paused, true);
        }
        if !down && self.held {
            (self.held, self.paused) = (false, !self.resume);
        }
        if self.held
            && let Some(guide) = session.guide()
        {
            let share = ((at.x - MARGIN) / (size.x - 2.0 * MARGIN)).clamp(0.0, 1.0);
            let target = (share * guide.steps() as f32).round() as u64;
            if target != session.round.steps() {
                session.seek(target);
            }
        }
    }
}

/// A moment shortly before a crash, so that it can be seen coming.
fn before(steps: u64) -> u64 {
    steps.saturating_sub(SECOND / 2)
}

/// The moment from which a crash is watched without a time line to find it: two seconds show how it came about.
fn long_before(steps: u64) -> u64 {
    steps.saturating_sub(2 * SECOND)
}

/// The step of the next crash after a moment, or of the previous one, around the ends. The search starts from the
/// crash visited last until it is over, because several crashes may be within half a second.
fn next_crash(marks: &[u64], here: u64, gone_to: Option<u64>, back: bool) -> Option<u64> {
    let from = gone_to.filter(|mark| (before(*mark)..=*mark).contains(&here));
    match back {
        true => {
            let found = marks.iter().rfind(|mark| **mark < from.unwrap_or(here));
            found.or(marks.last()).copied()
        }
        false => {
            let from = from.unwrap_or(here + SECOND / 2);
            let found = marks.iter().find(|mark| **mark > from);
            found.or(marks.first()).copied()
        }
    }
}

/// Goes on to the next picture of a film, however long that takes; the key or the end of the recording ends it.
fn take_picture(context: &mut ScreenContext<'_>, presses: &Presses) {
    context.session.exact = true;
    let before = context.session.round.steps();
    for _ in 0..film::STEPS {
        context.single_step();
    }
    let is_over = context.session.round.steps() == before;
    if let Some(film) = &mut context.media.film
        && (is_over || presses.has(Command::Film))
    {
        film.end();
    }
}

impl Screen for Replay {
    fn name(&self) -> &'static str {
        // Until the recording is known, only leaving has a meaning.
        if self.known { "replay" } else { "reading" }
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) {
            if context.media.film.take().is_some() {
                context.notices.say(context.notices.words().film_cancelled);
                return Next::Stay;
            }
            return self.leave(context);
        }
        // While the camera flies, its keys have no other meaning.
        let flies = context.session.sight.camera.kind == CameraKind::Free;
        if presses.has(Command::Quit) && !flies {
            return Next::Quit;
        }
        if !self.known {
            let begin = Instant::now();
            while begin.elapsed() < SCAN && !self.known {
                self.known = context.session.scan();
            }
            let refused = context.session.guide().and_then(Guide::refused);
            if let Some(refused) = refused.map(|found| {
                let text = context.notices.words().tape_refused;
                fill(text, &[("why", &found)])
            }) {
                let next = self.leave(context);
                context.notices.say(refused);
                return next;
            }
            if self.known {
                context.session.seek(self.from.map_or(0, long_before));
                if let Some(crash) = self.first.take() {
                    self.paused = true;
                    context.session.seek(crash.step);
                    return Next::Explain(ToExplain {
                        step: Some(crash.step),
                        pair: Some(crash.pair),
                        at_once: true,
                    });
                }
                if let Some(start) = self.start.take() {
                    self.paused = true;
                    context.session.seek(start.step);
                    if start.why {
                        return Next::Explain(ToExplain {
                            step: Some(start.step),
                            pair: None,
                            at_once: true,
                        });
                    }
                }
            }
            return Next::Stay;
        }
        if context.media.film.is_some() {
            self.paused = true;
            take_picture(context, presses);
            return Next::Stay;
        }
        if presses.has(Command::Film) {
            let size = pixels::window_size();
            match context.media.packer {
                Some(_) => context.notices.say(context.notices.words().film_packing),
                None => {
                    // The message would appear in the film.
                    context.notices.message = None;
                    context.media.film = Some(Film::new((size.x as u32, size.y as u32)));
                }
            }
            return Next::Stay;
        }
        if presses.has(Command::TakeWheel) {
            for pad in std::mem::take(&mut context.players.devices.joining) {
                context.players.seats.join(pad);
            }
            return Next::Do(Order::TakeWheel);
        }
        if presses.has(Command::CopyText) {
            let (step, why) = (context.session.round.steps(), false);
            return Next::Do(Order::CopyLink(Some(Moment { step, why })));
        }
        if presses.turns(Command::Why) {
            self.paused = true;
            let crash = self.crash_here(context.session);
            return Next::Explain(ToExplain {
                step: crash.map(|crash| crash.step),
                pair: crash.map(|crash| crash.pair),
                at_once: false,
            });
        }
        if presses.turns(Command::Probe) {
            self.paused = true;
            return Next::Probe;
        }
        if presses.turns(Command::Brake) {
            self.paused = !self.paused;
            context.session.clock.settle();
        }
        let forwards = presses.count(Command::SingleStep) as i64;
        let back = presses.count(Command::StepBack) as i64;
        let held_back = context
            .players
            .devices
            .holds(Command::StepBack, &context.settings.keys);
        if forwards + back > 0 || held_back {
            self.paused = true;
            let back = if held_back { back.max(1) } else { back };
            Replay::go(context.session, forwards - back);
        }
        let (right, _) = presses.moved();
        if right != 0 && !flies {
            Replay::go(context.session, i64::from(right) * SECOND as i64);
        }
        if presses.has(Command::Confirm) {
            self.go_to_crash(context.session, false, false);
        }
        // Reads the keys themselves, because the mouse wheel also gives menu moves.
        for key in presses.keys().iter().filter(|_| !flies) {
            match key {
                KeyCode::Up => self.go_to_crash(context.session, true, true),
                KeyCode::Down => self.go_to_crash(context.session, true, false),
                _ => {}
            }
        }
        if presses.has(Command::Restart) {
            context.session.seek(0);
            self.paused = false;
        }
        let camera = presses.count(Command::Camera) + presses.count(Command::NextCamera);
        for _ in 0..camera {
            cameras::change_to_any_camera(context.session);
        }
        let chosen = presses.has(Command::LastCrash) || presses.has(Command::NearestPair);
        if self.paused && chosen {
            looking::fly_to_focus(context.session, &context.display.views, 1.0);
        }
        cameras::fly(context.session, &context.players.devices, seconds as f32);
        self.drag(context.session);
        context.session.exact = self.paused || !context.display.views.is_empty();
        if self.paused || context.covers.help {
            context.session.follow(seconds as f32);
        } else {
            context.run(seconds);
        }
        Next::Stay
    }

    fn edges(&self, _: &ReadContext<'_>) -> Edges {
        Edges {
            foot: FOOT,
            ..Edges::default()
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        if !self.known {
            time_line::draw_reading(canvas);
            return;
        }
        // A film shows only the marks.
        if canvas.state.film.is_none() {
            crate::app::screens::hud::draw_standings(canvas);
            crate::app::screens::misses::draw(canvas);
            crate::app::screens::numbers::draw(canvas);
            graphs::draw(canvas, LEFT);
            crate::app::screens::magnifier::draw(canvas);
            time_line::draw_head(canvas);
            time_line::draw(canvas, self.paused);
        }
        match self.paused && canvas.state.film.is_none() {
            true => crate::app::screens::marks::draw_still(canvas),
            false => crate::app::screens::marks::draw(canvas),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crashes_are_gone_through_both_ways_and_around_the_ends() {
        let marks = [100, 130, 500];
        let next = |here, gone_to| next_crash(&marks, here, gone_to, false);
        // The first crash is within half a second, so it counts as being seen.
        assert_eq!(next(0, None), Some(100));
        assert_eq!(next(80, None), Some(500));
        // From a visited crash the search goes to the following one, however close.
        assert_eq!(next(40, Some(100)), Some(130));
        assert_eq!(next(440, Some(500)), Some(100));
        let back = |here, gone_to| next_crash(&marks, here, gone_to, true);
        assert_eq!(back(600, None), Some(500));
        assert_eq!(back(440, Some(500)), Some(130));
        assert_eq!(back(70, Some(130)), Some(100));
        assert_eq!(back(40, Some(100)), Some(500));
        assert_eq!(next_crash(&[], 9, None, true), None);
    }
}
