//! The two pairs of features, as parts that a search can divide.
//!
//! A part is a convex piece of a feature pair's places (a triangle of the face, or a stretch of
//! either edge). At a fixed time the vector between the features depends on the place so that its
//! values over a part are in the hull of its values at the part's four corners.

use glam::DVec3;

/// A pair of features.
pub(super) trait Features {
    /// A convex set of places.
    type Part: Copy;

    /// All places.
    const WHOLE: Self::Part;

    /// The vectors between the features at the part's corners, where these are the four points.
    fn gaps(part: &Self::Part, points: &[DVec3; 4]) -> [DVec3; 4];

    /// A direction across which the features lie flat, if they do; of any length.
    fn normal(points: &[DVec3; 4]) -> DVec3;

    /// Two parts that make up this one, halved where the corners' gaps differ most, or `None` if
    /// it is as small as numbers allow.
    fn halves(part: &Self::Part, gaps: &[DVec3; 4]) -> Option<[Self::Part; 2]>;

    /// A place of the part.
    fn place(part: &Self::Part) -> [f64; 2];
}

/// Halvings of a length whose ends stay exact in f64, together with the sums of two of them.
pub(super) const FINEST: f64 = 1.0 / (1u64 << 48) as f64;

/// Point 0 against the triangle of points 1, 2 and 3.
pub(super) struct VertexFace;

/// A triangle of the face by the weights of points 2 and 3 at its corners.
type Triangle = [[f64; 2]; 3];

impl Features for VertexFace {
    type Part = Triangle;

    const WHOLE: Triangle = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];

    fn gaps(part: &Triangle, points: &[DVec3; 4]) -> [DVec3; 4] {
        let [p, a, b, c] = *points;
        let [x, y, z] = part.map(|[u, v]| (a * (1.0 - u - v) + b * u + c * v) - p);
        [x, y, z, z]
    }

    fn normal(points: &[DVec3; 4]) -> DVec3 {
        let [_, a, b, c] = *points;
        (b - a).cross(c - a)
    }

    fn halves(part: &Triangle, gaps: &[DVec3; 4]) -> Option<[Triangle; 2]> {
        let length = |i: usize| gaps[i].distance_squared(gaps[(i + 1) % 3]);
        let fine = |i: usize| {
            let ([u, v], [x, y]) = (part[i], part[(i + 1) % 3]);
            (u - x).abs().max((v - y).abs()) <= FINEST
        };
        let longest = (0..3)
            .filter(|&i| !fine(i))
            .max_by(|&i, &j| length(i).total_cmp(&length(j)))?;
        let (i, j) = (longest, (longest + 1) % 3);
        let middle = [0, 1].map(|k| 0.5 * (part[i][k] + part[j][k]));
        let (mut first, mut second) = (*part, *part);
        (first[j], second[i]) = (middle, middle);
        Some([first, second])
    }

    fn place(part: &Triangle) -> [f64; 2] {
        [0, 1].map(|k| (part[0][k] + part[1][k] + part[2][k]) / 3.0)
    }
}

/// The segment of points 0 and 1 against that of points 2 and 3.
pub(super) struct EdgeEdge;

/// A stretch of either edge.
type Stretches = [[f64; 2]; 2];

impl Features for EdgeEdge {
    type Part = Stretches;

    const WHOLE: Stretches = [[0.0, 1.0], [0.0, 1.0]];

    fn gaps(part: &Stretches, points: &[DVec3; 4]) -> [DVec3; 4] {
        let [a, b, c, d] = *points;
        let first = part[0].map(|s| a * (1.0 - s) + b * s);
        let second = part[1].map(|s| c * (1.0 - s) + d * s);
        [
            second[0] - first[0],
            second[0] - first[1],
            second[1] - first[1],
            second[1] - first[0],
        ]
    }

    fn normal(points: &[DVec3; 4]) -> DVec3 {
        let [a, b, c, d] = *points;
        (b - a).cross(d - c)
    }

    fn halves(part: &Stretches, gaps: &[DVec3; 4]) -> Option<[Stretches; 2]> {
        let fine = |i: usize| part[i][1] - part[i][0] <= FINEST;
        let lengths = [
            gaps[0].distance_squared(gaps[1]),
            gaps[1].distance_squared(gaps[2]),
        ];
        let longer = match (fine(0), fine(1)) {
            (true, true) => return None,
            (true, false) => 1,
            (false, true) => 0,
            (false, false) => usize::from(lengths[1] > lengths[0]),
        };
        let middle = 0.5 * (part[longer][0] + part[longer][1]);
        let (mut first, mut second) = (*part, *part);
        (first[longer][1], second[longer][0]) = (middle, middle);
        Some([first, second])
    }

    fn place(part: &Stretches) -> [f64; 2] {
        part.map(|[from, to]| 0.5 * (from + to))
    }
}
