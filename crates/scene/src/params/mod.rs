//! Every tunable of scenes: unit, purpose, and what breaks if it is changed.
//!
//! Values that a level can set have their default and range in `level/format.rs` and `arena/settings.rs`;
//! sizes and colours of the window stay where they are used. Unless stated
//! otherwise, another value changes rounds, and with them the golden hashes.

mod arena;
mod levels;
pub mod limits;
mod views;

pub use arena::*;
pub use levels::*;
pub use views::*;
