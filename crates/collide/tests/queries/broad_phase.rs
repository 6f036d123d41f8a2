//! Every broad phase gives the pairs of all pairs, on scenes made to be hard.

use dodgem_collide::Shape;
use dodgem_collide::broad_phase::{
    AllPairs, AxisSort, BroadBody, BroadPhase, Grid2, Grid3, HashGrid, Pair, SweepAndPrune,
};
use dodgem_collide::debug_draw::{DebugKind, DebugList};
use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::shape::HalfSpace;
use glam::Vec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The edge of the square region that is given to the bounded methods, in metres.
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

    /// Makes one step: most bodies creep, some jump, change their size or kind, or are added or removed.
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
    assert_gives(method, bodies, &expected(bodies), context);
}

fn assert_gives(
    method: &mut dyn BroadPhase,
    bodies: &[BroadBody],
    expected: &[Pair],
    context: &str,
) {
    let mut pairs = vec![Pair { a: 7, b: 9 }];
    method.update(bodies, &mut pairs);
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
    assert_finds(method, bodies, context);
}

/// Asserts that a query with a box lists each overlapping body once, for boxes of bodies and of other sizes.
fn assert_finds(method: &dyn BroadPhase, bodies: &[BroadBody], context: &str) {
    for (n, size) in [0.0, 0.3, 5.0, 1e4].into_iter().enumerate() {
        let Some(body) = bodies.get(n * bodies.len() / 4) else {
            continue;
        };
        let bounds = body.bounds.expanded(size);
        let overlaps = |body: &&BroadBody| body.bounds.overlaps(&bounds);
        let expected: Vec<u32> = (0..)
            .zip(bodies)
            .filter(|(_, body)| overlaps(body))
            .map(|(index, _)| index)
            .collect();
        let mut found = Vec::new();
        method.visit_overlapping(bodies, &bounds, &mut |index| found.push(index));
        found.sort_unstable();
        assert_eq!(
            found,
            expected,
            "{} in {bounds:?} ({context})",
            method.name()
        );
    }
}

