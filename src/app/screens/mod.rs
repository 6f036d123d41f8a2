//! The screens, each behind one small trait. Drawing takes `&self`, so it cannot change the
//! game.

mod cost_bars;
mod cup_table;
mod cups;
mod gauges;
mod hand;
mod help;
mod highlight;
mod hints;
mod hud;
mod key_words;
pub mod leaving;
mod legend;
mod lesson;
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
mod question;
mod recordings;
mod replay;
mod results;
mod scroll;
mod split;
mod time_line;
mod title;
mod why;

use glam::Vec2;

use crate::app::camera::Frame;
use crate::app::input::Presses;
use crate::app::parts::{Part, Whose};
use crate::app::render::lines::LineSink;
use crate::app::render::scene::{CameraView, Eye};
use crate::app::session::{Session, Sight};
use crate::app::state::{AppState, HandUse};
use crate::app::ui::Ui;

pub use crate::app::screens::cup_table::CupTable;
pub use crate::app::screens::cups::Cups;
pub use crate::app::screens::help::HelpPage;
pub use crate::app::screens::overlay::in_a_line;
pub use crate::app::screens::pause::Pause;
pub use crate::app::screens::people::{called as name_of_car, mark as mark_of};
pub use crate::app::screens::play::Play;
pub use crate::app::screens::question::Question;
pub use crate::app::screens::recordings::Recordings;
pub use crate::app::screens::replay::Replay;
pub use crate::app::screens::title::Title;

/// The continuation after a frame.
pub enum Next {
    /// The screen stays.
    Stay,
    /// Another screen replaces it.
    Go(Box<dyn Screen>),
    /// A question opens; its answer decides.
    Ask(Question),
    /// The program ends.
    Quit,
}

/// The data for drawing a screen, on the whole picture or on a part as if it were the whole.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    pub ui: &'a Ui,
    pub state: &'a AppState,
    /// The parts of the picture that show the scene, at least one, with their cameras.
    pub parts: &'a [Part],
    pub eyes: &'a [Eye],
    /// The drawing of the debug views.
    pub sink: &'a LineSink,
    /// Height at the lower edge reserved by the screen, in units.
    pub foot: f32,
}

impl Canvas<'_> {
    /// The camera of its first part; a canvas for a part of the picture has only one.
    pub fn view(&self) -> &CameraView {
        &self.eyes[0].view
    }

    /// The owner of the part; `Whose::All` for the whole of a divided picture.
    pub fn whose(&self) -> Whose {
        match self.parts {
            [part] => part.whose,
            _ => Whose::All,
        }
    }

    /// True if this is the whole of a picture with several parts.
    pub fn is_split(&self) -> bool {
        self.parts.len() > 1
    }

    /// True if debug views are drawn somewhere in it.
    pub fn has_views(&self) -> bool {
        !self.state.views.is_empty() && self.parts.iter().any(|part| part.views)
    }

    /// The view of the round in this part.
    pub fn sight(&self) -> &Sight {
        self.state.session.sight_of(self.whose())
    }

    /// Text size of a running round as a factor; 1 is the layout's normal size. It is the player's setting, limited
    /// by the room; for the whole of a divided picture by that of its smallest part.
    pub fn letters(&self) -> f32 {
        let parts = self.parts.iter().map(|part| match self.is_split() {
            true => (part.whose, part.within(self.ui.size).size()),
            false => (part.whose, self.ui.size),
        });
        let letters = parts.map(|(whose, size)| letters_in(self.state, whose, size));
        letters.fold(f32::INFINITY, f32::min)
    }

    /// Draws with that text size.
    pub fn in_letters<T>(&self, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        self.enlarged(self.letters(), draw)
    }

    /// Draws with units that are `times` as large.
    pub fn enlarged<T>(&self, times: f32, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        draw(&Canvas {
            ui: &self.ui.enlarged(times),
            foot: self.foot / times,
            ..*self
        })
    }

    /// Draws in each part, clipped to its area.
    pub fn in_parts(&self, mut draw: impl FnMut(&Canvas<'_>)) {
        if !self.is_split() {
            return draw(self);
        }
        for (part, eye) in self.parts.iter().zip(self.eyes) {
            let area = part.within(self.ui.size);
            let ui = self.ui.part(area);
            ui.clip(true);
            draw(&Canvas {
                ui: &ui,
                parts: std::slice::from_ref(part),
                eyes: std::slice::from_ref(eye),
                foot: (area.high.y - self.ui.size.y + self.foot).max(0.0),
                ..*self
            });
            ui.clip(false);
        }
    }
}

