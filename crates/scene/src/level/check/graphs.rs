//! Checks of graphs: their counts and texts by themselves, and the names in them against a scene.

use crate::level::check::findings::{Finding, Findings, element, field, key};
use crate::level::check::readouts::quantity_fault;
use crate::level::check::triggers::Nameable;
use crate::level::outline::Key;
use crate::level::{GraphSpec, Level};
use crate::params::limits;

/// Checks the numbers and texts of all graphs.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    if findings.is_long("graphs", level.graphs.len(), limits::GRAPHS) {
        return;
    }
    for (index, graph) in level.graphs.iter().enumerate() {
        let path = element("graphs", index);
        findings.bounds(&path, graph.bounds());
        findings.text(field(path.clone(), "name"), &graph.name, limits::NAME);
        let places = (0..graph.curves.len()).map(|at| vec![key("curves"), Key::Index(at)]);
        let places = places.chain([vec![key("across")]]);
        for (place, curve) in places.zip(graph.quantities()).take(limits::CURVES + 1) {
            let at: Vec<Key> = path.iter().cloned().chain(place).collect();
            if !curve.is_of_present() {
                let message = format!(
                    "no curve shows \"{}\", which needs the past; a readout does",
                    curve.words()
                );
                findings.add(at, message);
            } else if let Some((name, message)) = quantity_fault(curve) {
                findings.add(field(at, name), message);
            }
        }
        let curves = field(path, "curves");
        let (count, most) = (graph.curves.len(), limits::CURVES);
        match count {
            0 => {
                let message = "it has no curve; give it one, such as `Height(of: \"ball\")`";
                findings.add(curves, message.to_owned());
            }
            _ if count > most => {
                findings.add(curves, format!("there are {count} curves; at most {most}"));
            }
            _ => {
                if let Some(third) = graph.units().get(2) {
                    let message = format!(
                        "a third unit ({third}) has no axis; a graph has two, so make another one"
                    );
                    findings.add(curves, message);
                }
            }
        }
    }
}

impl Nameable<'_> {
    /// Returns the first fault of the names in a graph.
    pub fn graph_fault(&self, graph: &GraphSpec) -> Option<String> {
        let first = self.graph_faults(graph).into_iter().next();
        first.map(|finding| finding.message)
    }

    /// Returns the faults of the names in a graph, with paths within it.
    pub(super) fn graph_faults(&self, graph: &GraphSpec) -> Vec<Finding> {
        let places = (0..graph.curves.len()).map(|index| vec![key("curves"), Key::Index(index)]);
        let places = places.chain([vec![key("across")]]);
        let curves = places.zip(graph.quantities()).take(limits::CURVES + 1);
        curves
            .flat_map(|(path, curve)| self.quantity_faults(curve, &path))
            .collect()
    }
}
