//! An explanation with the stage that is shown.

use std::fmt::Display;

use dodgem_physics::BodyId;
use glam::{DVec3, Vec3};
use macroquad::input::KeyCode;

use crate::app::input::Presses;

use crate::app::params::explanation::shown::{
    CONTACTS, GJK_STEPS, INSTANTS, NODES, PIECES, REJECTED, TESTS,
};
use crate::app::screens::why::bodies;
use crate::app::screens::why::list::{Place, names_of, place_of};
use crate::app::screens::why::outline::Outline;
use crate::app::words::{Words, fill};
use crate::arena::{Arena, View, Views};
use crate::game::explain::{
    AnsweredBy, Explanation, FoundCrash, HeldContact, ImpactBalance, NearMiss, ProbeAnswer,
    Sentence, SweepStage, length, numbers, words_of_nodes,
};

/// The stages whose steps are gone through one by one.
pub const ADVANCEMENT: &str = "advancement";
pub const GJK: &str = "GJK";

/// The meeting, the near miss, or the answer to a probe.
pub enum Subject {
    Met(Box<Explanation>, Box<FoundCrash>),
    Apart(Box<NearMiss>),
    Asked(Box<ProbeAnswer>, [String; 2]),
}

/// An explanation.
pub struct Shown {
    /// The language.
    pub words: &'static Words,
    pub subject: Subject,
    pub sentences: Vec<Sentence>,
    /// The index of the stage.
    pub at: usize,
    /// The index of the instant in the stage of the advancement, or of the step in that of GJK.
    pub instant: usize,
    /// The chosen node of each tree, the chosen test of two pieces and the chosen contact.
    pub nodes: [Option<u32>; 2],
    pub pieces: Option<usize>,
    pub contact: Option<usize>,
    /// The bodies, and the step whose end the scene shows.
    pub ids: [BodyId; 2],
    pub step: u64,
    pub(super) outlines: [Option<Outline>; 2],
    /// The middle of the upper side of each body's box, in metres, where the scene writes its name; None for the hall.
    pub(super) tops: [Option<Vec3>; 2],
}

impl Shown {
    /// Shows how two bodies met.
    pub fn met(found: Explanation, crash: FoundCrash, words: &'static Words) -> Self {
        let at = (crash.ids, crash.step);
        let sentences = found.sentences(&words.explain);
        let subject = Subject::Met(Box::new(found), Box::new(crash));
        Shown::new(words, subject, sentences, at)
    }

    /// Shows why two bodies did not meet.
    pub fn apart(miss: NearMiss, ids: [BodyId; 2], words: &'static Words) -> Self {
        let (sentences, step) = (miss.sentences(&words.explain), miss.step);
        Shown::new(
            words,
            Subject::Apart(Box::new(miss)),
            sentences,
            (ids, step),
        )
    }

    /// Shows the answer to a probe about two things with these names. A ray, a box or a point has the number of the
    /// body that it asks about.
    pub fn asked(
        (answer, sentences): (ProbeAnswer, Vec<Sentence>),
        names: [String; 2],
        ids: [BodyId; 2],
        words: &'static Words,
    ) -> Self {
        let subject = Subject::Asked(Box::new(answer), names);
        Shown::new(words, subject, sentences, (ids, 0))
    }

    fn new(
        words: &'static Words,
        subject: Subject,
        mut sentences: Vec<Sentence>,
        (ids, step): ([BodyId; 2], u64),
    ) -> Self {
        // There is nothing to see at a stage that was not asked.
        sentences.retain(|sentence| !sentence.is_idle);
        Shown {
            words,
            subject,
            sentences,
            at: 0,
            instant: 0,
            nodes: [None; 2],
            pieces: None,
            contact: None,
            ids,
            step,
            outlines: [None, None],
            tops: [None, None],
        }
    }

    /// Adds the outlines of the bodies that can be drawn at other moments, and the places of their names.
    pub fn with_shapes(mut self, arena: &Arena) -> Self {
        self.outlines = self.ids.map(|id| Outline::of(arena, id));
        self.tops = self.ids.map(|id| bodies::top_of(arena, id));
        self
    }

