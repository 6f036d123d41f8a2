//! Computes the sound levels and the music of a session once per frame from its state alone.

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_synth::Score;

use crate::app::params::{
    BOOST_GAIN, CHEER_GAP_SECONDS, FINAL_RATE, HEARING, ICY_GRIP, MOTOR_GAIN, MURMUR, NEAR_MOTORS,
    OTHER_MOTORS, PAUSE_MUSIC, SKID_GAIN, TITLE_MUSIC, WIND_GAIN, WIND_SPEED,
};
use crate::app::render::look::Look;
use crate::app::session::Session;
use crate::app::skids::{slip_of, strength_of_slip};
use crate::app::sound::mixer::{Level, Levels};
use crate::app::sound::score::{score_of, stems};
use crate::app::sound::voices::Place;
use crate::arena::{Actor, ActorId};
use crate::game::RoundPhase;
use crate::level::Mode;

/// The levels of all running sounds, and the music.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    pub levels: Levels,
    pub score: Score,
}

/// Returns how a position sounds from an ear: nearness from 1 (at the ear) to 0, and the side from -0.8
/// (left) to 0.8 (right).
pub fn heard_from(ear: &Pose, place: Vec3) -> (f32, f32) {
    let local = ear.inverse_transform_point(place);
    let near = 1.0 / (1.0 + HEARING * local.length());
    (near, (local.x * HEARING).clamp(-0.8, 0.8))
}

/// The listener at the camera's car.
#[derive(Debug, Default)]
pub struct Listener {
    /// The cars that have a motor sound: each keeps its slot for as long as it is near.
    near: [Option<ActorId>; NEAR_MOTORS],
    /// The session's time at the last frame, in seconds.
    time: f32,
    /// The session's time of the last cheer, in seconds.
    cheered: Option<f32>,
}

impl Listener {
    /// Returns the current levels and music; `plays` is true if a person plays the round.
    pub fn listen(&mut self, session: &Session, plays: bool) -> Heard {
        let runs = session.time != self.time;
        self.time = session.time;
        let mut levels = Levels::SILENT;
        // The round behind the title screen runs without motor sounds.
        let drives = runs && (plays || session.guide().is_some());
        if drives && session.round.phase() != RoundPhase::Over {
            self.hear_cars(session, &mut levels);
        }
        if runs {
            hear_crowd(session, if drives { 1.0 } else { 0.4 }, &mut levels);
        }
        let (stakes, gain) = match (plays, runs) {
            (false, _) => (0.0, TITLE_MUSIC),
            (true, true) => (stakes(session), 1.0),
            (true, false) => (0.0, PAUSE_MUSIC),
        };
        levels.stems = stems(stakes).map(|stem| stem * gain);
        if plays && session.round.is_final() {
            levels.music_rate = FINAL_RATE;
        }
        Heard {
            levels,
            score: score_of(&session.level, session.round.mode()),
        }
    }

    /// Returns true if the crowd may cheer again, and then records the time of this cheer.
    pub fn may_cheer(&mut self, session: &Session) -> bool {
        let now = session.time;
        // In a new session time starts again, so an old cheer does not block a new one.
        let waits = |at: f32| (at..at + CHEER_GAP_SECONDS).contains(&now);
        let may = !self.cheered.is_some_and(waits);
        if may {
            self.cheered = Some(now);
        }
        may
    }

    fn hear_cars(&mut self, session: &Session, levels: &mut Levels) {
        let arena = session.round.arena();
        let ear = session.watched_pose();
        let watched = session.watched_id();
        levels.icy = arena.ground().grip < ICY_GRIP;
        self.choose(session, ear.translation());
        for (index, id) in self.near.iter().enumerate() {
            let Some(id) = *id else { continue };
            let actor = arena.actor(id);
            let Some(car) = actor.car() else { continue };
            let own = watched == Some(id);
            let (near, side) = match own {
                true => (1.0, 0.0),
                false => heard_from(&ear, actor.pose.translation()),
            };
            let mut set = |place: Place, gain: f32, rate: f32| {
                levels.loops[place.index()] = Level {
                    gain: gain * near,
                    side,
                    rate,
                };
            };
            let share = (speed_of(actor) / car.settings.top_speed.max(0.1)).min(1.6);
            let push = car.controls.throttle.abs();
            let others = if own { 1.0 } else { OTHER_MOTORS };
            // Each motor gets a slightly different pitch.
            let own_pitch = 1.0 + 0.02 * ((id.index() * 3 % 7) as f32 - 3.0);
            let (idle, full) = MOTOR_GAIN;
            set(
                Place::Motor(index),
                others * (idle + (full - idle) * (0.7 * share + 0.3 * push).min(1.0)),
                own_pitch * (0.55 + 0.95 * share),
            );
            let slip = slip_of(actor).map_or(0.0, strength_of_slip);
            set(Place::Tyres(index), SKID_GAIN * slip, 0.85 + 0.3 * slip);
            let boost = if car.boosting { BOOST_GAIN } else { 0.0 };
            set(Place::Boost(index), boost, 0.8 + 0.35 * share);
        }
        if let Some(actor) = session.watched() {
            let share = (speed_of(actor) - WIND_SPEED.0) / (WIND_SPEED.1 - WIND_SPEED.0);
            let share = share.clamp(0.0, 1.0);
            levels.loops[Place::Wind.index()] = Level {
                gain: WIND_GAIN * share * share,
                side: 0.0,
                rate: 0.8 + 0.5 * share,
            };
        }
    }

