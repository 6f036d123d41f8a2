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
