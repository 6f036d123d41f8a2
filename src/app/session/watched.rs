//! Whom the camera follows: the player's car, and once it is out the one that leads.

use glam::{Vec2, Vec3};

use dodgem_collide::math::Pose;

use crate::app::camera::Target;
use crate::app::free_camera::FreeCamera;
use crate::app::params::{BUMPER_CAR_HALF_LENGTH, FREE_BACK, FREE_OUTSIDE, OUT_SECONDS};
use crate::app::session::Session;
use crate::arena::{Actor, ActorId};

impl Session {
    /// The first player's car, to which the numbers on screen belong; none where there are no cars.
    pub fn own_id(&self) -> Option<ActorId> {
        let car = self.round.cars().get(self.round.score().player)?;
        Some(car.actor)
    }

    /// That car.
    pub fn own(&self) -> Option<&Actor> {
        Some(self.round.arena().actor(self.own_id()?))
    }

    /// Where that car is; the middle of the floor where there is none.
    pub fn own_place(&self) -> Vec3 {
        self.own().map_or(Vec3::ZERO, |own| own.pose.translation())
    }

    /// Who is watched in place of the player, as an index in the list of cars: once the player has been out for a
    /// moment, the best of those that are in.
    pub fn stand_in(&self) -> Option<usize> {
        if self.out_for < OUT_SECONDS {
            return None;
        }
        let ranking = self.round.score().ranking();
        ranking.into_iter().find(|car| !self.round.is_out(*car))
    }

    /// The car that the camera follows.
    pub fn watched_id(&self) -> Option<ActorId> {
        let stand_in = self.stand_in().map(|car| self.round.cars()[car].actor);
        stand_in.or_else(|| self.own_id())
    }

    /// That car.
    pub fn watched(&self) -> Option<&Actor> {
        Some(self.round.arena().actor(self.watched_id()?))
    }

    /// Where that car is, and how it stands; the middle of the floor where there is none.
    pub fn watched_pose(&self) -> Pose {
        self.watched().map_or(Pose::IDENTITY, |actor| actor.pose)
    }

    /// Counts for how long the player has been out; with another car to watch, the camera jumps there.
    pub(super) fn note_out(&mut self, seconds: f32) {
        let before = self.watched_id();
        self.out_for = match self.round.is_out(self.round.score().player) {
            true => self.out_for + seconds,
            false => 0.0,
        };
        if self.watched_id() != before {
            self.camera.cut();
        }
    }

    /// Puts the camera that flies to where all things are seen.
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
        // In front of the crowd: from as far away, and higher up.
        let reach = self.reach() + FREE_OUTSIDE;
        let flat = Vec2::new(eye.x, eye.z).clamp(-reach, reach);
        let aside = flat - Vec2::new(middle.x, middle.z);
        let height = (way.length_squared() - aside.length_squared())
            .max(0.0)
            .sqrt();
        let eye = Vec3::new(flat.x, (middle.y + height.max(way.y)).max(1.0), flat.y);
        self.camera.free = FreeCamera::at(eye, middle);
    }

    /// Lets the camera follow for that many seconds, also while the round stands still.
    pub fn follow(&mut self, seconds: f32) {
        let Some(id) = self.watched_id() else {
            // The camera flies, or stands above: it follows nothing.
            self.camera
                .update(&Target::default(), &self.blocks, seconds);
            return;
        };
        let actor = self.round.arena().actor(id);
        let pose = self.drawn_pose(id);
        let forward = pose.transform_vector(Vec3::NEG_Z);
        let bounds = self.round.asset(id).shape.mesh.aabb();
        let target = Target {
            position: pose.translation(),
            forward,
            up: pose.transform_vector(Vec3::Y),
            size: (bounds.half_extents().z / BUMPER_CAR_HALF_LENGTH).clamp(0.4, 4.0),
            speed: actor.velocity.dot(forward),
        };
        self.camera.update(&target, &self.blocks, seconds);
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Controls;

    use super::*;
    use crate::app::camera::CameraKind;
    use crate::game::{RoundOptions, RoundPhase};
    use crate::level::Library;

    #[test]
    fn who_falls_off_sees_it_and_then_who_leads() {
        let library = Library::new(Vec::new());
        let options = RoundOptions::default();
        let mut shown =
            Session::load(&library, "knockout", options, CameraKind::Chase).expect("a level");
        // Straight over the edge.
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        let player = shown.round.score().player;
        while !shown.round.is_out(player) {
            assert_ne!(shown.round.phase(), RoundPhase::Over, "it never fell");
            assert_eq!(shown.watched_id(), shown.own_id());
            shown.advance(1.0 / 60.0, &[full]);
        }
        assert_eq!(shown.stand_in(), None, "it sees itself fall first");
        for _ in 0..(OUT_SECONDS * 60.0) as usize + 2 {
            shown.advance(1.0 / 60.0, &[]);
        }
        let other = shown.stand_in().expect("somebody is still in");
        assert!(other != player && !shown.round.is_out(other));
        let ranking = shown.round.score().ranking();
        let better = ranking.into_iter().take_while(|car| *car != other);
        assert!(better.into_iter().all(|car| shown.round.is_out(car)));
    }
}
