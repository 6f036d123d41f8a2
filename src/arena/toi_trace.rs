//! The last impacts, to look at: how the sweep found them.

use std::borrow::Cow;

use glam::{Vec2, Vec3};

use crate::arena::Arena;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions, time_of_impact_traced};
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{
    Budget, BuildOptions, DebugKind, DebugSink, Distance, Model, Placed, Scratch, Shape, distance,
};
use dodgem_physics::seconds_of;

/// So many impacts are remembered.
pub(super) const MOST_SIGHTS: usize = 8;

/// How long an impact stays in sight, in seconds of the world.
const IN_SIGHT: f32 = 1.5;

/// Slower impacts are not worth a look, in m/s.
const LEAST_SPEED: f32 = 0.8;

/// A step is too short to see much: the same motions are looked at from so long before, in seconds,
/// the first of these at which the two were apart.
const LOOK_BACK: [f32; 3] = [0.3, 0.12, 0.0];

/// So many pairs are drawn, the last ones; the numbers only of the very last.
const MOST_PAIRS: usize = 2;

/// Most instants that are drawn of one sweep.
const MOST_INSTANTS: usize = 12;

/// An impact of two bodies, or of a body and a wall.
#[derive(Clone, Debug)]
pub(super) struct ToiTrace {
    /// The step in which it was.
    pub step: u64,
    /// Their names in the space.
    pub bodies: [dodgem_physics::BodyId; 2],
    /// The motions on which they met, and the seconds from their start to the impact.
    pub ways: [Motion; 2],
    pub left: f32,
    /// In m/s.
    pub speed: f32,
}

impl Arena {
    /// Draws how the sweeps of the last impacts went: for each, the outlines of both bodies at every
    /// instant to which conservative advancement took them, with their nearest points, and where
    /// they met. The sweeps are made again for this, from further back than the step began.
    pub(super) fn draw_sweeps(&self, sink: &mut dyn DebugSink) {
        let mut scratch = Scratch::default();
        let mut seen: Vec<[dodgem_physics::BodyId; 2]> = Vec::new();
        for sight in self.sights.iter().rev() {
            let age = seconds_of(self.steps() - sight.step.min(self.steps()));
            if age > IN_SIGHT || sight.speed < LEAST_SPEED || seen.contains(&sight.bodies) {
                continue;
            }
            self.draw_sight(sight, seen.is_empty(), &mut scratch, sink);
            seen.push(sight.bodies);
            if seen.len() == MOST_PAIRS {
                return;
            }
        }
    }

    fn draw_sight(
        &self,
        sight: &ToiTrace,
        told: bool,
        scratch: &mut Scratch,
        sink: &mut dyn DebugSink,
    ) {
        let outlined = sight.bodies.map(|id| self.met(id).body().is_some());
        let shapes = sight.bodies.map(|id| self.world.body(id).shape());
        let [Some(a), Some(b)] = shapes.map(model_of) else {
            return;
        };
        let models = [a.as_ref(), b.as_ref()];
        let options = &SweepOptions::default();
        for back in LOOK_BACK {
            let Some([way_a, way_b]) = earlier(&sight.ways, back) else {
                continue;
            };
            // A little longer than it took: the step's own sweep stops farther off.
            let duration = back + sight.left + 0.02;
            let (found, instants) = time_of_impact_traced(
                Moving::new(models[0], &way_a),
                Moving::new(models[1], &way_b),
                duration,
                options,
                scratch,
            );
            let Sweep::Impact {
                time,
                point_a,
                normal,
                ..
            } = found
            else {
                continue;
            };
            let tests = scratch.counters.work();
            let mut text = String::new();
            let count = instants.len();
            for (index, instant) in instants.into_iter().enumerate() {
                if index >= MOST_INSTANTS {
                    break;
                }
                let poses = [&way_a, &way_b].map(|way| way.pose_at(instant as f32));
                draw_outlines(models, outlined, &poses, DebugKind::Sweep, sink);
                let gap = draw_gap(models, &poses, index + 1, scratch, sink);
                if index < 2 || index + 2 >= count.min(MOST_INSTANTS) {
                    let (time, gap) = (instant * 1000.0, gap * 100.0);
                    text += &format!("{}: {time:.1} ms, {gap:.1} cm apart\n", index + 1);
                } else if index == 2 {
                    text += "...\n";
                }
            }
            let poses = [&way_a, &way_b].map(|way| way.pose_at(time));
            draw_outlines(models, outlined, &poses, DebugKind::SweepEnd, sink);
            sink.line(point_a, point_a + normal * 0.6, DebugKind::Normal);
            if !told {
                return;
            }
            let time = time * 1000.0;
            text += &format!("they meet after {time:.1} ms: {count} instants, {tests} tests");
            sink.text(point_a + Vec3::Y * 1.2, &text, DebugKind::SweepEnd);
            return;
        }
    }
}

