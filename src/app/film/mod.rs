//! Films: animated pictures (APNG and GIF) of up to half a minute of a recording. Pictures are captured as they
//! are drawn and reduced to the colours of the first two seconds, then packed one per frame while the game
//! continues.

mod pack;
mod palette;

use macroquad::texture::Image;

pub use crate::app::film::pack::Packer;
use crate::app::film::palette::Palette;
use crate::app::params::{FILM_PICTURES, FILM_PIXELS, FILM_RATE, FILM_SAMPLED};

/// The simulation steps between two pictures of a film.
pub const STEPS: u64 = 120 / FILM_RATE as u64;

/// A film while its pictures are being captured.
pub struct Film {
    /// Width and height in pixels.
    size: (u32, u32),
    /// The first pictures, of which the palette is made: red, green and blue of each pixel, top row first.
    sampled: Vec<Vec<u8>>,
    palette: Option<Palette>,
    /// The pictures as indices of the palette, once there is one: they take a third of the memory.
    pictures: Vec<Vec<u8>>,
    is_ended: bool,
}

impl Film {
    /// Creates an empty film with the aspect ratio of the window; `window` is in pixels.
    pub fn new(window: (u32, u32)) -> Film {
        Film {
            size: size_in(window),
            sampled: Vec::new(),
            palette: None,
            pictures: Vec::new(),
            is_ended: false,
        }
    }

    fn len(&self) -> usize {
        self.sampled.len() + self.pictures.len()
    }

    /// Returns the length so far, in seconds.
    pub fn seconds(&self) -> f32 {
        self.len() as f32 / f32::from(FILM_RATE)
    }

    /// Returns the captured fraction of the longest film, from 0 to 1.
    pub fn share(&self) -> f32 {
        self.len() as f32 / FILM_PICTURES as f32
    }

    /// Adds a picture of the window; the rows of `image` start with the lowest one.
    pub fn take(&mut self, image: &Image) {
        let picture = shrunk(image, self.size);
        match &mut self.palette {
            Some(palette) => self.pictures.push(palette.indices(&picture)),
            None => {
                self.sampled.push(picture);
                if self.sampled.len() >= FILM_SAMPLED as usize {
                    self.reduce();
                }
            }
        }
    }

    /// Chooses the palette, and reduces the pictures so far to it.
    fn reduce(&mut self) {
        let mut palette = Palette::of(&self.sampled);
        for picture in std::mem::take(&mut self.sampled) {
            self.pictures.push(palette.indices(&picture));
        }
        self.palette = Some(palette);
    }

    /// Ends the film after the next picture.
    pub fn end(&mut self) {
        self.is_ended = true;
    }

    /// True if all pictures are captured.
    pub fn is_full(&self) -> bool {
        self.is_ended || self.len() >= FILM_PICTURES as usize
    }
}

/// Returns the largest size with the window's aspect ratio that has at most [`FILM_PIXELS`] pixels and is no
/// larger than the window.
fn size_in(window: (u32, u32)) -> (u32, u32) {
    let (wide, high) = (window.0.max(1) as f32, window.1.max(1) as f32);
    let scale = (FILM_PIXELS as f32 / (wide * high)).sqrt().min(1.0);
    let width = ((wide * scale) as u32).clamp(1, FILM_PIXELS);
    let height = ((high * scale) as u32).clamp(1, FILM_PIXELS / width);
    (width, height)
}

/// Resizes an image, drops its alpha and puts its top row first. Each pixel is the mean of the pixels that it
/// replaces.
fn shrunk(image: &Image, (width, height): (u32, u32)) -> Vec<u8> {
    let (wide, high) = (u32::from(image.width), u32::from(image.height));
    let mut pixels = Vec::with_capacity((width * height * 3) as usize);
    for y in 0..height {
        for x in 0..width {
            let range = |at: u32, of: u32, from: u32| {
                let begin = at * from / of;
                begin..((at + 1) * from / of).max(begin + 1).min(from)
            };
            let (mut sum, mut count) = ([0u32; 3], 0);
            for row in range(y, height, high) {
                for column in range(x, width, wide) {
                    let place = (((high - 1 - row) * wide + column) * 4) as usize;
                    for (sum, byte) in sum.iter_mut().zip(&image.bytes[place..place + 3]) {
                        *sum += u32::from(*byte);
                    }
                    count += 1;
                }
            }
            pixels.extend(sum.map(|sum| (sum / count.max(1)) as u8));
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: u16, height: u16) -> Image {
        let bytes = (0..u32::from(height)).flat_map(|row| {
            (0..u32::from(width)).flat_map(move |column| [column as u8, row as u8, 7, 255])
        });
        Image {
            bytes: bytes.collect(),
            width,
            height,
        }
    }

    #[test]
    fn pictures_have_the_shape_of_the_window_and_never_too_many_pixels() {
        assert_eq!(size_in((1280, 720)), (576, 324));
        assert_eq!(size_in((64, 36)), (64, 36), "no larger than the window");
        for window in [(1, 1), (1, 100_000), (5000, 30), (0, 0), (1920, 1200)] {
            let (width, height) = size_in(window);
            assert!(
                width >= 1 && height >= 1 && width * height <= FILM_PIXELS,
                "{window:?}"
            );
        }
    }

    #[test]
    fn a_film_is_full_after_half_a_minute_or_when_it_is_ended() {
        let mut film = Film::new((8, 8));
        for taken in 0..30 * u32::from(FILM_RATE) {
            assert!(!film.is_full(), "{taken}");
            film.take(&image(8, 8));
        }
        assert!(film.is_full() && film.share() == 1.0 && film.seconds() == 30.0);
        assert!(film.sampled.is_empty() && film.pictures[0].len() == 64);
        assert_eq!(STEPS * u64::from(FILM_RATE), 120);
        let mut short = Film::new((8, 8));
        short.take(&image(8, 8));
        short.end();
        assert!(short.is_full());
    }

    #[test]
    fn the_top_line_comes_first_and_pixels_are_means() {
        // Rows of an image start with the lowest: the top one has row 3.
        let pixels = shrunk(&image(4, 4), (2, 2));
        assert_eq!(pixels.len(), 12);
        assert_eq!(&pixels[..3], &[0, 2, 7], "columns 0 and 1, rows 3 and 2");
        assert_eq!(&pixels[9..], &[2, 0, 7]);
    }
}
