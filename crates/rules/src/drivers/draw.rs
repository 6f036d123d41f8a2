//! Draws the intentions of drivers, for the debug views.

use glam::Vec3;

use dodgem_collide::{DebugKind, DebugSink};
use dodgem_scene::console::fill;
use dodgem_scene::texts::NameWords;

use crate::Round;
use crate::drivers::{DriverState, DriverWords};
use crate::params::{INTENT_CROSS, INTENT_HEIGHT, INTENT_TEXT_HEIGHT};

/// Draws for each of the computer's cars the state of its driver as a word, a line to its destination,
/// and a cross where its run-up begins.
pub fn draw_intents(
    round: &Round,
    (words, names): (&DriverWords, &NameWords),
    sink: &mut dyn DebugSink,
) {
    for (index, car) in round.cars().iter().enumerate() {
        let Some(intent) = round.intent(index) else {
            continue;
        };
        let here = round.arena().actor(car.actor).pose.translation();
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
        if !round.arena().has_room_for_words() {
            continue;
        }
        let text = match intent.car.filter(|_| intent.state == DriverState::Attacks) {
            Some(goal) => {
                let name = names.forms(&round.cars()[goal].name).object;
                fill(words.attacks_one, &[("name", &name)])
            }
            None => intent.state.word(words).to_owned(),
        };
        let at = here + Vec3::Y * INTENT_TEXT_HEIGHT;
        sink.text(at, &text, DebugKind::Goal);
    }
}
