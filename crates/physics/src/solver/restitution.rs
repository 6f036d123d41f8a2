//! Restitution: fast contacts that the solution has stopped bounce.

use wide::f32x4;

use crate::manifold::point::ManifoldPoint;
use crate::solver::graph_coloring::NO_CONTACT;
use crate::solver::solver_body::{BodyDelta, SolverBody};
use crate::solver::{ContactProblem, Solver};

impl Solver {
    /// Gives contacts that bounce their speeds of separation. Each one is treated by itself, so together
    /// they could need more energy than there was when the step began; then all velocities go back by
    /// the same share towards those without bounces.
    pub(super) fn apply_restitution(
        &mut self,
        problem: &ContactProblem,
        contacts: &[ManifoldPoint],
    ) {
        let bodies = problem.bodies;
        self.before.clone_from(&self.deltas.list);
        for batch in self.batches.list.iter().filter(|batch| batch.bounces) {
            let [mut a, mut b] = [batch.a, batch.b].map(|at| self.deltas.velocities(at));
            for (n, row) in (0..).zip(&self.rows[batch.range()]) {
                let bounce = batch.contacts(problem.selected, n).map(|index| {
                    let contact = (index != NO_CONTACT).then(|| &contacts[index as usize]);
                    contact.map_or(0.0, |c| c.bounce)
                });
                let bounce = f32x4::from(bounce);
                let zero = f32x4::ZERO;
                let bounces = bounce.simd_gt(zero) & row.max_normal_impulse.simd_gt(zero);
                let speed = row.normal.initial_speed + row.normal.relative_change::<true>(&a, &b);
                let missing = ((bounce - speed) * row.normal_mass).fast_max(-row.normal_impulse);
                let impulse = missing & bounces;
                row.normal.apply_impulse::<true>(impulse, &mut a, &mut b);
            }
            self.deltas.set_velocities(batch.a, &a);
            self.deltas.set_velocities(batch.b, &b);
        }
        let energy = bodies.iter().map(SolverBody::initial_energy).sum();
        let after = total_energy(bodies, &self.deltas.list);
        if after <= energy {
            return;
        }
        // The energy is convex between the velocities without bounces and those with them: the share
        // that a straight line gives does not exceed it.
        let without = total_energy(bodies, &self.before);
        let share = if after > without {
            ((energy - without) / (after - without)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        for (delta, before) in self.deltas.list.iter_mut().zip(&self.before) {
            *delta = before.between(delta, share as f32);
        }
    }
}

/// The kinetic energy of all bodies, in joules.
fn total_energy(bodies: &[SolverBody], deltas: &[BodyDelta]) -> f64 {
    let both = bodies.iter().zip(deltas);
    both.map(|(body, delta)| body.energy(delta)).sum()
}
