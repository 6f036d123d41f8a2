//! `cargo bench -p dodgem-peers --bench broad_phase`: our broad phases on bumper cars, compared with rapier's
//! and parry's.
//!
//! Cars drive straight across a square arena and bounce off its border. The methods take turns step by step,
//! so that a noisy machine disturbs all alike; the bench prints medians, and the median of the ratios step by
//! step. It times, for ours: computing the boxes and finding the complete sorted list of pairs; for rapier:
//! `BroadPhaseBvh::update` of all moved colliders (it also computes the boxes, and reports only the pairs
//! that came or went); for parry: its tree alone with given boxes: leaves, refit and traversal for all pairs.
//! An argument filters by name; `--quick` takes fewer steps.

use std::time::Instant;

use dodgem_collide::broad_phase::{
    AxisSort, BroadBody, BroadPhase, Grid2, Grid3, HashGrid, Pair, SweepAndPrune,
};
use dodgem_collide::math::Aabb;
use dodgem_peers::record;
use glam::Vec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use rapier3d::geometry::BroadPhasePairEvent;
use rapier3d::parry;
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet, CollisionPipeline,
    IntegrationParameters, IslandManager, NarrowPhase, RigidBodyBuilder, RigidBodySet, Vector,
};

const STEP_SECONDS: f32 = 1.0 / 120.0;
/// The longest side of a bumper car's box, in metres: 1.2 m to this long and wide (depending on its heading),
/// 1 m high.
const LARGEST: f32 = 2.0;
/// The number of methods of other engines, which come first.
const PEERS: usize = 2;

struct Scene {
    half_edge: f32,
    centers: Vec<Vec3>,
    halves: Vec<Vec3>,
    velocities: Vec<Vec3>,
}

impl Scene {
    fn new(cars: usize, floor_per_car: f32, fastest: f32) -> Self {
        let mut random = Pcg32::seed_from_u64(2002);
        let half_edge = (cars as f32 * floor_per_car).sqrt() * 0.5;
        let mut scene = Scene {
            half_edge,
            centers: Vec::new(),
            halves: Vec::new(),
            velocities: Vec::new(),
        };
        for _ in 0..cars {
            let mut within = |reach: f32| random.random_range(-reach..=reach);
            scene
                .centers
                .push(Vec3::new(within(half_edge), 0.5, within(half_edge)));
            scene
                .velocities
                .push(Vec3::new(within(fastest), 0.0, within(fastest)));
            let mut half = || 0.5 * random.random_range(1.2..=LARGEST);
            scene.halves.push(Vec3::new(half(), 0.5, half()));
        }
        scene
    }

    fn step(&mut self) {
        for (center, velocity) in self.centers.iter_mut().zip(&mut self.velocities) {
            *center += *velocity * STEP_SECONDS;
            for axis in [0, 2] {
                if center[axis].abs() > self.half_edge {
                    velocity[axis] = velocity[axis].abs() * -center[axis].signum();
                }
            }
        }
    }

    fn bounds(&self, car: usize) -> Aabb {
        Aabb::from_center(self.centers[car], self.halves[car])
    }

    fn region(&self) -> Aabb {
        let half = Vec3::new(self.half_edge, 2.0, self.half_edge);
        Aabb::from_center(Vec3::Y * 2.0, half)
    }
}

/// A method that is timed on a scene; returns the seconds and the number of pairs that it knows.
trait Runner {
    fn name(&self) -> String;
    fn run(&mut self, scene: &Scene) -> (f64, usize);
}

struct Ours {
    method: Box<dyn BroadPhase>,
    bodies: Vec<BroadBody>,
    pairs: Vec<Pair>,
}

impl Runner for Ours {
    fn name(&self) -> String {
        self.method.name().to_owned()
    }

    fn run(&mut self, scene: &Scene) -> (f64, usize) {
        let start = Instant::now();
        self.bodies.clear();
        self.bodies
            .extend((0..scene.centers.len()).map(|car| BroadBody {
                bounds: scene.bounds(car),
                fixed: false,
            }));
        self.method.update(&self.bodies, &mut self.pairs);
        (start.elapsed().as_secs_f64(), self.pairs.len())
    }
}

#[derive(Default)]
struct Rapier {
    colliders: ColliderSet,
    bodies: RigidBodySet,
    handles: Vec<ColliderHandle>,
    broad: BroadPhaseBvh,
    pairs: isize,
}

impl Rapier {
    /// Creates the colliders and lets a pipeline make one whole step with another broad phase. Without it the
    /// colliders would stay new, and each update would insert all of them again.
    fn fill(&mut self, scene: &Scene) {
        for (car, half) in scene.halves.iter().enumerate() {
            let body = RigidBodyBuilder::dynamic().translation(vector(scene.centers[car]));
            let body = self.bodies.insert(body);
            let collider = ColliderBuilder::cuboid(half.x, half.y, half.z);
            self.handles.push(
                self.colliders
                    .insert_with_parent(collider, body, &mut self.bodies),
            );
        }
        CollisionPipeline::new().step(
            0.0,
            &mut IslandManager::new(),
            &mut BroadPhaseBvh::new(),
            &mut NarrowPhase::new(),
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
    }
}

fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

impl Runner for Rapier {
    fn name(&self) -> String {
        "rapier BroadPhaseBvh".to_owned()
    }

