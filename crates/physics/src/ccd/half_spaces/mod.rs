//! Time of impact of a small body with the half-spaces of a much larger mesh: its floors and walls.
//!
//! A convex body that is above a half-space's plane with all of its points does not touch the
//! triangles in the plane, and the distance of all other half-spaces is known
//! (`proxy/half_space_set.rs`). The height above a plane is that of the body's lowest support point.
//! In the frame of the mesh, which turns at `f`, the plane stands still. There a body that turns at
//! `w` turns at `d = w - f`; a point of it at `r` from its centre is accelerated by
//! `d x (d x r) + (d x f) x r`, and its centre, at `c` from the mesh's centre, by
//! `f x (f x c - 2 v)` (see `separating_plane/turning.rs`). With these bounds the height stays above
//! a parabola through any two of its values. Where the parabola reaches the target, the height is
//! computed again: so the body descends on the plane in a few steps.

use glam::DVec3;

use crate::ccd::pair::PairSweep;
use crate::ccd::pair_context::{PairContext, PairPlacement};
use crate::params::{
    DESCENT_TARGET_SHARE, HALF_SPACE_CLEAR_SHARE, KEPT_GAP_SHARE, LEVEL_TOLERANCE,
    MAX_DESCENT_STEPS, MIN_HALF_SPACE_HEIGHT, MIN_PROXY_TARGET,
};
use crate::proxy::body_among_half_spaces::{BodyAmongHalfSpaces, HeightAbove, large_mesh_index};
use crate::proxy::half_space_set::{HalfSpace, NearHalfSpaces};
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;

/// What the half-spaces tell about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum HalfSpaceClearance {
    /// The body stays as far from them as it should.
    Clear,
    /// The body comes nearer.
    Near,
    /// There are no half-spaces, or too many, or the body touches one.
    Unknown,
}

/// When a height falls to a level, in seconds from the start of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HeightDescent {
    Never,
    At(f64),
    Unknown,
}

/// A path beside half-spaces, with what is the same for all of them.
struct DescentPath<'t, 's> {
    context: &'t mut PairContext<'s>,
    large: usize,
    /// The bound on the second derivative of heights, without the part of the body's turning across
    /// the normal, in m/s^2.
    bend: f64,
    /// The body's angular velocity relative to the mesh, in rad/s, and the angle by which the mesh
    /// turns, in radians.
    turning: DVec3,
    angle: f64,
}

impl DescentPath<'_, '_> {
    fn placed(&self, at: &PairPlacement) -> BodyAmongHalfSpaces<'_> {
        BodyAmongHalfSpaces {
            large: self.large,
            bodies: self.context.both.map(|t| t.body),
            places: at.places,
        }
    }

    /// The height above a half-space at a placement, in metres.
    fn height(&mut self, at: &PairPlacement, (half_space, up): (&HalfSpace, DVec3)) -> f64 {
        let mut top = self.context.gjk_cache.support_vertices[1 - self.large];
        let placed = self.placed(at);
        let height = placed
            .height_above(placed.center(), half_space, up, &mut top)
            .height;
        self.context.gjk_cache.support_vertices[1 - self.large] = top;
        height
    }

    /// A time when the height above a half-space is at most `level` metres; at no time before is it
    /// below `low`.
    fn descend(
        &mut self,
        [(from, first), (to, last)]: [(&PairPlacement, f64); 2],
        (half_space, up): (&HalfSpace, DVec3),
        [low, level]: [f64; 2],
        budget: &mut u64,
    ) -> HeightDescent {
        let small = &self.context.both[1 - self.large];
        let normal = from.places[self.large].1 * half_space.normal;
        let rate = self.turning.length();
        let across = (normal.cross(self.turning).length() + self.angle * rate).min(rate);
        let bend = 0.5 * (self.bend + rate * across * small.reach);
        let (mut time, mut height) = (from.time, first);
        for _ in 0..MAX_DESCENT_STEPS {
            if height <= level {
                return HeightDescent::At(time);
            }
            let span = to.time - time;
            let sag = bend * span * span;
            // The height is at least height + x (last - height) - sag x (1 - x) at the share x of the
            // time left.
            let slope = last - height - sag;
            let lowest = if slope < 0.0 && -slope < 2.0 * sag {
                height - slope * slope / (4.0 * sag)
            } else {
                height.min(last)
            };
            if lowest >= low {
                return HeightDescent::Never;
            }
            let over = height - low;
            // The form of the root that does not subtract like numbers.
            let root = (slope * slope - 4.0 * sag * over).max(0.0).sqrt();
            let share = 2.0 * over / (root - slope);
            let next = time + share.clamp(0.0, 1.0) * span;
            *budget = match budget.checked_sub(1) {
                Some(left) if next > time => left,
                _ => return HeightDescent::Unknown,
            };
            time = next;
            let there = self.context.placement(time);
            height = self.height(&there, (half_space, up));
        }
        HeightDescent::Unknown
    }
}

