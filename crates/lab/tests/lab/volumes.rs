//! Volumes against answers known by hand, and the judge of volumes against kinds that lie.

use dodgem_lab::judge::{Scenes, judge};
use dodgem_lab::mesh_pair::Pose;
use dodgem_lab::polytope::Plane;
use dodgem_lab::registry::{Row, find};
use dodgem_lab::scene::convex::mixed;
use dodgem_lab::volume::dop::{Dop, direction};
use dodgem_lab::volume::judge::AnyVolume;
use dodgem_lab::volume::octree_spheres::OctreeSpheres;
use dodgem_lab::volume::oriented_box::{Obb, OrientedBoxes, Test};
use dodgem_lab::volume::oriented_box_fit::Fit;
use dodgem_lab::volume::sphere::Spheres;
use dodgem_lab::volume::{BoundingVolume, Exact, Triangle, closure, corners_of, size_of_planes};
use dodgem_lab::work::Work;
use glam::{DMat3, DQuat, DVec3};

/// A kind of volume with a fault.
#[derive(Clone, Copy, Debug)]
struct Liar<M> {
    kind: M,
    /// The part of the size by which heights are too great, as of a volume that is too small.
    lift: f64,
    /// Calls all volumes apart.
    parts_all: bool,
    /// The exactness that it claims.
    exact: Exact,
}

impl<M: BoundingVolume> BoundingVolume for Liar<M> {
    type Volume = M::Volume;
    type Frame = M::Frame;

    fn fit(&self, content: &[Triangle]) -> M::Volume {
        self.kind.fit(content)
    }

    fn frame(&self, pose: &Pose) -> M::Frame {
        self.kind.frame(pose)
    }

    fn in_frame(&self, volume: &M::Volume, frame: &M::Frame, work: &mut Work) -> M::Volume {
        self.kind.in_frame(volume, frame, work)
    }

    fn is_apart(&self, a: &M::Volume, b: &M::Volume, work: &mut Work) -> bool {
        self.parts_all || self.kind.is_apart(a, b, work)
    }

    fn height(&self, volume: &M::Volume, p: DVec3) -> f64 {
        self.kind.height(volume, p) + self.lift * p.length()
    }

    fn size(&self, volume: &M::Volume) -> f64 {
        self.kind.size(volume)
    }

    fn planes(&self, volume: &M::Volume) -> Vec<Plane> {
        self.kind.planes(volume)
    }

    fn exact(&self) -> Exact {
        self.exact
    }

    fn numbers(&self, volume: &M::Volume) -> usize {
        self.kind.numbers(volume)
    }
}

/// A kind without a fault.
fn honest<M: BoundingVolume>(kind: M) -> Liar<M> {
    Liar {
        kind,
        lift: 0.0,
        parts_all: false,
        exact: Exact::No,
    }
}

fn row(id: &str) -> &'static Row {
    find(id).unwrap()
}

#[test]
fn the_judge_notices_volumes_that_lie() {
    let cases = mixed(400, 9);
    let base = honest(Spheres);
    let small = Liar { lift: 1e-3, ..base };
    let apart = Liar {
        parts_all: true,
        ..base
    };
    let claims = Liar {
        exact: Exact::Hulls,
        ..base
    };
    let [base, small, apart, claims] = [base, small, apart, claims].map(|l| l.judge(&cases));
    assert!(base.faults(row("sphere")).is_empty() && base.loose > 50);
    assert!(small.error > 1e-4);
    assert!(apart.missed > 50 && apart.touching_missed > 50, "{apart:?}");
    assert!(claims.false_hits > 50);
    for liar in [small, apart, claims] {
        assert!(!liar.faults(row("sphere")).is_empty(), "{liar:?}");
    }
}

/// The lite tests of boxes, claimed to be exact, against the planes.
#[test]
fn the_judge_of_planes_notices_a_test_without_edge_products() {
    let cases = mixed(400, 9);
    let [lite, whole] = [Test::Faces, Test::Fifteen].map(|test| {
        let fit = Fit::HullTriangles;
        let claims = Liar {
            exact: Exact::Planes,
            ..honest(OrientedBoxes { fit, test })
        };
        claims.judge(&cases).false_hits
    });
    assert!(lite > 0 && whole == 0, "{lite} {whole}");
}

/// Nine intervals overlap, yet x < y <= z <= -x <= 0 and 0 <= x has no solution.
#[test]
fn closure_parts_two_dops_that_no_axis_parts() {
    let within = |limits: &[(DVec3, f64)]| {
        let limit = |i: usize| {
            let way = direction::<18>(i);
            let given = limits.iter().find(|(d, _)| *d == way);
            given.map_or(10.0 * way.abs().element_sum(), |given| given.1)
        };
        let loose = Dop::<18>(std::array::from_fn(limit));
        let tight = Dop::<18>::around(
            corners_of(&loose.planes(), 1e-9)
                .collect::<Vec<_>>()
                .into_iter(),
        );
        assert!(limits.iter().all(|(d, c)| {
            (0..18).any(|i| direction::<18>(i) == *d && (tight.0[i] - c).abs() < 1e-9)
        }));
        tight
    };
    let a = |gap: f64| {
        within(&[
            (DVec3::new(1.0, -1.0, 0.0), -gap),
            (DVec3::new(1.0, 0.0, 1.0), 0.0),
        ])
    };
    let b = within(&[(DVec3::new(0.0, 1.0, -1.0), 0.0), (DVec3::NEG_X, 0.0)]);
    for (gap, is_empty) in [(1.0, true), (0.0, false)] {
        let a = a(gap);
        assert!(!(0..9).any(|axis| a.separates(&b, axis, 0.0)));
        let common = closure::common(&a, &b);
        assert_eq!(closure::is_empty(&common, 1e-9), is_empty, "{gap}");
        assert_eq!(
            corners_of(&common.planes(), 1e-9).next().is_none(),
            is_empty
        );
    }
}

