//! The questions about colliders against the queries of shapes, whatever stages are switched off and whatever the
//! cache remembers.

use dodgem_collide::ContactPoint;
use dodgem_collide::glam::{DQuat, DVec3, Vec3};
use dodgem_collide::math::{CenterFrame, Motion};
use dodgem_collide::query::SweepLimits;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{MovingCollider, PairCache, PlacedCollider, Stage, Stages};
use dodgem_collide::shape::{
    Capsule, Collider, Cone, ConvexHull, Cuboid, Cylinder, HalfSpace, Sphere,
};
use dodgem_collide::{
    Budget, BuildOptions, ContactsEnd, Distance, DistanceOptions, Model, Moving, Placed, Query,
    Shape,
};
use dodgem_oracle::meshes::torus;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The error of distances of f32 poses near the origin, in metres.
const ROUNDING: f64 = 4e-6;

/// Solids of every kind, a lump as a mesh, a mesh with a hollow, and a room with walls around the others.
fn colliders(random: &mut Pcg32) -> Vec<Collider> {
    let points: Vec<Vec3> = (0..16).map(|_| any(random, 0.2).as_vec3()).collect();
    let hull = ConvexHull::from_points(&points).unwrap();
    let mesh = |mesh| {
        Shape::Mesh(
            Model::build(&mesh, &BuildOptions::default())
                .unwrap()
                .into(),
        )
    };
    let cuboid = |half| Shape::Cuboid(Cuboid::new(half).unwrap());
    let room = ConvexHull::from_points(
        &(0..8)
            .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 4.0 - 2.0)
            .collect::<Vec<_>>(),
    );
    let shapes = [
        Shape::Sphere(Sphere::new(0.15).unwrap()),
        Shape::Capsule(Capsule::new(0.1, 0.1).unwrap()),
        Shape::Cylinder(Cylinder::new(0.12, 0.15).unwrap()),
        Shape::Cone(Cone::new(0.15, 0.15).unwrap()),
        cuboid(Vec3::new(0.1, 0.15, 0.2)),
        mesh(hull.to_mesh().unwrap()),
        Shape::Hull(hull.into()),
        mesh(torus(12, 8, 0.2, 0.06).mesh()),
        mesh(room.unwrap().to_mesh().unwrap()),
    ];
    let center = any(random, 0.02).as_vec3();
    shapes.map(|shape| Collider::new(shape, center)).into()
}

fn any(random: &mut Pcg32, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.random_range(-size..size)))
}

fn turn(random: &mut Pcg32) -> DQuat {
    DQuat::from_vec4(any(random, 1.0).extend(0.5)).normalize()
}

/// Any stages, or all.
fn stages(random: &mut Pcg32) -> Stages {
    let all = Stage::ALL.into_iter();
    all.fold(Stages::ALL, |stages, stage| {
        if random.random_range(0..4) == 0 {
            stages.without(stage)
        } else {
            stages
        }
    })
}

/// The distance of the shapes; none if they overlap.
fn distance(both: [PlacedCollider; 2], scratch: &mut Query) -> Option<f64> {
    let [p, q] = both.map(|placed| placed.frame.pose(placed.collider.local_center()));
    let [a, b] = both.map(|placed| placed.collider.shape());
    match *scratch.distance(
        Placed::new(a, &p),
        Placed::new(b, &q),
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    ) {
        Distance::Apart { distance, .. } => Some(f64::from(distance)),
        Distance::Meet { .. } => None,
        other => panic!("{other:?}"),
    }
}

/// Two different colliders, one of them perhaps the room, at random places, mostly near each other.
fn pair<'c>(random: &mut Pcg32, all: &'c [Collider]) -> [PlacedCollider<'c>; 2] {
    let last = all.len() - 1;
    let first = random.random_range(0..last);
    let second = random.random_range(0..all.len());
    let away = if second == last {
        DVec3::from_array([0; 3].map(|_| random.random_range(-1.95..1.95)))
    } else {
        any(random, 1.0).normalize() * random.random_range(0.2..0.6)
    };
    let frames = [away, DVec3::ZERO].map(|at| CenterFrame::new(at, turn(random)));
    [
        PlacedCollider::new(&all[first], frames[0]),
        PlacedCollider::new(&all[second], frames[1]),
    ]
}

