//! Closed triangle surfaces and the few methods that build them for the models.

use glam::{DMat3, DQuat, DVec2, DVec3};

/// A triangle surface; vertices are shared inside it.
#[derive(Clone, Default)]
pub struct Surface {
    /// Positions in metres.
    pub vertices: Vec<DVec3>,
    /// Corners as indices into the vertices, counter-clockwise seen from outside.
    pub triangles: Vec<[usize; 3]>,
}

impl Surface {
    /// Builds a surface over a row of rings with equally many points each, closed at both ends.
    pub fn loft(rings: &[Vec<DVec3>]) -> Self {
        let mut surface = Self::default();
        let rows = surface.add_rings(rings);
        for pair in rows.windows(2) {
            surface.add_strip(&pair[0], &pair[1]);
        }
        let first: Vec<usize> = rows[0].iter().rev().copied().collect();
        surface.add_cap(&first);
        surface.add_cap(&rows[rows.len() - 1]);
        surface.outward()
    }

    /// Builds a surface over rings in a circle: a tube closed on itself.
    pub fn closed_loft(rings: &[Vec<DVec3>]) -> Self {
        let mut surface = Self::default();
        let rows = surface.add_rings(rings);
        for (index, row) in rows.iter().enumerate() {
            surface.add_strip(row, &rows[(index + 1) % rows.len()]);
        }
        surface.outward()
    }

    /// Builds a surface of revolution about Y: (radius, height) from bottom to top.
    pub fn turned(profile: &[(f64, f64)], sides: usize) -> Self {
        let rings: Vec<Vec<DVec3>> = profile
            .iter()
            .map(|&(radius, height)| {
                let around = circle(sides).into_iter();
                around
                    .map(|p| DVec3::new(radius * p.x, height, radius * p.y))
                    .collect()
            })
            .collect();
        Self::loft(&rings)
    }

    /// Builds a ring about Y: `profile` holds (outward, up) from the circle with the given radius.
    pub fn ring(radius: f64, profile: &[(f64, f64)], segments: usize) -> Self {
        let rings: Vec<Vec<DVec3>> = circle(segments)
            .into_iter()
            .map(|p| {
                let section = profile.iter();
                section
                    .map(|&(out, up)| DVec3::new((radius + out) * p.x, up, (radius + out) * p.y))
                    .collect()
            })
            .collect();
        Self::closed_loft(&rings)
    }

    /// Builds a box about the origin whose edges and corners are cut off by `bevel`.
    pub fn bevelled_box(half: DVec3, bevel: f64) -> Self {
        let mut surface = Self::default();
        // Three vertices per corner: vertex 3 c + k belongs to corner c and lies in the face across axis k,
        // pulled in along the other two axes.
        for corner in 0..8 {
            let sign = DVec3::new(side(corner, 0), side(corner, 1), side(corner, 2));
            for axis in 0..3 {
                let mut inset = DVec3::splat(bevel);
                inset[axis] = 0.0;
                surface.vertices.push(sign * (half - inset));
            }
            surface.add_polygon(&[3 * corner, 3 * corner + 1, 3 * corner + 2]);
        }
        for axis in 0..3 {
            let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
            let (across, u, v) = (1 << axis, 1 << second, 1 << third);
            for face in [0, across] {
                let corners = [face, face | u, face | u | v, face | v];
                surface.add_polygon(&corners.map(|c| 3 * c + axis));
            }
            // The bevels along this axis join the faces across the other two.
            for edge in [0, u, v, u | v] {
                let (near, far) = (3 * edge, 3 * (edge | across));
                let corners = [near + second, near + third, far + third, far + second];
                surface.add_polygon(&corners);
            }
        }
        // The box is convex about the origin, so each triangle can be turned outward by itself.
        for triangle in &mut surface.triangles {
            let [a, b, c] = triangle.map(|corner| surface.vertices[corner]);
            if a.dot(b.cross(c)) < 0.0 {
                triangle.swap(1, 2);
            }
        }
        surface
    }

