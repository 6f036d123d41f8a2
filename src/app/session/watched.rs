//! The cars that the cameras follow.

use glam::{Vec2, Vec3};

use dodgem_collide::math::Pose;

use crate::app::camera::Target;
use crate::app::free_camera::FreeCamera;
use crate::app::params::{
    BUMPER_CAR_HALF_LENGTH, CAMERA_WALL, CARD_ASIDE, FREE_BACK, FREE_OUTSIDE,
};
use crate::app::session::Session;
use crate::arena::{Actor, ActorId};

impl Session {
    /// The first player's car, which the numbers on screen describe; `None` if the level has no cars.
    pub fn own_id(&self) -> Option<ActorId> {
        let car = self.round.cars().get(self.round.score().player)?;
        Some(car.actor)
    }

    /// The actor of the first player's car.
    pub fn own(&self) -> Option<&Actor> {
        Some(self.round.arena().actor(self.own_id()?))
    }

    /// Position of the first player's car; the origin if there is none.
    pub fn own_place(&self) -> Vec3 {
        self.own().map_or(Vec3::ZERO, |own| own.pose.translation())
    }

    /// The car that the camera of the whole picture follows.
    pub fn watched_id(&self) -> Option<ActorId> {
        self.sight.watched(&self.round)
    }

    /// The actor of the car that this camera follows.
    pub fn watched(&self) -> Option<&Actor> {
        Some(self.round.arena().actor(self.watched_id()?))
    }

    /// Pose of the car that this camera follows; the identity if there is none.
    pub fn watched_pose(&self) -> Pose {
        self.watched().map_or(Pose::IDENTITY, |actor| actor.pose)
    }

    /// Places the free camera so that it sees all things.
    pub fn place_free_camera(&mut self) {
        let (mut low, mut high) = (Vec3::new(-3.0, 0.0, -3.0), Vec3::splat(3.0));
        for actor in self.round.arena().actors() {
            let place = actor.pose.translation();
            low = low.min(place - actor.radius);
            high = high.max(place + actor.radius);
        }
        let size = high - low;
        let middle = (low + high) * 0.5;
        let back = size.x.max(size.z).max(size.y) * FREE_BACK;
        let way = Vec3::new(0.25 * back, 0.35 * back, back);
        let eye = middle + way;
        // The eye stays in front of the crowd; it rises to keep its distance.
        let reach = self.reach() + FREE_OUTSIDE;
        let flat = Vec2::new(eye.x, eye.z).clamp(-reach, reach);
        let aside = flat - Vec2::new(middle.x, middle.z);
        let height = (way.length_squared() - aside.length_squared())
            .max(0.0)
            .sqrt();
        let eye = Vec3::new(flat.x, (middle.y + height.max(way.y)).max(1.0), flat.y);
        // The card at the right must not hide the scene.
        let way = middle - eye;
        let aside = match self.round.scene().card().is_empty() {
            true => 0.0,
            false => CARD_ASIDE * way.length(),
        };
        let right = way.cross(Vec3::Y).normalize_or_zero();
        self.sight.camera.free = FreeCamera::at(eye, middle + right * aside);
    }

    /// Moves the cameras by that many seconds, also while the round stands still.
    pub fn follow(&mut self, seconds: f32) {
        for index in 0..=self.sights.len() {
            let of = |session: &Self| match index {
                0 => session.sight.watched(&session.round),
                seat => session.sights[seat - 1].watched(&session.round),
            };
            // Without a car the camera flies or looks from above, so its target does not matter.
            let target = of(self).map_or_else(Target::default, |id| self.target(id));
            let sight = match index {
                0 => &mut self.sight,
                seat => &mut self.sights[seat - 1],
            };
            sight.camera.update(&target, &self.blocks, seconds);
            // The border is convex, so for an eye inside it no wall hides the car.
            let border = self.round.arena().border();
            let outside = |eye: Vec3| border.clearance(eye) < CAMERA_WALL;
            sight.camera.look_through(&self.blocks, outside, seconds);
        }
    }

    /// The state of a car for the camera that follows it.
    fn target(&self, id: ActorId) -> Target {
        let actor = self.round.arena().actor(id);
        let pose = self.drawn_pose(id);
        let forward = pose.transform_vector(Vec3::NEG_Z);
        let bounds = self.round.asset(id).shape.mesh.aabb();
        Target {
            position: pose.translation(),
            forward,
            up: pose.transform_vector(Vec3::Y),
            size: (bounds.half_extents().z / BUMPER_CAR_HALF_LENGTH).clamp(0.4, 4.0),
            speed: actor.velocity.dot(forward),
        }
    }
}