    /// The words above the stages.
    pub fn title(&self) -> String {
        let (words, names) = (&self.words.why, &self.words.views.names);
        match &self.subject {
            Subject::Met(found, _) => {
                let names = names_of(&found.bodies, names);
                let time = format!("{:.3}", found.time);
                fill(words.title, &[("names", &names), ("time", &time)])
            }
            Subject::Apart(miss) => {
                let [from, to] = miss.span.map(|time| format!("{time:.2}"));
                let both = names_of(&miss.bodies, names);
                let parts: [(&str, &dyn Display); 3] =
                    [("names", &both), ("from", &from), ("to", &to)];
                fill(words.title_apart, &parts)
            }
            Subject::Asked(_, [a, b]) => fill(names.pair, &[("one", a), ("other", b)]),
        }
    }

    /// The names of the two; those of a probe are in its panel alone.
    pub fn names(&self) -> Option<[String; 2]> {
        let bodies = match &self.subject {
            Subject::Met(found, _) => &found.bodies,
            Subject::Apart(miss) => &miss.bodies,
            Subject::Asked(..) => return None,
        };
        let names = &self.words.views.names;
        Some(bodies.each_ref().map(|body| names.label(&body.name)))
    }

    /// The sentence that sums it up; a probe has none.
    pub fn summary(&self) -> Option<String> {
        let words = &self.words.explain;
        match &self.subject {
            Subject::Met(found, _) => Some(found.summary(words)),
            Subject::Apart(miss) => Some(miss.summary(words)),
            Subject::Asked(..) => None,
        }
    }

    /// The place of its crash in the round; that of its step, if there is none.
    pub fn place(&self) -> Place {
        match &self.subject {
            Subject::Met(_, crash) => place_of(crash),
            Subject::Apart(_) | Subject::Asked(..) => (self.step, 0),
        }
    }

    /// The point at which the two met or came nearest, with the direction from the first body to the second there.
    pub fn point(&self) -> Option<[Vec3; 2]> {
        match &self.subject {
            Subject::Met(found, _) => match (found.event, &found.answered_by) {
                (Some(event), _) => Some([event.point, event.normal]),
                (None, AnsweredBy::Solver(contacts)) => {
                    let most = contacts.iter().max_by(|p, q| p.force.total_cmp(&q.force));
                    most.map(|contact| [contact.point, contact.normal])
                }
                (None, _) => None,
            },
            Subject::Apart(miss) => {
                let [p, q] = miss.nearest?;
                Some([(p + q) * 0.5, q - p].map(|v| v.as_vec3()))
            }
            Subject::Asked(answer, _) => answer.point,
        }
    }

    /// The sweep, if one found the impact.
    pub fn sweep(&self) -> Option<&SweepStage> {
        match &self.subject {
            Subject::Met(found, _) => match &found.answered_by {
                AnsweredBy::Sweep(sweep) => Some(sweep),
                AnsweredBy::Solver(_) | AnsweredBy::Test | AnsweredBy::SpentBudget => None,
            },
            Subject::Apart(_) => None,
            Subject::Asked(answer, _) => answer.sweep.as_deref(),
        }
    }

    pub(super) fn balance(&self) -> Option<&ImpactBalance> {
        match &self.subject {
            Subject::Met(found, _) => found.impact.as_ref(),
            Subject::Apart(_) | Subject::Asked(..) => None,
        }
    }

    /// The places at which the solver held the two, or that a probe found: each with its normal.
    pub fn contacts(&self) -> Vec<[Vec3; 2]> {
        match &self.subject {
            Subject::Met(found, _) => match &found.answered_by {
                AnsweredBy::Solver(held) => {
                    held.iter().map(|one| [one.point, one.normal]).collect()
                }
                AnsweredBy::Sweep(_) | AnsweredBy::Test | AnsweredBy::SpentBudget => Vec::new(),
            },
            Subject::Apart(_) => Vec::new(),
            Subject::Asked(answer, _) => {
                let found = answer.contacts.iter();
                found.map(|one| [one.0.as_vec3(), one.1]).collect()
            }
        }
    }

