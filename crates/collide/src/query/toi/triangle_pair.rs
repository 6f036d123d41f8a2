//! The time of impact of two triangles of two moving bodies: conservative advancement on this pair
//! alone, the innermost loop of a sweep.

use glam::DVec3;

use crate::narrow_phase::{exact_distance, triangle_triangle_distance};
use crate::params;
use crate::query::toi::DistanceThresholds;
use crate::query::toi::kinematics::Kinematics;
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::pose_rounding::{LocalRounding, PoseRounding};

/// Two triangles at the time at which they reach the target distance, in the first body's frame
/// then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TriangleImpact {
    /// The time, in seconds from the start of the motions.
    pub time: f64,
    /// The distance of the two, in metres.
    pub distance: f64,
    /// At this distance (m) and below, rounding does not distinguish the two from touching triangles.
    pub unresolved: f64,
    pub point_a: DVec3,
    pub point_b: DVec3,
    /// The direction from the first to the second, of length 1; zero for triangles that cross.
    pub normal: DVec3,
}

/// The result of the advancement of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TriangleAdvance {
    /// They stay apart until the end; this direction, in the first body's frame, separated them last.
    Separated(DVec3),
    /// They reach the target distance.
    Impact(TriangleImpact),
    /// The callback stopped it.
    Stopped,
}

/// Two triangles of two moving bodies.
pub(super) struct TrianglePair<'q> {
    pub motions: &'q MotionPair,
    /// Corners in the bodies' own frames, m.
    pub corners_a: [DVec3; 3],
    pub corners_b: [DVec3; 3],
    /// The rounding of the poses; `None` if it is less than the smallest gap on all of the paths.
    pub rounding: Option<&'q PoseRounding>,
}

impl TrianglePair<'_> {
    /// Advances over a span (s), which begins at the time of `kinematics`, until the triangles reach the target
    /// distance or the span ends. It calls `work` with the time (s) of every step before it and stops when that
    /// returns false.
    pub(super) fn advance(
        &self,
        kinematics: &Kinematics,
        [mut time, end]: [f64; 2],
        thresholds: DistanceThresholds,
        mut work: impl FnMut(f64) -> bool,
    ) -> TriangleAdvance {
        let mut later;
        let mut now = kinematics;
        let mut normal = DVec3::ZERO;
        loop {
            if !work(time) {
                return TriangleAdvance::Stopped;
            }
            let corners_b = self.corners_b.map(|p| {
                let relative = &now.relative;
                relative.rotation * p + relative.translation
            });
            let corners = [&self.corners_a, &corners_b];
            let rounding = self
                .rounding
                .map(|poses| poses.at(time, now.relative_motion(), corners));
            let rounding = rounding.unwrap_or_default();
            let unresolved = params::RESOLVED_GAP_FACTOR * rounding.distance;
            let share = if time == 0.0 {
                params::START_DISTANCE_FACTOR
            } else {
                1.0
            };
            let limit = unresolved.max(share * thresholds.target);
            let mut found = distance_with_normal(corners, normal);
            if found.distance <= limit {
                found = exact_distance_with_normal(corners, normal);
            }
            normal = found.normal;
            let impact = TriangleImpact {
                time,
                unresolved,
                ..found
            };
            if found.distance <= limit {
                return TriangleAdvance::Impact(impact);
            }
            let keep = LocalRounding {
                distance: thresholds.min_gap.max(rounding.distance),
                ..rounding
            };
            let step = now.safe_step_of_points(found.normal, corners, keep);
            if time + step <= time {
                // The gap along every direction is smaller than the distance: only rounding causes
                // that.
                return TriangleAdvance::Impact(impact);
            }
            time += step;
            if time >= end {
                return TriangleAdvance::Separated(normal);
            }
            later = Kinematics::at(self.motions, time);
            now = &later;
        }
    }
}

/// The distance of two triangles, and a direction along which their gap is (almost) that distance.
/// `before` is the direction of the last step, for triangles that touch.
fn distance_with_normal([a, b]: [&[DVec3; 3]; 2], before: DVec3) -> TriangleImpact {
    // Relative to one of their own corners the coordinates of small triangles lose nothing in f32.
    let origin = a[0];
    let local = |corners: &[DVec3; 3]| corners.map(|p| (p - origin).as_vec3());
    let nearest = triangle_triangle_distance(local(a), local(b));
    let points = [nearest.point_a, nearest.point_b].map(|point| point.as_dvec3() + origin);
    let found = between(points, f64::from(nearest.distance_squared), before);
    // For large triangles that are near each other the points may be so inexact that the gap along
    // the direction between them is smaller than the distance.
    if gap_along(found.normal, a, b) < params::MIN_NORMAL_GAP_SHARE * found.distance {
        exact_distance_with_normal([a, b], before)
    } else {
        found
    }
}

/// [`distance_with_normal`] in f64 throughout.
fn exact_distance_with_normal([a, b]: [&[DVec3; 3]; 2], before: DVec3) -> TriangleImpact {
    let nearest = exact_distance(a, b);
    let points = [nearest.point_a, nearest.point_b];
    let mut found = between(points, nearest.distance_squared, before);
    // Thin triangles: the normal of a face or of two edges may be better.
    if gap_along(found.normal, a, b) < params::MIN_NORMAL_GAP_SHARE * found.distance {
        found.normal = widest_direction(a, b, found.normal);
    }
    found
}

fn between([point_a, point_b]: [DVec3; 2], squared: f64, before: DVec3) -> TriangleImpact {
    TriangleImpact {
        time: 0.0,
        distance: squared.sqrt(),
        unresolved: 0.0,
        point_a,
        point_b,
        normal: (point_b - point_a).try_normalize().unwrap_or(before),
    }
}

/// The gap from `a` to `b` along a direction, in metres; negative if they overlap along it.
fn gap_along(direction: DVec3, a: &[DVec3; 3], b: &[DVec3; 3]) -> f64 {
    let ahead = b
        .map(|p| direction.dot(p))
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    let reach = a
        .map(|p| direction.dot(p))
        .into_iter()
        .fold(f64::NEG_INFINITY, f64::max);
    ahead - reach
}

/// The direction with the widest gap: `first`, or a normal of a face or of a pair of edges.
fn widest_direction(a: &[DVec3; 3], b: &[DVec3; 3], first: DVec3) -> DVec3 {
    let edges = |t: &[DVec3; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (edges_a, edges_b) = (edges(a), edges(b));
    let mut best = (gap_along(first, a, b), first);
    let mut consider = |direction: DVec3| {
        let Some(direction) = direction.try_normalize() else {
            return;
        };
        for direction in [direction, -direction] {
            let gap_along = gap_along(direction, a, b);
            if gap_along > best.0 {
                best = (gap_along, direction);
            }
        }
    };
    for edges in [&edges_a, &edges_b] {
        let face = edges[0].cross(edges[1]);
        consider(face);
        // Beside a face: directions in its plane, across its edges.
        for edge in edges {
            consider(face.cross(*edge));
        }
    }
    for edge_a in edges_a {
        for edge_b in edges_b {
            consider(edge_a.cross(edge_b));
        }
    }
    best.1
}
