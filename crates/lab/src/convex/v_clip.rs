//! V-Clip: the walk from feature to feature to the nearest pair (Lin-Canny made robust).
//!
//! Idea: two features, a vertex, edge or face of each body, are the nearest pair if each lies in the Voronoi
//! region of the other. If one does not, the plane of the region that it violates names a neighbour that is
//! nearer. Edges are clipped against the regions; the sign of the distance's slope at the ends of the clipped
//! part tells which neighbour to take, so no division can mislead the walk. A vertex below a face whose
//! neighbours all lie deeper is a local minimum: the face with the greatest height goes on, or the bodies meet.
//!
//! When: pairs that move little from frame to frame; the last features are kept. Limits: no depth; a walk that
//! goes in circles by rounding is handed over to GJK, and counted.
//!
//! Source 4, narrow phase (named); source 5 and 1 (Lin-Canny); Mirtich 1998.

use dodgem_oracle::triangle::{closest_on_segment, segment_segment};
use glam::DVec3;

use super::{Answer, ConvexPair, hand_over};
use crate::params::{HAND_OVER, TOUCH};
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "v-clip",
    stage: Stage::ConvexPair,
    source: "4, narrow phase; 5, polyhedron-polyhedron",
    paper: "Mirtich 1998",
    about: "walks over the Voronoi regions to the nearest pair of features",
    gives: &[Gives::Hit, Gives::Distance],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(VClip::default())),
};

/// A feature of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Feature {
    Vertex(usize),
    Edge(usize),
    Face(usize),
}

use Feature::{Edge, Face, Vertex};

/// The result of one state of the walk.
enum Next {
    /// Another feature of the first or second body.
    Go([Feature; 2]),
    /// The features are the nearest; their distance (m).
    Done(f64),
    /// The bodies meet.
    Meet,
}

/// The walk; it keeps the features of the last frame.
#[derive(Default)]
pub struct VClip {
    features: Option<[Feature; 2]>,
}

impl ConvexPair for VClip {
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
        let touch = TOUCH * size_of(a, b);
        let mut at = self.features.unwrap_or([Vertex(0), Vertex(0)]);
        for _ in 0..HAND_OVER {
            work.step(state(at), || at.map(index).to_vec());
            match next([a, b], at, work) {
                Next::Go(to) => at = to,
                Next::Meet => {
                    self.features = Some(at);
                    return Answer::hit(true);
                }
                Next::Done(distance) => {
                    self.features = Some(at);
                    let hit = distance <= touch;
                    return Answer {
                        distance: (!hit).then_some(distance),
                        ..Answer::hit(hit)
                    };
                }
            }
        }
        self.features = None;
        hand_over(a, b, work)
    }

    fn forget(&mut self) {
        self.features = None;
    }
}

fn index(feature: Feature) -> f64 {
    match feature {
        Vertex(i) | Edge(i) | Face(i) => i as f64,
    }
}

fn state(features: [Feature; 2]) -> &'static str {
    match features {
        [Vertex(_), Vertex(_)] => "vertex-vertex",
        [Vertex(_), Edge(_)] | [Edge(_), Vertex(_)] => "vertex-edge",
        [Vertex(_), Face(_)] | [Face(_), Vertex(_)] => "vertex-face",
        [Edge(_), Edge(_)] => "edge-edge",
        [Edge(_), Face(_)] | [Face(_), Edge(_)] => "edge-face",
        [Face(_), Face(_)] => "face-face",
    }
}

fn next([a, b]: [&Polytope; 2], features: [Feature; 2], work: &mut Work) -> Next {
    let swapped = |next: Next| match next {
        Next::Go([x, y]) => Next::Go([y, x]),
        other => other,
    };
    match features {
        [Vertex(v), Vertex(w)] => vertex_vertex([a, b], v, w, work),
        [Vertex(v), Edge(e)] => vertex_edge([a, b], v, e, work),
        [Edge(e), Vertex(v)] => swapped(vertex_edge([b, a], v, e, work)),
        [Vertex(v), Face(f)] => vertex_face([a, b], v, f, work),
        [Face(f), Vertex(v)] => swapped(vertex_face([b, a], v, f, work)),
        [Edge(d), Edge(e)] => edge_edge([a, b], d, e, work),
        [Edge(e), Face(f)] => edge_face([a, b], e, f, work),
        [Face(f), Edge(e)] => swapped(edge_face([b, a], e, f, work)),
        // Never reached: no state leads to two faces.
        [Face(f), Face(_)] => Next::Go([Vertex(a.topology.faces[f][0]), features[1]]),
    }
}

