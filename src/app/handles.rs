//! Handles: arrows along axes, rings around them, and grips on sides. A drag of one changes one number.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec2, Vec3};

use crate::app::params::window::handles::{ARROW_GRIP, ARROW_HEAD, RING, RING_POINTS};
use crate::app::params::{HANDLE_REACH, HANDLE_UNITS, SNAP_FACE, SNAP_METRES, SNAP_TURN};
use crate::app::render::scene::CameraView;
use crate::app::words::{ThingWords, fill};

/// The effect of a handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It moves along its axis.
    Move,
    /// It turns around its axis.
    Turn,
    /// It moves the side that its axis points to.
    Size,
}

/// A handle in the scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handle {
    pub effect: Effect,
    /// The axis, of length 1.
    pub axis: Vec3,
    /// The middle of a ring, the foot of an arrow, or the place of a grip.
    pub at: Vec3,
    /// The index of the axis: X, Y or Z.
    pub index: usize,
}

impl Handle {
    /// Returns its name for the number: "along X".
    pub fn label(&self, words: &ThingWords) -> String {
        let axis = ["X", words.y_up, "Z"][self.index % 3];
        let text = match self.effect {
            Effect::Move => words.along,
            Effect::Turn => words.around_axis,
            Effect::Size => words.side,
        };
        fill(text, &[("axis", &axis)])
    }

    /// Returns the unit of its number.
    pub fn unit(&self) -> &'static str {
        match self.effect {
            Effect::Turn => "°",
            _ => " m",
        }
    }

    /// Converts its number, in metres or radians, to that on screen, in metres or degrees.
    pub fn shown(&self, value: f32) -> f32 {
        match self.effect {
            Effect::Turn => value.to_degrees(),
            _ => value,
        }
    }

    /// Converts a number on screen back.
    pub fn typed(&self, shown: f32) -> f32 {
        match self.effect {
            Effect::Turn => shown.to_radians(),
            _ => shown,
        }
    }

    /// Returns its position under a ray from the eye: metres along the axis, or radians around it. None if the
    /// ray is too nearly parallel to tell one.
    fn value(&self, eye: Vec3, ray: Vec3, about: &View) -> Option<f32> {
        match self.effect {
            Effect::Turn => about.angle(self.at, self.axis, eye, ray),
            _ => along(self.at, self.axis, eye, ray),
        }
    }
}

/// Returns the position on a line that is nearest to a ray, in metres from `at` along `axis`.
fn along(at: Vec3, axis: Vec3, eye: Vec3, ray: Vec3) -> Option<f32> {
    let to = eye - at;
    let cos = axis.dot(ray);
    let sin = 1.0 - cos * cos;
    (sin > 1e-3).then(|| (to.dot(axis) - to.dot(ray) * cos) / sin)
}

/// The view on a ring at the start of its drag, which decides how the pointer turns it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct View {
    /// The direction along which the pointer turns a ring that is seen from its edge, and its radius in metres.
    edge_on: Option<(Vec3, f32)>,
}

impl View {
    fn of(handle: &Handle, eye: Vec3, radius: f32) -> View {
        let sight = (handle.at - eye).normalize_or(Vec3::NEG_Z);
        let flat = handle.axis.dot(sight).abs() < 0.2;
        let across = sight.cross(handle.axis).normalize_or(Vec3::X);
        View {
            edge_on: flat.then_some((across, radius)),
        }
    }

    fn angle(&self, at: Vec3, axis: Vec3, eye: Vec3, ray: Vec3) -> Option<f32> {
        if let Some((across, radius)) = self.edge_on {
            return along(at, across, eye, ray).map(|way| way / radius.max(1e-3));
        }
        let steep = ray.dot(axis);
        let far = (at - eye).dot(axis) / steep;
        let from = eye + ray * far - at;
        let [one, other] = around(axis);
        (steep.abs() > 1e-3 && far > 0.0).then(|| from.dot(other).atan2(from.dot(one)))
    }
}

