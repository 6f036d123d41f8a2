//! The numbers of a running arena: what each step took and did, the last seconds of them, and their table.
//!
//! Nothing here changes how a round goes. The clock is lent to the arena by whoever looks at the numbers.

mod history;
mod row;
mod table;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

pub use crate::monitor::history::{Curve, History, Summary};
pub use crate::monitor::row::{COLUMNS, StepRow, csv_head};
pub use crate::monitor::table::{TableError, check_table, csv, write_table};

/// What the program has in the memory, in bytes, where the system tells (Linux).
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The time since the first call: a clock to lend to an arena.
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
