//! The list of kept recordings, which can be watched, kept under a name, or deleted.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::hud::ordinal;
use crate::app::screens::naming::{Named, Naming};
use crate::app::screens::people::people_in_words;
use crate::app::screens::screen::Screen;
use crate::app::screens::scroll::{draw_scroll_bar, first_shown};
use crate::app::shelf::{About, Content, Item, Kind, Shelf, ago};
use crate::app::sound::Cue;
use crate::app::spots::Spot;
use crate::app::state::{AppState, Goal, Next, Notices, Order, Question, ScreenContext};
use crate::app::tapes;
use crate::app::ui::{Align, ink};
use crate::game::RoundPhase;
use crate::game::tape::{Outcome, Tape};
use crate::level::Mode;

/// Number of recordings shown at once; the list scrolls.
const LINES: usize = 10;
/// The height of a line, and the first baseline, in units.
const STEP: f32 = 44.0;
const TOP: f32 = 162.0;
/// The width of the list, and the left ends of its columns: recording, mode, result, length, age; in units.
const WIDE: f32 = 1094.0;
const COLUMNS: [f32; 5] = [62.0, 470.0, 622.0, 850.0, 920.0];
/// The largest width of a name in the first column; the small letters behind it use the rest.
const NAME: f32 = 260.0;
/// The shift of a recording below the one that it continues, in units, and the most shifts.
const INWARD: f32 = 18.0;
const DEEPEST: usize = 5;
/// The height at the lower edge for the keys, in units.
const FOOT: f32 = 48.0;
/// Time per frame for reading recordings.
const READ: Duration = Duration::from_millis(8);

/// The screen with the list of recordings.
#[derive(Debug)]
pub struct Recordings {
    shelf: Shelf,
    selected: usize,
    /// The input of a name for the selected recording.
    naming: Option<Naming>,
    /// True once all are read and stand below the ones that they continue.
    arranged: bool,
}

impl Recordings {
    /// Creates the list with the newest recording selected.
    pub fn new() -> Self {
        Recordings {
            shelf: Shelf::open(),
            selected: 0,
            naming: None,
            arranged: false,
        }
    }

    /// Creates the list with an index selected, or the last one if there are fewer.
    pub fn at_index(index: usize) -> Self {
        let mut list = Recordings::new();
        let last = list.shelf.items().len().saturating_sub(1);
        list.selected = index.min(last);
        list
    }

    /// Creates the list after a recording was watched: it is selected, and a level runs behind the list again.
    pub fn after_replay(context: &mut ScreenContext<'_>, seen: &Path) -> Self {
        context.rounds.as_meant();
        // The title continues with the level from which the list was opened.
        match context.rounds.listed_from.clone() {
            Some(source) => context.order(Order::ShowLevel(source)),
            None => context.order(Order::ShowKnownLevel),
        }
        Recordings::new().at(seen)
    }

    /// Selects that file, if it is in the list.
    fn at(mut self, path: &Path) -> Self {
        let mut items = self.shelf.items().iter();
        self.selected = items.position(|item| item.path == path).unwrap_or(0);
        self
    }

    fn chosen(&self) -> Option<&Item> {
        self.shelf.items().get(self.selected)
    }

    /// Reads the visible entries, a few in each frame.
    fn read(&mut self) {
        let first = first_shown(self.selected, LINES, self.shelf.items().len());
        let last = (first + LINES).min(self.shelf.items().len());
        let begin = Instant::now();
        while begin.elapsed() < READ && self.shelf.read_one(first..last) {}
        let all = 0..self.shelf.items().len();
        while begin.elapsed() < READ && !self.arranged {
            if !self.shelf.read_one(all.clone()) {
                let chosen = self.chosen().map(|item| item.path.clone());
                self.shelf.arrange();
                self.arranged = true;
                let mut items = self.shelf.items().iter();
                let now = items.position(|item| Some(&item.path) == chosen.as_ref());
                self.selected = now.unwrap_or(self.selected);
            }
        }
    }

