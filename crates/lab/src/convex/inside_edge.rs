//! Polyhedron against polyhedron: vertices inside, then edges through faces.
//!
//! Idea: if no vertex of either body is inside the other, then bodies that meet have an edge of one that passes
//! through the other. Such an edge crosses the planes of the faces at parameters w; these are sorted, and the
//! middle of each two consecutive ones is tested for being inside.
//!
//! When: teaching. Limits: its cost is edges times faces, and again for each middle.
//!
//! Source 5, polyhedron-polyhedron.

use super::sat::Search;
use super::vertices_inside::any_inside;
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "inside-edge",
    stage: Stage::ConvexPair,
    source: "5, polyhedron-polyhedron",
    paper: "",
    about: "vertices inside, then the middles between an edge's crossings of the face planes",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let hit = any_inside(a, b, work)
        || any_inside(b, a, work)
        || any_edge_through(a, b, work)
        || any_edge_through(b, a, work);
    Answer::hit(hit)
}

/// True if an edge of the second body has a point inside the first, or touches it.
fn any_edge_through(a: &Polytope, b: &Polytope, work: &mut Work) -> bool {
    let search = Search::new(a, b);
    let mut crossings: Vec<f64> = Vec::new();
    for edge in 0..b.topology.edges.len() {
        let [p, q] = b.edge(edge);
        crossings.clear();
        crossings.extend([0.0, 1.0]);
        for plane in &a.planes {
            work.ops.axes += 1;
            let (from, to) = (plane.height(p), plane.height(q));
            let w = from / (from - to);
            if (0.0..=1.0).contains(&w) {
                crossings.push(w);
            }
        }
        crossings.sort_unstable_by(f64::total_cmp);
        let touches = crossings.windows(2).any(|pair| {
            work.ops.vertices += 1;
            let middle = p + (q - p) * ((pair[0] + pair[1]) / 2.0);
            work.ops.axes += a.planes.len() as u64;
            !search.separates(a.height_of(middle))
        });
        if touches {
            return true;
        }
    }
    false
}
