//! Through which camera the scene is seen, and how the one that flies is flown.

use glam::{Vec2, Vec3};

use crate::app::camera::CameraKind;
use crate::app::free_camera::FreeCamera;
use crate::app::state::AppState;
use crate::level::Mode;

impl AppState {
    /// Goes on to the next camera, the one that flies included: it begins where the last one was.
    pub fn change_to_any_camera(&mut self) {
        let session = &mut self.session;
        let next = session.camera.kind.next_of_all();
        if next == CameraKind::Free {
            let place = session.watched_pose().translation();
            let eye = place + Vec3::new(4.0, 3.5, 6.0);
            session.camera.free = FreeCamera::at(eye, place);
        }
        session.camera.kind = next;
        session.camera.cut();
        session.follow(0.0);
    }

    /// Flies the camera by the keys that are held, if it is the one that flies.
    pub fn fly(&mut self, seconds: f32) {
        let (way, turn) = self.devices.flight();
        self.fly_along(way, turn, seconds);
    }

    /// The same without turning: the arrows are a menu's.
    pub fn fly_without_arrows(&mut self, seconds: f32) {
        let (way, _) = self.devices.flight();
        self.fly_along(way, Vec2::ZERO, seconds);
    }

    fn fly_along(&mut self, way: Vec3, turn: Vec2, seconds: f32) {
        if self.session.camera.kind != CameraKind::Free {
            return;
        }
        self.session.camera.free.fly(way, turn, seconds);
    }

    /// True if the camera flies by the keys in free play, as where one builds, even if there is a car that they could
    /// drive.
    pub fn builds(&self) -> bool {
        let session = &self.session;
        let free = session.round.mode() == Mode::Free && session.camera.kind == CameraKind::Free;
        free && self.playing && !session.level.has_driven_joints()
    }

    /// Looks as the player does who plays: through the chosen camera, or where no car is driven or somebody builds
    /// through one that flies.
    pub fn play_camera(&mut self) {
        self.session.camera.kind = match self.session.own() {
            Some(_) if !self.builds() => self.camera,
            _ => CameraKind::Free,
        };
    }

    /// Goes on to the next camera. Where no car is driven there are the one that flies and the one above; in free
    /// play the one that flies comes behind those of the car.
    pub fn change_camera(&mut self) {
        let drives = self.session.own().is_some();
        let free_play = self.session.round.mode() == Mode::Free;
        let next = match (drives, self.session.camera.kind) {
            (false, CameraKind::Free) => CameraKind::Top,
            (false, _) => CameraKind::Free,
            (true, CameraKind::Free) if free_play => self.camera,
            (true, CameraKind::Top) if free_play => {
                self.camera = CameraKind::Chase;
                self.change_to_any_camera();
                return;
            }
            (true, _) => {
                self.camera = self.camera.next();
                self.camera
            }
        };
        self.session.camera.kind = next;
        self.session.camera.cut();
    }
}