    /// Shows the selected recording as soon as it is read.
    fn watch(&self) -> Next {
        let Some(item) = self.chosen() else {
            return Next::Stay;
        };
        let (path, goal) = (item.path.clone(), Goal::ReplayOfList(item.path.clone()));
        let read = Box::new(move || Ok((Tape::read(&path)?, None)));
        Next::Do(Order::ShowRecording(item.name.clone(), read, goal))
    }

    /// Keeps the selected recording under a name. A named one is renamed, any other is copied, because the game
    /// replaces its rounds and bests by itself.
    fn keep(&mut self, notices: &mut Notices, name: &str) {
        let Some(item) = self.chosen() else { return };
        let (from, moves) = (item.path.clone(), item.kind == Kind::Named);
        if moves && item.name == name {
            return;
        }
        let kept = Tape::read(&from).and_then(|tape| tapes::save_as(&tape, name));
        match kept {
            Ok(path) => {
                // If the old file cannot be removed, both are in the list.
                if moves {
                    let _ = self.shelf.delete(self.selected);
                }
                *self = Recordings::new().at(&path);
                notices.say(format!("kept as {}", name_of(&path)));
            }
            Err(error) => notices.say(error.to_string()),
        }
    }

    /// Asks before deleting the selected recording.
    fn ask_to_delete(&self) -> Next {
        let Some(item) = self.chosen() else {
            return Next::Stay;
        };
        let (path, name) = (item.path.clone(), item.title().to_owned());
        let text = format!("Delete {name}?");
        let (small, _) = tag(item);
        let delete = Next::Do(Order::DeleteRecording(path, name));
        let question = Question::new(text, small, "Keep it");
        question.answer("Delete the file for good", delete).into()
    }
}

