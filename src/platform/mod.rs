//! Everything that differs between a desktop and a browser.
//!
//! In a browser the program runs as it is: the page answers its system calls (`page/system.js`), so that
//! files, clock, arguments and errors need no second way. This module holds the rest. Gamepads and sound are
//! devices there, the files `/dev/pads` and `/dev/sound`.

mod host;
pub mod pads;
mod params;
pub mod sound;

pub use crate::platform::host::{Host, HostEvent};

/// True in a browser: the page stays open, there is one thread, and the browser waits for the screen.
pub const IN_BROWSER: bool = cfg!(target_os = "wasi");

/// Waits for that many seconds. A browser waits by itself between two pictures.
pub fn rest(seconds: f64) {
    if !IN_BROWSER {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    }
}
