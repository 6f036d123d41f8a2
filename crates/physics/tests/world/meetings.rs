//! Sensors, and the events of contacts and sensors that begin and end.

use dodgem_collide::math::Pose;
use dodgem_physics::{BodyDesc, BodyId, ContactEvent, Groups, MaterialId, World};
use glam::Vec3;

use crate::scene::*;

/// A plate of 1 cm across x at 0, of 4 m, that stops nothing.
fn add_plate(world: &mut World) -> BodyId {
    let desc = BodyDesc {
        sensor: true,
        ..BodyDesc::fixed(block(0.01, 4.0, 4.0), Pose::IDENTITY)
    };
    world.add(desc).expect("a sensor")
}

fn add_bullet(world: &mut World, x: f32, speed: f32) -> BodyId {
    let desc = BodyDesc {
        velocity: Vec3::X * speed,
        ..BodyDesc::dynamic(ball(0.01), at(x, 0.0, 0.0))
    };
    world.add(desc).expect("a bullet")
}

/// Runs steps and returns the begins and ends of contacts: the step, true for a begin, and the pair.
fn events(world: &mut World, steps: usize) -> Vec<(usize, bool, ContactEvent)> {
    let mut all = Vec::new();
    for step in 0..steps {
        let report = world.step();
        for (began, list) in [(false, &report.ended), (true, &report.began)] {
            let places = list.iter().map(|m| (m.a.index(), m.b.index()));
            assert!(places.is_sorted(), "in a fixed order");
            all.extend(list.iter().map(|meeting| (step, began, *meeting)));
        }
    }
    all
}

/// 2.5 m a step: for any start of a step, the sensor reports the bullet in exactly one step and does not slow it.
#[test]
fn a_bullet_through_a_thin_sensor_is_seen_once() {
    for n in 0..25 {
        let mut world = empty();
        let plate = add_plate(&mut world);
        let start = -5.05 - 0.1 * n as f32;
        let bullet = add_bullet(&mut world, start, 300.0);
        let meeting = ContactEvent {
            a: plate,
            b: bullet,
            sensor: true,
        };
        let found = events(&mut world, 6);
        // The step in which its front reaches the plate's side; touching from a quarter of a skin on.
        let step = ((-start - 0.005 - 0.01 - 0.00025) / 2.5).floor() as usize;
        assert_eq!(
            found,
            [(step, true, meeting), (step + 1, false, meeting)],
            "{start}"
        );
        assert_eq!(world[bullet].velocity().x, 300.0);
        assert!(world.report().impacts.is_empty());
    }
}

/// The wall stands 20 cm before the sensor: in the step in which the straight path of the bullet crosses both, it
/// comes back from the wall.
#[test]
fn what_is_turned_back_before_a_sensor_is_not_seen_in_it() {
    for n in 0..25 {
        let mut world = empty();
        let bouncy = surface(&mut world, 1.0, 0.0);
        add_plate(&mut world);
        let wall = BodyDesc {
            material: bouncy,
            ..BodyDesc::fixed(block(0.1, 4.0, 4.0), at(-0.25, 0.0, 0.0))
        };
        world.add(wall).expect("a wall");
        let bullet = add_bullet(&mut world, -5.0 - 0.1 * n as f32, 300.0);
        let found = events(&mut world, 6);
        assert!(
            found.iter().all(|(.., meeting)| !meeting.sensor),
            "{found:?}"
        );
        assert_eq!(found.iter().filter(|(_, began, _)| *began).count(), 1);
        assert!(world[bullet].velocity().x < -290.0);
    }
}

/// Behind the sensor stands a wall: the bullet goes through the sensor twice within a step or two, and is in it all
/// the time.
#[test]
fn what_comes_back_through_a_sensor_is_seen() {
    for n in 0..25 {
        let mut world = empty();
        let bouncy = surface(&mut world, 1.0, 0.0);
        add_plate(&mut world);
        let wall = BodyDesc {
            material: bouncy,
            ..BodyDesc::fixed(block(0.1, 4.0, 4.0), at(0.25, 0.0, 0.0))
        };
        world.add(wall).expect("a wall");
        add_bullet(&mut world, -5.0 - 0.1 * n as f32, 300.0);
        let found = events(&mut world, 8);
        let sensor = found.iter().filter(|(.., meeting)| meeting.sensor);
        let began: Vec<bool> = sensor.map(|(_, began, _)| *began).collect();
        assert_eq!(began, [true, false], "{found:?}");
    }
}

