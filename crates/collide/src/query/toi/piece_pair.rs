//! When do two pieces of two moving bodies come near? A look at their hulls, which are near to
//! what they are: one look here stands for looks at all pairs of their triangles.

use glam::Vec3;
use wide::f32x4;

use crate::narrow_phase::signed_volumes::Simplex;
use crate::piece::{Block, MAX_PIECE_TRIANGLES, Piece, PieceStore, farthest};
use crate::query::toi::kinematics::{AxisMotion, Kinematics};
use crate::query::toi::time_interval::Slab;

/// Blocks that the places of a piece take at most: every triangle has corners of its own.
const MOST_BLOCKS: usize = (3 * MAX_PIECE_TRIANGLES).div_ceil(4);

/// Steps of the search for a direction. Most pairs need two or three, and a poor direction only
/// makes the sweep's step shorter.
const MOST_SUPPORTS: usize = 8;

/// A direction that parts two hulls by this share of their distance is good enough.
const GOOD_ENOUGH: f64 = 0.5;

/// The places of a piece in the first body's coordinates.
pub(super) struct Places {
    blocks: [Block; MOST_BLOCKS],
    used: usize,
    /// No place is farther from the axis of the body's turn, m.
    from_axis: f32,
}

/// How the places of a piece lie and move along a direction.
#[derive(Clone, Copy)]
pub(super) struct Along {
    heights: [[f32; 4]; MOST_BLOCKS],
    rates: [[f32; 4]; MOST_BLOCKS],
    used: usize,
}

impl Along {
    /// The lowest and highest place, m, and the slowest and fastest, m/s.
    fn extremes(&self) -> [f32; 4] {
        let mut low = f32x4::splat(f32::INFINITY);
        let (mut high, mut slow, mut fast) = (-low, low, -low);
        for (heights, rates) in self.heights.iter().zip(&self.rates).take(self.used) {
            let (heights, rates) = (f32x4::new(*heights), f32x4::new(*rates));
            (low, high) = (low.fast_min(heights), high.fast_max(heights));
            (slow, fast) = (slow.fast_min(rates), fast.fast_max(rates));
        }
        let least = |lanes: f32x4| lanes.to_array().into_iter().fold(f32::INFINITY, f32::min);
        let most = |lanes: f32x4| {
            lanes
                .to_array()
                .into_iter()
                .fold(f32::NEG_INFINITY, f32::max)
        };
        [least(low), most(high), least(slow), most(fast)]
    }

    /// [`Along::extremes`] of three of the places.
    fn extremes_of(&self, corners: [u8; 3]) -> [f32; 4] {
        let at = |table: &[[f32; 4]; MOST_BLOCKS]| {
            corners.map(|corner| table[usize::from(corner) / 4][usize::from(corner) % 4])
        };
        let (heights, rates) = (at(&self.heights), at(&self.rates));
        let [a, b, c] = heights;
        let [u, v, w] = rates;
        [
            a.min(b).min(c),
            a.max(b).max(c),
            u.min(v).min(w),
            u.max(v).max(w),
        ]
    }
}

impl Places {
    /// The places of a piece of the first body.
    pub(super) fn of_first(store: &PieceStore, piece: &Piece, kinematics: &Kinematics) -> Self {
        let mut places = Places::empty();
        for block in &store.blocks[piece.blocks()] {
            places.blocks[places.used] = *block;
            places.used += 1;
        }
        let turn = &kinematics.turn_a;
        places.from_axis = places.distance_from_axis(turn.center, turn.spin, turn.over_rate);
        places
    }

    /// Those of the second body.
    pub(super) fn of_second(store: &PieceStore, piece: &Piece, kinematics: &Kinematics) -> Self {
        let (r, t) = (
            &kinematics.relative.rotation_f32,
            kinematics.relative.translation_f32,
        );
        let mut places = Places::empty();
        for block in &store.blocks[piece.blocks()] {
            let [x, y, z] = block.map(f32x4::new);
            let row = |axis: usize| {
                let sum = x * r.x_axis[axis] + y * r.y_axis[axis] + z * r.z_axis[axis];
                (sum + f32x4::splat(t[axis])).to_array()
            };
            places.blocks[places.used] = [row(0), row(1), row(2)];
            places.used += 1;
        }
        let turn = &kinematics.turn_b;
        places.from_axis = places.distance_from_axis(turn.center, turn.spin, turn.over_rate);
        places
    }

