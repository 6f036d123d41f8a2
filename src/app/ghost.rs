//! Another round's cars, drawn over this one's: see-through, as rings and ribs of light.

use glam::Vec3;

use dodgem_collide::math::Pose;

use crate::app::render::scene::SceneLine;
use crate::game::Round;

/// Corners of a ring.
const CORNERS: usize = 28;
/// The heights of the rings over the floor, in metres, and how much narrower each is.
const RINGS: [(f32, f32); 3] = [(0.18, 1.0), (0.42, 0.86), (0.72, 0.52)];
/// The colour of a player's ghost, and of the other cars.
const PLAYER: [f32; 4] = [1.0, 0.86, 0.35, 0.85];
const OTHERS: [f32; 4] = [0.55, 0.95, 1.0, 0.55];

/// The lines of a round's cars: of all of them, or of the first player's alone.
pub fn lines(round: &Round, all: bool, lines: &mut Vec<SceneLine>) {
    let player = round.score().player;
    for (index, car) in round.cars().iter().enumerate() {
        if !all && index != player {
            continue;
        }
        let actor = round.arena().actor(car.actor);
        let half = round.asset(car.actor).shape.mesh.aabb().half_extents();
        let color = if index == player { PLAYER } else { OTHERS };
        car_lines(&actor.pose, half, color, lines);
    }
}

fn car_lines(pose: &Pose, half: Vec3, color: [f32; 4], lines: &mut Vec<SceneLine>) {
    let at = |ring: usize, corner: usize| {
        let (height, share) = RINGS[ring];
        let angle = corner as f32 / CORNERS as f32 * std::f32::consts::TAU;
        let place = Vec3::new(
            half.x * share * angle.sin(),
            height,
            -half.z * share * angle.cos(),
        );
        pose.transform_point(place)
    };
    let mut line = |from: Vec3, to: Vec3, width: f32| {
        lines.push(SceneLine {
            from: from.to_array(),
            to: to.to_array(),
            color,
            style: [width, 0.0],
        });
    };
    for ring in 0..RINGS.len() {
        for corner in 0..CORNERS {
            line(at(ring, corner), at(ring, corner + 1), 2.2);
        }
    }
    for corner in (0..CORNERS).step_by(4) {
        line(at(0, corner), at(1, corner), 1.4);
        line(at(1, corner), at(2, corner), 1.4);
    }
    // The nose, so that it is seen which way it looks.
    let nose = pose.transform_point(Vec3::new(0.0, 0.3, -half.z * 1.25));
    line(at(0, 27), nose, 2.2);
    line(at(0, 1), nose, 2.2);
}
