//! Conservation with many bodies at once: energy never grows, momentum stays, debts equal the waiting
//! times, and no step ends with one body inside another.

use dodgem_collide::{Placed, Query};

use dodgem_physics::{Body, BodyDesc, Material, Settings, World};
use glam::Vec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::scene::*;
use crate::shaker::{any_shape, box_mesh};

/// A vector whose coordinates are below a size.
fn vector(random: &mut Pcg32, size: f32) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| random.random_range(-size..size)))
}

/// 64 bodies of all shapes and surfaces on a grid of cells of 0.45 m, thrown towards its middle at
/// about a speed, and turning.
fn throw(world: &mut World, speed: f32, random: &mut Pcg32) {
    for i in 0..64 {
        let cell = [i % 4, i / 4 % 4, i / 16];
        let place = (Vec3::from_array(cell.map(|c| c as f32)) - 1.5) * 0.45;
        let pose = turned(place, vector(random, 1.0) + Vec3::splat(0.01), 2.0);
        let material = world.materials_mut().add(Material {
            restitution: random.random_range(0.0..1.0),
            friction: random.random_range(0.0..1.0),
            ..Material::default()
        });
        let material = material.unwrap();
        let desc = BodyDesc {
            material,
            velocity: -place.normalize_or_zero() * speed + vector(random, 0.3 * speed),
            angular_velocity: vector(random, 20.0),
            ..BodyDesc::dynamic(any_shape(random), pose)
        };
        world.add(desc).expect("a sound body");
    }
}

/// Asserts by queries of the shapes that no two bodies overlap.
fn assert_apart(world: &World) {
    let mut query = Query::default();
    for (index, one) in world.bodies().enumerate() {
        for (other, two) in world.bodies().enumerate().skip(index + 1) {
            let (p, q) = (one.pose(), two.pose());
            if !one.shape().aabb(&p).overlaps(&two.shape().aabb(&q)) {
                continue;
            }
            let found = query.intersect(Placed::new(one.shape(), &p), Placed::new(two.shape(), &q));
            let time = world.time();
            assert!(!found.is_hit(), "{index} is in {other} at {time} s");
        }
    }
}

#[test]
fn a_swarm_that_meets_keeps_its_momentum_and_gains_no_energy() {
    for (seed, speed) in [(1, 60.0), (4, 4.0), (7, 15.0), (9, 60.0), (12, 4.0)] {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut world = empty();
        throw(&mut world, speed, &mut random);
        let of = |body: &Body| body.velocity().length() * body.mass();
        let size: f64 = world.bodies().map(of).sum();
        let momentum = world.momentum();
        let (mut energy, mut impacts, mut debt) = (world.energy(), 0, 0.0);
        let first = energy;
        for step in 0..120 {
            let report = world.step();
            impacts += report.impacts.len();
            debt += report.debt;
            let now = world.energy();
            assert!(
                now <= energy + 1e-5 * first,
                "seed {seed}, step {step}: from {energy} J to {now} J"
            );
            energy = now;
            let off = world.momentum().distance(momentum);
            assert!(off < 1e-5 * size, "seed {seed}, step {step}: off by {off}");
            if step % 20 == 0 {
                assert_apart(&world);
            }
        }
        println!("seed {seed}: {impacts} impacts, {first} J to {energy} J, debt {debt} s");
        assert!(impacts > 100 && energy < 0.5 * first, "{impacts}, {energy}");
        // A body that spins at hundreds of rad/s may have to wait until its neighbours are gone.
        let waits = if speed > 50.0 { 0.2 } else { 0.01 } * 64.0;
        assert!(debt < waits, "seed {seed}: they waited for {debt} s");
    }
}

/// Simulates a room of bodies thrown about, checks the invariants of each step, and returns the debt,
/// in seconds, and the energy lost, in joules.
fn in_a_room(seed: u64, speed: f32, settings: Settings, steps: u32) -> (f64, f64) {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut world = with(Settings {
        air_density: 0.0,
        ..settings
    });
    let room = BodyDesc::fixed(mesh(&box_mesh(1.0, 6)), at(0.0, 0.0, 0.0));
    world.add(room).expect("a sound body");
    throw(&mut world, speed, &mut random);
    let heaviest = world.bodies().map(Body::mass).fold(0.0, f64::max);
    let thrown: f64 = world.bodies().map(Body::kinetic_energy).sum();
    // A body that lies too near another is lifted by the skin at most.
    let slack = heaviest * 9.81 * settings.skin + 1e-5 * thrown;
    let (first, mut debt) = (world.energy(), 0.0);
    let mut least = first;
    for step in 0..steps {
        let owed = |world: &World| world.bodies().map(Body::debt).sum::<f64>();
        let before = owed(&world);
        let report = world.step();
        assert_eq!((report.overlapping, report.lost), (0, 0));
        assert_eq!(report.waiting > 0, report.debt > 0.0);
        assert!(report.debt <= f64::from(report.waiting) * settings.step + 1e-9);
        let waited = report.debt;
        // The reported debt is the sum of the bodies' new debts.
        assert!((owed(&world) - before - waited).abs() < 1e-9);
        debt += waited;
        let now = world.energy();
        // If the budget cuts searches for contacts, old contacts may push a little too much.
        let knows = settings.work_per_step == u64::MAX;
        assert!(
            !knows || now <= least + slack,
            "seed {seed}, step {step}: from {least} J to {now} J"
        );
        least = least.min(now);
        if step % 40 == 0 {
            assert_apart(&world);
        }
    }
    (debt, first - least)
}

#[test]
fn bodies_thrown_about_in_a_room_never_gain_energy() {
    for (seed, speed) in [(1, 3.0), (2, 40.0), (3, 10.0)] {
        let (debt, lost) = in_a_room(seed, speed, Settings::default(), 480);
        println!("seed {seed}: debt {debt} s, lost {lost} J");
        assert!(debt < 0.01 * 64.0 * 4.0 && lost > 1000.0, "{debt}, {lost}");
    }
}

#[test]
fn want_of_work_is_told_as_debt_and_neither_it_nor_want_of_events_puts_anybody_into_anybody() {
    let little = Settings {
        work_per_step: 1000,
        ..Settings::default()
    };
    let (debt, _) = in_a_room(5, 10.0, little, 240);
    assert!(debt > 1.0, "{debt} s: there was work enough");
    let few = Settings {
        events_per_body: 1,
        ..Settings::default()
    };
    // A body that has had its one event moves on with the body that it meets, or waits.
    in_a_room(5, 40.0, few, 240);
}