/// The height of a point over the plane between a vertex and one of its edges: positive on the vertex's side.
fn past_vertex(body: &Polytope, vertex: usize, edge: usize, p: DVec3) -> f64 {
    let ends = body.topology.edges[edge];
    let other = if ends[0] == vertex { ends[1] } else { ends[0] };
    let [v, w] = [vertex, other].map(|i| body.vertices[i]);
    (p - v).dot(v - w)
}

/// The height of a point over the plane between an edge and one of its faces: positive on the face's side.
fn inside_face(body: &Polytope, edge: usize, face: usize, p: DVec3) -> f64 {
    let [tail, head] = body.edge(edge);
    let is_left = body.topology.edge_faces[edge][0] == face;
    let along = if is_left { head - tail } else { tail - head };
    body.planes[face].normal.cross(along).dot(p - tail)
}

fn vertex_vertex([a, b]: [&Polytope; 2], v: usize, w: usize, work: &mut Work) -> Next {
    let (p, q) = (a.vertices[v], b.vertices[w]);
    for &edge in &a.topology.vertex_edges[v] {
        work.ops.axes += 1;
        if past_vertex(a, v, edge, q) < 0.0 {
            return Next::Go([Edge(edge), Vertex(w)]);
        }
    }
    for &edge in &b.topology.vertex_edges[w] {
        work.ops.axes += 1;
        if past_vertex(b, w, edge, p) < 0.0 {
            return Next::Go([Vertex(v), Edge(edge)]);
        }
    }
    Next::Done(p.distance(q))
}

/// A part of an edge, and the planes that ended it.
struct Clip<N> {
    /// The part, as parameters from tail to head.
    range: [f64; 2],
    /// The neighbours across the planes that gave the lower and the upper end.
    across: [Option<N>; 2],
    /// The neighbour across the plane that has the whole edge on its far side.
    excluded_by: Option<N>,
}

impl<N: Copy> Clip<N> {
    fn whole() -> Self {
        Self {
            range: [0.0, 1.0],
            across: [None, None],
            excluded_by: None,
        }
    }

