//! The look of a world: colours of sky, light and air, and other values for the shaders. Each world
//! has defaults, which a level's mood can replace one by one.

use glam::{Vec2, Vec3, Vec4};

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

const fn rgb(red: u8, green: u8, blue: u8) -> Vec3 {
    Vec3::new(
        red as f32 / 255.0,
        green as f32 / 255.0,
        blue as f32 / 255.0,
    )
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

    fn of_world(world: World) -> Self {
        let evening = Self {
            world,
            floor: FloorKind::Plates,
            wall: WallKind::Striped,
            crowd: 0.8,
            zenith: rgb(20, 23, 61),
            horizon: rgb(250, 143, 87),
            ground: rgb(66, 44, 66),
            clouds: 0.35,
            stars: 60,
            sun: towards(-137.0, 50.0),
            sun_color: Vec3::new(1.25, 1.08, 0.86),
            disc: 0.0,
            above: Vec3::new(0.42, 0.44, 0.62),
            below: Vec3::new(0.24, 0.17, 0.17),
            fog: rgb(150, 84, 92),
            fog_start: 26.0,
            fog_depth: 90.0,
            polish: 0.0,
            marks: 0.0,
        };
        match world {
            World::Fairground => evening,
            World::Rink => Self {
                floor: FloorKind::Ice,
                wall: WallKind::Boards,
                crowd: 0.7,
                zenith: rgb(86, 150, 214),
                horizon: rgb(222, 236, 244),
                ground: rgb(226, 236, 246),
                clouds: 0.25,
                stars: 0,
                sun: towards(40.0, 32.0),
                sun_color: Vec3::new(1.22, 1.12, 0.96),
                disc: 1.0,
                above: Vec3::new(0.56, 0.64, 0.80),
                below: Vec3::new(0.46, 0.50, 0.58),
                fog: rgb(206, 224, 240),
                fog_start: 30.0,
                fog_depth: 110.0,
                ..evening
            },
            World::Stadium => Self {
                floor: FloorKind::Track,
                wall: WallKind::Banners,
                crowd: 0.9,
                zenith: rgb(34, 106, 206),
                horizon: rgb(168, 212, 242),
                ground: rgb(110, 124, 132),
                clouds: 0.6,
                stars: 0,
                sun: towards(-150.0, 52.0),
                sun_color: Vec3::new(1.32, 1.22, 1.02),
                disc: 1.0,
                above: Vec3::new(0.50, 0.56, 0.70),
                below: Vec3::new(0.30, 0.24, 0.22),
                fog: rgb(164, 202, 232),
                fog_start: 60.0,
                fog_depth: 220.0,
                ..evening
            },
            World::Yard => Self {
                floor: FloorKind::Concrete,
                wall: WallKind::Blocks,
                crowd: 0.35,
                zenith: rgb(92, 158, 206),
                horizon: rgb(246, 226, 184),
                ground: rgb(150, 140, 122),
                clouds: 0.8,
                stars: 0,
                sun: towards(-118.0, 38.0),
                sun_color: Vec3::new(1.34, 1.14, 0.82),
                disc: 1.0,
                above: Vec3::new(0.48, 0.54, 0.64),
                below: Vec3::new(0.32, 0.27, 0.22),
                fog: rgb(232, 214, 180),
                fog_start: 40.0,
                fog_depth: 150.0,
                ..evening
            },
            World::Moon => Self {
                floor: FloorKind::Dust,
                wall: WallKind::Hull,
                crowd: 0.4,
                zenith: rgb(3, 4, 10),
                horizon: rgb(14, 16, 34),
                ground: rgb(92, 92, 100),
                clouds: 0.0,
                stars: 240,
                sun: towards(115.0, 33.0),
                sun_color: Vec3::new(1.45, 1.40, 1.30),
                disc: 0.0,
                above: Vec3::new(0.22, 0.25, 0.40),
                below: Vec3::new(0.20, 0.20, 0.24),
                fog: rgb(24, 26, 44),
                fog_start: 80.0,
                fog_depth: 260.0,
                ..evening
            },
            World::Table => Self {
                floor: FloorKind::Tin,
                wall: WallKind::Metal,
                crowd: 0.0,
                zenith: rgb(246, 212, 152),
                horizon: rgb(255, 236, 200),
                ground: rgb(196, 74, 62),
                clouds: 0.0,
                stars: 0,
                sun: towards(150.0, 55.0),
                sun_color: Vec3::new(1.10, 1.02, 0.86),
                disc: 0.0,
                above: Vec3::new(0.86, 0.82, 0.76),
                below: Vec3::new(0.66, 0.52, 0.46),
                fog: rgb(250, 226, 184),
                fog_start: 30.0,
                fog_depth: 130.0,
                ..evening
            },
            World::Heights => Self {
                floor: FloorKind::Grid,
                wall: WallKind::Neon,
                crowd: 0.0,
                zenith: rgb(8, 8, 28),
                horizon: rgb(120, 36, 128),
                ground: rgb(20, 12, 40),
                clouds: 0.3,
                stars: 80,
                sun: towards(-120.0, 46.0),
                sun_color: Vec3::new(0.82, 0.86, 1.15),
                disc: 0.0,
                above: Vec3::new(0.42, 0.40, 0.72),
                below: Vec3::new(0.44, 0.16, 0.46),
                fog: rgb(84, 26, 104),
                fog_start: 40.0,
                fog_depth: 160.0,
                ..evening
            },
        }
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
    match floor {
        FloorKind::Plates => (0.42, -0.30),
        FloorKind::Planks => (0.22, -0.34),
        FloorKind::Ice => (0.62, 0.40),
        FloorKind::Track => (0.0, -0.34),
        FloorKind::Asphalt => (0.0, -0.36),
        FloorKind::Concrete => (0.0, -0.38),
        FloorKind::Dust => (0.0, -0.30),
        FloorKind::Tin => (0.40, -0.26),
        FloorKind::Grid => (0.55, 0.30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{LightSpec, SkySpec};

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
