//! Where bodies touch or nearly do: found, kept from step to step, and brought up to date.

pub(crate) mod contact_update;
pub(crate) mod face_contacts;
pub(crate) mod half_space_contacts;
pub(crate) mod hull_contacts;
pub(crate) mod manifold_cache;
