//! Benches of the two engine packages against parry and rapier: `cargo bench -p dodgem-peers --bench NAME`.
//!
//! The library is empty. The benches stand apart from the packages that they measure so that those packages, and
//! their tests, build without the other engines.
#![forbid(unsafe_code)]
