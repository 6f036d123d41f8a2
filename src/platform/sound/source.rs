//! The only sound of the game.

pub use kira::Frame;

/// A sound that a device plays; it never ends.
pub trait Source: Send + 'static {
    /// Writes the next frames, each `seconds` after the one before it.
    fn render(&mut self, out: &mut [Frame], seconds: f64);
}
