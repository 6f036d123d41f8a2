//! Arrangements of copies of one thing.

use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

use dodgem_collide::math::yaw;

use crate::arena::Bound;
use crate::params::THING_GAP;

/// An axis of an arrangement, which rotates with the heading of its thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// To the right.
    #[default]
    X,
    /// Upwards.
    Y,
    /// Backwards.
    Z,
}

/// An arrangement of copies. It rotates with the heading of its thing. Gaps are between the boxes around the
/// copies, in metres; the default is a skin (1 mm).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Copies {
    /// A line, centred on the thing's place.
    Row {
        /// Number of copies.
        count: u32,
        /// Gap between neighbours, in metres.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<f32>,
        /// The direction of the line.
        #[serde(default)]
        along: Axis,
    },
    /// Rows and columns on the floor, and layers.
    Grid {
        /// Number along X.
        columns: u32,
        /// Number along Z.
        rows: u32,
        /// Number of layers.
        #[serde(default = "one")]
        layers: u32,
        /// Gap between neighbours, in metres.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<f32>,
    },
    /// A circle, with each copy facing outwards.
    Ring {
        /// Number of copies.
        count: u32,
        /// Distance of each copy's origin from the centre, in metres.
        radius: f32,
    },
    /// A vertical stack.
    Stack {
        /// Number of copies.
        count: u32,
        /// Gap between neighbours, in metres.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<f32>,
    },
    /// Rows of bricks along X: every other row has one less, and each brick stands on two.
    Wall {
        /// Number in the lowest row.
        columns: u32,
        /// Number of rows.
        rows: u32,
        /// Gap between neighbours, in metres.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<f32>,
    },
    /// Rows along X, each with one copy less than the row below.
    Pyramid {
        /// Number of rows, which is also the number in the lowest row.
        rows: u32,
        /// Gap between neighbours, in metres.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gap: Option<f32>,
    },
    /// Random places and rotations, in as many layers as needed.
    Scatter {
        /// Number of copies.
        count: u32,
        /// Extent along X, in metres.
        width: f32,
        /// Extent along Z, in metres.
        depth: f32,
        /// Seed of the places and rotations.
        seed: u32,
    },
}

fn one() -> u32 {
    1
}

/// Pose of one copy relative to its thing, before the thing's heading: an additional rotation, and the offset
/// of its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::level) struct CopyPlace {
    pub turn: Quat,
    pub offset: Vec3,
}

impl CopyPlace {
    /// Pose of the thing itself.
    pub const ONLY: CopyPlace = CopyPlace {
        turn: Quat::IDENTITY,
        offset: Vec3::ZERO,
    };

    fn at(offset: Vec3) -> CopyPlace {
        CopyPlace {
            offset,
            ..CopyPlace::ONLY
        }
    }
}

impl Copies {
    /// Returns the number of copies.
    pub fn count(&self) -> u64 {
        let of = |counts: [u32; 3]| {
            counts
                .iter()
                .fold(1_u64, |n, c| n.saturating_mul(u64::from(*c)))
        };
        match *self {
            Copies::Row { count, .. }
            | Copies::Ring { count, .. }
            | Copies::Stack { count, .. }
            | Copies::Scatter { count, .. } => u64::from(count),
            Copies::Grid {
                columns,
                rows,
                layers,
                ..
            } => of([columns, rows, layers]),
            Copies::Wall { columns, rows, .. } => {
                of([columns, rows, 1]).saturating_sub(u64::from(rows / 2))
            }
            Copies::Pyramid { rows, .. } => u64::from(rows) * (u64::from(rows) + 1) / 2,
        }
    }

