//! The hand at the pointer: it grabs the body there, pulls or places it, and throws balls.

use std::collections::BTreeSet;

use glam::{Quat, Vec2, Vec3};

use dodgem_physics::{Body, Filter};

use crate::app::camera::CameraKind;
use crate::app::grip::{Grip, Hand, HandUse};
use crate::app::input::{Command, Pointer, Presses};
use crate::app::params::{
    ADDED_AHEAD, HAND_FAR, HAND_TURN_PIXELS, HAND_WHEEL, LOOK_TURN, LOOK_WHEEL, PLACING_GAP,
    SNAP_METRES, THROW_SECONDS, THROWN_AHEAD,
};
use crate::app::render::scene::CameraView;
use crate::app::selection::{self, Band};
use crate::app::session::Session;
use crate::app::state::messages::Saving;
use crate::app::state::recording::keep_recording;
use crate::app::state::sandbox::SandboxContext;
use crate::app::words::fill;
use crate::arena::{ActorId, HandError};
use crate::game::{Act, Displacement};
use crate::level::Mode;
use dodgem_scene::params::THROWN_SPEED;

/// Returns the use of the hand while time runs: with a score it must be switched on first.
pub fn hand_in_round(session: &Session, hand: &Hand) -> HandUse {
    let is_free = session.round.mode() == Mode::Free;
    match session.playing && (is_free || hand.wanted) {
        true => HandUse::Pull,
        false => HandUse::None,
    }
}

