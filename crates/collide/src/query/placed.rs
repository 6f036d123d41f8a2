//! The arguments of queries: a shape with its pose or motion, and a collider with its frame or motion.

use glam::DVec3;

use crate::math::{CenterFrame, Motion, Pose};
use crate::shape::Collider;

/// A shape at a pose: one of the two arguments of a static query.
///
/// `S` is a [`QueryShape`](crate::query::QueryShape): a [`Model`](crate::Model), a [`Shape`](crate::Shape) or
/// a [`Collider`].
#[derive(Debug)]
pub struct Placed<'a, S: ?Sized> {
    /// The shape, in its own frame.
    pub shape: &'a S,
    /// The transform from the shape's frame into the world.
    pub pose: &'a Pose,
}

impl<'a, S: ?Sized> Placed<'a, S> {
    /// The shape at the pose.
    pub fn new(shape: &'a S, pose: &'a Pose) -> Self {
        Placed { shape, pose }
    }
}

/// A moving shape: one of the two arguments of a sweep.
///
/// `S` is a [`QueryShape`](crate::query::QueryShape): a [`Model`](crate::Model), a [`Shape`](crate::Shape) or
/// a [`Collider`].
#[derive(Debug)]
pub struct Moving<'a, S: ?Sized> {
    /// The shape, in its own frame.
    pub shape: &'a S,
    /// The transform from the shape's frame into the world, at every time.
    pub motion: &'a Motion,
}

impl<'a, S: ?Sized> Moving<'a, S> {
    /// The shape with the motion.
    pub fn new(shape: &'a S, motion: &'a Motion) -> Self {
        Moving { shape, motion }
    }
}

// Written by hand because derived ones would need `S: Clone`; only the references are copied.
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

/// A collider in its frame: one of the two arguments of [`Query::contacts_of`](crate::Query::contacts_of).
#[derive(Clone, Copy, Debug)]
pub struct PlacedCollider<'a> {
    /// The shape of the body.
    pub collider: &'a Collider,
    /// The body's centre and rotation in the world.
    pub frame: CenterFrame,
}

impl<'a> PlacedCollider<'a> {
    /// The collider in the frame.
    #[inline]
    pub fn new(collider: &'a Collider, frame: CenterFrame) -> Self {
        PlacedCollider { collider, frame }
    }

    /// Its bounding radius, in metres.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        f64::from(self.collider.reach())
    }

    /// The number of the corner that is farthest along a direction of the world of length 1, if the hull has
    /// corners, and its place relative to the centre, along the world's axes. For `near`, see
    /// [`Collider::farthest`].
    #[inline]
    pub(crate) fn farthest(&self, n: DVec3, near: u32) -> (u32, DVec3) {
        let turn = self.frame.rotation;
        let (number, local) = self.collider.farthest(turn.conjugate() * n, near);
        (number, turn * local)
    }

    /// The largest distance of its points from its centre along a direction of the world of length 1, in
    /// metres: see [`Collider::reach_along`].
    #[inline]
    pub(crate) fn reach_along(&self, n: DVec3, near: &mut u32) -> f64 {
        self.collider
            .reach_along(self.frame.rotation.conjugate() * n, near)
    }
}

/// The origin for queries of two colliders: the smaller one's centre, moved by a rounding that makes the
/// larger one's translation exact in f32. So the size of a floor costs no precision.
pub(crate) fn shared_origin([a, b]: &[PlacedCollider; 2]) -> DVec3 {
    let (large, small) = if a.reach() >= b.reach() {
        (a, b)
    } else {
        (b, a)
    };
    let arm = large.frame.rotation * large.collider.local_center().as_dvec3();
    let translation = large.frame.center - arm;
    translation - (translation - small.frame.center).as_vec3().as_dvec3()
}

/// A moving collider: one of the two arguments of [`Query::sweep`](crate::Query::sweep).
#[derive(Clone, Copy, Debug)]
pub struct MovingCollider<'a> {
    /// The shape of the body.
    pub collider: &'a Collider,
    /// The motion of the body about its centre of rotation.
    pub motion: Motion,
}

impl<'a> MovingCollider<'a> {
    /// The collider with the motion of its centre of rotation.
    #[inline]
    pub fn new(collider: &'a Collider, motion: Motion) -> Self {
        MovingCollider {
            collider,
            motion: motion.about(collider.local_center()),
        }
    }

    /// Its bounding radius, in metres.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        f64::from(self.collider.reach())
    }

    /// Its angular velocity, in rad/s.
    #[inline]
    pub(crate) fn turning(&self) -> DVec3 {
        self.motion.angular_velocity()
    }
}
