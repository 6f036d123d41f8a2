//! The gamepads.

mod kinds;
#[cfg(target_os = "wasi")]
mod page;
#[cfg(not(target_os = "wasi"))]
mod system;

pub use crate::platform::pads::kinds::{Axis, Button, PadChange, Shake};
#[cfg(target_os = "wasi")]
pub use crate::platform::pads::page::{Gamepad, Gamepads};
#[cfg(not(target_os = "wasi"))]
pub use crate::platform::pads::system::{Gamepad, Gamepads};
