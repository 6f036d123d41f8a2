//! The car models: one construction with two sets of dimensions.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec2, DVec3};

use super::ModelPart;
use super::surface::{Surface, rounded_rectangle};

/// The dimensions of a car, in metres.
struct Measures {
    /// Half the width and half the length over the bumper.
    half: DVec2,
    /// The squareness of the outline: 2 is an ellipse, larger is boxier.
    exponent: f64,
    /// Middle of the bumper above the floor, and half its height.
    bumper: (f64, f64),
    /// Height of the body's shoulder.
    shoulder: f64,
    /// Height of the cockpit's rim: front, sides, back.
    rim: [f64; 3],
    /// Front and back end of the cockpit, and half its width.
    cockpit: (f64, f64, f64),
    /// Top of the seat's back.
    seat_top: f64,
    /// Top of the pole.
    pole_top: f64,
    /// True if two exhaust pipes stand behind the seat.
    exhausts: bool,
}

/// The car of `classic`: about 900 triangles.
pub fn bumper_car() -> Vec<ModelPart> {
    car(&Measures {
        half: DVec2::new(0.6, 0.95),
        exponent: 2.7,
        bumper: (0.30, 0.125),
        shoulder: 0.53,
        rim: [0.80, 0.66, 0.74],
        cockpit: (-0.22, 0.64, 0.42),
        seat_top: 0.92,
        pole_top: 2.2,
        exhausts: false,
    })
}

/// A heavy, square car with a high nose and a tall bumper.
pub fn truck() -> Vec<ModelPart> {
    car(&Measures {
        half: DVec2::new(0.72, 1.15),
        exponent: 4.5,
        bumper: (0.36, 0.19),
        shoulder: 0.78,
        rim: [0.98, 0.84, 0.90],
        cockpit: (-0.10, 0.78, 0.50),
        seat_top: 1.16,
        pole_top: 2.4,
        exhausts: true,
    })
}

fn car(measures: &Measures) -> Vec<ModelPart> {
    let part = |material, surface| ModelPart { material, surface };
    let mut metal = pole(measures).and(column(measures));
    if measures.exhausts {
        metal = metal
            .and(exhaust(measures, -1.0))
            .and(exhaust(measures, 1.0));
    }
    vec![
        part("rubber", bumper(measures)),
        part("paint", body(measures)),
        part("seat", seat(measures)),
        part("metal", metal),
        part("dark", steering_wheel(measures)),
        part("light", lamps_and_plate(measures)),
    ]
}

/// The distance by which the bumper extends beyond the body, in metres.
const BUMPER_DEPTH: f64 = 0.13;

/// Builds the rubber ring: a section with a round outside, swept around the car.
fn bumper(measures: &Measures) -> Surface {
    const SEGMENTS: usize = 24;
    let (middle, half) = measures.bumper;
    // (outward from the body, up from the middle), as fractions of depth and half height.
    let section = [
        (-0.25, -0.75),
        (0.55, -1.0),
        (1.0, -0.45),
        (1.0, 0.45),
        (0.55, 1.0),
        (-0.25, 0.75),
    ];
    let path = rounded_rectangle(measures.half, measures.exponent, SEGMENTS);
    let rings: Vec<Vec<DVec3>> = (0..SEGMENTS)
        .map(|index| {
            let point = path[index];
            let tangent = path[(index + 1) % SEGMENTS] - path[(index + SEGMENTS - 1) % SEGMENTS];
            let outward = DVec2::new(-tangent.y, tangent.x).normalize();
            let outward = outward * outward.dot(point).signum();
            let around = section.iter();
            around
                .map(|&(out, up)| {
                    let place = point + outward * (out - 1.0) * BUMPER_DEPTH;
                    DVec3::new(place.x, middle + up * half, place.y)
                })
                .collect()
        })
        .collect();
    Surface::closed_loft(&rings)
}

/// Builds the tub: from the floor pan out to the bumper, over the shoulder to the cockpit's rim and down
/// inside. Bonnet and rear deck are the parts where the rim is far from the shoulder.
fn body(measures: &Measures) -> Surface {
    const POINTS: usize = 22;
    let outline = |shrink: f64| {
        let half = measures.half - DVec2::splat(BUMPER_DEPTH + shrink);
        rounded_rectangle(half, measures.exponent, POINTS)
    };
    let level = |points: Vec<DVec2>, height: f64| -> Vec<DVec3> {
        let lifted = points.into_iter();
        lifted.map(|p| DVec3::new(p.x, height, p.y)).collect()
    };
    let (front, back, half_width) = measures.cockpit;
    let opening = |shrink: f64, height: &dyn Fn(f64) -> f64| -> Vec<DVec3> {
        let half_length = (back - front) / 2.0;
        let centre = (back + front) / 2.0;
        let half = DVec2::new(half_width, half_length) - DVec2::splat(shrink);
        rounded_rectangle(half, measures.exponent, POINTS)
            .into_iter()
            .map(|p| DVec3::new(p.x, height(p.y / half_length), centre + p.y))
            .collect()
    };
    let [rim_front, rim_side, rim_back] = measures.rim;
    // `along` runs from -1 at the cockpit's front to 1 at its back.
    let rim_height = |along: f64| {
        let end = if along < 0.0 { rim_front } else { rim_back };
        rim_side + (end - rim_side) * along * along
    };

    let floor_pan = level(outline(0.10), 0.07);
    let belt = level(outline(0.02), measures.bumper.0);
    let shoulder = level(outline(0.03), measures.shoulder);
    let rim = opening(0.0, &rim_height);
    // Halfway between shoulder and rim, but higher than the straight line: a bulging bonnet.
    let bonnet: Vec<DVec3> = shoulder
        .iter()
        .zip(&rim)
        .map(|(low, high)| {
            let mut point = low.lerp(*high, 0.42);
            point.y = low.y + (high.y - low.y) * 0.78;
            point
        })
        .collect();
    let inside = opening(0.05, &|along| rim_height(along) - 0.02);
    let floor = opening(0.10, &|_| 0.24);
    Surface::loft(&[floor_pan, belt, shoulder, bonnet, rim, inside, floor])
}