/// Contacts found without a search agree with the distance of the shapes, and so do searched ones.
#[test]
fn contacts_of_colliders_are_as_near_as_their_shapes() {
    let mut random = Pcg32::seed_from_u64(41);
    let all = colliders(&mut random);
    let (mut scratch, mut exact) = (Query::default(), Query::default());
    let (mut known, mut near, mut searched) = (0, 0, 0);
    let mut out: Vec<ContactPoint> = Vec::new();
    for case in 0..3000 {
        let both = pair(&mut random, &all);
        let Some(gap) = distance(both, &mut exact) else {
            continue;
        };
        let tolerance = 0.02;
        let mut cache = PairCache::default();
        scratch.set_stages(stages(&mut random));
        for _ in 0..2 {
            let across =
                (scratch.up_to(Stage::Plane)).contacts_of(both, tolerance, &mut cache, &mut out);
            if let Some(across) = *across {
                assert!(across <= gap + ROUNDING, "{case}: {across} for {gap}");
            }
            let found = (scratch.after(Stage::Plane).up_to(Stage::Convex))
                .contacts_of(both, tolerance, &mut cache, &mut out);
            known += usize::from(found.is_some());
            let lower_bound = found.or_else(|| {
                searched += 1;
                (scratch.after(Stage::Convex))
                    .contacts_of(both, tolerance, &mut cache, &mut out)
                    .value
            });
            let lower_bound = lower_bound.expect("no budget ends it");
            assert!(
                lower_bound <= gap + ROUNDING,
                "{case}: {lower_bound} for {gap}"
            );
            if let Some(nearest) = out.iter().map(|p| p.distance).reduce(f64::min) {
                near += 1;
                assert!(nearest > gap - ROUNDING, "{case}: {nearest} for {gap}");
            } else {
                assert!(gap > tolerance - ROUNDING, "{case}: {gap} and no contact");
            }
            let [a, b] = both.map(|placed| placed.frame.center);
            cache.axis = out.first().map_or(b - a, |point| point.normal).normalize();
        }
    }
    assert!(
        known > 500 && near > 200 && searched > 1000,
        "{known}, {near}, {searched}"
    );
}

/// Until the time of impact, or to the end where planes separate two colliders, the shapes are apart; at the
/// impact they are as near as the target.
#[test]
fn colliders_are_apart_until_their_time_of_impact() {
    let mut random = Pcg32::seed_from_u64(42);
    let all = colliders(&mut random);
    let (mut scratch, mut exact) = (Query::default(), Query::default());
    let (mut separated, mut meet, mut clear) = (0, 0, 0);
    let limits = SweepLimits {
        start: 0.0,
        end: 1.0 / 60.0,
        min_gap: 2e-5,
        options: SweepOptions { target: 2.5e-4 },
    };
    for case in 0..2000 {
        let both = pair(&mut random, &all);
        let Some(first) = distance(both, &mut exact).filter(|gap| *gap > 1e-3) else {
            continue;
        };
        let both = both.map(|placed| {
            let (velocity, spin) = (any(&mut random, 9.0), any(&mut random, 20.0));
            let path = Motion::from_frame(placed.frame, 0.0, velocity, spin);
            MovingCollider::new(placed.collider, path)
        });
        scratch.set_stages(stages(&mut random));
        let mut cache = PairCache::default();
        let query = &mut scratch;
        let mut until = limits.end;
        let planes = (query.up_to(Stage::Plane)).sweep(&both, &limits, &mut cache);
        let is_separated = planes == Sweep::Clear;
        if is_separated {
            separated += 1;
            assert_eq!(planes.decided_by, Some(Stage::Plane));
        } else {
            assert!(matches!(*planes, Sweep::Cut { safe_time: 0.0, .. }));
            assert_eq!((planes.decided_by, planes.cost.cuts), (None, 0));
            assert!(!query.keeps_plane(&both, &limits, &cache));
            let found = (query.after(Stage::Plane)).sweep(&both, &limits, &mut cache);
            assert!(found.decided_by.is_some());
            match *found {
                Sweep::Clear => clear += 1,
                Sweep::Impact {
                    time,
                    point_a,
                    point_b,
                    ..
                } => {
                    meet += 1;
                    until = f64::from(time);
                    let gap = query.gap_at(&both, &limits, time, &mut cache);
                    let gap = gap.expect("no budget ends it");
                    assert!(
                        gap <= 1.05 * limits.options.target + ROUNDING,
                        "{case}: {gap}"
                    );
                    let between = point_a.distance(point_b);
                    assert!(
                        (gap - between).abs() < 0.1 * limits.options.target,
                        "{case}: {gap}"
                    );
                }
                other => panic!("{case}: {other:?} at {first}"),
            }
        }
        for sample in 0..=16 {
            let time = until * f64::from(sample) / 16.0;
            let there = both.map(|m| PlacedCollider::new(m.collider, m.motion.frame_at(time)));
            let gap = distance(there, &mut exact);
            let least = if is_separated {
                limits.min_gap
            } else {
                0.3 * limits.options.target
            };
            let gap = gap.unwrap_or_else(|| panic!("{case}: they overlap at {sample}"));
            assert!(gap >= least - ROUNDING, "{case}: {gap} at {sample}");
        }
    }
    assert!(
        separated > 300 && meet > 150 && clear > 100,
        "{separated}, {meet}, {clear}"
    );
}

