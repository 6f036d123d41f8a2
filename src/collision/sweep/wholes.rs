//! Two moving bodies as wholes: as long as a plane parts them, it is all that a sweep has to see.
//!
//! What reaches farthest along a direction is found by a walk down one tree, so that the front of
//! pairs of nodes, which is what a sweep spends its time on, is not needed. Most bodies that meet
//! touch where their convex hulls do: then the whole sweep is done here.
//!
//! A direction `n` is fixed over some time. No point moves along it with an acceleration above
//! `|w| |n x w| r'`, where `r'` is its distance from the axis of its turn; so along `n` it stays
//! within `M s (S - s) / 2` of the chord between where it is at the ends of a time `S`. The same is
//! true of what of a body reaches farthest, and so of the gap of two bodies: it is at least the
//! chord of the gaps at both ends, less the sum of these. Unlike a bound from one end it needs
//! not grow with `S` where the gap is small: bodies that approach touch with a gap of 0 at the end.

use glam::{DVec3, Vec3};

use super::kinematics::{Courses, Stance};
use crate::collision::budget::Meter;
use crate::collision::model::Model;
use crate::collision::narrow::signed_volumes::Simplex;
use crate::collision::proximity::{Spent, Walk};
use crate::collision::stats::Counters;

/// Directions that are tried at one instant.
const MOST_DIRECTIONS: usize = 12;
/// A direction that parts by this share of the distance is good enough for bodies apart, ...
const GOOD_ENOUGH: f64 = 0.6;
/// ... and by this one for those nearer than this share of their reach: what slides along another
/// body comes nearer along all directions but one.
const GOOD_ENOUGH_NEAR: f64 = 0.98;
const NEAR_SHARE: f64 = 0.02;

