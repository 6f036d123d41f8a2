//! Rays and triangles with integer corners, decided in i128; paths among boxes.

pub mod features;

use dodgem_oracle::exact::Corner;
use glam::{DQuat, DVec3};
use rand::RngExt;

use super::rng;
use super::solids::{cloud, in_cube, turn};
use super::sweeps::cuboid;
use crate::small::{PathScene, Ray};

/// Two triangles; their first sides are also the rays.
#[derive(Clone, Debug)]
pub struct LatticeCase(pub [[Corner; 3]; 2]);

type Vector = [i128; 3];

fn to(from: &Corner, p: &Corner) -> Vector {
    std::array::from_fn(|i| i128::from(p[i]) - i128::from(from[i]))
}

fn cross(u: &Vector, v: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        u[j] * v[k] - u[k] * v[j]
    })
}

fn dot(u: &Vector, v: &Vector) -> i128 {
    (0..3).map(|i| u[i] * v[i]).sum()
}

/// The sign of the volume of four points.
fn side([a, b, c]: &[Corner; 3], p: &Corner) -> i128 {
    dot(&cross(&to(a, b), &to(a, c)), &to(a, p)).signum()
}

/// The relation of two lines, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactLines {
    /// One common point.
    Point,
    /// One line.
    Coincident,
    /// No common point, one direction.
    Parallel,
    /// No common point.
    Skew,
}

impl LatticeCase {
    /// The corners in f64.
    pub fn triangles(&self) -> [[DVec3; 3]; 2] {
        self.0
            .map(|t| t.map(|p| DVec3::from_array(p.map(|x| x as f64))))
    }

    /// The time at which the first ray meets the second triangle's plane, as a fraction with a positive
    /// denominator; `None` for a ray along the plane.
    pub fn time_to_plane(&self) -> Option<[i128; 2]> {
        let [[origin, end, _], [a, b, c]] = &self.0;
        let normal = cross(&to(a, b), &to(a, c));
        let slope = dot(&normal, &to(origin, end));
        let height = dot(&normal, &to(origin, a));
        (slope != 0).then(|| [height * slope.signum(), slope.abs()])
    }

    /// True if the second triangle faces the first ray.
    pub fn faces(&self) -> bool {
        let [[origin, end, _], [a, b, c]] = &self.0;
        dot(&cross(&to(a, b), &to(a, c)), &to(origin, end)) < 0
    }

    /// True if the line of the first ray goes through the second triangle, borders included.
    pub fn line_hits(&self) -> bool {
        let [[origin, end, _], t] = &self.0;
        line_through([origin, end], t)
    }

    /// True if the line of the first ray goes through the parallelogram of the second triangle.
    pub fn line_hits_parallelogram(&self) -> bool {
        let [[origin, end, _], [a, b, c]] = &self.0;
        let fourth = std::array::from_fn(|i| b[i] + c[i] - a[i]);
        [[*a, *b, *c], [fourth, *b, *c]]
            .iter()
            .any(|t| line_through([origin, end], t))
    }

    /// The first ray from the centre of a sphere, and its radius (m): a sphere around the second triangle's first
    /// corner, at rest, or on the way to its second corner.
    pub fn about_sphere(&self, moves: bool) -> (Ray, f64) {
        let ([from, way], radius) = self.relative(moves);
        let point = |v: Vector| DVec3::from_array(v.map(|x| x as f64));
        ([point(from), point(way)], radius as f64)
    }

    fn relative(&self, moves: bool) -> ([Vector; 2], i128) {
        let [[p, q, _], [center, end, third]] = &self.0;
        let (way, theirs) = (to(p, q), to(center, end));
        let way = if moves {
            std::array::from_fn(|i| way[i] - theirs[i])
        } else {
            way
        };
        let radius = 1 + (i128::from(third[0]) - i128::from(center[0])).abs();
        ([to(center, p), way], radius)
    }

    /// The time up to 1 at which the first ray is in that sphere; its existence is decided in integers.
    pub fn time_in_sphere(&self, moves: bool) -> Option<f64> {
        let ([from, way], radius) = self.relative(moves);
        let (a, b, c) = (
            dot(&way, &way),
            dot(&from, &way),
            dot(&from, &from) - radius * radius,
        );
        if c <= 0 {
            return Some(0.0);
        }
        let inside = b * b - a * c;
        let is_hit = b < 0 && inside >= 0 && (a + 2 * b + c <= 0 || -b <= a);
        // The other form of the root, so that an error of one is no error of both.
        is_hit.then(|| c as f64 / ((inside as f64).sqrt() - b as f64))
    }

    /// The time up to 1 at which the first ray is in the box between the second triangle's first two corners, as a
    /// fraction with a positive denominator.
    pub fn time_in_box(&self) -> Option<[i128; 2]> {
        let [[p, q, _], [a, b, _]] = &self.0;
        let (mut enters, mut leaves) = ([0, 1], [1, 1]);
        let is_later = |x: [i128; 2], y: [i128; 2]| x[0] * y[1] > y[0] * x[1];
        for axis in 0..3 {
            let [from, speed, low, high] = [
                p[axis],
                q[axis] - p[axis],
                a[axis].min(b[axis]),
                a[axis].max(b[axis]),
            ]
            .map(i128::from);
            if speed == 0 {
                if low > from || high < from {
                    return None;
                }
                continue;
            }
            let time = |at: i128| [(at - from) * speed.signum(), speed.abs()];
            let (one, other) = if speed > 0 {
                (time(low), time(high))
            } else {
                (time(high), time(low))
            };
            enters = if is_later(one, enters) { one } else { enters };
            leaves = if is_later(leaves, other) {
                other
            } else {
                leaves
            };
        }
        (!is_later(enters, leaves)).then_some(enters)
    }

