//! Queries to a world between two steps.

use glam::{DVec3, Vec3};

use crate::joint::{Joint, JointId, Joints};
use crate::manifold::contact_point::ContactPoint;
use crate::ray_scene::RayHit;
use crate::scene_query::{CastHit, Filter, Nearest, SceneQuery};
use crate::world::World;
use crate::{Body, BodyError, BodyId, MaterialTable, Settings, StateHasher, StepReport};
use dodgem_collide::Shape;
use dodgem_collide::broad_phase::{BroadPhase, Pair};
use dodgem_collide::math::Pose;

impl World {
    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The materials.
    pub fn materials(&self) -> &MaterialTable {
        &self.materials
    }

    /// All bodies, in the order of their places: see [`BodyId::index`].
    pub fn bodies(&self) -> impl DoubleEndedIterator<Item = &Body> {
        self.bodies.list.iter().filter(|body| !body.is_vacant())
    }

    /// A body; `None` if there is no such body, or it was removed. For a body that surely exists, `world[id]`
    /// is shorter; it panics if the body does not exist.
    pub fn body(&self, id: BodyId) -> Option<&Body> {
        self.bodies
            .find(id)
            .ok()
            .map(|index| self.bodies.body(index))
    }

    /// The identifier of the body in a place; `None` if the place is vacant.
    pub fn id(&self, place: usize) -> Option<BodyId> {
        let body = self.bodies.list.get(place);
        body.filter(|body| !body.is_vacant()).map(Body::id)
    }

    /// The number of places of bodies, vacant ones included: every [`BodyId::index`] is less.
    pub fn places(&self) -> usize {
        self.bodies.len()
    }

