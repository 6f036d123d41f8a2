//! Impacts: the explanation's stage, time, point and impulse are those of the event, and its momentum adds up.

use dodgem::console::rounded;
use dodgem::game::explain::{AnsweredBy, ExplainWords, Explainer, Explanation, Why};
use dodgem::level::Library;
use dodgem::texts::{NameWords, sentence};
use dodgem_collide::query::Stage;
use dodgem_physics::{Impact, ImpactRule};
use glam::DVec3;

use crate::{assert_repeats, recorded};

/// The numbers of explained impacts, by kind.
#[derive(Debug, Default)]
struct Seen {
    impacts: usize,
    earlier: usize,
    conserved: usize,
    not_conserved: usize,
    with_triangles: usize,
    with_hulls: usize,
    both_hit: usize,
}

/// Compares an explanation with the event that the round reported when it was recorded.
fn compare(explanation: &Explanation, event: &Impact, step: u64, seen: &mut Seen) {
    let at = format!("step {step}: {event:?}");
    let told = explanation.event.expect("an impact");
    assert_eq!(explanation.step, step, "{at}");
    assert_eq!(
        (told.time, told.point, told.normal, told.impulse),
        (event.time, event.point, event.normal, event.impulse),
        "{at}"
    );
    assert_eq!(told.decided_by, event.decided_by, "{at}");
    seen.impacts += 1;
    match &explanation.answered_by {
        AnsweredBy::Sweep(sweep) => {
            assert_eq!(sweep.decided_by, event.decided_by, "{at}");
            let late = sweep.time - f64::from(event.time);
            // A sweep may end so near that the step moves them a little less far; never farther.
            assert!(late > -1e-9, "{at}: {late}");
            seen.earlier += usize::from(late > 1e-8);
            let last = sweep.advancement.last().expect("an instant");
            assert!(
                last.distance <= 1.01 * sweep.target + 5e-6,
                "{at}: {}",
                last.distance
            );
            let decided = sweep.stages.iter().filter(|stage| stage.decided);
            let decided: Vec<_> = decided.map(|stage| stage.stage).collect();
            assert_eq!(decided, Vec::from_iter(event.decided_by), "{at}");
            seen.with_triangles += usize::from(sweep.triangles.is_some());
            seen.with_hulls += usize::from(!sweep.gjk.is_empty());
            // Cause: the steps of a search for a plane, which looks ahead, had the time from which it looks.
            let decided_by_hulls = event.decided_by == Some(Stage::Convex);
            let before = sweep
                .gjk
                .iter()
                .filter(|step| step.time < sweep.time - 1e-9);
            for step in before.filter(|_| decided_by_hulls) {
                let upper = step.nearest.length();
                assert!(upper > 0.5 * sweep.target, "{at}: {upper} at {}", step.time);
            }
        }
        AnsweredBy::Test => panic!("{at}: no level of these tests once a step"),
        AnsweredBy::SpentBudget => assert_eq!(event.decided_by, None, "{at}"),
        AnsweredBy::Solver(_) => panic!("{at}: the contact solver has no impacts"),
    }
    compare_momentum(explanation, event, &at, seen);
    let summary = explanation.summary(&ExplainWords::ENGLISH);
    let speed = rounded(event.relative_speed, 2);
    assert!(
        summary.contains(&format!(" at {speed} m/s after ")),
        "{at}: {summary}"
    );
    for body in &explanation.bodies {
        let forms = NameWords::ENGLISH.forms(&body.name);
        let names = [sentence(&forms.subject), forms.subject, forms.object];
        let is_named = names.iter().any(|name| summary.contains(&**name));
        assert!(is_named, "{at}: {}: {summary}", body.name);
    }
    // The speeds toward each other: a third of the other's is a hit as well.
    let before = &event.effect.before;
    let toward = before[0].velocity.dot(event.normal.as_dvec3());
    let other = -before[1].velocity.dot(event.normal.as_dvec3());
    let both = 3.0 * toward.min(other) >= toward.max(other);
    assert_eq!(
        summary.contains(" hit each other "),
        both,
        "{at}: {summary}"
    );
    seen.both_hit += usize::from(both);
    let by_budget = summary.contains("the budget ended before the answer");
    assert_eq!(by_budget, event.decided_by.is_none(), "{at}: {summary}");
    let change = event.effect.after[0].velocity - event.effect.before[0].velocity;
    if explanation.bodies[0].mass.is_some() {
        let change = format!("by {} m/s", rounded(change.length(), 2));
        assert!(summary.contains(&change), "{at}: {change}: {summary}");
    }
    assert!(
        summary.ends_with('.') && !summary.contains(['{', '}']),
        "{at}: {summary}"
    );
    for sentence in explanation.sentences(&ExplainWords::ENGLISH) {
        assert!(sentence.text.ends_with('.'), "{at}: {}", sentence.text);
        assert!(!sentence.text.contains("NaN"), "{at}: {}", sentence.text);
    }
}

