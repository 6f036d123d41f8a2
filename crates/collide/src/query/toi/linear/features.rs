//! The two kinds of feature pairs, with domains that a search can divide.
//!
//! A domain is a convex set of coordinates on the pair (a triangle of the face, or an interval on
//! each edge). At a fixed time the vector between the features depends on these coordinates such
//! that its values over a domain are in the hull of its values at the domain's four corners.

use glam::DVec3;

/// A pair of features.
pub(super) trait FeaturePair {
    /// A convex set of coordinates on the pair.
    type Domain: Copy;

    /// All coordinates.
    const FULL_DOMAIN: Self::Domain;

    /// The vectors between the features at the domain's corners; `points` are the four points of
    /// the pair.
    fn gaps(domain: &Self::Domain, points: &[DVec3; 4]) -> [DVec3; 4];

    /// The normal of the plane in which both features lie, if they do; of any length.
    fn normal(points: &[DVec3; 4]) -> DVec3;

    /// The two halves of a domain, divided where the corners' gaps differ most, or `None` at the
    /// resolution limit.
    fn halves(domain: &Self::Domain, gaps: &[DVec3; 4]) -> Option<[Self::Domain; 2]>;

    /// Coordinates inside the domain.
    fn location(domain: &Self::Domain) -> [f64; 2];
}

/// The smallest length from halving at which ends stay exact in f64, also sums of two of them.
pub(super) const FINEST: f64 = 1.0 / (1u64 << 48) as f64;

/// Point 0 and the triangle of points 1, 2 and 3.
pub(super) struct VertexFace;

/// A triangle of the face by the weights of points 2 and 3 at its corners.
type FaceDomain = [[f64; 2]; 3];

impl FeaturePair for VertexFace {
    type Domain = FaceDomain;

    const FULL_DOMAIN: FaceDomain = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];

    fn gaps(domain: &FaceDomain, points: &[DVec3; 4]) -> [DVec3; 4] {
        let [p, a, b, c] = *points;
        let [x, y, z] = domain.map(|[u, v]| (a * (1.0 - u - v) + b * u + c * v) - p);
        [x, y, z, z]
    }

    fn normal(points: &[DVec3; 4]) -> DVec3 {
        let [_, a, b, c] = *points;
        (b - a).cross(c - a)
    }

    fn halves(domain: &FaceDomain, gaps: &[DVec3; 4]) -> Option<[FaceDomain; 2]> {
        let length = |i: usize| gaps[i].distance_squared(gaps[(i + 1) % 3]);
        let is_finest = |i: usize| {
            let ([u, v], [x, y]) = (domain[i], domain[(i + 1) % 3]);
            (u - x).abs().max((v - y).abs()) <= FINEST
        };
        let longest = (0..3)
            .filter(|&i| !is_finest(i))
            .max_by(|&i, &j| length(i).total_cmp(&length(j)))?;
        let (i, j) = (longest, (longest + 1) % 3);
        let middle = [0, 1].map(|k| 0.5 * (domain[i][k] + domain[j][k]));
        let (mut first, mut second) = (*domain, *domain);
        (first[j], second[i]) = (middle, middle);
        Some([first, second])
    }

    fn location(domain: &FaceDomain) -> [f64; 2] {
        [0, 1].map(|k| (domain[0][k] + domain[1][k] + domain[2][k]) / 3.0)
    }
}

/// The segment of points 0 and 1 and that of points 2 and 3.
pub(super) struct EdgeEdge;

/// An interval on each edge.
type EdgeDomain = [[f64; 2]; 2];

impl FeaturePair for EdgeEdge {
    type Domain = EdgeDomain;

    const FULL_DOMAIN: EdgeDomain = [[0.0, 1.0], [0.0, 1.0]];

    fn gaps(domain: &EdgeDomain, points: &[DVec3; 4]) -> [DVec3; 4] {
        let [a, b, c, d] = *points;
        let first = domain[0].map(|s| a * (1.0 - s) + b * s);
        let second = domain[1].map(|s| c * (1.0 - s) + d * s);
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

    fn halves(domain: &EdgeDomain, gaps: &[DVec3; 4]) -> Option<[EdgeDomain; 2]> {
        let is_finest = |i: usize| domain[i][1] - domain[i][0] <= FINEST;
        let lengths = [
            gaps[0].distance_squared(gaps[1]),
            gaps[1].distance_squared(gaps[2]),
        ];
        let longer = match (is_finest(0), is_finest(1)) {
            (true, true) => return None,
            (true, false) => 1,
            (false, true) => 0,
            (false, false) => usize::from(lengths[1] > lengths[0]),
        };
        let middle = 0.5 * (domain[longer][0] + domain[longer][1]);
        let (mut first, mut second) = (*domain, *domain);
        (first[longer][1], second[longer][0]) = (middle, middle);
        Some([first, second])
    }

    fn location(domain: &EdgeDomain) -> [f64; 2] {
        domain.map(|[from, to]| 0.5 * (from + to))
    }
}
