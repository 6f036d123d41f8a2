//! The manifold builder: it reduces the candidates of a pair to at most four contacts for each flat patch, and
//! places them in the world.
//!
//! Every search and every stage ends here, once per pair. Four contacts of a flat patch hold two bodies apart
//! as well as all of them: the deepest one, and those that span the largest area around it.

use glam::DVec3;

use crate::math::Placement;
use crate::params::{
    SAME_CONTACT_COSINE, SAME_CONTACT_FRACTION, SAME_DEPTH_FRACTION, SAME_POINT_FRACTION,
    SUPPORT_LEVER_PER_HEIGHT,
};
use crate::query::contacts::contact::{ContactCandidate, ContactPoint};
use crate::query::contacts::place_order::PlaceOrder;
use crate::query::contacts::scratch::ContactScratch;

/// The frame of the candidates, and the rule by which they are reduced.
pub(super) struct CandidateFrame {
    /// The pose of the frame in the world.
    placement: Placement,
    /// True if the first shape of the candidates is the second one of the query.
    is_swapped: bool,
    /// True if the pose of the frame is one of f32: then so are the contacts.
    is_single: bool,
    rule: ReductionRule,
}

/// The rule for the choice of four contacts.
#[derive(Clone, Copy, Default)]
pub(super) struct ReductionRule {
    /// The distance, in metres, below which two points are one.
    slack: f64,
    /// The distance, in metres, by which a contact counts as less far out for each metre that it is higher above
    /// the other body than the deepest one.
    loss_per_height: f64,
}

impl CandidateFrame {
    /// For contacts of features that lie against each other, none of whose coordinates is larger than `size`
    /// metres. All corners of such a feature support a body, even a tilted one.
    pub fn of_features(placement: Placement, is_swapped: bool, size: f64) -> Self {
        CandidateFrame {
            placement,
            is_swapped,
            is_single: true,
            rule: ReductionRule {
                slack: size * SAME_POINT_FRACTION,
                loss_per_height: 0.0,
            },
        }
    }

    /// For all corners of a body within the tolerance of a plane. Height counts: otherwise the upper corners of
    /// a tilted thin plate, slightly farther out than the lower ones, would replace them, and the plate would
    /// fall through the body below.
    pub fn of_corners(placement: Placement, is_swapped: bool) -> Self {
        CandidateFrame {
            placement,
            is_swapped,
            is_single: false,
            rule: ReductionRule {
                slack: 0.0,
                loss_per_height: SUPPORT_LEVER_PER_HEIGHT,
            },
        }
    }

    /// The contact of a candidate, in the world and in the order of the query.
    fn report(&self, candidate: &ContactCandidate) -> ContactPoint {
        let found = match self.is_swapped {
            true => candidate.swapped(),
            false => *candidate,
        };
        let mut points = [found.point_a, found.point_b].map(|point| self.placement.point(point));
        let (mut normal, mut distance) = (self.placement.rotation * found.normal, found.distance);
        if self.is_single {
            points = points.map(|point| point.as_vec3().as_dvec3());
            normal = normal.as_vec3().normalize_or_zero().as_dvec3();
            distance = f64::from(distance as f32);
        }
        ContactPoint {
            patch: found.patch,
            feature: found.feature,
            ..ContactPoint::at((points[0] + points[1]) * 0.5, normal, distance)
        }
    }
}

impl ContactScratch {
    /// Builds the manifold of the candidates and appends it to `out`. Returns the least distance of the candidates
    /// that it leaves out, in metres; infinity if it takes all of them.
    pub(super) fn append_contacts(
        &mut self,
        frame: &CandidateFrame,
        out: &mut Vec<ContactPoint>,
    ) -> f64 {
        let least_left_out = self.reduce(frame.rule);
        out.extend(self.found.iter().map(|candidate| frame.report(candidate)));
        least_left_out
    }

