//! The texts of explanations in a language.

use dodgem_scene::texts;
use dodgem_scene::view_words::ViewWords;

/// The texts of explanations.
#[derive(Debug)]
pub struct ExplainWords {
    /// The names of bodies and stages.
    pub views: &'static ViewWords,
    /// One sentence for all.
    pub summary: SummaryWords,
    /// The names of the stages of an explanation.
    pub titles: TitleWords,
    /// A meeting, from the broad phase to the sweep.
    pub meeting: MeetingWords,
    /// The stages of a sweep.
    pub sweep: SweepWords,
    /// The search for the nearest points of hulls.
    pub gjk: GjkWords,
    /// The response to an impact.
    pub balance: BalanceWords,
    /// A near miss.
    pub miss: MissWords,
    /// A probe.
    pub probe: ProbeWords,
}

impl ExplainWords {
    /// The texts in English.
    pub const ENGLISH: ExplainWords = ExplainWords {
        views: &ViewWords::ENGLISH,
        summary: SummaryWords::ENGLISH,
        titles: TitleWords::ENGLISH,
        meeting: MeetingWords::ENGLISH,
        sweep: SweepWords::ENGLISH,
        gjk: GjkWords::ENGLISH,
        balance: BalanceWords::ENGLISH,
        miss: MissWords::ENGLISH,
        probe: ProbeWords::ENGLISH,
    };
}

texts! {
    /// The texts of a summary.
    SummaryWords {
        hit: "{one} hit {other} at {speed} m/s after {time} s: {how}; {change}.",
        both_hit: "{one} and {second} hit each other at {speed} m/s after {time} s: {how}; {change}.",
        by_sweep: "their paths first touched {ms} ms into the step",
        by_test: "they were in each other at the end of the step",
        by_budget: "the budget ended before the answer, which counts as a hit",
        change_one: "the hit changed the velocity {of_one} by {change} m/s",
        change_both: "the hit changed the velocity {of_one} by {change} m/s and that {of_other} by {second} m/s",
        pressed: "{one} and {other} pressed on each other after {time} s: they were near already, and the contact solver held them apart with {impulse} N s in the step.",
        apart: "{one} and {other} did not meet: they came within {gap} at {time} s; {by}.",
        touched: "{one} and {other} touched at {time} s, but there was no impact.",
        boxes: "the boxes around their paths stayed apart",
        bounds: "the balls around them stayed apart",
        plane: "a plane separated them",
        closed_form: "a formula for their shapes shows it",
        hulls: "their convex hulls stayed apart",
        trees: "the volumes of their trees stayed apart",
        pieces: "their convex pieces stayed apart",
        triangles: "their triangles stayed apart",
        nothing: "no stage separated them when asked again",
    }
}

texts! {
    /// The names of the stages of an explanation.
    TitleWords {
        meeting: "meeting",
        broad_phase: "broad phase",
        schedule: "schedule",
        contacts: "contacts",
        test: "test",
        budget: "budget",
        velocities: "velocities",
        momentum: "momentum",
        energy: "energy",
        whole_step: "whole step",
        trees: "trees",
        advancement: "advancement",
        gjk: "GJK",
        near_miss: "near miss",
        apart: "apart",
        work: "work",
        intersect: "intersect",
        distance: "distance",
        impact: "time of impact",
        contains: "contains",
    }
}

texts! {
    /// A meeting, its place in the broad phase and the schedule, and contacts in place of a sweep.
    MeetingWords {
        met: "{one} and {other} met at {time} s ({into} into step {step}), closing at {speed} m/s, at ({place}).{ways}",
        pressed: "{one} and {other} pressed on each other in step {step}, which began at {time} s.",
        stood: "{one} stood",
        moved_toward: "{one} moved at {speed} m/s ({part} toward {other})",
        moved_away: "{one} moved at {speed} m/s ({part} away {from_other})",
        tested: "One test, where the paths of this step end, found the two in each other.",
        spent: "The budget of the step was spent before this pair's turn, and that counts as a hit.",
        broad: "The broad phase ({method}), which finds the pairs worth a test, compared them: {why}. {overlap}{rejected}",
        same_cell: "both centres are in cell {cell}",
        one_cell: "both centres are in one cell",
        neighbour_cells: "their centres are in the neighbouring cells {cell} and {other}",
        some_cells: "their centres are in neighbouring cells",
        large: "one is too large for a cell and is compared with all in the cells that it covers",
        no_cells: "this method has no cells",
        too_far: "they are too far apart to be compared",
        amounts: "{x}, {y} and {z} along x, y and z",
        one_pair: "1 pair",
        pairs: "{count} pairs",
        within_margin: "The boxes around their paths overlap within the margin of the broad phase, so they are one of {pairs}: by {amounts}, and less than 0 is a gap.",
        overlap: "The boxes around their paths overlap by {amounts}, so they are one of {pairs}.",
        no_pair: "The boxes around their paths are apart, so they are no pair.",
        rejected_one: " 1 neighbour was rejected; it was {name}, {gap} {from_other} along {axis}.",
        rejected: " {count} neighbours were rejected; the nearest was {name}, {gap} {from_other} along {axis}.",
        no_turn: "The pair needed no sweep of its own among the {count} of this step.",
        turn: "The pair was number {place} of {count} sweeps, {share} and used {used}; all pairs together used {all} of {budget}.{again}",
        allowed: "might use {units} units of work",
        no_limit: "had no limit of work",
        again: " It was swept {count} times, because paths changed within the step.",
        one_place: "1 place",
        places: "{count} places",
        held: "No sweep was needed: the contact solver held them apart at {places}, with {impulse} N s over the step.{strongest}",
        strongest: " The strongest pushed with {force} N at ({place}), {gap} apart as the step began.",
    }
}

