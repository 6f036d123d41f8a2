//! References for ground that is given by heights over a grid.
//!
//! The heights (m) stand in rows along x, one row after the other along z. The grid is centred on the origin, and
//! each of its cells is two triangles, split from its first corner to its last.
use super::mesh::Soup;
use glam::DVec3;

/// The height of the ground at a place within it, by the rule that a height field states. `sides` are its extents
/// (m) in x and z.
pub fn height_at(sides: [f64; 2], columns: usize, heights: &[f32], x: f64, z: f64) -> f64 {
    let rows = heights.len() / columns;
    let across = (x / sides[0] + 0.5) * (columns - 1) as f64;
    let along = (z / sides[1] + 0.5) * (rows - 1) as f64;
    let (column, row) = (across.floor() as usize, along.floor() as usize);
    let (u, v) = (across.fract(), along.fract());
    let height =
        |right: usize, ahead: usize| f64::from(heights[(row + ahead) * columns + column + right]);
    match u >= v {
        true => height(0, 0) * (1.0 - u) + height(1, 0) * (u - v) + height(1, 1) * v,
        false => height(0, 0) * (1.0 - v) + height(0, 1) * (v - u) + height(1, 1) * u,
    }
}

/// The triangles of the ground.
pub fn soup(sides: [f64; 2], columns: usize, heights: &[f32]) -> Soup {
    let rows = heights.len() / columns;
    let point = |column: usize, row: usize| {
        DVec3::new(
            (column as f64 / (columns - 1) as f64 - 0.5) * sides[0],
            f64::from(heights[row * columns + column]),
            (row as f64 / (rows - 1) as f64 - 0.5) * sides[1],
        )
    };
    let cells = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| (column, row)));
    let triangles = cells.flat_map(|(column, row)| {
        let (first, last) = (point(column, row), point(column + 1, row + 1));
        [
            [first, point(column + 1, row), last],
            [first, last, point(column, row + 1)],
        ]
    });
    triangles.collect()
}
