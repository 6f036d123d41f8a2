//! The inspection tools: the bodies in focus, the magnifier, the numbers.

use glam::{Vec2, Vec3};
use macroquad::input::{MouseButton, is_mouse_button_pressed};

use crate::app::camera::CameraKind;
use crate::app::crash_view::beside_pair;
use crate::app::input::{Command, Presses};
use crate::app::render::scene::CameraView;
use crate::app::state::AppState;
use crate::arena::{ActorId, Focus, View};
use dodgem_scene::params::TOI_TRACE_SECONDS;

/// Radius around a body on screen, in units, within which it can be picked even if it is smaller.
const EASY_TO_HIT: f32 = 12.0;
/// The distance left of the picture's middle at which the camera shows its target, in metres.
const LEFT_OF_LEGEND: f32 = 1.4;
/// Factor on the camera's distance from a crash, so that both bodies in focus are left of the legend.
const FOCUS_FARTHER: f32 = 1.35;

impl AppState {
    /// Puts the body under the pointer in focus if the player asks for it; uses the last picture's view.
    pub fn point_with(&mut self, presses: &mut Presses, view: &CameraView, at: Vec2, size: Vec2) {
        let by_mouse = is_mouse_button_pressed(MouseButton::Middle);
        if !presses.take(Command::Point) && !by_mouse {
            return;
        }
        let Some(id) = self.body_at(at, view, size) else {
            self.views.focus = None;
            self.say("nothing in focus");
            return;
        };
        self.set_focus(Focus::pointed(self.views.focus, id));
    }

    /// Returns the nearest body drawn at a position of the picture.
    fn body_at(&self, pointer: Vec2, view: &CameraView, size: Vec2) -> Option<ActorId> {
        let arena = self.session.round.arena();
        let ids = (0..arena.actors().len() as u32).map(ActorId);
        let hit = ids.filter_map(|id| {
            let actor = arena.actor(id);
            let half = actor.model.local_aabb().half_extents();
            let middle = self.session.drawn_pose(id).translation() + Vec3::Y * half.y.min(0.5);
            let (at, far) = view.project(middle, size)?;
            let reach = actor.radius * view.scale.y * size.y * 0.5 / far;
            (at.distance(pointer) < reach.max(EASY_TO_HIT)).then_some((far, id))
        });
        let nearest = hit.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, id)| id)
    }

    /// Sets the focus and shows its names; if no view is on, it turns on the view of pairs.
    fn set_focus(&mut self, focus: Option<Focus>) {
        let arena = self.session.round.arena();
        let names: Vec<&str> = (focus.iter().flat_map(Focus::bodies))
            .map(|id| &*arena.actor(id).name)
            .collect();
        let said = match names[..] {
            [] => "nothing in focus".to_owned(),
            [one] => format!("in focus: {one}; point at another one for a pair"),
            _ => format!("in focus: {}", names.join(" and ")),
        };
        self.views.focus = focus;
        if focus.is_some() && self.views.is_empty() {
            self.views.set(View::Pairs, true);
        }
        self.say(said);
    }

    /// Handles the keys for the focus, the magnifier, the numbers and the colours.
    pub(super) fn handle_looks(&mut self, presses: &mut Presses) {
        if presses.has(Command::LastCrash) {
            match self.session.round.arena().last_crash() {
                Some((pair, age)) => {
                    self.set_focus(Some(Focus::Pair(pair)));
                    if age > TOI_TRACE_SECONDS {
                        let back = self.settings.keys.shown(Command::StepBack);
                        self.say(format!(
                            "in focus: crash {age:.1} s ago; hold {back} to rewind"
                        ));
                    }
                }
                None => self.say("no sweep has found a crash yet"),
            }
        }
        for _ in 0..presses.count(Command::NearestPair) {
            let pairs = self.session.round.arena().nearest_pairs();
            let now = self.views.focus.as_ref().and_then(Focus::pair);
            let same = |pair: &[ActorId; 2]| Some(*pair) == now || Some([pair[1], pair[0]]) == now;
            // The first press takes the nearest pair, each further press the next one.
            let at = pairs.iter().position(same).map_or(0, |at| at + 1);
            match pairs.get(at).or(pairs.first()) {
                Some(pair) => self.set_focus(Some(Focus::Pair(*pair))),
                None => self.say("there are not two bodies here"),
            }
        }
        if presses.turns(Command::Magnify) {
            self.magnifies = !self.magnifies;
            let pair = self.views.focus.as_ref().and_then(Focus::pair);
            if self.magnifies && pair.is_none() {
                self.say("the magnifier needs a pair in focus: choose one");
            }
        }
        self.numbers ^= presses.turns(Command::Numbers);
        for _ in 0..presses.count(Command::ViewsPart) {
            self.change_views_part();
        }
        if presses.turns(Command::Palette) {
            self.settings.palette = self.settings.palette.next();
            self.say(format!("{} colours", self.settings.palette.name()));
        }
        self.look();
    }

    /// Flies the camera beside the bodies in focus, so that they appear left of the legend.
    pub fn fly_to_focus(&mut self) {
        let round = &self.session.round;
        let bodies = self.views.focus.iter().flat_map(Focus::bodies);
        let bodies: Vec<ActorId> = bodies.collect();
        let place = |id: ActorId| round.arena().actor(id).pose.translation();
        let pair = match bodies[..] {
            [one] => [one, one],
            [one, other] => [one, other],
            _ => return,
        };
        let two = (pair[0] != pair[1]).then_some(pair);
        let near = two.and_then(|pair| round.arena().nearest_at(pair, &self.views));
        let middle = (place(pair[0]) + place(pair[1])) * 0.5;
        let point = near.map_or(middle, |near| (near.points[0] + near.points[1]) * 0.5);
        let camera = beside_pair(round, pair, point, -LEFT_OF_LEGEND, FOCUS_FARTHER);
        self.session.sight.camera.free = camera;
        self.session.sight.camera.kind = CameraKind::Free;
        self.session.sight.camera.cut();
        self.session.follow(0.0);
    }

    /// Clears a focus on bodies that no longer exist.
    pub fn check_focus(&mut self) {
        let arena = self.session.round.arena();
        self.views.focus = arena.valid_focus(self.views.focus);
    }

    /// Updates the measurements for the views, and clears a focus on bodies that no longer exist.
    pub fn look(&mut self) {
        self.check_focus();
        self.session.look_with(&self.views, self.numbers);
        self.session.speeds = self.settings.speeds;
        self.session.drawn.holding = self.settings.hit_stop;
    }
}
