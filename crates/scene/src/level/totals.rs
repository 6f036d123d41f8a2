//! Counts the bodies and joints of a level, with all copies and parts, before anything is built.

use std::collections::BTreeMap;

use crate::level::{Level, SpecPlace, ThingSpec};
use crate::params::limits;

/// Counter of the bodies and joints in a level's lists, up to the limits.
pub(super) struct Totals<'a> {
    level: &'a Level,
    /// Counts of the parts so far; None while a part is being counted.
    parts: BTreeMap<usize, Option<Count>>,
}

/// Numbers of bodies and joints.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub bodies: u64,
    pub joints: u64,
    /// Nesting depth of parts; 0 without any.
    depth: usize,
}

impl Count {
    fn add(&mut self, other: Count, times: u64) {
        let sum = |own: u64, more: u64| own.saturating_add(more.saturating_mul(times));
        self.bodies = sum(self.bodies, other.bodies);
        self.joints = sum(self.joints, other.joints);
        self.depth = self.depth.max(other.depth);
    }
}

impl Level {
    /// Returns the number of things with all copies and parts; at most the limit of a level.
    pub fn count_things(&self) -> usize {
        let count = Totals::new(self).of_level();
        count.map_or(limits::BODIES, |count| count.bodies as usize)
    }
}

impl Level {
    /// Returns the number of uses of each part, by its index, both in the level's own list and in other
    /// parts. The level's [`Totals`] must be within the limits.
    pub(super) fn uses_of_parts(&self) -> Vec<u64> {
        let mut times = vec![0; self.parts.len()];
        self.add_uses(&self.things, 1, 0, &mut times);
        times
    }

    fn add_uses(&self, things: &[ThingSpec], by: u64, depth: usize, times: &mut [u64]) {
        for thing in things {
            let Some(part) = self.part_index(&thing.part) else {
                continue;
            };
            let copies = thing.copies.as_ref().map_or(1, |copies| copies.count());
            let count = copies.saturating_mul(by);
            times[part] = count.saturating_add(times[part]);
            if depth < limits::PART_DEPTH {
                self.add_uses(&self.parts[part].things, count, depth + 1, times);
            }
        }
    }
}

/// A thing that exceeds the limits, or a part that contains itself.
pub(super) struct Excess {
    pub source: SpecPlace,
    pub message: String,
}

impl<'a> Totals<'a> {
    pub fn new(level: &'a Level) -> Self {
        Totals {
            level,
            parts: BTreeMap::new(),
        }
    }

    /// Counts the level's own lists.
    ///
    /// # Errors
    /// The first thing that exceeds a limit.
    pub fn of_level(&mut self) -> Result<Count, Excess> {
        let level = self.level;
        self.of_list(None, &level.things, level.joints.len())
    }

    fn of_list(
        &mut self,
        part: Option<usize>,
        things: &'a [ThingSpec],
        joints: usize,
    ) -> Result<Count, Excess> {
        let mut sum = Count {
            joints: joints as u64,
            ..Count::default()
        };
        for (index, thing) in things.iter().enumerate() {
            let source = SpecPlace { part, index };
            let excess = |message: String| Excess { source, message };
            let times = thing.copies.as_ref().map_or(1, |copies| copies.count());
            let one = match self.level.part_index(&thing.part) {
                None => Count {
                    bodies: 1,
                    ..Count::default()
                },
                Some(inner) => match self.of_part(inner)? {
                    Some(count) => count,
                    None => return Err(excess(format!("the part {:?} holds itself", thing.part))),
                },
            };
            if times > limits::BODIES as u64 {
                return Err(excess(format!(
                    "these are {times} copies; a level has at most {} things",
                    limits::BODIES
                )));
            }
            // A part's own depth does not depend on its use, so the order of the parts does not matter.
            if one.depth > limits::PART_DEPTH {
                return Err(excess(format!(
                    "the part {:?} has parts in parts {} deep; at most {}",
                    thing.part,
                    one.depth,
                    limits::PART_DEPTH
                )));
            }
            sum.add(one, times);
            for (found, most, what) in [
                (sum.bodies, limits::BODIES, "things"),
                (sum.joints, limits::JOINTS, "joints"),
            ] {
                if found > most as u64 {
                    let message =
                        format!("with these there are {found} {what}; a level has at most {most}");
                    return Err(excess(message));
                }
            }
        }
        Ok(sum)
    }

    /// Counts a part once. Returns None for a part that is being counted, because it contains itself.
    fn of_part(&mut self, part: usize) -> Result<Option<Count>, Excess> {
        if let Some(known) = self.parts.get(&part) {
            return Ok(*known);
        }
        self.parts.insert(part, None);
        let spec = &self.level.parts[part];
        let mut count = self.of_list(Some(part), &spec.things, spec.joints.len())?;
        count.depth += 1;
        self.parts.insert(part, Some(count));
        Ok(Some(count))
    }
}
