//! The list of the crashes of a round, the newest first, from which one is chosen.

use dodgem_physics::BodyId;
use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};
use crate::app::params::explanation::list::{LETTERS, LINE, WIDE};
use crate::app::screens::menu::draw_row;
use crate::app::settings::AppSettings;
use crate::app::sheet::List;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{LookingWords, WhyWords, fill};
use crate::game::explain::{CrashScan, FoundCrash, NamedBody};
use crate::game::seconds_of;
use crate::texts::NameWords;

/// The crashes among which the keys for the next and the previous one choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    All,
    OfPair,
    Cut,
}

impl Which {
    /// Its name on screen.
    pub fn name(self, words: &WhyWords) -> &'static str {
        match self {
            Which::All => words.which_all,
            Which::OfPair => words.which_pair,
            Which::Cut => words.which_cut,
        }
    }

    pub fn next(self) -> Which {
        match self {
            Which::All => Which::OfPair,
            Which::OfPair => Which::Cut,
            Which::Cut => Which::All,
        }
    }

    fn has(self, crash: &FoundCrash, ids: [BodyId; 2]) -> bool {
        match self {
            Which::All => true,
            Which::OfPair => crash.is_of(ids),
            Which::Cut => crash.cut,
        }
    }
}

/// A line that can be chosen.
pub enum Entry {
    /// The two bodies in focus.
    Pair([BodyId; 2]),
    Crash(FoundCrash),
}

/// The place of a crash in a round: its step, and its number in it.
pub type Place = (u64, usize);

/// Returns the place of a crash. Those of the solver come after the impacts of their step.
pub fn place_of(crash: &FoundCrash) -> Place {
    (crash.step, crash.impact.unwrap_or(usize::MAX))
}

/// The list.
pub struct CrashList {
    pub scan: CrashScan,
    /// The steps that the waiting round has made.
    pub here: u64,
    about: Option<[BodyId; 2]>,
    last: u64,
    /// The two bodies in focus, with their names.
    pair: Option<([BodyId; 2], String)>,
    /// The selected line, and the crash in it.
    selected: usize,
    held: Option<Place>,
    pub which: Which,
    /// The reason why nothing can be explained.
    pub trouble: Option<String>,
}

impl CrashList {
    /// Creates the list after `here` steps of a round.
    /// `about` are the bodies whose crash in that step is wanted, if others crashed in it too.
    pub fn new(
        scan: CrashScan,
        (here, about): (u64, Option<[BodyId; 2]>),
        pair: Option<([BodyId; 2], String)>,
    ) -> Self {
        let last = scan.last();
        CrashList {
            scan,
            here,
            about,
            last,
            pair,
            selected: 0,
            held: None,
            which: Which::All,
            trouble: None,
        }
    }

    /// The last step that may be looked at.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Offers a question about two bodies as the first line, or none.
    pub fn set_pair(&mut self, pair: Option<([BodyId; 2], String)>) {
        let ids = |pair: &Option<([BodyId; 2], String)>| pair.as_ref().map(|(ids, _)| *ids);
        if ids(&pair) != ids(&self.pair) {
            self.pair = pair;
            (self.selected, self.held) = (0, None);
            self.keep_selection();
        }
    }

    /// The last crash up to now, if one is found.
    pub fn newest(&self) -> Option<FoundCrash> {
        let found = self.scan.found();
        self.newest_place().map(|place| found[place].clone())
    }

    /// The place of the last crash up to now among those found: in its step that of the wanted bodies, else an
    /// impact, else a contact.
    fn newest_place(&self) -> Option<usize> {
        let found = self.scan.found();
        let last = found.iter().rposition(|one| one.step <= self.here)?;
        let is_wanted = |one: &FoundCrash| {
            self.about
                .is_some_and(|[a, b]| one.ids == [a, b] || one.ids == [b, a])
        };
        let in_step = (0..=last)
            .rev()
            .take_while(|&at| found[at].step == found[last].step);
        in_step.max_by_key(|&at| (is_wanted(&found[at]), found[at].impact.is_some(), at))
    }

