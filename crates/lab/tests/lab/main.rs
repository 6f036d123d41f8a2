//! The tests of the lab: every method against the truth, and each part of the methods by itself.

mod decomposition;
mod exact;
mod experiments;
mod judge;
mod liars;
mod trees;
mod volumes;
