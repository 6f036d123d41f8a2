//! A body among the walls of a much larger mesh: does it stay clear of them, and when does it come near?
//!
//! A convex body that is over a wall's plane with all of its matter touches nothing of the wall, and of
//! all other walls it is known how far they are (`half_space_set.rs`). How high it is over a plane is told by
//! what of it reaches down farthest. In the frame of the mesh, which turns at `f`, the plane stands
//! still; there a body that turns at `w` turns at `d = w - f`, and a point of it at `r` from its centre
//! is accelerated by `d x (d x r) + (d x f) x r`, and the centre at `c` from the mesh's by
//! `f x (f x c - 2 v)` (see `turning_plane.rs`). With these bounds heights stay above a parabola through
//! any two of them, and where that comes down to a level the height is looked at again: so a body
//! comes down to the wall in a few looks.

use glam::{DQuat, DVec3};

use crate::body::Body;
use crate::ccd::pair::PairSweep;
use crate::ccd::pair_context::{PairContext, PairPlacement};

use crate::params::{
    DESCENT_TARGET_SHARE, HALF_SPACE_CLEAR_SHARE, KEPT_GAP_SHARE, LEVEL_TOLERANCE,
    MAX_DESCENT_STEPS, MIN_HALF_SPACE_HEIGHT, MIN_PROXY_TARGET, MIN_REACH_RATIO,
};
use crate::proxy::half_space_set::{HalfSpace, NearHalfSpaces};
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;

/// What the walls tell about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum HalfSpaceClearance {
    /// The body stays as far from them as it should.
    Clear,
    /// The body comes nearer.
    Near,
    /// There are no half-spaces, or too many, or the body touches one.
    Unknown,
}

/// When a height is down to a level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Descent {
    Never,
    At(f64),
    Unknown,
}

/// Which of two bodies has walls that the other is among: its index of the two.
pub(crate) fn large_mesh_index([a, b]: [&Body; 2]) -> Option<usize> {
    let has = |large: &Body, small: &Body| {
        large.reach >= MIN_REACH_RATIO * small.reach && !large.proxy.half_spaces().is_empty()
    };
    if has(a, b) {
        Some(0)
    } else {
        has(b, a).then_some(1)
    }
}

/// Two bodies at places of the world, one of them with walls.
pub(crate) struct BodyAmongHalfSpaces<'b> {
    /// Which one has them.
    pub large: usize,
    pub bodies: [&'b Body; 2],
    pub places: [(DVec3, DQuat); 2],
}

/// How a body is over a wall.
pub(crate) struct HeightAbove {
    /// What of it is nearest, in the mesh's coordinates, and how far it is from the wall, in metres.
    pub lowest: DVec3,
    pub height: f64,
    /// From the wall to the body, in the mesh's coordinates.
    pub up: DVec3,
}

impl BodyAmongHalfSpaces<'_> {
    fn small(&self) -> usize {
        1 - self.large
    }

    /// The place of the small body's centre in the mesh's coordinates.
    pub fn center(&self) -> DVec3 {
        let (large, small) = (self.places[self.large], self.places[self.small()]);
        let center = self.bodies[self.large].local_center.as_dvec3();
        large.1.conjugate() * (small.0 - large.0) + center
    }

    /// From the mesh's coordinates into the world.
    pub fn to_world(&self, place: DVec3) -> DVec3 {
        let (at, turn) = self.places[self.large];
        at + turn * (place - self.bodies[self.large].local_center.as_dvec3())
    }

    /// How the small body, with its centre at this place of the mesh, is over a wall whose upper side
    /// this direction leads to.
    pub fn height_above(
        &self,
        center: DVec3,
        half_space: &HalfSpace,
        up: DVec3,
        top: &mut u32,
    ) -> HeightAbove {
        let small = self.small();
        let turn = self.places[self.large].1.conjugate() * self.places[small].1;
        let (name, lowest) = self.bodies[small].farthest(turn.conjugate() * -up, *top);
        *top = name;
        let lowest = center + turn * lowest;
        let slack = self.bodies[small].proxy.rounding() + half_space.thickness;
        HeightAbove {
            lowest,
            height: up.dot(lowest) - up.dot(half_space.normal) * half_space.height - slack,
            up,
        }
    }

    /// Sees to it that the walls are known which come within `room` metres of the small body's
    /// centre, here and at another place; false if there are too many.
    pub fn ensure_known(&self, other: DVec3, room: f64, half_spaces: &mut NearHalfSpaces) -> bool {
        let center = self.center();
        let knows = |half_spaces: &NearHalfSpaces| {
            half_spaces
                .clearance(center)
                .min(half_spaces.clearance(other))
                >= room
        };
        if !knows(half_spaces) {
            *half_spaces = self.bodies[self.large].proxy.half_spaces().near(center);
        }
        knows(half_spaces)
    }
}

