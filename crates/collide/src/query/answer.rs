//! [`Answer`]: the result of a query with its cost and the stage that decided it.

use std::ops::Deref;

use crate::counters::Counters;
use crate::query::stage::Stage;

/// The answer to one query. It reads like its value: `query.intersect(a, b).is_hit()`,
/// `match *query.distance(..) { .. }`.
///
/// It is complete and independent: later queries do not change it, so it can be kept and compared.
#[derive(Clone, Copy, Debug)]
pub struct Answer<T> {
    /// The result.
    pub value: T,
    /// The work of the query, by kind; [`Counters::work`] is its sum in the units of
    /// [`Budget::Work`](crate::Budget::Work). A query that counts as one has `queries` 1; a part of one, such as the
    /// stages before [`Query::up_to`](crate::Query::up_to), has 0.
    pub cost: Counters,
    /// The stage that decided; `None` if the answer is not known, because the budget or the stages ended
    /// before.
    pub decided_by: Option<Stage>,
    /// The numbers of the children of compounds that the answer is about: those that are hit, that are nearest,
    /// or that meet first; 0 for a shape that is no compound. For several contacts see
    /// [`ContactPoint::children`](crate::query::ContactPoint::children).
    pub children: [u32; 2],
}

impl<T> Answer<T> {
    /// The work units to take from a budget that many queries share: those of the cost, and one more for a query
    /// that counts as one, so that every such budget is spent after finitely many queries.
    pub fn charge(&self) -> u64 {
        self.cost.work() + self.cost.queries
    }
}

impl<T> Deref for Answer<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// An answer equals a value if its own value does, at any cost.
impl<T: PartialEq> PartialEq<T> for Answer<T> {
    fn eq(&self, value: &T) -> bool {
        self.value == *value
    }
}
