//! Packs a film as an animated PNG and as a GIF, which more places show. All pictures share a palette of 255
//! colours, and each picture after the first stores only its difference from the one before.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use png::{BlendOp, DeflateCompression, Filter};

use crate::app::AppError;
use crate::app::film::Film;
use crate::app::film::palette::Palette;
use crate::app::params::FILM_RATE;
use crate::app::params::window::film_palette::{AS_BEFORE, COLOURS};

/// The bytes written so far, shared between the PNG writer and the packer.
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

/// A film while it is packed picture by picture.
pub struct Packer {
    film: Film,
    file: Shared,
    writer: png::Writer<Shared>,
    gif_file: Shared,
    gif: gif::Encoder<Shared>,
    /// The palette indices of the last packed picture.
    before: Vec<u8>,
    packed: usize,
}

impl Packer {
    /// Begins to pack a film of at least one picture.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if the PNG header cannot be written.
    pub fn new(mut film: Film) -> Result<Packer, AppError> {
        if film.palette.is_none() {
            film.reduce();
        }
        let colours = film.palette.as_ref().map_or(Vec::new(), Palette::colours);
        let file = Shared::default();
        let mut encoder = png::Encoder::new(file.clone(), film.size.0, film.size.1);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        let gif_file = Shared::default();
        let gif = new_gif(gif_file.clone(), film.size, &colours);
        encoder.set_palette(colours);
        let mut opacity = vec![255; COLOURS];
        opacity.push(0);
        encoder.set_trns(opacity);
        // PNG filters predict from neighbours, and neighbouring palette indices are unrelated.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_deflate_compression(DeflateCompression::Level(7));
        let begun = encoder
            .set_animated(film.pictures.len() as u32, 0)
            .and_then(|()| encoder.set_frame_delay(1, FILM_RATE))
            .and_then(|()| encoder.set_blend_op(BlendOp::Over))
            .and_then(|()| encoder.write_header());
        Ok(Packer {
            writer: begun.map_err(unwritable)?,
            gif: gif.map_err(no_gif)?,
            gif_file,
            film,
            file,
            before: Vec::new(),
            packed: 0,
        })
    }

    /// Returns the packed fraction of the film, from 0 to 1.
    pub fn share(&self) -> f32 {
        self.packed as f32 / self.film.pictures.len().max(1) as f32
    }

    /// True if all pictures are packed.
    pub fn is_done(&self) -> bool {
        self.packed >= self.film.pictures.len()
    }

    /// Packs the next picture, if there is one.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if it cannot be written.
    pub fn pack_one(&mut self) -> Result<(), AppError> {
        let Some(picture) = self.film.pictures.get_mut(self.packed) else {
            return Ok(());
        };
        // Free the picture's memory, as nothing needs it afterwards.
        let indices = std::mem::take(picture);
        let whole = Part {
            place: (0, 0),
            size: self.film.size,
        };
        let (part, pixels) = match self.packed {
            0 => (whole, indices.clone()),
            _ => difference(&self.before, &indices, whole),
        };
        self.before = indices;
        let frame = gif_frame(part, &pixels, self.packed);
        self.gif.write_frame(&frame).map_err(no_gif)?;
        self.packed += 1;
        let (writer, size) = (&mut self.writer, part.size);
        // Move to the corner first: a part may be too large for the position of the last one.
        writer
            .set_frame_position(0, 0)
            .and_then(|()| writer.set_frame_dimension(size.0, size.1))
            .and_then(|()| writer.set_frame_position(part.place.0, part.place.1))
            .and_then(|()| writer.write_image_data(&pixels))
            .map_err(unwritable)
    }

    /// Ends the files and returns their bytes: the APNG and the GIF.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if a file cannot be completed.
    pub fn finish(self) -> Result<(Vec<u8>, Vec<u8>), AppError> {
        self.writer.finish().map_err(unwritable)?;
        // The end of a GIF is written when its encoder is dropped.
        drop(self.gif);
        Ok((self.file.0.take(), self.gif_file.0.take()))
    }
}

fn new_gif(
    file: Shared,
    size: (u32, u32),
    colours: &[u8],
) -> Result<gif::Encoder<Shared>, gif::EncodingError> {
    let mut gif = gif::Encoder::new(file, size.0 as u16, size.1 as u16, colours)?;
    gif.set_repeat(gif::Repeat::Infinite)?;
    Ok(gif)
}

/// Returns the part of a picture as a frame of a GIF.
fn gif_frame(part: Part, pixels: &[u8], number: usize) -> gif::Frame<'_> {
    let rate = usize::from(FILM_RATE);
    // A GIF counts hundredths of a second, so the delays differ by one to keep the rate.
    let time = |picture: usize| (picture * 100 + rate / 2) / rate;
    gif::Frame {
        left: part.place.0 as u16,
        top: part.place.1 as u16,
        width: part.size.0 as u16,
        height: part.size.1 as u16,
        delay: (time(number + 1) - time(number)) as u16,
        transparent: Some(AS_BEFORE),
        dispose: gif::DisposalMethod::Keep,
        buffer: pixels.into(),
        ..gif::Frame::default()
    }
}