    /// Builds a box about the origin with sharp edges.
    pub fn block(half: DVec3) -> Self {
        let level = |y: f64| {
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, z)| half * DVec3::new(x, y, z))
                .to_vec()
        };
        Self::loft(&[level(-1.0), level(1.0)])
    }

    /// Builds a straight bar with a regular polygonal section between two points.
    pub fn bar(from: DVec3, to: DVec3, radius: f64, sides: usize) -> Self {
        let along = DQuat::from_rotation_arc(DVec3::Y, (to - from).normalize());
        Self::turned(&[(radius, 0.0), (radius, (to - from).length())], sides).placed(along, from)
    }

    /// Rotates by `rotation`, then moves by `offset`, in metres.
    pub fn placed(mut self, rotation: DQuat, offset: DVec3) -> Self {
        let matrix = DMat3::from_quat(rotation);
        for vertex in &mut self.vertices {
            *vertex = matrix * *vertex + offset;
        }
        self
    }

    /// Moves by `offset`, in metres.
    pub fn moved(self, offset: DVec3) -> Self {
        self.placed(DQuat::IDENTITY, offset)
    }

    /// Combines this surface with another one.
    pub fn and(mut self, other: Self) -> Self {
        let first = self.vertices.len();
        self.vertices.extend(other.vertices);
        let moved = other.triangles.into_iter();
        self.triangles.extend(moved.map(|t| t.map(|c| c + first)));
        self
    }

    fn add_rings(&mut self, rings: &[Vec<DVec3>]) -> Vec<Vec<usize>> {
        let mut rows = Vec::new();
        for ring in rings {
            let first = self.vertices.len();
            self.vertices.extend(ring);
            rows.push((first..self.vertices.len()).collect());
        }
        rows
    }

    fn add_strip(&mut self, low: &[usize], high: &[usize]) {
        for index in 0..low.len() {
            let next = (index + 1) % low.len();
            self.add_polygon(&[low[index], low[next], high[next], high[index]]);
        }
    }

    /// Fills a ring: a small one by a strip of triangles, each cut along the shorter diagonal, a large one
    /// (whose sides may be nearly straight) by a fan from its middle.
    fn add_cap(&mut self, ring: &[usize]) {
        const LARGE: usize = 16;
        if ring.len() >= LARGE {
            let sum: DVec3 = ring.iter().map(|&corner| self.vertices[corner]).sum();
            let middle = self.vertices.len();
            self.vertices.push(sum / ring.len() as f64);
            for (index, &corner) in ring.iter().enumerate() {
                let next = ring[(index + 1) % ring.len()];
                self.triangles.push([corner, next, middle]);
            }
            return;
        }
        let (mut left, mut right) = (0, ring.len() - 1);
        while right - left > 1 {
            if self.distance(ring[left + 1], ring[right])
                < self.distance(ring[left], ring[right - 1])
            {
                let corners = [ring[left], ring[left + 1], ring[right]];
                self.triangles.push(corners);
                left += 1;
            } else {
                let corners = [ring[left], ring[right - 1], ring[right]];
                self.triangles.push(corners);
                right -= 1;
            }
        }
    }

    /// Adds a triangle, or a quad cut along its shorter diagonal.
    fn add_polygon(&mut self, corners: &[usize]) {
        match *corners {
            [a, b, c, d] if self.distance(a, c) <= self.distance(b, d) => {
                self.triangles.extend([[a, b, c], [a, c, d]]);
            }
            [a, b, c, d] => self.triangles.extend([[a, b, d], [b, c, d]]),
            [a, b, c] => self.triangles.push([a, b, c]),
            _ => unreachable!("the models are made of triangles and quads"),
        }
    }

    /// Returns a distance in whole micrometres, so that equal distances compare equal on both sides of a
    /// symmetric shape.
    fn distance(&self, a: usize, b: usize) -> i64 {
        (self.vertices[a].distance(self.vertices[b]) * 1e6).round() as i64
    }

    /// Reverses all triangles if the surface encloses a negative volume.
    fn outward(mut self) -> Self {
        let volume: f64 = self
            .triangles
            .iter()
            .map(|t| t.map(|c| self.vertices[c]))
            .map(|[a, b, c]| a.dot(b.cross(c)))
            .sum();
        if volume < 0.0 {
            for triangle in &mut self.triangles {
                triangle.swap(1, 2);
            }
        }
        self
    }
}

/// Returns -1 or 1: the side of a box on which corner number `corner` lies along `axis`.
fn side(corner: usize, axis: usize) -> f64 {
    if corner >> axis & 1 == 1 { 1.0 } else { -1.0 }
}

/// Returns points of the unit circle (x, z), the first at -Z.
fn circle(count: usize) -> Vec<DVec2> {
    (0..count)
        .map(|index| {
            let angle = std::f64::consts::TAU * index as f64 / count as f64;
            DVec2::new(libm::sin(angle), -libm::cos(angle))
        })
        .collect()
}

/// Returns a rounded rectangle `|x / half.x|^exponent + |z / half.y|^exponent = 1` as points (x, z) at equal
/// distances along it, the first at the front (-Z).
pub fn rounded_rectangle(half: DVec2, exponent: f64, count: usize) -> Vec<DVec2> {
    const FINE: usize = 4096;
    let fine: Vec<DVec2> = circle(FINE)
        .into_iter()
        .map(|p| {
            let sum = libm::pow((p.x / half.x).abs(), exponent)
                + libm::pow((p.y / half.y).abs(), exponent);
            p * libm::pow(sum, -1.0 / exponent)
        })
        .collect();
    let mut along = vec![0.0];
    for index in 0..FINE {
        along.push(along[index] + fine[index].distance(fine[(index + 1) % FINE]));
    }
    let total = along[FINE];
    (0..count)
        .map(|index| {
            let wanted = total * index as f64 / count as f64;
            let after = along.partition_point(|&length| length <= wanted);
            let part = (wanted - along[after - 1]) / (along[after] - along[after - 1]);
            fine[after - 1].lerp(fine[after % FINE], part)
        })
        .collect()
}
