//! The exact judge against answers known by hand, and the judge against methods that lie.

use dodgem_lab::broad::{BroadPhase, Pair};
use dodgem_lab::convex::{Answer, ConvexPair, Stateless, minkowski_hull};
use dodgem_lab::hull::HullBuilder;
use dodgem_lab::judge::{Score, broad_phases, convex_pairs, hulls, score_of};
use dodgem_lab::polytope::Polytope;
use dodgem_lab::registry::{Method, Row, find};
use dodgem_lab::scene::boxes::{Aabb, Movement, crowd};
use dodgem_lab::scene::convex::{Case, Family, mixed};
use dodgem_lab::scene::solids::point_sets;
use dodgem_lab::work::Work;
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

type Ask = fn(&Polytope, &Polytope, &mut Work) -> Answer;

fn convex_pairs_of(ask: Ask, cases: &[Case]) -> Score {
    let mut method = Stateless(ask);
    score_of(
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

/// Compares with `<` where touching boxes need `<=`.
struct Strict;

impl BroadPhase for Strict {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, _: &mut Work) {
        pairs.clear();
        for (i, a) in boxes.iter().enumerate() {
            for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                if let (Some(a), Some(b)) = (a, b)
                    && a.low.cmplt(b.high).all()
                    && b.low.cmplt(a.high).all()
                {
                    pairs.push([i as u32, j as u32]);
                }
            }
        }
    }
}

#[test]
fn the_judge_notices_a_broad_phase_that_forgets_touching_boxes_or_names_pairs_twice() {
    let crowds = Movement::ALL.map(|movement| crowd(movement, 60, 12, 7));
    let score = broad_phases(|_| Box::new(Strict), &crowds);
    assert!(score.missed > 0 && score.false_hits == 0, "{score:?}");
    struct Twice(Strict);
    impl BroadPhase for Twice {
        fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
            self.0.update(boxes, pairs, work);
            pairs.extend_from_within(..);
        }
    }
    let score = broad_phases(|_| Box::new(Twice(Strict)), &crowds);
    assert!(score.false_hits > 100, "{score:?}");
}

#[test]
fn the_judge_notices_a_hull_that_is_not_merged_or_loses_corners() {
    let sets = point_sets(60, 5);
    let merged = row("hull-incremental");
    let Method::Hull(build) = merged.method else {
        panic!("a hull")
    };
    assert!(hulls(merged, build, &sets).faults(merged).is_empty());
    let Method::Hull(other) = row("hull-two-triangles").method else {
        panic!("a hull")
    };
    assert!(hulls(merged, other, &sets).faults(merged).len() >= 2);
    let open: HullBuilder = |points, work| {
        let Method::Hull(build) = row("hull-incremental").method else {
            panic!("a hull")
        };
        build(points, work).map(|mut faces| {
            faces.pop();
            faces
        })
    };
    assert!(hulls(merged, open, &sets).false_hits > 30);
}

/// The source's fixture: in this order no corner is coplanar with a face when its turn comes.
#[test]
fn the_cube_of_source_3_gets_eight_corners_and_twelve_faces() {
    let corners = ["000", "001", "110", "010", "011", "111", "100", "101"];
    let points: Vec<DVec3> = corners
        .iter()
        .map(|c| DVec3::from_array(std::array::from_fn(|i| f64::from(c.as_bytes()[i] - b'0'))))
        .collect();
    let Method::Hull(build) = row("hull-two-triangles").method else {
        panic!("a hull")
    };
    let faces = build(&points, &mut Work::default()).unwrap();
    let used: std::collections::BTreeSet<usize> = faces.iter().flatten().copied().collect();
    assert_eq!((used.len(), faces.len()), (8, 12));
}

/// The source's fixture, in the plane.
#[test]
fn the_minkowski_difference_of_source_3() {
    let flat = |p: [f64; 2]| DVec3::new(p[0], p[1], 0.0);
    let (a, b) = (
        [[1.0, 2.0], [3.0, 4.0]].map(flat),
        [[1.0, 0.0], [1.0, 1.0]].map(flat),
    );
    let mut found = minkowski_hull::differences(&a, &b);
    found.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).unwrap());
    assert_eq!(
        found,
        [[0.0, 1.0], [0.0, 2.0], [2.0, 3.0], [2.0, 4.0]].map(flat)
    );
}
