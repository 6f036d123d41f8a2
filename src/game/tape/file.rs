//! A recording as a file: what it says first, and the checksums. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 10 | `DODGEMTAPE` |
//! | 2 | the format |
//! | 4 | the length of the whole file |
//! | 2 | the length of the front |
//! | | the [`Front`] as postcard |
//! | 4 | the CRC-32 of all before it |
//! | | the content: see [`content`](super::content) |
//! | 4 | the CRC-32 of all before it |
//!
//! Files come from strangers. A damaged one is refused by its checksums; one that was made to do harm
//! is bounded in size, in counts and in the time that it takes, and nothing in it names a path: the
//! level is text, models are names inside the folder of models.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::game::tape::{FORMAT, FORMAT_WITHOUT_TEAMS, Head, Tape, TapeError, content};
use crate::level::limits;
use crate::params::{TAPE_BYTES, TAPE_FRONT, TAPE_STEPS, TAPE_TAKEN, TAPE_TEXT};
use crate::storage::{self, Stored};

const MAGIC: &[u8; 10] = b"DODGEMTAPE";
/// The bytes before the front: the magic word, the format, and both lengths.
const BEFORE: usize = MAGIC.len() + 2 + 4 + 2;
/// What would stand at the end of a front that does not say whether there were teams, if it did say that.
const UNSAID: [u8; 1] = [0];
/// The bytes of a checksum.
const CHECK: usize = 4;

/// What a recording's file says first: enough for a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Front {
    /// What the round was.
    pub head: Head,
    /// How many steps it holds, those of the countdown included.
    pub steps: u64,
    /// Whether it was a round of two teams; those of the format before do not say.
    pub teams: Option<bool>,
}

