//! Building the hull's faces: quickhull with exact visibility.
//!
//! It starts from a tetrahedron of points far from each other. In each step the farthest point
//! outside some face is added: the faces visible from it are removed, and new faces join it to the
//! horizon, the edges between visible and other faces. Every point still outside is kept with one
//! face that is visible from it.
//!
//! A face is visible only from points strictly outside its plane. A point in its plane that is outside the
//! hull sees a face beside it. With exact signs the visible faces are connected, the horizon is one loop, and
//! no new face is degenerate, whatever the input.

use glam::{DVec3, Vec3};
use robust::{Coord3D, orient3d};

use crate::mesh::TriMesh;
use crate::mesh::convex_hull::HullError;

struct HullFace {
    vertices: [u32; 3],
    /// The face beyond the edge from vertex *i* to the next.
    beyond: [u32; 3],
    /// Points that see this face and are not yet vertices of the hull.
    outside: Vec<u32>,
    removed: bool,
}

struct Builder<'a> {
    points: &'a [Vec3],
    faces: Vec<HullFace>,
}

/// The hull's faces as indices of points, counter-clockwise seen from outside.
pub(super) fn faces(points: &[Vec3]) -> Result<Vec<[u32; 3]>, HullError> {
    let mut builder = Builder {
        points,
        faces: Vec::new(),
    };
    let corners = builder.tetrahedron()?;
    builder.push_tetrahedron(corners);
    builder.add_outside_points();
    let left = builder.faces.iter().filter(|face| !face.removed);
    Ok(left.map(|face| face.vertices).collect())
}

