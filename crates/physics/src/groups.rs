//! The groups that decide which bodies may meet.

/// The groups that a body belongs to and the groups that it meets, one bit each. Two bodies meet if each
/// belongs to a group that the other one meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Groups {
    /// The groups that it belongs to.
    pub membership: u32,
    /// The groups that it meets.
    pub filter: u32,
}

impl Default for Groups {
    /// The body is in all groups, and meets all.
    fn default() -> Self {
        Groups {
            membership: u32::MAX,
            filter: u32::MAX,
        }
    }
}

impl Groups {
    /// The body is in no group, and meets none.
    pub const NOBODY: Groups = Groups {
        membership: 0,
        filter: 0,
    };

    /// True if two bodies may meet.
    pub fn meets(&self, other: &Groups) -> bool {
        self.membership & other.filter != 0 && other.membership & self.filter != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_to_agree() {
        let [one, two, three] =
            [(1, 2), (2, 3), (4, 1)].map(|(membership, filter)| Groups { membership, filter });
        assert!(one.meets(&two) && two.meets(&one));
        // The third meets the first, but the first does not meet the third.
        assert!(!one.meets(&three) && !three.meets(&one));
        assert!(two.meets(&two) && !one.meets(&one));
        assert!(Groups::default().meets(&three));
        let nobody = Groups {
            membership: 0,
            ..Groups::default()
        };
        assert!(!nobody.meets(&Groups::default()));
    }
}
