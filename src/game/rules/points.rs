//! What a hit gives in [`Mode::Points`](crate::game::Mode::Points).

use crate::params::{FIRST_HIT_POINTS, FIRST_HIT_SPEED, MOST_REPEATS, POINTS_SCALE};

/// Whether a hit at that speed, in m/s, is a real one.
pub fn is_real(speed: f32) -> bool {
    speed >= FIRST_HIT_SPEED
}

/// The points of a car for a hit that it drove: by the speed of the hit in m/s, its share of it,
/// how often the same two cars have just hit each other, whether it is its first real hit on this
/// rival, and whether the end is near.
///
/// A fast hit gives more than two of half its speed, so that a run-up pays; the same pair again and
/// again gives less each time, so that pushing does not.
pub fn award(speed: f32, share: f32, repeats: u32, first: bool, is_final: bool) -> u32 {
    let halved = 1.0 / (1u32 << repeats.min(MOST_REPEATS)) as f32;
    let hit = POINTS_SCALE * speed * speed.sqrt() * share * halved;
    let extra = if first { FIRST_HIT_POINTS } else { 0.0 };
    let doubled = if is_final { 2.0 } else { 1.0 };
    // Finite and not negative, and far below what a u32 holds.
    ((hit + extra) * doubled).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_by_hand() {
        // 5 x 4^1.5 = 40.
        assert_eq!(award(4.0, 1.0, 0, false, false), 40);
        assert_eq!(award(4.0, 0.5, 0, false, false), 20);
        assert_eq!(award(4.0, 1.0, 1, false, false), 20);
        assert_eq!(award(4.0, 1.0, 3, false, false), 5);
        assert_eq!(award(4.0, 1.0, 0, true, false), 65);
        assert_eq!(award(4.0, 1.0, 0, true, true), 130);
        // 5 x 9^1.5 = 135: more than two of 4.5 m/s (47.7 each).
        assert_eq!(award(9.0, 1.0, 0, false, false), 135);
    }

    #[test]
    fn a_touch_is_no_first_real_hit_and_endless_repeats_give_nothing() {
        assert!(!is_real(2.0) && is_real(3.0));
        assert_eq!(award(4.0, 1.0, u32::MAX, false, false), 0);
    }
}
