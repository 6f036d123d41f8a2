//! Sequential impulses on contacts, in small steps.
//!
//! Every contact has three directions: the normal, along which bodies may only be pushed (or pulled as
//! far as the adhesion goes), and two tangents, whose impulse together stays in the circle of friction
//! (`contact_constraints.rs`).
//!
//! The step is divided into a few substeps. In each one forces act; the impulses of the last substep are the
//! first guess; one pass over all contacts adds the missing part of each; bodies move (here only: continuous
//! collision decides later how far they really go); and a second pass removes the velocity that served to
//! push bodies apart (`iterations.rs`). Many small steps with one pass hold a pile far better than one step
//! with many passes: an error moves bodies by the square of its duration, and the contacts see it in the next
//! substep. The total displacement of a body gives the velocity of its path; its final velocity is kept. Then
//! fast contacts bounce (`restitution.rs`), and paths that would still end too near are moved aside
//! (`position_correction.rs`).
//!
//! Contacts of four pairs of bodies are solved at a time (`graph_coloring.rs`), in single precision and as
//! differences from the start of the step (`solver_body.rs`).
//!
//! Sources: Macklin, Storey et al., "Small steps in physics simulation" (SCA 2019), and Catto,
//! "Solver2D" (2024), where this is called "soft step": contacts that are too near push like a strongly
//! damped spring.

mod carried_loads;
mod column_rows;
mod columns;
mod contact_constraints;
mod contact_selection;
mod graph_coloring;
mod iterations;
mod joints;
mod position_correction;
mod problem;
mod resting_plane;
mod restitution;
mod simd;
mod six_vectors;
mod solver_body;
mod step;
mod substep_groups;

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::manifold::contact_point::ContactPoint;
use crate::params::{JOINT_CONTACT_ROUNDS, RESERVED_NEAR_POINTS};
use crate::reserve::reserve;
use crate::solver::columns::Columns;
use crate::solver::contact_constraints::{ConstraintBuilder, ConstraintRow, RollingRow};
use crate::solver::graph_coloring::{NO_CONTACT, PairBatch, PairBatches, SelectedContacts};
use crate::solver::iterations::{BatchConstraints, Substep};
use crate::solver::joints::JointSolver;
pub(crate) use crate::solver::joints::{JointRows, Near};
use crate::solver::position_correction::BatchQueue;
use crate::solver::problem::{ContactProblem, SolverParameters};
use crate::solver::resting_plane::RestingPlanes;
use crate::solver::restitution::Bounce;
use crate::solver::solver_body::{BodyDelta, BodyDeltas, HeldBody, SolverBody};
pub(crate) use crate::solver::step::{ContactPrediction, SolverMemory, StepSolution};
use crate::solver::substep_groups::{SubstepGroup, SubstepGroups, SubstepRule};

/// The solver's memory, reused in every step.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    batches: PairBatches,
    deltas: BodyDeltas,
    rows: Vec<ConstraintRow>,
    /// One for each of the rows if any pair has rolling friction, else empty.
    rolling: Vec<RollingRow>,
    /// The deltas before restitution, and in the middle between those and the ones after it.
    before: Vec<BodyDelta>,
    halfway: Vec<BodyDelta>,
    /// The bounces of the contacts of one batch.
    bounces: Vec<Bounce>,
    queue: BatchQueue,
    columns: Columns,
    joints: JointSolver,
    /// The batches with a body that joints hold.
    joined: Vec<u32>,
    /// The bodies of the group that cannot move along some axis.
    held: Vec<HeldBody>,
    /// For each body, true if any contact has changed its motion. All others fly freely, even close to
    /// other bodies.
    pushed: Vec<bool>,
}

/// The change of a body's motion by the solution.
struct SolvedMotion {
    /// The changes of its velocities, in m/s and rad/s.
    velocity: DVec3,
    angular_velocity: DVec3,
    /// The difference between the velocities of its path (linear, angular) and its final ones.
    push: (DVec3, DVec3),
}

