//! The queries against slow and obvious references in f64: see each file.

mod broad_phase;
mod closed_forms;
mod coherence;
mod collide;
mod contacts;
mod convex_pairs;
mod distance;
mod fuzz;
mod hull;
mod linear_sweep;
mod model;
mod oracle;
mod oracle_itself;
mod rays;
mod round_contacts;
mod scratch;
mod shapes;
mod sweep_adversarial;
mod sweep_memory;
mod sweep_options;
mod sweep_shapes;
mod time_of_impact;
mod triangle_distance;
