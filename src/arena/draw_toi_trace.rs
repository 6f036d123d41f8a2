//! Draws how the sweeps of the last impacts found them.

use std::borrow::Cow;

use glam::{Vec2, Vec3};

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions, time_of_impact_traced};
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{
    Budget, BuildOptions, DebugKind, DebugSink, Distance, Model, Placed, Scratch, Shape, distance,
};
use dodgem_physics::{BodyId, seconds_of};

use crate::arena::Arena;
use crate::arena::toi_trace::ToiTrace;
use crate::params::{
    TOI_TRACE_INSTANTS, TOI_TRACE_LOOK_BACK, TOI_TRACE_MIN_SPEED, TOI_TRACE_SECONDS,
    TOI_TRACES_DRAWN,
};

impl Arena {
    /// Draws how the sweeps of the last impacts went: for each, the outlines of both actors at every
    /// instant to which conservative advancement took them, with their nearest points, and where
    /// they met. The sweeps are made again for this, from an earlier start than in the step.
    pub(super) fn draw_sweeps(&self, sink: &mut dyn DebugSink) {
        let mut scratch = Scratch::default();
        let mut seen: Vec<[BodyId; 2]> = Vec::new();
        for trace in self.toi_traces.iter().rev() {
            let age = seconds_of(self.steps() - trace.step.min(self.steps()));
            if age > TOI_TRACE_SECONDS
                || trace.speed < TOI_TRACE_MIN_SPEED
                || seen.contains(&trace.bodies)
            {
                continue;
            }
            self.draw_toi_trace(trace, seen.is_empty(), &mut scratch, sink);
            seen.push(trace.bodies);
            if seen.len() == TOI_TRACES_DRAWN {
                return;
            }
        }
    }

    fn draw_toi_trace(
        &self,
        trace: &ToiTrace,
        with_text: bool,
        scratch: &mut Scratch,
        sink: &mut dyn DebugSink,
    ) {
        let outlined = trace.bodies.map(|id| self.met_of(id).actor().is_some());
        let shapes = trace.bodies.map(|id| self.world.body(id).shape());
        let [Some(a), Some(b)] = shapes.map(model_of) else {
            return;
        };
        let models = [a.as_ref(), b.as_ref()];
        let options = &SweepOptions::default();
        for back in TOI_TRACE_LOOK_BACK {
            let Some([motion_a, motion_b]) = earlier(&trace.motions, back) else {
                continue;
            };
            // A little longer than it took: the step's own sweep stops farther off.
            let duration = back + trace.duration + 0.02;
            let (found, instants) = time_of_impact_traced(
                Moving::new(models[0], &motion_a),
                Moving::new(models[1], &motion_b),
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
                if index >= TOI_TRACE_INSTANTS {
                    break;
                }
                let poses = [&motion_a, &motion_b].map(|motion| motion.pose_at(instant as f32));
                draw_outlines(models, outlined, &poses, DebugKind::Sweep, sink);
                let gap = draw_gap(models, &poses, index + 1, scratch, sink);
                if index < 2 || index + 2 >= count.min(TOI_TRACE_INSTANTS) {
                    let (time, gap) = (instant * 1000.0, gap * 100.0);
                    text += &format!("{}: {time:.1} ms, {gap:.1} cm apart\n", index + 1);
                } else if index == 2 {
                    text += "...\n";
                }
            }
            let poses = [&motion_a, &motion_b].map(|motion| motion.pose_at(time));
            draw_outlines(models, outlined, &poses, DebugKind::SweepEnd, sink);
            sink.line(point_a, point_a + normal * 0.6, DebugKind::Normal);
            if !with_text {
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
fn earlier(motions: &[Motion; 2], back: f32) -> Option<[Motion; 2]> {
    let begun = |motion: &Motion| {
        let (velocity, spin) = (motion.linear_velocity(), motion.angular_velocity());
        Motion::new(motion.pose_at(-back), velocity, spin, motion.local_center()).ok()
    };
    Some([begun(&motions[0])?, begun(&motions[1])?])
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

/// Draws the shortest line between two models at an instant, and returns its length in metres.
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
        ..
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

/// Draws the outline of a model on the floor, around its lower half.
fn draw_outline(model: &Model, pose: &Pose, kind: DebugKind, sink: &mut dyn DebugSink) {
    let mesh = model.mesh();
    let bounds = mesh.aabb();
    let low = bounds.min.y + 0.1 * bounds.extents().y.min(1.0);
    let high = bounds.min.y + 0.4 * bounds.extents().y.min(1.0);
    let corners = convex_outline(
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
fn convex_outline(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    let mut hull: Vec<Vec2> = Vec::new();
    for side in 0..2 {
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
        if side == 0 {
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
        let found = convex_outline(points.to_vec());
        assert_eq!(found.len(), 4, "{found:?}");
        let area: f32 = (0..4)
            .map(|i| found[i].perp_dot(found[(i + 1) % 4]) * 0.5)
            .sum();
        assert_eq!(area, 4.0);
    }
}
