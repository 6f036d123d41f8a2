//! Two-dimensional drawing: crisp text, panels, bars and stars, in units of which every screen has at least
//! 1280 by 720.

use std::cell::RefCell;
use std::rc::Rc;

use glam::Vec2;
use macroquad::color::Color;

use crate::app::AppError;
use crate::app::area::Area;
use crate::app::params::window::ui::HEAD;
use crate::app::pen::{CanvasPen, Letters, Pen};
use crate::app::render::gl;
use crate::app::sheet::{FieldEnd, FieldText, List, Sheet};
use crate::app::spots::{Spot, Spots};
use crate::app::wrap::wrap_with;

pub(in crate::app) use crate::app::ink;

/// The letters of Europe and the signs of the game, without hints, which nothing here uses (half of all bytes):
/// `pyftsubset FONT --no-hinting --layout-features= --legacy-kern --unicodes=U+20-24F,U+2B0-36F,U+370-52F,U+1E00-1EFF,
/// U+2000-20BF,U+2100-23FF,U+2500-27BF,U+FFFD --drop-tables+=GSUB,GPOS,GDEF,FFTM,gasp`.
pub static FONT: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansCondensed-Bold.ttf");

/// The size of the smallest screen in units.
const LEAST: Vec2 = Vec2::new(1280.0, 720.0);

/// The point of a text that lies at the given position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// Draws on a screen, a picture or a part of one as if it were the whole.
pub struct Ui {
    pen: Rc<dyn Pen>,
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
    /// The layer of egui's picture that it draws on, if its pen is one.
    sheet: Option<Rc<Sheet>>,
}

impl Ui {
    /// Creates the drawing for a screen of that many pixels and loads the font. The window must be open.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if the font cannot be used.
    pub fn new(pixels: Vec2) -> Result<Self, AppError> {
        let (size, scale) = units(pixels);
        Ok(Self {
            pen: Rc::new(CanvasPen::new(FONT)?),
            size,
            scale,
            origin: Vec2::ZERO,
            zoom: 1.0,
            panels: Rc::default(),
            spots: Rc::default(),
            sheet: None,
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
            pen: Rc::clone(&self.pen),
            size: area.high - area.low,
            scale: self.scale,
            origin: self.origin + area.low,
            zoom: self.zoom,
            panels: Rc::clone(&self.panels),
            spots: Rc::clone(&self.spots),
            sheet: self.sheet.clone(),
        }
    }

    /// Returns a view of this area that draws on a layer of egui's picture.
    pub fn on_sheet(&self, sheet: Rc<Sheet>) -> Ui {
        Ui {
            zoom: self.zoom,
            pen: Rc::<Sheet>::clone(&sheet),
            sheet: Some(sheet),
            ..self.part(Area::of(Vec2::ZERO, self.size))
        }
    }

    /// Returns a view of this area that draws above all that was drawn so far, of which nothing reacts to the pointer
    /// from now on.
    pub fn above(&self) -> Ui {
        self.spots.begin();
        let sheet = self.sheet.as_ref();
        let view = self.part(Area::of(Vec2::ZERO, self.size));
        match sheet.map(|sheet| Rc::new(sheet.above())) {
            Some(sheet) => view.on_sheet(sheet),
            None => view,
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

    fn in_pixels(&self, area: Area) -> Area {
        Area {
            low: self.pixels(area.low),
            high: self.pixels(area.high),
        }
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
        self.pen.begin();
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
        match &self.sheet {
            Some(sheet) => sheet.spot(self.in_pixels(area), spot),
            None => self.spots.add(self.there(area), spot),
        }
    }

    /// Shows the rows of a list that are in view: `row` draws one in a view of its area. Only egui scrolls lists.
    pub fn list(&self, list: &List, mut row: impl FnMut(&Ui, usize)) {
        let Some(sheet) = &self.sheet else { return };
        let pixels = List {
            area: self.in_pixels(list.area),
            step: list.step * self.scale,
            ..*list
        };
        sheet.list(&pixels, self.zoom, |rows, index, area| {
            let area = Area {
                low: area.low / self.scale - self.origin,
                high: area.high / self.scale - self.origin,
            };
            row(&self.part(area).on_sheet(Rc::clone(rows)), index);
        });
    }

    /// Shows a field for a line of text with letters of that size, which has the keyboard: see [`Sheet::field`]. Only
    /// egui takes text.
    pub fn field(
        &self,
        field: &mut FieldText,
        area: Area,
        size: f32,
        takes: (fn(char) -> bool, usize),
    ) -> Option<FieldEnd> {
        let sheet = self.sheet.as_ref()?;
        sheet.field(field, self.in_pixels(area), size * self.scale, takes)
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
        let wide = |size: f32| {
            let gaps = self.width("  ·  ", size) * parts.len().saturating_sub(1) as f32;
            let texts = parts.iter().map(|(text, _)| self.width(text, size));
            gaps + texts.sum::<f32>()
        };
        // Letters have whole sizes in pixels, so their width does not shrink in proportion.
        let least = size * (room / wide(size).max(1.0)).min(1.0);
        let smaller = [least, least * 0.95, least * 0.9];
        let fits = smaller.into_iter().find(|size| wide(*size) <= room);
        self.buttons(parts, at, fits.unwrap_or(least * 0.9), ink::CREAM)
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
        self.pen.text(text, at, self.letters(size), color);
    }

    /// Draws a word tilted by `lean` radians, with its middle at `at`.
    pub fn leaning(&self, text: &str, at: Vec2, size: f32, lean: f32, color: Color) {
        let letters = Letters {
            lean: Some(lean),
            ..self.letters(size)
        };
        let extent = self.pen.extent(text, letters);
        let back = Vec2::new(-extent.width, extent.top + extent.bottom) * 0.5;
        let start = self.pixels(at) + Vec2::from_angle(lean).rotate(back);
        self.pen.text(text, start, letters, color);
    }

    /// Returns the width of a text in units.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        self.pen.extent(text, self.letters(size)).width / self.scale
    }

    /// Returns upright letters of a size in units.
    fn letters(&self, size: f32) -> Letters {
        let size = size * self.scale;
        Letters { size, lean: None }
    }

    /// Breaks a text into lines of at most `width` units.
    pub fn wrap(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        wrap_with(text, width, |line| self.width(line, size))
    }

    /// Draws a filled rectangle.
    pub fn fill(&self, at: Vec2, size: Vec2, color: Color) {
        let (at, size) = (self.pixels(at), size * self.scale);
        self.pen.fill(at, size, color);
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
        self.pen.frame(at, size, width * self.scale, color);
    }

    /// Draws a straight line.
    pub fn line(&self, from: Vec2, to: Vec2, width: f32, color: Color) {
        let (from, to) = (self.pixels(from), self.pixels(to));
        self.pen
            .line(from, to, (width * self.scale).max(1.0), color);
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
            at + Vec2::new(angle.cos() * half.x, angle.sin() * half.y) * far
        };
        for index in 0..2 * points {
            let next = corner((index + 1) % (2 * points));
            self.triangle([at, corner(index), next], color);
        }
    }

    /// Draws a filled triangle.
    pub fn triangle(&self, corners: [Vec2; 3], color: Color) {
        let corners = corners.map(|corner| self.pixels(corner));
        self.pen.triangle(corners, color);
    }
}

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
}
