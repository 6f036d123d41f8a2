//! Questions about compounds: a walk to the children that are near, which are asked one by one.
//!
//! Every answer is that of the children together: the nearest of the distances, the first of the hits, all of
//! the contacts. A child whose question was cut leaves the whole answer no better than what it knows.

mod near;
mod pending;
mod point;
mod questions;
mod sweep;
mod swept;
mod walk;

pub(crate) use crate::query::compound::pending::PendingPair;
pub(crate) use crate::query::compound::point::{contains_point, ray};
pub(crate) use crate::query::compound::questions::CompoundPair;
