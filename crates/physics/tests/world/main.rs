//! The rigid-body world against answers worked out by hand: see each file.

mod answers;
mod belts;
mod books;
mod compounds;
mod flight;
mod half_space;
mod impacts;
mod joint_drives;
mod joint_goals;
mod joint_life;
mod joint_meets;
mod joint_scenes;
mod joints;
mod locks;
mod meetings;
mod questions;
mod questions_all;
mod removal;
mod rest;
mod rims;
mod scene;
mod shaken;
mod shaker;
mod snapshot;
mod vehicle;
