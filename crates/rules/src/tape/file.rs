//! File format of a recording: the header and the checksums. All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 10 | `DODGEMTAPE` |
//! | 2 | the format number |
//! | 4 | the length of the whole file |
//! | 2 | the length of the header |
//! | | the [`Front`] as postcard |
//! | 4 | the CRC-32 of all before it |
//! | | the content: see [`content`](super::content) |
//! | 4 | the CRC-32 of all before it |
//!
//! Files may come from strangers. Checksums reject a damaged file. A malicious file is limited in size,
//! counts and run time, and it cannot name paths: the level is text, and models are names inside the folder
//! of models.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::params::{TAPE_BYTES, TAPE_FRONT, TAPE_STEPS, TAPE_TAKEN, TAPE_TEXT};
use crate::tape::record::file_hash;
use crate::tape::{
    Branch, FORMAT, FORMAT_WITHOUT_IDENTITY, FORMAT_WITHOUT_TEAMS, Head, Tape, TapeError, content,
};
use dodgem_scene::params::limits;
use dodgem_scene::storage::{self, Stored};

const MAGIC: &[u8; 10] = b"DODGEMTAPE";
/// Number of bytes before the header: magic word, format number, and both lengths.
const BEFORE: usize = MAGIC.len() + 2 + 4 + 2;
/// Encoding of the absent fields `teams`, `identity` and `branch`: headers of older formats end before some of them.
const UNSAID: [u8; 3] = [0; 3];
/// Size of a checksum, in bytes.
const CHECK: usize = 4;

/// Header of a recording's file, sufficient for a list of recordings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Front {
    /// Description of the round.
    pub head: Head,
    /// Number of steps, including the countdown.
    pub steps: u64,
    /// True for a round of two teams; None in files of an older format.
    pub teams: Option<bool>,
    /// See [`Tape::identity`]; None in files of an older format.
    pub identity: Option<u64>,
    /// The other recording that it continues.
    pub branch: Option<Branch>,
}

