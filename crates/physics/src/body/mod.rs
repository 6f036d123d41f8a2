//! Bodies of a [`World`](crate::World).

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3, Vec3};

mod moment;
mod motion_state;
mod surface;

pub(crate) use moment::BodyMoment;

use crate::body_desc::{BodyDesc, BodyError, LockedAxes, Mass};
use crate::fingerprint::shape_print;
use crate::free_rotation::Inertia;
use crate::groups::Groups;
use crate::mass::mass_properties;
use crate::material::MaterialId;
use dodgem_collide::Shape;
use dodgem_collide::coder::Coder;
use dodgem_collide::math::{CenterFrame, Pose};
use dodgem_collide::shape::{Collider, Sphere};

/// The identifier of a body in its world. After the body is removed it is invalid for ever. An identifier
/// issued after a snapshot is invalid once that snapshot is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl BodyId {
    /// Codes it for a compact copy. Bodies that were added one after the other have generations in the order of
    /// their places.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, guess: BodyId) {
        let BodyId { index, generation } = self;
        coder.integer(index, guess.index);
        let since = index.wrapping_sub(guess.index);
        coder.integer(generation, guess.generation.wrapping_add(since));
    }

    /// The identifier of no body.
    pub(crate) const NOBODY: BodyId = BodyId {
        index: u32::MAX,
        generation: 0,
    };

    /// The place of the body in its world: a number below [`World::places`](crate::World::places). Places are
    /// numbered in the order of adding, and those of removed bodies are reused first.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// The cause of a body's motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// The body never moves.
    Static,
    /// Moves with its velocity, which only [`World::set_velocity`](crate::World::set_velocity) changes. It
    /// pushes other bodies and is never pushed; where it would squeeze a body it waits.
    Kinematic,
    /// Moves by forces and impacts.
    Dynamic,
}

/// A body in a world.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) id: BodyId,
    /// Its shape, which turns about the centre of mass.
    pub(crate) collider: Collider,
    pub(crate) kind: BodyKind,
    pub(crate) material: MaterialId,
    /// The materials of a compound's children, by their tags.
    child_materials: Arc<[MaterialId]>,
    locked: LockedAxes,
    /// For each axis of the world: 0 if the body cannot move along it, else 1.
    pub(crate) free: DVec3,
    /// Fingerprints of its shape and of its description: see `fingerprint.rs`.
    pub(crate) shape_print: u64,
    pub(crate) fingerprint: u64,
    /// The mass as it was given in the description.
    mass_given: Mass,
    pub(crate) drag_area: f64,
    /// The damping of its velocity and its spin, in 1/s.
    pub(crate) damping: [f64; 2],
    pub(crate) max_speed: f64,
    pub(crate) by_impulse: bool,
    pub(crate) gravity_scale: f64,
    pub(crate) groups: Groups,
    pub(crate) is_sensor: bool,
    /// The velocity (m/s) and spin (rad/s) of its surface over its matter, along its own axes; `None` for
    /// most bodies.
    pub(crate) surface: Option<[Vec3; 2]>,
    user_data: u64,
    pub(crate) may_sleep: bool,
    pub(crate) mass: f64,
    /// 0 for bodies that nothing can move.
    pub(crate) inverse_mass: f64,
    pub(crate) inertia: Inertia,
    /// The centre of mass in the world.
    pub(crate) center: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) velocity: DVec3,
    /// The angular velocity of kinematic bodies, in rad/s; that of dynamic ones follows from the angular
    /// momentum.
    pub(crate) angular_velocity: DVec3,
    /// The angular momentum about the centre of mass, in kg m^2/s; dynamic bodies only.
    pub(crate) angular_momentum: DVec3,
    /// The force on it until the next step, in N, and the torque about the centre of mass.
    pub(crate) force: DVec3,
    pub(crate) torque: DVec3,
    pub(crate) asleep: bool,
    /// True if it was added, moved or changed by hand since the last step.
    pub(crate) is_new: bool,
    /// The time for which it has rested, in seconds, and its frame when that began.
    pub(crate) rest_time: f32,
    pub(crate) rests_at: CenterFrame,
    /// The time in seconds by which it lags behind the world's clock, over its life.
    pub(crate) debt: f64,
}

