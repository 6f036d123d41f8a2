//! The document of a scene: the specification of its bodies, joints, zones and triggers.
//!
//! A [`Scene`] is the only source of truth for the content of a scene; its [`Arena`] holds the current poses,
//! and the current gravity, air and surfaces. Loading a level creates both once. After that every act that
//! adds, changes, freezes, joins or removes is a setter of the scene: it checks the change, applies it to the
//! arena, and stores it only if the arena accepted it. A body is identified by its [`ActorId`], which stays
//! valid while the scene exists; a body from a file also has the number of its entry in the text, so saving keeps the text
//! of unchanged entries without comparing their contents.

mod add;
mod change;
mod difference;
mod engine;
mod graphs;
mod hall;
mod image;
mod joints;
mod names;
mod numbers;
mod parts;
mod patches;
mod readouts;
mod save;
mod surfaces;
mod triggers;
mod zones;

use std::collections::BTreeMap;
use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_physics::JointId;

use crate::arena::{ActorId, Arena};
use crate::level::{
    ActorLook, Card, GraphSpec, Level, Library, Mode, PartSpec, PatchSpec, SceneJoint, SceneThing,
    ThingKind, ThingSpec, TriggerSpec, ZoneSpec,
};

use crate::level::surfaces::Materials;

pub use crate::level::scene::change::Arrangement;
pub use crate::level::scene::difference::{Difference, ThingDifference};
pub use crate::level::scene::image::Image;
pub use crate::level::scene::joints::JointRow;
pub use crate::level::scene::names::{free_name, stem};
pub use crate::level::scene::numbers::{angles, rotation};
pub use crate::level::scene::save::KeptScene;
pub use crate::level::scene::zones::named;

/// Content of a scene. All methods that change it leave it unchanged if they fail.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The level that it was loaded from; its lists of things, joints, zones and cars are only the text.
    level: Arc<Level>,
    /// The entries that bodies come from: the level's things, then the uses of parts that acts added.
    entries: Arc<Vec<ThingSpec>>,
    /// The parts: the level's, then those that acts took.
    parts: Arc<Vec<PartSpec>>,
    /// The level without its lists, to check single entries in.
    frame: Arc<Level>,
    /// Models that the level and the hand can use.
    models: Arc<Library>,
    materials: Arc<Materials>,
    /// Numbers of the groups by name.
    groups: Arc<BTreeMap<String, u32>>,
    /// By [`ActorId`]: first those of the file.
    bodies: Vec<SceneBody>,
    /// The file's joints first.
    joints: Vec<SceneJoint>,
    zones: Vec<SceneZone>,
    triggers: Arc<Vec<TriggerSpec>>,
    graphs: Arc<Vec<GraphSpec>>,
    card: Arc<Card>,
    /// Floor patches, which are not actors.
    patches: Arc<Vec<ScenePatch>>,
}

/// Content of a scene that an arena was built from.
#[derive(Default)]
pub(crate) struct SceneParts {
    pub materials: Materials,
    pub groups: BTreeMap<String, u32>,
    pub bodies: Vec<SceneBody>,
    pub joints: Vec<SceneJoint>,
    pub zones: Vec<SceneZone>,
    pub patches: Vec<ScenePatch>,
}

/// A car or a thing of a scene.
#[derive(Clone, Debug)]
pub(crate) struct SceneBody {
    pub look: ActorLook,
    /// None for a car.
    pub thing: Option<Arc<SceneThing>>,
    /// Index of the entry that it comes from; None if an act added it as a single thing or copy.
    pub entry: Option<usize>,
    /// True if an act has changed its specification, so that its text is no longer true.
    pub is_changed: bool,
    /// Cause of its movement, if an act froze or freed it.
    pub kind: Option<ThingKind>,
    pub is_removed: bool,
    /// True if it is drawn faintly and the hand reaches through it.
    pub is_hidden: bool,
}

/// A zone of a scene.
#[derive(Clone, Debug)]
pub struct SceneZone {
    /// Its specification.
    pub spec: ZoneSpec,
    /// Its look.
    pub look: ActorLook,
    /// Its pose.
    pub pose: Pose,
}

/// A patch of floor of a scene.
#[derive(Clone, Debug)]
pub struct ScenePatch {
    /// Its specification.
    pub spec: PatchSpec,
    /// Its look.
    pub look: ActorLook,
    /// Its pose.
    pub pose: Pose,
}

