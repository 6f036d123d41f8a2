//! The pieces of which a scenery is made, as its file writes them.

use std::collections::HashMap;

use serde::Deserialize;

use crate::app::render::world::scenery::crowd::Tier;
use crate::app::render::world::scenery::globe::Globe;
use crate::app::render::world::scenery::ground::{Band, Ground, Hills, Link, Net, Strip, Tiles};
use crate::app::render::world::scenery::lights::{Glow, Lamp, Snow, Traffic};
use crate::app::render::world::scenery::number::{Number, Size, Turn};
use crate::app::render::world::scenery::paint::{Choice, Materials, Paint};
use crate::app::render::world::scenery::solids::{
    Bar, Block, Flag, Lathe, Loft, Quad, Rail, Sheet,
};
use crate::app::render::world::scenery::towers::Towers;

/// A file of scenery.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenery {
    /// The surroundings of a floor with open edges in this world.
    #[serde(default)]
    pub pit: Pit,
    pub materials: Materials,
    /// Pieces with a name, which a piece may repeat.
    #[serde(default)]
    pub shapes: HashMap<String, Vec<Piece>>,
    pub pieces: Vec<Piece>,
    /// The lights, which are drawn anew in each frame.
    #[serde(default)]
    pub lights: Vec<Piece>,
}

/// The kind of place that catches the cars which fall from an open floor.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub enum Pit {
    /// A pit in the ground.
    #[default]
    Hole,
    /// A net high above the ground.
    Net,
}

/// A piece: it draws something where the pen stands, or moves the pen for the pieces in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Piece {
    // Repetition and place.
    Group(Group),
    Shape(String),
    /// The shapes of these names in turn by the number of the repetition; an empty name draws nothing.
    InTurn(Vec<String>),
    Row(Row),
    Ring(Ring),
    Spots(Spots),
    Along(Along),
    Corners(Corners),
    Garland(Garland),
    Scatter(Scatter),
    Spin(Spin),
    /// The floor mirrors these pieces.
    Mirrored(Vec<Piece>),
    // Solids.
    Block(Block),
    Bar(Bar),
    Link(Link),
    Rail(Rail),
    Quad(Quad),
    Lathe(Lathe),
    Loft(Loft),
    Sheet(Sheet),
    Flag(Flag),
    // The land and the people.
    Ground(Ground),
    Strip(Strip),
    Band(Band),
    Tiles(Tiles),
    Net(Net),
    Hills(Hills),
    Towers(Towers),
    Globe(Globe),
    Crowd(Tier),
    // Lights.
    Lamp(Lamp),
    Glow(Glow),
    Traffic(Traffic),
    Snow(Snow),
}

impl Piece {
    /// The pieces in it.
    pub fn inner(&self) -> &[Piece] {
        match self {
            Piece::Group(group) => &group.pieces,
            Piece::Row(row) => &row.pieces,
            Piece::Ring(ring) => &ring.pieces,
            Piece::Spots(spots) => &spots.pieces,
            Piece::Along(along) => &along.pieces,
            Piece::Corners(corners) => &corners.pieces,
            Piece::Garland(garland) => &garland.pieces,
            Piece::Scatter(scatter) => &scatter.pieces,
            Piece::Spin(spin) => &spin.pieces,
            Piece::Mirrored(pieces) => pieces,
            _ => &[],
        }
    }

    /// The names of its own materials.
    pub fn materials(&self) -> Vec<&str> {
        match self {
            Piece::Group(group) => {
                let choices = [&group.own, &group.trim].into_iter().flatten();
                words(choices.flat_map(Choice::names))
            }
            Piece::Block(block) => words(block.paint.names()),
            Piece::Bar(bar) => words(bar.paint.names()),
            Piece::Link(link) => words(link.paint.names()),
            Piece::Rail(rail) => words(rail.paint.names()),
            Piece::Quad(quad) => words(both(&quad.paint, quad.back.as_ref())),
            Piece::Lathe(lathe) => words(both(&lathe.paint, lathe.back.as_ref())),
            Piece::Loft(loft) => words(loft.paint.names()),
            Piece::Sheet(sheet) => words(both(&sheet.paint, Some(&sheet.back))),
            Piece::Flag(flag) => words(flag.paint.names()),
            Piece::Ground(ground) => words(ground.0.iter().flat_map(|(_, paint)| paint.names())),
            Piece::Strip(strip) => words(strip.paint.names()),
            Piece::Band(band) => words(both(&band.paint, Some(&band.back))),
            Piece::Tiles(tiles) => words(&tiles.paints),
            Piece::Net(net) => words(net.paint.names()),
            Piece::Hills(hills) => words(&hills.paints),
            Piece::Towers(towers) => words(
                [&towers.walls, &towers.glows, &towers.windows]
                    .into_iter()
                    .flatten(),
            ),
            Piece::Globe(globe) => words(&globe.paints),
            Piece::Crowd(tier) => words(tier.steps.iter().flatten()),
            _ => Vec::new(),
        }
    }

