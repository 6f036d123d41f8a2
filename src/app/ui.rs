//! Two-dimensional drawing: crisp text, panels, bars and stars, in units of which every screen has at least
//! 1280 by 720.

use std::cell::RefCell;
use std::rc::Rc;

use glam::Vec2;
use macroquad::color::Color;
use macroquad::shapes::{draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle};

use crate::app::AppError;
use crate::app::area::Area;
use crate::app::glyphs::{GlyphSize, Glyphs};
use crate::app::render::gl;
use crate::app::spots::{Spot, Spots};
use crate::app::wrap::wrap_with;

/// The letters of Europe and the signs of the game, without hints, which nothing here uses (half of all bytes):
/// `pyftsubset FONT --no-hinting --layout-features= --legacy-kern --unicodes=U+20-24F,U+2B0-36F,U+370-52F,U+1E00-1EFF,
/// U+2000-20BF,U+2100-23FF,U+2500-27BF,U+FFFD --drop-tables+=GSUB,GPOS,GDEF,FFTM,gasp`.
pub static FONT: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansCondensed-Bold.ttf");

/// The size of the smallest screen in units.
const LEAST: Vec2 = Vec2::new(1280.0, 720.0);

/// Limits of letter sizes in pixels: the smallest, the largest, and the largest rasterised at its exact size.
const SMALLEST_GLYPH: f32 = 4.0;
const LARGEST_LETTER: f32 = 400.0;
const LARGEST_EXACT: f32 = 48.0;
/// The rasterised sizes from which larger letters are stretched, in pixels.
const GLYPH_STEPS: [f32; 5] = [32.0, 64.0, 96.0, 144.0, 224.0];

/// Colours of the screens.
pub mod ink {
    use macroquad::color::Color;

    pub const CREAM: Color = Color::new(0.98, 0.93, 0.82, 1.0);
    pub const GOLD: Color = Color::new(1.0, 0.78, 0.26, 1.0);
    pub const CORAL: Color = Color::new(0.96, 0.36, 0.29, 1.0);
    pub const MINT: Color = Color::new(0.45, 0.92, 0.70, 1.0);
    pub const GREY: Color = Color::new(0.74, 0.74, 0.82, 1.0);
    pub const NIGHT: Color = Color::new(0.05, 0.05, 0.13, 1.0);
    pub const PANEL: Color = Color::new(0.05, 0.05, 0.13, 0.74);
    pub const SOLID: Color = Color::new(0.05, 0.05, 0.13, 0.97);

    /// Multiplies the colour's opacity by `opacity`.
    pub const fn fade(color: Color, opacity: f32) -> Color {
        Color::new(color.r, color.g, color.b, color.a * opacity)
    }
}

/// The point of a text that lies at the given position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// Draws on a screen, a picture or a part of one as if it were the whole.
pub struct Ui {
    glyphs: Rc<Glyphs>,
    /// The size in units.
    pub size: Vec2,
    /// Pixels per unit.
    pub scale: f32,
    /// The upper left corner in the picture, in units.
    origin: Vec2,
    /// The size of a unit relative to a unit of the whole picture.
    zoom: f32,
    /// The panels drawn so far, in units of the whole picture.
    panels: Rc<RefCell<Vec<Area>>>,
    /// The clickable areas.
    pub spots: Rc<Spots>,
}

impl Ui {
    /// Creates the drawing for a screen of that many pixels and loads the font. The window must be open.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if the font cannot be used.
    pub fn new(pixels: Vec2) -> Result<Self, AppError> {
        let (size, scale) = units(pixels);
        Ok(Self {
            glyphs: Rc::new(Glyphs::new(FONT)?),
            size,
            scale,
            origin: Vec2::ZERO,
            zoom: 1.0,
            panels: Rc::default(),
            spots: Rc::default(),
        })
    }

    /// Adapts to a screen of that many pixels. Call it between pictures.
    pub fn resize(&mut self, pixels: Vec2) {
        (self.size, self.scale) = units(pixels);
    }

    /// Returns a view of a part: its coordinates start at the part's corner, while panels and spots are
    /// shared with the whole picture.
    pub fn part(&self, area: Area) -> Ui {
        Ui {
            glyphs: Rc::clone(&self.glyphs),
            size: area.high - area.low,
            scale: self.scale,
            origin: self.origin + area.low,
            zoom: self.zoom,
            panels: Rc::clone(&self.panels),
            spots: Rc::clone(&self.spots),
        }
    }

    /// Returns a view of this area whose units are `times` as large, so it has fewer of them.
    pub fn enlarged(&self, times: f32) -> Ui {
        Ui {
            size: self.size / times,
            scale: self.scale * times,
            origin: self.origin / times,
            zoom: self.zoom * times,
            ..self.part(Area::of(Vec2::ZERO, self.size))
        }
    }

