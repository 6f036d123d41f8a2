//! Hints that a player seems to need, guessed from the player's car. Each is shown when it is needed, at most once
//! per round and a few times in all.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::app::params::{
    GENTLE_POWER, HELD_UP_SECONDS, IDLE_SECONDS, LYING_SECONDS, NEED_TOLD_SECONDS,
    NEEDED_GENTLE_HITS, NEEDED_HITS, STANDING_SPEED, TILTED_COSINE, UNUSED_BOOST_SECONDS,
};
use crate::arena::Actor;
use crate::game::{Crash, Round, RoundPhase};
use crate::level::Mode;

/// A hint that a player may need. If several apply, the first in this order is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Need {
    /// The car lies on its side or roof.
    Upright,
    /// The car hangs on an edge.
    Lift,
    /// The car drives against an obstacle.
    Reverse,
    /// No player drives the car.
    Drive,
    /// Hits on the player's own side or rear cost points.
    Guard,
    /// Repeated hits on one car gave few points.
    Another,
    /// Hits without a run-up gave few points.
    RunUp,
    /// The boost has been full for long and is not used.
    Boost,
}

impl Need {
    const ALL: [Need; 8] = [
        Need::Upright,
        Need::Lift,
        Need::Reverse,
        Need::Drive,
        Need::Guard,
        Need::Another,
        Need::RunUp,
        Need::Boost,
    ];

    /// The threshold for showing it: a duration in seconds, or a number of hits.
    fn limit(self) -> f32 {
        match self {
            Need::Upright => LYING_SECONDS,
            Need::Lift | Need::Reverse => HELD_UP_SECONDS,
            Need::Drive => IDLE_SECONDS,
            Need::Boost => UNUSED_BOOST_SECONDS,
            Need::Guard | Need::Another => NEEDED_HITS,
            Need::RunUp => NEEDED_GENTLE_HITS,
        }
    }
}

/// Watches one player's car during a round.
#[derive(Debug, Clone, Default)]
pub struct NeedWatch {
    /// Per need: how long it has lasted, in seconds, or how often it occurred.
    seen: [f32; Need::ALL.len()],
    told: [bool; Need::ALL.len()],
    /// The hint on screen, and the time for which it has been visible, in seconds.
    shown: Option<(Need, f32)>,
}

impl NeedWatch {
    /// Updates the needs from a car after that many seconds; `hidden` if something else covers the hint.
    pub(super) fn pass(&mut self, round: &Round, car: usize, seconds: f32, hidden: bool) {
        if let Some((_, age)) = self.shown.as_mut().filter(|_| !hidden) {
            *age += seconds;
        }
        self.shown.take_if(|(_, age)| *age > NEED_TOLD_SECONDS);
        let runs = matches!(round.phase(), RoundPhase::Running { .. });
        // A fallen car is put back by itself, and a lesson gives its own instructions.
        if !runs
            || round.is_out(car)
            || round.back_in(car).is_some()
            || round.mode() == Mode::Lesson
        {
            return;
        }
        let actor = round.arena().actor(round.cars()[car].actor);
        // A player who has driven knows how to; a hint whose need has passed is removed.
        let drives = actor.car().is_some_and(|car| car.controls.throttle != 0.0);
        self.told[Need::Drive as usize] |= drives;
        (self.shown).take_if(|(need, _)| is_watched(*need) && !is_there(*need, actor));
        for need in [
            Need::Upright,
            Need::Lift,
            Need::Reverse,
            Need::Drive,
            Need::Boost,
        ] {
            let time = &mut self.seen[need as usize];
            *time = match is_there(need, actor) {
                true => *time + seconds,
                // A car that is pushed about at a wall still counts as standing there.
                false => (*time - seconds).max(0.0),
            };
        }
    }

    /// Updates the needs after a counted crash of the car.
    pub(super) fn crash(&mut self, crash: &Crash, round: &Round, car: usize) {
        if !round.mode().rates_hits() {
            return;
        }
        let gain = crash.gain_of(car);
        let mut saw = |need: Need| self.seen[need as usize] += 1.0;
        if gain.points > 0 && gain.repeats > 0 {
            saw(Need::Another);
        } else if gain.points > 0 && gain.power < GENTLE_POWER {
            saw(Need::RunUp);
        }
        if crash.loss_of(car) > 0 {
            saw(Need::Guard);
        }
    }

    /// The hint that the player needs now and has not seen in this round.
    pub fn due(&self) -> Option<Need> {
        let free = |need: &Need| {
            let place = *need as usize;
            !self.told[place] && self.seen[place] >= need.limit()
        };
        let mut needs = Need::ALL.into_iter();
        needs.find(|need| self.shown.is_none() && free(need))
    }

    /// Marks a hint as told in this round, and shows it for some seconds if `shows` is true.
    pub fn tell(&mut self, need: Need, shows: bool) {
        self.told[need as usize] = true;
        if shows {
            self.shown = Some((need, 0.0));
        }
    }

