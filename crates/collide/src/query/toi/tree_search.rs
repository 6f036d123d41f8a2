//! The search for the first time at which two moving trees meet.
//!
//! Time is taken in slabs. Over a slab every pair of triangles must be shown to be apart: both trees
//! are descended once, and a pair of nodes is dropped when a direction parts it throughout (see
//! `time_interval.rs`). Two leaves are looked at by the hulls of their pieces and then, exactly, by their
//! triangles. What overlaps deepest comes first, so that triangles that meet are found early: then
//! the rest has only to be apart until they do, which the gaps at the ends of the slab tell of most
//! (see `time_interval.rs`). Only where many leaves are still to be looked at is that time made the slab's
//! end. A slab that takes too much is halved, and one that took little is followed by a longer one.
//!
//! Classic conservative advancement (and C2A: Tang, Kim, Manocha 2009) asks how long all is safe
//! from one instant on, with bounds on all speeds; near an impact its steps become ever shorter.

use glam::DVec3;

use crate::budget::Meter;
use crate::counters::Counters;
use crate::model::Model;
use crate::query::toi::convex::{Start, Wholes};
use crate::query::toi::kinematics::Courses;
use crate::query::toi::node_pair::{Below, NodePairs};
use crate::query::toi::piece_pair::parted_over;
use crate::query::toi::time_interval::{Extent, Slab};
use crate::query::toi::triangle_pair::{Meeting, Nearness};
use crate::query::toi::warm_start::Witness;

/// A pair of nodes that is not seen to be apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    nodes: (u32, u32),
    /// The number of the slab in which it was looked at.
    slab: u32,
}

/// Room for so many pairs that wait: two trees' depths, however the search goes.
const ROOM: usize = 128;

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchMemory {
    stack: Vec<Waiting>,
    supports: Vec<(u32, f32)>,
    /// The instants that searches look at, if somebody wants to know.
    pub(super) trace: Option<Vec<f64>>,
}

/// The bodies turn together by this (rad) in the first slab, or by so much more than until they may
/// touch if that is within this, ...
const FIRST_TURN: f64 = 0.12;
const FIRST_AHEAD: f64 = 0.1;
/// ... and each is so much longer than the last one if that took less than this share of the looks
/// that a slab may take.
const GROWTH: f64 = 1.5;
const EASY: f64 = 0.2;
/// A first slab that ends where a remembered pair meets may have turns of this (rad) in it.
const RECALL_TURN: f64 = 0.4;
/// The looks that a slab may take before it is halved; more if triangles have met in it, so that
/// it is known where it ends.
const LOOKS: f64 = 600.0;
const LOOKS_FACTOR: f64 = 4.0;
/// What is halved may take this much more, what follows a hard slab as much more than that took.
const PATIENCE: f64 = 1.5;
/// Slabs in which the bodies turn by so little (rad), or of this share of the whole time, are not
/// halved any more.
const LEAST_TURN: f64 = 0.01;
const LEAST_SHARE: f64 = 0.001;
/// A slab of which a share is not asked about any more, as something meets before, is looked at anew
/// once this share times the pairs of leaves looked at since is more than this: as a rule there are
/// fewer left.
const WORTH_A_SLAB: f64 = 5.0;
/// A look at two hulls costs as much as this many at volumes.
pub(super) const HULLS: f64 = 5.0;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    Nothing,
    /// They meet, and not before.
    Meeting(Meeting),
    /// They are nearer than the target at time 0; where else has not been asked.
    AtStart(Meeting),
    /// The budget ended it: safe until then.
    Unknown {
        safe: f64,
    },
}

/// The bodies of a search and what is known of them.
pub(super) struct Search<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
    pub courses: &'q Courses,
    pub near: Nearness,
    pub extent: Extent,
    /// Nothing is asked about later times.
    pub end: f64,
    pub(super) best: Found,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
    /// A direction of the world that parts what was nearest (of length 1), and by how much at the
    /// end of the slab (m): it is tried first on other pieces.
    pub(super) nearest: DVec3,
    /// What meets first, as far as is known.
    pub(super) witness: Option<Witness>,
    nearest_gap: f32,
    /// What the slab has cost so far, in looks at volumes, ...
    pub(super) looks: f64,
    /// ... and may cost.
    pub(super) most: f64,
}

/// How a slab ended.
enum Passed {
    /// All is apart until then (s).
    Apart { until: f64, looks: f64 },
    /// It takes too many looks.
    TooLong,
    /// The budget is spent, or they meet at the start.
    Over,
}

