//! A tree of boxes that never changes: it finds the boxes that overlap another one.

use std::ops::Range;

use crate::params::BOXES_PER_LEAF;
use dodgem_collide::math::Aabb;

/// Boxes, each with a number, under a balanced tree in one list: the left half of a node's boxes is the node
/// after it.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxTree {
    nodes: Vec<Node>,
    leaves: Vec<(Aabb, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    /// The node of the right half.
    right: u32,
}

impl BoxTree {
    /// Builds the tree of these boxes.
    pub fn build(&mut self, boxes: impl Iterator<Item = (Aabb, u32)>) {
        self.nodes.clear();
        self.leaves.clear();
        self.leaves.extend(boxes);
        if !self.leaves.is_empty() {
            split(&mut self.leaves, &mut self.nodes);
        }
    }

    /// The bytes that it takes.
    pub fn size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.leaves.capacity() * size_of::<(Aabb, u32)>()
    }

    /// Calls `visit` with the number of each box that overlaps `bounds`.
    pub fn visit(&self, bounds: &Aabb, visit: &mut impl FnMut(u32)) {
        if !self.nodes.is_empty() {
            self.visit_under(0, 0..self.leaves.len(), bounds, visit);
        }
    }

    fn visit_under(
        &self,
        node: usize,
        range: Range<usize>,
        bounds: &Aabb,
        visit: &mut impl FnMut(u32),
    ) {
        let Node { bounds: all, right } = &self.nodes[node];
        if !all.overlaps(bounds) {
            return;
        }
        if range.len() <= BOXES_PER_LEAF {
            let near = self.leaves[range]
                .iter()
                .filter(|(one, _)| one.overlaps(bounds));
            return near.for_each(|(_, number)| visit(*number));
        }
        let middle = range.start + range.len() / 2;
        self.visit_under(node + 1, range.start..middle, bounds, visit);
        self.visit_under(*right as usize, middle..range.end, bounds, visit);
    }
}

/// Sorts boxes into halves along the longest axis of their centres, again and again, and appends their nodes.
fn split(leaves: &mut [(Aabb, u32)], nodes: &mut Vec<Node>) {
    let at = nodes.len();
    let bounds = leaves
        .iter()
        .fold(Aabb::EMPTY, |all, (one, _)| all.union(*one));
    nodes.push(Node { bounds, right: 0 });
    if leaves.len() <= BOXES_PER_LEAF {
        return;
    }
    let center = |one: &Aabb| one.min + one.max;
    let of_centers = leaves.iter().fold(Aabb::EMPTY, |all, (one, _)| {
        all.union(Aabb::new(center(one), center(one)))
    });
    let longest = of_centers.extents();
    let axis = (0..3).fold(0, |axis, other| match longest[other] > longest[axis] {
        true => other,
        false => axis,
    });
    let middle = leaves.len() / 2;
    leaves.select_nth_unstable_by(middle, |p, q| {
        let order = center(&p.0)[axis].total_cmp(&center(&q.0)[axis]);
        order.then(p.1.cmp(&q.1))
    });
    let (low, high) = leaves.split_at_mut(middle);
    split(low, nodes);
    nodes[at].right = nodes.len() as u32;
    split(high, nodes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn the_tree_finds_the_boxes_that_a_search_of_all_finds() {
        let mut random = Pcg32::seed_from_u64(5);
        let mut tree = BoxTree::default();
        let mut found_in_all = 0;
        for count in [0, 1, 4, 5, 9, 300] {
            let mut any = |size: f32| {
                let mut number = |most: f32| random.random_range(-most..most);
                let middle = Vec3::new(number(9.0), number(2.0), number(9.0));
                let half = Vec3::new(number(size), number(size), number(size)).abs();
                Aabb::new(middle - half, middle + half)
            };
            let boxes: Vec<(Aabb, u32)> = (0..count).map(|n| (any(0.5), n)).collect();
            tree.build(boxes.iter().copied());
            for _ in 0..50 {
                let bounds = any(3.0);
                let mut found = Vec::new();
                tree.visit(&bounds, &mut |number| found.push(number));
                found.sort_unstable();
                let all = boxes.iter().filter(|(one, _)| one.overlaps(&bounds));
                assert_eq!(found, all.map(|(_, number)| *number).collect::<Vec<_>>());
                found_in_all += found.len();
            }
        }
        assert!(found_in_all > 100, "{found_in_all}");
    }
}
