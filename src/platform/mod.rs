//! Everything that differs between a desktop and a browser.
//!
//! In a browser the same program runs, compiled for the WebAssembly System Interface (`wasm32-wasip1`). The page
//! in `src/platform/page` is its system:
//!
//! | file | task |
//! |---|---|
//! | `system.js` | answers system calls: arguments, clock, random numbers, output, files in memory |
//! | `store.js` | keeps `/data` and `/settings` in the browser's store; export and import as one file |
//! | `devices.js` | gamepads and sound, the files `/dev/pads` and `/dev/sound` |
//! | `link.js` | hands the part of the address after `?` or `#` to `dodgem play --link`, and copies links |
//! | `page.js` | loads and starts the program; full screen, focus, dropped files (`/dev/page`), errors as text |
//! | `gl.js` | graphics, keys, mouse and touch; copied from the linked miniquad, so that versions match |
//!
//! Files, clock, arguments and errors therefore need no second way in the program, and `dodgem sim` runs in Node
//! as it is: `tests/web` compares its hashes with the native ones. `./web` builds and serves the folder.
//!
//! A browser has one thread: a task of `app::task` runs when its result is asked for. It keeps its own
//! pace, cannot be quit, and makes no sound before the first key or click. F11 and F12 are its own keys.

mod host;
mod kind;
pub mod pads;
mod params;
mod passing;
pub mod sound;

pub use crate::platform::host::{Host, HostEvent};
pub use crate::platform::kind::{IN_BROWSER, rest};
pub use crate::platform::passing::{is_dropped, passing_folder};
