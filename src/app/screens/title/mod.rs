//! The title screen: the levels, the players, and a round of the selected level in the background.

mod drawn;

use crate::app::input::{Command, Presses, Source};
use crate::app::level_list::{LevelList, ListedLevel, Teams};
use crate::app::params::screens::title::{LOOK_SECONDS, SHOW_AFTER};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::screen::Screen;
use crate::app::screens::search::{Found, Search};
use crate::app::sound::Cue;
use crate::app::state::{Goal, Next, Order, ScreenContext, known_level};
use crate::app::words::fill;
use crate::game::RoundPhase;
use crate::level::LevelFolder;

/// The title screen.
#[derive(Debug)]
pub struct Title {
    selected: usize,
    /// The level that was selected last in each group that the player left.
    left_at: Vec<(LevelFolder, String)>,
    /// The search for a level, while the player types.
    search: Option<Search>,
    /// Seconds since the selection changed.
    waited: f64,
    /// Seconds since the last search of the folders.
    since_look: f64,
    time: f32,
}

impl Title {
    /// Creates the title with the level last played, or that of a watched recording, selected.
    pub fn new(context: &mut ScreenContext<'_>) -> Self {
        let from = context.rounds.listed_from.take();
        let source = match context.session.is_of_recording() {
            true => from.or_else(|| known_level(context.library, context.session)),
            false => known_level(context.library, context.session),
        };
        context.levels.look(context.library, false);
        // A new player starts at the first lesson; later the selection stays.
        let new = context.rounds.is_new_player() && context.report.rounds == 0;
        let mut entries = context.levels.entries().iter();
        let selected = entries.position(|entry| match new {
            true => entry.folder == LevelFolder::School,
            false => Some(&entry.source) == source.as_ref(),
        });
        context.notices.error = None;
        if context.session.playing {
            // The message belonged to the finished round.
            context.notices.message = None;
        }
        context.order(Order::LeaveContest);
        context.order(Order::OfferScenes);
        // The views' legends would cover the list.
        context.display.views.off();
        if context.session.is_of_recording() {
            context.rounds.as_meant();
            let source = source.unwrap_or_else(|| "classic".to_owned());
            context.order(Order::ShowLevel(source));
        } else if context.session.playing {
            let source = context.session.source.clone();
            context.order(Order::ShowLevel(source));
        }
        Self {
            selected: selected.unwrap_or(0),
            left_at: Vec::new(),
            search: None,
            waited: 0.0,
            since_look: 0.0,
            time: 0.0,
        }
    }

