//! The sound device. It pulls frames from one [`Source`].

#[cfg(target_os = "wasi")]
mod page;
#[cfg(not(target_os = "wasi"))]
mod system;

pub use kira::Frame;

#[cfg(target_os = "wasi")]
pub use crate::platform::sound::page::{Device, is_expected};
#[cfg(not(target_os = "wasi"))]
pub use crate::platform::sound::system::{Device, is_expected};

/// The only sound that the device plays; it never ends.
pub trait Source: Send + 'static {
    /// Writes the next frames, each `seconds` after the one before it.
    fn render(&mut self, out: &mut [Frame], seconds: f64);
}
