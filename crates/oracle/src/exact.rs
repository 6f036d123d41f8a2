//! Convex solids with integer corners: hulls and the relation of two solids, decided exactly in i128.
//!
//! Corners of at most [`LIMIT`] keep every product below 2^120, so no sum overflows and nothing is rounded.
//! A body that is turned by a rational rotation has integer corners again if all coordinates of a scene are
//! multiplied by the rotations' denominators. Touching is therefore a fact here and not a matter of
//! tolerances.
use glam::DVec3;

/// A corner; each coordinate at most [`LIMIT`] in magnitude.
pub type Corner = [i64; 3];

/// The largest coordinate that [`judge`] and [`Solid::hull`] accept: 2^30.
pub const LIMIT: i64 = 1 << 30;

type Vector = [i128; 3];

/// A convex solid with a volume: its corners, its faces as counter-clockwise loops seen from outside, and its
/// edges. Faces in one plane are one face. No loop passes through a point in the middle of an edge.
#[derive(Clone, Debug)]
pub struct Solid {
    pub corners: Vec<Corner>,
    pub faces: Vec<Vec<usize>>,
    pub edges: Vec<[usize; 2]>,
}

/// The relation of two solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They have no point in common.
    Apart,
    /// They have points of their surfaces in common, and no more.
    Touching,
    /// Their insides overlap.
    Overlapping,
}

/// The relation of two solids, with its measure.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub relation: Relation,
    /// The gap along the best axis: positive if apart (at most the distance), 0 if touching, and minus the
    /// penetration depth if overlapping. The integers behind it are exact; only the last division rounds.
    pub gap: f64,
    /// The unit vector of that axis, from the first solid to the second.
    pub axis: DVec3,
}

fn difference(a: Corner, b: Corner) -> Vector {
    std::array::from_fn(|i| i128::from(a[i]) - i128::from(b[i]))
}

fn cross(u: Vector, v: Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        u[j] * v[k] - u[k] * v[j]
    })
}