    fn chosen<'a>(&self, levels: &'a LevelList) -> Option<&'a ListedLevel> {
        levels.entries().get(self.selected)
    }

    /// The shown levels, as indices in the list: those of the selected one's group, or those that the search finds.
    fn listed(&self, levels: &LevelList) -> Vec<usize> {
        let folder = self.chosen(levels).map(|entry| entry.folder);
        let entries = levels.entries().iter().enumerate();
        let shown = entries.filter(|(_, entry)| match &self.search {
            Some(search) => search.finds(&[&entry.name, entry.about.as_deref().unwrap_or("")]),
            None => Some(entry.folder) == folder,
        });
        let mut shown: Vec<usize> = shown.map(|(index, _)| index).collect();
        if let Some(search) = &self.search {
            // A name identifies it better than a description.
            shown.sort_by_key(|index| !search.finds(&[&levels.entries()[*index].name]));
        }
        shown
    }

    /// The groups that contain levels, each with the index of its first one.
    fn folders(levels: &LevelList) -> Vec<(LevelFolder, usize)> {
        let first = |folder: LevelFolder| {
            let mut entries = levels.entries().iter();
            Some((folder, entries.position(|entry| entry.folder == folder)?))
        };
        LevelFolder::ALL.into_iter().filter_map(first).collect()
    }

    /// Moves the selection down in the shown list, around its ends.
    fn choose(&mut self, context: &mut ScreenContext<'_>, down: i32) {
        let listed = self.listed(context.levels);
        if down == 0 || listed.is_empty() {
            return;
        }
        let place = listed.iter().position(|index| *index == self.selected);
        let next = (place.unwrap_or(0) as i32 + down).rem_euclid(listed.len() as i32);
        self.select(context, listed[next as usize]);
    }

    fn select(&mut self, context: &mut ScreenContext<'_>, index: usize) {
        self.selected = index;
        self.waited = 0.0;
        // Each level is first shown with its default options.
        context.rounds.as_meant();
        context.media.sound.cue(Cue::Tick);
    }

    /// Changes to the group `right` places to the right, at the level that was selected there last.
    fn change_folder(&mut self, context: &mut ScreenContext<'_>, right: i32) {
        let folders = Self::folders(context.levels);
        let Some(entry) = self.chosen(context.levels).filter(|_| right != 0) else {
            return;
        };
        let (folder, source) = (entry.folder, entry.source.clone());
        let here = folders.iter().position(|(one, _)| *one == folder);
        let next = (here.unwrap_or(0) as i32 + right).rem_euclid(folders.len() as i32);
        let (next, first) = folders[next as usize];
        self.left_at.retain(|(one, _)| *one != folder);
        self.left_at.push((folder, source));
        let left_at = self.left_at.iter().find(|(one, _)| *one == next);
        let known = left_at.and_then(|(_, source)| {
            let mut entries = context.levels.entries().iter();
            entries.position(|entry| entry.folder == next && entry.source == *source)
        });
        self.select(context, known.unwrap_or(first));
    }

    /// Follows the search, and keeps a level that it finds selected. Returns true if the player chose that level.
    fn follow_search(&mut self, context: &mut ScreenContext<'_>, presses: &Presses) -> bool {
        let Some(search) = &mut self.search else {
            return false;
        };
        let found = search.update(presses);
        let listed = self.listed(context.levels);
        if !listed.contains(&self.selected)
            && let Some(first) = listed.first()
        {
            self.select(context, *first);
        }
        match found {
            Found::Typing(down) => {
                self.choose(context, down);
                false
            }
            Found::Chosen => {
                self.search = None;
                !listed.is_empty()
            }
            Found::Left => {
                self.search = None;
                false
            }
        }
    }

    /// Selects the next mode that the level supports.
    fn change_mode(&mut self, context: &mut ScreenContext<'_>) {
        let Some(entry) = self.chosen(context.levels) else {
            return;
        };
        let modes = entry.modes();
        if modes.is_empty() {
            return;
        }
        let now = entry.mode(context.rounds.mode);
        let place = modes.iter().position(|mode| *mode == now);
        let next = modes[(place.unwrap_or(0) + 1) % modes.len()];
        context.rounds.mode = Some(next);
        context.media.sound.cue(Cue::Tick);
    }

    /// Switches teams on or off, if the level allows it.
    fn change_teams(&mut self, context: &mut ScreenContext<'_>) {
        let now = self
            .chosen(context.levels)
            .map(|entry| entry.teams(context.rounds.mode, context.rounds.teams));
        if let Some(Teams::Off | Teams::Chosen) = now {
            context.rounds.teams = now == Some(Teams::Off);
            context.media.sound.cue(Cue::Tick);
        }
    }

    /// Shows the selected level behind the list, again after each round.
    fn show_chosen(&mut self, context: &mut ScreenContext<'_>) {
        let Some(entry) = self.chosen(context.levels) else {
            return;
        };
        let other = entry.source != context.session.source;
        let over = context.session.round.phase() == RoundPhase::Over;
        let sound = entry.known && entry.about.is_ok();
        if sound && !context.is_loading && (over || other && self.waited > SHOW_AFTER) {
            let source = entry.source.clone();
            context.order(Order::ShowLevel(source));
        }
    }

    /// Searches for new, removed or changed levels.
    fn look(&mut self, context: &mut ScreenContext<'_>, again: bool) {
        let library = context.library;
        self.follow(context.levels, |levels| levels.look(library, again));
    }

    /// Reads further levels; an entry may move in the list when its name becomes known.
    fn read_on(&mut self, context: &mut ScreenContext<'_>) {
        let library = context.library;
        self.follow(context.levels, |levels| {
            levels.read_on(library);
        });
    }

    /// Changes the list and keeps the same level selected.
    fn follow(&mut self, levels: &mut LevelList, change: impl FnOnce(&mut LevelList)) {
        let chosen = self.chosen(levels).map(|entry| entry.source.clone());
        change(levels);
        let mut entries = levels.entries().iter();
        let last = entries.len().saturating_sub(1);
        self.selected = entries
            .position(|entry| Some(&entry.source) == chosen.as_ref())
            .unwrap_or(self.selected.min(last));
    }
}

