//! The documentation agrees with the code: its examples can be played, and its ranges are those that
//! are checked.

use std::path::Path;

use dodgem::arena::{Bound, Motion};
use dodgem::level::{
    Copies, GraphSpec, JointSpec, Level, Library, MaterialSpec, PatchSpec, Quantity, ReadoutSpec,
    Solid, ZoneSpec, parse, said,
};

fn page(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// The levels that `docs/levels.md` shows, and the one with every field.
fn examples() -> Vec<Level> {
    let library = Library::new(Vec::new());
    let (shown, everything) = (page("docs/levels.md"), page("docs/everything.ron"));
    let blocks = shown.split("```ron\n").skip(1);
    let texts = blocks.map(|block| block.split("```").next().unwrap_or_default());
    texts
        .chain([&*everything])
        .map(|text| parse(&library, "docs", text).unwrap_or_else(|error| panic!("{error}")))
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
        bounds.extend(level.readouts.iter().flat_map(ReadoutSpec::bounds));
        bounds.extend(level.patches.iter().flat_map(PatchSpec::bounds));
        bounds.extend(level.graphs.iter().flat_map(GraphSpec::bounds));
        // The ranges of effects are in the table of these.
        let zones = level.zones.iter().flat_map(ZoneSpec::bounds);
        bounds.extend(zones.filter(|bound| bound.field[0] != "effect"));
    }
    let triggers = page.split("**Triggers**").nth(1).expect("a section");
    let mut of_triggers = 0;
    for trigger in examples().iter().flat_map(|level| &level.triggers) {
        for bound in trigger.bounds() {
            let range = format!("{} to {}", bound.range.start(), bound.range.end());
            assert!(triggers.contains(&range), "{:?}: {range}", bound.field);
            of_triggers += 1;
        }
    }
    assert!(of_triggers > 12, "{of_triggers}");
    // The arena's ranges are in a sentence, those of a position follow from the arena.
    bounds.retain(|bound| !["arena", "position"].contains(&bound.field[0]));
    // In a list of numbers, the field is the name before the index.
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

#[test]
fn the_quantities_named_are_all_that_a_readout_can_have() {
    let page = page("docs/levels.md");
    let table = page.split("| quantity | value |").nth(1).expect("a table");
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| `"));
    let mut kinds = std::collections::BTreeSet::new();
    for row in rows {
        let forms = row.split(" | ").next().unwrap_or_default();
        for form in forms.split('`').skip(1).step_by(2) {
            let quantity = said::<Quantity>(form).unwrap_or_else(|e| panic!("{form}: {e}"));
            let shown = format!("{quantity:?}");
            let kind = shown.split([' ', '{']).next().unwrap_or_default();
            kinds.insert(kind.to_owned());
        }
    }
    let error = said::<Quantity>("Nothing").expect_err("no quantity");
    let ron::Error::NoSuchEnumVariant { expected, .. } = error else {
        panic!("{error}");
    };
    let all: Vec<String> = expected.iter().map(|kind| (*kind).to_owned()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), sorted(all));
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

/// All files below a folder, relative to it, folders ending with a slash.
pub(crate) fn files(below: &Path, prefix: &str, found: &mut Vec<String>) {
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
        .chain(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
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

/// The code of a source file, without comments and unit tests.
fn code_of(path: &str) -> String {
    let text = page(path);
    let code = text.split("#[cfg(test)]\nmod tests").next();
    let lines = code.unwrap_or_default().lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The text before and after each place at which a whole word stands.
fn places_of<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).filter_map(move |(at, _)| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        is_whole.then_some((before, after))
    })
}

/// True if the code defines a function of this name.
fn defines(code: &str, function: &str) -> bool {
    places_of(code, function).any(|(before, _)| before.ends_with("fn "))
}

/// True if the code calls a function of this name, or passes it on.
fn calls(code: &str, function: &str) -> bool {
    let is_used = |after: &str| after.starts_with(['(', ')']) || after.starts_with("::<");
    places_of(code, function).any(|(before, after)| !before.ends_with("fn ") && is_used(after))
}

/// A walk of `docs/architecture.md`.
struct Walk<'a> {
    title: &'a str,
    /// The file and the function of each step.
    steps: Vec<(&'a str, &'a str)>,
}

/// The walks of the page.
fn walks(page: &str) -> Vec<Walk<'_>> {
    let sections = page.split("\n### Walk: ").skip(1);
    let walks = sections.map(|section| {
        let section = section.split("\n## ").next().unwrap_or_default();
        let title = section.lines().next().unwrap_or_default();
        let mut steps = Vec::new();
        for line in section.lines() {
            let number = format!("{}. `", steps.len() + 1);
            let words: Vec<&str> = line.split('`').collect();
            if let (true, [_, file, _, function, ..]) = (line.starts_with(&number), &words[..]) {
                steps.push((*file, *function));
            }
        }
        Walk { title, steps }
    });
    walks.collect()
}

