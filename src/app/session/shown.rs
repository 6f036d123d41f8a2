//! The visible and audible effects of crashes, landings and touches: sparks, signs, shakes and sounds.

use crate::app::effects::ToldDetail;
use crate::game::Feat;
use glam::Vec3;

use crate::app::effects::Told;
use crate::app::names::called_of_other;
use crate::app::params::{FULL_STRENGTH, LANDING_SHARE, LOUD_POINTS, NAME_LETTERS, NO_STRENGTH};
use crate::app::session::landings::Landing;
use crate::app::session::{Happening, Session};
use crate::app::sound::{Stuff, stuff_of_model};
use crate::arena::{ActorId, HallPart, InZone, Met};
use crate::game::{Crash, is_credited};
use crate::level::Mode;

/// Maps a relative speed in m/s to a strength from 0.03 to 1.
fn strength_of(speed: f32) -> f32 {
    ((speed - NO_STRENGTH) / (FULL_STRENGTH - NO_STRENGTH)).clamp(0.03, 1.0)
}

impl Session {
    /// Shows a counted crash with sparks, a sign and a shake.
    pub(super) fn show(&mut self, crash: &Crash) -> Happening {
        let strength = strength_of(crash.strength);
        let place = crash.point + Vec3::Y * 0.35;
        let told = self.told(crash);
        let own = !told.is_empty();
        self.effects.crash(place, strength, told);
        let mut players = 0;
        for car in [crash.a, crash.b] {
            let id = self.round.cars()[car].actor;
            let actor = self.round.arena().actor(id);
            self.drawn
                .hit(id.index(), actor, crash.point, crash.strength, true);
            players |= self.player_bit(id);
        }
        for sight in std::iter::once(&mut self.sight).chain(&mut self.sights) {
            sight.crash(crash, strength, &self.round);
        }
        let excited = strength * if own { 1.6 } else { 0.7 };
        self.cheer = self.cheer.max(excited.min(1.0));
        Happening::Bump {
            place,
            strength,
            own,
            stuff: Stuff::Car,
            players,
        }
    }

    /// Shows a landing with dust, a thump and a bounce of the car's body and driver.
    pub(super) fn show_landing(&mut self, landing: Landing) -> Happening {
        let strength = strength_of(landing.speed * LANDING_SHARE);
        let id = self.round.cars()[landing.car].actor;
        let place = self.round.arena().actor(id).pose.translation();
        self.effects.dust(place, strength);
        self.drawn.land(id.index(), landing.speed);
        let own = landing.car == self.round.score().player && self.humans() > 0;
        self.bump(&[id], 0.1 + 0.6 * strength);
        Happening::Bump {
            place,
            strength,
            own,
            stuff: Stuff::Ground,
            players: self.player_bit(id),
        }
    }

    /// Adds the events that excite the crowd: goals and falls.
    pub(super) fn show_goals(&mut self, happenings: &mut Vec<Happening>) {
        let arena = self.round.arena();
        let is_goal = |one: &&InZone| arena.zones()[one.zone].goal == Some(one.actor);
        let goals = arena.in_zones().iter().filter(is_goal).count();
        let falls = self.round.falls().len();
        if goals + falls > 0 {
            self.cheer = 1.0;
        }
        happenings.extend(std::iter::repeat_n(Happening::Goal, goals));
        happenings.extend(std::iter::repeat_n(Happening::Fall, falls));
    }

    /// The bit of the player who drives an actor; 0 if none does.
    pub(super) fn player_bit(&self, actor: ActorId) -> u8 {
        let mut cars = self.round.cars().iter();
        let slot = cars.find(|car| car.actor == actor).and_then(|car| car.slot);
        slot.map_or(0, |slot| 1 << slot.min(7))
    }

    /// The material that an actor hit, for the sound.
    pub(super) fn stuff(&self, met: Met) -> Stuff {
        match met {
            Met::Hall(HallPart::Wall) => Stuff::Wall,
            Met::Hall(_) => Stuff::Ground,
            Met::Actor(actor) if !self.round.arena().actor(actor).is_car() => {
                stuff_of_model(&self.round.asset(actor).name)
            }
            Met::Actor(_) => Stuff::Car,
        }
    }

