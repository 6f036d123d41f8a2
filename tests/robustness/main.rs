//! Broken files and interrupted writes cause no panic, no hang and no unbounded memory, and lose no
//! result or file.
//!
//! Short runs go with the other tests; long ones on demand:
//! `cargo test --release --no-default-features --test robustness -- --ignored`.

mod child;
mod disk_full;
mod kills;
mod models;
mod mutation;
mod recordings;
mod scores;
