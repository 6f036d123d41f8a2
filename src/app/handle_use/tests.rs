//! Tests of the changes by handles.

use super::*;
use crate::level::{JointKindSpec, said};

fn used(object: Object, pick: impl Fn(&Handle) -> bool, value: f32) -> HandleUse {
    let handle = object
        .handles()
        .into_iter()
        .find(|handle| pick(handle))
        .unwrap();
    let eye = Vec3::new(4.0, 5.0, 9.0);
    let ray = (handle.at + handle.axis.any_orthonormal_vector() - eye).normalize();
    HandleUse {
        drag: Drag::begin(handle, 1.0, eye, ray).unwrap(),
        object,
        value,
        from: 0.0,
        faces: Vec::new(),
        down: true,
        moved: false,
        typed: None,
        shown_at: Vec2::ZERO,
    }
}

fn zone(text: &str) -> Object {
    let spec: ZoneSpec = said(text).unwrap();
    let middle = spec.at + Vec3::Y;
    let bounds = Aabb::from_center(Vec3::ZERO, Vec3::new(2.0, 1.0, 1.5));
    Object::Zone(3, Box::new(spec), Box::new((bounds, middle)))
}

const GATE: &str = "(solid: Box(width: 4.0, height: 2.0, length: 3.0), at: (1.0, 0.0, 2.0), heading: 90.0, effect: Gate)";

#[test]
fn a_zone_is_moved_turned_and_resized_by_its_sides() {
    let (index, moved) = used(zone(GATE), |one| one.effect == Effect::Move, 0.5)
        .zone()
        .unwrap();
    assert_eq!((index, moved.at), (3, Vec3::new(1.5, 0.0, 2.0)));
    let turned = used(zone(GATE), |one| one.effect == Effect::Turn, 2.0)
        .zone()
        .unwrap()
        .1;
    assert!((turned.heading - (90.0 + 2f32.to_degrees() - 360.0)).abs() < 1e-3);
    // With this heading, its width lies along -Z of the scene.
    let wide = used(
        zone(GATE),
        |one| one.effect == Effect::Size && one.index == 0,
        1.0,
    );
    assert!(wide.drag.handle.axis.distance(Vec3::NEG_Z) < 1e-5);
    let shown = Aabb::from_points(wide.corners().unwrap());
    assert!(shown.extents().distance(Vec3::new(3.0, 2.0, 5.0)) < 1e-4);
    assert!(shown.center().distance(Vec3::new(1.0, 1.0, 1.5)) < 1e-4);
    let wide = wide.zone().unwrap().1;
    assert!(matches!(
        wide.solid,
        Solid::Box {
            width: 5.0,
            length: 3.0,
            ..
        }
    ));
    assert!(
        wide.at.distance(Vec3::new(1.0, 0.0, 1.5)) < 1e-5,
        "the other side stays"
    );
    let flat = used(
        zone(GATE),
        |one| one.effect == Effect::Size && one.index == 1,
        -9.0,
    );
    let flat = flat.zone().unwrap().1;
    assert!(matches!(flat.solid, Solid::Box { height: 0.1, .. }) && flat.at.y == 0.0);
    let ball = zone("(solid: Ball(radius: 1.0), effect: Gate)");
    let sizes = ball
        .handles()
        .iter()
        .filter(|one| one.effect == Effect::Size)
        .count();
    assert_eq!(sizes, 4, "a ball has no height of its own");
    let ball = used(ball, |one| one.effect == Effect::Size, 0.5)
        .zone()
        .unwrap()
        .1;
    assert!(matches!(ball.solid, Solid::Ball { radius: 1.5 }) && ball.at == Vec3::ZERO);
}

#[test]
fn a_patch_of_floor_is_moved_turned_and_resized_on_the_floor() {
    let spec = "(position: (1.0, 2.0), width: 4.0, length: 3.0, heading: 90.0, grip: 0.1)";
    let patch = || Object::Patch(2, Box::new(said(spec).unwrap()));
    assert_eq!(patch().handles().len(), 2 + 1 + 4);
    let moved = used(patch(), |one| one.index == 2, 0.5).patch().unwrap();
    assert_eq!((moved.0, moved.1.position), (2, Point(1.0, 2.5)));
    let wide = used(patch(), |one| one.effect == Effect::Size, 1.0);
    let new = wide.patch().unwrap().1;
    assert_eq!(new.width, 5.0);
    assert!((new.position.1 - 1.5).abs() < 1e-5, "the other side stays");
    let shown = Aabb::from_points(wide.corners().unwrap()).extents();
    assert!(shown.distance(Vec3::new(3.0, 0.0, 5.0)) < 1e-4);
    let turned = used(patch(), |one| one.effect == Effect::Turn, 1.0)
        .patch()
        .unwrap()
        .1;
    assert!((turned.heading - 90.0 - 1f32.to_degrees()).abs() < 1e-3);
}

#[test]
fn an_end_of_a_joint_moves_and_its_axis_turns() {
    let joint = |text: &str| Object::Joint(1, Box::new(said(text).unwrap()));
    let hinge = "(kind: Hinge(axis: (0.0, 1.0, 0.0)), at: (1.0, 2.0, 3.0))";
    let around_x = |one: &Handle| one.effect == Effect::Turn && one.index == 0;
    let level = used(joint(hinge), around_x, 90_f32.to_radians())
        .joint()
        .unwrap()
        .1;
    assert!(
        level.axis().unwrap().distance(Vec3::Z) < 1e-5,
        "a see-saw needs a level one"
    );
    assert_eq!(level.at, Some(Vec3::new(1.0, 2.0, 3.0)));
    let rope = "(kind: Rope(length: Some(1.0)), at: (0.0, 2.0, 0.0), to: (0.0, 3.0, 0.0))";
    assert!(
        joint(rope)
            .handles()
            .iter()
            .all(|one| one.effect == Effect::Move)
    );
    let longer = used(joint(rope), |one| one.index == 4, 2.0)
        .joint()
        .unwrap()
        .1;
    assert_eq!((longer.at.unwrap().y, longer.to.unwrap().y), (2.0, 5.0));
    assert!(matches!(
        longer.kind,
        JointKindSpec::Rope { length: Some(3.0) }
    ));
    assert!(
        joint("(kind: Ball)").handles().is_empty(),
        "a link of a chain"
    );
}

#[test]
fn faces_meet_with_a_gap_or_are_level() {
    let own = Aabb::from_center(Vec3::ZERO, Vec3::splat(0.5));
    let other = Aabb::from_center(Vec3::X * 3.0, Vec3::splat(1.0));
    let ways = ways_to_faces(&own, &other, 0, 0.01);
    for (way, wanted) in ways.into_iter().zip([1.49, 4.51, 2.5, 3.5]) {
        assert!((way - wanted).abs() < 1e-5, "{way} {wanted}");
    }
}
