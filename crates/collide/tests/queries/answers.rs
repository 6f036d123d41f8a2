//! The answers of one query object: each keeps its own cost, stage and children.

use dodgem_collide::glam::{DQuat, DVec3, Vec3};
use dodgem_collide::math::{CenterFrame, Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Crossing, Moving, MovingCollider, SweepLimits};
use dodgem_collide::shape::{Child, Collider, Compound, Cuboid, Sphere};
use dodgem_collide::{Budget, DistanceOptions, PairCache, Placed, Query, RayCast, Shape};

fn cube() -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::splat(0.5)).unwrap())
}

fn at(place: Vec3) -> Pose {
    Pose::from_translation(place).unwrap()
}

#[test]
fn an_answer_keeps_its_cost_and_its_children_when_the_query_goes_on() {
    let child = |x: f32| Child {
        shape: cube(),
        pose: at(Vec3::X * x),
        tag: 0,
    };
    let row = Shape::Compound(
        Compound::new((0..4).map(|i| child(2.0 * i as f32)).collect())
            .unwrap()
            .into(),
    );
    let mut query = Query::default();
    let placed = Placed::new(&row, &Pose::IDENTITY);
    let from = |x: f32| Vec3::new(x, 3.0, 0.0);
    let hits = [6.0, 2.0].map(|x| query.ray(placed, from(x), Vec3::NEG_Y, 9.0));
    let missed = query.ray(placed, from(1.0), Vec3::NEG_Y, 9.0);
    assert_eq!(hits.map(|hit| hit.children[0]), [3, 1]);
    assert_eq!(
        hits.map(|hit| (hit.cost.queries, hit.cost.hits)),
        [(1, 1); 2]
    );
    assert_eq!(missed, RayCast::Clear);
    assert_eq!((missed.cost.queries, missed.cost.hits), (1, 0));

    query.budget = Budget::Work(0);
    let ball = Shape::Sphere(Sphere::new(0.5).unwrap());
    let there = at(Vec3::Y * 3.0);
    let cache = &mut PairCache::default();
    let other = Placed::new(&ball, &there);
    let cut = query.distance(placed, other, &DistanceOptions::EXACT, cache);
    query.budget = Budget::Unlimited;
    let whole = query.distance(placed, other, &DistanceOptions::EXACT, cache);
    assert_eq!((cut.decided_by, cut.cost.cuts, cut.charge()), (None, 1, 1));
    assert_eq!((whole.decided_by.is_some(), whole.cost.cuts), (true, 0));
    assert_eq!(whole.charge(), whole.cost.work() + 1);
}

/// Parts of a query cost work but do not count as queries.
#[test]
fn parts_of_a_sweep_answer_with_their_cost_and_stage() {
    let collider = Collider::new(cube(), Vec3::ZERO);
    let moving = |place: DVec3, velocity: DVec3, spin: DVec3| {
        let frame = CenterFrame::new(place, DQuat::IDENTITY);
        MovingCollider::new(&collider, Motion::from_frame(frame, 0.0, velocity, spin))
    };
    let limits = SweepLimits {
        start: 0.0,
        end: 0.5,
        min_gap: 2e-5,
        options: SweepOptions { target: 1e-4 },
    };
    let resting = moving(DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
    let (mut query, cache) = (Query::default(), &mut PairCache::default());
    let meets = [resting, moving(DVec3::Y * 2.0, DVec3::Y * -10.0, DVec3::Y)];
    let crossing = query.crossing(&meets, &limits, cache);
    assert!(matches!(*crossing, Crossing::After(..)));
    assert!(crossing.decided_by.is_some());
    let leaves = [resting, moving(DVec3::Y * 1.5, DVec3::Y, DVec3::Z)];
    let gap = query.gap_at(&leaves, &limits, 0.0, cache);
    assert!((gap.unwrap() - 0.5).abs() < 1e-9, "{gap:?}");
    assert!(gap.decided_by.is_some());
    let stays = query.stays_open(&leaves, &limits, [0.02, 0.1], cache);
    assert!(*stays && stays.decided_by.is_some());
    query.budget = Budget::Work(0);
    let unknown = query.gap_at(&leaves, &limits, 0.0, cache);
    assert_eq!((unknown.value, unknown.decided_by), (None, None));
    let costs = [crossing.cost, gap.cost, stays.cost];
    for cost in costs {
        assert!(cost.queries == 0 && cost.work() > 0, "{cost:?}");
    }
    assert_eq!(unknown.charge(), 0);
}

/// Two cubes whose gap is far above the target are measured once and followed by one ray cast. A gap below twice
/// the target is measured again, exactly. Cubes that come from far away are only followed.
#[test]
fn each_search_between_two_solids_is_counted_and_takes_a_unit() {
    let cube = cube();
    let options = SweepOptions::default();
    let target = options.target as f32;
    let sweep = |gap: f32, budget| {
        let away = at(Vec3::X * (1.0 + gap));
        let approach = Motion::new(away, Vec3::NEG_X * gap, Vec3::ZERO, Vec3::ZERO).unwrap();
        let rest = Motion::resting(Pose::IDENTITY);
        let (a, b) = (Moving::new(&cube, &rest), Moving::new(&cube, &approach));
        let mut query = Query::new(budget);
        query.time_of_impact(a, b, 2.0, &options, &mut PairCache::default())
    };
    for (gap, searches) in [(1.5 * target, 3), (0.1, 2), (9.0, 1)] {
        let found = sweep(gap, Budget::Unlimited);
        assert!(matches!(found.value, Sweep::Impact { .. }), "{found:?}");
        assert_eq!(found.cost.primitive_tests, searches, "{gap}: {found:?}");
        let work = found.cost.work();
        assert_eq!(sweep(gap, Budget::Work(work)).value, found.value);
        let cut = sweep(gap, Budget::Work(work - 1));
        assert!(matches!(cut.value, Sweep::Cut { .. }), "{gap}: {cut:?}");
    }
}
