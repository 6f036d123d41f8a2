//! The state of a body at a moment: all that changes as long as its description is the same.

use glam::{DQuat, DVec3};

use crate::body::Body;
use dodgem_collide::coder::Coder;
use dodgem_collide::math::CenterFrame;

/// The part of a body that changes as long as its description is the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyMoment {
    center: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    angular_velocity: DVec3,
    angular_momentum: DVec3,
    force: DVec3,
    torque: DVec3,
    asleep: bool,
    is_new: bool,
    rest_time: f32,
    rests_at: CenterFrame,
    debt: f64,
    may_sleep: bool,
}

impl BodyMoment {
    /// Its position and orientation.
    pub(crate) fn frame(&self) -> CenterFrame {
        CenterFrame::new(self.center, self.rotation)
    }

    /// The velocity of the centre of mass, in m/s.
    pub(crate) fn velocity(&self) -> DVec3 {
        self.velocity
    }

    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder) {
        let BodyMoment {
            center,
            rotation,
            velocity,
            angular_velocity,
            angular_momentum,
            force,
            torque,
            asleep,
            is_new,
            rest_time,
            rests_at,
            debt,
            may_sleep,
        } = self;
        coder.flags([asleep, is_new, may_sleep]);
        coder.vector(center, DVec3::ZERO);
        coder.rotation(rotation, DQuat::IDENTITY);
        coder.vector(velocity, DVec3::ZERO);
        coder.vector(angular_momentum, DVec3::ZERO);
        coder.single(rest_time, 0.0);
        rests_at.code(coder, &CenterFrame::new(*center, *rotation));
        coder.vector(angular_velocity, DVec3::ZERO);
        coder.vector(force, DVec3::ZERO);
        coder.vector(torque, DVec3::ZERO);
        coder.number(debt, 0.0);
    }
}

impl Body {
    /// Its state now.
    pub(crate) fn moment(&self) -> BodyMoment {
        BodyMoment {
            center: self.center,
            rotation: self.rotation,
            velocity: self.velocity,
            angular_velocity: self.angular_velocity,
            angular_momentum: self.angular_momentum,
            force: self.force,
            torque: self.torque,
            asleep: self.asleep,
            is_new: self.is_new,
            rest_time: self.rest_time,
            rests_at: self.rests_at,
            debt: self.debt,
            may_sleep: self.may_sleep,
        }
    }

    /// Returns to an earlier state.
    pub(crate) fn return_to(&mut self, moment: &BodyMoment) {
        let BodyMoment {
            center,
            rotation,
            velocity,
            angular_velocity,
            angular_momentum,
            force,
            torque,
            asleep,
            is_new,
            rest_time,
            rests_at,
            debt,
            may_sleep,
        } = *moment;
        (self.center, self.rotation) = (center, rotation);
        (self.velocity, self.angular_velocity) = (velocity, angular_velocity);
        self.angular_momentum = angular_momentum;
        (self.force, self.torque) = (force, torque);
        (self.asleep, self.is_new) = (asleep, is_new);
        (self.rest_time, self.rests_at) = (rest_time, rests_at);
        (self.debt, self.may_sleep) = (debt, may_sleep);
    }
}
