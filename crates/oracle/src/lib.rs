//! Brute-force references in f64 that the engine's answers are held against, and the allocator that counts.
//!
//! The references are slow, simple and written without looking at the engine: each function tries
//! every candidate and keeps the best, so that a mistake in a clever case distinction of the
//! engine cannot be repeated here. Errors of these functions are those of f64, about `1e-15` of
//! the coordinates, far below the f32 resolution that the engine works with.
//!
//! * [`triangle`]: two triangles, a point, a segment or a ray against a triangle.
//! * [`mesh`]: meshes by all pairs, winding number, rays.
//! * [`convex`]: convex point sets: support, distance, penetration depth.
//! * [`exact`]: convex solids with integer corners, decided in i128.
//! * [`meshes`]: meshes of every kind that a query has to survive.
//! * [`field`]: heights over a grid.
//! * [`random`]: random numbers, vectors, rotations and poses.
//! * [`long_run`]: long random runs on all cores.
//! * [`counting`]: an allocator that counts its calls.

pub mod convex;
pub mod counting;
pub mod exact;
pub mod field;
pub mod long_run;
pub mod mesh;
pub mod meshes;
pub mod random;
pub mod triangle;
