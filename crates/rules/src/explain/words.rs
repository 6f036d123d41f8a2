//! Explanations in plain words: one sentence or a few for each stage, with numbers and units.

use dodgem_collide::query::Stage;
use dodgem_collide::query::toi::Finding;
use glam::DVec3;
use serde::Serialize;

use crate::explain::balance::RULE_OF_STOP;
use crate::explain::formats::{direction, length, ms, place, vector};
use crate::explain::gjk_runs::gjk;
use crate::explain::sweep::last_finding;
use crate::explain::{
    AnsweredBy, BroadStage, Compared, Explanation, Giver, HeldContact, ImpactBalance, NamedBody,
    ScheduleStage, StageVerdict, StepBalance, SweepStage, Visited,
};
use crate::params::SAID_TO_STAND;
use dodgem_scene::console::counted;

/// A stage of an explanation in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sentence {
    /// The stage, in a word or two.
    pub stage: &'static str,
    /// The sentences.
    pub text: String,
}

impl Explanation {
    /// Returns the explanation in words, forwards from the broad phase.
    pub fn sentences(&self) -> Vec<Sentence> {
        let names = &self.bodies;
        let mut all = vec![
            Sentence {
                stage: "meeting",
                text: self.meeting(),
            },
            Sentence {
                stage: "broad phase",
                text: broad(&self.broad, names),
            },
            Sentence {
                stage: "schedule",
                text: schedule(&self.schedule),
            },
        ];
        match &self.answered_by {
            AnsweredBy::Sweep(sweep) => all.extend(of_sweep(sweep)),
            AnsweredBy::Solver(contacts) => all.push(Sentence {
                stage: "contacts",
                text: held(contacts),
            }),
            AnsweredBy::Test => all.push(Sentence {
                stage: "test",
                text: "One test, where the paths of this step end, found the two in each other.".to_owned(),
            }),
            AnsweredBy::SpentBudget => all.push(Sentence {
                stage: "budget",
                text: "The budget of the step was spent before this pair's turn, and that counts as a hit."
                    .to_owned(),
            }),
        }
        let mut add = |stage, text| all.push(Sentence { stage, text });
        if let Some(balance) = &self.impact {
            add("velocities", velocities(balance, names));
            add("momentum", momentum(balance));
            add("energy", energy(balance));
        }
        add("whole step", whole_step(&self.whole_step));
        all
    }

    /// The meeting itself.
    fn meeting(&self) -> String {
        let [a, b] = &self.bodies;
        let (step, time) = (self.step, self.time);
        match &self.event {
            Some(event) => format!(
                "{} and {} met at {time:.4} s ({} into step {step}), closing at {:.2} m/s, at ({}).{}",
                a.name,
                b.name,
                ms(f64::from(event.time)),
                event.speed,
                place(event.point.as_dvec3()),
                self.ways(event.normal.as_dvec3())
            ),
            None => format!(
                "{} and {} pressed on each other in step {step}, which began at {time:.4} s.",
                a.name, b.name
            ),
        }
    }
}

impl Explanation {
    /// The speed of each body at the impact, and its part toward the other one; `normal` is from the first to the
    /// second body.
    fn ways(&self, normal: DVec3) -> String {
        let Some(balance) = &self.impact else {
            return String::new();
        };
        let each = [0, 1].map(|side: usize| {
            let (own, other) = (&self.bodies[side].name, &self.bodies[1 - side].name);
            let velocity = balance.bodies[side].velocity_before;
            let toward = velocity.dot(normal) * [1.0, -1.0][side];
            let way = if toward < 0.0 { "away from" } else { "toward" };
            match velocity.length() {
                0.0..SAID_TO_STAND => format!("{own} stood"),
                speed => format!(
                    "{own} moved at {speed:.2} m/s ({:.2} {way} {other})",
                    toward.abs()
                ),
            }
        });
        format!(" {}.", each.join("; "))
    }
}

