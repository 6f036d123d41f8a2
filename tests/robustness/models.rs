//! Model files: any content is read, or refused with its place, in little time and memory.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rand::RngExt;

use dodgem::level::{Library, LibraryError};
use dodgem_collide::BuildOptions;
use dodgem_collide::mesh::obj;
use dodgem_scene::params::limits;

use crate::mutation::{generator, mutate};

/// The time limit for a small model on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// The time limit for a model of the greatest size.
const LONGEST_LARGE: Duration = Duration::from_secs(20);

/// A folder of models, and the library that reads it.
struct Models {
    _root: tempfile::TempDir,
    file: PathBuf,
    library: Library,
}

impl Models {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("assets/models");
        fs::create_dir_all(&folder).unwrap();
        Models {
            library: Library::new(vec![root.path().to_owned()]),
            file: folder.join("test.obj"),
            _root: root,
        }
    }

    fn load(&self, content: &[u8]) -> Result<(), LibraryError> {
        fs::write(&self.file, content).unwrap();
        self.library.forget_models();
        let options = BuildOptions::default();
        self.library.model("test.obj", 1.0, &options).map(drop)
    }

    #[track_caller]
    fn refused(&self, content: &[u8]) -> LibraryError {
        self.load(content).unwrap_err()
    }
}

/// A small model of the kinds of lines that there are.
const SMALL: &[u8] = b"# a model\nmtllib none.mtl\no first\nv 0 0 0\nv 1 0 0 1\nv 1 1 0\n\
v 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0 0\nvn 0 0 1\nusemtl rubber\ns off\nf 1 2 3 4\nf 1//1 2//1 5//1\n\
g second\nf 1/1/1 2/2/1 3/1/1\nf -1 -2 -3\nl 1 2\np 1\n";

/// The work of the child process: loads mutated models.
pub fn load_mutated(cases: u32) {
    let models = Models::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models");
    let post = fs::read(format!("{folder}/post.obj")).unwrap();
    let mut random = generator(u64::from(cases));
    let mut fine = 0;
    for case in 0..cases {
        let base = if random.random_ratio(1, 8) {
            &post
        } else {
            SMALL
        };
        let content = mutate(base, &mut random);
        let begin = Instant::now();
        match models.load(&content) {
            Ok(()) => fine += 1,
            Err(error) => {
                let said = error.to_string();
                assert!(
                    !said.contains('\n') && said.len() < 1000,
                    "case {case}: {said}"
                );
            }
        }
        let took = begin.elapsed();
        assert!(took < LONGEST, "case {case} took {took:?}");
    }
    // Otherwise the mutations would not test models that can be read.
    assert!(fine > cases / 20 && fine < cases, "{fine} of {cases}");
}

/// Texts of the size limit that give a reader as much to do as can be.
fn large_texts() -> Vec<(&'static str, Vec<u8>)> {
    let most = limits::MODEL_BYTES as usize;
    let vertices = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let filled = |begin: &[u8], repeated: &[u8]| {
        let mut text = begin.to_vec();
        while text.len() + repeated.len() <= most {
            text.extend_from_slice(repeated);
        }
        text
    };
    vec![
        (
            "one face",
            filled(&[vertices, &b"f"[..]].concat(), b" 1 2 3"),
        ),
        ("faces", filled(vertices, b"f 1 2 3\n")),
        ("vertices", filled(vertices, b"v 0 0 0\n")),
        ("objects", filled(vertices, b"o a\nf 1 2 3\n")),
        (
            "materials",
            filled(vertices, b"usemtl a\nusemtl b\nf 1 2 3\n"),
        ),
        ("libraries", filled(vertices, b"mtllib a\n")),
        ("one line of blanks", filled(b"f 1", b" ")),
        ("one comment", filled(b"#", b" f 1 2 3")),
        ("empty lines", filled(b"", b"\n")),
        ("one word", filled(b"v ", b"1")),
        ("a line that goes on", filled(vertices, b"f 1 2 3 \\\n")),
        ("bytes", vec![0xff; most]),
    ]
}

