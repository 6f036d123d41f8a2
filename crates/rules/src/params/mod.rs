//! Every tunable of rounds: unit, purpose, and what breaks if it is changed.
//!
//! Values that a level can set have their default and range in `dodgem_scene`'s `level/format.rs`. Unless stated
//! otherwise, another value changes rounds, and with them the golden hashes.

mod recordings;
mod rounds;
mod views;

pub use recordings::*;
pub use rounds::*;
pub use views::*;
