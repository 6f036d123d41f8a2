//! Two convex pieces: all pairs of triangles, or the walk of 2002 from neighbour to neighbour.
//!
//! Idea of the walk: for each *outer* triangle of the one piece, its plane. On the other piece, go from triangle
//! to neighbour while the distance of the corner that is not shared falls. A change of sign marks a triangle that
//! crosses the plane; it goes to the head of the queue and is compared with the outer one (`triangle_pair`).
//! One-sided takes the outer triangles from the first piece only, two-sided from both.
//!
//! Limits: on a surface patch the distance need not fall steadily towards the plane, and the triangles that cross
//! it need not hang together, so the walk misses hits. `Loop::Printed` is our reading of the printed loop, whose
//! iterator never advances: only the first neighbour is looked at. The author names the one side as a weak point.
//!
//! Source 1, the test (CheckTriangles).

use std::collections::VecDeque;

use glam::DVec3;

use super::Mesh;
use super::pieces::Piece;
use super::triangle_pair::{meet, plane_of};
use crate::work::Work;

/// The test of two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafTest {
    /// Every triangle against every other.
    AllPairs,
    /// The walk with outer triangles of the first piece.
    OneSided(Loop),
    /// The walk from both pieces.
    TwoSided(Loop),
}

/// The reading of the loop over neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop {
    /// All neighbours.
    Text,
    /// The first one.
    Printed,
}

/// A piece with its mesh, in the frame of the test.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// The piece.
    pub piece: &'a Piece,
}

impl LeafTest {
    /// Adds the common points of two pieces, until there are `most`.
    pub fn run(self, [a, b]: [Side; 2], points: &mut Vec<DVec3>, most: usize, work: &mut Work) {
        match self {
            LeafTest::AllPairs => {
                for &s in &a.piece.triangles {
                    for &t in &b.piece.triangles {
                        work.ops.triangles += 1;
                        points.extend(
                            meet(a.mesh.corners(s), b.mesh.corners(t))
                                .into_iter()
                                .flatten(),
                        );
                        if points.len() >= most {
                            return;
                        }
                    }
                }
            }
            LeafTest::OneSided(reading) => walk([a, b], reading, points, most, work),
            LeafTest::TwoSided(reading) => {
                walk([a, b], reading, points, most, work);
                if points.len() < most {
                    walk([b, a], reading, points, most, work);
                }
            }
        }
    }
}

fn walk(
    [outer, other]: [Side; 2],
    reading: Loop,
    points: &mut Vec<DVec3>,
    most: usize,
    work: &mut Work,
) {
    for &triangle in &outer.piece.triangles {
        let corners = outer.mesh.corners(triangle);
        let Some(plane) = plane_of(corners) else {
            continue;
        };
        let count = other.piece.triangles.len();
        let mut is_seen = vec![false; count];
        let mut queue = VecDeque::from([0]);
        is_seen[0] = true;
        while let Some(at) = queue.pop_front() {
            let own = other.mesh.corners(other.piece.triangles[at]);
            work.ops.vertices += 3;
            let heights = own.map(|p| plane.height(p));
            let nearest = heights
                .iter()
                .map(|h| h.abs())
                .fold(f64::INFINITY, f64::min);
            let (low, high) = heights
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
                    (l.min(*x), h.max(*x))
                });
            let crosses = low <= 0.0 && high >= 0.0;
            if crosses {
                work.ops.triangles += 1;
                points.extend(meet(corners, own).into_iter().flatten());
                if points.len() >= most {
                    return;
                }
            }
            let neighbours = other.piece.neighbours[at].iter();
            let looked_at = if reading == Loop::Printed {
                1
            } else {
                usize::MAX
            };
            for &(next, free) in neighbours.take(looked_at) {
                if is_seen[next] {
                    continue;
                }
                work.ops.vertices += 1;
                let height = plane.height(other.mesh.vertices[free]);
                if height * heights[0] <= 0.0 {
                    is_seen[next] = true;
                    queue.push_front(next);
                } else if height.abs() < nearest || crosses {
                    is_seen[next] = true;
                    queue.push_back(next);
                }
            }
        }
    }
}
