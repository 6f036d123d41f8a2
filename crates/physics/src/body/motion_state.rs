//! The pose and motion of a body, between two steps and within one.

use glam::DVec3;

use crate::body::{Body, BodyKind};
use dodgem_collide::math::{CenterFrame, Pose};
use dodgem_collide::query::PlacedCollider;

impl Body {
    /// Its position and orientation.
    pub fn frame(&self) -> CenterFrame {
        CenterFrame::new(self.center, self.rotation)
    }

    /// Its shape at its current frame.
    pub(crate) fn placed(&self) -> PlacedCollider<'_> {
        PlacedCollider::new(&self.collider, self.frame())
    }

    /// True if it cannot move along some axis.
    pub(crate) fn is_held(&self) -> bool {
        self.free != DVec3::ONE
    }

    /// The part of an angular velocity (rad/s) that it can follow.
    pub(crate) fn follows(&self, turning: DVec3) -> DVec3 {
        if self.locked.rotation == [false; 3] {
            return turning;
        }
        let free = self.locked.rotation.map(|is| f64::from(u8::from(!is)));
        self.rotation * (DVec3::from_array(free) * (self.rotation.conjugate() * turning))
    }

    /// Removes the momentum about locked axes.
    pub(crate) fn hold_rotation(&mut self) {
        if self.is_dynamic() && self.locked.rotation != [false; 3] {
            self.angular_momentum = self.angular_momentum_at(self.angular_velocity());
        }
    }

    /// Its pose.
    pub fn pose(&self) -> Pose {
        // The step puts back bodies whose numbers are no longer finite.
        self.frame().pose(self.local_center())
    }

    /// The centre of mass, in the world.
    pub fn center(&self) -> DVec3 {
        self.center
    }

    /// The velocity of the centre of mass, in m/s.
    pub fn velocity(&self) -> DVec3 {
        self.velocity
    }

    /// The angular velocity, in rad/s.
    pub fn angular_velocity(&self) -> DVec3 {
        match self.kind {
            BodyKind::Dynamic => self
                .inertia
                .angular_velocity(self.rotation, self.angular_momentum),
            BodyKind::Static | BodyKind::Kinematic => self.angular_velocity,
        }
    }

    /// The angular momentum about the centre of mass, in kg m^2/s.
    pub fn angular_momentum(&self) -> DVec3 {
        self.angular_momentum
    }

    /// The kinetic energy, in joules; 0 unless dynamic.
    pub fn kinetic_energy(&self) -> f64 {
        let rotational = (self.inertia).twice_energy(self.rotation, self.angular_momentum);
        0.5 * (self.mass * self.velocity.length_squared() + rotational)
    }

    /// The velocity of the body's matter at a point of the world, in m/s.
    #[inline]
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity().cross(point - self.center)
    }

    /// The change of velocity of its matter at a point of the world by an impulse of 1 N s there, both along
    /// a direction of length 1, in 1/kg: the inverse of its effective mass at that point. 0 if it cannot be
    /// moved.
    pub fn response_at(&self, point: DVec3, direction: DVec3) -> f64 {
        if !self.is_dynamic() {
            return 0.0;
        }
        let lever = (point - self.center).cross(direction);
        let turn = self.inertia.inverse_in_world(self.rotation) * lever;
        self.inverse_mass + turn.dot(lever)
    }

    /// True if it sleeps: it rests, costs nothing, and wakes when something touches it.
    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// The time in seconds by which it lags behind the world's clock, over its life: it waited where its
    /// share of events or the budget ended.
    pub fn debt(&self) -> f64 {
        self.debt
    }

    /// The angular momentum that it would have at an angular velocity (rad/s) in its current orientation, in
    /// kg m^2/s; or the torque that an angular acceleration needs.
    pub fn angular_momentum_at(&self, angular_velocity: DVec3) -> DVec3 {
        self.inertia.times(self.rotation, angular_velocity)
    }

    /// Adds a force for the next step, in N, at a point of the world.
    #[inline]
    pub(crate) fn add_force_at(&mut self, force: DVec3, point: DVec3) {
        if self.press_at(force, point) {
            self.wake();
        }
    }

    /// Adds a force for the next step without waking the body. Returns true if the force acts on it.
    #[inline]
    pub(crate) fn press_at(&mut self, force: DVec3, point: DVec3) -> bool {
        let feels =
            self.is_dynamic() && force != DVec3::ZERO && force.is_finite() && point.is_finite();
        if feels {
            self.force += force;
            self.torque += (point - self.center).cross(force);
        }
        feels
    }

    /// Adds a torque for the next step, in N m.
    pub(crate) fn add_torque(&mut self, torque: DVec3) {
        if self.is_dynamic() && torque != DVec3::ZERO && torque.is_finite() {
            self.torque += torque;
            self.wake();
        }
    }

    pub(crate) fn place(&mut self, pose: &Pose) {
        let frame = CenterFrame::of_pose(pose, self.local_center());
        (self.center, self.rotation) = (frame.center, frame.rotation);
    }

    pub(crate) fn wake(&mut self) {
        self.asleep = false;
        self.rest_time = 0.0;
    }

    pub(crate) fn fall_asleep(&mut self) {
        self.asleep = true;
        self.velocity = DVec3::ZERO;
        self.angular_momentum = DVec3::ZERO;
    }

    /// Changes the momentum by `impulse` (N s) at a point of the world.
    pub(crate) fn apply_impulse(&mut self, impulse: DVec3, point: DVec3) {
        if self.kind == BodyKind::Dynamic {
            self.velocity += self.free * (impulse * self.inverse_mass);
            self.angular_momentum += (point - self.center).cross(impulse);
        }
    }

    /// Slows a dynamic body that has the kinetic energy `now` (J) down to `energy`, or to rest.
    pub(crate) fn slow_to(&mut self, energy: f64, now: f64) {
        let energy = energy.max(0.0);
        // A body at rest cannot be slowed: 0 / 0 would be NaN.
        if self.kind == BodyKind::Dynamic && now > energy {
            let share = (energy / now).sqrt();
            self.velocity *= share;
            self.angular_momentum *= share;
        }
    }

    /// True if it does not move now.
    pub(crate) fn is_fixed(&self) -> bool {
        match self.kind {
            BodyKind::Static => true,
            BodyKind::Kinematic => {
                self.velocity == DVec3::ZERO && self.angular_velocity == DVec3::ZERO
            }
            BodyKind::Dynamic => self.asleep,
        }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.center.is_finite()
            && self.rotation.is_finite()
            && self.velocity.is_finite()
            && self.angular_momentum.is_finite()
    }
}
