//! The data that all phases of one step share.

use dodgem_collide::schedule::Viewer;

use crate::material::MaterialTable;
use crate::report::StepReport;
use crate::settings::Settings;
use crate::shape_queries::ShapeQueries;

/// The values that live for one step: everything that each phase may read, the queries with the step's work,
/// and the report.
pub(crate) struct StepContext<'s> {
    pub settings: &'s Settings,
    pub materials: &'s MaterialTable,
    pub viewers: &'s [Viewer],
    /// The number of completed steps.
    pub steps: u64,
    pub queries: &'s mut ShapeQueries,
    pub report: &'s mut StepReport,
}

impl StepContext<'_> {
    /// Forgets all that happened in the step after the forces. Only steps without a limit of work are taken again.
    pub fn begin_again(&mut self) {
        self.queries.begin(u64::MAX, self.settings);
        let (rays, times) = (self.report.queries.rays, self.report.times);
        self.report.clear();
        (self.report.queries.rays, self.report.times) = (rays, times);
    }
}
