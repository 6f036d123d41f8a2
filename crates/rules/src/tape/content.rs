//! The content of a recording's file, after the header. All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 4 + n | the level as RON, its length before it |
//! | 4 | number of models |
//! | each 4 + n, 8, 1, 4 + n | a model: its name, the hash of its file, whether the file is here, and if so the file |
//! | 4, each 8 | number of changes of the players' controls, and the changes |
//! | 4 + n | the acts, each with its step, as postcard writes them, their total length before them |
//! | each 4 | the hash after each of the header's steps |
//! | each 4 * [`PHASES`] | the hashes after the phases of each whole second of them |
//! | 4, each 20 | number of poses, and the poses |
//!
//! Every length is checked against the number of remaining bytes before memory is allocated, so a file needs
//! at most a few times its own size in memory.

use crate::params::{TAPE_ACTS, TAPE_BUILDS, TAPE_MODELS, TAPE_TEXT};
use crate::tape::file::refuse;
use crate::tape::record::SECOND;
use crate::tape::script::Script;
use crate::tape::{Change, Front, PHASES, RecordedPose, Tape, TapeError, TapeModel, TimedAct};
use dodgem_scene::params::limits;

/// Encodes the content of a recording.
///
/// # Errors
/// [`TapeError::TooLarge`] if a part is too long for its length field.
pub(super) fn encode(tape: &Tape) -> Result<Vec<u8>, TapeError> {
    let mut bytes = Vec::new();
    put(&mut bytes, tape.level.as_bytes())?;
    bytes.extend(length(tape.models.len())?);
    for TapeModel { name, hash, file } in &tape.models {
        put(&mut bytes, name.as_bytes())?;
        bytes.extend(hash.to_le_bytes());
        bytes.push(u8::from(file.is_some()));
        if let Some(file) = file {
            put(&mut bytes, file)?;
        }
    }
    bytes.extend(length(tape.changes.len())?);
    bytes.extend(tape.changes.iter().flat_map(change_bytes));
    put(&mut bytes, &act_bytes(&tape.acts)?)?;
    bytes.extend(tape.hashes.iter().flat_map(|hash| hash.to_le_bytes()));
    let phases = tape.phases.iter().flatten();
    bytes.extend(phases.flat_map(|hash| hash.to_le_bytes()));
    bytes.extend(length(tape.poses.len())?);
    bytes.extend(tape.poses.iter().flat_map(pose_bytes));
    Ok(bytes)
}

/// Decodes a recording from its header and the content after it.
///
/// # Errors
/// [`TapeError::Damaged`] or [`TapeError::Act`] if it is invalid.
pub(super) fn decode(front: Front, content: &[u8]) -> Result<Tape, TapeError> {
    let Front {
        head,
        steps,
        teams,
        branch,
        ..
    } = front;
    // The header is checked already.
    let steps = steps as usize;
    let mut reader = Reader { rest: content };
    let level = reader.text(limits::LEVEL_BYTES as usize, "its level is too large")?;
    let models = read_models(&mut reader)?;
    let count = reader.count()?;
    let tape = Tape {
        head,
        teams,
        branch,
        level,
        models,
        changes: reader.list(count, read_change)?,
        acts: {
            let count = reader.count()?;
            read_acts(reader.take(count)?)?
        },
        hashes: reader.list(steps, |bytes| u32::from_le_bytes(*bytes))?,
        phases: reader.list(steps / SECOND as usize, read_phases)?,
        poses: {
            let count = reader.count()?;
            reader.list(count, read_pose)?
        },
    };
    refuse(!reader.rest.is_empty(), "it has too much content")?;
    check(&tape)?;
    Ok(tape)
}

/// Refuses impossible inputs and invalid poses.
fn check(tape: &Tape) -> Result<(), TapeError> {
    // A car that was added by hand can belong to the first player, and a motor can obey them.
    let by_hand = tape.acts.iter().any(|one| one.act.gives_control());
    let seat = usize::from(by_hand || !tape.head.taken.is_empty());
    let slots = usize::from(tape.head.humans).max(seat);
    let slot = tape.changes.iter().map(|change| usize::from(change.slot));
    let most = slot.max().map_or(0, |slot| slot + 1);
    refuse(most > slots, "an absent player drives")?;
    let last: u64 = tape.changes.iter().map(|one| u64::from(one.after)).sum();
    let past = !tape.changes.is_empty() && last >= tape.steps();
    refuse(past, "a player drives after its end")?;
    // This program writes only changes that differ from the state before.
    let idle = || Script::of(&tape.changes, &[]).changes() != tape.changes;
    let many = tape.changes.len() as u64 > tape.steps() * limits::PLAYERS as u64;
    refuse(many || idle(), "its controls make no sense")?;
    let in_order = tape.acts.windows(2).all(|two| two[0].at <= two[1].at);
    let late = (tape.acts.last()).is_some_and(|last| last.at >= tape.steps());
    refuse(!in_order || late, "its hand acts after its end")?;
    for (index, TimedAct { at, act }) in tape.acts.iter().enumerate() {
        let refused = |why| TapeError::Act {
            number: index + 1,
            step: at + 1,
            why,
        };
        act.check().map_err(refused)?;
    }
    let place = |pose: &RecordedPose| pose.place.iter().all(|part| part.is_finite());
    refuse(
        !tape.poses.iter().all(place),
        "a place in it is no place at all",
    )
}

