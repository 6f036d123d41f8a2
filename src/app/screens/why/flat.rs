//! Lines of the scene, drawn flat over the picture, left of the panel.

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use dodgem_collide::{DebugKind, DebugSink};

use crate::app::area::Area;
use crate::app::pixels;
use crate::app::render::scene::CameraView;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};

/// The view of the last picture, for clicks in the scene.
pub struct Seen {
    pub view: CameraView,
    /// The size of the picture, and the left edge of the panel, in units.
    pub size: Vec2,
    pub panel: f32,
}

impl Seen {
    /// The ray from the eye through the pointer: its origin and its direction. None over the panel.
    pub fn pointed(&self) -> Option<[Vec3; 2]> {
        let at = pixels::mouse() / Ui::pixels_a_unit(pixels::window_size());
        (at.x < self.panel).then(|| [self.view.eye, self.view.ray(at, self.size)])
    }

    /// The direction in which the picture looks.
    pub fn ahead(&self) -> Vec3 {
        self.view.ray(self.size * 0.5, self.size)
    }
}

/// Draws lines between places of the scene.
pub struct Flat<'a> {
    ui: &'a Ui,
    view: &'a CameraView,
    /// The free part of the picture, from its upper left corner, in units.
    room: Vec2,
}

impl<'a> Flat<'a> {
    pub fn new(ui: &'a Ui, view: &'a CameraView, room: Vec2) -> Self {
        Flat { ui, view, room }
    }

    /// The position of a place in the picture; None behind the eye.
    pub fn at(&self, place: Vec3) -> Option<Vec2> {
        self.view.project(place, self.ui.size).map(|found| found.0)
    }

    /// Draws a line, as far as it is left of the panel.
    pub fn line(&self, from: Vec3, to: Vec3, width: f32, color: Color) {
        let (Some(mut from), Some(mut to)) = (self.at(from), self.at(to)) else {
            return;
        };
        if from.x > to.x {
            std::mem::swap(&mut from, &mut to);
        }
        if from.x >= self.room.x {
            return;
        }
        if to.x > self.room.x {
            to = from + (to - from) * ((self.room.x - from.x) / (to.x - from.x));
        }
        self.ui.line(from, to, width, color);
    }

    /// Draws an arrow from a place along a vector.
    pub fn arrow(&self, from: Vec3, along: Vec3, color: Color) {
        let to = from + along;
        self.line(from, to, 2.5, color);
        let (Some(start), Some(tip)) = (self.at(from), self.at(to)) else {
            return;
        };
        let way = (tip - start).normalize_or_zero();
        if tip.x < self.room.x && way != Vec2::ZERO {
            let back = tip - way * 11.0;
            let side = Vec2::new(-way.y, way.x) * 5.0;
            self.ui.triangle([tip, back + side, back - side], color);
        }
    }

    /// Draws a word with a dark edge beside a place.
    pub fn word(&self, text: &str, place: Vec3, color: Color) {
        let Some(at) = self.at(place) else {
            return;
        };
        let room = self.room.x - 8.0 - self.ui.width(text, 15.0);
        let at = Vec2::new((at.x + 8.0).min(room).max(4.0), at.y - 6.0);
        if (16.0..self.room.y).contains(&at.y) {
            self.ui.bold(text, at, 15.0, color, Align::Left);
        }
    }

    /// Lets a press near a place mean a line of the panel.
    pub fn spot(&self, place: Vec3, line: usize) {
        if let Some(at) = self.at(place).filter(|at| at.x < self.room.x) {
            let half = Vec2::splat(8.0);
            self.ui
                .spot(Area::of(at - half, half * 2.0), Spot::Line(line));
        }
    }

    /// Draws a small ring around a place.
    pub fn dot(&self, place: Vec3, color: Color) {
        let Some(at) = self.at(place).filter(|at| at.x < self.room.x) else {
            return;
        };
        let half = Vec2::splat(4.0);
        self.ui.fill(at - half - 1.0, half * 2.0 + 2.0, ink::NIGHT);
        self.ui.fill(at - half, half * 2.0, color);
    }
}

impl DebugSink for &Flat<'_> {
    fn line(&mut self, a: Vec3, b: Vec3, kind: DebugKind) {
        let color = match kind {
            DebugKind::VolumeApart => ink::MINT,
            _ => ink::GOLD,
        };
        Flat::line(self, a, b, 2.0, color);
    }

    fn text(&mut self, at: Vec3, text: &str, _: DebugKind) {
        self.word(text, at, ink::CREAM);
    }
}
