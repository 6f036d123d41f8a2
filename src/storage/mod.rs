//! Files that the game writes: whole or not at all, and only where a file may be.
//!
//! Two kinds are told apart. What the *user* names (`--out`, `--report`, a level to save) goes
//! through [`write_output`]: it replaces regular files only, and makes no folder. What the *game*
//! keeps (scores, settings, pictures) lies in its own folders, which are made as needed; games that
//! run at the same time take turns by a [`lock`].

mod lock;
mod output;
mod own;
mod replace;

pub(crate) use crate::storage::lock::lock;
pub(crate) use crate::storage::output::{check_output, write_output};
pub(crate) use crate::storage::own::{Stored, read, read_start, set_aside, write_own};
pub(crate) use crate::storage::replace::remove_leftovers;
#[cfg(feature = "window")]
pub(crate) use crate::storage::replace::remove_leftovers_in;
