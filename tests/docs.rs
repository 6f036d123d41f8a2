//! The documentation says what the code does: its examples can be played, and the ranges it names
//! are those that are checked.

use std::path::Path;

use dodgem::level::{Level, Library, parse};
use dodgem::physics::Bound;

fn page(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// The levels that `docs/levels.md` shows.
fn examples() -> Vec<Level> {
    let library = Library::new(Vec::new());
    let page = page("docs/levels.md");
    let blocks = page.split("```ron\n").skip(1);
    blocks
        .map(|block| {
            let text = block.split("```").next().unwrap_or_default();
            parse(&library, "docs/levels.md", text).unwrap_or_else(|error| panic!("{error}"))
        })
        .collect()
}

#[test]
fn the_levels_shown_can_be_played() {
    assert_eq!(examples().len(), 2);
}

#[test]
fn the_ranges_named_are_those_that_are_checked() {
    let page = page("docs/levels.md");
    let mut bounds: Vec<Bound> = Vec::new();
    for level in examples() {
        bounds.extend(level.bounds());
        bounds.extend(level.ground.bounds());
        bounds.extend(level.walls.bounds());
        bounds.extend(level.vehicle.bounds());
        bounds.extend(level.cars[0].bounds());
        bounds.extend(
            level
                .obstacles
                .iter()
                .flat_map(|obstacle| obstacle.bounds()),
        );
    }
    // The arena's ranges are in a sentence, those of a position follow from the arena.
    bounds.retain(|bound| !["arena", "position"].contains(&bound.field[0]));
    assert!(bounds.len() > 20);
    for bound in bounds {
        let name = bound.field.last().expect("a bound has a field");
        let range = format!("| {} to {} |", bound.range.start(), bound.range.end());
        let row = format!("| `{name}` |");
        let told = page
            .lines()
            .any(|line| line.starts_with(&row) && line.contains(&range));
        assert!(told, "docs/levels.md: no row for {name} says {range:?}");
    }
}
