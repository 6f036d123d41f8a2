//! Level texts of all kinds: all faults are reported at once, in limited time, for any text.

use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

use dodgem::level::{LevelError, LevelFolder, Library, parse};
use dodgem_scene::params::limits;

/// The time limit for any text. Release builds answer within a second; debug builds run with checks.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 4 } else { 1 });

/// The CPU time of this thread, so that a busy machine changes nothing; if the system does not tell,
/// the time since `begun`.
fn worked(begun: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

fn library() -> Library {
    Library::new(Vec::new())
}

/// Parses and asserts that this takes no longer than it may; the models are there already.
#[track_caller]
fn timed(library: &Library, text: &str) -> Result<(), LevelError> {
    let begun = Instant::now();
    let before = worked(begun);
    let result = parse(library, "test.ron", text).map(|_| ());
    let took = worked(begun) - before;
    assert!(
        took < LONGEST,
        "{} bytes took {took:?}: {:.300}",
        text.len(),
        text
    );
    if let Err(error) = &result {
        assert!((1..=limits::PROBLEMS).contains(&error.problems().len()));
        let shown = error.to_string();
        let most = (limits::PROBLEMS + 1) * 2000;
        assert!(shown.len() < most, "{} bytes are told", shown.len());
        for problem in error.problems() {
            let (line, column) = problem.place.expect("a text has places");
            let lines: Vec<&str> = text.split('\n').take(line).collect();
            assert!(lines.len() == line, "line {line} of {text:.300}");
            assert!(column <= lines[line - 1].chars().count() + 1, "{problem}");
        }
    }
    result
}

/// A level with those cars and things, each followed by a comma.
fn level(cars: &str, things: &str) -> String {
    format!(
        "(name: \"T\", arena: Round(radius: 10.0), response: Classic, broad_phase: AllPairs,\n\
         cars: [\n{cars}],\nthings: [\n{things}])\n"
    )
}

const TWO_CARS: &str = "(position: (0.0, 4.0), driver: Player),\n\
                        (position: (0.0, -4.0), driver: Computer(Chaser)),\n";

/// A level file filled with copies of a text.
fn filled(piece: &str) -> String {
    piece.repeat(limits::LEVEL_BYTES as usize / piece.len() - 200 / piece.len() - 1)
}

#[test]
fn thousands_of_bad_cars_are_told_in_time_and_the_rest_is_counted() {
    let bad = "(position: (0.0, 4.0), driver: Player, mass: -1.0, heading: 900.0),\n";
    let error = timed(&library(), &level(&bad.repeat(4000), "")).unwrap_err();
    assert_eq!(error.problems().len(), limits::PROBLEMS);
    // Two a car, too many cars, one player too many.
    assert_eq!(error.problems().len() + error.more(), 8002);
    let last = error.to_string();
    assert_eq!(last.lines().last(), Some("and 7952 more problems"));
}

#[test]
fn any_text_up_to_the_size_limit_is_answered_in_time() {
    let library = library();
    // The models are read once, apart from the time measured.
    let fine = level(
        TWO_CARS,
        "(model: \"post.obj\", kind: Fixed, at: (4.0, 0.0, 0.0))",
    );
    parse(&library, "test.ron", &fine).unwrap();
    let number = "cars[0].mas";
    let texts = [
        level(
            &filled("(position: (0.0, 0.0), driver: Player, mas: 1.0),\n"),
            "",
        ),
        // On one line: a column is counted from the line's beginning.
        level(&filled("(position:(0.0,0.0),driver:Player,mass:0),"), ""),
        level(&filled("(position:(0,0),driver:Player,model:\"a\"),"), ""),
        level(TWO_CARS, &filled("(at:(0,0,0)),")),
        level(
            TWO_CARS,
            &filled("(at:(0,0,0),solid:Ramp(width:1,height:1,length:1,a:1)),"),
        ),
        level(&filled("(a:1,b:(c:2)),"), ""),
        level(&format!("({})", filled("a:1,")), ""),
        level(&format!("({})", filled("mass:1,")), ""),
        format!("(name: \"{}\")", filled("x")),
        format!("({}: 1)", filled("name")),
        level(TWO_CARS, "").replace("\"T\"", &format!("\"{}\"", filled("\\n"))),
        level(TWO_CARS, "").replace("AllPairs", &filled("AllPairs")),
        filled("("),
        filled("(a:"),
        filled("[(a:[{"),
        filled("/*"),
        filled("//"),
        filled("r#"),
        format!("r{}", filled("#")),
        filled("r#\""),
        filled("'"),
        filled("\""),
        filled("#![enable(implicit_some)]"),
        filled("a "),
        filled("Some("),
        filled(number),
        filled("\n"),
        filled("ü"),
        level(&filled("Some((mas:1)),"), ""),
        format!("(cars: [{}", filled("/**/")),
    ];
    for text in &texts {
        assert!(text.len() as u64 <= limits::LEVEL_BYTES + 1000);
        assert!(timed(&library, text).is_err(), "{text:.200}");
    }
}

#[test]
fn a_full_house_of_cars_and_things_in_one_place_is_told_in_time() {
    let thing = "(solid: Box(width: 1.0, height: 1.0, length: 1.0), at: (4.0, 0.0, 0.0)),\n";
    let car = "(position: (4.0, 0.0), driver: Computer(Chaser)),\n";
    let cars = format!("{TWO_CARS}{}", car.repeat(limits::CARS - 2));
    let error = timed(&library(), &level(&cars, &thing.repeat(limits::BODIES))).unwrap_err();
    let overlaps = limits::BODIES - 1 + limits::CARS - 2;
    assert_eq!(error.problems().len() + error.more(), overlaps);
}

#[test]
fn unknown_fields_ranges_models_and_overlaps_are_told_at_once_with_their_paths() {
    let cars = "(position: (0.0, 4.0), driver: Player, mas: 3.0, colour: \"red\"),\n\
                (position: (0.0, -4.0), driver: Computer(Chaser), mass: -1.0),\n\
                (position: (6.0, 0.0), driver: Computer(Chaser), vehicle: (gip: 2.0)),\n\
                (position: (-4.0, 0.0), driver: Computer(Chaser)),\n";
    let things = "(model: \"post.obj\", kind: Fixed, at: (0.0, 0.0, 0.0)),\n\
                  (model: \"pots.obj\", at: (3.0, 0.0, 3.0)),\n\
                  (model: \"post.obj\", at: (-3.0, 0.0, 3.0), scale: 99.0),\n\
                  (solid: Ramp(width: 1, height: 1, length: 1, with: 2), at: (3, 0, -3)),\n\
                  (model: \"post.obj\", kind: Fixed, at: (-4.0, 0.0, 0.0)),\n";
    let text = level(cars, things).replace("name", "walls: (gip: 1), nam: 1, name");
    let error = timed(&library(), &text).unwrap_err();
    let told: Vec<(&str, &str)> = error
        .problems()
        .iter()
        .map(|problem| (&problem.value[..], &problem.message[..]))
        .collect();
    let expected = [
        ("walls.gip", "known here: `restitution`, `friction`"),
        ("nam", "did you mean `name`?"),
        ("cars[0].mas", "did you mean `mass`?"),
        ("cars[0].colour", "known here: `name`, `model`, `position`"),
        ("cars[1].mass", "mass is -1"),
        ("cars[2].vehicle.gip", "did you mean `grip`?"),
        ("cars[3].position", "overlaps"),
        ("things[1].model", "did you mean `post.obj`?"),
        ("things[2].scale", "scale is 99"),
        ("things[3].solid.with", "did you mean `width`?"),
    ];
    assert_eq!(told.len(), expected.len(), "{error}");
    for ((path, message), (value, words)) in told.iter().zip(expected) {
        assert_eq!(*path, value, "{error}");
        assert!(message.contains(words), "{message:?} lacks {words:?}");
    }
}

#[test]
fn a_fault_that_ends_the_reading_is_told_first_and_the_unknown_fields_before_it_too() {
    let cars = format!("(position: (0.0, 4.0), driver: Player, mas: 3.0),\n{TWO_CARS}");
    let text = level(&cars, "(at: left, modle: \"a\")");
    let error = timed(&library(), &text).unwrap_err();
    let paths: Vec<&str> = error.problems().iter().map(|p| &p.value[..]).collect();
    assert_eq!(paths, ["things[0].at", "cars[0].mas"], "{error}");
    // A mistyped required field is reported once, not as missing too.
    let text = level(&TWO_CARS.replacen("position", "positoin", 1), "");
    let error = timed(&library(), &text).unwrap_err();
    assert_eq!(error.problems().len(), 1, "{error}");
    assert!(error.to_string().contains("did you mean `position`?"));
}

#[test]
fn the_line_is_shown_with_a_caret_under_the_place() {
    let text = level(&TWO_CARS.replace("driver: Player", "drivr: Player"), "");
    let error = timed(&library(), &text).unwrap_err().to_string();
    let expected = "\
test.ron:3:24: cars[0].drivr: unknown field `drivr`; did you mean `driver`?
     3 | (position: (0.0, 4.0), drivr: Player),
       |                        ^";
    assert_eq!(error, expected);
}

#[test]
fn the_errors_that_the_documentation_shows_are_those_that_are_told() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/levels.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let block = |language: &str| {
        let (_, rest) = page.split_once(language).expect("there is a block");
        rest.split("```").next().unwrap_or_default().to_owned()
    };
    let text = block("```ron\n")
        .replace("driver: Player", "driver: Player, mas: 200.0")
        .replace("heading: 180.0", "mass: -1.0");
    let error = parse(&library(), "my/duel.ron", &text).unwrap_err();
    assert_eq!(error.to_string(), block("```text\n").trim_end());
}

