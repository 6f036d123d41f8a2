//! A recording as a file: `DODGEMTAPE`, the format (two bytes, little-endian), the content as postcard,
//! and the CRC-32 of all before it.
//!
//! Files come from strangers. A damaged one is refused by its checksum; one that was made to do harm
//! is bounded in size, in counts and in the time that it takes, and nothing in it names a path: the
//! level is text, models are names inside the folder of models.

use std::collections::BTreeMap;
use std::path::Path;

use crate::game::tape::{FORMAT, PHASES, Tape, TapeError, TapeModel};
use crate::level::limits;
use crate::params::{TAPE_BYTES, TAPE_MODELS, TAPE_STEPS, TAPE_TEXT};
use crate::storage::{self, Stored};

const MAGIC: &[u8; 10] = b"DODGEMTAPE";
/// The bytes of the checksum.
const CHECK: usize = 4;

impl Tape {
    /// The file that [`Tape::decode`] reads.
    ///
    /// # Errors
    /// [`TapeError::TooLarge`] if it would be larger than those that are read.
    pub fn encode(&self) -> Result<Vec<u8>, TapeError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        let content = postcard::to_stdvec(self);
        bytes.extend(content.map_err(|_| TapeError::Damaged("it cannot be written down"))?);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        if bytes.len() as u64 > TAPE_BYTES {
            return Err(TapeError::TooLarge);
        }
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
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(TapeError::NoTape);
        };
        let Some((format, rest)) = rest.split_first_chunk::<2>() else {
            return Err(TapeError::Damaged("it ends too early"));
        };
        let found = u16::from_le_bytes(*format);
        if found != FORMAT {
            return Err(TapeError::Format { found });
        }
        let Some((content, check)) = rest.split_last_chunk::<CHECK>() else {
            return Err(TapeError::Damaged("it ends too early"));
        };
        let checked = &bytes[..bytes.len() - CHECK];
        if crc32fast::hash(checked) != u32::from_le_bytes(*check) {
            return Err(TapeError::Damaged("its checksum does not fit"));
        }
        let read = postcard::take_from_bytes::<Tape>(content);
        let (tape, left) = read.map_err(|_| TapeError::Damaged("its content makes no sense"))?;
        if !left.is_empty() {
            return Err(TapeError::Damaged("it has too much content"));
        }
        tape.check_counts()?;
        Ok(tape)
    }

    /// Refuses counts, texts and numbers that no recording of this program has.
    fn check_counts(&self) -> Result<(), TapeError> {
        let head = &self.head;
        let refuse = |wrong: bool, what| match wrong {
            true => Err(TapeError::Damaged(what)),
            false => Ok(()),
        };
        let (steps, cars) = (self.hashes.len(), limits::CARS);
        refuse(steps as u64 > TAPE_STEPS, "it is too long")?;
        refuse(
            self.phases.len() > steps / 120 + 1,
            "it has too many phases",
        )?;
        refuse(
            self.poses.len() > (steps + 1) * cars,
            "it has too many poses",
        )?;
        let most_changes = (steps + 1) * limits::PLAYERS;
        refuse(self.changes.len() > most_changes, "it has too many changes")?;
        let slots = self.changes.iter().map(|change| usize::from(change.slot));
        let most_slot = slots.max().unwrap_or(0);
        refuse(most_slot >= limits::PLAYERS, "it has too many players")?;
        refuse(self.events.len() > steps + 1, "it has too many events")?;
        let mut taken = self.seats_taken();
        let unfit = taken.any(|(at, car)| at > steps as u64 || car >= cars);
        refuse(unfit, "a wheel is taken where there is none")?;
        refuse(
            usize::from(head.humans) > limits::PLAYERS,
            "it has too many players",
        )?;
        refuse(head.seats.len() > limits::PLAYERS, "it has too many seats")?;
        let texts = [&head.program, &head.source];
        let long = |text: &String| text.len() > TAPE_TEXT || text.chars().any(char::is_control);
        let unfit = texts.into_iter().chain(&head.seats).any(long);
        refuse(unfit, "a text in it is too long or cannot be shown")?;
        refuse(
            head.level.len() as u64 > limits::LEVEL_BYTES,
            "its level is too large",
        )?;
        refuse(head.models.len() > TAPE_MODELS, "it has too many models")?;
        let duration = head.duration.unwrap_or(1.0);
        let sound = |seconds: f32| (0.0..=3600.0).contains(&seconds);
        refuse(
            !sound(duration) || !sound(head.countdown),
            "its times make no sense",
        )
    }

    /// Reads a recording from a file that the user named.
    ///
    /// # Errors
    /// [`TapeError`] with the file's name, if the file system refuses; else as [`Tape::decode`].
    pub fn read(path: &Path) -> Result<Tape, TapeError> {
        let refused = |source| TapeError::File {
            action: "cannot read",
            path: path.display().to_string(),
            source,
        };
        match storage::read(path, TAPE_BYTES).map_err(refused)? {
            Stored::Bytes(bytes) => Tape::decode(&bytes),
            Stored::TooLarge => Err(TapeError::TooLarge),
            Stored::Missing => {
                let none = std::io::Error::other("there is no such file");
                Err(refused(none))
            }
        }
    }

    /// Writes a recording to a file that the user named, as a whole or not at all.
    ///
    /// # Errors
    /// [`TapeError`] with the file's name.
    pub fn write(&self, path: &Path) -> Result<(), TapeError> {
        let bytes = self.encode()?;
        storage::write_output(path, &bytes).map_err(|source| TapeError::File {
            action: "cannot write",
            path: path.display().to_string(),
            source,
        })
    }

    /// The model files that came with it, by name.
    pub(super) fn given_models(&self) -> BTreeMap<String, Vec<u8>> {
        let models = self.head.models.iter();
        let given =
            models.filter_map(|TapeModel { name, file, .. }| Some((name.clone(), file.clone()?)));
        given.collect()
    }
}

/// How many bytes the hashes of the phases take each second; for the documentation of the format.
const _: () = assert!(PHASES <= 8);

#[cfg(test)]
mod tests {
    use super::*;
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

    /// With a checksum that fits: what is refused then is refused for what it says.
    #[test]
    fn content_that_makes_no_sense_is_refused_without_a_panic() {
        let bytes = short_tape().encode().unwrap();
        let body = bytes.len() - CHECK;
        let mut random: u64 = 7;
        for _ in 0..20_000 {
            let mut broken = bytes[..body].to_vec();
            for _ in 0..3 {
                random = random
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let place = 12 + (random >> 33) as usize % (body - 12);
                broken[place] = (random >> 25) as u8;
            }
            broken.extend(crc32fast::hash(&broken).to_le_bytes());
            // Whatever comes out, it is no panic, and what is read is within its bounds.
            if let Ok(tape) = Tape::decode(&broken) {
                assert!(tape.steps() <= TAPE_STEPS);
            }
        }
    }
}
