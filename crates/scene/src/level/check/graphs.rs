//! Checks of graphs: their counts and texts by themselves, and the names in them against a scene.

use crate::level::check::findings::{Finding, Findings, element, field, key};
use crate::level::check::triggers::Nameable;
use crate::level::outline::Key;
use crate::level::{CurveKind, GraphSpec, JointKindSpec, Level, limits};

/// Checks the numbers and texts of all graphs.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    if findings.is_long("graphs", level.graphs.len(), limits::GRAPHS) {
        return;
    }
    for (index, graph) in level.graphs.iter().enumerate() {
        let path = element("graphs", index);
        findings.bounds(&path, graph.bounds());
        findings.text(field(path.clone(), "name"), &graph.name, limits::NAME);
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
        let mut found = Vec::new();
        let places = (0..graph.curves.len()).map(|index| vec![key("curves"), Key::Index(index)]);
        let places = places.chain([vec![key("across")]]);
        for (path, curve) in places.zip(graph.quantities()).take(limits::CURVES + 1) {
            for (name, value) in curve.names() {
                let fault = match curve.kind().is_of_joint() {
                    true => self.joint(value).or(self.other_kind(curve.kind(), value)),
                    false => self.one_thing(value),
                };
                found.extend(fault.map(|message| Finding {
                    path: field(path.clone(), name),
                    message,
                }));
            }
        }
        found
    }

    /// Returns the reason why a joint does not have a quantity.
    fn other_kind(&self, kind: CurveKind, name: &str) -> Option<String> {
        let joint = self.joint_called(name)?;
        let fits = match kind {
            CurveKind::Angle => matches!(joint.kind, JointKindSpec::Hinge { .. }),
            CurveKind::Travel => matches!(joint.kind, JointKindSpec::Slider { .. }),
            _ => true,
        };
        (!fits).then(|| match kind {
            CurveKind::Angle => format!("the joint {name:?} has no angle; only hinges have one"),
            _ => format!("the joint {name:?} has no travel; only sliders have one"),
        })
    }
}
