//! Recordings: any content is played or refused, in little time and memory, and false statements are found.

use std::fs;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand_pcg::Pcg64;

use dodgem::arena::Controls;
use dodgem::game::tape::{Front, Outcome, Player, Recorder, TakenOver, Tape, verify};
use dodgem::game::{Round, RoundOptions};
use dodgem::level::{ClockSpec, Level, Library, Mode, load};

use crate::mutation::{generator, mutate};

/// The time limit for a recording of one second on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// The number of bytes of a file before its front, which end with the front's length; and of a checksum.
const BEFORE: usize = 18;
const CHECK: usize = 4;

/// A recording of a second of a level that is changed before.
fn recorded(name: &str, library: &Library, change: impl FnOnce(&mut Level)) -> Tape {
    let mut level = load(library, name).unwrap();
    change(&mut level);
    let options = RoundOptions {
        countdown: 0.25,
        duration: Some(1.0),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, library, options).unwrap();
    let mut recorder = Recorder::new(&round, library).unwrap();
    for step in 0..150 {
        let controls = Controls {
            throttle: 1.0,
            steer: (step as f32 * 0.05).sin(),
            ..Controls::default()
        };
        recorder.step(&mut round, &[controls]);
    }
    recorder.tape()
}

/// A recording of a level that comes with the game.
pub fn plain() -> Tape {
    recorded("classic", &Library::new(Vec::new()), |_| {})
}

/// A recording that a player took over at step 90.
fn taken_over() -> Tape {
    let mut player = Player::new(plain()).unwrap();
    player.seek(90);
    let (guide, _, _, mut round) = player.into_parts();
    let mut wheel = guide.take_wheel(&mut round, 1, (60, 2)).unwrap();
    for _ in 0..60 {
        wheel.step(&mut round, &[Controls::default()]);
    }
    wheel.tape()
}

/// A recording that contains a model of its own.
fn with_a_model() -> Tape {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("assets/models");
    fs::create_dir_all(&models).unwrap();
    let post = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/post.obj");
    let text = fs::read_to_string(post).unwrap() + "# my own\n";
    fs::write(models.join("own.obj"), text).unwrap();
    let library = Library::new(vec![folder.path().to_owned()]);
    let tape = recorded("yard", &library, |level| {
        for thing in &mut level.things {
            if !thing.model.is_empty() {
                thing.model = "own.obj".to_owned();
            }
        }
    });
    assert!(tape.models.iter().any(|model| model.file.is_some()));
    tape
}

fn bases() -> Vec<Tape> {
    let library = Library::new(Vec::new());
    let timed = |level: &mut Level| level.engine.clock = ClockSpec::Time;
    vec![
        plain(),
        taken_over(),
        with_a_model(),
        recorded("knockout", &library, |_| {}),
        recorded("classic", &library, timed),
    ]
}

/// Sets the lengths and checksums of a file to those of its content, with a front of `front` bytes.
fn sealed(mut bytes: Vec<u8>, front: usize) -> Vec<u8> {
    let (length, end) = (bytes.len(), bytes.len().saturating_sub(CHECK));
    if length < BEFORE {
        return bytes;
    }
    bytes[12..16].copy_from_slice(&(length as u32).to_le_bytes());
    bytes[16..18].copy_from_slice(&(front as u16).to_le_bytes());
    for place in [BEFORE + front, end] {
        if place + CHECK <= length {
            let check = crc32fast::hash(&bytes[..place]);
            bytes[place..place + CHECK].copy_from_slice(&check.to_le_bytes());
        }
    }
    bytes
}

/// A file whose bytes are changed at random: those of the front, or those behind it.
fn changed_bytes(bytes: &[u8], random: &mut Pcg64) -> Vec<u8> {
    let front = usize::from(u16::from_le_bytes([bytes[16], bytes[17]]));
    let behind = BEFORE + front + CHECK;
    let end = bytes.len() - CHECK;
    let (head, content) = (&bytes[BEFORE..BEFORE + front], &bytes[behind..end]);
    let (head, content) = match random.random_ratio(1, 2) {
        true => (mutate(head, random), content.to_vec()),
        false => (head.to_vec(), mutate(content, random)),
    };
    let gap = [0; CHECK];
    let parts = [&bytes[..BEFORE], &head, &gap, &content, &gap];
    sealed(parts.concat(), head.len())
}

