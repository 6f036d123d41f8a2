//! Explanations in plain words: one sentence or a few for each stage, with numbers and units.

use std::fmt::Display;

use dodgem_collide::query::Stage;
use dodgem_collide::query::toi::Finding;
use dodgem_scene::console::{fill, rounded};
use dodgem_scene::texts::{NameForms, count_of, sentence};
use glam::DVec3;
use serde::Serialize;

use crate::explain::balance::RULE_OF_STOP;
use crate::explain::explain_words::{
    BalanceWords, ExplainWords, MeetingWords, SweepWords, TitleWords,
};
use crate::explain::formats::{direction, length, ms, place, vector};
use crate::explain::givers::Giver;
use crate::explain::gjk_runs::gjk;
use crate::explain::sweep::last_finding;
use crate::explain::{
    AnsweredBy, BroadStage, Change, Compared, Explanation, HeldContact, ImpactBalance, NamedBody,
    ScheduleStage, StageVerdict, StepBalance, SweepStage, Visited,
};
use crate::params::SAID_TO_STAND;

/// A stage of an explanation in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sentence {
    /// The stage, in a word or two of English.
    pub stage: &'static str,
    /// The stage in the language of the text.
    #[serde(skip)]
    pub title: &'static str,
    /// The sentences.
    pub text: String,
    /// True for a stage of a query that was not asked: the level switches it off, or another one had decided.
    #[serde(skip)]
    pub is_idle: bool,
}

impl Sentence {
    /// A sentence about a stage, which `title` picks from a table of titles.
    pub(super) fn new(
        words: &ExplainWords,
        title: fn(&TitleWords) -> &'static str,
        text: String,
    ) -> Self {
        Sentence {
            stage: title(&TitleWords::ENGLISH),
            title: title(&words.titles),
            text,
            is_idle: false,
        }
    }

    /// A sentence about a stage of a query.
    fn of_stage(words: &ExplainWords, verdict: &StageVerdict, sweep: &SweepStage) -> Self {
        let undecided = last_finding(verdict).is_none() && !verdict.decided;
        Sentence {
            stage: verdict.stage.name(),
            title: words.views.stages.name(verdict.stage),
            text: stage(verdict, sweep, &words.sweep),
            is_idle: !verdict.allowed || verdict.steps == 0 && undecided,
        }
    }
}

/// The forms of the names of two bodies.
pub(super) fn forms_of(bodies: &[NamedBody; 2], words: &ExplainWords) -> [NameForms; 2] {
    bodies
        .each_ref()
        .map(|body| words.views.names.forms(&body.name))
}

impl Explanation {
    /// Returns the explanation in words, forwards from the broad phase.
    pub fn sentences(&self, words: &ExplainWords) -> Vec<Sentence> {
        let meeting = &words.meeting;
        let names = forms_of(&self.bodies, words);
        let mut all = vec![
            Sentence::new(words, |t| t.meeting, self.meeting(meeting, &names)),
            Sentence::new(words, |t| t.broad_phase, broad(&self.broad, &names, words)),
            Sentence::new(words, |t| t.schedule, schedule(&self.schedule, meeting)),
        ];
        match &self.answered_by {
            AnsweredBy::Sweep(sweep) => all.extend(of_sweep(sweep, words)),
            AnsweredBy::Solver(contacts) => {
                let text = held(contacts, meeting);
                all.push(Sentence::new(words, |t| t.contacts, text));
            }
            AnsweredBy::Test => {
                let text = meeting.tested.to_owned();
                all.push(Sentence::new(words, |t| t.test, text));
            }
            AnsweredBy::SpentBudget => {
                let text = meeting.spent.to_owned();
                all.push(Sentence::new(words, |t| t.budget, text));
            }
        }
        let mut add = |title, text| all.push(Sentence::new(words, title, text));
        if let Some(balance) = &self.impact {
            add(|t| t.velocities, velocities(balance, &names, words));
            add(|t| t.momentum, momentum(balance, words));
            add(|t| t.energy, energy(balance, &words.balance));
        }
        add(|t| t.whole_step, whole_step(&self.whole_step, words));
        all
    }

