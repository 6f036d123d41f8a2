//! The help page of the lab: one experiment after another, with the tables of its quick run.

use dodgem_lab::experiment::{EXPERIMENTS, Experiment, Results, Size};

use crate::app::input::{Command, Presses};
use crate::app::params::window::state_lab_page::FIRST_SPOT;
use crate::app::task::Task;

/// A quick run.
#[derive(Debug, Default)]
enum Run {
    #[default]
    Not,
    Running(Task<Results>),
    Done(Results),
}

/// The page.
#[derive(Debug, Default)]
pub struct LabPage {
    /// The number of the experiment that is shown.
    pub chosen: usize,
    /// The runs, by the number of the experiment.
    runs: [Run; EXPERIMENTS.len()],
}

impl LabPage {
    /// The experiment that is shown.
    pub fn experiment(&self) -> &'static Experiment {
        &EXPERIMENTS[self.chosen]
    }

    /// The results of its quick run, once there are any.
    pub fn results(&self) -> Option<&Results> {
        match &self.runs[self.chosen] {
            Run::Done(results) => Some(results),
            Run::Not | Run::Running(_) => None,
        }
    }

    /// Shows another experiment if the player wants it, and runs the one that is shown, beside the game. Returns true
    /// for another experiment.
    pub fn update(&mut self, presses: &Presses) -> bool {
        let picked = presses
            .picked()
            .and_then(|spot| spot.checked_sub(FIRST_SPOT));
        let on = presses.count(Command::Confirm);
        let before = self.chosen;
        self.chosen = match picked.filter(|number| *number < EXPERIMENTS.len()) {
            Some(number) => number,
            None => (self.chosen + on) % EXPERIMENTS.len(),
        };
        let run = &mut self.runs[self.chosen];
        match run {
            Run::Not => {
                let work = EXPERIMENTS[self.chosen].run;
                *run = Run::Running(Task::new(move || work(Size::Quick)));
            }
            Run::Running(task) => {
                if let Some(results) = task.take() {
                    *run = Run::Done(results);
                }
            }
            Run::Done(_) => {}
        }
        self.chosen != before
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn presses_go_through_the_experiments_and_their_tables_come() {
        let mut page = LabPage::default();
        let mut presses = Presses::default();
        presses.press(Command::Confirm);
        let names: Vec<&str> = EXPERIMENTS.iter().map(|one| one.id).collect();
        page.chosen = names.len() - 1;
        assert!(page.update(&presses) && page.experiment().id == names[0]);
        let mut presses = Presses::default();
        let number = names.iter().position(|id| *id == "worked-example");
        presses.pick(FIRST_SPOT + number.unwrap());
        assert!(page.update(&presses) && page.experiment().id == "worked-example");
        while page.results().is_none() {
            thread::sleep(Duration::from_millis(1));
            assert!(!page.update(&Presses::default()));
        }
        assert!(page.results().is_some_and(|one| one.tables.len() > 2));
    }
}
