//! The report on a run of the game, as one JSON object for tests that drive the window.

use serde::Serialize;

use crate::app::session::Session;

/// The object that `--report FILE` writes at the end of the game.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RunReport {
    /// The level last played.
    pub level: String,
    /// The seed of the round last played.
    pub seed: u64,
    /// Simulation steps of rounds with a player.
    pub steps: u64,
    /// Rounds with a player that were started.
    pub rounds: u64,
    /// The number of times the level's file was reloaded while it was shown.
    pub reloads: u64,
    /// The number of reloads that failed because the file was broken.
    pub refused: u64,
    /// The player's score in the last round, in its mode.
    pub score: u32,
    /// The number of completed tasks, if the last round was a lesson.
    pub tasks_done: usize,
    /// The position of the player's car at the start of the last round: x and z in metres.
    pub start: [f32; 2],
    /// Its position at the end.
    pub end: [f32; 2],
    /// The distance that it drove in the last round, in metres.
    pub moved: f32,
    /// The hash of the arena's final state, 16 hex digits.
    pub hash: String,
    /// The distance driven by each local player in the last round in metres, if there were several.
    pub ways: Vec<f32>,
    /// The layouts of the split screen, in the order of their first use.
    pub pictures: Vec<&'static str>,
    /// The number of explanations shown: crashes and near misses.
    pub explained: u32,
    /// The number of their stages and instants that were gone to.
    pub explained_steps: u32,
    /// The number of times that the probe found a first answer.
    pub probed: u32,
    /// Pictures drawn.
    pub frames: u64,
    /// Mean time between pictures in milliseconds.
    pub mean_frame_ms: f64,
    /// Seconds of game time dropped because pictures took too long.
    pub time_debt: f64,
    /// Number of questions of the last lesson that were answered right at once.
    pub right_answers: u32,
    /// The names of the bodies that were in focus last.
    pub focus: Vec<String>,
    /// The screens, in the order of their first use.
    pub screens: Vec<&'static str>,
}

impl RunReport {
    /// Returns the report at the end of the run, with the round on screen.
    pub fn finished(&self, session: &Session) -> RunReport {
        let end = session.own_place();
        RunReport {
            level: session.source.clone(),
            seed: session.seed(),
            score: session.round.score().total,
            tasks_done: session.round.tasks_done(),
            right_answers: session.round.right_answers(),
            start: [session.start.x, session.start.z],
            end: [end.x, end.z],
            moved: session.moved,
            ways: session.sights.iter().map(|sight| sight.moved).collect(),
            hash: format!("{:016x}", session.round.state_hash()),
            time_debt: session.clock.debt(),
            ..self.clone()
        }
    }

    /// Records a screen.
    pub fn visit(&mut self, screen: &'static str) {
        if !self.screens.contains(&screen) {
            self.screens.push(screen);
        }
    }

    /// Records the names of the bodies in focus, if there is a focus.
    pub fn focus(&mut self, names: Option<Vec<String>>) {
        self.focus = names.unwrap_or_else(|| std::mem::take(&mut self.focus));
    }

    /// Records the layout of a round's picture.
    pub fn share(&mut self, picture: &'static str) {
        if !self.pictures.contains(&picture) {
            self.pictures.push(picture);
        }
    }

    /// Records a picture that took that many seconds.
    pub fn frame(&mut self, seconds: f64) {
        self.frames += 1;
        self.mean_frame_ms += (seconds * 1000.0 - self.mean_frame_ms) / self.frames as f64;
    }

    /// Returns the object as JSON text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        // Plain numbers and strings can always be serialised.
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
