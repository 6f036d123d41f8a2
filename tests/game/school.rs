//! The school: every lesson can be passed by a script that follows the screen, and each task counts only the deeds
//! that it names.

mod learner;

use glam::Vec3;

use dodgem::arena::{Controls, View};
use dodgem::game::tape::{Player, Recorder, Tape};
use dodgem::game::{Act, Medal, Round, RoundOptions, RoundPhase};
use dodgem::level::{Deed, Level, LevelFolder, Library, Mode, load, parse};

use learner::{Learner, zone_place};

/// A round of a level without a countdown.
fn begun(level: &Level) -> Round {
    let library = Library::new(Vec::new());
    let options = RoundOptions {
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(level, &library, options).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a lesson to its end by a scripted learner.
fn pass(level: &Level) -> Round {
    let mut round = begun(level);
    let mut learner = Learner::default();
    while round.phase() != RoundPhase::Over {
        let controls = learner.drive(&mut round);
        round.step(&[controls]);
    }
    round
}

#[test]
fn every_lesson_can_be_passed_by_who_does_what_the_screen_says() {
    let library = Library::new(Vec::new());
    let names = library.names_in(LevelFolder::School);
    assert_eq!(names.len(), 10, "{names:?}");
    for name in names {
        let level = load(&library, &name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level.own_mode(), Mode::Lesson, "{name}");
        assert!(level.description.len() > 20, "{name} says nothing");
        let round = pass(&level);
        let (done, all) = (round.tasks_done(), level.tasks.len());
        let total = round.score().total;
        assert_eq!(done, all, "{name}: it fails at {:?}", round.task());
        let spec = level.medals_of(Mode::Lesson).expect("there is a medal");
        assert_eq!(Medal::of(spec, total), Some(Medal::Gold), "{name}");
    }
}

/// A lesson with these tasks and one car, which begins in the first of two gates.
fn two_gates(tasks: &str) -> Level {
    let text = format!(
        r#"(
        name: "Gates",
        duration: 8.0,
        tasks: [{tasks}],
        cars: [(position: (0.0, 8.0), driver: Player)],
        things: [(name: "ball", solid: Ball(radius: 0.3), at: (5.0, 0.0, 0.0))],
        zones: [
            (name: "here", solid: Box(width: 3.0, height: 2.0, length: 3.0), at: (0.0, 0.0, 8.0), effect: Gate),
            (name: "there", solid: Box(width: 3.0, height: 2.0, length: 3.0), at: (0.0, 0.0, -2.0), effect: Gate),
        ],
    )"#
    );
    parse(&Library::new(Vec::new()), "gates", &text).unwrap_or_else(|error| panic!("{error}"))
}

const THERE: &str = r#"(deed: Through(zone: "there"), words: "there")"#;
const HERE: &str = r#"(deed: Through(zone: "here"), words: "here")"#;
const VIEW: &str = r#"(deed: Magnify, words: "look")"#;

fn run(round: &mut Round, seconds: f32, throttle: f32) {
    let controls = Controls {
        throttle,
        ..Controls::default()
    };
    (0..(seconds * 120.0) as u32).for_each(|_| round.step(&[controls]));
}

#[test]
fn one_car_is_enough_and_who_does_nothing_has_nothing_when_the_time_is_up() {
    let level = two_gates(THERE);
    assert_eq!(level.own_mode(), Mode::Lesson);
    assert!(!level.plays(Mode::Points), "there is nobody to hit");
    let mut round = begun(&level);
    run(&mut round, 7.9, 0.0);
    assert!(matches!(round.phase(), RoundPhase::Running { .. }));
    run(&mut round, 0.2, 0.0);
    assert_eq!(round.phase(), RoundPhase::Over);
    assert_eq!((round.tasks_done(), round.score().total), (0, 0));
    assert_eq!(round.lesson_seconds(), None);
}

#[test]
fn tasks_are_done_in_their_order_and_the_round_is_over_with_the_last() {
    let mut round = begun(&two_gates(&format!("{THERE}, {HERE}")));
    run(&mut round, 0.5, 0.0);
    assert_eq!(round.tasks_done(), 0, "it stands in the second one's zone");
    let place = zone_place(&round);
    assert!(
        place.distance(Vec3::new(0.0, place.y, -2.0)) < 1e-3,
        "{place}"
    );
    let done = |round: &Round| [0, 1, 2].map(|zone| round.is_zone_done(zone));
    assert_eq!(
        done(&round),
        [false; 3],
        "the second one is still asked for"
    );
    while round.tasks_done() == 0 {
        run(&mut round, 0.1, 1.0);
    }
    assert_eq!(done(&round), [false, true, false], "there is no third one");
    run(&mut round, 5.0, -1.0);
    assert_eq!(done(&round), [true, true, false]);
    assert_eq!((round.tasks_done(), round.phase()), (2, RoundPhase::Over));
    let seconds = round.lesson_seconds().expect("it is done");
    // Ten points for each second that was left.
    let points = ((8.0 - seconds) * 10.0).round() as u32;
    assert_eq!(round.score().total, points);
    assert!((2.5..8.0).contains(&seconds), "{seconds}");
}

/// Drives into a car that stands 14 m ahead, and returns the number of tasks that this completed.
fn done_by_one_hit(tasks: &str) -> usize {
    let text = format!(
        r#"(
        name: "One hit",
        duration: 8.0,
        tasks: [{tasks}],
        vehicle: (top_speed: 9.0, acceleration: 9.0),
        cars: [
            (position: (0.0, 9.0), driver: Player),
            (position: (0.0, -5.0), heading: 90.0, driver: Computer(Drifter), vehicle: (top_speed: 0.5, acceleration: 0.1)),
        ],
    )"#
    );
    let level = parse(&Library::new(Vec::new()), "hit", &text);
    let mut round = begun(&level.unwrap_or_else(|error| panic!("{error}")));
    let controls = Controls {
        throttle: 1.0,
        ..Controls::default()
    };
    while round.crashes().is_empty() && round.phase() != RoundPhase::Over {
        round.step(&[controls]);
    }
    round.tasks_done()
}

