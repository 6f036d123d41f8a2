//! Every tunable of the game: unit, purpose, and what breaks if it is changed.
//!
//! What a level can set has its default and its range in `level/format.rs` and `arena/settings.rs`;
//! limits of the file format and sizes and colours of the window stay where they are used. Where
//! nothing else is said, another value changes how rounds go, and with it the golden hashes.

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
