//! What a player seems to need to know, seen from how the own car goes: each is told when it is needed, once a
//! round and a few times in all.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::app::params::{
    GENTLE_POWER, HELD_UP_SECONDS, IDLE_SECONDS, LYING_SECONDS, NEED_TOLD_SECONDS,
    NEEDED_GENTLE_HITS, NEEDED_HITS, STANDING_SPEED, TILTED_COSINE, UNUSED_BOOST_SECONDS,
};
use crate::arena::Actor;
use crate::game::{Crash, Round, RoundPhase};
use crate::level::Mode;

/// Something that a player may need to know. Of several at once the first is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Need {
    /// The car lies on its side or roof.
    Upright,
    /// The car hangs on an edge.
    Lift,
    /// The car is driven against something.
    Reverse,
    /// Nobody drives the car.
    Drive,
    /// Hits on the own side or rear took points.
    Guard,
    /// Hits on one and the same car gave little.
    Another,
    /// Hits without a run-up gave little.
    RunUp,
    /// The boost was full for long and is not used.
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

    /// What helps, with the names of commands in braces.
    pub fn words(self) -> &'static str {
        match self {
            Need::Upright => "a car that lies turns itself upright: wait a moment",
            Need::Lift => "stay on {Forward} or {Backward}: a car that hangs is lifted",
            Need::Reverse => "{Backward} drives backward",
            Need::Drive => "{Forward} drives, {Left} and {Right} steer",
            Need::Guard => "hits on your side or rear take points: turn your front to them",
            Need::Another => {
                "each hit on the same car is worth half of the one before: hit another"
            }
            Need::RunUp => {
                "drive free for a second and a half first: the run-up multiplies the hit"
            }
            Need::Boost => "{Boost} boosts, and refills by itself",
        }
    }

    /// It is told once it was there for so long, in seconds, or so often.
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

/// Watches one player's car through a round.
#[derive(Debug, Clone, Default)]
pub struct NeedWatch {
    /// For how long each is there, in seconds, or how often it was.
    seen: [f32; Need::ALL.len()],
    told: [bool; Need::ALL.len()],
    /// What is told, and for how long it has been, in seconds.
    shown: Option<(Need, f32)>,
}

impl NeedWatch {
    /// Looks at a car after that many seconds more; what is told may be `hidden` by something else.
    pub(super) fn pass(&mut self, round: &Round, car: usize, seconds: f32, hidden: bool) {
        if let Some((_, age)) = self.shown.as_mut().filter(|_| !hidden) {
            *age += seconds;
        }
        self.shown.take_if(|(_, age)| *age > NEED_TOLD_SECONDS);
        let runs = matches!(round.phase(), RoundPhase::Running { .. });
        // Who fell is put back; a lesson says by itself what to do.
        if !runs
            || round.is_out(car)
            || round.back_in(car).is_some()
            || round.mode() == Mode::Lesson
        {
            return;
        }
        let actor = round.arena().actor(round.cars()[car].actor);
        // Who has driven knows how; and what is over needs no help.
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
                // Whoever is pushed about at a wall still stands there.
                false => (*time - seconds).max(0.0),
            };
        }
    }

    /// A counted crash of that car.
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

    /// What the player needs to know now and was not told in this round.
    pub fn due(&self) -> Option<Need> {
        let free = |need: &Need| {
            let place = *need as usize;
            !self.told[place] && self.seen[place] >= need.limit()
        };
        let mut needs = Need::ALL.into_iter();
        needs.find(|need| self.shown.is_none() && free(need))
    }

    /// It is not told again in this round; it is shown for some seconds if it `shows`.
    pub fn tell(&mut self, need: Need, shows: bool) {
        self.told[need as usize] = true;
        if shows {
            self.shown = Some((need, 0.0));
        }
    }

    /// What is told, and for how long it is shown yet, in seconds.
    pub fn shown(&self) -> Option<(Need, f32)> {
        let (need, age) = self.shown?;
        Some((need, NEED_TOLD_SECONDS - age))
    }
}

/// Whether that helps only as long as it is so.
fn is_watched(need: Need) -> bool {
    matches!(need, Need::Upright | Need::Lift | Need::Drive)
}

/// Whether the car looks now as if it needed that.
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

    /// Plays a level for so many seconds, each frame with what is told to drive then. Returns what was told and when.
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

    /// One car in a square of ten metres.
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
