//! The budget, the counters and the trace of a query, which every loop takes together.

use crate::budget::Meter;
use crate::counters::Counters;
use crate::query::trace::Trace;

/// The budget, the counters and the trace of a query.
#[derive(Debug)]
pub(crate) struct Account<'c> {
    pub meter: &'c mut Meter,
    pub counters: &'c mut Counters,
    pub trace: &'c mut Trace,
}

impl Account<'_> {
    /// Lends the account to a part of the query.
    pub fn reborrow(&mut self) -> Account<'_> {
        Account {
            meter: self.meter,
            counters: self.counters,
            trace: self.trace,
        }
    }
}
