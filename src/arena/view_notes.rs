//! The words and numbers of the debug views, each with a sentence on what it means: what a legend says beside
//! the looks of lines.

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::query::{Stage, Stages};
use dodgem_physics::{OnCut, PairEnd};

use crate::arena::{Arena, Focus, Met, Response, SweepOf, View, Views};
use crate::console::counted;
use crate::params::{FORCE_SCALE, IMPULSE_SCALE, PAST_CONTACT_SECONDS, VELOCITY_SCALE};

/// A word or a number of a view, and a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewNote {
    /// What the legend says.
    pub text: String,
    /// What that means, in a sentence; empty if it needs none.
    pub about: &'static str,
}

fn note(text: impl Into<String>, about: &'static str) -> ViewNote {
    let text = text.into();
    ViewNote { text, about }
}

/// What [`Response::Classic`] does and does not keep.
pub const RULE_OF_2002: &str = "Each car leaves straight away from the crash with the other's momentum. Energy and spin are not kept; against what stands still the usual rule holds.";

impl Arena {
    /// The words and numbers of a view.
    pub fn view_notes(&self, view: View, views: &Views) -> Vec<ViewNote> {
        match view {
            View::Shapes => self.notes_of_shapes(),
            View::Pairs => self.notes_of_pairs(),
            View::Tree => self.notes_of_trees(views),
            View::Pieces => self.notes_of_pieces(),
            View::Contacts => self.notes_of_contacts(),
            View::Sweeps => self.notes_of_sweeps(views),
            View::Velocities => self.notes_of_velocities(),
            View::Budget => self.notes_of_budget(),
        }
    }

    fn notes_of_shapes(&self) -> Vec<ViewNote> {
        let triangles = self
            .actors
            .iter()
            .map(|actor| actor.model.mesh().triangles().len());
        let text = format!(
            "{} of {}",
            counted(triangles.sum(), "triangle"),
            counted(self.actors.len(), "body").replace("bodys", "bodies")
        );
        vec![note(
            text,
            "Drivers and number plates do not collide; walls and floor are planes.",
        )]
    }

    /// What people call the broad phase of the level.
    pub fn broad_phase_name(&self) -> String {
        match self.settings.broad_phase {
            BroadPhaseKind::AllPairs => "all pairs".to_owned(),
            BroadPhaseKind::AxisSort => "one sorted axis".to_owned(),
            BroadPhaseKind::Grid2 { cells: (x, z) } => format!("grid of {x} x {z} cells"),
            BroadPhaseKind::Grid3 { cells: (x, y, z) } => format!("grid of {x} x {y} x {z} cells"),
            BroadPhaseKind::HashGrid { cell_size } => format!("cells of {cell_size} m, hashed"),
            BroadPhaseKind::SweepAndPrune => "sweep and prune".to_owned(),
        }
    }

    fn notes_of_pairs(&self) -> Vec<ViewNote> {
        let about = match self.settings.broad_phase {
            BroadPhaseKind::AllPairs => "The broad phase: every body is compared with every other.",
            BroadPhaseKind::AxisSort => "The broad phase: bodies whose bars overlap are compared.",
            BroadPhaseKind::Grid2 { .. }
            | BroadPhaseKind::Grid3 { .. }
            | BroadPhaseKind::HashGrid { .. } => {
                "The broad phase: bodies of one cell or neighbours are compared."
            }
            BroadPhaseKind::SweepAndPrune => {
                "The broad phase: bodies whose bars overlap along all axes are a pair."
            }
        };
        let mut notes = vec![note(self.broad_phase_name(), about)];
        let Some(broad) = self.broad_pairs() else {
            return notes;
        };
        notes.push(note(
            format!(
                "{} rejected, {} accepted",
                counted(broad.rejected.len(), "pair"),
                broad.accepted.len()
            ),
            "Accepted: their boxes for the whole step overlap; no walls here.",
        ));
        let count = |end: PairEnd| {
            broad
                .accepted
                .values()
                .filter(|one| **one == Some(end))
                .count()
        };
        notes.push(note(
            format!(
                "of these {} swept: {} apart, {} hit, {} cut",
                broad.accepted.values().flatten().count(),
                count(PairEnd::Clear),
                count(PairEnd::Meets),
                count(PairEnd::Cut)
            ),
            "Swept: asked when they meet. Of the others a kept plane told.",
        ));
        notes
    }

