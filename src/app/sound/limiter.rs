//! A look-ahead limiter, the last stage before the loudspeaker.
//!
//! Idea: a frame louder than the ceiling is turned down to it. A sudden change of gain would click, so the
//! gain falls over the frames before it, which requires a delay of that many frames.
//!
//! Why it holds: `needed(n)` = min(1, ceiling / peak(n)). The held gain of frame `k` is at most each `needed`
//! of the last [`WINDOW`] frames, frame `k` among them. Frame `n` leaves with the mean of the held gains of
//! `n ..= n + WINDOW - 1`; each of them is at most `needed(n)`, and so is their mean. Source of the scheme:
//! U. Zölzer, *DAFX: Digital Audio Effects*, chapter on dynamics processing.

use crate::platform::sound::Frame;

use crate::app::params::window::sound_limiter::WINDOW;
use crate::app::params::{LIMITER_CEILING, LIMITER_RELEASE_SECONDS};

/// Keeps the output below [`LIMITER_CEILING`].
pub struct Limiter {
    frames: [Frame; WINDOW],
    needed: [f32; WINDOW],
    held: [f32; WINDOW],
    /// The held gain of the last frame.
    gain: f32,
    at: usize,
    least: f32,
}

impl Default for Limiter {
    fn default() -> Self {
        Self {
            frames: [Frame::ZERO; WINDOW],
            needed: [1.0; WINDOW],
            held: [1.0; WINDOW],
            gain: 1.0,
            at: 0,
            least: 1.0,
        }
    }
}

impl Limiter {
    /// Takes a frame and returns the one from [`WINDOW`] - 1 frames before; `seconds` is the time between two
    /// frames.
    pub fn pass(&mut self, frame: Frame, seconds: f32) -> Frame {
        let peak = frame.left.abs().max(frame.right.abs());
        // NaN and infinity never reach a loudspeaker.
        let frame = if frame.left.is_finite() && frame.right.is_finite() {
            frame
        } else {
            Frame::ZERO
        };
        self.frames[self.at] = frame;
        self.needed[self.at] = match peak > LIMITER_CEILING && peak.is_finite() {
            true => LIMITER_CEILING / peak,
            false => 1.0,
        };
        let lowest = self.needed.iter().copied().fold(1.0, f32::min);
        let freed = self.gain + (1.0 - self.gain) * (seconds / LIMITER_RELEASE_SECONDS).min(1.0);
        self.gain = lowest.min(freed);
        self.held[self.at] = self.gain;
        self.at = (self.at + 1) % WINDOW;
        let mean = self.held.iter().sum::<f32>() / WINDOW as f32;
        self.least = self.least.min(mean);
        // The ring buffer's next slot holds the oldest frame.
        self.frames[self.at] * mean
    }

    /// Returns the lowest gain applied so far.
    #[cfg(test)]
    pub fn least(&self) -> f32 {
        self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(wave: impl Fn(usize) -> f32) -> (Vec<f32>, f32) {
        let mut limiter = Limiter::default();
        let out = (0..20_000).map(|n| {
            let sample = wave(n);
            let out = limiter.pass(Frame::new(sample, -0.5 * sample), 1.0 / 44_100.0);
            assert!((out.right + 0.5 * out.left).abs() < 1e-6);
            out.left
        });
        (out.collect(), limiter.least())
    }

    #[test]
    fn what_is_quiet_passes_as_it_is() {
        let wave = |n: usize| 0.9 * (n as f32 * 0.05).sin();
        let (out, least) = passed(wave);
        assert_eq!(least, 1.0);
        for (n, out) in out.iter().enumerate().skip(WINDOW) {
            assert_eq!(*out, wave(n + 1 - WINDOW));
        }
    }

    #[test]
    fn nothing_passes_the_ceiling_and_nothing_breaks_it() {
        let hard = |n: usize| if n % 977 < 300 { 40.0 } else { -0.2 } * (n as f32 * 0.9).cos();
        let (out, least) = passed(hard);
        let loudest = out.iter().fold(0.0_f32, |most, one| most.max(one.abs()));
        assert!(loudest <= LIMITER_CEILING + 1e-5, "{loudest}");
        assert!(loudest > 0.9 * LIMITER_CEILING && least < 0.05);
        let (out, _) = passed(|n| match n % 50 {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => f32::MAX,
            _ => 0.5,
        });
        assert!(out.iter().all(|one| one.abs() <= LIMITER_CEILING + 1e-5));
    }
}
