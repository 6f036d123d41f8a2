//! Patterns of man-made floors: boards, running track, asphalt, concrete, tin and glass.

use glam::{IVec2, Vec2, Vec3};

use crate::app::render::floor::Spot;
use crate::app::render::floor::noise::{cell, cells, patches, rough, scratches};

const CHALK: Vec3 = Vec3::new(0.92, 0.91, 0.86);

/// Boards in different browns with dark seams.
pub fn planks(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let row = (place.y / 0.34).floor();
    let shift = cell(IVec2::new(row as i32, 3)) * 3.1;
    let board = ((place.x + shift) / 3.1).floor();
    let own = cell(IVec2::new(board as i32, row as i32));
    let base = Vec3::new(0.50, 0.33, 0.20) * (0.8 + 0.35 * own);
    let grain = patches(Vec2::new(place.x * 1.2, place.y * 26.0) + Vec2::splat(own * 60.0));
    let across = (place.y / 0.34).fract().abs();
    let seam = across < 0.05 || ((place.x + shift) / 3.1).rem_euclid(1.0) < 0.006;
    let color = base * (0.88 + 0.22 * grain) * if seam { 0.5 } else { 1.0 };
    if spot.on_line(0.9, 0.16) || spot.on_ring(Vec2::ZERO, spot.outline.nearest() * 0.3, 0.14) {
        color.lerp(CHALK, 0.7)
    } else {
        color
    }
}

/// A red running track with white lanes along the border and a field in the middle.
pub fn track(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let reach = spot.outline.nearest();
    let grain = 0.94 + 0.12 * patches(place * 11.0);
    let red = Vec3::new(0.66, 0.26, 0.18) * (0.92 + 0.14 * rough(place * 0.4));
    let lanes = reach * 0.30;
    if spot.edge < lanes {
        let lane = lanes / 5.0;
        let line = (spot.edge / lane).fract() * lane < 0.10 && spot.edge > 0.3;
        let start = place.y.abs() < 0.14 && place.x > 0.0;
        let color = if (spot.edge / lane) as i32 % 2 == 0 {
            red
        } else {
            red * 0.92
        };
        let color = if line || start { CHALK } else { color };
        return color * grain;
    }
    if spot.edge < lanes + 0.35 {
        return CHALK * grain;
    }
    // Mown stripes of green around a painted emblem.
    let far = place.length();
    let stripe = (place.x / (reach * 0.11)).floor() as i32 % 2 == 0;
    let green = if stripe {
        Vec3::new(0.24, 0.50, 0.22)
    } else {
        Vec3::new(0.28, 0.56, 0.25)
    };
    let emblem = reach * 0.30;
    let color = if far < emblem {
        let angle = place.y.atan2(place.x) / std::f32::consts::TAU + 0.5;
        let share = far / emblem;
        if share > 0.95 || (0.60..0.64).contains(&share) || (0.22..0.25).contains(&share) {
            CHALK
        } else if share > 0.64 {
            if (angle * 20.0).fract() < 0.5 {
                Vec3::new(0.13, 0.32, 0.66)
            } else {
                Vec3::new(0.94, 0.74, 0.22)
            }
        } else {
            Vec3::new(0.13, 0.32, 0.66) * (1.0 - 0.25 * share)
        }
    } else if spot.on_ring(Vec2::ZERO, reach * 0.5, 0.2) || place.x.abs() < 0.1 {
        CHALK
    } else {
        green * (0.9 + 0.2 * rough(place * 1.1))
    };
    color * grain
}

/// Asphalt with a dashed line and a chequered edge.
pub fn asphalt(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let base = 0.20 + 0.05 * rough(place * 0.7) + 0.04 * patches(place * 24.0);
    let color = Vec3::new(1.0, 1.0, 1.04) * base;
    let worn = 0.55 + 0.35 * rough(place * 2.0);
    if spot.on_line(1.0, 0.14) {
        return color.lerp(CHALK, worn);
    }
    let dashed = spot.on_line(spot.outline.nearest() * 0.45, 0.14);
    if dashed && spot.along().rem_euclid(2.4) < 1.2 {
        return color.lerp(Vec3::new(0.94, 0.74, 0.2), worn);
    }
    if spot.edge < 0.5 {
        let check = (spot.along() / 0.5).floor() as i32 + (spot.edge / 0.25) as i32;
        return color.lerp(if check % 2 == 0 { CHALK } else { Vec3::ZERO }, worn);
    }
    color
}

