//! The input of one solution.

use crate::solver::graph_coloring::SelectedContacts;
use crate::solver::joints::JointProblem;
use crate::solver::solver_body::{HeldBody, SolverBody};
use crate::solver::substep_groups::SubstepRule;

/// The numbers of a solution: lengths in metres, times in seconds, speeds in m/s.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverParameters {
    pub step: f64,
    pub skin: f64,
    /// The depth below the skin from which on contacts are pushed apart: the contacts that hold a pile must
    /// not depend on the last digits.
    pub slop: f64,
    /// The depth below the skin to which continuous collision lets bodies come.
    pub hard: f64,
    pub push_speed: f64,
    /// The least distance at which paths should end.
    pub least_distance: f64,
}

/// The input of one solution: all bodies at the start of the step, and the contacts to solve.
pub(super) struct ContactProblem<'p> {
    pub bodies: &'p [SolverBody],
    pub selected: &'p SelectedContacts,
    pub joints: JointProblem<'p>,
    /// The value of `Settings::direct_joints`.
    pub direct_joints: bool,
    /// The bodies that cannot move along some axis.
    pub held: &'p [HeldBody],
    pub parameters: &'p SolverParameters,
    pub rule: &'p SubstepRule,
}
