//! Looks of a level: its world, floor, wall, crowd, sky, light and air.
//!
//! They only affect drawing; no round depends on them. Omitted values are those of the world.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::Paint;

/// Looks of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mood {
    /// Surroundings of the arena; they give the defaults for all other looks.
    pub world: World,
    /// Surface of the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<FloorKind>,
    /// Looks of the wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<WallKind>,
    /// Fraction of the spectators' places that are taken, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crowd: Option<f32>,
    /// The sky.
    pub sky: SkySpec,
    /// The sun, the moon or a floodlight.
    pub light: LightSpec,
    /// The air.
    pub fog: FogSpec,
}

/// Surroundings of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum World {
    /// A fair in the evening: tents, strings of bulbs, a Ferris wheel.
    #[default]
    Fairground,
    /// A frozen lake on a winter's day: firs, snow, mountains.
    Rink,
    /// Stands all around, floodlights and flags.
    Stadium,
    /// A yard by day: containers, a crane, a fence.
    Yard,
    /// The moon, with the Earth over it.
    Moon,
    /// A tin on a kitchen table.
    Table,
    /// A platform high above a city at night.
    Heights,
}

impl World {
    /// All of them, in the order of their declaration.
    pub const ALL: [World; 7] = [
        World::Fairground,
        World::Rink,
        World::Stadium,
        World::Yard,
        World::Moon,
        World::Table,
        World::Heights,
    ];
}

/// Surface of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloorKind {
    /// Steel plates with a painted star.
    Plates,
    /// Wooden boards.
    Planks,
    /// Ice with the lines of a rink, and scratches.
    Ice,
    /// The red of a running track, with lanes.
    Track,
    /// Tar with arrows and a grid of starting places.
    Asphalt,
    /// Slabs with cracks, stains and faded lines.
    Concrete,
    /// Dust with craters and tracks.
    Dust,
    /// The bottom of a tin.
    Tin,
    /// Dark glass with shining lines.
    Grid,
}

impl FloorKind {
    /// All of them, in the order of their declaration.
    pub const ALL: [FloorKind; 9] = [
        FloorKind::Plates,
        FloorKind::Planks,
        FloorKind::Ice,
        FloorKind::Track,
        FloorKind::Asphalt,
        FloorKind::Concrete,
        FloorKind::Dust,
        FloorKind::Tin,
        FloorKind::Grid,
    ];
}

/// Looks of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WallKind {
    /// Red and white panels.
    Striped,
    /// The boards of a rink: white, with a yellow foot and bright panels.
    Boards,
    /// Panels in many colours, as with names of sponsors.
    Banners,
    /// Concrete blocks with yellow and black ends.
    Blocks,
    /// The hull of a moon base, with small lights.
    Hull,
    /// The bright rim of a tin.
    Metal,
    /// Dark, with a shining line.
    Neon,
}

/// Sky of a level. Colours are `"#rrggbb"`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SkySpec {
    /// The colour overhead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zenith: Option<String>,
    /// The colour above the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<String>,
    /// The colour of the distant ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    /// Density of clouds, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clouds: Option<f32>,
    /// Density of stars, 0 to 400.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<f32>,
}

/// Light of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LightSpec {
    /// Colour of the light, as `"#rrggbb"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Direction that it comes from, in degrees like the heading of a car.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<f32>,
    /// Elevation above the horizon, in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<f32>,
    /// Brightness; 1 is a sunny day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f32>,
    /// Brightness of the shade; 1 is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambient: Option<f32>,
}

/// Haze of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FogSpec {
    /// Its colour, as `"#rrggbb"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<String>,
    /// Distance from which it is visible, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<f32>,
    /// Distance over which it thickens, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f32>,
}

impl Mood {
    /// Returns the given numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let numbers: [(&'static [&'static str], Option<f32>, _); 9] = [
            (&["crowd"], self.crowd, 0.0..=1.0),
            (&["sky", "clouds"], self.sky.clouds, 0.0..=1.0),
            (&["sky", "stars"], self.sky.stars, 0.0..=400.0),
            (
                &["light", "direction"],
                self.light.direction,
                -360.0..=360.0,
            ),
            (&["light", "elevation"], self.light.elevation, 10.0..=90.0),
            (&["light", "strength"], self.light.strength, 0.0..=2.0),
            (&["light", "ambient"], self.light.ambient, 0.2..=3.0),
            (&["fog", "start"], self.fog.start, 0.0..=500.0),
            (&["fog", "depth"], self.fog.depth, 5.0..=1000.0),
        ];
        let given = numbers.into_iter();
        given
            .filter_map(|(field, value, range)| Some(Bound::new(field, value?, range)))
            .collect()
    }

    /// Returns the given colours with the paths of their fields.
    pub fn colors(&self) -> Vec<([&'static str; 2], &str)> {
        let colors = [
            (["sky", "zenith"], &self.sky.zenith),
            (["sky", "horizon"], &self.sky.horizon),
            (["sky", "ground"], &self.sky.ground),
            (["light", "color"], &self.light.color),
            (["fog", "tint"], &self.fog.tint),
        ];
        let given = colors.into_iter();
        given
            .filter_map(|(field, color)| Some((field, color.as_deref()?)))
            .collect()
    }
}

/// Returns a colour if it is given and valid.
pub fn given_color(text: Option<&String>) -> Option<[f32; 3]> {
    Some(Paint::parse(text?)?.to_array())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_is_checked_and_what_is_not_is_left_to_the_world() {
        let mood: Mood =
            ron::from_str("(world: Moon, crowd: Some(2.0), fog: (tint: Some(\"blue\")))").unwrap();
        let wrong: Vec<_> = mood.bounds().into_iter().filter(|b| !b.holds()).collect();
        assert_eq!(wrong.len(), 1);
        assert_eq!(wrong[0].field, ["crowd"]);
        assert_eq!(mood.colors(), [(["fog", "tint"], "blue")]);
        assert!(Mood::default().bounds().is_empty() && Mood::default().colors().is_empty());
    }
}
