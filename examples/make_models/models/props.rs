//! The models of objects in an arena.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::{DQuat, DVec3};

use super::ModelPart;
use super::surface::Surface;

/// A padded post, 1.1 m high: a foot, the padding with a waist in another colour, a cap.
pub fn post() -> Vec<ModelPart> {
    let foot = [(0.24, 0.0), (0.24, 0.05), (0.17, 0.09), (0.17, 0.14)];
    let padding = [
        (0.16, 0.10),
        (0.205, 0.13),
        (0.22, 0.20),
        (0.22, 0.90),
        (0.16, 0.98),
    ];
    let band = [(0.20, 0.48), (0.232, 0.50), (0.232, 0.62), (0.20, 0.64)];
    let cap = [(0.17, 0.96), (0.17, 1.02), (0.12, 1.08), (0.05, 1.10)];
    let turned = |material, profile: &[(f64, f64)]| ModelPart {
        material,
        surface: Surface::turned(profile, 12),
    };
    vec![
        turned("metal", &foot),
        turned("paint", &padding),
        turned("light", &band),
        turned("dark", &cap),
    ]
}

/// Three stacked tyres, the middle one white, each slightly askew.
pub fn tyre_stack() -> Vec<ModelPart> {
    let section = [
        (0.13, -0.055),
        (0.13, 0.055),
        (0.09, 0.105),
        (-0.09, 0.105),
        (-0.11, 0.0),
        (-0.09, -0.105),
        (0.09, -0.105),
    ];
    let tyre = |level: f64, offset: (f64, f64)| {
        let place = DVec3::new(offset.0, 0.105 + 0.205 * level, offset.1);
        let twist = DQuat::from_rotation_y(0.2 * level);
        Surface::ring(0.26, &section, 9).placed(twist, place)
    };
    let rubber = tyre(0.0, (0.0, 0.0)).and(tyre(2.0, (-0.012, 0.015)));
    vec![
        ModelPart {
            material: "rubber",
            surface: rubber,
        },
        ModelPart {
            material: "light",
            surface: tyre(1.0, (0.018, -0.008)),
        },
    ]
}

/// A wooden crate, 0.8 m: boards inside a frame of beams, one brace on each upright side. The
/// uprights stand out farthest, then beams, braces and boards, so that no two faces coincide.
pub fn wooden_crate() -> Vec<ModelPart> {
    const HALF: f64 = 0.4;
    const BEAM: f64 = 0.05;
    let reach = HALF - BEAM;
    let mut wood = Surface::block(DVec3::splat(HALF - 0.04));
    for quarter in 0..4 {
        let turn = DQuat::from_rotation_y(FRAC_PI_2 * f64::from(quarter));
        let mut side = Surface::bevelled_box(DVec3::new(BEAM, HALF, BEAM), 0.012)
            .moved(DVec3::new(reach, 0.0, reach));
        let beam = Surface::block(DVec3::new(reach, BEAM - 0.01, BEAM - 0.01));
        for y in [-reach, reach] {
            side = side.and(beam.clone().moved(DVec3::new(0.0, y, reach)));
        }
        let brace = Surface::block(DVec3::new(reach * 1.3, BEAM - 0.01, 0.02));
        let lean = DQuat::from_rotation_z(FRAC_PI_4);
        side = side.and(brace.placed(lean, DVec3::new(0.0, 0.0, HALF - 0.04)));
        wood = wood.and(side.placed(turn, DVec3::ZERO));
    }
    vec![ModelPart {
        material: "wood",
        surface: wood.moved(DVec3::new(0.0, HALF, 0.0)),
    }]
}

/// A padded block, 2 m long, with stripes, on a dark foot.
pub fn barrier() -> Vec<ModelPart> {
    const STRIPES: usize = 5;
    const LENGTH: f64 = 0.4;
    let mut stripes = [Surface::default(), Surface::default()];
    for index in 0..STRIPES {
        let x = (index as f64 - (STRIPES as f64 - 1.0) / 2.0) * LENGTH;
        let block = Surface::bevelled_box(DVec3::new(LENGTH / 2.0, 0.27, 0.22), 0.06);
        let stripe = &mut stripes[index % 2];
        *stripe = std::mem::take(stripe).and(block.moved(DVec3::new(x, 0.37, 0.0)));
    }
    let [paint, light] = stripes;
    let foot = Surface::bevelled_box(DVec3::new(0.96, 0.07, 0.26), 0.03);
    vec![
        ModelPart {
            material: "paint",
            surface: paint,
        },
        ModelPart {
            material: "light",
            surface: light,
        },
        ModelPart {
            material: "dark",
            surface: foot.moved(DVec3::new(0.0, 0.07, 0.0)),
        },
    ]
}
