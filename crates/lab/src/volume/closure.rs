//! The exact test of two 18-DOPs in one frame, by closure.
//!
//! Idea: the common part of two volumes has the smaller limit in each direction, and may be empty though no axis
//! separates. Its limits bound sums and differences of two coordinates. Let V be the six numbers x, -x, y, -y, z,
//! -z: each limit bounds a difference of two of them, which is an edge of a graph. Chains of edges imply tighter
//! limits; following all of them is the shortest-path closure. The part is empty if and only if some chain
//! leads from a number to itself with a negative sum.
//!
//! When: volumes that nine axes cannot part. Limits: 216 additions; only for axes of at most two coordinates, so
//! not for 14 and 26.
//!
//! Source 1, the test (nine axes); Mine 2006 (octagons).

use super::dop::{Dop, direction};

/// The limits of the common part.
pub fn common<const K: usize>(a: &Dop<K>, b: &Dop<K>) -> Dop<K> {
    Dop(std::array::from_fn(|i| a.0[i].min(b.0[i])))
}

/// True if no point satisfies the limits, by more than a gap (m).
pub fn is_empty<const K: usize>(dop: &Dop<K>, gap: f64) -> bool {
    // The greatest difference of V[j] - V[i]; V[2 a] is a coordinate, V[2 a + 1] its negative.
    let mut limit = [[f64::INFINITY; 6]; 6];
    for i in 0..K {
        let way = direction::<K>(i).to_array();
        // The places in V of the coordinates in this direction's sum.
        let mut parts = (0..3)
            .filter(|&axis| way[axis] != 0.0)
            .map(|axis| 2 * axis + usize::from(way[axis] < 0.0));
        let Some(p) = parts.next() else { continue };
        let q = parts.next();
        // V[p] + V[q] is V[p] minus the negative of V[q]; a single coordinate counts twice.
        let (other, sum) = q.map_or((p, 2.0 * dop.0[i]), |q| (q, dop.0[i]));
        for (to, from) in [(p, other ^ 1), (other, p ^ 1)] {
            limit[from][to] = limit[from][to].min(sum);
        }
    }
    for k in 0..6 {
        for i in 0..6 {
            for j in 0..6 {
                limit[i][j] = limit[i][j].min(limit[i][k] + limit[k][j]);
            }
        }
    }
    (0..6).any(|i| limit[i][i] < -4.0 * gap)
}
