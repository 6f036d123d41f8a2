//! Scenery is data: the files in `assets/scenery/` describe the worlds with a small vocabulary of pieces
//! ([`piece::Piece`]), and one function draws them. `assets/scenery/stadium.ron` explains the vocabulary.

mod crowd;
mod draw;
mod file;
mod globe;
mod ground;
mod lights;
mod number;
mod paint;
mod pen;
mod piece;
mod solids;
mod towers;

pub use file::{of_pit, of_world};
pub use paint::Materials;
pub use pen::Pen;
pub use piece::Scenery;
