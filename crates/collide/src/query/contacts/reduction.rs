//! The reduction of a patch's contacts to at most four that hold the bodies apart equally well.

use glam::DVec3;

use crate::params;
use crate::query::contacts::contact::ContactCandidate;

/// The most contacts of one patch: the deepest one, and the corners of a quadrilateral around it.
const MAX_PATCH_CONTACTS: usize = 4;

/// Groups the candidates by region, keeps at most four of each group, and numbers the groups as
/// patches. Two contacts nearer to each other than `slack` metres count as one.
pub(super) fn reduce(found: &mut Vec<ContactCandidate>, slack: f64, order: &mut PlaceOrder) {
    found.sort_unstable_by(|p, q| {
        let by_name = p.region.cmp(&q.region).then(p.feature.cmp(&q.feature));
        by_name.then(p.distance.total_cmp(&q.distance))
    });
    found.dedup_by(|next, kept| next.region == kept.region && next.feature == kept.feature);
    let mut kept = 0;
    let mut start = 0;
    while start < found.len() {
        let region = found[start].region;
        let same = found[start..].iter().take_while(|f| f.region == region);
        let end = start + same.count();
        let few = keep_spanning(&mut found[start..end], slack);
        found.copy_within(start..start + few, kept);
        kept += few;
        start = end;
    }
    found.truncate(kept);
    drop_repeated(found, slack, order);
    let mut patch = 0;
    for i in 0..found.len() {
        patch += u32::from(i > 0 && found[i].region != found[i - 1].region);
        found[i].patch = patch;
    }
}

/// The contacts of a query sorted by place: what is near something is found without a look at all.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceOrder {
    /// The coordinate along [`PLACE_DIRECTION`] (m) and the number of each contact, in order.
    sorted: Vec<(f64, u32)>,
    /// Where each contact is in `sorted`.
    ranks: Vec<u32>,
}

/// A direction of length 1 that no surface is likely to lie across.
const PLACE_DIRECTION: DVec3 = DVec3::new(
    0.569_840_290_998_053_2,
    0.754_877_666_246_693,
    0.324_717_957_244_747_1,
);

impl PlaceOrder {
    /// Sorts contacts.
    fn sort(&mut self, found: &[ContactCandidate]) {
        let places = found.iter().zip(0..);
        self.sorted.clear();
        (self.sorted).extend(places.map(|(f, i)| (f.point_a.dot(PLACE_DIRECTION), i)));
        self.sorted
            .sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        self.ranks.clear();
        self.ranks.resize(found.len(), 0);
        for (rank, &(_, number)) in self.sorted.iter().enumerate() {
            self.ranks[number as usize] = rank as u32;
        }
    }

    /// The contacts whose coordinates are those of contact `number` up to `slack` metres.
    fn near(&self, number: usize, slack: f64) -> impl Iterator<Item = usize> {
        let rank = self.ranks[number] as usize;
        let here = self.sorted[rank].0;
        let is_near = move |next: &&(f64, u32)| (next.0 - here).abs() <= slack;
        let before = self.sorted[..rank].iter().rev().take_while(is_near);
        let after = self.sorted[rank + 1..].iter().take_while(is_near);
        before.chain(after).map(|next| next.1 as usize)
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
                && old.normal.dot(next.normal) > params::SAME_CONTACT_COSINE
        });
    }
    found.retain(|f| !f.is_redundant);
}

