//! Carries out the requests of the panels.

use std::collections::BTreeSet;

use egui::Context;
use glam::Vec3;
use macroquad::miniquad::window::{clipboard_get, clipboard_set};

use dodgem_physics::Filter;

use crate::app::grip::HandUse;
use crate::app::input::Command;
use crate::app::own_parts;
use crate::app::panels::{self, Ask, Joining, Placing, Scene, placed};
use crate::app::params::{HAND_FAR, PLACING_GAP};
use crate::app::session::Undone;
use crate::app::state::messages::Saving;
use crate::app::state::recording::keep_recording;
use crate::app::state::running::change_speed;
use crate::app::state::sandbox::SandboxContext;
use crate::app::state::settings_panel::keep_settings;
use crate::app::watch::Watch;
use crate::app::words::{NoticeWords, fill};
use crate::arena::ActorId;
use crate::game::Act;
use crate::level::{Clip, JointKindSpec, JointSpec, read_clip};

/// The effect of a request on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// Time is unaffected.
    No,
    /// Time stops.
    Still,
    /// Time stops, or resumes if it is stopped.
    Turn,
}

impl SandboxContext<'_> {
    /// Shows the panels and returns their requests.
    pub fn use_panels(&mut self, context: &Context) -> Vec<Ask> {
        let mut panels = std::mem::take(self.panels);
        panels.of_scene(&self.session.source, self.session.generation);
        let scene = Scene {
            round: &self.session.round,
            language: self.settings.language,
            speed: self.session.clock.speed(),
            halted: self.hand.does == HandUse::Place,
            can_redo: self.session.can_redo(),
            text_size: self.settings.panel_text,
            steps: self.session.round.steps(),
            cost: self.session.monitor.cost.as_ref(),
            wheel: self.session.wheel(),
        };
        if panels.needs_own_parts() {
            panels.own_parts = Some(own_parts::read(self.library));
        }
        let asks = panels::show(context, &mut panels, &scene);
        *self.panels = panels;
        asks
    }

    /// Carries out a request and returns its effect on time.
    pub fn answer(&mut self, ask: Ask) -> Halt {
        match ask {
            Ask::Act(act) => {
                self.act_or_tell(act);
                Halt::No
            }
            Ask::Undo => match self.undo() {
                true => Halt::Still,
                false => Halt::No,
            },
            Ask::Redo => {
                self.redo();
                Halt::No
            }
            Ask::Save { name, begun } => {
                let next = self.save_scene(Saving {
                    name,
                    begun,
                    ..Saving::default()
                });
                self.coming = Some(next);
                Halt::No
            }
            Ask::KeepRecording => {
                keep_recording(self.session, self.notices);
                Halt::No
            }
            Ask::Slower | Ask::Faster => {
                let faster = if ask == Ask::Faster { 1 } else { -1 };
                change_speed(self.session, self.notices, faster);
                Halt::No
            }
            Ask::GoTo(steps) => match self.go_to(steps) {
                true => Halt::Still,
                false => Halt::No,
            },
            Ask::Select(things) => {
                self.panels.select(things);
                Halt::No
            }
            Ask::Together(what) => {
                let act = what.act(&self.session.round, &self.panels.selected);
                match act {
                    Ok(act) => {
                        self.act_or_tell(act);
                    }
                    Err(error) => self.tell(Err(error)),
                }
                Halt::No
            }
            Ask::Handle(number) => {
                self.set_handle(number);
                Halt::No
            }
            Ask::CopyAll => {
                let selected = self.panels.selected.clone();
                self.copy_all(&selected);
                Halt::No
            }
            Ask::CopyText => {
                let selected = self.panels.selected.clone();
                self.copy_text(&selected);
                Halt::No
            }
            Ask::PasteText => {
                self.paste_text(None);
                Halt::No
            }
            Ask::SavePart { name, over } => {
                self.save_part(&name, over);
                Halt::No
            }
            Ask::Halt => Halt::Turn,
            Ask::TextSize(size) => {
                self.settings.panel_text = size;
                keep_settings(self.settings, self.notices);
                Halt::No
            }
        }
    }

    /// Performs an act and shows the reason if it is refused. Returns true if it was done.
    pub fn act_or_tell(&mut self, act: Act) -> bool {
        let done = self.session.act(act);
        let is_done = done.is_ok();
        if !is_done {
            self.panels.look_again();
        }
        self.tell(done);
        is_done
    }

    /// Undoes the last act, or the driving after it. Returns true if there was something to undo.
    pub fn undo(&mut self) -> bool {
        self.hand.grip = None;
        self.panels.handle = None;
        self.panels.look_again();
        let source = self.session.source.clone();
        let undone = self.session.undo();
        let words = self.notices.words();
        self.say(match undone {
            Undone::Drive => words.undone_drive,
            Undone::Act => words.undone,
            Undone::Restart => words.undone_restart,
            Undone::Nothing => words.no_undo,
        });
        self.watch_other_file(&source);
        undone != Undone::Nothing
    }

    /// Goes to a moment of the history. Returns false if it cannot be reached.
    fn go_to(&mut self, steps: usize) -> bool {
        self.hand.grip = None;
        self.panels.handle = None;
        self.panels.look_again();
        let reached = self.session.go_to(steps);
        let words = self.notices.words();
        self.say(match reached {
            true => words.as_then,
            false => words.not_reached,
        });
        reached
    }

    /// Copies things beside or above themselves, and selects the copies.
    pub(super) fn copy_all(&mut self, ids: &BTreeSet<ActorId>) {
        let clip = self.session.round.clip(ids, Vec3::ZERO);
        self.paste(clip);
    }

    /// Adds things, and selects them.
    fn paste(&mut self, clip: Clip) {
        let before = self.session.round.arena().actors().len() as u32;
        if clip.things.is_empty() {
            return self.say(self.notices.words().no_copy);
        }
        if self.act_or_tell(Act::Paste {
            clip: Box::new(clip),
        }) {
            let after = self.session.round.arena().actors().len() as u32;
            self.panels.select((before..after).map(ActorId).collect());
            let words = self.notices.words();
            let things = things(words, after - before);
            self.say(fill(words.added, &[("things", &things)]));
        }
    }

    /// Puts things as text into the clipboard.
    pub(super) fn copy_text(&mut self, ids: &BTreeSet<ActorId>) {
        let clip = self.session.round.clip(ids, Vec3::ZERO);
        let count = clip.things.len() as u32;
        match clip.text() {
            Ok(text) if count > 0 => {
                clipboard_set(&text);
                let words = self.notices.words();
                self.say(fill(words.copied, &[("things", &things(words, count))]));
            }
            Ok(_) => self.say(self.notices.words().nothing_selected),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Adds the things of the text in the clipboard around a point of the floor, or where the text places them.
    pub(super) fn paste_text(&mut self, at: Option<Vec3>) {
        let text = clipboard_get().unwrap_or_default();
        if text.trim().is_empty() {
            return self.say(self.notices.words().no_text);
        }
        match read_clip(&text) {
            Ok(mut clip) => {
                if let Some(at) = at {
                    let by = at - clip.middle();
                    clip.move_by(by.with_y(0.0));
                }
                self.paste(clip);
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Saves the selected things as a part of the player's own; `over` allows to replace one.
    fn save_part(&mut self, name: &str, over: bool) {
        let (round, selected) = (&self.session.round, &self.panels.selected);
        let saved = own_parts::text_of(round, selected)
            .and_then(|text| own_parts::write(self.library, name, &text, over));
        self.panels.own_parts = None;
        let words = self.notices.words();
        self.say(match saved {
            Ok(path) => fill(words.saved, &[("path", &path.display())]),
            Err(why) => fill(words.not_saved, &[("why", &why)]),
        });
    }

    /// Watches the scene's file, if it has changed to another one.
    fn watch_other_file(&mut self, before: &str) {
        if self.session.source != before {
            *self.watch = Watch::new(self.library, &self.session.source);
        }
    }

    /// Redoes an act that was undone.
    pub fn redo(&mut self) {
        self.hand.grip = None;
        self.panels.handle = None;
        self.panels.look_again();
        let source = self.session.source.clone();
        let done = self.session.redo();
        self.watch_other_file(&source);
        let words = self.notices.words();
        self.say(match done {
            true => words.redone,
            false => words.no_redo,
        });
    }

    /// Places the template chosen in the panel at the pointer, on a press or at the end of a drag. Returns
    /// true if the press was used.
    pub(super) fn put_chosen(
        &mut self,
        (eye, ray): (Vec3, Vec3),
        pressed: bool,
        released: bool,
    ) -> bool {
        let put = match self.panels.dragged {
            true => released,
            false => pressed,
        };
        if !put || self.panels.placing.is_none() {
            return false;
        }
        let Some(placing) = self.panels.placing.take() else {
            return false;
        };
        let at = self.room_ahead(eye, ray, 0.5 * placing.width());
        let is_zone = matches!(placing, Placing::Zone(_) | Placing::Patch(_));
        let drives = self.session.humans() > 0;
        let added = self.act_or_tell(placed(placing, at, ray));
        if added && !drives && self.session.humans() > 0 {
            let keys = self.settings.key_names().shown(Command::Camera);
            let text = self.notices.words().car_yours;
            self.say(fill(text, &[("key", &keys)]));
        }
        if added && !is_zone {
            let last = self.session.round.arena().actors().len() as u32 - 1;
            let tab = self.panels.tab;
            self.panels.choose(ActorId(last));
            // The tab stays, so that another template can be placed next.
            self.panels.tab = tab;
        }
        true
    }

    /// Returns the position for a thing of half-width `half` in metres where a ray meets the scene: on top of
    /// a surface that faces up, beside one that faces sideways.
    fn room_ahead(&self, eye: Vec3, ray: Vec3, half: f32) -> Vec3 {
        let world = self.session.round.arena().world();
        let Some(hit) = world.ray(eye, ray, HAND_FAR, &Filter::default()) else {
            return self.place_ahead(eye, ray);
        };
        let beside = hit.normal.with_y(0.0);
        let body = world
            .body(hit.body)
            .filter(|_| beside.length() > hit.normal.y.abs());
        match body {
            Some(body) => {
                let low = body.shape().aabb(&body.pose()).min.y.max(0.0);
                let aside = beside.normalize_or_zero() * (half + PLACING_GAP);
                (hit.point + aside).with_y(low)
            }
            None => hit.point.with_y(hit.point.y.max(0.0)),
        }
    }

    /// Continues a joint at the pressed point. Returns true if the press was used.
    pub(super) fn join_pressed(&mut self, over: Option<(ActorId, Vec3)>, at: Vec3) -> bool {
        let Some(joining) = self.panels.joining.take() else {
            return false;
        };
        let Some((first, from)) = joining.from else {
            self.panels.joining = Some(Joining {
                from: over.or(joining.from),
                ..joining
            });
            if over.is_none() {
                self.say(self.notices.words().joint_begins);
            }
            return true;
        };
        let other = over.map(|(id, _)| id);
        if other == Some(first) {
            self.panels.joining = Some(joining);
            self.say(self.notices.words().joint_needs);
            return true;
        }
        let joint = joint_between(joining.kind, from, at);
        let done = self.act_or_tell(Act::Join {
            a: first.0,
            b: other.map(|id| id.0),
            joint: Box::new(joint),
        });
        if done {
            self.say(self.notices.words().joined);
        }
        true
    }
}

/// Returns a number of things in words.
fn things(words: &NoticeWords, count: u32) -> String {
    match count {
        1 => words.thing.to_owned(),
        _ => fill(words.things, &[("count", &count)]),
    }
}

/// Returns a joint of a kind from a thing's point to a position on the other body; joints without a length
/// sit at that position.
fn joint_between(kind: JointKindSpec, middle: Vec3, at: Vec3) -> JointSpec {
    let joint = JointSpec {
        name: String::new(),
        kind,
        a: String::new(),
        b: String::new(),
        chain: String::new(),
        at: Some(at),
        to: None,
        limits: None,
        breaks: None,
        collide: false,
        motor: None,
    };
    match joint.has_length() {
        true => JointSpec {
            at: Some(middle),
            to: Some(at),
            // Without collision, the two could not be dragged against each other.
            collide: true,
            ..joint
        },
        false => joint,
    }
}
