//! Dodgem: bumper cars over a collision engine that you can look inside.
//!
//! The layers are packages, each using only those before it: `dodgem-collide`, `dodgem-physics`, `dodgem-scene`
//! ([`arena`], [`level`], with [`console`] and [`storage`]), `dodgem-rules` ([`game`]), and this one: [`monitor`],
//! the commands, and (with the `window` feature) `app`. Their modules are named here, so that one `use` finds all.
// The window calls the graphics context through one explained unsafe block (`app::render::gl`); without the
// window no unsafe code is allowed.
#![cfg_attr(not(feature = "window"), forbid(unsafe_code))]
#![deny(unsafe_code)]

#[cfg(feature = "window")]
pub mod app;
pub mod monitor;
#[cfg(feature = "window")]
mod platform;

pub use dodgem_rules as game;
pub use dodgem_scene::{arena, console, level, storage, texts, view_words};
