//! Scales and mirrors things together with their joints.

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::arena::{ActorId, Arena, Bound, HandError};
use crate::level::scene::joints::Ends;
use crate::level::scene::{Arrangement, Scene};
use crate::level::{Axis, JointKindSpec, JointSpec, TriplePaths, check_joint, triple};

/// Map of the space around some things, which their joints follow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Image {
    /// Scales by a factor.
    Scale {
        /// The point that stays, in metres.
        about: Vec3,
        /// The factor.
        factor: f32,
    },
    /// Mirrors across a plane.
    Mirror {
        /// A point of the plane, in metres.
        through: Vec3,
        /// The axis that is normal to the plane.
        axis: Axis,
    },
}

const ABOUT: TriplePaths = [&["about", "x"], &["about", "y"], &["about", "z"]];
const THROUGH: TriplePaths = [&["through", "x"], &["through", "y"], &["through", "z"]];

impl Image {
    /// Returns its numbers with their ranges; `reach` is that of a place, in metres.
    pub fn bounds(&self, reach: f32) -> Vec<Bound> {
        match self {
            Image::Scale { about, factor } => {
                let mut bounds = triple(&ABOUT, *about, reach).to_vec();
                bounds.push(Bound::new(&["factor"], *factor, 0.0..=1e3));
                bounds
            }
            Image::Mirror { through, .. } => triple(&THROUGH, *through, reach).to_vec(),
        }
    }

    fn point(&self, point: Vec3) -> Vec3 {
        match *self {
            Image::Scale { about, factor } => about + (point - about) * factor,
            Image::Mirror { through, axis } => through + across(axis, point - through),
        }
    }

    /// Returns the axis of a hinge. The mirror image turns the other way, so its axis points the other way,
    /// and its angles stay.
    fn hinge(&self, direction: Vec3) -> Vec3 {
        match self {
            Image::Scale { .. } => direction,
            Image::Mirror { axis, .. } => -across(*axis, direction),
        }
    }

    fn slider(&self, direction: Vec3) -> Vec3 {
        match self {
            Image::Scale { .. } => direction,
            Image::Mirror { axis, .. } => across(*axis, direction),
        }
    }

    fn factor(&self) -> f32 {
        match self {
            Image::Scale { factor, .. } => *factor,
            Image::Mirror { .. } => 1.0,
        }
    }

    /// Returns the image of a joint, with true for each end that moves. An end with a length that stays keeps
    /// its place, and the length becomes the new distance.
    fn joint(&self, now: JointSpec, [a_moves, b_moves]: [bool; 2]) -> JointSpec {
        let factor = self.factor();
        let all_move = a_moves && b_moves;
        let has_length = now.has_length();
        let long = |length: Option<f32>| length.filter(|_| all_move).map(|one| one * factor);
        let mut kind = now.kind;
        if let Some(length) = kind.length_mut() {
            *length = long(*length);
        }
        let lengths = match &mut kind {
            JointKindSpec::Hinge { axis } => {
                *axis = self.hinge(*axis);
                1.0
            }
            JointKindSpec::Slider { axis } => {
                *axis = self.slider(*axis);
                factor
            }
            JointKindSpec::Ball
            | JointKindSpec::Weld
            | JointKindSpec::Rope { .. }
            | JointKindSpec::Rod { .. }
            | JointKindSpec::Spring { .. } => 1.0,
        };
        let mut motor = now.motor;
        if let Some(motor) = &mut motor {
            motor.speed = motor.speed.map(|speed| speed * lengths);
            motor.angle = motor.angle.map(|angle| angle * lengths);
        }
        JointSpec {
            kind,
            // Without a length both ends are one point, which follows the thing that moves.
            at: now.at.map(|at| match a_moves || !has_length {
                true => self.point(at),
                false => at,
            }),
            to: now.to.map(|to| if b_moves { self.point(to) } else { to }),
            limits: now.limits.map(|limits: Vec2| limits * lengths),
            motor,
            ..now
        }
    }
}

fn across(axis: Axis, v: Vec3) -> Vec3 {
    match axis {
        Axis::X => Vec3::new(-v.x, v.y, v.z),
        Axis::Y => Vec3::new(v.x, -v.y, v.z),
        Axis::Z => Vec3::new(v.x, v.y, -v.z),
    }
}

impl Scene {
    /// Arranges things that are the image of themselves, and replaces their joints by the images of these. If
    /// it fails, the arena and the scene must be restored. Returns the number of joints replaced.
    ///
    /// # Errors
    /// [`HandError`] as in [`Scene::arrange`], or if the image of a joint is impossible or out of range.
    pub fn arrange_image(
        &mut self,
        arena: &mut Arena,
        all: Vec<Arrangement>,
        image: &Image,
    ) -> Result<usize, HandError> {
        let moved: BTreeSet<ActorId> = all.iter().map(|(id, ..)| *id).collect();
        let joints = self.joints_at(arena, |id| moved.contains(&id));
        self.arrange(arena, all)?;
        let mut replaced = 0;
        for (index, links) in joints {
            let mut images = Vec::with_capacity(links.len());
            for (id, ends, now) in links {
                let (a, b): Ends = ends;
                let a_moves = moved.contains(&a);
                // An end in the world follows the thing at the other one.
                let b_moves = b.map_or(a_moves, |b| moved.contains(&b));
                let new = image.joint(now, [a_moves, b_moves]);
                // Scaled again and again, its numbers would leave the range that a file may hold.
                check_joint(&new, b.is_none()).map_err(HandError::Refused)?;
                images.push((id, ends, new));
            }
            replaced += images.len();
            self.replace_joint(arena, index, images)?;
        }
        Ok(replaced)
    }
}