/// The broad phase.
pub fn broad(broad: &BroadStage, names: &[NamedBody; 2]) -> String {
    let cell = |cell: [i32; 3]| format!("{}/{}/{}", cell[0], cell[1], cell[2]);
    let cells = match broad.cells {
        [Some(a), Some(b)] if a == b => format!("cell {}", cell(a)),
        [Some(a), Some(b)] => format!("cells {} and {}", cell(a), cell(b)),
        _ => "cells".to_owned(),
    };
    let why = match broad.compared {
        Compared::SameCell => format!("both centres are in {cells}"),
        Compared::NeighbourCells => format!("their centres are in the neighbouring {cells}"),
        Compared::LargeBody => {
            "one is too large for a cell and is compared with all in the cells that it covers"
                .to_owned()
        }
        Compared::WithoutCells => "this method has no cells".to_owned(),
        Compared::NotCompared => "they are too far apart to be compared".to_owned(),
    };
    let o = broad.overlap;
    let amounts = format!(
        "{}, {} and {} along x, y and z",
        length(f64::from(o.x)),
        length(f64::from(o.y)),
        length(f64::from(o.z))
    );
    let pairs = counted(broad.pairs, "pair");
    let overlap = match broad.is_pair {
        true if o.min_element() < 0.0 => format!(
            "The boxes around their paths overlap within the margin of the broad phase, so they are one of {pairs}: by \
             {amounts}, and less than 0 is a gap."
        ),
        true => format!(
            "The boxes around their paths overlap by {amounts}, so they are one of {pairs}."
        ),
        false => "The boxes around their paths are apart, so they are no pair.".to_owned(),
    };
    let rejected = match broad.rejected.first() {
        Some(nearest) => format!(
            " {} rejected; the nearest was {}, {} from {} along {}.",
            match broad.rejected.len() {
                1 => "1 neighbour was".to_owned(),
                count => format!("{count} neighbours were"),
            },
            nearest.body.name,
            length(f64::from(nearest.gap)),
            names[nearest.of].name,
            nearest.axis
        ),
        None => String::new(),
    };
    format!(
        "The broad phase ({}), which finds the pairs worth a test, compared them: {why}. {overlap}{rejected}",
        broad.method
    )
}

/// The schedule.
pub fn schedule(schedule: &ScheduleStage) -> String {
    let meets = schedule.turns.iter().find(|turn| turn.end != "Clear");
    let Some(turn) = meets.or(schedule.turns.last()) else {
        return format!(
            "The pair needed no sweep of its own among the {} of this step.",
            schedule.of
        );
    };
    let share = match turn.allowed {
        Some(units) => format!("might use {units} units of work"),
        None => "had no limit of work".to_owned(),
    };
    let again = match schedule.turns.len() {
        1 => String::new(),
        count => format!(" It was swept {count} times, because paths changed within the step."),
    };
    format!(
        "The pair was number {} of {} sweeps, {share} and used {}; all pairs together used {} of {}.{again}",
        turn.place, schedule.of, turn.used, schedule.used, schedule.budget
    )
}

/// A sweep, stage by stage.
pub(super) fn of_sweep(sweep: &SweepStage) -> Vec<Sentence> {
    let mut all = Vec::new();
    let mut add = |stage, text| all.push(Sentence { stage, text });
    for verdict in &sweep.stages {
        add(verdict.stage.name(), stage(verdict, sweep));
    }
    if let Some(text) = descent(sweep) {
        add("trees", text);
    }
    add("advancement", advancement(sweep));
    if let Some(text) = gjk(sweep) {
        add("GJK", text);
    }
    all
}

