//! Acts in the words of a language: "moved 12 bricks".

use crate::{Act, Arranged};
use dodgem_scene::arena::{ActorId, Arena};
use dodgem_scene::console::fill;
use dodgem_scene::level::scene::{Image, stem};
use dodgem_scene::texts;

texts! {
    /// Acts of the hand.
    ActWords {
        pulled_one: "pulled {name}",
        pulled: "pulled",
        turned: "turned",
        let_go: "let go",
        moved: "moved {name}",
        froze_or_freed: "froze or freed {name}",
        deleted: "deleted {name}",
        copied: "copied {name}",
        threw: "threw a ball",
        added: "added {name}",
        changed: "changed {name}",
        sped: "gave {name} a speed",
        surroundings: "changed gravity or air",
        joined_to_world: "joined {name} to the world",
        joined: "joined {name} and {other}",
        cut: "cut the joints of {name}",
        added_car: "added a car",
        added_zone: "added a zone",
        deleted_zone: "deleted a zone",
        surface: "changed bounce or friction",
        froze: "froze {name}",
        freed: "freed {name}",
        hid: "hid {name}",
        showed: "showed {name}",
        added_trigger: "added a trigger",
        changed_trigger: "changed a trigger",
        deleted_trigger: "deleted a trigger",
        changed_joint: "changed a joint",
        deleted_joint: "deleted a joint",
        changed_zone: "changed a zone",
        added_patch: "added a patch of floor",
        changed_patch: "changed a patch of floor",
        deleted_patch: "deleted a patch of floor",
        down: "changed the direction of gravity",
        scaled: "scaled {name}",
        mirrored: "mirrored {name}",
        took_part: "took the part {name}",
        followed_part: "followed the part {name}",
        engine: "changed the engine",
        hall: "changed the hall",
        graphs: "changed the graphs",
        question: "changed the question",
        pressed: "pressed {name}",
        released: "released {name}",
        looked: "looked",
        answered: "answered",
        drove: "drove",
        thing: "a thing",
        things: "{count} things",
        several: "{count} {name}s",
        several_es: "{count} {name}es",
    }
}