    /// The names of the shapes that it repeats.
    pub fn shapes(&self) -> &[String] {
        match self {
            Piece::Shape(name) => std::slice::from_ref(name),
            Piece::InTurn(names) => names,
            _ => &[],
        }
    }
}

/// Names as text.
fn words<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    names.into_iter().map(|name| name.as_str()).collect()
}

/// The names of two paints.
fn both<'a>(front: &'a Paint, back: Option<&'a Paint>) -> impl Iterator<Item = &'a String> {
    let back = back.into_iter().flat_map(|paint| paint.names());
    front.names().iter().chain(back)
}

/// Pieces that are moved, turned and scaled together, with the materials `own` and `trim`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    #[serde(default)]
    pub at: [Number; 3],
    /// Rotations in degrees, each about an axis that the former ones have turned.
    #[serde(default)]
    pub turn: Vec<Turn>,
    #[serde(default)]
    pub size: Size,
    /// True if the pieces have their own size again, however large the groups around are.
    #[serde(default)]
    pub unscaled: bool,
    /// True if the pieces are turned from the axes of the world, whichever way the groups around face.
    #[serde(default)]
    pub unturned: bool,
    pub own: Option<Choice>,
    pub trim: Option<Choice>,
    /// The factor by which the material `own` is darker.
    pub shade: Option<f32>,
    pub pieces: Vec<Piece>,
}

/// Repetition in a straight line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The seed of random numbers in it, and so below.
    pub seed: Option<u32>,
    pub count: usize,
    #[serde(default)]
    pub from: [f32; 3],
    #[serde(default)]
    pub step: [f32; 3],
    pub pieces: Vec<Piece>,
}

/// Repetition around the upright axis; x leads outwards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    pub count: usize,
    /// The direction of the first one, as a share of a turn.
    #[serde(default)]
    pub start: f32,
    pub pieces: Vec<Piece>,
}

/// The line from which distances are measured.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub enum Origin {
    /// The border.
    #[default]
    Border,
    /// A circle around the middle; its radius is that multiple of the arena's larger half size.
    Reach(f32),
}

/// The direction of the axis z.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub enum Face {
    /// Away from the middle of the arena.
    #[default]
    Middle,
    /// Towards the south wherever the place is.
    North,
}

/// Repetition at single places around the arena.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spots {
    #[serde(default)]
    pub from: Origin,
    #[serde(default)]
    pub face: Face,
    /// The direction as a share of a turn, and the distance in metres.
    pub at: Vec<(f32, f32)>,
    /// The sizes in turn.
    #[serde(default)]
    pub sizes: Vec<Size>,
    pub pieces: Vec<Piece>,
}

/// Repetition on a line parallel to the border, `out` metres outside it and about `step` metres apart; z leads outwards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Along {
    pub seed: Option<u32>,
    pub out: f32,
    pub step: f32,
    #[serde(default)]
    pub count: Count,
    #[serde(default)]
    pub face: Face,
    pub pieces: Vec<Piece>,
}

/// The number of places on a line, chosen evenly.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub enum Count {
    #[default]
    All,
    Only(usize),
    /// As many as on the line at that distance from the border.
    AsAt(f32),
}

/// Repetition at about `count` points of the border; z leads outwards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corners {
    pub count: usize,
    pub pieces: Vec<Piece>,
}

/// Repetition on a line that hangs from this place of a row to the next; x leads along it. Its ends are at that height
/// and have no pieces.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garland {
    pub height: f32,
    /// The depth of its middle below its ends, in metres.
    pub sag: f32,
    pub count: usize,
    pub pieces: Vec<Piece>,
}

/// Repetition at random places.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    pub seed: Option<u32>,
    pub count: usize,
    #[serde(default)]
    pub from: Origin,
    /// The least and the greatest distance in metres.
    pub out: (f32, f32),
    /// True if there are more at the least distance.
    #[serde(default)]
    pub dense: bool,
    /// The increase of the size up to the greatest distance.
    #[serde(default)]
    pub growth: f32,
    pub pieces: Vec<Piece>,
}

/// Pieces that turn around the upright axis, in radians per second.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spin {
    pub rate: f32,
    pub pieces: Vec<Piece>,
}
