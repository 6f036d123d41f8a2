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

    /// The corners of a box around all things and around the given one.
    fn extent_of_things(&self, (mut low, mut high): (Vec3, Vec3)) -> (Vec3, Vec3) {
        for actor in self.round.arena().actors() {
            let place = actor.pose.translation();
            low = low.min(place - actor.radius);
            high = high.max(place + actor.radius);
        }
        (low, high)
    }

    /// Lets the camera that goes around a scene without cars show its things instead of the arena; `aside` is the
    /// distance of the scene from the picture's middle, as a share of half the width.
    pub fn orbit_things(&mut self, aside: f32) {
        let none = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
        let (low, high) = self.extent_of_things(none);
        let shows = self.round.cars().is_empty() && low.cmple(high).all();
        let camera = &mut self.sight.camera;
        camera.aside = aside;
        camera.around = shows.then(|| ((low + high) * 0.5, (high - low).length() * 0.5));
    }

    /// Places the free camera so that all things are in view.
    pub fn place_free_camera(&mut self) {
        let (low, high) = self.extent_of_things((Vec3::new(-3.0, 0.0, -3.0), Vec3::splat(3.0)));
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

#[cfg(test)]
mod tests {
    use crate::app::camera::{CameraKind, Frame};
    use crate::app::params::ORBIT_ASIDE;
    use crate::app::session::Session;
    use crate::game::RoundOptions;
    use crate::level::Library;
    use glam::Vec2;

    fn behind_the_title(level: &str) -> Session {
        let library = Library::new(Vec::new());
        let options = RoundOptions::default();
        let mut session = Session::load(&library, level, options, CameraKind::Orbit).unwrap();
        session.orbit_things(ORBIT_ASIDE);
        session
    }

    #[test]
    fn the_things_of_a_scene_without_cars_are_seen_beside_the_title() {
        let frame = Frame {
            aspect: 16.0 / 9.0,
            head: 0.0,
            foot: 0.0,
        };
        for level in ["physics/gyroscope", "physics/pi", "physics/nut"] {
            let session = behind_the_title(level);
            let view = session.sight.camera.view(session.reach(), frame);
            let mut seen = 0;
            let actors = session.round.arena().actors();
            for actor in actors {
                let at = view.project(actor.pose.translation(), Vec2::new(1280.0, 720.0));
                // The list of levels takes 500 units; behind it lies a part of scenes as large as their hall.
                let beside = |at: Vec2| at.x > 500.0 && at.x < 1280.0 && at.y > 0.0 && at.y < 720.0;
                seen += usize::from(at.is_some_and(|(at, _)| beside(at)));
            }
            assert!(
                seen * 10 >= actors.len() * 9,
                "{level}: {seen} of {}",
                actors.len()
            );
        }
        let cars = behind_the_title("classic");
        assert!(cars.sight.camera.around.is_none(), "the arena is shown");
    }
}
