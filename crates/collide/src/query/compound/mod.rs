//! Queries about compounds: a walk to the children that are near, which are queried one by one.
//!
//! Every answer combines those of the children: the smallest distance, the first hit, all contacts. If a
//! child's query was cut, its bound limits the whole answer.

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