/// A path along walls, and what is the same for all of them.
struct DescentPath<'t, 's> {
    context: &'t mut PairContext<'s>,
    large: usize,
    /// How much the heights over a wall may bend at most, but for the body's turning across the
    /// wall's normal: in m/s^2.
    bend: f64,
    /// How fast the body turns, as seen from the mesh, in rad/s, and how far the mesh turns, in rad.
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

    /// The height over a wall at a moment, and the moment.
    fn height(&mut self, at: &PairPlacement, (half_space, up): (&HalfSpace, DVec3)) -> f64 {
        let mut top = self.context.gjk_cache.support_vertices[1 - self.large];
        let placed = self.placed(at);
        let height = placed
            .height_above(placed.center(), half_space, up, &mut top)
            .height;
        self.context.gjk_cache.support_vertices[1 - self.large] = top;
        height
    }

    /// When the height over a wall comes down to `levels[1]` metres at the latest; nowhere before
    /// is it below `levels[0]`.
    fn descend(
        &mut self,
        [(from, first), (to, last)]: [(&PairPlacement, f64); 2],
        (half_space, up): (&HalfSpace, DVec3),
        [low, level]: [f64; 2],
        budget: &mut u64,
    ) -> Descent {
        let small = &self.context.both[1 - self.large];
        let normal = from.places[self.large].1 * half_space.normal;
        let rate = self.turning.length();
        let across = (normal.cross(self.turning).length() + self.angle * rate).min(rate);
        let bend = 0.5 * (self.bend + rate * across * small.reach);
        let (mut time, mut height) = (from.time, first);
        for _ in 0..MAX_DESCENT_STEPS {
            if height <= level {
                return Descent::At(time);
            }
            let span = to.time - time;
            let sag = bend * span * span;
            // height + x (last - height) - sag x (1 - x) at the share x of the time left.
            let slope = last - height - sag;
            let lowest = if slope < 0.0 && -slope < 2.0 * sag {
                height - slope * slope / (4.0 * sag)
            } else {
                height.min(last)
            };
            if lowest >= low {
                return Descent::Never;
            }
            let over = height - low;
            // Of the two forms of the root the one that subtracts nothing.
            let root = (slope * slope - 4.0 * sag * over).max(0.0).sqrt();
            let share = 2.0 * over / (root - slope);
            let next = time + share.clamp(0.0, 1.0) * span;
            *budget = match budget.checked_sub(1) {
                Some(left) if next > time => left,
                _ => return Descent::Unknown,
            };
            time = next;
            let there = self.context.placement(time);
            height = self.height(&there, (half_space, up));
        }
        Descent::Unknown
    }
}

