//! The help pages, drawn over any screen: the keys, and the use of the hand.

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::screens::Canvas;
use crate::app::spots::Spot;
use crate::app::state::HelpPage;
use crate::app::ui::{Align, ink};
use crate::app::words::HelpWords;

/// The size of the panel, and the position of its first row, in units.
const SIZE: Vec2 = Vec2::new(1060.0, 664.0);
const TOP: f32 = 104.0;
/// The largest height of a row, and the heights of a line of the words and of the foot, in units.
const ROW: f32 = 27.0;
const WORDS: f32 = 22.0;
const FOOT: f32 = 46.0;
/// The gap between rows of several lines, in rows.
const GAP: f32 = 0.3;

/// The height of a row, for that many rows above that many lines of words.
fn spacing(rows: f32, words: usize) -> f32 {
    let room = SIZE.y - TOP - FOOT - WORDS * words as f32 - 8.0;
    (room / rows.max(1.0)).min(ROW)
}

impl HelpPage {
    fn name(self, words: &HelpWords) -> &'static str {
        match self {
            HelpPage::Drive => words.drive,
            HelpPage::Cameras => words.cameras,
            HelpPage::Replay => words.replay,
            HelpPage::Views => words.views,
            HelpPage::Sandbox => words.sandbox,
            #[cfg(not(target_family = "wasm"))]
            HelpPage::Lab => words.lab,
        }
    }

    /// The commands whose keys the page shows; for the sandbox they appear in its text.
    fn commands(self) -> &'static [Command] {
        match self {
            HelpPage::Drive => &[
                Command::Forward,
                Command::Backward,
                Command::Left,
                Command::Right,
                Command::Brake,
                Command::Boost,
                Command::Restart,
                Command::Pause,
                Command::Confirm,
                Command::Quit,
                Command::SecondPlayer,
                Command::Mode,
                Command::Teams,
                Command::Recordings,
                Command::Settings,
                Command::Cups,
                Command::FullScreen,
                Command::Help,
            ],
            HelpPage::Cameras => &[
                Command::Camera,
                Command::LookBack,
                Command::Split,
                Command::NextCamera,
                Command::SingleStep,
                Command::StepBack,
                Command::Slower,
                Command::Faster,
                Command::Screenshot,
                Command::Reload,
            ],
            HelpPage::Replay => &[
                Command::KeepRound,
                Command::Ghost,
                Command::TakeWheel,
                Command::Why,
                Command::Graphs,
                Command::Film,
                Command::Delete,
            ],
            HelpPage::Views => &[
                Command::Wireframe,
                Command::Grid,
                Command::Tree,
                Command::Pieces,
                Command::Contacts,
                Command::Sweeps,
                Command::Velocities,
                Command::Budget,
                Command::ShallowerTree,
                Command::DeeperTree,
                Command::ViewsOff,
                Command::ViewsPart,
                Command::Palette,
                Command::Point,
                Command::LastCrash,
                Command::NearestPair,
                Command::Probe,
                Command::Magnify,
                Command::Numbers,
                Command::SaveNumbers,
            ],
            HelpPage::Sandbox => &[
                Command::Hand,
                Command::Throw,
                Command::Freeze,
                Command::Duplicate,
                Command::Undo,
                Command::Redo,
                Command::Cut,
                Command::SelectAll,
                Command::CopyText,
                Command::PasteText,
                Command::Panels,
                Command::Save,
            ],
            #[cfg(not(target_family = "wasm"))]
            HelpPage::Lab => &[],
        }
    }

    /// Further sentences at the bottom of the page.
    fn words(self, words: &HelpWords) -> Vec<&'static str> {
        match self {
            HelpPage::Drive => vec![words.drive_pad, words.drive_mouse],
            HelpPage::Cameras => vec![words.cameras_free, words.cameras_pause],
            HelpPage::Replay => vec![words.replay_all, words.replay_keys, words.replay_ghost],
            HelpPage::Views => vec![words.views_one, words.views_focus],
            HelpPage::Sandbox => vec![words.sandbox_tour],
            #[cfg(not(target_family = "wasm"))]
            HelpPage::Lab => vec![words.lab_command],
        }
    }
}

