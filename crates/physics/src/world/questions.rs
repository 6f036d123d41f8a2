//! Questions to a world between two steps.

use glam::{DVec3, Vec3};

use crate::joint::{Joint, JointId};
use crate::ray_scene::{RayHit, RayScene};
use crate::report::Touch;
use crate::world::World;
use crate::{
    Body, BodyError, BodyId, MaterialTable, Settings, StateHasher, StepReport, Vehicle, VehicleId,
};
use dodgem_collide::broad_phase::BroadPhase;
use dodgem_collide::{Budget, Placed, Query};

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

    /// A body; `None` if there is none of this identifier, or no longer. Who knows that it is there can write
    /// `world[id]`, which panics if it is not.
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

    /// How many places of bodies there are, vacant ones too: every [`BodyId::index`] is less.
    pub fn places(&self) -> usize {
        self.bodies.len()
    }

    /// The bodies that a body overlaps, of those that it would stop.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or no longer.
    pub fn overlaps_of(&self, id: BodyId) -> Result<Vec<BodyId>, BodyError> {
        let one = self.bodies.body(self.bodies.find(id)?);
        let (pose, mut query) = (one.pose(), Query::new(Budget::Unlimited));
        let bounds = one.shape().aabb(&pose);
        let overlaps = |other: &&Body| {
            let at = other.pose();
            one.collides_with(other)
                && other.id != id
                && bounds.overlaps(&other.shape().aabb(&at))
                && query
                    .intersect(
                        Placed::new(one.shape(), &pose),
                        Placed::new(other.shape(), &at),
                    )
                    .is_hit()
        };
        Ok(self.bodies().filter(overlaps).map(Body::id).collect())
    }

    /// The broad phase as of the last step.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.near.method.as_ref()
    }

    /// The pairs that the broad phase found in the last step.
    pub fn near_pairs(&self) -> impl Iterator<Item = (BodyId, BodyId)> {
        let pairs = self.pairs.pairs.iter();
        pairs.map(|near| (self.id_of(near.pair.a), self.id_of(near.pair.b)))
    }

    /// The contacts of the last step.
    pub fn touches(&self) -> impl Iterator<Item = Touch> {
        let step = self.settings.step;
        self.pairs.contacts.iter().map(move |contact| Touch {
            a: self.id_of(contact.a),
            b: self.id_of(contact.b),
            point: contact.point.as_vec3(),
            normal: contact.normal.as_vec3(),
            distance: contact.distance as f32,
            force: contact.normal_impulse / step as f32,
            held: contact.active,
        })
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
        self.steps as f64 * self.settings.step
    }

    /// All vehicles, in the order of adding.
    pub fn vehicles(&self) -> impl ExactSizeIterator<Item = (VehicleId, &Vehicle)> {
        let vehicles = self.vehicles.iter();
        vehicles.map(|(number, vehicle)| (VehicleId(number), vehicle))
    }

    /// A vehicle; `None` if there is none of this identifier, or no longer.
    pub fn vehicle(&self, id: VehicleId) -> Option<&Vehicle> {
        self.vehicles.get(id.0)
    }

    /// A joint; none if it was removed or broke.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        self.joints.get(id)
    }

    /// All joints, in the order of adding.
    pub fn joints(&self) -> impl Iterator<Item = &Joint> {
        self.joints.iter()
    }

    /// The coordinate of a joint, in metres or radians: see [`JointKind`](crate::JointKind). None if the joint
    /// is gone or its kind has none.
    pub fn joint_position(&self, id: JointId) -> Option<f64> {
        self.joints.position(id, &self.bodies.list)
    }

    /// Both anchors of a joint in the world: the body's, and the other body's. None if the joint is gone.
    pub fn joint_anchors(&self, id: JointId) -> Option<(Vec3, Vec3)> {
        self.joints.anchors(id, &self.bodies.list)
    }

    /// How far a joint is open, in metres: how far its anchors are from where it holds them. None if it is gone.
    pub fn joint_gap(&self, id: JointId) -> Option<f64> {
        self.joints.gap(id, &self.bodies.list)
    }

    /// The first body that a ray hits within `length` metres from `origin` along `direction`, which
    /// has length 1; the body `except` is left out. A ray that starts inside a solid does not hit it.
    pub fn ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        except: Option<BodyId>,
        query: &mut Query,
    ) -> Option<RayHit> {
        let rays = RayScene {
            bodies: &self.bodies,
        };
        let all = 0..self.bodies.len() as u32;
        rays.first(all, origin, direction, length, except, query).0
    }

    /// A hash of the state: equal for equal histories, on every machine.
    pub fn state_hash(&self) -> u64 {
        state_hash(self.steps, &self.bodies.list)
    }

    /// The kinetic and potential energy of all bodies, in joules; at the origin's height the latter is 0.
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
    /// If there is no such body, or no longer.
    fn index(&self, id: BodyId) -> &Body {
        match self.body(id) {
            Some(body) => body,
            None => panic!("there is no body {id:?}, or no longer"),
        }
    }
}