    /// Groups the candidates by region, keeps at most four of each group, and numbers the groups as patches.
    /// Contacts through the material of a solid stay only if there are no others. Returns the least distance
    /// of those that it leaves out, in metres; infinity if there are none.
    fn reduce(&mut self, rule: ReductionRule) -> f64 {
        let found = &mut self.found;
        if found.iter().any(|f| !f.is_through_solid) {
            found.retain(|f| !f.is_through_solid);
        }
        found.sort_unstable_by(|p, q| {
            let by_name = p.region.cmp(&q.region).then(p.feature.cmp(&q.feature));
            by_name.then(p.distance.total_cmp(&q.distance))
        });
        found.dedup_by(|next, kept| next.region == kept.region && next.feature == kept.feature);
        let (mut kept, mut start, mut patches) = (0, 0, 0);
        let mut least_left_out = f64::INFINITY;
        while start < found.len() {
            let region = found[start].region;
            let same = found[start..].iter().take_while(|f| f.region == region);
            let end = start + same.count();
            let count = select_support(&mut found[start..end], rule);
            let left_out = found[start + count..end].iter().map(|f| f.distance);
            least_left_out = left_out.fold(least_left_out, f64::min);
            found.copy_within(start..start + count, kept);
            kept += count;
            start = end;
            patches += 1;
        }
        found.truncate(kept);
        // The contacts of one patch are apart.
        if patches > 1 {
            drop_repeated(found, rule.slack, &mut self.place_order);
        }
        let mut patch = 0;
        for i in 0..found.len() {
            patch += u32::from(i > 0 && found[i].region != found[i - 1].region);
            found[i].patch = patch;
        }
        least_left_out
    }
}

/// Drops contacts that repeat an earlier one: a corner that two groups share counts once.
fn drop_repeated(found: &mut Vec<ContactCandidate>, slack: f64, order: &mut PlaceOrder) {
    order.sort(found);
    for i in 0..found.len() {
        let next = found[i];
        found[i].is_redundant = order.near(i, slack).any(|at| {
            let old = &found[at];
            at < i
                && !old.is_redundant
                && old.point_a.distance(next.point_a) <= slack
                && old.point_b.distance(next.point_b) <= slack
                && old.normal.dot(next.normal) > SAME_CONTACT_COSINE
        });
    }
    found.retain(|f| !f.is_redundant);
}

/// Moves the contacts of one flat patch that support a body best to the front, and returns their number, at
/// most four: the deepest one (of several as deep the outermost), the one farthest from it, the one farthest
/// from the line between these two, and the one farthest outside the triangle of these three.
pub(super) fn select_support(patch: &mut [ContactCandidate], rule: ReductionRule) -> usize {
    let center = patch.iter().map(|f| f.point_a).sum::<DVec3>() / patch.len() as f64;
    let spread = |f: &ContactCandidate| f.point_a.distance_squared(center);
    let size = patch.iter().map(spread).fold(0.0, f64::max).sqrt();
    let same = (SAME_CONTACT_FRACTION * size).max(rule.slack);
    let deepest = patch.iter().map(|f| f.distance);
    let deepest = deepest.fold(f64::INFINITY, f64::min);
    let as_deep = deepest + SAME_DEPTH_FRACTION * size;
    let first = |f: &ContactCandidate| (f.distance <= as_deep).then(|| spread(f));
    if !move_best_to(patch, 0, first) {
        return 0;
    }
    let (corner, normal) = (patch[0].point_a, patch[0].normal);
    let score = |lever: f64, f: &ContactCandidate| {
        (lever > same).then_some(lever - rule.loss_per_height * (f.distance - deepest))
    };
    if !move_best_to(patch, 1, |f| score(f.point_a.distance(corner), f)) {
        return 1;
    }
    // The distance from a line, positive on its left as seen against the normal.
    let beside = |[from, to]: [DVec3; 2], f: &ContactCandidate| {
        let along = to - from;
        along.cross(f.point_a - from).dot(normal) / along.length()
    };
    let edge = [corner, patch[1].point_a];
    if !move_best_to(patch, 2, |f| score(beside(edge, f).abs(), f)) {
        return 2;
    }
    let winding = beside(edge, &patch[2]).signum();
    let [p, q, r] = [0, 1, 2].map(|i| patch[i].point_a);
    let outside = |f: &ContactCandidate| {
        let sides = [[p, q], [q, r], [r, p]].map(|side| -winding * beside(side, f));
        sides.into_iter().fold(f64::NEG_INFINITY, f64::max)
    };
    match move_best_to(patch, 3, |f| score(outside(f), f)) {
        true => 4,
        false => 3,
    }
}

