//! The frequencies at which bodies swing between the joints that pull them.
//!
//! A body between joints that pull with forces `F` at arms `a` swings back when it is turned out of their
//! line, as a pendulum does: a small turn `t` gives rise to the torque `-K t`, `K = sum of (F a) - a F^T`, so
//! with its inertia `I` its frequencies `w` are the roots of the eigenvalues of `I^-1 K`. A substep of `h` seconds is stable up to `w h = 2`; beyond, each swing is greater than the last, and a
//! taut chain or bridge bursts. A rod of length `l` lets the masses at its ends swing across it as well: `w^2
//! = (sum of F / l) / m`. (Tournier, Nesme et al., "Stable constrained dynamics", 2015, call it the geometric
//! stiffness, and damp it.)
//!
//! A substep takes energy from a swing or adds some, a share that grows with `(w h)^2` of the rotational
//! energy. A body that hangs between its joints, however taut, has no such energy to lose. A body that whips
//! round where a rope jerks has: for a moment much of the energy of all joined bodies is in its spin, and in
//! a single swing it does not give back its gain. So the larger the part of its spin in the kinetic energy of
//! these bodies, the finer its swing is resolved.
//!
//! So an island gets substeps by the greatest swing of its bodies: `solver/substep_groups.rs` decides, this
//! file measures.

use glam::{DMat3, DVec3};

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
            let force = joint.force().as_dvec3();
            strain(&mut self.bodies, active, joint, force);
        }
        take_swings(&mut self.bodies, &mut self.energies, f64::INFINITY);
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
            let force = active.held / self.substep;
            strain(&mut self.bodies, active, joint, force);
        }
        take_swings(&mut self.bodies, &mut self.all.energies, self.substep);
    }

    /// The pull on each body of the group.
    pub fn pulls(&self) -> impl Iterator<Item = Pull> + '_ {
        pulls(&self.bodies)
    }
}

/// Adds the effect of a joint with this force on its body, in newtons, to both bodies.
fn strain(bodies: &mut [JointBody], active: &ActiveJoint, joint: &Joint, force: DVec3) {
    // The line of a rod turns with its ends: across it the rod pulls them back by its force over its length.
    let across = match joint.kind {
        JointKind::Distance => force.length() / active.coordinate.max(SHORTEST_ROD),
        _ => 0.0,
    };
    let forces = [-force, force];
    for side in 0..2 {
        let body = &mut bodies[active.bodies[side] as usize];
        if !body.movable {
            continue;
        }
        let (arm, force) = (body.at.rotation * joint.anchors[side], forces[side]);
        body.strain += DMat3::from_cols(arm * force.x, arm * force.y, arm * force.z);
        body.across += across;
    }
}

/// A bound, by at most 15 %, of the square of the greatest frequency at which a body turns between its
/// joints, for the sum of their arms times their forces (`a F^T`): the torque of a small turn is `K` times
/// the turn, with `K = (sum of F a) - (sum of a F^T)`, symmetrised.
fn turning(body: &JointBody, strain: DMat3) -> f64 {
    let trace = strain.x_axis.x + strain.y_axis.y + strain.z_axis.z;
    let stiffness = DMat3::from_diagonal(DVec3::splat(trace)) - (strain + strain.transpose()) * 0.5;
    let first = body.turn_by(stiffness);
    let second = first * first;
    let fourth = second * second;
    // All eigenvalues are real, so the eighth root of the sum of their eighth powers is a bound.
    let both = fourth
        .to_cols_array()
        .into_iter()
        .zip(fourth.transpose().to_cols_array());
    let eighth = both.map(|(one, other)| one * other).sum::<f64>();
    eighth.max(0.0).sqrt().sqrt().sqrt()
}

/// Converts strains to the greatest swings so far. `energies` is reusable memory for the kinetic energies of
/// the sets of bodies that joints hold together. Swings that a substep of `time` seconds resolves in any case
/// may be left out.
fn take_swings(bodies: &mut [JointBody], energies: &mut Vec<f64>, time: f64) {
    let least = (MAX_WHIP_SWING.min(MAX_ROD_SWING) / time).powi(2);
    if bodies.iter().all(|body| body.swings_below(least)) {
        for body in bodies {
            (body.strain, body.across) = (DMat3::ZERO, 0.0);
        }
        return;
    }
    energies.clear();
    for body in bodies.iter().filter(|body| body.movable) {
        let set = body.set as usize;
        if energies.len() <= set {
            energies.resize(set + 1, 0.0);
        }
        energies[set] += body.energies()[1];
    }
    // Nothing swings a body that does not move, and its set has no energy.
    for body in bodies.iter_mut().filter(|body| body.movable) {
        let strain = std::mem::take(&mut body.strain);
        let turning = turning(body, strain);
        let moving = std::mem::take(&mut body.across) * body.greatest_inverse_mass();
        if body.in_tree {
            let finer = MAX_JOINT_SWING / MAX_ROD_SWING;
            let whips = MAX_JOINT_SWING / MAX_WHIP_SWING;
            let weight = (body.spin_share(turning, energies) * whips * whips).max(1.0);
            body.swings[0] = body.swings[0].max(turning * weight);
            body.swings[1] = body.swings[1].max(moving * finer * finer);
        } else {
            // Loops yield and lose energy, however finely their swings are resolved.
            body.swings[0] = body.swings[0].max(turning + moving);
        }
    }
}

impl JointBody {
    /// True if the squares of all frequencies of its swings are surely below a limit.
    fn swings_below(&self, limit: f64) -> bool {
        // The norm of the stiffness is at most 1 plus the root of 3 times that of the strain.
        let strain = self
            .strain
            .to_cols_array()
            .iter()
            .map(|x| x * x)
            .sum::<f64>();
        let turning = 3.0 * strain.sqrt() * self.greatest_yielding();
        turning + self.across * self.greatest_inverse_mass() < limit
    }

    /// The part of its spin in the kinetic energies of all bodies in its set; 0 if it swings too little to
    /// matter, for `swing`, the square of a frequency.
    fn spin_share(&self, swing: f64, energies: &[f64]) -> f64 {
        let spin = self.spin();
        if spin.length_squared() <= swing * SMALL_SWING * SMALL_SWING {
            return 0.0;
        }
        let [turns, _] = self.energies();
        turns / energies[self.set as usize]
    }
}

fn pulls(bodies: &[JointBody]) -> impl Iterator<Item = Pull> + '_ {
    let movable = bodies.iter().filter(|body| body.movable);
    movable.map(|body| Pull {
        body: body.index,
        driven: body.driven,
        swing: body.swings[0],
        across: body.swings[1],
        in_tree: body.in_tree,
        failed: body.failed,
    })
}