/// Each gap across a plane is a work unit. With as many units as a query took it gives the equal answer; with
/// fewer it never takes more, and never separates a pair that it did not separate without a limit.
#[test]
fn planes_cost_units_and_end_with_the_budget() {
    let mut random = Pcg32::seed_from_u64(43);
    let all = colliders(&mut random);
    let mut scratch = Query::default();
    let limits = SweepLimits {
        start: 0.0,
        end: 1.0 / 60.0,
        min_gap: 2e-5,
        options: SweepOptions { target: 2.5e-4 },
    };
    let (mut separated, mut lost, mut cuts) = (0, 0, 0);
    for case in 0..1000 {
        let both = pair(&mut random, &all).map(|placed| {
            let (velocity, spin) = (any(&mut random, 9.0), any(&mut random, 20.0));
            MovingCollider::new(
                placed.collider,
                Motion::from_frame(placed.frame, 0.0, velocity, spin),
            )
        });
        let mut is_separated = |budget: Budget| {
            let mut cache = PairCache::default();
            scratch.budget = budget;
            let found = (scratch.up_to(Stage::Plane)).sweep(&both, &limits, &mut cache);
            let planes = found.cost.plane_tests;
            let work = (found.charge(), found.cost.work());
            assert_eq!(work, (planes, planes));
            (found == Sweep::Clear, planes)
        };
        let (known, planes) = is_separated(Budget::Unlimited);
        assert!(planes > 0, "{case}");
        separated += u32::from(known);
        assert_eq!(is_separated(Budget::Work(planes)), (known, planes));
        assert_eq!(is_separated(Budget::Work(0)), (false, 0));
        for units in [1, 2, 4, 8, 16] {
            let (less, work) = is_separated(Budget::Work(units));
            assert!(
                work <= units && (known || !less),
                "{case}: {work} of {units}"
            );
            lost += u32::from(known && !less);
        }
        // The distance at a time is the whole one, or none.
        let mut gap = |budget: Budget| {
            let mut cache = PairCache::default();
            scratch.budget = budget;
            let found = scratch.gap_at(&both, &limits, 0.0, &mut cache);
            (found.value, found.charge())
        };
        let (exact, work) = gap(Budget::Unlimited);
        for units in 0..work.min(12) {
            let (found, used) = gap(Budget::Work(units));
            assert!(used <= units, "{case}: {used} of {units}");
            let is_exact = found.is_none() || found == exact;
            assert!(
                is_exact,
                "{case}: {found:?} for {exact:?} with {units} of {work}"
            );
        }
        // Whole questions: no later and no dearer than the budget.
        let [a, b] = both.map(|moving| {
            let origin = moving.motion.start().center;
            (
                moving.collider,
                moving.motion.relative_to(origin * 0.0, 0.0),
            )
        });
        let mut sweep = |budget: Budget| {
            scratch.budget = budget;
            let (a, b) = (Moving::new(a.0, &a.1), Moving::new(b.0, &b.1));
            let options = SweepOptions::default();
            let mut cache = PairCache::default();
            let found = scratch.time_of_impact(a, b, 1.0 / 60.0, &options, &mut cache);
            (found.safe_time(1.0 / 60.0), found.cost.work())
        };
        let (until, work) = sweep(Budget::Unlimited);
        for share in 0..4 {
            let units = work * share / 4;
            let (sooner, used) = sweep(Budget::Work(units));
            assert!(used <= units, "{case}: {used} of {units}");
            assert!(sooner <= until, "{case}: {sooner} after {until}");
            cuts += u32::from(sooner < until);
        }
    }
    let counts = [separated, lost, cuts];
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

/// Contacts within any budget: those of the whole search, or a cut; never more work than was given.
#[test]
fn contacts_of_colliders_keep_to_their_budget() {
    let mut random = Pcg32::seed_from_u64(44);
    let mut all = colliders(&mut random);
    let floor = Shape::HalfSpace(HalfSpace::new(Vec3::Y, -0.3).unwrap());
    all.push(Collider::new(floor, Vec3::ZERO));
    let mut query = Query::default();
    let (mut done, mut cuts) = (0, 0);
    for case in 0..1500 {
        let both = pair(&mut random, &all);
        let poses = both.map(|placed| placed.frame.pose(placed.collider.local_center()));
        let (a, b) = (
            Placed::new(both[0].collider, &poses[0]),
            Placed::new(both[1].collider, &poses[1]),
        );
        let mut contacts = |budget: Budget| {
            query.budget = budget;
            let mut out = Vec::new();
            let end = query.contacts(a, b, 0.05, &mut PairCache::default(), &mut out);
            // The look at the balls around two meshes is counted, but a budget does not end before it.
            let is_bounds = end.decided_by == Some(Stage::Bounds);
            let work = end.cost.work() - u64::from(is_bounds);
            (end.value, out, work)
        };
        let (end, whole, work) = contacts(Budget::Unlimited);
        assert_eq!(end, ContactsEnd::Done);
        for units in [0, 1, 2, 3, 5, 8, work / 2, work.saturating_sub(1), work] {
            let (end, found, used) = contacts(Budget::Work(units));
            assert!(used <= units, "{case}: {used} of {units}");
            match end {
                ContactsEnd::Done => {
                    done += 1;
                    assert_eq!(
                        found.is_empty(),
                        whole.is_empty(),
                        "{case}: {units} of {work}"
                    );
                }
                ContactsEnd::Cut => {
                    cuts += 1;
                    assert!(units < work, "{case}: {units} of {work}");
                }
            }
        }
    }
    assert!(done > 2000 && cuts > 2000, "{done} {cuts}");
}