/// A recording that states something else, or whose level or models are others.
fn changed_statement(mut tape: Tape, random: &mut Pcg64) -> Tape {
    let head = &mut tape.head;
    match random.random_range(0..12) {
        0 => head.humans = random.random_range(0..6),
        1 => head.mode = Mode::ALL[random.random_range(0..4)],
        2 => head.repeatable = !head.repeatable,
        3 => head.duration = Some(random.random_range(0.0..2.0)),
        4 => head.countdown = random.random_range(0.0..2.0),
        5 => head.seed = random.random(),
        6 => {
            let taken = TakenOver {
                at: random.random_range(0..200),
                car: random.random_range(0..8),
            };
            head.taken.push(taken);
        }
        7 => {
            head.result = Some(Outcome {
                total: random.random_range(0..100),
                place: random.random_range(0..5),
                cars: 4,
            });
        }
        8 => head.result = None,
        9 => {
            if let Some(file) = tape.models.iter_mut().find_map(|one| one.file.as_mut()) {
                *file = mutate(file, random);
            }
        }
        _ => {
            let text = mutate(tape.level.as_bytes(), random);
            tape.level = String::from_utf8_lossy(&text).into_owned();
        }
    }
    tape
}

/// The numbers of recordings by result.
#[derive(Debug, Default)]
struct Counts {
    refused: u32,
    contradicted: u32,
    taken: u32,
}

/// Reads a file as the list, `replay` and `replay --check` do.
fn play(bytes: &[u8], counts: &mut Counts) {
    let one_line = |said: String| assert!(said.len() < 60_000, "{said}");
    let tape = match Tape::decode(bytes) {
        Ok(tape) => tape,
        Err(refused) => {
            counts.refused += 1;
            return one_line(refused.to_string());
        }
    };
    match verify(&tape, &mut |_| {}) {
        Ok(None) => counts.taken += 1,
        Ok(Some(contradiction)) => {
            counts.contradicted += 1;
            one_line(contradiction.to_string());
        }
        Err(refused) => {
            counts.refused += 1;
            one_line(refused.to_string());
        }
    }
    if let Ok(mut player) = Player::new(tape) {
        player.seek(u64::MAX);
        player.seek(40);
        assert_eq!(player.round().steps(), player.guide().steps().min(40));
        let cars = player.round().cars().len();
        let poses = player.guide().tape().poses_after(40, cars);
        assert!(poses.is_empty() || poses.len() == cars);
    }
}

/// The work of the child process: plays mutated recordings.
pub fn play_mutated(cases: u32) {
    let bases = bases();
    let files: Vec<Vec<u8>> = bases.iter().map(|one| one.encode().unwrap()).collect();
    let mut counts = Counts::default();
    // Unchanged, all are accepted except the one that cannot be repeated.
    for file in &files {
        play(file, &mut counts);
    }
    assert_eq!(counts.taken as usize, bases.len() - 1, "{counts:?}");
    assert_eq!((counts.refused, counts.contradicted), (1, 0), "{counts:?}");
    let mut random = generator(u64::from(cases));
    let mut counts = Counts::default();
    for case in 0..cases {
        let base = random.random_range(0..bases.len());
        let bytes = match random.random_ratio(1, 4) {
            true => changed_statement(bases[base].clone(), &mut random).encode(),
            false => Ok(changed_bytes(&files[base], &mut random)),
        };
        let begin = Instant::now();
        if let Ok(bytes) = bytes {
            play(&bytes, &mut counts);
        }
        let took = begin.elapsed();
        assert!(took < LONGEST, "case {case} took {took:?}");
    }
    println!("{counts:?}");
    // Otherwise the mutations would test one kind of result only.
    let Counts {
        refused,
        contradicted,
        taken,
    } = counts;
    let least = cases / 100;
    assert!(refused.min(contradicted).min(taken) > least, "{counts:?}");
}

