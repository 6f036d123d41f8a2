//! Graphs of a scene in the form of a level: they call things by their names in the level, and curves of what is
//! gone are left out.

use crate::level::scene::save::Saving;
use crate::level::{GraphSpec, Level, Nameable, Quantity};

impl Saving<'_> {
    /// Returns the graphs as far as they name what a level has, which has all else already.
    pub(super) fn graphs(&self, level: &Level, notes: &mut Vec<String>) -> Vec<GraphSpec> {
        let mut named = self.named(level);
        let cars = level.cars.iter().map(|car| &car.name[..]);
        let here = self.arena.actors().iter();
        let here = here.filter(|actor| actor.is_car() && !actor.is_gone());
        named.things.extend(here.map(|actor| &*actor.name));
        named.things.extend(cars);
        let names = Nameable::among(self.scene, self.arena, named.clone(), &level.triggers);
        let mut graphs = Vec::new();
        for graph in self.scene.graphs().iter() {
            let mut stays = |curve: &Quantity| {
                let mut curve = curve.clone();
                self.rename_in(&mut curve, &named);
                match names.graph_fault(&GraphSpec::of(curve.clone())) {
                    None => Some(curve),
                    Some(why) => {
                        notes.push(format!("the curve {} is left out: {why}", curve.words()));
                        None
                    }
                }
            };
            let curves: Vec<Quantity> = graph.curves.iter().filter_map(&mut stays).collect();
            let across = graph.across.as_ref().and_then(&mut stays);
            if !curves.is_empty() {
                graphs.push(GraphSpec {
                    curves,
                    across,
                    ..graph.clone()
                });
            }
        }
        graphs
    }
}