#[test]
fn one_instance_follows_moving_scenes_exactly() {
    // More scenes on demand: DODGEM_SCENES=1000 cargo test --release -p dodgem-collide broad_phase
    let scenes = std::env::var("DODGEM_SCENES").map_or(Ok(6), |text| text.parse());
    for seed in 0..scenes.expect("DODGEM_SCENES is a number") {
        let count = [0, 3, 40, 100, 200, 400][seed as usize % 6];
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

/// Cars that creep on a floor: none is huge, and none jumps.
fn creeping(count: usize, step: usize) -> Vec<BroadBody> {
    let mut random = Pcg32::seed_from_u64(9);
    (0..count)
        .map(|index| {
            let mut within = |reach: f32| random.random_range(-reach..=reach);
            let start = Vec3::new(within(13.0), 0.5, within(13.0));
            let velocity = Vec3::new(within(0.02), 0.0, within(0.02));
            BroadBody {
                bounds: Aabb::from_center(start + velocity * step as f32, Vec3::splat(0.5)),
                fixed: index % 5 == 0,
            }
        })
        .collect()
}

#[test]
fn boxes_of_half_spaces_meet_all_that_half_spaces_may() {
    let plane = |normal: Vec3, offset: f32| {
        let half_space = HalfSpace::new(normal, offset).unwrap();
        BroadBody {
            bounds: Shape::HalfSpace(half_space).aabb(&Pose::IDENTITY),
            fixed: true,
        }
    };
    for mut method in methods() {
        for step in 0..20 {
            // Bodies between 0 and 1 m: on a floor, over one, before a wall, and above a slope.
            let mut bodies = creeping(100, step);
            bodies.extend([
                plane(Vec3::Y, 0.0),
                plane(Vec3::Y, -0.1),
                plane(Vec3::X, -5.0),
                plane(Vec3::new(0.6, 0.8, 0.0), -100.0),
            ]);
            assert_same(&mut *method, &bodies, &format!("step {step}"));
            let with = |half_space: u32| {
                let all = expected(&bodies).into_iter();
                all.filter(|pair| pair.b == half_space).count()
            };
            let moving = bodies[..100].iter().filter(|body| !body.fixed);
            let behind_wall = moving.clone().filter(|body| body.bounds.min.x <= -5.0);
            let moving = moving.clone().count();
            assert_eq!([with(100), with(101), with(103)], [moving, 0, moving]);
            assert_eq!(with(102), behind_wall.count());
        }
    }
}

#[test]
fn crowds_of_more_bodies_than_flags_are_followed() {
    // Through 2048 bodies, where sweep and prune changes its way of asking.
    let counts = [1900, 2040, 2055, 2060, 2050, 2045, 300, 2500, 2500, 2500];
    let mut methods = methods();
    for (step, count) in counts.into_iter().enumerate() {
        let bodies = creeping(count, step);
        let expected = expected(&bodies);
        for method in &mut methods {
            assert_gives(&mut **method, &bodies, &expected, &format!("step {step}"));
        }
    }
}

#[test]
fn a_crowd_in_one_place_is_left_again() {
    let crowd = vec![
        BroadBody {
            bounds: Aabb::from_center(Vec3::X, Vec3::ONE),
            fixed: false,
        };
        300
    ];
    for method in &mut methods() {
        for step in 0..200 {
            let crowded = (20..30).contains(&step);
            let apart = creeping(300, step);
            let bodies = if crowded { &crowd } else { &apart };
            assert_same(&mut **method, bodies, &format!("step {step}"));
        }
    }
}

#[test]
fn candidates_change_only_with_a_cell() {
    let region = Aabb::from_center(Vec3::ZERO, Vec3::splat(REGION * 0.5));
    let mut grid = Grid2::new(region, (3, 3)).unwrap();
    let mut pairs = Vec::new();
    let car = |x: f32| BroadBody {
        bounds: Aabb::from_center(Vec3::new(x, 0.0, 0.0), Vec3::splat(1.0)),
        fixed: false,
    };
    // Cells of 10 m: -15 to -5, -5 to 5, 5 to 15.
    grid.update(&[car(-4.0), car(4.0), car(-9.0)], &mut pairs);
    assert_eq!(grid.statistics().moved, 3);
    assert_eq!(grid.statistics().tested, 3, "all are neighbours");
    assert_eq!(grid.statistics().occupied_cells, 2);
    grid.update(&[car(-4.5), car(4.5), car(-8.0)], &mut pairs);
    assert_eq!(grid.statistics().moved, 0, "nobody has left its cell");
    grid.update(&[car(-4.5), car(5.5), car(-8.0)], &mut pairs);
    assert_eq!(grid.statistics().moved, 1);
    assert_eq!(
        grid.statistics().tested,
        2,
        "two cells apart is no candidate"
    );
    assert_eq!(grid.statistics().occupied_cells, 3);
    assert_eq!((grid.statistics().cells, grid.statistics().large), (9, 0));
}

#[test]
fn a_body_larger_than_the_cells_meets_those_it_covers() {
    let region = Aabb::from_center(Vec3::ZERO, Vec3::splat(REGION * 0.5));
    let mut grid = Grid2::new(region, (15, 15)).unwrap();
    let body = |x: f32, half: Vec3, fixed| BroadBody {
        bounds: Aabb::from_center(Vec3::new(x, 0.0, 0.0), half),
        fixed,
    };
    let mut bodies = vec![body(0.0, Vec3::new(5.0, 1.0, 0.1), true)];
    bodies.extend((-14..14).map(|x| body(x as f32 + 0.5, Vec3::splat(0.4), false)));
    let mut pairs = Vec::new();
    grid.update(&bodies, &mut pairs);
    assert_eq!(grid.statistics().large, 1);
    assert_eq!(pairs.len(), 10);
    assert_eq!(pairs, expected(&bodies));
}

#[test]
fn bounds_that_no_one_should_hand_in_hang_and_panic_nowhere() {
    let values = [
        0.0,
        -1.0,
        1.0,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
    ];
    let mut bodies = Vec::new();
    for (i, &low) in values.iter().enumerate() {
        for (j, &high) in values.iter().enumerate() {
            let other = values[(i + j) % values.len()];
            bodies.push(BroadBody {
                bounds: Aabb::new(Vec3::new(low, other, low), Vec3::new(high, high, other)),
                fixed: (i + j) % 3 == 0,
            });
        }
    }
    for method in &mut methods() {
        for turn in 0..bodies.len() {
            bodies.rotate_left(1);
            method.update(&bodies[turn / 2..], &mut Vec::new());
            method.draw(&mut DebugList::default());
        }
        // And it has not lost its way.
        assert_same(&mut **method, &creeping(50, 0), "after nonsense");
    }
}

#[test]
fn the_extremes_of_finite_numbers_are_exact() {
    let ends = [
        f32::MIN,
        -1e30,
        -1.0,
        -1e-45,
        0.0,
        1e-45,
        1.0,
        1e30,
        f32::MAX,
    ];
    let mut bodies = Vec::new();
    for (i, &low) in ends.iter().enumerate() {
        for &high in &ends[i..] {
            for &(y, z) in &[(low, high), (high, low), (0.0, 0.0)] {
                let (a, b) = (Vec3::new(low, y, z), Vec3::new(high, 0.0, y));
                bodies.push(BroadBody {
                    bounds: Aabb::new(a.min(b), a.max(b)),
                    fixed: false,
                });
            }
        }
    }
    for method in &mut methods() {
        assert_same(&mut **method, &bodies, "extremes");
        bodies.reverse();
        assert_same(&mut **method, &bodies, "reversed extremes");
    }
}

#[test]
fn grids_draw_their_cells_and_the_occupied_ones() {
    let region = Aabb::from_center(Vec3::ZERO, Vec3::splat(REGION * 0.5));
    let bodies = creeping(2, 0);
    let drawn = |method: &mut dyn BroadPhase| {
        method.update(&bodies, &mut Vec::new());
        let mut list = DebugList::default();
        method.draw(&mut list);
        let cells = method.statistics().occupied_cells;
        (list, cells)
    };
    let (list, occupied) = drawn(&mut Grid2::new(region, (3, 4)).unwrap());
    assert_eq!(list.count(DebugKind::Cell), 4 + 5);
    assert_eq!(list.count(DebugKind::OccupiedCell), 4 * occupied);
    assert!(list.lines.iter().all(|(a, b, _)| a.y == 0.0 && b.y == 0.0));
    let (list, occupied) = drawn(&mut Grid3::new(region, (3, 4, 5)).unwrap());
    assert_eq!(list.count(DebugKind::Cell), 12);
    assert_eq!(list.count(DebugKind::OccupiedCell), 12 * occupied);
    let (list, occupied) = drawn(&mut HashGrid::new(2.0).unwrap());
    assert_eq!(list.count(DebugKind::OccupiedCell), 12 * occupied);
}
