//! The state of pairs of a sensor and a body that is near it, kept from step to step.
//!
//! A body that rests in its zone, or beside it, costs no query: two that overlap do so until they have moved
//! as far as they overlap, and two that a plane parts stay apart until they have moved through its gap.

use crate::body_motion::BodyMotion;
use crate::reserve::{copy, reserve};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::coder::Coder;
use dodgem_collide::query::PairCache;

/// A sensor and a body whose paths came near each other in the last step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SensorPair {
    pub pair: Pair,
    /// The memory of queries about the two.
    pub cache: PairCache,
    /// The two overlap until they have moved by this length relative to each other, in metres; not positive if
    /// unknown.
    pub depth: f64,
    /// True if they met in the last query.
    pub met: bool,
    /// True if their paths are near each other in this step.
    is_near: bool,
}

impl SensorPair {
    /// The state of a pair before any query.
    pub fn new(pair: Pair) -> SensorPair {
        SensorPair {
            pair,
            cache: PairCache::default(),
            depth: 0.0,
            met: false,
            is_near: true,
        }
    }

    /// Codes it for a compact copy, behind another one in the list.
    pub fn code_behind(&mut self, coder: &mut impl Coder, before: &SensorPair) {
        let SensorPair {
            pair: Pair { a, b },
            cache,
            depth,
            met,
            is_near,
        } = self;
        coder.integer(a, before.pair.a);
        coder.integer(b, before.pair.b);
        cache.code(coder);
        coder.number(depth, 0.0);
        coder.flags([met, is_near]);
    }
}

/// All pairs of a sensor and a body that is near it, sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct SensorPairs {
    list: Vec<SensorPair>,
}

impl SensorPairs {
    /// Reserves memory for this number of pairs.
    pub fn reserve(&mut self, count: usize) {
        reserve(&mut self.list, count);
    }

    /// The pairs between two steps, for snapshots.
    pub fn list(&self) -> &[SensorPair] {
        &self.list
    }

    /// The pairs, for a snapshot to be restored.
    pub fn list_mut(&mut self) -> &mut Vec<SensorPair> {
        &mut self.list
    }

    /// The pairs of bodies.
    pub fn pairs(&self) -> impl Iterator<Item = &Pair> {
        self.list.iter().map(|known| &known.pair)
    }

