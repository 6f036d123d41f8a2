//! The colours of a film.

use crate::app::params::window::film_palette::COLOURS;
use crate::app::params::window::film_palette::{BITS, SAMPLES};
use color_quant::NeuQuant;

/// The palette of a film.
pub struct Palette {
    found: NeuQuant,
    /// The palette index of each reduced colour that was looked up before.
    known: Vec<Option<u8>>,
}

impl Palette {
    /// Builds the palette that suits the given pictures best.
    pub fn of(pictures: &[Vec<u8>]) -> Palette {
        let all: usize = pictures.iter().map(|pixels| pixels.len() / 3).sum();
        // An odd stride, so that the samples do not always come from the same columns.
        let every = (all / SAMPLES) | 1;
        let pixels = pictures.iter().flat_map(|pixels| pixels.chunks_exact(3));
        let samples = pixels.step_by(every);
        let samples: Vec<u8> = samples.flat_map(|c| [c[0], c[1], c[2], 255]).collect();
        Palette {
            found: NeuQuant::new(1, COLOURS, &samples),
            known: vec![None; 1 << (3 * BITS)],
        }
    }

    /// Returns the indices of a picture.
    pub fn indices(&mut self, picture: &[u8]) -> Vec<u8> {
        let pixels = picture.chunks_exact(3);
        pixels.map(|color| self.index(color)).collect()
    }

    /// Returns red, green and blue of all colours, and of the index of unchanged pixels.
    pub fn colours(&self) -> Vec<u8> {
        let mut colours = self.found.color_map_rgb();
        colours.extend([0; 3]);
        colours
    }

    /// Returns the index of the nearest palette colour.
    fn index(&mut self, color: &[u8]) -> u8 {
        let place = color.iter().take(3).fold(0, |place, part| {
            place << BITS | usize::from(part >> (8 - BITS))
        });
        let found = &self.found;
        *self.known[place].get_or_insert_with(|| {
            // The middle of the colours that share this table entry.
            let middle = |part: u8| part >> (8 - BITS) << (8 - BITS) | 1 << (7 - BITS);
            found.index_of(&[middle(color[0]), middle(color[1]), middle(color[2]), 255]) as u8
        })
    }
}
