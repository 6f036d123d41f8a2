//! News from around the window: files that the player opens there, and a page that is hidden.
//!
//! On a desktop, files are dropped on the window. In a browser, the page is the file `/dev/page`: a read returns
//! a line for each event, a write tells it the name of the screen.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;

use crate::platform::kind::IN_BROWSER;

/// The path of the page.
const PAGE: &str = "/dev/page";

/// An event around the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostEvent {
    /// The page was hidden, and time passed without pictures.
    Hidden,
    /// The player opens this file.
    Opened(PathBuf),
}

/// The surroundings of the window.
pub struct Host {
    page: Option<File>,
    /// The start of a line whose end is not read yet.
    line: Vec<u8>,
    /// The name of the screen that was last sent to the page.
    screen: &'static str,
}

impl Host {
    /// Opens the surroundings.
    pub fn new() -> Self {
        let page = || File::options().read(true).write(true).open(PAGE).ok();
        Self {
            page: IN_BROWSER.then(page).flatten(),
            line: Vec::new(),
            screen: "",
        }
    }

    /// The events since the last frame.
    pub fn events(&mut self) -> Vec<HostEvent> {
        let dropped = macroquad::input::get_dropped_files().into_iter();
        let mut events: Vec<HostEvent> = dropped
            .filter_map(|file| file.path.map(HostEvent::Opened))
            .collect();
        if let Some(page) = &mut self.page {
            let mut bytes = [0; 1024];
            let count = page.read(&mut bytes).unwrap_or(0);
            events.extend(told(&mut self.line, &bytes[..count]));
        }
        events
    }

    /// Tells the page the name of the screen.
    pub fn show(&mut self, screen: &'static str) {
        if self.screen != screen {
            self.screen = screen;
            if let Some(page) = &mut self.page {
                // A page that does not listen does not matter to the game.
                let _ = page.write_all(screen.as_bytes());
            }
        }
    }
}

/// The events of complete lines; the rest stays in `line`.
fn told(line: &mut Vec<u8>, bytes: &[u8]) -> Vec<HostEvent> {
    let mut events = Vec::new();
    for byte in bytes {
        if *byte != b'\n' {
            line.push(*byte);
            continue;
        }
        let text = String::from_utf8_lossy(line);
        events.extend(match text.split_once(' ') {
            Some(("open", path)) => Some(HostEvent::Opened(PathBuf::from(path))),
            None if text == "hidden" => Some(HostEvent::Hidden),
            _ => None,
        });
        line.clear();
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_across_reads_and_unknown_ones_are_skipped() {
        let mut line = Vec::new();
        assert_eq!(
            told(&mut line, b"hidden\nsing\nopen /dropped/a "),
            [HostEvent::Hidden]
        );
        let opened = HostEvent::Opened(PathBuf::from("/dropped/a b.ron"));
        assert_eq!(told(&mut line, b"b.ron\n"), [opened]);
        assert!(line.is_empty());
    }
}
