//! A test of planes and hulls for two paths that cross, used by speculative contacts.

use glam::DVec3;

use crate::query::SeparatingPlane;
use crate::query::collider::sweep::{ColliderSweep, SweepLimits, first_direction};
use crate::query::context::QueryContext;
use crate::query::hull_pair::NearestPoints;
use crate::query::outcome::{Decided, Outcome};
use crate::query::stage::Stage;
use crate::query::toi::proxy_pair::{PairPlacement, ProxyPair};
use crate::query::toi::separating_plane::{PlaneTest, TurningPlaneResult};

/// The result of [`Query::crossing`](crate::Query::crossing).
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack only; a box would allocate in every step"
)]
pub enum Crossing {
    /// The colliders stay apart on all of their paths.
    Never,
    /// They stay apart until this placement, and perhaps not much longer. The points are those of the
    /// hulls that are nearest then.
    After(PairPlacement, NearestPoints),
    /// The hulls do not decide.
    Unknown,
}

impl ColliderSweep<'_> {
    /// See [`Query::crossing`](crate::Query::crossing).
    pub fn crossing(&mut self) -> Decided<Crossing> {
        if !self.may(Stage::Convex) {
            return Decided::by(Stage::Convex, Crossing::Unknown);
        }
        let SweepLimits {
            start,
            end,
            min_gap,
            ..
        } = self.limits;
        let times = [start, end];
        let QueryContext { meter, trace, .. } = &mut *self.context;
        let mut pair = ProxyPair::new(self.both, self.cache.gjk, meter, trace);
        let [from, to] = times.map(|time| pair.placement(time));
        let mut separates = |n: &DVec3| {
            *n != DVec3::ZERO
                && matches!(
                    pair.test_plane(&from, &to, *n, min_gap),
                    PlaneTest::Separates
                )
        };
        let directions = [self.cache.plane.normal, self.cache.axis];
        let found = if let Some(n) = directions.into_iter().find(&mut separates) {
            if n != self.cache.plane.normal {
                self.cache.plane = SeparatingPlane::across(n);
            }
            Decided::by(Stage::Plane, Crossing::Never)
        } else {
            let toward = first_direction(self.both, self.cache.axis);
            let found = match pair.follow_until_close(times, min_gap, toward) {
                TurningPlaneResult::Clear => Crossing::Never,
                TurningPlaneResult::Until(at, nearest) if !pair.meter.is_spent() => {
                    Crossing::After(at, nearest)
                }
                TurningPlaneResult::Until(..) | TurningPlaneResult::Unknown => Crossing::Unknown,
            };
            Decided::by(Stage::Convex, found)
        };
        self.cache.gjk = pair.gjk;
        self.count_planes();
        found
    }
}

impl Outcome for Crossing {
    fn is_hit(&self) -> bool {
        matches!(self, Crossing::After(..))
    }

    fn is_cut(&self) -> bool {
        matches!(self, Crossing::Unknown)
    }
}
