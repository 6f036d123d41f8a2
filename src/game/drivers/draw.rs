//! Draws the intentions of drivers, for the debug views.

use glam::Vec3;

use dodgem_collide::{DebugKind, DebugSink};

use crate::game::drivers::{DriverIntent, DriverState};
use crate::game::round::{Round, RoundPhase};
use crate::params::{INTENT_CROSS, INTENT_HEIGHT, INTENT_TEXT_HEIGHT};

impl Round {
    /// Returns the intention of a car's computer driver; None for a player's car, for a car that is out, and
    /// before and after the round.
    pub fn intent(&self, car: usize) -> Option<DriverIntent> {
        let runs = matches!(self.phase(), RoundPhase::Running { .. });
        let drives = self.cars[car].slot.is_none() && self.stands(car);
        (runs && drives).then(|| self.drivers[car].intent())
    }

    /// Draws for each of the computer's cars the state of its driver as a word, a line to its destination,
    /// and a cross where its run-up begins.
    pub fn draw_intents(&self, sink: &mut dyn DebugSink) {
        for (index, car) in self.cars.iter().enumerate() {
            let Some(intent) = self.intent(index) else {
                continue;
            };
            let here = self.arena.actor(car.actor).pose.translation();
            let line_from = here + Vec3::Y * INTENT_HEIGHT;
            if intent.state != DriverState::Reverses {
                let to = Vec3::Y * INTENT_HEIGHT + intent.heads_for;
                sink.line(line_from, to, DebugKind::Goal);
            }
            if let Some(place) = intent.run_up {
                for arm in [Vec3::X, Vec3::Z] {
                    let arm = (arm + Vec3::Y * 0.02) * INTENT_CROSS;
                    sink.line(place - arm, place + arm, DebugKind::Goal);
                }
            }
            if !self.arena.has_room_for_words() {
                continue;
            }
            let word = intent.state.word();
            let text = match intent.car.filter(|_| intent.state == DriverState::Attacks) {
                Some(goal) => format!("{word} {}", self.cars[goal].name),
                None => word.to_owned(),
            };
            let at = here + Vec3::Y * INTENT_TEXT_HEIGHT;
            sink.text(at, &text, DebugKind::Goal);
        }
    }
}