/// Moves the contact with the highest score among those from number `to` on to that place. False if none of
/// them has a score.
fn move_best_to(
    patch: &mut [ContactCandidate],
    to: usize,
    score: impl Fn(&ContactCandidate) -> Option<f64>,
) -> bool {
    let mut best: Option<(usize, f64)> = None;
    for (i, candidate) in patch.iter().enumerate().skip(to) {
        if let Some(score) = score(candidate)
            && best.is_none_or(|(_, old)| score > old)
        {
            best = Some((i, score));
        }
    }
    if let Some((i, _)) = best {
        patch.swap(to, i);
    }
    best.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contacts that the builder makes of the candidates.
    fn reduced(found: Vec<ContactCandidate>, loss_per_height: f64) -> Vec<ContactCandidate> {
        let rule = ReductionRule {
            slack: 1e-6,
            loss_per_height,
        };
        let mut scratch = ContactScratch {
            found,
            ..ContactScratch::default()
        };
        scratch.reduce(rule);
        scratch.found
    }

    fn found(x: f64, z: f64, distance: f64, region: u64) -> ContactCandidate {
        ContactCandidate {
            point_a: DVec3::new(x, 0.0, z),
            point_b: DVec3::new(x, distance, z),
            distance,
            normal: DVec3::Y,
            region,
            feature: ((x * 64.0 + 1000.0) as u64) << 32 | (z * 64.0 + 1000.0) as u64,
            ..ContactCandidate::default()
        }
    }

    #[test]
    fn a_grid_becomes_its_four_corners() {
        let all = (0..81).map(|i| found(f64::from(i % 9), f64::from(i / 9), 0.01, 7));
        let all = reduced(all.collect(), 0.0);
        let mut places: Vec<_> = all.iter().map(|f| (f.point_a.x, f.point_a.z)).collect();
        places.sort_by(|p, q| p.partial_cmp(q).unwrap());
        assert_eq!(places, [(0.0, 0.0), (0.0, 8.0), (8.0, 0.0), (8.0, 8.0)]);
    }

    #[test]
    fn the_deepest_stays() {
        let all = (0..81).map(|i| found(f64::from(i % 9), f64::from(i / 9), 0.01, 7));
        let mut all: Vec<ContactCandidate> = all.collect();
        all[40].distance = -0.5;
        let all = reduced(all, 0.0);
        assert!(all.len() == 4 && all.iter().any(|f| f.distance == -0.5));
    }

    #[test]
    fn a_row_becomes_its_ends_and_regions_stay_apart() {
        let row = |z: f64, region: u64| (0..5).map(move |i| found(f64::from(i), z, 0.0, region));
        let all = reduced(row(0.0, 1).chain(row(3.0, 2)).collect(), 0.0);
        assert_eq!(all.len(), 4);
        assert_eq!(all.iter().filter(|f| f.patch == 0).count(), 2);
        assert!(all.iter().all(|f| f.point_a.x == 0.0 || f.point_a.x == 4.0));
    }

    #[test]
    fn the_same_corner_of_two_groups_counts_once() {
        let mut all = vec![found(0.0, 0.0, 0.0, 1), found(1.0, 0.0, 0.0, 1)];
        all.extend([found(1.0, 0.0, 0.0, 2), found(2.0, 0.0, 0.0, 2)]);
        assert_eq!(reduced(all, 0.0).len(), 3);
    }

    /// Cause: points were chosen for their distance alone, and the upper corners of a thin plate that is
    /// tilted are farther out than the lower ones.
    #[test]
    fn a_higher_point_does_not_displace_a_lower_one() {
        let at = |x: f64, z: f64, height: f64| found(x, z, height, 1);
        let corners = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0), (8.0, 8.0)];
        let lower = corners.map(|(x, z)| at(x, z, 1e-3));
        let upper = corners.map(|(x, z)| at(1.001 * x - 0.004, 1.001 * z - 0.004, 5e-3));
        let all = || upper.into_iter().chain(lower).collect();
        let lowest = reduced(all(), SUPPORT_LEVER_PER_HEIGHT);
        assert!(lowest.len() == 4 && lowest.iter().all(|f| f.distance == 1e-3));
        let widest = reduced(all(), 0.0);
        assert!(widest.len() == 4 && widest.iter().any(|f| f.distance > 1e-3));
    }
}
