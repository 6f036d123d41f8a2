//! What the program says beside its results.

use std::io::Write;

/// Writes a message to the standard error, each line after `dodgem: `. A standard error that takes
/// nothing, because it is full or closed, is no reason to end: the exit code tells the rest.
pub fn warn(message: &str) {
    let mut out = std::io::stderr().lock();
    for line in message.lines() {
        let _ = writeln!(out, "dodgem: {line}");
    }
}
