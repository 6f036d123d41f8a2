//! When do two triangles of two moving bodies first come near? Conservative advancement on the
//! pair alone, followed to its end: the innermost step of a sweep.

use glam::DVec3;

use crate::narrow_phase::triangle_triangle_distance;
use crate::query::toi::kinematics::{Courses, Kinematics};

/// How near is near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearness {
    /// At this distance (m) two triangles have met.
    pub target: f64,
    /// No step brings them nearer than this.
    pub keep: f64,
}

/// Where and when two triangles have come within the target: in the first body's coordinates at
/// that time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    /// Seconds from the start of the motions.
    pub time: f64,
    /// In metres.
    pub distance: f64,
    pub point_a: DVec3,
    pub point_b: DVec3,
    /// From the first to the second, of length 1; zero for triangles that cross.
    pub normal: DVec3,
}

/// How the advancement of two triangles ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Advance {
    /// They stay apart until the end.
    Passed,
    /// They come within the target.
    Met(Meeting),
    /// The work has become too much.
    Stopped,
}

/// Triangles that start nearer than this share of the target meet at the start: else what begins
/// a little farther off than the target would meet at once, whatever it does then.
const NEAR_AT_START: f64 = 1.9;

/// Two moving bodies and what of them is near.
pub(super) struct TrianglePair<'q> {
    pub courses: &'q Courses,
    /// Corners in the bodies' own coordinates.
    pub corners_a: [DVec3; 3],
    pub corners_b: [DVec3; 3],
}

impl TrianglePair<'_> {
    /// Advances from `time`, at which `kinematics` was taken, until the triangles meet or `end` is
    /// reached. `work` is called for every step and stops the advancement by returning false.
    pub(super) fn advance(
        &self,
        kinematics: &Kinematics,
        mut time: f64,
        end: f64,
        near: Nearness,
        mut work: impl FnMut() -> bool,
    ) -> Advance {
        let mut later;
        let mut now = kinematics;
        let mut normal = DVec3::ZERO;
        loop {
            if !work() {
                return Advance::Stopped;
            }
            let corners_b = self.corners_b.map(|p| {
                let relative = &now.relative;
                relative.rotation * p + relative.translation
            });
            let found = look(&self.corners_a, &corners_b, normal);
            normal = found.normal;
            let share = if time == 0.0 { NEAR_AT_START } else { 1.0 };
            if found.distance <= share * near.target {
                return Advance::Met(Meeting { time, ..found });
            }
            let step =
                now.safe_step_of_points(found.normal, &self.corners_a, &corners_b, near.keep);
            if time + step <= time {
                // Nearer along every direction than they are apart: only rounding makes it so.
                return Advance::Met(Meeting { time, ..found });
            }
            time += step;
            if time >= end {
                return Advance::Passed;
            }
            later = Kinematics::at(self.courses, time);
            now = &later;
        }
    }
}

/// The distance of two triangles and a direction along which they are (almost) as far apart.
/// `before` is the direction of the last look, for triangles that touch.
fn look(a: &[DVec3; 3], b: &[DVec3; 3], before: DVec3) -> Meeting {
    // Near a corner of their own the coordinates lose nothing as f32.
    let origin = a[0];
    let local = |corners: &[DVec3; 3]| corners.map(|p| (p - origin).as_vec3());
    let nearest = triangle_triangle_distance(local(a), local(b));
    let (point_a, point_b) = (nearest.point_a.as_dvec3(), nearest.point_b.as_dvec3());
    let distance = f64::from(nearest.distance_squared).sqrt();
    let mut look = Meeting {
        time: 0.0,
        distance,
        point_a: point_a + origin,
        point_b: point_b + origin,
        normal: (point_b - point_a).try_normalize().unwrap_or(before),
    };
    // The points are rounded: of large triangles that are near, their difference may be turned
    // so far that it parts them by less than they are apart. Then a face or two edges tell.
    if gap(look.normal, a, b) < 0.9 * distance {
        look.normal = widest(a, b, look.normal);
    }
    look
}

/// How far `b` is ahead of `a` along a direction, in metres; negative if they overlap along it.
fn gap(direction: DVec3, a: &[DVec3; 3], b: &[DVec3; 3]) -> f64 {
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

/// Of `first` and the directions of faces and of pairs of edges the one that parts most.
fn widest(a: &[DVec3; 3], b: &[DVec3; 3], first: DVec3) -> DVec3 {
    let edges = |t: &[DVec3; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (edges_a, edges_b) = (edges(a), edges(b));
    let mut best = (gap(first, a, b), first);
    let mut consider = |direction: DVec3| {
        let Some(direction) = direction.try_normalize() else {
            return;
        };
        for direction in [direction, -direction] {
            let gap = gap(direction, a, b);
            if gap > best.0 {
                best = (gap, direction);
            }
        }
    };
    for edges in [&edges_a, &edges_b] {
        let face = edges[0].cross(edges[1]);
        consider(face);
        // Beside a face: the directions in its plane across its edges.
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
