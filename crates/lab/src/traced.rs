//! The steps of a method about two bodies, as figures of lines and a line of words each: for a view of them.
//!
//! A descent gives a box for each of its two nodes, along the axes of the bodies, around the triangles below, and
//! these triangles where they are few; an iteration of a convex method gives its direction, from the first body's
//! middle, or its features in words.

use std::fmt::{self, Debug, Formatter};

use glam::DVec3;

use crate::convex::ConvexPair;
use crate::decomposition::pieces::hull_of;
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::polytope::Polytope;
use crate::registry::{Method, ROWS, Row};
use crate::work::{Step, Work};

/// A line in the world (m).
pub type Line = [DVec3; 2];

/// A step.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The boxes around the two nodes of a descent.
    pub boxes: [Vec<Line>; 2],
    /// The sides of the triangles in the two nodes, at most [`MOST_SIDES`] of each.
    pub triangles: [Vec<Line>; 2],
    /// The direction of an iteration.
    pub arrow: Option<Line>,
}

/// The most sides of triangles of a node in a figure: more are a tangle.
pub const MOST_SIDES: usize = 72;

/// The most triangles of a mesh, and the most corners of a hull, that a trace takes: slow methods would stop a picture.
const MOST_TRIANGLES: usize = 2000;
const MOST_CORNERS: usize = 160;

/// The methods that have steps about two bodies.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(|row| {
        let is_pair = matches!(row.method, Method::ConvexPair(_) | Method::MeshPair(_));
        is_pair && !row.id.starts_with("engine")
    })
}

/// A method, prepared for two bodies.
enum Made {
    Meshes(Box<dyn MeshPair>),
    Hulls(Box<dyn ConvexPair>, Box<[Polytope; 2]>),
}

/// A method that is asked about two bodies again and again, with the steps of its last answer.
pub struct Asker {
    meshes: [Mesh; 2],
    made: Made,
    poses: [Pose; 2],
    work: Work,
    answer: String,
}

impl Debug for Asker {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asker")
            .field("answer", &self.answer)
            .finish_non_exhaustive()
    }
}

impl Asker {
    /// Prepares a method and asks it.
    ///
    /// # Errors
    /// The reason in words: a body that is too large, or a method of another stage.
    pub fn new(row: &Row, meshes: [Mesh; 2], poses: [Pose; 2]) -> Result<Self, String> {
        if meshes.iter().any(|m| m.triangles.len() > MOST_TRIANGLES) {
            return Err(format!("a body has more than {MOST_TRIANGLES} triangles"));
        }
        let made = match row.method {
            Method::MeshPair(make) => Made::Meshes(make(&meshes[0], &meshes[1])),
            Method::ConvexPair(make) => {
                let [a, b] = meshes.each_ref().map(hull);
                Made::Hulls(make(), Box::new([a?, b?]))
            }
            _ => return Err("the method is not about two bodies".to_owned()),
        };
        let mut asker = Self {
            meshes,
            made,
            poses,
            work: Work::default(),
            answer: String::new(),
        };
        asker.ask(poses);
        Ok(asker)
    }

    /// Asks about the bodies at two poses. The method may remember its last answer.
    pub fn ask(&mut self, poses: [Pose; 2]) {
        self.poses = poses;
        self.work = Work::traced();
        let meets = match &mut self.made {
            Made::Meshes(pair) => {
                if pair.ask(poses.each_ref(), &mut self.work).hit {
                    "they meet".to_owned()
                } else {
                    "they are apart".to_owned()
                }
            }
            Made::Hulls(pair, hulls) => {
                let [a, b] = placed(hulls, &poses);
                let answer = pair.ask(&a, &b, &mut self.work);
                match (answer.hit, answer.distance) {
                    (true, _) => "the hulls meet".to_owned(),
                    (false, Some(distance)) => format!("the hulls are {distance:.4} m apart"),
                    (false, None) => "the hulls are apart".to_owned(),
                }
            }
        };
        self.answer = format!("{meets}; {}", self.work.ops.line());
    }

    /// The answer and the counts.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// The number of steps of the last answer.
    pub fn steps(&self) -> usize {
        self.work.steps().len()
    }

    /// True for a descent, whose steps are pairs of nodes.
    pub fn descends(&self) -> bool {
        matches!(self.made, Made::Meshes(_))
    }

    /// The number of a step, its state and its numbers.
    pub fn words(&self, index: usize) -> Option<String> {
        let step = self.work.steps().get(index)?;
        let numbers = step.numbers.iter().map(|number| format!("{number:.3}"));
        let numbers: Vec<String> = numbers.collect();
        Some(format!(
            "step {} of {}: {} {}",
            index + 1,
            self.steps(),
            step.state,
            numbers.join(" ")
        ))
    }