/// Draws the help.
pub fn draw(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let at = (ui.size - SIZE) * 0.5;
    let (page, table) = (
        canvas.state.covers.help_page,
        &canvas.state.settings.words().help,
    );
    // Buttons under the help must not react.
    ui.spots.begin();
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.55));
    ui.panel(at, SIZE, ink::fade(ink::NIGHT, 0.97));
    let mut x = at.x + 34.0;
    for (number, one) in HelpPage::ALL.iter().copied().enumerate() {
        let place = Vec2::new(x, at.y + 54.0);
        let wide = ui.width(one.name(table), 27.0);
        let area = Area::of(place - Vec2::Y * 30.0, Vec2::new(wide, 40.0));
        let under = ui.spot(area, Spot::Line(number));
        let color = match (one == page, under) {
            (true, _) => ink::GOLD,
            (false, true) => ink::CREAM,
            (false, false) => ink::GREY,
        };
        ui.text(one.name(table), place, 27.0, color, Align::Left);
        if one == page {
            ui.fill(place + Vec2::Y * 8.0, Vec2::new(wide, 3.0), color);
        }
        x += wide + 34.0;
    }
    let words: Vec<String> = (page.words(table).iter())
        .flat_map(|text| ui.wrap(text, 17.0, SIZE.x - 68.0))
        .collect();
    let (column, rows) = match page {
        HelpPage::Sandbox => (130.0, hand_rows(canvas)),
        #[cfg(not(target_family = "wasm"))]
        HelpPage::Lab => (LAB_COLUMN, lab_rows()),
        _ => (250.0, key_rows(canvas, page)),
    };
    let letters = letters_of(page);
    let rows: Vec<(String, Vec<String>)> = (rows.into_iter())
        .map(|(name, text)| (name, ui.wrap(&text, letters, SIZE.x - column - 60.0)))
        .collect();
    let lines: usize = rows.iter().map(|(_, lines)| lines.len()).sum();
    // Rows of several lines get a small gap.
    let gaps = if lines > rows.len() { rows.len() } else { 0 };
    let apart = spacing(lines as f32 + GAP * gaps as f32, words.len());
    let mut y = at.y + TOP;
    for (name, lines) in rows {
        let head = Vec2::new(at.x + column, y);
        ui.text(&name, head, letters, ink::MINT, Align::Right);
        for line in lines {
            let place = Vec2::new(at.x + column + 22.0, y);
            ui.text(&line, place, letters, ink::CREAM, Align::Left);
            y += apart;
        }
        y += if gaps > 0 { apart * GAP } else { 0.0 };
    }
    let below = at.y + SIZE.y - FOOT - WORDS * words.len() as f32;
    for (line, text) in words.iter().enumerate() {
        let place = Vec2::new(at.x + 34.0, below + WORDS * line as f32);
        ui.text(text, place, 17.0, ink::GREY, Align::Left);
    }
    let parts = [
        ("◀".to_owned(), Some(Spot::Move(-1, 0))),
        (table.pages.to_owned(), Some(Spot::Move(1, 0))),
        (table.close.to_owned(), Some(Spot::Command(Command::Pause))),
    ];
    let foot = Vec2::new(at.x + 34.0, at.y + SIZE.y - 22.0);
    ui.buttons(&parts, foot, 18.0, ink::CREAM);
}

/// The size of the rows' letters: the experiments have more words than other rows.
fn letters_of(page: HelpPage) -> f32 {
    match page {
        #[cfg(not(target_family = "wasm"))]
        HelpPage::Lab => 13.5,
        _ => 19.0,
    }
}

/// The width of the column of the experiments' names, in units.
#[cfg(not(target_family = "wasm"))]
const LAB_COLUMN: f32 = 150.0;

/// The experiments of the lab, each with its page.
#[cfg(not(target_family = "wasm"))]
fn lab_rows() -> Vec<(String, String)> {
    let experiments = dodgem_lab::experiment::EXPERIMENTS.iter();
    experiments
        .map(|one| (one.id.to_owned(), one.page.to_owned()))
        .collect()
}

