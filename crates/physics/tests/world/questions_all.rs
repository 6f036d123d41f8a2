//! Scene queries with rays, shapes and points: every broad phase gives the answers of a loop over all bodies.

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Containment, Distance, PairCache};
use dodgem_collide::scenes;
use dodgem_collide::shape::{Capsule, Child, Compound, Cylinder, HalfSpace};
use dodgem_collide::{Moving, Placed, Query, RayCast, Shape};
use dodgem_physics::{
    Body, BodyDesc, BodyId, BodyKind, CastHit, Filter, Groups, RayHit, Settings, World,
};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::scene::*;

const METHODS: [BroadPhaseKind; 6] = [
    BroadPhaseKind::AllPairs,
    BroadPhaseKind::AxisSort,
    BroadPhaseKind::Grid2 { cells: (5, 5) },
    BroadPhaseKind::Grid3 { cells: (5, 2, 5) },
    BroadPhaseKind::HashGrid { cell_size: 2.0 },
    BroadPhaseKind::SweepAndPrune,
];

struct Random(Pcg32);

impl Random {
    fn number(&mut self, size: f32) -> f32 {
        self.0.random_range(-size..size)
    }

    fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::from_array([0; 3].map(|_| self.number(size)))
    }

    fn pose(&mut self, size: f32) -> Pose {
        let [x, y, z, w] = [0; 4].map(|_| self.number(1.0));
        let turn = Quat::from_xyzw(x, y, z, w + 1.5).normalize();
        Pose::new(turn, self.vector(size) * Vec3::new(1.0, 0.4, 1.0)).expect("a pose")
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }
}

fn shapes() -> Vec<Shape> {
    let child = |shape, pose| Child {
        shape,
        pose,
        tag: 0,
    };
    let two = vec![
        child(ball(0.4), at(0.5, 0.0, 0.0)),
        child(block(0.3, 1.0, 0.3), Pose::IDENTITY),
    ];
    vec![
        ball(0.5),
        block(0.8, 0.5, 1.2),
        block(6.0, 0.2, 0.3),
        Shape::Capsule(Capsule::new(0.4, 0.3).expect("a size")),
        Shape::Cylinder(Cylinder::new(0.4, 0.3).expect("a size")),
        mesh(&scenes::sphere(8, 12, 0.6).expect("a mesh")),
        Shape::Compound(Compound::new(two).expect("children").into()),
    ]
}

/// A lively world: bodies that move and stand, sensors, groups; bodies that were removed, added, moved and changed
/// since the last step.
fn lively(random: &mut Random, method: BroadPhaseKind) -> World {
    let settings = Settings {
        gravity: Vec3::ZERO,
        broad_phase: method,
        ..Settings::default()
    };
    let (mut world, shapes) = (with(settings), shapes());
    let mut ids: Vec<BodyId> = Vec::new();
    let add = |world: &mut World, random: &mut Random| {
        let shape = shapes[random.below(shapes.len())].clone();
        let pose = random.pose(7.0);
        let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.below(3)];
        let desc = BodyDesc {
            kind,
            velocity: random.vector(20.0),
            angular_velocity: random.vector(3.0),
            sensor: random.below(6) == 0,
            groups: Groups {
                membership: 1 << random.below(3),
                filter: 7,
            },
            ..BodyDesc::dynamic(shape, pose)
        };
        world.add(desc).expect("a body")
    };
    let ground = HalfSpace::new(Vec3::Y, -4.0).expect("a plane");
    let ground = BodyDesc::fixed(Shape::HalfSpace(ground), Pose::IDENTITY);
    world.add(ground).expect("the ground");
    for _ in 0..60 {
        ids.push(add(&mut world, random));
    }
    for _ in 0..3 {
        world.step();
        let gone = ids.swap_remove(random.below(ids.len()));
        world.remove(gone).expect("it is there");
    }
    world.step();
    for _ in 0..4 {
        let gone = ids.swap_remove(random.below(ids.len()));
        world.remove(gone).expect("it is there");
        ids.push(add(&mut world, random));
        let moved = ids[random.below(ids.len())];
        world
            .set_pose(moved, &random.pose(9.0))
            .expect("it is there");
        let changed = ids[random.below(ids.len())];
        let shape = shapes[random.below(shapes.len())].clone();
        world
            .change(changed, |body| body.shape = shape)
            .expect("it is there");
    }
    ids.push(add(&mut world, random));
    world
}