    /// Assigns the motor slots to the nearest cars.
    fn choose(&mut self, session: &Session, ear: Vec3) {
        let arena = session.round.arena();
        // The nearest cars, sorted by distance.
        let mut nearest: [Option<(f32, ActorId)>; NEAR_MOTORS] = [None; NEAR_MOTORS];
        for (index, car) in session.round.cars().iter().enumerate() {
            if session.round.is_out(index) {
                continue;
            }
            let distance = arena.actor(car.actor).pose.translation().distance(ear);
            let mut new = Some((distance, car.actor));
            for place in &mut nearest {
                let further = match (&new, &place) {
                    (Some((new, _)), Some((old, _))) => new < old,
                    (Some(_), None) => true,
                    (None, _) => false,
                };
                if further {
                    std::mem::swap(place, &mut new);
                }
            }
        }
        let is_near = |id: ActorId| nearest.iter().flatten().any(|(_, near)| *near == id);
        for voice in &mut self.near {
            *voice = voice.filter(|id| is_near(*id));
        }
        for (_, id) in nearest.into_iter().flatten() {
            if !self.near.contains(&Some(id))
                && let Some(free) = self.near.iter_mut().find(|voice| voice.is_none())
            {
                *free = Some(id);
            }
        }
    }
}

fn speed_of(actor: &Actor) -> f32 {
    let speed = actor.velocity.length();
    if speed.is_finite() { speed } else { 0.0 }
}

/// Returns the fraction of the spectator places that are taken, from 0 to 1.
pub fn spectators(session: &Session) -> f32 {
    Look::of(session.round.scene().mood()).crowd
}

/// Sets the crowd's murmur, which is louder after something spectacular.
fn hear_crowd(session: &Session, share: f32, levels: &mut Levels) {
    let gain = share * spectators(session).sqrt() * (MURMUR.0 + MURMUR.1 * session.cheer);
    for (place, side, rate) in [
        (Place::CrowdLeft, -0.7, 0.96),
        (Place::CrowdRight, 0.7, 1.05),
    ] {
        levels.loops[place.index()] = Level { gain, side, rate };
    }
}

