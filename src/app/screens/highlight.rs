//! Replays the hardest hit of a round in slow motion from the side.

use crate::app::params::screens::results::ROOM;
use std::time::{Duration, Instant};

use crate::app::camera::CameraKind;
use crate::app::crash_view;
use crate::app::params::NAME_LETTERS;
use crate::app::params::screens::highlight::{AFTER, ASIDE, BEFORE, SPEED};
use crate::app::screens::people;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::words::Words;
use crate::game::tape::{CrashAt, Mark, Player};
use crate::game::{Crash, Feat, is_credited};

/// Time per frame for playing the recording on to find the hit.
const SCAN: Duration = Duration::from_millis(8);

/// The replay of a hit.
pub struct Highlight {
    session: Box<Session>,
    /// The hit, once it is found.
    mark: Option<Mark>,
    /// Distance of the hit to the right of the picture's middle, in metres, so that it is beside the results.
    aside: f32,
}

impl std::fmt::Debug for Highlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Highlight")
            .field("mark", &self.mark)
            .finish_non_exhaustive()
    }
}

/// Distance of the hit to the right of the picture's middle, in metres, for results in letters of that size. The hit
/// is in the middle of the free part of a picture 1280 units wide.
fn aside(letters: f32) -> f32 {
    let middle = |letters: f32| (ROOM * letters + 1280.0) * 0.5 - 640.0;
    ASIDE * middle(letters) / middle(1.0)
}

impl Highlight {
    /// Creates the replay from a recording. `letters` is the text size of the results, and `freeze` the share of the
    /// usual time for which hard hits freeze the picture.
    pub fn new(player: Player, letters: f32, freeze: f32) -> Self {
        let mut session = Session::of_recording(player, CameraKind::Free);
        session.drawn.freeze = freeze;
        while session.clock.speed() > SPEED {
            session.clock.change_speed(-1);
        }
        Highlight {
            session: Box::new(session),
            mark: None,
            aside: aside(letters),
        }
    }

    /// Advances by a frame of that many seconds. Returns false if there is no hit to show.
    pub fn update(&mut self, seconds: f64) -> bool {
        let Some(mark) = self.mark else {
            let begin = Instant::now();
            let mut known = false;
            while begin.elapsed() < SCAN && !known {
                known = self.session.scan();
            }
            return !known || self.begin();
        };
        if self.session.round.steps() >= mark.steps + AFTER {
            self.show_from_the_start(&mark);
        }
        self.session.exact = false;
        self.session.advance(seconds, &[]);
        self.turn_to(&mark);
        true
    }

    /// The session that shows the hit, once it is found.
    pub fn shown(&self) -> Option<&Session> {
        self.mark.map(|_| &*self.session)
    }

    /// Identifies the crash.
    pub fn crash(&self) -> Option<CrashAt> {
        self.mark.as_ref().map(CrashAt::from)
    }

    /// Describes the hit in words.
    pub fn words(&self, settings: &AppSettings) -> Option<String> {
        let all = settings.words();
        let words = &all.leaving;
        let crash = self.mark?.crash;
        let cars = self.session.round.cars();
        let (feat, speed) = (all.feat(crash.feat), settings.speeds.of(crash.strength));
        // Two cars of the computer may have hit each other harder.
        let whose = match self.session.humans() {
            _ if !is_of_a_person(&self.session, &crash) => words.hardest,
            1 => words.own_hardest,
            _ => words.players_hardest,
        };
        let people = self.session.humans();
        let called = |car: usize| match cars.get(car) {
            Some(car) if car.slot.is_some() && people == 1 => words.you.to_owned(),
            Some(car) => people::called(all, car, people, NAME_LETTERS),
            // A car that the hand added may be gone.
            None => all.result.a_car.to_owned(),
        };
        let drivers = people::drivers(&self.session.round);
        let drivers: Vec<usize> = drivers.into_iter().map(|(_, car)| car).collect();
        let who = who_into_whom(&crash, &drivers, all, called);
        Some(format!("{whose}: {who}, {feat}, {speed}"))
    }

    /// Selects the hardest hit that a person drove, or else the hardest of all.
    fn begin(&mut self) -> bool {
        let Some(guide) = self.session.guide() else {
            return false;
        };
        let own = |mark: &&Mark| is_of_a_person(&self.session, &mark.crash);
        let harder = |a: &&Mark, b: &&Mark| a.crash.strength.total_cmp(&b.crash.strength);
        let marks = || guide.marks().iter();
        let hardest = marks()
            .filter(own)
            .max_by(harder)
            .or_else(|| marks().max_by(harder));
        let Some(mark) = hardest.copied() else {
            return false;
        };
        self.mark = Some(mark);
        // The camera's side depends on the cars' poses at the impact.
        self.session.seek(mark.steps);
        let camera = crash_view::beside(&self.session.round, &(&mark).into(), self.aside);
        self.session.sight.camera.free = camera;
        self.show_from_the_start(&mark);
        true
    }

