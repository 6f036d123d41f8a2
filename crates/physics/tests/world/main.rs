//! The rigid-body world against answers worked out by hand: see each file.

mod answers;
mod books;
mod compounds;
mod flight;
mod half_space;
mod impacts;
mod joint_goals;
mod joints;
mod pile_scenes;
mod piles;
mod rest;
mod rims;
mod scene;
mod shaken;
mod shaker;
mod snapshot;
mod vehicle;
