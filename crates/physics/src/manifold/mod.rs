//! Contact manifolds: the points where bodies touch or nearly touch, found, and kept from step to step.

pub(crate) mod contact_update;
pub(crate) mod face_contacts;
pub(crate) mod half_space_contacts;
pub(crate) mod hull_contacts;
pub(crate) mod manifold_cache;
pub(crate) mod point;
