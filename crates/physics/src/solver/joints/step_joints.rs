//! All joints of a step with their bodies: groups of substeps take theirs from here and store their results
//! here.

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::joint::{JointKind, Joints, MAX_ROWS};
use crate::params::SQUEEZED_JOINT;
use crate::reserve::reserve;
use crate::solver::joints::bodies::JointBody;
use crate::solver::joints::trees::Trees;
use crate::solver::joints::{ActiveJoint, JointProblem, JointRows, Near};

/// The joints with at least one movable body.
#[derive(Clone, Debug, Default)]
pub(in crate::solver) struct StepJoints {
    /// The bodies of the joints; the first one is the world.
    pub(super) bodies: Vec<JointBody>,
    pub(super) active: Vec<ActiveJoint>,
    /// For each active joint, the forces for the first guess, as in [`Joint::pulls`](crate::joint::Joint).
    pub(super) pulls: Vec<[[f32; 2]; MAX_ROWS]>,
    /// For each body of the world, its place in `bodies`; 0 (the world) if no joint holds it.
    pub(super) places: Vec<u32>,
    pub(super) trees: Trees,
    /// For each set of bodies that joints hold together, twice their kinetic energy, in joules.
    pub(super) energies: Vec<f64>,
}

impl StepJoints {
    /// Reserves memory for these numbers of joints and bodies.
    pub fn reserve(&mut self, joints: usize, bodies: usize) {
        reserve(&mut self.bodies, 2 * joints + 1);
        reserve(&mut self.active, joints);
        reserve(&mut self.pulls, joints);
        reserve(&mut self.places, bodies);
        self.trees.reserve(2 * joints + 1);
        reserve(&mut self.energies, 2 * joints + 1);
    }

    /// The number of joints that hold a movable body.
    pub fn count(&self) -> usize {
        self.active.len()
    }

    /// True if there is anything to solve.
    pub fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    /// True if a joint holds a body of the world.
    pub fn holds(&self, body: usize) -> bool {
        self.is_active() && self.places[body] != 0
    }

    /// Takes over the joints and their bodies at the start of the step.
    pub fn begin(&mut self, joints: &Joints, bodies: &[Body], motions: &[BodyMotion]) {
        self.active.clear();
        self.bodies.clear();
        self.pulls.clear();
        if joints.is_empty() {
            return;
        }
        self.places.clear();
        self.places.resize(bodies.len(), 0);
        self.bodies.push(JointBody::world());
        for (place, joint) in (0..).zip(joints.iter()) {
            let moves = |i: usize| bodies[i].is_dynamic() && !motions[i].is_resting();
            let ids = joint.bodies.map(|index| index.map(|i| i as usize));
            if !ids.into_iter().flatten().any(moves) {
                continue;
            }
            let places = ids.map(|id| id.map_or(0, |i| self.place(i, bodies, motions)));
            for place in places {
                self.bodies[place as usize].driven |= !joint.is_only_held();
            }
            self.active.push(ActiveJoint {
                joint: place,
                bodies: places,
                load: [DVec3::ZERO; 2],
                held: DVec3::ZERO,
                coordinate: joint.coordinate,
                axis: DVec3::ZERO,
                in_tree: false,
            });
            self.pulls.push(joint.pulls);
        }
        self.find_trees();
        self.measure_last(joints);
    }

    fn place(&mut self, index: usize, bodies: &[Body], motions: &[BodyMotion]) -> u32 {
        if self.places[index] == 0 {
            let stays = !motions[index].is_under_way();
            self.places[index] = self.bodies.len() as u32;
            let body = JointBody::new(index as u32, &bodies[index], stays);
            self.bodies.push(body);
        }
        self.places[index]
    }

    /// Marks the bodies that joints hold, those held to other movable ones, and those that joints drive.
    pub fn mark_held(&self, joints: &Joints, motions: &mut [BodyMotion]) {
        for active in &self.active {
            let both = active.bodies.map(|place| &self.bodies[place as usize]);
            let is_chain = both.iter().all(|body| body.movable);
            // Grabs, ropes and rods yield or let go; the other joints would open.
            let joint = joints.at(active.joint);
            let is_driven = !matches!(joint.kind, JointKind::Distance | JointKind::Grab)
                && (joint.motor.is_some() || joint.spring.is_some());
            for body in both.into_iter().filter(|body| body.movable) {
                let contact = &mut motions[body.index as usize].contact;
                contact.held = true;
                contact.in_chain |= is_chain;
                contact.driven |= is_driven;
            }
        }
    }

    /// The two bodies of each joint with two movable bodies.
    pub fn chained(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let both = self.active.iter();
        let both = both.map(|active| active.bodies.map(|place| &self.bodies[place as usize]));
        let both = both.filter(|both| both.iter().all(|body| body.movable));
        both.map(|both| both.map(|body| body.index))
    }

    /// Gives the bodies their velocities at the end of the step, and paths that end at their solved frames.
    pub fn take_over(&self, bodies: &mut [Body], motions: &mut [BodyMotion], step: f64) {
        for solved in self.bodies.iter().filter(|body| body.movable) {
            let body = &mut bodies[solved.index as usize];
            let motion = &mut motions[solved.index as usize];
            let (moved, turned) = solved.displacement();
            let given = (
                solved.velocity - body.velocity,
                solved.spin() - body.angular_velocity(),
            );
            (body.velocity, body.angular_momentum) = (solved.velocity, solved.momentum);
            motion.forces.acting = DVec3::ZERO;
            motion.forces.given = (given.0 / step, given.1 / step);
            motion.energy.gain = body.kinetic_energy() - motion.energy.own;
            motion.turn.keeps_spin = true;
            motion.turn.follows_joints = true;
            motion.contact.touching = true;
            let push = (
                moved / step - body.velocity,
                turned / step - body.angular_velocity(),
            );
            motion.push.velocities = push;
        }
    }

    /// The bodies of the joints that the solution has opened further: something squeezes the bodies that they
    /// hold.
    pub fn opened<'s>(&'s self, problem: &'s JointProblem) -> impl Iterator<Item = u32> + 's {
        let opens = |active: &&ActiveJoint| {
            let joint = problem.joints.at(active.joint);
            let bodies = active.bodies.map(|place| &self.bodies[place as usize]);
            let strain = |frames, near| JointRows::new(joint, frames, Near(near)).strain();
            let before = strain(bodies.map(|body| body.start()), joint.coordinate);
            let after = strain(bodies.map(|body| body.at), active.coordinate);
            after > before + SQUEEZED_JOINT
        };
        let opened = self.active.iter().filter(opens);
        let indices = opened.flat_map(|active| active.bodies.map(|at| &self.bodies[at as usize]));
        indices
            .filter(|body| body.index != u32::MAX)
            .map(|body| body.index)
    }

    /// Stores the impulses for the next step, and the loads of the joints.
    pub fn store(&self, joints: &mut Joints, step: f64) {
        for (active, pulls) in self.active.iter().zip(&self.pulls) {
            let joint = joints.at_mut(active.joint);
            joint.pulls = *pulls;
            joint.coordinate = active.coordinate;
            joint.note_load(active.load[0] / step, active.load[1] / step);
        }
    }
}
