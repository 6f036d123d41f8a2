//! The list of crashes that is found backwards, and the copy of a round in which it is made.

use dodgem::game::explain::{CrashScan, Explainer, look_at_step};
use dodgem::game::tape::{Recorder, Wheel};
use dodgem::game::{Round, RoundOptions};
use dodgem::level::{Library, load};
use dodgem_rules::params::CRASH_LEAST;

use crate::recorded;

#[test]
fn crashes_found_from_the_middle_back_and_on_are_those_found_from_begin_to_end() {
    let tape = recorded("classic", 5.0, |_| ());
    let mut explainer = Explainer::new(tape.clone()).unwrap();
    let last = explainer.steps();
    for now in [0, 1, 119, 120, 121, 333, last] {
        let mut scan = CrashScan::new(now, last);
        let mut looked = 0;
        while let Some(step) = scan.next() {
            assert!(scan.known()[0] == 0 || step <= now, "first all of the past");
            explainer.at_step(step, |moment| scan.note(moment)).unwrap();
            looked += 1;
        }
        // Each segment begins one step early, to know the contacts before it.
        assert!(looked <= last + last / 120 + 3, "{looked} of {last}");
        assert_eq!(scan.known(), [0, last]);
        let all = explainer.crashes(&mut |_| ());
        let fast = all.iter().filter(|one| one.speed >= CRASH_LEAST);
        let wanted: Vec<_> = fast
            .map(|one| (one.step, Some(one.index), one.speed))
            .collect();
        assert!(wanted.len() > 5, "{}", wanted.len());
        let found = scan.found().iter().filter(|one| one.impact.is_some());
        let found: Vec<_> = found.map(|one| (one.step, one.impact, one.speed)).collect();
        assert_eq!(found, wanted, "from {now}");
        assert!(scan.found().is_sorted_by_key(|one| one.step));
        for crash in scan.found() {
            let told = explainer.at_step(crash.step, |moment| crash.explain(moment));
            let told = told.flatten().expect("both bodies are there");
            assert_eq!((told.step, &told.bodies), (crash.step, &crash.bodies));
            assert_eq!(told.event.is_some(), crash.impact.is_some());
        }
    }
}

#[test]
fn the_past_of_a_running_round_is_explained_in_a_copy_and_the_round_goes_on_as_without() {
    let library = Library::new(Vec::new());
    for name in ["classic", "sandbox/tower"] {
        let level = load(&library, name).unwrap();
        let options = RoundOptions {
            seed: 3,
            countdown: 0.1,
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        let mut wheel = Wheel::new(Recorder::new(&round, &library).unwrap(), &round, (12, 40));
        let mut hashes = Vec::new();
        for _ in 0..500 {
            wheel.step(&mut round, &[]);
            hashes.push(round.state_hash());
        }
        let before = (wheel.tape(), round.state_hash());
        let (mut guide, _, _, mut copy) = wheel.copy().open().unwrap().into_parts();
        assert_eq!(guide.steps(), 500);
        for step in [500, 1, 260, 261, 500] {
            let there = look_at_step(&mut guide, &mut copy, step, |moment| moment.step);
            assert_eq!(there, Some(step), "{name}");
            assert_eq!(
                copy.state_hash(),
                hashes[step as usize - 1],
                "{name}: {step}"
            );
        }
        assert_eq!(
            look_at_step(&mut guide, &mut copy, 501, |_| ()),
            None,
            "the future"
        );
        assert_eq!((wheel.tape(), round.state_hash()), before, "{name}");
        // A second round without a copy goes on in the same way.
        let mut other = Round::with_options(&level, &library, options).unwrap();
        for _ in 0..500 {
            other.step(&[]);
        }
        for _ in 0..60 {
            wheel.step(&mut round, &[]);
            other.step(&[]);
        }
        assert_eq!(round.state_hash(), other.state_hash(), "{name}");
    }
}
