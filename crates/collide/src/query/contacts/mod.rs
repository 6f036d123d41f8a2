//! All places where two shapes touch or nearly do.
//!
//! *What a contact is*: a pair of points, one on each surface, whose distance no small move along
//! the surfaces makes shorter (or, where the surfaces overlap, whose depth none makes larger): one
//! for each local minimum within a tolerance. Where surfaces lie flat on each other all of a patch
//! is as near; the corners of the patch stand for it, at most four: the deepest and those that span
//! the largest area.
//!
//! *Normals*: a pair of points is a contact only if nothing around either point lies nearer to the
//! other along the normal. The half-edges tell what lies around: a triangle's border is no edge to
//! catch on where the surface goes on beyond it. So a box that slides over a floor of many
//! triangles meets the floor's normal alone.
//!
//! *Solids*: a closed mesh, wound consistently, has an outside. Contacts whose normal would lead
//! through its material (to the far side of a thin plate) are left out, unless there are no others.

mod containment;
mod convex;
mod convex_mesh;
mod feature_cache;
mod feature_normals;
mod feature_overlap;
mod feature_polygon;
mod flat_regions;
mod intersection_curves;
mod marks;
mod mesh_mesh;
mod penetration;
mod reduction;
mod shape_pair;
mod support_feature;
mod triangle_cache;
mod triangle_filter;
mod triangle_pair;

use glam::{DVec3, Vec3};

pub use crate::query::contacts::convex::add_feature_contacts;
pub use crate::query::contacts::mesh_mesh::contacts;
pub use crate::query::contacts::shape_pair::contacts_of_shapes;
pub use crate::query::contacts::support_feature::is_on_support_feature;

/// A place where two shapes touch or nearly do, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// In metres along the normal; negative where the shapes overlap.
    pub distance: f32,
    /// From the first shape to the second, of length 1.
    pub normal: Vec3,
    /// On the first shape.
    pub point_a: Vec3,
    /// On the second shape.
    pub point_b: Vec3,
    /// Contacts with the same number hold the same flat patch apart. From 0 on, in order.
    pub patch: u32,
    /// The features that meet, the first shape's in the high half. As long as the same features
    /// meet, the number stays the same from query to query; it does not depend on the poses.
    pub feature: u64,
}

/// How a search for contacts ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactsEnd {
    /// All were found.
    Done,
    /// The budget ended before all were found: there may be more.
    Cut,
}

/// A contact while contacts are being gathered, in the frame of the first shape.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactCandidate {
    pub point_a: DVec3,
    pub point_b: DVec3,
    pub distance: f64,
    pub normal: DVec3,
    /// The flat parts of the two surfaces that it belongs to.
    pub region: u64,
    pub feature: u64,
    pub patch: u32,
    /// The normal leads through the material of a solid.
    pub is_through_solid: bool,
    /// Another one at the same corner is the shorter way out.
    pub is_redundant: bool,
}

impl ContactCandidate {
    /// The same with the shapes' roles exchanged.
    fn swapped(self) -> Self {
        ContactCandidate {
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            region: self.region.rotate_left(32),
            feature: self.feature.rotate_left(32),
            ..self
        }
    }
}

/// Memory that searches for contacts use again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactScratch {
    found: Vec<ContactCandidate>,
    /// Triangles of a mesh that lie against a convex shape, with the group that each is in.
    regions: crate::query::contacts::flat_regions::FlatRegions,
    /// Triangles whose own contact is an inner edge's.
    rejected: Vec<crate::query::contacts::convex_mesh::Rejected>,
    corner_cache: crate::query::contacts::feature_cache::CornerCache,
    accepted: Vec<crate::query::contacts::convex_mesh::Accepted>,
    /// The same for the second mesh.
    regions_b: crate::query::contacts::flat_regions::FlatRegions,
    filter: crate::query::contacts::triangle_filter::TriangleFilterScratch,
    cache_a: crate::query::contacts::triangle_cache::TriangleCache,
    cache_b: crate::query::contacts::triangle_cache::TriangleCache,
    penetration: crate::query::contacts::penetration::PenetrationScratch,
}
