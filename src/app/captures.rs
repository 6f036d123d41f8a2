//! Captures what the window shows: pictures, films, and the numbers as a table.

use std::fmt::Display;
use std::path::PathBuf;

use glam::Vec2;
use macroquad::texture::get_screen_data;

use crate::app::area::Area;
use crate::app::film::Packer;
use crate::app::session::Session;
use crate::app::state::{GraphFile, Media, Notices};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{NoticeWords, fill};
use crate::app::{AppError, files, settings};

/// Captures a picture for the film; a complete film is handed to the packer.
pub fn take_film(media: &mut Media, notices: &mut Notices, ui: &Ui) {
    let Some(mut film) = media.film.take() else {
        return;
    };
    film.take(&get_screen_data());
    // The progress bar, drawn after the capture so that it is not in the film.
    let at = Vec2::new(0.0, ui.size.y - 4.0);
    ui.fill(at, Vec2::new(ui.size.x * film.share(), 4.0), ink::CORAL);
    let text = format!("film: {:.1} s", film.seconds());
    let base = at + Vec2::new(12.0, -10.0);
    ui.bold(&text, base, 16.0, ink::CORAL, Align::Left);
    if !film.is_full() {
        media.film = Some(film);
        return;
    }
    match Packer::new(film) {
        Ok(packer) => media.packer = Some(packer),
        Err(error) => notices.say(error.to_string()),
    }
}

/// Packs a picture of a film and shows the progress; at the end it shows the file's path or the error.
pub fn pack_film(media: &mut Media, notices: &mut Notices) {
    let Some(mut packer) = media.packer.take() else {
        return;
    };
    let words = notices.words();
    let saved = packer.pack_one().and_then(|()| {
        if !packer.is_done() {
            let share = packer.share() * 100.0;
            media.packer = Some(packer);
            let share = format!("{share:.0}");
            return Ok(fill(words.film_share, &[("percent", &share)]));
        }
        let (path, (png, gif)) = (free_path("film", "png")?, packer.finish()?);
        files::write_own(&path, &png)?;
        files::write_own(&path.with_extension("gif"), &gif)?;
        let [png, gif] = [png, gif].map(|bytes| format!("{:.1}", bytes.len() as f64 / 1e6));
        let parts: [(&str, &dyn Display); 3] =
            [("path", &path.display()), ("png", &png), ("gif", &gif)];
        Ok(fill(words.film_saved, &parts))
    });
    notices.say(saved.unwrap_or_else(|error| error.to_string()));
}

/// Saves the samples of the graphs as a table, or a picture of them as they were drawn in this area, in units of the
/// picture. Returns the path.
pub fn save_graphs(
    session: &Session,
    file: GraphFile,
    area: Option<Area>,
    words: &NoticeWords,
) -> Result<PathBuf, AppError> {
    let nothing = |text: &str| AppError::Call(text.to_owned());
    if file == GraphFile::Table {
        let plots = &session.monitor.plots;
        if plots.span().is_none() {
            return Err(nothing(words.no_samples));
        }
        let path = free_path("graphs", "csv")?;
        files::write_own(&path, plots.csv().as_bytes())?;
        return Ok(path);
    }
    let area = area.ok_or_else(|| nothing(words.no_graphs))?;
    let image = get_screen_data();
    let (width, height) = (usize::from(image.width), usize::from(image.height));
    let unit = Ui::pixels_a_unit(Vec2::new(width as f32, height as f32));
    let rows = files::flipped(&image.bytes, width * 4);
    let (size, bytes) = files::cropped(&rows, [width, height], area.low * unit, area.high * unit);
    let bytes = files::encode_png(size[0] as u32, size[1] as u32, &bytes)?;
    let path = free_path("graphs", "png")?;
    files::write_own(&path, &bytes)?;
    Ok(path)
}

/// Saves a picture of the window and returns its path.
pub fn save_picture() -> Result<PathBuf, AppError> {
    let image = get_screen_data();
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    let bytes = files::encode_png(
        width,
        height,
        &files::flipped(&image.bytes, width as usize * 4),
    )?;
    let path = free_path("dodgem", "png")?;
    files::write_own(&path, &bytes)?;
    Ok(path)
}

/// Saves the numbers of the last ten seconds as a table and returns its path.
pub fn save_numbers(session: &Session, words: &NoticeWords) -> Result<PathBuf, AppError> {
    let path = free_path("numbers", "csv")?;
    let rows = session.monitor.history.rows();
    if rows.len() == 0 {
        return Err(AppError::Call(words.no_numbers.to_owned()));
    }
    let text = crate::monitor::csv(rows);
    files::write_own(&path, text.as_bytes())?;
    Ok(path)
}

/// Returns the first free path for a picture, a table or a file to send in the user's picture folder.
///
/// # Errors
/// [`AppError::NoFolder`] without a home folder.
pub fn free_path(name: &str, ending: &str) -> Result<PathBuf, AppError> {
    let folder = directories::UserDirs::new()
        .and_then(|user| user.picture_dir().map(|folder| folder.join("Dodgem")))
        .or_else(|| settings::folders().map(|folders| folders.data_dir().join("pictures")))
        .ok_or(AppError::NoFolder)?;
    Ok((1..100_000)
        .map(|number| folder.join(format!("{name}-{number:04}.{ending}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(format!("{name}.{ending}"))))
}
