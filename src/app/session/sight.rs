//! A view of a round: a camera, the car that it follows, and the points of the last hits. The whole picture has one;
//! with several players, each of them has another one.

use crate::app::camera::{Camera, CameraKind};
use crate::app::names::called_of_other;
use crate::app::params::{NAME_LETTERS, OUT_SECONDS, SUM_SECONDS};
use crate::app::parts::Whose;
use crate::app::session::{NeedWatch, Session};
use crate::arena::ActorId;
use crate::game::{Crash, Gain, Round};

/// The points of a hit to show to a player.
#[derive(Debug, Clone)]
pub enum HitSum {
    /// The player's hit gave points.
    Gained(Gain),
    /// A hit took points from the player: their number, and the name of the car.
    Lost(u32, String),
}

/// A view of a round, for one player or for all.
#[derive(Debug, Clone)]
pub struct Sight {
    pub whose: Whose,
    pub camera: Camera,
    /// Remaining highlight of the counter after the last crash, from 1 to 0.
    pub flash: f32,
    /// The last hit's points, and their age in seconds.
    pub sum: Option<(HitSum, f32)>,
    /// The hints that the player needs.
    pub needs: NeedWatch,
    /// Distance that the player's car has travelled, in metres.
    pub moved: f32,
    /// The time for which the player has been out, in seconds.
    out_for: f32,
}

impl Sight {
    /// Creates a view at the start of a round.
    pub fn new(whose: Whose, kind: CameraKind) -> Self {
        Self {
            whose,
            camera: Camera::new(kind),
            flash: 0.0,
            sum: None,
            needs: NeedWatch::default(),
            moved: 0.0,
            out_for: 0.0,
        }
    }

    /// Index of its player's car in the list of cars; for the shared view that of the first player.
    pub fn car(&self, round: &Round) -> Option<usize> {
        match self.whose {
            Whose::Seat(seat) => {
                let mut cars = round.cars().iter();
                cars.position(|car| car.slot == Some(seat))
            }
            Whose::All | Whose::Nobody => {
                let player = round.score().player;
                (player < round.cars().len()).then_some(player)
            }
        }
    }

    /// Its player's car, if the view belongs to a single player.
    fn own(&self, round: &Round) -> Option<usize> {
        let alone = matches!(self.whose, Whose::Seat(_)) || round.people() == 1;
        self.car(round).filter(|_| alone)
    }

    /// The car watched in place of the player's, as an index in the list of cars: the best car still in, once the
    /// player has been out for a moment.
    pub fn stand_in(&self, round: &Round) -> Option<usize> {
        if self.out_for < OUT_SECONDS {
            return None;
        }
        let ranking = round.score().ranking();
        ranking.into_iter().find(|car| !round.is_out(*car))
    }

    /// The car that the camera follows.
    pub fn watched(&self, round: &Round) -> Option<ActorId> {
        let car = self.stand_in(round).or_else(|| self.car(round))?;
        Some(round.cars()[car].actor)
    }

    /// True if its player takes part in the crash; for the shared view, if any player does.
    fn concerns(&self, crash: &Crash, round: &Round) -> bool {
        match self.whose {
            Whose::Seat(_) => self.car(round).is_some_and(|car| crash.involves(car)),
            Whose::All | Whose::Nobody => {
                let person = |car: usize| round.cars()[car].slot.is_some();
                person(crash.a) || person(crash.b)
            }
        }
    }

    /// Adds the last step to the distance travelled.
    pub(super) fn note_way(&mut self, round: &Round) {
        if let Some(car) = self.car(round) {
            let actor = round.arena().actor(round.cars()[car].actor);
            let way = actor.pose.translation() - actor.previous_pose.translation();
            self.moved += way.length();
        }
    }

    /// Shakes the camera after a counted crash of `strength` 0 to 1, and shows the points to the player.
    pub(super) fn crash(&mut self, crash: &Crash, strength: f32, round: &Round) {
        if !self.concerns(crash, round) {
            return;
        }
        self.camera.shake(0.08 + 0.92 * strength);
        self.camera.zoom(strength * 1.3 - 0.25);
        self.flash = 1.0;
        self.tell_sum(crash, round);
        if let Some(car) = self.own(round).filter(|car| crash.involves(*car)) {
            self.needs.crash(crash, round, car);
        }
    }

    /// Sets the points that a hit gave its player, or took.
    fn tell_sum(&mut self, crash: &Crash, round: &Round) {
        let Some(player) = self.own(round).filter(|car| crash.involves(*car)) else {
            return;
        };
        if !round.mode().rates_hits() {
            return;
        }
        let (gain, loss) = (crash.gain_of(player), crash.loss_of(player));
        let other = &round.cars()[crash.a + crash.b - player];
        let other = called_of_other(other, round.people(), NAME_LETTERS);
        if gain.points > 0 {
            self.sum = Some((HitSum::Gained(gain), 0.0));
        } else if loss > 0 {
            self.sum = Some((HitSum::Lost(loss, other), 0.0));
        }
    }

    /// Shakes the camera after an impact such as a wall or a landing, if the player's car is among `of`.
    pub(super) fn bump(&mut self, of: &[ActorId], shake: f32, round: &Round) {
        let own = self.car(round).map(|car| round.cars()[car].actor);
        if round.people() > 0 && own.is_some_and(|own| of.contains(&own)) {
            self.camera.shake(shake);
        }
    }

