//! Levels: the contents of a level file, the sources of files, and the faults of a broken one.
//!
//! A level is a RON file (see `levels/classic.ron` and `docs/levels.md`). [`load`] reads one by name
//! or path through a [`Library`], checks all of it, including the models and the places of cars and things,
//! and reports every problem with file, line, column and the line itself. [`build_arena`] builds an arena
//! from a [`Level`] that [`load`] returned.

mod build_arena;
mod build_car;
mod build_joints;
mod car;
mod check;
mod clip;
mod defaults;
mod describe;
mod engine;
mod engine_rules;
mod error;
mod expand;
mod fingerprint;
mod format;
mod formula;
mod grammar;
mod graph;
mod hall_rules;
mod joint;
mod library;
mod lines;
mod load;
mod look;
mod medal;
mod mode;
mod mood;
mod outline;
mod paint;
mod part;
mod quantity;
mod read;
mod readout;
mod save;
mod scan;
pub mod scene;
mod solid;
pub mod suggest;
mod surfaces;
mod surroundings;
mod task;
mod thing;
mod totals;
mod trigger;
mod write;
mod zone;

pub(crate) use crate::level::build_arena::arena_settings;
pub use crate::level::build_arena::placement_error;
pub use crate::level::build_arena::{LevelItem, PlacedArena, build_arena};
pub(crate) use crate::level::build_car::car_desc;
pub(crate) use crate::level::build_joints::{
    JoinedThings, NamedThings, add_joint, join, joint_count, motor_of,
};
pub use crate::level::car::{CarSpec, DriverSpec, Style};
pub use crate::level::check::{Nameable, Named, check_joint, first_fault, in_braces};
pub use crate::level::clip::Clip;
pub(crate) use crate::level::describe::{patch_desc, placed_zone, thing_desc};
pub use crate::level::engine::{
    ClockSpec, DescentSpec, DetectionSpec, EngineSpec, GrowthSpec, LeafSpec, OnCutSpec, PiecesSpec,
    SplitAxisSpec, SplitPointSpec, SplitSpec, StageSpec, StagesSpec, VolumeSpec,
};
pub use crate::level::engine_rules::EngineRules;
pub use crate::level::error::{Excerpt, LevelError, Problem};
pub use crate::level::expand::SpecPlace;
pub use crate::level::expand::{Expansion, SceneJoint, SceneThing, expand};
pub use crate::level::format::{BroadPhaseSpec, Level, Point};
pub use crate::level::formula::{Formula, FormulaError};
pub use crate::level::graph::GraphSpec;
pub use crate::level::hall_rules::HallRules;
pub use crate::level::joint::{JointKindSpec, JointSpec, MotorSpec};
pub use crate::level::library::{
    LevelEntry, LevelFolder, Library, LibraryError, ModelAsset, UserFolders, comes_first,
};
pub use crate::level::load::{load, name_and_mode, open, open_text, parse, read_clip};
pub use crate::level::look::ActorLook;
pub use crate::level::medal::{MedalSpec, MedalTask};
pub use crate::level::mode::Mode;
pub use crate::level::mood::given_color;
pub use crate::level::mood::{FloorKind, FogSpec, LightSpec, Mood, SkySpec, WallKind, World};
pub use crate::level::paint::Paint;
pub use crate::level::part::PartSpec;
pub use crate::level::quantity::{Quantity, Role};
pub use crate::level::readout::{Card, ReadoutSpec};
pub use crate::level::save::{SaveError, save, save_text, to_text};
pub use crate::level::scene::angles;
pub use crate::level::scene::{KeptScene, Scene, SceneZone};
pub(crate) use crate::level::solid::thrown_ball;
pub(crate) use crate::level::solid::{SolidKey, ThingShape};
pub use crate::level::surroundings::Surroundings;
pub use crate::level::task::{Deed, HitSide, TaskSpec};
pub use crate::level::thing::{Axis, Copies, MaterialSpec, Solid, SolidPart, ThingKind, ThingSpec};
pub use crate::level::thing::{TriplePaths, triple};
pub use crate::level::trigger::is_meant;
pub use crate::level::trigger::{Drive, Then, TriggerKey, TriggerSpec, When, Who};
pub use crate::level::write::{lost_comments, rewritten, written};
pub use crate::level::write::{said, say};
pub use crate::level::zone::{PatchSpec, ZoneSpec};
