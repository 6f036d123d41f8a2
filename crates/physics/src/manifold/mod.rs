//! Contact manifolds: the points where bodies touch or nearly touch, found, and kept from step to step.

pub(crate) mod contact_point;
pub(crate) mod contact_update;
pub(crate) mod kept_contacts;
pub(crate) mod manifold_cache;