fn dot(u: Vector, v: Vector) -> i128 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn dot_corner(u: Vector, p: Corner) -> i128 {
    dot(u, p.map(i128::from))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The shortest integer vector of the same direction.
fn reduced(v: Vector) -> Vector {
    let divisor = v.into_iter().fold(0, gcd).max(1);
    v.map(|x| x / divisor)
}

fn real(v: Vector) -> DVec3 {
    DVec3::from_array(v.map(|x| x as f64))
}

impl Solid {
    /// The hull of a few dozen points at most, by trying all triples: O(n^4). `None` if it has no volume or a
    /// coordinate is out of range.
    pub fn hull(points: &[Corner]) -> Option<Self> {
        if points.iter().flatten().any(|x| x.abs() > LIMIT) {
            return None;
        }
        let mut points = points.to_vec();
        points.sort_unstable();
        points.dedup();
        let mut normals: Vec<(Vector, i128)> = Vec::new();
        for i in 0..points.len() {
            for j in i + 1..points.len() {
                for k in j + 1..points.len() {
                    let spans = [points[j], points[k]].map(|p| difference(p, points[i]));
                    let normal = reduced(cross(spans[0], spans[1]));
                    for normal in [normal, normal.map(|x| -x)] {
                        let offset = dot_corner(normal, points[i]);
                        let bounds = points.iter().all(|p| dot_corner(normal, *p) <= offset);
                        if normal != [0; 3] && bounds && !normals.contains(&(normal, offset)) {
                            normals.push((normal, offset));
                        }
                    }
                }
            }
        }
        // A flat set of points has the two sides of its plane, nothing else.
        if normals.len() < 4 {
            return None;
        }
        normals.sort_unstable();
        let loops: Vec<Vec<usize>> = normals
            .iter()
            .map(|(normal, offset)| face_loop(&points, *normal, *offset))
            .collect();
        let mut used: Vec<usize> = loops.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let new_index = |old: &usize| used.partition_point(|u| u < old);
        let faces: Vec<Vec<usize>> = loops
            .iter()
            .map(|f| f.iter().map(new_index).collect())
            .collect();
        let mut edges = Vec::new();
        for face in &faces {
            for (i, &from) in face.iter().enumerate() {
                let to = face[(i + 1) % face.len()];
                if from < to {
                    edges.push([from, to]);
                }
            }
        }
        let corners = used.iter().map(|&i| points[i]).collect();
        Some(Self {
            corners,
            faces,
            edges,
        })
    }

    /// The solid with other corners in the same order. The map must be a rotation with a scale of one sign,
    /// or a translation: it must keep the faces.
    pub fn mapped(&self, map: impl Fn(Corner) -> Corner) -> Self {
        Self {
            corners: self.corners.iter().map(|p| map(*p)).collect(),
            faces: self.faces.clone(),
            edges: self.edges.clone(),
        }
    }

    /// The outward normals of all faces, as shortest integer vectors.
    pub fn normals(&self) -> Vec<[i128; 3]> {
        let normal = |face: &Vec<usize>| {
            let [a, b, c] = [0, 1, 2].map(|i| self.corners[face[i]]);
            reduced(cross(difference(b, a), difference(c, b)))
        };
        self.faces.iter().map(normal).collect()
    }

    /// The directions of all edges.
    pub fn directions(&self) -> Vec<[i128; 3]> {
        let direction = |e: &[usize; 2]| difference(self.corners[e[1]], self.corners[e[0]]);
        self.edges.iter().map(direction).map(reduced).collect()
    }

    /// The corner farthest in a direction, and how far it is there.
    fn reach(&self, direction: Vector) -> i128 {
        let heights = self.corners.iter().map(|p| dot_corner(direction, *p));
        heights.max().expect("a solid has corners")
    }
}

/// The corners of the face in a plane that bounds all points, in counter-clockwise order.
fn face_loop(points: &[Corner], normal: Vector, offset: i128) -> Vec<usize> {
    let on: Vec<usize> = (0..points.len())
        .filter(|&i| dot_corner(normal, points[i]) == offset)
        .collect();
    // The farthest point in each direction along the border: of points in one line, the last one.
    let next = |i: usize| {
        let mut best = None;
        for &j in on.iter().filter(|&&j| j != i) {
            let to = difference(points[j], points[i]);
            let better = best.is_none_or(|k: usize| {
                let best = difference(points[k], points[i]);
                let turn = dot(cross(to, best), normal);
                turn > 0 || turn == 0 && dot(to, to) > dot(best, best)
            });
            if better {
                best = Some(j);
            }
        }
        best.expect("a face has three points")
    };
    // The lowest point in the sorted order is a corner.
    let mut border = vec![on[0]];
    loop {
        let following = next(*border.last().expect("a border has a first point"));
        if following == border[0] {
            return border;
        }
        border.push(following);
    }
}

/// Decides the relation of two solids: the Minkowski difference has face normals that are those of a face of
/// either solid or products of two edges, and it contains the origin unless one of these separates.
pub fn judge(a: &Solid, b: &Solid) -> Verdict {
    let mut axes: Vec<Vector> = a.normals();
    axes.extend(b.normals().iter().map(|n| n.map(|x| -x)));
    let along = [a.directions(), b.directions()];
    for u in &along[0] {
        for v in &along[1] {
            let axis = reduced(cross(*u, *v));
            if axis != [0; 3] {
                axes.extend([axis, axis.map(|x| -x)]);
            }
        }
    }
    let mut best: Option<(i128, f64, Vector)> = None;
    for axis in axes {
        let gap = -b.reach(axis.map(|x| -x)) - a.reach(axis);
        let measure = gap as f64 / real(axis).length();
        // The sign of the best gap is that of an exact integer.
        if best.is_none_or(|(_, known, _)| measure > known) {
            best = Some((gap, measure, axis));
        }
    }
    let (exact, gap, axis) = best.expect("a solid has faces");
    let relation = match exact {
        1.. => Relation::Apart,
        0 => Relation::Touching,
        _ => Relation::Overlapping,
    };
    Verdict {
        relation,
        gap,
        axis: real(axis).normalize(),
    }
}

/// A rotation with rational entries: a quaternion of integers.
#[derive(Clone, Copy, Debug)]
pub struct Rotation {
    /// (w, x, y, z); not all zero.
    pub quaternion: [i64; 4],
}

impl Rotation {
    /// The denominator of all entries: the quaternion's squared length.
    pub fn denominator(&self) -> i64 {
        self.quaternion.iter().map(|x| x * x).sum()
    }

    /// A corner turned, and multiplied by the denominator so that it stays an integer.
    pub fn turned(&self, p: Corner) -> Corner {
        let [w, x, y, z] = self.quaternion;
        let rows = [
            [
                w * w + x * x - y * y - z * z,
                2 * (x * y - w * z),
                2 * (x * z + w * y),
            ],
            [
                2 * (x * y + w * z),
                w * w - x * x + y * y - z * z,
                2 * (y * z - w * x),
            ],
            [
                2 * (x * z - w * y),
                2 * (y * z + w * x),
                w * w - x * x - y * y + z * z,
            ],
        ];
        rows.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2])
    }
}