fn no_gif(error: gif::EncodingError) -> AppError {
    AppError::Graphics(format!("the film cannot be encoded as a GIF: {error}"))
}

/// A rectangle of a picture: its upper left corner, width and height, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    place: (u32, u32),
    size: (u32, u32),
}

/// Returns the rectangle in which `now` differs from `before`, and its palette indices. If at least half of
/// the rectangle is unchanged, unchanged pixels become [`AS_BEFORE`], which compresses well.
fn difference(before: &[u8], now: &[u8], whole: Part) -> (Part, Vec<u8>) {
    let wide = whole.size.0 as usize;
    let differs = |place: &usize| before[*place] != now[*place];
    let empty = (u32::MAX, u32::MAX, 0, 0);
    let (mut low_x, mut low_y, mut high_x, mut high_y) = empty;
    let mut count = 0;
    for place in (0..now.len()).filter(differs) {
        let (x, y) = ((place % wide) as u32, (place / wide) as u32);
        (low_x, low_y) = (low_x.min(x), low_y.min(y));
        (high_x, high_y) = (high_x.max(x), high_y.max(y));
        count += 1;
    }
    if count == 0 {
        // A PNG frame needs at least one pixel.
        (low_x, low_y) = (0, 0);
    }
    let part = Part {
        place: (low_x, low_y),
        size: (high_x - low_x + 1, high_y - low_y + 1),
    };
    // If most pixels changed, the few unchanged ones are only noise, which does not compress.
    let many = 2 * count < part.size.0 * part.size.1;
    let mut pixels = Vec::with_capacity((part.size.0 * part.size.1) as usize);
    for y in low_y..=high_y {
        for x in low_x..=high_x {
            let place = y as usize * wide + x as usize;
            pixels.push(match many && !differs(&place) {
                true => AS_BEFORE,
                false => now[place],
            });
        }
    }
    (part, pixels)
}