    /// A line for each of these places.
    pub fn contact_lines(&self) -> Vec<String> {
        let words = &self.words.why;
        let said = |text: &str, gap: f64, at: DVec3, force: f32| {
            let parts: [(&str, &dyn Display); 3] = [
                ("gap", &length(gap)),
                ("place", &numbers(at, 2)),
                ("force", &format!("{force:.0}")),
            ];
            fill(text, &parts)
        };
        let held = |one: &HeldContact| {
            let (gap, at) = (f64::from(one.distance), one.point.as_dvec3());
            said(words.held, gap, at, one.force)
        };
        let found = |(at, _, gap): &(DVec3, Vec3, f32)| {
            let text = if *gap < 0.0 { words.deep } else { words.apart };
            said(text, f64::from(gap.abs()), *at, 0.0)
        };
        match &self.subject {
            Subject::Met(meeting, _) => match &meeting.answered_by {
                AnsweredBy::Solver(contacts) => contacts.iter().map(held).collect(),
                AnsweredBy::Sweep(_) | AnsweredBy::Test | AnsweredBy::SpentBudget => Vec::new(),
            },
            Subject::Apart(_) => Vec::new(),
            Subject::Asked(answer, _) => answer.contacts.iter().map(found).collect(),
        }
    }

    /// The name of the stage.
    pub fn stage(&self) -> &'static str {
        self.sentences.get(self.at).map_or("", |one| one.stage)
    }

    /// The name of the stage on screen.
    pub fn stage_title(&self) -> &'static str {
        self.sentences.get(self.at).map_or("", |one| one.title)
    }

    /// The number of steps within the stage.
    fn instants(&self) -> usize {
        match (self.stage(), self.sweep()) {
            (ADVANCEMENT, Some(sweep)) => sweep.advancement.len(),
            (GJK, Some(sweep)) => sweep.gjk.len(),
            _ => 0,
        }
    }

    /// Handles the keys and the picked spot of an explanation. Returns true if something else is shown.
    pub fn follow(&mut self, presses: &Presses) -> bool {
        let (right, _) = presses.moved();
        let down = presses.keys().iter().fold(0, |down, key| match key {
            KeyCode::Up => down - 1,
            KeyCode::Down => down + 1,
            _ => down,
        });
        let arrows = presses.keys().iter().fold(0, |right, key| match key {
            KeyCode::Left => right - 1,
            KeyCode::Right => right + 1,
            _ => right,
        });
        // Letters fly the camera; other moves come from a gamepad.
        let letters = [KeyCode::A, KeyCode::D];
        let by_letter = presses.keys().iter().any(|key| letters.contains(key));
        let right = if by_letter { arrows } else { right };
        self.turn(right) | self.skip(down) | self.pick(presses.picked())
    }

    /// Goes that many steps on or back. Returns true if something else is shown.
    pub fn turn(&mut self, right: i32) -> bool {
        let before = (self.at, self.instant);
        for _ in 0..right {
            if self.instant + 1 < self.instants() {
                self.instant += 1;
            } else {
                self.go_to(self.at + 1);
            }
        }
        for _ in right..0 {
            if self.instant > 0 && self.instants() > 0 {
                self.instant -= 1;
            } else if self.at > 0 {
                self.go_to(self.at - 1);
                self.instant = self.instants().saturating_sub(1);
            }
        }
        (self.at, self.instant) != before
    }

    /// Goes that many stages on or back. Returns true if something else is shown.
    pub fn skip(&mut self, down: i32) -> bool {
        let before = self.at;
        if down != 0 {
            self.go_to(self.at.saturating_add_signed(down as isize));
        }
        self.at != before
    }

    fn go_to(&mut self, at: usize) {
        let at = at.min(self.sentences.len().saturating_sub(1));
        if at != self.at {
            (self.at, self.instant) = (at, 0);
        }
    }

    /// Goes to the spot that the pointer pressed. Returns true if something else is shown.
    pub fn pick(&mut self, spot: Option<usize>) -> bool {
        let [first, second] = NODES;
        match spot {
            None => return false,
            // That is a question about another pair.
            Some(spot) if spot >= REJECTED => return false,
            Some(spot) if spot >= TESTS => {
                let descent = self.sweep().and_then(|sweep| sweep.descent.as_ref());
                let test = descent.and_then(|descent| descent.tests.get(spot - TESTS));
                self.nodes = test.map_or(self.nodes, |test| test.nodes.map(Some));
            }
            Some(spot) if spot >= CONTACTS => {
                self.go_to_stage("contacts");
                self.contact = Some(spot - CONTACTS);
            }
            Some(spot) if spot >= PIECES => {
                self.go_to_stage("pieces");
                self.pieces = Some(spot - PIECES);
            }
            Some(spot) if spot >= second => self.nodes[1] = Some((spot - second) as u32),
            Some(spot) if spot >= first => self.nodes[0] = Some((spot - first) as u32),
            Some(spot) if spot >= GJK_STEPS => self.go_to_instant(GJK, spot - GJK_STEPS),
            Some(spot) if spot >= INSTANTS => self.go_to_instant(ADVANCEMENT, spot - INSTANTS),
            Some(spot) => self.go_to(spot),
        }
        true
    }

    /// The test of the two chosen nodes in words, in the stages of the trees.
    pub fn words_of_nodes(&self) -> Option<String> {
        let [Some(a), Some(b)] = self.nodes else {
            return None;
        };
        let sweep = self.sweep()?;
        if !matches!(self.stage(), "tree" | "trees") {
            return None;
        }
        words_of_nodes(sweep, [a, b], &self.words.explain.sweep)
    }

    fn go_to_instant(&mut self, stage: &str, instant: usize) {
        self.go_to_stage(stage);
        self.instant = instant.min(self.instants().saturating_sub(1));
    }

    /// Goes to the stage of that name, if there is one.
    pub fn go_to_stage(&mut self, stage: &str) {
        let found = (self.sentences.iter()).position(|one| one.stage == stage);
        self.go_to(found.unwrap_or(self.at));
    }

    /// Shows what `before` showed, as far as it is still there: the answer has changed, the eye has not moved.
    pub fn keep_place(&mut self, before: &Shown) {
        self.go_to_stage(before.stage());
        self.instant = before.instant.min(self.instants().saturating_sub(1));
        self.nodes = before.nodes;
    }

    /// Shows the view of the present stage, and no other.
    pub fn show_view(&self, views: &mut Views) {
        let wanted = view_of(self.stage());
        for view in View::ALL {
            views.set(view, Some(view) == wanted);
        }
    }

    /// The index of the instant of the advancement that the scene shows: the chosen one, else the last.
    pub fn shown_instant(&self) -> Option<usize> {
        let sweep = self.sweep()?;
        let steps = &sweep.advancement;
        let last = steps.len().checked_sub(1)?;
        let chosen = match self.stage() {
            ADVANCEMENT => self.instant,
            GJK => {
                let time = sweep.gjk.get(self.instant)?.time;
                let at = steps.iter().rposition(|step| step.time <= time);
                at.unwrap_or(0)
            }
            _ => last,
        };
        (chosen <= last).then_some(chosen)
    }

    /// The largest velocity and the total impulse on the second body, for the scales of the arrows.
    pub fn scales(&self) -> Option<(f64, DVec3)> {
        let balance = self.balance()?;
        let speeds = balance.bodies.iter();
        let speeds = speeds.flat_map(|one| [one.velocity_before, one.velocity_after]);
        let fastest = speeds.map(DVec3::length).fold(0.0, f64::max);
        Some((fastest, self.impulse_on_second()?))
    }

    /// The impulse of the impact on the second body; on the negative first one, if that alone moves.
    fn impulse_on_second(&self) -> Option<DVec3> {
        let [a, b] = &self.balance()?.bodies;
        let gained = b.momentum_after - b.momentum_before;
        match gained == DVec3::ZERO {
            true => Some(a.momentum_before - a.momentum_after),
            false => Some(gained),
        }
    }
}

/// Returns the view that shows a stage of an explanation.
fn view_of(stage: &str) -> Option<View> {
    match stage {
        "broad phase" => Some(View::Pairs),
        "schedule" | "budget" => Some(View::Budget),
        "tree" | "trees" => Some(View::Tree),
        "pieces" => Some(View::Pieces),
        "triangles" => Some(View::Shapes),
        "contacts" => Some(View::Contacts),
        "whole step" => Some(View::Velocities),
        _ => None,
    }
}
