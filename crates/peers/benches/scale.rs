//! `cargo bench -p dodgem-peers --bench scale`: the cost of a body as scenes grow, in our engine and in rapier.
//!
//! *Heaps*: bodies of four shapes fall into a pit whose floor grows with their number; 2 s later the mean of
//! 60 steps is taken, with every body kept awake. *Asleep*: boxes sleep apart on a floor; a step is taken with
//! all asleep, and with ten balls awake that fall among them; the ratio is that to the ten balls alone. *Large*: a box of 1 km lies among a thousand awake boxes of
//! 0.5 m; the ratio is that to the same scene without it. *Snapshots*: a heap is saved into the memory of an
//! earlier snapshot, and restored; the size is that of the snapshot. Times are medians of the steps. `--quick`
//! leaves out the largest scenes; words select the parts.

#[path = "../../physics/tests/world/pile_scenes.rs"]
#[expect(dead_code, reason = "the tests make more of it")]
mod scenes;

#[path = "common/pile_engines.rs"]
#[expect(dead_code, reason = "no pile is judged here")]
mod pile_engines;

use std::time::Instant;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Cuboid, Sphere};
use dodgem_peers::record;
use glam::Vec3;

use crate::pile_engines::{Engine, Ours, Peer};
use crate::scenes::{Part, Pile};

/// The steps before the heaps are measured: 2 s.
const FALLING: usize = 240;
/// The steps of a measurement.
const MEASURED: usize = 60;
/// The longest wait for sleep, in steps.
const PATIENCE: usize = 600;
/// The seed of all heaps.
const SEED: u64 = 1;
/// The layers in which the bodies of a heap begin.
const LAYERS: f64 = 16.0;
const DENSITY: f32 = 1000.0;
/// The distance of boxes that stand apart, in metres.
const APART: f32 = 0.74;

/// Returns the median of the times of some calls, in milliseconds.
fn median(count: usize, mut call: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..count)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[count / 2]
}

fn heap(count: usize) -> Pile {
    let across = (count as f64 / LAYERS).sqrt().ceil() as usize;
    Pile::wide_heap(count, SEED, across)
}

/// Boxes of 0.5 m that stand apart on the floor, in a square grid.
fn spread(count: usize) -> Pile {
    let across = (count as f64).sqrt().ceil() as usize;
    let middle = 0.5 * (across as f32 - 1.0);
    let half = Cuboid::new(Vec3::splat(0.25)).expect("a size");
    let parts = (0..count).map(|n| {
        let [x, z] = [n % across, n / across].map(|at| (at as f32 - middle) * APART);
        Part {
            shape: Shape::Cuboid(half),
            pose: Pose::from_translation(Vec3::new(x, 0.251, z)).expect("a place"),
            density: DENSITY,
        }
    });
    Pile {
        name: format!("{count} boxes apart"),
        parts: parts.collect(),
        ..Pile::tower(1)
    }
}

/// Steps an engine until its heap has fallen; returns the time of a step.
fn fallen<E: Engine>(pile: &Pile) -> (E, f64) {
    let mut engine = E::new(pile, false);
    for _ in 0..FALLING {
        engine.step();
    }
    let time = median(MEASURED, || engine.step());
    (engine, time)
}

fn heaps(largest: usize) {
    println!("| heap | ours, ms | us a body | at double the bodies | rapier, ms | ratio |");
    println!("|---|---|---|---|---|---|");
    let mut before: Option<f64> = None;
    let mut count = 250;
    while count <= largest {
        let pile = heap(count);
        let ours = fallen::<Ours>(&pile).1;
        let peer = fallen::<Peer>(&pile).1;
        let each = ours * 1e3 / count as f64;
        let growth = before.map_or(String::new(), |before| {
            format!("{:+.0} %", (each / before - 1.0) * 100.0)
        });
        println!(
            "| {count} | {ours:.2} | {each:.1} | {growth} | {peer:.2} | {:.2} |",
            ours / peer
        );
        record(
            "scale",
            &format!("heap of {count}, a step"),
            ours * 1e3,
            peer * 1e3,
        );
        before = Some(each);
        count *= 2;
    }
}

/// Steps until all sleep; returns the time of a step then.
fn slept<E: Engine>(engine: &mut E) -> f64 {
    let sleeps = (0..PATIENCE).any(|_| {
        engine.step();
        engine.is_asleep()
    });
    assert!(sleeps, "the boxes do not fall asleep");
    // The first step after all fell asleep may still update boxes.
    engine.step();
    median(MEASURED, || engine.step())
}

/// Adds ten balls above the boxes, or without them at the same places.
fn with_balls(mut pile: Pile) -> Pile {
    for n in 0..10 {
        let ball = Shape::Sphere(Sphere::new(0.2).expect("a size"));
        let above = Vec3::new((n as f32 - 4.5) * APART, 60.0, 0.0);
        let pose = Pose::from_translation(above).expect("a place");
        pile.parts.push(Part {
            shape: ball,
            pose,
            density: DENSITY,
        });
    }
    pile
}