    /// Returns the counts by field name; each must be at least 1.
    pub fn counts(&self) -> Vec<(&'static str, u32)> {
        match *self {
            Copies::Row { count, .. }
            | Copies::Ring { count, .. }
            | Copies::Stack { count, .. }
            | Copies::Scatter { count, .. } => vec![("count", count)],
            Copies::Grid {
                columns,
                rows,
                layers,
                ..
            } => vec![("columns", columns), ("rows", rows), ("layers", layers)],
            Copies::Wall { columns, rows, .. } => vec![("columns", columns), ("rows", rows)],
            Copies::Pyramid { rows, .. } => vec![("rows", rows)],
        }
    }

    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        match *self {
            Copies::Row { gap, .. }
            | Copies::Grid { gap, .. }
            | Copies::Stack { gap, .. }
            | Copies::Wall { gap, .. }
            | Copies::Pyramid { gap, .. } => {
                let gap = gap.map(|gap| Bound::new(&["gap"], gap, 0.0..=1000.0));
                gap.into_iter().collect()
            }
            Copies::Ring { radius, .. } => vec![Bound::new(&["radius"], radius, 0.0..=1000.0)],
            Copies::Scatter { width, depth, .. } => vec![
                Bound::new(&["width"], width, 0.0..=1000.0),
                Bound::new(&["depth"], depth, 0.0..=1000.0),
            ],
        }
    }

    /// Returns the poses of all copies of a thing. `extents` is the size of its box, rotated except for the
    /// heading; `reach` is the largest distance of a point from the centre of that box.
    pub(in crate::level) fn places(&self, extents: Vec3, reach: f32) -> Vec<CopyPlace> {
        let line = |count: u32, index: u32| index as f32 - (count - 1) as f32 * 0.5;
        match *self {
            Copies::Row { count, gap, along } => {
                let step = extents + Vec3::splat(gap.unwrap_or(THING_GAP));
                let place = |index| match along {
                    Axis::X => Vec3::X * step.x * line(count, index),
                    Axis::Y => Vec3::Y * step.y * index as f32,
                    Axis::Z => Vec3::Z * step.z * line(count, index),
                };
                (0..count)
                    .map(|index| CopyPlace::at(place(index)))
                    .collect()
            }
            Copies::Stack { count, gap } => Copies::Row {
                count,
                gap,
                along: Axis::Y,
            }
            .places(extents, reach),
            Copies::Grid {
                columns,
                rows,
                layers,
                gap,
            } => {
                let step = extents + Vec3::splat(gap.unwrap_or(THING_GAP));
                let mut places = Vec::new();
                for layer in 0..layers {
                    for row in 0..rows {
                        let at = |column| {
                            Vec3::new(line(columns, column), layer as f32, line(rows, row)) * step
                        };
                        places.extend((0..columns).map(|column| CopyPlace::at(at(column))));
                    }
                }
                places
            }
            Copies::Ring { count, radius } => {
                let place = |index: u32| {
                    let turn = yaw(std::f32::consts::TAU * index as f32 / count as f32);
                    CopyPlace {
                        turn,
                        offset: turn * Vec3::NEG_Z * radius,
                    }
                };
                (0..count).map(place).collect()
            }
            Copies::Wall { columns, rows, gap } => {
                let row = |row: u32| columns - row % 2;
                layered(extents, gap, (0..rows).map(row))
            }
            Copies::Pyramid { rows, gap } => layered(extents, gap, (0..rows).map(|row| rows - row)),
            Copies::Scatter {
                count,
                width,
                depth,
                seed,
            } => scattered(count, [width, depth], seed, reach),
        }
    }
}

/// Returns rows with these counts along X, one above the other.
fn layered(extents: Vec3, gap: Option<f32>, rows: impl Iterator<Item = u32>) -> Vec<CopyPlace> {
    let step = extents + Vec3::splat(gap.unwrap_or(THING_GAP));
    let mut places = Vec::new();
    for (layer, count) in rows.enumerate() {
        let x = |column: u32| column as f32 - count.saturating_sub(1) as f32 * 0.5;
        let at = |column| Vec3::new(x(column) * step.x, layer as f32 * step.y, 0.0);
        places.extend((0..count).map(|column| CopyPlace::at(at(column))));
    }
    places
}