impl SandboxContext<'_> {
    /// Applies the pointer to the hand, using the last picture's view. Returns true if time should stop
    /// because an act was undone.
    pub fn use_hand(
        &mut self,
        does: HandUse,
        presses: &mut Presses,
        pointer: &Pointer,
        (view, size): (&CameraView, Vec2),
        seconds: f32,
    ) -> bool {
        (self.panels).of_scene(&self.session.source, self.session.generation);
        if self.session.playing && does != HandUse::Place && presses.turns(Command::Hand) {
            self.hand.wanted = !self.hand.wanted;
            if self.session.round.mode() != Mode::Free && !self.session.may_interfere() {
                let words = self.notices.words();
                self.say(match self.hand.wanted {
                    true => words.hand,
                    false => words.hand_away,
                });
            }
        }
        if does != self.hand.does {
            (self.hand.does, self.hand.moves) = (does, false);
            self.drop_grip();
        }
        self.hand.moves |= pointer.pressed || pointer.moved.length_squared() > 0.0;
        // The round may have changed, or the grabbed body and selected ones may be gone.
        let arena = self.session.round.arena();
        self.panels.selected.retain(|id| arena.is_present(*id));
        if self
            .hand
            .grip
            .is_some_and(|grip| !arena.is_present(grip.actor))
        {
            self.hand.grip = None;
        }
        if does == HandUse::None {
            (self.hand.over, self.hand.charge, self.hand.band) = (None, None, None);
            return false;
        }
        let ray = view.ray(pointer.at, size);
        self.hand.over = match pointer.covered {
            true => None,
            false => self.pointed_at(view.eye, ray),
        };
        let used = self.use_choice(pointer, (view.eye, ray))
            || self.use_handles(pointer, (view, size))
            || self.pick_symbol(pointer, (view, size))
            || self.select(pointer, (view, size));
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
        let undone = self.do_commands(presses, (view.eye, ray));
        if self.hand.grip.is_none() && self.session.round.arena().hold().is_some() {
            let done = self.session.act(Act::LetGo);
            self.tell(done);
        }
        undone
    }

    /// Uses a press for the choice in the panels, or opens the panel of a thing. Returns true if the press
    /// was used.
    fn use_choice(&mut self, pointer: &Pointer, (eye, ray): (Vec3, Vec3)) -> bool {
        if pointer.covered {
            return false;
        }
        if self.put_chosen((eye, ray), pointer.pressed, pointer.released) {
            return true;
        }
        if pointer.pressed && self.choose_end(self.hand.over.map(|(id, _)| id)) {
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

    /// Uses a press for the selection: on a thing with Shift, or on the floor, where a rubber band begins.
    /// Returns true if the press was used.
    fn select(&mut self, pointer: &Pointer, view: (&CameraView, Vec2)) -> bool {
        if let Some(mut band) = self.hand.band.take() {
            band.to = pointer.at;
            if pointer.down {
                self.hand.band = Some(band);
                return true;
            }
            let mut selected = self.panels.selected.clone();
            selection::pick(
                &mut selected,
                band.inside(&self.session.round, view),
                band.picking,
            );
            self.panels.select(selected);
            return true;
        }
        if !pointer.pressed || pointer.covered {
            return false;
        }
        let mut selected = self.panels.selected.clone();
        match self.hand.over {
            Some((id, _)) if pointer.adds => selection::turn(&mut selected, id),
            Some((id, _)) => {
                if !selected.contains(&id) {
                    // The panel shows what was pressed last.
                    let only = BTreeSet::from([id]);
                    selected = if self.panels.open {
                        only
                    } else {
                        BTreeSet::new()
                    };
                    self.panels.select(selected);
                }
                return false;
            }
            None => {
                self.hand.band = Some(Band::begin(pointer));
                return true;
            }
        }
        self.panels.select(selected);
        true
    }

    /// Returns the actors that a deed at one concerns: the selection, if that is part of it.
    fn with_selected(&self, id: ActorId) -> BTreeSet<ActorId> {
        let selected = &self.panels.selected;
        match selected.len() > 1 && selected.contains(&id) {
            true => selected.clone(),
            false => BTreeSet::from([id]),
        }
    }

    /// Returns the point where a ray meets the scene, or a point ahead.
    pub(super) fn place_ahead(&self, eye: Vec3, ray: Vec3) -> Vec3 {
        let world = self.session.round.arena().world();
        match world.ray(eye, ray, HAND_FAR, &Filter::default()) {
            Some(hit) => hit.point.max(Vec3::new(f32::MIN, 0.0, f32::MIN)),
            None => (eye + ray * ADDED_AHEAD).max(Vec3::new(f32::MIN, 0.0, f32::MIN)),
        }
    }

    pub(super) fn tell(&mut self, done: Result<(), HandError>) {
        self.notices.tell(done);
    }

    /// Turns and moves the free camera while no body is held.
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
        let scene = self.session.round.scene();
        let seen = |body: &Body| {
            let actor = arena.actor_of(body.id());
            !actor.is_some_and(|id| scene.is_hidden(id))
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
                moved: false,
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
                    // A body turns as fast as the pointer moves: radians per frame become radians per second
                    // at 60 frames/s.
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

    /// Moves the held body, with the selection, towards the pointer, along obstacles that are in the way.
    fn place_held(&mut self, grip: &Grip, turn: Vec3) -> Result<(), HandError> {
        let ids = self.with_selected(grip.actor);
        let round = &self.session.round;
        let now = round.arena().actor(grip.actor).pose.translation();
        let turn = Quat::from_scaled_axis(turn);
        let (way, about) = match ids.len() > 1 && grip.turns {
            true => (
                Vec3::ZERO,
                round.box_around(&ids).map_or(now, |around| around.center()),
            ),
            false => (grip.target + grip.to_origin - now, now),
        };
        let drag = Displacement {
            way,
            turn,
            about,
            gap: PLACING_GAP,
            slides: true,
        };
        let Some(mut act) = round.dragged(&ids, &drag)? else {
            return Ok(());
        };
        if let Act::Arrange { goes_on, .. } = &mut act {
            *goes_on = grip.moved;
        }
        match self.session.act(act) {
            // It stays at its last valid position until the pointer is elsewhere.
            Err(HandError::Taken(_) | HandError::Outside) => return Ok(()),
            done => done?,
        }
        let place = self
            .session
            .round
            .arena()
            .actor(grip.actor)
            .pose
            .translation();
        if let Some(grip) = &mut self.hand.grip {
            grip.moved = true;
            if grip.turns {
                grip.to_origin = place - grip.target;
            }
        }
        Ok(())
    }

    /// Throws a ball from the eye towards the pointer; a longer press makes it faster.
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

    fn do_commands(&mut self, presses: &mut Presses, (eye, ray): (Vec3, Vec3)) -> bool {
        let over = self.hand.grip.map(|grip| grip.actor);
        let over = over.or(self.hand.over.map(|(actor, _)| actor));
        let many = match over {
            Some(id) => self.with_selected(id),
            None => self.panels.selected.clone(),
        };
        if many.len() > 1 {
            self.do_to_all(presses, &many);
        } else if let Some(id) = over {
            self.do_to_one(presses, id);
        }
        if presses.has(Command::SelectAll) {
            let arena = self.session.round.arena();
            let all = (0..arena.actors().len() as u32).map(ActorId);
            let all = all.filter(|id| arena.is_present(*id) && !arena.actor(*id).is_car());
            let all: BTreeSet<ActorId> = all.collect();
            let words = self.notices.words();
            let text = match all.len() {
                1 => words.selected_one,
                _ => words.selected,
            };
            self.say(fill(text, &[("count", &all.len())]));
            self.panels.select(all);
        }
        if presses.has(Command::CopyText) {
            self.copy_text(&many);
        }
        if presses.has(Command::PasteText) {
            let at = self.place_ahead(eye, ray);
            self.paste_text(Some(at));
        }
        if presses.turns(Command::Panels) {
            self.panels.open = !self.panels.open;
            if let Some(id) =
                over.filter(|id| self.panels.open && !many.contains(id) || many.len() < 2)
            {
                self.panels.choose(id);
            }
        }
        if presses.take(Command::KeepRound) {
            keep_recording(self.session, self.notices);
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

    /// Does what the keys ask for to one actor.
    fn do_to_one(&mut self, presses: &Presses, id: ActorId) {
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

    /// Does what the keys ask for to several actors together.
    fn do_to_all(&mut self, presses: &Presses, ids: &BTreeSet<ActorId>) {
        let actors: Vec<u32> = ids.iter().map(|id| id.0).collect();
        let arena = self.session.round.arena();
        let frozen = !ids.iter().all(|id| arena.actor(*id).is_fixed());
        if presses.has(Command::Freeze) {
            let actors = actors.clone();
            self.act_or_tell(Act::FreezeAll { actors, frozen });
        }
        if presses.has(Command::Delete) {
            self.hand.grip = None;
            self.act_or_tell(Act::RemoveAll { actors });
        }
        for _ in 0..presses.count(Command::Duplicate) {
            self.copy_all(ids);
        }
    }
}
