//! The kind of platform.

/// True in a browser: the page stays open, there is one thread, and the browser waits for the screen.
pub const IN_BROWSER: bool = cfg!(target_os = "wasi");

/// Waits for that many seconds. A browser waits by itself between two pictures.
pub fn rest(seconds: f64) {
    if !IN_BROWSER {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    }
}