impl Builder<'_> {
    fn position(&self, point: u32) -> DVec3 {
        self.points[point as usize].as_dvec3()
    }

    /// True if the face of the three points (counter-clockwise seen from outside) is visible from the point,
    /// which then lies strictly outside their plane.
    fn sees(&self, [a, b, c]: [u32; 3], point: u32) -> bool {
        let coord = |i: u32| {
            let p = self.position(i);
            Coord3D {
                x: p.x,
                y: p.y,
                z: p.z,
            }
        };
        orient3d(coord(a), coord(b), coord(c), coord(point)) < 0.0
    }

    /// Four points far from the line and the plane of the others.
    fn tetrahedron(&self) -> Result<[u32; 4], HullError> {
        let count = self.points.len();
        if !(4..=TriMesh::MAX_ELEMENTS).contains(&count) {
            return Err(HullError::Count { count });
        }
        let sound = |p: &Vec3| !p.is_nan() && p.abs().max_element() <= TriMesh::MAX_COORDINATE;
        if let Some(point) = self.points.iter().position(|p| !sound(p)) {
            return Err(HullError::NonFinite { point });
        }
        // Among equally far points the one farthest from a corner is taken: it is a corner of the hull, so no
        // point in the middle of a flat side becomes a vertex.
        let farthest = |from: DVec3, measure: &dyn Fn(DVec3) -> f64| {
            let rank = |i: u32| {
                let offset = self.position(i) - from;
                (measure(offset), offset.length_squared())
            };
            let mut best = (0, rank(0));
            for i in 1..count as u32 {
                let here = rank(i);
                if here > best.1 {
                    best = (i, here);
                }
            }
            (best.0, best.1.0)
        };
        // The points are rounded by half a unit in the last place of the largest coordinate. A hull
        // thinner than two units has no inside that can be trusted.
        let size = self.points.iter().map(|p| p.abs().max_element());
        let noise = f64::from(size.fold(0.0, f32::max)) * 2.0 * f64::from(f32::EPSILON);

        let (a, _) = farthest(self.position(0), &|offset| offset.length_squared());
        let from = self.position(a);
        let (b, reach) = farthest(from, &|offset| offset.length_squared());
        if reach <= noise * noise {
            return Err(HullError::Coincident);
        }
        let along = self.position(b) - from;
        let (c, width) = farthest(from, &|offset| along.cross(offset).length_squared());
        if width <= noise * noise * reach {
            return Err(HullError::Collinear);
        }
        let normal = along.cross(self.position(c) - from);
        let (d, thickness) = farthest(from, &|offset| normal.dot(offset).abs());
        if thickness <= noise * width.sqrt() {
            return Err(HullError::Coplanar);
        }
        Ok(if self.sees([a, b, c], d) {
            [a, c, b, d]
        } else {
            [a, b, c, d]
        })
    }

    /// The four faces of the tetrahedron, whose last corner does not see its first three.
    fn push_tetrahedron(&mut self, [a, b, c, d]: [u32; 4]) {
        let table = [
            ([a, b, c], [3, 1, 2]),
            ([c, b, d], [0, 3, 2]),
            ([a, c, d], [0, 1, 3]),
            ([b, a, d], [0, 2, 1]),
        ];
        for (vertices, beyond) in table {
            self.push(vertices, beyond);
        }
        let all = (0..self.points.len() as u32).collect();
        self.assign_outside(all, 0);
    }

    fn push(&mut self, vertices: [u32; 3], beyond: [u32; 3]) {
        self.faces.push(HullFace {
            vertices,
            beyond,
            outside: Vec::new(),
            removed: false,
        });
    }

    /// Gives each point to the first face from number `first` on that is visible from it; points from which
    /// none is visible are inside.
    fn assign_outside(&mut self, points: Vec<u32>, first: usize) {
        for point in points {
            let seen =
                (first..self.faces.len()).find(|&f| self.sees(self.faces[f].vertices, point));
            if let Some(face) = seen {
                self.faces[face].outside.push(point);
            }
        }
    }

    fn add_outside_points(&mut self) {
        // New faces come last, so one pass over the growing list reaches all of them.
        let mut next = 0;
        let mut face_from = vec![u32::MAX; self.points.len()];
        let mut horizon = Vec::new();
        while next < self.faces.len() {
            if self.faces[next].removed || self.faces[next].outside.is_empty() {
                next += 1;
                continue;
            }
            let point = self.farthest_outside(next);
            let unassigned = self.remove_visible(point, next as u32, &mut horizon);
            let first = self.faces.len();
            for &(from, to, beyond) in &horizon {
                face_from[from as usize] = self.faces.len() as u32;
                self.push([from, to, point], [beyond, u32::MAX, u32::MAX]);
            }
            // Each new face is linked to the one that starts where its horizon edge ends.
            for face in first..self.faces.len() {
                let [from, to, _] = self.faces[face].vertices;
                let after = face_from[to as usize];
                self.faces[face].beyond[1] = after;
                self.faces[after as usize].beyond[2] = face as u32;
                let beyond = self.faces[face].beyond[0] as usize;
                let edge = self.faces[beyond].vertices.iter().position(|v| *v == to);
                debug_assert!(
                    edge.is_some_and(|e| self.faces[beyond].vertices[(e + 1) % 3] == from)
                );
                self.faces[beyond].beyond[edge.unwrap_or(0)] = face as u32;
            }
            for &(from, _, _) in &horizon {
                face_from[from as usize] = u32::MAX;
            }
            self.assign_outside(unassigned, first);
        }
    }

    fn farthest_outside(&self, face: usize) -> u32 {
        let HullFace {
            vertices, outside, ..
        } = &self.faces[face];
        let [a, b, c] = vertices.map(|v| self.position(v));
        let normal = (b - a).cross(c - a);
        let rank = |point: u32| {
            let offset = self.position(point) - a;
            (normal.dot(offset), offset.length_squared())
        };
        let mut best = outside[0];
        for &point in &outside[1..] {
            if rank(point) > rank(best) {
                best = point;
            }
        }
        best
    }

    /// Removes the faces that are visible from the point, `first` among them. Fills the horizon with their
    /// border edges and the faces beyond these. Returns the points that the removed faces kept.
    fn remove_visible(
        &mut self,
        point: u32,
        first: u32,
        horizon: &mut Vec<(u32, u32, u32)>,
    ) -> Vec<u32> {
        horizon.clear();
        let mut unassigned = Vec::new();
        let mut stack = vec![first];
        self.faces[first as usize].removed = true;
        while let Some(face) = stack.pop() {
            let face = face as usize;
            let lost = std::mem::take(&mut self.faces[face].outside);
            unassigned.extend(lost.into_iter().filter(|p| *p != point));
            for i in 0..3 {
                let beyond = self.faces[face].beyond[i];
                let other = &self.faces[beyond as usize];
                if other.removed {
                    continue;
                }
                if self.sees(other.vertices, point) {
                    self.faces[beyond as usize].removed = true;
                    stack.push(beyond);
                } else {
                    let vertices = self.faces[face].vertices;
                    horizon.push((vertices[i], vertices[(i + 1) % 3], beyond));
                }
            }
        }
        unassigned
    }
}
