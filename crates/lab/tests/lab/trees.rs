//! Trees and descents against the counts that source 2 proves, and against each other.

use dodgem_lab::mesh_pair::{Mesh, MeshPair, Pose};
use dodgem_lab::scene::meshes::{ORIGIN, mesh_of};
use dodgem_lab::scene::solids::turn;
use dodgem_lab::tree::descent::{Descent, EVERYTHING, LARGER, Stop, TreePair};
use dodgem_lab::tree::front_of_pairs::FrontOfPairs;
use dodgem_lab::tree::front_of_tree::FrontOfTree;
use dodgem_lab::tree::rows::STATIC;
use dodgem_lab::tree::split::PLAIN;
use dodgem_lab::tree::test_tree::{Counts, bounds, pair_matrix, text};
use dodgem_lab::tree::{Axis, Point, Rules, Tree, Way};
use dodgem_lab::volume::BoundingVolume;
use dodgem_lab::volume::dop_volume::CONE_18;
use dodgem_lab::volume::ideal::Ideal;
use dodgem_lab::volume::sphere::Spheres;
use dodgem_lab::work::Work;
use dodgem_oracle::meshes::{torus, uv_sphere};
use glam::DVec3;

fn ring() -> Mesh {
    mesh_of(&torus(10, 6, 1.0, 0.3))
}

fn pose(x: f64) -> Pose {
    Pose {
        rotation: turn(DVec3::new(0.3, 0.5 * x, 0.2)),
        translation: DVec3::new(x, 0.1, 0.2),
    }
}

const WHOLE: Descent = Descent {
    stop: EVERYTHING,
    ..LARGER
};

#[test]
fn a_whole_descent_obeys_the_invariant_of_source_2() {
    let ring = ring();
    let mut pair = TreePair::new(CONE_18, [PLAIN; 2], WHOLE, [&ring, &ring]);
    let mut kinds = [0; 4];
    for step in 0..40 {
        let query = pair.query(
            [&ORIGIN, &pose(0.07 * f64::from(step))],
            &mut Work::default(),
        );
        let counts = Counts::of(&query.visited);
        assert_eq!(counts.invariant(), 1, "{counts:?}");
        for (sum, n) in kinds.iter_mut().zip([
            counts.disjoint,
            counts.overlapping,
            counts.missed,
            counts.hits,
        ]) {
            *sum += n;
        }
    }
    assert!(kinds.iter().all(|n| *n > 40), "{kinds:?}");
}

