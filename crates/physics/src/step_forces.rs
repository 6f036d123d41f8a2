//! The access to bodies at the moment of a step at which forces are gathered.

use glam::{DVec3, Vec3};

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::bodies_along_x::BodiesAlongX;
use crate::body::Body;
use crate::body_desc::BodyError;
use crate::forces::velocity_after_drag;
use crate::groups::Groups;
use crate::ray_scene::{RayHit, RayScene};
use crate::step_context::StepContext;
use crate::supports::Supports;
use crate::turning_ground::carrying_acceleration;
use crate::{BodyId, Material, Settings};
use dodgem_collide::math::Aabb;

/// The bodies of a world at the moment of a step at which forces are gathered: see
/// [`World::step_with`](crate::World::step_with). It can read and push bodies, and cast rays.
pub struct Forces<'s, 'c> {
    pub(crate) context: &'s mut StepContext<'c>,
    pub(crate) bodies: &'s mut Bodies,
    pub(crate) along_x: &'s mut BodiesAlongX,
    pub(crate) aside: &'s mut Aside,
    pub(crate) supports: &'s mut Supports,
}

impl Forces<'_, '_> {
    /// The settings of the world.
    pub fn settings(&self) -> &Settings {
        self.context.settings
    }

    /// A body.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn body(&self, id: BodyId) -> Result<&Body, BodyError> {
        self.bodies.find(id).map(|index| self.bodies.body(index))
    }

    /// The velocity of a body's centre at the end of the step, in m/s, if only gravity, the air, and the
    /// forces added so far act on it.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn velocity_to_come(&self, id: BodyId) -> Result<DVec3, BodyError> {
        let (body, settings) = (self.body(id)?, self.settings());
        if !body.is_dynamic() {
            return Ok(body.velocity());
        }
        let gravity = settings.gravity.as_dvec3() * body.gravity_scale;
        let acceleration = body.free * (gravity + body.force * body.inverse_mass);
        Ok(velocity_after_drag(settings, body) + acceleration * settings.step)
    }

    /// The material of a body at the hit of a ray: that of a compound's child.
    pub fn material_at(&self, body: &Body, hit: &RayHit) -> Material {
        let material = body.material_of(hit.child);
        self.context.materials.of_body(material)
    }

    /// Adds a force at a body's centre of mass, in N: see [`World::add_force`](crate::World::add_force).
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_force(&mut self, id: BodyId, force: DVec3) -> Result<(), BodyError> {
        let body = self.pushed(id)?;
        body.add_force_at(force, body.center);
        Ok(())
    }

    /// Adds a force at a point of the world, in N: see [`World::add_force_at`](crate::World::add_force_at).
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_force_at(
        &mut self,
        id: BodyId,
        force: DVec3,
        point: DVec3,
    ) -> Result<(), BodyError> {
        self.pushed(id)?.add_force_at(force, point);
        Ok(())
    }

    /// Adds a force at a point of the world, in N, without waking the body: a spring presses on its
    /// ground, and the body that stands on it may fall asleep.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn press(&mut self, id: BodyId, force: DVec3, point: DVec3) -> Result<(), BodyError> {
        self.pushed(id)?.press_at(force, point);
        Ok(())
    }

    /// Adds a torque, in N m: see [`World::add_torque`](crate::World::add_torque).
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_torque(&mut self, id: BodyId, torque: DVec3) -> Result<(), BodyError> {
        self.pushed(id)?.add_torque(torque);
        Ok(())
    }

    /// Notes that a body carries another in this step without touching it, by a spring along a ray for example: the
    /// two fall asleep and wake together, and the carried one wakes when the other is moved or removed. It has to be noted in each step; a body that does not exist is ignored.
    pub fn note_support(&mut self, carried: BodyId, carrier: BodyId) {
        self.supports.note(carried, carrier);
    }

    /// The constant acceleration, in m/s^2, that carries a body along with ground that turns at `spin` (rad/s), if it
    /// moves at `velocity` (m/s) relative to the ground's centre of mass at the start of the step.
    pub fn carrying_acceleration(&self, spin: DVec3, velocity: DVec3) -> DVec3 {
        carrying_acceleration(spin, velocity, self.settings().step)
    }

    /// A body that is about to be pushed; it takes part in the step.
    fn pushed(&mut self, id: BodyId) -> Result<&mut Body, BodyError> {
        let index = self.bodies.find(id)?;
        self.aside.call(index);
        self.bodies.get_mut(id)
    }

    /// The first body that each of some parallel rays hits within `length` metres from its origin along
    /// `direction`, which has length 1. Only bodies that the body `except` may meet count, without that body
    /// and sensors. The report counts the cost of the rays.
    pub fn rays<const N: usize>(
        &mut self,
        origins: [Vec3; N],
        direction: Vec3,
        length: f32,
        except: BodyId,
    ) -> [Option<RayHit>; N] {
        let ends = origins.map(|origin| origin + direction * length);
        let mut bounds: Option<Aabb> = None;
        for point in origins.into_iter().chain(ends) {
            let here = Aabb::new(point, point);
            bounds = Some(bounds.map_or(here, |all| all.union(here)));
        }
        let Some(bounds) = bounds else {
            return [None; N];
        };
        let near = (self.along_x).near(&bounds, &self.bodies.motions, self.aside);
        let rays = RayScene {
            bodies: self.bodies,
        };
        let own = self.bodies.find(except).ok();
        let groups = own.map_or(Groups::default(), |index| self.bodies.body(index).groups());
        let admits =
            |body: &Body| body.id() != except && !body.is_sensor() && groups.meets(&body.groups());
        let (query, report) = (&mut self.context.queries.query, &mut *self.context.report);
        origins.map(|origin| {
            let some = near.iter().copied();
            let (hit, spent) = rays.first(some, origin, direction, length, admits, query);
            report.queries.rays += spent;
            hit
        })
    }
}
