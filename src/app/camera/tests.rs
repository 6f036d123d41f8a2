//! Tests of cameras near walls, corners and posts, and of looking back.

use super::*;

const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);

impl Frame {
    /// A picture without covered parts.
    fn whole(aspect: f32) -> Self {
        Self {
            aspect,
            head: 0.0,
            foot: 0.0,
        }
    }
}

fn target() -> Target {
    Target {
        position: Vec3::new(2.0, 0.0, 1.0),
        forward: Vec3::X,
        up: Vec3::Y,
        size: 1.0,
        speed: 3.0,
    }
}

fn view_of(kind: CameraKind, target: &Target, blocks: &[Block], reach: Vec2) -> CameraView {
    let mut camera = Camera::new(kind);
    for _ in 0..90 {
        camera.update(target, blocks, 0.016);
    }
    camera.view(reach, Frame::whole(SCREEN.x / SCREEN.y))
}

/// Returns the corners of a bumper car with its driver and its pole.
fn corners(target: &Target) -> Vec<Vec3> {
    let side = target.forward.cross(Vec3::Y);
    let mut list = Vec::new();
    for (x, z) in [(-0.6, -0.95), (0.6, -0.95), (-0.6, 0.95), (0.6, 0.95)] {
        for y in [0.0, 1.35] {
            list.push(target.position + side * x - target.forward * z + Vec3::Y * y);
        }
    }
    list.push(target.position - target.forward * 0.75 + Vec3::Y * 2.2);
    list
}

#[test]
fn at_walls_and_corners_the_own_car_is_wholly_in_every_picture() {
    let reach = Vec2::new(16.0, 11.0);
    for kind in [CameraKind::Chase, CameraKind::Side, CameraKind::Top] {
        for x in [-15.0f32, -8.0, 0.0, 8.0, 15.0] {
            for z in [-10.0f32, 0.0, 10.0] {
                for turn in 0..12 {
                    let angle = turn as f32 * std::f32::consts::FRAC_PI_6;
                    let target = Target {
                        position: Vec3::new(x, 0.0, z),
                        forward: Vec3::new(angle.sin(), 0.0, angle.cos()),
                        ..target()
                    };
                    let view = view_of(kind, &target, &[], reach);
                    for corner in corners(&target) {
                        let (at, _) = view.project(corner, SCREEN).expect("before the eye");
                        let inside = at.cmpgt(Vec2::ZERO).all() && at.cmplt(SCREEN).all();
                        assert!(inside, "{kind:?} at {x} {z} turned {angle}: {at}");
                    }
                }
            }
        }
    }
}

#[test]
fn from_the_hood_the_nose_is_below_and_the_way_ahead_in_the_middle() {
    let target = target();
    let view = view_of(CameraKind::Hood, &target, &[], Vec2::splat(11.0));
    let ahead = target.position + target.forward * 6.0 + Vec3::Y * 0.6;
    let (at, _) = view.project(ahead, SCREEN).unwrap();
    assert!((at - SCREEN * 0.5).abs().cmplt(SCREEN * 0.15).all(), "{at}");
    let nose = target.position + target.forward * 0.85 + Vec3::Y * 0.5;
    let (at, _) = view.project(nose, SCREEN).unwrap();
    assert!(at.y > 480.0 && at.y < 720.0, "{at}");
}

#[test]
fn what_stands_behind_a_car_does_not_hide_it() {
    let target = target();
    // A post of two metres, a metre and a half behind the car.
    let post = Block {
        low: Vec3::new(-0.9, 0.0, 0.6),
        high: Vec3::new(-0.1, 2.0, 1.4),
    };
    let free = view_of(CameraKind::Chase, &target, &[], Vec2::splat(11.0));
    let middle = target.position + Vec3::Y * 0.5;
    assert!(post.hides(free.eye, middle), "it would");
    let view = view_of(CameraKind::Chase, &target, &[post], Vec2::splat(11.0));
    assert!(!post.hides(view.eye, middle), "{}", view.eye);
    for corner in corners(&target) {
        let (at, _) = view.project(corner, SCREEN).unwrap();
        assert!(at.cmpgt(Vec2::ZERO).all() && at.cmplt(SCREEN).all(), "{at}");
    }
}

#[test]
fn looking_back_shows_what_is_behind() {
    for kind in [CameraKind::Chase, CameraKind::Hood] {
        let mut camera = Camera::new(kind);
        camera.back = true;
        camera.update(&target(), &[], 0.016);
        let view = camera.view(Vec2::splat(11.0), Frame::whole(1.6));
        let behind = target().position - target().forward * 5.0;
        assert!(view.project(behind, SCREEN).is_some(), "{kind:?}");
        let ahead = target().position + target().forward * 9.0;
        assert!(view.project(ahead, SCREEN).is_none(), "{kind:?}");
    }
}

