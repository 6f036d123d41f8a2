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

use crate::budget::Meter;
use crate::counters::Counters;
use crate::model::Model;
use crate::narrow_phase::signed_volumes::Simplex;
use crate::query::distance::{BudgetSpent, SupportSearch};
use crate::query::toi::kinematics::{Courses, Stance};

/// Directions that are tried at one instant.
const MOST_DIRECTIONS: usize = 12;
/// A direction that parts by this share of the distance is good enough for bodies apart, ...
const GOOD_ENOUGH: f64 = 0.8;
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
struct SeparatingSlab {
    /// In the world, of length 1, from the first to the second.
    direction: DVec3,
    /// How far they are apart along it, m; negative if they overlap.
    gap: f64,
    /// What of them is nearest along it.
    places: [DVec3; 2],
}

/// What is known of two bodies when planes do not part them any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// They are apart before this time, s.
    pub safe: f64,
    /// When they may touch if they go on as they do then, s.
    pub closed: f64,
    /// The direction of the world that parted them last.
    pub toward: DVec3,
}

/// Until when two bodies are parted, ...
#[derive(Clone, Copy, Debug)]
pub(super) enum Parted {
    /// By this direction at last.
    Always(DVec3),
    /// ... and what is known of them then.
    Until(Start),
    Spent(f64),
}

/// A gap (m) over a time of which `x` goes from 0 to 1: at least
/// `begin (1 - x) + end x - bend x (1 - x)`.
#[derive(Clone, Copy, Debug)]
struct Chord {
    begin: f64,
    end: f64,
    bend: f64,
}

impl Chord {
    /// For which share of the time from its begin the gap is surely open.
    fn open(&self) -> f64 {
        if self.begin <= 0.0 {
            return 0.0;
        }
        let slope = self.end - self.begin - self.bend;
        let discriminant = slope * slope - 4.0 * self.bend * self.begin;
        if self.end > 0.0 && (slope >= 0.0 || discriminant < 0.0) {
            return 1.0;
        }
        // The smaller root of begin + slope x + bend x^2.
        let first = 2.0 * self.begin / (discriminant.max(0.0).sqrt() - slope);
        if self.end > 0.0 && first > 1.0 {
            1.0
        } else {
            first.min(1.0) * (1.0 - 1e-9)
        }
    }
}

/// Turns (rad) until the bodies might touch that are not worth another instant.
const NEAR: f64 = 0.15;
/// The bodies may turn by this (rad) from one instant to the next.
const FAR: f64 = 2.0;
/// A step is at most so much longer than the last one.
const GROWTH: f64 = 3.0;
/// Instants that are looked at, at the most.
const MOST_INSTANTS: usize = 24;
/// A direction along which the gap closes within a step parts the bodies for about as long as an
/// even closing takes. The step is so much longer than that, as another direction may part them
/// better by then, ...
const BEYOND: f64 = 1.05;
/// ... but not after one that was too long, which is tried again with at most this share of it.
const BEYOND_AGAIN: f64 = 1.02;
const SHORTER: f64 = 0.9;

