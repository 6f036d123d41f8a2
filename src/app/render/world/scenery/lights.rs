//! Lights, and what moves in the air.

use glam::Vec3;
use serde::Deserialize;

use crate::app::render::scene::Sprite;
use crate::app::render::world::props::{Dice, lamp};
use crate::app::render::world::scenery::pen::Pen;

/// A light whose glow stays small when it comes near the eye.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// The radius of its glow, in metres.
    pub radius: f32,
    /// Its colours by the running number of the repetition; values above 1 give bright cores.
    pub colors: Vec<[f32; 3]>,
    #[serde(default)]
    pub beat: Beat,
}

/// The change of a light with time. Its rate is in radians or blinks per second, and `shift` is its delay from one
/// repetition to the next.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Beat {
    #[default]
    Steady,
    /// It is on for a share of the time.
    Blink { rate: f32, shift: f32, share: f32 },
    /// It changes smoothly between two strengths.
    Wave {
        rate: f32,
        shift: f32,
        from: f32,
        to: f32,
    },
}

impl Beat {
    /// The strength of a light with that running number.
    fn strength(&self, time: f32, number: usize) -> f32 {
        match *self {
            Beat::Steady => 1.0,
            Beat::Blink { rate, shift, share } => {
                f32::from((time * rate + number as f32 * shift).fract() < share)
            }
            Beat::Wave {
                rate,
                shift,
                from,
                to,
            } => {
                let wave = (time * rate - number as f32 * shift).sin() * 0.5 + 0.5;
                from + (to - from) * wave
            }
        }
    }
}

/// The colour of a light by its running number.
fn color(colors: &[[f32; 3]], number: usize) -> Vec3 {
    (colors.get(number % colors.len().max(1))).map_or(Vec3::ONE, |color| Vec3::from(*color))
}

impl Lamp {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let number = pen.stand.running;
        let color = color(&self.colors, number) * self.beat.strength(pen.time, number);
        let light = lamp(pen.stand.frame.at, self.radius, color, pen.eye);
        pen.sprites.push(light);
    }
}

/// A distant light.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// The radius of its glow, in metres.
    pub radius: f32,
    /// Its colours by the running number of the repetition.
    pub colors: Vec<[f32; 3]>,
}

impl Glow {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let color = color(&self.colors, pen.stand.running);
        let light = Sprite::glow(pen.stand.frame.at, self.radius, color);
        pen.sprites.push(light);
    }
}

/// The lights of cars that fly in lanes along x and z.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Traffic {
    pub seed: u32,
    pub count: usize,
    /// The number of lanes, their distance, and the place of the first one, in metres.
    pub lanes: f32,
    pub spacing: f32,
    pub first: f32,
    /// The length of a lane in metres.
    pub length: f32,
    pub heights: (f32, f32),
    /// In m/s.
    pub speeds: (f32, f32),
    pub radius: f32,
    /// The colours of cars in both directions.
    pub colors: [[f32; 3]; 2],
}

impl Traffic {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let mut dice = Dice::new(self.seed);
        for _ in 0..self.count {
            let lane = (dice.next() * self.lanes).floor() * self.spacing + self.first;
            let high = dice.between(self.heights.0, self.heights.1);
            let fast = dice.between(self.speeds.0, self.speeds.1);
            let (speed, color) = if dice.next() < 0.5 {
                (fast, self.colors[0])
            } else {
                (-fast, self.colors[1])
            };
            let place = dice.next() * self.length + pen.time * speed;
            let along = place.rem_euclid(self.length) - self.length * 0.5;
            let at = if dice.next() < 0.5 {
                Vec3::new(along, high, lane)
            } else {
                Vec3::new(lane, high, along)
            };
            let light = lamp(at, self.radius, Vec3::from(color), pen.eye);
            pen.sprites.push(light);
        }
    }
}

/// Snowflakes that fall over the floor.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snow {
    pub seed: u32,
    pub count: usize,
    /// The distance outside the border up to which they fall, and the height from which, in metres.
    pub margin: f32,
    pub height: f32,
    /// In m/s.
    pub speeds: (f32, f32),
    /// The radius of a flake in metres, and its sway.
    pub radii: (f32, f32),
    pub sway: f32,
    pub opacity: f32,
}

impl Snow {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let mut dice = Dice::new(self.seed);
        let half = pen.site.outline.half_sizes();
        let time = pen.time;
        for _ in 0..self.count {
            let (x, z, fall, phase) = (
                dice.between(-1.0, 1.0) * (half.x + self.margin),
                dice.between(-1.0, 1.0) * (half.y + self.margin),
                dice.between(self.speeds.0, self.speeds.1),
                dice.next() * self.height,
            );
            let height = self.height - (time * fall + phase * 2.0).rem_euclid(self.height);
            let sway = Vec3::new(
                (time * 0.9 + phase).sin(),
                0.0,
                (time * 0.7 + phase * 2.0).cos(),
            );
            let at = Vec3::new(x, height, z) + sway * self.sway;
            let radius = dice.between(self.radii.0, self.radii.1);
            let flake = Sprite::puff(at, radius, 1.0, self.opacity);
            pen.sprites.push(flake);
        }
    }
}
