//! The screens, each behind one small trait. Drawing takes `&self`, so a picture cannot change
//! the game.

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

/// What comes after a frame.
pub enum Next {
    /// The same screen.
    Stay,
    /// Another one.
    Go(Box<dyn Screen>),
    /// The same one, once a question is answered.
    Ask(Question),
    /// The end of the program.
    Quit,
}

/// What a screen draws on and from: the whole picture, or a part of it as if it were the whole.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    pub ui: &'a Ui,
    pub state: &'a AppState,
    /// The parts of it that show the scene, and from where they do: one or more.
    pub parts: &'a [Part],
    pub eyes: &'a [Eye],
    /// What the debug views drew.
    pub sink: &'a LineSink,
    /// So much of the lower edge is the screen's: nothing else is to lie there.
    pub foot: f32,
}

impl Canvas<'_> {
    /// From where its first part shows the scene; in a part of the picture there is no other.
    pub fn view(&self) -> &CameraView {
        &self.eyes[0].view
    }

    /// Whose the part is; everybody's, if it is the whole of a picture of several parts.
    pub fn whose(&self) -> Whose {
        match self.parts {
            [part] => part.whose,
            _ => Whose::All,
        }
    }

    /// Whether the picture is in several parts, and this is all of it.
    pub fn is_split(&self) -> bool {
        self.parts.len() > 1
    }

    /// Whether debug views are drawn somewhere in it.
    pub fn has_views(&self) -> bool {
        !self.state.views.is_empty() && self.parts.iter().any(|part| part.views)
    }

    /// How that part looks at the round.
    pub fn sight(&self) -> &Sight {
        self.state.session.sight_of(self.whose())
    }

    /// How large the letters of a running round are here, as the players want them: 1 as the layout has them. No larger
    /// than the room allows, in the whole of a split picture than in its parts.
    pub fn letters(&self) -> f32 {
        let parts = self.parts.iter().map(|part| match self.is_split() {
            true => (part.whose, part.within(self.ui.size).size()),
            false => (part.whose, self.ui.size),
        });
        let letters = parts.map(|(whose, size)| letters_in(self.state, whose, size));
        letters.fold(f32::INFINITY, f32::min)
    }

    /// Draws with letters of that size.
    pub fn in_letters<T>(&self, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        self.enlarged(self.letters(), draw)
    }

    /// Draws with units that are so many times as large.
    pub fn enlarged<T>(&self, times: f32, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        draw(&Canvas {
            ui: &self.ui.enlarged(times),
            foot: self.foot / times,
            ..*self
        })
    }

    /// Draws in each part, and in none of them beyond its edges.
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

/// The least size of a part of the picture for what a running round shows, in units; and where all look through one camera,
/// which has the room between everybody's panels.
const LEAST_PART: Vec2 = Vec2::new(640.0, 360.0);
const LEAST_SHARED: Vec2 = Vec2::new(1100.0, 620.0);

/// How large the letters of a running round are in a part of so many units.
fn letters_in(state: &AppState, whose: Whose, size: Vec2) -> f32 {
    let least = match whose {
        Whose::All if state.session.humans() > 1 => LEAST_SHARED,
        _ => LEAST_PART,
    };
    let room = (size / least).min_element();
    state.settings.round_text.min(room.max(1.0))
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

    /// The same where letters are so large.
    fn in_letters(self, times: f32) -> Self {
        Self {
            head: self.head * times,
            panels: self.panels * times,
            ..self
        }
    }

    /// Those of a part of a picture with several.
    pub fn of_part(whose: Whose) -> Self {
        match whose {
            Whose::All | Whose::Nobody => Self::default(),
            Whose::Seat(_) => Self {
                panels: gauges::height(2),
                ..Self::default()
            },
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

    /// True if it is a question, for whose answer all else waits.
    fn asks(&self) -> bool {
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

    /// Whether everybody's own part of the picture is shown here, where several people play.
    fn splits(&self) -> bool {
        false
    }

    /// What the scene shows.
    fn shown<'a>(&'a self, state: &'a AppState) -> &'a Session {
        &state.session
    }

    /// Draws its two-dimensional part; the scene is there already.
    fn draw(&self, canvas: &Canvas<'_>);
}

/// Draws what lies over every screen: views' legend, messages, the help, and the level's error unless that is to wait for
/// the answer of a question.
pub fn draw_over_all(canvas: &Canvas<'_>, asks: bool) {
    hand::draw(canvas);
    overlay::draw(canvas);
    if !asks {
        overlay::draw_error(canvas);
    }
    if canvas.state.help {
        help::draw(canvas);
    }
}

/// The parts of the picture that a screen shows, each with what the camera above keeps clear of in it, for a picture
/// of that ratio of width to height and so many units.
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

/// Draws what a running round shows: what `shot` puts into its pictures too.
pub fn draw_round(canvas: &Canvas<'_>) {
    draw_panels(canvas);
    // A picture with views stands still for them.
    match canvas.has_views() {
        true => marks::draw_still(canvas),
        false => marks::draw(canvas),
    }
}

/// The panels of a running round; what is written over the scene comes after them, and beside them.
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
