//! Writes files completely or not at all, and only where a file may be.
//!
//! There are two kinds. Files named by the *user* (`--out`, `--report`, a level to save) go through
//! [`write_output`]: it replaces regular files only, and creates no folder. Files kept by the *game* (scores,
//! settings, pictures) lie in its own folders, which are created as needed; games that run at the same time
//! take turns with a `lock`. A player's *scenes* are neither: no file is replaced whose content was not
//! read (`replace_as_read`), and a new one takes no name in use (`write_new`).

mod guarded;
mod lock;
mod output;
mod own;
mod real;
mod replace;

pub use crate::storage::guarded::{NotWritten, replace_as_read, write_new};
pub use crate::storage::lock::lock;
pub use crate::storage::lock::{Lock, lock_if_free, lock_path};
pub use crate::storage::output::{check_output, write_output};
pub use crate::storage::own::{Stored, read};
pub use crate::storage::own::{read_start, set_aside, write_own};
pub(crate) use crate::storage::real::real_path;
pub use crate::storage::replace::remove_leftovers;
pub use crate::storage::replace::remove_leftovers_in;
