//! Time of impact of a small collider with the half-spaces of a much larger mesh: its floors and walls.
//!
//! A convex body that is above a half-space's plane with all of its points does not touch the
//! triangles in the plane, and the distance of all other half-spaces is known
//! (`shape/proxy/half_space_set.rs`). The height above a plane is that of the body's lowest support point.
//! In the frame of the mesh, which turns at `f`, the plane stands still. There a body that turns at
//! `w` turns at `d = w - f`; a point of it at `r` from its centre is accelerated by
//! `d x (d x r) + (d x f) x r`, and its centre, at `c` from the mesh's centre, by
//! `f x (f x c - 2 v)` (see `separating_plane/turning.rs`). With these bounds the height stays above
//! a parabola through any two of its values. Where the parabola reaches the target, the height is
//! computed again: so the body descends on the plane in a few steps.

use glam::DVec3;

use crate::budget::Meter;
use crate::params::{
    DESCENT_TARGET_SHARE, HALF_SPACE_CLEAR_SHARE, KEPT_GAP_SHARE, LEVEL_TOLERANCE,
    MAX_DESCENT_STEPS, MIN_HALF_SPACE_HEIGHT, MIN_PROXY_TARGET,
};
use crate::query::among_half_spaces::{AmongHalfSpaces, HeightAbove, large_mesh_index};
use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::path_pair::{PairPlacement, PathPair};
use crate::query::toi::{Sweep, round_time_down};
use crate::query::{PairCache, PlacedCollider};
use crate::shape::proxy::{MeshHalfSpace, NearHalfSpaces};

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
struct DescentPath<'t, 'p> {
    pair: &'t mut PathPair<'p>,
    large: usize,
    /// The bound on the second derivative of heights, without the part of the body's turning across
    /// the normal, in m/s^2.
    bend: f64,
    /// The body's angular velocity relative to the mesh, in rad/s, and the angle by which the mesh
    /// turns, in radians.
    turning: DVec3,
    angle: f64,
}

impl<'p> DescentPath<'_, 'p> {
    fn placed(&self, at: &PairPlacement) -> AmongHalfSpaces<'p> {
        AmongHalfSpaces {
            large: self.large,
            both: self.pair.placed(at),
        }
    }

    /// The height above a half-space at a placement, in metres; none if the budget is spent.
    fn height(
        &mut self,
        at: &PairPlacement,
        (half_space, up): (&MeshHalfSpace, DVec3),
    ) -> Option<f64> {
        if !self.pair.meter.take() {
            return None;
        }
        let mut top = self.pair.gjk.support_vertices[1 - self.large];
        let placed = self.placed(at);
        let height = placed
            .height_above(placed.center(), half_space, up, &mut top)
            .height;
        self.pair.gjk.support_vertices[1 - self.large] = top;
        Some(height)
    }

    /// A time when the height above a half-space is at most `level` metres; at no time before is it
    /// below `low`.
    fn descend(
        &mut self,
        [(from, first), (to, last)]: [(&PairPlacement, f64); 2],
        (half_space, up): (&MeshHalfSpace, DVec3),
        [low, level]: [f64; 2],
    ) -> HeightDescent {
        let reach = self.pair.both[1 - self.large].reach();
        let normal = from.frames[self.large].rotation * half_space.normal;
        let rate = self.turning.length();
        let across = (normal.cross(self.turning).length() + self.angle * rate).min(rate);
        let bend = 0.5 * (self.bend + rate * across * reach);
        let (mut time, mut height) = (from.time, first);
        for _ in 0..MAX_DESCENT_STEPS {
            if height <= level {
                return HeightDescent::At(time);
            }
            let span = to.time - time;
            let sag = bend * span * span;
            let bound = GapBound {
                first: height,
                last,
                sag,
            };
            if bound.lowest() >= low {
                return HeightDescent::Never;
            }
            let next = time + bound.share_at(low).clamp(0.0, 1.0) * span;
            if next <= time {
                return HeightDescent::Unknown;
            }
            time = next;
            self.pair.note_instant(time);
            let there = self.pair.placement(time);
            height = match self.height(&there, (half_space, up)) {
                Some(height) => height,
                None => return HeightDescent::Unknown,
            };
        }
        HeightDescent::Unknown
    }
}

