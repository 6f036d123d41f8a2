//! The marks of players and the names of cars, as the screens show them.

use crate::app::words::Words;
use crate::game::CarView;

/// A player's mark, also shown over the car: P1 for the first slot.
pub fn mark(slot: usize) -> String {
    format!("P{}", slot + 1)
}

/// The name of a car in tables, with at most `most` letters. With several players, a player's car has the player's
/// mark and own name; the level's name of the car is not a player's name.
pub fn called(words: &Words, car: &CarView, people: usize, most: usize) -> String {
    match people {
        0 | 1 => shorten(&words.views.names.label(&car.name), most),
        people => called_of_other(car, people, most),
    }
}

/// The name in tables of a car that is not that of a single player.
pub fn called_of_other(car: &CarView, people: usize, most: usize) -> String {
    match car.slot.filter(|_| people > 1) {
        Some(slot) if car.has_own_name() => shorten(&format!("{} {}", mark(slot), car.name), most),
        Some(slot) => mark(slot),
        None => shorten(&car.name, most),
    }
}

/// Cuts a text to at most `most` characters, with an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    format!("{}…", start.trim_end())
}
