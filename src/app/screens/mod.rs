//! The screens, each behind one small trait. Drawing takes `&self`, so a picture cannot change
//! the game.

mod gauges;
mod help;
mod highlight;
mod hud;
mod marks;
mod menu;
mod naming;
mod over;
mod overlay;
mod pause;
mod people;
mod play;
mod recordings;
mod replay;
mod results;
mod scroll;
mod time_line;
mod title;

use crate::app::input::Presses;
use crate::app::render::lines::LineSink;
use crate::app::render::scene::CameraView;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::app::ui::Ui;

pub use crate::app::screens::play::Play;
pub use crate::app::screens::recordings::Recordings;
pub use crate::app::screens::replay::Replay;
pub use crate::app::screens::title::Title;

/// What comes after a frame.
pub enum Next {
    /// The same screen.
    Stay,
    /// Another one.
    Go(Box<dyn Screen>),
    /// The end of the program.
    Quit,
}

/// What a screen draws on and from.
pub struct Canvas<'a> {
    pub ui: &'a Ui,
    pub state: &'a AppState,
    pub view: &'a CameraView,
    /// What the debug views drew.
    pub sink: &'a LineSink,
    /// So much of the lower edge is the screen's: nothing else is to lie there.
    pub foot: f32,
    /// How far from the left it is.
    pub foot_reach: f32,
}

impl Canvas<'_> {
    /// How much of the lower edge is the screen's for something that begins so far from the left.
    pub fn foot_from(&self, left: f32) -> f32 {
        foot_from(self.foot, self.foot_reach, left)
    }
}

fn foot_from(foot: f32, reach: f32, left: f32) -> f32 {
    if left < reach { foot } else { 0.0 }
}

/// What of its edges a screen keeps for itself, in units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edges {
    /// The height at the upper edge: the camera above keeps clear of it.
    pub head: f32,
    /// The height at the lower edge: nothing else is to lie there.
    pub foot: f32,
    /// How far from the left the lower one is the screen's.
    pub foot_reach: f32,
}

impl Default for Edges {
    fn default() -> Self {
        Self {
            head: 0.0,
            foot: 0.0,
            foot_reach: f32::INFINITY,
        }
    }
}

impl Edges {
    /// Those of a running round with so many people.
    pub fn of_round(people: usize) -> Self {
        let (foot, foot_reach) = gauges::foot(people);
        Self {
            head: hud::head(people),
            foot,
            foot_reach,
        }
    }
}

/// A screen.
pub trait Screen {
    /// Its name in the report.
    fn name(&self) -> &'static str;

    /// Lets a frame of that many seconds pass.
    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next;

    /// Whether keys are letters now, and mean nothing else.
    fn takes_text(&self) -> bool {
        false
    }

    /// What of the edges is its own.
    fn edges(&self, _state: &AppState) -> Edges {
        Edges::default()
    }

    /// What the scene shows.
    fn shown<'a>(&'a self, state: &'a AppState) -> &'a Session {
        &state.session
    }

    /// Draws its two-dimensional part; the scene is there already.
    fn draw(&self, canvas: &Canvas<'_>);
}

/// The title after a round: if the round's level is a recording's, with one of the list behind it.
fn title_after(state: &mut AppState) -> Title {
    match state.session.is_of_recording() {
        true => Title::after_replay(state),
        false => Title::new(state),
    }
}

/// Draws what lies over every screen: views' legend, messages, the level's error, the help.
pub fn draw_over_all(canvas: &Canvas<'_>) {
    overlay::draw(canvas);
    if canvas.state.help {
        help::draw(canvas);
    }
}

/// Draws what a running round shows: what `shot` puts into its pictures too.
pub fn draw_round(canvas: &Canvas<'_>) {
    marks::draw(canvas);
    hud::draw(canvas);
    gauges::draw(canvas);
}

#[cfg(test)]
mod tests {
    use super::{Edges, foot_from};

    #[test]
    fn beside_the_panels_of_the_players_the_lower_edge_is_free() {
        let foot = |people: usize, left: f32| {
            let edges = Edges::of_round(people);
            foot_from(edges.foot, edges.foot_reach, left)
        };
        // The legend of the views begins at 960: the fourth panel alone reaches there.
        assert_eq!(
            [1, 2, 3, 4].map(|people| foot(people, 960.0)),
            [0.0, 0.0, 0.0, 126.0]
        );
        assert_eq!([1, 2].map(|people| foot(people, 300.0)), [0.0, 126.0]);
        let all = Edges {
            foot: 60.0,
            ..Edges::default()
        };
        assert_eq!(foot_from(all.foot, all.foot_reach, 1200.0), 60.0);
    }
}
