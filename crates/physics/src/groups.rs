//! Who may meet whom.

/// The groups that a body belongs to and those that it meets, a bit each. Two bodies meet if each belongs to
/// a group that the other one meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Groups {
    /// The groups that it belongs to.
    pub membership: u32,
    /// The groups that it meets.
    pub filter: u32,
}

impl Default for Groups {
    /// In all groups, and meets all.
    fn default() -> Self {
        Groups {
            membership: u32::MAX,
            filter: u32::MAX,
        }
    }
}

impl Groups {
    /// In no group, and meets none.
    pub const NOBODY: Groups = Groups {
        membership: 0,
        filter: 0,
    };

    /// Whether two bodies may meet.
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
        // The third meets the first, but not the other way round.
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
