//! The look of a world: colours of sky, light and air, and other values for the shaders. Each world
//! has defaults in `assets/looks/worlds.ron`, which a level's mood can replace one by one.

use std::sync::LazyLock;

use glam::{Vec2, Vec3, Vec4};
use serde::Deserialize;

use crate::app::asset;
use crate::level::{FloorKind, Mood, WallKind, World, given_color};

/// The look of a world, with the changes of a level.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    pub world: World,
    pub floor: FloorKind,
    pub wall: WallKind,
    /// The share of spectators' places that are occupied.
    pub crowd: f32,
    /// Colours of the sky at the zenith and at the horizon, and of the distant ground.
    pub zenith: Vec3,
    pub horizon: Vec3,
    pub ground: Vec3,
    /// Cloud cover from 0 to 1, and the number of stars.
    pub clouds: f32,
    pub stars: usize,
    /// Unit vector towards the light, and its colour times its strength.
    pub sun: Vec3,
    pub sun_color: Vec3,
    /// Size of the sun's disc; 0 hides it.
    pub disc: f32,
    /// Ambient light from above and from below.
    pub above: Vec3,
    pub below: Vec3,
    /// Fog colour, its start in metres, and the metres over which it thickens.
    pub fog: Vec3,
    pub fog_start: f32,
    pub fog_depth: f32,
    /// Reflectivity of the floor, 0 to 1. At 0 the mirror image is not drawn.
    pub polish: f32,
    /// Brightness of tyre marks; negative values are darker than the floor.
    pub marks: f32,
}

/// The unit vector towards a light, from its angles in degrees as in a level.
fn towards(direction: f32, elevation: f32) -> Vec3 {
    let (sin, cos) = direction.to_radians().sin_cos();
    let (up, flat) = elevation.to_radians().sin_cos();
    Vec3::new(-sin * flat, up, -cos * flat)
}

impl Look {
    /// Combines the defaults of a mood's world with the mood's own values.
    pub fn of(mood: &Mood) -> Self {
        let mut look = Self::of_world(mood.world);
        look.floor = mood.floor.unwrap_or(look.floor);
        look.wall = mood.wall.unwrap_or(look.wall);
        look.crowd = mood.crowd.unwrap_or(look.crowd).clamp(0.0, 1.0);
        (look.polish, look.marks) = surface(look.floor);
        let paint = |slot: &mut Vec3, text: &Option<String>| {
            if let Some(color) = given_color(text.as_ref()) {
                *slot = Vec3::from(color);
            }
        };
        paint(&mut look.zenith, &mood.sky.zenith);
        paint(&mut look.horizon, &mood.sky.horizon);
        paint(&mut look.ground, &mood.sky.ground);
        paint(&mut look.fog, &mood.fog.tint);
        look.clouds = mood.sky.clouds.unwrap_or(look.clouds);
        look.stars = mood.sky.stars.map_or(look.stars, |count| count as usize);
        let light = &mood.light;
        let strength = look.sun_color.max_element().max(0.01);
        let mut tone = look.sun_color / strength;
        paint(&mut tone, &light.color);
        look.sun_color = tone * light.strength.map_or(strength, |share| share * 1.25);
        if light.direction.is_some() || light.elevation.is_some() {
            let flat = Vec2::new(look.sun.x, look.sun.z);
            let direction = light
                .direction
                .unwrap_or_else(|| (-flat.x).atan2(-flat.y).to_degrees());
            let elevation = light
                .elevation
                .unwrap_or_else(|| look.sun.y.asin().to_degrees());
            look.sun = towards(direction, elevation);
        }
        let shade = light.ambient.unwrap_or(1.0);
        look.above *= shade;
        look.below *= shade;
        look.fog_start = mood.fog.start.unwrap_or(look.fog_start);
        look.fog_depth = mood.fog.depth.unwrap_or(look.fog_depth);
        look
    }

    /// The look of a world, without a mood.
    fn of_world(world: World) -> Self {
        let all = looks();
        let found = all.worlds.iter().find(|look| look.world == world);
        found.unwrap_or(&all.worlds[0]).look()
    }

    /// The offset of a shadow in x and z per metre of height.
    pub fn shadow_slant(&self) -> Vec2 {
        -Vec2::new(self.sun.x, self.sun.z) / self.sun.y.max(0.35) * 0.8
    }

    /// The darkness of shadows, which grows with the sun's brightness.
    pub fn shadow_strength(&self) -> f32 {
        (0.42 + 0.18 * self.sun_color.max_element()).min(0.68)
    }

    /// The colour that the floor reflects where nothing stands.
    pub fn reflected(&self) -> Vec3 {
        self.horizon.lerp(self.zenith, 0.35)
    }

    /// The factor by which the mood's light changes the floor, whose colours assume the light of its world.
    pub fn floor_tint(&self) -> Vec3 {
        let lit = |look: &Self| look.sun_color * look.sun.y + look.above;
        let usual = Self::of_world(self.world);
        (lit(self) / lit(&usual).max(Vec3::splat(0.05))).powf(0.5)
    }