/// A page's keys and their meanings.
fn key_rows(canvas: &Canvas<'_>, page: HelpPage) -> Vec<(String, String)> {
    let keys = &canvas.state.settings.keys;
    let meaning = canvas.state.settings.words().meaning;
    let row = |command: &Command| (keys.shown(*command), meaning(*command).to_owned());
    page.commands().iter().map(row).collect()
}

/// The uses of the hand, with their keys.
fn hand_rows(canvas: &Canvas<'_>) -> Vec<(String, String)> {
    let keys = |command| canvas.state.settings.keys.shown(command);
    let lines = [
        (
            "drag",
            "The hand pulls by a spring and shows its force. Let go of a moving thing, and it flies on. Wheel: nearer and farther; right button: turn it.".to_owned(),
        ),
        (
            "pause",
            format!("{}: time stands still, and the hand places things, without force and never into each other. Ctrl: in steps.", keys(Command::Pause)),
        ),
        (
            "camera",
            "WASD, E and Q fly; with an empty hand the right button turns, the wheel moves ahead.".to_owned(),
        ),
        (
            "add",
            format!("{}: the panels. Click something, then the scene: bricks, walls, zones, joints, cars. {} takes the wheel of your car and, after its cameras, flies again.", keys(Command::Panels), keys(Command::Camera)),
        ),
        (
            "change",
            format!("Double click: the panel of a thing. {} copies it, {} fixes or frees it, {} removes it, {} cuts its joints.", keys(Command::Duplicate), keys(Command::Freeze), keys(Command::Delete), keys(Command::Cut)),
        ),
        (
            "several",
            "Drag over the empty floor, or press things with Shift: they are changed together. A band with Shift adds, with Ctrl removes.".to_owned(),
        ),
        (
            "throw",
            format!("Hold {} and let go: a ball flies to the pointer. {} takes the hand in a round, which then cannot set a best.", keys(Command::Throw), keys(Command::Hand)),
        ),
        (
            "undo",
            format!("{} undoes the last act of the hand, or the drive since then, with all its consequences; {} redoes it.", keys(Command::Undo), keys(Command::Redo)),
        ),
        (
            "keep",
            format!("{} saves the scene as a level of your own; {} keeps the recording for the list on the title.", keys(Command::Save), keys(Command::KeepRound)),
        ),
        (
            "gamepad",
            "Right stick: the pointer; right shoulder: hold, release to throw; left shoulder: throw a ball; stick pressed: turn; cross: nearer and farther.".to_owned(),
        ),
    ];
    let lines = lines.into_iter();
    lines.map(|(name, text)| (name.to_owned(), text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::COMMANDS;
    use crate::app::words::Language;

    #[test]
    fn every_key_is_on_one_page() {
        for (command, name, _) in COMMANDS {
            let pages = HelpPage::ALL.iter();
            let on = pages.filter(|page| page.commands().contains(&command));
            assert_eq!(on.count(), 1, "{name}");
        }
    }

    #[test]
    fn pages_go_around() {
        assert_eq!(HelpPage::Drive.step(-1), HelpPage::Lab);
        assert_eq!(HelpPage::Lab.step(1), HelpPage::Drive);
        assert_eq!(HelpPage::Drive.step(3), HelpPage::Views);
        assert_eq!(HelpPage::numbered(4), Some(HelpPage::Sandbox));
        assert_eq!(HelpPage::numbered(6), None);
    }

    #[test]
    fn rows_are_readable_over_the_words_of_their_page() {
        let table = &Language::English.words().help;
        for &page in HelpPage::ALL {
            // The sandbox has eighteen lines and nine gaps; each of the words has two lines at most. An experiment has
            // three lines at most.
            let rows = match page {
                HelpPage::Sandbox => 18.0 + 9.0 * GAP,
                HelpPage::Lab => (2.0 + GAP) * lab_rows().len() as f32,
                _ => page.commands().len() as f32,
            };
            let apart = spacing(rows, 2 * page.words(table).len());
            let least = letters_of(page) + 1.0;
            assert!((least..=ROW).contains(&apart), "{page:?}: {apart}");
            let used = TOP + rows * apart + WORDS * page.words(table).len() as f32;
            assert!(used < SIZE.y - FOOT, "{page:?}");
        }
    }
}
