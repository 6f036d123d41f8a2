//! The title: the levels to choose from, the players, and behind it a round of the chosen level.

mod drawn;
mod entry;

use crate::app::input::{Command, Presses};
use crate::app::screens::title::entry::{TitleEntry, in_short, read_levels};
use crate::app::screens::{Canvas, Next, Play, Recordings, Screen};
use crate::app::sound::Cue;
use crate::app::state::AppState;
use crate::game::{Difficulty, RoundPhase};
use crate::level::{Library, Mode};

/// Seconds that a level stays selected before its round is shown behind the list.
const SHOW_AFTER: f64 = 0.35;
/// Seconds between two looks for levels that came, went or changed.
const LOOK_SECONDS: f64 = 0.5;

/// The title screen.
#[derive(Debug)]
pub struct Title {
    entries: Vec<TitleEntry>,
    selected: usize,
    /// Seconds since the selection changed.
    waited: f64,
    /// Seconds since the folders were looked at.
    since_look: f64,
    time: f32,
}

impl Title {
    /// The title, the level last played selected.
    pub fn new(state: &mut AppState) -> Self {
        let entries = read_levels(&state.library, &[]);
        let selected = entries
            .iter()
            .position(|entry| entry.source == state.session.source);
        state.sound.motor(None);
        state.error = None;
        let source = state.session.source.clone();
        if state.playing
            && let Err(error) = state.show_level(&source)
        {
            state.error = Some(error);
            state.playing = false;
        }
        Self {
            entries,
            selected: selected.unwrap_or(0),
            waited: 0.0,
            since_look: 0.0,
            time: 0.0,
        }
    }

    /// The title after a recording: its level, if it is one of the list, is shown anew, as it was meant.
    pub fn after_replay(state: &mut AppState) -> Self {
        state.mode = None;
        state.show_known_level();
        Title::new(state)
    }

    fn chosen(&self) -> Option<&TitleEntry> {
        self.entries.get(self.selected)
    }

    fn choose(&mut self, state: &mut AppState, down: i32) {
        let count = self.entries.len() as i32;
        if count > 0 && down != 0 {
            self.selected = (self.selected as i32 + down).rem_euclid(count) as usize;
            self.waited = 0.0;
            // Every level is first shown as it was meant.
            state.mode = None;
            state.sound.cue(Cue::Tick);
        }
    }

    /// What counts in the chosen level: the next of the modes that it can be played in.
    fn change_mode(&mut self, state: &mut AppState) {
        let Some(entry) = self.chosen() else { return };
        let Some(level) = &entry.level else { return };
        let modes: Vec<Mode> = Mode::ALL
            .into_iter()
            .filter(|mode| level.plays(*mode))
            .collect();
        let now = entry.mode(state.mode);
        let place = modes.iter().position(|mode| *mode == now);
        let next = modes[(place.unwrap_or(0) + 1) % modes.len()];
        state.mode = Some(next);
        state.sound.cue(Cue::Tick);
    }

    /// Shows the chosen level behind the list, and again when its round is over.
    fn show_chosen(&mut self, state: &mut AppState) {
        let Some(entry) = self.entries.get(self.selected) else {
            return;
        };
        let other = entry.source != state.session.source;
        let over = state.session.round.phase() == RoundPhase::Over;
        if entry.about.is_err() || !(over || other && self.waited > SHOW_AFTER) {
            return;
        }
        let source = entry.source.clone();
        if let Err(error) = state.show_level(&source) {
            self.entries[self.selected].about = Err(in_short(&error));
        }
    }

    /// Reads the levels that came or changed, or all of them again; the same one stays chosen.
    fn refresh(&mut self, library: &Library, again: bool) {
        let before = std::mem::take(&mut self.entries);
        let chosen = before.get(self.selected).map(|entry| entry.source.clone());
        self.entries = read_levels(library, if again { &[] } else { &before });
        let mut sources = self.entries.iter().map(|entry| Some(&entry.source));
        let last = self.entries.len().saturating_sub(1);
        self.selected = sources
            .position(|source| source == chosen.as_ref())
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
        if presses.has(Command::Pause) && state.help {
            state.help = false;
            return Next::Stay;
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        // The first press of a pad's button makes its player join; only the next one chooses.
        let mut joined = false;
        for pad in std::mem::take(&mut state.devices.joining) {
            if state.seats.join(pad) {
                joined = true;
                let count = state.seats.count();
                state.say(format!("a gamepad joins as player {count}"));
            }
        }
        // On a gamepad the button that takes the wheel of a recording leads to them.
        if presses.has(Command::Recordings) || presses.has(Command::TakeWheel) && !joined {
            return Next::Go(Box::new(Recordings::new()));
        }
        if presses.turns(Command::SecondPlayer) {
            state.seats.toggle_second_on_keyboard();
        }
        let (right, down) = presses.moved();
        self.choose(state, down);
        change_difficulty(state, right);
        for _ in 0..presses.count(Command::Mode) {
            self.change_mode(state);
        }
        self.since_look += seconds;
        if presses.has(Command::Reload) {
            self.refresh(&state.library, true);
        } else if self.since_look > LOOK_SECONDS {
            self.since_look = 0.0;
            self.refresh(&state.library, false);
        }
        self.show_chosen(state);
        state.session.exact = !state.views.is_empty();
        state.run(seconds);
        if presses.has(Command::Confirm)
            && !joined
            && let Some(entry) = self.chosen()
        {
            if state.seats.count() > 1 {
                state.camera = crate::app::camera::CameraKind::Top;
            }
            let source = entry.source.clone();
            match state.begin(&source) {
                Ok(()) => return Next::Go(Box::new(Play)),
                Err(error) => state.error = Some(error),
            }
        }
        Next::Stay
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        self.draw_all(canvas);
    }
}

/// The next stronger or weaker drivers.
fn change_difficulty(state: &mut AppState, right: i32) {
    if right == 0 {
        return;
    }
    let all = Difficulty::ALL;
    let place = all.iter().position(|one| *one == state.difficulty);
    let next = (place.unwrap_or(0) as i32 + right).rem_euclid(all.len() as i32);
    state.difficulty = all[next as usize];
    state.sound.cue(Cue::Tick);
}