    /// Clips by a plane with the heights of tail and head over it; the region is where they are positive.
    fn by(&mut self, [tail, head]: [f64; 2], neighbour: N) {
        if tail < 0.0 && head < 0.0 {
            self.excluded_by = self.excluded_by.or(Some(neighbour));
        } else if tail < 0.0 {
            let cut = tail / (tail - head);
            if cut > self.range[0] {
                (self.range[0], self.across[0]) = (cut, Some(neighbour));
            }
        } else if head < 0.0 {
            let cut = tail / (tail - head);
            if cut < self.range[1] {
                (self.range[1], self.across[1]) = (cut, Some(neighbour));
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.range[0] > self.range[1]
    }
}

/// Point of a segment.
fn at([tail, head]: [DVec3; 2], parameter: f64) -> DVec3 {
    tail + (head - tail) * parameter
}

/// The neighbour to go to from the ends of a clipped edge: where the distance still falls beyond an end.
fn downhill<N: Copy>(
    clip: &Clip<N>,
    edge: [DVec3; 2],
    slope: impl Fn(DVec3, N) -> f64,
) -> Option<N> {
    if clip.excluded_by.is_some() {
        return clip.excluded_by;
    }
    let [low, high] = clip.across;
    if let Some(neighbour) = low.filter(|n| slope(at(edge, clip.range[0]), *n) > 0.0) {
        return Some(neighbour);
    }
    high.filter(|n| slope(at(edge, clip.range[1]), *n) < 0.0)
}

fn vertex_edge([a, b]: [&Polytope; 2], v: usize, e: usize, work: &mut Work) -> Next {
    let p = a.vertices[v];
    for end in b.topology.edges[e] {
        work.ops.axes += 1;
        if past_vertex(b, end, e, p) > 0.0 {
            return Next::Go([Vertex(v), Vertex(end)]);
        }
    }
    for face in b.topology.edge_faces[e] {
        work.ops.axes += 1;
        if inside_face(b, e, face, p) > 0.0 {
            return Next::Go([Vertex(v), Face(face)]);
        }
    }
    let edge = b.edge(e);
    let mut clip = Clip::whole();
    for &d in &a.topology.vertex_edges[v] {
        work.ops.axes += 1;
        clip.by(edge.map(|q| past_vertex(a, v, d, q)), d);
    }
    let along = edge[1] - edge[0];
    let nearer = downhill(&clip, edge, |q, _| along.dot(q - p));
    if let Some(d) = nearer {
        return Next::Go([Edge(d), Edge(e)]);
    }
    Next::Done(closest_on_segment(p, edge[0], edge[1]).distance(p))
}

fn edge_edge(bodies: [&Polytope; 2], d: usize, e: usize, work: &mut Work) -> Next {
    let [a, b] = bodies;
    if let Some(better) = leave_edge(bodies, d, e, work) {
        return Next::Go([better, Edge(e)]);
    }
    if let Some(better) = leave_edge([b, a], e, d, work) {
        return Next::Go([Edge(d), better]);
    }
    Next::Done(segment_segment(a.edge(d), b.edge(e)).distance)
}

/// The neighbour of an edge of the first body to which an edge of the second is nearer.
fn leave_edge([a, b]: [&Polytope; 2], d: usize, e: usize, work: &mut Work) -> Option<Feature> {
    let edge = b.edge(e);
    let along = edge[1] - edge[0];
    let slope = |q: DVec3, neighbour: Feature| match neighbour {
        Vertex(v) => along.dot(q - a.vertices[v]),
        Edge(_) => 0.0,
        Face(f) => {
            let plane = a.planes[f];
            let rise = along.dot(plane.normal);
            if plane.height(q) < 0.0 { -rise } else { rise }
        }
    };
    let mut clip = Clip::whole();
    for end in a.topology.edges[d] {
        work.ops.axes += 1;
        clip.by(edge.map(|q| -past_vertex(a, end, d, q)), Vertex(end));
    }
    if let Some(vertex) = downhill(&clip, edge, slope) {
        return Some(vertex);
    }
    for face in a.topology.edge_faces[d] {
        work.ops.axes += 1;
        clip.by(edge.map(|q| -inside_face(a, d, face, q)), Face(face));
    }
    downhill(&clip, edge, slope)
}

fn vertex_face([a, b]: [&Polytope; 2], v: usize, f: usize, work: &mut Work) -> Next {
    let p = a.vertices[v];
    let mut worst: Option<(f64, usize)> = None;
    for &edge in &b.topology.face_edges[f] {
        work.ops.axes += 1;
        let [tail, head] = b.edge(edge);
        let inside = inside_face(b, edge, f, p) / (head - tail).length();
        if inside < 0.0 && worst.is_none_or(|(known, _)| inside < known) {
            worst = Some((inside, edge));
        }
    }
    if let Some((_, edge)) = worst {
        return Next::Go([Vertex(v), Edge(edge)]);
    }
    let height = b.planes[f].height(p);
    if height == 0.0 {
        return Next::Meet;
    }
    let around = a.topology.vertex_edges[v]
        .iter()
        .zip(&a.topology.neighbours[v]);
    for (&edge, &w) in around {
        work.ops.axes += 1;
        let other = b.planes[f].height(a.vertices[w]);
        if height > 0.0 && other < height || height < 0.0 && other > height {
            return Next::Go([Edge(edge), Face(f)]);
        }
    }
    if height > 0.0 {
        return Next::Done(height);
    }
    // A local minimum below the face.
    work.ops.axes += b.planes.len() as u64;
    let highest = (0..b.planes.len())
        .max_by(|&i, &j| b.planes[i].height(p).total_cmp(&b.planes[j].height(p)))
        .expect("a body has faces");
    if b.planes[highest].height(p) <= 0.0 {
        return Next::Meet;
    }
    Next::Go([Vertex(v), Face(highest)])
}

fn edge_face([a, b]: [&Polytope; 2], e: usize, f: usize, work: &mut Work) -> Next {
    let edge = a.edge(e);
    let mut clip = Clip::whole();
    for &side in &b.topology.face_edges[f] {
        work.ops.axes += 1;
        clip.by(edge.map(|q| inside_face(b, side, f, q)), side);
    }
    if clip.excluded_by.is_some() || clip.is_empty() {
        // The side of the face that is nearest to the edge.
        let distance = |side: usize| segment_segment(edge, b.edge(side)).distance;
        let sides = b.topology.face_edges[f].iter().copied();
        work.ops.axes += b.topology.face_edges[f].len() as u64;
        let nearest = sides.min_by(|&i, &j| distance(i).total_cmp(&distance(j)));
        return Next::Go([Edge(e), Edge(nearest.expect("a face has sides"))]);
    }
    let plane = b.planes[f];
    let [low, high] = clip
        .range
        .map(|parameter| plane.height(at(edge, parameter)));
    if low.min(high) <= 0.0 && low.max(high) >= 0.0 {
        return Next::Meet;
    }
    let rise = (edge[1] - edge[0]).dot(plane.normal);
    let grows = if low > 0.0 { rise >= 0.0 } else { rise <= 0.0 };
    let end = usize::from(!grows);
    match clip.across[end] {
        Some(side) => Next::Go([Edge(e), Edge(side)]),
        None => Next::Go([Vertex(a.topology.edges[e][end]), Face(f)]),
    }
}