impl PairContext<'_> {
    /// The first time when the height above a near half-space falls to `level` metres, or to `share`
    /// of its first value if that is lower; and the half-space's number. Until then no height is
    /// below the share `kept` of that level. Every step takes a unit of the budget. None if the
    /// half-spaces do not tell.
    fn descend_to_half_spaces(
        &mut self,
        [start, end]: [f64; 2],
        [kept, level]: [f64; 2],
        share: f64,
        known: &mut NearHalfSpaces,
        budget: &mut u64,
    ) -> Option<(HeightDescent, u8)> {
        let bodies = self.both.map(|t| t.body);
        let large = large_mesh_index(bodies)?;
        let [from, to] = [start, end].map(|time| self.placement(time));
        let [frame, own] = [self.both[large].turning, self.both[1 - large].turning];
        let span = end - start;
        let between = [&from, &to].map(|at| at.places[1 - large].0 - at.places[large].0);
        let velocity = if span > 0.0 {
            (between[1] - between[0]) / span
        } else {
            DVec3::ZERO
        };
        let apart = between[0].length().max(between[1].length());
        let rate = frame.length();
        let of_center = rate * (2.0 * velocity.length() + rate * apart);
        let turning = own - frame;
        let reach = self.both[1 - large].reach;
        let mut path = DescentPath {
            context: self,
            large,
            bend: of_center + turning.cross(frame).length() * reach,
            turning,
            angle: rate * span,
        };
        let centers = [&from, &to].map(|at| path.placed(at).center());
        // Seen from the mesh, the path of the centre is bent.
        let bulge = 0.125 * of_center * span * span;
        let room = reach + bulge + level;
        if !path.placed(&from).ensure_known(centers[1], room, known) {
            return None;
        }
        let half_spaces = bodies[large].proxy.half_spaces();
        let mut found = (HeightDescent::Never, 0);
        let mut last_time = end;
        for number in known.numbers() {
            let half_space = half_spaces.half_space(number);
            let last = path.context.placement(last_time);
            // A body that starts above a plane and ends below it has passed it.
            let over = (half_space, half_space.up(centers[0]));
            let [first, last_height] = [&from, &last].map(|at| path.height(at, over));
            let level = level.min(share * first);
            if level < MIN_PROXY_TARGET {
                return None;
            }
            let ends = [(&from, first), (&last, last_height)];
            match path.descend(ends, over, [kept * level, level], budget) {
                HeightDescent::Never => {}
                HeightDescent::At(time) => {
                    found = (HeightDescent::At(time), number);
                    last_time = time;
                }
                HeightDescent::Unknown => return Some((HeightDescent::Unknown, number)),
            }
        }
        Some(found)
    }
}

