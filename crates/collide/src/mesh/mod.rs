//! Triangle meshes, their half-edges, convex hulls, and import from OBJ text.

pub(crate) mod convex_hull;
pub mod half_edges;
#[cfg(feature = "obj")]
pub mod obj;
#[cfg(feature = "obj")]
mod polygon;
#[cfg(feature = "obj")]
pub mod text;
pub(crate) mod tri_mesh;

pub use convex_hull::{ConvexHull, HullError};
pub use half_edges::{Across, DihedralAngle, EdgeConvexity, HalfEdges};
#[cfg(feature = "obj")]
pub use obj::{ObjError, ObjModel, ObjPart};
pub use tri_mesh::{MeshError, TriMesh};
