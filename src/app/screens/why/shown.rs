//! An explanation with the stage that is shown, and its part that is drawn in the scene.

use dodgem_collide::debug_draw::draw_aabb;
use dodgem_collide::math::Aabb;
use dodgem_collide::{DebugKind, DebugSink};
use dodgem_physics::BodyId;
use glam::{DVec3, Vec3};

use crate::app::screens::why::flat::Flat;
use crate::app::screens::why::list::{Place, names_of, place_of};
use crate::app::screens::why::outline::Outline;
use crate::app::ui::ink;
use crate::arena::{Arena, View, Views};
use crate::game::explain::{
    AnsweredBy, Explanation, FoundCrash, ImpactBalance, NearMiss, Sentence, SweepStage,
};

/// The first numbers of the spots: stages, instants of the advancement, nodes of each tree.
pub const INSTANTS: usize = 1_000;
pub const NODES: [usize; 2] = [1_000_000, 2_000_000];
/// The length of the longest arrow, in metres.
const LONGEST: f32 = 2.0;

/// The stage whose steps are gone through one by one.
const ADVANCEMENT: &str = "advancement";

/// The meeting, or the near miss.
pub enum Subject {
    Met(Box<Explanation>, Box<FoundCrash>),
    Apart(Box<NearMiss>),
}

/// An explanation.
pub struct Shown {
    pub subject: Subject,
    pub sentences: Vec<Sentence>,
    /// The index of the stage.
    pub at: usize,
    /// The index of the instant, in the stage of the advancement.
    pub instant: usize,
    /// The chosen node of each tree.
    pub nodes: [Option<u32>; 2],
    /// The bodies, and the step whose end the scene shows.
    pub ids: [BodyId; 2],
    pub step: u64,
    outlines: [Option<Outline>; 2],
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

    fn new(subject: Subject, sentences: Vec<Sentence>, ids: [BodyId; 2], step: u64) -> Self {
        Shown {
            subject,
            sentences,
            at: 0,
            instant: 0,
            nodes: [None; 2],
            ids,
            step,
            outlines: [None, None],
        }
    }