    fn crash(&self, line: usize) -> Option<&FoundCrash> {
        let index = line.checked_sub(usize::from(self.pair.is_some()))?;
        self.scan.found().iter().rev().nth(index)
    }

    fn lines(&self) -> usize {
        usize::from(self.pair.is_some()) + self.scan.found().len()
    }

    /// Keeps the same crash selected while others are found; at first it is the last one up to now.
    pub fn keep_selection(&mut self) {
        let first = usize::from(self.pair.is_some());
        let found = self.scan.found();
        let same = self.held.and_then(|held| {
            let at = found.iter().rev().position(|one| place_of(one) == held)?;
            Some(at + first)
        });
        let newest = || {
            let place = self.newest_place()?;
            Some(found.len() - 1 - place + first)
        };
        if self.held.is_some() || self.selected == 0 && self.pair.is_none() {
            self.selected = same.or_else(newest).unwrap_or(self.selected);
        }
        self.selected = self.selected.min(self.lines().saturating_sub(1));
        self.held = self.crash(self.selected).map(place_of);
    }

    /// Applies keys, pads and pointer. Returns the chosen line.
    pub fn follow(&mut self, presses: &Presses) -> Option<Entry> {
        let (_, down) = presses.moved();
        let pointed = presses.picked().or(presses.pointed());
        let wanted = match pointed {
            Some(line) => line,
            None => self.selected.saturating_add_signed(down as isize),
        };
        self.selected = wanted.min(self.lines().saturating_sub(1));
        self.held = self.crash(self.selected).map(place_of);
        if presses.picked().is_none() && !presses.has(Command::Confirm) {
            return None;
        }
        match (self.selected, &self.pair) {
            (0, Some((ids, _))) => Some(Entry::Pair(*ids)),
            (line, _) => self.crash(line).cloned().map(Entry::Crash),
        }
    }

    /// Returns the nearest crash of the chosen kind before or after a place.
    pub fn beside(&self, from: Place, ids: [BodyId; 2], back: bool) -> Option<FoundCrash> {
        let mut fitting = (self.scan.found().iter()).filter(|one| self.which.has(one, ids));
        let found = match back {
            true => fitting.rfind(|one| place_of(one) < from),
            false => fitting.find(|one| place_of(one) > from),
        };
        found.cloned()
    }

    /// True if all crashes in that direction are known.
    pub fn knows_all(&self, back: bool) -> bool {
        let [low, high] = self.scan.known();
        self.trouble.is_some()
            || match back {
                true => low == 0,
                false => high >= self.last,
            }
    }

    /// Shows the list in the middle of the picture.
    pub fn show(&self, ui: &Ui, settings: &AppSettings, ready: bool) {
        let (keys, words) = (settings.key_names(), &settings.words().looking);
        let wide = WIDE.min(ui.size.x - 40.0);
        let pair = fill(
            words.two,
            &[
                ("point", &keys.first(Command::Point)),
                ("near", &keys.first(Command::NearestPair)),
            ],
        );
        let pair = ui.wrap(&pair, LETTERS - 2.0, wide - 32.0);
        let more = pair.len() - 1;
        let rows = (((ui.size.y - 40.0) / LINE) as usize)
            .saturating_sub(5 + more)
            .min(14);
        let count = self.lines().min(rows);
        let size = Vec2::new(wide, LINE * ((count.max(1) + more) as f32 + 4.9));
        let at = (ui.size - size) * 0.5;
        ui.panel(at, size, ink::SOLID);
        let mut base = at + Vec2::new(16.0, 30.0);
        ui.bold(words.why, base, 22.0, ink::GOLD, Align::Left);
        if !self.scan.found().is_empty() {
            let end = base + Vec2::X * (wide - 32.0);
            ui.text(words.closing, end, LETTERS - 3.0, ink::GREY, Align::Right);
        }
        base.y += 6.0;
        let area = Area::of(
            base + Vec2::new(-10.0, 7.0),
            Vec2::new(wide - 11.0, LINE * count as f32),
        );
        let list = List::around("crashes", area, LINE, (self.selected, self.lines()));
        ui.list(&list, |ui, line| {
            self.draw_line(ui, (line, wide), settings);
        });
        base.y += LINE * count as f32;
        if count == 0 {
            base.y += LINE;
            let text = match (&self.trouble, self.knows_all(true) && ready) {
                (Some(trouble), _) => trouble.as_str(),
                (None, true) => words.none,
                (None, false) => words.searching,
            };
            ui.text(text, base, LETTERS, ink::CREAM, Align::Left);
        }
        base.y += LINE + 6.0;
        let status = self.status(words, ready);
        ui.text(&status, base, LETTERS - 2.0, ink::MINT, Align::Left);
        base.y += LINE - 2.0;
        let hint = fill(
            words.choose,
            &[
                ("confirm", &keys.first(Command::Confirm)),
                ("why", &keys.first(Command::Why)),
            ],
        );
        ui.text(&hint, base, LETTERS - 2.0, ink::GREY, Align::Left);
        for line in pair {
            base.y += LINE - 4.0;
            ui.text(&line, base, LETTERS - 2.0, ink::GREY, Align::Left);
        }
    }

