//! Every tunable of the collision library, with its unit, its purpose and the effect of changing it.
//!
//! Each part of the library has one file; users refer to a constant without its file. Sentinels, sizes fixed
//! by an algorithm's structure and mathematical facts stay where they are used.

mod broad_phase;
mod coder;
mod contacts;
mod models;
mod narrow_phase;
mod shapes;
mod toi;

pub(crate) use broad_phase::*;
pub(crate) use coder::*;
pub use contacts::*;
pub use models::*;
pub(crate) use narrow_phase::*;
pub(crate) use shapes::*;
pub(crate) use toi::*;