#[test]
fn the_error_that_ends_the_reading_comes_first_and_a_thing_is_called_by_its_name() {
    let things =
        "(name: \"crate\", soild: Ball(radius: 1.0)),\n(name: \"ball\", solid: Ball(radius: big))";
    let error = timed(&library(), &level(TWO_CARS, things)).unwrap_err();
    let told: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("things[1].solid.radius (\"ball\"): `big` stands here"),
        "{told:?}"
    );
    assert!(
        told[1].contains("things[0].soild (\"crate\"): unknown field `soild`"),
        "{told:?}"
    );
    // Without an end of the reading, they come in the order of the file.
    let things = "(name: \"crate\", solid: Ball(radius: -1.0)),\n(name: \"ball\", solid: Ball(radius: 1.0), scale: 0.0)";
    let error = timed(&library(), &level(TWO_CARS, things)).unwrap_err();
    let told = error.to_string();
    let places = ["(\"crate\")", "(\"ball\")"].map(|name| told.find(name).expect(name));
    assert!(places[0] < places[1], "{told}");
}

#[test]
fn a_problem_is_one_line_whatever_the_file_names() {
    let text = level(TWO_CARS, "(model: \"a\\nb\\u{7}\", at: (1.0, 0.0, 0.0))");
    let error = timed(&library(), &text).unwrap_err();
    assert_eq!(error.problems()[0].to_string().lines().count(), 1);
    let long = level(TWO_CARS, &format!("({}: 1)", "x".repeat(100_000)));
    let error = timed(&library(), &long).unwrap_err();
    assert!(error.to_string().len() < 3000);
}

