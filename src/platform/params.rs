//! The tunables of the devices.

/// The most force-feedback effects that are kept. A dropped effect ends at once, so fewer would cut shakes off.
#[cfg(not(target_os = "wasi"))]
pub const MOST_SHAKES: usize = 8;

/// The most frames of sound that a page gets at once: it does not ask for the time in which it was hidden.
/// Fewer than a slow picture lasts leave gaps in the sound.
#[cfg(target_os = "wasi")]
pub const MOST_FRAMES: usize = 16_384;

/// The pressure above which a button of a page's gamepad counts as pressed, 0 to 1.
#[cfg(target_os = "wasi")]
pub const PRESSED: f32 = 0.5;
