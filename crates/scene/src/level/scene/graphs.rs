//! The graphs of a scene.

use std::sync::Arc;

use crate::arena::{Arena, HandError};
use crate::level::scene::Scene;
use crate::level::{GraphSpec, Level, Nameable, first_fault};

impl Scene {
    /// Returns the graphs.
    pub fn graphs(&self) -> &Arc<Vec<GraphSpec>> {
        &self.graphs
    }

    /// Replaces the graphs.
    ///
    /// # Errors
    /// [`HandError`] if there are too many, or if one is invalid or names something that is not there; one that
    /// is there already may name what is gone.
    pub fn set_graphs(&mut self, arena: &Arena, graphs: &[GraphSpec]) -> Result<(), HandError> {
        let hall = Level {
            graphs: graphs.to_vec(),
            ..(*self.frame).clone()
        };
        let triggers = Arc::clone(&self.triggers);
        let names = Nameable::of(self, arena, &triggers);
        let mut new = graphs.iter().filter(|graph| !self.graphs.contains(graph));
        let fault = first_fault(&hall, &self.models);
        match fault.or_else(|| new.find_map(|graph| names.graph_fault(graph))) {
            Some(fault) => Err(HandError::Refused(fault)),
            None => {
                self.graphs = Arc::new(graphs.to_vec());
                Ok(())
            }
        }
    }
}