    fn empty() -> Self {
        Places {
            blocks: [[[0.0; 4]; 3]; MOST_BLOCKS],
            used: 0,
            from_axis: 0.0,
        }
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks[..self.used]
    }

    fn distance_from_axis(&self, center: Vec3, spin: Vec3, over_rate: f32) -> f32 {
        let mut most = f32x4::ZERO;
        for block in self.blocks() {
            let [x, y, z] = [0, 1, 2].map(|axis| f32x4::new(block[axis]) - center[axis]);
            let cross = [
                y * spin.z - z * spin.y,
                z * spin.x - x * spin.z,
                x * spin.y - y * spin.x,
            ];
            let squared = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
            most = most.fast_max(squared);
        }
        let squared = most.to_array().into_iter().fold(0.0, f32::max);
        squared.sqrt() * over_rate
    }

    /// The place farthest along a direction.
    fn support(&self, direction: Vec3) -> Vec3 {
        let mut most = f32x4::splat(f32::NEG_INFINITY);
        let mut places = [f32x4::ZERO; 3];
        for block in self.blocks() {
            let block = block.map(f32x4::new);
            let [x, y, z] = block;
            let along = x * direction.x + y * direction.y + z * direction.z;
            let farther = along.simd_gt(most);
            most = farther.select(along, most);
            for (place, lanes) in places.iter_mut().zip(block) {
                *place = farther.select(lanes, *place);
            }
        }
        let most = most.to_array();
        let mut best = 0;
        for lane in 1..4 {
            best = if most[lane] > most[best] { lane } else { best };
        }
        Vec3::from_array(places.map(|lanes| lanes.to_array()[best]))
    }

    fn along(&self, direction: Vec3, lever: Vec3, center: Vec3) -> Along {
        let mut along = Along {
            heights: [[0.0; 4]; MOST_BLOCKS],
            rates: [[0.0; 4]; MOST_BLOCKS],
            used: self.used,
        };
        for (number, block) in self.blocks().iter().enumerate() {
            let [x, y, z] = block.map(f32x4::new);
            let height = x * direction.x + y * direction.y + z * direction.z;
            let rate =
                (x - center.x) * lever.x + (y - center.y) * lever.y + (z - center.z) * lever.z;
            along.heights[number] = height.to_array();
            along.rates[number] = rate.to_array();
        }
        along
    }
}

/// Of each triangle of a piece the lowest and highest corner along a direction, m, and the slowest
/// and fastest, m/s.
pub(super) type Ends = [[f32; 4]; MAX_PIECE_TRIANGLES];

/// Two pieces at one instant, seen along a direction that parts their hulls.
pub(super) struct Parted {
    axis: AxisMotion,
    a: Along,
    b: Along,
    from_axes: [f32; 2],
    keep: f32,
    step: f32,
}

impl Parted {
    /// Looks for a direction. None if the hulls are found to be nowhere more than `keep` (m)
    /// apart; that includes what the places may be off by.
    pub(super) fn new(
        a: &Places,
        b: &Places,
        toward: Vec3,
        kinematics: &Kinematics,
        keep: f32,
    ) -> Option<Self> {
        let direction = parting(a, b, toward)?;
        let axis = AxisMotion::new(direction, kinematics);
        let [lever_a, lever_b] = axis.levers();
        let mut parted = Parted {
            axis,
            a: a.along(direction, lever_a, kinematics.turn_a.center),
            b: b.along(direction, lever_b, kinematics.turn_b.center),
            from_axes: [a.from_axis, b.from_axis],
            keep,
            step: 0.0,
        };
        parted.step = parted.step(parted.a.extremes(), parted.b.extremes());
        (parted.step > 0.0).then_some(parted)
    }

    /// For how long (s) the hulls stay apart.
    pub(super) fn safe_step(&self) -> f32 {
        self.step
    }

    /// How the triangles of both pieces lie and move along the direction, given by the numbers of
    /// their places.
    pub(super) fn of_triangles(&self, [a, b]: [&[[u8; 3]]; 2]) -> [Ends; 2] {
        [(&self.a, a), (&self.b, b)].map(|(along, triangles)| {
            let mut ends = [[0.0; 4]; MAX_PIECE_TRIANGLES];
            for (ends, corners) in ends.iter_mut().zip(triangles) {
                *ends = along.extremes_of(*corners);
            }
            ends
        })
    }

