//! Writing files so that a reader never sees half of one.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::app::AppError;

/// Writes the bytes beside the file and renames them into place; folders are made as needed.
///
/// # Errors
/// [`AppError::File`] with the file's name and the system's reason.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let failed = |error: std::io::Error| AppError::File {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let result = std::fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    if result.is_err() {
        // Leave nothing half-written behind; that the removal may fail too changes nothing.
        let _ = std::fs::remove_file(&beside);
    }
    result.map_err(failed)
}

/// Moves a file that could not be understood out of the way as `NAME.broken-N` and says where.
pub fn set_aside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let free = (1..1000)
        .map(|number| path.with_file_name(format!("{name}.broken-{number}")))
        .find(|candidate| !candidate.exists())?;
    std::fs::rename(path, &free).ok().map(|()| free)
}

/// Rows of pixels in the opposite order: the graphics card keeps the lowest one first.
pub fn flipped(pixels: &[u8], row: usize) -> Vec<u8> {
    pixels
        .chunks_exact(row.max(1))
        .rev()
        .flatten()
        .copied()
        .collect()
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
    fn a_written_file_is_whole_and_leaves_no_rest_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/deep/file.bin");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert_eq!(
            std::fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1
        );
    }

    #[test]
    fn a_failed_write_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("plain");
        std::fs::write(&blocked, b"").unwrap();
        let message = write_whole(&blocked.join("file"), b"x")
            .unwrap_err()
            .to_string();
        assert!(message.contains("plain"), "{message}");
    }

    #[test]
    fn broken_files_are_set_aside_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        for number in 1..=2 {
            std::fs::write(&path, b"?").unwrap();
            let aside = set_aside(&path).unwrap();
            assert!(aside.ends_with(format!("settings.ron.broken-{number}")));
            assert!(!path.exists());
        }
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
