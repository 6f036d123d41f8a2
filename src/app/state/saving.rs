//! Saving the scene as a level.

use std::path::{Path, PathBuf};

use crate::app::state::AppState;
use crate::app::watch::Watch;
use crate::level::{LevelFolder, lost_comments, rewritten, save_text, written};

impl AppState {
    /// Saves the scene, as it is or as it began, and says where: under a name, or over the user's own file that it
    /// is of, or in a new file.
    pub fn save_scene(&mut self, name: Option<&str>, begun: bool) {
        let said = match self.saved_scene(name, begun) {
            Ok(said) => said,
            Err(why) => format!("not saved: {why}"),
        };
        crate::console::warn(&said);
        self.say(said);
    }

    fn saved_scene(&mut self, name: Option<&str>, begun: bool) -> Result<String, String> {
        let library = self.session.library(&self.library).clone();
        let mut kept = match begun {
            true => self.session.begun(&library)?.kept(&library),
            false => self.session.round.kept(&library),
        };
        let folder = self.library.own_levels();
        let folder = folder.ok_or("there is no folder of your own")?;
        let source = self.session.source.clone();
        let own = (!self.session.is_of_recording()).then(|| self.library.level_path(&source));
        let own = own.flatten().filter(|path| path.parent() == Some(&folder));
        if let Some(name) = name {
            kept.level.name = name.to_owned();
        }
        let path = match (name, own) {
            (Some(name), own) => {
                let path = folder.join(file_name(name));
                if path.exists() && own.as_deref() != Some(&path) {
                    return Err(format!("{} is there already", path.display()));
                }
                path
            }
            (None, Some(own)) => own,
            (None, None) => free_path(&folder, &kept.level.name),
        };
        let older = self.library.read_level(&source);
        let text = match older {
            Ok((_, older)) if !self.session.is_of_recording() => rewritten(&kept.level, &older),
            _ => written(&kept.level),
        };
        let text = text.map_err(|error| error.to_string())?;
        let mode = kept.level.own_mode();
        self.warn_first(&path, &text, &kept.notes)?;
        // What cannot be loaded again is not kept.
        crate::level::parse(&library, "the scene", &text).map_err(|error| error.to_string())?;
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        save_text(&text, &path).map_err(|error| error.to_string())?;
        if self.library.level_path(&source).as_deref() == Some(&path) {
            // This program wrote it: it does not follow itself.
            self.watch = Watch::new(&self.library, &source);
            self.session.file_level = kept.level;
        }
        let group = LevelFolder::by_mode(mode).name();
        let mut said = format!("saved: {} (in the menu under {group})", path.display());
        if !kept.notes.is_empty() {
            said += &format!(" ({})", several(&kept.notes));
        }
        Ok(said)
    }
}

impl AppState {
    /// Refuses once to write over a file what it does not say any longer: the next time it is meant.
    fn warn_first(&mut self, path: &Path, text: &str, notes: &[String]) -> Result<(), String> {
        let Ok(older) = std::fs::read_to_string(path) else {
            return Ok(());
        };
        let mut lost = notes.to_vec();
        match lost_comments(&older, text) {
            0 => {}
            1 => lost.push("a comment is lost".to_owned()),
            more => lost.push(format!("{more} comments are lost")),
        }
        let meant = (path.to_owned(), lost);
        if meant.1.is_empty() || self.warned.take().as_ref() == Some(&meant) {
            return Ok(());
        }
        let said = several(&meant.1);
        self.warned = Some(meant);
        Err(format!(
            "in the file, {said}. Save again if that is meant; under another name the file stays"
        ))
    }
}

/// The first of several notes, and how many more there are.
fn several(notes: &[String]) -> String {
    match notes {
        [] => String::new(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first}, and {} more", rest.len()),
    }
}

/// The name of the file of a level of that name.
fn file_name(name: &str) -> String {
    let letter = |c: char| match c.is_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '_',
    };
    let plain: String = name.chars().map(letter).collect();
    let plain = plain.trim_matches('_');
    format!("{}.ron", if plain.is_empty() { "scene" } else { plain })
}

/// The first free file for a level of that name.
fn free_path(folder: &Path, name: &str) -> PathBuf {
    let stem = file_name(name);
    let stem = stem.trim_end_matches(".ron");
    let names = (1..10_000).map(|number| folder.join(format!("{stem}_{number}.ron")));
    let free = names.into_iter().find(|path| !path.exists());
    free.unwrap_or_else(|| folder.join(format!("{stem}.ron")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_file_that_stays_in_its_folder() {
        assert_eq!(file_name("My Tower 2"), "my_tower_2.ron");
        assert_eq!(file_name("../../etc/passwd"), "etc_passwd.ron");
        assert_eq!(file_name("/\\:"), "scene.ron");
    }
}
