//! When two meshes whose vertices move straight first meet.
//!
//! The tree of a deforming mesh does not last. So every triangle gets a box around its path, the
//! boxes are sorted along the axis on which both meshes together are longest (sweep and prune), and
//! pairs whose boxes overlap are tested feature by feature, each only up to the first contact so
//! far.

use glam::{DVec3, Vec3};

use crate::budget::{Budget, Meter};
use crate::math::Aabb;
use crate::mesh::TriMesh;
use crate::narrow_phase::triangle_triangle::intersect;
use crate::query::toi::linear::{FeatureTouch, LinearOptions, triangles_before};

/// Why end positions do not fit a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeformError {
    /// There are not as many end positions as vertices.
    #[error("the mesh has {vertices} vertices, but {places} places are given for the step's end")]
    Count {
        /// Of the mesh.
        vertices: usize,
        /// Given.
        places: usize,
    },
    /// A coordinate is NaN, infinite, or too large to compute with.
    #[error("vertex {vertex} ends at a coordinate that is not a finite number below {limit:e} m",
        limit = TriMesh::MAX_COORDINATE)]
    NonFinite {
        /// The vertex's number, from 0.
        vertex: usize,
    },
}

/// A mesh and where its vertices are at the end of the step.
#[derive(Clone, Copy, Debug)]
pub struct Deforming<'m> {
    start: &'m TriMesh,
    end: &'m [Vec3],
}

impl<'m> Deforming<'m> {
    /// A mesh whose vertices move straight to these positions (m).
    ///
    /// # Errors
    ///
    /// [`DeformError`] for another number of positions, or for one that is not finite or too large.
    pub fn new(start: &'m TriMesh, end: &'m [Vec3]) -> Result<Self, DeformError> {
        let vertices = start.vertices().len();
        if end.len() != vertices {
            return Err(DeformError::Count {
                vertices,
                places: end.len(),
            });
        }
        let valid = |p: &Vec3| p.abs().max_element() <= TriMesh::MAX_COORDINATE && p.is_finite();
        match end.iter().position(|start| !valid(start)) {
            Some(vertex) => Err(DeformError::NonFinite { vertex }),
            None => Ok(Deforming { start, end }),
        }
    }

    /// A triangle's corners at the start and at the end.
    fn corners(&self, triangle: usize) -> [[DVec3; 3]; 2] {
        let numbers = self.start.triangles()[triangle];
        let wide = |places: &[Vec3]| numbers.map(|n| places[n as usize].as_dvec3());
        [wide(self.start.vertices()), wide(self.end)]
    }

    fn bounds(&self) -> Aabb {
        Aabb::from_points(self.start.vertices().iter().chain(self.end).copied())
    }

    /// The boxes around the triangles' paths that overlap `near`, sorted along an axis.
    fn boxes(&self, near: &Aabb, axis: usize, boxes: &mut Vec<SweptBox>) {
        boxes.clear();
        for (triangle, numbers) in self.start.triangles().iter().enumerate() {
            let vertices = self.start.vertices();
            let ends = numbers.map(|n| [vertices[n as usize], self.end[n as usize]]);
            let bounds = Aabb::from_points(ends.into_iter().flatten());
            if bounds.overlaps(near) {
                boxes.push(SweptBox { bounds, triangle });
            }
        }
        let start = |swept: &SweptBox| swept.bounds.min[axis];
        boxes.sort_unstable_by(|p, q| {
            let by_place = start(p).total_cmp(&start(q));
            by_place.then(p.triangle.cmp(&q.triangle))
        });
    }
}

/// When two deforming meshes meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshTouch {
    /// Never in the step.
    Clear,
    /// They are disjoint before this time, and within the tolerance of each other at it; at 0 they
    /// may cross already.
    At {
        /// As a fraction of the step.
        time: f64,
        /// The indices of the two triangles.
        triangles: [usize; 2],
    },
    /// The budget was spent, or a pair of features was cut: disjoint before this time.
    Cut {
        /// As a fraction of the step.
        safe_time: f64,
    },
}

/// Memory that sweeps of deforming meshes use again.
#[derive(Clone, Debug, Default)]
pub struct LinearScratch {
    boxes: [Vec<SweptBox>; 2],
}

#[derive(Clone, Copy, Debug)]
struct SweptBox {
    bounds: Aabb,
    triangle: usize,
}

/// When do two deforming meshes first meet in a step? Surfaces, not solids. Triangles without area
/// are segments or points. Every pair of triangles whose paths are near each other costs a unit of
/// the budget; a cut by the budget has the safe time 0.
pub fn mesh_mesh(
    a: &Deforming,
    b: &Deforming,
    options: &LinearOptions,
    budget: Budget,
    scratch: &mut LinearScratch,
) -> MeshTouch {
    let (around_a, around_b) = (a.bounds(), b.bounds());
    if !around_a.overlaps(&around_b) {
        return MeshTouch::Clear;
    }
    let extents = around_a.union(around_b).extents();
    let axis = (0..3).fold(
        0,
        |best, i| if extents[i] > extents[best] { i } else { best },
    );
    let [boxes_a, boxes_b] = &mut scratch.boxes;
    a.boxes(&around_b, axis, boxes_a);
    b.boxes(&around_a, axis, boxes_b);
    let mut meter = Meter::new(budget);
    let mut found = MeshTouch::Clear;
    let mut until = 1.0;
    for_overlaps(boxes_a, boxes_b, axis, |i, j| {
        if !meter.take() {
            found = MeshTouch::Cut { safe_time: 0.0 };
            return false;
        }
        let triangles = [boxes_a[i].triangle, boxes_b[j].triangle];
        let (first, second) = (a.corners(triangles[0]), b.corners(triangles[1]));
        if has_area(&first[0]) && has_area(&second[0]) && intersect(&first[0], &second[0]).is_some()
        {
            found = MeshTouch::At {
                time: 0.0,
                triangles,
            };
            return false;
        }
        match triangles_before(first, second, until, options) {
            FeatureTouch::Clear => {}
            FeatureTouch::At { time, .. } => {
                if time < until || found == MeshTouch::Clear {
                    (until, found) = (time, MeshTouch::At { time, triangles });
                }
            }
            FeatureTouch::Cut { safe_time } => {
                if safe_time < until || found == MeshTouch::Clear {
                    (until, found) = (safe_time, MeshTouch::Cut { safe_time });
                }
            }
        }
        until > 0.0
    });
    found
}

/// Calls `visit` with the pairs of overlapping boxes of two sorted lists, until it returns false.
fn for_overlaps(
    a: &[SweptBox],
    b: &[SweptBox],
    axis: usize,
    mut visit: impl FnMut(usize, usize) -> bool,
) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        // The box that begins first overlaps boxes of the other list that begin before it ends.
        let first_begins = a[i].bounds.min[axis] <= b[j].bounds.min[axis];
        let (this, others, from) = if first_begins {
            (&a[i], b, j)
        } else {
            (&b[j], a, i)
        };
        let reached = others[from..]
            .iter()
            .take_while(|other| other.bounds.min[axis] <= this.bounds.max[axis]);
        for (k, other) in (from..).zip(reached) {
            let (p, q) = if first_begins { (i, k) } else { (k, j) };
            if this.bounds.overlaps(&other.bounds) && !visit(p, q) {
                return;
            }
        }
        if first_begins {
            i += 1;
        } else {
            j += 1;
        }
    }
}

fn has_area([a, b, c]: &[DVec3; 3]) -> bool {
    (*b - *a).cross(*c - *a) != DVec3::ZERO
}
