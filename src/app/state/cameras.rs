//! Selects the camera that shows the scene, and flies the free camera.

use glam::{Vec2, Vec3};

use crate::app::camera::CameraKind;
use crate::app::free_camera::FreeCamera;
use crate::app::input::{Command, Presses};
use crate::app::parts::{Part, Split, Whose, next_with_views, parts_for};
use crate::app::screens::mark_of;
use crate::app::state::AppState;
use crate::level::Mode;

impl AppState {
    /// Switches to the next camera, the free one included, which starts near the watched car.
    pub fn change_to_any_camera(&mut self) {
        let session = &mut self.session;
        let now = session.sight.camera.kind;
        let next = match self.playing && !session.sights.is_empty() {
            false => now.next_of_all(),
            // On a split screen, toggles between the free camera for all and the players' own views.
            true if now == CameraKind::Free => CameraKind::Top,
            true => CameraKind::Free,
        };
        if next == CameraKind::Free {
            let place = session.watched_pose().translation();
            let eye = place + Vec3::new(4.0, 3.5, 6.0);
            session.sight.camera.free = FreeCamera::at(eye, place);
        }
        session.sight.camera.kind = next;
        session.sight.camera.cut();
        session.follow(0.0);
    }

    /// Flies the free camera by the held keys, if it is in use.
    pub fn fly(&mut self, seconds: f32) {
        let (way, turn) = self.devices.flight();
        self.fly_along(way, turn, seconds);
    }

    /// Like [`AppState::fly`], without turning, because the arrow keys belong to a menu.
    pub fn fly_without_arrows(&mut self, seconds: f32) {
        let (way, _) = self.devices.flight();
        self.fly_along(way, Vec2::ZERO, seconds);
    }

    fn fly_along(&mut self, way: Vec3, turn: Vec2, seconds: f32) {
        if self.session.sight.camera.kind != CameraKind::Free {
            return;
        }
        self.session.sight.camera.free.fly(way, turn, seconds);
    }

    /// True if the camera flies by the driving keys, as in building mode, even if there is a car.
    pub fn builds(&self) -> bool {
        let session = &self.session;
        let free =
            session.round.mode() == Mode::Free && session.sight.camera.kind == CameraKind::Free;
        free && self.playing && !session.round.arena().has_driven_joints()
    }

    /// Sets the cameras for playing: the chosen ones, or the free camera if the player has no car or is
    /// building. A camera shared by several players is the top one.
    pub fn play_camera(&mut self) {
        let shared = !self.session.sights.is_empty();
        self.session.sight.camera.kind = match self.session.own() {
            Some(_) if shared => CameraKind::Top,
            Some(_) if !self.builds() => self.cameras[0],
            _ => CameraKind::Free,
        };
        for (sight, kind) in self.session.sights.iter_mut().zip(self.cameras) {
            sight.camera.kind = kind;
        }
        let shaking = self.settings.camera_shake;
        (self.session.all_sights()).for_each(|sight| sight.camera.shaking = shaking);
    }

    /// Returns the parts of the picture in a round: one per local player, unless all share one camera or it
    /// flies freely.
    pub fn parts(&self) -> Vec<Part> {
        let kind = self.session.sight.camera.kind;
        let flies = matches!(kind, CameraKind::Free | CameraKind::Orbit);
        let people = match self.playing && !flies {
            true => self.session.sights.len(),
            false => 0,
        };
        let mut parts = parts_for(people, self.settings.split);
        if let Some(only) = self.views_part.filter(|only| *only < parts.len()) {
            for (index, part) in parts.iter_mut().enumerate() {
                part.views = index == only || part.whose == Whose::All;
            }
        }
        parts
    }

    /// Restricts the debug views to the next part, or shows them in all parts again, and names it.
    pub(super) fn change_views_part(&mut self) {
        let parts = self.parts();
        self.views_part = next_with_views(self.views_part, parts.len());
        let said = match self.views_part.map(|part| parts[part].whose) {
            _ if parts.len() == 1 => "screen not split: views cover it all".to_owned(),
            None | Some(Whose::All) => "views are in every part".to_owned(),
            Some(Whose::Seat(slot)) => format!("views are only in the part of {}", mark_of(slot)),
            Some(Whose::Nobody) => "views are only in the part of the arena".to_owned(),
        };
        self.say(said);
    }

    /// Switches to the next layout of the split screen and names it.
    pub(super) fn change_split(&mut self) {
        let people = self.session.humans().max(self.seats.count()).max(2);
        self.settings.split = self.settings.split.next(people);
        self.keep_settings();
        let how = self.settings.split.words(people);
        self.say(format!("screen for {people} players: {how}"));
    }

    /// Switches the camera of each player who asked for it. Returns true if any did.
    pub fn change_cameras(&mut self, presses: &Presses) -> bool {
        let asked = presses.has(Command::Camera);
        if self.session.sights.is_empty() {
            if asked {
                self.change_camera();
            }
            return asked;
        }
        if !asked {
            return false;
        }
        let split = self.parts().len() > 1;
        self.play_camera();
        if self.settings.split == Split::Shared {
            let key = self.settings.keys.shown(Command::Split);
            self.say(format!("all share one camera  ·  {key}: one for each"));
        } else if split {
            for seat in presses
                .sources(Command::Camera)
                .filter_map(|source| self.seats.whose(source))
            {
                if let Some(sight) = self.session.sights.get_mut(seat) {
                    self.cameras[seat] = self.cameras[seat].next();
                    sight.camera.kind = self.cameras[seat];
                    sight.camera.cut();
                }
            }
        }
        true
    }

    /// Switches to the next camera. Without a car there are the free and the top camera; in free play with a
    /// car, the free camera follows the car's cameras.
    pub fn change_camera(&mut self) {
        let drives = self.session.own().is_some();
        let free_play = self.session.round.mode() == Mode::Free;
        let next = match (drives, self.session.sight.camera.kind) {
            (false, CameraKind::Free) => CameraKind::Top,
            (false, _) => CameraKind::Free,
            (true, CameraKind::Free) if free_play => self.cameras[0],
            (true, CameraKind::Top) if free_play => {
                self.cameras[0] = CameraKind::Chase;
                self.change_to_any_camera();
                return;
            }
            (true, _) => {
                self.cameras[0] = self.cameras[0].next();
                self.cameras[0]
            }
        };
        self.session.sight.camera.kind = next;
        self.session.sight.camera.cut();
    }
}
