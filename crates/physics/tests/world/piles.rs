//! Towers, slabs, cards and heavy things on light ones stand, fall asleep, and never overlap.
//!
//! A tower of 20 boxes fell after 38 s, twenty slabs walked 277 mm, and three boxes with a heavy one on top trembled for
//! ever, because a step had eight substeps however much a pile carried (`solver/substep_groups.rs`). Measured since,
//! in docs/comparison.md: all sleep within .86 s and creep .6 mm at most but for ten cylinders, which creep 1.6 mm. (They crept
//! 3.9 mm, and fifteen fell at 48 s, when a manifold that got other points lost impulses: `manifold/contact_update.rs`.)

use dodgem_physics::{BodyId, World};
use glam::DVec3;

use crate::pile_scenes::Pile;
use crate::scene::*;

/// The time from which the creep of bodies is measured, in seconds.
const SETTLED: f64 = 2.0;

fn centers(world: &World, bodies: &[BodyId]) -> Vec<DVec3> {
    let center = |id: &BodyId| world[*id].center();
    bodies.iter().map(center).collect()
}

/// All bodies sleep within the pile's time.
fn falls_asleep(pile: &Pile) {
    let (mut world, bodies) = pile.build();
    let steps = (pile.sleeps_within * pile.steps_per_second).ceil() as u64;
    for _ in 0..steps {
        assert_eq!(world.step().overlapping, 0, "{}", pile.name);
    }
    let awake = bodies.iter().filter(|id| !world[**id].is_asleep());
    assert_eq!(
        awake.count(),
        0,
        "{} are awake: {}",
        bodies.len(),
        pile.name
    );
}

/// Kept awake, no body creeps farther than the pile may, and none overlap.
fn stands(pile: &Pile, seconds: f64) {
    let (mut world, bodies) = pile.build();
    for id in &bodies {
        world.set_sleep(*id, false).unwrap();
    }
    let steps = |seconds: f64| (seconds * pile.steps_per_second) as u64;
    let mut from = Vec::new();
    for step in 0..steps(seconds) {
        assert_eq!(world.step().overlapping, 0, "{}", pile.name);
        if step == steps(SETTLED) {
            from = centers(&world, &bodies);
        }
    }
    let now = centers(&world, &bodies);
    let creep = now.iter().zip(&from).map(|(now, from)| now.distance(*from));
    let creep = creep.fold(0.0, f64::max);
    assert!(
        creep < pile.creeps_at_most,
        "{} creeps {creep} m",
        pile.name
    );
}

#[test]
fn tall_thin_and_top_heavy_piles_stand_and_sleep() {
    for pile in [
        Pile::tower(30),
        Pile::slabs(20),
        Pile::plates(10, 1.0),
        Pile::cylinders(15),
        Pile::heavy_on_light(1000.0, 3.0),
        Pile::tower(16).at_steps(60.0),
    ] {
        falls_asleep(&pile);
        stands(&pile, 10.0);
    }
}

/// The forces between a column's boxes, of masses in kg from the ground up, and what they stand on, in N, after
/// some steps.
fn forces_in_column(masses: [f32; 3], steps: u32) -> [f32; 3] {
    let mut world = earth();
    let stone = surface(&mut world, 0.0, 0.6);
    let floor = add_floor(&mut world, stone);
    let mut below = floor;
    let mut height = 0.501;
    let pairs = masses.map(|mass| {
        let place = at(0.0, height, 0.0);
        let upper = add(&mut world, block(1.0, 1.0, 1.0), place, mass, stone);
        height += 1.001;
        (upper, std::mem::replace(&mut below, upper))
    });
    for _ in 0..steps {
        world.step();
    }
    pairs.map(|(upper, lower)| {
        let of_pair = world.contacts();
        let of_pair = of_pair.filter(|contact| contact.a.min(contact.b) == upper.min(lower));
        let of_pair = of_pair.filter(|contact| contact.a.max(contact.b) == upper.max(lower));
        of_pair
            .map(|contact| contact.force(world.settings().step))
            .sum()
    })
}

/// By hand: each box presses with the weight of all masses from it upwards. The column is solved directly, so
/// even under a thousand times its own mass the lowest box carries it at once.
#[test]
fn a_column_of_three_carries_all_of_its_weight_at_once() {
    for (masses, carried) in [
        ([2.0, 2.0, 2.0], [6.0, 4.0, 2.0]),
        ([1.0, 1000.0, 1.0], [1002.0, 1001.0, 1.0]),
        ([1000.0, 1.0, 1.0], [1002.0, 2.0, 1.0]),
    ] {
        for steps in [2, 60] {
            let found = forces_in_column(masses, steps);
            for (force, mass) in found.into_iter().zip(carried) {
                let weight = mass * 9.81;
                let off = (force - weight).abs();
                assert!(off < 0.01 * weight, "{masses:?}, {steps}: {found:?}");
            }
        }
    }
}

#[test]
#[ignore = "60 s of each pile: about a minute"]
fn all_piles_stand_for_a_minute() {
    for pile in Pile::standing() {
        falls_asleep(&pile);
        stands(&pile, 60.0);
    }
}

#[test]
#[ignore = "heaps of 200 bodies for 20 s: half a minute"]
fn nothing_in_a_heap_overlaps() {
    for seed in 1..=3 {
        let pile = Pile::heap(200, seed);
        let (mut world, bodies) = pile.build();
        for _ in 0..20 * 120 {
            assert_eq!(world.step().overlapping, 0, "{}", pile.name);
        }
        let inside = |center: &DVec3| center.x.abs().max(center.z.abs()) < 1.5;
        assert!(centers(&world, &bodies).iter().all(inside), "{}", pile.name);
    }
}

/// The goal is 6 s with any seed. Measured with twenty seeds: three sleep within 6 s, nine within 8 s, all within 20 s.
#[test]
#[ignore = "twenty heaps of 200 bodies for 20 s: two minutes"]
fn eighteen_heaps_of_twenty_fall_asleep() {
    let sleeps = |seed: u64| {
        let (mut world, bodies) = Pile::heap(200, seed).build();
        let all_asleep = |world: &World| bodies.iter().all(|id| world[*id].is_asleep());
        let slept = (0..20 * 120).find(|_| {
            world.step();
            all_asleep(&world)
        });
        println!(
            "heap {seed} sleeps after {:?} s",
            slept.map(|step| step as f64 / 120.0)
        );
        slept.is_some()
    };
    assert!((1..=20).filter(|seed| sleeps(*seed)).count() >= 18);
}