/// Returns the stakes of the round, from 0 to 1: they rise as its end comes nearer.
fn stakes(session: &Session) -> f32 {
    let round = &session.round;
    match round.phase() {
        RoundPhase::Countdown { .. } | RoundPhase::Over => 0.25,
        RoundPhase::Running { .. } if round.mode() == Mode::Free => 0.35,
        RoundPhase::Running { .. } if round.is_final() => 1.0,
        RoundPhase::Running { left } => {
            let gone = 1.0 - left / session.level.duration.max(1.0);
            0.3 + 0.7 * gone.clamp(0.0, 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::camera::CameraKind;
    use crate::arena::Controls;
    use crate::game::RoundOptions;
    use crate::level::Library;

    fn session(level: &str) -> Session {
        let library = Library::new(Vec::new());
        Session::load(&library, level, RoundOptions::default(), CameraKind::Chase).unwrap()
    }

    /// Drives at full throttle for that many seconds and returns the last levels.
    fn heard(session: &mut Session, listener: &mut Listener, seconds: f32) -> Heard {
        let full = Controls {
            throttle: 1.0,
            boost: true,
            ..Controls::default()
        };
        let mut last = listener.listen(session, true);
        for _ in 0..(seconds * 60.0) as usize {
            session.advance(1.0 / 60.0, &[full]);
            last = listener.listen(session, true);
        }
        last
    }

    fn gain(heard: &Heard, place: Place) -> f32 {
        heard.levels.loops[place.index()].gain
    }

    #[test]
    fn listening_changes_no_round_and_says_the_same_again() {
        let (mut plain, mut listened) = (session("classic"), session("classic"));
        let mut listener = Listener::default();
        for _ in 0..600 {
            plain.advance(1.0 / 60.0, &[]);
            listened.advance(1.0 / 60.0, &[]);
            listener.listen(&listened, true);
        }
        let hash = |session: &Session| session.round.state_hash();
        assert_eq!(hash(&plain), hash(&listened));
        let again = Listener {
            time: -1.0,
            ..Listener::default()
        }
        .listen(&plain, true);
        let once = Listener {
            time: -1.0,
            ..Listener::default()
        }
        .listen(&listened, true);
        assert_eq!(again, once);
    }

    #[test]
    fn the_nearest_motors_are_heard_and_keep_their_voices() {
        let mut session = session("sardines");
        assert!(session.round.cars().len() > NEAR_MOTORS);
        let mut listener = Listener::default();
        let now = heard(&mut session, &mut listener, 5.0);
        assert!((0..NEAR_MOTORS).all(|voice| gain(&now, Place::Motor(voice)) > 0.0));
        for _ in 0..300 {
            let before = listener.near;
            heard(&mut session, &mut listener, 0.02);
            for (voice, before) in before.iter().enumerate() {
                let kept = listener.near.iter().position(|now| now == before);
                assert!(kept.is_none_or(|kept| kept == voice));
            }
            assert!(listener.near.contains(&session.watched_id()));
        }
    }

    #[test]
    fn speed_raises_pitch_and_wind_and_a_boost_is_heard() {
        let mut session = session("ice");
        let mut listener = Listener::default();
        let begin = heard(&mut session, &mut listener, 0.5);
        let own = |listener: &Listener, session: &Session| {
            let id = session.watched_id();
            listener.near.iter().position(|near| *near == id).unwrap()
        };
        let voice = own(&listener, &session);
        assert!(begin.levels.icy && gain(&begin, Place::Boost(voice)) == 0.0);
        let later = heard(&mut session, &mut listener, 4.0);
        let voice = own(&listener, &session);
        assert!(gain(&later, Place::Boost(voice)) > 0.0);
        let rate =
            |heard: &Heard, voice: usize| heard.levels.loops[Place::Motor(voice).index()].rate;
        assert!(rate(&later, voice) > 1.2 * rate(&begin, voice));
        assert!(gain(&later, Place::Wind) > gain(&begin, Place::Wind));
    }

    #[test]
    fn stems_come_in_with_the_clock() {
        let mut session = session("stadium");
        let mut listener = Listener::default();
        let mut counts = Vec::new();
        for _ in 0..12 {
            let now = heard(&mut session, &mut listener, 3.5);
            if session.round.phase() == RoundPhase::Over {
                break;
            }
            counts.push(now.levels.stems.iter().sum::<f32>());
            if session.round.is_final() {
                assert_eq!(now.levels.stems, [1.0; 4]);
                assert!(now.levels.music_rate > 1.0);
            }
        }
        assert!(counts.is_sorted() && counts[0] < 2.5, "{counts:?}");
        assert!(counts.last().is_some_and(|last| *last > 3.0), "{counts:?}");
    }

    #[test]
    fn a_pause_has_no_motors_and_a_title_has_quiet_music() {
        let mut session = session("classic");
        let mut listener = Listener::default();
        heard(&mut session, &mut listener, 5.0);
        let paused = listener.listen(&session, true);
        assert!(paused.levels.loops.iter().all(|level| level.gain == 0.0));
        session.advance(1.0 / 60.0, &[]);
        let title = listener.listen(&session, false);
        assert!((0..NEAR_MOTORS).all(|voice| gain(&title, Place::Motor(voice)) == 0.0));
        assert!(gain(&title, Place::CrowdLeft) > 0.0);
        let sum = title.levels.stems.iter().sum::<f32>();
        assert!(sum > 0.0 && sum <= TITLE_MUSIC);
    }

    #[test]
    fn near_is_louder_than_far_and_left_is_left() {
        let ear = Pose::IDENTITY;
        let (near, _) = heard_from(&ear, Vec3::new(0.0, 0.0, -1.0));
        let (far, left) = heard_from(&ear, Vec3::new(-20.0, 0.0, -1.0));
        assert!(near > 2.0 * far && left < -0.5);
    }

    #[test]
    fn the_crowd_needs_breath_between_two_cheers() {
        let mut session = session("classic");
        let mut listener = Listener::default();
        assert!(listener.may_cheer(&session) && !listener.may_cheer(&session));
        session.time += CHEER_GAP_SECONDS + 0.1;
        assert!(listener.may_cheer(&session));
        // A new session, whose time starts at 0.
        session.time = 0.0;
        assert!(listener.may_cheer(&session));
    }
}
