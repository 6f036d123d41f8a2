//! Draws how the sweeps of the last impacts found them.

use std::fmt::Write as _;

use glam::{Vec2, Vec3};

use dodgem_collide::math::Pose;
use dodgem_collide::query::Stage;
use dodgem_collide::query::toi::PathSweep;
use dodgem_collide::{
    Budget, DebugKind, DebugSink, Distance, DistanceOptions, Model, Placed, Query, Shape,
};
use dodgem_physics::{Body, BodyId, seconds_of};

use crate::arena::toi_trace::ToiTrace;
use crate::arena::{ActorId, Arena};
use crate::params::{TOI_TRACE_INSTANTS, TOI_TRACE_MIN_SPEED, TOI_TRACE_SECONDS, TOI_TRACES_DRAWN};

impl Arena {
    /// Draws how the sweeps of the last impacts went. Each is asked again just as the step asked it: with the
    /// same paths, accuracy, budget and stages and what was known of the pair. At every instant at which a
    /// stage looked at the two: their outlines and nearest points; and where they met.
    /// If a pair is named, only its sweeps.
    pub(super) fn draw_sweeps(&self, pair: Option<[ActorId; 2]>, sink: &mut dyn DebugSink) {
        let mut query = Query::default();
        let mut seen: Vec<[BodyId; 2]> = Vec::new();
        for trace in self.toi_traces.iter().rev() {
            let age = seconds_of(self.steps() - trace.step.min(self.steps()));
            // One that is asked for is shown however slow it was.
            let wanted = match pair {
                Some(pair) => self.is_of(trace, pair),
                None => trace.speed >= TOI_TRACE_MIN_SPEED,
            };
            if age > TOI_TRACE_SECONDS || !wanted || seen.contains(&trace.bodies) {
                continue;
            }
            self.draw_toi_trace(trace, seen.is_empty(), &mut query, sink);
            seen.push(trace.bodies);
            if seen.len() == TOI_TRACES_DRAWN {
                return;
            }
        }
    }

    fn is_of(&self, trace: &ToiTrace, [a, b]: [ActorId; 2]) -> bool {
        let [one, other] = trace.bodies.map(|body| self.met_of(body).actor());
        [(one, other), (other, one)].contains(&(Some(a), Some(b)))
    }

    /// Whether the last sweeps of two actors that met are known, so that they can be drawn.
    pub fn knows_sweep(&self, pair: [ActorId; 2]) -> bool {
        let mut traces = self.toi_traces.iter();
        traces.any(|trace| trace.step == self.steps() && self.is_of(trace, pair))
    }

    fn draw_toi_trace(
        &self,
        trace: &ToiTrace,
        with_text: bool,
        query: &mut Query,
        sink: &mut dyn DebugSink,
    ) {
        let is_actor = trace.bodies.map(|id| self.met_of(id).actor().is_some());
        // A body that was removed since is not drawn, nor what it met.
        let [Some(one), Some(other)] = trace.bodies.map(|id| self.world.body(id)) else {
            return;
        };
        let colliders = [one, other].map(Body::collider);
        let (record, instants) = trace.record.repeat(colliders, query);
        let frames = |time: f64| record.paths.map(|path| path.frame_at(time));
        let poses = |time: f64| {
            let frames = frames(time);
            [0, 1].map(|i: usize| frames[i].pose(colliders[i].local_center()))
        };
        let mut text = String::new();
        let count = instants.len();
        for (index, instant) in instants.into_iter().enumerate().take(TOI_TRACE_INSTANTS) {
            let is_last = index + 1 == count;
            let kind = if is_last {
                DebugKind::SweepEnd
            } else {
                DebugKind::Sweep
            };
            let poses = poses(instant);
            for i in (0..2).filter(|i| is_actor[*i]) {
                if let Shape::Mesh(model) = colliders[i].shape() {
                    draw_outline(model, &poses[i], kind, sink);
                }
            }
            let shapes = colliders.map(|collider| collider.shape());
            let gap = draw_gap(shapes, &poses, index + 1, query, sink);
            if index < 2 || index + 2 >= count.min(TOI_TRACE_INSTANTS) {
                let since = (instant - record.start) * 1000.0;
                let _ = writeln!(
                    text,
                    "{}: {since:.2} ms, {:.1} mm apart",
                    index + 1,
                    gap * 1000.0
                );
            } else if index == 2 {
                text += "...\n";
            }
        }
        let PathSweep::Impact(impact) = record.answer else {
            return;
        };
        let point = impact.points[0].as_vec3();
        sink.line(point, point + impact.normal * 0.6, DebugKind::Normal);
        if with_text {
            let time = f64::from(impact.time) * 1000.0;
            let stage = record.decided_by.map_or("the budget", Stage::name);
            let allowed = match record.budget {
                Budget::Work(units) => format!(" of {units}"),
                Budget::Unlimited | Budget::Time(_) => String::new(),
            };
            let _ = write!(
                text,
                "they meet after {time:.2} ms, decided by {stage}: {count} instants, work {}{allowed}",
                record.work
            );
            sink.text(point + Vec3::Y * 1.2, &text, DebugKind::SweepEnd);
        }
    }
}

/// Draws the shortest line between two shapes at an instant, and returns its length in metres.
fn draw_gap(
    [a, b]: [&Shape; 2],
    poses: &[Pose; 2],
    number: usize,
    query: &mut Query,
    sink: &mut dyn DebugSink,
) -> f32 {
    let found = query.distance(
        Placed::new(a, &poses[0]),
        Placed::new(b, &poses[1]),
        &DistanceOptions::EXACT,
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
    if distance > 0.02 {
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
