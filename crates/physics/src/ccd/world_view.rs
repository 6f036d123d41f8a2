//! The part of the world that a sweep reads, and tests of a pair's paths that need no query of shapes.

use glam::DVec3;

use crate::bodies::Bodies;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::displacement::{Displacement, approach_in_larger_frame};
use crate::manifold::contact_point::ContactPoint;
use crate::settings::Settings;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::MovingCollider;
use dodgem_collide::query::SweepLimits;
use dodgem_collide::query::toi::SweepOptions;

/// The part of the world that a sweep reads.
#[derive(Clone, Copy)]
pub(crate) struct WorldView<'s> {
    pub settings: &'s Settings,
    pub bodies: &'s [Body],
    pub motions: &'s [BodyMotion],
    pub contacts: &'s [ContactPoint],
}

impl<'s> WorldView<'s> {
    /// Returns the view of these bodies and contacts.
    #[inline]
    pub fn new(settings: &'s Settings, bodies: &'s Bodies, contacts: &'s [ContactPoint]) -> Self {
        WorldView {
            settings,
            bodies: &bodies.list,
            motions: &bodies.motions,
            contacts,
        }
    }

    /// True if at least one of two bodies moves and the boxes of their paths overlap.
    pub fn paths_cross(&self, pair: Pair) -> bool {
        let (a, b) = (
            &self.motions[pair.a as usize],
            &self.motions[pair.b as usize],
        );
        (a.moves() || b.moves()) && a.bounds.overlaps(&b.bounds)
    }

    /// True if two bodies that were `gap` metres apart at the start of the step provably stay farther apart than the
    /// least gap until its end.
    pub fn stays_apart(&self, pair: Pair, gap: f64) -> bool {
        if gap <= 0.0 {
            return false;
        }
        let both = [pair.a as usize, pair.b as usize];
        let motions = both.map(|i| &self.motions[i]);
        let start = motions[0].path.time.max(motions[1].path.time);
        let mut approach = 0.0;
        if start > 0.0 {
            let from = motions.map(|motion| motion.start);
            let now = both.map(|i| self.motions[i].frame_at(&self.bodies[i], start));
            let reach = both.map(|i| self.bodies[i].reach());
            let moved = [0, 1].map(|i| Displacement::new(from[i], now[i], reach[i]));
            approach =
                (moved[0].approach(&moved[1])).min(approach_in_larger_frame(from, now, reach));
        }
        let left = gap - approach * (1.0 + 1e-6) - self.settings.least_gap();
        left > 0.0 && self.approaches_less_than(both, start, left * (1.0 - 1e-6))
    }

    /// True if two bodies provably approach by less than `left` metres on their paths from `start` (s) on.
    fn approaches_less_than(&self, both: [usize; 2], start: f64, left: f64) -> bool {
        let span = self.settings.step - start;
        let motions = both.map(|i| &self.motions[i]);
        let reach = both.map(|i| f64::from(self.bodies[i].reach()));
        let [velocity, turning] = [0, 1].map(|kind| {
            motions.map(|motion| match (motion.moves(), kind) {
                (false, _) => DVec3::ZERO,
                (true, 0) => motion.path.velocity,
                (true, _) => motion.path.turning,
            })
        });
        // An unbounded shape has an infinite reach, and 0 times infinity is not a number; such a shape must not turn.
        let chord = |rate: f64, reach: f64| match rate == 0.0 {
            true => 0.0,
            false => (rate * span).min(2.0) * reach,
        };
        let along = velocity[1] - velocity[0];
        let chords = [0, 1].map(|i| chord(turning[i].length(), reach[i]));
        let slide = along.length() * span;
        if slide + chords[0] + chords[1] < left {
            return true;
        }
        // In the frame of the larger body: the displacement of the other one's centre, the bend of its
        // path, and its turn. That helps if the larger body's turn moves its points far.
        let large = usize::from(reach[1] > reach[0]);
        let small = 1 - large;
        let frame = turning[large];
        if chords[large] <= slide + chords[small] {
            return false;
        }
        let relative = [start, self.settings.step].map(|time| {
            let [at, center] =
                [large, small].map(|i| motions[i].frame_at(&self.bodies[both[i]], time));
            at.rotation.conjugate() * (center.center - at.center)
        });
        let rate = frame.length();
        let bend =
            rate * (2.0 * along.length() + rate * relative[0].length().max(relative[1].length()));
        let path_length = relative[1].distance(relative[0]) + 0.125 * bend * span * span;
        path_length + chord((turning[small] - frame).length(), reach[small]) < left
    }

    /// The least distance that a sweep leaves between two bodies, in metres: far above the rounding
    /// of f32 coordinates relative to one of them.
    pub fn least_gap(&self, pair: Pair) -> f64 {
        let [a, b] = [pair.a, pair.b].map(|i| match self.motions[i as usize].moves() {
            true => f64::from(self.bodies[i as usize].reach()),
            false => 0.0,
        });
        let rounding = 16.0 * f64::from(f32::EPSILON) * (a + b);
        self.settings.least_gap().max(rounding)
    }

    /// Two bodies on their paths, as queries take them.
    pub fn moving(&self, pair: Pair) -> [MovingCollider<'s>; 2] {
        [pair.a, pair.b].map(|i| {
            let (body, motion) = (&self.bodies[i as usize], &self.motions[i as usize]);
            MovingCollider::new(&body.collider, motion.on_path(body))
        })
    }

    /// The span of a sweep, from the time at which both bodies of a pair are on their paths to the end of the
    /// step, and its least and target gaps.
    pub fn limits(&self, pair: Pair) -> SweepLimits {
        let [a, b] = [pair.a, pair.b].map(|i| self.motions[i as usize].path.time);
        SweepLimits {
            start: a.max(b),
            end: self.settings.step,
            min_gap: self.settings.least_gap(),
            options: SweepOptions {
                target: self.settings.target(),
            },
        }
    }
}
