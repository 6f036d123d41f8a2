//! Levels: what is in a level file, where files come from, and what is wrong with a broken one.
//!
//! A level is a RON file (see `levels/classic.ron` and `docs/levels.md`). [`load`] reads one by name
//! or path through a [`Library`], checks everything in it, the models it names and the places of
//! its bodies included, and reports every problem with file, line and column. A [`Level`] that
//! came out of [`load`] makes a world.

mod check;
mod error;
mod format;
mod library;
mod load;
mod locate;
mod paint;
mod save;
mod solid;
mod world;

pub use error::{LevelError, Problem};
pub use format::{
    BroadPhaseSpec, CarSpec, DriverSpec, Level, ObstacleSpec, Point, Solid, Style, limits,
};
pub use library::{Library, LibraryError, ModelAsset};
pub use load::{load, parse};
pub use paint::Paint;
pub(crate) use save::replace_file;
pub use save::{SaveError, save};
pub(crate) use world::placement_error;
pub use world::{Placed, PlacedWorld, build_world};
