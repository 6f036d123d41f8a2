//! The use of a handle: the object that it changes, and the change by its number.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use glam::{Quat, Vec2, Vec3};

use dodgem_collide::math::Aabb;

use crate::app::handles::{Drag, Effect, Handle, of_middle, rotation};
use crate::app::params::window::handle_use::LEAST_SIDE;
use crate::arena::ActorId;
use crate::level::{JointSpec, PatchSpec, Point, Solid, ZoneSpec};

/// The object of a handle, as it was when the drag began.
#[derive(Debug, Clone, PartialEq)]
pub enum Object {
    /// The selected things, with the middle of their box.
    Things(BTreeSet<ActorId>, Vec3),
    /// A joint by its index.
    Joint(u32, Box<JointSpec>),
    /// A zone by its index, with its box in its own axes and the middle of that in the scene.
    Zone(u32, Box<ZoneSpec>, Box<(Aabb, Vec3)>),
    /// A patch of floor by its index.
    Patch(u32, Box<PatchSpec>),
}

/// A handle that is used, or was used last: its number can still be typed.
#[derive(Debug, Clone, PartialEq)]
pub struct HandleUse {
    pub object: Object,
    pub drag: Drag,
    /// The change so far, in metres or radians.
    pub value: f32,
    /// The coordinate along the axis that snaps to the grid, and the ways to faces of other things, in metres.
    pub from: f32,
    pub faces: Vec<f32>,
    /// True while the button is down.
    pub down: bool,
    /// True once the scene has changed: further changes continue that act.
    pub moved: bool,
    /// The number being typed, on screen.
    pub typed: Option<f32>,
    /// The place of the number on screen, in units.
    pub shown_at: Vec2,
}

impl Object {
    /// True if it is the same object, in whatever state.
    pub fn is(&self, other: &Object) -> bool {
        match (self, other) {
            (Object::Things(one, _), Object::Things(other, _)) => one == other,
            (Object::Joint(one, _), Object::Joint(other, _)) => one == other,
            (Object::Zone(one, ..), Object::Zone(other, ..)) => one == other,
            (Object::Patch(one, _), Object::Patch(other, _)) => one == other,
            _ => false,
        }
    }

    /// Returns its handles. Those of the second end of a rope, rod or spring have indices from 3 on.
    pub fn handles(&self) -> Vec<Handle> {
        match self {
            Object::Things(_, middle) => of_middle(*middle, &[0, 1, 2]),
            Object::Joint(_, joint) => {
                let Some(at) = joint.at else {
                    return Vec::new();
                };
                let turns: &[usize] = if joint.axis().is_some() {
                    &[0, 1, 2]
                } else {
                    &[]
                };
                let mut handles = of_middle(at, turns);
                if let Some(to) = joint.to {
                    let other = |handle: Handle| Handle {
                        index: handle.index + 3,
                        ..handle
                    };
                    handles.extend(of_middle(to, &[]).into_iter().map(other));
                }
                handles
            }
            Object::Zone(_, zone, shape) => {
                let (bounds, middle) = &**shape;
                let mut handles = of_middle(*middle, &[1]);
                let mut solid = zone.solid.clone();
                let has = |index| measure(&mut solid, index).is_some();
                handles.extend(grips(zone.heading, bounds.half_extents(), *middle, has));
                handles
            }
            Object::Patch(_, patch) => {
                let (half, middle) = patch_box(patch);
                let mut handles = of_middle(middle, &[1]);
                handles.retain(|handle| handle.effect == Effect::Turn || handle.index != 1);
                handles.extend(grips(patch.heading, half, middle, |index| index != 1));
                handles
            }
        }
    }
}

/// Returns the name of the measure of a zone along an axis.
fn measure(solid: &mut Solid, index: usize) -> Option<(&'static str, &mut f32)> {
    let name = match (index, &*solid) {
        (1, _) => "height",
        (
            _,
            Solid::Ball { .. }
            | Solid::Capsule { .. }
            | Solid::Cylinder { .. }
            | Solid::Cone { .. },
        ) => "radius",
        (0, _) => "width",
        _ => "length",
    };
    Some((name, solid.measure_mut(name)?))
}

/// Returns half the size of a patch of floor, and its middle.
fn patch_box(patch: &PatchSpec) -> (Vec3, Vec3) {
    let Point(x, z) = patch.position;
    (
        Vec3::new(patch.width * 0.5, 0.0, patch.length * 0.5),
        Vec3::new(x, 0.0, z),
    )
}

/// Returns the grips on those sides of a box that can be moved; the lower side stays where it is.
fn grips(
    heading: f32,
    half: Vec3,
    middle: Vec3,
    mut has: impl FnMut(usize) -> bool,
) -> Vec<Handle> {
    let turn = rotation_of(heading);
    let mut grips = Vec::new();
    for (index, way) in [(0, 1.0), (0, -1.0), (1, 1.0), (2, 1.0), (2, -1.0)] {
        let axis = turn * (Vec3::AXES[index] * way);
        if has(index) {
            grips.push(Handle {
                effect: Effect::Size,
                axis,
                at: middle + axis * half[index],
                index,
            });
        }
    }
    grips
}

fn rotation_of(heading: f32) -> Quat {
    crate::level::scene::rotation([heading, 0.0, 0.0])
}

/// Returns a heading that is turned by an angle in radians, in degrees.
fn turned(heading: f32, by: f32) -> f32 {
    (heading + by.to_degrees() + 180.0).rem_euclid(360.0) - 180.0
}

