//! A random search for steps that end with one body inside another: bodies of all shapes that fall, are thrown
//! and pile up on hills, in valleys and on each other, with a test of all pairs after every step by
//! `Query::intersect`, which shares no code with sweeps.
//!
//! It runs for `DODGEM_SEARCH_SECONDS` seconds, two if that is not set; an hour on demand makes some ten million
//! steps of bodies. A failure names its seed. `DODGEM_SEARCH_SEED` is the seed of the first scene, 1 if not set.

mod scenes;

use std::time::{Duration, Instant};

use dodgem_collide::{Placed, Query};
use dodgem_physics::{Body, World};

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text} is no number")),
    )
}

/// The first overlapping pair with a moving body, if any, in words.
fn overlapping(world: &World, query: &mut Query) -> Option<String> {
    let bodies: Vec<&Body> = world.bodies().collect();
    let boxes: Vec<_> = bodies
        .iter()
        .map(|body| body.shape().aabb(&body.pose()))
        .collect();
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in bodies.iter().enumerate().skip(i + 1) {
            if !(a.is_dynamic() || b.is_dynamic()) || !boxes[i].overlaps(&boxes[j]) {
                continue;
            }
            let poses = [a.pose(), b.pose()];
            let placed = || {
                (
                    Placed::new(a.shape(), &poses[0]),
                    Placed::new(b.shape(), &poses[1]),
                )
            };
            let (p, q) = placed();
            if query.intersect(p, q).is_hit() {
                let (p, q) = placed();
                let deepest = query
                    .deepest_contact(p, q, 0.0)
                    .contact()
                    .map(|contact| contact.distance);
                return Some(format!("bodies {i} and {j} overlap, by {deepest:?}"));
            }
        }
    }
    None
}

/// Runs the scene of a seed. Returns the steps of moving bodies that it took.
fn run(seed: u64, query: &mut Query) -> u64 {
    let (mut world, what, steps) = scenes::scene(seed, query);
    let mut body_steps = 0;
    // Bodies that have not gone over the edge.
    let mut over = vec![true; world.bodies().count()];
    assert_eq!(
        overlapping(&world, query),
        None,
        "seed {seed}: {what} begins with it"
    );
    for step in 0..steps {
        world.step();
        body_steps += world
            .bodies()
            .filter(|b| b.is_dynamic() && !b.is_asleep())
            .count() as u64;
        let found = overlapping(&world, query);
        assert_eq!(
            found,
            None,
            "seed {seed}, {what}, step {step}, report {}",
            world.report().overlapping
        );
        assert_eq!(
            world.report().overlapping,
            0,
            "seed {seed}, {what}, step {step}"
        );
        for (body, is_over) in world.bodies().zip(&mut over) {
            let center = body.center();
            *is_over &= center.x.abs().max(center.z.abs()) < scenes::HALF;
            let is_above = center.y > scenes::LOWEST;
            assert!(
                is_above || !*is_over,
                "seed {seed}, {what}, step {step}: a body fell through to {center}"
            );
        }
    }
    body_steps
}

#[test]
fn no_step_ends_with_one_body_inside_another() {
    let mut query = Query::default();
    let time = Duration::from_secs(setting("DODGEM_SEARCH_SECONDS").unwrap_or(2));
    let begin = Instant::now();
    let first = setting("DODGEM_SEARCH_SEED").unwrap_or(1);
    let (mut seed, mut body_steps) = (first, 0);
    while begin.elapsed() < time {
        body_steps += run(seed, &mut query);
        seed += 1;
    }
    println!(
        "scenes {first} to {}: {body_steps} steps of bodies",
        seed - 1
    );
}