impl PairSweep<'_> {
    /// Whether the two stay apart on their paths, if one is small beside the half-spaces of the other.
    pub(crate) fn clears_half_spaces(&mut self) -> HalfSpaceClearance {
        let times = [self.start(), self.view.settings.step];
        let min_gap = HALF_SPACE_CLEAR_SHARE * self.view.settings.target();
        let mut context = self.view.context(self.state);
        let known = &mut self.state.half_spaces;
        let levels = [1.0 / LEVEL_TOLERANCE, min_gap * LEVEL_TOLERANCE];
        let found = context.descend_to_half_spaces(
            times,
            levels,
            KEPT_GAP_SHARE * LEVEL_TOLERANCE,
            known,
            &mut { u64::MAX },
        );
        self.state.gjk_cache = context.gjk_cache;
        match found {
            Some((HeightDescent::Never, _)) => HalfSpaceClearance::Clear,
            Some((HeightDescent::At(_), _)) => HalfSpaceClearance::Near,
            Some((HeightDescent::Unknown, _)) | None => HalfSpaceClearance::Unknown,
        }
    }

    /// The time of impact at a distance of `target` metres, on the paths from `start` (s) to the
    /// step's end, if one body is small beside the half-spaces of the other and these tell within a
    /// budget of work units.
    pub(crate) fn toi_by_half_spaces(
        &mut self,
        start: f64,
        target: f64,
        budget: u64,
    ) -> Option<Sweep> {
        let bodies = self.bodies();
        let large = large_mesh_index(bodies)?;
        let mut context = self.view.context(self.state);
        let times = [start, self.view.settings.step];
        let (mut left, known) = (budget, &mut self.state.half_spaces);
        let (down, number) = context.descend_to_half_spaces(
            times,
            [DESCENT_TARGET_SHARE, target],
            0.5,
            known,
            &mut left,
        )?;
        let sweep = match down {
            HeightDescent::Never => Sweep::Clear,
            HeightDescent::At(time) => {
                let places = context.placement(time).places;
                let placed = BodyAmongHalfSpaces {
                    large,
                    bodies,
                    places,
                };
                let half_space = bodies[large].proxy.half_spaces().half_space(number);
                let (center, top) = (
                    placed.center(),
                    &mut context.gjk_cache.support_vertices[1 - large],
                );
                let over = placed.height_above(center, half_space, half_space.up(center), top);
                let below = over.lowest - over.up * over.height;
                if !half_space.is_covered_at(below, 0.0) {
                    return None;
                }
                let [below, lowest] =
                    [below, over.lowest].map(|p| placed.to_world(p) - places[0].0);
                let up = places[large].1 * over.up;
                let (points, normal) = if large == 0 {
                    ([below, lowest], up)
                } else {
                    ([lowest, below], -up)
                };
                let [point_a, point_b] = points.map(|p| p.as_vec3());
                Sweep::Impact {
                    time: (time - start) as f32,
                    point_a,
                    point_b,
                    normal: normal.as_vec3(),
                }
            }
            HeightDescent::Unknown => return None,
        };
        self.state.gjk_cache = context.gjk_cache;
        self.shape_queries.spend(budget - left + 1);
        self.count_search();
        Some(sweep)
    }

    /// The distance of the two `time` seconds into their paths, in metres, if one is small beside the
    /// half-spaces of the other and these tell.
    pub(crate) fn gap_by_half_spaces(&mut self, paths: &[Motion; 2], time: f32) -> Option<f64> {
        let bodies = self.bodies();
        let large = large_mesh_index(bodies)?;
        let places = [0, 1].map(|i: usize| {
            let at = paths[i].placement_at(f64::from(time));
            let center = bodies[i].local_center.as_dvec3();
            (at.point(center), at.rotation)
        });
        let placed = BodyAmongHalfSpaces {
            large,
            bodies,
            places,
        };
        let (center, reach) = (placed.center(), f64::from(bodies[1 - large].reach));
        if !placed.ensure_known(center, reach, &mut self.state.half_spaces) {
            return None;
        }
        let room = self.state.half_spaces.clearance(center) - reach;
        let top = &mut self.state.gjk_cache.support_vertices[1 - large];
        let mut lowest: Option<(HeightAbove, &HalfSpace)> = None;
        for number in self.state.half_spaces.numbers() {
            let half_space = bodies[large].proxy.half_spaces().half_space(number);
            let over = placed.height_above(center, half_space, half_space.up(center), top);
            if lowest
                .as_ref()
                .is_none_or(|(known, _)| over.height < known.height)
            {
                lowest = Some((over, half_space));
            }
        }
        let (over, half_space) = lowest?;
        let is_it = over.height > MIN_HALF_SPACE_HEIGHT
            && over.height <= room
            && half_space.is_covered_at(over.lowest - over.up * over.height, 0.0);
        is_it.then(|| {
            self.shape_queries.spend(1);
            over.height
        })
    }
}

#[cfg(test)]
mod tests;