    /// The broad phase in its state of the last step.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.near.method.as_ref()
    }

    /// Returns the pairs of bodies that the broad phase compared in the last step, the rejected ones included.
    pub fn compared_pairs(&self) -> Vec<(BodyId, BodyId)> {
        let compared = self.near.compared().into_iter();
        let pairs = compared.map(|pair| (self.id_of(pair.a), self.id_of(pair.b)));
        pairs.collect()
    }

    /// The pairs of near bodies that can collide, as of the last step.
    pub fn near_pairs(&self) -> impl Iterator<Item = (BodyId, BodyId)> {
        let pairs = self.aside.all_pairs(&self.pairs);
        pairs.map(|(near, _)| (self.id_of(near.pair.a), self.id_of(near.pair.b)))
    }

    /// The contacts of the last step, by their pairs.
    pub fn contacts(&self) -> impl Iterator<Item = &ContactPoint> {
        let all = self.aside.all_pairs(&self.pairs);
        all.flat_map(|(near, contacts)| &contacts[near.range()])
    }

    fn id_of(&self, index: u32) -> BodyId {
        self.bodies.body(index).id
    }

    /// The report of the last step.
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The simulated time, in seconds.
    pub fn time(&self) -> f64 {
        self.settings.seconds_of(self.steps)
    }

    /// A joint; `None` if it was removed or broke.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        self.joints.get(id)
    }

    /// All joints, in the order of adding.
    pub fn joints(&self) -> impl Iterator<Item = &Joint> {
        self.joints.iter()
    }

    /// The coordinate of a joint, in metres or radians: see [`JointKind`](crate::JointKind). `None` if the
    /// joint is gone or its kind has no coordinate.
    pub fn joint_position(&self, id: JointId) -> Option<f64> {
        self.joints.position(id, &self.bodies.list)
    }

    /// Both anchors of a joint in the world (m): the body's, and the other body's. `None` if the joint is
    /// gone.
    pub fn joint_anchors(&self, id: JointId) -> Option<(Vec3, Vec3)> {
        self.joints.anchors(id, &self.bodies.list)
    }

    /// The present axis of a joint in the world, as fixed in its body: a unit vector. `None` if the joint is
    /// gone.
    pub fn joint_axis(&self, id: JointId) -> Option<Vec3> {
        self.joints.axis(id, &self.bodies.list)
    }

    /// The opening of a joint, in metres: the distance of its anchors from where it holds them. `None` if it
    /// is gone.
    pub fn joint_gap(&self, id: JointId) -> Option<f64> {
        self.joints.gap(id, &self.bodies.list)
    }

    /// The first body that a ray hits within `length` metres from `origin` along `direction`, which has
    /// length 1, with the point and the normal. A ray that starts inside a solid does not hit that solid.
    pub fn ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        filter: &Filter,
    ) -> Option<RayHit> {
        self.among(filter).ray([origin, direction], length)
    }

    /// All bodies that a ray hits, each at its first hit, the nearest first: see [`World::ray`].
    pub fn ray_all(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        filter: &Filter,
    ) -> Vec<RayHit> {
        self.among(filter).ray_all([origin, direction], length)
    }

    /// The first body between two points, as a pointer picks it: see [`World::ray`].
    pub fn pick(&self, from: Vec3, to: Vec3, filter: &Filter) -> Option<RayHit> {
        let way = to - from;
        self.ray(from, way.normalize_or_zero(), way.length(), filter)
    }

    /// The bodies that a shape overlaps, in the order of their places. Meshes are surfaces: a shape inside a
    /// closed mesh does not overlap it.
    pub fn overlaps(&self, shape: &Shape, pose: &Pose, filter: &Filter) -> Vec<BodyId> {
        self.among(filter).overlaps(shape, pose)
    }

    /// The bodies that a point lies in, in the order of their places; closed meshes have an inside, open ones
    /// none.
    pub fn containing(&self, point: Vec3, filter: &Filter) -> Vec<BodyId> {
        self.among(filter).containing(point)
    }

    /// The first body that a shape meets if it moves by `way` (m) without rotation.
    pub fn cast(&self, shape: &Shape, pose: &Pose, way: Vec3, filter: &Filter) -> Option<CastHit> {
        let target = self.settings.target();
        self.among(filter).cast(shape, pose, way, target)
    }

    /// The body that is nearest to a shape within `most` metres; infinity is no limit.
    pub fn nearest(
        &self,
        shape: &Shape,
        pose: &Pose,
        most: f32,
        filter: &Filter,
    ) -> Option<Nearest> {
        self.among(filter).nearest(shape, pose, most)
    }

    /// The body that is nearest to a point within `most` metres; infinity is no limit.
    pub fn nearest_to(&self, point: Vec3, most: f32, filter: &Filter) -> Option<Nearest> {
        self.among(filter).nearest_to(point, most)
    }

    /// The bodies that a body overlaps, among those that it would stop, in the order of their places.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn overlaps_of(&self, id: BodyId) -> Result<Vec<BodyId>, BodyError> {
        let one = self.bodies.body(self.bodies.find(id)?);
        let stops = |other: &Body| {
            let pair = Pair::new(id.index, other.id.index);
            one.collides_with(other) && !self.joints.keep_from_colliding(pair)
        };
        let filter = Filter {
            accepts: Some(&stops),
            ..Filter::except(id)
        };
        Ok(self.overlaps(one.shape(), &one.pose(), &filter))
    }

    fn among<'q>(&'q self, filter: &'q Filter<'q>) -> SceneQuery<'q> {
        SceneQuery {
            bodies: &self.bodies,
            near: &self.near,
            aside: &self.aside,
            memory: &self.asking,
            filter,
        }
    }

    /// A hash of the state: equal histories give equal hashes, on every machine.
    pub fn state_hash(&self) -> u64 {
        state_hash(self.steps, &self.bodies.list, &self.joints)
    }

    /// The kinetic and potential energy of all bodies, in joules; the latter is 0 at the origin's height.
    pub fn energy(&self) -> f64 {
        let gravity = self.settings.gravity.as_dvec3();
        let of = |body: &Body| body.kinetic_energy() - body.mass * gravity.dot(body.center);
        self.bodies.list.iter().map(of).sum()
    }

    /// The momentum of all dynamic bodies, in kg m/s.
    pub fn momentum(&self) -> DVec3 {
        self.bodies.list.iter().map(|b| b.velocity * b.mass).sum()
    }
}

impl std::ops::Index<BodyId> for World {
    type Output = Body;

    /// # Panics
    /// If there is no such body, or it was removed.
    fn index(&self, id: BodyId) -> &Body {
        match self.body(id) {
            Some(body) => body,
            None => panic!("there is no body {id:?}, or no longer"),
        }
    }
}

/// The hash of a state after some steps.
pub(super) fn state_hash(steps: u64, bodies: &[Body], joints: &Joints) -> u64 {
    let mut hasher = StateHasher::default();
    hasher.integer(steps);
    let mut numbers = |values: &[f64]| {
        for value in values {
            hasher.integer(value.to_bits());
        }
    };
    for body in bodies.iter().filter(|body| !body.is_vacant()) {
        numbers(&body.center.to_array());
        numbers(&body.rotation.to_array());
        numbers(&body.velocity.to_array());
        numbers(&body.angular_momentum.to_array());
        numbers(&[f64::from(u8::from(body.asleep)), body.debt]);
    }
    // Worlds with equal poses develop differently if a hinge has made a whole turn in one of them.
    for (place, joint) in (0_u32..).zip(joints.iter()) {
        if joint.turns() != 0.0 {
            numbers(&[f64::from(place), joint.turns()]);
        }
    }
    hasher.finish()
}
