//! The judges of manifolds, sweeps, primitives, planners and systems against methods that lie.

use dodgem_lab::judge::contacts::contacts;
use dodgem_lab::judge::small::{planners, primitives};
use dodgem_lab::judge::sweeps::sweeps;
use dodgem_lab::judge::systems::systems;
use dodgem_lab::judge::{Scenes, Score};
use dodgem_lab::manifold::{Contact, ContactPoint, Manifold, Stateless};
use dodgem_lab::polytope::Polytope;
use dodgem_lab::registry::{Method, Row, find};
use dodgem_lab::scene::solids::turn;
use dodgem_lab::scene::sweeps::{Family, cuboid};
use dodgem_lab::small::{Lines, Place, Primitive};
use dodgem_lab::sweep::{Impact, Sweep};
use dodgem_lab::system::Preset;
use dodgem_lab::work::Work;
use glam::{DQuat, DVec3};
use std::sync::LazyLock;

static SCENES: LazyLock<Scenes> = LazyLock::new(|| Scenes::new(400));

fn row(id: &str) -> &'static Row {
    find(id).unwrap()
}

type Points = fn([&Polytope; 2], &Contact, &mut Work) -> Vec<ContactPoint>;

/// The points of `manifold-clip`.
fn clipped(bodies: [&Polytope; 2], contact: &Contact, work: &mut Work) -> Vec<ContactPoint> {
    let Method::Manifold(make) = row("manifold-clip").method else {
        panic!("a manifold")
    };
    make().points(bodies, contact, work)
}

#[test]
fn the_judge_of_manifolds_notices_points_that_are_few_shifted_or_at_a_wrong_depth() {
    fn score(make: fn() -> Box<dyn Manifold>) -> Score {
        contacts(row("manifold-clip"), make, &SCENES.contacts)
    }
    const FEW: Points = |b, c, w| clipped(b, c, w).into_iter().take(1).collect();
    const SHIFTED: Points = |b, c, w| {
        let mut points = clipped(b, c, w);
        points.iter_mut().for_each(|p| p.point += c.normal * 0.01);
        points
    };
    const DEEP: Points = |b, c, w| {
        let mut points = clipped(b, c, w);
        points.iter_mut().for_each(|p| p.depth += 0.01);
        points
    };
    let none = score(|| Box::new(Stateless(|_, _, _| Vec::new())));
    assert_eq!(none.missed, none.asked);
    let few = score(|| Box::new(Stateless(FEW)));
    assert!(few.partial > 90, "{few:?}");
    let shifted = score(|| Box::new(Stateless(SHIFTED)));
    assert!(shifted.false_hits > 90, "{shifted:?}");
    let deep = score(|| Box::new(Stateless(DEEP)));
    assert!(deep.false_hits > 90, "{deep:?}");
    for liar in [none, few, shifted, deep] {
        assert!(!liar.faults(row("manifold-clip")).is_empty());
    }
}

/// A box on a floor that rocks a little has its four corners after some frames.
#[test]
fn one_point_a_frame_becomes_a_whole_manifold() {
    let Method::Manifold(make) = row("manifold-one-per-frame").method else {
        panic!("a manifold")
    };
    let mut method = make();
    let (floor, shape) = (cuboid([5.0, 1.0, 5.0]), cuboid([1.0, 0.5, 1.0]));
    let mut points = Vec::new();
    for frame in 0..8 {
        let tilt = turn(1e-3 * DVec3::new([1.0, -1.0][frame % 2], 0.0, [1.0, -1.0][frame / 2 % 2]));
        let body = shape.moved(tilt, DVec3::Y * 1.5);
        let low = body
            .vertices
            .iter()
            .map(|v| v.y)
            .fold(f64::INFINITY, f64::min);
        let contact = Contact {
            normal: DVec3::Y,
            depth: 1.0 - low,
        };
        points = method.points([&floor, &body], &contact, &mut Work::default());
        assert_eq!(points.len(), (frame + 1).min(4), "{points:?}");
    }
    for corner in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
        let near =
            |p: &ContactPoint| (p.point - DVec3::new(corner[0], 1.0, corner[1])).length() < 0.01;
        assert!(points.iter().any(near), "{corner:?} {points:?}");
    }
    // Once the box is lifted and shifted, its old points are gone.
    let away = shape.moved(DQuat::IDENTITY, DVec3::new(1.0, 1.5, 0.0));
    let contact = Contact {
        normal: DVec3::Y,
        depth: 0.0,
    };
    assert_eq!(
        method
            .points([&floor, &away], &contact, &mut Work::default())
            .len(),
        1
    );
}

