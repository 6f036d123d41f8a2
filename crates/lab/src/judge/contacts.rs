//! Judges methods that find contact points.

use glam::DVec2;

use super::Score;
use crate::manifold::flat::{Frame, hull};
use crate::manifold::{ContactPoint, Manifold};
use crate::polytope::size_of;
use crate::registry::{Limit, Row};
use crate::scene::contacts::{ContactCase, holds};
use crate::work::Work;

/// The error of a point, relative to the size, in f64 and in f32.
const ERROR: [f64; 2] = [1e-8, super::SINGLE_ERROR];

/// Asks a method about all pairs. Every point must lie on both bodies, the deepest one at the known depth, and
/// all corners of the contact area in the hull of the points.
pub fn contacts(row: &Row, make: fn() -> Box<dyn Manifold>, cases: &[ContactCase]) -> Score {
    let mut score = Score::default();
    let mut method = make();
    for case in cases {
        method.forget();
        let mut work = Work::default();
        let [a, b] = &case.bodies;
        let points = method.points([a, b], &case.contact, &mut work);
        score.asked += 1;
        score.ops.add(&work.ops);
        score.worst_iterations = score.worst_iterations.max(work.ops.iterations);
        let single = row.has(Limit::SinglePrecision);
        let touch = ERROR[usize::from(single)] * size_of(a, b);
        let Some(deepest) = points.iter().map(|p| p.depth).reduce(f64::max) else {
            score.missed += 1;
            continue;
        };
        let depth = case.contact.depth;
        let room = slack(row) * depth + touch;
        let beside = slack(row) * size_of(a, b) + touch;
        score.within_band += u64::from(deepest > depth + touch && deepest <= depth + room);
        let error = (deepest - depth).abs();
        if error <= touch {
            score.error = score.error.max(error / size_of(a, b));
        }
        let wrong = deepest > depth + room || deepest < depth - touch;
        let real = points
            .iter()
            .all(|p| is_real(case, p, [beside, touch, room], single));
        score.false_hits += u64::from(wrong || !real);
        score.partial += u64::from(!covers(case, &points, touch));
    }
    score
}

/// The part of the depth by which a method may exceed it, and of the size by which its points may lie beside a body.
fn slack(row: &Row) -> f64 {
    if row.has(Limit::OwnNormal) { 1e-3 } else { 0.0 }
}

/// True if a point lies on the second body, and its other end on the first. The engine has a normal of its own:
/// there the point may lie outside the first body by the depth.
fn is_real(case: &ContactCase, point: &ContactPoint, rooms: [f64; 3], own_normal: bool) -> bool {
    let ([a, b], [beside, touch, room]) = (&case.bodies, rooms);
    let other = match own_normal {
        true => a.height_of(point.point) - point.depth.max(0.0),
        false => a.height_of(point.point + case.contact.normal * point.depth),
    };
    b.height_of(point.point) <= beside
        && other <= beside
        && (-touch..=case.contact.depth + room).contains(&point.depth)
}

fn covers(case: &ContactCase, points: &[ContactPoint], touch: f64) -> bool {
    let frame = Frame::new(case.contact.normal);
    let flat: Vec<DVec2> = points.iter().map(|p| frame.flat(p.point)).collect();
    let outline: Vec<DVec2> = hull(&flat, 0.1 * touch)
        .into_iter()
        .map(|i| flat[i])
        .collect();
    case.area
        .iter()
        .all(|c| holds(&outline, frame.flat(*c), touch))
}