    /// Shakes the views of the players whose cars are among these.
    fn bump(&mut self, of: &[ActorId], shake: f32) {
        for sight in std::iter::once(&mut self.sight).chain(&mut self.sights) {
            sight.bump(of, shake, &self.round);
        }
    }

    /// The sign's text for each player in a crash: the kind of hit and its points for one who drove into the other,
    /// the attacker's name for one who was hit. The driver comes first.
    pub(super) fn told(&self, crash: &Crash) -> Vec<Told> {
        let cars = self.round.cars();
        let drove = |car: usize| is_credited(crash.share_of(car));
        let mut both = [crash.a, crash.b];
        if drove(crash.b) && !drove(crash.a) || cars[crash.a].slot.is_none() {
            both.reverse();
        }
        let people = both.into_iter().filter_map(|car| {
            let seat = cars[car].slot?;
            let (word, detail) = self.praise(crash, car);
            Some(Told { seat, word, detail })
        });
        people.collect()
    }

    fn praise(&self, crash: &Crash, car: usize) -> (Option<Feat>, ToldDetail) {
        let other = crash.a + crash.b - car;
        let (feat, speed) = (crash.feat, self.speeds.of(crash.strength));
        let counts_points = self.round.mode().rates_hits();
        let gain = crash.gain_of(car).points;
        // A loud name for a hit of almost no points would mock the player.
        let feat = (!counts_points || gain >= LOUD_POINTS).then_some(feat);
        let counts = self.round.mode() != Mode::Lesson;
        let team = |car: usize| self.round.cars()[car].team;
        if team(car).is_some() && team(car) == team(other) {
            return (None, ToldDetail::OwnTeam);
        }
        match (is_credited(crash.share_of(car)), gain) {
            (true, _) if !counts => (feat, ToldDetail::Numbers(speed)),
            (true, 0) => (feat, ToldDetail::Numbers(speed)),
            (true, gain) => {
                let numbers = format!("+{gain}  ·  {speed}");
                (feat, ToldDetail::Numbers(numbers))
            }
            (false, _) => {
                let name = called_of_other(&self.round.cars()[other], self.humans(), NAME_LETTERS);
                (None, ToldDetail::By(name))
            }
        }
    }

    /// Shows impacts that do not count (walls, obstacles, repeated touches) with few sparks and a soft sound.
    pub(super) fn show_touches(&mut self, happenings: &mut Vec<Happening>) {
        let counted: Vec<Vec3> = self
            .round
            .crashes()
            .iter()
            .map(|crash| crash.point)
            .collect();
        let impacts = self.round.arena().events().to_vec();
        for impact in impacts {
            let shown = counted
                .iter()
                .any(|point| point.distance(impact.point) < 0.01);
            if shown || impact.relative_speed < 1.2 {
                continue;
            }
            let strength = strength_of(impact.relative_speed) * 0.8;
            let others = [Some(impact.a), impact.met.actor()];
            let mut players = 0;
            for id in others.into_iter().flatten() {
                let actor = self.round.arena().actor(id);
                let speed = impact.relative_speed * 0.8;
                self.drawn
                    .hit(id.index(), actor, impact.point, speed, false);
                players |= self.player_bit(id);
            }
            let place = impact.point + Vec3::Y * 0.25;
            self.effects
                .sparks(place, 2 + (strength * 34.0) as usize, 1.2 + 5.0 * strength);
            let player = self.own_id();
            let is_own = |met: Met| met.actor().is_some() && met.actor() == player;
            let own = self.humans() > 0 && (is_own(Met::Actor(impact.a)) || is_own(impact.met));
            self.bump(&others.map(|id| id.unwrap_or(impact.a)), 0.7 * strength);
            happenings.push(Happening::Bump {
                place,
                strength,
                own,
                stuff: self.stuff(impact.met),
                players,
            });
        }
    }
}
