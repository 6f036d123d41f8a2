//! The work of an explanation that takes several frames: building the copy, and looking at many of its steps.

use std::time::{Duration, Instant};

use dodgem_physics::BodyId;

use crate::app::camera::CameraKind;
use crate::app::params::explanation::work::MEASURES;
use crate::app::screens::why::shown::Shown;
use crate::app::screens::why::{Copied, Phase, Why, bodies};
use crate::app::session::Session;
use crate::app::state::ScreenContext;
use crate::app::words::{Words, fill};
use crate::game::explain::{FoundCrash, PairSearch};
use dodgem_rules::params::NEAR_MISS_STEPS;

/// Time per frame for making steps again.
const LOOKING: Duration = Duration::from_millis(10);

impl Why {
    /// Continues the work that is not done in one frame.
    pub(super) fn work(&mut self, context: &mut ScreenContext<'_>) {
        if let Copied::Building(task) = &mut self.copy {
            match task.take() {
                Some(Ok(player)) => {
                    let mut session = Session::of_recording(*player, CameraKind::Free);
                    session.speeds = context.settings.speeds;
                    self.copy = Copied::Ready(Box::new(session));
                }
                Some(Err(error)) => {
                    self.list.trouble = Some(error.to_string());
                }
                None => {}
            }
            return;
        }
        let begin = Instant::now();
        match &mut self.phase {
            Phase::Listed => {
                self.look_for_crashes(begin, context.settings.words());
                if self.at_once
                    && let Some(crash) = self.list.newest()
                {
                    self.at_once = false;
                    self.show_crash(context, &crash);
                }
            }
            Phase::Seeking { back } => {
                let back = *back;
                self.look_for_crashes(begin, context.settings.words());
                self.go_to_next(context, back);
            }
            Phase::Asking(_) => self.look_at_pair(context, begin),
            Phase::Shown => {}
        }
    }

    fn look_for_crashes(&mut self, begin: Instant, words: &Words) {
        let Copied::Ready(session) = &mut self.copy else {
            return;
        };
        while begin.elapsed() < LOOKING {
            let scan = &mut self.list.scan;
            let Some(step) = scan.next() else {
                return;
            };
            if session.look_at(step, |moment| scan.note(moment)).is_none() {
                self.list.trouble = Some(words.why.no_repeat.to_owned());
                return;
            }
            self.list.keep_selection();
        }
    }

    fn look_at_pair(&mut self, context: &mut ScreenContext<'_>, begin: Instant) {
        let words = context.settings.words();
        let (Copied::Ready(session), Phase::Asking(search)) = (&mut self.copy, &mut self.phase)
        else {
            return;
        };
        while let Some(step) = search.next() {
            if session
                .look_at(step, |moment| search.note(moment))
                .is_none()
            {
                break;
            }
            if begin.elapsed() >= LOOKING {
                return;
            }
        }
        if let Some(step) = search.met() {
            let found = session.look_at(step, |moment| {
                (search.explain(moment), search.crash(moment))
            });
            match found {
                Some((Some(found), Some(crash))) => {
                    self.show(context, Shown::met(found, crash, words))
                }
                _ => self.give_up(context, words.why.came_or_went),
            }
            return;
        }
        while !search.refine(MEASURES) {
            if begin.elapsed() >= LOOKING {
                return;
            }
        }
        let ids = search.bodies();
        let Phase::Asking(search) = std::mem::replace(&mut self.phase, Phase::Listed) else {
            return;
        };
        match search.finish() {
            Some(miss) => self.show(context, Shown::apart(miss, ids, words)),
            None => self.give_up(context, words.why.not_both),
        }
    }

    /// Says why there is no answer, and goes back to what was shown before: an explanation, else the list.
    fn give_up(&mut self, context: &mut ScreenContext<'_>, why: &str) {
        context.notices.say(why);
        let (Some(shown), Copied::Ready(session)) = (&self.shown, &mut self.copy) else {
            self.phase = Phase::Listed;
            context.display.views = self.before;
            return;
        };
        self.phase = Phase::Shown;
        session.seek(shown.step);
        context.display.views.focus = bodies::focus_on(session.round.arena(), shown.ids);
        shown.show_view(&mut context.display.views);
    }

    /// Shows an explanation from its first stage.
    pub(super) fn show(&mut self, context: &mut ScreenContext<'_>, shown: Shown) {
        let step = shown.step;
        let pair = shown.ids;
        self.phase = Phase::Shown;
        self.clicked = None;
        context.report.explained += 1;
        let Some(session) = self.session() else {
            return;
        };
        session.seek(step);
        if let Some(camera) = bodies::camera_beside(&session.round, pair, shown.point()) {
            session.sight.camera.free = camera;
            session.sight.camera.kind = CameraKind::Free;
            session.sight.camera.cut();
            session.follow(0.0);
        }
        context.display.views.focus = bodies::focus_on(session.round.arena(), pair);
        shown.show_view(&mut context.display.views);
        let shown = shown.with_shapes(session.round.arena());
        self.shown = Some(shown);
    }

    pub(super) fn show_crash(&mut self, context: &mut ScreenContext<'_>, crash: &FoundCrash) {
        let Some(session) = self.session() else {
            return;
        };
        let words = context.settings.words();
        let found = session.look_at(crash.step, |moment| crash.explain(moment));
        match found.flatten() {
            Some(found) => self.show(context, Shown::met(found, crash.clone(), words)),
            None => self.give_up(context, words.why.came_in_step),
        }
    }

    /// Looks at two bodies around a step, but never beyond what is known of the round.
    pub(super) fn ask(&mut self, ids: [BodyId; 2], around: u64) {
        let last = self.list.last();
        let around = around.clamp(1, last.max(1));
        let first = around.saturating_sub(NEAR_MISS_STEPS).max(1);
        let end = (around + NEAR_MISS_STEPS).min(last);
        self.clicked = None;
        self.phase = Phase::Asking(Box::new(PairSearch::new(ids, around, [first, end])));
    }

    /// Goes to the next or previous crash of the chosen kind, if it is known.
    pub(super) fn go_to_next(&mut self, context: &mut ScreenContext<'_>, back: bool) {
        let Some((from, ids)) = self.shown.as_ref().map(|shown| (shown.place(), shown.ids)) else {
            return;
        };
        match self.list.beside(from, ids, back) {
            Some(crash) => self.show_crash(context, &crash),
            None if self.list.knows_all(back) => {
                let words = &context.settings.words().why;
                let text = if back {
                    words.no_earlier
                } else {
                    words.no_later
                };
                let text = fill(text, &[("which", &self.list.which.name(words))]);
                self.give_up(context, &text);
            }
            None => self.phase = Phase::Seeking { back },
        }
    }
}