#[test]
fn one_hit_does_all_tasks_in_a_row_that_it_is_good_enough_for() {
    let hit = |what: &str| format!(r#"(deed: Hit({what}), words: "hit")"#);
    let [any, fast, faster, side] = ["", "speed: 6.0", "speed: 30.0", "into: SideOrRear"].map(hit);
    assert_eq!(done_by_one_hit(&any), 1);
    assert_eq!(
        done_by_one_hit(&format!("{any}, {fast}, {side}, {VIEW}")),
        3
    );
    // A task for which the hit is not good enough ends the row.
    assert_eq!(done_by_one_hit(&format!("{any}, {faster}, {side}")), 1);
    // Two equal tasks need two hits.
    assert_eq!(done_by_one_hit(&format!("{side}, {any}, {any}")), 2);
    assert_eq!(done_by_one_hit(&format!("{fast}, {fast}")), 1);
}

#[test]
fn one_boost_is_measured_on_for_the_next_task() {
    let boost = |seconds: f32| format!(r#"(deed: Boost(seconds: {seconds:?}), words: "boost")"#);
    let mut round = begun(&two_gates(&[boost(0.5), boost(0.8)].join(", ")));
    let controls = Controls {
        throttle: 1.0,
        boost: true,
        ..Controls::default()
    };
    (0..70).for_each(|_| round.step(&[controls]));
    assert_eq!(round.tasks_done(), 1, "0.58 s");
    (0..30).for_each(|_| round.step(&[controls]));
    assert_eq!(round.tasks_done(), 2, "0.83 s, all of it one boost");
}

#[test]
fn what_is_asked_for_again_is_to_be_done_again_with_another_task_between_as_well() {
    let stop = r#"(deed: Stop(zone: "here"), words: "stop")"#;
    let mut round = begun(&two_gates(&format!("{HERE}, {stop}, {HERE}")));
    while round.tasks_done() == 0 {
        run(&mut round, 0.01, 0.0);
    }
    assert_eq!(round.tasks_done(), 2, "it stands there");
    run(&mut round, 0.01, 0.0);
    assert_eq!(round.tasks_done(), 3);
}

#[test]
fn the_window_may_say_what_only_it_sees_and_nothing_else() {
    let view = r#"(deed: View(Sweeps), words: "look")"#;
    let mut round = begun(&two_gates(&format!("{view}, {THERE}")));
    let did = |deed: Deed| Act::Did { deed };
    round.act(&did(Deed::View(View::Tree))).unwrap();
    assert_eq!(round.tasks_done(), 0, "another view");
    round.act(&did(Deed::View(View::Sweeps))).unwrap();
    assert_eq!(round.tasks_done(), 1);
    let zone = "there".to_owned();
    round.act(&did(Deed::Through { zone })).unwrap();
    assert_eq!(round.tasks_done(), 1, "that has to be driven");
}

#[test]
fn a_hand_does_its_tasks_by_its_acts() {
    let tasks = r#"(deed: Take, words: "take it"), (deed: Bring(thing: "ball", zone: "there"), words: "bring it"),
        (deed: Throw, words: "throw one")"#;
    let mut round = begun(&two_gates(tasks));
    let (ball, _) = (round.arena().actors().iter().enumerate())
        .find(|(_, actor)| &*actor.name == "ball")
        .expect("it is there");
    let at = round.arena().actors()[ball].pose.translation();
    let throw = Act::Throw {
        from: Vec3::new(0.0, 2.0, 0.0),
        velocity: Vec3::X,
    };
    round.act(&throw).unwrap();
    assert_eq!(round.tasks_done(), 0, "that comes later");
    round
        .act(&Act::Take {
            actor: ball as u32,
            at,
        })
        .unwrap();
    assert_eq!(round.tasks_done(), 1);
    let target = Vec3::new(0.0, 0.5, -2.0);
    round.act(&Act::Pull { target }).unwrap();
    run(&mut round, 3.0, 0.0);
    assert_eq!(round.tasks_done(), 2);
    assert!(round.act(&Act::Take { actor: 999, at }).is_err());
    round.act(&throw).unwrap();
    assert!(round.is_lesson_done());
    round.step(&[]);
    assert_eq!(
        round.phase(),
        RoundPhase::Over,
        "and it is over with the next step"
    );
}

#[test]
fn going_back_takes_back_what_was_done_since() {
    let mut round = begun(&two_gates(&format!("{THERE}, {HERE}")));
    let before = round.snapshot();
    run(&mut round, 3.0, 1.0);
    assert_eq!(round.tasks_done(), 1);
    round.restore(&before).unwrap();
    assert_eq!(round.tasks_done(), 0);
    run(&mut round, 3.0, 1.0);
    assert_eq!(round.tasks_done(), 1);
}

#[test]
fn a_recording_of_a_lesson_repeats_with_what_the_window_said() {
    let library = Library::new(Vec::new());
    let view = r#"(deed: View(Grid), words: "look")"#.replace("Grid", "Pairs");
    let mut round = begun(&two_gates(&format!("{THERE}, {view}")));
    let mut recorder = Recorder::new(&round, &library).unwrap();
    let full = Controls {
        throttle: 1.0,
        ..Controls::default()
    };
    for _ in 0..360 {
        recorder.step(&mut round, &[full]);
    }
    let deed = Deed::View(View::Pairs);
    recorder.act(&mut round, Act::Did { deed }).unwrap();
    recorder.step(&mut round, &[full]);
    assert_eq!(round.phase(), RoundPhase::Over);
    assert!(round.score().total > 0);
    let bytes = recorder.tape().encode().unwrap();
    let tape = Tape::decode(&bytes).unwrap();
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    assert_eq!(player.round().score().total, round.score().total);
    assert!(player.round().is_lesson_done());
}

#[test]
fn a_question_counts_if_it_is_answered_right_at_once_and_is_repeated_by_a_recording() {
    let ask = |right: u32| {
        format!(r#"(deed: Answer(choices: ["a", "b", "c"], right: {right}), words: "which?")"#)
    };
    let library = Library::new(Vec::new());
    let mut round = begun(&two_gates(&format!("{}, {}", ask(2), ask(0))));
    let mut recorder = Recorder::new(&round, &library).unwrap();
    for _ in 0..10 {
        recorder.step(&mut round, &[]);
    }
    // The tenth does not exist.
    for choice in [1, 9, 1] {
        recorder.act(&mut round, Act::Answer { choice }).unwrap();
        assert_eq!(round.tasks_done(), 0);
    }
    assert_eq!(
        [0, 1, 2, 9].map(|choice| round.is_wrong(choice)),
        [false, true, false, false]
    );
    recorder.act(&mut round, Act::Answer { choice: 2 }).unwrap();
    assert_eq!((round.tasks_done(), round.right_answers()), (1, 0));
    assert!(!round.is_wrong(1), "the next question begins anew");
    recorder.act(&mut round, Act::Answer { choice: 0 }).unwrap();
    assert_eq!((round.tasks_done(), round.right_answers()), (2, 1));
    recorder.step(&mut round, &[]);
    assert_eq!(
        (round.phase(), round.score().total),
        (RoundPhase::Over, 100)
    );
    let tape = Tape::decode(&recorder.tape().encode().unwrap()).unwrap();
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    assert_eq!(player.round().right_answers(), 1);
    assert_eq!(player.round().score().total, 100);
}

#[test]
fn what_is_wrong_with_tasks_is_told_with_its_place() {
    let library = Library::new(Vec::new());
    let told = |text: &str| {
        let error = parse(&library, "wrong", text).expect_err("it is wrong");
        error.to_string()
    };
    let level = |tasks: &str| {
        format!(
            r#"(name: "T", tasks: [{tasks}], cars: [(position: (0.0, 0.0), driver: Player)],
            zones: [(name: "gate", solid: Ball(radius: 1.0), effect: Gate)])"#
        )
    };
    let few = told(&level(
        r#"(deed: Answer(choices: ["a"], right: 0), words: "?")"#,
    ));
    assert!(few.contains("a question has 2 to 4 choices"), "{few}");
    let none = told(&level(
        r#"(deed: Answer(choices: ["a", "b"], right: 2), words: "?")"#,
    ));
    assert!(
        none.contains("choice 2 does not exist; the first one is 0"),
        "{none}"
    );
    let zone = told(&level(r#"(deed: Through(zone: "gaet"), words: "go")"#));
    assert!(
        zone.contains("tasks[0].deed.zone") && zone.contains("did you mean \"gate\""),
        "{zone}"
    );
    let thing = told(&level(
        r#"(deed: Bring(thing: "ball", zone: "gate"), words: "go")"#,
    ));
    assert!(
        thing.contains("tasks[0].deed.thing") && thing.contains("no thing"),
        "{thing}"
    );
    let words = told(&level(r#"(deed: Take, words: " ")"#));
    assert!(words.contains("tasks[0].words"), "{words}");
    let speed = told(&level(r#"(deed: Hit(speed: -1.0), words: "go")"#));
    assert!(speed.contains("tasks[0].deed.speed"), "{speed}");
    let none = told(r#"(name: "T", mode: Lesson, cars: [(position: (0.0, 0.0), driver: Player)])"#);
    assert!(none.contains("give it `tasks`"), "{none}");
    let nobody = told(r#"(name: "T", tasks: [(deed: Take, words: "go")])"#);
    assert!(nobody.contains("no car has the driver Player"), "{nobody}");
}
