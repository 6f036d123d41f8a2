//! Starts a session and restarts its round.

use std::sync::Arc;

use glam::Vec3;

use dodgem_physics::STEP_SECONDS;

use crate::app::camera::{Block, CameraKind};
use crate::app::clock::FixedClock;
use crate::app::drawn::DrawnCars;
use crate::app::effects::Effects;
use crate::app::params::BLOCKS_VIEW;
use crate::app::parts::Whose;
use crate::app::session::former::Formers;
use crate::app::session::landings::Flights;
use crate::app::session::moments::Moments;
use crate::app::session::monitor::Monitor;
use crate::app::session::{Session, Sight};
use crate::app::skids::Skids;
use crate::app::units::SpeedUnit;
use crate::arena::ActorId;
use crate::game::tape::{Made, Wheel};
use crate::game::{Round, RoundOptions};
use crate::level::{self, Level, LevelError, Library};

impl Session {
    /// Loads a level and starts a round.
    ///
    /// # Errors
    /// The errors of the level.
    pub fn load(
        library: &Library,
        source: &str,
        options: RoundOptions,
        camera: CameraKind,
    ) -> Result<Self, LevelError> {
        let (placed, _) = level::open(library, source)?;
        let level = (**placed.scene.level()).clone();
        let round = Round::begin(placed, options);
        Ok(Session::new(
            source.to_owned(),
            level,
            round,
            options,
            camera,
        ))
    }

    /// Creates a session for a round that has not run yet.
    pub fn new(
        source: String,
        level: Level,
        round: Round,
        options: RoundOptions,
        camera: CameraKind,
    ) -> Self {
        let mut session = Self {
            playing: false,
            source,
            fingerprint: round.level().fingerprint(),
            file_level: level.clone(),
            file_text: None,
            is_in_no_file: false,
            saved: Some(Made::default()),
            kept: None,
            formers: Formers::default(),
            level,
            round,
            clock: FixedClock::new(STEP_SECONDS),
            sight: Sight::new(Whose::All, camera),
            sights: Vec::new(),
            effects: Effects::new(options.seed),
            skids: Skids::default(),
            drawn: DrawnCars::default(),
            flights: Flights::default(),
            blocks: Vec::new(),
            cheer: 0.0,
            time: 0.0,
            exact: false,
            speeds: SpeedUnit::default(),
            options,
            moved: 0.0,
            start: Vec3::ZERO,
            tasks_seen: 0,
            task_flash: 0.0,
            choice: 0,
            tasks_at_once: 0,
            rewound: false,
            moments: Moments::default(),
            monitor: Monitor::default(),
            altered: false,
            wheel: None,
            guide: None,
            ghost: None,
            models: None,
            origin: None,
            generation: 0,
        };
        session.start = session.own_place();
        session.draw_anew();
        session.follow(0.0);
        session
    }

    /// The session's round options with another seed.
    pub fn options_with_seed(&self, seed: u64) -> RoundOptions {
        RoundOptions {
            seed,
            ..self.options
        }
    }

    /// The library of the session's models: that of the recording, if it has one, else the game's.
    pub fn library<'a>(&'a self, game: &'a Arc<Library>) -> &'a Arc<Library> {
        self.models.as_ref().unwrap_or(game)
    }

    /// Replaces the round by a new one of the same level. Returns true if the scene changed by hand was kept, so that
    /// the player can go back to it.
    pub fn begin_again(&mut self, round: Round, options: RoundOptions) -> bool {
        let made = self.wheel.as_ref().is_some_and(Wheel::has_acts);
        let kept = self.set_aside(round, made);
        self.options = options;
        if self.level != self.file_level {
            self.level = self.file_level.clone();
            self.fingerprint = self.round.level().fingerprint();
        }
        self.effects = Effects::new(options.seed);
        self.clock.begin_again();
        self.forget_round();
        kept
    }

    /// Replaces the level by the current content of its file, with a new round. Returns true as in
    /// [`Session::begin_again`].
    pub fn replace_level(&mut self, level: Level, text: Arc<str>, round: Round) -> bool {
        let made = self.is_unsaved() || self.wheel.as_ref().is_some_and(Wheel::has_acts);
        let kept = self.set_aside(round, made);
        self.fingerprint = self.round.level().fingerprint();
        self.file_level = level.clone();
        self.file_text = self.file_text.is_some().then_some(text);
        self.is_in_no_file = false;
        self.level = level;
        self.forget_round();
        kept
    }

    /// Resets everything that belongs to the previous round.
    fn forget_round(&mut self) {
        self.clock.settle();
        self.skids = Skids::default();
        self.draw_anew();
        self.all_sights().for_each(Sight::forget);
        self.moved = 0.0;
        (self.tasks_seen, self.task_flash, self.rewound) = (0, 0.0, false);
        self.choice = 0;
        self.moments = Moments::default();
        self.monitor.clear();
        self.monitor.plots.clear();
        self.altered = false;
        self.wheel = None;
        self.guide = None;
        self.ghost = None;
        self.origin = None;
        self.saved = (!self.is_in_no_file).then(Made::default);
        self.generation += 1;
        self.start = self.own_place();
    }

    /// Resets the drawing state.
    pub(super) fn draw_anew(&mut self) {
        let arena = self.round.arena();
        self.drawn.begin_again(arena.actors().len());
        let fixed = arena.actors().iter().enumerate();
        let fixed = fixed.filter(|(_, actor)| actor.is_fixed());
        self.blocks = fixed
            .map(|(index, actor)| {
                let mesh = &self.round.asset(ActorId(index as u32)).shape.mesh;
                let corners = mesh.vertices().iter();
                let seen = corners.map(|corner| actor.pose.transform_point(*corner));
                let empty = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
                let (low, high) = seen.fold(empty, |(low, high), at| (low.min(at), high.max(at)));
                Block { low, high }
            })
            .filter(|block| block.high.y > BLOCKS_VIEW)
            .collect();
        self.seat_sights();
        self.cheer = 0.0;
    }
}