    /// Gives the bodies of all pairs other numbers in the same order.
    pub fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        for known in &mut self.list {
            let Pair { a, b } = known.pair;
            known.pair = Pair {
                a: number(a),
                b: number(b),
            };
        }
    }

    /// Restores the pairs of a snapshot.
    pub fn recall(&mut self, list: &[SensorPair]) {
        copy(&mut self.list, list);
    }

    /// The state of a pair whose paths are near each other in this step.
    pub fn near(&mut self, pair: Pair) -> &mut SensorPair {
        let at = match self.list.binary_search_by(|known| known.pair.cmp(&pair)) {
            Ok(at) => at,
            Err(at) => {
                self.list.insert(at, SensorPair::new(pair));
                at
            }
        };
        self.list[at].is_near = true;
        &mut self.list[at]
    }

    /// Drops the pairs of a body, because it was removed, moved by hand, or changed.
    pub fn drop_pairs_of(&mut self, body: u32) {
        self.list
            .retain(|known| known.pair.a != body && known.pair.b != body);
    }

    /// Ends a step: drops the pairs whose paths were not near each other, and lowers the known depths and gaps
    /// of the others by the displacements of the step.
    pub fn end_step(&mut self, motions: &[BodyMotion]) {
        self.list.retain(|known| known.is_near);
        for known in &mut self.list {
            known.is_near = false;
            let Pair { a, b } = known.pair;
            let [one, other] = [a, b].map(|index| &motions[index as usize].moved);
            if known.depth > 0.0 {
                known.depth -= one.approach(other);
            }
            let plane = &mut known.cache.plane;
            if plane.gap > 0.0 {
                plane.lower(one.approach_along(other, plane.normal));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Parts;
    use crate::{BodyDesc, BodyId, BodyKind, Settings, World};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{Capsule, Child, Compound, Cuboid, HalfSpace, Sphere};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// A cross of two capsules, 1 m long.
    fn cross() -> Shape {
        let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let children = [Quat::IDENTITY, quarter].map(|turn| Child {
            shape: Shape::Capsule(Capsule::new(0.1, 0.4).unwrap()),
            pose: Pose::new(turn, Vec3::ZERO).unwrap(),
            tag: 0,
        });
        Shape::Compound(Compound::new(children.into()).unwrap().into())
    }

    fn shape(number: usize, size: f32) -> Shape {
        match number % 3 {
            0 => Shape::Sphere(Sphere::new(size).unwrap()),
            1 => Shape::Cuboid(Cuboid::new(Vec3::new(size, 0.5 * size, 0.8 * size)).unwrap()),
            _ => cross(),
        }
    }

    fn any_pose(random: &mut Pcg32, size: f32) -> Pose {
        let mut number = || random.random_range(-1.0..1.0f32);
        let turn = Quat::from_xyzw(number(), number(), number(), 1.0).normalize();
        Pose::new(turn, Vec3::new(number(), number(), number()) * size).unwrap()
    }

    /// Zones that stand, lie across each other, and turn, with bodies that linger, tumble and fly through.
    fn zones(random: &mut Pcg32) -> (World, Vec<BodyId>) {
        let settings = Settings {
            gravity: Vec3::ZERO,
            ..Settings::default()
        };
        let mut world = World::new(settings).unwrap();
        let below = Shape::HalfSpace(HalfSpace::new(Vec3::Y, -2.0).unwrap());
        let mut sensors = vec![BodyDesc::fixed(below, Pose::IDENTITY)];
        for number in 0..3 {
            let pose = any_pose(random, 2.0);
            sensors.push(match number {
                2 => BodyDesc {
                    angular_velocity: Vec3::new(0.4, 2.0, 0.0),
                    kind: BodyKind::Kinematic,
                    ..BodyDesc::dynamic(cross(), pose)
                },
                _ => BodyDesc::fixed(shape(number, 1.2), pose),
            });
        }
        for desc in sensors {
            let sensor = true;
            world.add(BodyDesc { sensor, ..desc }).unwrap();
        }
        let mut bodies = Vec::new();
        for number in 0..8 {
            let speed = [0.05, 1.0, 30.0][number % 3];
            let mut vector =
                |size: f32| Vec3::from_array([0; 3].map(|_| random.random_range(-size..=size)));
            let (velocity, angular_velocity) = (vector(speed), vector(3.0 * speed));
            let desc = BodyDesc {
                velocity,
                angular_velocity,
                ..BodyDesc::dynamic(shape(number, 0.3), any_pose(random, 2.5))
            };
            bodies.push(world.add(desc).unwrap());
        }
        (world, bodies)
    }

    /// Worlds that forget all pairs of sensors after each step report the same meetings as worlds that keep them,
    /// at several times the work.
    #[test]
    fn a_sensor_with_a_memory_reports_what_one_without_reports() {
        let (mut met, mut work) = (0, [0; 2]);
        for seed in 0..12 {
            let mut random = Pcg32::seed_from_u64(seed);
            let (mut world, bodies) = zones(&mut random);
            let mut forgetful = World::new(Settings::default()).unwrap();
            forgetful.restore(&world.snapshot()).unwrap();
            for step in 0..240 {
                let moved = bodies[random.random_range(0..bodies.len())];
                let pose = any_pose(&mut random, 2.5);
                for (world, work) in [&mut world, &mut forgetful].into_iter().zip(&mut work) {
                    if step % 40 == 39 {
                        world.set_pose(moved, &pose).unwrap();
                    }
                    *work += world.step().work;
                }
                let (kept, other) = (world.report(), forgetful.report());
                assert_eq!(kept.began, other.began, "seed {seed}, step {step}");
                assert_eq!(kept.ended, other.ended, "seed {seed}, step {step}");
                met += kept.began.len();
                let known = Parts::of(&mut forgetful);
                known.contact_events.near_sensors = SensorPairs::default();
            }
            assert_eq!(world.state_hash(), forgetful.state_hash());
        }
        assert!(met > 100, "{met} meetings");
        assert!(3 * work[0] < work[1], "{work:?} work units");
    }
}
