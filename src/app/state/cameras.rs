//! Selects the camera that shows the scene, and flies the free camera.

use glam::{Vec2, Vec3};

use crate::app::camera::CameraKind;
use crate::app::free_camera::FreeCamera;
use crate::app::input::{Command, Devices, Presses, Seats};
use crate::app::names::mark;
use crate::app::parts::{Part, Split, Whose, next_with_views, parts_for};
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::display::Display;
use crate::app::state::notices::Notices;
use crate::app::state::settings_panel::keep_settings;
use crate::app::words::fill;
use crate::level::Mode;

/// Switches to the next camera, the free one included, which starts near the watched car.
pub fn change_to_any_camera(session: &mut Session) {
    let now = session.sight.camera.kind;
    let next = match session.playing && !session.sights.is_empty() {
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
pub fn fly(session: &mut Session, devices: &Devices, seconds: f32) {
    let (way, turn) = devices.flight();
    fly_along(session, way, turn, seconds);
}

/// Like [`fly`], without turning, because the arrow keys belong to a menu.
pub fn fly_without_arrows(session: &mut Session, devices: &Devices, seconds: f32) {
    let (way, _) = devices.flight();
    fly_along(session, way, Vec2::ZERO, seconds);
}

fn fly_along(session: &mut Session, way: Vec3, turn: Vec2, seconds: f32) {
    if session.sight.camera.kind != CameraKind::Free {
        return;
    }
    session.sight.camera.free.fly(way, turn, seconds);
}

/// True if the camera flies by the driving keys, as in building mode, even if there is a car.
pub fn builds(session: &Session) -> bool {
    let free = session.round.mode() == Mode::Free && session.sight.camera.kind == CameraKind::Free;
    free && session.playing && !session.round.arena().has_driven_joints()
}

/// Sets the cameras for playing: the chosen ones, or the free camera if the player has no car or is
/// building. A camera shared by several players is the top one.
pub fn play_camera(session: &mut Session, display: &Display, settings: &AppSettings) {
    let shared = !session.sights.is_empty();
    session.sight.camera.kind = match session.own() {
        Some(_) if shared => CameraKind::Top,
        Some(_) if !builds(session) => display.cameras[0],
        _ => CameraKind::Free,
    };
    for (sight, kind) in session.sights.iter_mut().zip(display.cameras) {
        sight.camera.kind = kind;
    }
    let shaking = settings.camera_shake;
    (session.all_sights()).for_each(|sight| sight.camera.shaking = shaking);
}

/// Returns the parts of the picture in a round: one per local player, unless all share one camera or it
/// flies freely.
pub fn parts(session: &Session, settings: &AppSettings, display: &Display) -> Vec<Part> {
    let kind = session.sight.camera.kind;
    let flies = matches!(kind, CameraKind::Free | CameraKind::Orbit);
    let people = match session.playing && !flies {
        true => session.sights.len(),
        false => 0,
    };
    let mut parts = parts_for(people, settings.split);
    if let Some(only) = display.views_part.filter(|only| *only < parts.len()) {
        for (index, part) in parts.iter_mut().enumerate() {
            part.views = index == only || part.whose == Whose::All;
        }
    }
    parts
}

/// Restricts the debug views to the next part, or shows them in all parts again, and names it.
pub(super) fn change_views_part(
    display: &mut Display,
    session: &Session,
    settings: &AppSettings,
    notices: &mut Notices,
) {
    let parts = parts(session, settings, display);
    display.views_part = next_with_views(display.views_part, parts.len());
    let words = notices.words();
    let said = match display.views_part.map(|part| parts[part].whose) {
        _ if parts.len() == 1 => words.not_split.to_owned(),
        None | Some(Whose::All) => words.views_all.to_owned(),
        Some(Whose::Seat(slot)) => fill(words.views_of, &[("player", &mark(slot))]),
        Some(Whose::Nobody) => words.views_arena.to_owned(),
    };
    notices.say(said);
}

/// Switches to the next layout of the split screen and names it.
pub fn change_split(
    settings: &mut AppSettings,
    session: &Session,
    seats: &Seats,
    notices: &mut Notices,
) {
    let people = session.humans().max(seats.count());
    if people < 2 {
        let key = settings.key_names().shown(Command::SecondPlayer);
        notices.say(fill(notices.words().whole_screen, &[("key", &key)]));
        return;
    }
    settings.split = settings.split.next(people);
    keep_settings(settings, notices);
    let how = notices.language.words().split_for(settings.split, people);
    let text = notices.words().screen_for;
    notices.say(fill(text, &[("people", &people), ("how", &how)]));
}

/// Switches the camera of each player who asked for it. Returns true if any did.
pub fn change_cameras(
    session: &mut Session,
    display: &mut Display,
    seats: &Seats,
    settings: &AppSettings,
    notices: &mut Notices,
    presses: &Presses,
) -> bool {
    let asked = presses.has(Command::Camera);
    if session.sights.is_empty() {
        if asked {
            change_camera(session, display);
        }
        return asked;
    }
    if !asked {
        return false;
    }
    let split = parts(session, settings, display).len() > 1;
    play_camera(session, display, settings);
    if settings.split == Split::Shared {
        let key = settings.key_names().shown(Command::Split);
        notices.say(fill(notices.words().one_camera, &[("key", &key)]));
    } else if split {
        for seat in presses
            .sources(Command::Camera)
            .filter_map(|source| seats.whose(source))
        {
            if let Some(sight) = session.sights.get_mut(seat) {
                display.cameras[seat] = display.cameras[seat].next();
                sight.camera.kind = display.cameras[seat];
                sight.camera.cut();
            }
        }
    }
    true
}

/// Switches to the next camera. Without a car there are the free and the top camera; in free play with a
/// car, the free camera follows the car's cameras.
pub fn change_camera(session: &mut Session, display: &mut Display) {
    let drives = session.own().is_some();
    let free_play = session.round.mode() == Mode::Free;
    let next = match (drives, session.sight.camera.kind) {
        (false, CameraKind::Free) => CameraKind::Top,
        (false, _) => CameraKind::Free,
        (true, CameraKind::Free) if free_play => display.cameras[0],
        (true, CameraKind::Top) if free_play => {
            display.cameras[0] = CameraKind::Chase;
            change_to_any_camera(session);
            return;
        }
        (true, _) => {
            display.cameras[0] = display.cameras[0].next();
            display.cameras[0]
        }
    };
    session.sight.camera.kind = next;
    session.sight.camera.cut();
}
