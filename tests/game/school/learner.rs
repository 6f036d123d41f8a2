//! A scripted player that follows the instructions on the screen.

use glam::{Vec2, Vec3};

use dodgem::arena::{Actor, Controls};
use dodgem::game::{Act, Round};
use dodgem::level::{Deed, HitSide};

fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.x, v.z)
}

fn player(round: &Round) -> &Actor {
    round.player_actor(0).expect("somebody drives")
}

/// A scripted player that follows the instructions on the screen.
#[derive(Default)]
pub struct Learner {
    /// The index of its task; and its phase: false on the way to a place, true for the deed.
    at: usize,
    goes: bool,
    /// The car that it goes for.
    other: usize,
    /// The steps since the task began, the steps it has stood still, and the steps it still reverses.
    steps: u32,
    stood: u32,
    back: u32,
}

impl Learner {
    /// Returns its controls for the next step.
    pub fn drive(&mut self, round: &mut Round) -> Controls {
        if self.at != round.tasks_done() {
            *self = Learner {
                at: round.tasks_done(),
                ..Learner::default()
            };
        }
        self.steps += 1;
        let slow = player(round).velocity.length() < 1.0;
        self.stood = if slow && self.back == 0 {
            self.stood + 1
        } else {
            0
        };
        if self.stood > 90 {
            (self.stood, self.back) = (0, 100);
        }
        if self.back > 0 && drives(round) {
            self.back -= 1;
            return Controls {
                throttle: -1.0,
                ..Controls::default()
            };
        }
        let Some(task) = round.task().cloned() else {
            return Controls::default();
        };
        match &task.deed {
            Deed::Through { .. } => {
                let controls = toward(round, zone_place(round), 1.0);
                // A zone in the air is reached by a ramp, from far and fast.
                match zone_place(round).y > 1.8 {
                    true => self.fly(round, true),
                    false => controls,
                }
            }
            Deed::Stop { .. } => {
                let (place, own) = (zone_place(round), player(round));
                let left = flat(place).distance(flat(own.pose.translation()));
                let speed = own.velocity.length();
                // So far it rolls with the brake on, and a bit.
                let brake = left < 0.7 || speed * speed / 12.0 > left;
                Controls {
                    brake,
                    ..toward(round, place, if left < 4.0 { 0.5 } else { 1.0 })
                }
            }
            Deed::Hit { speed, power, into } => self.hit(round, (*speed, *power, *into)),
            Deed::Boost { .. } => Controls {
                boost: true,
                throttle: 1.0,
                ..Controls::default()
            },
            Deed::BrakeTurn { .. } => {
                let speed = player(round).velocity.length();
                self.goes |= speed > 5.5;
                match self.goes {
                    true => Controls {
                        brake: true,
                        steer: 1.0,
                        ..Controls::default()
                    },
                    false => Controls {
                        throttle: 1.0,
                        ..Controls::default()
                    },
                }
            }
            Deed::Land { .. } => self.fly(round, false),
            Deed::Take => {
                self.after(2.0, round, |round| {
                    let (actor, at) = thing(round, "ball");
                    Act::Take { actor, at }
                });
                Controls::default()
            }
            Deed::Bring { .. } => {
                let target = zone_place(round) + Vec3::Y * 0.3;
                round.act(&Act::Pull { target }).expect("it holds the ball");
                Controls::default()
            }
            Deed::Throw => {
                self.after(2.0, round, |_| Act::Throw {
                    from: Vec3::new(0.0, 1.5, 4.0),
                    velocity: Vec3::NEG_Z * 12.0,
                });
                Controls::default()
            }
            Deed::Answer { right, .. } => {
                let choice = *right;
                self.after(1.0, round, |_| Act::Answer { choice });
                Controls::default()
            }
            // The act that the window reports after a person pressed the key.
            Deed::View(_) | Deed::Magnify | Deed::Rewind | Deed::Wheel => {
                let deed = task.deed.clone();
                self.after(3.0, round, |_| Act::Did { deed });
                Controls::default()
            }
        }
    }

    /// Does an act once, `seconds` after the task was set.
    fn after(&self, seconds: f32, round: &mut Round, act: impl FnOnce(&Round) -> Act) {
        if self.steps == (seconds * 120.0) as u32 {
            let act = act(round);
            round.act(&act).expect("it can be done");
        }
    }

