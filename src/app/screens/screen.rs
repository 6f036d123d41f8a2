//! The trait of the screens. Drawing takes `&self`, so it cannot change the game.

use crate::app::grip::HandUse;
use crate::app::input::Presses;
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::session::Session;
use crate::app::state::{Next, ReadContext, ScreenContext};

/// A screen of the game.
pub trait Screen {
    /// Its name in the report.
    fn name(&self) -> &'static str;

    /// Advances by a frame of that many seconds.
    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next;

    /// True if keys are text now and have no other meaning.
    fn takes_text(&self) -> bool {
        false
    }

    /// True if it is a question, for which everything else waits.
    fn asks(&self) -> bool {
        false
    }

    /// True if its own panel explains the debug views, so that their legend is not drawn.
    fn explains(&self) -> bool {
        false
    }

    /// True if it shows another scene than that of the state's session, or that one only as scenery behind a list, so
    /// that the keys for views and focus and the pointer must not look into the session.
    fn looks_elsewhere(&self) -> bool {
        false
    }

    /// Lies over a screen from now on, which waits.
    fn cover(&mut self, _under: Box<dyn Screen>) {}

    /// Returns the screen that waits below this one, if there is one.
    fn uncover(&mut self) -> Option<Box<dyn Screen>> {
        None
    }

    /// The use of the hand on this screen.
    fn hand(&self, _state: &ReadContext<'_>) -> HandUse {
        HandUse::None
    }

    /// The edges that it reserves.
    fn edges(&self, _state: &ReadContext<'_>) -> Edges {
        Edges::default()
    }

    /// True if it shows each of several players a part of the picture.
    fn splits(&self) -> bool {
        false
    }

    /// The session whose scene is drawn.
    fn shown<'a>(&'a self, session: &'a Session) -> &'a Session {
        session
    }

    /// Draws the display of the scene over it.
    fn draw(&self, _canvas: &Canvas<'_>) {}

    /// Draws lists, menus, tables and fields over that, with egui.
    fn show(&self, _canvas: &Canvas<'_>) {}
}