impl Tape {
    /// The file that [`Tape::decode`] reads.
    ///
    /// # Errors
    /// [`TapeError::TooLarge`] if it would be larger than those that are read; [`TapeError::Damaged`] if
    /// it would be refused for what it says.
    pub fn encode(&self) -> Result<Vec<u8>, TapeError> {
        let front = Front {
            head: self.head.clone(),
            steps: self.steps(),
            teams: self.teams,
        };
        check_front(&front)?;
        let unsaid = |_| TapeError::Damaged("it cannot be written down");
        let front = postcard::to_stdvec(&front).map_err(unsaid)?;
        let content = content::encode(self)?;
        let length = BEFORE + front.len() + CHECK + content.len() + CHECK;
        if length as u64 > TAPE_BYTES || front.len() > TAPE_FRONT {
            return Err(TapeError::TooLarge);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        // Both are bounded far below what their numbers hold.
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend((front.len() as u16).to_le_bytes());
        bytes.extend(front);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(content);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a file, whoever made it.
    ///
    /// # Errors
    /// [`TapeError`] if it is none, of another format, or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Tape, TapeError> {
        if bytes.len() as u64 > TAPE_BYTES {
            return Err(TapeError::TooLarge);
        }
        let (front, rest) = front_of(bytes, bytes.len() as u64)?;
        let content = checked(bytes)?;
        let from = bytes.len() - rest.len();
        content::decode(front, &content[from.min(content.len())..])
    }

    /// Reads a recording from a file that the user named.
    ///
    /// # Errors
    /// [`TapeError`] with the file's name, if the file system refuses; else as [`Tape::decode`].
    pub fn read(path: &Path) -> Result<Tape, TapeError> {
        match storage::read(path, TAPE_BYTES) {
            Ok(Stored::Bytes(bytes)) => Tape::decode(&bytes),
            Ok(Stored::TooLarge) => Err(TapeError::TooLarge),
            Ok(Stored::Missing) => Err(missing(path)),
            Err(error) => Err(TapeError::file("cannot read", path, error)),
        }
    }

    /// Writes a recording to a file that the user named, as a whole or not at all.
    ///
    /// # Errors
    /// [`TapeError`] with the file's name.
    pub fn write(&self, path: &Path) -> Result<(), TapeError> {
        let bytes = self.encode()?;
        storage::write_output(path, &bytes)
            .map_err(|error| TapeError::file("cannot write", path, error))
    }

    /// Whether [`Tape::write`] could write there now: to be asked before the work of which it is kept.
    ///
    /// # Errors
    /// [`TapeError`] with the file's name and what is in the way.
    pub fn check_output(path: &Path) -> Result<(), TapeError> {
        storage::check_output(path).map_err(|error| TapeError::file("cannot write", path, error))
    }
}

impl Front {
    /// Reads no more than what a file says first, and holds its length against what it states.
    ///
    /// # Errors
    /// As [`Tape::read`], as far as that much tells.
    pub fn read(path: &Path) -> Result<Front, TapeError> {
        let most = BEFORE + TAPE_FRONT + CHECK;
        match storage::read_start(path, most as u64) {
            Ok(None) => Err(missing(path)),
            Ok(Some((_, length))) if length > TAPE_BYTES => Err(TapeError::TooLarge),
            Ok(Some((bytes, length))) => Ok(front_of(&bytes, length)?.0),
            Err(error) => Err(TapeError::file("cannot read", path, error)),
        }
    }
}

fn missing(path: &Path) -> TapeError {
    let none = std::io::Error::other("there is no such file");
    TapeError::file("cannot read", path, none)
}

/// What a file of that length says first, and what is behind it of these bytes.
fn front_of(bytes: &[u8], length: u64) -> Result<(Front, &[u8]), TapeError> {
    let early = || TapeError::Damaged("it ends too early");
    let rest = bytes.strip_prefix(MAGIC).ok_or(TapeError::NoTape)?;
    let (format, rest) = rest.split_first_chunk::<2>().ok_or_else(early)?;
    let unsaid: &[u8] = match u16::from_le_bytes(*format) {
        FORMAT => &[],
        FORMAT_WITHOUT_TEAMS => &UNSAID,
        found => return Err(TapeError::Format { found }),
    };
    let (stated, rest) = rest.split_first_chunk::<4>().ok_or_else(early)?;
    let stated = u64::from(u32::from_le_bytes(*stated));
    if stated != length {
        let what = if stated > length {
            "it ends too early"
        } else {
            "it is longer than it says"
        };
        return Err(TapeError::Damaged(what));
    }
    let (count, _) = rest.split_first_chunk::<2>().ok_or_else(early)?;
    let count = usize::from(u16::from_le_bytes(*count));
    if count > TAPE_FRONT {
        return Err(TapeError::Damaged("its front is too long"));
    }
    let end = BEFORE + count + CHECK;
    let (before, rest) = bytes.split_at_checked(end).ok_or_else(early)?;
    let front = [&checked(before)?[BEFORE..], unsaid].concat();
    let senseless = |_| TapeError::Damaged("its front makes no sense");
    let (front, left) = postcard::take_from_bytes::<Front>(&front).map_err(senseless)?;
    refuse(!left.is_empty(), "its front is longer than it says")?;
    check_front(&front)?;
    Ok((front, rest))
}

/// What stands before a checksum that fits it.
fn checked(bytes: &[u8]) -> Result<&[u8], TapeError> {
    let Some((before, check)) = bytes.split_last_chunk::<CHECK>() else {
        return Err(TapeError::Damaged("it ends too early"));
    };
    let fits = crc32fast::hash(before) == u32::from_le_bytes(*check);
    refuse(!fits, "its checksum does not fit")?;
    Ok(before)
}

/// Refuses a recording for a reason, if that is the case.
pub(super) fn refuse(wrong: bool, what: &'static str) -> Result<(), TapeError> {
    match wrong {
        true => Err(TapeError::Damaged(what)),
        false => Ok(()),
    }
}

/// Refuses counts, texts and numbers that no recording of this program has.
fn check_front(front: &Front) -> Result<(), TapeError> {
    let Front { head, steps, .. } = front;
    refuse(*steps == 0, "it has no steps")?;
    refuse(*steps > TAPE_STEPS, "it is too long")?;
    let people = usize::from(head.humans);
    refuse(people > limits::PLAYERS, "it has too many players")?;
    let long = |text: &String| text.len() > TAPE_TEXT || text.chars().any(char::is_control);
    let unfit = long(&head.program) || long(&head.level);
    refuse(unfit, "a text in it is too long or cannot be shown")?;
    let sound = |seconds: f32| (0.0..=3600.0).contains(&seconds);
    let unfit = !sound(head.duration.unwrap_or(1.0)) || !sound(head.countdown);
    refuse(unfit, "its times make no sense")?;
    let taken = &head.taken;
    refuse(
        taken.len() > TAPE_TAKEN,
        "its wheel is taken over too often",
    )?;
    let unfit = |at: u64, car: u16| at > *steps || usize::from(car) >= limits::CARS;
    let unfit = taken.iter().any(|one| unfit(one.at, one.car));
    refuse(unfit, "a wheel is taken where there is none")?;
    let sorted = taken.is_sorted_by_key(|one| one.at);
    refuse(!sorted, "its wheel is taken over in no order")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tape::TakenOver;
    use crate::game::tape::tests_support::short_tape;

    #[test]
    fn a_tape_comes_back_as_it_was() {
        let tape = short_tape();
        let bytes = tape.encode().unwrap();
        assert_eq!(Tape::decode(&bytes).unwrap(), tape);
    }

    #[test]
    fn every_flipped_byte_and_every_cut_is_refused() {
        let bytes = short_tape().encode().unwrap();
        for place in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[place] ^= 0x10;
            let error = Tape::decode(&broken).expect_err("a flipped byte");
            match place {
                0..10 => assert!(matches!(error, TapeError::NoTape)),
                10..12 => assert!(matches!(error, TapeError::Format { .. })),
                _ => assert!(matches!(error, TapeError::Damaged(_)), "{error}"),
            }
            assert!(Tape::decode(&bytes[..place]).is_err(), "cut at {place}");
        }
    }