/// One stage of the query.
pub fn stage(verdict: &StageVerdict, sweep: &SweepStage) -> String {
    let about = match verdict.stage {
        Stage::Bounds => "Balls around both",
        Stage::Plane => "Planes between them",
        Stage::ClosedForm => "Formulas for two simple shapes",
        Stage::Convex => "Their convex hulls",
        Stage::Probe => "Quick looks down the deepest path of the trees",
        Stage::Tree => "The trees of bounding volumes",
        Stage::Pieces => "The convex pieces",
        Stage::Triangles => "The triangles",
    };
    if !verdict.allowed {
        return format!("{about}: the level switches this stage off.");
    }
    let at = |time: f64| ms(time);
    let found = match last_finding(verdict) {
        Some((Finding::Apart, _)) => "show that they stay apart".to_owned(),
        Some((Finding::ApartUntil, time)) => format!("keep them apart until {}", at(time)),
        Some((Finding::HullIsNotMesh, time)) => {
            format!("meet at {}, but there a hull is not the mesh", at(time))
        }
        Some((Finding::MeetAgain, time)) => {
            format!("of the last impact meet again at {}", at(time))
        }
        Some((Finding::Meet, time)) => format!("meet at {}", at(time)),
        Some((Finding::Unknown, _)) => "leave the question open".to_owned(),
        None if verdict.steps > 0 => "were searched".to_owned(),
        None if Some(verdict.stage) < sweep.decided_by => "did not decide".to_owned(),
        None => "were not needed".to_owned(),
    };
    let measured = match (verdict.steps, verdict.span) {
        (0, _) => String::new(),
        (steps, Some([from, to])) => {
            format!(
                " ({} from {} to {})",
                counted(steps, "test"),
                at(from),
                at(to)
            )
        }
        (steps, None) => format!(" ({})", counted(steps, "test")),
    };
    let decided = match (verdict.decided, sweep.normal.is_some()) {
        (true, true) => format!(
            ". This stage decided: they come within {} at {}",
            length(sweep.target),
            at(sweep.time)
        ),
        (true, false) => ". This stage decided".to_owned(),
        _ => String::new(),
    };
    format!("{about} {found}{measured}{decided}.")
}

/// The descent of both trees.
pub fn descent(sweep: &SweepStage) -> Option<String> {
    let descent = sweep.descent.as_ref()?;
    let counts = descent.trees.each_ref().map(|tree| {
        let of = |state: Visited| tree.iter().filter(|node| node.state == state).count();
        (
            of(Visited::Overlapping),
            of(Visited::Apart),
            of(Visited::No),
        )
    });
    let apart = (descent.tests.iter()).filter(|test| test.apart && test.gap > 0.0);
    let nearest = apart.min_by(|p, q| p.gap.total_cmp(&q.gap));
    let nearest = nearest.map_or(String::new(), |test| {
        format!(
            " The narrowest gap that parted two nodes ({} and {}) was {}, along ({}) of the first body.",
            test.nodes[0],
            test.nodes[1],
            length(f64::from(test.gap)),
            direction(test.direction.as_dvec3())
        )
    });
    let of = match descent.of_query {
        true => "The descent tested",
        false => "A cheaper stage decided; the trees alone would test",
    };
    let pair = |pick: fn(&(usize, usize, usize)) -> usize| {
        format!("{} and {}", pick(&counts[0]), pick(&counts[1]))
    };
    Some(format!(
        "{of} {} of nodes: {} nodes overlapped, {} were apart, {} were not visited.{nearest}",
        counted(descent.tests.len(), "pair"),
        pair(|c| c.0),
        pair(|c| c.1),
        pair(|c| c.2)
    ))
}

/// The advancement, with pieces and triangles.
pub fn advancement(sweep: &SweepStage) -> String {
    let steps = &sweep.advancement;
    let first = steps.first().map_or(0.0, |step| step.distance);
    let mut text = format!(
        "In {} the distance fell from {} to {} (units of work: {}).",
        counted(steps.len(), "instant"),
        length(first),
        length(steps.last().map_or(0.0, |step| step.distance)),
        sweep.used
    );
    if let Some(met) = &sweep.triangles {
        let ([pa, pb], [ta, tb]) = (met.pieces, met.triangles);
        text += &format!(" Triangle {ta} of piece {pa} met triangle {tb} of piece {pb}.");
    }
    if let (Some(point), Some(normal)) = (sweep.point, sweep.normal) {
        text += &format!(
            " They touch at ({}), and the surface there faces along ({}).",
            place(point),
            direction(normal.as_dvec3())
        );
    }
    text
}