impl Tape {
    /// Returns the file content that [`Tape::decode`] reads.
    ///
    /// # Errors
    /// [`TapeError::TooLarge`] if it would exceed the size limit; [`TapeError::Damaged`] if [`Tape::decode`]
    /// would refuse it.
    pub fn encode(&self) -> Result<Vec<u8>, TapeError> {
        let content = content::encode(self)?;
        let front = Front {
            head: self.head.clone(),
            steps: self.steps(),
            teams: self.teams,
            identity: Some(self.identity_with(&content)?),
            branch: self.branch,
        };
        check_front(&front)?;
        let front = postcard::to_stdvec(&front).map_err(unsaid)?;
        let length = BEFORE + front.len() + CHECK + content.len() + CHECK;
        if length as u64 > TAPE_BYTES || front.len() > TAPE_FRONT {
            return Err(TapeError::TooLarge);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        // Both values are limited far below the range of their types.
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend((front.len() as u16).to_le_bytes());
        bytes.extend(front);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(content);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Returns a hash of the round and its content, by which a recording that continues this one names it. Two
    /// recordings with the same seed differ in it as soon as they differ at all. It is a label: nobody checks it.
    ///
    /// # Errors
    /// [`TapeError::TooLarge`] if it cannot be encoded.
    pub fn identity(&self) -> Result<u64, TapeError> {
        self.identity_with(&content::encode(self)?)
    }

    fn identity_with(&self, content: &[u8]) -> Result<u64, TapeError> {
        let head = postcard::to_stdvec(&self.head).map_err(unsaid)?;
        Ok(file_hash(&[head.as_slice(), content].concat()))
    }

    /// Decodes a file, which may come from anyone.
    ///
    /// # Errors
    /// [`TapeError`] if it is not a recording, has another format, or is damaged.
    pub fn decode(bytes: &[u8]) -> Result<Tape, TapeError> {
        if bytes.len() as u64 > TAPE_BYTES {
            return Err(TapeError::TooLarge);
        }
        let (front, rest) = front_of(bytes, bytes.len() as u64)?;
        let content = checked(bytes)?;
        let from = bytes.len() - rest.len();
        content::decode(front, &content[from.min(content.len())..])
    }

    /// Reads a recording from a path that the user chose.
    ///
    /// # Errors
    /// [`TapeError`] with the path, if the file system refuses; otherwise as in [`Tape::decode`].
    pub fn read(path: &Path) -> Result<Tape, TapeError> {
        match storage::read(path, TAPE_BYTES) {
            Ok(Stored::Bytes(bytes)) => Tape::decode(&bytes),
            Ok(Stored::TooLarge) => Err(TapeError::TooLarge),
            Ok(Stored::Missing) => Err(missing(path)),
            Err(error) => Err(TapeError::file("cannot read", path, error)),
        }
    }

    /// Writes a recording atomically to a path that the user chose.
    ///
    /// # Errors
    /// [`TapeError`] with the path.
    pub fn write(&self, path: &Path) -> Result<(), TapeError> {
        let bytes = self.encode()?;
        storage::write_output(path, &bytes)
            .map_err(|error| TapeError::file("cannot write", path, error))
    }

    /// Checks that [`Tape::write`] could write to this path now: call it before work whose result is to be
    /// saved.
    ///
    /// # Errors
    /// [`TapeError`] with the path and the obstacle.
    pub fn check_output(path: &Path) -> Result<(), TapeError> {
        storage::check_output(path).map_err(|error| TapeError::file("cannot write", path, error))
    }
}

impl Front {
    /// Reads only the header of a file, and compares the length of the file with the stated one.
    ///
    /// # Errors
    /// As in [`Tape::read`], as far as the header shows.
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

fn unsaid(_: postcard::Error) -> TapeError {
    TapeError::Damaged("it cannot be written down")
}

fn missing(path: &Path) -> TapeError {
    let none = std::io::Error::other("there is no such file");
    TapeError::file("cannot read", path, none)
}

/// Returns the header of a file of this length, and the remaining bytes after it.
fn front_of(bytes: &[u8], length: u64) -> Result<(Front, &[u8]), TapeError> {
    let early = || TapeError::Damaged("it ends too early");
    let rest = bytes.strip_prefix(MAGIC).ok_or(TapeError::NoTape)?;
    let (format, rest) = rest.split_first_chunk::<2>().ok_or_else(early)?;
    let unsaid: &[u8] = match u16::from_le_bytes(*format) {
        FORMAT => &[],
        FORMAT_WITHOUT_IDENTITY => &UNSAID[1..],
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

/// Returns the bytes before a final checksum, if the checksum is correct.
fn checked(bytes: &[u8]) -> Result<&[u8], TapeError> {
    let Some((before, check)) = bytes.split_last_chunk::<CHECK>() else {
        return Err(TapeError::Damaged("it ends too early"));
    };
    let fits = crc32fast::hash(before) == u32::from_le_bytes(*check);
    refuse(!fits, "its checksum does not fit")?;
    Ok(before)
}

/// Returns an error with this reason if `wrong` is true.
pub(super) fn refuse(wrong: bool, what: &'static str) -> Result<(), TapeError> {
    match wrong {
        true => Err(TapeError::Damaged(what)),
        false => Ok(()),
    }
}

/// Refuses counts, texts and numbers that this program never writes.
fn check_front(front: &Front) -> Result<(), TapeError> {
    let Front {
        head,
        steps,
        branch,
        ..
    } = front;
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
    refuse(!sorted, "its wheel is taken over in no order")?;
    let late = branch.is_some_and(|branch| branch.at > *steps);
    refuse(late, "it continues another one only after its end")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::TakenOver;
    use crate::tape::samples::short_tape;

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

    /// Returns the file with correct length and checksums.
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
        // Two hours are stated and a second is present: nothing is allocated for the stated length.
        let mut front = Front {
            head: tape.head.clone(),
            steps: TAPE_STEPS,
            teams: None,
            identity: None,
            branch: None,
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
            assert!(refused.contains("reads format 6"), "{refused}");
        }
    }

    #[test]
    fn the_formats_before_are_read_and_state_neither_an_identity_nor_the_oldest_one_teams() {
        for format in [FORMAT_WITHOUT_TEAMS, FORMAT_WITHOUT_IDENTITY] {
            let mut tape = short_tape();
            assert_eq!((tape.teams, tape.branch), (Some(false), None));
            if format == FORMAT_WITHOUT_TEAMS {
                tape.teams = None;
            }
            let new = tape.encode().unwrap();
            // An older format is the current one without the last bytes of the header: the identity (a sign and at
            // most ten bytes), the branch, and in the oldest one the teams.
            let front = usize::from(u16::from_le_bytes([new[16], new[17]]));
            let identity = postcard::to_stdvec(&Some(tape.identity().unwrap())).unwrap();
            let less = identity.len() + 1 + usize::from(format == FORMAT_WITHOUT_TEAMS);
            let mut old = new.clone();
            old.drain(BEFORE + front - less..BEFORE + front);
            old[10] = format as u8;
            old[16..18].copy_from_slice(&((front - less) as u16).to_le_bytes());
            let old = sealed(old);
            assert_eq!(Tape::decode(&old).unwrap(), tape);
            assert_eq!(front_of(&old, old.len() as u64).unwrap().0.identity, None);
            // It is saved in the current format.
            assert_eq!(Tape::decode(&old).unwrap().encode().unwrap(), new);
        }
    }

    #[test]
    fn a_branch_comes_back_and_changes_no_identity_but_any_content_does() {
        let plain = short_tape();
        let identity = plain.identity().unwrap();
        let mut tape = plain.clone();
        tape.branch = Some(Branch {
            parent: identity,
            at: 130,
        });
        assert_eq!(tape.identity().unwrap(), identity);
        let bytes = tape.encode().unwrap();
        assert_eq!(Tape::decode(&bytes).unwrap(), tape);
        let front = front_of(&bytes, bytes.len() as u64).unwrap().0;
        assert_eq!(
            (front.identity, front.branch),
            (Some(identity), tape.branch)
        );
        tape.branch = Some(Branch {
            parent: identity,
            at: 131,
        });
        let refused = tape.encode().unwrap_err().to_string();
        assert!(refused.contains("only after its end"), "{refused}");
        let mut other = plain;
        other.hashes[100] ^= 1;
        assert_ne!(other.identity().unwrap(), identity);
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
        // The largest valid header is shorter than the part that is read.
        let mut tape = tape;
        tape.head.program = "p".repeat(TAPE_TEXT);
        tape.head.level = "l".repeat(TAPE_TEXT);
        tape.head.taken = vec![TakenOver { at: 130, car: 63 }; TAPE_TAKEN];
        tape.encode().unwrap();
    }

    /// The checksums are correct, so a refusal is due to the content.
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
            // There must be no panic, and accepted content must be within the limits.
            if let Ok(tape) = Tape::decode(&sealed(broken)) {
                assert!(tape.steps() <= TAPE_STEPS);
            }
        }
    }
}