    /// For how long (s) two triangles do, by what [`Parted::of_triangles`] tells of them; 0 if the
    /// direction does not part them.
    pub(super) fn safe_step_of(&self, a: [f32; 4], b: [f32; 4]) -> f32 {
        self.step(a, b).max(0.0)
    }

    fn step(&self, a: [f32; 4], b: [f32; 4]) -> f32 {
        let room = b[0] - a[1] - self.keep;
        self.axis.safe_step_at(room, a[3] - b[2], self.from_axes)
    }
}

/// A direction of length 1 from the first hull to the second along which they are apart by almost
/// their distance: the Gilbert-Johnson-Keerthi walk, ended early. None if it finds none.
fn parting(a: &Places, b: &Places, toward: Vec3) -> Option<Vec3> {
    let mut simplex = Simplex::default();
    let mut toward = toward.as_dvec3();
    let mut best: Option<(f64, Vec3)> = None;
    for number in 0..MOST_SUPPORTS {
        let length = toward.length();
        let direction = (toward / length).as_vec3();
        if !direction.is_finite() {
            break;
        }
        let corner = (b.support(-direction) - a.support(direction)).as_dvec3();
        let gap = corner.dot(direction.as_dvec3());
        if gap > best.map_or(0.0, |(gap, _)| gap) {
            best = Some((gap, direction));
        }
        // The length of `toward` is that of a difference of two points only once there is one.
        if number > 0 && best.is_some_and(|(gap, _)| gap >= GOOD_ENOUGH * length) {
            break;
        }
        // Else the hulls overlap, or no corner is nearer.
        let Some(point) = simplex.take(corner) else {
            break;
        };
        toward = point;
    }
    best.map(|(_, direction)| direction)
}

/// A direction that parts the hulls of two pieces at the end of a slab of time and all through it,
/// and by how much (m) at the end. `toward` is the first to be tried.
pub(super) fn parted_over(
    (store_a, a): (&PieceStore, &Piece),
    (store_b, b): (&PieceStore, &Piece),
    slab: &Slab,
    toward: Vec3,
) -> Option<(Vec3, f32)> {
    let (blocks_a, blocks_b) = (&store_a.blocks[a.blocks()], &store_b.blocks[b.blocks()]);
    let relative = &slab.kinematics.relative;
    let to_second = relative.rotation_f32.transpose();
    let shift = relative.translation_f32;
    let mut simplex = Simplex::default();
    let mut toward = toward.as_dvec3();
    for number in 0..MOST_SUPPORTS {
        let length = toward.length();
        let direction = (toward / length).as_vec3();
        if !direction.is_finite() {
            break;
        }
        let place_a = farthest(blocks_a, direction);
        let place_b = relative.rotation_f32 * farthest(blocks_b, -(to_second * direction)) + shift;
        let corner = place_b - place_a;
        let gap = corner.dot(direction) - slab.keep;
        if gap > 0.0 {
            let ([local_a, local_b], shifts) = (slab.local(direction), slab.shifts(direction));
            let begin = shifts[0] - highest(blocks_a, local_a[0]) - highest(blocks_b, local_b[0]);
            if slab.bend(direction).keeps_open(begin, gap) {
                return Some((direction, gap));
            }
            // The length of `toward` is that of a difference of two points only once there is one.
            if number > 0 && f64::from(gap) >= GOOD_ENOUGH * length {
                break;
            }
        }
        let corner = corner.as_dvec3();
        // Else the hulls overlap, or no corner is nearer.
        let Some(point) = simplex.take(corner) else {
            break;
        };
        toward = point;
    }
    None
}

/// How far places reach along a direction, m.
fn highest(blocks: &[Block], direction: Vec3) -> f32 {
    let [x, y, z] = direction.to_array().map(f32x4::splat);
    let mut most = f32x4::splat(f32::NEG_INFINITY);
    for block in blocks {
        let [px, py, pz] = block.map(f32x4::new);
        most = most.fast_max(px * x + py * y + pz * z);
    }
    most.to_array()
        .into_iter()
        .fold(f32::NEG_INFINITY, f32::max)
}
