//! Ghosts: the bodies of another round, drawn semi-transparent over this one's.

use std::sync::Arc;

use dodgem_collide::math::Pose;

use crate::app::params::{GHOST_FADES_BELOW, GHOST_GONE_BELOW};
use crate::app::session::Session;
use crate::arena::ActorId;
use crate::level::{ModelAsset, Paint};

/// A body of the other round.
pub struct GhostBody<'a> {
    pub asset: &'a Arc<ModelAsset>,
    pub pose: Pose,
    pub paint: [f32; 3],
    /// The opacity from 0 to 1, as a fraction of a ghost's largest opacity.
    pub opacity: f32,
}

/// Returns the ghosts of a session: all bodies of the unchanged run beside a changed one; else the cars.
pub fn bodies(session: &Session) -> Vec<GhostBody<'_>> {
    let mut bodies = cars(session);
    if session.has_unchanged_run() {
        bodies.extend(things(session));
    }
    bodies
}

/// Returns the movable things of the other round that are not where those of this one are.
fn things(session: &Session) -> Vec<GhostBody<'_>> {
    let Some(ghost) = session.ghost() else {
        return Vec::new();
    };
    let round = ghost.round();
    let ids = (0..round.arena().actors().len() as u32).map(ActorId);
    let movable = ids.filter(|id| {
        let actor = round.arena().actor(*id);
        !actor.is_car() && !actor.is_fixed() && !actor.is_gone()
    });
    let bodies = movable.map(|id| {
        let pose = session.ghost_actor_pose(ghost, id);
        let look = round.look(id);
        GhostBody {
            asset: &look.asset,
            opacity: opacity_near(session, Some(id), &pose),
            paint: look.paint.map_or(THING, Paint::to_array),
            pose,
        }
    });
    bodies.filter(|body| body.opacity > 0.0).collect()
}

/// The colour of the ghost of a thing without a paint.
const THING: [f32; 3] = [0.7, 0.7, 0.75];

/// Returns the cars among the ghosts: all over a recording or beside an unchanged run, only the player's in a round.
fn cars(session: &Session) -> Vec<GhostBody<'_>> {
    let Some(ghost) = session.ghost() else {
        return Vec::new();
    };
    let round = ghost.round();
    let all = session.guide().is_some() || session.has_unchanged_run();
    let player = round.score().player;
    let cars = round.cars().iter().enumerate();
    cars.filter(|(index, _)| all || *index == player)
        .map(|(index, car)| {
            let pose = session.ghost_pose(ghost, index);
            GhostBody {
                asset: round.asset(car.actor),
                opacity: opacity(session, index, &pose),
                paint: car.paint.to_array(),
                pose,
            }
        })
        .filter(|car| car.opacity > 0.0)
        .collect()
}

/// Returns the opacity of a car's ghost, which fades out near the car itself.
fn opacity(session: &Session, car: usize, ghost: &Pose) -> f32 {
    // The other round may be on another level, with more cars.
    let own = session.round.cars().get(car).map(|car| car.actor);
    opacity_near(session, own, ghost)
}