/// Places each copy in a cell of its own that holds it in any rotation, so that none touches another.
fn scattered(count: u32, [width, depth]: [f32; 2], seed: u32, reach: f32) -> Vec<CopyPlace> {
    let mut random = Pcg32::seed_from_u64(u64::from(seed));
    let cell = 2.0 * reach + THING_GAP;
    let cells = |side: f32| ((side / cell) as u32).clamp(1, count);
    let (columns, rows) = (cells(width), cells(depth));
    // The cells share the remainder of a side.
    let step = |side: f32, cells: u32| (side / cells as f32).max(cell);
    let (across, along) = (step(width, columns), step(depth, rows));
    let per_layer = columns * rows;
    let mut places = Vec::with_capacity(count as usize);
    let mut order: Vec<u32> = (0..per_layer).collect();
    for layer in 0..count.div_ceil(per_layer) {
        order.shuffle(&mut random);
        let here = per_layer.min(count - layer * per_layer);
        for number in order.iter().take(here as usize) {
            let middle = |index: u32, cells: u32| index as f32 - (cells - 1) as f32 * 0.5;
            let mut shift = |room: f32| (random.random::<f32>() - 0.5) * (room - cell);
            let x = middle(number % columns, columns) * across + shift(across);
            let z = middle(number / columns, rows) * along + shift(along);
            places.push(CopyPlace {
                turn: any_turn(&mut random),
                offset: Vec3::new(x, layer as f32 * cell, z),
            });
        }
    }
    places
}

/// Returns a random rotation, uniformly distributed (Shoemake, "Uniform random rotations", Graphics Gems III,
/// 1992).
fn any_turn(random: &mut Pcg32) -> Quat {
    let [share, first, second]: [f32; 3] = std::array::from_fn(|_| random.random());
    let (a, b) = ((1.0 - share).sqrt(), share.sqrt());
    let turn = |part: f32| std::f32::consts::TAU * part;
    let (first, second) = (turn(first), turn(second));
    let quat = Quat::from_xyzw(
        a * libm::sinf(first),
        a * libm::cosf(first),
        b * libm::sinf(second),
        b * libm::cosf(second),
    );
    quat.normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRICK: Vec3 = Vec3::new(0.5, 0.25, 0.25);

    fn all() -> Vec<Copies> {
        let gap = None;
        let along = Axis::X;
        vec![
            Copies::Row {
                count: 7,
                gap,
                along,
            },
            Copies::Stack { count: 7, gap },
            Copies::Grid {
                columns: 3,
                rows: 4,
                layers: 2,
                gap,
            },
            Copies::Ring {
                count: 9,
                radius: 3.0,
            },
            Copies::Wall {
                columns: 4,
                rows: 5,
                gap,
            },
            Copies::Pyramid { rows: 6, gap },
            Copies::Scatter {
                count: 40,
                width: 3.0,
                depth: 2.0,
                seed: 5,
            },
        ]
    }

    #[test]
    fn there_are_as_many_places_as_counted_and_no_two_boxes_meet() {
        let reach = BRICK.length() * 0.5;
        for copies in all() {
            let places = copies.places(BRICK, reach);
            assert_eq!(places.len() as u64, copies.count(), "{copies:?}");
            for (index, one) in places.iter().enumerate() {
                for other in &places[..index] {
                    let apart = (one.offset - other.offset).abs();
                    let clear = match copies {
                        // For any rotation of the two.
                        Copies::Scatter { .. } => apart.length() >= 2.0 * reach,
                        Copies::Ring { .. } => apart.length() > BRICK.x,
                        _ => (apart - BRICK).max_element() >= THING_GAP * 0.99,
                    };
                    assert!(clear, "{copies:?}: {one:?} and {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_wall_is_in_bond_and_its_lowest_row_is_in_the_middle() {
        let wall = Copies::Wall {
            columns: 3,
            rows: 2,
            gap: Some(0.1),
        };
        let places = wall.places(BRICK, 1.0);
        let x: Vec<f32> = places.iter().map(|place| place.offset.x).collect();
        // Bricks of 0.5 m with gaps of 0.1 m: neighbours are 0.6 m apart.
        for (found, wanted) in x.iter().zip([-0.6, 0.0, 0.6, -0.3, 0.3]) {
            assert!((found - wanted).abs() < 1e-6, "{x:?}");
        }
        assert!((places[4].offset.y - 0.35).abs() < 1e-6);
    }

    #[test]
    fn a_scatter_stays_within_its_field_and_depends_on_its_seed() {
        let scatter = |seed| Copies::Scatter {
            count: 50,
            width: 6.0,
            depth: 4.0,
            seed,
        };
        let places = scatter(1).places(BRICK, 0.3);
        for place in &places {
            assert!(place.offset.x.abs() <= 3.0 && place.offset.z.abs() <= 2.0);
            assert!(place.turn.is_normalized());
        }
        assert_eq!(places, scatter(1).places(BRICK, 0.3));
        assert_ne!(places, scatter(2).places(BRICK, 0.3));
    }
}