    /// The meeting itself.
    fn meeting(&self, words: &MeetingWords, names: &[NameForms; 2]) -> String {
        let [a, b] = names;
        let time = format!("{:.4}", self.time);
        let told = match &self.event {
            Some(event) => fill(
                words.met,
                &[
                    ("one", &a.subject),
                    ("other", &b.subject),
                    ("time", &time),
                    ("into", &ms(f64::from(event.time))),
                    ("step", &self.step),
                    ("speed", &format!("{:.2}", event.speed)),
                    ("place", &place(event.point.as_dvec3())),
                    ("ways", &self.ways(words, names, event.normal.as_dvec3())),
                ],
            ),
            None => fill(
                words.pressed,
                &[
                    ("one", &a.subject),
                    ("other", &b.subject),
                    ("step", &self.step),
                    ("time", &time),
                ],
            ),
        };
        sentence(&told)
    }

    /// The speed of each body at the impact, and its part toward the other one; `normal` is from the first to the
    /// second body.
    fn ways(&self, words: &MeetingWords, names: &[NameForms; 2], normal: DVec3) -> String {
        let Some(balance) = &self.impact else {
            return String::new();
        };
        let each = [0, 1].map(|side: usize| {
            let (own, other) = (&names[side], &names[1 - side]);
            let velocity = balance.bodies[side].velocity_before;
            let toward = velocity.dot(normal) * [1.0, -1.0][side];
            let text = match velocity.length() {
                0.0..SAID_TO_STAND => words.stood,
                _ if toward < 0.0 => words.moved_away,
                _ => words.moved_toward,
            };
            fill(
                text,
                &[
                    ("one", &own.subject),
                    ("other", &other.object),
                    ("from_other", &other.from),
                    ("speed", &format!("{:.2}", velocity.length())),
                    ("part", &format!("{:.2}", toward.abs())),
                ],
            )
        });
        format!(" {}.", sentence(&each.join("; ")))
    }
}

/// The broad phase.
fn broad(broad: &BroadStage, names: &[NameForms; 2], all_words: &ExplainWords) -> String {
    let words = &all_words.meeting;
    let cell = |cell: [i32; 3]| format!("{}/{}/{}", cell[0], cell[1], cell[2]);
    let why = match (broad.compared, broad.cells) {
        (Compared::SameCell, [Some(a), _]) => fill(words.same_cell, &[("cell", &cell(a))]),
        (Compared::SameCell, _) => words.one_cell.to_owned(),
        (Compared::NeighbourCells, [Some(a), Some(b)]) => fill(
            words.neighbour_cells,
            &[("cell", &cell(a)), ("other", &cell(b))],
        ),
        (Compared::NeighbourCells, _) => words.some_cells.to_owned(),
        (Compared::LargeBody, _) => words.large.to_owned(),
        (Compared::WithoutCells, _) => words.no_cells.to_owned(),
        (Compared::NotCompared, _) => words.too_far.to_owned(),
    };
    let o = broad.overlap;
    let [x, y, z] = [o.x, o.y, o.z].map(|part| length(f64::from(part)));
    let amounts = fill(words.amounts, &[("x", &x), ("y", &y), ("z", &z)]);
    let pairs = count_of(broad.pairs, words.one_pair, words.pairs);
    let overlap = match broad.is_pair {
        true if o.min_element() < 0.0 => words.within_margin,
        true => words.overlap,
        false => words.no_pair,
    };
    let overlap = fill(overlap, &[("pairs", &pairs), ("amounts", &amounts)]);
    let rejected = broad.rejected.first().map_or(String::new(), |nearest| {
        let count = broad.rejected.len();
        let text = if count == 1 {
            words.rejected_one
        } else {
            words.rejected
        };
        fill(
            text,
            &[
                ("count", &count),
                ("name", &all_words.views.names.label(&nearest.body.name)),
                ("gap", &length(f64::from(nearest.gap))),
                ("from_other", &names[nearest.of].from),
                ("axis", &nearest.axis),
            ],
        )
    });
    fill(
        words.broad,
        &[
            ("method", &all_words.views.method(&broad.kind)),
            ("why", &why),
            ("overlap", &overlap),
            ("rejected", &rejected),
        ],
    )
}

