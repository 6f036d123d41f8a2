//! The texts of the debug views in a language.

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::{DebugKind, VolumeKind};

use crate::arena::View;
use crate::texts;
use crate::texts::{NameWords, StageWords};

/// The texts of the debug views, with the names of bodies and stages in them.
#[derive(Debug)]
pub struct ViewWords {
    /// The names of bodies.
    pub names: NameWords,
    /// The names of stages.
    pub stages: StageWords,
    /// Titles, and sentences about whole views.
    pub views: ViewTitles,
    /// Names of the kinds of lines.
    pub lines: LineWords,
    /// Numbers of the views.
    pub notes: NoteWords,
    /// Sentences that explain these numbers.
    pub about: NoteSentences,
    /// Queries of two bodies, instant by instant.
    pub queries: QueryWords,
}

impl ViewWords {
    /// The texts in English.
    pub const ENGLISH: ViewWords = ViewWords {
        names: NameWords::ENGLISH,
        stages: StageWords::ENGLISH,
        views: ViewTitles::ENGLISH,
        lines: LineWords::ENGLISH,
        notes: NoteWords::ENGLISH,
        about: NoteSentences::ENGLISH,
        queries: QueryWords::ENGLISH,
    };

    /// Returns the title of a view, and a sentence of description.
    pub fn title(&self, view: View) -> (&'static str, &'static str) {
        let words = &self.views;
        match view {
            View::Shapes => (words.shapes, words.shapes_about),
            View::Pairs => (words.pairs, words.pairs_about),
            View::Tree => (words.trees, words.trees_about),
            View::Pieces => (words.pieces, words.pieces_about),
            View::Contacts => (words.contacts, words.contacts_about),
            View::Sweeps => (words.sweeps, words.sweeps_about),
            View::Velocities => (words.velocities, words.velocities_about),
            View::Budget => (words.budget, words.budget_about),
        }
    }

    /// Returns the name of a broad phase, without its sizes.
    pub fn method(&self, kind: &BroadPhaseKind) -> &'static str {
        let words = &self.notes;
        match kind {
            BroadPhaseKind::AllPairs => words.all_pairs,
            BroadPhaseKind::AxisSort => words.sorted_axis,
            BroadPhaseKind::Grid2 { .. } => words.plain_grid,
            BroadPhaseKind::Grid3 { .. } => words.layered_grid,
            BroadPhaseKind::HashGrid { .. } => words.plain_hash_grid,
            BroadPhaseKind::SweepAndPrune => words.sweep_and_prune,
        }
    }

    /// Returns the name of a bounding volume.
    pub fn volume(&self, kind: VolumeKind) -> &'static str {
        match kind {
            VolumeKind::Sphere => self.queries.sphere,
            VolumeKind::Aabb => self.queries.cuboid,
            kind => kind.name(),
        }
    }

    /// Returns the name of a kind of line in the legend and its explanation, together little more than a line.
    pub fn line(&self, kind: DebugKind) -> (&'static str, &'static str) {
        let words = &self.lines;
        match kind {
            DebugKind::Wireframe => (words.wireframe, words.wireframe_about),
            DebugKind::Cell => (words.cell, words.cell_about),
            DebugKind::OccupiedCell => (words.occupied_cell, words.occupied_cell_about),
            DebugKind::Interval => (words.interval, words.interval_about),
            DebugKind::Bounds => (words.bounds, words.bounds_about),
            DebugKind::PairRejected => (words.pair_rejected, words.pair_rejected_about),
            DebugKind::PairTested => (words.pair_tested, words.pair_tested_about),
            DebugKind::PairHit => (words.pair_hit, words.pair_hit_about),
            DebugKind::PairCut => (words.pair_cut, words.pair_cut_about),
            DebugKind::Volume => (words.volume, words.volume_about),
            DebugKind::VolumeLeaf => (words.volume_leaf, words.volume_leaf_about),
            DebugKind::VolumeApart => (words.volume_apart, words.volume_apart_about),
            DebugKind::NodeLink => (words.node_link, words.node_link_about),
            DebugKind::SeparatingAxis => (words.separating_axis, words.separating_axis_about),
            DebugKind::Piece => (words.piece, words.piece_about),
            DebugKind::Contact => (words.contact, words.contact_about),
            DebugKind::PastContact => (words.past_contact, words.past_contact_about),
            DebugKind::Normal => (words.normal, words.normal_about),
            DebugKind::Impulse => (words.impulse, words.impulse_about),
            DebugKind::FrictionCone => (words.friction_cone, words.friction_cone_about),
            DebugKind::Velocity => (words.velocity, words.velocity_about),
            DebugKind::Goal => (words.goal, words.goal_about),
            DebugKind::Force => (words.force, words.force_about),
            DebugKind::Sweep => (words.sweep, words.sweep_about),
            DebugKind::LookAhead => (words.look_ahead, words.look_ahead_about),
            DebugKind::SweepEnd => (words.sweep_end, words.sweep_end_about),
            DebugKind::Nearest => (words.nearest, words.nearest_about),
            DebugKind::Focus => (words.focus, words.focus_about),
            DebugKind::Cost => (words.cost, words.cost_about),
        }
    }
}

