//! The hook for impacts: a rule of the program's own for the velocities after an impact.

use std::fmt;

use glam::DVec3;

use crate::body::Body;
use crate::manifold::contact_point::ContactPoint;

/// A rule of the program's own for the velocities after an impact, for [`ImpactRule::Custom`](crate::ImpactRule).
///
/// The world calls `resolve` for each impact whose points close faster than
/// [`Settings::rest_speed`](crate::Settings::rest_speed), between two bodies of which none has
/// [`BodyDesc::by_impulse`](crate::BodyDesc::by_impulse). Slower touches, and contacts at rest, are always the solver's.
///
/// The function
/// - gives both bodies new velocities and returns true, or returns false: then the world undoes its changes, and the
///   impact follows [`ImpactRule::Impulse`](crate::ImpactRule::Impulse);
/// - must give the same velocities for the same impact, on every machine: it must not read a clock, random numbers
///   or any other state, and must take roots and angles from functions that are exactly rounded or portable
///   (`sqrt` is, `sin` is not);
/// - must not allocate, where steps have to be free of allocations;
/// - should part the bodies at every contact point. Points that it leaves closing, or nearly so, get impulses without
///   restitution;
/// - should heed [`CustomImpact::max_speed`]. The world limits the speed on the rest of the path in any case.
///
/// The world applies [locked axes](crate::LockedAxes) afterwards. Energy and momentum are the rule's own affair.
///
/// ```
/// use dodgem_physics::{ImpactHook, ImpactRule, Settings};
///
/// /// Equal bodies swap their velocities; all others collide by impulses.
/// const SWAP: ImpactHook = ImpactHook {
///     name: "swap",
///     resolve: |impact| {
///         let [a, b] = impact.bodies();
///         if !(a.is_dynamic() && b.is_dynamic()) || a.mass() != b.mass() {
///             return false;
///         }
///         let swapped = [b.velocity(), a.velocity()];
///         impact.set_velocities(swapped);
///         true
///     },
/// };
/// let settings = Settings { rule: ImpactRule::Custom(SWAP), ..Settings::default() };
/// # assert!(dodgem_physics::World::new(settings).is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct ImpactHook {
    /// Names the rule in reports. Two hooks with the same name count as equal, so each rule needs its own.
    pub name: &'static str,
    /// Gives two bodies their velocities after an impact; false leaves it to impulses.
    pub resolve: fn(&mut CustomImpact) -> bool,
}

impl PartialEq for ImpactHook {
    fn eq(&self, other: &ImpactHook) -> bool {
        self.name == other.name
    }
}

impl Eq for ImpactHook {}

impl fmt::Debug for ImpactHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ImpactHook").field(&self.name).finish()
    }
}

/// An impact of two bodies, for an [`ImpactHook`].
#[derive(Debug)]
pub struct CustomImpact<'m> {
    pub(super) a: &'m mut Body,
    pub(super) b: &'m mut Body,
    pub(super) contacts: &'m [ContactPoint],
    pub(super) max_speed: f64,
}

impl CustomImpact<'_> {
    /// The two bodies, with their present velocities. The first has the lower index.
    pub fn bodies(&self) -> [&Body; 2] {
        [self.a, self.b]
    }

    /// The points where the two touch, at least one. Their normals point from the first body to the second.
    pub fn contacts(&self) -> &[ContactPoint] {
        self.contacts
    }

    /// The greatest speed at which a contact point closes by the present velocities, in m/s; negative if all part.
    pub fn closing_speed(&self) -> f64 {
        closing_speed(self.bodies(), self.contacts)
    }

    /// The greatest speed that a body should have after the impact, in m/s; infinity is no limit.
    pub fn max_speed(&self) -> f64 {
        self.max_speed
    }

    /// Gives the centres of mass new velocities, in m/s. Bodies that are not dynamic keep theirs, and so does a body
    /// whose new velocity is not finite.
    pub fn set_velocities(&mut self, velocities: [DVec3; 2]) {
        for (body, velocity) in [&mut *self.a, &mut *self.b].into_iter().zip(velocities) {
            if body.is_dynamic() && velocity.is_finite() {
                body.velocity = velocity;
            }
        }
    }

    /// Gives the two bodies new angular velocities, in rad/s, with the same exceptions.
    pub fn set_angular_velocities(&mut self, angular_velocities: [DVec3; 2]) {
        let bodies = [&mut *self.a, &mut *self.b];
        for (body, turning) in bodies.into_iter().zip(angular_velocities) {
            if body.is_dynamic() && turning.is_finite() {
                body.angular_momentum = body.angular_momentum_at(body.follows(turning));
            }
        }
    }
}

/// The greatest speed at which one of the contact points of two bodies closes, in m/s.
pub(super) fn closing_speed([a, b]: [&Body; 2], contacts: &[ContactPoint]) -> f64 {
    let [turning_a, turning_b] = [a, b].map(Body::angular_velocity);
    let velocity_at = |body: &Body, turning: DVec3, point: DVec3| {
        body.velocity + turning.cross(point - body.center)
    };
    let speeds = contacts.iter().map(|contact| {
        let of_b = velocity_at(b, turning_b, contact.point);
        -contact
            .normal
            .dot(of_b - velocity_at(a, turning_a, contact.point))
    });
    speeds.fold(f64::NEG_INFINITY, f64::max)
}
