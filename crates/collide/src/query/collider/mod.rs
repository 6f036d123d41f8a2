//! Queries about two colliders in f64, by the stages in their order: planes, hulls, then the shapes themselves.
//! They are made for a simulation.

mod contacts;
mod crossing;
mod opening;
mod sweep;
mod sweep_record;

pub(crate) use crate::query::collider::sweep::have_hulls;

pub use crate::query::collider::crossing::Crossing;
pub(crate) use crate::query::collider::sweep::ColliderSweep;
pub use crate::query::collider::sweep::SweepLimits;
pub use crate::query::collider::sweep_record::{SweepGuess, SweepRecord, SweepTrace};
