//! When two bodies come near, by their hulls.
//!
//! As long as the hulls of two bodies are apart so are the bodies. Where the hulls are nearest, a
//! plane across that direction parts them for a while: how long the gaps along it tell, now, at the
//! end of the path and in between (see `separating_plane.rs`). There the nearest points are looked for again,
//! until the hulls are as near as the target. If what they would touch each other with is the
//! bodies' own and no bridge over a hollow, that is the bodies' impact too, for a few looks at the
//! corners of hulls instead of a sweep of all triangles.

use glam::DVec3;

use crate::body::Body;
use crate::ccd::pair::PairSweep;
use crate::ccd::separating_plane::{PairContext, PairPlacement, PlaneTest};
use crate::manifold::hull_contacts::{EXACT, HullPair, NearestPoints};
use dodgem_collide::Shape;
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;

/// Looks at two bodies at most.
const MAX_STEPS: usize = 16;

/// A look goes on to where the plane has this many targets of room left, and no less than so many
/// on its way.
const ROOM_LEFT: f64 = 0.7;
const LEAST_ROOM: f64 = 0.3;

/// How often a look that goes too far is made half as long.
const MOST_HALVINGS: usize = 5;

/// A direction that shows this share of the hulls' distance is good enough.
const ENOUGH: f64 = 0.999;

/// Targets smaller than this, in metres, are left to the sweep.
const LEAST_TARGET: f64 = 1e-5;

/// Of hulls nearer than this, in metres, the direction between them is not known well.
const LEAST_GAP: f64 = 1e-7;

/// What is round has no corners to walk between: where the walk ended before a direction showed this
/// share of the distance, nothing is known.
const CLEAR: f64 = 0.98;

/// Why the hulls of two bodies do not tell when they come near.
enum HullSweepFailure {
    /// There is nothing to see, or not clearly enough.
    Unclear,
    /// The work units are spent; until this time they stay apart.
    Spent(f64),
}

impl PairContext<'_> {
    /// Follows the hulls to where they come as near as `target` metres, or half as near as they
    /// begin if that is nearer. None if they never do. Every look takes a unit of the budget.
    fn follow_hulls(
        &mut self,
        [start, end]: [f64; 2],
        mut target: f64,
        toward: DVec3,
        budget: &mut u64,
    ) -> Result<Option<(PairPlacement, NearestPoints)>, HullSweepFailure> {
        let (mut at, last) = (self.placement(start), self.placement(end));
        let mut toward = toward;
        for step in 0..MAX_STEPS {
            *budget = budget
                .checked_sub(1)
                .ok_or(HullSweepFailure::Spent(at.time))?;
            let nearest = self
                .nearest(&at, toward, ENOUGH)
                .ok_or(HullSweepFailure::Unclear)?;
            let (n, gap) = (nearest.normal, nearest.gap);
            if gap < CLEAR * nearest.distance {
                return Err(HullSweepFailure::Unclear);
            }
            if step == 0 {
                target = target.min(0.5 * gap);
            }
            if target < LEAST_TARGET {
                return Err(HullSweepFailure::Unclear);
            }
            if gap <= target {
                return Ok(Some((at, nearest)));
            }
            if matches!(self.test_plane(&at, &last, n, target), PlaneTest::Separates) {
                return Ok(None);
            }
            let closing = gap - self.gap(&last, n);
            let share = if closing > 0.0 {
                ((gap - ROOM_LEFT * target) / closing).min(1.0)
            } else {
                0.5
            };
            let mut span = share * (end - at.time);
            let mut next = None;
            for _ in 0..MOST_HALVINGS {
                let there = self.placement(at.time + span);
                if matches!(
                    self.test_plane(&at, &there, n, LEAST_ROOM * target),
                    PlaneTest::Separates
                ) {
                    next = Some(there);
                    break;
                }
                span *= 0.5;
            }
            let next = next
                .filter(|next| next.time > at.time)
                .ok_or(HullSweepFailure::Unclear)?;
            (at, toward) = (next, n);
        }
        Err(HullSweepFailure::Unclear)
    }
}