    fn run(&mut self, scene: &Scene) -> (f64, usize) {
        if self.handles.is_empty() {
            self.fill(scene);
        }
        for (car, (_, collider)) in self.colliders.iter_mut().enumerate() {
            collider.set_translation(vector(scene.centers[car]));
        }
        let parameters = IntegrationParameters {
            dt: STEP_SECONDS,
            ..IntegrationParameters::default()
        };
        let mut events = Vec::new();
        let start = Instant::now();
        self.broad.update(
            &parameters,
            &self.colliders,
            &self.bodies,
            &self.handles,
            &[],
            &mut events,
        );
        let seconds = start.elapsed().as_secs_f64();
        for event in events {
            match event {
                BroadPhasePairEvent::AddPair(_) => self.pairs += 1,
                BroadPhasePairEvent::DeletePair(_) => self.pairs -= 1,
            }
        }
        (seconds, self.pairs as usize)
    }
}

#[derive(Default)]
struct Parry {
    tree: parry::partitioning::Bvh,
    workspace: parry::partitioning::BvhWorkspace,
    pairs: Vec<(u32, u32)>,
}

impl Runner for Parry {
    fn name(&self) -> String {
        "parry Bvh alone".to_owned()
    }

    fn run(&mut self, scene: &Scene) -> (f64, usize) {
        let start = Instant::now();
        for car in 0..scene.centers.len() {
            let bounds = scene.bounds(car);
            let aabb = parry::bounding_volume::Aabb::new(vector(bounds.min), vector(bounds.max));
            self.tree.insert_or_update_partially(aabb, car as u32, 0.0);
        }
        self.tree.optimize_incremental(&mut self.workspace);
        self.tree.refit(&mut self.workspace);
        self.pairs.clear();
        let pairs = &mut self.pairs;
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                pairs.push((a, b));
            });
        (start.elapsed().as_secs_f64(), self.pairs.len())
    }
}

fn runners(scene: &Scene) -> Vec<Box<dyn Runner>> {
    let along = ((2.0 * scene.half_edge / LARGEST) as u32).max(1);
    let region = scene.region();
    let methods: [Box<dyn BroadPhase>; 5] = [
        Box::new(Grid2::new(region, (along, along)).expect("a usable region")),
        Box::new(Grid3::new(region, (along, 2, along)).expect("a usable region")),
        Box::new(HashGrid::new(LARGEST).expect("a usable size")),
        Box::new(AxisSort::new()),
        Box::new(SweepAndPrune::new()),
    ];
    let mut runners: Vec<Box<dyn Runner>> =
        vec![Box::new(Rapier::default()), Box::new(Parry::default())];
    debug_assert_eq!(runners.len(), PEERS);
    for method in methods {
        runners.push(Box::new(Ours {
            method,
            bodies: Vec::new(),
            pairs: Vec::new(),
        }));
    }
    runners
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let filter = arguments
        .iter()
        .find(|argument| !argument.starts_with("--"));
    let (warm_up, steps) = if quick { (10, 30) } else { (60, 400) };
    println!("| cars | floor a car | fastest | method | pairs | median us a step | x rapier |");
    println!("|---|---|---|---|---|---|---|");
    for (cars, floor, fastest) in [
        (10_000, 28.0, 5.0),
        (10_000, 10.0, 5.0),
        (10_000, 28.0, 0.5),
        (1_000, 28.0, 5.0),
        (100, 28.0, 5.0),
        (4, 28.0, 5.0),
    ] {
        let mut scene = Scene::new(cars, floor, fastest);
        let mut runners = runners(&scene);
        if let Some(filter) = filter {
            let named = |name: String| name.contains(filter) || name.contains("rapier");
            runners.retain(|runner| named(runner.name()));
        }
        let mut times = vec![Vec::new(); runners.len()];
        let mut pairs = vec![0; runners.len()];
        for step in 0..warm_up + steps {
            scene.step();
            // The order rotates, so that each method is equally often the first of a step.
            for turn in 0..runners.len() {
                let index = (turn + step) % runners.len();
                let (seconds, found) = runners[index].run(&scene);
                pairs[index] = found;
                if step >= warm_up {
                    times[index].push(seconds);
                }
            }
        }
        let peer = times[0].clone();
        for (index, runner) in runners.iter().enumerate() {
            let mut ratios: Vec<f64> = times[index].iter().zip(&peer).map(|(a, b)| a / b).collect();
            println!(
                "| {cars} | {floor} m2 | {fastest} m/s | {} | {} | {:.2} | {:.3} |",
                runner.name(),
                pairs[index],
                median(&mut times[index]) * 1e6,
                median(&mut ratios),
            );
        }
        let mut medians = times.iter_mut().map(|times| median(times) * 1e6);
        let peer = medians.by_ref().take(PEERS).fold(f64::INFINITY, f64::min);
        let ours = medians.fold(f64::INFINITY, f64::min);
        let work = format!("{cars} cars at {fastest} m/s, {floor} m2 each, near pairs");
        record("broad_phase", &work, ours, peer);
    }
}