impl SceneBody {
    /// Creates the body of a car.
    pub fn car(look: ActorLook) -> SceneBody {
        SceneBody {
            look,
            thing: None,
            entry: None,
            is_changed: false,
            kind: None,
            is_removed: false,
            is_hidden: false,
        }
    }

    /// Creates the body of a thing.
    pub fn thing(thing: SceneThing, look: ActorLook) -> SceneBody {
        SceneBody {
            thing: Some(Arc::new(thing)),
            ..SceneBody::car(look)
        }
    }

    /// True if its text is still true, except for its place.
    pub fn is_as_written(&self) -> bool {
        !self.is_changed && !self.is_removed && self.kind.is_none()
    }
}

impl Scene {
    /// Creates the document of an arena that was built from a level.
    pub(crate) fn new(level: Arc<Level>, library: &Library, parts: SceneParts) -> Scene {
        Scene {
            frame: Arc::new(frame_of(&level)),
            models: Arc::new(library.of_level(&level)),
            triggers: Arc::new(level.triggers.clone()),
            graphs: Arc::new(level.graphs.clone()),
            card: Arc::new(level.card()),
            entries: Arc::new(level.things.clone()),
            parts: Arc::new(level.parts.clone()),
            level,
            materials: Arc::new(parts.materials),
            groups: Arc::new(parts.groups),
            bodies: parts.bodies,
            joints: parts.joints,
            zones: parts.zones,
            patches: Arc::new(parts.patches),
        }
    }

    /// Returns the level that the scene was loaded from.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Returns the level alone.
    pub(crate) fn into_level(self) -> Arc<Level> {
        self.level
    }

    /// Replaces the level by one that differs only in rules that the scene does not depend on.
    pub fn with_rules(self, level: Level) -> Scene {
        Scene {
            level: Arc::new(level),
            ..self
        }
    }

    /// Returns the look of a body.
    pub fn look(&self, id: ActorId) -> &ActorLook {
        &self.bodies[id.index()].look
    }

    /// True if an actor is drawn faintly and the hand reaches through it.
    pub fn is_hidden(&self, id: ActorId) -> bool {
        self.bodies
            .get(id.index())
            .is_some_and(|body| body.is_hidden)
    }

    /// Returns the looks of the bodies from an index on.
    pub fn looks_from(&self, first: usize) -> impl Iterator<Item = &ActorLook> {
        self.bodies[first..].iter().map(|body| &body.look)
    }

    /// Returns the number of bodies, including those that were removed.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// True if it never had a body.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Returns the zones.
    pub fn zones(&self) -> &[SceneZone] {
        &self.zones
    }

    /// Returns the floor patches, which are not actors.
    pub fn patches(&self) -> &[ScenePatch] {
        &self.patches
    }

    /// Returns a thing in the form of a level, as it is now but without its place: one that was frozen stands
    /// still. None for a car and for a thing that was removed.
    pub fn thing(&self, id: ActorId) -> Option<ThingSpec> {
        let body = self.bodies.get(id.index())?;
        let thing = body.thing.as_ref().filter(|_| !body.is_removed)?;
        let mut spec = thing.alone();
        if let Some(kind) = body.kind {
            spec.motion = None;
            spec.kind = (kind == ThingKind::Fixed).then_some(kind);
        }
        if body.kind == Some(ThingKind::Fixed) {
            (spec.mass, spec.density) = (None, None);
        }
        Some(spec)
    }

    /// Returns the joints of the arena that were created for a joint, if it still has all of them.
    pub(crate) fn is_whole(joint: &SceneJoint, arena: &Arena) -> bool {
        let holds = |id: &JointId| arena.world().joint(*id).is_some();
        joint.ids.iter().all(holds)
    }
}

/// Returns a level with its hall, materials and parts, but without other content.
fn frame_of(level: &Level) -> Level {
    let mut frame = level.clone();
    "thing".clone_into(&mut frame.name);
    frame.mode = Some(Mode::Free);
    frame.medals.clear();
    frame.tasks.clear();
    frame.cars.clear();
    frame.things.clear();
    frame.joints.clear();
    frame.zones.clear();
    frame.patches.clear();
    frame.triggers.clear();
    frame.graphs.clear();
    frame.set_card(&Card::default());
    frame
}
