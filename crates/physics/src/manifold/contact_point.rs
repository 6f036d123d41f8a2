//! Contact points as a manifold keeps them.

use glam::{DVec3, Vec3};

use crate::body::{Body, BodyId};
use crate::material::{Material, MaterialId, MaterialTable};
use dodgem_collide as collide;
use dodgem_collide::coder::Coder;
use dodgem_collide::math::CenterFrame;

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

/// The guess of a contact: what is known of it from its pair and the contact before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactGuess {
    pub bodies: [BodyId; 2],
    pub normal: DVec3,
    pub distance: f64,
    pub feature: u64,
    pub materials: [MaterialId; 2],
    pub material: Material,
    /// The normal of the contact before it if that is of the same pair, in the world and in the frame of `a`.
    pub local_normal: Option<(DVec3, DVec3)>,
}

impl ContactPoint {
    /// A contact of nobody.
    pub(crate) fn none() -> ContactPoint {
        ContactPoint {
            a: BodyId::NOBODY,
            b: BodyId::NOBODY,
            feature: 0,
            normal: DVec3::ZERO,
            point: DVec3::ZERO,
            distance: 0.0,
            local_a: DVec3::ZERO,
            local_b: DVec3::ZERO,
            local_normal: DVec3::ZERO,
            materials: Default::default(),
            material: Default::default(),
            active: true,
            bounce: 0.0,
            normal_impulse: 0.0,
            tangent_impulse: Vec3::ZERO,
            rolling_impulse: Vec3::ZERO,
        }
    }

    /// Codes it for a compact copy; `frame` tells where bodies were when it was found or carried along. Its places
    /// on the bodies follow from that in the world but for the last digits.
    pub(crate) fn code(
        &mut self,
        coder: &mut impl Coder,
        guess: &ContactGuess,
        frame: impl Fn(BodyId) -> CenterFrame,
    ) {
        let ContactPoint {
            a,
            b,
            feature,
            normal,
            point,
            distance,
            local_a,
            local_b,
            local_normal,
            materials,
            material,
            active,
            bounce,
            normal_impulse,
            tangent_impulse,
            rolling_impulse,
        } = self;
        a.code(coder, guess.bodies[0]);
        b.code(coder, guess.bodies[1]);
        *feature = coder.word(*feature, guess.feature);
        coder.flags([active]);
        coder.vector(normal, guess.normal);
        coder.vector(point, DVec3::ZERO);
        coder.number(distance, guess.distance);
        let locals = locals([frame(*a), frame(*b)], *normal, *point, *distance);
        coder.vector(local_a, locals[0]);
        coder.vector(local_b, locals[1]);
        let same = (guess.local_normal).filter(|(in_world, _)| *in_world == *normal);
        coder.vector(local_normal, same.map_or(locals[2], |(_, local)| local));
        for (own, guess) in materials.iter_mut().zip(guess.materials) {
            coder.integer(&mut own.0, guess.0);
        }
        let mut own = material.numbers();
        coder.singles(&mut own, &guess.material.numbers());
        *material = Material::of_numbers(own);
        let (tangent, rolling) = (*tangent_impulse, *rolling_impulse);
        let mut impulses = [*bounce, *normal_impulse, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        impulses[2..5].copy_from_slice(&tangent.to_array());
        impulses[5..].copy_from_slice(&rolling.to_array());
        coder.singles(&mut impulses, &[0.0; 8]);
        let [own_bounce, push, tangent @ .., d, e, f] = impulses;
        (*bounce, *normal_impulse) = (own_bounce, push);
        *tangent_impulse = Vec3::from_array(tangent);
        *rolling_impulse = Vec3::new(d, e, f);
    }

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
    pub(crate) fn new(bodies: [&Body; 2], found: &collide::ContactPoint) -> ContactPoint {
        ContactPoint::found_at(bodies.map(Body::frame), bodies, found)
    }

    /// A contact at a point that a query found for the two bodies in these frames.
    pub(crate) fn found_at(
        frames: [CenterFrame; 2],
        [a, b]: [&Body; 2],
        found: &collide::ContactPoint,
    ) -> ContactPoint {
        let [local_a, local_b, local_normal] =
            locals(frames, found.normal, found.point, found.distance);
        ContactPoint {
            a: a.id,
            b: b.id,
            feature: found.feature,
            normal: found.normal,
            point: found.point,
            distance: found.distance,
            local_a,
            local_b,
            local_normal,
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

/// The nearest points of a contact in the frames of its bodies, and its normal in that of the first.
fn locals([a, b]: [CenterFrame; 2], normal: DVec3, point: DVec3, distance: f64) -> [DVec3; 3] {
    let half = normal * (distance * 0.5);
    let to_a = a.rotation.conjugate();
    [
        to_a * (point - half - a.center),
        b.rotation.conjugate() * (point + half - b.center),
        to_a * normal,
    ]
}
