//! The inspection tools: the bodies in focus, the magnifier, the numbers.

use std::fmt::Display as Shown;

use glam::{Vec2, Vec3};
use macroquad::input::{MouseButton, is_mouse_button_pressed};

use crate::app::camera::CameraKind;
use crate::app::focus_view;
use crate::app::input::{Command, Presses};
use crate::app::panels::GraphForm;
use crate::app::params::PAUSE_LETTERS;
use crate::app::params::window::state_looking::{EASY_TO_HIT, LEFT_OF_LEGEND, MENU_GROWTH};
use crate::app::render::scene::CameraView;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::cameras::change_views_part;
use crate::app::state::display::Display;
use crate::app::state::notices::Notices;
use crate::app::words::fill;
use crate::arena::{ActorId, Focus, View, Views};
use dodgem_scene::params::TOI_TRACE_SECONDS;

/// Puts the body under the pointer in focus if the player asks for it; uses the last picture's view.
pub fn point_with(
    session: &Session,
    views: &mut Views,
    notices: &mut Notices,
    presses: &mut Presses,
    (view, at, size): (&CameraView, Vec2, Vec2),
) {
    let by_mouse = is_mouse_button_pressed(MouseButton::Middle);
    if !presses.take(Command::Point) && !by_mouse {
        return;
    }
    let Some(id) = body_at(session, at, view, size) else {
        views.focus = None;
        notices.say(notices.words().no_focus);
        return;
    };
    let focus = Focus::pointed(views.focus, id);
    set_focus(session, views, notices, focus);
    if views.focus.is_some() && views.is_empty() {
        // A body that was pointed at is marked only by a view.
        views.set(View::Pairs, true);
    }
}

/// Returns the nearest body drawn at a position of the picture.
fn body_at(session: &Session, pointer: Vec2, view: &CameraView, size: Vec2) -> Option<ActorId> {
    let arena = session.round.arena();
    let ids = (0..arena.actors().len() as u32).map(ActorId);
    let hit = ids.filter_map(|id| {
        let actor = arena.actor(id);
        let half = actor.model.local_aabb().half_extents();
        let middle = session.drawn_pose(id).translation() + Vec3::Y * half.y.min(0.5);
        let (at, far) = view.project(middle, size)?;
        let reach = actor.radius * view.scale.y * size.y * 0.5 / far;
        (at.distance(pointer) < reach.max(EASY_TO_HIT)).then_some((far, id))
    });
    let nearest = hit.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, id)| id)
}

/// Sets the focus and shows its names.
fn set_focus(session: &Session, views: &mut Views, notices: &mut Notices, focus: Option<Focus>) {
    let arena = session.round.arena();
    let names: Vec<&str> = (focus.iter().flat_map(Focus::bodies))
        .map(|id| &*arena.actor(id).name)
        .collect();
    let words = notices.words();
    let said = match names[..] {
        [] => words.no_focus.to_owned(),
        [one] => fill(words.focus_one, &[("name", &one)]),
        _ => {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            let names = notices.language.words().list(&names);
            fill(words.focus_pair, &[("names", &names)])
        }
    };
    views.focus = focus;
    notices.say(said);
}

/// Handles the keys for the focus, the magnifier, the numbers and the colours.
pub fn handle_looks(
    session: &mut Session,
    display: &mut Display,
    settings: &mut AppSettings,
    notices: &mut Notices,
    presses: &mut Presses,
) {
    let views = &mut display.views;
    if presses.has(Command::LastCrash) {
        match session.round.arena().last_crash() {
            Some((pair, age)) => {
                set_focus(session, views, notices, Some(Focus::Pair(pair)));
                if age > TOI_TRACE_SECONDS {
                    let back = settings.key_names().shown(Command::StepBack);
                    let age = format!("{age:.1}");
                    let parts: [(&str, &dyn Shown); 2] = [("seconds", &age), ("key", &back)];
                    notices.say(fill(notices.words().focus_old, &parts));
                }
            }
            None => notices.say(notices.words().no_crash),
        }
    }
    for _ in 0..presses.count(Command::NearestPair) {
        let pairs = session.round.arena().nearest_pairs();
        let now = views.focus.as_ref().and_then(Focus::pair);
        let same = |pair: &[ActorId; 2]| Some(*pair) == now || Some([pair[1], pair[0]]) == now;
        // The first press takes the nearest pair, each further press the next one.
        let at = pairs.iter().position(same).map_or(0, |at| at + 1);
        match pairs.get(at).or(pairs.first()) {
            Some(pair) => set_focus(session, views, notices, Some(Focus::Pair(*pair))),
            None => notices.say(notices.words().no_pair),
        }
    }
    if presses.turns(Command::Magnify) {
        // Off, small, large, and off again.
        (display.magnifies, display.magnifier_is_large) =
            match (display.magnifies, display.magnifier_is_large) {
                (false, _) => (true, false),
                (true, large) => (!large, !large),
            };
        let pair = views.focus.as_ref().and_then(Focus::pair);
        if display.magnifies && pair.is_none() {
            notices.say(notices.words().magnifier);
        }
    }
    display.numbers ^= presses.turns(Command::Numbers);
    if presses.turns(Command::Graphs) {
        display.graphs.form = match display.graphs.form.take() {
            Some(_) => None,
            None => Some(GraphForm::default()),
        };
    }
    for _ in 0..presses.count(Command::ViewsPart) {
        change_views_part(display, session, settings, notices);
    }
    if presses.turns(Command::Palette) {
        settings.palette = settings.palette.next();
        let name = settings.words().palette(settings.palette);
        notices.say(fill(notices.words().colours, &[("name", &name)]));
    }
    look(session, display, settings);
}

/// Flies the camera beside the bodies in focus, so that they appear between the menu and the legend in that text size.
pub fn fly_to_focus(session: &mut Session, views: &Views, letters: f32) {
    let round = &session.round;
    let bodies = views.focus.iter().flat_map(Focus::bodies);
    let bodies: Vec<ActorId> = bodies.collect();
    let place = |id: ActorId| round.arena().actor(id).pose.translation();
    let pair = match bodies[..] {
        [one] => [one, one],
        [one, other] => [one, other],
        _ => return,
    };
    let two = (pair[0] != pair[1]).then_some(pair);
    let near = two.and_then(|pair| round.arena().nearest_at(pair, views));
    let middle = (place(pair[0]) + place(pair[1])) * 0.5;
    let point = near.map_or(middle, |near| (near.points[0] + near.points[1]) * 0.5);
    let aside = (letters.min(PAUSE_LETTERS) - 1.0) * MENU_GROWTH - LEFT_OF_LEGEND;
    let camera = focus_view::on_pair(round.arena(), pair, point, aside);
    session.sight.camera.free = camera;
    session.sight.camera.kind = CameraKind::Free;
    session.sight.camera.cut();
    session.follow(0.0);
}

/// Clears a focus on bodies that no longer exist.
pub fn check_focus(session: &Session, views: &mut Views) {
    let arena = session.round.arena();
    views.focus = arena.valid_focus(views.focus);
}

/// Updates the measurements for the views, and clears a focus on bodies that no longer exist.
pub fn look(session: &mut Session, display: &mut Display, settings: &AppSettings) {
    check_focus(session, &mut display.views);
    #[cfg(not(target_family = "wasm"))]
    (display.lab).follow_focus(session.round.arena(), &display.views);
    session.look_with(&display.views, display.numbers || display.measures);
    session.speeds = settings.speeds;
    session.drawn.freeze = settings.freeze;
}