impl Wholes<'_> {
    /// Follows two bodies from `begin` (s) to `end` as long as planes part them. `toward` is a
    /// direction of the world that may part them.
    pub(super) fn follow(&mut self, begin: f64, end: f64, toward: Option<DVec3>) -> Parted {
        let mut safe = begin;
        self.advance(&mut safe, end, toward)
            .unwrap_or(Parted::Spent(safe))
    }

    fn advance(
        &mut self,
        safe: &mut f64,
        end: f64,
        toward: Option<DVec3>,
    ) -> Result<Parted, BudgetSpent> {
        let turning = self.courses.turning();
        let mut stances = self.courses.stances(*safe);
        let first = stances[1].center - stances[0].center;
        let mut parting = self.parting(&stances, toward.unwrap_or(first))?;
        let mut longest = FAR / turning;
        // What a shorter try is cut down to after one that was too long.
        let mut shorter = f64::INFINITY;
        let mut closed = *safe;
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
            closed = *safe + left;
            let all = end - *safe;
            let mut step = left.min(longest).min(shorter).min(all);
            let mut then = self.courses.stances(*safe + step);
            let mut same = self.along(&then, parting.direction)?;
            if same.gap <= self.keep {
                let evenly = step * room / (parting.gap - same.gap);
                let beyond = if shorter < f64::INFINITY {
                    BEYOND_AGAIN
                } else {
                    BEYOND
                };
                step = step.min(beyond * evenly);
                then = self.courses.stances(*safe + step);
                same = self.along(&then, parting.direction)?;
            }
            let is_last = step >= all;
            if !is_last && step * turning < NEAR {
                break;
            }
            let time = if is_last { end } else { *safe + step };
            if let Some(instants) = &mut self.trace {
                instants.extend([*safe, time]);
            }
            // The direction that parts them now may do so until then, ...
            let open = self.chord([&parting, &same], step).open();
            if open >= 1.0 && is_last {
                return Ok(Parted::Always(parting.direction));
            }
            // ... or that which parts them then does from when this one does not any more.
            let next = self.parting_from(&then, same)?;
            if open >= 1.0 || self.opens_before(&stances, &next, step)? > 1.0 - open {
                if is_last {
                    return Ok(Parted::Always(next.direction));
                }
                (*safe, stances, parting) = (time, then, next);
                longest = (GROWTH * step).min(FAR / turning);
                shorter = f64::INFINITY;
                continue;
            }
            shorter = step * open.max(SHORTER);
        }
        Ok(Parted::Until(Start {
            safe: *safe,
            closed,
            toward: parting.direction,
        }))
    }

    /// Whether a direction (of the world, of length 1) parts the bodies all the time from one instant
    /// (s) to another. False if the budget is spent.
    pub(super) fn are_parted_by(&mut self, direction: DVec3, [begin, end]: [f64; 2]) -> bool {
        let then = self.courses.stances(end);
        let Ok(last) = self.along(&then, direction) else {
            return false;
        };
        let before = self.courses.stances(begin);
        (self.opens_before(&before, &last, end - begin)).is_ok_and(|open| open >= 1.0)
    }

    /// For which share of a time (s) before `last` its direction parts the bodies without a break.
    fn opens_before(
        &mut self,
        before: &[Stance; 2],
        last: &SeparatingSlab,
        time: f64,
    ) -> Result<f64, BudgetSpent> {
        if last.gap <= self.keep {
            return Ok(0.0);
        }
        let first = self.along(before, last.direction)?;
        Ok(self.chord([last, &first], time).open())
    }

    /// The gaps along one direction at two instants, `time` seconds apart.
    fn chord(&self, [begin, end]: [&SeparatingSlab; 2], time: f64) -> Chord {
        let [a, b] = self.courses.spins();
        let bend = |spin: DVec3, radius: f64| {
            spin.length() * begin.direction.cross(spin).length() * radius
        };
        let bend = bend(a, self.reach[0]) + bend(b, self.reach[1]);
        Chord {
            begin: begin.gap - self.keep,
            end: end.gap - self.keep,
            bend: 0.5 * bend * time * time,
        }
    }

    /// How fast the nearest places approach along the direction, m/s.
    fn closing(&self, stances: &[Stance; 2], parting: &SeparatingSlab) -> f64 {
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
    fn parting(
        &mut self,
        stances: &[Stance; 2],
        toward: DVec3,
    ) -> Result<SeparatingSlab, BudgetSpent> {
        let direction = toward.try_normalize().unwrap_or(DVec3::Y);
        let first = self.along(stances, direction)?;
        self.parting_from(stances, first)
    }

    /// The same from what is known along a first direction: the walk of Gilbert, Johnson and Keerthi
    /// on what the bodies reach.
    fn parting_from(
        &mut self,
        stances: &[Stance; 2],
        first: SeparatingSlab,
    ) -> Result<SeparatingSlab, BudgetSpent> {
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

    fn along(
        &mut self,
        stances: &[Stance; 2],
        direction: DVec3,
    ) -> Result<SeparatingSlab, BudgetSpent> {
        let a = self.toward(0, &stances[0], direction)?;
        let b = self.toward(1, &stances[1], -direction)?;
        Ok(SeparatingSlab {
            direction,
            gap: -b.along - a.along,
            places: [a.place, b.place],
        })
    }

    fn toward(
        &mut self,
        body: usize,
        stance: &Stance,
        direction: DVec3,
    ) -> Result<Reach, BudgetSpent> {
        let local = stance.rotation.transpose() * direction;
        let place = self.farthest(body, local.as_vec3())?;
        let arm = place.as_dvec3() - self.courses.local_center(body);
        let place = stance.center + stance.rotation * arm;
        Ok(Reach {
            place,
            along: direction.dot(place),
        })
    }

    fn farthest(&mut self, body: usize, direction: Vec3) -> Result<Vec3, BudgetSpent> {
        let model = self.models[body];
        if !model.hull.is_empty() {
            if !self.meter.take() {
                return Err(BudgetSpent);
            }
            self.counters.primitive_tests += 1;
            return Ok(model.hull.farthest(direction));
        }
        let mut walk = SupportSearch {
            stack: self.stack,
            meter: self.meter,
            counters: self.counters,
        };
        let farthest = walk.farthest(model, direction, f32::NEG_INFINITY)?;
        Ok(farthest.map_or(Vec3::ZERO, |found| found.point))
    }
}
