//! What all answers have in common: a question ends with a hit, without one, or cut by its budget.

use crate::query::contacts::ContactsEnd;
use crate::query::stage::Stage;
use crate::query::toi::Sweep;
use crate::query::{Collision, Containment, Deepest, Distance, RayCast};

/// An answer, and the last stage whose result fixed it. Of an answer that the budget cut, the stage is
/// the one that was running.
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

/// The answer of a question.
pub(crate) trait Outcome {
    /// True if the two touch, overlap or meet; of a ray or a point, if it meets the shape.
    fn is_hit(&self) -> bool;

    /// True if the budget ended before the answer was known.
    fn is_cut(&self) -> bool;
}

impl Outcome for Collision {
    fn is_hit(&self) -> bool {
        matches!(self, Collision::Hit { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, Collision::Cut { .. })
    }
}

impl Outcome for Distance {
    fn is_hit(&self) -> bool {
        matches!(self, Distance::Meet { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, Distance::Cut { .. })
    }
}

impl Outcome for Deepest {
    fn is_hit(&self) -> bool {
        matches!(self, Deepest::Contact(_))
    }

    fn is_cut(&self) -> bool {
        matches!(self, Deepest::Cut)
    }
}

impl Outcome for ContactsEnd {
    /// The list of contacts tells if there are any.
    fn is_hit(&self) -> bool {
        false
    }

    fn is_cut(&self) -> bool {
        matches!(self, ContactsEnd::Cut)
    }
}

impl Outcome for RayCast {
    fn is_hit(&self) -> bool {
        matches!(self, RayCast::Hit { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, RayCast::Cut { .. })
    }
}

impl Outcome for Containment {
    fn is_hit(&self) -> bool {
        matches!(self, Containment::Inside)
    }

    fn is_cut(&self) -> bool {
        matches!(self, Containment::Cut)
    }
}

impl<P> Outcome for Sweep<P> {
    fn is_hit(&self) -> bool {
        matches!(self, Sweep::Impact { .. } | Sweep::Overlapping { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, Sweep::Cut { .. })
    }
}

/// A lower bound of the distance, if the contacts are complete.
impl Outcome for Option<f64> {
    fn is_hit(&self) -> bool {
        self.is_some_and(|bound| bound <= 0.0)
    }

    fn is_cut(&self) -> bool {
        self.is_none()
    }
}
