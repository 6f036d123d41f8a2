//! What a run of the game was like, as one JSON object: for tests that drive the window.

use serde::Serialize;

/// The object that `--report FILE` writes when the game is left.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RunReport {
    /// The level last played.
    pub level: String,
    /// The seed of the round last played.
    pub seed: u64,
    /// Simulation steps made in rounds with a player.
    pub steps: u64,
    /// Rounds with a player that were begun.
    pub rounds: u64,
    /// Times that the level's file was taken over while it was shown.
    pub reloads: u64,
    /// Times that it was broken when it should have been.
    pub refused: u64,
    /// What the player had in the round last played, in its mode.
    pub score: u32,
    /// How many tasks of a lesson were done in it.
    pub tasks_done: usize,
    /// Where the player's car was when the last round began: x and z in metres.
    pub start: [f32; 2],
    /// Where it was at last.
    pub end: [f32; 2],
    /// The length of its way in the last round in metres.
    pub moved: f32,
    /// The hash of the arena's state at last, 16 hex digits.
    pub hash: String,
    /// The length of everybody's way in the last round in metres, where several played.
    pub ways: Vec<f32>,
    /// How the picture of rounds was shared, in the order in which that was first seen.
    pub pictures: Vec<&'static str>,
    /// Pictures drawn.
    pub frames: u64,
    /// Mean time between pictures in milliseconds.
    pub mean_frame_ms: f64,
    /// Seconds of game time given up because pictures took too long.
    pub time_debt: f64,
    /// The screens in the order in which they were first seen.
    pub screens: Vec<&'static str>,
}

impl RunReport {
    /// Notes a screen.
    pub fn visit(&mut self, screen: &'static str) {
        if !self.screens.contains(&screen) {
            self.screens.push(screen);
        }
    }

    /// Notes how a round's picture was shared.
    pub fn share(&mut self, picture: &'static str) {
        if !self.pictures.contains(&picture) {
            self.pictures.push(picture);
        }
    }

    /// Notes a picture that took that many seconds.
    pub fn frame(&mut self, seconds: f64) {
        self.frames += 1;
        self.mean_frame_ms += (seconds * 1000.0 - self.mean_frame_ms) / self.frames as f64;
    }

    /// The object as text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        // Plain numbers and strings can always be written.
        text.unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_one_object_with_the_mean_of_its_frames() {
        let mut report = RunReport::default();
        report.visit("title");
        report.visit("round");
        report.visit("title");
        report.frame(0.010);
        report.frame(0.020);
        let value: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
        assert_eq!(value["screens"], serde_json::json!(["title", "round"]));
        assert_eq!(value["frames"], 2);
        assert!((value["mean_frame_ms"].as_f64().unwrap() - 15.0).abs() < 1e-9);
    }
}
