//! Dodgem: bumper cars over a collision engine that you can look inside.
//!
//! The layers, each using only those above it: [`geometry`], [`collision`], `physics`, `level`,
//! `game`, and (with the `window` feature) `app`.
#![forbid(unsafe_code)]

pub mod collision;
pub mod geometry;
