//! Scenes of Dodgem: the [`level`] that a file describes, the document that hand, file and recording edit
//! ([`level::Scene`]), and the [`arena`] that holds the bodies in a physics world.
//!
//! The layers, each using only those before it: [`arena`], [`level`]. Both may use [`console`], [`storage`] and
//! [`params`]; [`mod@texts`] and [`view_words`] have the texts that a window shows in its language. Nothing here depends on a round, a score or a window.
#![forbid(unsafe_code)]

pub mod arena;
pub mod console;
pub mod level;
pub mod params;
pub mod storage;
pub mod texts;
pub mod vehicle;
pub mod view_words;