impl PathPair<'_> {
    /// The first time when the height above a near half-space falls to `level` metres, or to `share`
    /// of its first value if that is lower; and the half-space's number. Until then no height is
    /// below the share `kept` of that level. Every height takes a unit of the budget. None if the
    /// half-spaces do not tell.
    fn descend_to_half_spaces(
        &mut self,
        [start, end]: [f64; 2],
        [kept, level]: [f64; 2],
        share: f64,
        known: &mut NearHalfSpaces,
    ) -> Option<(HeightDescent, u8)> {
        let [a, b] = self.both;
        let large = large_mesh_index([a.collider, b.collider])?;
        let [from, to] = [start, end].map(|time| self.placement(time));
        let [mesh, small] = [&self.both[large], &self.both[1 - large]];
        let [frame, own] = [mesh.turning(), small.turning()];
        let span = end - start;
        let between = [&from, &to].map(|at| at.frames[1 - large].center - at.frames[large].center);
        let velocity = if span > 0.0 {
            (between[1] - between[0]) / span
        } else {
            DVec3::ZERO
        };
        let apart = between[0].length().max(between[1].length());
        let rate = frame.length();
        let of_center = rate * (2.0 * velocity.length() + rate * apart);
        let turning = own - frame;
        let reach = small.reach();
        let mut path = DescentPath {
            pair: self,
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
        let half_spaces = mesh.collider.proxy().half_spaces();
        let mut found = (HeightDescent::Never, 0);
        let mut last_time = end;
        for number in known.numbers() {
            let half_space = half_spaces.half_space(number);
            let last = path.pair.placement(last_time);
            // A body that starts above a plane and ends below it has passed it.
            let over = (half_space, half_space.up(centers[0]));
            let first = path.height(&from, over)?;
            let last_height = path.height(&last, over)?;
            let level = level.min(share * first);
            if level < MIN_PROXY_TARGET {
                return None;
            }
            let ends = [(&from, first), (&last, last_height)];
            match path.descend(ends, over, [kept * level, level]) {
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

/// Whether the two stay apart from one time of their paths (s) to another, if one is small beside the
/// half-spaces of the other. `target` is the sweep's, in metres.
pub(crate) fn clearance(
    pair: &mut PathPair,
    times: [f64; 2],
    target: f64,
    known: &mut NearHalfSpaces,
) -> HalfSpaceClearance {
    let min_gap = HALF_SPACE_CLEAR_SHARE * target;
    let levels = [1.0 / LEVEL_TOLERANCE, min_gap * LEVEL_TOLERANCE];
    let share = KEPT_GAP_SHARE * LEVEL_TOLERANCE;
    match pair.descend_to_half_spaces(times, levels, share, known) {
        Some((HeightDescent::Never, _)) => HalfSpaceClearance::Clear,
        Some((HeightDescent::At(_), _)) => HalfSpaceClearance::Near,
        Some((HeightDescent::Unknown, _)) | None => HalfSpaceClearance::Unknown,
    }
}

/// The time of impact at a distance of `target` metres, from one time of the paths (s) to another, if
/// one collider is small beside the half-spaces of the other and these tell.
pub(crate) fn time_of_impact(
    pair: &mut PathPair,
    times: [f64; 2],
    target: f64,
    known: &mut NearHalfSpaces,
) -> Option<Sweep<DVec3>> {
    let [a, b] = pair.both;
    let large = large_mesh_index([a.collider, b.collider])?;
    let levels = [DESCENT_TARGET_SHARE, target];
    let (down, number) = pair.descend_to_half_spaces(times, levels, 0.5, known)?;
    let time = match down {
        HeightDescent::Never => return Some(Sweep::Clear),
        HeightDescent::Unknown => return None,
        HeightDescent::At(time) => time,
    };
    let at = pair.placement(time);
    let placed = AmongHalfSpaces {
        large,
        both: pair.placed(&at),
    };
    let half_space = placed.half_space(number);
    let center = placed.center();
    let top = &mut pair.gjk.support_vertices[1 - large];
    let over = placed.height_above(center, half_space, half_space.up(center), top);
    let below = over.lowest - over.up * over.height;
    if !half_space.is_covered_at(below, 0.0) {
        return None;
    }
    let origin = at.frames[0].center;
    let [below, lowest] = [below, over.lowest].map(|p| placed.to_world(p) - origin);
    let up = at.frames[large].rotation * over.up;
    let (points, normal) = if large == 0 {
        ([below, lowest], up)
    } else {
        ([lowest, below], -up)
    };
    let time = round_time_down(time - times[0]);
    Some(Sweep::impact_near(origin, time, points, normal.as_vec3()))
}

/// The distance of two colliders, in metres, if one is small beside the half-spaces of the other and
/// these tell. Every height takes a unit of the budget.
pub(crate) fn gap(
    both: [PlacedCollider; 2],
    cache: &mut PairCache,
    meter: &mut Meter,
) -> Option<f64> {
    let large = large_mesh_index(both.map(|placed| placed.collider))?;
    let placed = AmongHalfSpaces { large, both };
    let (center, reach) = (placed.center(), placed.small().reach());
    let known = &mut cache.half_spaces;
    if !placed.ensure_known(center, reach, known) {
        return None;
    }
    let room = known.clearance(center) - reach;
    let top = &mut cache.gjk.support_vertices[1 - large];
    let mut lowest: Option<(HeightAbove, &MeshHalfSpace)> = None;
    for number in known.numbers() {
        if !meter.take() {
            return None;
        }
        let half_space = placed.half_space(number);
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
    is_it.then_some(over.height)
}

#[cfg(test)]
mod tests;