/// The hash of a state after some steps.
pub(super) fn state_hash(steps: u64, bodies: &[Body]) -> u64 {
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
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings};
    use dodgem_collide::Shape;
    use dodgem_collide::math::{Pose, yaw};
    use dodgem_collide::shape::{ConvexHull, Cuboid};

    /// A world with one body.
    fn world_with(shape: Shape, pose: Pose) -> World {
        let mut world = World::new(Settings::default()).unwrap();
        world.add(BodyDesc::fixed(shape, pose)).unwrap();
        world
    }

    #[test]
    fn a_ray_meets_a_box_its_hull_and_its_triangles_at_the_same_place() {
        let half = Vec3::new(1.0, 0.5, 2.0);
        let cuboid = Cuboid::new(half).unwrap();
        let corners: Vec<Vec3> = (0..8)
            .map(|i| half * Vec3::from_array([0, 1, 2].map(|b| (i >> b & 1) as f32 * 2.0 - 1.0)))
            .collect();
        let hull = ConvexHull::from_points(&corners).unwrap();
        let model = dodgem_collide::Model::build(
            &hull.to_mesh().unwrap(),
            &dodgem_collide::BuildOptions::default(),
        );
        let pose = Pose::new(yaw(0.4), Vec3::new(0.3, 0.2, -0.5)).unwrap();
        let spaces = [
            Shape::Cuboid(cuboid),
            Shape::Hull(hull.into()),
            Shape::Mesh(model.unwrap().into()),
        ]
        .map(|shape| world_with(shape, pose));
        let mut query = Query::default();
        let mut hits = 0;
        for i in 0..500 {
            // Directions by the golden angle, to places around the middle.
            let angle = i as f32 * 2.399_963;
            let height = 1.0 - 2.0 * (i as f32 + 0.5) / 500.0;
            let flat = (1.0 - height * height).sqrt();
            let from = Vec3::new(flat * angle.sin(), height, flat * angle.cos()) * 5.0;
            let to = Vec3::new(
                (angle * 3.0).sin(),
                (angle * 5.0).sin(),
                (angle * 7.0).sin(),
            ) * 1.5;
            let way = (to - from).normalize();
            let found = spaces
                .each_ref()
                .map(|world| world.ray(from, way, 9.0, None, &mut query));
            let [a, b, c] = found;
            assert_eq!(a.is_some(), c.is_some(), "{from} {to}");
            assert_eq!(b.is_some(), c.is_some(), "{from} {to}");
            let (Some(a), Some(b), Some(c)) = (a, b, c) else {
                continue;
            };
            hits += 1;
            assert!(
                (a.distance - c.distance).abs() < 1e-4 && (b.distance - c.distance).abs() < 1e-4
            );
            assert!(a.normal.dot(c.normal) > 0.999 && b.normal.dot(c.normal) > 0.999);
            // From inside nothing is met.
            assert!(
                spaces[0]
                    .ray(pose.translation(), way, 9.0, None, &mut query)
                    .is_none()
            );
        }
        assert!(hits > 100, "{hits}");
    }
}