/// Returns the radius of rings beside arrows of a length, in the same unit.
pub fn ring_radius(length: f32) -> f32 {
    length * RING
}

/// Returns two directions at right angles to an axis and each other; a turn about the axis leads from the first
/// to the second.
pub fn around(axis: Vec3) -> [Vec3; 2] {
    let one = axis.any_orthonormal_vector();
    [one, axis.cross(one)]
}

/// The handles of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Handles {
    pub list: Vec<Handle>,
    /// The length of an arrow, in metres.
    pub length: f32,
}

impl Handles {
    /// Creates handles of the same size on screen at any distance.
    pub fn new(list: Vec<Handle>, view: &CameraView, size: Vec2) -> Handles {
        let far = list.first().map_or(1.0, |one| one.at.distance(view.eye));
        Handles {
            list,
            length: HANDLE_UNITS * metres_per_unit(view, size, far),
        }
    }

    /// Returns the line of a handle on the screen: of an arrow from its foot to its head, of a ring all around.
    pub fn line(&self, handle: &Handle, view: &CameraView, size: Vec2) -> Vec<Vec2> {
        let points: Vec<Vec3> = match handle.effect {
            Effect::Move => [0.28, 1.0]
                .map(|part| handle.at + handle.axis * self.length * part)
                .into(),
            Effect::Size => vec![handle.at],
            Effect::Turn => {
                let [one, other] = around(handle.axis).map(|way| way * ring_radius(self.length));
                let angles = (0..=RING_POINTS).map(|index| index as f32 / RING_POINTS as f32 * TAU);
                angles
                    .map(|angle| handle.at + one * angle.cos() + other * angle.sin())
                    .collect()
            }
        };
        let seen = points.into_iter().map(|point| view.project(point, size));
        seen.map_while(|seen| Some(seen?.0)).collect()
    }

    /// Returns the part of a handle by which the pointer takes it: of an arrow the end outside of the rings.
    fn grip(&self, handle: &Handle, view: &CameraView, size: Vec2) -> Vec<Vec2> {
        let mut line = self.line(handle, view, size);
        if let ([foot, tip], Effect::Move) = (&mut line[..], handle.effect) {
            let way = *tip - *foot;
            (*foot, *tip) = (*foot + way * ARROW_GRIP, *tip + way * ARROW_HEAD);
        }
        line
    }

    /// Returns the handle under the pointer. Grips come before arrows, and arrows before rings.
    pub fn under(&self, pointer: Vec2, view: &CameraView, size: Vec2) -> Option<Handle> {
        let rank = |handle: &Handle| match handle.effect {
            Effect::Size => 0,
            Effect::Move => 1,
            Effect::Turn => 2,
        };
        let near = self.list.iter().filter_map(|handle| {
            let far = distance_to(&self.grip(handle, view, size), pointer)?;
            (far < HANDLE_REACH).then_some((rank(handle), far, handle))
        });
        let best = near.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        best.map(|(.., handle)| *handle)
    }
}

/// Returns the metres that a unit of the screen shows at a distance from the eye.
pub fn metres_per_unit(view: &CameraView, size: Vec2, far: f32) -> f32 {
    2.0 * far / (view.scale.y * size.y).max(1e-3)
}

/// Returns the distance of a point from a line of points, in units.
pub fn distance_to(line: &[Vec2], point: Vec2) -> Option<f32> {
    let [first, rest @ ..] = line else {
        return None;
    };
    let mut before = *first;
    let mut least = before.distance(point);
    for next in rest {
        let way = *next - before;
        let part = (point - before).dot(way) / way.length_squared().max(1e-6);
        least = least.min(point.distance(before + way * part.clamp(0.0, 1.0)));
        before = *next;
    }
    Some(least)
}

