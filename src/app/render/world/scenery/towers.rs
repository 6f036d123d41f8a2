//! Towers with lit windows between streets.

use glam::Vec3;
use serde::Deserialize;

use crate::app::render::world::props::{Dice, bar, block};
use crate::app::render::world::scenery::pen::Pen;

/// A city in a square grid of streets.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Towers {
    pub seed: u32,
    /// The distance of the streets in metres, and the number of plots on each side of the middle.
    pub spacing: f32,
    pub plots: i32,
    /// The depth of the streets below the floor, in metres.
    pub depth: f32,
    /// The distance from the middle up to which there are towers, and the distance outside the arena from which.
    pub radius: f32,
    pub outside: f32,
    /// The share of empty plots.
    pub empty: f32,
    /// Half the sides of a tower, in metres.
    pub halves: (f32, f32),
    /// The distance outside the arena up to which towers stay below it, and the height of their roofs, in metres.
    pub near: f32,
    pub near_roofs: (f32, f32),
    /// The height of the other roofs in metres, and the rise of the highest one per metre from the middle.
    pub roofs: (f32, f32),
    pub rise: f32,
    /// The share of roofs with a glowing edge, and with a mast of these heights in metres.
    pub edges: f32,
    pub masts: f32,
    pub mast_heights: (f32, f32),
    /// The most rows of windows, and the distance of a tower in metres from which half of them are enough.
    pub rows: usize,
    pub far: f32,
    /// The height of the lowest row above the street, the depth of the highest one below the roof, and the distance of
    /// rows, in metres.
    pub row_places: (f32, f32, f32),
    /// The share of rows without light.
    pub dark: f32,
    /// The materials of walls, edges and windows, chosen by chance.
    pub walls: Vec<String>,
    pub glows: Vec<String>,
    pub windows: Vec<String>,
}

/// Half the height of a window, in metres.
const PANE: Vec3 = Vec3::new(0.0, 0.45, 0.0);
/// The left end of lit panes and their width, in halves of a wall, chosen by chance.
const PANE_FROM: [f32; 4] = [-0.86, -0.5, -0.14, 0.22];
const PANE_WIDE: [f32; 3] = [0.26, 0.26, 0.62];

impl Towers {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let mut dice = Dice::new(self.seed);
        let half = pen.site.outline.half_sizes();
        let plots = -self.plots..=self.plots;
        for (row, column) in plots
            .clone()
            .flat_map(|row| plots.clone().map(move |column| (row, column)))
        {
            let at = Vec3::new(column as f32, 0.0, row as f32) * self.spacing;
            let outside = (at.x.abs() - half.x).max(at.z.abs() - half.y);
            let far = at.length();
            if far > self.radius || outside < self.outside || dice.next() < self.empty {
                continue;
            }
            let mut between = |(from, to): (f32, f32)| dice.between(from, to);
            let top = if outside < self.near {
                between(self.near_roofs)
            } else {
                between((self.roofs.0, self.roofs.1 + self.rise * far))
            };
            let high = (top + self.depth) * 0.5;
            let size = Vec3::new(between(self.halves), high, between(self.halves));
            let middle = at + Vec3::Y * (high - self.depth);
            let rows = if far > self.far {
                self.rows / 2
            } else {
                self.rows
            };
            self.tower(pen, middle, size, rows, &mut dice);
        }
    }

    fn tower(&self, pen: &mut Pen<'_, '_>, middle: Vec3, half: Vec3, rows: usize, dice: &mut Dice) {
        let wall = pen.material(dice.one_of::<String>(&self.walls));
        block(pen.mesh(), middle, half, 0.0, wall);
        let roof = middle + Vec3::Y * half.y;
        let glow = pen.material(dice.one_of::<String>(&self.glows));
        if dice.next() < self.edges {
            let edge = Vec3::new(half.x + 0.1, 0.22, half.z + 0.1);
            block(pen.mesh(), roof, edge, 0.0, glow);
            // Only the edge glows.
            let top = Vec3::new(half.x - 0.15, 0.06, half.z - 0.15);
            block(pen.mesh(), roof + Vec3::Y * 0.25, top, 0.0, wall);
        }
        if dice.next() < self.masts {
            let top = roof + Vec3::Y * dice.between(self.mast_heights.0, self.mast_heights.1);
            bar(pen.mesh(), roof, top, 0.14, wall);
        }
        self.windows(pen, middle, half, rows, dice);
    }

    /// Adds rows of windows on the two sides that face the middle.
    fn windows(
        &self,
        pen: &mut Pen<'_, '_>,
        middle: Vec3,
        half: Vec3,
        rows: usize,
        dice: &mut Dice,
    ) {
        let lit = pen.material(dice.one_of::<String>(&self.windows));
        let (lowest, under_roof, step) = self.row_places;
        for row in 0..rows {
            let y = half.y * 2.0 - under_roof - row as f32 * step;
            if y < lowest {
                break;
            }
            for side in 0..2 {
                if dice.next() < self.dark {
                    continue;
                }
                let (wide, out) = if side == 0 {
                    let out = Vec3::X * -middle.x.signum() * half.x;
                    (Vec3::Z * half.z, out)
                } else {
                    (Vec3::X * half.x, Vec3::Z * -middle.z.signum() * half.z)
                };
                // A few adjacent panes.
                let from = dice.pick(&PANE_FROM);
                let to = from + dice.pick(&PANE_WIDE);
                let place = middle + out * 1.01 + Vec3::Y * (y - half.y);
                let (left, right) = (place + wide * from, place + wide * to);
                let [a, b, c, d] = [left - PANE, right - PANE, right + PANE, left + PANE];
                let outwards = (b - a).cross(c - a).dot(out) > 0.0;
                let corners = if outwards { [a, b, c, d] } else { [d, c, b, a] };
                pen.mesh().quad(corners, lit);
            }
        }
    }
}
