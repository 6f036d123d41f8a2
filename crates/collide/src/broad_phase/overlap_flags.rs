//! I-COLLIDE's overlap flags: the axes on which the intervals of each pair of bodies overlap.

/// A triangular table with one bit per axis for every pair. It grows with the square of the number of
/// bodies, so sweep and prune does not use it above
/// [`params::MOST_FLAGGED_BODIES`](crate::params::MOST_FLAGGED_BODIES).
#[derive(Clone, Debug, Default)]
pub(super) struct OverlapFlags {
    /// Rows by the greater index, so that adding or removing bodies at the end of the list is cheap.
    flags: Vec<u8>,
}

/// Overlap on all three axes.
const ALL_AXES: u8 = 0b111;

impl OverlapFlags {
    /// Keeps the flags of the bodies that stay, clears those of new bodies.
    pub fn resize(&mut self, bodies: usize) {
        self.flags.resize(bodies * bodies.saturating_sub(1) / 2, 0);
    }

    /// Clears all flags.
    pub fn clear(&mut self) {
        self.flags.fill(0);
    }

    fn flags_of(&mut self, one: u32, other: u32) -> &mut u8 {
        let (a, b) = (one.min(other) as usize, one.max(other) as usize);
        &mut self.flags[b * (b - 1) / 2 + a]
    }

    /// Sets the flag of an axis on which the intervals now overlap. Returns true if they now overlap on all
    /// axes.
    pub fn set_overlap(&mut self, one: u32, other: u32, axis: usize) -> bool {
        let flags = self.flags_of(one, other);
        *flags |= 1 << axis;
        *flags == ALL_AXES
    }

    /// Clears the flag of an axis on which the intervals no longer overlap. Returns true if they overlapped
    /// on all axes before.
    pub fn clear_overlap(&mut self, one: u32, other: u32, axis: usize) -> bool {
        let flags = self.flags_of(one, other);
        let before = *flags;
        *flags &= !(1 << axis);
        before == ALL_AXES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_axes_make_an_overlap_and_one_less_ends_it() {
        let mut flags = OverlapFlags::default();
        flags.resize(5);
        assert!(!flags.set_overlap(4, 1, 0));
        assert!(!flags.set_overlap(1, 4, 2));
        assert!(flags.set_overlap(4, 1, 1));
        assert!(flags.clear_overlap(1, 4, 2));
        assert!(!flags.clear_overlap(1, 4, 0));
    }

    #[test]
    fn flags_of_bodies_that_stay_survive_a_change_of_number() {
        let mut flags = OverlapFlags::default();
        flags.resize(3);
        flags.set_overlap(0, 2, 0);
        flags.set_overlap(0, 2, 1);
        flags.resize(9);
        assert!(!flags.set_overlap(0, 8, 2), "a new body overlaps with none");
        flags.resize(3);
        assert!(flags.set_overlap(0, 2, 2));
    }
}