texts! {
    /// Titles of the views, their descriptions, and reasons why nothing is drawn.
    ViewTitles {
        shapes: "shapes",
        shapes_about: "What collides, triangle by triangle: no hidden balls or boxes.",
        pairs: "grid and pairs",
        pairs_about: "Which bodies come near enough to be looked at closely?",
        trees: "trees",
        trees_about: "Volumes in volumes around a body: a query skips what is apart.",
        pieces: "pieces",
        pieces_about: "Each surface is cut into convex pieces: the leaves of its tree.",
        contacts: "contacts",
        contacts_about: "Where bodies touch now, and hit in the last half second.",
        sweeps: "sweeps",
        sweeps_about: "At which instants did the engine look, to find the crash?",
        velocities: "velocities and forces",
        velocities_about: "How fast bodies go, what pushes them, where drivers want to go.",
        velocities_of_things: "How fast bodies go, and what pushes them.",
        budget: "budget",
        budget_about: "What did the last step cost, and which queries had to stop?",
        no_cost: "No body had a sweep or search that cost a unit.",
        no_search: "The last step needed no search: all was known before.",
        not_between: "Nothing between these two now.",
        no_pairs: "No bodies near each other, and this broad phase has no cells.",
        only_sleepers: "Only sleeping bodies touch now, and nothing hit in the last half second.",
        no_contacts: "Nothing touches now, and nothing hit in the last half second.",
        no_sweep: "No sweep found an impact in the last 1.5 s. Put two bodies in focus to look ahead.",
        no_sweep_of_it: "No sweep found an impact of it in the last 1.5 s. Point at a second body to look ahead.",
        nothing_moves: "Nothing here moves now.",
        no_body: "There is no body here.",
    }
}

texts! {
    /// Numbers of the views.
    NoteWords {
        rest: "in full: {count} {things}; {rest} more are faint",
        places_by_force: "places, by force",
        bodies_by_motion: "bodies, by motion",
        bodies_by_cost: "bodies, by cost",
        all_and_focused: "all: {all}; {these}: {focused}",
        this_one: "this one",
        these_two: "these two",
        triangle: "1 triangle",
        triangles: "{count} triangles",
        of_body: "{triangles} of 1 body",
        of_bodies: "{triangles} of {count} bodies",
        all_pairs: "all pairs",
        sorted_axis: "one sorted axis",
        grid: "grid of {cells} cells",
        hash_grid: "cells of {size} m, hashed",
        sweep_and_prune: "sweep and prune",
        plain_grid: "grid",
        layered_grid: "grid in layers",
        plain_hash_grid: "hashed grid",
        rejected_one: "1 pair rejected, {accepted} accepted",
        rejected: "{count} pairs rejected, {accepted} accepted",
        ends: "{apart} apart, {meet} hit or touch, {cut} CUT",
        asleep: ", {count} asleep",
        swept: "{swept} swept, {searched} searched for contacts",
        piece: "1 convex piece",
        pieces: "{count} convex pieces",
        colours_in_focus: "colours: only in focus",
        held_one: "1 place held now",
        held: "{count} places held now",
        impact: "1 impact",
        impacts: "{count} impacts",
        recent: "in the last {seconds} s: {hits}",
        impulse: "impulse: 1 m of arrow is {impulse} N s",
        sleeps: "1 body sleeps",
        sleep: "{count} bodies sleep",
        speeds: "numbers: speed in m/s",
        velocity: "velocity: 1 m of arrow is {speed} m/s",
        force: "force: {long} m of line is the body's own weight",
        plans: "words over cars: the driver's plan",
        rule_of_2002: "hits follow the rule of 2002",
        rule_of_stop: "hits stop both",
        work_one: "work: 1 unit {allowed}",
        work: "work: {count} units {allowed}",
        no_limit: "(no limit here)",
        allowed: "of {units} allowed",
        work_of_pairs: "of these, sweeps and contact searches: {pairs}",
        sweep: "1 sweep",
        sweeps: "{count} sweeps",
        search: "1 contact search",
        searches: "{count} contact searches",
        cuts: "{sweeps}, {searches}, {cut} of these CUT, walls included",
        wait: "{count} wait, {ms} ms behind",
    }
}