    /// Colour and range of the fog as uniforms.
    pub fn air(&self) -> [Vec4; 2] {
        let reach = Vec4::new(self.fog_start, 1.0 / self.fog_depth.max(1.0), 0.0, 0.0);
        [Vec4::from((self.fog, 0.0)), reach]
    }
}

/// The reflectivity of a floor, and the brightness of tyre marks on it.
fn surface(floor: FloorKind) -> (f32, f32) {
    let found = looks().floors.iter().find(|look| look.floor == floor);
    found.map_or((0.0, 0.0), |look| (look.polish, look.marks))
}

/// The file of looks, which explains its fields.
const LOOKS: &str = include_str!("../../../assets/looks/worlds.ron");

/// The looks of all worlds and floors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looks {
    worlds: Vec<WorldLook>,
    floors: Vec<FloorLook>,
}

/// The look of a world in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorldLook {
    world: World,
    floor: FloorKind,
    wall: WallKind,
    crowd: f32,
    zenith: Rgb,
    horizon: Rgb,
    ground: Rgb,
    clouds: f32,
    stars: usize,
    sun: Sun,
    light: [f32; 3],
    disc: f32,
    above: [f32; 3],
    below: [f32; 3],
    fog: Rgb,
    fog_start: f32,
    fog_depth: f32,
}

/// The direction of a light and its elevation, in degrees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sun {
    direction: f32,
    elevation: f32,
}

/// The look of a floor in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FloorLook {
    floor: FloorKind,
    polish: f32,
    marks: f32,
}

/// A colour such as `#14173d`.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Rgb(Vec3);

impl TryFrom<String> for Rgb {
    type Error = String;

    fn try_from(text: String) -> Result<Rgb, String> {
        let color = given_color(Some(&text)).ok_or_else(|| format!("{text} is no colour"));
        color.map(|color| Rgb(Vec3::from(color)))
    }
}

/// The looks, read once from the file in the program.
fn looks() -> &'static Looks {
    static READ: LazyLock<Looks> = LazyLock::new(|| asset::read("looks/worlds.ron", LOOKS));
    &READ
}

impl WorldLook {
    fn look(&self) -> Look {
        Look {
            world: self.world,
            floor: self.floor,
            wall: self.wall,
            crowd: self.crowd,
            zenith: self.zenith.0,
            horizon: self.horizon.0,
            ground: self.ground.0,
            clouds: self.clouds,
            stars: self.stars,
            sun: towards(self.sun.direction, self.sun.elevation),
            sun_color: Vec3::from(self.light),
            disc: self.disc,
            above: Vec3::from(self.above),
            below: Vec3::from(self.below),
            fog: self.fog.0,
            fog_start: self.fog_start,
            fog_depth: self.fog_depth,
            polish: 0.0,
            marks: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{LightSpec, SkySpec};

    #[test]
    fn every_world_and_floor_has_one_look_in_the_file() {
        let read: Vec<World> = looks().worlds.iter().map(|look| look.world).collect();
        assert_eq!(read, World::ALL);
        let read: Vec<FloorKind> = looks().floors.iter().map(|look| look.floor).collect();
        assert_eq!(read, FloorKind::ALL);
        for world in World::ALL {
            let look = Look::of_world(world);
            assert!((look.sun.length() - 1.0).abs() < 1e-5, "{world:?}");
            assert!((0.0..=1.0).contains(&look.crowd), "{world:?}");
            assert!(look.fog_depth > 0.0, "{world:?}");
        }
    }

    #[test]
    fn a_wrong_colour_or_field_is_refused() {
        assert!(ron::from_str::<Rgb>("\"#14173d\"").is_ok());
        assert!(ron::from_str::<Rgb>("\"blue\"").is_err());
        assert!(ron::from_str::<Sun>("(direction: 1.0, elevation: 2.0, x: 3.0)").is_err());
    }

    #[test]
    fn a_mood_replaces_what_its_world_has_and_nothing_else() {
        let plain = Look::of(&Mood::default());
        let mood = Mood {
            floor: Some(FloorKind::Ice),
            sky: SkySpec {
                zenith: Some("#ff0000".to_owned()),
                ..SkySpec::default()
            },
            light: LightSpec {
                direction: Some(90.0),
                ..LightSpec::default()
            },
            ..Mood::default()
        };
        let own = Look::of(&mood);
        assert_eq!(own.zenith, Vec3::X);
        assert_eq!((own.horizon, own.wall), (plain.horizon, plain.wall));
        assert!(own.polish > plain.polish, "ice mirrors more");
        assert!(own.sun.x < -0.5, "90 degrees is on the left");
        assert!((own.sun.y - plain.sun.y).abs() < 1e-4 && (own.sun.length() - 1.0).abs() < 1e-4);
    }
}