/// Builds a cushion and a backrest that leans slightly.
fn seat(measures: &Measures) -> Surface {
    let (_, back, half_width) = measures.cockpit;
    let half_width = half_width - 0.12;
    let cushion = Surface::bevelled_box(DVec3::new(half_width, 0.10, 0.22), 0.05);
    let height = (measures.seat_top - 0.30) / 2.0;
    let rest = Surface::bevelled_box(DVec3::new(half_width, height, 0.08), 0.055);
    cushion
        .moved(DVec3::new(0.0, 0.34, back - 0.36))
        .and(rest.placed(
            DQuat::from_rotation_x(0.16),
            DVec3::new(0.0, 0.30 + height, back - 0.17),
        ))
}

/// Builds the pole towards the ceiling, with its foot on the rear deck and the slider on top.
fn pole(measures: &Measures) -> Surface {
    let foot = measures.shoulder - 0.02;
    let top = measures.pole_top;
    let profile = [
        (0.07, foot),
        (0.026, foot + 0.26),
        (0.022, top - 0.14),
        (0.065, top - 0.08),
        (0.05, top),
    ];
    let place = measures.half.y - BUMPER_DEPTH - 0.11;
    Surface::turned(&profile, 6).moved(DVec3::new(0.0, 0.0, place))
}

/// Builds a pipe on the rear deck; `sign` selects the side.
fn exhaust(measures: &Measures, sign: f64) -> Surface {
    let profile = [
        (0.05, measures.shoulder - 0.05),
        (0.05, measures.seat_top + 0.12),
        (0.035, measures.seat_top + 0.22),
    ];
    let x = sign * (measures.half.x - BUMPER_DEPTH - 0.12);
    let z = measures.half.y - BUMPER_DEPTH - 0.13;
    Surface::turned(&profile, 6).moved(DVec3::new(x, 0.0, z))
}

/// Returns the position of the steering wheel, and the direction from it to the driver.
fn wheel_seat(measures: &Measures) -> (DVec3, DVec3) {
    let (front, _, _) = measures.cockpit;
    let place = DVec3::new(0.0, measures.rim[0] + 0.02, front + 0.19);
    (place, DVec3::new(0.0, 0.62, 0.78).normalize())
}

fn column(measures: &Measures) -> Surface {
    let (place, direction) = wheel_seat(measures);
    Surface::bar(place - direction * 0.34, place, 0.025, 6)
}

/// Builds the rim of the steering wheel and one broad spoke.
fn steering_wheel(measures: &Measures) -> Surface {
    let (place, direction) = wheel_seat(measures);
    let tube = [
        (0.02, -0.016),
        (0.02, 0.016),
        (-0.02, 0.016),
        (-0.02, -0.016),
    ];
    let ring = Surface::ring(0.15, &tube, 10);
    let spoke = Surface::block(DVec3::new(0.145, 0.01, 0.025));
    let tilt = DQuat::from_rotation_arc(DVec3::Y, direction);
    ring.and(spoke).placed(tilt, place)
}

/// Builds two headlights and a number plate on the nose.
fn lamps_and_plate(measures: &Measures) -> Surface {
    let nose = measures.half.y - BUMPER_DEPTH - 0.03;
    let lamp = |x: f64| {
        let profile = [(0.05, -0.08), (0.09, 0.02), (0.055, 0.06)];
        let forward = DQuat::from_rotation_x(-FRAC_PI_2);
        let place = DVec3::new(x, measures.shoulder + 0.06, 0.14 - nose);
        Surface::turned(&profile, 6).placed(forward, place)
    };
    let plate = Surface::block(DVec3::new(0.14, 0.08, 0.012));
    let lean = DQuat::from_rotation_x(-0.1);
    let place = DVec3::new(
        0.0,
        (measures.bumper.0 + measures.bumper.1 + measures.shoulder) / 2.0 + 0.01,
        -nose - 0.005,
    );
    let x = measures.half.x * 0.48;
    lamp(-x).and(lamp(x)).and(plate.placed(lean, place))
}
