//! A moving point or sphere against an axis-aligned box.

use glam::DVec3;

use crate::query::toi::closed_form::{common_times, earliest, point_capsule, times_in_range};

/// The times from 0 on at which a point is in the box between two corners: in all three slabs at
/// once (*Kolizja*, 2016).
pub fn point_aabb(from: DVec3, velocity: DVec3, min: DVec3, max: DVec3) -> Option<[f64; 2]> {
    let mut times = [0.0, f64::INFINITY];
    for axis in 0..3 {
        let slab = times_in_range(from[axis], velocity[axis], min[axis], max[axis])?;
        times = common_times(times, slab)?;
    }
    Some(times)
}

/// The time at which a sphere of this radius (m) first touches the box between two corners.
///
/// The grown box is the union of the box extended along each axis and of a capsule around each of
/// its edges (Ericson, *Real-Time Collision Detection*, 2005, section 5.5.7).
pub fn sphere_aabb(
    from: DVec3,
    velocity: DVec3,
    radius: f64,
    min: DVec3,
    max: DVec3,
) -> Option<f64> {
    let all = DVec3::splat(radius);
    let [enters, _] = point_aabb(from, velocity, min - all, max + all)?;
    let faces = DVec3::AXES.map(|axis| {
        let out = axis * radius;
        point_aabb(from, velocity, min - out, max + out).map(|times| times[0])
    });
    let face = faces.into_iter().fold(None, earliest);
    if face == Some(enters) {
        return face;
    }
    let corner = |i: usize| {
        let pick = |bit: usize| {
            if i >> bit & 1 == 0 {
                min[bit]
            } else {
                max[bit]
            }
        };
        DVec3::new(pick(0), pick(1), pick(2))
    };
    let edges = (0..8).flat_map(|i| {
        let higher = (0..3).map(move |bit| i | 1 << bit).filter(move |&j| j != i);
        higher.map(move |j| (i, j))
    });
    edges
        .map(|(i, j)| point_capsule(from, velocity, corner(i), corner(j), radius))
        .fold(face, earliest)
}
