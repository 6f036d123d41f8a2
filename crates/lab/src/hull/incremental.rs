//! The incremental hull from a tetrahedron, with faces in one plane merged.
//!
//! Idea: points are added one by one. A point that is visible from some face replaces all such faces by a fan over
//! the horizon, the edges with exactly one such face. At the end, triangles in one plane become one polygon.
//!
//! When: hulls of up to a few hundred points. Limits: heights below a tolerance count as in the plane: faces in
//! the plane of the new point are replaced as well, so that no triangle is degenerate; flat input is an error.
//!
//! Source 3, incremental convex hull; de Berg et al., *Computational Geometry*.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::HullError;
use crate::params::TOUCH;
use crate::polytope::Plane;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "hull-incremental",
    stage: Stage::Hull,
    source: "3, incremental convex hull",
    paper: "de Berg et al. 2008",
    about: "points one by one from a tetrahedron; faces in one plane are merged",
    gives: &[Gives::Faces],
    limits: &[],
    method: Method::Hull(faces),
};

/// A closed surface of triangles.
pub struct Triangles {
    list: Vec<([usize; 3], Plane)>,
    /// The height below which a point counts as in a plane (m).
    touch: f64,
}

impl Triangles {
    /// The corners of all triangles.
    pub fn corners(&self) -> impl Iterator<Item = [usize; 3]> {
        self.list.iter().map(|(corners, _)| *corners)
    }

    /// The planes of all triangles.
    pub fn planes(&self) -> impl Iterator<Item = Plane> {
        self.list.iter().map(|(_, plane)| *plane)
    }

    fn new(points: &[DVec3], touch: f64) -> Result<Self, HullError> {
        let first = tetrahedron(points, touch)?;
        let mut triangles = Self {
            list: Vec::new(),
            touch,
        };
        let [p, q, r, s] = first;
        for corners in [[p, q, r], [p, r, s], [p, s, q], [q, s, r]] {
            triangles.push(points, corners);
        }
        Ok(triangles)
    }

    fn push(&mut self, points: &[DVec3], corners: [usize; 3]) {
        let [a, b, c] = corners.map(|i| points[i]);
        let normal = (b - a).cross(c - a).normalize();
        // Through the corner from which rounding matters least.
        let offset = [a, b, c]
            .map(|p| normal.dot(p))
            .into_iter()
            .fold(f64::NEG_INFINITY, f64::max);
        self.list.push((corners, Plane { normal, offset }));
    }

    fn neighbours(&self) -> BTreeMap<[usize; 2], usize> {
        let sides = |(i, (corners, _)): (usize, &([usize; 3], Plane))| {
            sides(*corners).map(|side| (side, i))
        };
        self.list.iter().enumerate().flat_map(sides).collect()
    }

    /// Adds a point if it is visible from a face.
    fn add(&mut self, points: &[DVec3], point: usize, work: &mut Work) {
        work.ops.axes += self.list.len() as u64;
        let height = |i: usize| self.list[i].1.height(points[point]);
        let seen = (0..self.list.len()).max_by(|&i, &j| height(i).total_cmp(&height(j)));
        let Some(seen) = seen.filter(|&i| height(i) > self.touch) else {
            return;
        };
        work.step("point", || vec![point as f64, self.list.len() as f64]);
        let neighbours = self.neighbours();
        let mut visible = BTreeSet::from([seen]);
        let mut pending = vec![seen];
        while let Some(at) = pending.pop() {
            for [from, to] in sides(self.list[at].0) {
                let next = neighbours[&[to, from]];
                if height(next) > -self.touch && visible.insert(next) {
                    pending.push(next);
                }
            }
        }
        let horizon: Vec<[usize; 2]> = visible
            .iter()
            .flat_map(|&i| sides(self.list[i].0))
            .filter(|[from, to]| !visible.contains(&neighbours[&[*to, *from]]))
            .collect();
        let mut index = 0;
        self.list.retain(|_| {
            index += 1;
            !visible.contains(&(index - 1))
        });
        for [from, to] in horizon {
            self.push(points, [from, to, point]);
        }
    }
}

