//! Keys of solids: two keys are equal exactly if the solids are.

use crate::level::Solid;

/// The content of a solid as 32-bit words, which are much faster to compare than text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SolidKey(Vec<u32>);

impl SolidKey {
    /// Returns the key of a solid.
    pub fn of(solid: &Solid) -> Self {
        let mut words = Vec::new();
        write(solid, &mut words);
        SolidKey(words)
    }
}

/// Writes a solid: each kind begins with its own number and each list with its length, so different solids
/// have different words.
fn write(solid: &Solid, words: &mut Vec<u32>) {
    let (form, measures): (u32, &[f32]) = match solid {
        Solid::Box {
            width,
            height,
            length,
        } => (0, &[*width, *height, *length]),
        Solid::Ramp {
            width,
            height,
            length,
        } => (1, &[*width, *height, *length]),
        Solid::Ball { radius } => (2, &[*radius]),
        Solid::Capsule { radius, height } => (3, &[*radius, *height]),
        Solid::Cylinder { radius, height } => (4, &[*radius, *height]),
        Solid::Cone { radius, height } => (5, &[*radius, *height]),
        Solid::Hull { .. } => (6, &[]),
        Solid::Field { width, length, .. } => (7, &[*width, *length]),
        Solid::Compound { .. } => (8, &[]),
    };
    words.push(form);
    words.extend(measures.iter().map(|measure| measure.to_bits()));
    // Lists are far shorter than 32 bits can count.
    match solid {
        Solid::Hull { points } => {
            words.push(points.len() as u32);
            let numbers = points.iter().flat_map(|point| point.to_array());
            words.extend(numbers.map(f32::to_bits));
        }
        Solid::Field {
            columns, heights, ..
        } => {
            words.extend([*columns, heights.len() as u32]);
            words.extend(heights.iter().map(|height| height.to_bits()));
        }
        Solid::Compound { of } => {
            words.push(of.len() as u32);
            for part in of {
                let turn = [part.heading, part.tilt, part.roll];
                let place = part.center.to_array();
                words.extend(place.into_iter().chain(turn).map(f32::to_bits));
                write(&part.solid, words);
            }
        }
        _ => {}
    }
}
