//! Fixed objects as drivers see them: obstacles and ramps.

use glam::{Vec2, Vec3};

use crate::drivers::steering::floor;
use crate::params::{
    BLOCK_HEIGHTS, RAMP_LANDING, RAMP_MIN_HEIGHT, RAMP_RUN, SLOPE_COSINE, WALL_MARGIN,
};
use dodgem_scene::arena::{Actor, Arena};

/// A fixed obstacle as an upright box, as seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    pub middle: Vec2,
    /// Forward direction, a unit vector.
    pub ahead: Vec2,
    /// Half extents across and along `ahead`, in metres.
    pub half: Vec2,
    /// Height of its top above the floor, in metres.
    pub height: f32,
    /// True if cars can drive onto it along `ahead`.
    pub slope: bool,
}

/// A ramp that is worth a run: from the entry straight to the exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ramp {
    /// Start of the run, in front of its foot.
    pub entry: Vec2,
    /// Place of the landing.
    pub exit: Vec2,
}

/// All fixed objects of an arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terrain {
    pub(super) blocks: Vec<Block>,
    pub(super) ramps: Vec<Ramp>,
}

impl Terrain {
    /// Collects the fixed objects of an arena.
    pub(crate) fn of(arena: &Arena) -> Terrain {
        let fixed = arena.actors().iter().filter(|actor| actor.is_fixed());
        let blocks: Vec<Block> = fixed.filter_map(Block::of).collect();
        let free = |place: Vec2, own: &Block| {
            let others = blocks.iter().filter(|block| *block != own);
            let mut others = others.filter(|block| !block.slope && block.height > own.height);
            arena.border().clearance(over(place)) > WALL_MARGIN
                && others.all(|block| !block.holds(place, WALL_MARGIN))
        };
        let ramp = |block: &Block| {
            let worth = block.slope && block.height >= RAMP_MIN_HEIGHT;
            let ramp = Ramp {
                entry: block.middle - block.ahead * (block.half.y + RAMP_RUN),
                exit: block.middle + block.ahead * (block.half.y + RAMP_LANDING),
            };
            (worth && free(ramp.entry, block) && free(ramp.exit, block)).then_some(ramp)
        };
        Terrain {
            ramps: blocks.iter().filter_map(ramp).collect(),
            blocks,
        }
    }

    /// True if a place is nearer to a block than a margin, in metres.
    pub(super) fn is_blocked(&self, place: Vec2, margin: f32) -> bool {
        self.blocks.iter().any(|block| block.holds(place, margin))
    }

    /// Returns the first block within `margin` of a straight way, if any; slopes that lead along the way do
    /// not count.
    pub(super) fn first_on(&self, from: Vec2, to: Vec2, margin: f32) -> Option<&Block> {
        let ahead = (to - from).normalize_or_zero();
        let hit = |block: &&Block| {
            let up = block.slope && block.ahead.dot(ahead) > SLOPE_COSINE;
            let share = block.crossed(from, to, margin).filter(|_| !up)?;
            Some(share)
        };
        let hits = self.blocks.iter().filter_map(|b| Some((hit(&b)?, b)));
        let first = hits.min_by(|a, b| a.0.total_cmp(&b.0));
        first.map(|(_, block)| block)
    }
}

impl Block {
    /// Returns None if cars can drive over it or under it.
    fn of(actor: &Actor) -> Option<Block> {
        let ahead = floor(actor.forward()).try_normalize()?;
        let across = Vec2::new(-ahead.y, ahead.x);
        let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for corner in actor.model.mesh().vertices() {
            let corner = actor.pose.transform_point(*corner);
            let flat = floor(corner);
            let own = Vec2::new(flat.dot(across), flat.dot(ahead));
            (least, most) = (least.min(own), most.max(own));
            (low, high) = (low.min(corner.y), high.max(corner.y));
        }
        let (lowest_top, highest_foot) = BLOCK_HEIGHTS;
        let middle = (least + most) * 0.5;
        (high > lowest_top && low < highest_foot).then_some(Block {
            middle: across * middle.x + ahead * middle.y,
            ahead,
            half: (most - least) * 0.5,
            height: high,
            slope: actor.slope,
        })
    }

    /// Returns a place in the block's own axes: across and along.
    fn own(&self, place: Vec2) -> Vec2 {
        let across = Vec2::new(-self.ahead.y, self.ahead.x);
        let to = place - self.middle;
        Vec2::new(to.dot(across), to.dot(self.ahead))
    }

    /// True if a place is within it, or nearer than a margin, in metres.
    pub(super) fn holds(&self, place: Vec2, margin: f32) -> bool {
        let out = self.own(place).abs() - self.half;
        out.max_element() < margin
    }

    /// Returns the fraction of a straight way after which it comes nearer than a margin, if it does. A way
    /// that begins within the margin meets the block at once if it leads inwards.
    fn crossed(&self, from: Vec2, to: Vec2, margin: f32) -> Option<f32> {
        let (from, to) = (self.own(from), self.own(to));
        let way = to - from;
        let half = self.half + Vec2::splat(margin);
        if from.abs().cmplt(half).all() {
            return (way.dot(from) < 0.0).then_some(0.0);
        }
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            if way[axis].abs() < 1e-6 {
                if from[axis].abs() >= half[axis] {
                    return None;
                }
                continue;
            }
            let a = (-half[axis] - from[axis]) / way[axis];
            let b = (half[axis] - from[axis]) / way[axis];
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        (enter < leave).then_some(enter)
    }

    /// Returns its corners, each moved out by a margin along both axes.
    pub(super) fn corners(&self, margin: f32) -> [Vec2; 4] {
        let across = Vec2::new(-self.ahead.y, self.ahead.x);
        let half = self.half + Vec2::splat(margin);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| self.middle + across * (x * half.x) + self.ahead * (y * half.y))
    }

    /// True if a straight way passes it at the margin or more.
    pub(super) fn is_clear_of(&self, from: Vec2, to: Vec2, margin: f32) -> bool {
        self.crossed(from, to, margin).is_none()
    }
}

/// Returns a place on the floor as a point in space.
pub(super) fn over(place: Vec2) -> Vec3 {
    Vec3::new(place.x, 0.0, place.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block() -> Block {
        Block {
            middle: Vec2::new(5.0, 0.0),
            ahead: Vec2::new(0.0, -1.0),
            half: Vec2::new(1.0, 2.0),
            height: 1.0,
            slope: false,
        }
    }

    #[test]
    fn a_way_meets_a_block_where_it_comes_nearer_than_the_margin() {
        let (from, to) = (Vec2::ZERO, Vec2::new(10.0, 0.0));
        assert_eq!(block().crossed(from, to, 0.0), Some(0.4));
        assert_eq!(block().crossed(from, to, 1.0), Some(0.3));
        let beside = Vec2::new(0.0, 2.5);
        assert_eq!(block().crossed(from + beside, to + beside, 0.0), None);
        assert!(block().crossed(from + beside, to + beside, 1.0).is_some());
        assert_eq!(block().crossed(from, Vec2::new(3.0, 0.0), 0.0), None);
    }

    #[test]
    fn who_stands_at_a_block_is_free_to_leave_it() {
        let at = Vec2::new(3.5, 0.0);
        assert_eq!(block().crossed(at, Vec2::ZERO, 1.0), None);
        assert_eq!(block().crossed(at, Vec2::new(8.0, 0.0), 1.0), Some(0.0));
    }
}