    /// Adds the outlines of the bodies that can be drawn at other moments.
    pub fn with_shapes(mut self, arena: &Arena) -> Self {
        self.outlines = self.ids.map(|id| Outline::of(arena, id));
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
        }
    }

    /// The place of its crash in the round; that of its step, if there is none.
    pub fn place(&self) -> Place {
        match &self.subject {
            Subject::Met(_, crash) => place_of(crash),
            Subject::Apart(_) => (self.step, 0),
        }
    }

    /// The point at which the camera looks.
    pub fn point(&self) -> Option<Vec3> {
        match &self.subject {
            Subject::Met(found, _) => found.event.map(|event| event.point),
            Subject::Apart(miss) => miss.nearest.map(|[p, q]| ((p + q) * 0.5).as_vec3()),
        }
    }

    /// The sweep, if one found the impact.
    pub fn sweep(&self) -> Option<&SweepStage> {
        match &self.subject {
            Subject::Met(found, _) => match &found.answered_by {
                AnsweredBy::Sweep(sweep) => Some(sweep),
                AnsweredBy::Solver(_) | AnsweredBy::SpentBudget => None,
            },
            Subject::Apart(_) => None,
        }
    }

    fn balance(&self) -> Option<&ImpactBalance> {
        match &self.subject {
            Subject::Met(found, _) => found.impact.as_ref(),
            Subject::Apart(_) => None,
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
            _ => 0,
        }
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
            Some(spot) if spot >= second => self.nodes[1] = Some((spot - second) as u32),
            Some(spot) if spot >= first => self.nodes[0] = Some((spot - first) as u32),
            Some(spot) if spot >= INSTANTS => {
                let stage = (self.sentences.iter()).position(|one| one.stage == ADVANCEMENT);
                self.go_to(stage.unwrap_or(self.at));
                let most = self.instants().saturating_sub(1);
                self.instant = (spot - INSTANTS).min(most);
            }
            Some(spot) => self.go_to(spot),
        }
        true
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
        let count = self.sweep()?.advancement.len();
        let chosen = match self.instants() {
            0 => count.checked_sub(1)?,
            _ => self.instant,
        };
        (chosen < count).then_some(chosen)
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

    /// Draws the stage's part in the scene.
    pub fn draw_in_scene(&self, flat: &Flat<'_>) {
        match (&self.subject, self.stage()) {
            (Subject::Apart(miss), _) => draw_gap(flat, miss.nearest, miss.distance),
            (Subject::Met(found, _), "broad phase") => {
                for [low, high] in found.broad.boxes {
                    draw_aabb(&Aabb::new(low, high), &mut &*flat, DebugKind::Bounds);
                }
            }
            (_, "velocities" | "momentum" | "energy" | "whole step") => self.draw_arrows(flat),
            (_, "meeting" | "schedule" | "contacts" | "budget") => self.draw_point(flat),
            _ => self.draw_instant(flat),
        }
    }

    fn draw_point(&self, flat: &Flat<'_>) {
        if let Some(point) = self.point() {
            flat.dot(point, ink::CORAL);
            flat.word("here", point, ink::CORAL);
        }
    }

    /// Draws both bodies at an instant, with their nearest points and the chosen nodes.
    fn draw_instant(&self, flat: &Flat<'_>) {
        let (Some(sweep), Some(index)) = (self.sweep(), self.shown_instant()) else {
            return;
        };
        let step = &sweep.advancement[index];
        let is_tree = matches!(self.stage(), "tree" | "trees");
        for side in 0..2 {
            let Some(outline) = &self.outlines[side] else {
                continue;
            };
            let pose = outline.pose(step.centers[side], step.rotations[side]);
            let color = [ink::MINT, ink::GOLD][side];
            if !is_tree {
                for [a, b] in &outline.edges {
                    let [a, b] = [a, b].map(|corner| pose.transform_point(*corner));
                    flat.line(a, b, 1.0, ink::fade(color, 0.75));
                }
            }
            if let Some(node) = self.nodes[side].filter(|_| is_tree) {
                let sink: &mut dyn DebugSink = &mut &*flat;
                outline
                    .model
                    .draw_node(&pose, node, DebugKind::Volume, sink);
            }
        }
        draw_gap(flat, step.nearest, step.distance);
        if step.nearest.is_none() {
            self.draw_point(flat);
        }
    }

    /// Draws the velocities before and after, and the impulse with its part along the surface, to scale.
    fn draw_arrows(&self, flat: &Flat<'_>) {
        let (Some(balance), Some((fastest, impulse))) = (self.balance(), self.scales()) else {
            return;
        };
        let scale = f64::from(LONGEST) / fastest.max(0.1);
        let Some(step) = self.sweep().and_then(|sweep| sweep.advancement.last()) else {
            return;
        };
        for (center, change) in step.centers.iter().zip(&balance.bodies) {
            let at = center.as_vec3();
            let along = |velocity: DVec3| (velocity * scale).as_vec3();
            flat.arrow(at, along(change.velocity_before), ink::GREY);
            let up = Vec3::Y * 0.06;
            flat.arrow(at + up, along(change.velocity_after), ink::GOLD);
        }
        let Subject::Met(found, _) = &self.subject else {
            return;
        };
        let Some(event) = found.event else {
            return;
        };
        let unit = f64::from(LONGEST) / impulse.length().max(1e-3);
        let normal = event.normal.as_dvec3();
        let straight = normal * impulse.dot(normal);
        flat.arrow(event.point, (impulse * unit).as_vec3(), ink::CORAL);
        let tip = event.point + (straight * unit).as_vec3();
        flat.arrow(tip, ((impulse - straight) * unit).as_vec3(), ink::MINT);
        flat.dot(event.point, ink::CORAL);
    }
}

/// Draws the shortest line between two bodies with its length.
fn draw_gap(flat: &Flat<'_>, nearest: Option<[DVec3; 2]>, distance: f64) {
    let Some([p, q]) = nearest.map(|points| points.map(|point| point.as_vec3())) else {
        return;
    };
    flat.line(p, q, 2.0, ink::CORAL);
    flat.dot(p, ink::CORAL);
    flat.dot(q, ink::CORAL);
    flat.word(&length(distance), (p + q) * 0.5, ink::CREAM);
}

/// Formats a length in the unit that is easiest to read.
pub fn length(metres: f64) -> String {
    match metres {
        far if far >= 1.0 => format!("{far:.2} m"),
        far if far >= 0.01 => format!("{:.1} cm", far * 100.0),
        near => format!("{:.3} mm", near * 1000.0),
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
