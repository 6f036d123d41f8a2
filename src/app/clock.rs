//! The fixed-step clock: it computes the number of simulation steps for each frame.

use crate::app::params::{MAX_STEPS, PACE_SECONDS};

/// Divides the uneven time of frames into whole fixed steps and records the time that could not be simulated.
#[derive(Debug, Clone)]
pub struct FixedClock {
    step: f64,
    stored: f64,
    /// The speed of the game; 1 is real time.
    speed: f64,
    /// Seconds of game time that were dropped because frames took too long.
    debt: f64,
    /// Seconds that were due and seconds that were dropped recently; both decay exponentially.
    recent: [f64; 2],
}

/// The speeds that the keys `-` and `=` step through.
const SPEEDS: [f64; 7] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

impl FixedClock {
    /// Creates a clock for steps of that many seconds.
    pub fn new(step: f32) -> Self {
        Self {
            step: f64::from(step),
            stored: 0.0,
            speed: 1.0,
            debt: 0.0,
            recent: [0.0; 2],
        }
    }

    /// Adds a frame of that many seconds and returns the number of steps that are due.
    pub fn advance(&mut self, frame: f64) -> u32 {
        if !frame.is_finite() || frame <= 0.0 {
            return 0;
        }
        self.stored += frame * self.speed;
        let fade = (-frame / PACE_SECONDS).exp();
        self.recent = self.recent.map(|seconds| seconds * fade);
        self.recent[0] += frame * self.speed;
        let due = (self.stored / self.step).floor();
        // Faster than real time needs more steps per frame to have an effect.
        let most = f64::from(MAX_STEPS) * self.speed.max(1.0);
        let made = due.min(most);
        self.stored -= made * self.step;
        if due > made {
            let lost = (due - made) * self.step;
            self.stored -= lost;
            self.lose(lost);
        }
        made as u32
    }

    /// Reports that some of the due steps were not simulated, for lack of time.
    pub fn give_up(&mut self, steps: u32) {
        self.lose(f64::from(steps) * self.step);
    }

    fn lose(&mut self, seconds: f64) {
        self.debt += seconds;
        self.recent[1] += seconds;
    }

    /// Returns the fraction of its speed that the game has kept recently; 1 if no time was dropped.
    pub fn pace(&self) -> f64 {
        let [due, lost] = self.recent;
        if due > 0.0 {
            (1.0 - lost / due).clamp(0.0, 1.0)
        } else {
            1.0
        }
    }

    /// Returns the position of the present between the last step (0) and the next one (1).
    pub fn fraction(&self) -> f32 {
        (self.stored / self.step).clamp(0.0, 1.0) as f32
    }

    /// Returns the seconds of game time dropped so far.
    pub fn debt(&self) -> f64 {
        self.debt
    }

    /// Returns the speed of the game; 1 is real time.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Changes to the next slower (-1) or faster (+1) speed, if there is one.
    pub fn change_speed(&mut self, direction: i32) {
        let now = SPEEDS
            .iter()
            .position(|speed| *speed == self.speed)
            .unwrap_or(4);
        let next = now
            .saturating_add_signed(direction as isize)
            .min(SPEEDS.len() - 1);
        self.speed = SPEEDS[next];
    }

    /// Resets the clock for a new round: real-time speed, no dropped time.
    pub fn begin_again(&mut self) {
        *self = Self {
            step: self.step,
            ..Self::new(self.step as f32)
        };
    }

    /// Discards the stored part of a step, for example after a pause.
    pub fn settle(&mut self) {
        self.stored = 0.0;
        self.recent = [0.0; 2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: f32 = 1.0 / 120.0;

    #[test]
    fn another_round_begins_at_its_own_speed_and_owes_nothing() {
        let mut clock = FixedClock::new(STEP);
        clock.change_speed(2);
        clock.advance(60.0);
        assert!(clock.debt() > 1.0 && clock.speed() > 1.0 && clock.pace() < 0.5);
        clock.begin_again();
        assert_eq!((clock.debt(), clock.speed(), clock.pace()), (0.0, 1.0, 1.0));
        assert_eq!(clock.advance(0.051), 6);
    }

    #[test]
    fn even_frames_make_even_steps_and_owe_nothing() {
        let mut clock = FixedClock::new(STEP);
        let steps: u32 = (0..600).map(|_| clock.advance(1.0 / 60.0)).sum();
        assert!((1199..=1200).contains(&steps), "{steps}");
        assert_eq!(clock.debt(), 0.0);
    }

    #[test]
    fn a_long_frame_is_made_up_only_so_far_and_the_rest_is_counted() {
        let mut clock = FixedClock::new(STEP);
        assert_eq!(clock.advance(1.0), MAX_STEPS);
        let lost = 1.0 - f64::from(MAX_STEPS) / 120.0;
        assert!((clock.debt() - lost).abs() < 0.01, "{}", clock.debt());
        assert!(clock.fraction() <= 1.0);
        assert!(
            clock.advance(1.0 / 60.0) <= 3,
            "the debt must not come back"
        );
    }

    #[test]
    fn steps_that_there_was_no_time_for_are_counted_and_told_as_a_pace() {
        let mut clock = FixedClock::new(STEP);
        assert_eq!(clock.pace(), 1.0);
        // Frames of six steps, of which two are simulated.
        for _ in 0..200 {
            let due = clock.advance(0.05);
            clock.give_up(due - 2);
        }
        assert!((clock.debt() - 10.0 * 4.0 / 6.0).abs() < 0.1);
        assert!((clock.pace() - 1.0 / 3.0).abs() < 0.02, "{}", clock.pace());
        // Once all steps are simulated again, the pace soon recovers.
        for _ in 0..300 {
            clock.advance(1.0 / 60.0);
        }
        assert!(clock.pace() > 0.99, "{}", clock.pace());
    }

    #[test]
    fn slow_motion_makes_fewer_steps() {
        let mut clock = FixedClock::new(STEP);
        clock.change_speed(-1);
        assert_eq!(clock.speed(), 0.5);
        let steps: u32 = (0..600).map(|_| clock.advance(1.0 / 60.0)).sum();
        assert!((599..=600).contains(&steps), "{steps}");
        for _ in 0..20 {
            clock.change_speed(-1);
        }
        assert_eq!(clock.speed(), SPEEDS[0]);
        for _ in 0..20 {
            clock.change_speed(1);
        }
        assert_eq!(clock.speed(), 4.0);
    }

    #[test]
    fn nonsense_frame_times_do_nothing() {
        let mut clock = FixedClock::new(STEP);
        for frame in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            assert_eq!(clock.advance(frame), 0);
        }
        assert_eq!(clock.debt(), 0.0);
    }
}
