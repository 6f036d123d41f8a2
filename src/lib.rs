//! Dodgem: bumper cars over a collision engine that you can look inside.
//!
//! The layers, each using only those before it: the packages `dodgem-collide` and `dodgem-physics`, then
//! [`arena`], [`level`], [`game`], [`monitor`], and (with the `window` feature) `app`. All may use
//! [`console`], [`storage`] and `params`.
// The window calls the graphics context through one explained unsafe block (`app::render::gl`); without the
// window no unsafe code is allowed.
#![cfg_attr(not(feature = "window"), forbid(unsafe_code))]
#![deny(unsafe_code)]

#[cfg(feature = "window")]
pub mod app;
pub mod arena;
pub mod console;
pub mod game;
pub mod level;
pub mod monitor;
mod params;
#[cfg(feature = "window")]
mod platform;
pub mod storage;