/// A drag of a handle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drag {
    pub handle: Handle,
    view: View,
    /// The position under the pointer in the last frame.
    last: f32,
    /// The way of the pointer since the start, in metres or radians.
    pointed: f32,
}

impl Drag {
    /// Begins a drag of one of some handles under a ray.
    pub fn begin(handle: Handle, length: f32, eye: Vec3, ray: Vec3) -> Option<Drag> {
        let view = View::of(&handle, eye, ring_radius(length));
        Some(Drag {
            handle,
            view,
            last: handle.value(eye, ray, &view)?,
            pointed: 0.0,
        })
    }

    /// Follows the pointer. Returns the way since the start, in metres or radians.
    pub fn follow(&mut self, eye: Vec3, ray: Vec3) -> f32 {
        if let Some(now) = self.handle.value(eye, ray, &self.view) {
            let mut way = now - self.last;
            // Half a turn in one frame is a turn the other way.
            if self.handle.effect == Effect::Turn && self.view.edge_on.is_none() {
                way = (way + PI).rem_euclid(TAU) - PI;
            }
            self.pointed += way;
            self.last = now;
        }
        self.pointed
    }
}

/// Returns a way rounded to the grid: a coordinate `from` moves to a whole step, or an angle is one. A face in
/// reach comes before the grid; `faces` are the ways to faces.
pub fn snapped(effect: Effect, way: f32, from: f32, faces: &[f32]) -> f32 {
    if effect == Effect::Turn {
        return (way / SNAP_TURN).round() * SNAP_TURN;
    }
    let gap = |face: &f32| (face - way).abs();
    let nearest = faces
        .iter()
        .copied()
        .min_by(|one, other| gap(one).total_cmp(&gap(other)));
    match nearest.filter(|face| gap(face) < SNAP_FACE) {
        Some(face) => face,
        None => ((from + way) / SNAP_METRES).round() * SNAP_METRES - from,
    }
}

/// Returns the handles that move along the axes of the scene and turn around some of them.
pub fn of_middle(at: Vec3, turns: &[usize]) -> Vec<Handle> {
    let handle = |effect: Effect, index: usize| Handle {
        effect,
        axis: Vec3::AXES[index],
        at,
        index,
    };
    let moves = (0..3).map(|index| handle(Effect::Move, index));
    moves
        .chain(turns.iter().map(|index| handle(Effect::Turn, *index)))
        .collect()
}