    fn status(&self, words: &LookingWords, ready: bool) -> String {
        let [low, high] = self.scan.known();
        let slow = match self.scan.slow {
            0 => String::new(),
            1 => words.slow.to_owned(),
            count => fill(words.slows, &[("count", &count)]),
        };
        let said = |text: &str, step: u64| {
            let seconds = format!("{:.1}", seconds_of(step));
            fill(text, &[("seconds", &seconds), ("slow", &slow)])
        };
        match ready {
            false => words.copying.to_owned(),
            true if low > 0 => said(words.back_to, low),
            true if high < self.last => said(words.up_to, high),
            true => fill(words.all, &[("slow", &slow)]),
        }
    }

    fn draw_line(&self, ui: &Ui, (line, wide): (usize, f32), settings: &AppSettings) {
        let words = &settings.words().looking;
        let base = Vec2::new(10.0, LINE - 7.0);
        let area = Area::of(Vec2::ZERO, Vec2::new(wide - 22.0, LINE));
        let under = ui.spot(area, Spot::Line(line));
        draw_row(ui, area, base, (line == self.selected, under));
        let base = base + Vec2::X * 20.0;
        let room = wide - 52.0;
        match (line, &self.pair, self.crash(line)) {
            (0, Some((_, names)), _) => {
                let text = fill(words.why_not, &[("names", names)]);
                let text = ui.fitting(&text, LETTERS, room);
                ui.text(&text, base, LETTERS, ink::MINT, Align::Left);
            }
            (_, _, Some(crash)) => {
                let speed = settings.speeds.of(crash.speed);
                let right = match (crash.cut, crash.impact) {
                    (true, _) => fill(words.cut, &[("speed", &speed)]),
                    (false, None) => fill(words.contact, &[("speed", &speed)]),
                    (false, Some(_)) => speed,
                };
                let names = &settings.words().views.names;
                draw_crash(
                    ui,
                    base,
                    room,
                    crash,
                    (&names_of(&crash.bodies, names), &right),
                );
            }
            _ => {}
        }
    }
}

fn draw_crash(ui: &Ui, base: Vec2, room: f32, crash: &FoundCrash, (names, right): (&str, &str)) {
    let time = format!("{:.3} s", crash.time);
    ui.text(&time, base, LETTERS, ink::MINT, Align::Left);
    let end = base + Vec2::X * room;
    let taken = ui.text(right, end, LETTERS, ink::GOLD, Align::Right);
    let names = ui.fitting(names, LETTERS, room - taken - 110.0);
    ui.text(
        &names,
        base + Vec2::X * 96.0,
        LETTERS,
        ink::CREAM,
        Align::Left,
    );
}

/// The names of two bodies in words.
pub fn names_of([a, b]: &[NamedBody; 2], names: &NameWords) -> String {
    names.pair([&a.name, &b.name])
}
