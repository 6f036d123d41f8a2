//! Every tunable of the game: unit, purpose, and what breaks if it is changed.
//!
//! Values that a level can set have their default and range in `level/format.rs` and `arena/settings.rs`;
//! limits of the file format and sizes and colours of the window stay where they are used. Unless stated
//! otherwise, another value changes rounds, and with them the golden hashes.

mod arena;
mod levels;
mod recordings;
mod rounds;
mod views;

pub use arena::*;
pub use levels::*;
pub(crate) use recordings::*;
pub use rounds::*;
pub(crate) use views::*;
