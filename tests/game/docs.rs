//! The documentation says what the code does: its examples can be played, and the ranges it names
//! are those that are checked.

use std::path::Path;

use dodgem::arena::{Bound, Motion};
use dodgem::level::{
    Copies, JointSpec, Level, Library, MaterialSpec, PatchSpec, Solid, ZoneSpec, parse,
};

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
    assert_eq!(examples().len(), 3);
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
        bounds.extend(level.mood.bounds());
        bounds.extend(level.cars[0].bounds());
        let parts = level.parts.iter();
        let things = level
            .things
            .iter()
            .chain(parts.flat_map(|part| &part.things));
        for thing in things {
            bounds.extend(thing.bounds());
            bounds.extend(thing.solid.iter().flat_map(Solid::bounds));
            bounds.extend(thing.motion.iter().flat_map(Motion::bounds));
            bounds.extend(thing.copies.iter().flat_map(Copies::bounds));
        }
        bounds.extend(level.materials.iter().flat_map(MaterialSpec::bounds));
        bounds.extend(level.joints.iter().flat_map(JointSpec::bounds));
        bounds.extend(level.patches.iter().flat_map(PatchSpec::bounds));
        // The ranges of effects are in the table of these.
        let zones = level.zones.iter().flat_map(ZoneSpec::bounds);
        bounds.extend(zones.filter(|bound| bound.field[0] != "effect"));
    }
    // The arena's ranges are in a sentence, those of a position follow from the arena.
    bounds.retain(|bound| !["arena", "position"].contains(&bound.field[0]));
    // Of a list of numbers the name before the index is the field.
    let named = |bound: &Bound| {
        let mut names = bound.field.iter().rev();
        let name = names.find(|name| name.parse::<usize>().is_err());
        *name.expect("a bound has a field")
    };
    assert!(bounds.len() > 20);
    for bound in bounds {
        let name = named(&bound);
        let range = format!("| {} to {} |", bound.range.start(), bound.range.end());
        let row = format!("| `{name}` |");
        let told = page
            .lines()
            .any(|line| line.starts_with(&row) && line.contains(&range));
        assert!(told, "docs/levels.md: no row for {name} says {range:?}");
    }
}

/// All files below a folder, relative to it, folders ending with a slash.
fn files(below: &Path, prefix: &str, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(below).unwrap_or_else(|e| panic!("{}: {e}", below.display()));
    for entry in entries.map(|entry| entry.expect("a readable folder")) {
        let name = entry.file_name().into_string().expect("plain names");
        if entry.path().is_dir() {
            found.push(format!("{prefix}{name}/"));
            files(&entry.path(), &format!("{prefix}{name}/"), found);
        } else {
            found.push(format!("{prefix}{name}"));
        }
    }
}

#[test]
fn the_files_named_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in [
        "src", "crates", "tests", "docs", "assets", "levels", "scripts", "examples",
    ] {
        all.push(format!("{folder}/"));
        files(&root.join(folder), &format!("{folder}/"), &mut all);
    }
    // A page may leave out the beginning of a path, as it does where it is about one folder.
    let exists = |path: &str| {
        all.iter()
            .any(|known| known == path || known.ends_with(&format!("/{path}")))
    };
    let mut names = 0;
    let pages = all
        .iter()
        .filter(|f| f.starts_with("docs/") && f.ends_with(".md"));
    for path in pages
        .map(String::as_str)
        .chain(["README.md", "CONTRIBUTING.md"])
    {
        let text = page(path);
        let code = text.split('`').skip(1).step_by(2);
        let looks_like_a_file = |word: &&str| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "._/".contains(c);
            word.chars().all(plain) && (word.ends_with(".rs") || word.ends_with('/'))
        };
        for name in code.filter(looks_like_a_file) {
            assert!(exists(name), "{path}: there is no {name}");
            names += 1;
        }
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            if target.contains(':') || target.starts_with('#') {
                continue;
            }
            let target = target.split('#').next().unwrap_or_default();
            let from = root.join(path).parent().expect("a folder").join(target);
            assert!(from.exists(), "{path}: nothing at {target}");
            names += 1;
        }
    }
    assert!(names > 50, "{names}");
}

/// The source files that the map of `docs/architecture.md` lists: a heading names a folder, and the
/// rows of the table under it name its files.
fn mapped_files() -> Vec<String> {
    let page = page("docs/architecture.md");
    let map = page
        .split("<!-- map: begin -->")
        .nth(1)
        .and_then(|rest| rest.split("<!-- map: end -->").next())
        .expect("the page has a map");
    let mut folder = "";
    let mut listed = Vec::new();
    for line in map.lines() {
        if let Some(heading) = line.strip_prefix("#### `") {
            folder = heading.trim_end_matches('`');
        } else if let Some(row) = line.strip_prefix("| `") {
            let (file, holds) = row.split_once("` | ").expect("a row has two cells");
            assert!(
                holds.trim_end_matches('|').trim().len() > 3,
                "{folder}{file}: nothing is said of it"
            );
            listed.push(format!("{folder}{file}"));
        }
    }
    listed.sort();
    listed
}

#[test]
fn every_source_file_is_in_the_map() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["src", "crates/collide/src", "crates/physics/src"] {
        files(&root.join(folder), &format!("{folder}/"), &mut all);
    }
    all.retain(|path| path.ends_with(".rs"));
    all.sort();
    let listed = mapped_files();
    assert!(listed.len() > 200, "{}", listed.len());
    let missing: Vec<_> = all.iter().filter(|path| !listed.contains(path)).collect();
    let gone: Vec<_> = listed.iter().filter(|path| !all.contains(path)).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "docs/architecture.md: missing {missing:?}, gone {gone:?}; scripts/file_map.sh --write mends it"
    );
    assert_eq!(listed, all, "a file is listed twice");
}