/// The smallest size of a part for the display of a running round, in units, and that of a picture with one camera
/// for several players, whose panels surround the free room.
const LEAST_PART: Vec2 = Vec2::new(640.0, 360.0);
const LEAST_SHARED: Vec2 = Vec2::new(1100.0, 620.0);

/// The text size of a running round in a part of that size in units.
fn letters_in(state: &AppState, whose: Whose, size: Vec2) -> f32 {
    let least = match whose {
        Whose::All if state.session.humans() > 1 => LEAST_SHARED,
        _ => LEAST_PART,
    };
    let room = (size / least).min_element();
    state.settings.round_text.min(room.max(1.0))
}

/// The heights at the edges that a screen reserves, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Edges {
    /// At the upper edge; the top camera keeps clear of it.
    pub head: f32,
    /// At the lower edge; nothing else may be drawn there.
    pub foot: f32,
    /// Height of the players' panels at the lower edge; the top camera keeps clear of them too.
    pub panels: f32,
}

impl Edges {
    /// The edges of a running round with that many players.
    pub fn of_round(people: usize) -> Self {
        Self {
            head: hud::head(people),
            foot: 0.0,
            panels: gauges::height(people),
        }
    }

    /// Scales them to a text size.
    fn in_letters(self, times: f32) -> Self {
        Self {
            head: self.head * times,
            panels: self.panels * times,
            ..self
        }
    }

    /// The edges of one part of a divided picture.
    pub fn of_part(whose: Whose) -> Self {
        match whose {
            Whose::All | Whose::Nobody => Self::default(),
            Whose::Seat(_) => Self {
                panels: gauges::height(2),
                ..Self::default()
            },
        }
    }

    /// The area that the top camera keeps clear, as shares of a picture of that height in units.
    pub fn frame(&self, aspect: f32, height: f32) -> Frame {
        Frame {
            aspect,
            head: self.head / height,
            foot: self.foot.max(self.panels) / height,
        }
    }
}

/// A screen of the game.
pub trait Screen {
    /// Its name in the report.
    fn name(&self) -> &'static str;

    /// Advances by a frame of that many seconds.
    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next;

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

    /// The use of the hand on this screen.
    fn hand(&self, _state: &AppState) -> HandUse {
        HandUse::None
    }

    /// The edges that it reserves.
    fn edges(&self, _state: &AppState) -> Edges {
        Edges::default()
    }

    /// True if it shows each of several players a part of the picture.
    fn splits(&self) -> bool {
        false
    }

    /// The session whose scene is drawn.
    fn shown<'a>(&'a self, state: &'a AppState) -> &'a Session {
        &state.session
    }

    /// Draws the two-dimensional part over the scene.
    fn draw(&self, canvas: &Canvas<'_>);
}

/// Draws what lies over every screen: hand, legend of the views unless the screen explains them, messages, help, and
/// the level's error unless a question is open.
pub fn draw_over_all(canvas: &Canvas<'_>, asks: bool, explains: bool) {
    hand::draw(canvas);
    overlay::draw(canvas, !explains);
    if !asks {
        overlay::draw_error(canvas);
    }
    if canvas.state.help {
        help::draw(canvas);
    }
}

/// The parts of the picture that a screen shows, each with the area that the top camera keeps clear, for a picture of
/// that aspect ratio (width / height) and size in units.
pub fn parts_of(
    state: &AppState,
    splits: bool,
    edges: Edges,
    aspect: f32,
    size: Vec2,
) -> Vec<(Part, Frame)> {
    let parts = match splits {
        true => state.parts(),
        false => vec![Part::WHOLE],
    };
    let alone = parts.len() == 1;
    let framed = parts.into_iter().map(|part| {
        let share = part.area.high - part.area.low;
        let edges = if alone {
            edges
        } else {
            Edges::of_part(part.whose)
        };
        let edges = edges.in_letters(letters_in(state, part.whose, size * share));
        let frame = edges.frame(aspect * share.x / share.y, size.y * share.y);
        (part, frame)
    });
    framed.collect()
}

/// Draws the display of a running round; the `shot` command uses it too.
pub fn draw_round(canvas: &Canvas<'_>) {
    draw_panels(canvas);
    // With views the picture is treated as paused, so that signs do not hide their lines.
    match canvas.has_views() {
        true => marks::draw_still(canvas),
        false => marks::draw(canvas),
    }
}

/// Draws the panels of a running round, before the marks, which avoid them.
fn draw_panels(canvas: &Canvas<'_>) {
    split::draw_borders(canvas);
    canvas.in_letters(hud::draw);
    canvas.in_parts(|canvas| canvas.in_letters(hud::draw_own));
    canvas.in_parts(|canvas| canvas.in_letters(gauges::draw));
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
