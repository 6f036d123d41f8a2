//! The separating-axis test that takes pairs of edges from the Gauss map.
//!
//! Idea: on the Gauss map a face is a point, an edge the arc between its two faces. The product of two edges is
//! a face normal of A - B only if the arc of the one crosses the negated arc of the other, which four dot
//! products tell. For such a pair the two edges themselves are the support points.
//!
//! When: hulls with many edges; it also gives the exact depth. Limits: arcs that meet in an end are left out,
//! since a face normal stands for them.
//!
//! Source 4, narrow phase (SAT with Gauss map); Gregorius 2013.

use glam::DVec3;

use super::sat::{Search, edge_axis, try_faces};
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "sat-gauss-map",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "Gregorius 2013",
    about: "only edges whose arcs on the Gauss map cross give an axis",
    gives: &[Gives::Hit, Gives::Depth],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let mut search = Search::new(a, b);
    if try_faces(&mut search, a, b, work) || try_edges(&mut search, a, b, work).is_some() {
        return Answer::hit(false);
    }
    search.overlap()
}

/// Tries the products of edges that are face normals of A - B; the first pair whose product separates.
pub fn try_edges(
    search: &mut Search,
    a: &Polytope,
    b: &Polytope,
    work: &mut Work,
) -> Option<[usize; 2]> {
    let others = 0..b.topology.edges.len();
    let mut pairs = (0..a.topology.edges.len()).flat_map(|i| others.clone().map(move |j| [i, j]));
    pairs.find(|pair| {
        work.ops.tests += 1;
        let found = edge_gap(a, b, *pair);
        found.is_some_and(|(axis, gap)| search.offer(axis, gap, work))
    })
}

/// The axis and gap of two edges whose arcs cross.
pub fn edge_gap(a: &Polytope, b: &Polytope, pair: [usize; 2]) -> Option<(DVec3, f64)> {
    let [a0, a1] = a.topology.edge_faces[pair[0]].map(|f| a.planes[f].normal);
    let [b0, b1] = b.topology.edge_faces[pair[1]].map(|f| -b.planes[f].normal);
    let (x, y) = (a1.cross(a0), b1.cross(b0));
    let crosses =
        b0.dot(x) * b1.dot(x) < 0.0 && a0.dot(y) * a1.dot(y) < 0.0 && b0.dot(x) * a1.dot(y) > 0.0;
    let axis = edge_axis(a, b, pair).filter(|_| crosses)?;
    let (p, q) = (a.edge(pair[0])[0], b.edge(pair[1])[0]);
    let axis = if axis.dot(a0 + a1) < 0.0 { -axis } else { axis };
    Some((axis, axis.dot(q - p)))
}