/// Moves at most four contacts to the front, the deepest one and those that span the largest area,
/// and returns how many.
pub(super) fn keep_spanning(group: &mut [ContactCandidate], slack: f64) -> usize {
    let center = group.iter().map(|f| f.point_a).sum::<DVec3>() / group.len() as f64;
    let spread = |f: &ContactCandidate| f.point_a.distance_squared(center);
    let size = group.iter().map(spread).fold(0.0, f64::max).sqrt();
    let same = (params::SAME_CONTACT_FRACTION * size).max(slack);
    let mut count = 0;
    let mut take = |group: &mut [ContactCandidate], chosen: Option<usize>| -> bool {
        let Some(chosen) = chosen else { return false };
        let point = group[chosen].point_a;
        let known = group[..count].iter();
        if known.clone().any(|f| f.point_a.distance(point) <= same) {
            return false;
        }
        group.swap(count, chosen);
        count += 1;
        true
    };
    // The deepest one; of several as deep the outermost.
    let deepest = group
        .iter()
        .map(|f| f.distance)
        .fold(f64::INFINITY, f64::min);
    let as_deep = deepest + params::SAME_DEPTH_FRACTION * size;
    let first = highest_scoring(group, 0, |f| {
        if f.distance <= as_deep {
            spread(f)
        } else {
            -1.0
        }
    });
    take(group, first);
    let corner = group[0].point_a;
    // The one farthest from it.
    let second = highest_scoring(group, 1, |f| f.point_a.distance_squared(corner));
    if take(group, second) {
        let along = group[1].point_a - corner;
        let normal = group[0].normal;
        let area = |f: &ContactCandidate| along.cross(f.point_a - corner).dot(normal);
        let least = same * along.length();
        // The one farthest from the line between these, and the one that extends the triangle most.
        let third =
            highest_scoring(group, 2, |f| area(f).abs()).filter(|&i| area(&group[i]).abs() > least);
        if take(group, third) {
            let triangle = [0, 1, 2].map(|i| group[i].point_a);
            let winding = area(&group[2]).signum();
            let beyond = |f: &ContactCandidate| {
                let outside = |i: usize| {
                    let (from, to) = (triangle[i], triangle[(i + 1) % 3]);
                    -winding * (to - from).cross(f.point_a - from).dot(normal)
                };
                outside(0).max(outside(1)).max(outside(2))
            };
            let fourth = highest_scoring(group, 3, beyond).filter(|&i| beyond(&group[i]) > least);
            take(group, fourth);
        }
    }
    count.min(MAX_PATCH_CONTACTS)
}

/// The number, from `from` on, of the contact with the highest score.
fn highest_scoring(
    group: &[ContactCandidate],
    from: usize,
    score: impl Fn(&ContactCandidate) -> f64,
) -> Option<usize> {
    let mut highest_scoring: Option<(usize, f64)> = None;
    for (i, found) in group.iter().enumerate().skip(from) {
        let score = score(found);
        if highest_scoring.is_none_or(|(_, old)| score > old) {
            highest_scoring = Some((i, score));
        }
    }
    highest_scoring.map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut all: Vec<ContactCandidate> = all.collect();
        reduce(&mut all, 1e-6, &mut PlaceOrder::default());
        let mut places: Vec<_> = all.iter().map(|f| (f.point_a.x, f.point_a.z)).collect();
        places.sort_by(|p, q| p.partial_cmp(q).unwrap());
        assert_eq!(places, [(0.0, 0.0), (0.0, 8.0), (8.0, 0.0), (8.0, 8.0)]);
    }

    #[test]
    fn the_deepest_stays() {
        let all = (0..81).map(|i| found(f64::from(i % 9), f64::from(i / 9), 0.01, 7));
        let mut all: Vec<ContactCandidate> = all.collect();
        all[40].distance = -0.5;
        reduce(&mut all, 1e-6, &mut PlaceOrder::default());
        assert!(all.len() == 4 && all.iter().any(|f| f.distance == -0.5));
    }

    #[test]
    fn a_row_becomes_its_ends_and_regions_stay_apart() {
        let row = |z: f64, region: u64| (0..5).map(move |i| found(f64::from(i), z, 0.0, region));
        let mut all: Vec<ContactCandidate> = row(0.0, 1).chain(row(3.0, 2)).collect();
        reduce(&mut all, 1e-6, &mut PlaceOrder::default());
        assert_eq!(all.len(), 4);
        assert_eq!(all.iter().filter(|f| f.patch == 0).count(), 2);
        assert!(all.iter().all(|f| f.point_a.x == 0.0 || f.point_a.x == 4.0));
    }

    #[test]
    fn the_same_corner_of_two_groups_counts_once() {
        let mut all = vec![found(0.0, 0.0, 0.0, 1), found(1.0, 0.0, 0.0, 1)];
        all.extend([found(1.0, 0.0, 0.0, 2), found(2.0, 0.0, 0.0, 2)]);
        reduce(&mut all, 1e-6, &mut PlaceOrder::default());
        assert_eq!(all.len(), 3);
    }
}