/// Works out the momentum of an impact from the velocities that it reports.
fn compare_momentum(explanation: &Explanation, event: &Impact, at: &str, seen: &mut Seen) {
    let balance = explanation.impact.as_ref().expect("an impact");
    let masses = explanation.bodies.each_ref().map(|body| body.mass);
    let gained = [0, 1].map(|i: usize| {
        let change = event.effect.after[i].velocity - event.effect.before[i].velocity;
        change * masses[i].unwrap_or(0.0) - event.effect.given[i]
    });
    let scale = f64::from(event.impulse) + 1.0;
    let given: DVec3 = balance.givers.iter().map(|giver| giver.momentum).sum();
    let ahead = event.effect.given[0] + event.effect.given[1];
    let sum = gained[0] + gained[1] + ahead - given - balance.missing;
    assert!(sum.length() < 1e-9 * scale, "{at}: {sum}");
    if ahead == DVec3::ZERO {
        // The impulse acts on the second body, and its opposite on the first.
        let one = if masses[1].is_some() {
            gained[1]
        } else {
            -gained[0]
        };
        let differs = (one.length() - f64::from(event.impulse)).abs();
        assert!(differs < 1e-5 * scale, "{at}: {differs}");
    }
    match event.effect.rule {
        ImpactRule::Impulse => {
            assert!(balance.conserves, "{at}");
            assert!(balance.missing.length() < 1e-9 * scale, "{at}");
            seen.conserved += 1;
        }
        ImpactRule::Stop => assert!(!balance.conserves, "{at}"),
        ImpactRule::Custom(_) => {
            assert!(!balance.conserves, "{at}");
            let differs = balance.missing - gained[0] - gained[1];
            assert!(differs.length() < 1e-9 * scale, "{at}: {differs}");
            seen.not_conserved += usize::from(balance.missing.length() > 1.0);
        }
    }
}

/// Explains the impacts of a recorded round of each level, at most `most` of each.
fn explain_all(levels: &[String], seconds: f32, most: usize) -> Seen {
    let mut seen = Seen::default();
    for name in levels {
        let mut events: Vec<(u64, Impact)> = Vec::new();
        let tape = recorded(name, seconds, |round| {
            let (arena, step) = (round.arena(), round.steps());
            let is_actor = |id| arena.actor_of(id).is_some();
            let impacts = arena.world().report().impacts.iter();
            let of_actors = impacts.filter(|one| is_actor(one.a) || is_actor(one.b));
            events.extend(of_actors.map(|impact| (step, *impact)));
        });
        let mut explainer = Explainer::new(tape).unwrap();
        let crashes = explainer.crashes(&mut |_| ());
        assert_eq!(crashes.len(), events.len(), "{name}");
        let every = events.len().div_ceil(most).max(1);
        for (crash, (step, event)) in crashes.iter().zip(&events).step_by(every) {
            let explanation = explainer.crash(crash).expect("both are there");
            compare(&explanation, event, *step, &mut seen);
        }
        assert_repeats(explainer, name);
    }
    seen
}

#[test]
fn impacts_are_explained_as_the_round_reported_them() {
    let levels = ["classic", "yard", "jump"].map(str::to_owned);
    let seen = explain_all(&levels, 8.0, 20);
    assert!(seen.impacts >= 40, "{seen:?}");
    // The rule of 2002 conserves momentum only by accident.
    assert!(seen.not_conserved >= 5 && seen.conserved >= 10, "{seen:?}");
    assert!((5..seen.impacts).contains(&seen.both_hit), "{seen:?}");
    assert!(seen.with_triangles >= 5 && seen.with_hulls >= 5, "{seen:?}");
    assert!(seen.earlier * 20 <= seen.impacts, "{seen:?}");
}