    /// The lines of a step.
    pub fn figure(&self, index: usize) -> Figure {
        let mut figure = Figure::default();
        let Some(step) = self.work.steps().get(index) else {
            return figure;
        };
        match &self.made {
            Made::Meshes(pair) => {
                for (side, node) in nodes_of(step).into_iter().flatten().enumerate() {
                    let triangles = pair.content(side, node).into_iter();
                    let corners: Vec<[DVec3; 3]> =
                        triangles.map(|t| self.meshes[side].corners(t)).collect();
                    figure.boxes[side] = outline(&corners, &self.poses[side]);
                    figure.triangles[side] = sides(&corners, &self.poses[side]);
                }
            }
            Made::Hulls(_, hulls) => figure.arrow = direction(step, &placed(hulls, &self.poses)),
        }
        figure
    }
}

/// The convex hull of a mesh.
fn hull(mesh: &Mesh) -> Result<Polytope, String> {
    let all: Vec<usize> = (0..mesh.triangles.len()).collect();
    let hull = hull_of(mesh, &all).ok_or("a body is flat")?;
    if hull.vertices.len() > MOST_CORNERS {
        return Err(format!("a hull has more than {MOST_CORNERS} corners"));
    }
    Ok(hull)
}

fn placed(hulls: &[Polytope; 2], poses: &[Pose; 2]) -> [Polytope; 2] {
    [0, 1].map(|i| hulls[i].moved(poses[i].rotation, poses[i].translation))
}

/// The nodes of a step of a descent.
fn nodes_of(step: &Step) -> Option<[usize; 2]> {
    match (step.state, &step.numbers[..]) {
        ("nodes", &[a, b]) => Some([a as usize, b as usize]),
        _ => None,
    }
}

/// The edges of the box around triangles.
fn outline(triangles: &[[DVec3; 3]], pose: &Pose) -> Vec<Line> {
    let corners = triangles.as_flattened();
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

/// The sides of triangles; none of too many.
fn sides(triangles: &[[DVec3; 3]], pose: &Pose) -> Vec<Line> {
    if 3 * triangles.len() > MOST_SIDES {
        return Vec::new();
    }
    let sides = triangles
        .iter()
        .flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
    sides.map(|side| side.map(|p| pose.point(*p))).collect()
}

/// The direction of an iteration: its first three numbers, of the length of the way between the middles at most.
fn direction(step: &Step, [a, b]: &[Polytope; 2]) -> Option<Line> {
    let &[x, y, z, ..] = &step.numbers[..] else {
        return None;
    };
    let along = DVec3::new(x, y, z);
    let most = a.center.distance(b.center).max(1e-3);
    let along = along.normalize_or_zero() * along.length().clamp(0.2 * most, most);
    Some([a.center, a.center + along])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::find;
    use crate::scene::meshes::{ORIGIN, mesh_of};
    use dodgem_oracle::meshes::{cuboid, torus};
    use glam::{DQuat, Vec3};

    #[test]
    fn every_method_about_two_bodies_shows_its_steps() {
        let [ring, cube] =
            [torus(8, 5, 1.0, 0.3), cuboid(Vec3::splat(0.4))].map(|raw| mesh_of(&raw));
        let (mut with_steps, mut with_lines) = (0, 0);
        let pose = |x: f64| Pose {
            rotation: DQuat::from_rotation_y(0.3),
            translation: DVec3::new(x, 0.1, 0.0),
        };
        for row in rows() {
            let meshes = [ring.clone(), cube.clone()];
            let mut asker = Asker::new(row, meshes, [ORIGIN, pose(0.9)]).expect(row.id);
            for x in [0.9, 2.5] {
                asker.ask([ORIGIN, pose(x)]);
                let answer = asker.answer();
                assert_eq!(answer.contains("apart"), x > 2.0, "{}: {answer}", row.id);
                let figures = (0..asker.steps()).map(|step| asker.figure(step));
                let is_drawn = |one: &Figure| one.arrow.is_some() || !one.boxes[0].is_empty();
                with_lines += usize::from(figures.filter(is_drawn).count() > 0);
                with_steps += usize::from(asker.words(0).is_some());
            }
        }
        assert!(
            with_steps > 70 && with_lines > 60,
            "{with_steps} {with_lines}"
        );
    }

    #[test]
    fn the_last_step_of_a_descent_to_a_hit_shows_the_triangles_that_meet() {
        let cube = mesh_of(&cuboid(Vec3::splat(0.5)));
        let row = find("tree-splatter-mean").unwrap();
        let pose = Pose {
            translation: DVec3::new(0.9, 0.1, 0.2),
            ..ORIGIN
        };
        let asker = Asker::new(row, [cube.clone(), cube], [ORIGIN, pose]).unwrap();
        let last = asker.figure(asker.steps() - 1);
        for (side, at) in [0.0, 0.9].into_iter().enumerate() {
            let lines = last.triangles[side].as_flattened();
            assert!(!lines.is_empty() && last.boxes[side].len() == 12);
            assert!(lines.iter().all(|p| (p.x - at).abs() <= 0.5 + 1e-12));
        }
    }
}