impl PairSweep<'_> {
    /// When two bodies, one of them a mesh, come as near as `target` metres on their paths from
    /// `start` (s) to the step's end, if their hulls can tell within a budget of work units.
    pub(crate) fn toi_by_hulls(&mut self, start: f64, target: f64, budget: u64) -> Option<Sweep> {
        let bodies = self.bodies();
        if !hulls_can_tell(bodies) {
            return None;
        }
        let toward = self.toward();
        let mut context = self.view.context(self.state);
        let end = self.view.settings.step;
        let mut left = budget;
        let found = context.follow_hulls([start, end], target, toward, &mut left);
        let gjk_cache = context.gjk_cache;
        let sweep = match found {
            Err(HullSweepFailure::Unclear) => return None,
            Err(HullSweepFailure::Spent(time)) => Sweep::Cut {
                safe_time: (time - start) as f32,
            },
            Ok(None) => Sweep::Clear,
            Ok(Some((at, nearest))) => {
                let hulls = HullPair {
                    bodies,
                    places: at.places,
                };
                let memory = &mut self.shape_queries.hull_scratch;
                if !hulls.touches_mesh_surface(&nearest, gjk_cache.support_vertices, memory) {
                    return None;
                }
                let [point_a, point_b] = nearest.points.map(|p| p.as_vec3());
                Sweep::Impact {
                    time: (at.time - start) as f32,
                    point_a,
                    point_b,
                    normal: nearest.normal.as_vec3(),
                }
            }
        };
        self.state.gjk_cache = gjk_cache;
        self.shape_queries.spend(budget - left + 1);
        self.note();
        Some(sweep)
    }

    /// How far the two are apart `time` seconds into their ways, in metres, if their hulls can tell.
    pub(crate) fn gap_by_hulls(&mut self, paths: &[Motion; 2], time: f32) -> Option<f64> {
        let bodies = self.bodies();
        if !hulls_can_tell(bodies) {
            return None;
        }
        let places = [0, 1].map(|i: usize| {
            let at = paths[i].placement_at(f64::from(time));
            let center = bodies[i].local_center.as_dvec3();
            (at.point(center), at.rotation)
        });
        let (hulls, toward) = (HullPair { bodies, places }, self.toward());
        let nearest = hulls.nearest(toward, EXACT, &mut self.state.gjk_cache)?;
        let support_vertices = self.state.gjk_cache.support_vertices;
        let memory = &mut self.shape_queries.hull_scratch;
        let is_clear = nearest.gap > LEAST_GAP.max(CLEAR * nearest.distance);
        let is_known = is_clear && hulls.touches_mesh_surface(&nearest, support_vertices, memory);
        is_known.then(|| {
            self.shape_queries.spend(1);
            nearest.gap
        })
    }

    /// Where to look for the second body first, from the first one.
    fn toward(&self) -> DVec3 {
        let [a, b] = self.bodies();
        if self.state.axis == DVec3::ZERO {
            b.center - a.center
        } else {
            self.state.axis
        }
    }
}

