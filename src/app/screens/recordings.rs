//! The list of kept recordings, which can be watched, kept under a name, or deleted.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};
use crate::app::params::screens::recordings::{
    ABOUT, COLUMNS, DEEPEST, FEW_COLUMNS, FOOT, INWARD, LINES, NAME, NAME_LEFT, STEP, TOP, WIDE,
};
use crate::app::screens::canvas::{Canvas, list_letters};
use crate::app::screens::edges::Edges;
use crate::app::screens::menu::draw_row;
use crate::app::screens::naming::{Named, Naming};
use crate::app::screens::screen::Screen;
use crate::app::screens::search::{Found, Search};
use crate::app::scrolling::first_shown;
use crate::app::sheet::List;
use crate::app::shelf::{About, Content, Item, Kind, Shelf, age};
use crate::app::sound::Cue;
use crate::app::spots::Spot;
use crate::app::state::{Goal, Next, Notices, Order, Question, ReadContext, ScreenContext};
use crate::app::tapes;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{RecordingWords, Words, fill};
use crate::game::RoundPhase;
use crate::game::tape::{Outcome, Tape};
use crate::level::Mode;

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
    /// The search for a recording, while the player types.
    search: Option<Search>,
}

impl Recordings {
    /// Creates the list with the newest recording selected.
    pub fn new() -> Self {
        Recordings {
            shelf: Shelf::open(),
            selected: 0,
            naming: None,
            arranged: false,
            search: None,
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

    /// The shown recordings, as indices in the shelf: all, or those that the search finds.
    fn listed(&self) -> Vec<usize> {
        let items = self.shelf.items().iter().enumerate();
        let shown = items.filter(|(_, item)| match (&self.search, &item.content) {
            (Some(search), Content::Known(about)) => search.finds(&[&item.name, &about.level]),
            (Some(search), _) => search.finds(&[&item.name]),
            (None, _) => true,
        });
        shown.map(|(index, _)| index).collect()
    }

    /// Selects a recording of the shown list, `down` lines below the selected one: around the ends if `around`.
    fn choose(&mut self, down: i32, around: bool) -> bool {
        let listed = self.listed();
        if down == 0 || listed.is_empty() {
            return false;
        }
        let here = listed.iter().position(|index| *index == self.selected);
        let (next, count) = (here.unwrap_or(0) as i32 + down, listed.len() as i32);
        let next = match around {
            true => next.rem_euclid(count),
            false => next.clamp(0, count - 1),
        };
        self.selected = listed[next as usize];
        true
    }

    /// Follows the search. Returns true if the player chose a recording.
    fn follow_search(&mut self, presses: &Presses) -> bool {
        let Some(search) = &mut self.search else {
            return false;
        };
        let found = search.update(presses);
        let listed = self.listed();
        if !listed.contains(&self.selected)
            && let Some(first) = listed.first()
        {
            self.selected = *first;
        }
        match found {
            Found::Typing(down) => {
                self.choose(down, true);
                return false;
            }
            Found::Chosen | Found::Left => self.search = None,
        }
        found == Found::Chosen && !listed.is_empty()
    }

    /// Reads the visible entries, a few in each frame; all of them for a search.
    fn read(&mut self) {
        let all = self.search.is_some();
        let first = first_shown(self.selected, LINES, self.shelf.items().len());
        let first = if all { 0 } else { first };
        let last = if all { usize::MAX } else { first + LINES };
        let last = last.min(self.shelf.items().len());
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
                let text = notices.words().kept_as;
                notices.say(fill(text, &[("name", &name_of(&path))]));
            }
            Err(error) => notices.say(error.to_string()),
        }
    }