texts! {
    /// The stages of a sweep. Each verdict goes on after the name of its stage.
    SweepWords {
        bounds: "Balls around both",
        plane: "Planes between them",
        closed_form: "Formulas for two simple shapes",
        convex: "Their convex hulls",
        probe: "Quick looks down the deepest path of the trees",
        tree: "The trees of bounding volumes",
        pieces: "The convex pieces",
        triangles: "The triangles",
        switched_off: "{stage}: the level switches this stage off.",
        stay_apart: "show that they stay apart",
        apart_until: "keep them apart until {ms}",
        hull_is_not_mesh: "meet at {ms}, but there a hull is not the mesh",
        meet_again: "of the last impact meet again at {ms}",
        meet: "meet at {ms}",
        unknown: "leave the question open",
        searched: "were searched",
        undecided: "did not decide",
        not_needed: "were not needed",
        verdict: "{stage} {found}{measured}{decided}.",
        one_test: "1 test",
        tests: "{count} tests",
        measured: " ({tests} from {from} to {to})",
        counted: " ({tests})",
        decided_within: ". This stage decided: they come within {gap} at {ms}",
        decided: ". This stage decided",
        descent: "The descent tested {pairs} of nodes: {overlapping} nodes overlapped, {apart} were apart, {rest} were not visited.{narrowest}",
        descent_alone: "A cheaper stage decided; the trees alone would test {pairs} of nodes: {overlapping} nodes overlapped, {apart} were apart, {rest} were not visited.{narrowest}",
        one_pair: "1 pair",
        pairs: "{count} pairs",
        both: "{one} and {other}",
        narrowest: " The narrowest gap that separated two nodes ({a} and {b}) was {gap}, along ({direction}) of the first body.",
        one_instant: "1 instant",
        instants: "{count} instants",
        advancement: "In {instants} the distance fell from {from} to {to} (units of work: {used}).",
        met_triangles: " Triangle {ta} of piece {pa} met triangle {tb} of piece {pb}.",
        touch: " They touch at ({place}), and the surface there faces along ({normal}).",
        nodes_not_tested: "Nodes {a} and {b} were not tested against each other.",
        nodes_apart: "Nodes {a} and {b} are apart by {gap}, along ({direction}) of the first body.",
        nodes_overlap_later: "Nodes {a} and {b} overlap later; first they are apart by {gap}, along ({direction}) of the first body.",
        nodes_overlap: "Nodes {a} and {b} overlap, so what they contain was tested: smaller nodes, or the pieces of two leaves.",
    }
}

texts! {
    /// The steps of GJK.
    GjkWords {
        point: "a point",
        segment: "a segment",
        triangle: "a triangle",
        tetrahedron: "a tetrahedron around the origin",
        begins: "It begins with the simplex of the instant before, {shape}, {upper} from the origin.",
        joins: "The support point ({place}) lies farthest towards the origin and joins. The simplex is now {shape}, {upper} from the origin: {hulls}.{ends}",
        overlap: "the hulls overlap",
        at_most: "the hulls are at most that far apart{lower}",
        ends: " Both bounds are near enough: the search ends.",
        no_nearer: "No point is nearer: the support point ({place}) ends the search. The hulls are at most {upper} apart{lower}.",
        step: "Step {step} of {count} at {ms}. {found}",
        at_least: ", and at least {gap}",
        no_plane: ", and no plane separates them yet",
        around: "has 4 corners around the origin, so the hulls overlap",
        one_corner: "1 corner",
        corners: "{count} corners",
        away: "has {corners} and is {gap} from the origin, which is the distance of the hulls",
        one_step: "1 step",
        steps: "{count} steps",
        ran_once: "GJK, which looks for the two nearest points of the hulls, ran once with {steps} in all; its last simplex (at {ms}) {found}.",
        ran: "GJK, which looks for the two nearest points of the hulls, ran at {runs} instants with {steps} in all; its last simplex (at {ms}) {found}.",
    }
}

