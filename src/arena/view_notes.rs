//! The words and numbers of the debug views, each with a sentence on what it means: what a legend says beside
//! the looks of lines.

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::query::{Stage, Stages};
use dodgem_physics::{OnCut, PairEnd};

use crate::arena::{Actor, Arena, Focus, Met, Response, SweepOf, View, Views};
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
pub const RULE_OF_2002: &str = "Each car leaves along the line from the crash to its middle, with the other one's momentum. It does not keep energy, direction or spin, and against what stands still the usual rule holds.";

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
            "Cars and obstacles. Drivers and number plates do not collide; walls and floor are planes.",
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
            BroadPhaseKind::AllPairs => "The broad phase: it compares every body with every other.",
            BroadPhaseKind::AxisSort => {
                "The broad phase: it sorts bodies along one axis and compares those whose bars overlap."
            }
            BroadPhaseKind::Grid2 { .. }
            | BroadPhaseKind::Grid3 { .. }
            | BroadPhaseKind::HashGrid { .. } => {
                "The broad phase: it compares bodies of the same cell and of neighbouring cells."
            }
            BroadPhaseKind::SweepAndPrune => {
                "The broad phase: it keeps the ends of all boxes sorted along three axes; bodies whose bars overlap on all of them are a pair."
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
            "Rejected: their boxes are apart, nothing more is asked. Accepted: the boxes of their whole step overlap. Walls and floor are left out.",
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
            "Swept: asked when they meet within the step. The others were shown apart by a plane kept from before.",
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
            "sphere" => "The volume that the level chose: a ball around what is below the node.",
            "box" => "The volume that the level chose: a box along the axes of the body.",
            _ => {
                "The volume that the level chose: a DOP is cut out by pairs of parallel planes of fixed directions, as many planes as its number says."
            }
        };
        let mut notes = vec![note(format!("volume: {name}"), about)];
        let pair = views.focus.as_ref().and_then(Focus::pair);
        let Some(pair) = pair else {
            let levels = self.actors.iter().map(|actor| actor.model.tree_levels());
            let deepest = levels.max().unwrap_or(1) - 1;
            notes.push(note(
                format!("level {} of 0 to {deepest}", views.tree_level),
                "How deep in the tree: 0 is the root, around all of the body. [ goes up, ] down.",
            ));
            notes.push(note(
                "two bodies in focus show a query",
                "Then only the nodes are drawn that the query of these two visited.",
            ));
            return notes;
        };
        let Some(trace) = self.pair_trace(pair) else {
            return notes;
        };
        notes.push(note(
            self.names_and_moment(pair, trace.sweep),
            "The query that is shown: when do these two meet?",
        ));
        match trace.visited(self) {
            Some(visited) if visited.iter().any(|side| !side.2.is_empty()) => {
                let [a, b] = visited.map(|side| side.2.len());
                let tests = trace.tree.nodes.len();
                let apart = trace.tree.nodes.iter().filter(|visit| visit.apart).count();
                notes.push(note(
                    format!("{a} and {b} nodes visited"),
                    "Of each tree; what is below a node that is apart from all is never looked at.",
                ));
                notes.push(note(
                    format!("{tests} pairs of volumes tested, {apart} apart"),
                    "Over each interval of time anew. Those that overlap are opened: their children are tested.",
                ));
                if !trace.tree_decided() {
                    let stage = trace.trace.record.decided_by.map_or("the budget", Stage::name);
                    notes.push(note(
                        format!("decided before the trees by: {stage}"),
                        "So the level's own query visited no node. These are those that the trees alone would visit.",
                    ));
                }
            }
            Some(_) => notes.push(note(
                "no node visited",
                "Balls around both never come near each other on their ways: the trees are not asked.",
            )),
            None => notes.push(note(
                "one of the two is a solid without a tree",
                "A box, ball or cylinder is asked by formulas, or against the triangles of the other.",
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
            "Patches without a dent, each outlined a little inside its border. Two of them are compared at once, not triangle by triangle.",
        )]
    }

    fn notes_of_contacts(&self) -> Vec<ViewNote> {
        let held = self.world.touches().filter(|touch| touch.held).count();
        let mut notes = vec![note(
            format!("{} held now", counted(held, "place")),
            "Where the solver keeps two bodies from sinking into each other. Wheels stand on rays, which are none.",
        )];
        notes.push(note(
            format!(
                "{} in the last {PAST_CONTACT_SECONDS} s",
                counted(self.recent_impacts().count(), "impact")
            ),
            "Hits: how fast the two closed in m/s, and the impulse (change of momentum) in N s. Slow ones with walls are left out of the picture.",
        ));
        notes.push(note(
            format!("impulse: 1 m of arrow is {:.0} N s", 1.0 / IMPULSE_SCALE),
            "A car of 250 kg that is stopped from 4 m/s gives 1000 N s. Arrows end at 2.5 m.",
        ));
        notes.extend(self.rule_note());
        notes
    }

    fn notes_of_sweeps(&self, views: &Views) -> Vec<ViewNote> {
        let mut notes = Vec::new();
        if let Some(trace) = self.shown_sweeps(views).first() {
            let about = match trace.sweep {
                SweepOf::Step { .. } => {
                    "Numbers at the lines: the instants, in the order of time. The engine never looks past the meeting."
                }
                SweepOf::Ahead => {
                    "No step has come so far. It is what would happen without forces and others."
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
            Stages::TREES_ONLY => {
                "The level turned planes, hulls and formulas off: balls, trees, pieces and triangles are left, as in 2002."
            }
            _ => {
                "A query asks in stages, from cheap to exact: balls, planes, formulas, hulls, trees, pieces, triangles. The first that knows the answer decides."
            }
        };
        let mut notes = vec![note(text, about)];
        if !self.is_repeatable() {
            notes.push(note(
                "timed: cannot be repeated",
                "The level's budget is real time, so another machine plays another round.",
            ));
        }
        notes
    }

    fn notes_of_velocities(&self) -> Vec<ViewNote> {
        let about = match self.has_room_for_words() {
            true => {
                "And how fast it turns, in degrees a second. An arrow points where the car goes, not where it looks."
            }
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
                "At wheels the load of the spring, twice as long; at contacts what the other one pushes.",
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
            "A unit is one test of two volumes, pieces or triangles; a step may spend so many, the same on every machine.",
        )];
        let cut = stats.cuts + stats.search_cuts;
        let about = match self.settings.on_cut {
            OnCut::Wait => {
                "Cut: stopped by its budget before the answer. The two wait where they surely are apart."
            }
            OnCut::Hit => {
                "Cut: stopped by its budget before the answer. As in 2002 the two count as having hit each other."
            }
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
                "They stood still for a part of the step, because there was no work left for them.",
            ));
        }
        let dearest = self.pair_costs();
        if let Some(pair) = dearest.first() {
            let other = self.name_of(pair.b);
            notes.push(note(
                format!(
                    "dearest: {} and {other}, {}",
                    self.actor(pair.a).name,
                    pair.used
                ),
                "The pair that took the most units in the last step.",
            ));
        }
        notes.extend(self.stage_notes());
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
        let known = |actor: Option<&Actor>| actor.is_some();
        focus.filter(|focus| {
            focus
                .bodies()
                .iter()
                .all(|id| known(self.actors.get(id.index())))
        })
    }
}