    /// Asks before deleting the selected recording.
    fn ask_to_delete(&self, words: &RecordingWords) -> Next {
        let Some(item) = self.chosen() else {
            return Next::Stay;
        };
        let (path, name) = (item.path.clone(), item.title().to_owned());
        let text = fill(words.ask_delete, &[("name", &name)]);
        let (small, _) = tag(item, words);
        let delete = Next::Do(Order::DeleteRecording(path, name));
        let question = Question::new(text, small, words.do_keep);
        question.answer(words.do_delete, delete).into()
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
        if self.follow_search(presses) {
            return self.watch();
        }
        if self.search.is_some() {
            if let Some(line) = presses.picked().filter(|line| *line < count) {
                self.selected = line;
            }
            return Next::Stay;
        }
        if presses.has(Command::LastCrash) {
            self.search = Some(Search::new());
            return Next::Stay;
        }
        let picked = presses.picked().filter(|line| *line < count);
        let watches = picked == Some(self.selected);
        if let Some(line) = picked.filter(|_| !watches) {
            self.selected = line;
            context.media.sound.cue(Cue::Tick);
        }
        if self.choose(down, true) || self.choose(right * LINES as i32, false) {
            context.media.sound.cue(Cue::Tick);
        }
        // The gamepad's button for a restart deletes here, because a restart is meaningless.
        if presses.has(Command::Delete) || presses.has(Command::Restart) {
            return self.ask_to_delete(&context.settings.words().recordings);
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

    fn looks_elsewhere(&self) -> bool {
        true
    }

    fn takes_text(&self) -> bool {
        self.naming.is_some() || self.search.is_some()
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        Edges::of_list(FOOT, list_letters(state))
    }

    fn show(&self, canvas: &Canvas<'_>) {
        canvas.in_list_letters(|canvas| self.draw_all(canvas));
    }
}

impl Recordings {
    fn draw_all(&self, canvas: &Canvas<'_>) {
        let (ui, all) = (canvas.ui, canvas.state.settings.words());
        let words = &all.recordings;
        let (wide, lines) = (wide(ui), lines(ui));
        ui.fill(
            Vec2::ZERO,
            Vec2::new(wide, ui.size.y),
            ink::fade(ink::NIGHT, 0.86),
        );
        ui.fill(Vec2::new(wide, 0.0), Vec2::new(5.0, ui.size.y), ink::GOLD);
        ui.bold(
            words.title,
            Vec2::new(36.0, 68.0),
            46.0,
            ink::GOLD,
            Align::Left,
        );
        let shrinks = ((wide - 60.0) / ui.width(words.about, 17.0).max(1.0)).min(1.0);
        let at = Vec2::new(36.0, 98.0);
        ui.text(words.about, at, 17.0 * shrinks, ink::CREAM, Align::Left);
        let heads = [
            words.head_name,
            words.head_mode,
            words.head_result,
            words.head_length,
            words.head_when,
        ];
        for (head, x) in heads.into_iter().zip(columns(wide)) {
            let at = x.map(|x| Vec2::new(x, TOP - 36.0));
            cell(ui, at, head, 16.0, ink::GREY);
        }
        let listed = self.listed();
        let count = listed.len();
        let here = listed.iter().position(|index| *index == self.selected);
        let area = Area::of(
            Vec2::new(0.0, TOP - 29.0),
            Vec2::new(wide - 9.0, STEP * lines as f32),
        );
        let list = List::around("recordings", area, STEP, (here.unwrap_or(0), count));
        ui.list(&list, |ui, line| {
            let item = &self.shelf.items()[listed[line]];
            let chosen = listed[line] == self.selected;
            let row = Area::of(Vec2::X * 24.0, Vec2::new(wide - 44.0, 40.0));
            let under = ui.spot(row, Spot::Line(listed[line]));
            draw_row(ui, row, Vec2::new(36.0, 31.0), (chosen, under));
            let canvas = &Canvas { ui, ..*canvas };
            draw_item(canvas, item, (wide, 29.0), chosen);
        });
        let y = TOP + STEP * lines.min(count) as f32 + 8.0;
        match self.chosen().filter(|_| count > 0) {
            Some(item) => self.draw_about(canvas, item, y),
            None => {
                let text = match self.search {
                    Some(_) => words.none_found,
                    None => words.none,
                };
                ui.text(text, Vec2::new(36.0, TOP), 22.0, ink::CREAM, Align::Left);
            }
        }
        if let Some(search) = &self.search {
            let at = Vec2::new(wide * 0.6, 68.0);
            let left = at.x + ui.text(all.title.finds, at, 26.0, ink::GOLD, Align::Left) + 10.0;
            search.draw_line(ui, Vec2::new(left, at.y), (wide - 40.0 - left, 26.0));
        }
        draw_keys(canvas);
        if let Some(naming) = &self.naming {
            naming.draw(ui, words);
        }
    }

    /// Draws details of the selected recording.
    fn draw_about(&self, canvas: &Canvas<'_>, item: &Item, y: f32) {
        let (ui, all) = (canvas.ui, canvas.state.settings.words());
        let words = &all.recordings;
        let (told, color) = match &item.content {
            Content::Unread => (all.title.not_read.to_owned(), ink::GREY),
            Content::Refused(reason) => (fill(words.refused, &[("reason", reason)]), ink::CORAL),
            Content::Known(about) => {
                let day = item.day().map(|day| format!("{day}  ·  "));
                let about = in_words(about, all);
                (format!("{}{about}", day.unwrap_or_default()), ink::MINT)
            }
        };
        for (line, text) in ui
            .wrap(&told, 18.0, wide(ui) - 80.0)
            .iter()
            .take(2)
            .enumerate()
        {
            let at = Vec2::new(36.0, y + 22.0 * line as f32);
            ui.text(text, at, 18.0, color, Align::Left);
        }
        if self.shelf.more() > 0 {
            let text = fill(words.older, &[("count", &self.shelf.more())]);
            let at = Vec2::new(36.0, y + 46.0);
            ui.text(&text, at, 16.0, ink::GREY, Align::Left);
        }
    }
}

/// Draws the keys of the list.
fn draw_keys(canvas: &Canvas<'_>) {
    let (ui, all) = (canvas.ui, canvas.state.settings.words());
    let words = &all.recordings;
    let keys = canvas.state.settings.key_names();
    let keep = fill(words.keep, &[("key", &keys.shown(Command::KeepRound))]);
    let delete = fill(words.delete, &[("key", &keys.shown(Command::Delete))]);
    let find = fill(words.search, &[("key", &keys.shown(Command::LastCrash))]);
    let hint = [
        (
            words.watch.to_owned(),
            Some(Spot::Command(Command::Confirm)),
        ),
        (all.cups.choose.to_owned(), None),
        ("◀".to_owned(), Some(Spot::Move(-1, 0))),
        (words.page.to_owned(), Some(Spot::Move(1, 0))),
        (keep, Some(Spot::Command(Command::KeepRound))),
        (delete, Some(Spot::Command(Command::Delete))),
        (find, Some(Spot::Command(Command::LastCrash))),
        (
            all.cups.back.to_owned(),
            Some(Spot::Command(Command::Pause)),
        ),
    ];
    let at = Vec2::new(36.0, ui.size.y - 24.0);
    ui.buttons_within(&hint, at, 18.0, wide(ui) - 60.0);
}

/// The drivers of the recording and its peculiarities, in words.
fn in_words(about: &About, all: &Words) -> String {
    let words = &all.recordings;
    let who = all.people(about.people);
    let skill = all.difficulty(about.difficulty);
    let mut said = fill(words.about_one, &[("who", &who), ("skill", &skill)]);
    if let Some(at) = about.continues_at() {
        let text = match about.taken_over {
            true => words.taken_over,
            false => words.continues,
        };
        said += &format!("  ·  {}", fill(text, &[("at", &format!("{at:.1}"))]));
    }
    if let Some(program) = &about.other_program {
        let text = fill(words.other_program, &[("program", program)]);
        said += &format!("  ·  {text}");
    }
    said
}

/// The small text behind the name: the level of a named recording, else the name of the file.
fn tag(item: &Item, words: &RecordingWords) -> (String, Color) {
    match (item.kind, &item.content) {
        // The file name of a best contains a hash, which means nothing to the player.
        (Kind::Best, _) => (words.your_best.to_owned(), ink::GOLD),
        (Kind::Named, Content::Known(about)) => (about.level.clone(), ink::GOLD),
        (Kind::Round, Content::Known(_)) => (item.name.clone(), ink::GREY),
        _ => (String::new(), ink::GREY),
    }
}

/// Draws a recording in its row of a list of that width, on a baseline.
fn draw_item(canvas: &Canvas<'_>, item: &Item, (wide, y): (f32, f32), chosen: bool) {
    let (ui, all) = (canvas.ui, canvas.state.settings.words());
    let words = &all.recordings;
    let [_, mode, result, length, when] = columns(wide).map(|x| x.map(|x| Vec2::new(x, y)));
    let name = Vec2::new(NAME_LEFT, y);
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
    let width = ui.text(&title, name, 22.0, ink::CREAM, Align::Left);
    let (tag, color) = tag(item, words);
    let at = name + Vec2::X * (width + 10.0);
    let next = mode.or(result).map_or(at.x, |next| next.x);
    let room = (next - at.x - 14.0).max(0.0);
    let tag = ui.fitting(&tag, 15.0, room);
    ui.text(&tag, at, 15.0, plain(color), Align::Left);
    let written = all.ago(age(item.written, SystemTime::now()));
    cell(ui, when, &written, 18.0, plain(ink::GREY));
    let first = mode.or(result);
    let about = match &item.content {
        Content::Known(about) => about,
        Content::Unread => {
            cell(ui, first, "…", 20.0, plain(ink::GREY));
            return;
        }
        Content::Refused(_) => {
            cell(ui, first, words.not_shown, 20.0, plain(ink::CORAL));
            return;
        }
    };
    let counted = match about.teams {
        true => fill(words.teams, &[("mode", &all.mode(about.mode))]),
        false => all.mode(about.mode).to_owned(),
    };
    cell(ui, mode, &counted, 18.0, plain(ink::MINT));
    let text = match about.result {
        Some(Outcome { total, .. }) if about.mode == Mode::Lesson => match total {
            0 => words.not_all_done.to_owned(),
            _ => words.all_done.to_owned(),
        },
        Some(Outcome { total, place, cars }) => format!(
            "{total} {}, {}",
            all.unit(about.mode, total),
            all.place(usize::from(place), usize::from(cars))
        ),
        None => words.not_finished.to_owned(),
    };
    cell(ui, result, &text, 18.0, plain(ink::GOLD));
    let text = format!("{:.0} s", about.seconds);
    cell(ui, length, &text, 18.0, ink::CREAM);
}

/// Draws a text in a column, if the column is shown.
fn cell(ui: &Ui, at: Option<Vec2>, text: &str, size: f32, color: Color) {
    if let Some(at) = at {
        ui.text(text, at, size, color, Align::Left);
    }
}

/// The width of the list, in units.
fn wide(ui: &Ui) -> f32 {
    WIDE.min(ui.size.x - 5.0)
}

/// The left edges of the columns, in units; with large letters there is no room for some.
fn columns(wide: f32) -> [Option<f32>; 5] {
    match wide >= WIDE - 5.0 {
        true => COLUMNS.map(Some),
        false => FEW_COLUMNS,
    }
}

/// The number of recordings that are shown.
fn lines(ui: &Ui) -> usize {
    let room = (ui.size.y - TOP - ABOUT) / STEP;
    (room.max(1.0) as usize).min(LINES)
}
