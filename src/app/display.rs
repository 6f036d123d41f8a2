//! Checks for a display before the window opens, because the window library panics without one.

use std::path::Path;

use macroquad::miniquad::conf::LinuxBackend;

use crate::app::AppError;

/// Checks that a window can be opened.
///
/// # Errors
/// [`AppError::NoDisplay`] with the missing resource.
pub fn check() -> Result<(), AppError> {
    if cfg!(all(unix, not(target_os = "macos"))) {
        let x11 = check_x11(std::env::var("DISPLAY").ok().as_deref());
        x11.or_else(|missing| wayland_answers().then_some(()).ok_or(missing))
    } else {
        Ok(())
    }
}

/// Returns the system that shows the window: X11 if it answers, because more desktops show its windows in full.
pub fn backend() -> LinuxBackend {
    match check_x11(std::env::var("DISPLAY").ok().as_deref()) {
        Err(_) if wayland_answers() => LinuxBackend::WaylandOnly,
        _ => LinuxBackend::X11Only,
    }
}

/// True if a Wayland compositor accepts a connection.
fn wayland_answers() -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let (folder, name) = (variable("XDG_RUNTIME_DIR"), variable("WAYLAND_DISPLAY"));
    // A path from the root replaces the folder.
    !name.is_empty() && compositor_answers(&Path::new(&folder).join(name))
}

#[cfg(unix)]
fn compositor_answers(socket: &Path) -> bool {
    std::os::unix::net::UnixStream::connect(socket).is_ok()
}

#[cfg(not(unix))]
fn compositor_answers(_socket: &Path) -> bool {
    false
}

/// Checks an X11 display by its name from `DISPLAY`.
fn check_x11(display: Option<&str>) -> Result<(), AppError> {
    let name = display.unwrap_or("").trim();
    if name.is_empty() {
        return Err(no_display(
            "neither DISPLAY (X11) nor WAYLAND_DISPLAY names one that answers".to_owned(),
        ));
    }
    let Some(address) = Address::parse(name) else {
        return Err(no_display(format!(
            "DISPLAY is `{name}`, which names no display"
        )));
    };
    if address.answers() {
        Ok(())
    } else {
        Err(no_display(format!(
            "DISPLAY is `{name}`, and no X server answers there"
        )))
    }
}

fn no_display(reason: String) -> AppError {
    AppError::NoDisplay { reason }
}

/// The parts of a display name `[HOST]:NUMBER[.SCREEN]`.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    host: String,
    number: u16,
}

impl Address {
    fn parse(name: &str) -> Option<Self> {
        let (host, rest) = name.rsplit_once(':')?;
        let number = rest.split('.').next()?.parse().ok()?;
        Some(Self {
            host: host.to_owned(),
            number,
        })
    }

    /// True if a server accepts a connection at this address.
    #[cfg(unix)]
    fn answers(&self) -> bool {
        use std::os::unix::net::UnixStream;
        let local = self.host.is_empty() || self.host == "unix" || self.host.starts_with('/');
        if local {
            let path = format!("/tmp/.X11-unix/X{}", self.number);
            // Linux X servers also listen under an abstract name, which survives a cleaned /tmp.
            return UnixStream::connect(&path).is_ok() || abstract_answers(&path);
        }
        let port = 6000u16.saturating_add(self.number);
        std::net::TcpStream::connect((self.host.as_str(), port)).is_ok()
    }

    #[cfg(not(unix))]
    fn answers(&self) -> bool {
        true
    }
}

#[cfg(target_os = "linux")]
fn abstract_answers(path: &str) -> bool {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    SocketAddr::from_abstract_name(path)
        .and_then(|address| UnixStream::connect_addr(&address))
        .is_ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn abstract_answers(_path: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_names_are_read_in_all_their_forms() {
        let local = |number| {
            Some(Address {
                host: String::new(),
                number,
            })
        };
        assert_eq!(Address::parse(":0"), local(0));
        assert_eq!(Address::parse(":101.0"), local(101));
        assert_eq!(
            Address::parse("box:10.0"),
            Some(Address {
                host: "box".to_owned(),
                number: 10
            })
        );
        assert_eq!(Address::parse("nonsense"), None);
        assert_eq!(Address::parse(":x"), None);
    }

    #[test]
    fn without_a_display_the_message_names_the_command_that_needs_none() {
        for display in [None, Some(""), Some("nonsense"), Some(":64999")] {
            let message = check_x11(display).unwrap_err().to_string();
            assert!(message.contains("no display"), "{message}");
            assert!(message.contains("dodgem sim"), "{message}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_compositor_answers_while_it_listens() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("wayland-7");
        let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(compositor_answers(&socket));
        drop(listener);
        assert!(!compositor_answers(&socket));
    }
}
