//! The title screen: the levels, the players, and a round of the selected level in the background.

mod drawn;

use crate::app::input::{Command, Presses};
use crate::app::level_list::{ListedLevel, Teams};
use crate::app::screens::{Canvas, Cups, Next, Play, Recordings, Screen};
use crate::app::sound::Cue;
use crate::app::state::AppState;
use crate::game::RoundPhase;
use crate::level::{LevelFolder, Mode};

/// Seconds until a newly selected level is shown behind the list.
const SHOW_AFTER: f64 = 0.35;
/// Seconds between two searches for new, removed or changed levels.
const LOOK_SECONDS: f64 = 0.5;

/// The title screen.
#[derive(Debug)]
pub struct Title {
    selected: usize,
    /// Seconds since the selection changed.
    waited: f64,
    /// Seconds since the last search of the folders.
    since_look: f64,
    time: f32,
}

impl Title {
    /// Creates the title with the level last played, or that of a watched recording, selected.
    pub fn new(state: &mut AppState) -> Self {
        let from = state.rounds.listed_from.take();
        let source = match state.session.is_of_recording() {
            true => from.or_else(|| state.known_level()),
            false => state.known_level(),
        };
        state.files.levels.look(&state.files.library, false);
        // A new player starts at the first lesson; later the selection stays.
        let new = state.is_new_player() && state.report.rounds == 0;
        let mut entries = state.files.levels.entries().iter();
        let selected = entries.position(|entry| match new {
            true => entry.folder == LevelFolder::School,
            false => Some(&entry.source) == source.as_ref(),
        });
        state.notices.error = None;
        if state.session.playing {
            // The message belonged to the finished round.
            state.notices.message = None;
        }
        state.leave_contest();
        state.offer_scenes();
        // The views' legends would cover the list.
        state.display.views.off();
        if state.session.is_of_recording() {
            state.as_meant();
            let source = source.unwrap_or_else(|| "classic".to_owned());
            state.show_level(&source);
        } else if state.session.playing {
            let source = state.session.source.clone();
            state.show_level(&source);
        }
        Self {
            selected: selected.unwrap_or(0),
            waited: 0.0,
            since_look: 0.0,
            time: 0.0,
        }
    }

    fn chosen<'a>(&self, state: &'a AppState) -> Option<&'a ListedLevel> {
        state.files.levels.entries().get(self.selected)
    }

    fn choose(&mut self, state: &mut AppState, down: i32) {
        let count = state.files.levels.entries().len() as i32;
        if count > 0 && down != 0 {
            self.selected = (self.selected as i32 + down).rem_euclid(count) as usize;
            self.waited = 0.0;
            // Each level is first shown with its default options.
            state.as_meant();
            state.media.sound.cue(Cue::Tick);
        }
    }

    /// Selects the next mode that the level supports.
    fn change_mode(&mut self, state: &mut AppState) {
        let Some(entry) = self.chosen(state) else {
            return;
        };
        let Some(level) = &entry.level else { return };
        let modes: Vec<Mode> = Mode::ALL
            .into_iter()
            .filter(|mode| level.plays(*mode))
            .collect();
        let now = entry.mode(state.rounds.mode);
        let place = modes.iter().position(|mode| *mode == now);
        let next = modes[(place.unwrap_or(0) + 1) % modes.len()];
        state.rounds.mode = Some(next);
        state.media.sound.cue(Cue::Tick);
    }

    /// Switches teams on or off, if the level allows it.
    fn change_teams(&mut self, state: &mut AppState) {
        let now = self
            .chosen(state)
            .map(|entry| entry.teams(state.rounds.mode, state.rounds.teams));
        if let Some(Teams::Off | Teams::Chosen) = now {
            state.rounds.teams = now == Some(Teams::Off);
            state.media.sound.cue(Cue::Tick);
        }
    }

    /// Shows the selected level behind the list, again after each round.
    fn show_chosen(&mut self, state: &mut AppState) {
        let Some(entry) = self.chosen(state) else {
            return;
        };
        let other = entry.source != state.session.source;
        let over = state.session.round.phase() == RoundPhase::Over;
        let sound = entry.known && entry.about.is_ok();
        if sound && !state.is_loading() && (over || other && self.waited > SHOW_AFTER) {
            let source = entry.source.clone();
            state.show_level(&source);
        }
    }

    /// Searches for new, removed or changed levels.
    fn look(&mut self, state: &mut AppState, again: bool) {
        self.follow(state, |state| {
            state.files.levels.look(&state.files.library, again)
        });
    }

    /// Reads further levels; an entry may move in the list when its name becomes known.
    fn read_on(&mut self, state: &mut AppState) {
        self.follow(state, |state| {
            state.files.levels.read_on(&state.files.library);
        });
    }

    /// Changes the list and keeps the same level selected.
    fn follow(&mut self, state: &mut AppState, change: impl FnOnce(&mut AppState)) {
        let chosen = self.chosen(state).map(|entry| entry.source.clone());
        change(state);
        let mut entries = state.files.levels.entries().iter();
        let last = entries.len().saturating_sub(1);
        self.selected = entries
            .position(|entry| Some(&entry.source) == chosen.as_ref())
            .unwrap_or(self.selected.min(last));
    }
}

impl Screen for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        self.time += seconds as f32;
        self.waited += seconds;
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        // The first press of a pad's button makes its player join; only the next one chooses.
        let mut joined = false;
        for pad in std::mem::take(&mut state.players.devices.joining) {
            if state.players.seats.join(pad) {
                joined = true;
                let count = state.players.seats.count();
                state
                    .notices
                    .say(format!("a gamepad joins as player {count}"));
            }
        }
        let mut presses = presses.clone();
        if joined {
            presses.forget_pads();
        }
        if presses.has(Command::Recordings) {
            state.rounds.listed_from = self.chosen(state).map(|entry| entry.source.clone());
            return Next::Go(Box::new(Recordings::new()));
        }
        if presses.has(Command::Cups) {
            return Next::Go(Box::new(Cups::new()));
        }
        if presses.turns(Command::SecondPlayer) {
            state.players.seats.toggle_second_on_keyboard();
        }
        let (right, down) = presses.moved();
        self.choose(state, down);
        // The first press on a level selects it, the next one plays it.
        let picked = presses.picked();
        let mut plays = picked == Some(self.selected);
        if let Some(line) =
            picked.filter(|line| !plays && *line < state.files.levels.entries().len())
        {
            self.choose(state, line as i32 - self.selected as i32);
        }
        plays |= presses.has(Command::Confirm);
        state.change_difficulty(right);
        for _ in 0..presses.count(Command::Mode) {
            self.change_mode(state);
        }
        if presses.turns(Command::Teams) {
            self.change_teams(state);
        }
        self.since_look += seconds;
        if presses.has(Command::Reload) {
            self.look(state, true);
        } else if self.since_look > LOOK_SECONDS {
            self.since_look = 0.0;
            self.look(state, false);
        }
        self.read_on(state);
        self.show_chosen(state);
        state.session.exact = !state.display.views.is_empty();
        state.run(seconds);
        if plays
            && !joined
            && let Some(entry) = self.chosen(state)
        {
            let source = entry.source.clone();
            state.begin(&source, Box::new(Play));
        }
        Next::Stay
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        self.draw_all(canvas);
    }
}
