//! Memory that queries on two shapes use again and again.

use crate::counters::Counters;
use crate::narrow_phase::EpaScratch;
use crate::params::NEAR_POINT_CAPACITY;
use crate::query::compound::PendingPair;
use crate::query::contacts::{Contact, NearPoint};
use crate::query::hull_pair::HullScratch;
use crate::query::scratch::Scratch;
use crate::query::stage::{Stage, Stages};
use crate::query::toi::NodeVisit;
use crate::shape::Triangle;

/// Memory that shape queries use again and again, like [`Scratch`].
#[derive(Clone, Debug)]
pub struct ShapeScratch {
    /// For pairs of meshes, and the counters of the last query of any pair.
    pub mesh: Scratch,
    pub(crate) epa: EpaScratch,
    /// Nodes still to visit, with their distance bounds in metres.
    pub(crate) stack: Vec<(u32, f32)>,
    /// Of a mesh, those that a sweep comes near.
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) hulls: HullScratch,
    /// The contacts of a collider with one half-space.
    pub(crate) half_space_points: Vec<NearPoint>,
    /// The contacts that a search found, as it found them.
    pub(crate) found: Vec<Contact>,
    /// The pairs of nodes of compounds that a walk has yet to visit.
    pub(crate) pending: Vec<PendingPair>,
    /// The contacts of two children.
    pub(crate) child_contacts: Vec<Contact>,
    /// The children of compounds that the last answer is about.
    pub(crate) children: [u32; 2],
}

/// Memory to begin with: few walks have more nodes before them, few sweeps come near more triangles.
const NODES: usize = 256;
const TRIANGLES: usize = 128;

impl Default for ShapeScratch {
    fn default() -> Self {
        ShapeScratch {
            mesh: Scratch::default(),
            epa: EpaScratch::default(),
            stack: Vec::with_capacity(NODES),
            triangles: Vec::with_capacity(TRIANGLES),
            hulls: HullScratch::default(),
            half_space_points: Vec::with_capacity(NEAR_POINT_CAPACITY),
            found: Vec::with_capacity(NEAR_POINT_CAPACITY),
            pending: Vec::with_capacity(NODES),
            child_contacts: Vec::with_capacity(NEAR_POINT_CAPACITY),
            children: [0; 2],
        }
    }
}

impl ShapeScratch {
    /// The stage that decided the last query: see [`Scratch::decided_by`].
    pub fn decided_by(&self) -> Option<Stage> {
        self.mesh.decided_by
    }

    /// Lets only these stages decide the next queries.
    pub fn set_stages(&mut self, stages: Stages) {
        self.mesh.stages = stages;
    }

    /// The instants (s) at which sweeps look at the two, recorded if it is not `None`.
    pub(crate) fn trace(&mut self) -> &mut Option<Vec<f64>> {
        self.mesh.sweep.trace()
    }

    /// The pairs of nodes that searches of trees visit, recorded if it is not `None`.
    pub(crate) fn visits(&mut self) -> &mut Option<Vec<NodeVisit>> {
        self.mesh.sweep.visits()
    }

    /// What the last query did.
    pub fn counters(&self) -> &Counters {
        &self.mesh.counters
    }
}
