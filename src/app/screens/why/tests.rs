//! The list of crashes and the steps of an explanation, without a window.

use crate::app::input::{Command, Presses};
use crate::app::params::explanation::shown::{INSTANTS, NODES, TESTS};
use crate::app::screens::why::list::{CrashList, Entry, Which, place_of};
use crate::app::screens::why::shown::Shown;
use crate::app::words::Language;
use crate::arena::{View, Views};
use crate::game::explain::{CrashScan, Explainer, FoundCrash};
use crate::game::tape::recorded_as;
use crate::texts::sentence;

/// A recording with its crashes up to a step.
fn scanned(now: u64) -> (Explainer, CrashScan) {
    let (tape, _) = recorded_as("classic", 900, |_, _| {});
    let mut explainer = Explainer::new(tape).unwrap();
    let mut scan = CrashScan::new(now, now);
    while let Some(step) = scan.next() {
        explainer.at_step(step, |moment| scan.note(moment)).unwrap();
    }
    (explainer, scan)
}

fn pressed(down: i32, commands: &[Command]) -> Presses {
    let mut presses = Presses::default();
    if down != 0 {
        presses.step(0, down);
    }
    commands.iter().for_each(|command| presses.press(*command));
    presses
}

#[test]
fn the_list_begins_with_the_newest_crash_and_has_none_of_the_future() {
    let (_, scan) = scanned(800);
    let all: Vec<FoundCrash> = scan.found().to_vec();
    assert!(all.len() > 3 && all.iter().all(|one| one.step <= 800));
    let mut list = CrashList::new(scan, (800, None), None);
    list.keep_selection();
    assert!(
        list.follow(&pressed(0, &[])).is_none(),
        "nothing is chosen yet"
    );
    let chosen = |list: &mut CrashList, down| match list.follow(&pressed(down, &[Command::Confirm]))
    {
        Some(Entry::Crash(crash)) => place_of(&crash),
        _ => panic!("a crash"),
    };
    let places: Vec<_> = all.iter().rev().map(place_of).collect();
    assert_eq!(chosen(&mut list, 0), places[0]);
    assert_eq!(chosen(&mut list, 2), places[2]);
    assert_eq!(chosen(&mut list, -9), places[0]);
    // A pair in focus comes first.
    list.set_pair(Some((all[0].ids, "the two".to_owned())));
    let found = list.follow(&pressed(0, &[Command::Confirm]));
    assert!(matches!(found, Some(Entry::Pair(ids)) if ids == all[0].ids));
    assert_eq!(chosen(&mut list, 1), places[0]);
}

#[test]
fn the_next_and_the_previous_crash_are_of_all_of_the_pair_or_cut() {
    let (_, scan) = scanned(900);
    let all: Vec<FoundCrash> = scan.found().to_vec();
    let mut list = CrashList::new(scan, (900, None), None);
    let middle = all.len() / 2;
    let (from, ids) = (place_of(&all[middle]), all[middle].ids);
    let beside = |list: &CrashList, back| list.beside(from, ids, back).map(|one| place_of(&one));
    assert_eq!(beside(&list, true), Some(place_of(&all[middle - 1])));
    assert_eq!(beside(&list, false), Some(place_of(&all[middle + 1])));
    assert!(list.knows_all(true) && list.knows_all(false));
    list.which = list.which.next();
    assert_eq!(list.which, Which::OfPair);
    let of_pair = all[..middle].iter().rfind(|one| one.is_of(ids));
    assert_eq!(beside(&list, true), of_pair.map(place_of));
    list.which = list.which.next();
    let cut = all[middle + 1..].iter().find(|one| one.cut);
    assert_eq!(beside(&list, false), cut.map(place_of));
    assert_eq!(list.which.next(), Which::All);
}