/// Two bodies, and what looks at them may cost.
pub(super) struct Wholes<'q> {
    pub models: [&'q Model; 2],
    pub courses: &'q Courses,
    /// No point of them is farther from the centre of the turn, m.
    pub reach: [f64; 2],
    /// They are to be kept more than this apart (m), rounding included.
    pub keep: f64,
    /// The instants that are looked at, if somebody wants to know.
    pub trace: &'q mut Option<Vec<f64>>,
    pub stack: &'q mut Vec<(u32, f32)>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

/// What reaches farthest toward the other body, along a direction of the world.
#[derive(Clone, Copy, Debug)]
struct Reach {
    place: DVec3,
    along: f64,
}

/// Two bodies along one direction.
#[derive(Clone, Copy, Debug)]
struct Parting {
    /// In the world, of length 1, from the first to the second.
    direction: DVec3,
    /// How far they are apart along it, m; negative if they overlap.
    gap: f64,
    /// What of them is nearest along it.
    places: [DVec3; 2],
}

/// Until when two bodies are parted, ...
#[derive(Clone, Copy, Debug)]
pub(super) enum Parted {
    Always,
    /// ... and along which direction of the world then.
    Until(f64, DVec3),
    Spent(f64),
}

/// Turns (rad) until the bodies might touch that are not worth another instant.
const NEAR: f64 = 0.05;
/// The bodies may turn by this (rad) from one instant to the next.
const FAR: f64 = 1.2;
const MOST_INSTANTS: usize = 12;

impl Wholes<'_> {
    /// Follows two bodies from `begin` (s) to `end` as long as planes part them.
    pub(super) fn follow(&mut self, begin: f64, end: f64) -> Parted {
        let mut safe = begin;
        self.advance(&mut safe, end).unwrap_or(Parted::Spent(safe))
    }

    fn advance(&mut self, safe: &mut f64, end: f64) -> Result<Parted, Spent> {
        let turning = self.courses.turning();
        let mut stances = self.courses.stances(*safe);
        let first = stances[1].center - stances[0].center;
        let mut parting = self.parting(&stances, first)?;
        let mut longest = FAR / turning;
        for _ in 0..MOST_INSTANTS {
            let room = parting.gap - self.keep;
            if room <= 0.0 {
                break;
            }
            let closing = self.closing(&stances, &parting);
            let left = if closing > 0.0 {
                room / closing
            } else {
                f64::INFINITY
            };
            if left * turning < NEAR && *safe + left < end {
                break;
            }
            let time = (*safe + left.min(longest)).min(end);
            let step = time - *safe;
            let then = self.courses.stances(time);
            if let Some(instants) = &mut self.trace {
                instants.extend([*safe, time]);
            }
            // The direction that parts them now may do so until then.
            let same = self.along(&then, parting.direction)?;
            let is_parted = self.chord_parts(parting.direction, step, [parting.gap, same.gap]);
            if is_parted && time >= end {
                return Ok(Parted::Always);
            }
            let next = self.parting_from(&then, same)?;
            if is_parted || self.parted_until(&stances, step, &next)? {
                if time >= end {
                    return Ok(Parted::Always);
                }
                (*safe, stances, parting) = (time, then, next);
                longest = (2.0 * longest).min(FAR / turning);
            } else {
                longest = 0.5 * step;
                if longest * turning < NEAR {
                    break;
                }
            }
        }
        Ok(Parted::Until(*safe, parting.direction))
    }

    /// Whether the bodies are parted for a time (s) from where they were to where they are at
    /// `last`, along its direction.
    fn parted_until(
        &mut self,
        before: &[Stance; 2],
        time: f64,
        last: &Parting,
    ) -> Result<bool, Spent> {
        if last.gap <= self.keep {
            return Ok(false);
        }
        let gap = self.along(before, last.direction)?.gap;
        Ok(self.chord_parts(last.direction, time, [gap, last.gap]))
    }

    /// Whether gaps (m) along a direction at both ends of a time (s) mean that there is one at all
    /// times between.
    fn chord_parts(&self, direction: DVec3, time: f64, gaps: [f64; 2]) -> bool {
        let [begin, end] = gaps.map(|gap| gap - self.keep);
        if begin <= 0.0 || end <= 0.0 {
            return false;
        }
        let [a, b] = self.courses.spins();
        let bend =
            |spin: DVec3, radius: f64| spin.length() * direction.cross(spin).length() * radius;
        let bend = bend(a, self.reach[0]) + bend(b, self.reach[1]);
        // The room `s` before the end is end + slope s + bend s^2 / 2.
        let slope = (begin - end) / time - 0.5 * bend * time;
        let lowest = -slope / bend;
        if !(lowest > 0.0 && lowest < time) {
            return true;
        }
        end - 0.5 * slope * slope / bend > 0.0
    }

    /// How fast the nearest places approach along the direction, m/s.
    fn closing(&self, stances: &[Stance; 2], parting: &Parting) -> f64 {
        let (velocities, spins) = (self.courses.velocities(), self.courses.spins());
        let rate = |body: usize| {
            let arm = parting.places[body] - stances[body].center;
            parting
                .direction
                .dot(velocities[body] + spins[body].cross(arm))
        };
        rate(0) - rate(1)
    }

    /// A direction along which the bodies are apart by almost their distance; the best there was if
    /// they overlap. `toward` is the first to be tried.
    fn parting(&mut self, stances: &[Stance; 2], toward: DVec3) -> Result<Parting, Spent> {
        let direction = toward.try_normalize().unwrap_or(DVec3::Y);
        let first = self.along(stances, direction)?;
        self.parting_from(stances, first)
    }

    /// The same from what is known along a first direction: the walk of Gilbert, Johnson and Keerthi
    /// on what the bodies reach.
    fn parting_from(&mut self, stances: &[Stance; 2], first: Parting) -> Result<Parting, Spent> {
        self.counters.advancement_steps += 1;
        let mut simplex = Simplex::default();
        let (mut best, mut parting) = (first, first);
        for _ in 0..MOST_DIRECTIONS {
            let corner = parting.places[1] - parting.places[0];
            // Else they overlap, or no corner is nearer.
            let Some(point) = simplex.take(corner) else {
                break;
            };
            let length = point.length();
            let share = if length < NEAR_SHARE * (self.reach[0] + self.reach[1]) {
                GOOD_ENOUGH_NEAR
            } else {
                GOOD_ENOUGH
            };
            if best.gap >= share * length {
                break;
            }
            let Some(direction) = point.try_normalize() else {
                break;
            };
            parting = self.along(stances, direction)?;
            if parting.gap > best.gap {
                best = parting;
            }
        }
        Ok(best)
    }

    fn along(&mut self, stances: &[Stance; 2], direction: DVec3) -> Result<Parting, Spent> {
        let a = self.toward(0, &stances[0], direction)?;
        let b = self.toward(1, &stances[1], -direction)?;
        Ok(Parting {
            direction,
            gap: -b.along - a.along,
            places: [a.place, b.place],
        })
    }

    fn toward(&mut self, body: usize, stance: &Stance, direction: DVec3) -> Result<Reach, Spent> {
        let local = stance.rotation.transpose() * direction;
        let place = self.farthest(body, local.as_vec3())?;
        let arm = place.as_dvec3() - self.courses.local_center(body);
        let place = stance.center + stance.rotation * arm;
        Ok(Reach {
            place,
            along: direction.dot(place),
        })
    }

    fn farthest(&mut self, body: usize, direction: Vec3) -> Result<Vec3, Spent> {
        let model = self.models[body];
        if !model.hull.is_empty() {
            if !self.meter.take() {
                return Err(Spent);
            }
            self.counters.primitive_tests += 1;
            return Ok(model.hull.farthest(direction));
        }
        let mut walk = Walk {
            stack: self.stack,
            meter: self.meter,
            counters: self.counters,
        };
        let farthest = walk.farthest(model, direction, f32::NEG_INFINITY)?;
        Ok(farthest.map_or(Vec3::ZERO, |found| found.place))
    }
}