/// Returns an act in words, with the names that its actors have in the arena.
pub(crate) fn words_of_act(act: &Act, arena: &Arena, words: &ActWords) -> String {
    let of = |text: &str, actors: &[u32]| with(text, &named(arena, actors, words));
    let one = |text: &str, actor: u32| of(text, &[actor]);
    let joined = |a: u32, b: Option<u32>| {
        let name = named(arena, &[a], words);
        match b.map(|b| named(arena, &[b], words)) {
            None => with(words.joined_to_world, &name),
            Some(other) => fill(words.joined, &[("name", &name), ("other", &other)]),
        }
    };
    match act {
        Act::Take { actor, .. } => one(words.pulled_one, *actor),
        Act::Pull { .. } => words.pulled.to_owned(),
        Act::Turn { .. } => words.turned.to_owned(),
        Act::LetGo => words.let_go.to_owned(),
        Act::Place { actor, .. } => one(words.moved, *actor),
        Act::Freeze { actor } => one(words.froze_or_freed, *actor),
        Act::Remove { actor } => one(words.deleted, *actor),
        Act::Copy { actor, .. } => one(words.copied, *actor),
        Act::Throw { .. } => words.threw.to_owned(),
        Act::Add { thing } => with(words.added, &thing_name(&thing.name, &thing.part, words)),
        Act::Change { actor, .. } => one(words.changed, *actor),
        Act::Speed { actor, .. } => one(words.sped, *actor),
        Act::Surroundings { .. } => words.surroundings.to_owned(),
        Act::Join { a, b, .. } | Act::Rejoin { a, b, .. } => joined(*a, *b),
        Act::Cut { actor } => one(words.cut, *actor),
        Act::AddCar { .. } => words.added_car.to_owned(),
        Act::AddZone { .. } => words.added_zone.to_owned(),
        Act::RemoveZone { .. } => words.deleted_zone.to_owned(),
        Act::Surface { .. } => words.surface.to_owned(),
        Act::Arrange { things, .. } => arranged(arena, things, words),
        Act::FreezeAll { actors, frozen } => match frozen {
            true => of(words.froze, actors),
            false => of(words.freed, actors),
        },
        Act::RemoveAll { actors } => of(words.deleted, actors),
        Act::Hide { actors, hidden } => match hidden {
            true => of(words.hid, actors),
            false => of(words.showed, actors),
        },
        Act::Paste { clip } => match &clip.things[..] {
            [thing] => with(words.added, &thing_name(&thing.name, &thing.part, words)),
            things => {
                let names = things.iter().map(|thing| &thing.name[..]);
                with(words.added, &several(names, things.len(), words))
            }
        },
        Act::AddTrigger { .. } => words.added_trigger.to_owned(),
        Act::ChangeTrigger { .. } => words.changed_trigger.to_owned(),
        Act::RemoveTrigger { .. } => words.deleted_trigger.to_owned(),
        Act::ChangeJoint { .. } => words.changed_joint.to_owned(),
        Act::RemoveJoint { .. } => words.deleted_joint.to_owned(),
        Act::ChangeZone { .. } => words.changed_zone.to_owned(),
        Act::AddPatch { .. } => words.added_patch.to_owned(),
        Act::ChangePatch { .. } => words.changed_patch.to_owned(),
        Act::RemovePatch { .. } => words.deleted_patch.to_owned(),
        Act::Down { .. } => words.down.to_owned(),
        Act::Image { things, image } => {
            let actors: Vec<u32> = things.iter().map(|one| one.actor).collect();
            let text = match image {
                Image::Scale { .. } => words.scaled,
                Image::Mirror { .. } => words.mirrored,
            };
            of(text, &actors)
        }
        Act::TakeParts { parts } | Act::FollowParts { parts } => {
            let name = parts.first().map_or("", |part| &part.name[..]);
            match act {
                Act::TakeParts { .. } => with(words.took_part, name),
                _ => with(words.followed_part, name),
            }
        }
        Act::Engine { .. } => words.engine.to_owned(),
        Act::Hall { .. } => words.hall.to_owned(),
        Act::Graphs { .. } => words.graphs.to_owned(),
        Act::Ask { .. } => words.question.to_owned(),
        Act::Press { key, down: true } => with(words.pressed, &key.to_string()),
        Act::Press { key, down: false } => with(words.released, &key.to_string()),
        Act::Did { .. } => words.looked.to_owned(),
        Act::Answer { .. } => words.answered.to_owned(),
    }
}

fn with(text: &str, name: &str) -> String {
    fill(text, &[("name", &name)])
}

fn arranged(arena: &Arena, things: &[Arranged], words: &ActWords) -> String {
    let actors: Vec<u32> = things.iter().map(|one| one.actor).collect();
    let changes = things.iter().any(|one| one.thing.is_some());
    let text = if changes { words.changed } else { words.moved };
    with(text, &named(arena, &actors, words))
}

fn thing_name(name: &str, part: &str, words: &ActWords) -> String {
    match (name, part) {
        ("", "") => words.thing.to_owned(),
        ("", part) => part.to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// Returns the name of an actor, or the number of several with their common name.
fn named(arena: &Arena, actors: &[u32], words: &ActWords) -> String {
    // An act that was undone may name actors that do not exist yet.
    let name = |actor: &u32| {
        let actor = arena.actors().get(ActorId(*actor).index());
        actor.map_or(words.thing, |actor| &*actor.name)
    };
    match actors {
        [actor] => name(actor).to_owned(),
        _ => several(actors.iter().map(name), actors.len(), words),
    }
}

/// Returns the number of things with their common name: "12 bricks".
fn several<'a>(mut names: impl Iterator<Item = &'a str>, count: usize, words: &ActWords) -> String {
    let first = names.next().map_or("", stem);
    // Copies of a part are called by its thing: "arch 1/stone".
    let word = first.rsplit('/').next().unwrap_or_default();
    let text = match !word.is_empty() && names.all(|name| stem(name) == first) {
        true if word.ends_with(['s', 'x']) => words.several_es,
        true => words.several,
        false => words.things,
    };
    fill(text, &[("count", &count), ("name", &word)])
}