    /// Drives up the ramp, from far behind it.
    fn fly(&mut self, round: &Round, boost: bool) -> Controls {
        let begin = Vec3::new(0.0, 0.0, 15.0);
        let place = player(round).pose.translation();
        self.goes |= flat(place).distance(flat(begin)) < 2.5;
        if place.z < 2.0 {
            self.goes = false;
        }
        match self.goes {
            true => Controls {
                boost,
                ..toward(round, Vec3::new(0.0, 0.0, place.z.min(6.0) - 3.0), 1.0)
            },
            false => {
                // Round the ramp, not over it from the wrong side.
                let beside = place.z < 10.0 && place.x.abs() < 4.0;
                let aside = Vec3::new(7.0 * place.x.signum(), 0.0, place.z + 4.0);
                toward(round, if beside { aside } else { begin }, 1.0)
            }
        }
    }

    /// Drives into the first of the other cars, as the task demands.
    fn hit(&mut self, round: &Round, (speed, power, into): (f32, f32, HitSide)) -> Controls {
        // A long way to a car is a run-up: it chooses the farthest, until it has set out.
        let own = player(round);
        let far = |car: &usize| {
            let other = round.arena().actor(round.cars()[*car].actor);
            flat(other.pose.translation()).distance(flat(own.pose.translation()))
        };
        let others = 1..round.cars().len();
        if self.steps == 1 || self.steps.is_multiple_of(600) {
            let farthest = others.max_by(|a, b| far(a).total_cmp(&far(b)));
            self.other = if power > 1.0 {
                farthest.unwrap_or(1)
            } else {
                1
            };
        }
        let other = round.arena().actor(round.cars()[self.other].actor);
        let place = other.pose.translation();
        let way = if speed > 6.5 || power > 5.0 {
            16.0
        } else {
            9.0
        };
        let from = match into {
            _ if power <= 1.0 && into == HitSide::Any && speed < 6.0 => place,
            // From the side of the hall where there is more room.
            HitSide::Any if far(&self.other) > 0.8 * way => own.pose.translation(),
            HitSide::Any => place + Vec3::Z * if place.z > 0.0 { -way } else { way },
            HitSide::SideOrRear => {
                let side = other.forward().cross(Vec3::Y);
                let side = if flat(side).dot(flat(place)) > 0.0 {
                    -side
                } else {
                    side
                };
                place + side * way
            }
            HitSide::Rear => place - other.forward() * 5.0,
        };
        let hall = round.arena().border().half_extents() - 1.5;
        let from = flat(from).clamp(-hall, hall);
        let from = Vec3::new(from.x, 0.0, from.y);
        self.goes |= flat(from).distance(flat(own.pose.translation())) < 2.0;
        match self.goes {
            true => {
                let near = flat(place).distance(flat(own.pose.translation())) < 9.0;
                if flat(place).distance(flat(own.pose.translation())) < 1.8
                    && self.steps.is_multiple_of(240)
                {
                    self.goes = false;
                }
                Controls {
                    boost: speed > 6.0 && near,
                    ..toward(round, place, 1.0)
                }
            }
            false => toward(round, from, 1.0),
        }
    }
}

/// True if the task is to drive to or into something.
fn drives(round: &Round) -> bool {
    let deed = round.task().map(|task| &task.deed);
    matches!(
        deed,
        Some(Deed::Through { .. } | Deed::Hit { .. } | Deed::Land { .. })
    )
}

/// The steering and throttle that lead to a place.
fn toward(round: &Round, place: Vec3, throttle: f32) -> Controls {
    let own = player(round);
    let ahead = flat(own.forward()).normalize_or_zero();
    let way = flat(place - own.pose.translation()).normalize_or_zero();
    let right = Vec2::new(-ahead.y, ahead.x);
    let steer = match ahead.dot(way) < 0.0 {
        true => right.dot(way).signum(),
        false => (3.0 * right.dot(way)).clamp(-1.0, 1.0),
    };
    Controls {
        throttle,
        steer,
        ..Controls::default()
    }
}

/// The middle of the task's zone.
pub fn zone_place(round: &Round) -> Vec3 {
    let zone = round.task_zone().expect("the task has a zone");
    round.scene().zones()[zone].pose.translation()
}

/// A thing by its name, and its middle.
fn thing(round: &Round, name: &str) -> (u32, Vec3) {
    let mut actors = round.arena().actors().iter();
    let index = actors
        .position(|one| &*one.name == name)
        .expect("it is there");
    (
        index as u32,
        round.arena().actors()[index].pose.translation(),
    )
}
