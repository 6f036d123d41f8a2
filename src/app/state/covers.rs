//! The help and the settings panel, which cover any screen and take its keys.

use std::cell::Cell;

use crate::app::input::{Command, Presses};
use crate::app::panels::SettingsPanel;
#[cfg(not(target_family = "wasm"))]
use crate::app::state::lab_page::LabPage;

/// A page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HelpPage {
    #[default]
    Drive,
    Cameras,
    Replay,
    Views,
    Sandbox,
    /// The experiments of the lab, which a browser has not.
    #[cfg(not(target_family = "wasm"))]
    Lab,
}

impl HelpPage {
    pub const ALL: &[HelpPage] = &[
        HelpPage::Drive,
        HelpPage::Cameras,
        HelpPage::Replay,
        HelpPage::Views,
        HelpPage::Sandbox,
        #[cfg(not(target_family = "wasm"))]
        HelpPage::Lab,
    ];

    /// The page `right` pages to the right, around the ends.
    pub fn step(self, right: i32) -> HelpPage {
        let all = HelpPage::ALL;
        let here = all.iter().position(|page| *page == self).unwrap_or(0) as i32;
        all[(here + right).rem_euclid(all.len() as i32) as usize]
    }

    /// The page of that index.
    pub fn numbered(number: usize) -> Option<HelpPage> {
        HelpPage::ALL.get(number).copied()
    }
}

/// The help and the settings panel.
#[derive(Default)]
pub struct Covers {
    /// True if the help covers the screen.
    pub help: bool,
    /// The page that the help shows.
    pub help_page: HelpPage,
    /// The first line of the page that is shown, if not all have room.
    pub help_line: usize,
    /// The last line that can be the first one shown, found when the page is drawn.
    pub help_last: Cell<usize>,
    #[cfg(not(target_family = "wasm"))]
    pub lab: LabPage,
    /// The settings panel, while it is open.
    pub settings_panel: Option<SettingsPanel>,
}

impl Covers {
    /// Opens and closes the help, at `fitting` when it opens, and turns its pages. While it is open, all other keys
    /// do nothing.
    pub fn turn_help(&mut self, presses: &mut Presses, fitting: HelpPage) {
        if presses.turns(Command::Help) {
            self.help = !self.help;
            (self.help_page, self.help_line) = (fitting, 0);
        } else if self.help {
            if presses.take(Command::Pause) {
                self.help = false;
            }
            let picked = presses.picked().and_then(HelpPage::numbered);
            let (right, down) = presses.moved();
            let page = picked.unwrap_or(self.help_page.step(right));
            self.help_line = match page == self.help_page {
                true => self
                    .help_line
                    .saturating_add_signed(down as isize)
                    .min(self.help_last.get()),
                false => 0,
            };
            self.help_page = page;
            #[cfg(not(target_family = "wasm"))]
            if page == HelpPage::Lab && self.lab.update(presses) {
                self.help_line = 0;
            }
        }
        if self.help {
            let own = [Command::FullScreen, Command::Screenshot];
            *presses = std::mem::take(presses).only(&own);
        }
    }
}
