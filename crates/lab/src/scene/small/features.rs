//! Corners, faces and edges whose corners move: every second pair meets in the middle of the frame by construction, in
//! integers; the others move at random.

use glam::DVec3;
use rand_pcg::Pcg32;

use crate::convex::signed_volumes::nearest;
use crate::scene::rng;
use crate::scene::solids::cloud;
use crate::small::features::{Features, Path, at};

/// Two features in motion.
#[derive(Clone, Debug)]
pub struct FeatureCase {
    /// Their kind.
    pub kind: Features,
    /// The paths of their corners.
    pub paths: [Path; 4],
    /// A time at which they surely meet, if one is known.
    pub contact: Option<f64>,
}

/// Pairs of one kind, of which every second one meets for sure. Features that stay in one plane are left out.
pub fn cases(kind: Features, count: usize, seed: u64) -> Vec<FeatureCase> {
    let mut rng = rng(seed);
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let contact = cases.len().is_multiple_of(2).then_some(0.5);
        let half_width = [1, 2, 5, 20][cases.len() / 2 % 4];
        let paths = paths(kind, contact.is_some(), half_width, &mut rng);
        let volume = |time: f64| {
            let [p, q, r, s] = at(&paths, time);
            (q - p).cross(r - p).dot(s - p)
        };
        if [0.0, 0.3, 0.7, 1.0].iter().any(|time| volume(*time) != 0.0) {
            cases.push(FeatureCase {
                kind,
                paths,
                contact,
            });
        }
    }
    cases
}

fn paths(kind: Features, meets: bool, half_width: i64, rng: &mut Pcg32) -> [Path; 4] {
    let points = cloud(rng, 8, half_width);
    let point = |i: usize| DVec3::from_array(points[i].map(|x| x as f64));
    // In the middle of the frame; multiples of four, so that the common point has integer coordinates.
    let mut middle = [0, 1, 2, 3].map(|i| 4.0 * point(i));
    if meets {
        match kind {
            Features::VertexFace => {
                let [_, a, b, c] = middle;
                // Inside, on a side or at a corner.
                middle[0] = match points[0][0].rem_euclid(3) {
                    0 => 0.25 * a + 0.25 * b + 0.5 * c,
                    1 => 0.5 * a + 0.5 * b,
                    _ => a,
                };
            }
            Features::EdgeEdge => {
                let [p, q, r, _] = middle;
                middle[3] = p + q - r;
            }
        }
    }
    [0, 1, 2, 3].map(|i| {
        let way = 2.0 * point(4 + i);
        [middle[i] - way, middle[i] + way]
    })
}

/// The distance of two features (m), by the simplices of their differences.
pub fn distance(kind: Features, [p, q, r, s]: [DVec3; 4]) -> f64 {
    match kind {
        Features::VertexFace => nearest(&[q - p, r - p, s - p]).v.length(),
        Features::EdgeEdge => {
            // A parallelogram.
            let halves = [[p - r, q - r, p - s], [q - s, q - r, p - s]];
            let [one, other] = halves.map(|half| nearest(&half).v.length());
            one.min(other)
        }
    }
}

impl FeatureCase {
    /// The first time at which they are surely within twice a distance (m) of each other; `None` if they stay
    /// farther apart. The distance changes by at most the greatest relative speed of two corners.
    pub fn near(&self, reach: f64) -> Option<f64> {
        let ways = self.paths.map(|[start, end]| end - start);
        let pairs = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
        let speeds = pairs.map(|(i, j)| ways[i].distance(ways[j]));
        let fastest = speeds.fold(0.0, f64::max);
        let mut time = 0.0;
        while time <= 1.0 {
            let apart = distance(self.kind, at(&self.paths, time));
            if apart <= 2.0 * reach {
                return Some(time);
            }
            time += (apart - reach) / fastest.max(f64::MIN_POSITIVE);
        }
        None
    }
}
