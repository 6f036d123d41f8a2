//! The sound device. It plays frames of one [`Source`].

#[cfg(target_os = "wasi")]
mod page;
mod source;
#[cfg(not(target_os = "wasi"))]
mod system;

#[cfg(target_os = "wasi")]
pub use crate::platform::sound::page::{Device, is_expected};
pub use crate::platform::sound::source::{Frame, Source};
#[cfg(not(target_os = "wasi"))]
pub use crate::platform::sound::system::{Device, is_expected};
