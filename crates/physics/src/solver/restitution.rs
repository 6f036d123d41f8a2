//! Restitution: fast contacts that the solution has stopped rebound.

use wide::f32x4;

use crate::manifold::contact_point::ContactPoint;
use crate::params::{BOUNCE_TOLERANCE, MAX_IMPACT_ITERATIONS};
use crate::solver::Solver;
use crate::solver::contact_constraints::ConstraintRow;
use crate::solver::graph_coloring::NO_CONTACT;
use crate::solver::problem::ContactProblem;
use crate::solver::solver_body::{BodyDelta, BodyLanes};

impl Solver {
    /// Gives bouncing contacts their speeds of separation. Those of a pair are solved together, as in an
    /// impact: one after the other, the first corner of a box that falls flat would make it spin. Each pair
    /// is solved separately, so all together could need more energy than there was at the start of the step
    /// plus the work of forces since; then the velocities of the group are scaled back by an equal share
    /// towards those without bounces.
    pub(super) fn apply_restitution(
        &mut self,
        problem: &ContactProblem,
        members: &[u32],
        contacts: &[ContactPoint],
    ) {
        let bodies = problem.bodies;
        self.before.clone_from(&self.deltas.list);
        let batches = self.batches.list.iter();
        for batch in batches.filter(|batch| batch.bounces) {
            let bounce_of = |index| match index {
                NO_CONTACT => 0.0,
                index => contacts[index as usize].bounce,
            };
            let contacts_of = |n| batch.contacts(problem.selected, n);
            let rows = &self.rows[batch.range()];
            self.bounces.clear();
            self.bounces.extend((0..).zip(rows).map(|(n, row)| {
                let speed = f32x4::from(contacts_of(n).map(bounce_of));
                Bounce {
                    speed: speed & row.max_normal_impulse.simd_gt(f32x4::ZERO),
                    impulse: f32x4::ZERO,
                }
            }));
            let [mut a, mut b] = [batch.a, batch.b].map(|at| self.deltas.velocities(at));
            for _ in 0..MAX_IMPACT_ITERATIONS {
                let mut is_settled = true;
                for (bounce, row) in self.bounces.iter_mut().zip(rows) {
                    is_settled &= bounce.solve(row, &mut a, &mut b);
                }
                if is_settled {
                    break;
                }
            }
            self.deltas.set_velocities(batch.a, &a);
            self.deltas.set_velocities(batch.b, &b);
        }
        let all = members.iter().map(|member| *member as usize);
        let step = problem.parameters.step;
        // A body that rises in the step must not get all of its speed back.
        let energy: f64 = all
            .map(|m| bodies[m].initial_energy() + bodies[m].work(&self.deltas.list[m], step))
            .sum();
        let total_energy = |deltas: &[BodyDelta]| -> f64 {
            let all = members.iter().map(|m| *m as usize);
            all.map(|m| bodies[m].energy(&deltas[m])).sum()
        };
        let after = total_energy(&self.deltas.list);
        if after <= energy {
            return;
        }
        // The energy is a quadratic function of the share from the velocities without bounces to those with
        // them.
        let without = total_energy(&self.before);
        let half = self.before.iter().zip(&self.deltas.list);
        self.halfway.clear();
        (self.halfway).extend(half.map(|(before, after)| before.between(after, 0.5)));
        let curve = 2.0 * (after + without - 2.0 * total_energy(&self.halfway));
        let slope = after - without - curve;
        let root = slope * slope + 4.0 * curve * (energy - without);
        let share = if curve > 0.0 && root >= 0.0 {
            ((root.sqrt() - slope) / (2.0 * curve)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        for (delta, before) in self.deltas.list.iter_mut().zip(&self.before) {
            *delta = before.between(delta, share as f32);
        }
    }
}

/// The target speeds of four bouncing contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounce {
    /// The speed at which they should separate, in m/s; 0 without a bounce.
    speed: f32x4,
    /// Their bounce impulses so far, in N s.
    impulse: f32x4,
}

impl Bounce {
    /// Gives the contacts of a row the missing impulses. Returns true if these were negligible.
    #[inline(always)]
    fn solve(&mut self, row: &ConstraintRow, a: &mut BodyLanes, b: &mut BodyLanes) -> bool {
        let now = row.normal.initial_speed + row.normal.relative_change::<true>(a, b);
        let lacks = self.speed - now;
        // The bounce may take back the whole impulse that has stopped the contact, but not more.
        let impulse = (self.impulse + lacks * row.normal_mass).fast_max(-row.normal_impulse);
        let bounces = self.speed.simd_gt(f32x4::ZERO);
        let change = (impulse - self.impulse) & bounces;
        self.impulse += change;
        row.normal.apply_impulse::<true>(change, a, b);
        let least = self.speed * row.normal_mass * f32x4::splat(BOUNCE_TOLERANCE);
        change.abs().simd_gt(least).none()
    }
}
