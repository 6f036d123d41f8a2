//! The hand at the pointer: it takes hold of what is pointed at, pulls or places it, and throws.

use glam::{Quat, Vec2, Vec3};

use dodgem_physics::{Body, Filter};

use crate::app::camera::CameraKind;
use crate::app::input::{Command, Pointer, Presses};
use crate::app::params::{
    ADDED_AHEAD, HAND_FAR, HAND_TURN_PIXELS, HAND_WHEEL, LOOK_TURN, LOOK_WHEEL, PLACING_GAP,
    SNAP_METRES, SNAP_TURN, THROW_SECONDS, THROWN_AHEAD,
};
use crate::app::render::scene::CameraView;
use crate::app::state::{AppState, Saving};
use crate::arena::{ActorId, HandError};
use crate::game::Act;
use crate::level::Mode;
use crate::params::THROWN_SPEED;

/// What the hand does on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HandUse {
    /// Nothing.
    #[default]
    None,
    /// Time runs: it pulls.
    Pull,
    /// Time stands still: it places, without a force.
    Place,
}

/// The hand, and what it is about.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hand {
    /// It is in use in a round in which something is counted.
    pub wanted: bool,
    /// What it does now.
    pub does: HandUse,
    /// The actor that it points at, and where.
    pub over: Option<(ActorId, Vec3)>,
    /// What it holds.
    pub grip: Option<Grip>,
    /// For how long a throw has been held, in seconds.
    pub charge: Option<f32>,
    /// How far it was to be turned and was not yet, in radians, as it turns by whole steps.
    turn_left: Vec3,
}

impl Hand {
    /// By how many whole steps of a turn the pointer has moved, given in units about each axis.
    fn snapped(&mut self, turned: Vec3) -> Vec3 {
        self.turn_left += turned * HAND_TURN_PIXELS;
        let steps = (self.turn_left / SNAP_TURN).trunc();
        self.turn_left -= steps * SNAP_TURN;
        steps * SNAP_TURN
    }
}

/// What the hand holds by the pointer.
#[derive(Debug, Clone, Copy)]
pub struct Grip {
    pub actor: ActorId,
    /// How far from the eye, in metres.
    far: f32,
    /// From the point to the actor's origin, in metres.
    to_origin: Vec3,
    /// Where it pulls to.
    pub target: Vec3,
    /// It is being turned.
    turns: bool,
}

impl AppState {
    /// What the hand does where time runs: it has to be asked for where something is counted.
    pub fn hand_in_round(&self) -> HandUse {
        let is_free = self.session.round.mode() == Mode::Free;
        match self.playing && (is_free || self.hand.wanted) {
            true => HandUse::Pull,
            false => HandUse::None,
        }
    }

    /// Uses the hand by the pointer, as the last picture showed the scene. True if time is to stand still, as
    /// something was taken back.
    pub fn use_hand(
        &mut self,
        does: HandUse,
        presses: &mut Presses,
        pointer: &Pointer,
        (view, size): (&CameraView, Vec2),
        seconds: f32,
    ) -> bool {
        (self.panels).of_scene(&self.session.source, self.session.generation);
        if self.playing && does != HandUse::Place && presses.turns(Command::Hand) {
            self.hand.wanted = !self.hand.wanted;
            if self.session.round.mode() != Mode::Free && !self.session.may_interfere() {
                self.say(match self.hand.wanted {
                    true => "the hand is yours: this round counts for no best once you use it",
                    false => "the hand is put away",
                });
            }
        }
        if does != self.hand.does {
            self.hand.does = does;
            self.drop_grip();
        }
        // The round may be another one since, or be where what is held is not.
        let arena = self.session.round.arena();
        if self
            .hand
            .grip
            .is_some_and(|grip| !arena.is_present(grip.actor))
        {
            self.hand.grip = None;
        }
        if does == HandUse::None {
            (self.hand.over, self.hand.charge) = (None, None);
            return false;
        }
        let ray = view.ray(pointer.at, size);
        self.hand.over = match pointer.covered {
            true => None,
            false => self.pointed_at(view.eye, ray),
        };
        let used = self.use_choice(pointer, (view.eye, ray));
        let pressed = pointer.pressed && !used;
        let done = self.hold_or_let_go(
            &Pointer {
                pressed,
                ..*pointer
            },
            view,
            ray,
        );
        self.tell(done);
        self.look_around(pointer);
        self.throw_ball(pointer, view.eye, ray, seconds);
        let undone = self.do_commands(presses);
        if self.hand.grip.is_none() && self.session.round.arena().hold().is_some() {
            let done = self.session.act(Act::LetGo);
            self.tell(done);
        }
        undone
    }