texts! {
    /// Sentences that explain the numbers of the views.
    NoteSentences {
        rest: "Those that matter most; a focus shows all of its bodies.",
        shapes_with_cars: "Drivers and number plates, hidden now, do not collide; walls and floor are planes.",
        shapes: "Walls and floor are planes.",
        all_pairs: "The broad phase: every body is compared with every other.",
        sorted_axis: "The broad phase: bodies whose bars overlap are compared.",
        cells: "The broad phase: bodies of one cell or neighbours are compared.",
        sweep_and_prune: "The broad phase: bodies whose bars overlap along all axes are a pair.",
        accepted: "Accepted: their boxes for the whole step overlap; no walls here.",
        ends: "The accepted pairs by their outcome. CUT: the budget ended before the answer; 0 is as it should be.",
        no_query: "The others needed no query: a kept plane, kept contacts or the balls around them decided.",
        no_query_without_planes: "The others needed no query: kept contacts or the balls around them decided.",
        pieces: "Patches without a dent, compared as a whole, not by triangles.",
        colours_in_focus: "The pieces of all other bodies are faint and of one colour.",
        held_with_cars: "The solver keeps bodies apart there, touching or nearly so. Wheels stand on rays.",
        held: "The solver keeps bodies apart there: they touch, or nearly so.",
        recent: "Closing speed, m/s, and impulse, N s. Slow wall hits: not drawn.",
        impulse: "250 kg stopped from 4 m/s: 1000 N s. A bar at its tip: over 2.5 m.",
        sleepers: "They rest on each other: no query and no contacts until one is hit.",
        speeds: "And how fast it turns, in degrees a second.",
        speeds_of_many: "With so many bodies one number: the speed, or deg/s if it only turns.",
        force_with_cars: "At wheels the spring's load, twice as long; at contacts the other body's push. A bar across the tip: it is more.",
        force: "At contacts: the push on the upper one. A bar across the tip: it is more.",
        plans: "attacks NAME; runs up: drives off to come back fast; cruises; dodges; jumps; reverses: was stuck; waits.",
        rule_of_2002: "Each car leaves straight away from the crash with the other's momentum. Energy and spin are not conserved; against fixed bodies the usual rule holds.",
        rule_of_stop: "Each body of a crash stops and turns no more. Neither momentum nor energy is conserved.",
        unit: "A unit: one test of two volumes, pieces or triangles.",
        work_of_pairs: "All: with walls and floor too. The rest of the work: kept contacts, and zones.",
        cut_at_limit: "CUT: stopped before the answer, at the limit of one query; the two wait where they are apart.",
        cut_waits: "CUT: stopped before the answer; the two wait where they are apart.",
        cut_hits: "CUT: stopped before the answer; as in 2002, that counts as a hit.",
        wait: "They stood still for a part of the step: no work was left for them, or too many are near each other.",
    }
}