#[test]
fn the_judge_of_sweeps_notices_answers_that_are_late_early_or_missing() {
    let cases = &SCENES.sweeps;
    for family in Family::ALL {
        let of = |hits: bool| {
            cases
                .iter()
                .filter(|c| c.family == family && c.first.is_some() == hits)
                .count()
        };
        assert!(
            of(true) > 5 && of(false) > 5,
            "{family:?} {} {}",
            of(true),
            of(false)
        );
    }
    const TRUE: fn(&dodgem_lab::sweep::Flight, &mut Work) -> Impact = |flight, work| {
        let Method::Sweep(sweep) = row("conservative-advancement").method else {
            panic!("a sweep")
        };
        sweep(flight, work)
    };
    let score = |sweep: Sweep| sweeps(row("conservative-advancement"), sweep, cases);
    let clear = score(|_, _| Impact::of(None));
    assert!(clear.missed > 90 && clear.false_hits == 0, "{clear:?}");
    let early = score(|_, _| Impact::of(Some(0.0)));
    assert!(early.false_hits > 90 && early.missed == 0, "{early:?}");
    let late = score(|flight, work| Impact::of(TRUE(flight, work).time.map(|t| t + 1e-4)));
    assert!(late.missed > 90, "{late:?}");
    for liar in [clear, early, late] {
        assert!(!liar.faults(row("conservative-advancement")).is_empty());
    }
}

#[test]
fn the_judges_of_primitives_and_planners_notice_wrong_answers() {
    let score = |test| primitives(test, &SCENES.lattice);
    let Method::Primitive(Primitive::RayTriangle(meet)) = row("moller-trumbore").method else {
        panic!("a ray and a triangle")
    };
    assert_eq!(score(Primitive::RayTriangle(meet)).missed, 0);
    // Borders left out.
    let strict = score(Primitive::RayTriangle(|ray, [a, b, c], work| {
        let Method::Primitive(Primitive::RayTriangle(meet)) = row("moller-trumbore").method else {
            panic!("a ray and a triangle")
        };
        let middle = (a + b + c) / 3.0;
        meet(ray, [a, b, c].map(|p| p.lerp(middle, 1e-9)), work)
    }));
    assert!(strict.missed > 10, "{strict:?}");
    assert!(score(Primitive::RayPlane(meet)).false_hits > 10);
    assert!(score(Primitive::RayTriangle(|_, _, _| Some(0.5))).error > 0.1);
    let lines = score(Primitive::RayRay(|_, _, _| Lines::Skew));
    assert!((20..380).contains(&lines.false_hits), "{lines:?}");
    assert!(score(Primitive::TrianglePair(|_, _, _| true)).false_hits > 40);
    assert!(score(Primitive::TrianglePair(|_, _, _| false)).missed > 40);
    let best = planners(
        |_, _| Place {
            part: 0.5,
            clearance: 0.0,
        },
        &SCENES.paths,
    );
    assert!(best.missed > 10 && best.error > 0.0, "{best:?}");
}

#[test]
fn the_judge_of_systems_notices_a_pair_test_that_misses_or_adds() {
    let with = |id| Preset {
        broad: row("sap"),
        pair: row(id),
    };
    let flock = dodgem_lab::scene::systems::flock(200, 71);
    assert!(flock.frames.iter().map(|f| f.hits.len()).sum::<usize>() > 50);
    assert!(systems(with("vertices-inside"), &flock).missed > 0);
    assert!(systems(with("face-by-face"), &flock).false_hits > 0);
}