#[test]
fn true_volumes_are_those_of_the_bodies() {
    let cube = Dop::<6>([1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
    assert!((size_of_planes(&cube.planes()) - 48.0).abs() < 1e-9);
    // A cube of side 2 cut at its twelve edges: the rhombic dodecahedron of volume 2 within it, and more.
    let cut = Dop::<18>(std::array::from_fn(|_| 1.0));
    assert!((size_of_planes(&cut.planes()) - 2.0).abs() < 1e-9);
}

/// Clusters of vertices turn the box by vertices, inner triangles that by triangles; the hull's ignores both.
#[test]
fn boxes_by_the_hull_ignore_what_is_inside_and_how_dense_it_is() {
    let slab = [DVec3::new(4.0, 2.0, 1.0), DVec3::new(-4.0, -2.0, -1.0)];
    let corner = |i: usize| DVec3::from_array([0, 1, 2].map(|a| slab[i >> a & 1][a]));
    let faces = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    let mut content: Vec<Triangle> = faces
        .iter()
        .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
        .map(|t| t.map(corner))
        .collect();
    let inner = |i: i32| {
        let p = DVec3::new(1.0, 1.6, 0.8) * (f64::from(i) / 40.0);
        [
            p,
            p + DVec3::new(0.01, 0.0, 0.0),
            p + DVec3::new(0.0, 0.02, 0.01),
        ]
    };
    content.extend((0..40).map(inner));
    let size = |fit: Fit| fit.fit(&content).size();
    // Samples are an approximation.
    let [sampled, by_vertices] = [Fit::SampledHull, Fit::Vertices].map(size);
    assert!(
        sampled < 64.1 && by_vertices > 70.0,
        "{sampled} {by_vertices}"
    );
    for fit in [Fit::HullVertices, Fit::HullTriangles, Fit::LeastVolume] {
        assert!((size(fit) - 64.0).abs() < 1e-9, "{fit:?}: {}", size(fit));
    }
}

#[test]
fn boxes_whose_edges_are_parallel_are_told_apart() {
    let obb = |x: f64, turn: f64| Obb {
        center: DVec3::new(x, 0.3, 0.1),
        axes: DMat3::from_quat(DQuat::from_rotation_z(turn)),
        half: DVec3::ONE,
    };
    for test in [Test::Fifteen, Test::InTurn, Test::EdgesAndFaces] {
        let kind = OrientedBoxes {
            fit: Fit::BodyAxes,
            test,
        };
        for turn in [0.0, 1e-15, 1e-9] {
            let is_apart = |x| kind.is_apart(&obb(0.0, 0.0), &obb(x, turn), &mut Work::default());
            assert!(
                !is_apart(2.0 - 1e-6) && is_apart(2.0 + 1e-6),
                "{test:?} {turn}"
            );
            assert!(!is_apart(2.0) || turn > 1e-12, "{test:?} {turn}");
        }
    }
}

#[test]
fn spheres_are_dropped_only_if_others_cover_their_content() {
    // A block of triangles at the corners of the cubes of the octree, so that all cubes are filled.
    let at = |i: i32| DVec3::new(f64::from(i % 9), f64::from(i / 9 % 9), f64::from(i / 81));
    let size = |way: DVec3| way * 0.1;
    let mut content: Vec<Triangle> = (0..729)
        .map(|i| [at(i), at(i) + size(DVec3::X), at(i) + size(DVec3::Y)])
        .collect();
    let fit = |content: &[Triangle]| {
        let cover = OctreeSpheres.fit(content);
        for p in content.as_flattened() {
            assert!(OctreeSpheres.height(&cover, *p) <= 0.0);
        }
        cover
    };
    let empty = fit(&content);
    assert!((20..40).contains(&empty.hidden), "{}", empty.hidden);
    // Triangles in the cores of all cubes keep all spheres.
    let core = content.clone().into_iter().map(|t| t.map(|p| p + 0.5));
    content.extend(core.filter(|t| t[0].max_element() < 8.0));
    let filled = fit(&content);
    assert_eq!(filled.hidden, 0);
}

/// Hill climbing is tightest; the volume of the old volume's corners is no larger than the sum of limits.
#[test]
fn refits_come_in_the_order_of_their_tightness() {
    let scenes = Scenes::new(300);
    let loose = |id: &str| judge(row(id), &scenes).unwrap().loose;
    let [cone, corners, climbing] = ["dop-18", "dop-18-corners", "dop-18-climbing"].map(loose);
    assert!(
        climbing < corners && corners <= cone,
        "{climbing} {corners} {cone}"
    );
    let [six, fourteen, eighteen, more] = ["dop-6", "dop-14", "dop-18", "dop-26"].map(loose);
    assert!(six > fourteen && fourteen > eighteen && eighteen > more);
}
