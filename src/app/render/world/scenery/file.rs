//! The files of scenery, which are part of the program.

use std::sync::OnceLock;

use crate::app::asset;
use crate::app::render::world::scenery::paint::{OWN, TRIM};
use crate::app::render::world::scenery::piece::{Piece, Pit, Scenery};
use crate::level::World;

/// A file of scenery, read when it is first needed.
struct File {
    name: &'static str,
    text: &'static str,
    read: OnceLock<Scenery>,
}

impl File {
    const fn new(name: &'static str, text: &'static str) -> Self {
        Self {
            name,
            text,
            read: OnceLock::new(),
        }
    }

    fn scenery(&self) -> &Scenery {
        self.read.get_or_init(|| {
            let read = read(self.text);
            read.unwrap_or_else(|error| panic!("assets/scenery/{}.ron: {error}", self.name))
        })
    }
}

/// The files of the worlds.
static FAIRGROUND: File = File::new(
    "fairground",
    include_str!("../../../../../assets/scenery/fairground.ron"),
);
static RINK: File = File::new(
    "rink",
    include_str!("../../../../../assets/scenery/rink.ron"),
);
static STADIUM: File = File::new(
    "stadium",
    include_str!("../../../../../assets/scenery/stadium.ron"),
);
static YARD: File = File::new(
    "yard",
    include_str!("../../../../../assets/scenery/yard.ron"),
);
static MOON: File = File::new(
    "moon",
    include_str!("../../../../../assets/scenery/moon.ron"),
);
static TABLE: File = File::new(
    "table",
    include_str!("../../../../../assets/scenery/table.ron"),
);
static HEIGHTS: File = File::new(
    "heights",
    include_str!("../../../../../assets/scenery/heights.ron"),
);

/// The files of what catches the cars that fall from an open floor.
static HOLE: File = File::new("pit", include_str!("../../../../../assets/scenery/pit.ron"));
static NET: File = File::new("net", include_str!("../../../../../assets/scenery/net.ron"));

/// The scenery of a world.
pub fn of_world(world: World) -> &'static Scenery {
    let file = match world {
        World::Fairground => &FAIRGROUND,
        World::Rink => &RINK,
        World::Stadium => &STADIUM,
        World::Yard => &YARD,
        World::Moon => &MOON,
        World::Table => &TABLE,
        World::Heights => &HEIGHTS,
    };
    file.scenery()
}

/// The scenery around a floor with open edges.
pub fn of_pit(pit: Pit) -> &'static Scenery {
    match pit {
        Pit::Hole => HOLE.scenery(),
        Pit::Net => NET.scenery(),
    }
}

/// Reads a file, and checks that it has every material and shape that it names.
fn read(text: &str) -> Result<Scenery, String> {
    let scenery: Scenery = asset::parse(text)?;
    let shapes = scenery.shapes.values();
    let lists = shapes.chain([&scenery.pieces, &scenery.lights]);
    for piece in lists.flatten() {
        check(piece, &scenery)?;
    }
    Ok(scenery)
}

fn check(piece: &Piece, scenery: &Scenery) -> Result<(), String> {
    for name in piece.materials() {
        if ![OWN, TRIM].contains(&name) && !scenery.materials.contains_key(name) {
            return Err(format!("there is no material \"{name}\""));
        }
    }
    for name in piece.shapes() {
        if !name.is_empty() && !scenery.shapes.contains_key(name) {
            return Err(format!("there is no shape \"{name}\""));
        }
    }
    (piece.inner().iter()).try_for_each(|piece| check(piece, scenery))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_scenery_is_sound() {
        for file in [
            &FAIRGROUND,
            &RINK,
            &STADIUM,
            &YARD,
            &MOON,
            &TABLE,
            &HEIGHTS,
            &HOLE,
            &NET,
        ] {
            file.scenery();
        }
    }

    #[test]
    fn an_unknown_piece_field_or_name_is_refused() {
        let with = |piece: &str| {
            let read = read(&format!(
                "(materials: {{\"red\": Dull(9, 0, 0)}}, pieces: [{piece}])"
            ));
            read.map_or_else(|error| error, |_| String::new())
        };
        assert_eq!(with("Block(half: (1, 1, 1), paint: \"red\")"), "");
        assert_eq!(
            with("Row(count: 2, pieces: [Strip(lines: ((0, 0), (1, 0)), paint: [\"own\"])])"),
            ""
        );
        for (piece, fault) in [
            (
                "Block(half: (1, 1, 1), paint: \"rde\")",
                "no material \"rde\"",
            ),
            (
                "Ring(count: 2, pieces: [Shape(\"tower\")])",
                "no shape \"tower\"",
            ),
            ("Block(half: (1, 1), paint: \"red\")", "1:"),
            ("Block(half: (1, 1, 1), paint: \"red\", glow: 3)", "glow"),
            ("Tower(height: 3)", "Tower"),
        ] {
            let said = with(piece);
            assert!(said.contains(fault), "{piece}: {said}");
        }
    }
}