/// Two combs of 32 triangles, of which given ones cross.
fn comb(teeth: usize, lifted: impl Fn(usize) -> bool, across: bool) -> Mesh {
    let mut mesh = Mesh {
        vertices: Vec::new(),
        triangles: Vec::new(),
    };
    for i in 0..teeth {
        let base = DVec3::new(i as f64, 0.0, if lifted(i) { 0.0 } else { 5.0 });
        let up = if across { DVec3::Y } else { DVec3::Z };
        mesh.vertices.extend([
            base - up * 0.1 - DVec3::X * 0.1,
            base - up * 0.1 + DVec3::X * 0.1,
            base + up * 0.1,
        ]);
        mesh.triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    mesh
}

#[test]
fn ideal_volumes_need_the_tests_that_source_2_counts() {
    let rules = Rules {
        point: Point::Median,
        axis: Axis::Longest,
        ..PLAIN
    };
    let flat = comb(32, |_| true, true);
    for (hits, lifted) in [(1, 1), (2, 2), (4, 4)] {
        // The hits are spread evenly over the comb.
        let other = comb(32, |i| i % (32 / lifted) == 5 % (32 / lifted), false);
        let mut pair = TreePair::new(Ideal, [rules; 2], WHOLE, [&flat, &other]);
        let query = pair.query([&ORIGIN, &ORIGIN], &mut Work::default());
        let counts = Counts::of(&query.visited);
        assert_eq!((counts.hits, counts.missed), (hits, 0));
        let [least, most] = bounds(32.0, hits as f64);
        let tests = counts.tests() as f64;
        assert!(least <= tests && tests <= most, "{least} {tests} {most}");
        if hits == 1 {
            assert_eq!(tests, 21.0);
        }
    }
}

#[test]
fn the_matrix_and_the_tree_of_tests_show_the_pairs_that_were_compared() {
    let flat = comb(4, |_| true, true);
    let other = comb(4, |i| i == 2, false);
    let rules = Rules {
        axis: Axis::Longest,
        ..PLAIN
    };
    let mut pair = TreePair::new(Ideal, [rules; 2], WHOLE, [&flat, &other]);
    let visited = pair.query([&ORIGIN, &ORIGIN], &mut Work::default()).visited;
    let matrix = pair_matrix(&pair.trees, &visited);
    // The tooth that hits is the lowest, and so the first leaf of its tree.
    assert_eq!(matrix, ["....", "....", "x...", "...."]);
    let text = text(&visited);
    assert!(
        text.starts_with("0-0 opened\n ") && text.contains(" hit\n"),
        "{text}"
    );
}

#[test]
fn every_triangle_is_in_one_leaf_and_within_all_volumes_above() {
    let ring = ring();
    for (way, arity, leaf) in [
        (Way::TopDown, 2, 1),
        (Way::TopDown, 5, 3),
        (Way::Octree, 2, 2),
        (Way::BottomUp, 2, 1),
    ] {
        let rules = Rules {
            way,
            arity,
            leaf,
            ..PLAIN
        };
        let tree = Tree::new(Spheres, rules, &ring);
        let mut seen = vec![0; ring.triangles.len()];
        for node in &tree.nodes {
            assert!(node.children.len() <= if way == Way::Octree { 8 } else { arity });
            for &t in &node.triangles {
                seen[t] += usize::from(node.children.is_empty());
                let heights = ring.corners(t).map(|p| Spheres.height(&node.volume, p));
                assert!(heights.iter().all(|h| *h < 1e-12), "{way:?}");
            }
            assert!(!node.children.is_empty() || node.triangles.len() <= leaf);
        }
        assert!(seen.iter().all(|n| *n == 1), "{way:?}");
    }
}

#[test]
fn a_lazy_tree_splits_only_what_a_descent_enters() {
    let ring = ring();
    let lazy = Rules {
        way: Way::Lazy,
        ..PLAIN
    };
    let mut pair = TreePair::new(CONE_18, [lazy; 2], LARGER, [&ring, &ring]);
    pair.ask([&ORIGIN, &pose(9.0)], &mut Work::default());
    assert_eq!(pair.trees[0].nodes.len(), 1);
    pair.ask([&ORIGIN, &pose(1.0)], &mut Work::default());
    assert!((3..100).contains(&pair.trees[0].nodes.len()));
}

#[test]
fn fronts_need_fewer_tests_from_frame_to_frame_and_give_the_same_answers() {
    let (ring, ball) = (ring(), mesh_of(&uv_sphere(8, 10, 0.6)));
    let make = |rules| TreePair::new(CONE_18, [PLAIN; 2], rules, [&ring, &ball]);
    let pairs: [(Box<dyn MeshPair>, Box<dyn MeshPair>); 2] = [
        (
            Box::new(make(LARGER)),
            Box::new(FrontOfPairs::new(make(LARGER))),
        ),
        (
            Box::new(make(STATIC)),
            Box::new(FrontOfTree::new(make(STATIC))),
        ),
    ];
    for (mut plain, mut front) in pairs {
        let [mut a, mut b] = [Work::default(), Work::default()];
        let mut hits = 0;
        for frame in 0..200 {
            // Through the hole of the ring, from side to side, so that it is hit now and then.
            let time = f64::from(frame);
            let side = 0.3 * (time * 0.1).sin();
            let pose = Pose {
                translation: DVec3::new(side, 0.01 * time - 1.0, 0.05),
                ..ORIGIN
            };
            let answers = [(&mut plain, &mut a), (&mut front, &mut b)]
                .map(|(method, work)| method.ask([&ORIGIN, &pose], work).hit);
            assert_eq!(answers[0], answers[1], "{frame}");
            hits += u32::from(answers[0]);
        }
        assert!((20..180).contains(&hits), "{hits}");
        let (plain, front) = (a.ops.tests, b.ops.tests);
        assert!(front < plain && 2 * front > plain / 2, "{plain} {front}");
    }
}

#[test]
fn a_descent_ends_at_its_budget_with_a_hit_that_says_so() {
    let ring = ring();
    let rules = Descent {
        stop: Stop {
            tests: 5,
            ..LARGER.stop
        },
        ..LARGER
    };
    let mut pair = TreePair::new(CONE_18, [PLAIN; 2], rules, [&ring, &ring]);
    let mut work = Work::default();
    let answer = pair.ask([&ORIGIN, &pose(0.5)], &mut work);
    assert!(answer.hit && answer.cut && work.ops.tests == 5);
    assert!(!pair.ask([&ORIGIN, &pose(9.0)], &mut Work::default()).hit);
}

#[test]
fn a_refitted_tree_answers_about_the_bent_mesh() {
    let ring = ring();
    let mut bent = ring.clone();
    for v in &mut bent.vertices {
        v.y += 0.8 * v.x * v.x;
    }
    let mut pair = TreePair::new(CONE_18, [PLAIN; 2], LARGER, [&ring, &ring]);
    let triangles = (0..bent.triangles.len()).map(|t| bent.corners(t)).collect();
    pair.trees[0].refit(triangles);
    for node in &pair.trees[0].nodes {
        let corners = node.triangles.iter().flat_map(|&t| bent.corners(t));
        let mut heights = corners.map(|p| CONE_18.height(&node.volume, p));
        assert!(heights.all(|height| height < 1e-12));
    }
    let mut fresh = TreePair::new(CONE_18, [PLAIN; 2], LARGER, [&bent, &ring]);
    let mut hits = 0;
    for step in 0..60 {
        let pose = pose(0.05 * f64::from(step));
        let [refitted, rebuilt] =
            [&mut pair, &mut fresh].map(|p| p.ask([&ORIGIN, &pose], &mut Work::default()).hit);
        assert_eq!(refitted, rebuilt, "{step}");
        hits += u32::from(rebuilt);
    }
    assert!((10..55).contains(&hits), "{hits}");
}