/// Pieces that texts at random are made of.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "//",
    "/*",
    "*/",
    "\n",
    " ",
    "#![enable(",
    "implicit_some",
    ")]",
    "r#\"",
    "\"#",
    "\\",
    "\\u{",
    "Some(",
    "None",
    "true",
    "-",
    "1e39",
    "NaN",
    "inf",
    "0x",
    "1_000",
    "-0.0",
    "99999999999999999999",
    "name:",
    "cars:",
    "things:",
    "joints:",
    "parts:",
    "materials:",
    "zones:",
    "patches:",
    "triggers: [(when: ",
    "Every(seconds: ",
    "Contact(a: \"a\", force: ",
    "then: [",
    "Motor(joint: \"a\", drive: ",
    "Add(thing: (",
    "Count(counter: \"a\", add: ",
    "Restart",
    "copies: Grid(columns: ",
    "copies: Scatter(count: 3, width: 2, depth: 2, seed: 1)",
    "part: \"a\"",
    "kind: Rope(length: ",
    "chain: \"brick\"",
    "motion: Spin(axis: (0, 1, 0), speed: ",
    "solid: Hull(points: [",
    "solid: Compound(of: [(solid: ",
    "solid: Field(width: 3, length: 3, columns: 2, heights: [",
    "at: (",
    "mass:",
    "mas:",
    "position: (",
    "driver: Player",
    "Computer(Chaser)",
    "Round(radius: ",
    "Level",
    "Car",
    "solid: Box(",
    "vehicle: (",
    "boost: (",
    "ä",
    "\u{feff}",
    "\0",
    "\u{202e}",
    "\"post.obj\"",
    "r#name:",
    "b\"",
    "\t",
    "\r\n",
];

