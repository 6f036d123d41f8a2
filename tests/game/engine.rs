//! A level's engine settings are those that its rounds run on.

use dodgem::game::{Round, RoundOptions, RoundPhase};
use dodgem::level::{
    ClockSpec, EngineSpec, Level, Library, OnCutSpec, StageSpec, StagesSpec, VolumeSpec, load,
    parse,
};
use dodgem_collide::Query;

use dodgem_collide::query::{Stage, StageCounts};
use dodgem_physics::{Decisions, PairEnd};

fn library() -> Library {
    Library::new(vec![env!("CARGO_MANIFEST_DIR").into()])
}

/// Plays some seconds of a level with another engine.
fn played(name: &str, seconds: f32, change: impl FnOnce(&mut Level)) -> Round {
    let library = library();
    let mut level = load(&library, name).unwrap();
    change(&mut level);
    let options = RoundOptions {
        seed: 11,
        humans: 0,
        duration: Some(seconds),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    while round.phase() != RoundPhase::Over {
        round.step(&[]);
    }
    round
}

#[test]
fn trees_decide_every_impact_of_classic() {
    let round = played("classic", 20.0, |_| {});
    let Decisions {
        impacts,
        sweeps,
        contacts,
    } = *round.decided();
    assert!(impacts.triangles > 20, "{impacts:?}");
    assert_eq!(impacts.triangles, impacts.total());
    assert_eq!(impacts.total(), round.impacts());
    for counts in [sweeps, contacts] {
        let others = [Stage::Plane, Stage::ClosedForm, Stage::Convex, Stage::Probe];
        for stage in others {
            assert_eq!(counts.of(Some(stage)), 0, "{stage:?}: {counts:?}");
        }
        assert!(counts.tree > 0 && counts.triangles > 0, "{counts:?}");
    }
}

#[test]
fn with_all_stages_planes_and_hulls_decide_most() {
    let all = |level: &mut Level| level.engine.stages = StagesSpec::All;
    let round = played("classic", 20.0, all);
    let decided = *round.decided();
    assert_eq!(decided.impacts.total(), round.impacts());
    assert!(
        decided.sweeps.plane > 10 * decided.sweeps.triangles,
        "{decided:?}"
    );
    assert!(
        decided.impacts.convex > decided.impacts.triangles,
        "{decided:?}"
    );
}

#[test]
fn what_a_tight_budget_stops_is_counted_as_cut() {
    let tight = |level: &mut Level| level.budget_milliseconds = Some(0.05);
    let library = library();
    let mut level = load(&library, "classic").unwrap();
    tight(&mut level);
    let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
    let [mut cut, mut counted, mut turns, mut decided] = [0; 4];
    while round.phase() != RoundPhase::Over {
        round.step(&[]);
        let stats = round.arena().stats();
        let ends = stats.tests.iter().map(|test| test.end);
        cut += ends.filter(|end| *end == PairEnd::Cut).count() as u64;
        counted += stats.decided.sweeps.cut;
        turns += stats.tests.len() as u64;
        decided += stats.decided.sweeps.total();
    }
    assert!(cut > 0, "the budget is not tight");
    assert_eq!((counted, decided), (cut, turns));
}

#[test]
fn a_round_on_another_volume_and_other_pieces_is_a_round_like_any_other() {
    for engine in [
        "(stages: TreesOnly, volume: Sphere, pieces: (most: 1))",
        "(stages: Only([Bounds, Convex]), volume: Aabb, split: (axis: Longest, point: Median))",
        "(stages: Only([]), volume: Dop26, pieces: (most: 10, growth: FirstFit))",
    ] {
        let engine: EngineSpec = ron::from_str(engine).unwrap();
        let change = |level: &mut Level| {
            level.engine = engine.clone();
            // Spheres are so loose that the usual budget cuts nearly every sweep.
            level.budget_milliseconds = Some(10_000.0);
        };
        let first = played("classic", 12.0, change);
        let again = played("classic", 12.0, change);
        assert_eq!(
            first.arena().state_hash(),
            again.arena().state_hash(),
            "{engine:?}"
        );
        assert!(first.impacts() > 0, "{engine:?}");
        assert_eq!(first.arena().world().report().overlapping, 0);
        let allowed = engine.stages.stages();
        for stage in Stage::ALL.into_iter().filter(|stage| !allowed.has(*stage)) {
            // A box or a hull is a tree of one leaf, whose tests count as pieces.
            if stage != Stage::Pieces {
                let Decisions {
                    impacts,
                    sweeps,
                    contacts,
                } = *first.decided();
                let all = [impacts, sweeps, contacts].map(|counts| counts.of(Some(stage)));
                assert_eq!(all, [0; 3], "{engine:?}: {stage:?}");
            }
        }
    }
}

/// View 6 draws the query that the step made: a repeat of the query gives an equal answer.
#[test]
fn a_sweep_asked_again_gives_the_same_answer_by_the_same_stage_at_the_same_cost() {
    let mut stages = StageCounts::default();
    for (name, seconds) in [("classic", 15.0), ("yard", 8.0), ("jump", 6.0)] {
        let library = library();
        let level = load(&library, name).unwrap();
        let options = RoundOptions {
            seed: 5,
            humans: 0,
            duration: Some(seconds),
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        let mut scratch = Query::default();
        while round.phase() != RoundPhase::Over {
            round.step(&[]);
            let world = round.arena().world();
            for impact in &world.report().impacts {
                let Some(index) = impact.sweep else { continue };
                let record = world.report().sweep_records[index as usize];
                let colliders = [impact.a, impact.b].map(|id| world[id].collider());
                let trace = record.repeat(colliders, &mut scratch);
                let (again, instants) = (trace.record, trace.instants);
                let at = format!("{name}, step {}: {impact:?}", world.steps());
                let (again, answer) = (again.answer, record.answer);
                assert_eq!(again.value, answer.value, "{at}");
                assert_eq!(again.decided_by, answer.decided_by, "{at}");
                assert_eq!(again.decided_by, impact.decided_by, "{at}");
                assert_eq!(again.cost, answer.cost, "{at}");
                assert!(
                    instants.is_sorted() && !instants.is_empty(),
                    "{at}: {instants:?}"
                );
                stages.count(again.decided_by);
            }
        }
    }
    assert!(stages.convex > 10 && stages.triangles > 10, "{stages:?}");
}

/// Source 1's rule: a test that is cut counts as a hit. Still no body passes through another.
#[test]
fn where_cuts_are_hits_they_are_impacts_and_nothing_overlaps() {
    for (on_cut, name) in [(OnCutSpec::Wait, "wait"), (OnCutSpec::Hit, "hit")] {
        let library = library();
        let mut level = load(&library, "classic").unwrap();
        level.budget_milliseconds = Some(0.05);
        level.engine.on_cut = on_cut;
        let options = RoundOptions {
            seed: 3,
            humans: 0,
            duration: Some(12.0),
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        while round.phase() != RoundPhase::Over {
            round.step(&[]);
            assert_eq!(round.arena().world().report().overlapping, 0, "{name}");
        }
        let decided = round.decided();
        assert!(decided.sweeps.cut > 100, "{name}: {decided:?}");
        let by_cut = decided.impacts.cut;
        assert_eq!(by_cut > 0, on_cut == OnCutSpec::Hit, "{name}: {decided:?}");
        assert_eq!(decided.impacts.total(), round.impacts());
    }
}

#[test]
fn a_budget_of_real_time_cuts_and_says_that_the_round_cannot_be_repeated() {
    let timed = |milliseconds: f32| {
        move |level: &mut Level| {
            level.engine.clock = ClockSpec::Time;
            level.budget_milliseconds = Some(milliseconds);
        }
    };
    let ample = played("classic", 4.0, timed(10_000.0));
    assert!(!ample.arena().is_repeatable());
    assert!(played("classic", 1.0, |_| {}).arena().is_repeatable());
    // Ten seconds for a step are never spent, so the clock changes nothing.
    let counted = |level: &mut Level| level.budget_milliseconds = Some(10_000.0);
    let counted = played("classic", 4.0, counted);
    assert_eq!(ample.arena().state_hash(), counted.arena().state_hash());
    assert_eq!(ample.decided().sweeps.cut, 0);
    // Ten microseconds are: no machine sweeps two cars that meet in less.
    let tight = played("classic", 12.0, timed(0.01));
    assert!(tight.decided().sweeps.cut > 0, "{:?}", tight.decided());
}

#[test]
fn the_steps_of_a_frame_share_its_time() {
    let library = library();
    let mut level = load(&library, "classic").unwrap();
    level.engine.clock = ClockSpec::Time;
    let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
    // A frame as long as a round: no second one gives the steps new time.
    level.budget_milliseconds = Some(2.0);
    let mut scant = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
    scant.begin_frame();
    while round.phase() != RoundPhase::Over {
        round.begin_frame();
        round.step(&[]);
        scant.step(&[]);
    }
    let [free, scant] = [round, scant].map(|round| round.decided().sweeps.cut);
    assert!(
        scant > 10 * (free + 1),
        "{scant} cuts in one frame, {free} in many"
    );
}

const LEVEL: &str = "(name: \"T\", arena: Round(radius: 10.0), response: Classic, \
    broad_phase: AllPairs, engine: ENGINE,\ncars: [(position: (0.0, 4.0), driver: Player), \
    (position: (0.0, -4.0), driver: Computer(Chaser))])";

#[test]
fn an_engine_in_a_level_is_read_or_refused_with_place_and_advice() {
    let read = |engine: &str| parse(&library(), "test.ron", &LEVEL.replace("ENGINE", engine));
    let level = read("(stages: Only([Plane, Tree]), volume: Sphere)").unwrap();
    let stages = StagesSpec::Only(vec![StageSpec::Plane, StageSpec::Tree]);
    assert_eq!(level.engine.stages, stages);
    assert_eq!(level.engine.volume, VolumeSpec::Sphere);
    for (engine, said) in [
        ("(stages: TreeOnly)", "TreesOnly"),
        ("(stages: Only([Planes]))", "Plane"),
        ("(volume: Dop188)", "Dop18"),
        (
            "(pieces: (most: 11))",
            "most is 11; it must be between 1 and 10",
        ),
        (
            "(pieces: (most: 0))",
            "most is 0; it must be between 1 and 10",
        ),
        ("(stage: All)", "stages"),
    ] {
        let error = read(engine).unwrap_err().to_string();
        assert!(
            error.contains("test.ron:1:") && error.contains(said),
            "{engine}: {error}"
        );
    }
}
