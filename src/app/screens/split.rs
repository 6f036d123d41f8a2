//! A divided picture: the borders between its parts, and the place of words for a part's player.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::params::screens::split::{BESIDE, BORDER, CAR, EDGE, FLAT, FOOT, LEAST, LETTERS};
use crate::app::parts::Whose;
use crate::app::screens::Canvas;
use crate::app::ui::{Align, Ui, ink};

/// Draws a line between neighbouring parts.
pub fn draw_borders(canvas: &Canvas<'_>) {
    let size = canvas.ui.size;
    if !canvas.is_split() {
        return;
    }
    for part in canvas.parts {
        let area = part.within(size);
        let wide = Vec2::splat(BORDER * 0.5);
        if part.area.high.x < 1.0 {
            let at = Vec2::new(area.high.x - wide.x, area.low.y);
            let height = area.high.y - area.low.y;
            canvas.ui.fill(at, Vec2::new(BORDER, height), ink::NIGHT);
        }
        if part.area.high.y < 1.0 {
            let at = Vec2::new(area.low.x, area.high.y - wide.y);
            let width = area.high.x - area.low.x;
            canvas.ui.fill(at, Vec2::new(width, BORDER), ink::NIGHT);
        }
    }
}

/// The middle and the width of the words for a part's player, in units. In a flat part the car reaches down to the
/// words, so they are to its right.
fn place_of_words(size: Vec2) -> (f32, f32) {
    let width = size.x;
    let room = width - 2.0 * BESIDE;
    let left = match size.y < FLAT {
        true => width * 0.5 + CAR,
        false if room < LEAST => BESIDE,
        false => return (width * 0.5, room),
    };
    let right = width - EDGE;
    ((left + right) * 0.5, right - left)
}

/// Draws words for the player of a part, low in it and beside the gauges: in one line of that letter size if it fits,
/// else smaller and in several lines.
pub fn draw_words(canvas: &Canvas<'_>, text: &str, letters: f32, color: Color, fade: f32) {
    let ui = canvas.ui;
    let left = canvas.beside_menu();
    let (middle, room) = place_of_words(ui.size - Vec2::X * left);
    let middle = middle + left;
    let (lines, size) = lines_of(ui, text, letters, room - 32.0);
    let step = size + 6.0;
    let widest = lines.iter().map(|line| ui.width(line, size));
    let tall = step * (lines.len() as f32 - 1.0);
    let half = Vec2::new(
        widest.fold(0.0, f32::max) * 0.5 + 16.0,
        (size + tall) * 0.5 + 7.0,
    );
    let at = Vec2::new(middle, ui.size.y - FOOT);
    ui.backing(at - half, half * 2.0, ink::fade(ink::SOLID, fade));
    for (line, text) in lines.iter().enumerate() {
        let base = at + Vec2::Y * (size * 0.36 - tall * 0.5 + step * line as f32);
        ui.text(text, base, size, ink::fade(color, fade), Align::Center);
    }
}

/// Wraps a text to a width; returns its lines and letter size.
fn lines_of(ui: &Ui, text: &str, letters: f32, room: f32) -> (Vec<String>, f32) {
    let fits = letters * (room / ui.width(text, letters).max(1.0)).min(1.0);
    if fits >= letters.min(LETTERS) {
        return (vec![text.to_owned()], fits);
    }
    let size = letters.min(LETTERS);
    (ui.wrap(text, size, room), size)
}

/// Shows each player the driving keys, in the player's own part.
pub fn draw_keys(canvas: &Canvas<'_>, keys: &[String]) {
    canvas.in_parts(|canvas| {
        let Whose::Seat(seat) = canvas.whose() else {
            return;
        };
        if let Some(text) = keys.get(seat) {
            canvas.in_letters(|canvas| draw_words(canvas, text, LETTERS, ink::CREAM, 1.0));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::{Split, parts_for};

    #[test]
    fn words_stand_beside_the_gauges_in_every_part() {
        for people in 1..=4 {
            for split in Split::ALL {
                for part in parts_for(people, split) {
                    let area = part.within(Vec2::new(1280.0, 720.0));
                    let wide = area.high.x - area.low.x;
                    let (middle, room) = place_of_words(area.high - area.low);
                    let (left, right) = (middle - room * 0.5, middle + room * 0.5);
                    // The gauges end at 266 units.
                    assert!(
                        left >= 270.0 && right <= wide - EDGE + 0.1,
                        "{wide}: {left} {right}"
                    );
                    assert!(room >= 220.0, "{wide}: {room}");
                }
            }
        }
        // A single player's words are in the middle.
        let whole = Vec2::new(1280.0, 720.0);
        assert_eq!(place_of_words(whole), (640.0, 716.0));
    }
}