/// The schedule.
fn schedule(schedule: &ScheduleStage, words: &MeetingWords) -> String {
    let meets = schedule.turns.iter().find(|turn| turn.end != "Clear");
    let Some(turn) = meets.or(schedule.turns.last()) else {
        return fill(words.no_turn, &[("count", &schedule.of)]);
    };
    let share = match turn.allowed {
        Some(units) => fill(words.allowed, &[("units", &units)]),
        None => words.no_limit.to_owned(),
    };
    let again = match schedule.turns.len() {
        1 => String::new(),
        count => fill(words.again, &[("count", &count)]),
    };
    fill(
        words.turn,
        &[
            ("place", &turn.place),
            ("count", &schedule.of),
            ("share", &share),
            ("used", &turn.used),
            ("all", &schedule.used),
            ("budget", &schedule.budget),
            ("again", &again),
        ],
    )
}

/// A sweep, stage by stage.
pub(super) fn of_sweep(sweep: &SweepStage, words: &ExplainWords) -> Vec<Sentence> {
    let stages = sweep.stages.iter();
    let mut all: Vec<Sentence> = stages
        .map(|verdict| Sentence::of_stage(words, verdict, sweep))
        .collect();
    if let Some(text) = descent(sweep, &words.sweep) {
        all.push(Sentence::new(words, |t| t.trees, text));
    }
    let text = advancement(sweep, &words.sweep);
    all.push(Sentence::new(words, |t| t.advancement, text));
    if let Some(text) = gjk(sweep, &words.gjk) {
        all.push(Sentence::new(words, |t| t.gjk, text));
    }
    all
}

/// One stage of the query.
fn stage(verdict: &StageVerdict, sweep: &SweepStage, words: &SweepWords) -> String {
    let about = match verdict.stage {
        Stage::Bounds => words.bounds,
        Stage::Plane => words.plane,
        Stage::ClosedForm => words.closed_form,
        Stage::Convex => words.convex,
        Stage::Probe => words.probe,
        Stage::Tree => words.tree,
        Stage::Pieces => words.pieces,
        Stage::Triangles => words.triangles,
    };
    if !verdict.allowed {
        return fill(words.switched_off, &[("stage", &about)]);
    }
    let at = |text: &str, time: f64| fill(text, &[("ms", &ms(time))]);
    let found = match last_finding(verdict) {
        Some((Finding::Apart, _)) => words.stay_apart.to_owned(),
        Some((Finding::ApartUntil, time)) => at(words.apart_until, time),
        Some((Finding::HullIsNotMesh, time)) => at(words.hull_is_not_mesh, time),
        Some((Finding::MeetAgain, time)) => at(words.meet_again, time),
        Some((Finding::Meet, time)) => at(words.meet, time),
        Some((Finding::Unknown, _)) => words.unknown.to_owned(),
        None if verdict.steps > 0 => words.searched.to_owned(),
        None if Some(verdict.stage) < sweep.decided_by => words.undecided.to_owned(),
        None => words.not_needed.to_owned(),
    };
    let tests = count_of(verdict.steps, words.one_test, words.tests);
    let measured = match (verdict.steps, verdict.span) {
        (0, _) => String::new(),
        (_, Some([from, to])) => fill(
            words.measured,
            &[("tests", &tests), ("from", &ms(from)), ("to", &ms(to))],
        ),
        (_, None) => fill(words.counted, &[("tests", &tests)]),
    };
    let decided = match (verdict.decided, sweep.normal.is_some()) {
        (true, true) => fill(
            words.decided_within,
            &[("gap", &length(sweep.target)), ("ms", &ms(sweep.time))],
        ),
        (true, false) => words.decided.to_owned(),
        _ => String::new(),
    };
    fill(
        words.verdict,
        &[
            ("stage", &about),
            ("found", &found),
            ("measured", &measured),
            ("decided", &decided),
        ],
    )
}

