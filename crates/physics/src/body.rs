//! Bodies of a [`World`](crate::World).

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::body_desc::{BodyDesc, BodyError};
use crate::fingerprint::shape_print;
use crate::free_rotation::Inertia;
use crate::mass::mass_properties;
use crate::material::MaterialId;
use crate::proxy::convex_proxy::ConvexProxy;
use dodgem_collide::Shape;
use dodgem_collide::math::{Motion, Pose};

/// The identifier of a body in its world: its index in the order of adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub(super) u32);

impl BodyId {
    /// The index, in the order of adding.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Nothing: it never moves.
    Static,
    /// Its velocity, which only [`World::set_velocity`](crate::World::set_velocity) changes. It pushes
    /// others and is never pushed; where it would squeeze a body it waits.
    Kinematic,
    /// Forces and impacts.
    Dynamic,
}

/// A body in a world.
#[derive(Clone, Debug)]
pub struct Body {
    pub(super) shape: Shape,
    pub(super) kind: BodyKind,
    pub(super) material: MaterialId,
    /// Fingerprints of its shape and of its description: see `fingerprint.rs`.
    pub(super) shape_print: u64,
    pub(super) fingerprint: u64,
    pub(super) drag_area: f64,
    pub(super) may_sleep: bool,
    pub(super) mass: f64,
    /// 0 for bodies that nothing moves.
    pub(super) inverse_mass: f64,
    pub(super) inertia: Inertia,
    /// The centre of mass in the body's frame.
    pub(super) local_center: Vec3,
    /// The hull of a mesh or hull, about the centre of mass; empty for other shapes.
    pub(super) proxy: ConvexProxy,
    /// No point of the shape is farther from the centre of mass, in metres.
    pub(super) reach: f32,
    /// The centre of mass in the world.
    pub(super) center: DVec3,
    pub(super) rotation: DQuat,
    pub(super) velocity: DVec3,
    /// Of kinematic bodies, in rad/s; that of dynamic ones follows from the angular momentum.
    pub(super) angular_velocity: DVec3,
    /// About the centre of mass, in kg m^2/s; dynamic bodies only.
    pub(super) angular_momentum: DVec3,
    /// Forces until the next step, in N, and their torque about the centre of mass.
    pub(super) force: DVec3,
    pub(super) torque: DVec3,
    pub(super) asleep: bool,
    /// For how long it has rested, in seconds.
    pub(super) rest_time: f32,
    /// Seconds by which it is behind the world's time, over its life.
    pub(super) debt: f64,
}

