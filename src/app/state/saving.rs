//! Saves the scene as a level.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::scene_file::{self, NotSaved, Place, file_name, free_name, losses, shown, text_at};
use crate::app::state::messages::{Leaving, Next, Order, Question, Saving};
use crate::app::state::sandbox::SandboxContext;
use crate::app::watch::Watch;
use crate::app::words::{Words, fill};
use crate::console;
use crate::game::KeptScene;
use crate::level::{LevelFolder, parse};
use dodgem_scene::params::limits;

impl SandboxContext<'_> {
    /// Saves the scene and shows the path, or asks for missing decisions.
    pub fn save_scene(&mut self, saving: Saving) -> Next {
        let said = match self.saved_scene(&saving) {
            Ok(Saved::As(said)) => said,
            Ok(Saved::Asks(question)) => return Next::Ask(question),
            Err(NotSaved::Changed) => return self.ask_about_change(saving).into(),
            Err(NotSaved::Taken(file)) => {
                let why = fill(self.words().saving.taken, &[("file", &file)]);
                return self.ask_for_name(saving, &why).into();
            }
            Err(NotSaved::LeadsOut(file)) => {
                let why = fill(self.words().saving.leads_out, &[("file", &file)]);
                return self.ask_for_name(saving, &why).into();
            }
            Err(NotSaved::Because(why)) => {
                let said = fill(self.words().saving.not_saved, &[("why", &why)]);
                console::warn(&said);
                self.say(said);
                return Next::Stay;
            }
        };
        console::warn(&said);
        self.say(said);
        saving.then.map_or(Next::Stay, Leaving::next)
    }

    fn saved_scene(&mut self, saving: &Saving) -> Result<Saved, NotSaved> {
        let levels = self.library.own_levels();
        let levels = levels.ok_or_else(|| NotSaved::because(self.words().saving.no_folder))?;
        let own = self.own_file();
        let place = match (&saving.name, own) {
            (Some(name), own) => place_called(&levels, name, own, self.words())?,
            (None, Some((path, text))) => Place::Own { path, text },
            (None, None) => {
                let question = self.ask_for_name(saving.clone(), "");
                return Ok(Saved::Asks(Box::new(question)));
            }
        };
        let library = self.session.library(self.library).clone();
        let mut kept = match saving.begun {
            true => {
                let begun = self.session.begun(&library).map_err(NotSaved::Because)?;
                begun.kept()
            }
            false => self.session.round.kept(),
        };
        self.name_scene(&mut kept, saving.name.as_deref());
        let text = text_at(&place, &kept.level).map_err(NotSaved::because)?;
        let lost = losses(&place, &text, &kept.notes);
        if !lost.is_empty() && !saving.loses {
            let question = self.ask_about_losses(saving.clone(), &place, &lost);
            return Ok(Saved::Asks(Box::new(question)));
        }
        // A file that could not be loaded again is not written.
        parse(self.library, "the scene", &text).map_err(NotSaved::because)?;
        if text.len() as u64 > limits::LEVEL_BYTES {
            let most = limits::LEVEL_BYTES >> 10;
            let why = fill(self.words().saving.too_large, &[("most", &most)]);
            return Err(NotSaved::Because(why));
        }
        scene_file::write(&levels, &place, &text)?;
        let (Place::Own { path, .. } | Place::New { path, .. }) = &place;
        let words = self.words();
        let mut said = fill(words.saving.saved, &[("path", &path.display())]);
        if path.starts_with(&levels) {
            let group = words.folder(LevelFolder::by_mode(kept.level.own_mode()));
            said += &fill(words.saving.in_group, &[("group", &group)]);
        }
        if !kept.notes.is_empty() {
            said += &format!(" ({})", several(&kept.notes, words));
        }
        let is_own = matches!(place, Place::Own { .. });
        if is_own || !saving.begun {
            self.go_on_with_file(path, kept, text, saving.begun);
        }
        Ok(Saved::As(said))
    }

    /// Returns the player's own file of the scene, with its text as last read.
    fn own_file(&self) -> Option<(PathBuf, String)> {
        let read = self.session.file_text.as_ref()?;
        let path = self.library.own_file(&self.session.source)?;
        Some((path, read.to_string()))
    }

    /// Sets the scene's name: a new one, or that of its file.
    fn name_scene(&self, kept: &mut KeptScene, name: Option<&str>) {
        let file = &self.session.file_level;
        match self.own_file() {
            Some(_) => {
                kept.level.name.clone_from(&file.name);
                kept.level.description.clone_from(&file.description);
            }
            // The description is about another level.
            None => kept.level.description.clear(),
        }
        if let Some(name) = name {
            name.clone_into(&mut kept.level.name);
        }
    }

    /// Makes the saved file the scene's own file from now on.
    fn go_on_with_file(&mut self, path: &Path, kept: KeptScene, text: String, begun: bool) {
        let Some(source) = self.library.source_of(path) else {
            return;
        };
        self.panels.goes_on_as(&source);
        let session = &mut self.session;
        session.source = source;
        session.file_level = kept.level;
        session.file_text = Some(Arc::from(text));
        session.is_in_no_file = false;
        match begun {
            true => session.note_begun_saved(),
            false => session.note_saved(),
        }
        // This program wrote the file, so it need not reload it.
        *self.watch = Watch::new(self.library, &self.session.source);
    }

    /// Asks for the name of a new file.
    pub fn ask_for_name(&self, saving: Saving, why: &str) -> Question {
        let name = match &saving.name {
            Some(name) => name,
            None => &self.session.file_level.name,
        };
        let levels = self.library.own_levels().unwrap_or_default();
        let (offered, why) = match free_name(&levels, name) {
            Ok(free) => (free, why.to_owned()),
            Err(none) => (name.clone(), none),
        };
        let texts = &self.words().saving;
        let save = move |name: &str| match name.trim().is_empty() {
            true => Next::Do(Order::AskForName(saving, texts.needs_name)),
            false => Next::Do(Order::Save(saving.called(name))),
        };
        Question::new(texts.name, why, texts.back).name(&offered, texts.save, save)
    }

    /// Asks the player about unread changes in the scene's own file.
    fn ask_about_change(&self, saving: Saving) -> Question {
        let file = self.own_file().map(|(path, _)| shown(&path));
        let texts = &self.words().saving;
        let about = fill(texts.changed_about, &[("file", &file.unwrap_or_default())]);
        let rename = Next::Do(Order::AskForName(saving, ""));
        Question::new(texts.changed, about, texts.back)
            .answer(texts.new_name, rename)
            .answer(texts.read_file, Next::Do(Order::Reload))
    }

    /// Asks the player to confirm that comments or notes will be lost.
    fn ask_about_losses(&self, saving: Saving, place: &Place, lost: &[String]) -> Question {
        let (Place::Own { path, .. } | Place::New { path, .. }) = place;
        let words = self.words();
        let texts = &words.saving;
        let text = fill(texts.over, &[("file", &shown(path))]);
        let about = fill(texts.over_about, &[("lost", &several(lost, words))]);
        let rename = Next::Do(Order::AskForName(saving.clone(), ""));
        let loses = true;
        let write = Next::Do(Order::Save(Saving { loses, ..saving }));
        Question::new(text, about, texts.back)
            .answer(texts.keep_file, rename)
            .answer(texts.write_over, write)
    }
}