#[test]
#[ignore = "a minute: 200 impacts of all levels"]
fn two_hundred_impacts_of_all_levels_are_explained_as_their_rounds_reported_them() {
    let levels = Library::new(Vec::new()).level_names();
    let seen = explain_all(&levels, 10.0, 24);
    assert!(seen.impacts >= 200, "{seen:?}");
    assert!(seen.earlier * 20 <= seen.impacts, "{seen:?}");
}

#[test]
fn an_explanation_changes_neither_the_round_nor_its_continuation() {
    use dodgem::game::tape::Recorder;
    use dodgem::game::{Round, RoundOptions};
    use dodgem::level::load;
    let library = Library::new(Vec::new());
    let level = load(&library, "yard").unwrap();
    let begin = || {
        let options = RoundOptions {
            seed: 3,
            humans: 0,
            countdown: 0.1,
            ..RoundOptions::default()
        };
        let round = Round::with_options(&level, &library, options).unwrap();
        let recorder = Recorder::new(&round, &library).unwrap();
        (round, recorder)
    };
    let (mut round, mut recorder) = begin();
    let (mut other, mut unused) = begin();
    for step in 0..480 {
        recorder.step(&mut round, &[]);
        unused.step(&mut other, &[]);
        if step == 359 {
            // A running round is explained through its recording.
            let mut explainer = Explainer::new(recorder.tape()).unwrap();
            let crashes = explainer.crashes(&mut |_| ());
            assert!(!crashes.is_empty());
            for crash in crashes.iter().take(3) {
                explainer.crash(crash).expect("both are there");
            }
            explainer.at_step(360, |moment| {
                assert_eq!(moment.arena.state_hash(), round.arena().state_hash());
            });
        }
        assert_eq!(round.arena().state_hash(), other.arena().state_hash());
    }
}

/// A thing that stands on another one is held by the contact solver, and the explanation says so.
#[test]
fn a_meeting_that_the_solver_answered_has_contacts_in_place_of_a_sweep() {
    let mut pair: Option<(u64, [u32; 2], f32)> = None;
    let tape = recorded("sandbox/tower", 1.0, |round| {
        let arena = round.arena();
        for contact in arena.world().contacts().filter(|contact| contact.active) {
            let ids = [contact.a, contact.b].map(|id| arena.actor_of(id));
            if let [Some(a), Some(b)] = ids
                && contact.force(arena.world().settings().step) > 10.0
            {
                pair = Some((round.steps(), [a.0 + 1, b.0 + 1], contact.normal_impulse));
            }
        }
    });
    let (step, numbers, _) = pair.expect("blocks of a tower stand on others");
    let mut explainer = Explainer::new(tape).unwrap();
    let names = numbers.map(|number| number.to_string());
    let time = (step as f64 - 0.5) / 120.0;
    let why = explainer
        .pair([&names[0], &names[1]], time, &mut |_| ())
        .unwrap();
    let Why::Met(met) = why else {
        panic!("they press on each other");
    };
    let AnsweredBy::Solver(contacts) = &met.answered_by else {
        // An impact of the two within the second before or after is explained first.
        assert!(met.event.is_some());
        return;
    };
    assert_eq!((met.step, met.event), (step, None));
    assert!(contacts.iter().any(|contact| contact.force > 10.0));
    let total: f64 = contacts.iter().map(|contact| contact.impulse).sum();
    let force: f32 = contacts.iter().map(|contact| contact.force).sum();
    assert!((total - f64::from(force) / 120.0).abs() < 1e-6 * total);
    let summary = met.summary(&ExplainWords::ENGLISH);
    let impulse = format!("held them apart with {} N s", rounded(total, 1));
    assert!(summary.contains(&impulse), "{summary}");
    let said = met.sentences(&ExplainWords::ENGLISH);
    let said = said.iter().find(|one| one.stage == "contacts").unwrap();
    assert!(said.text.contains("No sweep was needed"), "{}", said.text);
}