texts! {
    /// Texts about queries of two bodies.
    QueryWords {
        by_bounds: "By the balls around both: those never meet.",
        by_plane: "By a plane between them that neither crosses.",
        by_closed_form: "By a formula for their two solids.",
        by_convex: "By the convex hulls around both.",
        by_probe: "By a quick look along their way.",
        by_tree: "By the volumes of their trees: those are apart.",
        by_pieces: "By their convex pieces, each as a whole.",
        by_triangles: "By single triangles: nothing cheaper could tell.",
        volume: "volume: {name}",
        sphere: "sphere",
        cuboid: "box",
        sphere_about: "The level's volume: a ball around what is below the node.",
        cuboid_about: "The level's volume: a box along the axes of the body.",
        dop_about: "The level's volume: so many planes of fixed directions around it.",
        tree_level: "level {level} of 0 to {deepest}",
        tree_level_about: "How deep: 0 is the root, around all of the body. [ up, ] down.",
        focus_two: "put two bodies in focus to see a query",
        focus_second: "put a second body in focus to see their query",
        focus_about: "Then only the nodes that their query visited are drawn.",
        impact_ago: "{names}, their impact {seconds} s ago",
        from_now: "{names}, from now on",
        asks_then: "This query asks when these two meet. Drawn where they were then.",
        asks: "This query asks when these two meet.",
        decided_before: "decided before the trees by: {stage}",
        decided_before_about: "The level's query visited no node; the trees alone would visit these.",
        visited: "{a} and {b} nodes visited",
        would_visit: "{a} and {b} nodes would be visited",
        visited_about: "Of each tree. Below a volume apart nothing is tested.",
        tested: "{tests} pairs of volumes tested, {apart} apart",
        would_test: "{tests} pairs of volumes would be tested, {apart} apart",
        tested_about: "Those that overlap are opened, and their children tested.",
        no_node: "no node visited",
        no_node_about: "The balls around both never meet on their ways: no tree was needed.",
        no_trees: "no trees: at least one of the two is a solid",
        no_trees_about: "A solid is tested by formulas, or against the other's pieces or triangles.",
        swept_ago: "{names}: in the step that ended {seconds} s ago",
        ahead: "{names}: look-ahead from now, if nothing disturbs them",
        swept_about: "Numbers at the lines are these instants; the magnifier separates them.",
        ahead_about: "A look-ahead: both are assumed to go on as they move now.",
        instant: "{number}: at {ms} ms, {gap} apart",
        meet: "they meet after {ms} ms, decided by: {stage}",
        stay_apart: "they stay apart for {ms} ms, decided by: {stage}",
        cut: "CUT by the budget: surely apart for {ms} ms",
        touch: "they touch already as it begins",
        instants_one: "1 instant, {units} units of work{allowed}",
        instants: "{count} instants, {units} units of work{allowed}",
        allowed: " of {units} allowed for these two",
        faint: "faint: the impact before",
        stages: "stages, from cheap to exact: {names}",
        stages_all: "The first that knows the answer decides. Closed form: a formula, as for two balls. Probe: a quick look along the deepest path of the trees.",
        stages_of_2002: "The first that knows the answer decides. No plane, closed form, convex or probe, as in 2002.",
        stages_some: "The first that knows the answer decides. The level has turned others off.",
        timed: "timed: cannot be repeated",
        timed_about: "The budget is real time: another machine plays another round.",
    }
}

texts! {
    /// The kinds of lines.
    LineWords {
        wireframe: "triangles",
        wireframe_about: "what collides, exactly",
        cell: "cell",
        cell_about: "of the grid, without a body",
        occupied_cell: "occupied cell",
        occupied_cell_about: "the middle of a body is in it",
        interval: "bar",
        interval_about: "the extent of a body along an axis",
        bounds: "box",
        bounds_about: "around a body, along the axes",
        pair_rejected: "rejected pair",
        pair_rejected_about: "compared, but their boxes are apart",
        pair_tested: "pair apart",
        pair_tested_about: "near, but does not meet in the last step",
        pair_hit: "pair that meets",
        pair_hit_about: "it hit in the last step, or touches now",
        pair_cut: "pair CUT",
        pair_cut_about: "its query was stopped by the budget",
        volume: "volume",
        volume_about: "of an inner node: around all that is below it",
        volume_leaf: "leaf",
        volume_leaf_about: "the volume of a leaf, around a convex piece",
        volume_apart: "volume apart",
        volume_apart_about: "proved apart: nothing below it was tested",
        node_link: "thin line",
        node_link_about: "from a node to its child",
        separating_axis: "separating axis",
        separating_axis_about: "two volumes are apart by its length",
        piece: "convex piece",
        piece_about: "its border; neighbours differ in colour",
        contact: "cross",
        contact_about: "two bodies touch, or have just hit, here",
        past_contact: "small cross",
        past_contact_about: "they touched here a moment ago",
        normal: "normal",
        normal_about: "straight out of the surface where they touch",
        impulse: "impulse",
        impulse_about: "given by a hit to the body it points at, to scale",
        friction_cone: "friction cone",
        friction_cone_about: "the contact's force lies inside it",
        velocity: "velocity",
        velocity_about: "direction and speed, to scale",
        goal: "driver's goal",
        goal_about: "where its driver wants to go",
        force: "force",
        force_about: "on wheels and at contacts, to scale",
        sweep: "outline",
        sweep_about: "the body at an instant of the step's sweep",
        look_ahead: "outline ahead",
        look_ahead_about: "the body at a future instant",
        sweep_end: "outline at the end",
        sweep_end_about: "where they meet",
        nearest: "nearest points",
        nearest_about: "the shortest way between the two then",
        focus: "ring",
        focus_about: "around a body in focus; a post shows its name",
        cost: "units",
        cost_about: "what the body's queries cost in the last step",
    }
}
