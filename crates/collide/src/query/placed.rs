//! A shape with what a query needs to know of its place: a pose, or a motion.

use crate::math::{Motion, Pose};

/// A shape at a pose: one of the two things that a static query compares.
///
/// `S` is a [`Model`](crate::Model) or a [`Shape`](crate::Shape).
#[derive(Debug)]
pub struct Placed<'a, S: ?Sized> {
    /// The shape, in its own frame.
    pub shape: &'a S,
    /// From the shape's frame into the world.
    pub pose: &'a Pose,
}

impl<'a, S: ?Sized> Placed<'a, S> {
    /// The shape at the pose.
    pub fn new(shape: &'a S, pose: &'a Pose) -> Self {
        Placed { shape, pose }
    }
}

/// A shape on its way: one of the two things that a sweep compares.
///
/// `S` is a [`Model`](crate::Model) or a [`Shape`](crate::Shape).
#[derive(Debug)]
pub struct Moving<'a, S: ?Sized> {
    /// The shape, in its own frame.
    pub shape: &'a S,
    /// From the shape's frame into the world, at every time.
    pub motion: &'a Motion,
}

impl<'a, S: ?Sized> Moving<'a, S> {
    /// The shape with the motion.
    pub fn new(shape: &'a S, motion: &'a Motion) -> Self {
        Moving { shape, motion }
    }
}

// Derived, these would ask for a shape that can be copied; only the references are.
impl<S: ?Sized> Clone for Placed<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Placed<'_, S> {}

impl<S: ?Sized> Clone for Moving<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Moving<'_, S> {}