fn random_text(rng: &mut Pcg64Mcg) -> String {
    let count = rng.random_range(0..200);
    (0..count)
        .filter_map(|_| PIECES.choose(rng).copied())
        .collect()
}

/// A text with a few places changed: pieces put in, parts taken out, doubled or swapped.
fn mutated(text: &str, rng: &mut Pcg64Mcg) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..=letters.len());
        let length = rng.random_range(0..40).min(letters.len() - at);
        let part: Vec<char> = letters[at..at + length].to_vec();
        match rng.random_range(0..6) {
            0 => drop(letters.splice(at..at + length, [])),
            1 => {
                let piece = PIECES.choose(rng).copied().unwrap_or_default();
                drop(letters.splice(at..at, piece.chars()));
            }
            2 => drop(letters.splice(at..at, part)),
            3 => {
                let to = rng.random_range(0..=letters.len());
                drop(letters.splice(to..to, part));
            }
            4 if at < letters.len() => {
                let other = rng.next_u32() % 0x250;
                letters[at] = char::from_u32(other).unwrap_or('x');
            }
            _ => {
                if let Some(digit) = letters[at..].iter().position(char::is_ascii_digit) {
                    letters[at + digit] = char::from(b'0' + rng.random_range(0..10));
                }
            }
        }
    }
    letters.into_iter().collect()
}

/// Checks random texts and random mutations of the shipped levels, `cases` of each: none panics, has an
/// overlong report, or exceeds the time limit.
fn fuzz(cases: usize, seed: u64) {
    let library = library();
    let folders = LevelFolder::ALL.into_iter();
    let shipped: Vec<String> = folders
        .flat_map(|folder| library.names_in(folder))
        .collect::<Vec<String>>()
        .iter()
        .map(|name| library.read_level(name).expect("it is shipped").1)
        .collect();
    for text in &shipped {
        parse(&library, "test.ron", text).expect("shipped levels are fine");
    }
    let rng = &mut Pcg64Mcg::seed_from_u64(seed);
    let mut refused = 0;
    for _ in 0..cases {
        let base = shipped.choose(rng).expect("there are levels");
        for text in [random_text(rng), mutated(base, rng)] {
            refused += usize::from(timed(&library, &text).is_err());
        }
    }
    // Some mutations change a comment or a number only; random text never is a level.
    assert!(refused >= cases && refused < 2 * cases, "{refused} refused");
}

#[test]
fn no_text_panics_or_takes_long() {
    fuzz(300, 1);
}

/// `cargo test --release --no-default-features --test game level_text -- --ignored`
#[test]
#[ignore = "a hundred thousand texts take minutes"]
fn a_hundred_thousand_texts_neither_panic_nor_take_long() {
    fuzz(50_000, 2);
}