texts! {
    /// Velocities, momentum and energy at an impact and over its step.
    BalanceWords {
        velocity: "{one} went from {before} to {after} m/s and turned at {spin_after} degrees a second instead of {spin_before}",
        velocities: "{first}; {second}. They touched at {places}, with restitution {restitution} (separating over closing speed) and friction {friction}.",
        rule_of_impulse: "impulses with restitution and friction",
        rule_of_2002: "the rule of 2002",
        rule_of_stop: "the rule of stop on contact",
        exact: "The rule ({rule}) conserves it, here to the last digit",
        rounding: "The rule ({rule}) conserves it, and {missing} kg m/s of rounding are missing",
        stops: "By {rule} nothing moves on, which does not conserve it: the difference is ({missing}) kg m/s",
        exchanges: "By {rule} each leaves with the momentum of the other, away from the point, which does not conserve it: the difference is ({missing}) kg m/s",
        momentum: "Their momentum (mass times velocity) was ({before}) kg m/s before and ({after}) after{given}. {rest}.",
        lost: "{joules} J became heat and noise",
        added: "the impact added {joules} J",
        kept: "the impact kept it",
        energy: "Their energy of motion was {before} J before and {after} J after: {change}.",
        whole_step: "Over the whole step their momentum went from ({before}) to ({after}) kg m/s{given}; the grip of wheels, friction, drag and changing loads gave ({rest}).",
        gave: "{giver} gave ({momentum})",
        ahead: "forces until the end of the step",
        locked_axes: "locked axes",
        gravity: "gravity",
        own_impact: "their impact",
        impact_with: "the impact with {name}",
        contact_with: "the contact with {name}",
        joints: "joints",
        springs: "springs of wheels",
    }
}

texts! {
    /// A near miss.
    MissWords {
        apart: "From {from} s to {to} s {one} and {other} did not meet. They came nearest at {time} s (step {step}): {gap} apart{nearest}.",
        between: ", between ({p}) and ({q})",
        touched: "{one} and {other} touched at {time} s.",
        boxes: "the boxes around their paths were apart along {axis}",
        nothing: "nothing separated them, asked again on these paths",
        bounds: "balls around both separated them",
        plane: "a plane between them separated them",
        closed_form: "a formula for their shapes separated them",
        hulls: "their convex hulls separated them",
        trees: "the volumes of their trees separated them",
        pieces: "their convex pieces separated them",
        triangles: "the distances of their triangles separated them",
        along: ", at last along ({direction})",
        span: "From {from} s to {to} s {by}{along}; {gap} apart or more.",
    }
}

texts! {
    /// The answer to a probe.
    ProbeWords {
        ray: "the ray",
        point: "the point",
        cuboid: "the box",
        at: " at ({place})",
        share: "{one} and {other} share a point{at}.",
        do_not_meet: "{one} and {other} do not meet on their ways within {seconds} s.",
        share_none: "{one} and {other} share no point.",
        touch: "{one} and {other} touch or overlap{at}.",
        apart: "{one} and {other} are {gap} apart{ends}.",
        none_nearer: "{one} and {other} have no place nearer than {gap}.",
        first_deep: "; the first is {gap} deep at ({place})",
        first_apart: "; the first is {gap} apart at ({place})",
        contacts: "{one} and {other} touch, or come nearer than {gap}, at {places}{first}.",
        meet: "{one} and {other} meet after {ms}{at}.",
        overlap: "{one} and {other} overlap from the beginning{at}.",
        ray_meets: "The ray meets {object} after {gap}{at}.",
        inside: "The point is in the inside {of_one}.",
        outside: "The point is on the outside {of_one}.",
        on_surface: "The point is on the surface {of_one}.",
        not_closed: "The mesh {of_one} is not closed, so it has no inside.",
        cut: "The work was spent before the answer.",
        decided: "The stage \"{stage}\" decided after {units} of work: {volumes} of volumes, {pieces} of convex pieces, {triangles} of triangles.",
        undecided: "No stage decided after {units} of work: {volumes} of volumes, {pieces} of convex pieces, {triangles} of triangles.",
        one_unit: "1 unit",
        units: "{count} units",
        as_they_stand: "The two as they stand. {descent}",
    }
}