/// Concrete slabs with seams, cracks, oil stains and faded yellow lines.
pub fn concrete(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let slab = (place / 3.4).floor().as_ivec2();
    let tone = 0.94 + 0.1 * cell(slab);
    let shade = 0.52 + 0.12 * rough(place * 0.8) + 0.04 * patches(place * 17.0);
    let mut color = Vec3::new(1.0, 0.97, 0.90) * shade * tone;
    let worn = 0.35 + 0.45 * rough(place * 1.9);
    let yellow = Vec3::new(0.90, 0.66, 0.16);
    if spot.on_line(1.3, 0.16) {
        color = color.lerp(yellow, worn);
    }
    if spot.edge < 0.7 && (spot.along() / 0.55).rem_euclid(1.0) < 0.5 {
        color = color.lerp(yellow, worn * 0.9);
    }
    // Loading bays, and a crossed square that must stay free.
    let size = spot.outline.nearest();
    let bay = place.x.rem_euclid(4.4);
    let deep = (place.y.abs() - size * 0.56).abs();
    if bay < 0.12 && deep < size * 0.14 {
        color = color.lerp(CHALK, worn);
    }
    let middle = place.abs();
    let square = size * 0.20;
    if middle.max_element() < square {
        let cross = (middle.x - middle.y).abs() < 0.14 || middle.max_element() > square - 0.14;
        if cross {
            color = color.lerp(yellow, worn);
        }
    }
    let seam = (place / 3.4 - (place / 3.4).floor()).min_element() * 3.4;
    if seam < 0.035 {
        color *= 0.62;
    }
    let (crack, own, _) = cells(place + Vec2::splat(0.5 * patches(place * 1.6)), 4.7);
    if crack < 0.02 && own < 0.7 {
        color *= 0.68;
    }
    let (_, drop, far) = cells(place * Vec2::new(1.0, 1.25) + Vec2::splat(40.0), 5.6);
    if drop < 0.4 {
        let stain = 1.0 - far / (0.5 + 1.2 * drop + 0.5 * patches(place * 2.2));
        color *= 1.0 - 0.42 * stain.clamp(0.0, 1.0);
    }
    color
}

/// The bottom of a tin: embossed rings, brushed metal, and some oil.
pub fn tin(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let brushed = patches(Vec2::new(place.x * 1.3, place.y * 30.0));
    let mut shade = 0.68 + 0.10 * brushed + 0.06 * patches(place * 0.6);
    // Embossed rings: bright on the side of the light, dark on the other.
    let size = spot.outline.nearest();
    for ring in [0.24f32, 0.50, 0.76, 0.93] {
        let off = 1.0 - spot.edge / size - ring;
        let half = 0.022;
        if off.abs() < half {
            let slope = (off / half * std::f32::consts::PI).sin();
            let light = (place / place.length().max(0.01)).dot(Vec2::new(-0.7, -0.7));
            shade += 0.26 * slope * light;
        }
    }
    let mut color = Vec3::new(0.97, 1.0, 1.02) * shade;
    let (_, drop, far) = cells(place + Vec2::splat(9.0), 2.6);
    if drop < 0.5 {
        let oil = (1.0 - far / (0.35 + 0.6 * drop)).clamp(0.0, 1.0);
        let gold = Vec3::new(0.86, 0.66, 0.22);
        color = color.lerp(gold, (oil * 3.0).min(1.0) * 0.5);
    }
    let scored = scratches(place, 1.1, 0.02, 0.1);
    color = color.lerp(Vec3::splat(0.9), 0.4 * scored);
    // A fish is stamped in the middle.
    fish(place / size.min(11.0)).map_or(color, |dark| color * if dark { 0.45 } else { 1.12 })
}

/// The stamp: true on its dark lines, false inside it, `None` outside.
fn fish(place: Vec2) -> Option<bool> {
    let body = |place: Vec2, grow: f32| {
        let oval = Vec2::new(place.x / (0.155 + grow), place.y / (0.07 + grow));
        let tail = place.x > 0.12
            && place.x < 0.225 + grow
            && place.y.abs() < (place.x - 0.12) * 0.72 + 0.012 + grow;
        oval.length() < 1.0 || tail
    };
    if !body(place, 0.008) {
        return None;
    }
    let eye = (place - Vec2::new(-0.095, -0.012)).length() < 0.012;
    let gill = ((place - Vec2::new(-0.15, 0.0)).length() - 0.095).abs() < 0.004;
    Some(!body(place, 0.0) || eye || gill)
}

/// Dark glass with shining lines, brighter along the border.
pub fn grid(spot: Spot<'_>) -> Vec3 {
    let place = spot.place;
    let base = Vec3::new(0.045, 0.035, 0.11) * (0.8 + 0.5 * patches(place * 0.4));
    let lines = |size: f32, wide: f32| {
        let inside = (place / size - (place / size).round()).abs() * size;
        let near = inside.min_element();
        (1.0 - near / wide).clamp(0.0, 1.0) + 0.35 * (1.0 - near / (wide * 5.0)).clamp(0.0, 1.0)
    };
    let violet = Vec3::new(0.50, 0.20, 0.95);
    let cyan = Vec3::new(0.15, 0.85, 1.0);
    let pink = Vec3::new(1.0, 0.20, 0.68);
    let mut color = base + violet * 0.35 * lines(1.25, 0.03) + cyan * 0.35 * lines(5.0, 0.05);
    let size = spot.outline.nearest();
    let glow = |far: f32, wide: f32| {
        (1.0 - far / wide).clamp(0.0, 1.0) + 0.4 * (1.0 - far / (wide * 6.0)).clamp(0.0, 1.0)
    };
    color += pink * glow((spot.edge - 0.25).abs(), 0.08);
    color += cyan * 0.7 * glow((place.length() - size * 0.28).abs(), 0.05);
    // Arrows that point outwards warn of the edge.
    let band = spot.edge;
    if (0.5..1.3).contains(&band) {
        let lean = (spot.along() + (band - 0.9).abs() * 0.9).rem_euclid(1.5);
        if lean < 0.32 {
            color += Vec3::new(1.0, 0.55, 0.1) * 0.75;
        }
    }
    color.min(Vec3::ONE)
}