#[test]
fn the_top_camera_sees_every_border_of_any_arena_that_it_shows_as_a_whole() {
    for reach in [
        Vec2::splat(32.0),
        Vec2::new(16.0, 7.0),
        Vec2::new(6.0, 12.0),
    ] {
        let mut camera = Camera::new(CameraKind::Top);
        camera.whole = true;
        for (head, foot) in [(0.0, 0.0), (0.0, 0.2), (0.12, 0.18)] {
            let aspect = SCREEN.x / SCREEN.y;
            let frame = Frame { aspect, head, foot };
            let view = camera.view(reach, frame);
            let seen = |x: f32, z: f32| {
                let corner = Vec3::new(x * reach.x, 0.0, z * reach.y);
                view.project(corner, SCREEN).unwrap().0
            };
            let (low, high) = (
                SCREEN * Vec2::new(0.0, head),
                SCREEN * Vec2::new(1.0, 1.0 - foot),
            );
            for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let at = seen(x, z);
                let inside = at.cmpge(low).all() && at.cmple(high).all();
                assert!(inside, "{reach} {head} {foot} {at}");
            }
            // The arena fills the picture except for the margin, either in height or in width.
            let filled = (seen(0.0, 1.0).y - seen(0.0, -1.0).y) / (high.y - low.y);
            let across = (seen(1.0, 1.0).x - seen(-1.0, 1.0).x) / SCREEN.x;
            assert!(filled.max(across) > 0.8, "{reach} {filled} {across}");
        }
    }
}

#[test]
fn the_camera_turns_the_short_way_and_arrives() {
    let mut camera = Camera::new(CameraKind::Chase);
    let looking = |x: f32| Target {
        forward: Vec3::new(x, 0.0, 1.0).normalize(),
        ..target()
    };
    camera.update(&looking(-0.1), &[], 0.01);
    for _ in 0..300 {
        camera.update(&looking(0.1), &[], 0.016);
        assert!(camera.heading.z > 0.9, "never around the back");
    }
    assert!(camera.heading.dot(looking(0.1).forward) > 0.9999);
}

#[test]
fn a_shake_dies_down_and_without_one_nothing_moves() {
    let mut camera = Camera::new(CameraKind::Chase);
    camera.update(&target(), &[], 0.016);
    assert_eq!(camera.shake_offset(), Vec3::ZERO);
    camera.shake(1.0);
    assert!(camera.shake_offset().length() > 0.01);
    for _ in 0..120 {
        camera.update(&target(), &[], 0.016);
    }
    assert!(camera.shake_offset().length() < 1e-4);
}

/// Repeats the shader's test for a wall in front of the car: each corner of the car is inside the gap.
#[test]
fn the_gap_in_a_wall_shows_the_whole_car() {
    for kind in [CameraKind::Chase, CameraKind::Side] {
        for turn in 0..12 {
            let angle = turn as f32 * std::f32::consts::FRAC_PI_6;
            let target = Target {
                forward: Vec3::new(angle.sin(), 0.0, angle.cos()),
                ..target()
            };
            let mut camera = Camera::new(kind);
            camera.update(&target, &[], 0.016);
            let eye = camera.view(Vec2::splat(11.0), Frame::whole(1.6)).eye;
            let (middle, radius) = camera.gap();
            let ahead = (middle - eye).normalize();
            // All corners except the tip of the pole, which rises above any wall.
            for corner in corners(&target).into_iter().take(8) {
                let along = (corner - eye).dot(ahead);
                let beside = (corner - eye - ahead * along).length();
                let beside = beside * middle.distance(eye) / along;
                assert!(beside < radius, "{kind:?} turned {angle}: {beside}");
            }
        }
    }
    assert_eq!(Camera::new(CameraKind::Top).gap().1, 0.0);
}

#[test]
fn nothing_is_seen_through_where_nothing_hides_the_car() {
    let post = Block {
        low: Vec3::new(1.6, 0.0, 4.5),
        high: Vec3::new(2.4, 3.0, 5.5),
    };
    let aside = Block {
        low: post.low + Vec3::X * 4.0,
        high: post.high + Vec3::X * 4.0,
    };
    let gap = |blocks: &[Block], outside: bool| {
        let mut camera = Camera::new(CameraKind::Side);
        camera.update(&target(), blocks, 0.016);
        for _ in 0..60 {
            camera.look_through(blocks, |_| outside, 0.016);
        }
        camera.gap().1
    };
    let whole = Camera::new(CameraKind::Side).gap().1;
    assert!(gap(&[], false) < 0.01 && gap(&[aside], false) < 0.01);
    assert!(gap(&[], true) > 0.99 * whole, "from behind the wall");
    assert!(gap(&[post, aside], false) > 0.99 * whole);
}

#[test]
fn in_narrow_and_flat_parts_of_a_picture_cars_see_about_as_wide_as_in_a_whole_one() {
    let wide = |aspect: f32| 2.0 * ((height_of_view(aspect) * 0.5).tan() * aspect).atan();
    for aspect in [0.45, 8.0 / 9.0, 32.0 / 9.0, 6.0] {
        let wide = wide(aspect);
        assert!((1.04..1.91).contains(&wide), "{aspect}: {wide}");
    }
    // The usual shapes keep the standard angle.
    for aspect in [1.25, 1.6, 16.0 / 9.0, 21.0 / 9.0] {
        assert_eq!(height_of_view(aspect), FIELD_OF_VIEW, "{aspect}");
    }
}
