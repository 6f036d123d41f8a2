//! Fingerprint of a level: results with equal ones are comparable.

use crate::level::{Level, Mode};

/// Offset and prime of the 64-bit FNV-1a hash, as in draft-eastlake-fnv.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

impl Level {
    /// Returns 16 hex digits that depend on everything that affects a round: results with equal digits are
    /// comparable. Texts, looks and medals (names, descriptions, the words of tasks, colours, the mood) and
    /// the mode, which the player may choose, are left out.
    pub fn fingerprint(&self) -> String {
        let mut played = self.clone();
        played.name.clear();
        played.description.clear();
        played.set_card(&Default::default());
        played.medals.clear();
        for task in &mut played.tasks {
            task.words.clear();
        }
        played.mode = Some(Mode::default());
        played.budget_milliseconds = self.budget();
        played.mood = Default::default();
        played.graphs.clear();
        for car in &mut played.cars {
            car.name.clear();
            car.paint.clear();
        }
        for thing in &mut played.things {
            thing.paint.clear();
        }
        // Plain numbers and strings can always be serialized.
        let mut text = serde_json::to_string(&played).unwrap_or_default();
        if text.pop().is_some() {
            // Levels once had a list of obstacles: with this text, older results stay valid.
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
    use crate::level::{DetectionSpec, GraphSpec, Library, Mode, Quantity, load};

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
        assert!(same(&|level| level.question.push('?')));
        assert!(same(&|level| level.cars[0].paint = "#000000".to_owned()));
        assert!(same(&|level| level.mode = Some(Mode::Crashes)));
        assert!(same(&|level| level.medals.clear()));
        let curve = Quantity::Speed {
            of: "You".to_owned(),
        };
        assert!(same(&|level| level
            .graphs
            .push(GraphSpec::of(curve.clone()))));
        assert!(!same(&|level| level.lives += 1));
        assert!(!same(
            &|level| level.engine.detection = DetectionSpec::Discrete
        ));
        assert!(!same(&|level| level.duration += 1.0));
        assert!(!same(&|level| level.cars[1].mass += 1.0));
        assert!(!same(&|level| level.vehicle.acceleration += 0.1));
    }
}