    /// Restricts drawing to this area, or allows the whole picture again.
    pub fn clip(&self, on: bool) {
        let clip = on.then(|| {
            let (low, high) = (self.pixels(Vec2::ZERO), self.pixels(self.size));
            let (low, size) = (
                low.round().as_ivec2(),
                (high.round() - low.round()).as_ivec2(),
            );
            (low.x, low.y, size.x, size.y)
        });
        gl::clip(clip);
    }

    /// Converts a position to pixels of the picture.
    fn pixels(&self, at: Vec2) -> Vec2 {
        (self.origin + at) * self.scale
    }

    /// Converts an area of the whole picture to this view's units.
    pub fn here(&self, area: Area) -> Area {
        Area {
            low: area.low / self.zoom - self.origin,
            high: area.high / self.zoom - self.origin,
        }
    }

    /// Converts an area of this view to the whole picture's units.
    pub fn whole(&self, area: Area) -> Area {
        self.there(area)
    }

    fn there(&self, area: Area) -> Area {
        Area {
            low: (area.low + self.origin) * self.zoom,
            high: (area.high + self.origin) * self.zoom,
        }
    }

    /// Begins a picture without panels and spots.
    pub fn begin(&self) {
        self.panels.borrow_mut().clear();
        self.spots.begin();
        self.glyphs.begin();
    }

    /// Marks an area as covered, as a panel would.
    pub fn keep_clear(&self, at: Vec2, size: Vec2) {
        self.panels
            .borrow_mut()
            .push(self.there(Area::of(at, size)));
    }

    /// Returns the panels drawn since the picture began, in this view's units.
    pub fn panels(&self) -> Vec<Area> {
        let panels = self.panels.borrow();
        panels.iter().map(|panel| self.here(*panel)).collect()
    }

    /// Returns the smallest y from `top` down at which a rectangle of that size with that left edge overlaps
    /// no panel.
    pub fn below_panels(&self, left: f32, top: f32, size: Vec2) -> f32 {
        below(self.panels(), left, top, size)
    }

    /// Like [`Ui::below_panels`], but for a tall rectangle: it avoids only panels near the top and may cover
    /// those near the bottom.
    pub fn below_head(&self, left: f32, top: f32, size: Vec2) -> f32 {
        let mut panels = self.panels();
        panels.retain(|panel| panel.low.y < self.size.y * HEAD);
        let top = below(panels, left, top, size);
        top.min(self.size.y - size.y - 4.0).max(0.0)
    }

    /// True if a panel covers the position.
    pub fn covers(&self, at: Vec2) -> bool {
        let point = self.there(Area::around(at, Vec2::ZERO));
        self.panels
            .borrow()
            .iter()
            .any(|panel| panel.overlaps(&point))
    }

    /// Returns the pixels per unit on a screen of that many pixels.
    pub fn pixels_a_unit(pixels: Vec2) -> f32 {
        units(pixels).1
    }

    /// Draws a line of text whose baseline is at `at`; returns its width in units.
    pub fn text(&self, text: &str, at: Vec2, size: f32, color: Color, align: Align) -> f32 {
        let width = self.width(text, size);
        let left = match align {
            Align::Left => at.x,
            Align::Center => at.x - width * 0.5,
            Align::Right => at.x - width,
        };
        self.put(text, Vec2::new(left, at.y), size, color);
        width
    }

    /// Shortens a text with an ellipsis so that it fits into `room` units.
    pub fn fitting(&self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let mut kept: Vec<char> = text.chars().collect();
        loop {
            kept.pop();
            let shown: String = kept.iter().chain(&['…']).collect();
            if kept.is_empty() || self.width(&shown, size) <= room {
                return shown;
            }
        }
    }

    /// True if the pointer is in an area.
    pub fn is_pointed_at(&self, area: Area) -> bool {
        self.spots.is_pointed_at(&self.there(area))
    }

    /// Adds a clickable area. Returns true if the pointer is on it.
    pub fn spot(&self, area: Area, spot: Spot) -> bool {
        self.spots.add(self.there(area), spot)
    }

    /// Draws texts in a line with dots between them; each text with a spot is clickable. Returns the line's
    /// width.
    pub fn buttons(
        &self,
        parts: &[(String, Option<Spot>)],
        at: Vec2,
        size: f32,
        color: Color,
    ) -> f32 {
        let mut x = 0.0;
        for (index, (text, spot)) in parts.iter().enumerate() {
            if index > 0 {
                x += self.text("  ·  ", at + Vec2::X * x, size, color, Align::Left);
            }
            let corner = at + Vec2::new(x, -size);
            let area = Area::of(corner, Vec2::new(self.width(text, size), size * 1.4));
            let under = spot.is_some_and(|spot| self.spot(area, spot));
            let color = if under { ink::GOLD } else { color };
            x += self.text(text, at + Vec2::X * x, size, color, Align::Left);
        }
        x
    }

