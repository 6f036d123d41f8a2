//! The contract of every kind of volume, checked on random points.

use glam::{Quat, Vec3};
use proptest::prelude::*;

use crate::Relative;
use crate::bounding::{
    BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26, RelativeBox, SeparatingAxes, Volume,
};
use crate::math::{Aabb, Pose};

/// A bound of the rounding of the moved points in metres: coordinates and translations are below 100 m.
const MARGIN: f32 = 1e-4;

fn points() -> impl Strategy<Value = Vec<Vec3>> {
    let point = [-50.0f32..50.0, -50.0f32..50.0, -50.0f32..50.0];
    prop::collection::vec(point.prop_map(Vec3::from_array), 1..11)
}

/// The points in blocks of four, as pieces store them; spare lanes repeat a block's first point.
fn blocks(points: &[Vec3]) -> Vec<[[f32; 4]; 3]> {
    let block = |load_four: &[Vec3]| {
        [0, 1, 2]
            .map(|axis| [0, 1, 2, 3].map(|lane| load_four.get(lane).unwrap_or(&load_four[0])[axis]))
    };
    points.chunks(4).map(block).collect()
}

/// True if the point, as a volume of its own, overlaps `volume`.
fn holds<V: Volume>(volume: &V, point: Vec3) -> bool {
    volume.overlaps(&V::around(std::iter::once(point)))
}

fn keeps_its_promises<V: Volume + SeparatingAxes>(points: &[Vec3], others: &[Vec3], pose: &Pose) {
    let around = V::around(points.iter().copied());
    let of_blocks = V::around_blocks(&blocks(points));
    let relative = Relative::new(&Pose::IDENTITY, pose);
    let moved = around.moved(&V::frame(&relative, MARGIN));
    for &point in points {
        assert!(holds(&around, point) && holds(&of_blocks, point), "{point}");
        assert!(holds(&moved, pose.transform_point(point)), "{point}");
    }
    // Fitting a volume to the moved points is not looser than moving the volume, apart from rounding.
    let places: Vec<Vec3> = points.iter().map(|&p| pose.transform_point(p)).collect();
    let fitted = V::around_blocks(&blocks(&places));
    // The fitted centre of a ball is not the best one, and a box that turns with its model does not grow, so both
    // are left out.
    let slabs = !V::axes().is_empty();
    assert!(
        !slabs || fitted.size() <= moved.size() + 10.0 * MARGIN,
        "{fitted:?} {moved:?}"
    );

    let other = V::around(others.iter().copied());
    assert_eq!(around.overlaps(&other), around.clearance(&other) <= 0.0);
    assert_eq!(around.overlaps(&other), other.overlaps(&around));
    if !around.overlaps(&other) {
        let distances = points
            .iter()
            .flat_map(|p| others.iter().map(|q| p.distance(*q)));
        assert!(around.distance_bound(&other) <= distances.fold(f32::INFINITY, f32::min));
    }
    let both = around.union(&other);
    assert!(
        points
            .iter()
            .chain(others)
            .all(|&point| holds(&both, point))
    );
    // Clearance grows on the way out of a volume, because it is convex. The path starts at the mean of the
    // points, because the volume's own centre is that of its box, which may lie outside.
    let inside = points.iter().sum::<Vec3>() / points.len() as f32;
    let mut far = around.center();
    far.x += 8.0 * around.size() + 1.0;
    let clearance = |at: Vec3| around.clearance(&V::around(std::iter::once(at)));
    assert!(clearance(inside) <= MARGIN && clearance(far) > 0.0);
    let half_way = inside.midpoint(far);
    assert!(clearance(half_way) < clearance(far));
}

proptest! {
    #[test]
    fn volumes_hold_their_points_wherever_they_are_moved(
        (points, others) in (points(), points()),
        turn in [-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, 0.1f32..1.0],
        shift in [-50.0f32..50.0, -50.0f32..50.0, -50.0f32..50.0],
    ) {
        let pose = Pose::new(Quat::from_array(turn), Vec3::from_array(shift)).unwrap();
        keeps_its_promises::<Kdop6>(&points, &others, &pose);
        keeps_its_promises::<Kdop14>(&points, &others, &pose);
        keeps_its_promises::<Kdop18>(&points, &others, &pose);
        keeps_its_promises::<Kdop26>(&points, &others, &pose);
        keeps_its_promises::<Aabb>(&points, &others, &pose);
        keeps_its_promises::<RelativeBox>(&points, &others, &pose);
        keeps_its_promises::<BoundingSphere>(&points, &others, &pose);
    }
}
