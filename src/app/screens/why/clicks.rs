//! Clicks in the scene of an explanation: a body of it finds its line in the panel, and two bodies are a question.

use std::fmt::Display;

use dodgem_physics::{BodyId, Filter};
use glam::Vec3;

use crate::app::params::HAND_FAR;
use crate::app::params::explanation::shown::REJECTED;
use crate::app::screens::why::flat::Seen;
use crate::app::screens::why::shown::{Shown, Subject};
use crate::app::screens::why::{Copied, Why};
use crate::app::state::ScreenContext;
use crate::app::words::fill;
use crate::arena::Met;

impl Why {
    /// Handles a click in the scene beside all marks.
    pub(super) fn click(&mut self, context: &mut ScreenContext<'_>) {
        let ray = self.seen.borrow().as_ref().and_then(Seen::pointed);
        let Some(ray) = ray else {
            return;
        };
        let Some((id, name)) = self.body_at(ray) else {
            self.clicked = None;
            context.notices.say(context.notices.words().no_body);
            return;
        };
        if self.finds_line(id, ray) {
            context.report.explained_steps += 1;
            return;
        }
        self.take_body(context, id, name);
    }

    /// Asks why one of the two did not meet a neighbour that the broad phase rejected, if its line was pressed.
    pub(super) fn ask_about_rejected(&mut self, picked: Option<usize>) -> bool {
        let index = picked.and_then(|spot| spot.checked_sub(REJECTED));
        let (Some(index), Some(shown), Copied::Ready(session)) = (index, &self.shown, &self.copy)
        else {
            return false;
        };
        let Subject::Met(found, _) = &shown.subject else {
            return false;
        };
        let asked = found.broad.rejected.get(index).and_then(|one| {
            let number = one.body.number?.checked_sub(1)?;
            let actor = session.round.arena().actors().get(number as usize)?;
            Some(([shown.ids[one.of], actor.body], shown.step))
        });
        let Some((ids, step)) = asked else {
            return false;
        };
        self.ask(ids, step);
        true
    }

    /// Shows the line of a place on one of the two explained bodies. Returns true if there is one.
    fn finds_line(&mut self, id: BodyId, ray: [Vec3; 2]) -> bool {
        let (Copied::Ready(session), Some(shown)) = (&self.copy, &mut self.shown) else {
            return false;
        };
        let body = session.round.arena().world().body(id);
        let side = shown.ids.iter().position(|own| *own == id);
        match side.zip(body) {
            Some((side, body)) => shown.pick_on_body(side, &body.pose(), ray),
            None => false,
        }
    }

    /// Takes a body as one of two to be asked about.
    fn take_body(&mut self, context: &mut ScreenContext<'_>, id: BodyId, name: String) {
        let words = context.settings.words();
        match self.clicked.take() {
            Some((first, _)) if first != id => {
                let Copied::Ready(session) = &self.copy else {
                    return;
                };
                let arena = session.round.arena();
                let is_actor = |id: &BodyId| matches!(arena.met_of(*id), Met::Actor(_));
                if ![first, id].iter().any(is_actor) {
                    (context.notices).say(words.why.both_hall);
                    return;
                }
                let step = self.shown.as_ref().map_or(0, |shown| shown.step);
                self.ask([first, id], step);
            }
            _ => {
                let stage = self.shown.as_ref().map_or("", Shown::stage);
                let none = match stage {
                    "tree" | "trees" | "pieces" | "triangles" => words.why.not_tested,
                    _ => "",
                };
                let label = words.views.names.label(&name);
                let parts: [(&str, &dyn Display); 2] = [("none", &none), ("name", &label)];
                (context.notices).say(fill(words.why.click_other, &parts));
                self.clicked = Some((id, name));
            }
        }
    }

    fn body_at(&self, [eye, ray]: [Vec3; 2]) -> Option<(BodyId, String)> {
        let Copied::Ready(session) = &self.copy else {
            return None;
        };
        let arena = session.round.arena();
        let hit = arena.world().ray(eye, ray, HAND_FAR, &Filter::default())?;
        let name = arena.name_of(arena.met_of(hit.body)).to_owned();
        Some((hit.body, name))
    }
}