/// Returns the opacity of a ghost, which fades out near an actor of this round.
fn opacity_near(session: &Session, own: Option<ActorId>, ghost: &Pose) -> f32 {
    let here = own.filter(|id| session.round.arena().is_present(*id));
    let Some(own) = here else {
        return 1.0;
    };
    let own = session.drawn_pose(own).translation();
    let far = own.distance(ghost.translation());
    let share = ((far - GHOST_GONE_BELOW) / (GHOST_FADES_BELOW - GHOST_GONE_BELOW)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::app::camera::CameraKind;
    use crate::game::tape::{Player, Tape, recorded_as, short_tape};
    use crate::game::{Act, RoundOptions};
    use crate::level::{ClockSpec, Library};

    /// Returns a recording at a step, with another recording over it as a ghost.
    fn shown(tape: Tape, other: Tape, steps: u64) -> Session {
        let player = Player::new(tape).unwrap();
        let mut session = Session::of_recording(player, CameraKind::Side);
        session.seek(steps);
        session.set_ghost(Some(Player::new(other).unwrap()));
        session
    }

    /// Records another round of the classic level.
    fn other_tape(steps: usize) -> Tape {
        recorded_as("classic", steps, |_, options| options.seed += 1).0
    }

    #[test]
    fn a_ghost_that_is_where_its_car_is_is_not_seen() {
        for steps in [0, 100, 130] {
            let session = shown(short_tape(), short_tape(), steps);
            assert!(cars(&session).is_empty(), "after {steps} steps");
        }
    }

    #[test]
    fn over_a_recording_all_cars_of_the_other_one_are_seen_and_in_a_round_the_players() {
        let long = || recorded_as("classic", 600, |_, _| {}).0;
        let seen = cars(&shown(long(), other_tape(600), 600)).len();
        assert!(seen > 1, "{seen}");
        let library = Library::new(Vec::new());
        let mut session = Session::load(
            &library,
            "classic",
            RoundOptions::default(),
            CameraKind::Side,
        )
        .unwrap();
        session.skip(5.0, &mut []);
        session.set_ghost(Some(Player::new(long()).unwrap()));
        let own = &session.round.cars()[session.round.score().player];
        let seen = cars(&session);
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].paint, own.paint.to_array());
    }

    #[test]
    fn the_unchanged_run_goes_along_and_shows_each_body_that_parts_from_it() {
        let library = Arc::new(Library::new(Vec::new()));
        let options = RoundOptions::default();
        let load = || Session::load(&library, "sandbox/wall", options, CameraKind::Side).unwrap();
        let (mut session, mut plain) = (load(), load());
        session.record(&library);
        let go_on = |session: &mut Session| {
            (0..60).for_each(|_| drop(session.single_step(&[])));
        };
        go_on(&mut session);
        go_on(&mut plain);
        let mut unchanged = session.copy().unwrap().open().unwrap();
        unchanged.seek(session.round.steps());
        unchanged.go_on();
        session.set_ghost(Some(unchanged));
        assert!(session.has_unchanged_run() && bodies(&session).is_empty());
        let act = Act::Surroundings {
            gravity: -9.0,
            air: 0.0,
            wind: Vec3::ZERO,
        };
        session.act(act).unwrap();
        go_on(&mut session);
        go_on(&mut plain);
        let seen = bodies(&session).len();
        assert!(seen > 20, "{seen}");
        let ghost = session.ghost().unwrap().round().state_hash();
        assert_eq!(ghost, plain.round.state_hash());
        assert_ne!(ghost, session.round.state_hash());
    }

    #[test]
    fn the_farther_from_its_car_the_more_is_seen_of_it() {
        let session = shown(short_tape(), short_tape(), 100);
        let own = session.drawn_pose(session.round.cars()[1].actor);
        let moved = |by: f32| {
            let place = own.translation() + Vec3::X * by;
            let pose = Pose::new(own.rotation(), place).unwrap();
            opacity(&session, 1, &pose)
        };
        assert_eq!((moved(0.3), moved(2.0)), (0.0, 1.0));
        let between = [0.5, 0.8, 1.1, 1.4].map(moved);
        assert!(between.is_sorted() && between[0] > 0.0, "{between:?}");
        let unknown = opacity(&session, session.round.cars().len(), &own);
        assert_eq!(unknown, 1.0, "a car that this round has not");
    }

    #[test]
    fn a_ghost_stands_where_its_round_is_after_as_many_steps_and_at_its_end_stays() {
        let mut session = shown(short_tape(), other_tape(130), 90);
        let mut alone = Player::new(other_tape(130)).unwrap();
        alone.seek(90);
        let place = |player: &Player| {
            let car = player.round().cars()[1].actor;
            player.round().arena().actor(car).pose.translation()
        };
        let drawn = |session: &Session| {
            let ghost = session.ghost().unwrap();
            session.ghost_pose(ghost, 1).translation()
        };
        assert_eq!(drawn(&session), place(&alone));
        session.set_ghost(Some(Player::new(other_tape(100)).unwrap()));
        session.seek(130);
        assert_eq!(session.ghost().unwrap().round().steps(), 100);
        session.exact = false;
        let ghost = session.ghost().unwrap();
        assert_eq!(drawn(&session), place(ghost), "it stands still");
    }

    #[test]
    fn a_ghost_of_a_round_on_real_time_is_where_it_was_recorded() {
        let timed = recorded_as("classic", 130, |level, _| {
            level.engine.clock = ClockSpec::Time
        });
        let timed = timed.0;
        assert!(!timed.head.repeatable);
        let session = shown(short_tape(), timed.clone(), 41);
        let ghost = session.ghost().unwrap();
        let poses = timed.poses_after(41, ghost.round().cars().len());
        for (car, recorded) in poses.iter().enumerate() {
            let drawn = session.ghost_pose(ghost, car).translation();
            assert_eq!(drawn.to_array(), recorded.place, "car {car}");
        }
        assert!(!poses.is_empty());
    }
}
