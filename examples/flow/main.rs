//! Prints the tables of `docs/game.md`: the liveliness of rounds on each level, and the worth of driving
//! skill.
//!
//! `cargo run --release --example flow -- [SEEDS] [LEVEL...]`, where SEEDS is a number of seeds, or the first
//! and the last seed (`13-36`). In place of SEEDS, `people` prints the results of the scripted people at each
//! difficulty; `skill` the worth of skill, `halves` the difficulties against each other, and `medals` the data for
//! medals, all with seeds that were not used for tuning; `tune` the worth of skill with seeds for tuning.

mod measure;
mod skill;

use std::ops::Range;

use dodgem::game::{Difficulty, PilotKind};
use dodgem::level::{Library, load};
use dodgem_rules::params::{JUDGED_SEEDS, TUNED_SEEDS};

use measure::{Liveliness, mean, place, plays, short, total};

fn main() {
    let mut words = std::env::args().skip(1);
    let first = words.next();
    let library = Library::standard();
    let mut names: Vec<String> = words.collect();
    if first.as_deref() == Some("skill") {
        return skill::print(&library, &names, JUDGED_SEEDS);
    }
    if first.as_deref() == Some("tune") {
        // The same number of seeds, from the range for tuning.
        let count = JUDGED_SEEDS.count() as u64;
        let begin = *TUNED_SEEDS.start();
        return skill::print(&library, &names, begin..=begin + count - 1);
    }
    if first.as_deref() == Some("halves") {
        return skill::print_halves(&library, &names, *JUDGED_SEEDS.start());
    }
    if names.is_empty() {
        names = library.level_names();
    }
    if first.as_deref() == Some("medals") {
        return skill::print_medals(&library, &names);
    }
    if first.as_deref() == Some("people") {
        return people(&library, &names);
    }
    let seeds = match first.as_deref().map(seeds_of) {
        None => 1..13,
        Some(Some(seeds)) => seeds,
        Some(None) => {
            eprintln!("SEEDS is a number, as 12, or two, as 13-36");
            std::process::exit(2);
        }
    };
    println!(
        "| level | idle | mash | chaser | spread | speed | crowded | quiet, longest | no crash, longest | crashes/car/min | recovery |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for name in &names {
        println!(
            "| {name} {}",
            Liveliness::of(&library, name, seeds.clone()).row()
        );
    }
}

/// Parses a number of seeds, or the first and the last seed.
fn seeds_of(word: &str) -> Option<Range<u64>> {
    let (first, last) = match word.split_once('-') {
        Some((first, last)) => (first.parse().ok()?, last.parse::<u64>().ok()?),
        None => (1, word.parse().ok()?),
    };
    (first <= last).then(|| first..last.saturating_add(1))
}

/// Prints the results of people of different skill, as the mean of twelve rounds: the total and the place.
fn people(library: &Library, names: &[String]) {
    println!("| level | beginner easy | medium | hard | expert easy | medium | hard |");
    println!("|---|---|---|---|---|---|---|");
    for name in names {
        let level = load(library, name).expect("a level that loads");
        let mut row = format!("| {name} |");
        for person in [PilotKind::Beginner, PilotKind::Expert] {
            for difficulty in Difficulty::ALL {
                let rounds = plays(&level, library, person, difficulty, 1..13);
                let place = mean(rounds.iter().map(place));
                row += &format!(" {}, {place:.1} |", short(total(&rounds)));
            }
        }
        println!("{row}");
    }
}