impl PairContext<'_> {
    /// When the first height over one of the walls near comes down to `level` metres, or half as
    /// near as it begins; and the wall's name. Until then no height is lower than the share `kept`
    /// of that. Every look takes a unit of the budget.
    fn descend_to_half_spaces(
        &mut self,
        [start, end]: [f64; 2],
        [kept, level]: [f64; 2],
        share: f64,
        known: &mut NearHalfSpaces,
        budget: &mut u64,
    ) -> Option<(Descent, u8)> {
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
        // The way of the centre as seen from the mesh is bent.
        let bulge = 0.125 * of_center * span * span;
        let room = reach + bulge + level;
        if !path.placed(&from).ensure_known(centers[1], room, known) {
            return None;
        }
        let half_spaces = bodies[large].proxy.half_spaces();
        let mut found = (Descent::Never, 0);
        let mut last_time = end;
        for name in known.names() {
            let half_space = half_spaces.half_space(name);
            let last = path.context.placement(last_time);
            // Who begins above a wall and ends below it has passed it.
            let over = (half_space, half_space.up(centers[0]));
            let [first, last_height] = [&from, &last].map(|at| path.height(at, over));
            let level = level.min(share * first);
            if level < MIN_PROXY_TARGET {
                return None;
            }
            let ends = [(&from, first), (&last, last_height)];
            match path.descend(ends, over, [kept * level, level], budget) {
                Descent::Never => {}
                Descent::At(time) => {
                    found = (Descent::At(time), name);
                    last_time = time;
                }
                Descent::Unknown => return Some((Descent::Unknown, name)),
            }
        }
        Some(found)
    }
}

impl PairSweep<'_> {
    /// Whether the two stay apart on their paths, if one is among the walls of the other.
    pub(crate) fn clears_half_spaces(&mut self) -> HalfSpaceClearance {
        let times = [self.start(), self.view.settings.step];
        let least = HALF_SPACE_CLEAR_SHARE * self.view.settings.target();
        let mut context = self.view.context(self.state);
        let known = &mut self.state.half_spaces;
        let levels = [1.0 / LEVEL_TOLERANCE, least * LEVEL_TOLERANCE];
        let found = context.descend_to_half_spaces(
            times,
            levels,
            KEPT_GAP_SHARE * LEVEL_TOLERANCE,
            known,
            &mut { u64::MAX },
        );
        self.state.gjk_cache = context.gjk_cache;
        match found {
            Some((Descent::Never, _)) => HalfSpaceClearance::Clear,
            Some((Descent::At(_), _)) => HalfSpaceClearance::Near,
            Some((Descent::Unknown, _)) | None => HalfSpaceClearance::Unknown,
        }
    }

    /// When the two come as near as `target` metres on their paths from `start` (s) to the step's
    /// end, if one is among the walls of the other and these can tell within a budget of work units.
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
        let (down, name) = context.descend_to_half_spaces(
            times,
            [DESCENT_TARGET_SHARE, target],
            0.5,
            known,
            &mut left,
        )?;
        let sweep = match down {
            Descent::Never => Sweep::Clear,
            Descent::At(time) => {
                let places = context.placement(time).places;
                let placed = BodyAmongHalfSpaces {
                    large,
                    bodies,
                    places,
                };
                let half_space = bodies[large].proxy.half_spaces().half_space(name);
                let (center, top) = (
                    placed.center(),
                    &mut context.gjk_cache.support_vertices[1 - large],
                );
                let over = placed.height_above(center, half_space, half_space.up(center), top);
                let below = over.lowest - over.up * over.height;
                if !half_space.is_beside(below, 0.0) {
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
            Descent::Unknown => return None,
        };
        self.state.gjk_cache = context.gjk_cache;
        self.shape_queries.spend(budget - left + 1);
        self.note();
        Some(sweep)
    }

    /// How far the two are apart `time` seconds into their ways, in metres, if one is among the walls
    /// of the other and these can tell.
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
        let mut least: Option<(HeightAbove, &HalfSpace)> = None;
        for name in self.state.half_spaces.names() {
            let half_space = bodies[large].proxy.half_spaces().half_space(name);
            let over = placed.height_above(center, half_space, half_space.up(center), top);
            if least
                .as_ref()
                .is_none_or(|(known, _)| over.height < known.height)
            {
                least = Some((over, half_space));
            }
        }
        let (over, half_space) = least?;
        let is_it = over.height > MIN_HALF_SPACE_HEIGHT
            && over.height <= room
            && half_space.is_beside(over.lowest - over.up * over.height, 0.0);
        is_it.then(|| {
            self.shape_queries.spend(1);
            over.height
        })
    }
}

#[cfg(test)]
mod tests;