/// True if the filter lets a body pass, by its documentation.
fn is_about(filter: &Filter, body: &Body) -> bool {
    (filter.sensors || !body.is_sensor())
        && filter.kinds.contains(&body.kind())
        && filter.except != Some(body.id())
        && filter.groups.meets(&body.groups())
        && filter.accepts.is_none_or(|accepts| accepts(body))
}

fn all<'w>(world: &'w World, filter: &'w Filter<'w>) -> impl Iterator<Item = &'w Body> {
    world.bodies().filter(move |body| is_about(filter, body))
}

fn first<T: Copy>(found: impl Iterator<Item = T>, key: impl Fn(&T) -> (f32, usize)) -> Option<T> {
    found.min_by(|p, q| {
        let (p, q) = (key(p), key(q));
        p.0.total_cmp(&q.0).then(p.1.cmp(&q.1))
    })
}

fn rays_of(world: &World, from: Vec3, way: Vec3, length: f32, filter: &Filter) -> Vec<RayHit> {
    let mut query = Query::default();
    let mut hits: Vec<RayHit> = all(world, filter)
        .filter_map(|body| {
            let pose = body.pose();
            let found = query.ray(Placed::new(body.shape(), &pose), from, way, length);
            match *found {
                RayCast::Hit { time, normal, .. } => Some(RayHit {
                    body: body.id(),
                    distance: time,
                    point: from + way * time,
                    normal,
                    child: found.children[0],
                }),
                _ => None,
            }
        })
        .collect();
    hits.sort_by(|p, q| {
        p.distance
            .total_cmp(&q.distance)
            .then(p.body.index().cmp(&q.body.index()))
    });
    hits
}

fn cast_of(
    world: &World,
    shape: &Shape,
    pose: &Pose,
    way: Vec3,
    filter: &Filter,
) -> Option<CastHit> {
    let mut query = Query::default();
    let motion = Motion::new(*pose, way, Vec3::ZERO, Vec3::ZERO).expect("a motion");
    let target = 0.25 * world.settings().skin;
    let hits = all(world, filter).filter_map(|body| {
        let resting = Motion::resting(body.pose());
        let (one, other) = (
            Moving::new(shape, &motion),
            Moving::new(body.shape(), &resting),
        );
        let options = SweepOptions { target };
        let (distance, point, normal) =
            match *query.time_of_impact(one, other, 1.0, &options, &mut PairCache::default()) {
                Sweep::Impact {
                    time,
                    point_b,
                    normal,
                    ..
                } => (time * way.length(), point_b, -normal),
                Sweep::Overlapping { point } => (0.0, point, Vec3::ZERO),
                _ => return None,
            };
        Some(CastHit {
            body: body.id(),
            distance,
            point,
            normal,
        })
    });
    first(hits, |hit| (hit.distance, hit.body.index()))
}

fn nearest_of(
    world: &World,
    shape: &Shape,
    pose: &Pose,
    most: f32,
    filter: &Filter,
) -> Option<(f32, BodyId)> {
    let mut query = Query::default();
    let found = all(world, filter).filter_map(|body| {
        let at = body.pose();
        let (one, other) = (Placed::new(shape, pose), Placed::new(body.shape(), &at));
        let distance =
            match *query.distance(one, other, &Default::default(), &mut PairCache::default()) {
                Distance::Apart { distance, .. } => distance,
                _ => 0.0,
            };
        (distance <= most).then_some((distance, body.id()))
    });
    first(found, |found| (found.0, found.1.index()))
}

