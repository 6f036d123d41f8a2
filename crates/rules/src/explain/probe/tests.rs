//! Answers of probes against brute force over all triangles in f64.

use dodgem_collide::MAX_PIECE_TRIANGLES;
use dodgem_oracle::random::{direction, in_cube, rng, rotation};
use dodgem_oracle::{mesh, meshes};

use super::*;
use crate::explain::explain_words::{ExplainWords, TitleWords};

fn thing(raw: &meshes::Raw, frame: CenterFrame) -> ProbeThing {
    let model = Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
    ProbeThing {
        name: Some("it".to_owned()),
        collider: Collider::new(Shape::Mesh(Arc::new(model)), Vec3::ZERO),
        frame,
        velocity: DVec3::ZERO,
        spin: DVec3::ZERO,
    }
}

/// Two meshes at random places, from deep in each other to metres apart.
fn pair(seed: u64) -> [ProbeThing; 2] {
    let random = &mut rng(seed);
    let raw = [
        meshes::torus(7, 5, 0.6, 0.25),
        meshes::cuboid(Vec3::new(0.5, 0.3, 0.4)),
        meshes::uv_sphere(5, 7, 0.6),
        meshes::gear(6, 0.4, 0.6, 0.2),
    ];
    let [a, b] = [&raw[seed as usize % 4], &raw[(seed / 4) as usize % 4]];
    let mut frame = |center: DVec3| {
        let turn = rotation(random).as_dquat();
        CenterFrame::new(center, turn.normalize())
    };
    let center = DVec3::new(31.0, -4.0, 12.0) * (1.0 + seed as f64);
    let frames = [frame(center), frame(center)];
    let away = direction(random) * (0.2 + (seed % 7) as f32 * 0.25);
    let mut pair = [thing(a, frames[0]), thing(b, frames[1])];
    pair[1].frame.center += away.as_dvec3();
    pair
}

/// The triangles of a thing in f64 after that many seconds of its motion.
fn soup(thing: &ProbeThing, time: f64) -> mesh::Soup {
    let frame = thing.motion().frame_at(time);
    let mesh = thing.model().unwrap().mesh();
    let place = |p: Vec3| frame.center + frame.rotation * p.as_dvec3();
    let all = 0..mesh.triangles().len();
    all.map(|index| mesh.corner_points(index).map(place))
        .collect()
}

fn probe(first: &ProbeThing, second: ProbeWith, question: Question) -> Probe {
    Probe {
        first: first.clone(),
        second,
        question,
        stages: Stages::ALL,
    }
}

fn with(thing: &ProbeThing) -> ProbeWith {
    ProbeWith::Thing(Box::new(thing.clone()))
}

#[test]
fn static_answers_are_those_of_all_triangles_with_every_volume_piece_and_stage() {
    let mut query = Query::default();
    let (mut hits, mut near) = (0, 0);
    for seed in 0..28 {
        let [first, second] = pair(seed);
        let true_one = mesh::distance(&soup(&first, 0.0), &soup(&second, 0.0)).distance;
        let volume = VolumeKind::ALL[seed as usize % 6];
        let pieces = [1, 3, MAX_PIECE_TRIANGLES][seed as usize % 3];
        let sets = [Stages::ALL, Stages::TREES_ONLY, Stages::only(&[])];
        let mut rebuilt = [first.clone(), second.clone()];
        for one in &mut rebuilt {
            if let Some(collider) = one.rebuilt(volume, pieces) {
                one.collider = collider;
                let options = one.model().unwrap().options();
                assert_eq!(
                    (options.volume, options.max_piece_triangles),
                    (volume, pieces)
                );
            }
        }
        for (stages, [a, b]) in sets
            .into_iter()
            .zip([[first, second], rebuilt.clone(), rebuilt])
        {
            let mut ask = |question| {
                let mut asked = probe(&a, with(&b), question);
                asked.stages = stages;
                asked.ask(&mut query)
            };
            let found = ask(Question::Distance);
            assert!(
                (found.distance() - true_one).abs() < 2e-5,
                "{seed}: {true_one} {found:?}"
            );
            assert!(
                found
                    .decided_by
                    .is_some_and(|stage| stages.has(stage) || stage >= Stage::Tree)
            );
            let found = ask(Question::Intersect);
            match found.result {
                ProbeResult::Meet => assert!(true_one < 1e-5, "{seed}: {true_one}"),
                ProbeResult::Clear => assert!(true_one > 0.0, "{seed}"),
                other => panic!("{seed}: {other:?}"),
            }
            hits += u32::from(found.result == ProbeResult::Meet);
            let descent = found.sweep.unwrap().descent.unwrap();
            assert!(!descent.tests.is_empty(), "{seed}: the roots at least");
            let ProbeResult::Contacts(count) = ask(Question::Contacts).result else {
                panic!("{seed}");
            };
            let gap = f64::from(PROBE_GAP);
            if (true_one - gap).abs() > 1e-4 {
                assert_eq!(count > 0, true_one < gap, "{seed}: {true_one}");
                near += u32::from(count > 0);
            }
        }
    }
    assert!(hits > 9 && hits < 75 && near > 9, "{hits} {near}");
}

