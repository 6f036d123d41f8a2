//! The heights at the edges of the picture that a screen reserves.

use crate::app::camera::Frame;
use crate::app::params::screens::edges::NOTE_HEAD;
use crate::app::params::screens::edges::{FOOT, HEAD};
use crate::app::parts::Whose;

/// The height at the upper edge that the top camera keeps clear for that many players, in units. A single
/// player's car is seldom under a note, so a larger picture is worth more.
pub fn head(people: usize) -> f32 {
    if people > 1 { HEAD + NOTE_HEAD } else { HEAD }
}

/// The height that the panels of that many players take at the lower edge, in units: 0 for a single player,
/// whose panel is small and in a corner.
pub fn height(people: usize) -> f32 {
    match people {
        0 | 1 => 0.0,
        _ => FOOT,
    }
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
            head: head(people),
            foot: 0.0,
            panels: height(people),
        }
    }

    /// The edges of a list with keys in its last lines, in the letters of lists.
    pub fn of_list(foot: f32, letters: f32) -> Self {
        Self {
            foot: foot * letters,
            ..Self::default()
        }
    }

    /// Scales them to a text size.
    pub(super) fn in_letters(self, times: f32) -> Self {
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
                panels: height(2),
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