/// A slab, and until when all is to be apart in it.
struct View {
    slab: Slab,
    /// How many slabs there were before, since the last one began.
    number: u32,
    /// For this share of the slab, rounded up; ...
    share: f32,
    /// ... a slab that ends then, for the leaves, if that is not all of it.
    shorter: Option<Slab>,
    /// So many pairs of leaves have been looked at.
    leaves: u32,
}

impl View {
    fn new(slab: Slab) -> Self {
        View {
            slab,
            number: 0,
            share: 1.0,
            shorter: None,
            leaves: 0,
        }
    }

    fn is_whole(&self) -> bool {
        self.number == 0 && self.shorter.is_none()
    }

    fn of_leaves(&self) -> &Slab {
        self.shorter.as_ref().unwrap_or(&self.slab)
    }

    /// What meets does so at the end of this slab, which begins like the whole one.
    fn shorten(&mut self, slab: Slab) {
        let share = (slab.end - slab.begin) / (self.slab.end - self.slab.begin);
        self.share = (share as f32).next_up();
        self.shorter = Some(slab);
        self.leaves = 0;
    }

    /// Which share of the slab nothing is asked about any more.
    fn saved(&self) -> f64 {
        1.0 - f64::from(self.share)
    }
}

impl<'q> Search<'q> {
    /// Nothing is asked about times after `end` (s).
    pub(super) fn new(
        [a, b]: [&'q Model; 2],
        courses: &'q Courses,
        near: Nearness,
        extent: Extent,
        end: f64,
        meter: &'q mut Meter,
        counters: &'q mut Counters,
    ) -> Self {
        Search {
            a,
            b,
            courses,
            near,
            extent,
            end,
            best: Found::Nothing,
            meter,
            counters,
            nearest: DVec3::Y,
            witness: None,
            nearest_gap: f32::INFINITY,
            looks: 0.0,
            most: f64::INFINITY,
        }
    }

    /// Runs from where planes do not part them any more.
    pub(super) fn run(
        &mut self,
        start: Start,
        pairs: &mut impl NodePairs,
        memory: &mut SearchMemory,
    ) -> Found {
        let turning = self.courses.turning();
        let least = (LEAST_SHARE * (self.end - start.safe)).min(LEAST_TURN / turning);
        let mut time = start.safe;
        let ahead = (start.closed - start.safe).clamp(0.0, FIRST_AHEAD / turning);
        let mut step = FIRST_TURN / turning + ahead;
        let mut most = LOOKS;
        if matches!(self.best, Found::Nothing) {
            self.nearest = start.toward;
        } else if (self.end - time) * turning < RECALL_TURN {
            // What met in an earlier sweep says when this one is likely to end.
            (step, most) = (self.end - time, LOOKS_FACTOR * LOOKS);
        }
        while time < self.end {
            let until = (time + step).min(self.end);
            let slab = self.slab(time, until, &mut memory.trace);
            let is_short = until - time <= least;
            self.most = if is_short { f64::INFINITY } else { most };
            match self.pass(slab, pairs, memory) {
                Passed::Apart { until, looks } => {
                    time = until;
                    if looks < EASY * most {
                        step *= GROWTH;
                    }
                    most = LOOKS.max(PATIENCE * looks);
                }
                Passed::TooLong => {
                    step = 0.5 * (until.min(self.end) - time);
                    most *= PATIENCE;
                }
                Passed::Over if matches!(self.best, Found::AtStart(_)) => return self.best,
                Passed::Over => return Found::Unknown { safe: time },
            }
        }
        self.best
    }

    /// The bodies as wholes.
    pub(super) fn wholes<'s>(&'s mut self, memory: &'s mut SearchMemory) -> Wholes<'s> {
        let rounding = 16.0 * f32::EPSILON * self.extent.coordinates;
        Wholes {
            models: [self.a, self.b],
            courses: self.courses,
            reach: self.extent.reach,
            keep: self.near.keep + f64::from(rounding),
            trace: &mut memory.trace,
            stack: &mut memory.supports,
            meter: self.meter,
            counters: self.counters,
        }
    }

    fn slab(&mut self, begin: f64, end: f64, trace: &mut Option<Vec<f64>>) -> Slab {
        if let Some(instants) = trace {
            instants.extend([begin, end]);
        }
        self.counters.advancement_steps += 1;
        Slab::new(self.courses, &self.extent, begin, end)
    }

    /// Shows that all is apart over a slab, or until what meets in it does.
    fn pass(
        &mut self,
        slab: Slab,
        pairs: &mut impl NodePairs,
        memory: &mut SearchMemory,
    ) -> Passed {
        memory.stack.clear();
        memory.stack.reserve(ROOM);
        self.looks = 0.0;
        self.nearest_gap = f32::INFINITY;
        pairs.begin(&slab);
        let mut view = View::new(slab);
        if self.look((0, 0), &view, pairs).is_some() {
            memory.stack.push(Waiting {
                nodes: (0, 0),
                slab: 0,
            });
        }
        while let Some(pair) = memory.stack.pop() {
            if pair.slab != view.number && self.look(pair.nodes, &view, pairs).is_none() {
                continue;
            }
            if self.meter.is_spent() {
                return Passed::Over;
            }
            if self.looks > self.most {
                return Passed::TooLong;
            }
            let (a, b) = pair.nodes;
            let halves = match (pairs.below_a(a), pairs.below_b(b)) {
                (Below::Piece(piece_a), Below::Piece(piece_b)) => {
                    let before = self.end;
                    self.pass_pieces((piece_a, piece_b), view.of_leaves());
                    if matches!(self.best, Found::AtStart(_)) || self.meter.is_spent() {
                        return Passed::Over;
                    }
                    if self.looks > self.most {
                        return Passed::TooLong;
                    }
                    view.leaves += 1;
                    if self.end < before {
                        if view.is_whole() {
                            self.most *= LOOKS_FACTOR;
                        }
                        view.shorten(Slab::new(
                            self.courses,
                            &self.extent,
                            view.slab.begin,
                            self.end,
                        ));
                        // Most bodies touch where their hulls do: then the plane between what
                        // meets shows all the rest.
                        let span = [view.slab.begin, self.end];
                        let toward = self.nearest;
                        if self.wholes(memory).are_parted_by(toward, span) {
                            break;
                        }
                    }
                    if f64::from(view.leaves) * view.saved() > WORTH_A_SLAB {
                        let slab = self.slab(view.slab.begin, self.end, &mut memory.trace);
                        pairs.begin(&slab);
                        view = View {
                            number: view.number + 1,
                            ..View::new(slab)
                        };
                    }
                    continue;
                }
                (Below::Children(child), below_b)
                    if below_b.is_piece() || pairs.first_is_larger(a, b) =>
                {
                    [(child, b), (child + 1, b)]
                }
                (_, Below::Children(child)) => [(a, child), (a, child + 1)],
                // Not reached: the first of two that are not both pieces is divided above.
                (Below::Children(child), Below::Piece(_)) => [(child, b), (child + 1, b)],
            };
            let [first, second] = halves;
            let gaps = [
                self.look(first, &view, pairs),
                self.look(second, &view, pairs),
            ];
            // What overlaps deeper comes first.
            let order = if gaps[0] < gaps[1] { [1, 0] } else { [0, 1] };
            for half in order {
                if gaps[half].is_some() {
                    memory.stack.push(Waiting {
                        nodes: halves[half],
                        slab: view.number,
                    });
                }
            }
        }
        Passed::Apart {
            until: view.slab.end.min(self.end),
            looks: self.looks,
        }
    }

    /// Looks at the volumes of two nodes: none if they are apart as long as is asked for, or how
    /// far at the slab's end. A spent budget shows nothing.
    #[inline]
    fn look(&mut self, (a, b): (u32, u32), view: &View, pairs: &mut impl NodePairs) -> Option<f32> {
        self.looks += 1.0;
        if !self.meter.take() {
            return Some(0.0);
        }
        self.counters.volume_tests += 1;
        let gap = pairs.look(a, b, &view.slab, view.share);
        self.counters.volume_overlaps += u64::from(gap.is_some_and(|gap| gap <= 0.0));
        gap
    }

    /// Shows that two pieces are apart over a slab, or finds out when they meet.
    fn pass_pieces(&mut self, pieces: (u32, u32), slab: &Slab) {
        self.looks += HULLS;
        if !self.meter.take() {
            return;
        }
        self.counters.primitive_tests += 1;
        self.counters.piece_tests += 1;
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let (a, b) = (pieces.0 as usize, pieces.1 as usize);
        let (a, b) = ((store_a, &store_a.pieces[a]), (store_b, &store_b.pieces[b]));
        if let Some((direction, gap)) = parted_over(a, b, slab, slab.in_first_frame(self.nearest)) {
            if gap < self.nearest_gap {
                (self.nearest, self.nearest_gap) = (slab.in_world(direction.as_dvec3()), gap);
            }
            return;
        }
        let before = self.end;
        let toward = slab.in_first_frame(self.nearest);
        self.follow_pieces(pieces, toward, slab);
        if let Found::Meeting(meeting) = self.best
            && self.end < before
        {
            let rotation = self.courses.stances(meeting.time)[0].rotation;
            (self.nearest, self.nearest_gap) = (rotation * meeting.normal, 0.0);
        }
    }
}