/// Whether the hulls of two bodies, one of them a mesh, may tell about them.
fn hulls_can_tell(bodies: [&Body; 2]) -> bool {
    let is_known = |body: &&Body| match body.shape {
        Shape::Mesh(_) => !body.outline.hull_fidelity().is_empty(),
        // What is solid is its own hull.
        _ => true,
    };
    let is_mesh = |body: &&Body| matches!(body.shape, Shape::Mesh(_));
    bodies.iter().all(is_known) && bodies.iter().any(is_mesh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::broad_phase::Pair;
    use dodgem_collide::math::Pose;
    use dodgem_collide::mesh::obj;
    use dodgem_collide::shape::{Capsule, Cone, Cuboid, Cylinder, Sphere};
    use dodgem_collide::{Budget, BuildOptions, Model, ShapeScratch, shape};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Cars that fly and spin towards each other and over a floor: until they are said to meet, the
    /// triangles are apart wherever one looks, and then they are as near as the target.
    #[test]
    fn until_hulls_say_that_they_meet_the_meshes_are_apart() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/models/bumper_car.obj"
        );
        let mesh = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
        let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
        let car = Shape::Mesh(model.into());
        let floor = Shape::Cuboid(Cuboid::new(Vec3::new(50.0, 1.0, 50.0)).unwrap());
        let mut random = Pcg32::seed_from_u64(21);
        let mut scratch = ShapeScratch::default();
        let (target, mut meet, mut clear, mut gaps_known) = (2.5e-4, 0, 0, 0);
        for case in 0..300 {
            let mut world = World::new(Settings::default()).unwrap();
            let end = world.settings.step;
            let mut number = |size: f32| random.random_range(-size..size);
            let on_floor = case % 4 == 0;
            let turn =
                |tilt: f32, yaw: f32| Quat::from_xyzw(tilt, yaw, 0.5 * tilt, 1.0).normalize();
            let tilt = if case % 3 == 0 { 0.4 } else { 0.01 };
            let (at, towards) = if on_floor {
                (Vec3::Y * (0.05 + number(0.04)), Vec3::NEG_Y)
            } else {
                let towards = Vec3::new(number(1.0), number(0.1), number(1.0)).normalize();
                (towards * -(1.75 + number(0.3)), towards)
            };
            let fast = if case % 2 == 0 { 40.0 } else { 4.0 };
            let mut velocity = || {
                let aside = Vec3::new(number(1.0), number(0.3), number(1.0));
                (towards * (1.0 + number(0.5)) + aside * 0.5) * fast
            };
            let way = velocity();
            let mut spin = || Vec3::new(number(1.0), number(2.0), number(1.0)) * fast;
            let spins = [spin(), spin()];
            let first = BodyDesc {
                velocity: way,
                angular_velocity: spins[0],
                ..BodyDesc::dynamic(
                    car.clone(),
                    Pose::new(turn(number(tilt), number(2.0)), at).unwrap(),
                )
            };
            let second = if on_floor {
                BodyDesc::fixed(floor.clone(), Pose::from_translation(Vec3::NEG_Y).unwrap())
            } else {
                let pose = Pose::new(turn(number(tilt), number(2.0)), Vec3::ZERO).unwrap();
                BodyDesc {
                    angular_velocity: spins[1],
                    ..BodyDesc::dynamic(car.clone(), pose)
                }
            };
            world.add(first).unwrap();
            world.add(second).unwrap();
            world.find_pairs();
            for (body, motion) in world.bodies.iter().zip(&mut world.motions) {
                if !motion.fixed {
                    motion.plan(body, end);
                }
            }
            let pair = Pair { a: 0, b: 1 };
            let known = world.pairs.find(pair);
            let found = world.with_pair(pair, known, |sweep| {
                sweep.toi_by_hulls(0.0, target, u64::MAX)
            });
            let until = match found {
                None => continue,
                Some(Sweep::Clear) => {
                    clear += 1;
                    end
                }
                Some(Sweep::Impact { time, .. }) => {
                    meet += 1;
                    f64::from(time)
                }
                Some(other) => panic!("{other:?}"),
            };
            let gaps: Vec<Option<f64>> = world.with_pair(pair, known, |sweep| {
                let paths = sweep.view.paths_from(pair, 0.0);
                let times = (0..=24).map(|sample| until * f64::from(sample) / 24.0);
                let gap = |time: f64| sweep.gap_by_hulls(&paths, time as f32);
                times.map(gap).collect()
            });
            let mut far = |time: f64| {
                let [a, b] = [0, 1].map(|i| {
                    let (body, motion) = (&world.bodies[i], &world.motions[i]);
                    let (center, rotation) = motion.place(body, time);
                    (&body.shape, body.pose_from(center, rotation))
                });
                let all = Budget::Unlimited;
                let found = shape::distance(a.0, &a.1, b.0, &b.1, all, &mut scratch);
                f64::from(found.lower_bound())
            };
            let first = far(0.0);
            for sample in 0..=24 {
                let time = until * f64::from(sample) / 24.0;
                let apart = far(time);
                if let Some(gap) = gaps[sample as usize] {
                    assert!((gap - apart).abs() < 3e-6, "{case}: {gap} for {apart}");
                    gaps_known += 1;
                }
                let least = (0.5 * first).min(target) * LEAST_ROOM;
                assert!(apart >= least - 2e-6, "{case}: {apart} at {sample}");
            }
            if until < end {
                assert!(far(until) <= target + 2e-6, "{case}: {}", far(until));
            }
        }
        assert!(meet > 30 && clear > 60, "{meet} and {clear}");
        assert!(gaps_known > 1000, "{gaps_known}");
    }

    /// Lumps and solids with all kinds of corners and rounds: the same.
    #[test]
    fn until_hulls_say_that_they_meet_lumps_and_solids_are_apart() {
        let mut random = Pcg32::seed_from_u64(23);
        let mut scratch = ShapeScratch::default();
        let (target, mut meet, mut clear, mut unclear) = (2.5e-4, 0, 0, 0);
        for case in 0..400 {
            let mut number = |size: f32| random.random_range(-size..size);
            let points: Vec<Vec3> = (0..14)
                .map(|_| Vec3::new(number(1.0), number(1.0), number(1.0)).normalize() * 0.13)
                .collect();
            let hull = dodgem_collide::shape::ConvexHull::from_points(&points).unwrap();
            let model = Model::build(&hull.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
            let [a, b] = [0.08 + number(0.04), 0.08 + number(0.04)];
            let solid = match case % 4 {
                0 => Shape::Sphere(Sphere::new(a).unwrap()),
                1 => Shape::Capsule(Capsule::new(a, b).unwrap()),
                2 => Shape::Cylinder(Cylinder::new(a, b).unwrap()),
                _ => Shape::Cone(Cone::new(a, b).unwrap()),
            };
            let mut any = |size: f32| Vec3::new(number(size), number(size), number(size));
            let mut turn = || Quat::from_vec4(any(1.0).extend(0.5)).normalize();
            let poses = [turn(), turn()];
            let towards = any(1.0).normalize();
            let place = [towards * -0.32, Vec3::ZERO];
            let mut world = World::new(Settings::default()).unwrap();
            for (i, shape) in [Shape::Mesh(model.into()), solid].into_iter().enumerate() {
                let desc = BodyDesc {
                    velocity: any(3.0) + towards * if i == 0 { 12.0 } else { 0.0 },
                    angular_velocity: any(20.0),
                    ..BodyDesc::dynamic(shape, Pose::new(poses[i], place[i]).unwrap())
                };
                world.add(desc).unwrap();
            }
            world.find_pairs();
            let end = world.settings.step;
            for (body, motion) in world.bodies.iter().zip(&mut world.motions) {
                motion.plan(body, end);
            }
            let pair = Pair { a: 0, b: 1 };
            let known = world.pairs.find(pair);
            let found = world.with_pair(pair, known, |sweep| {
                sweep.toi_by_hulls(0.0, target, u64::MAX)
            });
            let until = match found {
                Some(Sweep::Clear) => {
                    clear += 1;
                    end
                }
                Some(Sweep::Impact { time, .. }) => {
                    meet += 1;
                    f64::from(time)
                }
                _ => {
                    unclear += 1;
                    continue;
                }
            };
            let mut far = |time: f64| {
                let [a, b] = [0, 1].map(|i| {
                    let (body, motion) = (&world.bodies[i], &world.motions[i]);
                    let (center, rotation) = motion.place(body, time);
                    (&body.shape, body.pose_from(center, rotation))
                });
                let all = Budget::Unlimited;
                let found = shape::distance(a.0, &a.1, b.0, &b.1, all, &mut scratch);
                f64::from(found.lower_bound())
            };
            let least = (0.5 * far(0.0)).min(target) * LEAST_ROOM;
            for sample in 0..=24 {
                let apart = far(until * f64::from(sample) / 24.0);
                assert!(apart >= least - 1e-6, "{case}: {apart} at {sample}");
            }
            if until < end {
                let apart = far(until);
                assert!(apart <= target / CLEAR + 1e-6, "{case}: {apart}");
            }
        }
        assert!(
            meet > 100 && clear > 80,
            "{meet} and {clear}, {unclear} unclear"
        );
    }

    /// With one look only the path until the next one is known to be clear.
    #[test]
    fn a_budget_cuts_where_the_bodies_are_still_apart() {
        let cuboid = Cuboid::new(Vec3::splat(0.5)).unwrap();
        let corners: Vec<Vec3> = (0..8)
            .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5)
            .collect();
        let mesh = dodgem_collide::shape::ConvexHull::from_points(&corners).unwrap();
        let model = Model::build(&mesh.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
        let mut world = World::new(Settings::default()).unwrap();
        let falling = BodyDesc {
            velocity: Vec3::NEG_Y * 60.0,
            angular_velocity: Vec3::X * 40.0,
            ..BodyDesc::dynamic(
                Shape::Mesh(model.into()),
                Pose::from_translation(Vec3::Y * 1.3).unwrap(),
            )
        };
        world.add(falling).unwrap();
        world
            .add(BodyDesc::fixed(Shape::Cuboid(cuboid), Pose::IDENTITY))
            .unwrap();
        world.find_pairs();
        let end = world.settings.step;
        world.motions[0].plan(&world.bodies[0], end);
        let pair = Pair { a: 0, b: 1 };
        let known = world.pairs.find(pair);
        let mut sweep =
            |budget| world.with_pair(pair, known, |sweep| sweep.toi_by_hulls(0.0, 2.5e-4, budget));
        let Some(Sweep::Impact { time: meets, .. }) = sweep(u64::MAX) else {
            panic!("they meet");
        };
        let mut before = 0.0;
        for budget in 0..3 {
            let Some(Sweep::Cut { safe_time }) = sweep(budget) else {
                panic!("{budget} looks do not do");
            };
            assert!(safe_time >= before && safe_time < meets);
            before = safe_time;
        }
        assert!(before > 0.0);
    }
}