    /// Uses a press for what was chosen in the panels, or opens the panel of a thing. True if the press was used.
    fn use_choice(&mut self, pointer: &Pointer, (eye, ray): (Vec3, Vec3)) -> bool {
        if pointer.covered {
            return false;
        }
        if self.put_chosen((eye, ray), pointer.pressed, pointer.released) {
            return true;
        }
        if pointer.pressed && self.panels.joining.is_some() {
            let at = self.place_ahead(eye, ray);
            return self.join_pressed(self.hand.over, at);
        }
        if let Some((id, _)) = self.hand.over.filter(|_| pointer.twice) {
            self.panels.choose(id);
            return true;
        }
        false
    }

    /// Where a ray meets the scene, or a place ahead.
    pub(super) fn place_ahead(&self, eye: Vec3, ray: Vec3) -> Vec3 {
        let world = self.session.round.arena().world();
        match world.ray(eye, ray, HAND_FAR, &Filter::default()) {
            Some(hit) => hit.point.max(Vec3::new(f32::MIN, 0.0, f32::MIN)),
            None => (eye + ray * ADDED_AHEAD).max(Vec3::new(f32::MIN, 0.0, f32::MIN)),
        }
    }

    pub(super) fn tell(&mut self, done: Result<(), HandError>) {
        if let Err(error) = done {
            self.say(error.to_string());
        }
    }

    /// Turns and moves the camera that flies, where nothing is held.
    fn look_around(&mut self, pointer: &Pointer) {
        let flies = self.session.sight.camera.kind == CameraKind::Free;
        if !flies || pointer.covered || self.hand.grip.is_some() {
            return;
        }
        let camera = &mut self.session.sight.camera.free;
        let before = *camera;
        if pointer.turned {
            camera.look(pointer.moved * Vec2::new(1.0, -1.0) * LOOK_TURN);
        }
        camera.go_ahead(pointer.wheel * LOOK_WHEEL);
        if *camera != before {
            self.session.follow(0.0);
        }
    }

    fn drop_grip(&mut self) {
        self.hand.grip = None;
        if self.session.guide().is_none() && self.session.round.arena().hold().is_some() {
            let done = self.session.act(Act::LetGo);
            self.tell(done);
        }
    }

    fn pointed_at(&self, eye: Vec3, ray: Vec3) -> Option<(ActorId, Vec3)> {
        let arena = self.session.round.arena();
        let hidden = &self.session.hidden;
        let seen = |body: &Body| {
            let actor = arena.actor_of(body.id());
            !actor.is_some_and(|id| hidden.contains(&id))
        };
        let filter = Filter {
            accepts: Some(&seen),
            ..Filter::default()
        };
        let hit = arena.world().ray(eye, ray, HAND_FAR, &filter)?;
        Some((arena.actor_of(hit.body)?, hit.point))
    }

    fn hold_or_let_go(
        &mut self,
        pointer: &Pointer,
        view: &CameraView,
        ray: Vec3,
    ) -> Result<(), HandError> {
        if pointer.pressed
            && let Some((actor, at)) = self.hand.over
        {
            if self.hand.does == HandUse::Pull {
                self.session.act(Act::Take { actor: actor.0, at })?;
            }
            let origin = self.session.round.arena().actor(actor).pose.translation();
            self.hand.grip = Some(Grip {
                actor,
                far: at.distance(view.eye),
                to_origin: origin - at,
                target: at,
                turns: false,
            });
        }
        let Some(mut grip) = self.hand.grip else {
            return Ok(());
        };
        if !pointer.down {
            self.drop_grip();
            return Ok(());
        }
        grip.far = (grip.far * HAND_WHEEL.powf(pointer.wheel)).clamp(1.0, HAND_FAR);
        let turn = match pointer.turned {
            true => pointer.moved,
            false => Vec2::ZERO,
        };
        let was = grip.turns;
        grip.turns = pointer.turned;
        if !grip.turns {
            grip.target = view.eye + ray * grip.far;
            if pointer.snaps {
                let origin = (grip.target + grip.to_origin) / SNAP_METRES;
                grip.target = origin.round() * SNAP_METRES - grip.to_origin;
            }
        }
        self.hand.grip = Some(grip);
        let across = ray.cross(Vec3::Y).normalize_or(Vec3::X);
        let turned = Vec3::Y * turn.x + across * turn.y;
        match self.hand.does {
            HandUse::Place if pointer.snaps => {
                let turn = self.hand.snapped(turned);
                self.place_held(&grip, turn)
            }
            HandUse::Place => self.place_held(&grip, turned * HAND_TURN_PIXELS),
            _ => {
                if grip.turns || was {
                    // As fast as the pointer moves: pixels of a frame are radians of a sixtieth of a second.
                    let spin = turned * HAND_TURN_PIXELS * 60.0;
                    self.session.act(Act::Turn { spin })?;
                }
                let target = grip.target;
                let now = self.session.round.arena().hold().map(|hold| hold.target);
                match now == Some(target) {
                    true => Ok(()),
                    false => self.session.act(Act::Pull { target }),
                }
            }
        }
    }

