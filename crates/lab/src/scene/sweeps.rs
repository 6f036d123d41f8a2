//! Flights of two convex bodies within a frame, with the time of their first contact.
//!
//! The truth comes from samples that prove the time around them: the gap along the best of all axes, in f64,
//! changes by at most the greatest speed of a corner, so a sample with a gap g clears the time g / speed on either
//! side. Time that is not cleared is halved. No method of the lab works so, and none of GJK is used.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use rand::RngExt;
use rand_pcg::Pcg32;
use serde::Serialize;

use super::solids::{Body, in_cube, plain, turn};
use super::{pick, rng};
use crate::polytope::{Polytope, Topology};
use crate::sweep::{Flight, Motion};

/// The distance, relative to the size, within which a method may report a contact; bodies that come so near and
/// never touch are left out.
pub const NEAR: f64 = 1e-4;

/// The family of a flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Bodies of few corners that fly towards each other.
    Free,
    /// A small fast body and a thin plate: bullet and paper.
    Bullet,
    /// A body that a plate pushes into another, seen as the pair that meets second: it starts near.
    Sandwich,
    /// A long thin body that turns beside another.
    Rod,
    /// A body that slides over a plate at a small gap.
    Sliding,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 5] = [
        Family::Free,
        Family::Bullet,
        Family::Sandwich,
        Family::Rod,
        Family::Sliding,
    ];
}

/// Two bodies that fly, and the truth about them.
#[derive(Clone, Debug)]
pub struct SweepCase {
    /// The family.
    pub family: Family,
    /// The bodies, each in its own frame.
    pub bodies: [Polytope; 2],
    /// The motions.
    pub motions: [Motion; 2],
    /// The first time at which they are near, and the first at which they touch; `None` if they stay apart.
    pub first: Option<[f64; 2]>,
}

impl SweepCase {
    /// The question about it.
    pub fn flight(&self) -> Flight<'_> {
        let [a, b] = &self.bodies;
        Flight {
            bodies: [a, b],
            motions: self.motions,
        }
    }
}

/// A box of these half sides.
pub fn cuboid(half: [f64; 3]) -> Polytope {
    let sign = |i: usize, axis: usize| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let corner =
        |i: usize| DVec3::from_array(std::array::from_fn(|axis| sign(i, axis) * half[axis]));
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let faces = faces.iter().map(|f| f.to_vec()).collect();
    Polytope::new(
        (0..8).map(corner).collect(),
        Arc::new(Topology::new(8, faces)),
    )
}

/// Flights of all families in turns; every second one without rotation.
pub fn cases(count: usize, seed: u64) -> Vec<SweepCase> {
    let mut rng = rng(seed);
    let bodies: Vec<Polytope> = plain(&mut rng).iter().map(Body::polytope).collect();
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let family = Family::ALL[cases.len() / 2 % 5];
        let (bodies, mut motions) = flight(&mut rng, &bodies, family);
        if cases.len().is_multiple_of(2) {
            motions.iter_mut().for_each(|m| m.spin = DVec3::ZERO);
        }
        let mut case = SweepCase {
            family,
            bodies,
            motions,
            first: None,
        };
        if let Some(first) = first_contact(&case.flight()) {
            case.first = first;
            cases.push(case);
        }
    }
    cases
}

/// A body at rest in the origin.
pub const REST: Motion = Motion {
    start: DQuat::IDENTITY,
    spin: DVec3::ZERO,
    place: DVec3::ZERO,
    way: DVec3::ZERO,
};

