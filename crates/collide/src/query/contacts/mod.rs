//! All places where two shapes touch or nearly touch.
//!
//! *Definition*: a contact is a pair of points, one on each surface, at a local minimum of the distance
//! within a tolerance: no small move along the surfaces makes it shorter (or, if the surfaces overlap,
//! makes the depth larger). If surfaces lie flat on each other, the whole patch is equally near; at most
//! four of its corners represent it: the deepest one and those that span the largest area.
//!
//! *Normals*: a pair of points is a contact only if nothing around either point lies nearer to the
//! other one along the normal. The half-edges lead to the surface around a point, so the border of a
//! triangle does not count as an edge if the surface continues beyond it: a box that slides over a
//! floor of many triangles meets only the floor's normal.
//!
//! *Depth*: where a face of a convex solid, or several nearly flat ones, is within 1.1 degrees (`params::SUPPORT_SLOPE`) of the direction in which
//! the shapes overlap the least, the contacts lie against that face, so that a resting body does not rock. Distances
//! are measured along the contact's normal: a depth may exceed the least one by 2 % of the shapes' size.
//! [`Query::deepest_contact`](crate::Query::deepest_contact) has the least one.
//!
//! *Solids*: a closed mesh, wound consistently, has an outside. Contacts whose normal leads through
//! its material (to the far side of a thin plate) are left out, unless there are no others.
//!
//! *Overlaps*: two meshes overlap where their triangles cross, or where one is inside another one
//! that is closed. Only there is a distance negative.
//!
//! *Methods*: colliders try cheap stages first (`half_space_contacts.rs`, `hull_contacts.rs`,
//! `face_contacts.rs`), and a search if these do not decide. Two meshes are compared feature by feature
//! (`mesh_mesh.rs`). A mesh or a solid is compared with an opposite side, which is a solid or a half-space
//! (`solid_contacts.rs`). All candidates go through one builder (`manifold.rs`).

mod collider_contacts;
pub(crate) mod contact;
mod containment;
pub(crate) mod face_contacts;
mod feature_cache;
mod feature_normals;
mod feature_overlap;
mod feature_pair;
mod feature_polygon;
mod flat_regions;
pub(crate) mod half_space_contacts;
pub(crate) mod hull_contacts;
mod intersection_curves;
mod manifold;
mod marks;
mod mesh_mesh;
mod mesh_side;
mod near_triangle;
mod opposite_side;
mod overlap_proof;
mod penetration;
mod penetration_search;
mod place_order;
mod scratch;
mod solid_contacts;
mod support_feature;
mod triangle_cache;
mod triangle_filter;
mod triangle_pair;

pub(crate) use crate::query::contacts::collider_contacts::ColliderContacts;
pub use crate::query::contacts::contact::{ContactPoint, ContactsEnd};
pub(crate) use crate::query::contacts::mesh_mesh::mesh_contacts;
pub(crate) use crate::query::contacts::scratch::ContactScratch;
pub(crate) use crate::query::contacts::solid_contacts::{
    convex_contacts, half_space_pair_contacts, mesh_convex_contacts,
};
