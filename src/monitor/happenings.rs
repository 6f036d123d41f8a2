//! The impacts and contacts of a round as a table.

use std::fmt::Write as _;

use dodgem_physics::ContactEvent;

use crate::arena::{Arena, Met};
use crate::monitor::tracks::quoted;

/// The table of the impacts and contacts of a round: a line for each.
#[derive(Clone, Debug)]
pub struct Happenings {
    text: String,
}

impl Default for Happenings {
    fn default() -> Self {
        Happenings {
            text: "step,time_s,kind,a,b,x_m,y_m,z_m,normal_x,normal_y,normal_z,closing_speed_m_s,impulse_n_s\n"
                .to_owned(),
        }
    }
}

impl Happenings {
    /// Notes the impacts of an arena's last step, and the contacts that began and ended in it. Call it after each
    /// step.
    pub fn note(&mut self, arena: &Arena) {
        let step = arena.steps();
        for impact in arena.events() {
            let name = &arena.actor(impact.a).name;
            let _ = write!(
                self.text,
                "{step},{:.6},impact,{},{}",
                impact.time,
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
                .for_each(|event| self.note_contact(arena, kind, event));
        }
    }

    fn note_contact(&mut self, arena: &Arena, kind: &str, event: &ContactEvent) {
        let kind = match event.sensor {
            true => format!("inside {kind}"),
            false => format!("contact {kind}"),
        };
        let [a, b] = [event.a, event.b].map(|body| quoted(&name_of(arena, arena.owner(body))));
        // A contact has no one point, and no impulse of its own.
        let _ = writeln!(
            self.text,
            "{},{:.6},{kind},{a},{b},,,,,,,,",
            arena.steps(),
            arena.time()
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
    use crate::game::Round;
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
            table.note(round.arena());
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