/// A file whose front states a round of an hour and `steps` steps, with this content.
fn large(steps: u64, content: &[u8]) -> Vec<u8> {
    let mut head = plain().head;
    head.duration = Some(3600.0);
    let front = postcard::to_stdvec(&Front {
        head,
        steps,
        teams: None,
        identity: None,
        branch: None,
    })
    .unwrap();
    let begin = &plain().encode().unwrap()[..BEFORE];
    let gap = [0; CHECK];
    let bytes = [begin, &front, &gap, content, &gap].concat();
    sealed(bytes, front.len())
}

/// Two hours, the most steps that may be stated.
const STEPS: u32 = 2 * 3600 * 120;

/// The bytes before the hashes in a recording without a level or a model: `count` changes of the throttle, each
/// `after` steps after the last.
fn changes(after: u32, count: u32) -> Vec<u8> {
    let each = |index: u32| {
        let [a, b, c, d] = after.to_le_bytes();
        [a, b, c, d, 0, 1 + (index % 2) as u8, 0, 0]
    };
    let before = [0, 0, count].map(u32::to_le_bytes).concat();
    let changes = (0..count).flat_map(each);
    before.into_iter().chain(changes).collect()
}

/// Appends zero hashes of all steps, and no poses.
fn with_hashes(mut bytes: Vec<u8>) -> Vec<u8> {
    let phases = STEPS / 120 * 24;
    bytes.resize(bytes.len() + (STEPS * 4 + phases + 4) as usize, 0);
    bytes
}

/// Makes a content.
type Content = fn() -> Vec<u8>;

/// Contents that give a reader as much to do as can be, most of them of nearly the largest size.
const LARGE: [(&str, Content); 7] = [
    ("zeros", || vec![0; MOST]),
    ("ones", || vec![0xff; MOST]),
    ("hashes", || with_hashes(changes(0, 0))),
    ("changes", || with_hashes(changes(1, STEPS - 1))),
    ("changes at once", || with_hashes(changes(0, 3_000_000))),
    ("changes without hashes", || changes(1, 4_000_000)),
    ("a level", || {
        let count = MOST as u32 - 4;
        let mut bytes = count.to_le_bytes().to_vec();
        bytes.resize(MOST, b' ');
        bytes
    }),
];

/// The largest content, with room for a front.
const MOST: usize = (32 << 20) - 4096;

/// The work of the child process: reads the largest recordings, as a whole and their fronts.
pub fn read_large() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.tape");
    for (name, content) in LARGE {
        let steps = u64::from(STEPS);
        fs::write(&path, large(steps, &content())).unwrap();
        let begin = Instant::now();
        let front = Front::read(&path).unwrap();
        let listed = begin.elapsed();
        assert_eq!(front.steps, steps);
        let read = Tape::read(&path).map(|tape| tape.steps());
        let took = begin.elapsed();
        println!("{name}: listed in {listed:?}, {took:?}: {read:?}");
        assert!(took < LONGEST, "{name} took {took:?}");
        // However large it is, a list reads no more of it than a few thousand bytes.
        assert!(listed < Duration::from_millis(200), "{name}: {listed:?}");
    }
}

#[cfg(unix)]
mod limited {
    use crate::child::run_limited;

    #[test]
    fn no_mutated_recording_makes_trouble() {
        run_limited(512, "play mutated recordings", 600);
    }

    /// `cargo test --release --no-default-features --test robustness -- --ignored`
    #[test]
    #[ignore = "fifty thousand recordings take a quarter of an hour"]
    fn fifty_thousand_mutated_recordings_make_no_trouble() {
        run_limited(512, "play mutated recordings", 50_000);
    }

    #[test]
    fn recordings_of_the_largest_size_are_read_in_little_time_and_memory() {
        run_limited(384, "read large recordings", 0);
    }
}
