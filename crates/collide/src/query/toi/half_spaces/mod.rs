//! Time of impact of a small collider with the half-spaces of a much larger mesh: its floors and walls.
//!
//! A convex body that is above a half-space's plane with all of its points does not touch the
//! triangles in the plane, and the distance of all other half-spaces is known
//! (`shape/proxy/half_space_set.rs`). The height above a plane is that of the body's lowest support point.
//! In the frame of the mesh the plane stands still, so its rate is the mesh's (`plane_turn.rs`).

use glam::DVec3;

use crate::budget::Meter;
use crate::params::{
    DESCENT_TARGET_SHARE, HALF_SPACE_CLEAR_SHARE, KEPT_GAP_SHARE, LEVEL_TOLERANCE,
    MAX_DESCENT_STEPS, MIN_HALF_SPACE_HEIGHT, MIN_PROXY_TARGET,
};
use crate::query::among_half_spaces::{AmongHalfSpaces, HeightAbove, large_mesh_index};
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};
use crate::query::toi::plane_turn::PlaneTurn;
use crate::query::toi::proxy_pair::{PairPlacement, ProxyPair};
use crate::query::toi::{DistanceThresholds, Sweep, round_time_down};
use crate::query::{PairCache, PlacedCollider, Stage};
use crate::shape::proxy::{MeshHalfSpace, NearHalfSpaces};

/// The result of testing half-spaces against a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum HalfSpaceClearance {
    /// The body stays as far from them as it should.
    Clear,
    /// The body comes nearer.
    Near,
    /// There are no half-spaces, or too many, or the body touches one.
    Unknown,
}

/// The time at which a height falls to a level, in seconds from the start of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HeightDescent {
    Never,
    At(f64),
    Unknown,
}

/// A body above one half-space of a mesh.
struct Descent<'t, 'p> {
    pair: &'t mut ProxyPair<'p>,
    /// The index of the mesh: 0 or 1.
    large: usize,
    half_space: &'p MeshHalfSpace,
    /// The direction from the plane to the body, in the mesh's coordinates.
    up: DVec3,
    /// Half of the bound on the second derivative of heights, in m/s^2.
    bend: f64,
    /// The latest time (s) that was measured, and the height then: every step looks at the end again.
    latest: Option<(f64, f64)>,
}

/// The work units are spent.
struct BudgetSpent;

impl Descent<'_, '_> {
    /// The height at a placement, in metres.
    fn height(&mut self, at: &PairPlacement) -> Result<f64, BudgetSpent> {
        if !self.pair.meter.take() {
            return Err(BudgetSpent);
        }
        let placed = AmongHalfSpaces {
            large: self.large,
            both: self.pair.placed(at),
        };
        let top = &mut self.pair.gjk.support_vertices[1 - self.large];
        let over = placed.height_above(placed.center(), self.half_space, self.up, top);
        Ok(over.height)
    }

    /// The height at a time (s), in metres.
    fn height_at(&mut self, time: f64) -> Result<f64, BudgetSpent> {
        if let Some((_, height)) = self.latest.filter(|latest| latest.0 == time) {
            return Ok(height);
        }
        let at = self.pair.placement(time);
        let height = self.height(&at)?;
        if self.latest.is_none_or(|latest| latest.0 < time) {
            self.latest = Some((time, height));
        }
        Ok(height)
    }
}

impl MovingLeaves for Descent<'_, '_> {
    type State = ();
    type Stop = BudgetSpent;
    const MAX_STEPS: u64 = MAX_DESCENT_STEPS;

    fn find(&mut self, time: f64, _: &Instant<()>) -> Result<Instant<()>, BudgetSpent> {
        self.pair.note_instant(Stage::Plane, time);
        let gap = self.height_at(time)?;
        let state = ();
        Ok(Instant { time, gap, state })
    }

    fn look(&mut self, _: &Instant<()>, time: f64) -> Result<Look, BudgetSpent> {
        let gap = self.height_at(time)?;
        let bend = self.bend;
        Ok(Look { gap, bend })
    }
}

impl ProxyPair<'_> {
    /// The first time at which the height above a near half-space falls to `level` metres, or to `share`
    /// of its first value if that is lower; and the half-space's number. Until then no height is
    /// below the share `kept` of that level. Every height takes a unit of the budget. None if the
    /// half-spaces do not decide.
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
        let frame = mesh.turning();
        let span = end - start;
        let between = [&from, &to].map(|at| at.frames[1 - large].center - at.frames[large].center);
        let velocity = match span > 0.0 {
            true => (between[1] - between[0]) / span,
            false => DVec3::ZERO,
        };
        let reach = small.reach();
        let placed = [&from, &to].map(|at| AmongHalfSpaces {
            large,
            both: self.placed(at),
        });
        let [center, last_center] = placed.each_ref().map(AmongHalfSpaces::center);
        // Seen from the mesh, the path of the centre is bent.
        let rate = frame.length();
        let apart = between[0].length().max(between[1].length());
        let bulge = 0.125 * rate * (2.0 * velocity.length() + rate * apart) * span * span;
        let room = reach + bulge + level;
        if !placed[0].ensure_known(last_center, room, known) {
            return None;
        }
        let half_spaces = mesh.collider.proxy().half_spaces();
        let mut found = (HeightDescent::Never, 0);
        let (mut last_time, mut lowest) = (end, f64::INFINITY);
        for number in known.numbers() {
            let half_space = half_spaces.half_space(number);
            let normals = [&from, &to].map(|at| at.frames[large].rotation * half_space.normal);
            let plane = PlaneTurn {
                rate: frame,
                normals,
                angle: 0.5 * rate * span,
            };
            let mut descent = Descent {
                pair: self,
                large,
                half_space,
                // A body that starts above a plane and ends below it has passed it.
                up: half_space.up(center),
                bend: plane.bend_of_centers(between, velocity)
                    + plane.bend_of_turning(small.turning(), reach),
                latest: None,
            };
            let first = descent.height(&from).ok()?;
            let level = level.min(share * first);
            if level < MIN_PROXY_TARGET {
                return None;
            }
            let thresholds = DistanceThresholds {
                target: level,
                min_gap: kept * level,
            };
            let start = Instant {
                time: start,
                gap: first,
                state: (),
            };
            match advance(&mut descent, start, last_time, &thresholds) {
                Advanced::Separated(_) => {}
                // The earliest impact so far; of several at one time, the one with the smallest gap.
                Advanced::Reached(at) if at.time < last_time || at.gap < lowest => {
                    found = (HeightDescent::At(at.time), number);
                    (last_time, lowest) = (at.time, at.gap);
                }
                Advanced::Reached(_) => {}
                Advanced::Stalled { .. } => return Some((HeightDescent::Unknown, number)),
            }
        }
        Some(found)
    }
}

/// Tests if the two stay apart from one time of their paths (s) to another, if one is small beside the
/// half-spaces of the other. `target` is the sweep's, in metres.
pub(crate) fn clearance(
    pair: &mut ProxyPair,
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
/// one collider is small beside the half-spaces of the other and these decide.
pub(crate) fn time_of_impact(
    pair: &mut ProxyPair,
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
/// these decide. Every height takes a unit of the budget.
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