impl Solver {
    /// Reserves memory for these numbers of items.
    pub(super) fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        self.batches.reserve(bodies, pairs);
        self.deltas.reserve(bodies + 1);
        // In a crowd lanes are full; a few separate pairs have a batch each.
        let rows = (contacts / 2).min(pairs);
        reserve(&mut self.rows, rows);
        reserve(&mut self.rolling, rows);
        reserve(&mut self.before, bodies + 1);
        reserve(&mut self.halfway, bodies + 1);
        self.columns.reserve(bodies, contacts);
        reserve(&mut self.joined, pairs);
        reserve(&mut self.held, bodies);
        reserve(&mut self.pushed, bodies);
        reserve(&mut self.bounces, RESERVED_NEAR_POINTS);
        self.queue.reserve(bodies + 1, pairs);
    }

    /// Solves all groups of substeps, from few to many, and stores the impulses in the contacts.
    fn solve(
        &mut self,
        problem: &ContactProblem,
        groups: &mut SubstepGroups,
        contacts: &mut [ContactPoint],
    ) {
        self.deltas.reset(problem.bodies);
        self.pushed.clear();
        self.pushed.resize(problem.bodies.len(), false);
        let mut done = 0;
        while let Some(group) = groups.after(done) {
            done = group.substeps;
            self.solve_group(problem, &group, contacts);
            if self.joints.is_active() {
                groups.refine(done, self.joints.pulls(), problem.bodies, problem.rule);
                self.joints.end_group(|body| groups.is_in(body, done));
            }
        }
    }

    /// Solves the contacts and the joints of a group of bodies.
    fn solve_group(
        &mut self,
        problem: &ContactProblem,
        group: &SubstepGroup,
        contacts: &mut [ContactPoint],
    ) {
        let Solver {
            batches,
            deltas,
            rows,
            rolling,
            joints,
            joined,
            held,
            columns,
            ..
        } = self;
        let (parameters, members) = (problem.parameters, group.members);
        let substep = Substep::new(parameters, group.substeps);
        batches.build(problem.selected, problem.bodies, |body| group.has(body));
        held.clear();
        held.extend(problem.held.iter().filter(|held| group.has(held.index)));
        let builder = ConstraintBuilder {
            contacts,
            problem,
            deltas,
            substeps: group.substeps,
        };
        builder.build(batches, rows, rolling);
        joints.begin_group(group, &problem.joints, substep.time, problem.direct_joints);
        columns.begin_group(group, batches, problem.bodies);
        joined.clear();
        if joints.is_active() {
            let all = (0..).zip(&batches.list);
            let is_held = |body: u32| joints.all.holds(body as usize);
            let holds = |batch: &PairBatch| batch.moving().any(|(_, body)| is_held(body));
            joined.extend(all.filter(|(_, batch)| holds(batch)).map(|(n, _)| n));
            joints.set_touches(!joined.is_empty());
        }
        let mut time = f32x4::ZERO;
        for count in 0..group.substeps {
            if count == 0 {
                deltas.begin(members, problem.bodies, substep.time);
                for n in 0..batches.list.len() {
                    batch_constraints(batches, n, rows, rolling).warm_start(deltas);
                }
                deltas.hold(held);
            } else {
                deltas.begin_next(members);
            }
            if joints.is_active() {
                joints.begin_substep(deltas, &problem.joints, count == 0);
            }
            // Carried bodies move at the velocity of the middle of the substep: its change is equal in all,
            // so that the impulses of the last substep remain the best first guess.
            let since_last = if count == 0 { 0.5 } else { 1.0 } * substep.time;
            let since_last = f32x4::splat(since_last as f32);
            // Every second pass goes backwards, so that the weight of a pile reaches the floor, and the
            // floor's impulses reach the top, in any numbering of the bodies.
            for n in (0..batches.list.len()).rev() {
                let mut constraints = batch_constraints(batches, n, rows, rolling);
                constraints.carry(since_last);
                constraints.push_apart(deltas, &substep);
            }
            deltas.hold(held);
            // Joints have the last word on the frames that bodies reach.
            for round in 0..JOINT_CONTACT_ROUNDS {
                let is_last = round + 1 == JOINT_CONTACT_ROUNDS;
                if !joints.solve_again(deltas, &problem.joints, is_last) || is_last {
                    break;
                }
                for n in joined.iter().rev() {
                    batch_constraints(batches, *n as usize, rows, rolling)
                        .push_apart(deltas, &substep);
                }
            }
            deltas.advance(members, substep.time as f32);
            time += f32x4::splat(substep.time as f32);
            if joints.is_active() {
                let passed = substep.time * f64::from(count + 1);
                joints.advance(deltas, &problem.joints, passed);
                joints.relax(deltas, &problem.joints);
            }
            columns.solve(deltas, rows, &substep, substep.time * f64::from(count + 1));
            for n in 0..batches.list.len() {
                batch_constraints(batches, n, rows, rolling).relax(deltas, &substep, time);
            }
            deltas.hold(held);
            // Contacts have the last word on the velocities after that.
            for _ in 0..JOINT_CONTACT_ROUNDS {
                if !(joints.read(deltas) && joints.relax_again(deltas)) {
                    break;
                }
                for n in &*joined {
                    batch_constraints(batches, *n as usize, rows, rolling)
                        .relax(deltas, &substep, time);
                }
            }
            if !joints.is_active() {
                continue;
            }
            joints.read(deltas);
            joints.end_substep(&problem.joints);
        }
        if problem.selected.bounces {
            self.apply_restitution(problem, members, contacts);
        }
        self.deltas.hold(&self.held);
        self.joints.read(&self.deltas);
        self.store(problem, group, contacts);
        self.correct_positions(members, parameters);
        self.joints.read_places(&self.deltas);
    }

    /// Stores the impulses in the contacts for a whole step: those of the last substep times the number of
    /// substeps.
    fn store(
        &mut self,
        problem: &ContactProblem,
        group: &SubstepGroup,
        contacts: &mut [ContactPoint],
    ) {
        let selected = problem.selected;
        let substeps = group.substeps as f32;
        for batch in &self.batches.list {
            for (n, at) in (0..).zip(batch.range()) {
                let row = &self.rows[at];
                let [one, other] = &row.tangents;
                let in_world = |parts: [f32x4; 2]| one.axis * parts[0] + other.axis * parts[1];
                let tangent = in_world(row.tangent_impulse).with_fourth(row.normal_impulse);
                let rolling = self.rolling.get(at).filter(|_| batch.rolls());
                let rolling = rolling.map(|rolling| {
                    let [x, y, z] = row.axes();
                    x * rolling.impulse[0] + y * rolling.impulse[1] + z * rolling.impulse[2]
                });
                let has_pushed =
                    (row.max_normal_impulse.abs() + row.normal_impulse.abs()).simd_gt(f32x4::ZERO);
                batch.mark_pushed(has_pushed, &mut self.pushed);
                for (lane, index) in batch.contacts(selected, n).into_iter().enumerate() {
                    if index == NO_CONTACT {
                        continue;
                    }
                    let sign = if batch.swapped[lane] { -1.0 } else { 1.0 };
                    let sign = sign * substeps;
                    let contact = &mut contacts[index as usize];
                    let [x, y, z, impulse] = tangent[lane].to_array();
                    contact.normal_impulse = impulse * substeps;
                    contact.tangent_impulse = Vec3::new(x, y, z) * sign;
                    contact.rolling_impulse =
                        rolling.map_or(Vec3::ZERO, |rolling| rolling.lane(lane).as_vec3() * sign);
                }
            }
        }
    }

    /// True if any contact has changed the motion of the body with an index.
    fn has_pushed(&self, index: usize) -> bool {
        self.pushed[index]
    }

    /// The change of the motion of the body with an index.
    fn solved_motion(
        &self,
        body: &SolverBody,
        index: usize,
        parameters: &SolverParameters,
    ) -> SolvedMotion {
        let delta = &self.deltas.list[index];
        let (velocity, angular_velocity) = body.velocity_change(delta);
        let (moved, turned) = body.displacement(delta);
        let per_second = 1.0 / parameters.step;
        SolvedMotion {
            velocity,
            angular_velocity,
            push: (
                moved * per_second - velocity,
                turned * per_second - angular_velocity,
            ),
        }
    }
}

/// The rows of a batch.
#[inline(always)]
fn batch_constraints<'w>(
    batches: &'w PairBatches,
    n: usize,
    rows: &'w mut [ConstraintRow],
    rolling: &'w mut [RollingRow],
) -> BatchConstraints<'w> {
    let batch = &batches.list[n];
    let rolling = match batch.rolls() {
        true => &mut rolling[batch.range()],
        false => &mut [],
    };
    BatchConstraints {
        batch,
        rows: &mut rows[batch.range()],
        rolling,
    }
}
