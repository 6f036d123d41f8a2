//! A question that was cut promises less than the whole answer, never more.

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::{Compound, CompoundError};
use dodgem_collide::{
    Budget, Collision, ContactsEnd, Containment, Distance, DistanceOptions, Moving, PairCache,
    Placed, Query, RayCast,
};
use dodgem_oracle::random;
use glam::Vec3;

use super::{any_children, any_shape, child, compound, cuboid};

#[test]
fn what_is_cut_is_on_the_safe_side() {
    let mut rng = random::rng(2510);
    let mut cuts = 0;
    for round in 0..60 {
        let all = compound(any_children(&mut rng, 8, 1.0, 0.4));
        let other = any_shape(&mut rng, 1.0);
        let place = random::direction(&mut rng) * 2.0;
        let pose = Pose::new(random::rotation(&mut rng), place).unwrap();
        let p = Motion::resting(random::pose(&mut rng, 0.3));
        let spin = random::in_cube(&mut rng, 2.0);
        let q = Motion::new(pose, -2.0 * place, spin, Vec3::ZERO).unwrap();
        let poses = [&p, &q].map(Motion::start_pose);
        let (a, b) = (Placed::new(&all, &poses[0]), Placed::new(&other, &poses[1]));
        let options = SweepOptions { target: 1e-3 };
        let ask = |budget| {
            let mut query = Query::new(budget);
            let (mut cache, mut contacts) = (PairCache::default(), Vec::new());
            let (one, another) = (Moving::new(&all, &p), Moving::new(&other, &q));
            (
                query.time_of_impact(one, another, 1.0, &options, &mut cache),
                query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default()),
                query.intersect(a, b),
                query.contacts(a, b, 0.5, &mut cache, &mut contacts),
                query.ray(a, place, -place, 2.0),
                query.contains(a, Vec3::ZERO),
            )
        };
        let whole = ask(Budget::Unlimited);
        let least = whole.1.distance().unwrap();
        for work in (0..60).chain([100, 300, 1000]) {
            let some = ask(Budget::Work(work));
            let label = format!("{round}, {work} units: {some:?}, not {whole:?}");
            if let Sweep::Cut { safe_time, .. } = *some.0 {
                cuts += 1;
                assert!(
                    safe_time >= 0.0 && safe_time <= whole.0.safe_time(1.0),
                    "{label}"
                );
            } else {
                assert_eq!(some.0, whole.0.value, "{label}");
            }
            if let Distance::Cut { lower_bound } = *some.1 {
                assert!(lower_bound >= 0.0 && lower_bound <= least, "{label}");
            } else {
                assert_eq!(some.1.distance(), whole.1.distance(), "{label}");
            }
            let is_cut = matches!(*some.2, Collision::Cut { .. });
            assert!(is_cut || some.2.is_hit() == whole.2.is_hit(), "{label}");
            assert!(
                some.3 == ContactsEnd::Cut || some.3 == whole.3.value,
                "{label}"
            );
            match (*some.4, *whole.4) {
                (RayCast::Cut { safe_time }, RayCast::Hit { time, .. }) => {
                    assert!(safe_time <= time, "{label}");
                }
                (RayCast::Cut { .. }, _) => {}
                (found, whole) => assert_eq!(found, whole, "{label}"),
            }
            assert!(
                some.5 == Containment::Cut || some.5 == whole.5.value,
                "{label}"
            );
        }
    }
    assert!(cuts > 300, "{cuts}");
}

#[test]
fn a_budget_of_time_is_one_for_all_children() {
    let mut rng = random::rng(2511);
    let all = compound(any_children(&mut rng, 60, 1.0, 0.4));
    let mut query = Query::new(Budget::Time(std::time::Duration::ZERO));
    let placed = Placed::new(&all, &Pose::IDENTITY);
    let found = query.distance(
        placed,
        placed,
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    assert_eq!(found, Distance::Cut { lower_bound: 0.0 });
    assert_eq!((found.cost.work(), found.decided_by), (0, None));
}

#[test]
fn faults_are_named() {
    let some = |count: usize| (0..count).map(|_| child(cuboid(Vec3::ONE), Pose::IDENTITY));
    let new = |children: Vec<_>| Compound::new(children).map(|all| all.children().len());
    assert_eq!(new(vec![]), Err(CompoundError::Count(0)));
    assert_eq!(
        new(some(10_001).collect()),
        Err(CompoundError::Count(10_001))
    );
    assert_eq!(new(some(10_000).collect()), Ok(10_000));
    let two = compound(some(2).collect());
    let nested = vec![
        child(cuboid(Vec3::ONE), Pose::IDENTITY),
        child(two, Pose::IDENTITY),
    ];
    assert_eq!(new(nested), Err(CompoundError::Compound(1)));
    let far = Pose::from_translation(Vec3::X * 3e38).unwrap();
    assert_eq!(
        new(vec![child(cuboid(Vec3::ONE), far)]),
        Err(CompoundError::TooFar(0))
    );
    let floor = dodgem_collide::shape::HalfSpace::new(Vec3::Y, 0.0).unwrap();
    let floor = child(dodgem_collide::Shape::HalfSpace(floor), Pose::IDENTITY);
    let error = new(vec![floor]).unwrap_err();
    assert_eq!(error, CompoundError::HalfSpace(0));
    let told = "child 0 is a half-space; only shapes that have an end may be children";
    assert_eq!(error.to_string(), told);
}
