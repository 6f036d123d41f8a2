//! The distance of two convex shapes by the Gilbert-Johnson-Keerthi algorithm: the one loop that all
//! searches of that kind run.
//!
//! *Idea*: the distance of the shapes is the distance of the origin from their Minkowski difference
//! A - B. Keep a simplex of at most four points of the difference, find its point nearest to the
//! origin, and take the difference's support point in the direction from there to the origin. Each
//! support point gives a lower bound of the distance, each simplex an upper bound; they converge.
//!
//! *When*: any two convex sets with a farthest point along each direction
//! ([`DifferenceSet`]): shapes with support mappings (`support_pair.rs`), the hulls of two colliders
//! (`query/hull_pair.rs`), moving meshes (`query/toi/convex.rs`), pieces of them
//! (`query/toi/piece_pair.rs`). Each decides when its result is good enough. EPA finds the depth of shapes
//! that overlap.
//!
//! *Limits*: polyhedra end after finitely many steps with the exact pair of features; round shapes
//! converge. For some directions the bounds stall within rounding; then the better of the last two
//! simplices is taken.
//!
//! *Sources*: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, *A fast procedure for computing the distance
//! between complex objects in three-dimensional space*, 1988; van den Bergen, "A fast and robust GJK
//! implementation for collision detection of convex objects", 1999 (bounds, early out, warm start);
//! Montanari and others, 2017 (the nearest point of the simplex, in `signed_volumes`).

use glam::DVec3;

use crate::narrow_phase::simplex::Simplex;

/// The differences of the points of two convex sets: the input of GJK.
pub(crate) trait DifferenceSet {
    /// The data that the simplex keeps of a difference.
    type Vertex: Copy;

    /// The difference least far along `toward` (m, of that length; perhaps 0 before the first difference),
    /// and its vertex. None ends the search.
    ///
    /// The set may keep the best lower bound that a direction gives.
    fn support(&mut self, toward: DVec3, length: f64) -> Option<(DVec3, Self::Vertex)>;

    /// Returns true if the lower bound so far is good enough, if the two are at most `upper` metres apart.
    fn is_enough(&self, upper: f64) -> bool;

    /// Notes the simplex after a step, for debug views.
    #[inline]
    fn note(&mut self, _simplex: &Simplex<Self::Vertex>, _step: &SimplexStep) {}

    /// The distance (m) up to which the two count as touching.
    fn rounding(&self, _simplex: &Simplex<Self::Vertex>) -> f64 {
        0.0
    }
}

/// A step of a search, for debug views.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexStep {
    /// The support point, and the direction (m, of any length) along which it was looked for; None for a simplex
    /// that the search begins with.
    pub support: Option<(DVec3, DVec3)>,
    /// The point of the simplex after the step that is nearest to the origin.
    pub nearest: DVec3,
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GjkEnd {
    /// The simplex does not contain the origin; its nearest difference.
    Apart(DVec3),
    /// The simplex contains the origin, or comes within the rounding of it.
    Meet(DVec3),
}

/// Searches for the difference nearest to the origin, with at most `steps` support points, from the nearest
/// one of a simplex, or from any direction if that is empty.
#[inline]
pub(crate) fn gjk<S: DifferenceSet>(
    set: &mut S,
    simplex: &mut Simplex<S::Vertex>,
    mut toward: DVec3,
    steps: usize,
) -> GjkEnd {
    let mut squared = toward.length_squared();
    for step in 0..steps {
        let length = squared.sqrt();
        // Before the first difference `toward` is a direction, whose length means nothing.
        let is_first = simplex.count() == 0;
        if !is_first && (simplex.count() == 4 || length <= set.rounding(simplex)) {
            return GjkEnd::Meet(toward);
        }
        if step > 0 && set.is_enough(length) {
            break;
        }
        let Some((difference, vertex)) = set.support(toward, length) else {
            break;
        };
        let support = Some((difference, toward));
        if !is_first && set.is_enough(length) || simplex.holds(difference) {
            let nearest = toward;
            set.note(simplex, &SimplexStep { support, nearest });
            break;
        }
        let limit = if is_first { f64::INFINITY } else { squared };
        // In exact arithmetic every step gets nearer; in f64 the last one may not.
        let Some(nearer) = simplex.add_nearer(difference, vertex, limit) else {
            break;
        };
        let nearest = nearer;
        set.note(simplex, &SimplexStep { support, nearest });
        toward = nearer;
        squared = nearer.length_squared();
    }
    if simplex.count() == 4 {
        GjkEnd::Meet(toward)
    } else {
        GjkEnd::Apart(toward)
    }
}