/// Returns the rotation of a ring that has turned by an angle, in radians.
pub fn rotation(handle: &Handle, angle: f32) -> Quat {
    Quat::from_axis_angle(handle.axis, angle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::params::render::scene::FIELD_OF_VIEW;

    const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

    fn view() -> CameraView {
        CameraView::wide(
            Vec3::new(3.0, 4.0, 8.0),
            Vec3::ZERO,
            16.0 / 9.0,
            FIELD_OF_VIEW,
        )
    }

    /// Drags a handle from the middle of its line to where a point of it would then be.
    fn dragged(handle: Handle, begin: Vec3, end: Vec3) -> f32 {
        let view = view();
        let ray = |point: Vec3| (point - view.eye).normalize();
        let mut drag = Drag::begin(handle, 1.0, view.eye, ray(begin)).unwrap();
        (0..=10).fold(0.0, |_, part| {
            let at = begin.lerp(end, part as f32 / 10.0);
            drag.follow(view.eye, ray(at))
        })
    }

    #[test]
    fn a_drag_moves_along_and_turns_around_by_what_the_pointer_goes() {
        for handle in of_middle(Vec3::new(0.5, 1.0, -0.5), &[]) {
            let begin = handle.at + handle.axis * 0.7;
            let way = dragged(handle, begin, begin + handle.axis * 1.5);
            assert!((way - 1.5).abs() < 1e-3, "{handle:?}: {way}");
        }
        for handle in of_middle(Vec3::ZERO, &[0, 1, 2]).split_off(3) {
            let [one, other] = around(handle.axis);
            let quarter = [one, (one + other) * 0.5, other];
            let way =
                dragged(handle, quarter[0], quarter[1]) + dragged(handle, quarter[1], quarter[2]);
            assert!((way - PI / 2.0).abs() < 1e-3, "{handle:?}: {way}");
            let turned = rotation(&handle, way) * one;
            assert!(turned.distance(other) < 1e-3, "it turns that way");
        }
        // From its edge, a ring is turned by moving along it.
        let eye = Vec3::new(0.0, 0.0, 5.0);
        let ring = of_middle(Vec3::ZERO, &[1]).remove(3);
        let mut drag = Drag::begin(ring, 1.0, eye, Vec3::NEG_Z).unwrap();
        let right = (Vec3::X * RING - eye).normalize();
        assert!(
            (drag.follow(eye, right) - 1.0).abs() < 1e-3,
            "one radius is one radian"
        );
    }

    #[test]
    fn a_handle_is_found_under_the_pointer_and_an_arrow_before_a_ring() {
        let view = view();
        let handles = Handles::new(of_middle(Vec3::ZERO, &[0, 1, 2]), &view, SIZE);
        for handle in &handles.list {
            let line = handles.line(handle, &view, SIZE);
            // Rings meet where they cross the planes of two axes.
            let at = line[if line.len() > 2 { 5 } else { 1 }];
            let found = handles.under(at, &view, SIZE).unwrap();
            assert!(
                found == *handle || found.effect == Effect::Move,
                "{handle:?}: {found:?}"
            );
        }
        let far = handles.line(&handles.list[0], &view, SIZE)[1];
        let near = view.project(Vec3::ZERO, SIZE).unwrap().0;
        assert!((20.0..HANDLE_UNITS * 1.2).contains(&far.distance(near)));
        assert_eq!(handles.under(near + Vec2::Y * 300.0, &view, SIZE), None);
    }

    #[test]
    fn a_press_on_a_ring_takes_it_and_turns_by_the_way_along_it() {
        let view = view();
        let handles = Handles::new(of_middle(Vec3::ZERO, &[0, 1, 2]), &view, SIZE);
        let radius = ring_radius(handles.length);
        let step = TAU / RING_POINTS as f32;
        for ring in handles.list.iter().filter(|one| one.effect == Effect::Turn) {
            let [one, other] = around(ring.axis);
            let at = |part: f32| one * (part * step).cos() + other * (part * step).sin();
            let ray = |part: f32| (at(part) * radius - view.eye).normalize();
            let mut pressed = 0;
            for part in 0..RING_POINTS {
                let part = part as f32 + 0.5;
                let pointer = view.project(at(part) * radius, SIZE).unwrap().0;
                // A press where rings cross, or behind an arrow, means another handle.
                if handles.under(pointer, &view, SIZE) != Some(*ring) {
                    continue;
                }
                pressed += 1;
                let mut drag = Drag::begin(*ring, radius, view.eye, ray(part)).unwrap();
                let way = drag.follow(view.eye, ray(part + 0.5));
                assert!((way - 0.5 * step).abs() < 1e-3, "{ring:?} {part}: {way}");
            }
            assert!(2 * pressed > RING_POINTS, "{ring:?}: {pressed}");
        }
    }

    #[test]
    fn a_way_snaps_to_the_grid_to_angles_and_to_faces() {
        let near = |one: f32, other: f32| assert!((one - other).abs() < 1e-5, "{one} {other}");
        near(snapped(Effect::Move, 0.3, 0.1, &[]), 0.4);
        near(snapped(Effect::Move, 0.3, 0.1, &[0.33, 2.0]), 0.33);
        near(snapped(Effect::Move, 0.3, 0.1, &[0.9]), 0.4);
        near(snapped(Effect::Turn, 0.3, 9.0, &[0.31]).to_degrees(), 15.0);
    }
}
