//! The steps of a method about two bodies, as figures of lines and a line of words each: for a view of them.
//!
//! A descent gives a box for each of its two nodes, along the axes of the bodies, around the triangles below; an
//! iteration of a convex method gives its direction, from the first body's middle, or its features in words.

use glam::DVec3;

use crate::decomposition::pieces::hull_of;
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::polytope::Polytope;
use crate::registry::{Method, ROWS, Row};
use crate::work::{Step, Work};

/// A step.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its number, its state and its numbers.
    pub words: String,
    /// Lines in the world (m).
    pub lines: Vec<[DVec3; 2]>,
}

/// The trace of a question.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// The steps, at most [`MOST_FIGURES`].
    pub figures: Vec<Figure>,
    /// The answer and the counts.
    pub answer: String,
}

/// The most steps that are kept.
pub const MOST_FIGURES: usize = 2000;

/// The most triangles of a mesh, and the most corners of a hull, that a trace takes: slow methods would stop a picture.
const MOST_TRIANGLES: usize = 2000;
const MOST_CORNERS: usize = 60;

/// The methods that have steps about two bodies.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(|row| {
        let is_pair = matches!(row.method, Method::ConvexPair(_) | Method::MeshPair(_));
        is_pair && !row.id.starts_with("engine")
    })
}

/// Asks a method about two bodies and keeps its steps. None with the reason if it cannot be asked.
///
/// # Errors
/// The reason in words: a body that is too large, or a method of another stage.
pub fn trace(row: &Row, meshes: [&Mesh; 2], poses: [&Pose; 2]) -> Result<Traced, String> {
    let most = meshes.map(|mesh| mesh.triangles.len()).into_iter().max();
    if most.is_some_and(|most| most > MOST_TRIANGLES) {
        return Err(format!("a body has more than {MOST_TRIANGLES} triangles"));
    }
    let mut work = Work::traced();
    match row.method {
        Method::MeshPair(make) => {
            let mut pair = make(meshes[0], meshes[1]);
            let answer = pair.ask(poses, &mut work);
            let meets = if answer.hit {
                "they meet"
            } else {
                "they are apart"
            };
            let figure = |step: &Step| {
                let boxes = nodes_of(step).map(|nodes| {
                    let sides = [0, 1].into_iter().zip(nodes);
                    sides
                        .flat_map(|(side, node)| {
                            outline(pair.as_ref(), side, node, meshes[side], poses[side])
                        })
                        .collect()
                });
                boxes.unwrap_or_default()
            };
            Ok(told(meets.to_owned(), &work, figure))
        }
        Method::ConvexPair(make) => {
            let hull = |i: usize| {
                let all: Vec<usize> = (0..meshes[i].triangles.len()).collect();
                let hull = hull_of(meshes[i], &all).ok_or("a body is flat")?;
                if hull.vertices.len() > MOST_CORNERS {
                    return Err(format!("a hull has more than {MOST_CORNERS} corners"));
                }
                Ok(hull.moved(poses[i].rotation, poses[i].translation))
            };
            let hulls = [hull(0)?, hull(1)?];
            let answer = make().ask(&hulls[0], &hulls[1], &mut work);
            let meets = match (answer.hit, answer.distance) {
                (true, _) => "the hulls meet".to_owned(),
                (false, Some(distance)) => format!("the hulls are {distance:.4} m apart"),
                (false, None) => "the hulls are apart".to_owned(),
            };
            Ok(told(meets, &work, |step| direction(step, &hulls)))
        }
        _ => Err("the method is not about two bodies".to_owned()),
    }
}

fn told(answer: String, work: &Work, lines: impl Fn(&Step) -> Vec<[DVec3; 2]>) -> Traced {
    let steps = work.steps();
    let figures = steps.iter().take(MOST_FIGURES).enumerate();
    let figures = figures.map(|(index, step)| {
        let numbers = step.numbers.iter().map(|number| format!("{number:.3}"));
        let numbers: Vec<String> = numbers.collect();
        Figure {
            words: format!(
                "step {} of {}: {} {}",
                index + 1,
                steps.len(),
                step.state,
                numbers.join(" ")
            ),
            lines: lines(step),
        }
    });
    Traced {
        figures: figures.collect(),
        answer: format!("{answer}; {}", work.ops.line()),
    }
}

/// The nodes of a step of a descent.
fn nodes_of(step: &Step) -> Option<[usize; 2]> {
    match (step.state, &step.numbers[..]) {
        ("nodes", &[a, b]) => Some([a as usize, b as usize]),
        _ => None,
    }
}

/// The edges of the box around the triangles below a node.
fn outline(
    pair: &dyn MeshPair,
    side: usize,
    node: usize,
    mesh: &Mesh,
    pose: &Pose,
) -> Vec<[DVec3; 2]> {
    let triangles = pair.content(side, node).into_iter();
    let corners: Vec<DVec3> = triangles.flat_map(|t| mesh.corners(t)).collect();
    if corners.is_empty() {
        return Vec::new();
    }
    let low = corners.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = corners
        .iter()
        .copied()
        .fold(DVec3::NEG_INFINITY, DVec3::max);
    let corner = |bits: usize| {
        let pick = |axis: usize| {
            if bits >> axis & 1 == 1 {
                high[axis]
            } else {
                low[axis]
            }
        };
        pose.point(DVec3::new(pick(0), pick(1), pick(2)))
    };
    let edges = (0..8).flat_map(|from| {
        let axes = (0..3).filter(move |axis| from >> axis & 1 == 0);
        axes.map(move |axis| [from, from | 1 << axis])
    });
    edges.map(|edge| edge.map(corner)).collect()
}

/// The direction of an iteration: its first three numbers, of the length of the way between the middles at most.
fn direction(step: &Step, [a, b]: &[Polytope; 2]) -> Vec<[DVec3; 2]> {
    let &[x, y, z, ..] = &step.numbers[..] else {
        return Vec::new();
    };
    let along = DVec3::new(x, y, z);
    let most = a.center.distance(b.center).max(1e-3);
    let along = along.normalize_or_zero() * along.length().clamp(0.2 * most, most);
    vec![[a.center, a.center + along]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::meshes::{ORIGIN, mesh_of};
    use dodgem_oracle::meshes::{cuboid, torus};
    use glam::{DQuat, Vec3};

    #[test]
    fn every_method_about_two_bodies_shows_its_steps() {
        let [ring, cube] =
            [torus(8, 5, 1.0, 0.3), cuboid(Vec3::splat(0.4))].map(|raw| mesh_of(&raw));
        let (mut with_steps, mut with_lines) = (0, 0);
        for row in rows() {
            for x in [0.9, 2.5] {
                let pose = Pose {
                    rotation: DQuat::from_rotation_y(0.3),
                    translation: DVec3::new(x, 0.1, 0.0),
                };
                let traced = trace(row, [&ring, &cube], [&ORIGIN, &pose]).expect(row.id);
                let apart = traced.answer.contains("apart");
                assert_eq!(apart, x > 2.0, "{}: {}", row.id, traced.answer);
                with_steps += usize::from(!traced.figures.is_empty());
                with_lines += usize::from(traced.figures.iter().any(|one| !one.lines.is_empty()));
            }
        }
        assert!(
            with_steps > 70 && with_lines > 60,
            "{with_steps} {with_lines}"
        );
    }
}