/// The descent of both trees.
pub(super) fn descent(sweep: &SweepStage, words: &SweepWords) -> Option<String> {
    let descent = sweep.descent.as_ref()?;
    let both = |state: Visited| {
        let [one, other] = (descent.trees.each_ref())
            .map(|tree| tree.iter().filter(|node| node.state == state).count());
        fill(words.both, &[("one", &one), ("other", &other)])
    };
    let apart = (descent.tests.iter()).filter(|test| test.apart && test.gap > 0.0);
    let nearest = apart.min_by(|p, q| p.gap.total_cmp(&q.gap));
    let narrowest = nearest.map_or(String::new(), |test| {
        fill(
            words.narrowest,
            &[
                ("a", &test.nodes[0]),
                ("b", &test.nodes[1]),
                ("gap", &length(f64::from(test.gap))),
                ("direction", &direction(test.direction.as_dvec3())),
            ],
        )
    });
    let text = match descent.of_query {
        true => words.descent,
        false => words.descent_alone,
    };
    Some(fill(
        text,
        &[
            (
                "pairs",
                &count_of(descent.tests.len(), words.one_pair, words.pairs),
            ),
            ("overlapping", &both(Visited::Overlapping)),
            ("apart", &both(Visited::Apart)),
            ("rest", &both(Visited::No)),
            ("narrowest", &narrowest),
        ],
    ))
}

/// Returns the test of two nodes in words. None if the sweep has no descent.
pub fn words_of_nodes(sweep: &SweepStage, [a, b]: [u32; 2], words: &SweepWords) -> Option<String> {
    let descent = sweep.descent.as_ref()?;
    let mut tests = descent.tests.iter().filter(|test| test.nodes == [a, b]);
    let widest = tests.clone().max_by(|p, q| p.gap.total_cmp(&q.gap));
    let text = match widest {
        None => words.nodes_not_tested,
        Some(test) if test.gap <= 0.0 => words.nodes_overlap,
        Some(_) if tests.all(|test| test.apart) => words.nodes_apart,
        Some(_) => words.nodes_overlap_later,
    };
    let (gap, along) = widest.map_or((0.0, DVec3::ZERO), |test| {
        (f64::from(test.gap), test.direction.as_dvec3())
    });
    let parts: [(&str, &dyn Display); 4] = [
        ("a", &a),
        ("b", &b),
        ("gap", &length(gap)),
        ("direction", &direction(along)),
    ];
    Some(fill(text, &parts))
}

/// The advancement, with pieces and triangles.
fn advancement(sweep: &SweepStage, words: &SweepWords) -> String {
    let steps = &sweep.advancement;
    let first = steps.first().map_or(0.0, |step| step.distance);
    let last = steps.last().map_or(0.0, |step| step.distance);
    let instants = count_of(steps.len(), words.one_instant, words.instants);
    let mut text = fill(
        words.advancement,
        &[
            ("instants", &instants),
            ("from", &length(first)),
            ("to", &length(last)),
            ("used", &sweep.used),
        ],
    );
    if let Some(met) = &sweep.triangles {
        let ([pa, pb], [ta, tb]) = (met.pieces, met.triangles);
        let parts: [(&str, &dyn Display); 4] = [("pa", &pa), ("pb", &pb), ("ta", &ta), ("tb", &tb)];
        text += &fill(words.met_triangles, &parts);
    }
    if let (Some(point), Some(normal)) = (sweep.point, sweep.normal) {
        let (place, normal) = (place(point), direction(normal.as_dvec3()));
        text += &fill(words.touch, &[("place", &place), ("normal", &normal)]);
    }
    text
}

/// The contacts that the solver held.
fn held(contacts: &[HeldContact], words: &MeetingWords) -> String {
    let total: f64 = contacts.iter().map(|contact| contact.impulse).sum();
    let most = contacts.iter().max_by(|p, q| p.force.total_cmp(&q.force));
    let strongest = most.map_or(String::new(), |contact| {
        fill(
            words.strongest,
            &[
                ("force", &format!("{:.0}", contact.force)),
                ("place", &place(contact.point.as_dvec3())),
                ("gap", &length(f64::from(contact.distance))),
            ],
        )
    });
    let places = count_of(contacts.len(), words.one_place, words.places);
    fill(
        words.held,
        &[
            ("places", &places),
            ("impulse", &format!("{total:.2}")),
            ("strongest", &strongest),
        ],
    )
}

