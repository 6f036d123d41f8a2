//! The joints of one group of substeps: taken from those of the step, and stored there at its end.

use crate::solver::joints::bodies::JointBody;
use crate::solver::joints::elimination::JointLink;
use crate::solver::joints::geometry::{Near, RowLaw};
use crate::solver::joints::row::Row;
use crate::solver::joints::{ActiveJoint, JointProblem, JointSolver};
use crate::solver::substep_groups::SubstepGroup;

impl JointSolver {
    /// Takes over the joints of a group, and prepares their rows for substeps of `time` seconds.
    pub fn begin_group(
        &mut self,
        group: &SubstepGroup,
        problem: &JointProblem,
        time: f64,
        direct: bool,
    ) {
        self.substep = time;
        self.is_rough = false;
        self.active.clear();
        self.bodies.clear();
        if !self.all.is_active() {
            return;
        }
        self.take_joints(group);
        for body in &mut self.bodies {
            if body.movable {
                let motion = &problem.motions[body.index as usize];
                body.set_force(motion.forces.acting, time, motion.contact.touching);
            }
        }
        self.links.clear();
        self.rows.clear();
        self.bounded.clear();
        for (index, (active, source)) in (0..).zip(self.active.iter().zip(&self.sources)) {
            let joint = problem.joints.at(active.joint);
            let at = active.bodies.map(|place| self.bodies[place as usize].at);
            self.shapes.find(joint, at, Near(active.coordinate));
            let shapes = self.shapes.list();
            let movable = |place: u32| self.bodies[place as usize].movable.then_some(place);
            self.links.push(JointLink {
                bodies: active.bodies.map(movable),
                rows: shapes.len(),
            });
            if shapes.iter().any(|shape| shape.law != RowLaw::Hold) {
                self.bounded.push(index);
            }
            let pulls = shapes.iter().zip(self.all.pulls[*source as usize]);
            let impulses = |both: [f32; 2]| both.map(|pull| f64::from(pull) * time);
            self.rows
                .extend(pulls.map(|(shape, both)| Row::new(*shape, impulses(both))));
        }
        self.matrix.set_links(&self.links, direct);
        self.changes.clear();
        self.changes.resize(self.rows.len(), 0.0);
        self.place_rows(problem, 0.0);
    }

    /// Copies the joints of a group's movable bodies.
    fn take_joints(&mut self, group: &SubstepGroup) {
        self.sources.clear();
        self.bodies.push(JointBody::world());
        self.places.clear();
        self.places.resize(self.all.bodies.len(), 0);
        for (source, active) in (0..).zip(&self.all.active) {
            let in_group = |place: u32| {
                let body = &self.all.bodies[place as usize];
                body.movable && group.has(body.index)
            };
            if !active.bodies.into_iter().any(in_group) {
                continue;
            }
            for at in active.bodies.map(|place| place as usize) {
                if at != 0 && self.places[at] == 0 {
                    self.places[at] = self.bodies.len() as u32;
                    self.bodies.push(self.all.bodies[at].clone().at_start());
                }
            }
            self.sources.push(source);
            self.active.push(ActiveJoint {
                bodies: active.bodies.map(|place| self.places[place as usize]),
                ..*active
            });
        }
    }

    /// Stores the results of joints whose bodies are still in the group.
    pub fn end_group(&mut self, is_in_group: impl Fn(u32) -> bool) {
        let stays = |body: &JointBody| !body.movable || is_in_group(body.index);
        for body in self.bodies.iter().filter(|body| body.index != u32::MAX) {
            if stays(body) {
                let place = self.all.places[body.index as usize];
                self.all.bodies[place as usize] = body.clone();
            }
        }
        let found = (0..).zip(self.active.iter().zip(&self.sources));
        for (index, (active, source)) in found {
            if active
                .bodies
                .iter()
                .all(|place| stays(&self.bodies[*place as usize]))
            {
                let kept = &mut self.all.active[*source as usize];
                (kept.load, kept.coordinate) = (active.load, active.coordinate);
                let rows = &self.rows[self.matrix.rows(index)];
                for (kept, row) in self.all.pulls[*source as usize].iter_mut().zip(rows) {
                    *kept = [row.impulse, row.late].map(|impulse| (impulse / self.substep) as f32);
                }
            }
        }
    }
}