#[test]
fn all_steps_of_an_explanation_are_gone_through_on_and_back() {
    let (mut explainer, scan) = scanned(900);
    let shown = scan.found().iter().find_map(|crash| {
        let found = explainer.at_step(crash.step, |moment| crash.explain(moment));
        let shown = Shown::met(found??, crash.clone(), Language::English.words());
        let instants = shown.sweep()?.advancement.len();
        (instants > 1).then_some((shown, instants))
    });
    let (mut shown, instants) = shown.expect("a sweep with several instants");
    let stages = shown.sentences.len();
    // The stage of the advancement has a step for each instant.
    let steps = stages - 1 + instants - 1;
    let mut seen = vec![(shown.at, shown.instant)];
    while shown.turn(1) {
        seen.push((shown.at, shown.instant));
    }
    assert_eq!((seen.len(), shown.at), (steps + 1, stages - 1));
    for place in seen.iter().rev().skip(1) {
        assert!(shown.turn(-1));
        assert_eq!((shown.at, shown.instant), *place);
    }
    assert!(!shown.turn(-1) && !shown.skip(-1));
    let skipped = (0..).take_while(|_| shown.skip(1)).count();
    assert_eq!(skipped, stages - 1);
    // A press goes to an instant, a stage, or a node.
    assert!(shown.pick(Some(INSTANTS + 1)));
    assert_eq!((shown.stage(), shown.instant), ("advancement", 1));
    assert_eq!(shown.shown_instant(), Some(1));
    assert!(shown.pick(Some(1)) && shown.stage() == "broad phase");
    assert_eq!(shown.shown_instant(), Some(instants - 1), "the answer");
    assert!(shown.pick(Some(NODES[1] + 7)) && shown.nodes == [None, Some(7)]);
    // A cell of the matrix chooses both nodes, and the panel shows their test.
    let descent = shown.sweep().and_then(|sweep| sweep.descent.clone());
    let tests = descent.expect("a descent").tests;
    let apart = tests.iter().position(|test| test.apart && test.gap > 0.0);
    let apart = apart.expect("a test that parts");
    assert!(shown.pick(Some(TESTS + apart)));
    assert_eq!(shown.nodes, tests[apart].nodes.map(Some));
    shown.go_to_stage("trees");
    let words = shown.words_of_nodes().expect("words about the two");
    assert!(words.contains("are apart by"), "{words}");
    shown.go_to_stage("meeting");
    assert_eq!(shown.words_of_nodes(), None);
    assert!(!shown.pick(None));
    let mut views = Views::default();
    views.set(View::Sweeps, true);
    shown.go_to_stage("broad phase");
    shown.show_view(&mut views);
    assert!(views.has(View::Pairs) && !views.has(View::Sweeps));
}

#[test]
fn a_crash_is_summed_up_in_the_language_of_the_settings() {
    let (mut explainer, scan) = scanned(900);
    let crash = scan.found().iter().find(|one| one.impact.is_some());
    let crash = crash.expect("an impact").clone();
    let found = explainer.at_step(crash.step, |moment| crash.explain(moment));
    let found = found.flatten().expect("both are there");
    for (language, hit) in [(Language::English, " hit "), (Language::German, " traf")] {
        let words = language.words();
        let shown = Shown::met(found.clone(), crash.clone(), words);
        let told = shown.summary().expect("a summary");
        let names = crash.bodies.each_ref().map(|body| {
            let forms = words.views.names.forms(&body.name);
            told.contains(&*sentence(&forms.subject)) || told.contains(&forms.object)
        });
        assert!(told.contains(hit) && names == [true, true], "{told}");
    }
}

#[test]
fn the_crash_that_is_asked_for_is_chosen_among_those_of_its_step() {
    let (_, scan) = scanned(900);
    let all: Vec<FoundCrash> = scan.found().to_vec();
    for one in &all {
        let mut last_first = one.ids;
        last_first.reverse();
        for ids in [one.ids, last_first] {
            let list = CrashList::new(scan.clone(), (one.step, Some(ids)), None);
            assert!(list.newest().is_some_and(|found| found.is_of(one.ids)));
        }
        // Without a wish it is an impact, if the step has one.
        let found = CrashList::new(scan.clone(), (one.step, None), None).newest();
        let has_impact = |other: &&FoundCrash| other.step == one.step && other.impact.is_some();
        let found = found.expect("a crash of that step");
        assert_eq!(
            found.impact.is_some(),
            all.iter().any(|one| has_impact(&one))
        );
    }
}

#[test]
fn a_list_without_a_crash_selects_none() {
    let mut list = CrashList::new(CrashScan::new(900, 900), (900, None), None);
    list.keep_selection();
    assert!(list.newest().is_none());
    let found = list.follow(&pressed(0, &[Command::Confirm]));
    assert!(found.is_none());
}