/// The contacts that the solver held.
pub fn held(contacts: &[HeldContact]) -> String {
    let total: f64 = contacts.iter().map(|contact| contact.impulse).sum();
    let most = contacts.iter().max_by(|p, q| p.force.total_cmp(&q.force));
    let most = most.map_or(String::new(), |contact| {
        format!(
            " The strongest pushed with {:.0} N at ({}), {} apart as the step began.",
            contact.force,
            place(contact.point.as_dvec3()),
            length(f64::from(contact.distance))
        )
    });
    format!(
        "No sweep was needed: the contact solver held them apart at {}, with {total:.2} N s over the step.{most}",
        counted(contacts.len(), "place")
    )
}

/// The velocities before and after.
pub fn velocities(balance: &ImpactBalance, names: &[NamedBody; 2]) -> String {
    let [a, b] = [0, 1].map(|i: usize| {
        let change = &balance.bodies[i];
        format!(
            "{} went from {:.2} to {:.2} m/s and turned at {:.0} degrees a second instead of {:.0}",
            names[i].name,
            change.velocity_before.length(),
            change.velocity_after.length(),
            change.spin_after.length().to_degrees(),
            change.spin_before.length().to_degrees()
        )
    });
    format!(
        "{a}; {b}. They touched at {}, with restitution {:.2} (parting over closing speed) and friction {:.2}.",
        counted(balance.contacts as usize, "place"),
        balance.restitution,
        balance.friction
    )
}

/// The momentum.
pub fn momentum(balance: &ImpactBalance) -> String {
    let sum =
        |of: fn(&crate::explain::Change) -> DVec3| balance.bodies.iter().map(of).sum::<DVec3>();
    let (before, after) = (
        sum(|one| one.momentum_before),
        sum(|one| one.momentum_after),
    );
    let rest = match balance.conserves {
        true if balance.missing == DVec3::ZERO => {
            format!(
                "The rule ({}) conserves it, here to the last digit",
                balance.rule
            )
        }
        true => format!(
            "The rule ({}) conserves it, and {:.0e} kg m/s of rounding are missing",
            balance.rule,
            balance.missing.length()
        ),
        false if balance.rule == RULE_OF_STOP => format!(
            "By {RULE_OF_STOP} nothing moves on, which does not conserve it: the difference is ({}) kg m/s",
            vector(balance.missing)
        ),
        false => format!(
            "By {} each leaves with the momentum of the other, away from the point, which does not conserve it: the \
             difference is ({}) kg m/s",
            balance.rule,
            vector(balance.missing)
        ),
    };
    format!(
        "Their momentum (mass times velocity) was ({}) kg m/s before and ({}) after{}. {rest}.",
        vector(before),
        vector(after),
        given(&balance.givers)
    )
}

/// The energy.
pub fn energy(balance: &ImpactBalance) -> String {
    let before: f64 = balance.bodies.iter().map(|one| one.energy_before).sum();
    let change = match balance.energy {
        lost if lost < -0.05 => format!("{:.1} J became heat and noise", -lost),
        gained if gained > 0.05 => format!("the impact added {gained:.1} J"),
        _ => "the impact kept it".to_owned(),
    };
    format!(
        "Their energy of motion was {before:.1} J before and {:.1} J after: {change}.",
        before + balance.energy
    )
}

/// The balance of the whole step.
pub fn whole_step(balance: &StepBalance) -> String {
    format!(
        "Over the whole step their momentum went from ({}) to ({}) kg m/s{}; the grip of wheels, friction, drag \
         and changing loads gave ({}).",
        vector(balance.momentum[0]),
        vector(balance.momentum[1]),
        given(&balance.givers),
        vector(balance.rest)
    )
}

fn given(givers: &[Giver]) -> String {
    let each = givers.iter();
    let each = each.map(|giver| format!("{} gave ({})", giver.name, vector(giver.momentum)));
    let each: Vec<String> = each.collect();
    match each.is_empty() {
        true => String::new(),
        false => format!("; {}", each.join(", ")),
    }
}
