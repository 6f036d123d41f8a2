//! An explanation with the stage that is shown.

use dodgem_physics::BodyId;
use glam::{DVec3, Vec3};
use macroquad::input::KeyCode;

use crate::app::input::Presses;

use crate::app::screens::why::bodies;
use crate::app::screens::why::list::{Place, names_of, place_of};
use crate::app::screens::why::outline::Outline;
use crate::arena::{Arena, View, Views};
use crate::game::explain::{
    AnsweredBy, Explanation, FoundCrash, HeldContact, ImpactBalance, NearMiss, ProbeAnswer,
    Sentence, SummaryWords, SweepStage, length, numbers,
};

/// The first numbers of the spots: stages, instants of the advancement, steps of GJK, nodes of each tree, tested pairs
/// of pieces, contacts, tested pairs of nodes, rejected neighbours.
pub const INSTANTS: usize = 1_000;
pub const GJK_STEPS: usize = 500_000;
pub const NODES: [usize; 2] = [1_000_000, 2_000_000];
pub const PIECES: usize = 3_000_000;
pub const CONTACTS: usize = 4_000_000;
pub const TESTS: usize = 5_000_000;
pub const REJECTED: usize = 6_000_000;
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
    pub fn met(found: Explanation, crash: FoundCrash) -> Self {
        let (ids, step) = (crash.ids, crash.step);
        let sentences = found.sentences();
        Shown::new(
            Subject::Met(Box::new(found), Box::new(crash)),
            sentences,
            ids,
            step,
        )
    }

    /// Shows why two bodies did not meet.
    pub fn apart(miss: NearMiss, ids: [BodyId; 2]) -> Self {
        let (sentences, step) = (miss.sentences(), miss.step);
        Shown::new(Subject::Apart(Box::new(miss)), sentences, ids, step)
    }

    /// Shows the answer to a probe about two things with these names. A ray, a box or a point has the number of the
    /// body that it asks about.
    pub fn asked(
        (answer, sentences): (ProbeAnswer, Vec<Sentence>),
        names: [String; 2],
        ids: [BodyId; 2],
    ) -> Self {
        Shown::new(Subject::Asked(Box::new(answer), names), sentences, ids, 0)
    }

    fn new(subject: Subject, sentences: Vec<Sentence>, ids: [BodyId; 2], step: u64) -> Self {
        Shown {
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
        match &self.subject {
            Subject::Met(found, _) => {
                format!("{} at {:.3} s", names_of(&found.bodies), found.time)
            }
            Subject::Apart(miss) => format!(
                "{} did not meet: {:.2} to {:.2} s",
                names_of(&miss.bodies),
                miss.span[0],
                miss.span[1]
            ),
            Subject::Asked(_, [a, b]) => format!("{a} and {b}"),
        }
    }

    /// The names of the two; those of a probe are in its panel alone.
    pub fn names(&self) -> Option<[&str; 2]> {
        let bodies = match &self.subject {
            Subject::Met(found, _) => &found.bodies,
            Subject::Apart(miss) => &miss.bodies,
            Subject::Asked(..) => return None,
        };
        Some(bodies.each_ref().map(|body| body.name.as_str()))
    }

    /// The sentence that sums it up; a probe has none.
    pub fn summary(&self, words: &SummaryWords) -> Option<String> {
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
        let held = |one: &HeldContact| {
            let (gap, at) = (f64::from(one.distance), one.point.as_dvec3());
            let (force, at) = (one.force, numbers(at, 2));
            format!("{force:.0} N, {} apart, at ({at})", length(gap))
        };
        let found = |(at, _, gap): &(DVec3, Vec3, f32)| {
            let apart = if *gap < 0.0 { "deep" } else { "apart" };
            let gap = length(f64::from(gap.abs()));
            format!("{gap} {apart}, at ({})", numbers(*at, 2))
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
        let descent = self.sweep()?.descent.as_ref()?;
        if !matches!(self.stage(), "tree" | "trees") {
            return None;
        }
        let mut tests = descent.tests.iter().filter(|test| test.nodes == [a, b]);
        let widest = tests.clone().max_by(|p, q| p.gap.total_cmp(&q.gap));
        Some(match widest {
            None => format!("Nodes {a} and {b} were not tested against each other."),
            Some(test) if test.gap > 0.0 => format!(
                "Nodes {a} and {b} {} by {}, along ({}) of the first body.",
                if tests.all(|test| test.apart) {
                    "are parted"
                } else {
                    "overlap later; first they are parted"
                },
                length(f64::from(test.gap)),
                numbers(test.direction.as_dvec3(), 2)
            ),
            Some(_) => format!(
                "Nodes {a} and {b} overlap, so what they contain was tested: smaller nodes, or the pieces of two leaves."
            ),
        })
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
