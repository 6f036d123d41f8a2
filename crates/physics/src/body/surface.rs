//! Surfaces that move over the matter of their bodies: conveyor belts and turntables.

use glam::{DVec3, Vec3};

use crate::body::Body;

/// The velocity and the spin of a surface, or `None` if both are zero.
pub(super) fn moving(surface: [Vec3; 2]) -> Option<[Vec3; 2]> {
    (surface != [Vec3::ZERO; 2]).then_some(surface)
}

impl Body {
    /// The velocity of its surface at a point of the world, in m/s: that of its matter plus that of a belt or
    /// a turntable.
    #[inline]
    pub fn surface_velocity_at(&self, point: DVec3) -> DVec3 {
        match self.belt_velocity_at(point) {
            Some(belt) => self.velocity_at(point) + belt,
            None => self.velocity_at(point),
        }
    }

    /// True if its surface moves over its matter.
    #[inline]
    pub(crate) fn has_belt(&self) -> bool {
        self.surface.is_some()
    }

    /// The velocity of its surface over its matter at a point of the world, in m/s; `None` without a belt.
    #[inline]
    pub(crate) fn belt_velocity_at(&self, point: DVec3) -> Option<DVec3> {
        let [slide, spin] = self.surface?;
        let origin = self.pose().translation().as_dvec3();
        let turn = self.rotation * spin.as_dvec3();
        Some(self.rotation * slide.as_dvec3() + turn.cross(point - origin))
    }

    /// The difference of the two belts' velocities at a point, b's less a's, without its component along the
    /// normal, in m/s.
    pub(crate) fn belt_between([a, b]: [&Body; 2], point: DVec3, normal: DVec3) -> DVec3 {
        let of = |body: &Body| body.belt_velocity_at(point).unwrap_or_default();
        (of(b) - of(a)).reject_from_normalized(normal)
    }
}
