//! What files may hold, and what may happen while they are written: no panic, no hang, no memory
//! without end, and no result or file lost.
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
