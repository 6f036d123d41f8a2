//! Checks of the solids of a level: their sizes and the lengths of their lists.

use glam::Vec3;

use crate::arena::Bound;
use crate::level::Solid;
use crate::level::check::findings::{Findings, field, key};
use crate::level::outline::Key;
use crate::params::FARTHEST_OF_SHAPE;
use crate::params::limits;

/// Checks the solid at a path.
pub(super) fn check(place: &[Key<'static>], solid: &Solid, findings: &mut Findings) {
    findings.bounds(place, solid.bounds());
    match solid {
        Solid::Hull { points } => {
            let path = field(place.to_vec(), "points");
            if !(4..=limits::HULL_POINTS).contains(&points.len()) {
                let (count, most) = (points.len(), limits::HULL_POINTS);
                findings.add(
                    path,
                    format!("a hull of {count} points; it needs 4 to {most}"),
                );
                return;
            }
            for (index, point) in points.iter().enumerate() {
                let mut path = path.clone();
                path.push(Key::Index(index));
                triple(path, *point, findings);
            }
        }
        Solid::Field {
            columns, heights, ..
        } => heights_of(place, *columns, heights, findings),
        Solid::Compound { of } => {
            let path = field(place.to_vec(), "of");
            if !(1..=limits::COMPOUND_SOLIDS).contains(&of.len()) {
                let (count, most) = (of.len(), limits::COMPOUND_SOLIDS);
                findings.add(
                    path,
                    format!("a compound of {count} solids; it needs 1 to {most}"),
                );
                return;
            }
            for (index, part) in of.iter().enumerate() {
                let mut path = path.clone();
                path.push(Key::Index(index));
                triple(field(path.clone(), "center"), part.center, findings);
                let angles = [
                    Bound::new(&["heading"], part.heading, -360.0..=360.0),
                    Bound::new(&["tilt"], part.tilt, -180.0..=180.0),
                    Bound::new(&["roll"], part.roll, -180.0..=180.0),
                ];
                findings.bounds(&path, angles.into());
                let inner = field(path, "solid");
                match part.solid {
                    Solid::Compound { .. } => {
                        let message =
                            "a compound in a compound; write its solids into the outer one";
                        findings.add(inner, message.to_owned());
                    }
                    _ => check(&inner, &part.solid, findings),
                }
            }
        }
        _ => {}
    }
}

/// Checks the heights of a field.
fn heights_of(place: &[Key<'static>], columns: u32, heights: &[f32], findings: &mut Findings) {
    let path = field(place.to_vec(), "heights");
    let (count, most) = (heights.len(), limits::FIELD_HEIGHTS);
    let columns = columns as usize;
    if count > most {
        findings.add(path, format!("a field of {count} heights; at most {most}"));
    } else if columns < 2 || !count.is_multiple_of(columns) || count / columns < 2 {
        let message = format!(
            "{count} heights do not make rows of {columns}; a field needs two rows and two columns at least"
        );
        findings.add(path, message);
    } else if let Some(wrong) = heights
        .iter()
        .position(|height| height.is_nan() || height.abs() > FARTHEST_OF_SHAPE)
    {
        let mut path = path;
        path.push(Key::Index(wrong));
        let message = format!(
            "height is {}; it must be between -{FARTHEST_OF_SHAPE} and {FARTHEST_OF_SHAPE}",
            heights[wrong]
        );
        findings.add(path, message);
    }
}

/// Checks three numbers of a place.
pub(super) fn triple(place: Vec<Key<'static>>, value: Vec3, findings: &mut Findings) {
    for (axis, number) in value.to_array().into_iter().enumerate() {
        if number.is_nan() || number.abs() > FARTHEST_OF_SHAPE {
            let mut path = place.clone();
            path.push(key(["0", "1", "2"][axis]));
            let message = format!(
                "number is {number}; it must be between -{FARTHEST_OF_SHAPE} and {FARTHEST_OF_SHAPE}"
            );
            findings.add(path, message);
        }
    }
}
