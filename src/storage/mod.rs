//! Files that the game writes: whole or not at all, and only where a file may be.
//!
//! Two kinds are told apart. What the *user* names (`--out`, `--report`, a level to save) goes
//! through [`write_output`]: it replaces regular files only, and makes no folder. What the *game*
//! keeps (scores, settings, pictures) lies in its own folders, which are made as needed; games that
//! run at the same time take turns by a [`lock`]. The *scenes* of a player are neither: of them nothing is replaced
//! that was not read (`replace_as_read`), and a new one takes no name that is in use (`write_new`).

#[cfg(feature = "window")]
mod guarded;
mod lock;
mod output;
mod own;
mod replace;

#[cfg(feature = "window")]
pub(crate) use crate::storage::guarded::{NotWritten, replace_as_read, write_new};
pub(crate) use crate::storage::lock::lock;
#[cfg(feature = "window")]
pub(crate) use crate::storage::lock::{Lock, lock_if_free, lock_path};
pub(crate) use crate::storage::output::{check_output, write_output};
pub(crate) use crate::storage::own::{Stored, read, read_start, set_aside, write_own};
pub(crate) use crate::storage::replace::remove_leftovers;
#[cfg(feature = "window")]
pub(crate) use crate::storage::replace::remove_leftovers_in;