impl HandleUse {
    /// Returns the zone with the change.
    pub fn zone(&self) -> Option<(u32, ZoneSpec)> {
        let Object::Zone(index, zone, _) = &self.object else {
            return None;
        };
        let (handle, mut zone) = (&self.drag.handle, (**zone).clone());
        match handle.effect {
            Effect::Move => zone.at += handle.axis * self.value,
            Effect::Turn => zone.heading = turned(zone.heading, self.value),
            Effect::Size => {
                let (name, size) = measure(&mut zone.solid, handle.index)?;
                let new = (*size + self.value).clamp(LEAST_SIDE, 1000.0);
                let grown = new - *size;
                *size = new;
                // The opposite side stays.
                if name == "width" || name == "length" {
                    zone.at += handle.axis * (grown * 0.5);
                }
            }
        }
        Some((*index, zone))
    }

    /// Returns the patch with the change.
    pub fn patch(&self) -> Option<(u32, PatchSpec)> {
        let Object::Patch(index, patch) = &self.object else {
            return None;
        };
        let (handle, mut patch) = (&self.drag.handle, (**patch).clone());
        let mut by = handle.axis * self.value;
        match handle.effect {
            Effect::Move => {}
            Effect::Turn => {
                patch.heading = turned(patch.heading, self.value);
                by = Vec3::ZERO;
            }
            Effect::Size => {
                let size = match handle.index {
                    0 => &mut patch.width,
                    _ => &mut patch.length,
                };
                let new = (*size + self.value).clamp(LEAST_SIDE, 1000.0);
                // The opposite side stays.
                by = handle.axis * ((new - *size) * 0.5);
                *size = new;
            }
        }
        patch.position.0 += by.x;
        patch.position.1 += by.z;
        Some((*index, patch))
    }

    /// Returns the joint with the change.
    pub fn joint(&self) -> Option<(u32, JointSpec)> {
        let Object::Joint(index, joint) = &self.object else {
            return None;
        };
        let (handle, mut joint) = (&self.drag.handle, (**joint).clone());
        match handle.effect {
            Effect::Turn => {
                let turn = rotation(handle, self.value);
                if let Some(axis) = joint.kind.axis_mut() {
                    *axis = (turn * *axis).normalize_or(*axis);
                }
            }
            _ => {
                let end = if handle.index < 3 {
                    &mut joint.at
                } else {
                    &mut joint.to
                };
                *end = end.map(|end| end + handle.axis * self.value);
                // A rope or a spring becomes as long as the new distance.
                if let Some(length) = joint.kind.length_mut() {
                    *length = Some(joint.at?.distance(joint.to?));
                }
            }
        }
        Some((*index, joint))
    }

    /// Returns the handles where they are after the change.
    pub fn handles(&self) -> Vec<Handle> {
        let used = &self.drag.handle;
        let mut handles = self.object.handles();
        for handle in &mut handles {
            let moves = match used.effect {
                Effect::Turn => false,
                Effect::Move => handle.index / 3 == used.index / 3,
                Effect::Size => handle == used,
            };
            if moves {
                handle.at += used.axis * self.value;
            }
        }
        handles
    }

    /// Returns the corners of the box of a zone or a patch with the change.
    pub fn corners(&self) -> Option<[Vec3; 8]> {
        if let Some((_, patch)) = self.patch() {
            let (half, middle) = patch_box(&patch);
            return Some(corners(half, middle, patch.heading));
        }
        let Object::Zone(_, old, shape) = &self.object else {
            return None;
        };
        let (mut half, mut middle) = (shape.0.half_extents(), shape.1);
        let (_, mut new) = self.zone()?;
        let (used, mut old) = (&self.drag.handle, (**old).clone());
        match used.effect {
            Effect::Move => middle += used.axis * self.value,
            Effect::Turn => {}
            Effect::Size => {
                let grown = *measure(&mut new.solid, used.index)?.1
                    - *measure(&mut old.solid, used.index)?.1;
                match measure(&mut new.solid, used.index)?.0 {
                    "radius" => {
                        half += Vec3::splat(grown);
                        half.y = if matches!(new.solid, Solid::Ball { .. }) {
                            half.y
                        } else {
                            half.y - grown
                        };
                        middle.y += half.y - shape.0.half_extents().y;
                    }
                    _ => {
                        half[used.index] += grown * 0.5;
                        middle += used.axis * (grown * 0.5);
                    }
                }
            }
        }
        Some(corners(half, middle, new.heading))
    }
}

impl Object {
    /// Returns the corners of its box, if it is a zone or a patch of floor.
    pub fn corners(&self) -> Option<[Vec3; 8]> {
        match self {
            Object::Zone(_, zone, shape) => {
                Some(corners(shape.0.half_extents(), shape.1, zone.heading))
            }
            Object::Patch(_, patch) => {
                let (half, middle) = patch_box(patch);
                Some(corners(half, middle, patch.heading))
            }
            _ => None,
        }
    }
}

/// Returns the corners of a box with a heading, in degrees.
fn corners(half: Vec3, middle: Vec3, heading: f32) -> [Vec3; 8] {
    let turn = rotation_of(heading);
    std::array::from_fn(|index| {
        let side = |axis: usize| {
            if index >> axis & 1 == 0 {
                -half[axis]
            } else {
                half[axis]
            }
        };
        middle + turn * Vec3::new(side(0), side(1), side(2))
    })
}

/// Returns the ways along an axis of the scene at which a box meets or is level with a face of another box, in
/// metres. A gap stays where they meet.
pub fn ways_to_faces(own: &Aabb, other: &Aabb, index: usize, gap: f32) -> [f32; 4] {
    let (low, high) = (own.min[index], own.max[index]);
    let (other_low, other_high) = (other.min[index], other.max[index]);
    [
        other_low - gap - high,
        other_high + gap - low,
        other_low - low,
        other_high - high,
    ]
}
