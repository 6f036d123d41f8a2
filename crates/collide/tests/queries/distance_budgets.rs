//! What distance queries answer when their budget ends early.

use crate::ask::{distance, within};
use crate::distance::{any_case, built};
use crate::oracle;
use dodgem_collide::Query;

use dodgem_collide::math::Pose;
use dodgem_collide::{Budget, BuildOptions, Collision, Distance, Placed};
use glam::{Quat, Vec3};
use oracle::{meshes, random};

#[test]
fn a_spent_budget_answers_with_a_distance_that_is_not_above_the_true_one() {
    let mut scratch = Query::default();
    let mut useful = 0;
    for seed in 0..400 {
        let (mut rng, case) = any_case(9000 + seed);
        let full = case.distance(Budget::Unlimited, &mut scratch);
        let work = scratch.counters().work();
        for _ in 0..12 {
            let units = (work as f32 * random::between(&mut rng, 0.0, 1.1)) as u64;
            let found = case.distance(Budget::Work(units), &mut scratch);
            let name = format!("{}: {units} of {work}, {found:?}", case.name);
            assert!(scratch.counters().work() <= units, "{name}");
            if let Distance::Cut { lower_bound } = found {
                assert!(units < work && scratch.counters().cuts == 1, "{name}");
                assert!(f64::from(lower_bound) <= case.truth.distance, "{name}");
                assert!(lower_bound >= 0.0, "{name}");
                useful += usize::from(f64::from(lower_bound) > 0.5 * case.truth.distance);
            } else {
                assert_eq!(found, full, "{name}");
            }
            let tolerance = (case.truth.distance * 0.9) as f32;
            let near = within(
                Placed::new(&case.a, &case.pose_a),
                Placed::new(&case.b, &case.pose_b),
                (case.truth.distance * 1.1) as f32 + 1e-3 * case.reach as f32,
                Budget::Work(units),
                &mut scratch,
            );
            assert!(near.is_hit(), "{name}: missed");
            assert!(near.points().iter().all(|p| p.is_finite()), "{name}");
            if tolerance > 1e-5 * case.reach as f32 {
                let clear = case.within(f64::from(tolerance), &mut scratch);
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
    let mut scratch = Query::default();
    let none = Budget::Work(0);
    let found = distance(
        Placed::new(&model, &Pose::IDENTITY),
        Placed::new(&model, &pose),
        none,
        &mut scratch,
    );
    assert_eq!(found, Distance::Cut { lower_bound: 0.0 });
    let near = within(
        Placed::new(&model, &Pose::IDENTITY),
        Placed::new(&model, &pose),
        1.0,
        none,
        &mut scratch,
    );
    assert!(matches!(near, Collision::Cut { .. }));
}
