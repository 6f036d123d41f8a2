//! Baraff's witness: the separating plane of the last frame.
//!
//! Idea: disjoint convex bodies have a separating plane that holds a face of one of them, or one edge of each.
//! The features of that plane are kept. While its plane, computed from where they are now, still separates,
//! nothing else is tested. When it fails, the features that touch them are tried; then all (`sat-gauss-map`).
//!
//! When: bodies that move little from frame to frame. Limits: no gain for bodies that meet.
//!
//! Source 5, separating planes with coherence; Baraff 1990.

use glam::DVec3;

use super::sat::{Search, gap_along};
use super::sat_gauss_map::{edge_gap, try_edges};
use super::{Answer, ConvexPair};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "baraff-witness",
    stage: Stage::ConvexPair,
    source: "5, separating planes with coherence",
    paper: "Baraff 1990",
    about: "the separating face or pair of edges of the last frame, then those that touch it, then all",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Baraff::default())),
};

/// The features whose plane separates.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Witness {
    /// A face of the first (0) or second (1) body.
    Face(usize, usize),
    /// An edge of each body.
    Edges([usize; 2]),
}

#[derive(Default)]
struct Baraff {
    witness: Option<Witness>,
}

impl Baraff {
    /// Keeps a witness if it separates.
    fn try_witness(
        &mut self,
        witness: Witness,
        [a, b]: [&Polytope; 2],
        search: &mut Search,
        work: &mut Work,
    ) -> bool {
        let axis: Option<DVec3> = match witness {
            Witness::Face(0, face) => Some(a.planes[face].normal),
            Witness::Face(_, face) => Some(-b.planes[face].normal),
            Witness::Edges(pair) => edge_gap(a, b, pair).map(|(axis, _)| axis),
        };
        let separates = axis.is_some_and(|axis| {
            let gap = gap_along(a, b, axis, work);
            search.offer(axis, gap, work)
        });
        if separates {
            self.witness = Some(witness);
        }
        separates
    }

    /// The features that touch those of a witness, or the other body's vertex that failed it.
    fn touching(witness: Witness, bodies: [&Polytope; 2], work: &mut Work) -> Vec<Witness> {
        let [a, b] = bodies;
        let around =
            |body: &Polytope, vertices: &[usize], list: fn(&Polytope, usize) -> &[usize]| {
                let mut all: Vec<usize> = vertices
                    .iter()
                    .flat_map(|&v| list(body, v))
                    .copied()
                    .collect();
                all.sort_unstable();
                all.dedup();
                all
            };
        let (at_a, at_b): (Vec<usize>, Vec<usize>) = match witness {
            Witness::Face(0, face) => {
                let nearest = b.support(-a.planes[face].normal, work);
                (a.topology.faces[face].clone(), vec![nearest])
            }
            Witness::Face(_, face) => {
                let nearest = a.support(-b.planes[face].normal, work);
                (vec![nearest], b.topology.faces[face].clone())
            }
            Witness::Edges([i, j]) => (a.topology.edges[i].to_vec(), b.topology.edges[j].to_vec()),
        };
        let faces_a = around(a, &at_a, |p, v| &p.topology.vertex_faces[v]);
        let faces_b = around(b, &at_b, |p, v| &p.topology.vertex_faces[v]);
        let edges_a = around(a, &at_a, |p, v| &p.topology.vertex_edges[v]);
        let edges_b = around(b, &at_b, |p, v| &p.topology.vertex_edges[v]);
        let mut found: Vec<Witness> = faces_a.into_iter().map(|f| Witness::Face(0, f)).collect();
        found.extend(faces_b.into_iter().map(|f| Witness::Face(1, f)));
        for &i in &edges_a {
            found.extend(edges_b.iter().map(|&j| Witness::Edges([i, j])));
        }
        found
    }

    /// Looks at all features.
    fn search_all(&mut self, bodies: [&Polytope; 2], search: &mut Search, work: &mut Work) -> bool {
        let [a, b] = bodies;
        let faces_a = (0..a.planes.len()).map(|f| Witness::Face(0, f));
        let faces = faces_a.chain((0..b.planes.len()).map(|f| Witness::Face(1, f)));
        for face in faces {
            if self.try_witness(face, bodies, search, work) {
                return true;
            }
        }
        let pair = try_edges(search, a, b, work);
        self.witness = pair.map(Witness::Edges);
        pair.is_some()
    }
}

impl ConvexPair for Baraff {
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
        let mut search = Search::new(a, b);
        let bodies = [a, b];
        if let Some(witness) = self.witness.take() {
            if self.try_witness(witness, bodies, &mut search, work) {
                return Answer::hit(false);
            }
            for near in Self::touching(witness, bodies, work) {
                if self.try_witness(near, bodies, &mut search, work) {
                    return Answer::hit(false);
                }
            }
        }
        Answer::hit(!self.search_all(bodies, &mut search, work))
    }

    fn forget(&mut self) {
        self.witness = None;
    }
}
