//! Answers of distance queries whose budget ends early.

use dodgem_collide::math::Pose;
use dodgem_collide::{
    Budget, BuildOptions, Collision, Distance, DistanceOptions, PairCache, Placed, Query,
};
use dodgem_oracle::{meshes, random};
use glam::{Quat, Vec3};

use crate::distance::{any_case, built};

#[test]
fn a_spent_budget_answers_with_a_distance_that_is_not_above_the_true_one() {
    let mut query = Query::default();
    let mut useful = 0;
    for seed in 0..400 {
        let (mut rng, case) = any_case(9000 + seed);
        query.budget = Budget::Unlimited;
        let full = case.distance(&mut query);
        let work = full.cost.work();
        for _ in 0..12 {
            let units = (work as f32 * random::between(&mut rng, 0.0, 1.1)) as u64;
            query.budget = Budget::Work(units);
            let found = case.distance(&mut query);
            let name = format!("{}: {units} of {work}, {found:?}", case.name);
            assert!(found.cost.work() <= units, "{name}");
            if let Distance::Cut { lower_bound } = *found {
                assert!(units < work && found.cost.cuts == 1, "{name}");
                assert!(f64::from(lower_bound) <= case.truth.distance, "{name}");
                assert!(lower_bound >= 0.0, "{name}");
                useful += usize::from(f64::from(lower_bound) > 0.5 * case.truth.distance);
            } else {
                assert_eq!(found, full.value, "{name}");
            }
            let tolerance = (case.truth.distance * 0.9) as f32;
            let near = query.within(
                Placed::new(&case.a, &case.pose_a),
                Placed::new(&case.b, &case.pose_b),
                (case.truth.distance * 1.1) as f32 + 1e-3 * case.reach as f32,
                &mut PairCache::default(),
            );
            assert!(!near.is_clear(), "{name}: missed");
            assert!(near.points().iter().all(|p| p.is_finite()), "{name}");
            if tolerance > 1e-5 * case.reach as f32 {
                query.budget = Budget::Unlimited;
                let clear = case.within(f64::from(tolerance), &mut query);
                assert_eq!(clear, Collision::Clear, "{name}");
            }
        }
    }
    assert!(useful > 500, "only {useful} bounds say anything");
}

#[test]
fn no_work_gives_no_answer_and_no_harm() {
    let model = built(&meshes::cuboid(Vec3::ONE).mesh(), &BuildOptions::default());
    let pose = Pose::new(Quat::IDENTITY, Vec3::X * 5.0).unwrap();
    let mut query = Query::new(Budget::Work(0));
    let found = query.distance(
        Placed::new(&model, &Pose::IDENTITY),
        Placed::new(&model, &pose),
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    assert_eq!(found, Distance::Cut { lower_bound: 0.0 });
    let near = query.within(
        Placed::new(&model, &Pose::IDENTITY),
        Placed::new(&model, &pose),
        1.0,
        &mut PairCache::default(),
    );
    assert!(matches!(*near, Collision::Cut { .. }));
}
