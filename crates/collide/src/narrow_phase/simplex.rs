//! The simplex of GJK: one to four differences of points of two shapes. All of them support the point
//! nearest to the origin.

use glam::DVec3;

use crate::narrow_phase::signed_volumes::nearest;

/// The simplex. `V` is the data kept with each difference: the two points, their numbers, or nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simplex<V> {
    differences: [DVec3; 4],
    vertices: [V; 4],
    weights: [f64; 4],
    count: usize,
}

impl<V: Copy> Simplex<V> {
    /// The number of differences: 4 only if they contain the origin.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The differences, each with its vertex and its weight in the point nearest to the origin.
    pub fn iter(&self) -> impl Iterator<Item = (DVec3, V, f64)> + '_ {
        (0..self.count).map(|i| (self.differences[i], self.vertices[i], self.weights[i]))
    }

    /// Returns true if the simplex has this difference.
    #[inline]
    pub fn holds(&self, difference: DVec3) -> bool {
        self.differences[..self.count].contains(&difference)
    }

    /// Adds a difference without computing its weight: [`Simplex::reduce`] has to follow.
    #[inline]
    pub fn push(&mut self, difference: DVec3, vertex: V) {
        self.differences[self.count] = difference;
        self.vertices[self.count] = vertex;
        self.count += 1;
    }

    /// Returns the point nearest to the origin and drops the differences that do not support it.
    pub fn reduce(&mut self) -> DVec3 {
        let found = nearest(&self.differences, self.count);
        self.keep(&found.weights);
        found.point
    }

    /// Adds a difference, and returns the point nearest to the origin if its squared distance (m2) is less
    /// than `limit`; else the simplex stays as it was.
    #[inline]
    pub fn add_nearer(&mut self, difference: DVec3, vertex: V, limit: f64) -> Option<DVec3> {
        self.push(difference, vertex);
        let found = nearest(&self.differences, self.count);
        if found.point.length_squared() >= limit {
            self.count -= 1;
            return None;
        }
        self.keep(&found.weights);
        Some(found.point)
    }

    /// Keeps the differences with a weight.
    #[inline]
    fn keep(&mut self, weights: &[f64; 4]) {
        let all = std::mem::take(&mut self.count);
        for (i, weight) in weights.iter().enumerate().take(all) {
            if *weight > 0.0 {
                if self.count < i {
                    self.differences[self.count] = self.differences[i];
                    self.vertices[self.count] = self.vertices[i];
                }
                self.weights[self.count] = *weight;
                self.count += 1;
            }
        }
    }

    /// Recomputes every difference from its vertex, after the shapes have moved, and drops repeated ones.
    /// [`Simplex::reduce`] has to follow.
    #[inline]
    pub fn moved(&mut self, difference: impl Fn(V) -> DVec3) {
        for i in 0..std::mem::take(&mut self.count) {
            let vertex = self.vertices[i];
            let moved = difference(vertex);
            if !self.holds(moved) {
                self.push(moved, vertex);
            }
        }
    }
}
