//! The exact judge against answers known by hand, and the judge against methods that lie.

use dodgem_lab::convex::{Answer, ConvexPair, Stateless};
use dodgem_lab::judge::convex_pairs;
use dodgem_lab::registry::{Row, find};
use dodgem_lab::scene::convex::{Family, mixed};
use dodgem_oracle::exact::{Corner, Relation, Rotation, Solid, judge};
use glam::DVec3;

fn cube(side: i64) -> Solid {
    let corner = |i: i64| [side * (i & 1), side * (i >> 1 & 1), side * (i >> 2 & 1)];
    Solid::hull(&(0..8).map(corner).collect::<Vec<Corner>>()).unwrap()
}

fn shifted(solid: &Solid, by: Corner) -> Solid {
    solid.mapped(|p| std::array::from_fn(|i| p[i] + by[i]))
}

#[test]
fn a_cube_has_six_square_faces_and_loses_inner_points() {
    let mut points: Vec<Corner> = cube(4).corners;
    points.extend([[2, 2, 2], [2, 2, 4], [0, 2, 0], [4, 4, 4]]);
    let solid = Solid::hull(&points).unwrap();
    assert_eq!(
        (solid.corners.len(), solid.edges.len(), solid.faces.len()),
        (8, 12, 6)
    );
    assert!(solid.faces.iter().all(|face| face.len() == 4));
    let outward = solid.normals();
    let height =
        |n: &[i128; 3], p: &Corner| (0..3).map(|i| n[i] * i128::from(p[i] - 2)).sum::<i128>();
    for (normal, face) in outward.iter().zip(&solid.faces) {
        assert!(face.iter().all(|&i| height(normal, &solid.corners[i]) == 2));
    }
}

#[test]
fn flat_points_are_no_solid() {
    let square = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0], [1, 1, 0]];
    assert!(Solid::hull(&square).is_none());
    assert!(Solid::hull(&[[1, 1, 1]; 5]).is_none());
}

#[test]
fn touching_is_told_from_a_gap_of_one_unit_in_a_billion() {
    let far = 1 << 29;
    let a = cube(far);
    for (by, relation, gap) in [
        ([far, 0, 0], Relation::Touching, 0.0),
        ([far, far, 0], Relation::Touching, 0.0),
        ([far, far, far], Relation::Touching, 0.0),
        ([far + 1, 7, 9], Relation::Apart, 1.0),
        ([far - 1, 7, 9], Relation::Overlapping, -1.0),
        ([0, 0, 0], Relation::Overlapping, -(far as f64)),
    ] {
        let verdict = judge(&a, &shifted(&a, by));
        assert_eq!((verdict.relation, verdict.gap), (relation, gap), "{by:?}");
    }
}

/// Two roofs, ridge across ridge: only the product of the two ridges separates them.
#[test]
fn edges_that_cross_at_a_distance_are_apart_by_their_product() {
    let roof = |along: fn(i64, i64, i64) -> Corner| {
        let points = [(-9, -4), (-9, 4), (9, -4), (9, 4)].map(|(u, v)| along(u, -6, v));
        let ridge = [along(-9, 0, 0), along(9, 0, 0)];
        Solid::hull(&[&points[..], &ridge[..]].concat()).unwrap()
    };
    let below = roof(|u, y, v| [u, y, v]);
    let above = roof(|u, y, v| [v, -y, u]);
    assert_eq!(judge(&below, &above).relation, Relation::Touching);
    let verdict = judge(&below, &shifted(&above, [0, 2, 0]));
    assert_eq!(
        (verdict.relation, verdict.gap, verdict.axis),
        (Relation::Apart, 2.0, DVec3::Y)
    );
}

#[test]
fn a_rational_rotation_keeps_lengths() {
    let rotation = Rotation {
        quaternion: [2, -1, 3, 1],
    };
    let n = rotation.denominator();
    assert_eq!(n, 15);
    for p in [[3, -4, 12], [1, 0, 0], [0, 7, -7]] {
        let square = |p: Corner| p.iter().map(|x| x * x).sum::<i64>();
        assert_eq!(square(rotation.turned(p)), n * n * square(p));
    }
}

fn row(id: &str) -> &'static Row {
    find(id).unwrap()
}

#[test]
fn the_judge_notices_methods_that_lie() {
    let cases = mixed(400, 9);
    let score = |ask| convex_pairs_of(ask, &cases);
    let hits = score(|_, _, _| Answer::hit(true));
    assert!(hits.false_hits > 50 && hits.missed == 0, "{hits:?}");
    let apart = score(|_, _, _| Answer::hit(false));
    assert!(apart.missed > 50 && apart.touching_missed > 50, "{apart:?}");
    let deep = score(|_, _, _| Answer {
        depth: Some([0.0, 0.0]),
        ..Answer::hit(true)
    });
    assert!(deep.error > 1e-3, "{deep:?}");
    let far = score(|_, _, _| Answer {
        distance: Some(0.0),
        ..Answer::hit(false)
    });
    assert!(far.error > 1e-3, "{far:?}");
    for liar in [hits, apart, deep, far] {
        assert!(!liar.faults(row("gjk-johnson")).is_empty());
    }
}

type Ask = fn(
    &dodgem_lab::polytope::Polytope,
    &dodgem_lab::polytope::Polytope,
    &mut dodgem_lab::work::Work,
) -> Answer;

fn convex_pairs_of(
    ask: Ask,
    cases: &[dodgem_lab::scene::convex::Case],
) -> dodgem_lab::judge::Score {
    let mut method = Stateless(ask);
    dodgem_lab::judge::score_of(
        row("gjk-johnson"),
        &mut method as &mut dyn ConvexPair,
        cases,
    )
}

#[test]
fn all_families_and_relations_occur() {
    let cases = mixed(400, 9);
    for family in [
        Family::Touching,
        Family::Near,
        Family::Free,
        Family::Thin,
        Family::Round,
        Family::Moving,
    ] {
        let of = |relation| {
            cases
                .iter()
                .filter(|c| c.family == family && c.relation == relation)
                .count()
        };
        let [apart, touching, over] =
            [Relation::Apart, Relation::Touching, Relation::Overlapping].map(of);
        match family {
            Family::Touching => assert!(
                touching > 90 && apart + over == 0,
                "{apart} {touching} {over}"
            ),
            Family::Near => assert!(apart > 20 && over > 20, "{apart} {touching} {over}"),
            _ => assert!(
                apart > 5 && over > 5,
                "{family:?} {apart} {touching} {over}"
            ),
        }
    }
    assert!(
        convex_pairs(
            row("gjk-johnson"),
            || Box::new(Stateless(|_, _, _| Answer::hit(true))),
            &cases
        )
        .asked
            == 400
    );
}