    /// Places what is held as near to the pointer as what is in the way lets it.
    fn place_held(&mut self, grip: &Grip, turn: Vec3) -> Result<(), HandError> {
        let arena = self.session.round.arena();
        let actor = arena.actor(grip.actor);
        let (now, rotation) = (actor.pose.translation(), actor.pose.rotation());
        let way = grip.target + grip.to_origin - now;
        let far = arena.free_way(grip.actor, way, PLACING_GAP);
        let place = now + way.normalize_or_zero() * far.min(way.length());
        let turn = Quat::from_scaled_axis(turn) * rotation;
        if place == now && turn == rotation {
            return Ok(());
        }
        let actor = grip.actor.0;
        match self.session.act(Act::Place { actor, place, turn }) {
            // It stays where it could be until the pointer is elsewhere.
            Err(HandError::Taken(_) | HandError::Outside) => Ok(()),
            done => done,
        }
    }

    /// Throws a ball from the eye to where the pointer is; the longer the key is held, the faster.
    fn throw_ball(&mut self, pointer: &Pointer, eye: Vec3, ray: Vec3, seconds: f32) {
        if pointer.throws {
            let held = self.hand.charge.unwrap_or(0.0) + seconds;
            self.hand.charge = Some(held.min(THROW_SECONDS));
            return;
        }
        let Some(held) = self.hand.charge.take() else {
            return;
        };
        let (slow, fast) = (*THROWN_SPEED.start(), *THROWN_SPEED.end());
        let speed = slow + (fast - slow) * (held / THROW_SECONDS);
        let done = self.session.act(Act::Throw {
            from: eye + ray * THROWN_AHEAD,
            velocity: ray * speed,
        });
        self.tell(done);
    }

    fn do_commands(&mut self, presses: &mut Presses) -> bool {
        let over = self.hand.grip.map(|grip| grip.actor);
        let over = over.or(self.hand.over.map(|(actor, _)| actor));
        if let Some(id) = over {
            let pose = self.session.round.arena().actor(id).pose;
            let (actor, place, turn) = (id.0, pose.translation(), pose.rotation());
            for (command, act) in [
                (Command::Freeze, Act::Freeze { actor }),
                (Command::Cut, Act::Cut { actor }),
                (Command::Delete, Act::Remove { actor }),
                (Command::Duplicate, Act::Copy { actor, place, turn }),
            ] {
                for _ in 0..presses.count(command) {
                    let done = self.session.act(act.clone());
                    if command != Command::Duplicate && done.is_ok() {
                        self.hand.grip = None;
                    }
                    self.panels.look_again();
                    self.tell(done);
                }
            }
        }
        if presses.turns(Command::Panels) {
            self.panels.open = !self.panels.open;
            if let Some(id) = over.filter(|_| self.panels.open) {
                self.panels.choose(id);
            }
        }
        if presses.take(Command::KeepRound) {
            self.keep_recording();
        }
        if presses.has(Command::Save) {
            let next = self.save_scene(Saving::default());
            self.coming = Some(next);
        }
        for _ in 0..presses.count(Command::Redo) {
            self.redo();
        }
        (0..presses.count(Command::Undo)).fold(false, |undone, _| self.undo() || undone)
    }
}
