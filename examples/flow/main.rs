//! Prints the tables of `docs/game.md`: how lively rounds are on each level, and what driving is worth.
//!
//! `cargo run --release --example flow -- [SEEDS] [LEVEL...]`; with `people` in place of SEEDS, what
//! the scripted people reach at each difficulty.

mod measure;

use dodgem::game::{Difficulty, PilotKind};
use dodgem::level::{Library, load};

use measure::{Liveliness, mean, place, plays, total};

fn main() {
    let mut words = std::env::args().skip(1);
    let first = words.next();
    let library = Library::standard();
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names = library.level_names();
    }
    if first.as_deref() == Some("people") {
        return people(&library, &names);
    }
    let seeds = first.and_then(|word| word.parse().ok()).unwrap_or(12);
    println!(
        "| level | idle | mash | chaser | spread | speed | crowded | quiet, longest | crashes/car/min | recovery |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for name in &names {
        println!("| {name} {}", Liveliness::of(&library, name, seeds).row());
    }
}

/// What people of different skill reach, in the mean of four rounds: the total, and the place.
fn people(library: &Library, names: &[String]) {
    println!("| level | beginner easy | medium | hard | expert easy | medium | hard |");
    println!("|---|---|---|---|---|---|---|");
    for name in names {
        let level = load(library, name).expect("a level that loads");
        let mut row = format!("| {name} |");
        for person in [PilotKind::Beginner, PilotKind::Expert] {
            for difficulty in Difficulty::ALL {
                let rounds = plays(&level, library, person, difficulty, 4);
                let place = mean(rounds.iter().map(place));
                row += &format!(" {:.0} ({place:.1}.) |", total(&rounds));
            }
        }
        println!("{row}");
    }
}
