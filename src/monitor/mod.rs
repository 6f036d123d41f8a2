//! Measurements of a running arena: time and work of each step, their recent history, and tables; the paths of
//! all bodies, as a table or as a 3D scene.
//!
//! Nothing here affects a round. The arena reads a clock only if a caller lends it one.

mod cost;
#[cfg(not(target_os = "wasi"))]
mod gltf;
mod happenings;
mod hashes;
mod history;
mod params;
mod plots;
mod row;
mod table;
mod ticks;
mod tracks;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

pub use crate::monitor::cost::{CostBeside, CostLine, CostOf};
#[cfg(not(target_os = "wasi"))]
pub use crate::monitor::gltf::{GlbError, glb};
pub use crate::monitor::happenings::Happenings;
pub use crate::monitor::hashes::Hashes;
pub use crate::monitor::history::{Curve, History, Summary};
pub use crate::monitor::plots::Plots;
pub use crate::monitor::row::{COLUMNS, StepRow, csv_head};
pub use crate::monitor::table::{TableError, check_table, csv, write_table};
pub use crate::monitor::ticks::{tick_text, ticks};
pub use crate::monitor::tracks::{Place, TooLong, Track, Tracks};

/// Returns the resident memory of the program in bytes, where the system reports it (Linux).
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Returns the time since the first call: a clock to lend to an arena.
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