    /// Like [`Ui::buttons`], with smaller letters if the line is wider than a room in units.
    pub fn buttons_within(
        &self,
        parts: &[(String, Option<Spot>)],
        at: Vec2,
        size: f32,
        room: f32,
    ) -> f32 {
        let gaps = self.width("  ·  ", size) * parts.len().saturating_sub(1) as f32;
        let texts = parts.iter().map(|(text, _)| self.width(text, size));
        let wide = gaps + texts.sum::<f32>();
        let letters = size * (room / wide.max(1.0)).min(1.0);
        self.buttons(parts, at, letters, ink::CREAM)
    }

    /// Draws text like [`Ui::text`], with a dark outline so that it is readable on any background.
    pub fn bold(&self, text: &str, at: Vec2, size: f32, color: Color, align: Align) -> f32 {
        let shade = ink::fade(ink::NIGHT, 0.8 * color.a);
        let far = (size * 0.045).max(1.2);
        for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.8, 1.6)] {
            self.text(text, at + Vec2::new(x, y) * far, size, shade, align);
        }
        self.text(text, at, size, color, align)
    }

    fn put(&self, text: &str, at: Vec2, size: f32, color: Color) {
        let at = self.pixels(at).round();
        self.glyphs
            .draw(text, at, glyphs(size * self.scale), 0.0, color);
    }

    /// Draws a word tilted by `lean` radians, with its middle at `at`.
    pub fn leaning(&self, text: &str, at: Vec2, size: f32, lean: f32, color: Color) {
        let glyphs = leaning_glyphs(size * self.scale);
        let extent = self.glyphs.extent(text, glyphs);
        let back = Vec2::new(-extent.width, extent.top + extent.bottom) * 0.5;
        let start = self.pixels(at) + Vec2::from_angle(lean).rotate(back);
        self.glyphs.draw(text, start, glyphs, lean, color);
    }

    /// Returns the width of a text in units.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let extent = self.glyphs.extent(text, glyphs(size * self.scale));
        extent.width / self.scale
    }

    /// Breaks a text into lines of at most `width` units.
    pub fn wrap(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        wrap_with(text, width, |line| self.width(line, size))
    }

    /// Draws a filled rectangle.
    pub fn fill(&self, at: Vec2, size: Vec2, color: Color) {
        let (at, size) = (self.pixels(at), size * self.scale);
        draw_rectangle(at.x, at.y, size.x, size.y, color);
    }

    /// Draws a filled rectangle behind text, and marks its area as covered.
    pub fn backing(&self, at: Vec2, size: Vec2, color: Color) {
        self.fill(at, size, color);
        self.keep_clear(at, size);
    }

    /// Draws a dark panel for text with a thin golden edge on the left.
    pub fn panel(&self, at: Vec2, size: Vec2, color: Color) {
        self.backing(at, size, color);
        self.fill(at, Vec2::new(4.0, size.y), ink::GOLD);
    }

    /// Draws the outline of a rectangle.
    pub fn frame(&self, at: Vec2, size: Vec2, width: f32, color: Color) {
        let (at, size) = (self.pixels(at), size * self.scale);
        draw_rectangle_lines(at.x, at.y, size.x, size.y, width * 2.0 * self.scale, color);
    }

    /// Draws a straight line.
    pub fn line(&self, from: Vec2, to: Vec2, width: f32, color: Color) {
        let (from, to) = (self.pixels(from), self.pixels(to));
        draw_line(
            from.x,
            from.y,
            to.x,
            to.y,
            (width * self.scale).max(1.0),
            color,
        );
    }

    /// Draws a bar with a light edge, filled to `share` (0 to 1).
    pub fn bar(&self, at: Vec2, size: Vec2, share: f32, color: Color) {
        self.fill(at, size, ink::fade(ink::NIGHT, 0.8));
        self.fill(at, Vec2::new(size.x * share.clamp(0.0, 1.0), size.y), color);
        self.frame(at, size, 1.0, ink::fade(ink::CREAM, 0.7));
    }

    /// Draws a jagged star like those behind loud words in comics.
    pub fn burst(&self, at: Vec2, half: Vec2, lean: f32, color: Color) {
        let points = 13;
        let corner = |index: usize| {
            let angle = index as f32 / (2 * points) as f32 * std::f32::consts::TAU + lean;
            // Points of different lengths look hand-drawn.
            let uneven = 1.0 + 0.16 * ((index * 7 % 5) as f32 - 2.0) / 2.0;
            let far = if index.is_multiple_of(2) {
                uneven
            } else {
                0.72
            };
            self.corner(at + Vec2::new(angle.cos() * half.x, angle.sin() * half.y) * far)
        };
        let middle = self.corner(at);
        for index in 0..2 * points {
            draw_triangle(
                middle,
                corner(index),
                corner((index + 1) % (2 * points)),
                color,
            );
        }
    }

    /// Draws a filled triangle.
    pub fn triangle(&self, corners: [Vec2; 3], color: Color) {
        let [a, b, c] = corners.map(|corner| self.corner(corner));
        draw_triangle(a, b, c, color);
    }

    /// A point in pixels, in macroquad's own type of vector: it uses an older glam.
    fn corner(&self, at: Vec2) -> macroquad::math::Vec2 {
        self.pixels(at).to_array().into()
    }
}