/// The work of the child process: loads the largest models.
pub fn load_large() {
    let models = Models::new();
    for (name, text) in large_texts() {
        let begin = Instant::now();
        let outcome = models.load(&text);
        let took = begin.elapsed();
        println!(
            "{name}: {took:?}: {:?}",
            outcome.map_err(|error| error.to_string())
        );
        assert!(took < LONGEST_LARGE, "{name} took {took:?}");
    }
}

#[cfg(unix)]
mod limited {
    use crate::child::run_limited;

    /// The memory that they may take, in MiB.
    const MEMORY: u32 = 1536;

    #[test]
    fn no_mutated_model_makes_trouble() {
        run_limited(MEMORY, "load mutated models", 3_000);
    }

    /// `cargo test --release --no-default-features --test robustness -- --ignored`
    #[test]
    #[ignore = "half a million models take minutes"]
    fn half_a_million_mutated_models_make_no_trouble() {
        run_limited(MEMORY, "load mutated models", 500_000);
    }

    #[test]
    fn models_of_the_largest_size_are_answered_in_little_time_and_memory() {
        run_limited(MEMORY, "load large models", 0);
    }
}

#[test]
fn a_face_of_ninety_thousand_corners_is_refused_at_once_with_its_place() {
    let corners = " 1 2 3".repeat(30_000);
    let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf{corners}\n");
    let begin = Instant::now();
    let error = obj::parse(text.as_bytes()).unwrap_err();
    // It took 2.5 s, most of it for columns that were not needed.
    assert!(begin.elapsed() < Duration::from_millis(500));
    let column = "f ".len() + 2 * obj::MAX_FACE_CORNERS + 1;
    assert_eq!((error.line, error.column), (4, column), "{error}");
    let fits = " 1 2 3".repeat(obj::MAX_FACE_CORNERS / 3);
    let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf{fits}\n");
    assert!(obj::parse(text.as_bytes()).is_ok());
}

#[test]
fn long_lines_take_linear_time_even_without_a_fault() {
    // Not stopped by the bound on corners: 1.3 million coordinates in one line of another kind.
    let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv{}\n", " 1".repeat(2_000_000));
    let begin = Instant::now();
    let error = obj::parse(text.as_bytes()).unwrap_err();
    assert_eq!((error.line, error.column), (4, 1));
    assert!(begin.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_byte_order_mark_before_a_model_is_skipped() {
    let models = Models::new();
    let sound = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n";
    models.load(format!("\u{feff}{sound}").as_bytes()).unwrap();
    let error = models.refused("\u{feff}v 0 zero 0\n".as_bytes());
    assert_eq!(error.place, Some((1, 5)), "{error}");
}

#[test]
fn what_is_wrong_with_a_model_is_told_with_line_and_column() {
    let models = Models::new();
    let place = |content: &[u8]| {
        let error = models.refused(content);
        let (line, column) = error.place.unwrap_or_else(|| panic!("{error}"));
        assert!(
            error
                .to_string()
                .contains(&format!("test.obj:{line}:{column}: "))
        );
        (line, column)
    };
    assert_eq!(place(b"v 0 0 0\nv 1 \xff 0\n"), (2, 5));
    assert_eq!(place(b"\xff\xfev\0 \0"), (1, 1));
    let flat = b"v 0 0 0\nv 1 0 0\nv 2 0 0\no line\n  f 1 2 3\nf 3 2 1\n";
    assert_eq!(place(flat), (5, 3));
    assert!(models.refused(flat).message.contains("none has an area"));
}

#[test]
fn a_tiny_model_is_told_by_its_size() {
    let models = Models::new();
    let tiny = b"v 0 0 0\nv 1e-20 0 0\nv 0 1e-20 0\nv 0 0 1e-20\n\
        f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    let said = models.refused(tiny).message;
    assert!(
        said.contains("1e-20 m large") && !said.contains("mass"),
        "{said}"
    );
}
