//! No fonts, in place of the crate of this name: `app::panels::style` gives egui the game's font before egui
//! reads any. The names are those that `epaint` imports.
#![forbid(unsafe_code)]

/// Empty.
pub const HACK_REGULAR: &[u8] = &[];
/// Empty.
pub const NOTO_EMOJI_REGULAR: &[u8] = &[];
/// Empty.
pub const UBUNTU_LIGHT: &[u8] = &[];
/// Empty.
pub const EMOJI_ICON: &[u8] = &[];
