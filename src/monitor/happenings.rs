//! The impacts and contacts of a round as a table.

use std::fmt::Write as _;

use dodgem_physics::ContactEvent;

use crate::arena::{Arena, Met};
use crate::game::{Round, seconds_of};
use crate::monitor::tracks::{MAX_BYTES, TooLong, quoted};

/// The table of the impacts and contacts of a round: a line for each.
#[derive(Clone, Debug)]
pub struct Happenings {
    text: String,
    /// The steps of the arena so far.
    steps: u64,
}

impl Default for Happenings {
    fn default() -> Self {
        Happenings {
            text: "step,time_s,kind,a,b,x_m,y_m,z_m,normal_x,normal_y,normal_z,closing_speed_m_s,impulse_n_s\n"
                .to_owned(),
            steps: 0,
        }
    }
}

impl Happenings {
    /// Notes the impacts of a round's last step, and the contacts that began and ended in it. Call it after each
    /// step.
    ///
    /// # Errors
    /// [`TooLong`] if the table would take more memory than allowed; it stays as it is.
    pub fn note(&mut self, round: &Round) -> Result<(), TooLong> {
        let (arena, step) = (round.arena(), round.steps());
        // A restart by a trigger brings back an earlier step of the arena, with its report.
        let is_next = arena.steps() == self.steps + 1;
        self.steps = arena.steps();
        if !is_next {
            return Ok(());
        }
        if self.text.len() > MAX_BYTES {
            let seconds = seconds_of(step) as u64;
            return Err(TooLong { seconds });
        }
        // The arena's time began anew with a restart, the round's did not.
        let began_at = f64::from(seconds_of(step)) - f64::from(arena.time());
        for impact in arena.events() {
            let name = &arena.actor(impact.a).name;
            let _ = write!(
                self.text,
                "{step},{:.6},impact,{},{}",
                began_at + impact.time,
                quoted(name),
                quoted(&name_of(arena, impact.met))
            );
            let numbers = [impact.point, impact.normal];
            let numbers = numbers.iter().flat_map(|vector| vector.to_array());
            for value in numbers.chain([impact.relative_speed, impact.impulse]) {
                let _ = write!(self.text, ",{value}");
            }
            self.text.push('\n');
        }
        let report = arena.world().report();
        for (kind, list) in [("begins", &report.began), ("ends", &report.ended)] {
            list.iter()
                .for_each(|event| self.note_contact(round, kind, event));
        }
        Ok(())
    }

    fn note_contact(&mut self, round: &Round, kind: &str, event: &ContactEvent) {
        let (arena, step) = (round.arena(), round.steps());
        let kind = match event.sensor {
            true => format!("inside {kind}"),
            false => format!("contact {kind}"),
        };
        let [a, b] = [event.a, event.b].map(|body| quoted(&name_of(arena, arena.owner(body))));
        // A contact has no one point, and no impulse of its own.
        let _ = writeln!(
            self.text,
            "{step},{:.6},{kind},{a},{b},,,,,,,,",
            seconds_of(step)
        );
    }

    /// Returns the table as CSV.
    pub fn csv(&self) -> &str {
        &self.text
    }
}

/// Returns the name of an actor or of a part of the hall.
fn name_of(arena: &Arena, met: Met) -> String {
    match met {
        Met::Actor(actor) => arena.actor(actor).name.to_string(),
        Met::Hall(part) => part.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, load};

    #[test]
    fn each_impact_of_a_round_has_a_line_with_its_numbers() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let mut round = Round::new(&level, &library, 2002).unwrap();
        let mut table = Happenings::default();
        let mut impacts = Vec::new();
        for _ in 0..120 * 8 {
            round.begin_frame();
            round.step(&[]);
            table.note(&round).unwrap();
            impacts.extend(round.arena().events().iter().map(|impact| impact.impulse));
        }
        assert!(impacts.len() > 3, "{}", impacts.len());
        let lines: Vec<Vec<&str>> = (table.csv().lines().skip(1))
            .map(|line| line.split(',').collect())
            .collect();
        assert!(lines.iter().all(|line| line.len() == 13), "{lines:?}");
        let told: Vec<f32> = (lines.iter())
            .filter(|line| line[2] == "impact")
            .map(|line| line[12].parse().unwrap())
            .collect();
        assert_eq!(told, impacts);
        let count = |kind: &str| lines.iter().filter(|line| line[2] == kind).count();
        let (began, ended) = (count("contact begins"), count("contact ends"));
        assert!(began >= ended && began > 0, "{began} {ended}");
    }
}
