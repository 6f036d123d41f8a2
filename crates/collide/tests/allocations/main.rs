//! What runs over and over allocates nothing once its buffers have grown.

#[path = "../queries/ask.rs"]
mod ask;
#[path = "../queries/oracle/mod.rs"]
mod oracle;

mod broad_phases;
mod compounds;
mod contacts;
mod counting;
mod distances;
mod sweeps;