impl Body {
    /// A body of a description. It shares the hull and the fingerprint of a mesh with another body of the
    /// same mesh.
    pub(super) fn new(desc: BodyDesc, others: &[Body]) -> Result<Body, BodyError> {
        let finite = desc.velocity.is_finite()
            && desc.angular_velocity.is_finite()
            && desc.drag_area.is_finite();
        if !finite {
            return Err(BodyError::NotFinite);
        }
        let (mass, inverse_mass, inertia, local_center) = match desc.kind {
            BodyKind::Dynamic => {
                let found = mass_properties(&desc.shape, desc.mass)?;
                let tensor = DMat3::from_cols(
                    found.inertia.x_axis.as_dvec3(),
                    found.inertia.y_axis.as_dvec3(),
                    found.inertia.z_axis.as_dvec3(),
                );
                let mass = f64::from(found.mass);
                let inertia = Inertia::new(tensor).ok_or(BodyError::Mass(found.mass))?;
                (mass, 1.0 / mass, inertia, found.center_of_mass)
            }
            BodyKind::Static | BodyKind::Kinematic => (0.0, 0.0, Inertia::INFINITE, Vec3::ZERO),
        };
        let moves = desc.kind != BodyKind::Static;
        let keep = |v: Vec3| if moves { v.as_dvec3() } else { DVec3::ZERO };
        let mut body = Body {
            reach: reach(&desc.shape, local_center),
            proxy: convex_proxy(&desc.shape, local_center, others),
            shape_print: shape_print(&desc.shape, others),
            fingerprint: 0,
            shape: desc.shape,
            kind: desc.kind,
            material: desc.material,
            drag_area: f64::from(desc.drag_area.max(0.0)),
            may_sleep: desc.may_sleep,
            mass,
            inverse_mass,
            inertia,
            local_center,
            center: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            velocity: keep(desc.velocity),
            angular_velocity: keep(desc.angular_velocity),
            angular_momentum: DVec3::ZERO,
            force: DVec3::ZERO,
            torque: DVec3::ZERO,
            asleep: false,
            rest_time: 0.0,
            debt: 0.0,
        };
        body.fingerprint = body.description_print();
        body.place(&desc.pose);
        body.angular_momentum = body.inertia.times(body.rotation, body.angular_velocity);
        Ok(body)
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What moves it.
    pub fn kind(&self) -> BodyKind {
        self.kind
    }

    /// Its material.
    pub fn material(&self) -> MaterialId {
        self.material
    }

    /// The mass, in kilograms; 0 unless dynamic.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Its pose.
    pub fn pose(&self) -> Pose {
        self.pose_from(self.center, self.rotation)
    }

    /// The pose for a place of the centre of mass and a rotation.
    pub(super) fn pose_from(&self, center: DVec3, rotation: DQuat) -> Pose {
        let translation = center - rotation * self.local_center.as_dvec3();
        // The step puts back bodies whose numbers are no longer finite.
        Pose::new(rotation.as_quat(), translation.as_vec3()).unwrap_or(Pose::IDENTITY)
    }

    /// Its pose relative to an origin near it, where f32 is far finer than far from the world's origin.
    pub(super) fn pose_from_place(&self, origin: DVec3) -> Pose {
        self.pose_from(self.center - origin, self.rotation)
    }

    /// The origin for queries of two bodies: where the smaller one is, but for a rounding that makes
    /// the larger one's translation exact in f32. So the size of a floor costs no precision.
    pub(super) fn shared_origin(a: &Body, b: &Body) -> DVec3 {
        let (large, small) = if a.reach >= b.reach { (a, b) } else { (b, a) };
        let translation = large.center - large.rotation * large.local_center.as_dvec3();
        translation - (translation - small.center).as_vec3().as_dvec3()
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
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity().cross(point - self.center)
    }

    /// Whether it sleeps: it rests, costs nothing, and wakes when something touches it.
    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Seconds by which it is behind the world's time, over its life: it waited where its
    /// share of events or the budget ended.
    pub fn debt(&self) -> f64 {
        self.debt
    }

    pub(super) fn place(&mut self, pose: &Pose) {
        self.rotation = pose.rotation().as_dquat().normalize();
        self.center = pose.translation().as_dvec3() + self.rotation * self.local_center.as_dvec3();
    }

    pub(super) fn wake(&mut self) {
        self.asleep = false;
        self.rest_time = 0.0;
    }

    pub(super) fn fall_asleep(&mut self) {
        self.asleep = true;
        self.velocity = DVec3::ZERO;
        self.angular_momentum = DVec3::ZERO;
    }

    /// Changes the momentum by `impulse` (N s) at a point of the world.
    pub(super) fn apply_impulse(&mut self, impulse: DVec3, point: DVec3) {
        if self.kind == BodyKind::Dynamic {
            self.velocity += impulse * self.inverse_mass;
            self.angular_momentum += (point - self.center).cross(impulse);
        }
    }

    /// Slows a dynamic body that has the kinetic energy `now` (J) down to `energy`, or to rest.
    pub(super) fn slow_to(&mut self, energy: f64, now: f64) {
        let energy = energy.max(0.0);
        // A body at rest cannot be slowed: 0 / 0 is not a number.
        if self.kind == BodyKind::Dynamic && now > energy {
            let share = (energy / now).sqrt();
            self.velocity *= share;
            self.angular_momentum *= share;
        }
    }

    /// Whether impacts and forces move it.
    pub(super) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    /// Whether it does not move now.
    pub(super) fn is_fixed(&self) -> bool {
        match self.kind {
            BodyKind::Static => true,
            BodyKind::Kinematic => {
                self.velocity == DVec3::ZERO && self.angular_velocity == DVec3::ZERO
            }
            BodyKind::Dynamic => self.asleep,
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.center.is_finite()
            && self.rotation.is_finite()
            && self.velocity.is_finite()
            && self.angular_momentum.is_finite()
    }

    /// The motion from its pose with its present velocities.
    pub(super) fn motion_now(&self) -> Motion {
        self.motion_from(
            self.center,
            self.rotation,
            self.velocity,
            self.angular_velocity(),
        )
    }

    /// The motion from a centre of mass and a rotation with given velocities.
    pub(super) fn motion_from(
        &self,
        center: DVec3,
        rotation: DQuat,
        velocity: DVec3,
        angular_velocity: DVec3,
    ) -> Motion {
        let pose = self.pose_from(center, rotation);
        let (velocity, angular_velocity) = (velocity.as_vec3(), angular_velocity.as_vec3());
        Motion::new(pose, velocity, angular_velocity, self.local_center)
            .unwrap_or_else(|_| Motion::resting(pose))
    }
}

/// The hull of a shape about its centre of mass: that of another body of the same mesh if there is one.
fn convex_proxy(shape: &Shape, center: Vec3, others: &[Body]) -> ConvexProxy {
    let same = |other: &&Body| match (shape, &other.shape) {
        (Shape::Mesh(model), Shape::Mesh(known)) => {
            Arc::ptr_eq(model, known) && other.proxy.is_from(center)
        }
        _ => false,
    };
    let known = others.iter().rev().find(same);
    known.map_or_else(
        || ConvexProxy::new(shape, center),
        |other| other.proxy.clone(),
    )
}

/// A distance from `center` that no point of the shape exceeds, in metres: the bounding radius.
fn reach(shape: &Shape, center: Vec3) -> f32 {
    let farthest = |points: &[Vec3]| {
        let lengths = points.iter().map(|p| p.distance(center));
        lengths.fold(0.0, f32::max)
    };
    let exact = match shape {
        Shape::Sphere(sphere) => sphere.radius() + center.length(),
        Shape::Hull(hull) => farthest(hull.vertices()),
        Shape::Mesh(model) => farthest(model.mesh().vertices()),
        Shape::Capsule(capsule) => capsule.half_length() + capsule.radius() + center.length(),
        Shape::Cuboid(_) | Shape::Cylinder(_) | Shape::Cone(_) => {
            let bounds = shape.aabb(&Pose::IDENTITY);
            (bounds.min - center)
                .abs()
                .max((bounds.max - center).abs())
                .length()
        }
    };
    exact * (1.0 + 4.0 * f32::EPSILON)
}
