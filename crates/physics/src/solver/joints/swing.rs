//! The frequencies at which bodies swing between the joints that pull them.
//!
//! A body between joints that pull with a force `F` at arms `a` swings back when it is turned out of their
//! line, as a pendulum does: with its moment of inertia `I`, at the frequency `w` of `w^2 = (sum of F a) /
//! I`. A substep of `h` seconds is stable up to `w h = 2`; beyond, each swing is greater than the last, and a
//! taut chain or bridge bursts. A rod of length `l` lets the masses at its ends swing across it as well: `w^2
//! = (sum of F / l) / m`. (Tournier, Nesme et al., "Stable constrained dynamics", 2015, call it the geometric
//! stiffness, and damp it.)
//!
//! A substep takes energy from a swing or adds some, a share that grows with `(w h)^2` of the rotational
//! energy. A body that hangs between its joints, however taut, has no such energy to lose. A body that whips
//! round where a rope jerks has: for a moment much of its energy is in its spin, and in a single swing it
//! does not give back its gain. So the larger the part of spin in its kinetic energy, the finer its swing is
//! resolved.
//!
//! So an island gets substeps by the greatest swing of its bodies: `solver/substep_groups.rs` decides, this
//! file measures.

use crate::joint::{Joint, JointKind, Joints};
use crate::params::{MAX_JOINT_SWING, MAX_ROD_SWING, MAX_WHIP_SWING, SHORTEST_ROD, SMALL_SWING};
use crate::solver::joints::bodies::JointBody;
use crate::solver::joints::step_joints::StepJoints;
use crate::solver::joints::{ActiveJoint, JointProblem, JointSolver};
use crate::solver::substep_groups::Pull;

impl StepJoints {
    /// Measures with the joints' loads of the last step.
    pub fn measure_last(&mut self, joints: &Joints) {
        for active in &self.active {
            let joint = joints.at(active.joint);
            let force = f64::from(joint.force().length());
            strain(&mut self.bodies, active, joint, force);
        }
        take_swings(&mut self.bodies);
    }

    /// The pull on each body that joints can move.
    pub fn pulls(&self) -> impl Iterator<Item = Pull> + '_ {
        pulls(&self.bodies)
    }
}

impl JointSolver {
    /// Measures with the loads of the group's joints in a substep.
    pub(super) fn measure_substep(&mut self, problem: &JointProblem) {
        for active in &self.active {
            let joint = problem.joints.at(active.joint);
            let force = active.held.length() / self.substep;
            strain(&mut self.bodies, active, joint, force);
        }
        take_swings(&mut self.bodies);
    }

    /// The pull on each body of the group.
    pub fn pulls(&self) -> impl Iterator<Item = Pull> + '_ {
        pulls(&self.bodies)
    }
}

fn strain(bodies: &mut [JointBody], active: &ActiveJoint, joint: &Joint, force: f64) {
    // The line of a rod turns with its ends: across it the rod pulls them back by its force over its length.
    let across = match joint.kind {
        JointKind::Distance => force / active.coordinate.max(SHORTEST_ROD),
        _ => 0.0,
    };
    for (place, anchor) in active.bodies.into_iter().zip(joint.anchors) {
        let body = &mut bodies[place as usize];
        body.strain += force * anchor.length();
        body.across += across;
    }
}

/// Converts strains to the greatest swings so far.
fn take_swings(bodies: &mut [JointBody]) {
    for body in bodies {
        let turning = std::mem::take(&mut body.strain) * body.greatest_yielding();
        let moving = std::mem::take(&mut body.across) * body.greatest_inverse_mass();
        if body.in_tree {
            let finer = MAX_JOINT_SWING / MAX_ROD_SWING;
            let whips = MAX_JOINT_SWING / MAX_WHIP_SWING;
            let weight = (body.spin_share(turning) * whips * whips).max(1.0);
            body.swings[0] = body.swings[0].max(turning * weight);
            body.swings[1] = body.swings[1].max(moving * finer * finer);
        } else {
            // Loops yield and lose energy, however finely their swings are resolved.
            body.swings[0] = body.swings[0].max(turning + moving);
        }
    }
}

impl JointBody {
    /// The part of spin in its kinetic energy; 0 if it swings too little to matter, for `swing`, the square
    /// of a frequency.
    fn spin_share(&self, swing: f64) -> f64 {
        let spin = self.spin();
        if spin.length_squared() <= swing * SMALL_SWING * SMALL_SWING {
            return 0.0;
        }
        let turns = self.momentum.dot(spin) * self.greatest_inverse_mass();
        turns / (turns + self.velocity.length_squared())
    }
}

fn pulls(bodies: &[JointBody]) -> impl Iterator<Item = Pull> + '_ {
    let movable = bodies.iter().filter(|body| body.movable);
    movable.map(|body| Pull {
        body: body.index,
        swing: body.swings[0],
        across: body.swings[1],
        in_tree: body.in_tree,
        failed: body.failed,
    })
}
