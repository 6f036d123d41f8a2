//! Contact points as a manifold keeps them.

use glam::{DVec3, Vec3};

use crate::body::Body;
use crate::material::{Material, MaterialId, MaterialTable};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::contacts::NearPoint;

/// The feature of speculative contacts: see `ccd/speculative_contacts.rs`.
pub(crate) const SPECULATIVE: u64 = u64::MAX;

/// A contact point of two bodies, with the impulses that acted there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactPoint {
    pub a: u32,
    pub b: u32,
    /// Identifies the parts of the bodies that are near; it stays while these parts are near.
    pub feature: u64,
    /// The unit normal from a to b.
    pub normal: DVec3,
    /// The middle between the two nearest points, in the world.
    pub point: DVec3,
    /// The distance of the two points, in metres; negative if the bodies overlap.
    pub distance: f64,
    /// The nearest points, relative to the centres of mass and in the frames of the bodies, and the
    /// normal in the frame of `a`.
    pub local_a: DVec3,
    pub local_b: DVec3,
    pub local_normal: DVec3,
    /// The materials of both bodies there, and the properties of the two together.
    pub materials: [MaterialId; 2],
    pub material: Material,
    /// True if the solver handles the contact; otherwise the sweep does.
    pub active: bool,
    /// The parting speed that it gets after the solution if it pushed, in m/s.
    pub bounce: f32,
    /// The impulses on b of the last solution, for a whole step: along the normal (N s), across it
    /// (N s), and that of rolling friction (N m s).
    pub normal_impulse: f32,
    pub tangent_impulse: Vec3,
    pub rolling_impulse: Vec3,
}

impl ContactPoint {
    /// The impulse of the last solution on one of its bodies, in N s, and its moment about a point, in N m s. The
    /// sign is 1 for b, and -1 for a.
    pub fn impulse_about(&self, center: DVec3, sign: f64) -> (DVec3, DVec3) {
        let normal = self.normal * f64::from(self.normal_impulse);
        let push = (normal + self.tangent_impulse.as_dvec3()) * sign;
        let roll = self.rolling_impulse.as_dvec3() * sign;
        (push, (self.point - center).cross(push) + roll)
    }

    /// A contact at a point that a query found.
    pub fn new(pair: Pair, [a, b]: [&Body; 2], found: &NearPoint) -> ContactPoint {
        let half = found.normal * (found.distance * 0.5);
        let to_a = a.rotation.conjugate();
        ContactPoint {
            a: pair.a,
            b: pair.b,
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
    pub fn set_materials(&mut self, materials: [MaterialId; 2], table: &MaterialTable) {
        self.materials = materials;
        self.material = table.pair(materials[0], materials[1]);
    }

    /// Moves the contact to where its bodies are now; good if they have moved only a little.
    pub fn follow(&mut self, a: &Body, b: &Body) {
        self.normal = a.rotation * self.local_normal;
        let on_a = a.center + a.rotation * self.local_a;
        let on_b = b.center + b.rotation * self.local_b;
        self.point = (on_a + on_b) * 0.5;
        self.distance = (on_b - on_a).dot(self.normal);
    }

    /// The distance across the normal, in metres, to which its two points have moved apart.
    pub fn slip(&self, a: &Body, b: &Body) -> f64 {
        let on_a = a.center + a.rotation * self.local_a;
        let on_b = b.center + b.rotation * self.local_b;
        (on_b - on_a - self.normal * self.distance).length()
    }
}