fn sides(corners: [usize; 3]) -> [[usize; 2]; 3] {
    [0, 1, 2].map(|i| [corners[i], corners[(i + 1) % 3]])
}

/// Four points with a volume, the fourth below the plane of the others.
fn tetrahedron(points: &[DVec3], touch: f64) -> Result<[usize; 4], HullError> {
    let farthest = |height: &dyn Fn(DVec3) -> f64| {
        let best =
            (0..points.len()).max_by(|&i, &j| height(points[i]).total_cmp(&height(points[j])));
        best.filter(|&i| height(points[i]) > touch)
            .ok_or(HullError::Flat)
    };
    let start = *points.first().ok_or(HullError::Flat)?;
    let p = farthest(&|s| s.distance(start))?;
    let a = points[p];
    let q = farthest(&|s| s.distance(a))?;
    let along = (points[q] - a).normalize();
    let r = farthest(&|s| (s - a).reject_from_normalized(along).length())?;
    let normal = (points[q] - a).cross(points[r] - a).normalize();
    let s = farthest(&|s| normal.dot(s - a).abs())?;
    let above = normal.dot(points[s] - a) > 0.0;
    Ok(if above { [p, r, q, s] } else { [p, q, r, s] })
}

/// The hull as triangles.
pub fn triangles(points: &[DVec3], work: &mut Work) -> Result<Triangles, HullError> {
    let size = points
        .iter()
        .map(|p| p.abs().max_element())
        .fold(0.0, f64::max);
    let mut triangles = Triangles::new(points, TOUCH * size)?;
    for point in 0..points.len() {
        triangles.add(points, point, work);
    }
    Ok(triangles)
}

/// The hull with triangles in one plane merged, and without corners in the middle of an edge.
pub fn faces(points: &[DVec3], work: &mut Work) -> Result<Vec<Vec<usize>>, HullError> {
    let triangles = triangles(points, work)?;
    let neighbours = triangles.neighbours();
    let mut group: Vec<Option<usize>> = vec![None; triangles.list.len()];
    let mut faces = Vec::new();
    for first in 0..triangles.list.len() {
        if group[first].is_some() {
            continue;
        }
        group[first] = Some(first);
        let plane = triangles.list[first].1;
        let mut border: BTreeMap<usize, usize> = BTreeMap::new();
        let mut pending = vec![first];
        while let Some(at) = pending.pop() {
            for [from, to] in sides(triangles.list[at].0) {
                let next = neighbours[&[to, from]];
                let corners = triangles.list[next].0;
                let is_flat = corners
                    .iter()
                    .all(|&i| plane.height(points[i]).abs() <= 4.0 * triangles.touch);
                if !is_flat {
                    border.insert(from, to);
                } else if group[next].is_none() {
                    group[next] = Some(first);
                    pending.push(next);
                }
            }
        }
        faces.push(without_middles(points, &outline(&border), triangles.touch));
    }
    Ok(faces)
}

fn outline(border: &BTreeMap<usize, usize>) -> Vec<usize> {
    let start = *border.keys().next().expect("a face has a border");
    let mut outline = vec![start];
    let mut at = border[&start];
    while at != start && outline.len() < border.len() {
        outline.push(at);
        at = border[&at];
    }
    outline
}

fn without_middles(points: &[DVec3], outline: &[usize], touch: f64) -> Vec<usize> {
    let count = outline.len();
    let is_corner = |&i: &usize| {
        let [before, at, after] = [i + count - 1, i, i + 1].map(|i| points[outline[i % count]]);
        let along = (after - before).normalize();
        (at - before).reject_from_normalized(along).length() > 4.0 * touch
    };
    (0..count).filter(is_corner).map(|i| outline[i]).collect()
}