    fn show_from_the_start(&mut self, mark: &Mark) {
        self.session.seek(mark.steps.saturating_sub(BEFORE));
        self.turn_to(mark);
    }

    /// Turns the camera so that the table does not hide the car that drives into the other one.
    fn turn_to(&mut self, mark: &Mark) {
        let drivers = people::drivers(&self.session.round);
        let drivers: Vec<usize> = drivers.into_iter().map(|(_, car)| car).collect();
        let (first, _) = first_and_second(&mark.crash, &drivers);
        if let Some(car) = self.session.round.cars().get(first) {
            let place = self.session.drawn_pose(car.actor).translation();
            let camera = &mut self.session.sight.camera.free;
            *camera = crash_view::turned_to(camera, place, &mark.into(), self.aside);
        }
    }
}

/// Describes in words which car drove into which. If both did, a person is named first, because it is the
/// person's hit. In a head-on crash of two drivers neither drove into the other.
fn who_into_whom(
    crash: &Crash,
    people: &[usize],
    words: &Words,
    called: impl Fn(usize) -> String,
) -> String {
    let drove = |car: usize| is_credited(crash.share_of(car));
    let (first, second) = first_and_second(crash, people);
    let together = crash.feat == Feat::HeadOn && drove(first) && drove(second);
    let word = match together {
        true => words.result.and,
        false => words.leaving.into,
    };
    let second = match called(second) {
        you if !together && you == words.leaving.you => words.leaving.you_as_object.to_owned(),
        name => name,
    };
    format!("{} {word} {second}", called(first))
}

/// The cars of a crash; the one that drove into the other comes first.
fn first_and_second(crash: &Crash, people: &[usize]) -> (usize, usize) {
    let own = |car: usize| is_credited(crash.share_of(car)) && people.contains(&car);
    // A person who drove comes first, else the car with the larger share.
    let first = match (own(crash.a), own(crash.b)) {
        (true, false) => crash.a,
        (false, true) => crash.b,
        _ if crash.share_of(crash.a) >= crash.share_of(crash.b) => crash.a,
        _ => crash.b,
    };
    (first, crash.a + crash.b - first)
}

/// True if a person at this screen drove into the other car.
fn is_of_a_person(session: &Session, crash: &Crash) -> bool {
    let cars = session.round.cars();
    let mut both = [crash.a, crash.b].into_iter();
    let person = |car: usize| cars.get(car).is_some_and(|car| car.slot.is_some());
    both.any(|car| person(car) && is_credited(crash.share_of(car)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::words::Language;
    use crate::game::Gain;

    /// Describes a crash between two cars; cars 0 and 1 belong to people.
    fn told(cars: (usize, usize), shares: [f32; 2], feat: Feat) -> String {
        let crash = Crash {
            time: 8.0,
            point: glam::Vec3::ZERO,
            a: cars.0,
            b: cars.1,
            strength: 8.1,
            impulse: 2000.0,
            shares,
            gains: [Gain::default(); 2],
            losses: [0; 2],
            feat,
        };
        who_into_whom(&crash, &[0, 1], Language::English.words(), |car| {
            ["you", "P2", "Goran", "Hana"][car].to_owned()
        })
    }

    #[test]
    fn the_hit_of_a_person_is_told_as_that_persons() {
        assert_eq!(told((2, 0), [0.2, 0.8], Feat::TBone), "you into Goran");
        // Goran was faster, but the hit also counts as the person's.
        assert_eq!(told((2, 0), [0.6, 0.4], Feat::TBone), "you into Goran");
        assert_eq!(told((2, 0), [0.6, 0.4], Feat::HeadOn), "you and Goran");
        assert_eq!(told((0, 1), [0.4, 0.6], Feat::Bump), "P2 into you");
    }

    #[test]
    fn who_did_not_drive_into_it_is_not_said_to_have() {
        assert_eq!(told((0, 2), [0.0, 1.0], Feat::HeadOn), "Goran into you");
        assert_eq!(told((0, 2), [1.0, 0.0], Feat::HeadOn), "you into Goran");
        assert_eq!(told((2, 3), [0.3, 0.7], Feat::RearEnd), "Hana into Goran");
    }
}
