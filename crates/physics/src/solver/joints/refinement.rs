//! Finer substeps for light bodies under great loads.
//!
//! A body between joints that pull with a force `F` at arms `a` swings back when it is turned out of their line, as a
//! pendulum does: with its moment of inertia `I`, at the frequency `w` of `w^2 = (sum of F a) / I`. A substep of `h`
//! seconds follows that up to `w h = 2`; beyond, each swing is greater than the last, and a taut chain or bridge
//! bursts. (Tournier, Nesme et al., "Stable constrained dynamics", 2015, call it the geometric stiffness, and damp
//! it.) So the step is taken again in finer substeps where joints hold so much. It begins with as many as the
//! forces of the last step ask for.

use crate::joint::Joints;
use crate::params::{MAX_JOINT_REFINEMENT, MAX_JOINT_SWING};
use crate::solver::joints::bodies::JointBody;
use crate::solver::joints::{ActiveJoint, JointProblem, JointSolver};

impl JointSolver {
    /// Into how many parts substeps of `substep` seconds are to be cut, by what the joints held in the last step.
    pub fn expected_refinement(&mut self, joints: &Joints, substep: f64) -> u32 {
        for active in &self.active {
            let joint = joints.at(active.joint);
            let force = f64::from(joint.force().length());
            strain(
                &mut self.bodies,
                active,
                joint.anchors.map(|a| a.length()),
                force,
            );
        }
        let stiffness = take_stiffness(&mut self.bodies);
        let mut parts = 1;
        while parts < MAX_JOINT_REFINEMENT && is_too_stiff(stiffness, substep / f64::from(parts)) {
            parts *= 2;
        }
        parts
    }

    /// Whether the step needs finer substeps than it was solved with.
    pub fn needs_refinement(&self) -> bool {
        self.is_active() && (self.failed || is_too_stiff(self.stiffness, self.substep))
    }

    /// Notes what the joints held in a substep.
    pub(super) fn note_stiffness(&mut self, problem: &JointProblem) {
        for active in &self.active {
            let joint = problem.joints.at(active.joint);
            let force = active.held.length() / self.substep;
            strain(
                &mut self.bodies,
                active,
                joint.anchors.map(|a| a.length()),
                force,
            );
        }
        self.stiffness = self.stiffness.max(take_stiffness(&mut self.bodies));
    }
}

fn strain(bodies: &mut [JointBody], active: &ActiveJoint, arms: [f64; 2], force: f64) {
    for (place, arm) in active.bodies.into_iter().zip(arms) {
        bodies[place as usize].strain += force * arm;
    }
}

/// The greatest strain of a body over its inertia, in 1/s^2; forgets the strains.
fn take_stiffness(bodies: &mut [JointBody]) -> f64 {
    let of = |body: &mut JointBody| std::mem::take(&mut body.strain) * body.greatest_yielding();
    bodies.iter_mut().map(of).fold(0.0, f64::max)
}

fn is_too_stiff(stiffness: f64, substep: f64) -> bool {
    substep * stiffness.sqrt() > MAX_JOINT_SWING
}