/// A file's name without extension.
fn name_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl Screen for Recordings {
    fn name(&self) -> &'static str {
        "recordings"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        self.read();
        context.session.exact = !context.display.views.is_empty();
        context.run(seconds);
        if context.session.round.phase() == RoundPhase::Over && !context.is_loading {
            context.order(Order::ShowKnownLevel);
        }
        if let Some(naming) = &mut self.naming {
            match naming.update(presses) {
                Named::Typing => return Next::Stay,
                Named::Done(name) => self.keep(context.notices, &name),
                Named::Left => {}
            }
            self.naming = None;
            return Next::Stay;
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        if presses.has(Command::Pause) || presses.has(Command::Recordings) {
            return Next::Go(Goal::Title);
        }
        let (right, down) = presses.moved();
        let count = self.shelf.items().len();
        if count == 0 {
            return Next::Stay;
        }
        let picked = presses.picked().filter(|line| *line < count);
        let watches = picked == Some(self.selected);
        if let Some(line) = picked.filter(|_| !watches) {
            self.selected = line;
            context.media.sound.cue(Cue::Tick);
        }
        let page = right * LINES as i32;
        if down != 0 {
            self.selected = (self.selected as i32 + down).rem_euclid(count as i32) as usize;
            context.media.sound.cue(Cue::Tick);
        } else if page != 0 {
            let target = (self.selected as i32 + page).clamp(0, count as i32 - 1);
            self.selected = target as usize;
            context.media.sound.cue(Cue::Tick);
        }
        // The gamepad's button for a restart deletes here, because a restart is meaningless.
        if presses.has(Command::Delete) || presses.has(Command::Restart) {
            return self.ask_to_delete();
        }
        let is_sound = self
            .chosen()
            .is_some_and(|item| matches!(item.content, Content::Known(_)));
        if presses.has(Command::KeepRound) && is_sound {
            let name = self.chosen().map(|item| item.title().to_owned());
            self.naming = Some(Naming::new(&name.unwrap_or_default()));
            return Next::Stay;
        }
        if watches || presses.has(Command::Confirm) {
            return self.watch();
        }
        Next::Stay
    }

    fn takes_text(&self) -> bool {
        self.naming.is_some()
    }

    fn edges(&self, _: &AppState) -> Edges {
        Edges {
            foot: FOOT,
            ..Edges::default()
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        ui.fill(
            Vec2::ZERO,
            Vec2::new(WIDE, ui.size.y),
            ink::fade(ink::NIGHT, 0.86),
        );
        ui.fill(Vec2::new(WIDE, 0.0), Vec2::new(5.0, ui.size.y), ink::GOLD);
        ui.bold(
            "Recordings",
            Vec2::new(36.0, 68.0),
            46.0,
            ink::GOLD,
            Align::Left,
        );
        let text = "The last ten rounds are kept automatically; your bests and named ones, until you delete them.";
        ui.text(text, Vec2::new(36.0, 98.0), 17.0, ink::CREAM, Align::Left);
        let heads = ["recording", "counted", "result", "length", "when"];
        for (head, x) in heads.into_iter().zip(COLUMNS) {
            let at = Vec2::new(x, TOP - 36.0);
            ui.text(head, at, 16.0, ink::GREY, Align::Left);
        }
        let count = self.shelf.items().len();
        let first = first_shown(self.selected, LINES, count);
        for (line, item) in self
            .shelf
            .items()
            .iter()
            .enumerate()
            .skip(first)
            .take(LINES)
        {
            let y = TOP + STEP * (line - first) as f32;
            let corner = Vec2::new(24.0, y - 29.0);
            let area = Area::of(corner, Vec2::new(WIDE - 44.0, 40.0));
            ui.spot(area, Spot::Line(line));
            draw_item(canvas, item, y, line == self.selected);
        }
        let at = Vec2::new(WIDE - 16.0, TOP - 30.0);
        draw_scroll_bar(ui, at, STEP, first, LINES, count);
        let y = TOP + STEP * LINES.min(count) as f32 + 8.0;
        match self.chosen() {
            Some(item) => self.draw_about(canvas, item, y),
            None => {
                let text = "There are none yet. Play a round: it is recorded automatically.";
                ui.text(text, Vec2::new(36.0, TOP), 22.0, ink::CREAM, Align::Left);
            }
        }
        let keys = &canvas.state.settings.keys;
        let keep = format!("{} keep under a name", keys.shown(Command::KeepRound));
        let delete = format!("{} delete", keys.shown(Command::Delete));
        let hint = [
            (
                "Enter watch".to_owned(),
                Some(Spot::Command(Command::Confirm)),
            ),
            ("↑ ↓ choose".to_owned(), None),
            ("◀".to_owned(), Some(Spot::Move(-1, 0))),
            ("▶ page".to_owned(), Some(Spot::Move(1, 0))),
            (keep, Some(Spot::Command(Command::KeepRound))),
            (delete, Some(Spot::Command(Command::Delete))),
            ("Esc back".to_owned(), Some(Spot::Command(Command::Pause))),
        ];
        ui.buttons(&hint, Vec2::new(36.0, ui.size.y - 24.0), 18.0, ink::CREAM);
        if let Some(naming) = &self.naming {
            naming.draw(ui);
        }
    }
}

impl Recordings {
    /// Draws details of the selected recording.
    fn draw_about(&self, canvas: &Canvas<'_>, item: &Item, y: f32) {
        let ui = canvas.ui;
        let (told, color) = match &item.content {
            Content::Unread => ("reading …".to_owned(), ink::GREY),
            Content::Refused(reason) => (format!("cannot be shown: {reason}"), ink::CORAL),
            Content::Known(about) => {
                let day = item.day().map(|day| format!("{day}  ·  "));
                let words = in_words(about);
                (format!("{}{words}", day.unwrap_or_default()), ink::MINT)
            }
        };
        for (line, text) in ui.wrap(&told, 18.0, WIDE - 80.0).iter().take(2).enumerate() {
            let at = Vec2::new(36.0, y + 22.0 * line as f32);
            ui.text(text, at, 18.0, color, Align::Left);
        }
        if self.shelf.more() > 0 {
            let text = format!("and {} older ones that are not listed", self.shelf.more());
            let at = Vec2::new(36.0, y + 46.0);
            ui.text(&text, at, 16.0, ink::GREY, Align::Left);
        }
    }
}

/// The drivers of the recording and its peculiarities, in words.
fn in_words(about: &About) -> String {
    let people = people_in_words(about.people);
    let mut words = format!("driven by {people}  ·  {} drivers", about.difficulty);
    if about.taken_over {
        let at = about.continues_at().unwrap_or_default();
        words.push_str(&format!(
            "  ·  taken over at {at:.1} s: it could not set a best"
        ));
    }
    if let Some(program) = &about.other_program {
        words.push_str(&format!(
            "  ·  made by version {program}: it may differ here, and says where"
        ));
    }
    words
}

/// The small text behind the name: the level of a named recording, else the name of the file.
fn tag(item: &Item) -> (String, Color) {
    match (item.kind, &item.content) {
        // The file name of a best contains a hash, which means nothing to the player.
        (Kind::Best, _) => ("your best".to_owned(), ink::GOLD),
        (Kind::Named, Content::Known(about)) => (about.level.clone(), ink::GOLD),
        (Kind::Round, Content::Known(_)) => (item.name.clone(), ink::GREY),
        _ => (String::new(), ink::GREY),
    }
}

fn draw_item(canvas: &Canvas<'_>, item: &Item, y: f32, chosen: bool) {
    let ui = canvas.ui;
    let at = Vec2::new(36.0, y);
    if chosen {
        let size = Vec2::new(WIDE - 44.0, 40.0);
        ui.fill(at + Vec2::new(-12.0, -29.0), size, ink::CORAL);
        ui.text("▶", at, 18.0, ink::CREAM, Align::Left);
    }
    let [name, mode, result, length, when] = COLUMNS.map(|x| Vec2::new(x, y));
    let plain = |color| if chosen { ink::CREAM } else { color };
    // One that continues another stands to the right below it.
    let inward = INWARD * item.depth.min(DEEPEST) as f32;
    let name = name + Vec2::X * inward;
    if item.depth > 0 {
        let corner = name + Vec2::new(-12.0, -24.0);
        ui.line(corner, corner + Vec2::Y * 17.0, 2.0, plain(ink::GREY));
        let foot = corner + Vec2::Y * 17.0;
        ui.line(foot, foot + Vec2::X * 9.0, 2.0, plain(ink::GREY));
    }
    let title = ui.fitting(item.title(), 22.0, NAME - inward);
    let wide = ui.text(&title, name, 22.0, ink::CREAM, Align::Left);
    let (tag, color) = tag(item);
    let at = name + Vec2::X * (wide + 10.0);
    let room = mode.x - at.x - 14.0;
    let tag = ui.fitting(&tag, 15.0, room);
    ui.text(&tag, at, 15.0, plain(color), Align::Left);
    let written = ago(item.written, SystemTime::now());
    ui.text(&written, when, 18.0, plain(ink::GREY), Align::Left);
    let about = match &item.content {
        Content::Known(about) => about,
        Content::Unread => {
            ui.text("…", mode, 20.0, plain(ink::GREY), Align::Left);
            return;
        }
        Content::Refused(_) => {
            let text = "cannot be shown";
            ui.text(text, mode, 20.0, plain(ink::CORAL), Align::Left);
            return;
        }
    };
    let counted = match about.teams {
        true => format!("{}, teams", about.mode.name()),
        false => about.mode.name().to_owned(),
    };
    ui.text(&counted, mode, 18.0, plain(ink::MINT), Align::Left);
    let text = match about.result {
        Some(Outcome { total, .. }) if about.mode == Mode::Lesson => match total {
            0 => "not all done".to_owned(),
            _ => "all done".to_owned(),
        },
        Some(Outcome { total, place, cars }) => format!(
            "{total} {}, {} of {cars}",
            about.mode.unit(total),
            ordinal(usize::from(place))
        ),
        None => "not finished".to_owned(),
    };
    ui.text(&text, result, 18.0, plain(ink::GOLD), Align::Left);
    let text = format!("{:.0} s", about.seconds);
    ui.text(&text, length, 18.0, ink::CREAM, Align::Left);
}