fn flight(rng: &mut Pcg32, bodies: &[Polytope], family: Family) -> ([Polytope; 2], [Motion; 2]) {
    let any = |rng: &mut Pcg32| pick(rng, bodies).clone();
    let side = in_cube(rng).normalize_or(DVec3::X);
    let start = turn(3.0 * in_cube(rng));
    let mut first = REST;
    let mut second = Motion { start, ..REST };
    let pair = match family {
        Family::Free => {
            first.start = turn(3.0 * in_cube(rng));
            first.spin = 2.0 * in_cube(rng);
            second.spin = 3.0 * in_cube(rng);
            second.place = 20.0 * side;
            second.way = -rng.random_range(5.0..40.0) * side + 6.0 * in_cube(rng);
            [any(rng), any(rng)]
        }
        Family::Bullet => {
            let speed = *pick(rng, &[30.0, 300.0, 3000.0]);
            let part = rng.random_range(0.1..0.9);
            second.way = DVec3::Y * speed + 0.1 * speed * in_cube(rng);
            second.place = 12.0 * in_cube(rng) * DVec3::new(1.0, 0.0, 1.0) - second.way * part;
            second.spin = 3.0 * in_cube(rng);
            [cuboid([10.0, 0.05, 10.0]), cuboid([0.5, 0.3, 0.4])]
        }
        Family::Sandwich => {
            second.place = DVec3::Y * rng.random_range(3.0..9.0);
            second.way = DVec3::Y * rng.random_range(-6.0..0.5);
            second.spin = 0.5 * in_cube(rng);
            [cuboid([12.0, 0.5, 12.0]), any(rng)]
        }
        Family::Rod => {
            second.spin = DVec3::Z * rng.random_range(-6.0..6.0);
            second.place = in_cube(rng) * 20.0;
            second.way = 2.0 * in_cube(rng);
            [any(rng), cuboid([25.0, 0.3, 0.3])]
        }
        Family::Sliding => {
            let body = any(rng);
            let low = body
                .vertices
                .iter()
                .map(|v| (start * *v).y)
                .fold(f64::INFINITY, f64::min);
            let gap = *pick(rng, &[0.05, 0.2, 1.0]);
            second.place = DVec3::Y * (1.0 - low + gap);
            second.way = DVec3::new(
                rng.random_range(-9.0..9.0),
                -gap * rng.random_range(0.0..1.5),
                0.0,
            );
            second.spin = DVec3::Y * rng.random_range(-1.0..1.0);
            [cuboid([10.0, 1.0, 10.0]), body]
        }
    };
    (pair, [first, second])
}

/// True if the gap along an axis is more than a number (m): the normals of all faces and the products of all
/// edges are tried.
fn is_apart([a, b]: &[Polytope; 2], by: f64) -> bool {
    let separates = |axis: DVec3| {
        let range = |body: &Polytope| {
            let heights = body.vertices.iter().map(|v| v.dot(axis));
            heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], x| {
                [l.min(x), h.max(x)]
            })
        };
        let ([l, h], [m, k]) = (range(a), range(b));
        (m - h).max(l - k) > by
    };
    let edges = |body: &Polytope| -> Vec<DVec3> {
        let all = 0..body.topology.edges.len();
        all.map(|i| body.edge(i)).map(|[p, q]| q - p).collect()
    };
    let normals = a.planes.iter().chain(&b.planes).map(|p| p.normal);
    let (us, vs) = (edges(a), edges(b));
    let products = us.iter().flat_map(|u| vs.iter().map(|v| (*u, *v)));
    let products = products.filter_map(|(u, v)| {
        let axis = u.cross(v);
        let is_flat = axis.length_squared() <= 1e-20 * u.length_squared() * v.length_squared();
        (!is_flat).then(|| axis.normalize())
    });
    normals.chain(products).any(separates)
}

/// The times of [`SweepCase::first`]; `None` if they come near and may or may not touch.
fn first_contact(flight: &Flight) -> Option<Option<[f64; 2]>> {
    let size = flight.size();
    let Some(near) = first_within(flight, NEAR * size, [0.0, 1.0]) else {
        return Some(None);
    };
    let touch = first_within(flight, 0.0, [near, 1.0])?;
    // They must overlap soon after.
    let speed = flight.speed().max(f64::MIN_POSITIVE);
    let later = [0.0, 1e-9, 1e-8, 1e-7, 1e-6].map(|part| (touch + part * size / speed).min(1.0));
    let met = later.iter().find(|time| !is_apart(&flight.at(**time), 0.0));
    met.map(|time| Some([near, *time]))
}

/// The first time at which the gap is not surely above a margin.
fn first_within(flight: &Flight, margin: f64, [from, to]: [f64; 2]) -> Option<f64> {
    let middle = (from + to) / 2.0;
    let reach = flight.speed() * (to - from) / 2.0;
    if is_apart(&flight.at(middle), margin + reach) {
        return None;
    }
    if reach <= 1e-10 * flight.size() {
        return Some(from);
    }
    first_within(flight, margin, [from, middle])
        .or_else(|| first_within(flight, margin, [middle, to]))
}
