//! What the place of a level looks like: its world, floor, wall, crowd, sky, light and air.
//!
//! Drawn only: no round depends on it. What is left out is as the world has it.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
#[cfg(feature = "window")]
use crate::level::Paint;

/// The look of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mood {
    /// What stands around the arena, and what all else is like if nothing is said.
    pub world: World,
    /// What the floor is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<FloorKind>,
    /// What the wall looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<WallKind>,
    /// How many of the places for spectators are taken, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crowd: Option<f32>,
    /// The sky.
    pub sky: SkySpec,
    /// The sun, the moon or a floodlight.
    pub light: LightSpec,
    /// The air.
    pub fog: FogSpec,
}

/// A place in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum World {
    /// A fair in the evening: tents, strings of bulbs, a big wheel.
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

/// What a floor is made of.
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

/// What a wall looks like.
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

/// What a level says about its sky. Colours are `"#rrggbb"`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SkySpec {
    /// The colour overhead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zenith: Option<String>,
    /// The colour over the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<String>,
    /// The colour of the ground far away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    /// How many clouds there are, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clouds: Option<f32>,
    /// How many stars there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<f32>,
}

/// What a level says about its light.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LightSpec {
    /// The colour of the light, as `"#rrggbb"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Where it comes from, in degrees as the heading of a car.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<f32>,
    /// How high it stands over the horizon, in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<f32>,
    /// How bright it is; 1 is a sunny day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f32>,
    /// How bright the shade is; 1 is as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambient: Option<f32>,
}

/// What a level says about its air.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FogSpec {
    /// Its colour, as `"#rrggbb"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<String>,
    /// From how far on it shows, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<f32>,
    /// Over how many metres it thickens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f32>,
}

impl Mood {
    /// The numbers that are given, with their ranges.
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

    /// The colours that are given, with the paths of their fields.
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

/// A colour that is given and right.
#[cfg(feature = "window")]
pub(crate) fn given_color(text: Option<&String>) -> Option<[f32; 3]> {
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
