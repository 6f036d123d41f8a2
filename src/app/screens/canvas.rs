//! The data for drawing a screen, and the parts of the picture that it shows.

use glam::Vec2;

use crate::app::camera::Frame;
use crate::app::params::screens::canvas::{LEAST_BESIDE_MENU, MOST_LARGE_LIST};
use crate::app::parts::{Part, Whose};
use crate::app::render::lines::LineSink;
use crate::app::render::scene::{CameraView, Eye};
use crate::app::screens::edges::Edges;
use crate::app::session::Sight;
use crate::app::state::{ReadContext, cameras};
use crate::app::ui::Ui;

/// The data for drawing a screen, on the whole picture or on a part as if it were the whole.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    pub ui: &'a Ui,
    pub state: &'a ReadContext<'a>,
    /// The parts of the picture that show the scene, at least one, with their cameras.
    pub parts: &'a [Part],
    pub eyes: &'a [Eye],
    /// The drawing of the debug views.
    pub sink: &'a LineSink,
    /// Height at the lower edge reserved by the screen, in units.
    pub foot: f32,
    /// Width at the left edge that a menu of the screen covers, in units.
    pub left: f32,
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

    /// The width that panels at the left edge keep clear for a menu: none if too little room is left beside it.
    pub fn beside_menu(&self) -> f32 {
        match self.ui.size.x - self.left >= LEAST_BESIDE_MENU {
            true => self.left,
            false => 0.0,
        }
    }

    /// True if this is the whole of a picture with several parts.
    pub fn is_split(&self) -> bool {
        self.parts.len() > 1
    }

    /// True if debug views are drawn somewhere in it.
    pub fn has_views(&self) -> bool {
        !self.state.display.views.is_empty() && self.parts.iter().any(|part| part.views)
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

    /// Draws a list in the letters of the panels.
    pub fn in_list_letters<T>(&self, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        self.enlarged(list_letters(self.state), draw)
    }

    /// Draws above all that was drawn so far, of which nothing reacts to the pointer.
    pub fn above<T>(&self, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        draw(&Canvas {
            ui: &self.ui.above(),
            ..*self
        })
    }

    /// Draws with units that are `times` as large.
    pub fn enlarged<T>(&self, times: f32, draw: impl FnOnce(&Canvas<'_>) -> T) -> T {
        draw(&Canvas {
            ui: &self.ui.enlarged(times),
            foot: self.foot / times,
            left: self.left / times,
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
                left: (self.left - area.low.x).max(0.0),
                ..*self
            });
            ui.clip(false);
        }
    }
}

/// The text size of lists: that of the panels, as far as lists have room.
pub fn list_letters(state: &ReadContext<'_>) -> f32 {
    state.settings.panel_text.clamp(1.0, MOST_LARGE_LIST)
}

/// The smallest size of a part for the display of a running round, in units, and that of a picture with one camera
/// for several players, whose panels surround the free room.
const LEAST_PART: Vec2 = Vec2::new(640.0, 360.0);
const LEAST_SHARED: Vec2 = Vec2::new(1100.0, 620.0);

/// The text size of a running round in a part of that size in units.
fn letters_in(state: &ReadContext<'_>, whose: Whose, size: Vec2) -> f32 {
    let least = match whose {
        Whose::All if state.session.humans() > 1 => LEAST_SHARED,
        _ => LEAST_PART,
    };
    let room = (size / least).min_element();
    state.settings.round_text.min(room.max(1.0))
}

/// The parts of the picture that a screen shows, each with the area that the top camera keeps clear, for a picture of
/// that aspect ratio (width / height) and size in units.
pub fn parts_of(
    state: &ReadContext<'_>,
    splits: bool,
    edges: Edges,
    aspect: f32,
    size: Vec2,
) -> Vec<(Part, Frame)> {
    let parts = match splits {
        true => cameras::parts(state.session, state.settings, state.display),
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
