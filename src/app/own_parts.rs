//! The player's own parts: files of the folder `levels/parts` beside their levels.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use dodgem_collide::math::Pose;

use crate::app::scene_file::{self, NotSaved, Place};
use crate::arena::{Actor, ActorId};
use crate::game::{Round, RoundOptions};
use crate::level::{Library, ModelAsset, Paint, PartSpec, parse};
use dodgem_scene::params::limits;

/// A part of the player's own.
#[derive(Debug, Clone)]
pub struct OwnPart {
    pub name: String,
    /// The part with the parts that it uses, or the fault of its file.
    pub parts: Result<Vec<PartSpec>, String>,
    pub picture: Picture,
}

/// The size of a picture in pixels.
pub const PICTURE: [u16; 2] = [168, 104];

/// The picture of a part.
#[derive(Clone, Default)]
pub enum Picture {
    /// It must still be drawn.
    #[default]
    Wanted,
    /// It cannot be drawn.
    None,
    /// It is drawn, but the panels do not have it yet.
    Drawn(egui::ColorImage),
    /// The panels have it.
    Shown(egui::TextureHandle),
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Picture::Wanted => "Wanted",
            Picture::None => "None",
            Picture::Drawn(_) => "Drawn",
            Picture::Shown(_) => "Shown",
        })
    }
}

/// A body of a part: its model, its pose, and its colour.
pub type PartBody = (Arc<ModelAsset>, Pose, [f32; 3]);

/// Returns the bodies of a part as it would be put into an empty scene.
pub fn bodies(library: &Library, name: &str) -> Vec<PartBody> {
    // A name with a quote is no name of a part, and is refused.
    let text = format!("(name: \"part\", mode: Free, things: [(part: {name:?})])");
    let options = RoundOptions {
        humans: 0,
        ..RoundOptions::default()
    };
    let Ok(level) = parse(library, "part", &text) else {
        return Vec::new();
    };
    let Ok(round) = Round::with_options(&level, library, options) else {
        return Vec::new();
    };
    let actors = (0..).map(ActorId).zip(round.arena().actors());
    let body = |(id, actor): (ActorId, &Actor)| {
        let look = round.look(id);
        let paint = look.paint.map_or(PLAIN, Paint::to_array);
        (Arc::clone(&look.asset), actor.pose, paint)
    };
    actors.map(body).collect()
}

/// The colour of a body without its own.
const PLAIN: [f32; 3] = [0.72, 0.55, 0.34];

/// The definition of a part in a scene, compared with its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InScene {
    /// The scene does not know it.
    Unknown,
    /// The scene has it as it is in the file.
    Same,
    /// The file has changed since the scene took it.
    Differs,
}

/// Reads all parts of the player.
pub fn read(library: &Library) -> Vec<OwnPart> {
    let names = library.own_part_names().into_iter();
    let part = |name: String| OwnPart {
        parts: refuse_hidden(library, &name)
            .and_then(|()| library.part(&name).map_err(|error| error.to_string())),
        picture: Picture::Wanted,
        name,
    };
    names.map(part).collect()
}

/// Refuses a name that a part of another folder has: levels would find that one.
fn refuse_hidden(library: &Library, name: &str) -> Result<(), String> {
    match library.part_before_own(name) {
        None => Ok(()),
        Some(path) => Err(format!("{} comes first: take another name", path.display())),
    }
}

/// Compares parts with those of a scene.
pub fn state_in(round: &Round, parts: &[PartSpec]) -> InScene {
    let known = round.scene().parts();
    let found = parts.iter().map(|part| {
        let known = known.iter().find(|one| one.name == part.name)?;
        Some((&known.things, &known.joints) == (&part.things, &part.joints))
    });
    let found: Vec<Option<bool>> = found.collect();
    match () {
        () if found.contains(&Some(false)) => InScene::Differs,
        () if found.contains(&None) => InScene::Unknown,
        () => InScene::Same,
    }
}

/// Returns the text of a part that consists of things as they are now, around the middle of their lower side.
///
/// # Errors
/// A sentence if there is no thing.
pub fn text_of(round: &Round, ids: &BTreeSet<ActorId>) -> Result<String, String> {
    let around = round.box_around(ids).ok_or("nothing is selected")?;
    let origin = around.center().with_y(around.min.y);
    let clip = round.clip(ids, -origin);
    match clip.things.is_empty() {
        true => Err("nothing is selected that can be a part".to_owned()),
        false => clip.part_text().map_err(|error| error.to_string()),
    }
}

