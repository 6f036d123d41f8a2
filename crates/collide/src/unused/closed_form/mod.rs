//! Times of contact of moving points and of a sphere and an upright box, after *Kolizja* (Collision), anonymous
//! lecture notes in Polish, lecture 4, 2016. The conventions are those of `query/toi/closed_form/`.

mod aabb;
mod plane;
mod polygon;
mod triangle;

pub use crate::unused::closed_form::aabb::{point_aabb, sphere_aabb};
pub use crate::unused::closed_form::plane::point_plane;
pub use crate::unused::closed_form::polygon::point_polygon;
pub use crate::unused::closed_form::triangle::point_triangle;
