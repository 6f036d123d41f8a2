//! The sweep view: how the sweeps found the last impacts, or how the pair in focus was swept.

use std::fmt::Display;

use glam::{DVec3, Vec2, Vec3};

use dodgem_collide::math::Pose;
use dodgem_collide::query::SweepTrace;
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::{Budget, DebugKind, DebugSink, Model, Query, Shape};

use crate::arena::debug_draw::tone;
use crate::arena::pair_trace::{recent_traces, step_trace};
use crate::arena::{Arena, Focus, PairTrace, SweepOf, Views};
use crate::console::fill;
use crate::params::TOI_TRACE_INSTANTS;
use crate::view_words::ViewWords;

/// Draws the sweeps of the last impacts, or of the pair in focus. At each instant that a stage tested, it
/// draws both outlines and the nearest points; at the end, the point of impact.
pub(super) fn draw_sweeps(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    let mut query = Query::default();
    for (index, trace) in shown_sweeps(arena, views).iter().enumerate() {
        sink.tone(tone(index == 0));
        draw_pair_trace(arena, trace, &mut query, sink);
    }
}

/// Returns the sweeps that the view shows, the most important first.
pub(super) fn shown_sweeps(arena: &Arena, views: &Views) -> Vec<PairTrace> {
    if let Some(pair) = views.focus.as_ref().and_then(Focus::pair) {
        return arena.pair_trace(pair).into_iter().collect();
    }
    let mut query = Query::default();
    // For one body in focus, only its own sweeps.
    let recent = recent_traces(arena, views.focus);
    recent
        .filter_map(|(trace, age)| step_trace(arena, trace, age, &mut query))
        .collect()
}

fn draw_pair_trace(arena: &Arena, trace: &PairTrace, query: &mut Query, sink: &mut dyn DebugSink) {
    let is_actor = trace.bodies.map(|id| arena.met_of(id).actor().is_some());
    let [Some(one), Some(other)] = trace.bodies.map(|id| arena.world.body(id)) else {
        return;
    };
    let bodies = [one, other];
    let SweepTrace {
        record, instants, ..
    } = &trace.trace;
    let meets = matches!(*record.answer, Sweep::Impact { .. });
    let passing = match trace.sweep {
        SweepOf::Step { .. } => DebugKind::Sweep,
        SweepOf::Ahead => DebugKind::LookAhead,
    };
    let shown = shown_instants(instants);
    for (number, instant) in &shown {
        let is_last = *number == instants.len();
        let kind = if is_last && meets {
            DebugKind::SweepEnd
        } else {
            passing
        };
        let poses = trace.poses(bodies, *instant);
        for i in (0..2).filter(|i| is_actor[*i]) {
            if let Shape::Mesh(model) = bodies[i].shape() {
                draw_outline(model, &poses[i], kind, sink);
            }
        }
        draw_gap(trace.nearest(bodies, *instant, query), *number, sink);
    }
    if let Sweep::Impact {
        point_a, normal, ..
    } = *record.answer
    {
        let point = point_a.as_vec3();
        sink.line(point, point + normal * 0.6, DebugKind::Normal);
    }
}

