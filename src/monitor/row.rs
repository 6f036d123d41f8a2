//! The numbers of one step, and their format as a line of a table.

use std::fmt::Write as _;
use std::time::Duration;

use dodgem_physics::PhaseTimes;

use crate::arena::Arena;

/// The numbers of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepRow {
    /// The number of the step.
    pub step: u64,
    /// The arena's time at its end, in seconds.
    pub time: f32,
    /// The times of its phases, if the arena has a clock.
    pub times: PhaseTimes,
    /// Pairs accepted by the broad phase.
    pub pairs: u64,
    /// Pairs that were swept.
    pub sweeps: u64,
    /// Contact searches that covered the whole shapes.
    pub searches: u64,
    /// Contacts in the solver.
    pub contacts: u64,
    /// Impacts found by sweeps.
    pub impacts: u64,
    /// Sweeps and searches cut by their budget.
    pub cuts: u64,
    /// Work units of sweeps and searches.
    pub work: u64,
    /// Bodies that wait at a time before the step's end.
    pub waiting: u64,
    /// Sleeping bodies.
    pub asleep: u64,
    /// The kinetic and potential energy of all bodies, in joules.
    pub energy: f64,
    /// The momentum of all bodies, in kg m/s.
    pub momentum: [f64; 3],
}

/// The columns of the table, in order. Times are in milliseconds and differ from run to run, so they come
/// last.
pub const COLUMNS: [&str; 22] = [
    "step",
    "time_s",
    "pairs",
    "sweeps",
    "searches",
    "contacts",
    "impacts",
    "cuts",
    "work",
    "waiting",
    "asleep",
    "energy_j",
    "momentum_x",
    "momentum_y",
    "momentum_z",
    "step_ms",
    "forces_ms",
    "broad_phase_ms",
    "contacts_ms",
    "solver_ms",
    "continuous_collision_ms",
    "islands_ms",
];

/// Returns the header line of the table.
pub fn csv_head() -> String {
    COLUMNS.join(",") + "\n"
}

impl StepRow {
    /// Returns the numbers of the arena's last step.
    pub fn of(arena: &Arena) -> StepRow {
        let (stats, world) = (arena.stats(), arena.world());
        StepRow {
            step: arena.steps(),
            time: arena.time(),
            times: stats.times,
            pairs: stats.pairs as u64,
            sweeps: stats.tests.len() as u64,
            searches: stats.searches.len() as u64,
            contacts: stats.contacts as u64,
            impacts: world.report().impacts.len() as u64,
            cuts: stats.cuts + stats.search_cuts,
            work: stats.used,
            waiting: u64::from(stats.waiting),
            asleep: u64::from(world.report().asleep),
            energy: world.energy(),
            momentum: world.momentum().to_array(),
        }
    }

    /// Returns the times: the total, then the phases in order.
    pub fn laps(&self) -> [Duration; 7] {
        let mut laps = [self.times.total(); 7];
        laps[1..].copy_from_slice(&self.times.laps());
        laps
    }

    /// Returns the step as a line of the table.
    pub fn csv(&self) -> String {
        let mut line = format!("{},{:.6}", self.step, self.time);
        for count in [
            self.pairs,
            self.sweeps,
            self.searches,
            self.contacts,
            self.impacts,
            self.cuts,
            self.work,
            self.waiting,
            self.asleep,
        ] {
            let _ = write!(line, ",{count}");
        }
        let [x, y, z] = self.momentum;
        for value in [self.energy, x, y, z] {
            let _ = write!(line, ",{value:.6}");
        }
        for lap in self.laps() {
            let _ = write!(line, ",{:.6}", lap.as_secs_f64() * 1000.0);
        }
        line.push('\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_value_for_each_column_in_its_place() {
        let row = StepRow {
            step: 7,
            work: 1234,
            energy: -2.5,
            momentum: [1.0, 2.0, 3.0],
            times: PhaseTimes {
                solver: Duration::from_micros(1500),
                ..PhaseTimes::default()
            },
            ..StepRow::default()
        };
        let line = row.csv();
        let values: Vec<&str> = line.trim_end().split(',').collect();
        assert_eq!(values.len(), COLUMNS.len());
        let of = |name: &str| values[COLUMNS.iter().position(|one| *one == name).unwrap()];
        assert_eq!(
            (of("step"), of("work"), of("energy_j")),
            ("7", "1234", "-2.500000")
        );
        assert_eq!(
            (of("momentum_z"), of("solver_ms")),
            ("3.000000", "1.500000")
        );
        assert_eq!((of("step_ms"), of("islands_ms")), ("1.500000", "0.000000"));
        assert!(csv_head().starts_with("step,time_s,pairs"));
    }
}
