//! Pairs of convex bodies with their exact relation.

use dodgem_oracle::convex as reference;
use dodgem_oracle::exact::{Relation, Verdict};
use glam::DVec3;
use rand::RngExt;
use serde::Serialize;

use super::solids::{Body, ball, cloud, in_cube, turn};
use super::{lattice, pick, rng};
use crate::polytope::Polytope;

/// The family of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Lattice: the bodies touch exactly.
    Touching,
    /// Lattice: a touching pair moved by one unit, of about 1e5.
    Near,
    /// Lattice: any place.
    Free,
    /// Lattice: needles and plates, touching, near or free.
    Thin,
    /// Many corners, at gaps and depths from 1e-9 to 1.
    Round,
    /// Two bodies that move past each other, frame by frame.
    Moving,
}

/// Two bodies and the truth about them.
#[derive(Clone, Debug)]
pub struct Case {
    /// The family.
    pub family: Family,
    /// The first body.
    pub a: Polytope,
    /// The second body.
    pub b: Polytope,
    /// The relation: exact for lattice families, in f64 for the others.
    pub relation: Relation,
    /// Minus the penetration depth; or the gap along the best axis (m).
    pub gap: f64,
    /// The distance; 0 if they meet (m).
    pub distance: f64,
    /// True if the bodies are those of the case before, a frame later.
    pub follows: bool,
}

impl Case {
    /// A lattice pair from the exact verdict.
    pub fn of_lattice(family: Family, [a, b]: [Polytope; 2], verdict: &Verdict) -> Self {
        let distance = match verdict.relation {
            Relation::Apart => distance(&a, &b, verdict.axis),
            _ => 0.0,
        };
        Self {
            family,
            a,
            b,
            relation: verdict.relation,
            gap: verdict.gap,
            distance,
            follows: false,
        }
    }

    /// A pair from the reference in f64.
    fn in_f64(family: Family, a: Polytope, b: Polytope) -> Self {
        let (gap, axis) = reference::gap(&triangles(&a), &triangles(&b));
        let relation = if gap > 0.0 {
            Relation::Apart
        } else {
            Relation::Overlapping
        };
        let verdict = Verdict {
            relation,
            gap,
            axis,
        };
        Self::of_lattice(family, [a, b], &verdict)
    }
}

/// The reference's form of a body.
pub fn triangles(body: &Polytope) -> reference::Polytope {
    let fan = |face: &Vec<usize>| {
        let corner = |i: usize| body.vertices[face[i]];
        (1..face.len() - 1)
            .map(|i| [corner(0), corner(i), corner(i + 1)])
            .collect::<Vec<_>>()
    };
    reference::Polytope {
        points: body.vertices.clone(),
        faces: body.topology.faces.iter().flat_map(fan).collect(),
    }
}

/// The distance of two bodies that an axis separates, by the reference. Triangles that lie further from the
/// gap, along that axis, than any distance found cannot hold the nearest point and are left out.
fn distance(a: &Polytope, b: &Polytope, axis: DVec3) -> f64 {
    let reach = a
        .vertices
        .iter()
        .map(|v| v.dot(axis))
        .fold(f64::NEG_INFINITY, f64::max);
    let limit = a
        .vertices
        .iter()
        .flat_map(|p| b.vertices.iter().map(|q| p.distance(*q)));
    let limit = limit.fold(f64::INFINITY, f64::min);
    let near = |body: &Polytope, sign: f64| {
        let mut faces = triangles(body).faces;
        faces.retain(|f| {
            f.iter()
                .any(|p| sign * (p.dot(axis) - reach) <= limit * (1.0 + 1e-9))
        });
        faces
    };
    dodgem_oracle::mesh::distance(&near(a, -1.0), &near(b, 1.0)).distance
}

