//! Sweeps of deforming meshes: vertices that move on straight lines, each at its own velocity.
//!
//! Two triangles whose corners move like this first meet where a corner meets the other's face or
//! where two edges meet. Both questions ask when a function of time and of two coordinates on the
//! features is 0: the vector from one feature to the other. `inclusion.rs` answers them without
//! missing a contact; `features.rs` defines that vector.
//!
//! Times are fractions of the step: 0 at its start, 1 at its end.

mod features;
mod inclusion;
mod meshes;

use glam::DVec3;

use crate::params;
use crate::query::toi::linear::features::{EdgeEdge, VertexFace};
use crate::query::toi::linear::inclusion::{LinearPaths, first_touch};
pub use crate::query::toi::linear::meshes::{
    DeformError, Deforming, LinearScratch, MeshTouch, mesh_mesh,
};

/// When two linearly moving features meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeatureTouch {
    /// Never in the step.
    Clear,
    /// They are disjoint before this time, and within the tolerance of each other at it.
    At {
        /// As a fraction of the step.
        time: f64,
        /// Where. Vertex and face: the weights of the face's second and third corner. Two edges:
        /// the fraction of the way from start to end on each.
        place: [f64; 2],
    },
    /// The limit of cells was reached; they are disjoint before this time.
    Cut {
        /// As a fraction of the step.
        safe_time: f64,
    },
}

impl FeatureTouch {
    /// A fraction of the step, 1 at most, before which the features are disjoint.
    pub fn safe_time(&self) -> f64 {
        match *self {
            FeatureTouch::Clear => 1.0,
            FeatureTouch::At { time, .. } => time,
            FeatureTouch::Cut { safe_time } => safe_time,
        }
    }

    /// Whether they are proved disjoint in the whole step.
    pub fn is_clear(&self) -> bool {
        matches!(self, FeatureTouch::Clear)
    }
}

/// The accuracy and the effort of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearOptions {
    /// Features nearer than this may be reported as touching, in metres. Raised where the rounding
    /// of f64 is coarser.
    pub tolerance: f64,
    /// The search is cut after this many tests of cells. Paths that cross need fewer than two
    /// hundred.
    pub max_cells: u32,
}

impl Default for LinearOptions {
    fn default() -> Self {
        LinearOptions {
            tolerance: params::DEFAULT_LINEAR_TOLERANCE,
            max_cells: params::DEFAULT_LINEAR_CELLS,
        }
    }
}

/// When does a vertex meet a triangle? The vertex and the three corners at the start of the step
/// and at its end, all finite. The triangle may be degenerate. Touching counts, and rounding
/// never hides a contact.
pub fn vertex_face(start: [DVec3; 4], end: [DVec3; 4], options: &LinearOptions) -> FeatureTouch {
    first_touch::<VertexFace>(&LinearPaths::new(start, end), 1.0, options)
}

/// When do two edges meet? The first's two ends and the second's two ends, at the start of the
/// step and at its end, all finite. Edges may be points. Touching counts, and rounding never
/// hides a contact.
pub fn edge_edge(start: [DVec3; 4], end: [DVec3; 4], options: &LinearOptions) -> FeatureTouch {
    first_touch::<EdgeEdge>(&LinearPaths::new(start, end), 1.0, options)
}

/// When do two triangles meet that are apart at the start? Corners at the start and at the end of
/// the step. Triangles that cross at the start already are found at time 0 only where an edge or a
/// corner of theirs touches; [`intersect`](crate::narrow_phase::triangle_triangle::intersect) tests
/// the others.
pub fn triangle_triangle(
    a: [[DVec3; 3]; 2],
    b: [[DVec3; 3]; 2],
    options: &LinearOptions,
) -> FeatureTouch {
    triangles_before(a, b, 1.0, options)
}

/// The same for the times before `until`, a fraction of the step.
fn triangles_before(
    a: [[DVec3; 3]; 2],
    b: [[DVec3; 3]; 2],
    mut until: f64,
    options: &LinearOptions,
) -> FeatureTouch {
    let mut first = FeatureTouch::Clear;
    let mut consider = |found: FeatureTouch| {
        if found.safe_time() < first.safe_time() || first.is_clear() {
            first = found;
        }
        first.safe_time()
    };
    for i in 0..3 {
        for (vertex, face) in [(&a, &b), (&b, &a)] {
            let at = [0, 1].map(|t: usize| [vertex[t][i], face[t][0], face[t][1], face[t][2]]);
            let paths = LinearPaths::new(at[0], at[1]);
            until = until.min(consider(first_touch::<VertexFace>(&paths, until, options)));
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let (k, l) = ((i + 1) % 3, (j + 1) % 3);
            let at = [0, 1].map(|t: usize| [a[t][i], a[t][k], b[t][j], b[t][l]]);
            let paths = LinearPaths::new(at[0], at[1]);
            until = until.min(consider(first_touch::<EdgeEdge>(&paths, until, options)));
        }
    }
    first
}
