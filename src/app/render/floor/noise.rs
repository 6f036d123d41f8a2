//! Deterministic noise for floor patterns: patches, cells and scratches.

use glam::{IVec2, Vec2};

/// A hash of a grid cell, from 0 to 1.
pub fn cell(at: IVec2) -> f32 {
    let mut bits =
        (at.x as u32).wrapping_mul(0x9E37_79B1) ^ (at.y as u32).wrapping_mul(0x85EB_CA77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    (bits >> 8) as f32 / (1 << 24) as f32
}

/// Smooth patches about one metre wide, from 0 to 1.
pub fn patches(place: Vec2) -> f32 {
    let low = place.floor();
    let inside = place - low;
    let ease = inside * inside * (Vec2::splat(3.0) - 2.0 * inside);
    let at = low.as_ivec2();
    let value = |x: i32, y: i32| cell(at + IVec2::new(x, y));
    let top = value(0, 0) + (value(1, 0) - value(0, 0)) * ease.x;
    let bottom = value(0, 1) + (value(1, 1) - value(0, 1)) * ease.x;
    top + (bottom - top) * ease.y
}

/// A sum of coarse and fine patches, from 0 to 1.
pub fn rough(place: Vec2) -> f32 {
    0.6 * patches(place) + 0.28 * patches(place * 2.7) + 0.12 * patches(place * 7.3)
}

/// Thin scratches in all directions, one per cell of `size` metres: 1 on a scratch, 0 beside it.
pub fn scratches(place: Vec2, size: f32, width: f32, bent: f32) -> f32 {
    let grid = place / size;
    let at = grid.floor().as_ivec2();
    let mut most = 0.0f32;
    for neighbour in [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::ONE] {
        let own = at - neighbour;
        let angle = cell(own) * 6.3;
        let middle = own.as_vec2()
            + Vec2::new(
                0.5 + cell(own + IVec2::new(91, 7)),
                0.5 + cell(own + IVec2::new(3, 57)),
            );
        let offset = (grid - middle) * size;
        let (sin, cos) = angle.sin_cos();
        let (along, across) = (
            offset.x * cos + offset.y * sin,
            offset.y * cos - offset.x * sin,
        );
        let length = size * (0.2 + 0.3 * cell(own + IVec2::new(17, 29)));
        let bow = across - bent * along * along;
        let deep = (1.0 - bow.abs() / width).max(0.0) * (1.0 - (along / length).abs()).max(0.0);
        most = most.max(deep);
    }
    most.min(1.0)
}

/// Uneven cells of about `size` metres (Worley noise). Returns the distance to the cell's border in metres,
/// the cell's random number from 0 to 1, and the distance to its middle in metres. Suits cracks and
/// craters.
pub fn cells(place: Vec2, size: f32) -> (f32, f32, f32) {
    let grid = place / size;
    let at = grid.floor().as_ivec2();
    let (mut nearest, mut second, mut own) = (9.0f32, 9.0f32, 0.0);
    for y in -1..=1 {
        for x in -1..=1 {
            let here = at + IVec2::new(x, y);
            let middle = here.as_vec2() + Vec2::new(cell(here), cell(here + IVec2::new(37, 11)));
            let far = (grid - middle).length();
            if far < nearest {
                (second, nearest, own) = (nearest, far, cell(here + IVec2::new(5, 83)));
            } else if far < second {
                second = far;
            }
        }
    }
    ((second - nearest) * size, own, nearest * size)
}
