//! The names and marks of players and cars, and the selection of cars for tables.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::state::Contest;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::Words;
use crate::game::{Round, Team};
use crate::level::Paint;

pub use crate::app::names::{called, mark};

/// Puts the mark of the team, if any, before a name.
pub fn of_team(team: Option<Team>, name: &str) -> String {
    match team {
        Some(team) => format!("{} {name}", team.mark()),
        None => name.to_owned(),
    }
}

/// The mark of the rivals in a cup.
pub const RIVAL: &str = "◆";

/// Puts the mark of a rival before the name of a car, if the car is a rival in the current cup.
pub fn of_cup(round: &Round, contest: Option<&Contest>, car: usize, name: String) -> String {
    match contest {
        Some(Contest::Cup { run, .. })
            if round.cars()[car].slot.is_none() && run.cars(round).contains(&Some(car)) =>
        {
            format!("{RIVAL} {name}")
        }
        _ => name,
    }
}

/// The mark and name of a team, with the players in it.
pub fn team_in_words(words: &Words, round: &Round, team: Team) -> String {
    let alone = round.people() == 1;
    let own = drivers(round).into_iter();
    let own = own.filter(|(_, car)| round.cars()[*car].team == Some(team));
    let own = own.map(|(slot, _)| match alone {
        true => words.leaving.you.to_owned(),
        false => mark(slot),
    });
    let own: Vec<String> = own.collect();
    let called = of_team(Some(team), words.team(team));
    match own.is_empty() {
        true => called,
        false => format!("{called}: {}", own.join(", ")),
    }
}

/// The cars in a table of at most `most` lines, the best first: all cars in `kept`, and the best of the others after
/// skipping `passed` of them.
pub fn listed(ranking: &[usize], kept: &[usize], most: usize, passed: usize) -> Vec<usize> {
    let others = most.saturating_sub(kept.len());
    let mut place = 0;
    let shown = ranking.iter().copied().filter(|car| {
        let free = !kept.contains(car);
        place += usize::from(free);
        !free || (passed + 1..=passed + others).contains(&place)
    });
    shown.collect()
}

/// The cars that a round's tables always show: the players' cars, and the followed one.
pub fn kept(round: &Round) -> Vec<usize> {
    let followed = round.score().player;
    let cars = round.cars().iter().enumerate();
    let kept = cars.filter(|(car, view)| view.slot.is_some() || *car == followed);
    kept.map(|(car, _)| car).collect()
}

/// The slot and the car of each player, in the order of the slots.
pub fn drivers(round: &Round) -> Vec<(usize, usize)> {
    let cars = round.cars().iter().enumerate();
    let mut drivers: Vec<_> = cars
        .filter_map(|(car, view)| Some((view.slot?, car)))
        .collect();
    drivers.sort_unstable();
    drivers
}

/// Draws a short text on a field in a car's colour.
pub fn chip(ui: &Ui, paint: Paint, text: &str, at: Vec2, size: Vec2, letters: f32) {
    let [red, green, blue] = paint.to_array();
    ui.fill(at, size, Color::new(red, green, blue, 1.0));
    let bright = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
    let color = if bright { ink::NIGHT } else { ink::CREAM };
    let base = at + Vec2::new(size.x * 0.5, (size.y + letters * 0.7) * 0.5);
    ui.text(text, base, letters, color, Align::Center);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::words::Language;
    use crate::game::{Dress, RoundOptions};
    use crate::level::{Library, load};

    #[test]
    fn people_are_in_the_table_whatever_their_place() {
        let ranking = [13, 8, 2, 4, 9, 0, 1, 3];
        assert_eq!(listed(&ranking, &[0, 1, 3], 5, 0), [13, 8, 0, 1, 3]);
        assert_eq!(listed(&ranking, &[8], 3, 0), [13, 8, 2]);
        assert_eq!(listed(&ranking, &[3], 3, 0), [13, 8, 3]);
        assert_eq!(
            listed(&ranking, &[0, 1, 3], 2, 0),
            [0, 1, 3],
            "more than lines"
        );
        assert_eq!(listed(&ranking, &[], 20, 0), ranking);
        // The scrolled table keeps its length.
        assert_eq!(listed(&ranking, &[8], 3, 1), [8, 2, 4]);
        assert_eq!(listed(&ranking, &[8], 3, 5), [8, 1, 3]);
    }

    #[test]
    fn marks_are_for_several_people_only() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let round = |humans: usize| {
            let options = RoundOptions {
                humans,
                ..RoundOptions::default()
            };
            Round::with_options(&level, &library, options).unwrap()
        };
        let names = |round: &Round, most: usize| -> Vec<String> {
            let cars = round.cars().iter().take(3);
            cars.map(|car| called(Language::English.words(), car, round.people(), most))
                .collect()
        };
        let (one, mut two) = (round(1), round(2));
        let (first, second) = (drivers(&two)[0].1, drivers(&two)[1].1);
        let [you, other] = [first, second].map(|car| one.cars()[car].name.clone());
        assert_eq!(names(&one, 12)[first], you);
        assert_eq!(names(&one, 12)[second], other);
        // The level's name for the second player's car is not a player's name.
        assert_eq!(names(&two, 12)[first], "P1");
        assert_eq!(names(&two, 12)[second], "P2");
        let dress = Dress {
            name: "Maximiliane".to_owned(),
            ..Dress::default()
        };
        two.dress(second, &dress);
        assert_eq!(names(&two, 20)[second], "P2 Maximiliane");
        assert_eq!(names(&two, 9)[second], "P2 Maxim…");
    }
}