#[test]
fn two_that_move_meet_first_at_the_time_of_impact() {
    let mut query = Query::default();
    let (mut met, mut missed) = (0, 0);
    for seed in 0..24 {
        let [mut first, mut second] = pair(seed);
        let away = (second.frame.center - first.frame.center).normalize();
        second.frame.center = first.frame.center + away * 2.5;
        let random = &mut rng(seed + 99);
        let aim = first.frame.center + in_cube(random, 1.6).as_dvec3();
        second.velocity = (aim - second.frame.center) * 1.5;
        first.spin = in_cube(random, 3.0).as_dvec3();
        let answer = probe(&first, with(&second), Question::Impact).ask(&mut query);
        let gap = |time: f64| mesh::distance(&soup(&first, time), &soup(&second, time)).distance;
        let sweep = answer.sweep.as_ref().unwrap();
        let until = match answer.result {
            ProbeResult::MeetAt(time) => {
                met += 1;
                assert!(gap(time) < sweep.target + 2e-5, "{seed}: {}", gap(time));
                assert_eq!(sweep.advancement.last().unwrap().time, time);
                assert!(answer.point.is_some() && sweep.decided_by == answer.decided_by);
                time
            }
            ProbeResult::Clear => {
                missed += 1;
                PROBE_SECONDS
            }
            other => panic!("{seed}: {other:?}"),
        };
        for part in 0..12 {
            assert!(gap(until * f64::from(part) / 12.0) > 0.0, "{seed}: {part}");
        }
        // Sent by the hand to its place, it arrives there at the end; velocities have 24 bits.
        second.send_to(aim);
        let end = second.motion().frame_at(PROBE_SECONDS).center;
        assert!(end.distance(aim) < 1e-6, "{seed}");
    }
    assert!(met > 5 && missed > 2, "{met} {missed}");
}

#[test]
fn rays_and_points_find_what_all_triangles_say() {
    let mut query = Query::default();
    let (mut hits, mut inside) = (0, 0);
    for seed in 0..60 {
        let [first, _] = pair(seed);
        let all = soup(&first, 0.0);
        let random = &mut rng(seed + 7);
        let from = first.frame.center + (direction(random) * 2.0).as_dvec3();
        let to = first.frame.center + in_cube(random, 0.7).as_dvec3();
        let answer = probe(&first, ProbeWith::Ray([from, to]), Question::Distance).ask(&mut query);
        assert_eq!(
            answer.question,
            Question::Intersect,
            "the only question about a ray"
        );
        let expected = mesh::ray(from, to - from, &all).filter(|hit| hit.0 <= 1.0);
        match (answer.result, expected) {
            (ProbeResult::HitAt(far), Some((time, _))) => {
                hits += 1;
                let true_one = time * from.distance(to);
                assert!((far - true_one).abs() < 1e-4, "{seed}: {far} {true_one}");
            }
            (ProbeResult::Clear, None) => {}
            other => panic!("{seed}: {other:?}"),
        }
        let point = ProbeWith::Point(to);
        let far = mesh::point_distance(to, &all).distance;
        let found = probe(&first, point.clone(), Question::Distance).ask(&mut query);
        assert!((found.distance() - far).abs() < 1e-5, "{seed}: {far}");
        let found = probe(&first, point, Question::Contains).ask(&mut query);
        let is_inside = mesh::contains(to, &all);
        inside += u32::from(is_inside);
        let expected = match is_inside {
            true => Containment::Inside,
            false => Containment::Outside,
        };
        assert_eq!(found.result, ProbeResult::Place(expected), "{seed}: {far}");
    }
    assert!(hits > 15 && (5..55).contains(&inside), "{hits} {inside}");
}

#[test]
fn every_answer_has_words_with_its_work() {
    let mut query = Query::default();
    let [first, second] = pair(1);
    let cuboid = ProbeThing::cuboid(0.25, [DVec3::ZERO, DVec3::X]).unwrap();
    let point = ProbeWith::Point(DVec3::ZERO);
    let ray = ProbeWith::Ray([DVec3::ZERO, DVec3::X]);
    for second in [with(&second), with(&cuboid), point, ray] {
        for question in second.questions() {
            let asked = probe(&first, second.clone(), *question);
            let told = asked
                .ask(&mut query)
                .sentences(&asked, &ExplainWords::ENGLISH);
            assert_eq!(
                (told[0].stage, told[1].stage),
                (question.title(&TitleWords::ENGLISH), "work")
            );
            let is_told = |one: &crate::explain::Sentence| one.text.ends_with('.');
            assert!(told.iter().all(is_told), "{told:?}");
        }
    }
    assert!(ProbeThing::cuboid(f32::NAN, [DVec3::ZERO; 2]).is_none());
}