/// The outcome of saving.
enum Saved {
    /// The scene is saved; the text says where.
    As(String),
    /// The player must decide something first.
    Asks(Box<Question>),
}

/// Returns the place for a scene with a given name; `own` is its current file.
fn place_called(
    levels: &Path,
    name: &str,
    own: Option<(PathBuf, String)>,
    words: &Words,
) -> Result<Place, NotSaved> {
    if name.chars().count() > limits::NAME {
        let most = limits::NAME;
        let why = fill(words.saving.longest_name, &[("most", &most)]);
        return Err(NotSaved::Because(why));
    }
    let path = levels.join(file_name(name));
    Ok(match own {
        Some((own, text)) if own == path => Place::Own { path, text },
        own => Place::New {
            path,
            like: own.map(|(_, text)| text),
        },
    })
}

/// Returns the first of several notes and the number of further ones.
fn several(notes: &[String], words: &Words) -> String {
    match notes {
        [] => String::new(),
        [one] => one.clone(),
        [first, rest @ ..] => fill(
            words.saving.and_more,
            &[("first", first), ("count", &rest.len())],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::words::Language;

    fn english() -> &'static Words {
        Language::English.words()
    }

    #[test]
    fn only_the_file_that_a_scene_is_of_can_be_meant_by_its_name() {
        let levels = Path::new("levels");
        let own = || Some((levels.join("my_tower.ron"), "(so)".to_owned()));
        let place = |name, own| place_called(levels, name, own, english()).unwrap();
        let text = "(so)".to_owned();
        let path = levels.join("my_tower.ron");
        assert_eq!(place("My Tower", own()), Place::Own { path, text });
        let path = levels.join("other.ron");
        let like = Some("(so)".to_owned());
        assert_eq!(place("Other", own()), Place::New { path, like });
        let (path, like) = (levels.join("my_tower.ron"), None);
        assert_eq!(place("My Tower", None), Place::New { path, like });
        let long = "x".repeat(limits::NAME + 1);
        assert!(place_called(levels, &long, None, english()).is_err());
    }

    #[test]
    fn several_notes_are_told_by_the_first() {
        let notes = ["one", "two", "three"].map(str::to_owned);
        assert_eq!(several(&notes[..1], english()), "one");
        assert_eq!(several(&notes, english()), "one, and 2 more");
        assert_eq!(several(&[], english()), "");
    }
}