/// A body thrown askew at a wall, 70 cm before a sensor that only its way back from the wall crosses, mostly within
/// the step of the impact.
#[test]
fn a_sensor_sees_what_a_wall_throws_through_it() {
    for n in 0..25 {
        let mut world = empty();
        let bouncy = surface(&mut world, 1.0, 0.0);
        let wall = BodyDesc {
            material: bouncy,
            ..BodyDesc::fixed(block(1.0, 9.0, 4.0), at(0.5, 0.0, 0.0))
        };
        world.add(wall).expect("a wall");
        let gate = BodyDesc {
            sensor: true,
            ..BodyDesc::fixed(block(0.8, 0.01, 1.0), at(-0.6, 0.5, 0.0))
        };
        let gate = world.add(gate).expect("a sensor");
        let from = -3.0 - 0.07 * n as f32;
        let bullet = add(&mut world, ball(0.01), at(from, from, 0.0), 0.1, bouncy);
        let velocity = Vec3::new(212.0, 212.0, 0.0);
        (world.set_velocity(bullet, velocity, Vec3::ZERO)).expect("it is there");
        let found = events(&mut world, 6);
        let sensor = found.iter().filter(|(.., meeting)| meeting.sensor);
        let told: Vec<_> = sensor.map(|(_, began, m)| (*began, m.a, m.b)).collect();
        assert_eq!(
            told,
            [(true, gate, bullet), (false, gate, bullet)],
            "{n}: {found:?}"
        );
        assert!(world[bullet].velocity().x < -211.0);
    }
}

#[test]
fn a_sensor_that_moves_sees_what_stands() {
    let mut world = empty();
    let desc = BodyDesc {
        sensor: true,
        velocity: Vec3::X * 300.0,
        kind: dodgem_physics::BodyKind::Kinematic,
        ..BodyDesc::fixed(block(0.01, 1.0, 1.0), at(-5.0, 0.0, 0.0))
    };
    let sensor = world.add(desc).expect("a sensor");
    let standing = BodyDesc::fixed(ball(0.01), Pose::IDENTITY);
    let standing = world.add(standing).expect("a ball");
    let found = events(&mut world, 6);
    let meeting = ContactEvent {
        a: sensor,
        b: standing,
        sensor: true,
    };
    assert_eq!(
        found.iter().map(|e| (e.1, e.2)).collect::<Vec<_>>(),
        [(true, meeting), (false, meeting)]
    );
}

#[test]
fn a_sensor_sees_only_the_groups_that_it_may_meet() {
    let mut world = empty();
    let plate = add_plate(&mut world);
    let groups = |membership, filter| Groups { membership, filter };
    world
        .change(plate, |plate| plate.groups = groups(1, 2))
        .expect("it is there");
    let seen = add_bullet(&mut world, -1.0, 100.0);
    let unseen = add_bullet(&mut world, -1.1, 100.0);
    world
        .change(seen, |ball| ball.groups = groups(2, 1))
        .expect("it is there");
    world
        .change(unseen, |ball| ball.groups = groups(4, 1))
        .expect("it is there");
    let found = events(&mut world, 6);
    assert!(found.iter().all(|(.., meeting)| meeting.b == seen));
    assert_eq!(found.len(), 2);
}