/// Steps until only the balls are awake, which fall for more than 3 s; returns the time of a step then.
fn only_balls<E: Engine>(pile: &Pile) -> f64 {
    let mut engine = E::new(pile, true);
    for _ in 0..2 * FALLING / 2 {
        engine.step();
    }
    median(MEASURED, || engine.step())
}

fn asleep(largest: usize) {
    let alone = with_balls(spread(0));
    let (few, of_peer) = (only_balls::<Ours>(&alone), only_balls::<Peer>(&alone));
    println!(
        "\n| boxes | ours, all asleep, ms | rapier | ours, 10 awake | to them alone | rapier | to them alone |"
    );
    println!("|---|---|---|---|---|---|---|");
    println!("| 0 | | | {few:.4} | 1 | {of_peer:.4} | 1 |");
    let first = [few, of_peer];
    for count in [1_000, 10_000] {
        if count > largest {
            continue;
        }
        let pile = spread(count);
        let ours = slept(&mut Ours::new(&pile, true));
        let peer = slept(&mut Peer::new(&pile, true));
        let pile = with_balls(pile);
        let (few, of_peer) = (only_balls::<Ours>(&pile), only_balls::<Peer>(&pile));
        println!(
            "| {count} | {ours:.4} | {peer:.4} | {few:.4} | {:.2} | {of_peer:.4} | {:.2} |",
            few / first[0],
            of_peer / first[1]
        );
        record(
            "scale",
            &format!("{count} boxes asleep, a step"),
            ours * 1e3,
            peer * 1e3,
        );
        let work = format!("10 balls awake beside {count} boxes asleep, a step");
        record("scale", &work, few * 1e3, of_peer * 1e3);
    }
}

fn large() {
    println!("\n| boxes | ours, ms | with a box of 1 km | rapier, ms | with it |");
    println!("|---|---|---|---|---|");
    let alone = spread(1_000);
    let mut with = alone.clone();
    let slab = Cuboid::new(Vec3::new(500.0, 0.25, 500.0)).expect("a size");
    let above = Pose::from_translation(Vec3::Y * 3.0).expect("a place");
    with.parts.push(Part {
        shape: Shape::Cuboid(slab),
        pose: above,
        density: DENSITY,
    });
    // It falls from 3 m for 0.7 s: what is measured is before.
    let time = |engine: &mut dyn FnMut()| median(MEASURED, engine);
    let (mut ours, mut ours_with) = (Ours::new(&alone, false), Ours::new(&with, false));
    let (mut peer, mut peer_with) = (Peer::new(&alone, false), Peer::new(&with, false));
    let [a, b] = [&mut ours, &mut ours_with].map(|engine| time(&mut || engine.step()));
    let [c, d] = [&mut peer, &mut peer_with].map(|engine| time(&mut || engine.step()));
    println!("| 1000 | {a:.2} | {b:.2} | {c:.2} | {d:.2} |");
    record(
        "scale",
        "1000 boxes under a box of 1 km, a step",
        b * 1e3,
        d * 1e3,
    );
}

fn snapshots(largest: usize) {
    println!("\n| scene | bytes | a body | shared | take, us | restore, us |");
    println!("|---|---|---|---|---|---|");
    for (name, pile, sleeps) in [
        ("heap of 264, awake", heap(264), false),
        ("1000 boxes apart, awake", spread(1_000), false),
        ("1000 boxes apart, asleep", spread(1_000), true),
        ("heap of 4000, awake", heap(4_000), false),
    ] {
        let count = pile.parts.len();
        if count > largest {
            continue;
        }
        let mut engine = Ours::new(&pile, sleeps);
        for _ in 0..FALLING {
            engine.step();
        }
        let mut saved = engine.world.snapshot();
        let mut take = Vec::new();
        let mut restore = Vec::new();
        for _ in 0..MEASURED {
            engine.step();
            take.push(median(1, || engine.world.snapshot_into(&mut saved)));
            restore.push(median(1, || {
                engine.world.restore(&saved).expect("its own snapshot");
            }));
        }
        let middle = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2] * 1e3
        };
        println!(
            "| {name} | {} | {} | {} | {:.0} | {:.0} |",
            saved.size(),
            saved.size() / count,
            saved.shared_size(),
            middle(take),
            middle(restore)
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = arguments.iter().any(|a| a == "--quick");
    let words: Vec<_> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let wants = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    let largest = if is_quick { 1_000 } else { usize::MAX };
    if wants("heaps") {
        heaps(largest.min(8_000));
    }
    if wants("asleep") {
        asleep(largest);
    }
    if wants("large") {
        large();
    }
    if wants("snapshots") {
        snapshots(largest);
    }
}