/// The same motions, begun some seconds earlier.
fn earlier(ways: &[Motion; 2], back: f32) -> Option<[Motion; 2]> {
    let begun = |way: &Motion| {
        let (velocity, turning) = (way.linear_velocity(), way.angular_velocity());
        Motion::new(way.pose_at(-back), velocity, turning, way.local_center()).ok()
    };
    Some([begun(&ways[0])?, begun(&ways[1])?])
}

/// The triangles of a mesh or of a box (a wall), to sweep; None for what a hall has none of.
fn model_of(shape: &Shape) -> Option<Cow<'_, Model>> {
    match shape {
        Shape::Mesh(model) => Some(Cow::Borrowed(model)),
        Shape::Cuboid(cuboid) => {
            let half = cuboid.half_extents();
            let sign = |corner: u32, bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let corners = std::array::from_fn::<_, 8, _>(|i| {
                half * Vec3::from_array(std::array::from_fn(|bit| sign(i as u32, bit as u32)))
            });
            let hull = ConvexHull::from_points(&corners).ok()?;
            let mesh = hull.to_mesh().ok()?;
            let model = Model::build(&mesh, &BuildOptions::default()).ok()?;
            Some(Cow::Owned(model))
        }
        _ => None,
    }
}

fn draw_outlines(
    models: [&Model; 2],
    outlined: [bool; 2],
    poses: &[Pose; 2],
    kind: DebugKind,
    sink: &mut dyn DebugSink,
) {
    for index in (0..2).filter(|index| outlined[*index]) {
        draw_outline(models[index], &poses[index], kind, sink);
    }
}

/// Where two bodies are nearest each other at an instant: returns how far they are apart there, in
/// metres.
fn draw_gap(
    [a, b]: [&Model; 2],
    poses: &[Pose; 2],
    number: usize,
    scratch: &mut Scratch,
    sink: &mut dyn DebugSink,
) -> f32 {
    let all = Budget::Unlimited;
    let found = distance(
        Placed::new(a, &poses[0]),
        Placed::new(b, &poses[1]),
        all,
        scratch,
    );
    let Distance::Apart {
        distance,
        point_a,
        point_b,
    } = found
    else {
        return 0.0;
    };
    sink.line(point_a, point_b, DebugKind::Nearest);
    // The last ones are nearly at one place.
    if distance > 0.05 {
        let text = number.to_string();
        sink.text((point_a + point_b) * 0.5, &text, DebugKind::Nearest);
    }
    distance
}

/// What a body covers of the floor, drawn around its lower half.
fn draw_outline(model: &Model, pose: &Pose, kind: DebugKind, sink: &mut dyn DebugSink) {
    let mesh = model.mesh();
    let bounds = mesh.aabb();
    let low = bounds.min.y + 0.1 * bounds.extents().y.min(1.0);
    let high = bounds.min.y + 0.4 * bounds.extents().y.min(1.0);
    let corners = hull(
        mesh.vertices()
            .iter()
            .map(|v| Vec2::new(v.x, v.z))
            .collect(),
    );
    let at =
        |corner: Vec2, height: f32| pose.transform_point(Vec3::new(corner.x, height, corner.y));
    for (index, corner) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        for height in [low, high] {
            sink.line(at(*corner, height), at(next, height), kind);
        }
        if index % 4 == 0 {
            sink.line(at(*corner, low), at(*corner, high), kind);
        }
    }
}

/// The convex hull of points in a plane, in order around it (Andrew's monotone chain).
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    let mut hull: Vec<Vec2> = Vec::new();
    for way in 0..2 {
        let base = hull.len();
        let mut add = |point: Vec2| {
            while hull.len() >= base + 2 {
                let (before, last) = (hull[hull.len() - 2], hull[hull.len() - 1]);
                if (last - before).perp_dot(point - last) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(point);
        };
        if way == 0 {
            points.iter().copied().for_each(&mut add);
        } else {
            points.iter().rev().copied().for_each(&mut add);
        }
        // The last corner is the first one of the way back.
        hull.pop();
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_square_with_points_inside_is_the_square() {
        let points = [(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0), (0, 1)];
        let points = points.map(|(x, y)| Vec2::new(x as f32, y as f32));
        let found = hull(points.to_vec());
        assert_eq!(found.len(), 4, "{found:?}");
        let area: f32 = (0..4)
            .map(|i| found[i].perp_dot(found[(i + 1) % 4]) * 0.5)
            .sum();
        assert_eq!(area, 4.0);
    }
}