/// A sleeper does not leave a sensor, and a sensor that is put over it, itself without motion, finds it.
#[test]
fn sensors_and_sleepers() {
    let mut world = earth();
    let floor = add_floor(&mut world, MaterialId::default());
    let crate_ = add(
        &mut world,
        block(1.0, 1.0, 1.0),
        at(0.0, 0.501, 0.0),
        10.0,
        MaterialId::default(),
    );
    let zone = BodyDesc {
        sensor: true,
        groups: Groups::default(),
        ..BodyDesc::fixed(block(3.0, 3.0, 3.0), at(0.0, 20.0, 0.0))
    };
    let zone = world.add(zone).expect("a zone");
    let of_zone = |found: Vec<(usize, bool, ContactEvent)>| -> Vec<(bool, BodyId)> {
        let sensor = found.into_iter().filter(|(.., meeting)| meeting.sensor);
        sensor
            .map(|(_, began, m)| (began, if m.a == zone { m.b } else { m.a }))
            .collect()
    };
    assert_eq!(of_zone(events(&mut world, 240)), []);
    assert!(world[crate_].is_asleep());
    world
        .set_pose(zone, &at(0.0, 2.0, 0.0))
        .expect("it is there");
    assert_eq!(of_zone(events(&mut world, 1)), [(true, crate_)]);
    assert_eq!(of_zone(events(&mut world, 300)), []);
    assert!(world[crate_].is_asleep());
    // Down into the floor, which never moves either.
    world
        .set_pose(zone, &at(0.0, 1.0, 0.0))
        .expect("it is there");
    assert_eq!(of_zone(events(&mut world, 1)), [(true, floor)]);
    world
        .set_pose(zone, &at(50.0, 20.0, 0.0))
        .expect("it is there");
    let mut ended = of_zone(events(&mut world, 300));
    ended.sort();
    assert_eq!(ended, [(false, floor), (false, crate_)]);
}

/// A ball begins and ends a contact with every bounce; at rest it is in contact until its support is removed.
#[test]
fn contacts_begin_and_end_once() {
    let mut world = earth();
    let bouncy = surface(&mut world, 0.8, 0.5);
    let floor = add_floor(&mut world, bouncy);
    let body = add(&mut world, ball(0.1), at(0.0, 1.0, 0.0), 1.0, bouncy);
    let mut impacts = 0;
    let mut state = false;
    let mut begins = 0;
    for step in 0..3000 {
        let report = world.step();
        impacts += report.impacts.len();
        for (began, list) in [(false, &report.ended), (true, &report.began)] {
            for meeting in list {
                assert_eq!((meeting.a, meeting.b, meeting.sensor), (floor, body, false));
                assert_eq!(began, !state, "twice in step {step}");
                state = began;
                begins += usize::from(began);
            }
        }
    }
    assert!(world[body].is_asleep() && state);
    // Each of its impacts is a contact of its own; the last ones may follow too closely.
    assert!(
        impacts > 10 && begins + 3 >= impacts && begins <= impacts + 3,
        "{begins} for {impacts}"
    );
    world.remove(floor).expect("it is there");
    let found = events(&mut world, 1);
    let meeting = ContactEvent {
        a: floor,
        b: body,
        sensor: false,
    };
    assert_eq!(found, [(0, false, meeting)]);
    assert!(!world[body].is_asleep());
}

/// A heap in a zone, thrown about: the events after a snapshot repeat exactly after a restore, in this world and
/// in a new one.
#[test]
fn events_are_the_same_over_snapshots() {
    let mut world = earth();
    add_floor(&mut world, MaterialId::default());
    for i in 0..30 {
        let (x, z) = ((i % 3) as f32 - 1.0, (i / 3 % 3) as f32 - 1.0);
        let place = at(1.1 * x, 0.6 + 0.9 * (i / 9) as f32, 1.1 * z + 0.2 * x);
        add(
            &mut world,
            block(0.5, 0.5, 0.5),
            place,
            5.0,
            MaterialId::default(),
        );
    }
    let zone = BodyDesc {
        sensor: true,
        ..BodyDesc::fixed(block(2.0, 1.0, 2.0), at(0.0, 1.0, 0.0))
    };
    world.add(zone).expect("a zone");
    events(&mut world, 20);
    let snapshot = world.snapshot();
    let first = events(&mut world, 200);
    assert!(first.iter().any(|(.., m)| m.sensor) && first.iter().any(|(.., m)| !m.sensor));
    assert!(first.len() > 20, "{}", first.len());
    world.restore(&snapshot).expect("its own");
    assert_eq!(events(&mut world, 200), first);
    let mut other = empty();
    other.restore(&snapshot).expect("another world");
    assert_eq!(events(&mut other, 200), first);
}