    /// The relation of the lines of both rays.
    pub fn lines(&self) -> ExactLines {
        let [[p, p2, _], [q, q2, _]] = &self.0;
        let (u, v, between) = (to(p, p2), to(q, q2), to(p, q));
        let normal = cross(&u, &v);
        if normal == [0; 3] {
            let same = cross(&between, &u) == [0; 3];
            return if same {
                ExactLines::Coincident
            } else {
                ExactLines::Parallel
            };
        }
        if dot(&between, &normal) == 0 {
            ExactLines::Point
        } else {
            ExactLines::Skew
        }
    }

    /// True if the triangles meet.
    pub fn meet(&self) -> bool {
        let [s, t] = &self.0;
        if t.iter().all(|p| side(s, p) == 0) {
            return meet_in_plane(s, t);
        }
        goes_through(s, t) || goes_through(t, s)
    }
}

fn line_through([p, q]: [&Corner; 2], t: &[Corner; 3]) -> bool {
    let signs = [0, 1, 2].map(|i| side(&[*p, *q, t[i]], &t[(i + 1) % 3]));
    signs.iter().all(|s| *s >= 0) || signs.iter().all(|s| *s <= 0)
}

/// True if a side of the first triangle, not in the plane of the second, meets it.
fn goes_through(s: &[Corner; 3], t: &[Corner; 3]) -> bool {
    (0..3).any(|i| {
        let (p, q) = (&s[i], &s[(i + 1) % 3]);
        let [h, k] = [side(t, p), side(t, q)];
        h * k <= 0 && (h, k) != (0, 0) && line_through([p, q], t)
    })
}

/// Triangles in one plane: corners in the other triangle, or sides that cross.
fn meet_in_plane(s: &[Corner; 3], t: &[Corner; 3]) -> bool {
    let normal = cross(&to(&s[0], &s[1]), &to(&s[0], &s[2]));
    let turn =
        |a: &Corner, b: &Corner, p: &Corner| dot(&normal, &cross(&to(a, b), &to(a, p))).signum();
    let holds = |t: &[Corner; 3], p: &Corner| {
        let turns = [0, 1, 2].map(|i| turn(&t[i], &t[(i + 1) % 3], p));
        turns.iter().all(|x| *x >= 0) || turns.iter().all(|x| *x <= 0)
    };
    let crosses = |i: usize, j: usize| {
        let (a, b, c, d) = (&s[i], &s[(i + 1) % 3], &t[j], &t[(j + 1) % 3]);
        turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
    };
    s.iter().any(|p| holds(t, p))
        || t.iter().any(|p| holds(s, p))
        || (0..3).any(|i| (0..3).any(|j| crosses(i, j)))
}

/// Pairs of triangles with an area on small lattices, where many touch, and every fourth in one plane.
pub fn lattice_cases(count: usize, seed: u64) -> Vec<LatticeCase> {
    let mut rng = rng(seed);
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let half_width = [1, 2, 5, 50][cases.len() / 4 % 4];
        let mut points = cloud(&mut rng, 6, half_width);
        if cases.len().is_multiple_of(4) {
            points.iter_mut().for_each(|p| p[2] = p[0] - p[1]);
        }
        let [s, t] = [0, 3].map(|i| [points[i], points[i + 1], points[i + 2]]);
        let has_area = |[a, b, c]: &[Corner; 3]| cross(&to(a, b), &to(a, c)) != [0; 3];
        if has_area(&s) && has_area(&t) {
            cases.push(LatticeCase([s, t]));
        }
    }
    cases
}

/// A box that has to find a place among four others.
pub fn path_scenes(count: usize, seed: u64) -> Vec<PathScene> {
    let mut rng = rng(seed);
    let mut scene = || {
        let agent = cuboid([0.3, 0.5, 0.4]).moved(turn(3.0 * in_cube(&mut rng)), DVec3::ZERO);
        let others = (0..4).map(|_| {
            let half = [0, 1, 2].map(|_| rng.random_range(0.2..1.5));
            let place = in_cube(&mut rng) * DVec3::new(6.0, 2.0, 2.0);
            cuboid(half).moved(turn(3.0 * in_cube(&mut rng)), place)
        });
        let others = others.collect();
        let start = DVec3::NEG_X * 6.0 + in_cube(&mut rng);
        let path = [start, DVec3::X * 12.0 + in_cube(&mut rng)];
        PathScene {
            agent,
            others,
            path,
        }
    };
    (0..count).map(|_| scene()).collect()
}

/// The agent of a scene at a part of its path.
pub fn agent_at(scene: &PathScene, part: f64) -> crate::polytope::Polytope {
    let shift = scene.path[0] + scene.path[1] * part;
    scene.agent.moved(DQuat::IDENTITY, shift)
}