/// A panel that starts above this fraction of the picture's height counts as near the top.
const HEAD: f32 = 0.4;

/// See [`Ui::below_panels`].
fn below(panels: Vec<Area>, left: f32, mut top: f32, size: Vec2) -> f32 {
    while let Some(over) =
        (panels.iter()).find(|panel| panel.overlaps(&Area::of(Vec2::new(left, top), size)))
    {
        top = over.high.y + 4.0;
    }
    top
}

/// Returns the size in units and the pixels per unit of a screen of that many pixels.
fn units(pixels: Vec2) -> (Vec2, f32) {
    let pixels = pixels.max(Vec2::splat(16.0));
    let scale = (pixels / LEAST).min_element();
    (pixels / scale, scale)
}

/// Returns the glyph size and stretch for letters of that many pixels. Small letters are rasterised at their
/// exact size, large ones are stretched from a few sizes, so that the glyph cache stays small even while
/// letters grow on screen.
fn glyphs(pixels: f32) -> GlyphSize {
    let pixels = pixels.round().clamp(SMALLEST_GLYPH, LARGEST_LETTER);
    if pixels <= LARGEST_EXACT {
        return GlyphSize {
            size: pixels as u16,
            stretch: 1.0,
        };
    }
    steps_of_glyphs(pixels)
}

/// Like [`glyphs`], for tilted letters, which are always stretched.
fn leaning_glyphs(pixels: f32) -> GlyphSize {
    steps_of_glyphs(pixels.clamp(SMALLEST_GLYPH, LARGEST_LETTER))
}

fn steps_of_glyphs(pixels: f32) -> GlyphSize {
    let [.., largest] = GLYPH_STEPS;
    let step = GLYPH_STEPS.into_iter().find(|&step| step >= pixels);
    let step = step.unwrap_or(largest);
    GlyphSize {
        size: step as u16,
        stretch: pixels / step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_screen_has_at_least_the_units_that_the_layout_needs() {
        for pixels in [
            (1280.0, 720.0),
            (640.0, 480.0),
            (3840.0, 2160.0),
            (900.0, 1400.0),
            (1.0, 1.0),
        ] {
            let (size, scale) = units(Vec2::from(pixels));
            assert!(size.x >= 1279.9 && size.y >= 719.9, "{pixels:?} {size}");
            assert!((size.x * scale - pixels.0.max(16.0)).abs() < 0.1);
        }
        assert_eq!(units(LEAST), (LEAST, 1.0));
    }

    #[test]
    fn the_font_has_the_letters_of_europe_and_the_signs_of_the_game() {
        let font = fontdue::Font::from_bytes(FONT, fontdue::FontSettings::default()).unwrap();
        for letter in "Az09ÄßéčŽłΩжЯ€…·–×÷≤≥°±²√←↑→↓◀▶▲▼●■★✓❚⏎".chars()
        {
            assert_ne!(font.lookup_glyph_index(letter), 0, "{letter}");
        }
    }

    #[test]
    fn letters_of_any_size_are_drawn_from_few_glyphs_at_their_size() {
        let mut sizes = std::collections::BTreeSet::new();
        for tenth in 0..6_000 {
            let pixels = tenth as f32 * 0.1;
            for GlyphSize { size, stretch } in [glyphs(pixels), leaning_glyphs(pixels)] {
                sizes.insert(size);
                let drawn = f32::from(size) * stretch;
                assert!((drawn - pixels.clamp(4.0, 400.0)).abs() <= 0.51, "{pixels}");
            }
        }
        // The sizes 4 to 48 and the steps above 48; 32 is in both.
        assert_eq!(sizes.len(), 45 + 4);
    }
}
