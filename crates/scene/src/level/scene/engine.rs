//! The rules of the engine in a running scene: stages, trees, broad phase, schedule, budget, kind of collision and
//! impact rule.

use std::sync::Arc;

use crate::arena::{ActorId, Arena, HandError};
use crate::level::scene::Scene;
use crate::level::{
    EngineRules, Level, ModelAsset, SceneThing, ThingShape, arena_settings, first_fault,
};

/// A body whose model is built anew: its number, model and thing.
type Rebuilt = (usize, Arc<ModelAsset>, Option<Arc<SceneThing>>);

impl Scene {
    /// Returns the rules as they are now.
    pub fn engine_rules(&self, arena: &Arena) -> EngineRules {
        EngineRules {
            response: *arena.response(),
            ..EngineRules::of(&self.frame)
        }
    }

    /// Changes the rules from the next step on. Other volumes, pieces or splits build the trees of all models anew.
    ///
    /// # Errors
    /// [`HandError`] if a rule is invalid, if the budget would get another unit, or if a model cannot be built. The
    /// arena may have changed then, so the caller restores it.
    pub fn set_engine(&mut self, arena: &mut Arena, rules: &EngineRules) -> Result<(), HandError> {
        let mut frame = (*self.frame).clone();
        rules.apply(&mut frame);
        if frame.engine.clock != self.frame.engine.clock {
            let fixed = "the unit of the budget stays as the level says while the scene runs";
            return Err(HandError::Refused(fixed.to_owned()));
        }
        if let Some(fault) = first_fault(&frame, &self.models) {
            return Err(HandError::Refused(fault));
        }
        let settings = arena_settings(&Level {
            // The default of the budget depends on it.
            mode: Some(self.level.own_mode()),
            ..frame.clone()
        });
        let options = frame.engine.build_options();
        let rebuilt = match options == self.frame.engine.build_options() {
            true => Vec::new(),
            false => self.rebuilt(arena, &frame)?,
        };
        arena.set_engine(&settings)?;
        for (id, material) in self.materials.without_material(arena) {
            let set = arena.set_material(id, material);
            set.map_err(|error| HandError::Refused(error.to_string()))?;
        }
        for (index, asset, thing) in rebuilt {
            arena.set_model(ActorId(index as u32), Arc::clone(&asset.model))?;
            let body = &mut self.bodies[index];
            body.look.asset = asset;
            body.thing = thing;
        }
        self.frame = Arc::new(frame);
        Ok(())
    }

    /// Builds the models of all bodies for the options of another frame. Solids have no tree.
    fn rebuilt(&self, arena: &Arena, frame: &Level) -> Result<Vec<Rebuilt>, HandError> {
        let options = frame.engine.build_options();
        let mut rebuilt = Vec::new();
        for (index, body) in self.bodies.iter().enumerate() {
            let is_model = (body.thing.as_ref()).is_none_or(|thing| !thing.spec.model.is_empty());
            if !is_model || !arena.is_present(ActorId(index as u32)) {
                continue;
            }
            let old = &body.look.asset;
            let asset = self.models.model(&old.name, old.scale, &options);
            let asset = asset.map_err(|error| HandError::Refused(error.to_string()))?;
            let thing = body.thing.as_ref().map(|thing| {
                Arc::new(SceneThing {
                    shape: Arc::new(ThingShape::of_model(Arc::clone(&asset))),
                    ..(**thing).clone()
                })
            });
            rebuilt.push((index, asset, thing));
        }
        Ok(rebuilt)
    }
}
