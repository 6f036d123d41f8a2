//! The pattern of painted steel plates, as on a fairground.

use glam::{Vec2, Vec3};

use crate::app::render::floor::Spot;

const TEAL: Vec3 = Vec3::new(0.10, 0.27, 0.36);
const DEEP: Vec3 = Vec3::new(0.075, 0.20, 0.29);
const CREAM: Vec3 = Vec3::new(0.93, 0.84, 0.66);
const CORAL: Vec3 = Vec3::new(0.86, 0.33, 0.26);
const GOLD: Vec3 = Vec3::new(0.95, 0.68, 0.22);
const NAVY: Vec3 = Vec3::new(0.07, 0.10, 0.20);

/// Plates with rings, rays and a star in the middle.
pub fn color(spot: Spot<'_>) -> Vec3 {
    let Spot { place, outline, .. } = spot;
    let radius = outline.nearest();
    let far = place.length();
    // The emblem stops growing at 11 m, because the texture has no more pixels for it.
    let emblem = radius.min(11.0);
    let share = far / emblem;
    // Distance from the middle along the border's shape, 1 at the border.
    let inwards = spot.inwards;
    let angle = place.y.atan2(place.x) / std::f32::consts::TAU + 0.5;
    let base = tiles(place);
    let color = if share < 0.075 {
        star(place, emblem * 0.07)
    } else if share < 0.085 || (0.205..0.215).contains(&share) || (0.60..0.607).contains(&inwards) {
        CREAM
    } else if share < 0.205 {
        // A circle of rays around the star.
        if (angle * 24.0).fract() < 0.5 {
            CORAL
        } else {
            CREAM * 0.92
        }
    } else if (0.62..0.645).contains(&inwards) {
        let dash = if outline.is_round() {
            angle * 72.0
        } else {
            (place.x + place.y).rem_euclid(64.0) / 1.4
        };
        if dash.fract() < 0.5 { GOLD } else { base }
    } else if inwards > 0.925 {
        // Slanted warning stripes before the wall.
        let lean = if outline.is_round() {
            angle * 96.0 + inwards * 22.0
        } else {
            (place.x + place.y).rem_euclid(70.0) / 0.7
        };
        if lean.fract() < 0.5 { GOLD * 0.9 } else { NAVY }
    } else {
        base
    };
    color * wear(place)
}

/// Chequered steel plates with thin seams.
fn tiles(place: Vec2) -> Vec3 {
    let cell = place / 1.2;
    let odd = (cell.x.floor() + cell.y.floor()).rem_euclid(2.0) >= 1.0;
    let inside = cell - cell.floor();
    let edge = inside.min(Vec2::ONE - inside).min_element();
    let base = if odd { TEAL } else { DEEP };
    if edge < 0.018 { base * 0.62 } else { base }
}

/// A five-pointed star in a disc of that radius.
fn star(place: Vec2, radius: f32) -> Vec3 {
    let fifth = std::f32::consts::TAU / 5.0;
    let angle = place.x.atan2(-place.y).rem_euclid(fifth) - fifth * 0.5;
    // Distance along the half wedge towards the notch between two points.
    let along = place.length() * angle.abs().cos();
    let across = place.length() * angle.abs().sin();
    let limit = radius * 0.36 + across * 1.376;
    if along < limit { GOLD } else { NAVY }
}

/// Slow uneven darkening, so that large areas do not look printed.
fn wear(place: Vec2) -> f32 {
    let wave = |x: f32, y: f32| (place.x * x + place.y * y).sin();
    let slow = wave(0.9, 0.4) * wave(-0.5, 1.1) + wave(0.31, -0.77);
    let fine = wave(7.3, 11.9) * wave(13.7, -6.1);
    1.0 + 0.035 * slow + 0.02 * fine
}
