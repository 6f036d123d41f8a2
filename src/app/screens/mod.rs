//! The screens, each behind one small trait. Drawing takes `&self`, so a picture cannot change
//! the game.

mod cost_bars;
mod gauges;
mod hand;
mod help;
mod highlight;
mod hints;
mod hud;
mod legend;
mod magnifier;
mod marks;
mod menu;
mod naming;
mod numbers;
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

use crate::app::camera::Frame;
use crate::app::input::Presses;
use crate::app::render::lines::LineSink;
use crate::app::render::scene::CameraView;
use crate::app::session::Session;
use crate::app::state::{AppState, HandUse};
use crate::app::ui::Ui;

pub use crate::app::screens::help::HelpPage;
pub use crate::app::screens::overlay::in_a_line;
pub use crate::app::screens::pause::Pause;
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
}

/// What of its edges a screen keeps for itself, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Edges {
    /// The height at the upper edge: the camera above keeps clear of it.
    pub head: f32,
    /// The height at the lower edge: nothing else is to lie there.
    pub foot: f32,
    /// The height of the players' panels at the lower edge: the camera above keeps clear of them too.
    pub panels: f32,
}

impl Edges {
    /// Those of a running round with so many people.
    pub fn of_round(people: usize) -> Self {
        Self {
            head: hud::head(people),
            foot: 0.0,
            panels: gauges::height(people),
        }
    }

    /// What the camera above keeps clear of in a picture so many units high, as shares of it.
    pub fn frame(&self, aspect: f32, height: f32) -> Frame {
        Frame {
            aspect,
            head: self.head / height,
            foot: self.foot.max(self.panels) / height,
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

    /// What the hand does here.
    fn hand(&self, _state: &AppState) -> HandUse {
        HandUse::None
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
    hand::draw(canvas);
    overlay::draw(canvas);
    if canvas.state.help {
        help::draw(canvas);
    }
}

/// Draws what a running round shows: what `shot` puts into its pictures too.
pub fn draw_round(canvas: &Canvas<'_>) {
    draw_panels(canvas);
    // A picture with views stands still for them.
    match canvas.state.views.is_empty() {
        true => marks::draw(canvas),
        false => marks::draw_still(canvas),
    }
}

/// The panels of a running round; what is written over the scene comes after them, and beside them.
fn draw_panels(canvas: &Canvas<'_>) {
    hud::draw(canvas);
    gauges::draw(canvas);
    numbers::draw(canvas);
    magnifier::draw(canvas);
}

#[cfg(test)]
mod tests {
    use super::Edges;

    #[test]
    fn the_camera_keeps_clear_of_panels_and_of_a_time_line() {
        let foot = |edges: Edges| edges.frame(1.6, 720.0).foot;
        // A single player's panel is small and in a corner.
        assert_eq!(foot(Edges::of_round(1)), 0.0);
        assert_eq!(foot(Edges::of_round(4)), 156.0 / 720.0);
        let line = Edges {
            foot: 180.0,
            ..Edges::of_round(2)
        };
        assert_eq!(foot(line), 0.25);
    }
}