    /// The name of the volumes that the level's trees are made of.
    pub fn volume_name(&self) -> &'static str {
        let actor = self.actors.first();
        actor.map_or("none", |actor| actor.model.options().volume.name())
    }

    fn notes_of_trees(&self, views: &Views) -> Vec<ViewNote> {
        let name = self.volume_name();
        let about = match name {
            "sphere" => "The level's volume: a ball around what is below the node.",
            "box" => "The level's volume: a box along the axes of the body.",
            _ => "The level's volume: so many planes of fixed directions around it.",
        };
        let mut notes = vec![note(format!("volume: {name}"), about)];
        let pair = views.focus.as_ref().and_then(Focus::pair);
        let Some(pair) = pair else {
            let levels = self.actors.iter().map(|actor| actor.model.tree_levels());
            let deepest = levels.max().unwrap_or(1) - 1;
            notes.push(note(
                format!("level {} of 0 to {deepest}", views.tree_level),
                "How deep: 0 is the root, around all of the body. [ up, ] down.",
            ));
            notes.push(note(
                "two bodies in focus show a query",
                "Then only nodes are drawn that the query of these two visited.",
            ));
            return notes;
        };
        let Some(trace) = self.pair_trace(pair) else {
            return notes;
        };
        notes.push(note(
            self.names_and_moment(pair, trace.sweep),
            "The query that is shown asks when these two meet.",
        ));
        match trace.visited(self) {
            Some(visited) if visited.iter().any(|tree| !tree.nodes.is_empty()) => {
                let [a, b] = visited.map(|tree| tree.nodes.len());
                let tests = trace.tree.nodes.len();
                let apart = trace.tree.nodes.iter().filter(|visit| visit.apart).count();
                notes.push(note(
                    format!("{a} and {b} nodes visited"),
                    "Of each tree. Below what is apart nothing is looked at.",
                ));
                notes.push(note(
                    format!("{tests} pairs of volumes tested, {apart} apart"),
                    "Those that overlap are opened, and their children tested.",
                ));
                if !trace.tree_decided() {
                    let stage = trace
                        .trace
                        .record
                        .decided_by
                        .map_or("the budget", Stage::name);
                    notes.push(note(
                        format!("decided before the trees by: {stage}"),
                        "The level's query visited no node: these the trees alone would.",
                    ));
                }
            }
            Some(_) => notes.push(note(
                "no node visited",
                "Balls around both never meet on their ways: no tree was asked.",
            )),
            None => notes.push(note(
                "one of the two is a solid without a tree",
                "It is asked by formulas, or against the other's triangles.",
            )),
        }
        notes
    }

    fn names_and_moment(&self, pair: [crate::arena::ActorId; 2], sweep: SweepOf) -> String {
        let [a, b] = pair.map(|id| self.name_of(Met::Actor(id)));
        match sweep {
            SweepOf::Step { age } => format!("{a} and {b}, their impact {age:.2} s ago"),
            SweepOf::Ahead => format!("{a} and {b}, from now on"),
        }
    }

    fn notes_of_pieces(&self) -> Vec<ViewNote> {
        let pieces = self.actors.iter().map(|actor| actor.model.report().pieces);
        vec![note(
            counted(pieces.sum(), "convex piece"),
            "Patches without a dent, compared as a whole, not by triangles.",
        )]
    }

    fn notes_of_contacts(&self) -> Vec<ViewNote> {
        let held = self.world.touches().filter(|touch| touch.held).count();
        let mut notes = vec![note(
            format!("{} held now", counted(held, "place")),
            "The solver keeps bodies apart there. Wheels stand on rays instead.",
        )];
        notes.push(note(
            format!(
                "{} in the last {PAST_CONTACT_SECONDS} s",
                counted(self.recent_impacts().count(), "impact")
            ),
            "Closing speed, m/s, and impulse, N s. Slow wall hits: not drawn.",
        ));
        notes.push(note(
            format!("impulse: 1 m of arrow is {:.0} N s", 1.0 / IMPULSE_SCALE),
            "250 kg stopped from 4 m/s: 1000 N s. No arrow is over 2.5 m.",
        ));
        notes.extend(self.rule_note());
        notes
    }

    fn notes_of_sweeps(&self, views: &Views) -> Vec<ViewNote> {
        let mut notes = Vec::new();
        if let Some(trace) = self.shown_sweeps(views).first() {
            let about = match trace.sweep {
                SweepOf::Step { .. } => {
                    "Numbers at the lines are these instants, in the order of time."
                }
                SweepOf::Ahead => {
                    "No step came so far yet: both are thought to go on as they move."
                }
            };
            let mut words = self.sweep_words(trace).into_iter();
            notes.extend(words.next().map(|text| note(text, about)));
            notes.extend(words.map(|text| note(text, "")));
        }
        notes.extend(self.stage_notes());
        notes
    }

    /// Which stages of the queries may decide in this level.
    fn stage_notes(&self) -> Vec<ViewNote> {
        let stages = self.settings.stages;
        let text = match stages {
            Stages::ALL => format!("all {} stages may decide", Stage::COUNT),
            Stages::TREES_ONLY => "trees alone may decide".to_owned(),
            _ => format!(
                "{} of {} stages may decide",
                stages.iter().count(),
                Stage::COUNT
            ),
        };
        let about = match stages {
            Stages::TREES_ONLY => "The level has no planes, hulls and formulas, as in 2002.",
            _ => {
                "From cheap to exact: balls, planes, formulas, hulls, trees, pieces, triangles. The first that knows the answer decides."
            }
        };
        let mut notes = vec![note(text, about)];
        if !self.is_repeatable() {
            notes.push(note(
                "timed: cannot be repeated",
                "The budget is real time: another machine plays another round.",
            ));
        }
        notes
    }

    fn notes_of_velocities(&self) -> Vec<ViewNote> {
        let about = match self.has_room_for_words() {
            true => "And how fast it turns, in degrees a second.",
            false => "With so many cars only the speed; a car in focus has its words.",
        };
        let mut notes = vec![
            note("numbers: speed in m/s", about),
            note(
                format!("velocity: 1 m of arrow is {:.1} m/s", 1.0 / VELOCITY_SCALE),
                "",
            ),
            note(
                format!("force: {FORCE_SCALE} m of line is the car's own weight"),
                "At wheels the spring's load, twice as long; else the other's push.",
            ),
        ];
        notes.extend(self.rule_note());
        notes
    }

    fn rule_note(&self) -> Option<ViewNote> {
        let is_classic = self.settings.response == Response::Classic;
        is_classic.then(|| note("hits follow the rule of 2002", RULE_OF_2002))
    }

    fn notes_of_budget(&self) -> Vec<ViewNote> {
        let stats = &self.stats;
        let allowed = match stats.budget {
            u64::MAX => "no limit".to_owned(),
            units => format!("{units} allowed"),
        };
        let mut notes = vec![note(
            format!(
                "work: {} of {allowed}",
                counted(stats.used as usize, "unit")
            ),
            "A unit: one test of two volumes, pieces or triangles.",
        )];
        let cut = stats.cuts + stats.search_cuts;
        let about = match self.settings.on_cut {
            OnCut::Wait => "CUT: stopped before the answer; the two wait where they are apart.",
            OnCut::Hit => "CUT: stopped before the answer; as in 2002 the two count as hit.",
        };
        notes.push(note(
            format!(
                "{}, {}, {cut} CUT",
                counted(stats.tests.len(), "sweep"),
                counted(stats.searches.len(), "contact search")
            ),
            about,
        ));
        if stats.waiting > 0 {
            let lacks = stats.debt * 1000.0;
            notes.push(note(
                format!("{} wait, {lacks:.1} ms behind", stats.waiting),
                "They stood still for a part of the step: no work was left for them.",
            ));
        }
        notes
    }

    /// What a view says if it has nothing to draw now.
    pub fn nothing_to_show(&self, view: View, views: &Views) -> &'static str {
        match (view, views.focus) {
            (_, Some(Focus::Pair(_))) => "Nothing between these two now.",
            (View::Pairs, _) => "No bodies near each other, and this broad phase has no cells.",
            (View::Contacts, _) => "Nothing touches now, and nothing hit in the last half second.",
            (View::Sweeps, _) => {
                "No impact in the last 1.5 s. Put two bodies in focus to look ahead."
            }
            (View::Velocities, _) => "Nothing here moves.",
            (View::Budget, _) => {
                "The last step had to search for nothing: planes kept from before told all."
            }
            _ => "There is no body here.",
        }
    }

    /// The focus of views on a body that is gone is none.
    pub fn valid_focus(&self, focus: Option<Focus>) -> Option<Focus> {
        focus.filter(|focus| focus.bodies().iter().all(|id| self.is_present(*id)))
    }
}
