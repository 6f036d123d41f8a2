//! The common part of all answers: a query ends with a hit, without one, or cut by its budget.

use crate::query::stage::Stage;

/// An answer, and the last stage whose result fixed it; if the budget cut the query, the stage that was
/// running.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided<T> {
    pub answer: T,
    pub stage: Stage,
}

impl<T> Decided<T> {
    pub fn by(stage: Stage, answer: T) -> Self {
        Decided { answer, stage }
    }

    /// Changes the answer and keeps the stage.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Decided<U> {
        Decided {
            answer: change(self.answer),
            stage: self.stage,
        }
    }
}

/// The answer of a query.
pub(crate) trait Outcome {
    /// True if the two touch, overlap or meet; for a ray or a point, if it meets the shape.
    fn is_hit(&self) -> bool;

    /// True if the budget ended before the answer was known.
    fn is_cut(&self) -> bool;
}
