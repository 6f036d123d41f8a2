//! A moment as a picture that moves (APNG): two seconds of a recording, written as they are drawn.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use macroquad::texture::Image;

use crate::app::AppError;

/// How many pictures it has, and how many a second.
const PICTURES: u32 = 60;
const RATE: u16 = 30;
/// Steps of the simulation between two of them.
pub const STEPS: u64 = 120 / RATE as u64;
/// The width of the pictures, in pixels.
const WIDTH: u32 = 640;

/// What is written so far.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A film that is being made.
pub struct Film {
    file: Shared,
    writer: png::Writer<Shared>,
    size: (u32, u32),
    taken: u32,
}

impl Film {
    /// A film of pictures of the shape of a window of that size.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if it cannot be begun.
    pub fn new(window: (u32, u32)) -> Result<Self, AppError> {
        let height = (WIDTH * window.1.max(1))
            .div_ceil(window.0.max(1))
            .clamp(1, 4 * WIDTH);
        let file = Shared::default();
        let mut encoder = png::Encoder::new(file.clone(), WIDTH, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let begun = encoder
            .set_animated(PICTURES, 0)
            .and_then(|()| encoder.set_frame_delay(1, RATE))
            .and_then(|()| encoder.write_header());
        Ok(Film {
            writer: begun.map_err(unwritable)?,
            file,
            size: (WIDTH, height),
            taken: 0,
        })
    }

    /// How much of it has been taken, from 0 to 1.
    pub fn share(&self) -> f32 {
        self.taken as f32 / PICTURES as f32
    }

    /// Takes a picture of the window; the lines of the image begin with the lowest one.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if it cannot be written.
    pub fn take(&mut self, image: &Image) -> Result<(), AppError> {
        let pixels = shrunk(image, self.size);
        self.taken += 1;
        self.writer.write_image_data(&pixels).map_err(unwritable)
    }

    /// Whether all pictures are taken.
    pub fn is_full(&self) -> bool {
        self.taken >= PICTURES
    }

    /// The file.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if it cannot be ended.
    pub fn finish(self) -> Result<Vec<u8>, AppError> {
        self.writer.finish().map_err(unwritable)?;
        Ok(self.file.0.take())
    }
}

fn unwritable(error: png::EncodingError) -> AppError {
    AppError::Graphics(format!("the film cannot be encoded: {error}"))
}

/// An image in another size, without its opacity and with its top line first: each pixel is the mean
/// of those that it stands for.
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
    fn a_film_has_all_its_pictures_and_is_read_as_one() {
        let mut film = Film::new((64, 36)).unwrap();
        while !film.is_full() {
            film.take(&image(64, 36)).unwrap();
        }
        let bytes = film.finish().unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let control = reader.info().animation_control().unwrap();
        assert_eq!(control.num_frames, PICTURES);
        assert_eq!((reader.info().width, reader.info().height), (640, 360));
    }

    #[test]
    fn the_top_line_comes_first_and_pixels_are_means() {
        // Lines of an image begin with the lowest: the top one has row 3.
        let pixels = shrunk(&image(4, 4), (2, 2));
        assert_eq!(pixels.len(), 12);
        assert_eq!(&pixels[..3], &[0, 2, 7], "columns 0 and 1, rows 3 and 2");
        assert_eq!(&pixels[9..], &[2, 0, 7]);
    }
}
