//! Bodies of a [`World`](crate::World).

use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::body_desc::{BodyDesc, BodyError, Mass};
use crate::fingerprint::shape_print;
use crate::free_rotation::Inertia;
use crate::groups::Groups;
use crate::mass::mass_properties;
use crate::material::MaterialId;
use dodgem_collide::Shape;
use dodgem_collide::math::{CenterFrame, Pose};
use dodgem_collide::query::PlacedCollider;
use dodgem_collide::shape::{Collider, Sphere};

/// The identifier of a body in its world. Once the body is removed it names none, and never another one. One
/// that was handed out after the moment of a snapshot names none once that snapshot is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl BodyId {
    /// No body has it.
    pub(super) const NOBODY: BodyId = BodyId {
        index: u32::MAX,
        generation: 0,
    };

    /// The place of the body in its world: a number below [`World::places`](crate::World::places). Places count
    /// up in the order of adding, and those of removed bodies are taken again first.
    pub fn index(self) -> usize {
        self.index as usize
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
    pub(super) id: BodyId,
    /// Its shape, which turns about the centre of mass.
    pub(super) collider: Collider,
    pub(super) kind: BodyKind,
    pub(super) material: MaterialId,
    /// Fingerprints of its shape and of its description: see `fingerprint.rs`.
    pub(super) shape_print: u64,
    pub(super) fingerprint: u64,
    /// How its mass was given.
    mass_given: Mass,
    pub(super) drag_area: f64,
    /// Of its velocity and its spin, in 1/s.
    pub(super) damping: [f64; 2],
    pub(super) gravity_scale: f64,
    pub(super) groups: Groups,
    pub(super) is_sensor: bool,
    /// In m/s and rad/s, along its own axes.
    pub(super) surface: [Vec3; 2],
    user_data: u64,
    pub(super) may_sleep: bool,
    pub(super) mass: f64,
    /// 0 for bodies that nothing moves.
    pub(super) inverse_mass: f64,
    pub(super) inertia: Inertia,
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
        let finite = [
            ("velocity", desc.velocity.is_finite()),
            ("angular velocity", desc.angular_velocity.is_finite()),
            ("drag area", desc.drag_area.is_finite()),
            ("damping", desc.damping.iter().all(|d| d.is_finite())),
            ("gravity scale", desc.gravity_scale.is_finite()),
            ("surface velocity", desc.surface_velocity.is_finite()),
            ("surface spin", desc.surface_spin.is_finite()),
        ];
        if let Some((name, _)) = finite.into_iter().find(|(_, is_finite)| !is_finite) {
            return Err(BodyError::NotFinite(name));
        }
        if matches!(desc.shape, Shape::HalfSpace(_)) && desc.kind != BodyKind::Static {
            return Err(BodyError::Unbounded);
        }
        let mass = match desc.kind {
            BodyKind::Dynamic => {
                let found = mass_properties(&desc.shape, desc.mass)?;
                let tensor = DMat3::from_cols(
                    found.inertia.x_axis.as_dvec3(),
                    found.inertia.y_axis.as_dvec3(),
                    found.inertia.z_axis.as_dvec3(),
                );
                let inertia = Inertia::new(tensor).ok_or(BodyError::Mass(found.mass))?;
                Some((f64::from(found.mass), inertia, found.center_of_mass))
            }
            BodyKind::Static | BodyKind::Kinematic => None,
        };
        Ok(Body::with_mass(desc, mass, others))
    }

    /// The body of a sound description; dynamic ones have a mass (kg), an inertia and a centre of mass.
    fn with_mass(desc: BodyDesc, mass: Option<(f64, Inertia, Vec3)>, others: &[Body]) -> Body {
        let inverse_mass = mass.map_or(0.0, |(mass, ..)| 1.0 / mass);
        let (mass, inertia, local_center) = mass.unwrap_or((0.0, Inertia::INFINITE, Vec3::ZERO));
        let moves = desc.kind != BodyKind::Static;
        let keep = |v: Vec3| if moves { v.as_dvec3() } else { DVec3::ZERO };
        let known = others.iter().rev().map(|other| &other.collider);
        let mut body = Body {
            id: BodyId::NOBODY,
            shape_print: shape_print(&desc.shape, others),
            fingerprint: 0,
            collider: Collider::sharing(desc.shape, local_center, known),
            kind: desc.kind,
            material: desc.material,
            mass_given: desc.mass,
            drag_area: f64::from(desc.drag_area.max(0.0)),
            damping: desc.damping.map(|share| f64::from(share.max(0.0))),
            gravity_scale: f64::from(desc.gravity_scale),
            groups: desc.groups,
            is_sensor: desc.sensor,
            surface: [desc.surface_velocity, desc.surface_spin],
            user_data: desc.user_data,
            may_sleep: desc.may_sleep,
            mass,
            inverse_mass,
            inertia,
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
        body
    }

    /// The description with which the like of it can be added: where it is now, as it moves now.
    pub fn desc(&self) -> BodyDesc {
        BodyDesc {
            shape: self.shape().clone(),
            kind: self.kind,
            pose: self.pose(),
            velocity: self.velocity.as_vec3(),
            angular_velocity: self.angular_velocity().as_vec3(),
            mass: self.mass_given,
            material: self.material,
            drag_area: self.drag_area as f32,
            damping: self.damping.map(|share| share as f32),
            gravity_scale: self.gravity_scale as f32,
            groups: self.groups,
            sensor: self.is_sensor,
            surface_velocity: self.surface[0],
            surface_spin: self.surface[1],
            user_data: self.user_data,
            may_sleep: self.may_sleep,
        }
    }

    /// Keeps what a body that was built anew from a changed description has of its own: who it is, where it is
    /// and how it moves, to the bit, and its age.
    pub(super) fn carry_on_from(&mut self, old: &Body) {
        self.id = old.id;
        self.rotation = old.rotation;
        // The same point of another shape may be its centre of mass.
        let shift = (self.local_center() - old.local_center()).as_dvec3();
        let moved = self.rotation * shift;
        self.center = old.center + moved;
        if self.kind != BodyKind::Static {
            self.angular_velocity = old.angular_velocity();
            self.velocity = old.velocity + self.angular_velocity.cross(moved);
            let same = self.inertia.tensor == old.inertia.tensor && old.is_dynamic();
            self.angular_momentum = if same {
                old.angular_momentum
            } else {
                self.inertia.times(self.rotation, self.angular_velocity)
            };
        }
        (self.force, self.torque) = (old.force, old.torque);
        self.debt = old.debt;
    }

    /// What stands in the place of a body that was removed: nothing moves it, and every list leaves it out.
    pub(super) fn vacant() -> Body {
        let shape = Shape::Sphere(Sphere::default());
        let desc = BodyDesc {
            groups: Groups::NOBODY,
            ..BodyDesc::fixed(shape, Pose::IDENTITY)
        };
        Body::with_mass(desc, None, &[])
    }

    /// Whether it only keeps the place of a body that was removed.
    pub(super) fn is_vacant(&self) -> bool {
        self.id == BodyId::NOBODY
    }

    /// Whether it stops the same bodies as another one does.
    pub(super) fn collides_as(&self, other: &Body) -> bool {
        (self.kind, self.groups, self.is_sensor) == (other.kind, other.groups, other.is_sensor)
    }

    /// Its identifier.
    pub fn id(&self) -> BodyId {
        self.id
    }

    /// Whether two bodies stop each other where they meet: one of them is dynamic, their groups agree, and
    /// neither is a sensor.
    pub(super) fn collides_with(&self, other: &Body) -> bool {
        (self.is_dynamic() || other.is_dynamic())
            && !self.is_sensor
            && !other.is_sensor
            && self.groups.meets(&other.groups)
    }

    /// Who it may meet.
    pub fn groups(&self) -> Groups {
        self.groups
    }

    /// Whether it stops nothing and only tells what it meets.
    pub fn is_sensor(&self) -> bool {
        self.is_sensor
    }

    /// The user's number.
    pub fn user_data(&self) -> u64 {
        self.user_data
    }

    /// The velocity of its surface at a point of the world, in m/s: that of its matter, and that of a belt
    /// or a turntable.
    pub fn surface_velocity_at(&self, point: DVec3) -> DVec3 {
        match self.belt_velocity_at(point) {
            Some(belt) => self.velocity_at(point) + belt,
            None => self.velocity_at(point),
        }
    }

    /// The velocity of its surface over its matter at a point of the world, in m/s; `None` if it has none.
    pub(super) fn belt_velocity_at(&self, point: DVec3) -> Option<DVec3> {
        let [slide, spin] = self.surface;
        if slide == Vec3::ZERO && spin == Vec3::ZERO {
            return None;
        }
        let origin = self.pose().translation().as_dvec3();
        let turn = self.rotation * spin.as_dvec3();
        Some(self.rotation * slide.as_dvec3() + turn.cross(point - origin))
    }

    /// Its shape with what queries know of it, about its centre of mass.
    pub fn collider(&self) -> &Collider {
        &self.collider
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        self.collider.shape()
    }

    /// The centre of mass in the body's frame.
    pub(super) fn local_center(&self) -> Vec3 {
        self.collider.local_center()
    }

    /// No point of the shape is farther from the centre of mass, in metres.
    pub fn reach(&self) -> f32 {
        self.collider.reach()
    }

    /// Where it is.
    pub(super) fn frame(&self) -> CenterFrame {
        CenterFrame::new(self.center, self.rotation)
    }

    /// Its shape where it is.
    pub(super) fn placed(&self) -> PlacedCollider<'_> {
        PlacedCollider::new(&self.collider, self.frame())
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

    /// The angular momentum that it would have at an angular velocity (rad/s) where it is, in kg m^2/s; or
    /// the torque that an angular acceleration takes.
    pub fn angular_momentum_at(&self, angular_velocity: DVec3) -> DVec3 {
        self.inertia.times(self.rotation, angular_velocity)
    }

    /// Adds a force for the next step, in N, at a point of the world.
    pub(super) fn add_force_at(&mut self, force: DVec3, point: DVec3) {
        if self.is_dynamic() && force != DVec3::ZERO && force.is_finite() && point.is_finite() {
            self.force += force;
            self.torque += (point - self.center).cross(force);
            self.wake();
        }
    }

    /// Adds a torque for the next step, in N m.
    pub(super) fn add_torque(&mut self, torque: DVec3) {
        if self.is_dynamic() && torque != DVec3::ZERO && torque.is_finite() {
            self.torque += torque;
            self.wake();
        }
    }

    pub(super) fn place(&mut self, pose: &Pose) {
        let frame = CenterFrame::of_pose(pose, self.local_center());
        (self.center, self.rotation) = (frame.center, frame.rotation);
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
    pub fn is_dynamic(&self) -> bool {
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
}
