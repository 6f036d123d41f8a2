//! Every broad phase gives the pairs of all pairs, on scenes made to be hard.

use dodgem::collision::broad::{
    AllPairs, AxisSort, BroadBody, BroadPhase, Grid2, Grid3, HashGrid, Pair, SweepAndPrune,
};
use dodgem::geometry::Aabb;
use glam::Vec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The edge of the square region that the bounded methods are told, in metres.
const REGION: f32 = 30.0;

fn methods() -> Vec<Box<dyn BroadPhase>> {
    let region = Aabb::from_center(Vec3::ZERO, Vec3::splat(REGION * 0.5));
    vec![
        Box::new(Grid2::new(region, (3, 3)).unwrap()),
        Box::new(Grid2::new(region, (13, 7)).unwrap()),
        Box::new(Grid2::new(region, (1, 200)).unwrap()),
        Box::new(Grid3::new(region, (9, 6, 4)).unwrap()),
        Box::new(Grid3::new(region, (1, 12, 1)).unwrap()),
        Box::new(AxisSort::new()),
        Box::new(AxisSort::along(1)),
        Box::new(SweepAndPrune::new()),
        Box::new(HashGrid::new(3.5).unwrap()),
        Box::new(HashGrid::new(0.01).unwrap()),
        Box::new(HashGrid::new(1e6).unwrap()),
    ]
}

/// A scene that moves in many ways, by chance.
struct Scene {
    random: Pcg32,
    bodies: Vec<BroadBody>,
}

impl Scene {
    fn new(seed: u64, count: usize) -> Self {
        let mut scene = Scene {
            random: Pcg32::seed_from_u64(seed),
            bodies: Vec::new(),
        };
        for _ in 0..count {
            let body = scene.body();
            scene.bodies.push(body);
        }
        scene
    }

    fn point(&mut self, reach: f32) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|_| {
            self.random.random_range(-reach..=reach)
        }))
    }

    /// A body of any kind: mostly small ones in the region, but also huge, flat and far ones, and
    /// some whose faces lie on whole metres so that they touch others exactly.
    fn body(&mut self) -> BroadBody {
        let fixed = self.random.random_range(0..4) == 0;
        let half = |this: &mut Self, most: f32| {
            Vec3::from_array(std::array::from_fn(|_| {
                this.random.random_range(0.0..=most)
            }))
        };
        let bounds = match self.random.random_range(0..20) {
            0 => Aabb::from_center(self.point(REGION), half(self, REGION)),
            1 => Aabb::from_center(self.point(1e30), half(self, 1e30)),
            2 => Aabb::from_center(self.point(1e5), half(self, 2.0)),
            3 => Aabb::new(Vec3::splat(-1e38), Vec3::splat(1e38)),
            4 => {
                let point = self.point(REGION * 0.5);
                Aabb::new(point, point)
            }
            5..=9 => {
                let corner = self.point(REGION * 0.5).round();
                Aabb::new(corner, corner + half(self, 3.0).round())
            }
            _ => Aabb::from_center(self.point(REGION * 0.6), half(self, 2.0)),
        };
        BroadBody { bounds, fixed }
    }

    /// One step: most bodies creep, some jump, change their size or their kind, come or go.
    fn step(&mut self) {
        for index in 0..self.bodies.len() {
            match self.random.random_range(0..100) {
                0 => self.bodies[index] = self.body(),
                1 => self.bodies[index].fixed ^= true,
                2 => {
                    let grown = self.bodies[index].bounds.expanded(0.7);
                    self.bodies[index].bounds = grown;
                }
                _ if !self.bodies[index].fixed => {
                    let by = self.point(0.3);
                    let bounds = &mut self.bodies[index].bounds;
                    *bounds = Aabb::new(bounds.min + by, bounds.max + by);
                }
                _ => {}
            }
        }
        match self.random.random_range(0..10) {
            0 => {
                let gone = self.random.random_range(0..=self.bodies.len());
                self.bodies.truncate(gone.max(self.bodies.len() / 2));
            }
            1 if !self.bodies.is_empty() => {
                let gone = self.random.random_range(0..self.bodies.len());
                self.bodies.swap_remove(gone);
            }
            2 | 3 => {
                for _ in 0..self.random.random_range(0..12) {
                    let body = self.body();
                    self.bodies.push(body);
                }
            }
            4 if self.random.random_range(0..4) == 0 => {
                let here = self.point(REGION * 0.5);
                for body in &mut self.bodies {
                    body.bounds = Aabb::from_center(here, Vec3::splat(0.5));
                }
            }
            _ => {}
        }
    }
}

fn expected(bodies: &[BroadBody]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    AllPairs::new().update(bodies, &mut pairs);
    pairs
}

fn assert_same(method: &mut dyn BroadPhase, bodies: &[BroadBody], context: &str) {
    let mut pairs = vec![Pair { a: 7, b: 9 }];
    method.update(bodies, &mut pairs);
    let expected = expected(bodies);
    assert!(
        pairs == expected,
        "{} differs from all pairs ({context}): {} pairs of {}; missing {:?}, wrong {:?}",
        method.name(),
        pairs.len(),
        expected.len(),
        expected.iter().find(|pair| !pairs.contains(pair)),
        pairs.iter().find(|pair| !expected.contains(pair)),
    );
    assert_eq!(method.statistics().pairs, pairs.len());
    assert_eq!(method.statistics().bodies, bodies.len());
}

#[test]
fn one_instance_follows_moving_scenes_exactly() {
    for (seed, count) in [(1, 0), (2, 5), (3, 60), (4, 200), (5, 400)] {
        for mut method in methods() {
            let mut scene = Scene::new(seed, count);
            for step in 0..120 {
                assert_same(
                    &mut *method,
                    &scene.bodies,
                    &format!("seed {seed}, step {step}"),
                );
                scene.step();
            }
        }
    }
}
