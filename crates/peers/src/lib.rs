//! Benches of the two engine packages against parry and rapier: `cargo bench -p dodgem-peers --bench NAME`.
//!
//! The benches are in a separate package, so that the measured packages and their tests build without the
//! other engines. The library holds only [`record`], by which `scripts/measure` gets the rows of its table.
#![forbid(unsafe_code)]

use std::fs::OpenOptions;
use std::io::Write;

/// The variable that names the file to which [`record`] appends.
const ROWS_FILE: &str = "DODGEM_ROWS";

/// Appends a row to the file named by `DODGEM_ROWS`: the bench, the work, and the times of ours and of the
/// peer in microseconds, separated by tabs. Without the variable it does nothing.
///
/// # Panics
/// If the file cannot be written: a table that lacks a row would look complete.
pub fn record(bench: &str, work: &str, ours: f64, theirs: f64) {
    let Some(path) = std::env::var_os(ROWS_FILE) else {
        return;
    };
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .expect("DODGEM_ROWS names a file that can be written");
    writeln!(file, "{bench}\t{work}\t{ours}\t{theirs}").expect("the row is written");
}