/// Returns the text of a sweep: for each instant, its time in milliseconds from the start and the gap;
/// then the result.
pub(super) fn sweep_words(arena: &Arena, trace: &PairTrace, all_words: &ViewWords) -> Vec<String> {
    let [Some(one), Some(other)] = trace.bodies.map(|id| arena.world.body(id)) else {
        return Vec::new();
    };
    let (bodies, mut query) = ([one, other], Query::default());
    let SweepTrace {
        record, instants, ..
    } = &trace.trace;
    let words = &all_words.queries;
    let names = trace.bodies.map(|body| arena.name_of(arena.met_of(body)));
    let names = all_words.names.pair(names);
    let mut told = vec![match trace.sweep {
        SweepOf::Step { age } => {
            let seconds = format!("{age:.2}");
            fill(words.swept_ago, &[("names", &names), ("seconds", &seconds)])
        }
        SweepOf::Ahead => fill(words.ahead, &[("names", &names)]),
    }];
    let shown = shown_instants(instants);
    let mut before = 0;
    for (number, instant) in &shown {
        if *number > before + 1 {
            told.push("...".to_owned());
        }
        before = *number;
        let found = trace.nearest(bodies, *instant, &mut query);
        let gap = length(found.map_or(0.0, |found| found.0 as f32));
        let since = format!("{:.2}", (instant - record.limits.start) * 1000.0);
        let parts: [(&str, &dyn Display); 3] = [("number", number), ("ms", &since), ("gap", &gap)];
        told.push(fill(words.instant, &parts));
    }
    let end = (trace.end() - record.limits.start) * 1000.0;
    let stage = all_words.stages.decider(record.answer.decided_by);
    let ended = |text: &str, digits: usize| {
        let ms = format!("{end:.digits$}");
        fill(text, &[("ms", &ms), ("stage", &stage)])
    };
    told.push(match *record.answer {
        Sweep::Impact { .. } => ended(words.meet, 2),
        Sweep::Clear => ended(words.stay_apart, 1),
        Sweep::Cut { .. } => ended(words.cut, 2),
        Sweep::Overlapping { .. } => words.touch.to_owned(),
    });
    let allowed = match (trace.sweep, record.budget) {
        (SweepOf::Step { .. }, Budget::Work(units)) if units < MOST_TOLD => {
            fill(words.allowed, &[("units", &units)])
        }
        _ => String::new(),
    };
    let (count, units) = (instants.len(), record.answer.charge());
    let text = if count == 1 {
        words.instants_one
    } else {
        words.instants
    };
    let parts: [(&str, &dyn Display); 3] =
        [("count", &count), ("units", &units), ("allowed", &allowed)];
    told.push(fill(text, &parts));
    told
}

/// Budgets of at least this many units count as unlimited in the text.
const MOST_TOLD: u64 = 1 << 40;

/// Returns the first and the last instants with their numbers from 1, at most as many as the view draws.
fn shown_instants(instants: &[f64]) -> Vec<(usize, f64)> {
    let numbered = (1..).zip(instants.iter().copied());
    let (count, half) = (instants.len(), TOI_TRACE_INSTANTS / 2);
    numbered
        .filter(|(number, _)| *number <= half || *number + half > count)
        .collect()
}

/// Formats a length in the unit that is easiest to read.
fn length(metres: f32) -> String {
    match metres {
        _ if metres >= 1.0 => format!("{metres:.2} m"),
        _ if metres >= 0.01 => format!("{:.1} cm", metres * 100.0),
        _ => format!("{:.2} mm", metres * 1000.0),
    }
}

/// Draws the shortest line between two bodies at an instant, with its number.
fn draw_gap(found: Option<(f64, [DVec3; 2])>, number: usize, sink: &mut dyn DebugSink) {
    let Some((_, points)) = found else {
        return;
    };
    let [a, b] = points.map(|point| point.as_vec3());
    sink.line(a, b, DebugKind::Nearest);
    sink.text((a + b) * 0.5, &number.to_string(), DebugKind::Nearest);
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

/// Returns the convex hull of points in a plane, in order around it (Andrew's monotone chain).
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
        hull.pop();
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_instants_the_first_and_the_last_are_shown() {
        let instants: Vec<f64> = (0..30).map(f64::from).collect();
        let numbers: Vec<usize> = shown_instants(&instants).iter().map(|one| one.0).collect();
        let half = TOI_TRACE_INSTANTS / 2;
        assert_eq!(numbers.len(), 2 * half);
        assert_eq!(
            (numbers[0], numbers[half - 1], numbers[half]),
            (1, half, 31 - half)
        );
        assert_eq!(shown_instants(&instants[..5]).len(), 5);
    }

    #[test]
    fn lengths_are_told_in_a_unit_that_can_be_read() {
        assert_eq!(length(1.5), "1.50 m");
        assert_eq!(length(0.123), "12.3 cm");
        assert_eq!(length(0.001_25), "1.25 mm");
    }

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
