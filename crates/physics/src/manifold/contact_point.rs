//! Contact points as a manifold keeps them.

use glam::{DVec3, Vec3};

use crate::body::{Body, BodyId};
use crate::material::{Material, MaterialId, MaterialTable};
use dodgem_collide as collide;

/// The feature of speculative contacts: see `ccd/speculative_contacts.rs`.
pub(crate) const SPECULATIVE: u64 = u64::MAX;

/// A place where two bodies touch or nearly touch. It is kept from step to step, with the impulses that acted there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other body.
    pub b: BodyId,
    /// Identifies the parts of the bodies that are near; it stays while these parts are near.
    pub feature: u64,
    /// The normal from `a` to `b`, of length 1.
    pub normal: DVec3,
    /// The middle between the two nearest points, in the world, in metres.
    pub point: DVec3,
    /// The distance of the two points, in metres; negative if the bodies overlap.
    pub distance: f64,
    /// The nearest points, relative to the centres of mass and in the frames of the bodies, and the
    /// normal in the frame of `a`.
    pub(crate) local_a: DVec3,
    pub(crate) local_b: DVec3,
    pub(crate) local_normal: DVec3,
    /// The materials of both bodies there, and the properties of the two together.
    pub(crate) materials: [MaterialId; 2],
    pub(crate) material: Material,
    /// True if the solver treated the contact; else the bodies separate there, or close too fast for it.
    pub active: bool,
    /// The parting speed that it gets after the solution if it pushed, in m/s.
    pub(crate) bounce: f32,
    /// The impulse along the normal of the last solution on `b`, for a whole step, in N s.
    pub normal_impulse: f32,
    /// The impulses on `b` of the last solution across the normal (N s), and of rolling friction (N m s).
    pub(crate) tangent_impulse: Vec3,
    pub(crate) rolling_impulse: Vec3,
}

impl ContactPoint {
    /// The force between the bodies there in the last step, of `step` seconds, in N.
    pub fn force(&self, step: f64) -> f32 {
        self.normal_impulse / step as f32
    }

    /// The coefficient of friction of the two bodies there.
    pub fn friction(&self) -> f32 {
        self.material.friction
    }

    /// The impulse of the last solution on one of its bodies, in N s, and its moment about a point, in N m s. The
    /// sign is 1 for b, and -1 for a.
    pub(crate) fn impulse_about(&self, center: DVec3, sign: f64) -> (DVec3, DVec3) {
        let normal = self.normal * f64::from(self.normal_impulse);
        let push = (normal + self.tangent_impulse.as_dvec3()) * sign;
        let roll = self.rolling_impulse.as_dvec3() * sign;
        (push, (self.point - center).cross(push) + roll)
    }

    /// A contact at a point that a query found, of the body with the lower index and the other one.
    pub(crate) fn new([a, b]: [&Body; 2], found: &collide::ContactPoint) -> ContactPoint {
        let half = found.normal * (found.distance * 0.5);
        let to_a = a.rotation.conjugate();
        ContactPoint {
            a: a.id,
            b: b.id,
            feature: found.feature,
            normal: found.normal,
            point: found.point,
            distance: found.distance,
            local_a: to_a * (found.point - half - a.center),
            local_b: b.rotation.conjugate() * (found.point + half - b.center),
            local_normal: to_a * found.normal,
            materials: Default::default(),
            material: Default::default(),
            active: true,
            bounce: 0.0,
            normal_impulse: 0.0,
            tangent_impulse: Vec3::ZERO,
            rolling_impulse: Vec3::ZERO,
        }
    }

    /// Gives it the materials of its bodies there.
    pub(crate) fn set_materials(&mut self, materials: [MaterialId; 2], table: &MaterialTable) {
        self.materials = materials;
        self.material = table.pair(materials[0], materials[1]);
    }

    /// Moves the contact to where its bodies are now; good if they have moved only a little.
    pub(crate) fn follow(&mut self, a: &Body, b: &Body) {
        self.normal = a.rotation * self.local_normal;
        let on_a = a.center + a.rotation * self.local_a;
        let on_b = b.center + b.rotation * self.local_b;
        self.point = (on_a + on_b) * 0.5;
        self.distance = (on_b - on_a).dot(self.normal);
    }

    /// The distance across the normal, in metres, to which its two points have moved apart.
    pub(crate) fn slip(&self, a: &Body, b: &Body) -> f64 {
        let on_a = a.center + a.rotation * self.local_a;
        let on_b = b.center + b.rotation * self.local_b;
        (on_b - on_a - self.normal * self.distance).length()
    }
}
