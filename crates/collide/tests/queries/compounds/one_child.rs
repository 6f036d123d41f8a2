//! A compound of one child at the identity is that child, and so is one whose other children are far away: all
//! answers to the bit.

use std::fmt::Debug;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::SweepOptions;
use dodgem_collide::shape::Collider;
use dodgem_collide::{
    Answer, Budget, Counters, DistanceOptions, Moving, PairCache, Placed, Query, QueryShape, Shape,
};
use dodgem_oracle::random::{self, between, log_between};
use glam::Vec3;

use super::{any_child, any_shape, at, child, compound};

/// Two shapes and their motions.
struct Case<'c, A, B> {
    a: &'c A,
    b: &'c B,
    motions: [Motion; 2],
    tolerance: f32,
    budget: Budget,
    /// True if a sweep of two meshes may begin where the last one ended; compounds do not cache that.
    remembers: bool,
}

impl<A: QueryShape, B: QueryShape> Case<'_, A, B> {
    /// Returns every answer about the two in words, and the counters of all queries.
    fn answers(&self) -> (String, Counters) {
        let mut query = Query::new(self.budget);
        let mut all = Answers::default();
        let motions = &self.motions;
        let [p, q] = [0, 1].map(|i: usize| motions[i].start_pose());
        let (a, b) = (Placed::new(self.a, &p), Placed::new(self.b, &q));
        let fresh = PairCache::default;
        all.add(query.intersect(a, b));
        all.add(query.within(a, b, self.tolerance, &mut fresh()));
        let rough = DistanceOptions {
            absolute: self.tolerance,
            relative: 0.1,
        };
        for options in [DistanceOptions::EXACT, rough, DistanceOptions::EXACT] {
            all.add(query.distance(a, b, &options, &mut fresh()));
        }
        all.add(query.deepest_contact(a, b, self.tolerance));
        let (mut cache, mut out) = (PairCache::default(), Vec::new());
        for _ in 0..2 {
            all.add(query.contacts(a, b, self.tolerance, &mut cache, &mut out));
            all.words += &format!("{out:?} found\n");
        }
        for target in [1e-4, 1e-2] {
            let options = SweepOptions { target };
            if !self.remembers {
                cache.clear();
            }
            let (a, b) = (
                Moving::new(self.a, &motions[0]),
                Moving::new(self.b, &motions[1]),
            );
            all.add(query.time_of_impact(a, b, 1.0, &options, &mut cache));
        }
        let (origin, goal) = (q.translation(), p.translation());
        all.add(query.ray(a, origin, goal - origin, 2.0));
        all.add(query.contains(a, origin));
        all.add(query.contains(a, goal));
        (all.words, all.cost)
    }
}

/// Answers in words, and the counters of all of them.
#[derive(Default)]
struct Answers {
    words: String,
    cost: Counters,
}

impl Answers {
    fn add<T: Debug>(&mut self, answer: Answer<T>) {
        self.words += &format!("{:?} {:?}\n", answer.value, answer.decided_by);
        self.cost += answer.cost;
    }
}

#[test]
fn a_compound_of_one_child_at_the_identity_is_that_child() {
    let mut rng = random::rng(2506);
    for round in 0..400 {
        let size = random::pick(&mut rng, &[1e-2, 1.0, 1.0, 100.0]);
        let shape = any_child(&mut rng, size);
        let whole = compound(vec![child(shape.clone(), Pose::IDENTITY)]);
        let other = any_shape(&mut rng, size);
        let width = size * log_between(&mut rng, 0.3, 3.0);
        let center = random::in_cube(&mut rng, 0.3 * size);
        let mut motion = |center: Vec3| {
            let speed = random::in_cube(&mut rng, 2.0 * size);
            let spin = random::in_cube(&mut rng, 3.0);
            Motion::new(random::pose(&mut rng, width), speed, spin, center).unwrap()
        };
        let motions = [motion(center), motion(Vec3::ZERO)];
        let tolerance = 0.1 * size;
        for budget in [Budget::Unlimited, Budget::Work(7), Budget::Work(60)] {
            let case = |a| Case {
                a,
                b: &other,
                motions,
                tolerance,
                budget,
                remembers: true,
            };
            assert_eq!(case(&whole).answers(), case(&shape).answers(), "{round}");
            let case = |b| Case {
                a: &other,
                b,
                motions,
                tolerance,
                budget,
                remembers: true,
            };
            assert_eq!(case(&whole).answers(), case(&shape).answers(), "{round}");
            let body = Collider::new(other.clone(), Vec3::ZERO);
            let case = |a| Case {
                a,
                b: &body,
                motions,
                tolerance,
                budget,
                remembers: true,
            };
            let [p, q] = [&whole, &shape].map(|shape| Collider::new(shape.clone(), center));
            assert_eq!(case(&p).answers(), case(&q).answers(), "{round}");
            assert_eq!((p.reach(), p.local_center()), (q.reach(), q.local_center()));
        }
        let pose = random::pose(&mut rng, width);
        assert_eq!(whole.aabb(&pose), shape.aabb(&pose), "{round}");
    }
}

/// Answers of a compound with one near child and one far away equal those of the near child alone.
#[test]
fn a_child_far_away_changes_no_answer() {
    let mut rng = random::rng(2507);
    for round in 0..400 {
        let shape = any_child(&mut rng, 1.0);
        let lonely = child(cuboid_far(), at(0.0, 4000.0, 0.0));
        let whole = compound(vec![child(shape.clone(), Pose::IDENTITY), lonely]);
        let other = any_child(&mut rng, 1.0);
        let width = log_between(&mut rng, 0.3, 2.0);
        let mut motion = || {
            let speed = random::in_cube(&mut rng, 2.0);
            let spin = Vec3::Y * between(&mut rng, -3.0, 3.0);
            let pose = random::pose(&mut rng, width);
            Motion::new(
                Pose::from_translation(pose.translation()).unwrap(),
                speed,
                spin,
                Vec3::ZERO,
            )
            .unwrap()
        };
        let motions = [motion(), motion()];
        let case = |a| Case {
            a,
            b: &other,
            motions,
            tolerance: 0.1,
            budget: Budget::Unlimited,
            remembers: false,
        };
        let (found, expected) = (case(&whole).answers().0, case(&shape).answers().0);
        // The last word is the stage that decided; it differs if nothing is near, as the walk of the children decides.
        for (found, expected) in found.lines().zip(expected.lines()) {
            // With an open mesh, the other child is all that has an inside.
            let answer = |line: &str| {
                let answer = line.rsplit_once(' ').unwrap().0;
                answer.replace("NotClosed", "Outside")
            };
            assert_eq!(answer(found), answer(expected), "{round}");
        }
    }
}

fn cuboid_far() -> Shape {
    super::cuboid(Vec3::splat(0.5))
}