/// Encodes the acts in order.
fn act_bytes(acts: &[TimedAct]) -> Result<Vec<u8>, TapeError> {
    let mut bytes = Vec::new();
    for act in acts {
        bytes = postcard::to_extend(act, bytes).map_err(|_| TapeError::TooLarge)?;
    }
    Ok(bytes)
}

fn read_acts(mut bytes: &[u8]) -> Result<Vec<TimedAct>, TapeError> {
    let (mut acts, mut builds) = (Vec::new(), 0);
    while !bytes.is_empty() {
        refuse(acts.len() == TAPE_ACTS, "its hand did too much")?;
        let senseless = |_| TapeError::Damaged("its acts of the hand make no sense");
        let (act, rest) = postcard::take_from_bytes::<TimedAct>(bytes).map_err(senseless)?;
        builds += act.act.builds();
        refuse(builds > TAPE_BUILDS, "its hand made too much")?;
        acts.push(act);
        bytes = rest;
    }
    Ok(acts)
}

fn length(count: usize) -> Result<[u8; 4], TapeError> {
    let count = u32::try_from(count).map_err(|_| TapeError::TooLarge)?;
    Ok(count.to_le_bytes())
}

fn put(bytes: &mut Vec<u8>, part: &[u8]) -> Result<(), TapeError> {
    bytes.extend(length(part.len())?);
    bytes.extend_from_slice(part);
    Ok(())
}

fn read_models(reader: &mut Reader<'_>) -> Result<Vec<TapeModel>, TapeError> {
    let count = reader.count()?;
    refuse(count > TAPE_MODELS, "it has too many models")?;
    let model = |_| {
        Ok(TapeModel {
            name: reader.text(TAPE_TEXT, "the name of a model is too long")?,
            hash: u64::from_le_bytes(*reader.array()?),
            file: match reader.array()? {
                [0] => None,
                [1] => {
                    let count = reader.count()?;
                    Some(reader.take(count)?.to_vec())
                }
                _ => return Err(TapeError::Damaged("its models make no sense")),
            },
        })
    };
    (0..count).map(model).collect()
}

fn change_bytes(change: &Change) -> [u8; 8] {
    let [a, b, c, d] = change.after.to_le_bytes();
    let [throttle, steer] = [change.throttle, change.steer].map(i8::cast_unsigned);
    [a, b, c, d, change.slot, throttle, steer, change.buttons]
}

fn read_change(bytes: &[u8; 8]) -> Change {
    let [a, b, c, d, slot, throttle, steer, buttons] = *bytes;
    Change {
        after: u32::from_le_bytes([a, b, c, d]),
        slot,
        throttle: throttle.cast_signed(),
        steer: steer.cast_signed(),
        buttons,
    }
}

fn read_phases(bytes: &[u8; 4 * PHASES]) -> [u32; PHASES] {
    let (parts, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|phase| u32::from_le_bytes(parts[phase]))
}

fn pose_bytes(pose: &RecordedPose) -> impl Iterator<Item = u8> {
    let place = pose.place.into_iter().flat_map(f32::to_le_bytes);
    place.chain(pose.turn.into_iter().flat_map(i16::to_le_bytes))
}

fn read_pose(bytes: &[u8; 20]) -> RecordedPose {
    let (place, turn) = bytes.split_at(12);
    let (places, turns) = (place.as_chunks::<4>().0, turn.as_chunks::<2>().0);
    RecordedPose {
        place: std::array::from_fn(|axis| f32::from_le_bytes(places[axis])),
        turn: std::array::from_fn(|part| i16::from_le_bytes(turns[part])),
    }
}

const TOO_LITTLE: TapeError = TapeError::Damaged("it has less content than it says");

/// A reader that consumes bytes from the front.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], TapeError> {
        let (part, rest) = self.rest.split_at_checked(count).ok_or(TOO_LITTLE)?;
        self.rest = rest;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], TapeError> {
        let (part, rest) = self.rest.split_first_chunk().ok_or(TOO_LITTLE)?;
        self.rest = rest;
        Ok(part)
    }

    fn count(&mut self) -> Result<usize, TapeError> {
        Ok(u32::from_le_bytes(*self.array()?) as usize)
    }

    fn text(&mut self, most: usize, long: &'static str) -> Result<String, TapeError> {
        let count = self.count()?;
        refuse(count > most, long)?;
        let text = std::str::from_utf8(self.take(count)?);
        let text = text.map_err(|_| TapeError::Damaged("a text in it is no text"))?;
        Ok(text.to_owned())
    }

    /// Reads a number of items of `N` bytes each.
    fn list<const N: usize, T>(
        &mut self,
        count: usize,
        read: impl Fn(&[u8; N]) -> T,
    ) -> Result<Vec<T>, TapeError> {
        let bytes = self.take(count.saturating_mul(N))?;
        let (parts, _) = bytes.as_chunks::<N>();
        Ok(parts.iter().map(read).collect())
    }
}

/// Limits the size of the phase hashes: 4 * `PHASES` bytes for each second.
const _: () = assert!(PHASES <= 8);
