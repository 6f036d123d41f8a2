//! Acts in words: "moved 12 bricks".

use crate::{Act, Arranged};
use dodgem_scene::arena::{ActorId, Arena};
use dodgem_scene::level::scene::{Image, stem};

/// Returns an act in words, with the names that its actors have in the arena.
pub(crate) fn words_of_act(act: &Act, arena: &Arena) -> String {
    let one = |actor: u32| named(arena, &[actor]);
    match act {
        Act::Take { actor, .. } => format!("pulled {}", one(*actor)),
        Act::Pull { .. } => "pulled".to_owned(),
        Act::Turn { .. } => "turned".to_owned(),
        Act::LetGo => "let go".to_owned(),
        Act::Place { actor, .. } => format!("moved {}", one(*actor)),
        Act::Freeze { actor } => format!("froze or freed {}", one(*actor)),
        Act::Remove { actor } => format!("deleted {}", one(*actor)),
        Act::Copy { actor, .. } => format!("copied {}", one(*actor)),
        Act::Throw { .. } => "threw a ball".to_owned(),
        Act::Add { thing } => format!("added {}", thing_name(&thing.name, &thing.part)),
        Act::Change { actor, .. } => format!("changed {}", one(*actor)),
        Act::Speed { actor, .. } => format!("gave {} a speed", one(*actor)),
        Act::Surroundings { .. } => "changed gravity or air".to_owned(),
        Act::Join { a, b: None, .. } => format!("joined {} to the world", one(*a)),
        Act::Join { a, b: Some(b), .. } => format!("joined {} and {}", one(*a), one(*b)),
        Act::Cut { actor } => format!("cut the joints of {}", one(*actor)),
        Act::AddCar { .. } => "added a car".to_owned(),
        Act::AddZone { .. } => "added a zone".to_owned(),
        Act::RemoveZone { .. } => "deleted a zone".to_owned(),
        Act::Surface { .. } => "changed bounce or friction".to_owned(),
        Act::Arrange { things, .. } => arranged(arena, things),
        Act::FreezeAll { actors, frozen } => match frozen {
            true => format!("froze {}", named(arena, actors)),
            false => format!("freed {}", named(arena, actors)),
        },
        Act::RemoveAll { actors } => format!("deleted {}", named(arena, actors)),
        Act::Hide { actors, hidden } => match hidden {
            true => format!("hid {}", named(arena, actors)),
            false => format!("showed {}", named(arena, actors)),
        },
        Act::Paste { clip } => match &clip.things[..] {
            [thing] => format!("added {}", thing_name(&thing.name, &thing.part)),
            things => {
                let names = things.iter().map(|thing| &thing.name[..]);
                format!("added {}", several(names, things.len()))
            }
        },
        Act::AddTrigger { .. } => "added a trigger".to_owned(),
        Act::ChangeTrigger { .. } => "changed a trigger".to_owned(),
        Act::RemoveTrigger { .. } => "deleted a trigger".to_owned(),
        Act::ChangeJoint { .. } => "changed a joint".to_owned(),
        Act::Rejoin { a, b: None, .. } => format!("joined {} to the world", one(*a)),
        Act::Rejoin { a, b: Some(b), .. } => format!("joined {} and {}", one(*a), one(*b)),
        Act::RemoveJoint { .. } => "deleted a joint".to_owned(),
        Act::ChangeZone { .. } => "changed a zone".to_owned(),
        Act::AddPatch { .. } => "added a patch of floor".to_owned(),
        Act::ChangePatch { .. } => "changed a patch of floor".to_owned(),
        Act::RemovePatch { .. } => "deleted a patch of floor".to_owned(),
        Act::Down { .. } => "changed the direction of gravity".to_owned(),
        Act::Image { things, image } => {
            let actors: Vec<u32> = things.iter().map(|one| one.actor).collect();
            let word = match image {
                Image::Scale { .. } => "scaled",
                Image::Mirror { .. } => "mirrored",
            };
            format!("{word} {}", named(arena, &actors))
        }
        Act::TakeParts { parts } | Act::FollowParts { parts } => {
            let name = parts.first().map_or("", |part| &part.name[..]);
            match act {
                Act::TakeParts { .. } => format!("took the part {name}"),
                _ => format!("followed the part {name}"),
            }
        }
        Act::Engine { .. } => "changed the engine".to_owned(),
        Act::Hall { .. } => "changed the hall".to_owned(),
        Act::Graphs { .. } => "changed the graphs".to_owned(),
        Act::Ask { .. } => "changed the question".to_owned(),
        Act::Press { key, down: true } => format!("pressed {key}"),
        Act::Press { key, down: false } => format!("released {key}"),
        Act::Did { .. } => "looked".to_owned(),
        Act::Answer { .. } => "answered".to_owned(),
    }
}

fn arranged(arena: &Arena, things: &[Arranged]) -> String {
    let actors: Vec<u32> = things.iter().map(|one| one.actor).collect();
    let changes = things.iter().any(|one| one.thing.is_some());
    match changes {
        true => format!("changed {}", named(arena, &actors)),
        false => format!("moved {}", named(arena, &actors)),
    }
}

fn thing_name(name: &str, part: &str) -> String {
    match (name, part) {
        ("", "") => "a thing".to_owned(),
        ("", part) => part.to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// Returns the name of an actor, or the number of several with their common name.
fn named(arena: &Arena, actors: &[u32]) -> String {
    // An act that was undone may name actors that do not exist yet.
    let name = |actor: &u32| {
        let actor = arena.actors().get(ActorId(*actor).index());
        actor.map_or("a thing", |actor| &*actor.name)
    };
    match actors {
        [actor] => name(actor).to_owned(),
        _ => several(actors.iter().map(name), actors.len()),
    }
}

/// Returns the number of things with their common name: "12 bricks".
fn several<'a>(mut names: impl Iterator<Item = &'a str>, count: usize) -> String {
    let first = names.next().map_or("", stem);
    // Copies of a part are called by its thing: "arch 1/stone".
    let word = first.rsplit('/').next().unwrap_or_default();
    match !word.is_empty() && names.all(|name| stem(name) == first) {
        true if word.ends_with(['s', 'x']) => format!("{count} {word}es"),
        true => format!("{count} {word}s"),
        false => format!("{count} things"),
    }
}
