//! What makes two levels the same game.

use crate::level::{Level, Mode};

/// The offset and the prime of the FNV-1a hash of 64 bits, as in draft-eastlake-fnv.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

impl Level {
    /// 16 hex digits that differ if rounds differ: results of levels with the same ones can be
    /// compared. What is only read, seen or won (names, descriptions, the words of tasks, colours, the mood, medals) and what a player may choose
    /// (the mode) take no part in them.
    pub fn fingerprint(&self) -> String {
        let mut played = self.clone();
        played.name.clear();
        played.description.clear();
        played.medals.clear();
        for task in &mut played.tasks {
            task.words.clear();
        }
        played.mode = Some(Mode::default());
        played.budget_milliseconds = self.budget();
        played.mood = Default::default();
        for car in &mut played.cars {
            car.name.clear();
            car.paint.clear();
        }
        for thing in &mut played.things {
            thing.paint.clear();
        }
        // Plain numbers and strings can always be written.
        let mut text = serde_json::to_string(&played).unwrap_or_default();
        if text.pop().is_some() {
            // Levels of before things had a list of obstacles. Without it their results would be lost.
            text.push_str(",\"obstacles\":[]}");
        }
        let hash = text.bytes().fold(FNV_OFFSET, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
        });
        format!("{hash:016x}")
    }
}

#[cfg(test)]
mod tests {
    use crate::level::{Library, Mode, load};

    #[test]
    fn only_what_changes_rounds_changes_the_fingerprint() {
        let level = load(&Library::new(Vec::new()), "classic").unwrap();
        let same = |change: &dyn Fn(&mut crate::level::Level)| {
            let mut other = level.clone();
            change(&mut other);
            other.fingerprint() == level.fingerprint()
        };
        assert_eq!(level.fingerprint().len(), 16);
        assert!(same(&|level| level.description.push('!')));
        assert!(same(&|level| level.cars[0].paint = "#000000".to_owned()));
        assert!(same(&|level| level.mode = Some(Mode::Crashes)));
        assert!(same(&|level| level.medals.clear()));
        assert!(!same(&|level| level.lives += 1));
        assert!(!same(&|level| level.duration += 1.0));
        assert!(!same(&|level| level.cars[1].mass += 1.0));
        assert!(!same(&|level| level.vehicle.acceleration += 0.1));
    }
}