#[test]
fn each_step_of_a_walk_is_called_by_a_file_before_it() {
    let page = page("docs/architecture.md");
    let walks = walks(&page);
    assert_eq!(walks.len(), 8);
    for Walk { title, steps } in walks {
        assert!(steps.len() > 7, "{title}: {} steps", steps.len());
        let mut passed: Vec<String> = Vec::new();
        for (file, function) in steps {
            let code = code_of(file);
            assert!(
                defines(&code, function),
                "docs/architecture.md, {title}: {file} has no function {function}"
            );
            assert!(
                passed.is_empty() || passed.iter().any(|code| calls(code, function)),
                "docs/architecture.md, {title}: no file before {file} calls {function}"
            );
            passed.push(code);
        }
    }
}

/// The number of files between two steps of a walk, which are given by their functions; both included.
fn files_between(walk: &Walk, [first, last]: [&str; 2]) -> usize {
    let of = |name: &str| {
        walk.steps
            .iter()
            .position(|(_, function)| *function == name)
    };
    let place = |name: &str| of(name).unwrap_or_else(|| panic!("{}: no {name}", walk.title));
    let steps = &walk.steps[place(first)..=place(last)];
    let files: std::collections::BTreeSet<&str> = steps.iter().map(|(file, _)| *file).collect();
    files.len()
}

/// The numbers of files that a reader opens on the two longest ways through the engine. They may only shrink.
#[test]
fn no_walk_through_the_engine_gets_longer() {
    let page = page("docs/architecture.md");
    let walks = walks(&page);
    // From the broad phase, which finds a pair, to the loop that changes its impulses.
    assert_eq!(files_between(&walks[0], ["update", "push_apart"]), 24);
    // From two meshes on their paths to the time of impact of two triangles; `Query` comes before.
    assert_eq!(
        files_between(&walks[1], ["with_pair", "triangle_triangle_distance"]),
        9
    );
    // The same way for two colliders, with the stages that spare most pairs the search.
    assert_eq!(
        files_between(&walks[1], ["sweep", "triangle_triangle_distance"]),
        15
    );
}

#[test]
fn a_step_that_nobody_calls_is_noticed() {
    let code = "fn plan() { self.advance::<f32>(); keep.map(tapes::note); replan(); }";
    assert!(defines(code, "plan") && !calls(code, "plan"));
    assert!(calls(code, "advance") && calls(code, "note"));
    assert!(!defines(code, "advance") && !calls(code, "tapes"));
}

/// The folders of `docs/architecture.md` that are layers, in their order: each list after the folder that
/// they are in.
fn layers(page: &str) -> Vec<(&str, Vec<&str>)> {
    let lines = page
        .lines()
        .filter_map(|line| line.strip_prefix("* Layers of `"));
    let layers = lines.map(|line| {
        let root = line.split('`').next().unwrap_or_default();
        let folders = line.split('`').skip(2).step_by(2);
        (
            root,
            folders.map(|name| name.trim_end_matches('/')).collect(),
        )
    });
    layers.collect()
}

/// True if the code names this folder of its package.
fn uses_folder(code: &str, folder: &str) -> bool {
    let direct = format!("crate::{folder}");
    let lists = code.split("crate::{").skip(1);
    let mut lists = lists.filter_map(|rest| rest.split(';').next());
    places_of(code, &direct).next().is_some()
        || lists.any(|list| places_of(list, folder).next().is_some())
}

#[test]
fn a_folder_uses_no_folder_after_it() {
    let page = page("docs/architecture.md");
    let layers = layers(&page);
    assert_eq!(layers.len(), 3);
    for (root, folders) in layers {
        let mut all = Vec::new();
        files(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(root),
            "",
            &mut all,
        );
        for name in &all {
            let folder = name.split_once('/').map(|(folder, _)| folder);
            let Some(folder) = folder else { continue };
            let place = folders.iter().position(|known| *known == folder);
            let Some(place) = place else {
                panic!("docs/architecture.md: {root}{folder}/ is in no layer");
            };
            if !name.ends_with(".rs") {
                continue;
            }
            let code = code_of(&format!("{root}{name}"));
            for later in &folders[place + 1..] {
                assert!(
                    !uses_folder(&code, later),
                    "{root}{name} uses {later}/, which docs/architecture.md lists after {folder}/"
                );
            }
        }
    }
}