    /// Advances by that many seconds. If the watched car changes, the camera jumps to the new one.
    pub(super) fn pass(&mut self, round: &Round, seconds: f32) {
        self.flash = (self.flash - seconds * 1.6).max(0.0);
        if let Some((_, age)) = &mut self.sum {
            *age += seconds;
        }
        self.sum.take_if(|(_, age)| *age > SUM_SECONDS);
        if let Some(car) = self.own(round) {
            let hidden = self.sum.is_some();
            self.needs.pass(round, car, seconds, hidden);
        }
        let before = self.watched(round);
        self.out_for = match self.car(round).is_some_and(|car| round.is_out(car)) {
            true => self.out_for + seconds,
            false => 0.0,
        };
        if self.watched(round) != before {
            self.camera.cut();
        }
    }

    /// Resets everything that belongs to the previous round.
    pub(super) fn forget(&mut self) {
        self.camera.cut();
        (self.flash, self.sum, self.moved, self.out_for) = (0.0, None, 0.0, 0.0);
        self.needs = NeedWatch::default();
    }
}

impl Session {
    /// The view of a part of the picture.
    pub fn sight_of(&self, whose: Whose) -> &Sight {
        let mut own = self.sights.iter();
        own.find(|sight| sight.whose == whose)
            .unwrap_or(&self.sight)
    }

    /// The view of the whole picture, then those of the players.
    pub fn all_sights(&mut self) -> impl Iterator<Item = &mut Sight> {
        std::iter::once(&mut self.sight).chain(&mut self.sights)
    }

    /// Adjusts the players' views to the number of players; a single player uses the shared view. Existing ones stay.
    pub(super) fn seat_sights(&mut self) {
        let people = self.humans();
        let several = if people > 1 { people } else { 0 };
        self.sight.camera.whole = people != 1;
        self.sights.truncate(several);
        for seat in self.sights.len()..several {
            let sight = Sight::new(Whose::Seat(seat), CameraKind::Chase);
            self.sights.push(sight);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Controls;

    use super::*;
    use crate::app::camera::CameraKind;
    use crate::game::{RoundOptions, RoundPhase};
    use crate::level::Library;

    fn session(level: &str, people: usize) -> Session {
        let library = Library::new(Vec::new());
        let options = RoundOptions {
            humans: people,
            ..RoundOptions::default()
        };
        Session::load(&library, level, options, CameraKind::Chase).expect("a level")
    }

    const FULL: Controls = Controls {
        throttle: 1.0,
        steer: 0.0,
        brake: false,
        boost: false,
    };

    #[test]
    fn who_falls_off_sees_it_and_then_who_leads() {
        let mut shown = session("knockout", 1);
        // The car drives straight over the edge.
        let player = shown.round.score().player;
        while !shown.round.is_out(player) {
            assert_ne!(shown.round.phase(), RoundPhase::Over, "it never fell");
            assert_eq!(shown.watched_id(), shown.own_id());
            shown.advance(1.0 / 60.0, &[FULL]);
        }
        let stand_in = |shown: &Session| shown.sight.stand_in(&shown.round);
        assert_eq!(stand_in(&shown), None, "it sees itself fall first");
        for _ in 0..(OUT_SECONDS * 60.0) as usize + 2 {
            shown.advance(1.0 / 60.0, &[]);
        }
        let other = stand_in(&shown).expect("somebody is still in");
        assert!(other != player && !shown.round.is_out(other));
        let ranking = shown.round.score().ranking();
        let better = ranking.into_iter().take_while(|car| *car != other);
        assert!(better.into_iter().all(|car| shown.round.is_out(car)));
    }

    #[test]
    fn each_of_several_has_a_sight_that_follows_the_own_car() {
        assert!(session("classic", 1).sights.is_empty());
        let mut shown = session("classic", 2);
        let own: Vec<_> = (0..2)
            .map(|seat| {
                let sight = shown.sight_of(Whose::Seat(seat));
                assert_eq!(sight.whose, Whose::Seat(seat));
                sight.watched(&shown.round).expect("a car")
            })
            .collect();
        assert_ne!(own[0], own[1]);
        assert_eq!(
            shown.sight_of(Whose::All).watched(&shown.round),
            Some(own[0])
        );
        for _ in 0..420 {
            shown.advance(1.0 / 60.0, &[FULL, Controls::default()]);
        }
        for (sight, own) in shown.sights.iter().zip(&own) {
            let at = shown.drawn_pose(*own).translation();
            let (gap, _) = sight.camera.gap();
            assert!(gap.distance(at) < 1.0, "{gap} {at}");
        }
    }

    #[test]
    fn a_hit_is_told_to_whom_it_is_of_and_shakes_nobody_else() {
        let mut shown = session("classic", 2);
        for _ in 0..60 * 12 {
            shown.advance(1.0 / 60.0, &[FULL, Controls::default()]);
            let crashes = shown.round.crashes().to_vec();
            let cars: Vec<_> = (shown.sights.iter())
                .map(|sight| sight.car(&shown.round).expect("a car"))
                .collect();
            let only = |one: usize, other: usize| {
                let involved = |car| crashes.iter().any(|crash| crash.involves(car));
                involved(cars[one]) && !involved(cars[other])
            };
            if only(0, 1) && shown.sights[1].flash == 0.0 {
                assert!(shown.sights[0].flash > 0.9 && shown.sight.flash > 0.9);
                assert!(shown.sight.sum.is_none(), "whose would it be");
                return;
            }
        }
        panic!("the first player hit nobody in twelve seconds");
    }
}
