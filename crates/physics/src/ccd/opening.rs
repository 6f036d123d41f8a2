//! Pairs that begin so near each other that a sweep cannot tell it from touching, on paths that part.
//!
//! They are swept from a time a little later, at which they are well apart. That they do not meet until then is
//! shown by planes or by distances.

use crate::ccd::pair::PairSweep;
use crate::params::{OPENED_GAP_FACTOR, OPENING_SHARES};
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::query::{Stage, SweepLimits};

impl PairSweep<'_> {
    /// The time after `start` (s), a small part of the path, at which a pair is well apart that is so near at
    /// `start` that a sweep cannot tell it from touching. None unless the two provably do not meet until then.
    pub(super) fn time_when_opened(&mut self, start: f64, span: f32) -> Option<f32> {
        let first = self.gap_at(start, 0.0)?;
        let mut gap = first;
        for share in OPENING_SHARES {
            let now = self.gap_at(start, share * span)?;
            if now <= gap {
                return None;
            }
            if now >= OPENED_GAP_FACTOR * first {
                let time = share * span;
                let is_open = self.planes_separate_until(start + f64::from(time))
                    || self.stays_open(start, first, time);
                return is_open.then_some(time);
            }
            gap = now;
        }
        None
    }

    /// True if planes show that the two stay apart until a time (s).
    fn planes_separate_until(&mut self, end: f64) -> bool {
        let limits = SweepLimits {
            end,
            ..self.view.limits(self.state.pair)
        };
        // Uses a copy of the cache: the pair's own cache describes the whole paths and must stay as it is.
        let mut cache = self.state.cache;
        let found = self.ask(u64::MAX, |query, both, _| {
            query.up_to(Stage::Plane).sweep(both, &limits, &mut cache)
        });
        found == Sweep::Clear
    }

    /// True if the distances of the two show that they stay apart for `time` seconds after `start`, when they are
    /// `gap` metres apart.
    fn stays_open(&mut self, start: f64, gap: f64, time: f32) -> bool {
        let gap = match start == 0.0 {
            true => gap.max(self.state.remaining_gap()),
            false => gap,
        };
        let limits = SweepLimits {
            start,
            ..self.view.limits(self.state.pair)
        };
        self.ask(u64::MAX, |query, both, cache| {
            query.stays_open(both, &limits, [gap, f64::from(time)], cache)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Parts;
    use crate::{BodyDesc, BodyKind, Settings, World};
    use dodgem_collide::broad_phase::Pair;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{ConvexHull, Cuboid, Sphere};
    use dodgem_collide::{BuildOptions, Model, Shape};
    use glam::Vec3;

    /// True if a bar that leaves a ball at 1 m/s, 0.01 mm from it, counts as opening, if it makes this many turns in
    /// the share of the step after which the gap is measured first.
    fn opens(bar: &Shape, turns: f32) -> bool {
        let mut world = World::new(Settings::default()).unwrap();
        let share = OPENING_SHARES[0] * Settings::default().step as f32;
        let leaving = BodyDesc {
            kind: BodyKind::Kinematic,
            velocity: Vec3::Y,
            angular_velocity: Vec3::Z * (std::f32::consts::TAU * turns / share),
            ..BodyDesc::fixed(bar.clone(), Pose::IDENTITY)
        };
        world.add(leaving).unwrap();
        let ball = Shape::Sphere(Sphere::new(0.1).unwrap());
        let below = Pose::from_translation(Vec3::new(0.3, -0.15001, 0.0)).unwrap();
        world.add(BodyDesc::dynamic(ball, below)).unwrap();
        let mut parts = Parts::of(&mut world);
        parts.find_pairs();
        let end = parts.context.settings.step;
        for (body, motion) in parts.bodies.iter_mut() {
            motion.plan(body, end);
        }
        let pair = Pair { a: 0, b: 1 };
        let found = parts.ask_about(pair, |sweep| sweep.time_when_opened(0.0, end as f32));
        found.is_some()
    }

    /// The gap that is measured after a whole turn has opened; but the bar has gone through the ball.
    #[test]
    fn what_opens_between_two_looks_has_to_be_shown_to_stay_open() {
        let half = Vec3::new(0.5, 0.05, 0.05);
        let corner =
            |i: i32| half * Vec3::from_array([0, 1, 2].map(|b| (i >> b & 1) as f32 * 2.0 - 1.0));
        let corners: Vec<Vec3> = (0..8).map(corner).collect();
        let mesh = ConvexHull::from_points(&corners)
            .unwrap()
            .to_mesh()
            .unwrap();
        let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
        for bar in [
            Shape::Cuboid(Cuboid::new(half).unwrap()),
            Shape::Mesh(model.into()),
        ] {
            assert!(opens(&bar, 0.0));
            assert!(!opens(&bar, 1.0) && !opens(&bar, -1.0));
            // Half a turn covers the bar's starting place, too.
            assert!(!opens(&bar, 0.5));
        }
    }
}