    /// The hint on screen, and for how many seconds it is still shown.
    pub fn shown(&self) -> Option<(Need, f32)> {
        let (need, age) = self.shown?;
        Some((need, NEED_TOLD_SECONDS - age))
    }
}

/// True if the hint is only useful while its need lasts.
fn is_watched(need: Need) -> bool {
    matches!(need, Need::Upright | Need::Lift | Need::Drive)
}

/// True if the car's present state suggests the need.
fn is_there(need: Need, actor: &Actor) -> bool {
    let Some(car) = actor.car() else {
        return false;
    };
    let stands = actor.velocity.length() < STANDING_SPEED;
    let lies = actor.up().dot(Vec3::Y) < TILTED_COSINE && car.wheels_down < 3;
    let driven = car.controls.throttle.abs() > 0.5 && !car.controls.brake;
    match need {
        Need::Upright => lies,
        Need::Lift => driven && stands && !lies && car.wheels_down < 4,
        Need::Reverse => driven && stands && car.controls.throttle > 0.0 && car.wheels_down == 4,
        Need::Drive => stands && car.controls.throttle == 0.0,
        Need::Boost => !stands && car.boost_share() >= 1.0,
        Need::Guard | Need::Another | Need::RunUp => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::camera::CameraKind;
    use crate::app::session::Session;
    use crate::arena::Controls;
    use crate::game::{RoundOptions, seconds_of};
    use crate::level::Library;

    const AHEAD: Controls = Controls {
        throttle: 1.0,
        steer: 0.0,
        brake: false,
        boost: false,
    };

    /// Plays a level for that many seconds with the controls of `drive`. Returns the hints with their times (s).
    fn told(
        text: &str,
        seconds: f32,
        mut drive: impl FnMut(&Session) -> Controls,
    ) -> Vec<(Need, f32)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        std::fs::write(&path, text).unwrap();
        let library = Library::new(Vec::new());
        let options = RoundOptions::default();
        let source = path.to_str().unwrap();
        let mut shown = Session::load(&library, source, options, CameraKind::Chase).unwrap();
        let mut told = Vec::new();
        for _ in 0..(seconds * 60.0) as u32 {
            let controls = drive(&shown);
            shown.advance(1.0 / 60.0, &[controls]);
            if let Some(need) = shown.sight.needs.due() {
                shown.sight.needs.tell(need, true);
                told.push((need, seconds_of(shown.round.running_steps())));
            }
        }
        told
    }

    /// Level text with a single car in a square arena.
    fn alone(car: &str) -> String {
        format!(
            "(name: \"alone\", arena: Rectangle(width: 20.0, depth: 20.0), cars: [(name: \"You\", \
             position: (0.0, 0.0), heading: 0.0, driver: Player{car})])"
        )
    }

    #[test]
    fn who_stands_at_a_wall_is_told_how_to_go_back_a_second_later() {
        let told = told(&alone(""), 12.0, |_| AHEAD);
        let (need, at) = told[0];
        assert_eq!(need, Need::Reverse);
        assert!((2.0..6.0).contains(&at), "{told:?}");
        assert!(
            told.iter()
                .filter(|(need, _)| *need == Need::Reverse)
                .count()
                == 1
        );
    }

    #[test]
    fn who_does_nothing_is_told_how_to_drive() {
        let told = told(&alone(""), 12.0, |_| Controls::default());
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].0, Need::Drive);
        assert!((told[0].1 - IDLE_SECONDS).abs() < 0.2, "{told:?}");
    }

    #[test]
    fn who_drives_round_in_circles_needs_to_know_of_the_boost_alone() {
        let circle = Controls {
            steer: 1.0,
            throttle: 0.6,
            ..AHEAD
        };
        let told = told(&alone(""), 20.0, |_| circle);
        let needs: Vec<Need> = told.into_iter().map(|(need, _)| need).collect();
        assert_eq!(needs, [Need::Boost]);
    }

    #[test]
    fn a_car_on_its_roof_is_told_to_wait() {
        let roof = ", height: 2.5, roll: 180.0";
        let told = told(&alone(roof), 6.0, |_| Controls::default());
        assert!(
            told.iter().any(|(need, _)| *need == Need::Upright),
            "{told:?}"
        );
    }

    #[test]
    fn what_was_told_is_not_told_again_and_one_at_a_time() {
        let mut watch = NeedWatch::default();
        watch.seen[Need::Guard as usize] = 2.0;
        watch.seen[Need::Boost as usize] = 100.0;
        assert_eq!(watch.due(), Some(Need::Guard));
        watch.tell(Need::Guard, true);
        assert_eq!(watch.due(), None, "one is on the screen");
        watch.shown = None;
        assert_eq!(watch.due(), Some(Need::Boost));
        watch.tell(Need::Boost, false);
        assert_eq!((watch.due(), watch.shown()), (None, None));
    }
}
