//! One step of the world, phase by phase.

use crate::report::StepReport;
use crate::timing::Stopwatch;
use crate::world::World;

impl World {
    /// Takes everything one step further and tells what happened.
    pub fn step(&mut self) -> &StepReport {
        let mut watch = Stopwatch::start(self.clock);
        self.report.clear();
        self.tools.shape_queries.begin(self.settings.work_per_step);
        self.wake();
        self.drive_vehicles();
        self.apply_forces();
        self.report.times.drive = watch.lap();
        self.find_pairs();
        self.report.times.broad = watch.lap();
        self.find_contacts();
        self.solve_initial_impacts();
        self.report.times.contacts = watch.lap();
        self.solve_with_speculative_contacts();
        self.report.times.solve = watch.lap();
        self.advance_bodies();
        self.report.times.sweep = watch.lap();
        self.settle();
        self.steps += 1;
        self.report.queries.sweeps += self.tools.shape_queries.sweep_counters;
        self.report.queries.contacts += self.tools.shape_queries.contact_counters;
        self.report.times.settle = watch.lap();
        &self.report
    }
}
