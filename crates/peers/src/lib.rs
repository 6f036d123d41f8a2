//! Benches of the two engine packages against parry and rapier: `cargo bench -p dodgem-peers --bench NAME`.
//!
//! The library is empty. The benches are in a separate package, so that the measured packages and their tests
//! build without the other engines.
#![forbid(unsafe_code)]
