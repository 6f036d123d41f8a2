//! One step of the world, phase by phase.

use crate::report::StepReport;
use crate::timing::Stopwatch;
use crate::world::World;

impl World {
    /// Takes everything one step further and returns what happened.
    pub fn step(&mut self) -> &StepReport {
        let mut watch = Stopwatch::start(self.clock);
        self.begin_report();

        self.wake_islands();
        self.apply_vehicle_forces();
        self.apply_gravity_and_drag();
        self.report.times.forces = watch.lap();

        self.update_swept_bounds();
        self.update_broad_phase();
        self.update_pair_cache();
        self.report.times.broad_phase = watch.lap();

        self.find_contacts();
        self.report.times.contacts = watch.lap();

        self.solve_with_speculative_contacts();
        self.report.times.solver = watch.lap();

        self.advance_bodies();
        self.report.times.continuous_collision = watch.lap();

        self.recover_lost_bodies();
        self.record_displacements();
        self.update_gap_bounds();
        self.put_islands_to_sleep();
        self.finish_report();
        self.report.times.islands = watch.lap();
        &self.report
    }
}