impl Body {
    /// A body from a description. It shares the hull and the fingerprint of a mesh with another body of the
    /// same mesh.
    pub(crate) fn new<'a>(
        desc: BodyDesc,
        others: impl Iterator<Item = &'a Body> + Clone,
    ) -> Result<Body, BodyError> {
        let finite = [
            ("velocity", desc.velocity.is_finite()),
            ("angular velocity", desc.angular_velocity.is_finite()),
            ("drag area", desc.drag_area.is_finite()),
            ("damping", desc.damping.iter().all(|d| d.is_finite())),
            ("greatest speed", !desc.max_speed.is_nan()),
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
                let inertia = inertia.locked(desc.locked.rotation);
                Some((f64::from(found.mass), inertia, found.center_of_mass))
            }
            BodyKind::Static | BodyKind::Kinematic => None,
        };
        Ok(Body::with_mass(desc, mass, others))
    }

    /// The body of a valid description; dynamic ones have a mass (kg), an inertia and a centre of mass.
    fn with_mass<'a>(
        desc: BodyDesc,
        mass: Option<(f64, Inertia, Vec3)>,
        others: impl Iterator<Item = &'a Body> + Clone,
    ) -> Body {
        let inverse_mass = mass.map_or(0.0, |(mass, ..)| 1.0 / mass);
        let (mass, inertia, local_center) = mass.unwrap_or((0.0, Inertia::INFINITE, Vec3::ZERO));
        let moves = desc.kind != BodyKind::Static;
        let keep = |v: Vec3| if moves { v.as_dvec3() } else { DVec3::ZERO };
        let is_dynamic = desc.kind == BodyKind::Dynamic;
        let free =
            (desc.locked.translation).map(|locked| f64::from(u8::from(!(locked && is_dynamic))));
        let free = DVec3::from_array(free);
        let known = others.clone().map(|other| &other.collider);
        let mut body = Body {
            id: BodyId::NOBODY,
            shape_print: shape_print(&desc.shape, &others),
            fingerprint: 0,
            collider: Collider::sharing(desc.shape, local_center, known),
            kind: desc.kind,
            material: desc.material,
            child_materials: desc.child_materials,
            locked: desc.locked,
            free,
            mass_given: desc.mass,
            drag_area: f64::from(desc.drag_area.max(0.0)),
            damping: desc.damping.map(|share| f64::from(share.max(0.0))),
            max_speed: f64::from(desc.max_speed.max(0.0)),
            by_impulse: desc.by_impulse,
            gravity_scale: f64::from(desc.gravity_scale),
            groups: desc.groups,
            is_sensor: desc.sensor,
            surface: surface::moving([desc.surface_velocity, desc.surface_spin]),
            user_data: desc.user_data,
            may_sleep: desc.may_sleep,
            mass,
            inverse_mass,
            inertia,
            center: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            velocity: free * keep(desc.velocity),
            angular_velocity: keep(desc.angular_velocity),
            angular_momentum: DVec3::ZERO,
            force: DVec3::ZERO,
            torque: DVec3::ZERO,
            asleep: false,
            is_new: true,
            rest_time: 0.0,
            rests_at: CenterFrame::new(DVec3::ZERO, DQuat::IDENTITY),
            debt: 0.0,
        };
        body.fingerprint = body.description_print();
        body.place(&desc.pose);
        body.angular_momentum = body.inertia.times(body.rotation, body.angular_velocity);
        if desc.asleep && body.is_dynamic() {
            body.fall_asleep();
        }
        body
    }

    /// A description from which a similar body can be added, with its current pose and velocities.
    pub fn desc(&self) -> BodyDesc {
        let [surface_velocity, surface_spin] = self.surface.unwrap_or_default();
        BodyDesc {
            shape: self.shape().clone(),
            kind: self.kind,
            pose: self.pose(),
            velocity: self.velocity.as_vec3(),
            angular_velocity: self.angular_velocity().as_vec3(),
            mass: self.mass_given,
            material: self.material,
            child_materials: self.child_materials.clone(),
            locked: self.locked,
            drag_area: self.drag_area as f32,
            damping: self.damping.map(|share| share as f32),
            max_speed: self.max_speed as f32,
            by_impulse: self.by_impulse,
            gravity_scale: self.gravity_scale as f32,
            groups: self.groups,
            sensor: self.is_sensor,
            surface_velocity,
            surface_spin,
            user_data: self.user_data,
            may_sleep: self.may_sleep,
            asleep: self.asleep,
        }
    }

    /// Carries over the identifier, the exact pose and motion, and the lag of the `old` body to this one,
    /// which was rebuilt from a changed description.
    pub(crate) fn carry_on_from(&mut self, old: &Body) {
        self.id = old.id;
        self.rotation = old.rotation;
        // The centre of mass may be another point of a changed shape.
        let shift = (self.local_center() - old.local_center()).as_dvec3();
        let moved = self.rotation * shift;
        self.center = old.center + moved;
        if self.kind != BodyKind::Static {
            self.angular_velocity = old.angular_velocity();
            self.velocity = self.free * (old.velocity + self.angular_velocity.cross(moved));
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

    /// The placeholder for a removed body: nothing moves it, and every list leaves it out.
    pub(crate) fn vacant() -> Body {
        let shape = Shape::Sphere(Sphere::default());
        let desc = BodyDesc {
            groups: Groups::NOBODY,
            ..BodyDesc::fixed(shape, Pose::IDENTITY)
        };
        Body::with_mass(desc, None, std::iter::empty())
    }

    /// True if it is only the placeholder for a removed body.
    pub(crate) fn is_vacant(&self) -> bool {
        self.id == BodyId::NOBODY
    }

    /// True if kind, groups and sensor flag equal those of another body, so that both stop the same bodies.
    pub(crate) fn collides_as(&self, other: &Body) -> bool {
        (self.kind, self.groups, self.is_sensor) == (other.kind, other.groups, other.is_sensor)
    }

    /// Its identifier.
    pub fn id(&self) -> BodyId {
        self.id
    }

    /// True if two bodies stop each other at contact: one of them is dynamic, their groups agree, and neither
    /// is a sensor.
    pub(crate) fn collides_with(&self, other: &Body) -> bool {
        (self.is_dynamic() || other.is_dynamic())
            && !self.is_sensor
            && !other.is_sensor
            && self.groups.meets(&other.groups)
    }

    /// True if one of two bodies is a sensor that may meet the other.
    pub(crate) fn senses(&self, other: &Body) -> bool {
        (self.is_sensor || other.is_sensor) && self.groups.meets(&other.groups)
    }

    /// The groups that it belongs to and the groups that it meets.
    pub fn groups(&self) -> Groups {
        self.groups
    }

    /// True if it stops nothing and only reports the bodies that it meets.
    pub fn is_sensor(&self) -> bool {
        self.is_sensor
    }

    /// The user's number.
    pub fn user_data(&self) -> u64 {
        self.user_data
    }

    /// Its shape prepared for queries, about its centre of mass.
    pub fn collider(&self) -> &Collider {
        &self.collider
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        self.collider.shape()
    }

    /// The centre of mass in the body's frame.
    pub(crate) fn local_center(&self) -> Vec3 {
        self.collider.local_center()
    }

    /// The distance from the centre of mass that no point of the shape exceeds, in metres.
    pub fn reach(&self) -> f32 {
        self.collider.reach()
    }

    /// The cause of its motion.
    pub fn kind(&self) -> BodyKind {
        self.kind
    }

    /// Its material.
    pub fn material(&self) -> MaterialId {
        self.material
    }

    /// The material of a part of it: of the child with this number, if it is a compound.
    pub fn material_of(&self, child: u32) -> MaterialId {
        if self.child_materials.is_empty() {
            return self.material;
        }
        let Shape::Compound(compound) = self.shape() else {
            return self.material;
        };
        let child = compound.children().get(child as usize);
        let tag = child.map(|child| child.tag as usize);
        let own = tag.and_then(|tag| self.child_materials.get(tag));
        own.copied().unwrap_or(self.material)
    }

    /// The materials of two bodies at a contact, each of the child with this number if it is a compound.
    pub(crate) fn materials_at([a, b]: [&Body; 2], children: [u32; 2]) -> [MaterialId; 2] {
        [a.material_of(children[0]), b.material_of(children[1])]
    }

    /// The materials of its children, by their tags: see [`BodyDesc::child_materials`].
    pub fn child_materials(&self) -> &[MaterialId] {
        &self.child_materials
    }

    /// The axes along and about which it does not move.
    pub fn locked(&self) -> LockedAxes {
        self.locked
    }

    /// The mass, in kilograms; 0 unless dynamic.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// True if impacts and forces move it.
    pub fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }
}