    /// The same file with the length and the checksums that fit what is in it.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let (length, end) = (bytes.len() as u32, bytes.len() - CHECK);
        bytes[12..16].copy_from_slice(&length.to_le_bytes());
        let front = usize::from(u16::from_le_bytes([bytes[16], bytes[17]]));
        for place in [BEFORE + front, end] {
            if let Some((before, check)) = bytes.split_at_mut_checked(place)
                && let Some(check) = check.first_chunk_mut::<CHECK>()
            {
                *check = crc32fast::hash(before).to_le_bytes();
            }
        }
        bytes
    }

    #[test]
    fn what_a_file_says_of_its_length_and_of_its_steps_is_held_against_its_content() {
        let tape = short_tape();
        let refused = |bytes: Vec<u8>| Tape::decode(&sealed(bytes)).unwrap_err().to_string();
        let bytes = tape.encode().unwrap();
        assert_eq!(sealed(bytes.clone()), bytes);
        let mut longer = bytes.clone();
        longer.extend([0; 4]);
        assert!(refused(longer).contains("too much content"));
        assert!(refused(bytes[..bytes.len() - 8].to_vec()).contains("less content"));
        // Two hours, of which there is a second: nothing is made of them.
        let mut front = Front {
            head: tape.head.clone(),
            steps: TAPE_STEPS,
            teams: None,
        };
        let content = content::encode(&tape).unwrap();
        let said = content::decode(front.clone(), &content).unwrap_err();
        assert!(said.to_string().contains("less content"), "{said}");
        front.steps = TAPE_STEPS + 1;
        assert!(check_front(&front).is_err());
    }

    #[test]
    fn a_recording_of_no_steps_is_neither_written_nor_read() {
        let mut tape = short_tape();
        tape.hashes.clear();
        tape.phases.clear();
        tape.changes.clear();
        let refused = tape.encode().unwrap_err().to_string();
        assert!(refused.contains("it has no steps"), "{refused}");
    }

    #[test]
    fn another_format_is_told_as_an_earlier_or_a_later_one() {
        let mut bytes = short_tape().encode().unwrap();
        for (format, word) in [(1, "an earlier version"), (77, "a later version")] {
            bytes[10] = format;
            let refused = Tape::decode(&bytes).unwrap_err().to_string();
            let found = format!("format {format}");
            assert!(
                refused.contains(word) && refused.contains(&found),
                "{refused}"
            );
            assert!(refused.contains("reads format 5"), "{refused}");
        }
    }

    #[test]
    fn the_format_before_is_read_and_does_not_say_whether_there_were_teams() {
        let mut tape = short_tape();
        assert_eq!(tape.teams, Some(false));
        tape.teams = None;
        let new = tape.encode().unwrap();
        // The same without the last byte of its front.
        let last = BEFORE + usize::from(u16::from_le_bytes([new[16], new[17]])) - 1;
        assert_eq!(new[last..=last], UNSAID);
        let mut old = new.clone();
        old.remove(last);
        (old[10], old[16]) = (4, old[16] - 1);
        let old = sealed(old);
        assert_eq!(Tape::decode(&old).unwrap(), tape);
        // What is kept of it is of the format of today.
        assert_eq!(Tape::decode(&old).unwrap().encode().unwrap(), new);
    }

    #[test]
    fn the_front_is_read_without_the_content_and_a_file_that_was_cut_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tape");
        let tape = short_tape();
        let mut bytes = tape.encode().unwrap();
        let last = bytes.len() - CHECK - 1;
        bytes[last] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let front = Front::read(&path).unwrap();
        assert_eq!((front.head, front.steps), (tape.head.clone(), 130));
        assert!(Tape::read(&path).is_err());
        std::fs::write(&path, &bytes[..last]).unwrap();
        let refused = Front::read(&path).unwrap_err().to_string();
        assert!(refused.contains("ends too early"), "{refused}");
        // As much as a front can say takes less than what is read of one.
        let mut tape = tape;
        tape.head.program = "p".repeat(TAPE_TEXT);
        tape.head.level = "l".repeat(TAPE_TEXT);
        tape.head.taken = vec![TakenOver { at: 130, car: 63 }; TAPE_TAKEN];
        tape.encode().unwrap();
    }

    /// With checksums that fit: what is refused then is refused for what it says.
    #[test]
    fn content_that_makes_no_sense_is_refused_without_a_panic() {
        let bytes = short_tape().encode().unwrap();
        let body = bytes.len() - CHECK;
        let mut random: u64 = 7;
        for _ in 0..20_000 {
            let mut broken = bytes.clone();
            for _ in 0..3 {
                random = random
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let place = 12 + (random >> 33) as usize % (body - 12);
                broken[place] = (random >> 25) as u8;
            }
            // Whatever comes out, it is no panic, and what is read is within its bounds.
            if let Ok(tape) = Tape::decode(&sealed(broken)) {
                assert!(tape.steps() <= TAPE_STEPS);
            }
        }
    }
}
