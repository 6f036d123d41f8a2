//! Rounding from f64 to f32 on the safe side.

/// The greatest f32 that is not above `x`.
pub(crate) fn round_down(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) > x {
        rounded.next_down()
    } else {
        rounded
    }
}
