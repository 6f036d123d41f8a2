//! A level costs bounded time and memory, whatever models it names and however often.

use std::fmt::Write;
use std::fs;
use std::time::Instant;

use tempfile::TempDir;

use dodgem::level::{Library, parse};
use dodgem_scene::params::limits;

/// A folder of models, and the library that reads it.
struct Setup {
    folder: TempDir,
    library: Library,
}

impl Setup {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("assets/models")).unwrap();
        let library = Library::new(vec![folder.path().to_owned()]);
        Setup { folder, library }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join("assets/models").join(name), text).unwrap();
    }

    /// The problems of a level with these things, one on each line from line 10 on.
    fn problems(&self, things: &[String]) -> Vec<String> {
        let text = format!(
            "(name: \"Test\", arena: Rectangle(width: 900.0, depth: 900.0),\n\
             response: Impulse(restitution: 0.5, friction: 0.2),\n\
             broad_phase: AxisSort,\n\
             cars: [\n\
             (position: (0.0, 4.0), driver: Player),\n\
             (position: (0.0, -4.0), driver: Computer(Chaser)),\n\
             ],\n\
             things: [\n\
             // From here on.\n\
             {}\n])",
            things.join("\n")
        );
        match parse(&self.library, "test.ron", &text) {
            Ok(_) => Vec::new(),
            Err(error) => error.problems().iter().map(ToString::to_string).collect(),
        }
    }
}

/// An upright wall of `quads` quads, each of two triangles.
fn wall(quads: usize) -> String {
    let mut text = String::new();
    for i in 0..=quads {
        let x = i as f32 * 0.01;
        writeln!(text, "v {x} 0 0\nv {x} 1 0").unwrap();
    }
    for i in 0..quads {
        let [a, b, c, d] = [1, 3, 4, 2].map(|corner| 2 * i + corner);
        writeln!(text, "f {a} {b} {c} {d}").unwrap();
    }
    text
}

/// `count` things of one model, each in another place and of another scale.
fn scaled(model: &str, count: usize) -> Vec<String> {
    let thing = |i: usize| {
        let (x, z) = (20 * (i % 40), 20 * (i / 40));
        let (x, z) = (x as f32 - 390.0, z as f32 - 390.0);
        let scale = 0.05 + 0.001 * i as f32;
        format!("(model: \"{model}\", kind: Fixed, at: ({x:?}, 0.0, {z:?}), scale: {scale:?}),")
    };
    (0..count).map(thing).collect()
}

#[test]
fn one_model_in_very_many_scales_is_refused_with_the_sum_and_before_it_is_built() {
    let setup = Setup::new();
    setup.write("wall.obj", &wall(20_000));
    // Ten of 40,000 triangles; two cars of 928, which are one model.
    let begin = Instant::now();
    let found = setup.problems(&scaled("wall.obj", 10));
    let [only] = &found[..] else {
        panic!("{found:#?}");
    };
    // With the fifth there are 200,928.
    assert!(
        only.starts_with("test.ron:14:9: things[4].model: "),
        "{only}"
    );
    assert!(only.contains("400928 triangles"), "{only}");
    assert!(
        only.contains(&limits::LEVEL_TRIANGLES.to_string()),
        "{only}"
    );
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

#[test]
fn the_same_scale_of_a_model_counts_once() {
    let setup = Setup::new();
    setup.write("wall.obj", &wall(500));
    let same = |line: String| line.split(", scale").next().unwrap().to_owned() + "),";
    let many: Vec<String> = scaled("wall.obj", 250).into_iter().map(same).collect();
    assert_eq!(setup.problems(&many), Vec::<String>::new());
}

#[test]
fn what_is_drawn_is_bounded_too() {
    let setup = Setup::new();
    setup.write("wall.obj", &wall(40_000));
    let same = |line: String| line.split(", scale").next().unwrap().to_owned() + "),";
    let many: Vec<String> = scaled("wall.obj", 30).into_iter().map(same).collect();
    let found = setup.problems(&many);
    let [only] = &found[..] else {
        panic!("{found:#?}");
    };
    // 12 of 80,000 are within the limit, and the cars come first.
    assert!(
        only.starts_with("test.ron:22:9: things[12].model: "),
        "{only}"
    );
    assert!(only.contains("2401856 triangles"), "{only}");
}

#[test]
fn files_of_models_are_read_up_to_a_limit_and_each_once() {
    let setup = Setup::new();
    let large = format!("# {}\n", "x".repeat(12 << 20));
    for name in ["a", "b", "c", "d", "e"] {
        setup.write(&format!("{name}.obj"), &large);
    }
    let thing = |name| format!("(model: \"{name}.obj\", kind: Fixed, at: (0.0, 0.0, 0.0)),");
    let begin = Instant::now();
    // Two of 12 MiB are within 32, the third is not; none has a face.
    let found = setup.problems(&["a", "b", "c", "d", "e"].map(thing));
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found[1].contains("no faces"), "{}", found[1]);
    let place = "test.ron:12:9: things[2].model: ";
    assert!(found[2].starts_with(place) && found[3].starts_with(place));
    assert!(
        found[3].contains("larger than 32 MiB together"),
        "{}",
        found[3]
    );
    // An invalid model is not read again for each thing that uses it.
    let found = setup.problems(&vec![thing("a"); 500]);
    assert_eq!(found.len(), limits::PROBLEMS);
    assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
}