fn overlaps_of(world: &World, shape: &Shape, pose: &Pose, filter: &Filter) -> Vec<BodyId> {
    let mut query = Query::default();
    let meets = |body: &&Body| {
        let at = body.pose();
        query
            .intersect(Placed::new(shape, pose), Placed::new(body.shape(), &at))
            .is_hit()
    };
    all(world, filter).filter(meets).map(Body::id).collect()
}

fn containing(world: &World, point: Vec3, filter: &Filter) -> Vec<BodyId> {
    let mut query = Query::default();
    let is_in = |body: &&Body| {
        let found = query.contains(Placed::new(body.shape(), &body.pose()), point);
        matches!(*found, Containment::Inside | Containment::OnSurface)
    };
    all(world, filter).filter(is_in).map(Body::id).collect()
}

/// Each question is answered as by asking every body, in every broad phase, with every filter.
#[test]
fn answers_are_those_of_asking_every_body() {
    let mut met = [0; 6];
    for seed in 0..12 {
        for method in METHODS {
            let mut random = Random(Pcg32::seed_from_u64(seed));
            let world = lively(&mut random, method);
            let shapes = shapes();
            let some = world.bodies().nth(random.below(40)).map(Body::id);
            let odd = |body: &Body| body.id().index() % 2 == 1;
            let filters = [
                Filter::default(),
                Filter {
                    sensors: true,
                    except: some,
                    ..Filter::default()
                },
                Filter {
                    kinds: &[BodyKind::Dynamic],
                    groups: Groups {
                        membership: 1,
                        filter: 3,
                    },
                    ..Filter::default()
                },
                Filter {
                    accepts: Some(&odd),
                    ..Filter::default()
                },
            ];
            for n in 0..40 {
                let filter = &filters[n % 4];
                let (from, to) = (random.vector(12.0), random.vector(5.0));
                let way = (to - from).normalize();
                let length = if n % 5 == 0 {
                    f32::INFINITY
                } else {
                    random.number(5.0).abs() + 2.0
                };
                let hits = rays_of(&world, from, way, length.min(f32::MAX), filter);
                assert_eq!(world.ray_all(from, way, length, filter), hits, "{method:?}");
                assert_eq!(world.ray(from, way, length, filter), hits.first().copied());
                met[0] += hits.len();
                let picked = world.pick(from, to, filter);
                let (along, length) = ((to - from).normalize_or_zero(), (to - from).length());
                assert_eq!(
                    picked,
                    rays_of(&world, from, along, length, filter)
                        .first()
                        .copied()
                );
                let (shape, pose) = (&shapes[random.below(shapes.len())], random.pose(8.0));
                let expected = overlaps_of(&world, shape, &pose, filter);
                assert_eq!(world.overlaps(shape, &pose, filter), expected);
                met[1] += expected.len();
                let way = random.vector(6.0);
                let expected = cast_of(&world, shape, &pose, way, filter);
                assert_eq!(world.cast(shape, &pose, way, filter), expected);
                met[2] += usize::from(expected.is_some());
                let most = if n % 3 == 0 {
                    f32::INFINITY
                } else {
                    random.number(2.0).abs()
                };
                let expected = nearest_of(&world, shape, &pose, most, filter);
                let found = world.nearest(shape, &pose, most, filter);
                assert_eq!(found.map(|found| (found.distance, found.body)), expected);
                met[3] += usize::from(expected.is_some());
                // Near the middle of a body, so that some are in it.
                let body = world.bodies().nth(1 + random.below(40)).expect("a body");
                let point = body.center().as_vec3() + random.vector(0.5);
                let expected = containing(&world, point, filter);
                assert_eq!(world.containing(point, filter), expected);
                met[4] += expected.len();
                let speck = ball(1e-6);
                let there = Pose::from_translation(from).expect("a place");
                let expected = nearest_of(&world, &speck, &there, most, filter);
                let found = world.nearest_to(from, most, filter);
                assert_eq!(found.map(|found| found.body), expected.map(|found| found.1));
                met[5] += usize::from(found.is_some_and(|found| {
                    (found.distance - found.point.distance(from)).abs() < 1e-4
                }));
            }
        }
    }
    assert!(met.iter().all(|met| *met > 300), "{met:?}");
}
