//! Routes around obstacles.

use glam::Vec2;

use crate::drivers::steering::Own;
use crate::drivers::terrain::{Terrain, over};
use crate::params::{
    AIRBORNE_HEIGHT, CORNER_MARGIN, CORNER_REACHED, OBSTACLE_SIGHT, PASSING_SHARE, SIGHT_SECONDS,
};
use dodgem_scene::arena::Border;

/// Returns the corner to round first on the way to a place, if an obstacle blocks the way.
pub(super) fn detour(terrain: &Terrain, border: &Border, own: &Own, aim: Vec2) -> Option<Vec2> {
    // A higher car drives on or over the obstacle, so it goes straight ahead.
    if own.height > AIRBORNE_HEIGHT {
        return None;
    }
    let here = own.here;
    let margin = own.radius * PASSING_SHARE;
    let sight = OBSTACLE_SIGHT + own.velocity.length() * SIGHT_SECONDS;
    let seen = here + (aim - here).clamp_length_max(sight);
    let block = terrain.first_on(here, seen, margin)?;
    // The target touches the block itself, so no detour leads to it.
    if block.holds(aim, margin) && aim.distance(here) < 2.0 * own.radius {
        return None;
    }
    let corners = block.corners(margin + CORNER_MARGIN);
    let reachable = |corner: &Vec2| {
        border.clearance(over(*corner)) > margin
            && corner.distance(here) > CORNER_REACHED * own.radius
            && block.is_clear_of(here, *corner, margin * 0.7)
    };
    let cost = |corner: &Vec2| {
        let way = corner.distance(here) + corner.distance(aim);
        way / (own.top_speed * 0.7) + own.effort(*corner)
    };
    let reachable = corners.into_iter().filter(reachable);
    reachable.min_by(|a, b| cost(a).total_cmp(&cost(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::terrain::Block;

    #[test]
    fn the_way_leads_round_the_nearer_corner_and_straight_up_a_slope() {
        let own = Own {
            ahead: Vec2::X,
            velocity: Vec2::X * 3.0,
            ..Own::AT_REST
        };
        let block = Block {
            middle: Vec2::new(4.0, 0.5),
            ahead: Vec2::X,
            half: Vec2::new(1.0, 1.0),
            height: 1.0,
            slope: false,
        };
        let border = Border::Round { radius: 20.0 };
        let mut terrain = Terrain {
            blocks: vec![block],
            ramps: Vec::new(),
        };
        let aim = Vec2::new(8.0, 0.0);
        let corner = detour(&terrain, &border, &own, aim).expect("a way round");
        assert!(corner.y < -1.0, "on the nearer side: {corner}");
        assert!(detour(&terrain, &border, &own, Vec2::new(0.0, 8.0)).is_none());
        let flying = Own { height: 0.6, ..own };
        assert!(detour(&terrain, &border, &flying, aim).is_none());
        terrain.blocks[0].slope = true;
        assert!(detour(&terrain, &border, &own, aim).is_none());
        let from_its_top = Own {
            here: Vec2::new(8.0, 0.0),
            ..own
        };
        assert!(detour(&terrain, &border, &from_its_top, Vec2::ZERO).is_some());
    }
}