/// Writes a part into the player's folder, and returns its path. With `over` it replaces one as it is there.
///
/// # Errors
/// A sentence if the name cannot be that of a part, if it is taken, or if the file cannot be written.
pub fn write(library: &Library, name: &str, text: &str, over: bool) -> Result<PathBuf, String> {
    let is_name = |c: char| c.is_alphanumeric() || "_- ".contains(c);
    if name.is_empty() || name.chars().count() > limits::NAME || !name.chars().all(is_name) {
        return Err("the name of a part has letters, digits, spaces, _ and -".to_owned());
    }
    refuse_hidden(library, name)?;
    let levels = library.own_levels();
    let folder = levels
        .ok_or("there is no folder of your own")?
        .join("parts");
    let path = folder.join(format!("{name}.ron"));
    let place = match over {
        true => Place::Own {
            text: std::fs::read_to_string(&path).map_err(|error| error.to_string())?,
            path: path.clone(),
        },
        false => Place::New {
            path: path.clone(),
            like: None,
        },
    };
    let written = scene_file::write(&folder, &place, text);
    written.map_err(|why: NotSaved| why.to_string())?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Act;
    use crate::level::{ThingSpec, written};
    use glam::Vec3;

    const SCENE: &str = r#"(name: "Made", mode: Free, things: [
        (name: "foot", solid: Box(width: 0.5, height: 1.0, length: 0.5), at: (2.0, 0.0, 0.0)),
        (name: "lid", solid: Box(width: 1.0, height: 0.2, length: 1.0), center: (2.0, 1.101, 0.0)),
    ], joints: [(kind: Weld, a: "foot", b: "lid", at: (2.0, 1.05, 0.0))])"#;

    #[test]
    fn a_selection_is_saved_as_a_part_used_again_and_followed_when_its_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Vec::new()).with_own_folder(folder.path().to_owned());
        let level = parse(&library, "made", SCENE).unwrap();
        let options = RoundOptions {
            humans: 0,
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        let text = text_of(&round, &BTreeSet::from([ActorId(0), ActorId(1)])).unwrap();
        let path = write(&library, "table", &text, false).unwrap();
        assert!(write(&library, "table", &text, false).is_err(), "it exists");
        assert!(write(&library, "../table", &text, false).is_err());
        let own = read(&library);
        assert_eq!(own.len(), 1);
        let shown = bodies(&library, "table");
        assert_eq!(shown.len(), 2, "its picture has both bodies");
        assert!(shown[0].1.translation().distance(Vec3::Y * 0.5) < 0.01);
        assert!(bodies(&library, "none").is_empty() && bodies(&library, "\"").is_empty());
        let parts = own[0].parts.clone().unwrap();
        assert_eq!(state_in(&round, &parts), InScene::Unknown);
        let act = Act::TakeParts {
            parts: parts.clone(),
        };
        round.act(&act).unwrap();
        assert_eq!(state_in(&round, &parts), InScene::Same);
        for x in [-3.0, -6.0] {
            let thing = Box::new(ThingSpec {
                part: "table".to_owned(),
                at: Some(Vec3::X * x),
                ..ThingSpec::default()
            });
            round.act(&Act::Add { thing }).unwrap();
        }
        // The uses are written as uses, and load from the file.
        let saved = written(&round.kept().level).unwrap();
        assert_eq!(saved.matches("part: \"table\"").count(), 2, "{saved}");
        parse(&library, "saved", &saved).unwrap();
        write(
            &library,
            "table",
            &text.replace("width: 0.5", "width: 0.3"),
            true,
        )
        .unwrap();
        assert!(std::fs::read_to_string(path).unwrap().contains("0.3"));
        let parts = read(&library)[0].parts.clone().unwrap();
        assert_eq!(state_in(&round, &parts), InScene::Differs);
        round.act(&Act::FollowParts { parts }).unwrap();
        let saved = written(&round.kept().level).unwrap();
        assert_eq!(saved.matches("part: \"table\"").count(), 2, "{saved}");
    }

    /// Levels read a part in the order of the library, so that the list must not show another one.
    #[test]
    fn a_part_of_another_folder_that_comes_first_hides_ones_own() {
        let [other, own] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let text = "(things: [(solid: Ball(radius: 1.0))])";
        for (folder, name) in [(&other, "cup"), (&own, "cup"), (&own, "mug")] {
            let parts = folder.path().join("levels/parts");
            std::fs::create_dir_all(&parts).unwrap();
            std::fs::write(parts.join(format!("{name}.ron")), text).unwrap();
        }
        let library =
            Library::new(vec![other.path().to_owned()]).with_own_folder(own.path().to_owned());
        let parts = read(&library);
        let [cup, mug] = &parts[..] else {
            panic!("{parts:?}")
        };
        let why = cup.parts.clone().unwrap_err();
        assert!(cup.name == "cup" && why.contains("comes first"), "{why}");
        assert!(mug.name == "mug" && mug.parts.is_ok());
        assert!(
            write(&library, "cup", text, true)
                .unwrap_err()
                .contains("comes first")
        );
    }

    #[test]
    fn a_part_with_a_fault_is_listed_with_its_fault() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Vec::new()).with_own_folder(folder.path().to_owned());
        write(
            &library,
            "bad",
            "(things: [(solid: Bal(radius: 1.0))])",
            false,
        )
        .unwrap();
        let fault = read(&library)[0].parts.clone().unwrap_err();
        assert!(fault.contains("Ball"), "{fault}");
    }
}
