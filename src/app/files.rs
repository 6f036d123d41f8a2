//! Files written by the window: pictures, with errors that name the file.

use std::path::Path;

use glam::Vec2;

use crate::app::AppError;
use crate::storage;

/// Checks that a file named by the user can be written.
///
/// # Errors
/// [`AppError::File`] with the obstacle.
pub fn check_output(path: &Path) -> Result<(), AppError> {
    storage::check_output(path).map_err(|error| failed(path, &error))
}

/// Writes a file named by the user.
///
/// # Errors
/// [`AppError::File`] with the obstacle.
pub fn write_output(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    storage::write_output(path, bytes).map_err(|error| failed(path, &error))
}

/// Writes a file in one of the game's own folders, which are created as needed.
///
/// # Errors
/// [`AppError::File`] with the system's reason.
pub fn write_own(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    storage::write_own(path, bytes).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> AppError {
    AppError::File {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

/// Reverses the order of pixel rows, because the graphics card stores the lowest row first.
pub fn flipped(pixels: &[u8], row: usize) -> Vec<u8> {
    pixels
        .chunks_exact(row.max(1))
        .rev()
        .flatten()
        .copied()
        .collect()
}

/// Cuts an area in pixels out of rows of RGBA pixels, as far as it lies in the picture. Returns its size and pixels.
pub fn cropped(rgba: &[u8], size: [usize; 2], low: Vec2, high: Vec2) -> ([usize; 2], Vec<u8>) {
    let within = |at: f32, most: usize| (at.round().max(0.0) as usize).min(most);
    let [x, y] = [within(low.x, size[0]), within(low.y, size[1])];
    let [right, bottom] = [
        within(high.x, size[0]).max(x),
        within(high.y, size[1]).max(y),
    ];
    let rows = rgba.chunks_exact(size[0].max(1) * 4);
    let rows = rows.skip(y).take(bottom - y);
    let pixels = rows.flat_map(|row| &row[x * 4..right * 4]).copied();
    ([right - x, bottom - y], pixels.collect())
}

/// Encodes rows of RGBA pixels, top row first, as PNG without the alpha channel.
///
/// # Errors
/// [`AppError::Graphics`] if the pixels do not fill the size.
pub fn encode_png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, AppError> {
    let rgb: Vec<u8> = rgba
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&rgb))
        .map_err(|error| AppError::Graphics(format!("the picture cannot be encoded: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("plain");
        std::fs::write(&blocked, b"").unwrap();
        let message = write_own(&blocked.join("file"), b"x")
            .unwrap_err()
            .to_string();
        assert!(message.contains("plain"), "{message}");
    }

    #[test]
    fn an_area_is_cut_out_of_a_picture_and_stays_within_it() {
        let pixels: Vec<u8> = (0..3 * 2 * 4).collect();
        let (size, cut) = cropped(&pixels, [3, 2], Vec2::new(1.0, 1.0), Vec2::new(2.0, 9.0));
        assert_eq!((size, &cut[..]), ([1, 1], &[16, 17, 18, 19][..]));
        let (size, cut) = cropped(&pixels, [3, 2], Vec2::splat(-5.0), Vec2::splat(99.0));
        assert_eq!((size, cut), ([3, 2], pixels));
    }

    #[test]
    fn a_png_reads_back_as_it_was_written() {
        let pixels = [10, 20, 30, 255, 40, 50, 60, 255];
        let bytes = encode_png(2, 1, &pixels).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut out = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut out).unwrap();
        assert_eq!(out, [10, 20, 30, 40, 50, 60]);
        assert!(encode_png(2, 2, &pixels).is_err());
    }
}
