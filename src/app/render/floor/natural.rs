//! Patterns of natural floors: ice and dust.

use glam::{Vec2, Vec3};

use crate::app::render::floor::Spot;
use crate::app::render::floor::noise::{cells, patches, rough, scratches};

const DEEP: Vec3 = Vec3::new(0.56, 0.75, 0.90);
const PALE: Vec3 = Vec3::new(0.80, 0.91, 0.98);
const LINE_RED: Vec3 = Vec3::new(0.80, 0.20, 0.24);
const LINE_BLUE: Vec3 = Vec3::new(0.16, 0.36, 0.74);

/// Ice: pale blue with white skate scratches above the lines of a rink.
pub fn ice(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let cloudy = rough(place * 0.35);
    let mut color = DEEP.lerp(PALE, 0.25 + 0.75 * cloudy);
    if let Some(line) = rink_line(spot) {
        // The lines lie under the ice, so they look milky.
        color = color.lerp(line, 0.78);
    }
    let (crack, _, _) = cells(place + Vec2::splat(0.35 * patches(place * 1.3)), 5.5);
    if crack < 0.025 {
        color = color.lerp(Vec3::new(0.94, 0.98, 1.0), 0.55);
    }
    let scored = scratches(place, 1.7, 0.022, 0.22)
        .max(scratches(place + Vec2::splat(31.0), 2.6, 0.026, -0.12))
        .max(0.8 * scratches(place - Vec2::splat(17.0), 0.9, 0.016, 0.4));
    color = color.lerp(Vec3::new(0.97, 0.99, 1.0), 0.75 * scored);
    // Scraped snow along the boards.
    let drift = (1.0 - spot.edge / (0.35 + 0.5 * patches(place * 1.4))).clamp(0.0, 1.0);
    color.lerp(Vec3::new(0.95, 0.98, 1.0), drift)
}

/// The paint of a line at this place, if any: middle line, two blue lines, circles with their spots.
fn rink_line(spot: Spot<'_>) -> Option<Vec3> {
    let (place, reach) = (spot.place, spot.outline.reach());
    let size = spot.outline.nearest();
    // The middle line is dashed, as on a real rink.
    let across = place.x.abs();
    if across < 0.15 {
        let dash = (place.y.rem_euclid(0.7) < 0.35) && across < 0.06;
        return Some(if dash { PALE } else { LINE_RED });
    }
    if (across - reach * 0.34).abs() < 0.15 {
        return Some(LINE_BLUE);
    }
    if (across - reach * 0.9).abs() < 0.03 {
        return Some(LINE_RED);
    }
    let circle = size * 0.30;
    if spot.on_ring(Vec2::ZERO, circle, 0.09) {
        return Some(LINE_BLUE);
    }
    if place.length() < 0.22 {
        return Some(LINE_BLUE);
    }
    let corner = Vec2::new(reach * 0.64, size * 0.48);
    let near = Vec2::new(corner.x.copysign(place.x), corner.y.copysign(place.y));
    if spot.on_ring(near, size * 0.25, 0.08) || (place - near).length() < 0.3 {
        return Some(LINE_RED);
    }
    None
}

/// Grey dust with soft patches, craters of several sizes, and wheel tracks.
pub fn dust(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let mut shade = 0.40 + 0.14 * rough(place * 0.5) + 0.05 * patches(place * 9.0);
    for (size, share) in [(5.2, 0.36), (2.1, 0.26), (0.9, 0.2)] {
        shade += crater(place, size, share);
    }
    // Two wheel ruts around the middle.
    let reach = spot.outline.nearest();
    for radius in [0.42 * reach, 0.42 * reach + 0.55] {
        let wobble = 0.25 * patches(place * 0.6);
        let far = (place.length() - radius - wobble).abs();
        if far < 0.14 {
            let rib = if spot.along().rem_euclid(0.24) < 0.12 {
                0.05
            } else {
                0.0
            };
            shade -= 0.06 + rib * (1.0 - far / 0.14);
        }
    }
    let mut color = Vec3::new(1.0, 1.0, 1.06) * shade;
    let painted = Vec3::new(0.92, 0.55, 0.18);
    // A landing mark in the middle, half covered by dust.
    let worn = rough(place * 1.7) > 0.36;
    let size = reach.min(11.0);
    let ring = spot.on_ring(Vec2::ZERO, size * 0.24, 0.22);
    let bar = place.x.abs().max(place.y.abs()) < size * 0.15
        && ((place.x.abs() - size * 0.07).abs() < 0.14 || place.y.abs() < 0.13)
        && place.x.abs() < size * 0.07 + 0.14;
    if worn && (ring || bar) {
        color = color.lerp(painted, 0.85);
    }
    if worn && spot.on_line(1.1, 0.2) && spot.along().rem_euclid(2.4) < 1.3 {
        color = color.lerp(painted, 0.8);
    }
    color
}

/// The brightness that a crater in a grid of `size` metres adds here: brighter towards the light, darker behind.
fn crater(place: Vec2, size: f32, share: f32) -> f32 {
    let grid = place / size;
    let at = grid.floor();
    let random = |x: i32, y: i32| {
        super::noise::cell(
            at.as_ivec2() * 3 + glam::IVec2::new(x, y) + glam::IVec2::splat(size as i32),
        )
    };
    if random(0, 0) > share {
        return 0.0;
    }
    let radius = size * (0.16 + 0.24 * random(1, 0));
    let room = size * 0.5 - radius;
    let middle = (at + Vec2::splat(0.5)) * size
        + Vec2::new(random(0, 1) - 0.5, random(1, 1) - 0.5) * room * 1.4;
    let offset = place - middle;
    let far = offset.length() / radius;
    if far > 1.35 {
        return 0.0;
    }
    let light = offset.normalize_or_zero().dot(Vec2::new(-0.9, -0.42));
    if far > 1.0 {
        light * -0.10 * (1.35 - far) / 0.35
    } else if far > 0.74 {
        light * 0.16
    } else {
        -0.07 + light * 0.06 * far
    }
}
