//! Finds the way in which each entry of a scene is written: as it was, or body by body.

use std::collections::BTreeSet;

use dodgem_collide::math::Pose;
use glam::Vec3;

use crate::arena::{Actor, ActorId, ActorKind};
use crate::level::scene::numbers::{even, is_near};
use crate::level::scene::parts::use_pose;
use crate::level::scene::save::Saving;
use crate::level::scene::save::fate::Fate;
use crate::level::{Scene, SceneThing};
use crate::params::{KEPT_AT_REST, TOUCHING};

impl Saving<'_> {
    /// True if a body of the file is still in its initial state.
    fn is_as_written(&self, id: ActorId) -> bool {
        let (actor, body) = (self.arena.actor(id), self.body(id));
        let Some(thing) = body.thing.as_ref().filter(|_| body.is_as_written()) else {
            return false;
        };
        if !is_near(&actor.pose, &actor.start) {
            return false;
        }
        match actor.kind {
            ActorKind::Gone | ActorKind::Car(_) => false,
            ActorKind::Fixed => true,
            ActorKind::Moved { .. } => {
                // A motion begins anew where the hand places the thing.
                let begun = thing
                    .pose()
                    .is_ok_and(|begun| is_near(&begun, &actor.start));
                begun && self.arena.phase_of(id) as f32 == phase_written(thing)
            }
            ActorKind::Loose => {
                let still = |v: Vec3, begun: Vec3| (v - begun).length() < KEPT_AT_REST;
                still(actor.velocity, thing.velocity)
                    && still(actor.angular_velocity, thing.spin)
                    && (!thing.spec.asleep || self.is_asleep(actor))
            }
        }
    }

    pub(super) fn is_asleep(&self, actor: &Actor) -> bool {
        let body = self.arena.world().body(actor.body);
        body.is_some_and(|body| body.is_asleep())
    }

    pub(super) fn found_fates(&self) -> Vec<Fate> {
        let same = |ids: &Vec<ActorId>| ids.iter().all(|id| self.is_as_written(*id));
        let fates = self.of_entry.iter();
        let mut fates: Vec<Fate> = fates
            .map(|ids| if same(ids) { Fate::Same } else { Fate::Apart })
            .collect();
        // A part that has lost a joint must be split.
        let mut lost = BTreeSet::new();
        for joint in self.scene.joints.iter().filter(|joint| !joint.by_hand) {
            if let (Some(of), false) = (joint.of, Scene::is_whole(joint, self.arena)) {
                fates[of] = Fate::Apart;
                lost.insert(of);
            }
        }
        for (entry, fate) in fates.iter_mut().enumerate() {
            if *fate != Fate::Apart {
                continue;
            }
            if let Some(phase) = self.only_later(entry) {
                *fate = Fate::Later(phase);
            } else if let Some(pose) = self.only_moved(entry).filter(|_| !lost.contains(&entry)) {
                *fate = Fate::Moved(pose);
            }
        }
        fates
    }

    /// Returns the common phase of all bodies of an entry, in seconds, if nothing else of them has changed.
    fn only_later(&self, entry: usize) -> Option<f32> {
        let spec = &self.scene.entries[entry];
        spec.motion.as_ref().filter(|_| spec.part.is_empty())?;
        let mut phases = self.of_entry[entry].iter().map(|id| {
            let (actor, body) = (self.arena.actor(*id), self.body(*id));
            let begins = body.thing.as_ref()?.pose().ok()?;
            // A motion begins anew where the hand places the thing.
            let same = body.is_as_written() && is_near(&begins, &actor.start);
            same.then(|| even(self.arena.phase_of(*id), 6))
        });
        let first = phases.next()??;
        phases.all(|phase| phase == Some(first)).then_some(first)
    }

    /// Returns the pose of a use of a part that has moved as one body and is at rest.
    fn only_moved(&self, entry: usize) -> Option<Pose> {
        let spec = &self.scene.entries[entry];
        let ids = &self.of_entry[entry];
        let first = self.arena.actor(*ids.first()?);
        if spec.part.is_empty() || spec.copies.is_some() {
            return None;
        }
        let moved = |start: &Pose| {
            let by = (first.pose.rotation() * first.start.rotation().conjugate()).normalize();
            let arm = start.translation() - first.start.translation();
            let place = first.pose.translation() + by * arm;
            Pose::new((by * start.rotation()).normalize(), place).ok()
        };
        let rests = |id: &ActorId| {
            let (actor, body) = (self.arena.actor(*id), self.body(*id));
            let thing = body.thing.as_ref().filter(|_| body.is_as_written());
            let still = |v: Vec3| v.length() < KEPT_AT_REST;
            let is_still = still(actor.velocity) && still(actor.angular_velocity);
            let begins = thing.is_some_and(|thing| {
                still(thing.velocity) && still(thing.spin) && !thing.spec.asleep
            });
            let follows = moved(&actor.start).is_some_and(|pose| is_near(&actor.pose, &pose));
            let is_body =
                !self.lies_low(*id) && matches!(actor.kind, ActorKind::Fixed | ActorKind::Loose);
            is_body && is_still && begins && follows
        };
        let pose = use_pose(spec, &first.start, &first.pose)?;
        ids.iter().all(rests).then_some(pose)
    }

    /// True if a thing that moves freely lies below the floor: a level cannot have it there.
    pub(super) fn lies_low(&self, id: ActorId) -> bool {
        let actor = self.arena.actor(id);
        let thing = self.body(id).thing.as_ref();
        let Some(thing) = thing.filter(|_| matches!(actor.kind, ActorKind::Loose)) else {
            return false;
        };
        let low = thing.shape.bounds(actor.pose.rotation()).min.y + actor.pose.translation().y;
        low < -TOUCHING
    }
}

/// Returns the phase of a motion in the text, within its period, in seconds.
fn phase_written(thing: &SceneThing) -> f32 {
    let period = thing.motion.as_ref().and_then(|motion| motion.period());
    period.map_or(0.0, |period| {
        f64::from(thing.spec.phase).rem_euclid(period) as f32
    })
}
