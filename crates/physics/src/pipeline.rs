//! One step of the world, phase by phase.

use crate::report::StepReport;
use crate::timing::{Phase, Stopwatch};
use crate::world::World;

impl World {
    /// Takes everything one step further and returns what happened.
    pub fn step(&mut self) -> &StepReport {
        let mut watch = Stopwatch::start(self.clock);
        self.begin_report();

        self.wake_islands();
        self.apply_vehicle_forces();
        self.apply_gravity_and_drag();
        self.end_phase(Phase::Forces, &mut watch);

        self.update_swept_bounds();
        self.update_broad_phase();
        self.update_pair_cache();
        self.end_phase(Phase::BroadPhase, &mut watch);

        self.find_contacts();
        self.end_phase(Phase::Contacts, &mut watch);

        self.solve_with_speculative_contacts();
        self.end_phase(Phase::Solver, &mut watch);

        self.advance_bodies();
        self.end_phase(Phase::ContinuousCollision, &mut watch);

        self.recover_lost_bodies();
        self.record_displacements();
        self.update_gap_bounds();
        self.put_islands_to_sleep();
        self.finish_report();
        self.end_phase(Phase::Islands, &mut watch);
        &self.report
    }
}
