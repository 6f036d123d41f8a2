//! The Z-buffer: bodies drawn into an image of depths.
//!
//! Idea: the first body is drawn along z, and each pixel keeps its least and its greatest depth; then the second.
//! A pixel in which the two ranges have a common depth collides. The image covers only the part of the plane that
//! both bodies cover, borders included. The pixel with the greatest common range is the place of the deepest
//! penetration along z.
//!
//! When: graphics hardware and bodies of very many triangles. Limits: hits between the pixels are missed; a
//! depth along the view is not the least depth. The source tests each depth of the second body alone, and so loses a
//! body that encloses the first; here both ranges are kept (fix).
//!
//! Source 5, Z-buffer; Rossignac, Megahed, Schneider 1992.

use glam::{DVec2, DVec3};

use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "z-buffer",
    stage: Stage::ConvexPair,
    source: "5, Z-buffer",
    paper: "Rossignac et al. 1992",
    about: "both bodies drawn into an image that keeps the depths of each pixel",
    gives: &[Gives::Hit],
    limits: &[Limit::MissesBetweenPixels],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

/// The pixels of a side of the image.
const SIDE: usize = 32;

/// The least and the greatest depth of each pixel; empty ranges are reversed.
type Image = Vec<[f64; 2]>;

/// The part of the plane that an image covers: its least corner, and the way from pixel to pixel (m).
struct View {
    low: DVec2,
    step: DVec2,
}

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let bounds = [a, b].map(|body| {
        let corners = || body.vertices.iter().copied();
        let low = corners().fold(DVec3::INFINITY, DVec3::min);
        [low, corners().fold(DVec3::NEG_INFINITY, DVec3::max)]
    });
    let (low, high) = (
        bounds[0][0].max(bounds[1][0]),
        bounds[0][1].min(bounds[1][1]),
    );
    if low.cmpgt(high).any() {
        return Answer::hit(false);
    }
    let step = (high - low).truncate() / (SIDE - 1) as f64;
    let view = View {
        low: low.truncate(),
        step,
    };
    let [first, second] = [a, b].map(|body| drawn(body, &view, work));
    let common = |i: usize| first[i][1].min(second[i][1]) - first[i][0].max(second[i][0]);
    let deepest = (0..first.len()).max_by(|&i, &j| common(i).total_cmp(&common(j)));
    let deepest = deepest.filter(|&i| common(i) >= 0.0);
    if let Some(i) = deepest {
        let at = view.pixel(i % SIDE, i / SIDE);
        work.step("deepest", || vec![at.x, at.y, common(i)]);
    }
    Answer::hit(deepest.is_some())
}

impl View {
    fn pixel(&self, column: usize, row: usize) -> DVec2 {
        self.low + self.step * DVec2::new(column as f64, row as f64)
    }

    /// The columns whose pixels lie in a range of x.
    fn columns(&self, [from, to]: [f64; 2]) -> std::ops::Range<usize> {
        if self.step.x == 0.0 {
            let inside = from <= self.low.x && self.low.x <= to;
            return 0..usize::from(inside);
        }
        let at = |x: f64| ((x - self.low.x) / self.step.x).clamp(-1.0, SIDE as f64);
        let (first, last) = (at(from).ceil().max(0.0), at(to).floor());
        first as usize..(last + 1.0).clamp(0.0, SIDE as f64) as usize
    }
}

/// Draws all faces, line by line.
fn drawn(body: &Polytope, view: &View, work: &mut Work) -> Image {
    let mut image = vec![[f64::INFINITY, f64::NEG_INFINITY]; SIDE * SIDE];
    for (face, plane) in body.topology.faces.iter().zip(&body.planes) {
        let corner = |i: usize| body.vertices[face[i % face.len()]];
        if plane.normal.z == 0.0 {
            continue;
        }
        let depths = || (0..face.len()).map(|i| corner(i).z);
        let nearest = depths().fold(f64::INFINITY, f64::min);
        let farthest = depths().fold(f64::NEG_INFINITY, f64::max);
        for row in 0..SIDE {
            let y = view.pixel(0, row).y;
            let mut range = [f64::INFINITY, f64::NEG_INFINITY];
            for i in 0..face.len() {
                let (p, q) = (corner(i), corner(i + 1));
                if p.y.min(q.y) > y || p.y.max(q.y) < y {
                    continue;
                }
                let part = if p.y == q.y {
                    0.0
                } else {
                    (y - p.y) / (q.y - p.y)
                };
                let x = p.x + (q.x - p.x) * part;
                range = [range[0].min(x), range[1].max(x)];
            }
            for column in view.columns(range) {
                work.ops.cells += 1;
                let at = view.pixel(column, row);
                let z = (plane.offset - plane.normal.truncate().dot(at)) / plane.normal.z;
                // Rounding must not leave a steep face.
                let z = z.clamp(nearest, farthest);
                let pixel = &mut image[row * SIDE + column];
                *pixel = [pixel[0].min(z), pixel[1].max(z)];
            }
        }
    }
    image
}
