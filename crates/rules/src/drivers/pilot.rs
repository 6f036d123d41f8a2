//! Pilots: scripts that drive a player's car in place of a person, to measure rounds.

use rand_pcg::Pcg32;

use dodgem_physics::STEP_SECONDS;
use dodgem_scene::arena::Controls;

use crate::drivers::difficulty::{BEGINNER, EXPERT, MASTER};
use crate::drivers::styles::Character;
use crate::drivers::{Driver, DriverIntent, chance};
use crate::params::MASH_SECONDS;
use crate::{Round, RoundPhase};
use dodgem_scene::level::Style;

/// Kind of a pilot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PilotKind {
    /// Does nothing.
    Idle,
    /// Full throttle, straight on.
    Hold,
    /// Random keys.
    Mash,
    /// A first-time player: reacts late, and never takes a run-up.
    Beginner,
    /// An experienced player: a run-up and boost for every attack, on cars that face away.
    Expert,
    /// A player who uses every skill that can be learned.
    Master,
    /// A computer driver of this style.
    Computer(Style),
}

impl PilotKind {
    /// All kinds.
    pub const ALL: [PilotKind; 11] = [
        PilotKind::Idle,
        PilotKind::Hold,
        PilotKind::Mash,
        PilotKind::Beginner,
        PilotKind::Expert,
        PilotKind::Master,
        PilotKind::Computer(Style::Chaser),
        PilotKind::Computer(Style::Hunter),
        PilotKind::Computer(Style::Drifter),
        PilotKind::Computer(Style::Dodger),
        PilotKind::Computer(Style::Bully),
    ];

    /// Returns its word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            PilotKind::Idle => "idle",
            PilotKind::Hold => "hold",
            PilotKind::Mash => "mash",
            PilotKind::Beginner => "beginner",
            PilotKind::Expert => "expert",
            PilotKind::Master => "master",
            PilotKind::Computer(Style::Chaser) => "chaser",
            PilotKind::Computer(Style::Hunter) => "hunter",
            PilotKind::Computer(Style::Drifter) => "drifter",
            PilotKind::Computer(Style::Dodger) => "dodger",
            PilotKind::Computer(Style::Bully) => "bully",
        }
    }

    /// Returns the kind of a word.
    pub fn of_word(word: &str) -> Option<PilotKind> {
        PilotKind::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// Drives a player's car by a script, through the controls that a person uses.
#[derive(Clone, Debug)]
pub struct Pilot {
    kind: PilotKind,
    driver: Driver,
    random: Pcg32,
    keys: Controls,
    /// Time for which these keys stay pressed, in seconds.
    keys_left: f32,
}

impl Pilot {
    /// Creates a pilot for the player's car in a slot of a round; None if there is no such car.
    pub fn new(kind: PilotKind, round: &Round, slot: usize) -> Option<Pilot> {
        let car = round.cars().iter().position(|car| car.slot == Some(slot))?;
        let seed = round.options().seed;
        let chaser = Character::of(Style::Chaser);
        let driver = match kind {
            PilotKind::Computer(style) => Driver::new(style, round.options().difficulty, car, seed),
            PilotKind::Expert => Driver::with_skill(Character::EXPERT, EXPERT, car, seed),
            PilotKind::Master => Driver::with_skill(Character::EXPERT, MASTER, car, seed),
            _ => Driver::with_skill(chaser, BEGINNER, car, seed),
        };
        Some(Pilot {
            kind,
            driver,
            random: Pcg32::new(seed, PILOT_STREAM + slot as u64),
            keys: Controls::default(),
            keys_left: 0.0,
        })
    }

    /// Returns the controls for the next step; neutral unless the round runs.
    pub fn controls(&mut self, round: &Round) -> Controls {
        if !matches!(round.phase(), RoundPhase::Running { .. }) {
            return Controls::default();
        }
        match self.kind {
            PilotKind::Idle => Controls::default(),
            PilotKind::Hold => Controls {
                throttle: 1.0,
                ..Controls::default()
            },
            PilotKind::Mash => self.mash(),
            PilotKind::Beginner
            | PilotKind::Expert
            | PilotKind::Master
            | PilotKind::Computer(_) => round.ask(&mut self.driver),
        }
    }

    /// Returns its intention, if this kind makes plans.
    pub fn intent(&self) -> Option<DriverIntent> {
        let plans = !matches!(
            self.kind,
            PilotKind::Idle | PilotKind::Hold | PilotKind::Mash
        );
        plans.then(|| self.driver.intent())
    }

    fn mash(&mut self) -> Controls {
        self.keys_left -= STEP_SECONDS;
        if self.keys_left <= 0.0 {
            let random = &mut self.random;
            let mut roll = || chance(random);
            let (shortest, longest) = MASH_SECONDS;
            self.keys_left = shortest + (longest - shortest) * roll();
            let mut key = |share: f32| if roll() < share { 1.0 } else { 0.0 };
            self.keys = Controls {
                throttle: key(0.6) - key(0.3),
                steer: key(0.4) - key(0.4),
                brake: key(0.1) > 0.0,
                boost: key(0.3) > 0.0,
            };
        }
        self.keys
    }
}

/// Random stream of pilots, separate from those of the cars.
const PILOT_STREAM: u64 = 1 << 32;