/// The number of steps by which the presses change the difficulty. On the title, the camera's button of a gamepad opens
/// the cups, and the one for a restart has no other meaning.
fn harder(presses: &Presses) -> i32 {
    let of_pad = |source: &Source| matches!(source, Source::Pad(_));
    let by_pads = |command: Command| presses.sources(command).filter(of_pad).count();
    let keys = presses.count(Command::Camera) - by_pads(Command::Camera);
    (keys + by_pads(Command::Restart)) as i32
}

impl Screen for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        self.time += seconds as f32;
        self.waited += seconds;
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        // The first press of a pad's button makes its player join; only the next one chooses.
        let mut joined = false;
        for pad in std::mem::take(&mut context.players.devices.joining) {
            if context.players.seats.join(pad) {
                joined = true;
                let count = context.players.seats.count();
                let text = context.notices.words().pad_player;
                context.notices.say(fill(text, &[("count", &count)]));
            }
        }
        let mut presses = presses.clone();
        if joined {
            presses.forget_pads();
        }
        if presses.has(Command::Recordings) {
            context.rounds.listed_from = self
                .chosen(context.levels)
                .map(|entry| entry.source.clone());
            return Next::Go(Goal::Recordings(0));
        }
        if presses.has(Command::Cups) {
            return Next::Go(Goal::Cups(None));
        }
        if presses.turns(Command::SecondPlayer) {
            context.players.seats.toggle_second_on_keyboard();
        }
        let (right, down) = presses.moved();
        let mut plays = self.follow_search(context, &presses);
        if self.search.is_none() {
            self.change_folder(context, right);
        }
        self.choose(context, down);
        if presses.has(Command::LastCrash) {
            self.search = Some(Search::new());
        }
        // The first press on a level selects it, the next one plays it.
        let picked = presses.picked();
        plays |= picked == Some(self.selected);
        if let Some(line) = picked.filter(|line| !plays && *line < context.levels.entries().len()) {
            self.select(context, line);
        }
        plays |= presses.has(Command::Confirm);
        context.order(Order::ChangeDifficulty(harder(&presses)));
        for _ in 0..presses.count(Command::Mode) {
            self.change_mode(context);
        }
        if presses.turns(Command::Teams) {
            self.change_teams(context);
        }
        self.since_look += seconds;
        if presses.has(Command::Reload) {
            self.look(context, true);
        } else if self.since_look > LOOK_SECONDS {
            self.since_look = 0.0;
            self.look(context, false);
        }
        self.read_on(context);
        self.show_chosen(context);
        context.session.exact = !context.display.views.is_empty();
        context.run(seconds);
        if plays
            && !joined
            && let Some(entry) = self.chosen(context.levels)
        {
            let source = entry.source.clone();
            context.order(Order::Begin(source));
        }
        Next::Stay
    }

    fn looks_elsewhere(&self) -> bool {
        true
    }

    fn takes_text(&self) -> bool {
        self.search.is_some()
    }

    fn show(&self, canvas: &Canvas<'_>) {
        canvas.in_list_letters(|canvas| self.draw_all(canvas));
    }
}