/// The pairs on which the judge tries every method: of a hundred, 25 touch, 25 are near, 20 free, 15 thin, 5
/// round and 10 moving.
pub fn mixed(count: usize, seed: u64) -> Vec<Case> {
    let part = |percent: usize| (count * percent).div_ceil(100);
    let mut cases = lattice::pairs(part(85), seed);
    cases.extend(round(part(5), seed + 1));
    cases.extend(moving(part(10), seed + 2));
    cases
}

/// Powers of ten, which the platform would round in its own way.
const TENTHS: [f64; 10] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];

/// Balls, and hulls of many points with coordinates up to a million, at given gaps.
fn round(count: usize, seed: u64) -> Vec<Case> {
    let mut rng = rng(seed);
    let million = |p: Polytope| {
        let scaled = p.vertices.iter().map(|v| *v * 1e-6).collect();
        Polytope::new(scaled, p.topology.clone())
    };
    let mut bodies = vec![ball(6, 8), ball(5, 12), ball(8, 7)];
    bodies.extend((0..5).map(|_| million(Body::new(&cloud(&mut rng, 24, 1_000_000)).polytope())));
    let case = |_| {
        let [a, b] = [0, 1].map(|_| {
            let body = pick(&mut rng, &bodies).clone();
            body.moved(turn(3.0 * in_cube(&mut rng)), 0.5 * in_cube(&mut rng))
        });
        let (gap, axis) = reference::gap(&triangles(&a), &triangles(&b));
        let wanted = TENTHS[rng.random_range(0..TENTHS.len())] * rng.random_range(-1.0..1.0);
        let b = b.moved(glam::DQuat::IDENTITY, axis * (wanted - gap));
        Case::in_f64(Family::Round, a, b)
    };
    (0..count).map(case).collect()
}

/// Flights of fifty frames in which a turning body passes another or goes through it.
pub fn moving(count: usize, seed: u64) -> Vec<Case> {
    const FRAMES: usize = 50;
    let mut rng = rng(seed);
    let bodies: Vec<Polytope> = super::solids::plain(&mut rng)
        .iter()
        .map(Body::polytope)
        .collect();
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let [a, b] = [0, 1].map(|_| pick(&mut rng, &bodies).clone());
        let a = a.moved(turn(3.0 * in_cube(&mut rng)), DVec3::ZERO);
        let (spin, miss) = (in_cube(&mut rng), 12.0 * in_cube(&mut rng));
        let way = 25.0 * in_cube(&mut rng).normalize_or(DVec3::X);
        for frame in 0..FRAMES.min(count - cases.len()) {
            let time = frame as f64 / FRAMES as f64;
            let place = miss + way * (2.0 * time - 1.0);
            let moved = b.moved(turn(spin * (2.0 * time)), place);
            let mut case = Case::in_f64(Family::Moving, a.clone(), moved);
            case.follows = frame > 0;
            cases.push(case);
        }
    }
    cases
}

/// A pair as another program reads it.
#[derive(Serialize)]
struct Line<'a> {
    index: usize,
    family: Family,
    /// The corners of both bodies in world coordinates (m).
    a: Vec<[f64; 3]>,
    b: Vec<[f64; 3]>,
    relation: &'a str,
    gap: f64,
    distance: f64,
}

/// The pairs with their exact answers, one JSON object a line.
pub fn json_lines(cases: &[Case]) -> String {
    let corners = |body: &Polytope| body.vertices.iter().map(|v| v.to_array()).collect();
    let line = |(index, case): (usize, &Case)| {
        let relation = match case.relation {
            Relation::Apart => "apart",
            Relation::Touching => "touching",
            Relation::Overlapping => "overlapping",
        };
        let line = Line {
            index,
            family: case.family,
            a: corners(&case.a),
            b: corners(&case.b),
            relation,
            gap: case.gap,
            distance: case.distance,
        };
        serde_json::to_string(&line).expect("plain numbers") + "\n"
    };
    cases.iter().enumerate().map(line).collect()
}
