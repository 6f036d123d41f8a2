//! Names of bodies, as messages and command lines use them.

use dodgem_physics::BodyId;
use serde::Serialize;

use dodgem_scene::arena::{Arena, HallPart, Met};

/// A body of an explanation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedBody {
    /// The name of the car, the thing or the part of the hall.
    pub name: String,
    /// The number of the car or thing among all of them, from 1; None for the hall.
    pub number: Option<u32>,
    /// Mass in kilograms; None for a body that no impulse moves.
    pub mass: Option<f64>,
}

impl NamedBody {
    /// Names a body of an arena.
    pub(super) fn of(arena: &Arena, id: BodyId) -> NamedBody {
        let met = arena.met_of(id);
        let body = arena.world().body(id).filter(|body| body.is_dynamic());
        NamedBody {
            name: arena.name_of(met).to_owned(),
            number: met.actor().map(|actor| actor.0 + 1),
            mass: body.map(|body| body.mass()),
        }
    }
}

/// Finds a body by the name of a car, a thing or a part of the hall, or by its number from 1.
///
/// # Errors
/// A message if there is none, or if several have this name.
pub fn find_body(arena: &Arena, text: &str) -> Result<Met, String> {
    let parts = [
        HallPart::Floor,
        HallPart::Wall,
        HallPart::Ceiling,
        HallPart::Pit,
    ];
    let wanted = text.trim().to_lowercase();
    let mut named = Vec::new();
    for (id, actor) in (0..).map(dodgem_scene::arena::ActorId).zip(arena.actors()) {
        if !actor.is_gone() && actor.name.to_lowercase() == wanted {
            named.push(id);
        }
    }
    if let [only] = named[..] {
        return Ok(Met::Actor(only));
    }
    if !named.is_empty() {
        let numbers: Vec<String> = named.iter().map(|id| (id.0 + 1).to_string()).collect();
        let numbers = numbers.join(", ");
        return Err(format!(
            "{} bodies are called {text}; name one by its number: {numbers}",
            named.len()
        ));
    }
    if let Some(part) = parts.into_iter().find(|part| part.name() == wanted) {
        return Ok(Met::Hall(part));
    }
    let count = arena.actors().len();
    match wanted.parse::<usize>() {
        Ok(number) if (1..=count).contains(&number) => {
            let id = dodgem_scene::arena::ActorId(number as u32 - 1);
            match arena.actor(id).is_gone() {
                true => Err(format!("body {number} is gone at that time")),
                false => Ok(Met::Actor(id)),
            }
        }
        Ok(number) => Err(format!(
            "there is no body {number}; they have the numbers 1 to {count}"
        )),
        Err(_) => Err(format!(
            "there is no body called {text}; --list shows names and numbers"
        )),
    }
}
