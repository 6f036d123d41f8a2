//! Sequential impulses on contacts, in small steps.
//!
//! Every contact has three directions: along the normal, where bodies may only be pushed (or pulled
//! as far as the adhesion goes), and two across it, whose impulse together stays in the circle of
//! friction (`contact_constraints.rs`).
//!
//! The step is cut into a few substeps. In each one forces act, the impulses of the last substep
//! are the first guess, one pass over all contacts gives each what it lacks, bodies move (here only:
//! the sweep decides later how far they really go), and a second pass takes back the velocity that
//! served to push bodies apart (`iterations.rs`). Many small steps with one pass hold a pile far better
//! than one step with many passes: an error moves bodies by the square of the time that it lasts,
//! and the contacts see it in the next substep. What the bodies have moved in all is their path's
//! velocity; what velocity they have in the end, they keep. In the end blows bounce, and paths that
//! would still end too near are turned aside (`restitution.rs`).
//!
//! Contacts of four pairs of bodies are solved at a time (`graph_coloring.rs`), in single precision and as
//! differences from the start of the step (`solver_body.rs`).
//!
//! Source: Macklin, Storey et al., "Small steps in physics simulation" (SCA 2019), and Catto's
//! "Solver2D" (2024), there called "soft step": contacts that are too near push like a strongly
//! damped spring.

mod contact_constraints;
mod contact_selection;
mod graph_coloring;
mod iterations;
mod restitution;
mod simd;
mod solver_body;

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::manifold::point::ManifoldPoint;
use crate::reserve::reserve;
use crate::solver::contact_constraints::{Known, Rolling, Rows};
pub(super) use crate::solver::graph_coloring::Chosen;
use crate::solver::graph_coloring::{Groups, NOTHING};
use crate::solver::iterations::{Substep, Work};
use crate::solver::restitution::Due;
pub(super) use crate::solver::solver_body::SolverBody;
use crate::solver::solver_body::{State, States};

/// What one solution is to do.
#[derive(Clone, Copy, Debug)]
struct Task {
    step: f64,
    skin: f64,
    /// So much nearer than the skin contacts are left in peace: what holds a pile must not come
    /// and go with the last digits.
    slop: f64,
    /// So much nearer than the skin the sweep lets no bodies come.
    hard: f64,
    push_speed: f64,
    /// Paths end no nearer than this, in metres, where contacts can see to it.
    keep: f64,
    substeps: u32,
}

/// All that is given for a solution.
struct Problem<'p> {
    movers: &'p [SolverBody],
    chosen: &'p Chosen,
    task: &'p Task,
}

/// Memory of the solver, used again in every step.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    groups: Groups,
    states: States,
    rows: Vec<Rows>,
    /// For each of the rows, if anything rolls.
    rolling: Vec<Rolling>,
    before: Vec<State>,
    due: Due,
}

/// What has become of a body.
struct Settled {
    /// How its velocities have changed.
    velocity: DVec3,
    turning: DVec3,
    /// By how much the velocities of its path differ from those that it has in the end.
    push: (DVec3, DVec3),
}

impl Solver {
    /// Makes room for so many of each.
    pub(super) fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        self.groups.reserve(bodies, pairs);
        self.states.reserve(bodies + 1);
        // In a crowd lanes are full; a few pairs by themselves have a group each.
        let rows = (contacts / 2).min(pairs);
        reserve(&mut self.rows, rows);
        reserve(&mut self.rolling, rows);
        reserve(&mut self.before, bodies + 1);
        self.due.reserve(bodies + 1, pairs);
    }

    /// Solves contacts and stores the impulses in them.
    fn solve(&mut self, problem: &Problem, contacts: &mut [ManifoldPoint]) {
        let Solver {
            groups,
            states,
            rows,
            rolling,
            ..
        } = self;
        let task = problem.task;
        let substep = Substep::new(task);
        states.reset(problem.movers, substep.time);
        groups.build(problem.chosen, problem.movers);
        let known = Known {
            contacts,
            problem,
            states,
        };
        known.prepare(groups, rows, rolling);
        let mut time = f32x4::ZERO;
        for count in 0..task.substeps {
            if count == 0 {
                states.begin();
                for n in 0..groups.list.len() {
                    work(groups, n, rows, rolling).warm_start(states);
                }
            } else {
                states.begin_next();
            }
            // Every second pass goes backwards: so the weight of a pile reaches the floor, and the
            // floor's answer the top, however the bodies are numbered.
            for n in (0..groups.list.len()).rev() {
                work(groups, n, rows, rolling).push_apart(states, &substep);
            }
            states.advance(substep.time as f32);
            time += f32x4::splat(substep.time as f32);
            for n in 0..groups.list.len() {
                work(groups, n, rows, rolling).relax(states, &substep, time);
            }
        }
        if problem.chosen.bounces {
            self.bounce(problem, contacts);
        }
        self.store(problem, contacts);
        self.part_paths(task);
    }

    /// Stores the impulses in the contacts: what they would be in the whole step if they went on as in
    /// its last part.
    fn store(&self, problem: &Problem, contacts: &mut [ManifoldPoint]) {
        let chosen = problem.chosen;
        let parts = problem.task.substeps as f32;
        for group in &self.groups.list {
            for (n, at) in (0..).zip(group.range()) {
                let rows = &self.rows[at];
                let [one, other] = &rows.across;
                let along = |parts: [f32x4; 2]| one.along * parts[0] + other.along * parts[1];
                let rub = along(rows.rub).lanes(rows.push);
                let roll = self.rolling.get(at).map(|rolling| along(rolling.roll));
                for (lane, index) in group.contacts(chosen, n).into_iter().enumerate() {
                    if index == NOTHING {
                        continue;
                    }
                    let way = if group.swapped[lane] { -1.0 } else { 1.0 };
                    let way = way * parts;
                    let contact = &mut contacts[index as usize];
                    let [x, y, z, push] = rub[lane].to_array();
                    contact.normal_impulse = push * parts;
                    contact.tangent_impulse = Vec3::new(x, y, z) * way;
                    if let Some(roll) = roll {
                        contact.rolling_impulse = roll.lane(lane).as_vec3() * way;
                    }
                }
            }
        }
    }

    /// What has become of the body with an index.
    fn settled(&self, mover: &SolverBody, index: usize, task: &Task) -> Settled {
        let state = &self.states.list[index];
        let (velocity, turning) = mover.change(state);
        let (moved, turned) = mover.way(state);
        let per_second = 1.0 / task.step;
        Settled {
            velocity,
            turning,
            push: (moved * per_second - velocity, turned * per_second - turning),
        }
    }
}

/// The rows of a group.
#[inline(always)]
fn work<'w>(
    groups: &'w Groups,
    n: usize,
    rows: &'w mut [Rows],
    rolling: &'w mut [Rolling],
) -> Work<'w> {
    let group = &groups.list[n];
    let rolling = if rolling.is_empty() {
        rolling
    } else {
        &mut rolling[group.range()]
    };
    Work {
        group,
        rows: &mut rows[group.range()],
        rolling,
    }
}
