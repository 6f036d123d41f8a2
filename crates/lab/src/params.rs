//! Numbers that all methods of the lab share.

/// Gap up to which two bodies count as touching, relative to the size of the pair. Rounding in f64 is about
/// 1e-16 of the size; a smaller value lets touching bodies appear apart, a larger one lets near ones touch.
pub const TOUCH: f64 = 1e-11;

/// Relative width of the interval between the bounds of a distance at which GJK stops.
pub const DISTANCE_ERROR: f64 = 1e-12;

/// Iterations after which a method gives up. None of the judged scenes needs a tenth of it.
pub const ITERATIONS: u32 = 2000;

/// Gap, relative to the size, inside which the judge lets a method answer either way; bodies that touch exactly
/// must still be hits.
pub const UNDECIDED: f64 = 2e-11;

/// The band of methods in single precision.
pub const UNDECIDED_SINGLE: f64 = 2e-6;

/// Rounds after which a method that may go in circles by rounding is handed over to GJK. Judged scenes that end
/// at all end before.
pub const HAND_OVER: u32 = 100;

/// The depth of a feature below the farthest corner of its body, relative to the size, up to which corners
/// belong to it. A larger value takes slanted faces for flat ones, a smaller one loses corners by rounding.
pub const FLAT: f64 = 1e-9;

/// The distance at which a sweep reports a contact, relative to the size. Smaller: more rounds; larger: earlier
/// answers, and hits of bodies that pass close by.
pub const TARGET: f64 = 1e-6;