/// The velocities before and after.
fn velocities(balance: &ImpactBalance, names: &[NameForms; 2], all_words: &ExplainWords) -> String {
    let words = &all_words.balance;
    let [first, second] = [0, 1].map(|i: usize| {
        let change = &balance.bodies[i];
        let degrees = |spin: DVec3| format!("{:.0}", spin.length().to_degrees());
        fill(
            words.velocity,
            &[
                ("one", &names[i].subject),
                ("before", &format!("{:.2}", change.velocity_before.length())),
                ("after", &format!("{:.2}", change.velocity_after.length())),
                ("spin_after", &degrees(change.spin_after)),
                ("spin_before", &degrees(change.spin_before)),
            ],
        )
    });
    let meeting = &all_words.meeting;
    let places = count_of(balance.contacts as usize, meeting.one_place, meeting.places);
    sentence(&fill(
        words.velocities,
        &[
            ("first", &first),
            ("second", &second),
            ("places", &places),
            ("restitution", &format!("{:.2}", balance.restitution)),
            ("friction", &format!("{:.2}", balance.friction)),
        ],
    ))
}

/// The momentum.
fn momentum(balance: &ImpactBalance, all_words: &ExplainWords) -> String {
    let words = &all_words.balance;
    let sum = |of: fn(&Change) -> DVec3| balance.bodies.iter().map(of).sum::<DVec3>();
    let before = sum(|one| one.momentum_before);
    let after = sum(|one| one.momentum_after);
    let stops = balance.rule == RULE_OF_STOP;
    let (text, rule) = match balance.conserves {
        true if balance.missing == DVec3::ZERO => (words.exact, words.rule_of_impulse),
        true => (words.rounding, words.rule_of_impulse),
        false if stops => (words.stops, words.rule_of_stop),
        false => (words.exchanges, words.rule_of_2002),
    };
    let missing = match balance.conserves {
        true => format!("{:.0e}", balance.missing.length()),
        false => vector(balance.missing),
    };
    let rest = fill(text, &[("rule", &rule), ("missing", &missing)]);
    fill(
        words.momentum,
        &[
            ("before", &vector(before)),
            ("after", &vector(after)),
            ("given", &given(&balance.givers, all_words)),
            ("rest", &rest),
        ],
    )
}

/// The energy.
fn energy(balance: &ImpactBalance, words: &BalanceWords) -> String {
    let before: f64 = balance.bodies.iter().map(|one| one.energy_before).sum();
    let text = match balance.energy {
        lost if lost < -0.05 => words.lost,
        gained if gained > 0.05 => words.added,
        _ => words.kept,
    };
    let joules = format!("{:.1}", balance.energy.abs());
    let after = rounded(before + balance.energy, 1);
    fill(
        words.energy,
        &[
            ("before", &format!("{before:.1}")),
            ("after", &after),
            ("change", &fill(text, &[("joules", &joules)])),
        ],
    )
}

/// The balance of the whole step.
fn whole_step(balance: &StepBalance, all_words: &ExplainWords) -> String {
    fill(
        all_words.balance.whole_step,
        &[
            ("before", &vector(balance.momentum[0])),
            ("after", &vector(balance.momentum[1])),
            ("given", &given(&balance.givers, all_words)),
            ("rest", &vector(balance.rest)),
        ],
    )
}

fn given(givers: &[Giver], words: &ExplainWords) -> String {
    let each = givers.iter().map(|giver| {
        let name = words.balance.giver(&giver.by, &words.views.names);
        let momentum = vector(giver.momentum);
        fill(
            words.balance.gave,
            &[("giver", &name), ("momentum", &momentum)],
        )
    });
    let each: Vec<String> = each.collect();
    match each.is_empty() {
        true => String::new(),
        false => format!("; {}", each.join(", ")),
    }
}