fn unwritable(error: png::EncodingError) -> AppError {
    AppError::Graphics(format!("the film cannot be encoded: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::params::{FILM_PIXELS, FILM_SAMPLED};

    /// Builds a film whose pixels are `color(picture, column, row)`.
    fn film(size: (u32, u32), color: impl Fn(u32, u32, u32) -> [u8; 3]) -> Film {
        let picture = |time: u32| {
            let rows = 0..size.1;
            let pixels = rows.flat_map(|y| (0..size.0).map(move |x| (x, y)));
            pixels.flat_map(|(x, y)| color(time, x, y)).collect()
        };
        Film {
            size,
            sampled: (0..FILM_SAMPLED).map(picture).collect(),
            palette: None,
            pictures: Vec::new(),
            is_ended: false,
        }
    }

    fn packed(film: Film) -> Vec<u8> {
        packed_both(film).0
    }

    fn packed_both(film: Film) -> (Vec<u8>, Vec<u8>) {
        let mut packer = Packer::new(film).unwrap();
        let mut before = -1.0;
        while !packer.is_done() {
            assert!(packer.share() > before);
            before = packer.share();
            packer.pack_one().unwrap();
        }
        packer.finish().unwrap()
    }

    /// Decodes a file into its pictures as a viewer shows them, each drawn over the ones before.
    fn seen(bytes: &[u8]) -> Vec<Vec<u8>> {
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = decoder.read_info().unwrap();
        let info = reader.info();
        let (wide, high) = (info.width as usize, info.height as usize);
        let frames = info.animation_control().unwrap().num_frames;
        let colours = info.palette.clone().unwrap().into_owned();
        let mut canvas = vec![0u8; wide * high * 3];
        let mut pictures = Vec::new();
        for _ in 0..frames {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut part).unwrap();
            let frame = *reader.info().frame_control().unwrap();
            assert_eq!((frame.delay_num, frame.delay_den), (1, FILM_RATE));
            for (number, index) in part
                .iter()
                .take((frame.width * frame.height) as usize)
                .enumerate()
            {
                let (x, y) = (number % frame.width as usize, number / frame.width as usize);
                let place = (y + frame.y_offset as usize) * wide + x + frame.x_offset as usize;
                if *index != AS_BEFORE {
                    let color = usize::from(*index) * 3;
                    canvas[place * 3..place * 3 + 3].copy_from_slice(&colours[color..color + 3]);
                }
            }
            pictures.push(canvas.clone());
        }
        assert!(reader.next_frame(&mut vec![0; wide * high]).is_err());
        pictures
    }

    /// Returns the largest mean difference per channel between a decoded picture and its original.
    fn worst(film: &Film, seen: &[Vec<u8>]) -> f64 {
        let pairs = film.sampled.iter().zip(seen);
        let error = |(a, b): (&Vec<u8>, &Vec<u8>)| {
            let sum: f64 = a
                .iter()
                .zip(b)
                .map(|(a, b)| f64::from(a.abs_diff(*b)))
                .sum();
            sum / a.len() as f64
        };
        pairs.map(error).fold(0.0, f64::max)
    }

    #[test]
    fn a_film_has_all_its_pictures_and_each_looks_as_it_was_taken() {
        // A bright square moves over a dark gradient.
        let moving = || {
            film((96, 54), |time, x, y| {
                let inside = x.abs_diff(time + 10) < 6 && y.abs_diff(20) < 6;
                if inside {
                    [250, 200, 40]
                } else {
                    [x as u8, y as u8 * 2, 60]
                }
            })
        };
        let seen = seen(&packed(moving()));
        assert_eq!(seen.len(), FILM_SAMPLED as usize);
        let error = worst(&moving(), &seen);
        assert!(error < 4.0, "{error} of 255 on average");
    }

    #[test]
    fn what_stands_still_is_written_once() {
        let noise =
            |x: u32, y: u32| (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)) >> 7;
        let still = packed(film((160, 90), |_, x, y| [noise(x, y) as u8; 3]));
        let moving = packed(film((160, 90), |time, x, y| {
            match x.abs_diff(2 * time) < 8 && y < 16 {
                true => [255, 0, 0],
                false => [noise(x, y) as u8; 3],
            }
        }));
        let first = 160 * 90;
        assert!(still.len() < first + 8_000, "{}", still.len());
        assert!(moving.len() < 2 * first + 16_000, "{}", moving.len());
        assert_eq!(seen(&moving).len(), FILM_SAMPLED as usize);
    }

    #[test]
    fn two_seconds_never_reach_ten_megabytes() {
        let mut state = 1u64;
        let mut noise = Vec::new();
        for _ in 0..FILM_PIXELS * 3 * 2 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            noise.push((state >> 56) as u8);
        }
        let shift = |time: u32| (time as usize * 7919) % (noise.len() / 2);
        let size = (576, 324);
        let restless = film(size, |time, x, y| {
            let place = shift(time) + (y * size.0 + x) as usize * 3;
            [noise[place], noise[place + 1], noise[place + 2]]
        });
        let bytes = packed(restless);
        assert!(bytes.len() < 10_000_000, "{}", bytes.len());
        let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info();
        let control = *reader.unwrap().info().animation_control().unwrap();
        assert_eq!((control.num_frames, control.num_plays), (FILM_SAMPLED, 0));
    }

    #[test]
    fn a_gif_has_the_pictures_of_the_png_and_its_length() {
        let film = film((64, 36), |time, x, y| match x.abs_diff(time) < 4 && y < 8 {
            true => [250, 30, 30],
            false => [20, x as u8 * 3, y as u8 * 6],
        });
        let (png, bytes) = packed_both(film);
        let shown = seen(&png);
        let mut reader = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let colours = reader.global_palette().unwrap().to_vec();
        let mut canvas = vec![0u8; 64 * 36 * 3];
        let (mut hundredths, mut count) = (0, 0);
        while let Some(frame) = reader.read_next_frame().unwrap() {
            hundredths += u32::from(frame.delay);
            for (number, index) in frame.buffer.iter().enumerate() {
                let wide = usize::from(frame.width);
                let x = usize::from(frame.left) + number % wide;
                let y = usize::from(frame.top) + number / wide;
                if *index != AS_BEFORE {
                    let color = &colours[usize::from(*index) * 3..][..3];
                    canvas[(y * 64 + x) * 3..][..3].copy_from_slice(color);
                }
            }
            assert_eq!(canvas, shown[count], "picture {count}");
            count += 1;
        }
        assert_eq!((count, hundredths), (FILM_SAMPLED as usize, 200));
    }

    #[test]
    fn a_picture_like_the_one_before_is_one_pixel_as_before() {
        let whole = Part {
            place: (0, 0),
            size: (4, 2),
        };
        let (part, pixels) = difference(&[1; 8], &[1; 8], whole);
        assert_eq!((part.place, part.size), ((0, 0), (1, 1)));
        assert_eq!(pixels, [AS_BEFORE]);
        let (part, pixels) = difference(&[1; 8], &[1, 1, 2, 1, 1, 1, 1, 3], whole);
        assert_eq!((part.place, part.size), ((2, 0), (2, 2)));
        assert_eq!(pixels, [2, 1, 1, 3], "half is new: all of it is told");
    }
}
