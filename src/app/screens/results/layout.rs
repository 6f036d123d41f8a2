//! Layout of the panel with a round's result, and the number of cars in its table.

use crate::app::params::screens::results_layout::{
    BELOW, FOOT, HEIGHT, KEYS, LEAST_LETTERS, LEAST_LINE, LETTERS, LINE, MORE, SAID_LINE,
};
use crate::app::params::screens::results_layout::{FIRST, OWN_LINE, SUMMARY, WON};
use crate::app::screens::people;
use crate::game::Round;

/// The optional lines above the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// True if there is a line about a single player's winnings.
    pub won: bool,
    /// True if there is a line about news.
    pub news: bool,
}

impl Said {
    /// All lines.
    const ALL: Said = Said {
        won: true,
        news: true,
    };
}

/// The baselines of the parts and the height of the panel, from its upper edge, in units.
#[derive(Debug, PartialEq)]
pub struct Layout {
    /// The first of the players' lines, if there are several players.
    pub own: f32,
    pub news: f32,
    pub head: f32,
    /// The number of cars in the table, and the height of a line.
    pub lines: usize,
    pub line: f32,
    /// The line with the number of omitted cars.
    pub more: f32,
    pub keys: f32,
    pub height: f32,
}

impl Layout {
    fn new(people: usize, cars: usize, said: Said, letters: f32) -> Self {
        let own = 136.0;
        let (news, head) = match people {
            0 | 1 => {
                // Missing lines take no room.
                let won = if said.won { WON } else { SUMMARY };
                let news = if said.news { won + SAID_LINE } else { won };
                (news, news + 36.0)
            }
            _ => {
                let last = own + OWN_LINE * (people - 1) as f32;
                let news = if said.news { last + OWN_LINE } else { last };
                (news, news + 36.0)
            }
        };
        let first = head + FIRST;
        let room = HEIGHT / letters - BELOW - first;
        let (lines, line) = lines_in(room, cars).unwrap_or_else(|| {
            let fit = ((room - MORE) / LEAST_LINE) as usize + 1;
            // All players have a line in any case.
            (fit.max(people), LEAST_LINE)
        });
        let last = first + line * (lines as f32 - 1.0);
        let more = if lines < cars { last + MORE } else { last };
        let keys = more + KEYS;
        Self {
            own,
            news,
            head,
            lines,
            line,
            more,
            keys,
            height: keys + FOOT,
        }
    }

    /// Computes the layout for a round's result; `letters` is the text size as a factor.
    pub fn of(round: &Round, said: Said, letters: f32) -> Self {
        let (people, cars) = (people::drivers(round).len(), round.cars().len());
        Self::new(people, cars, said, letters)
    }

    /// The letter size in the table, in units.
    pub fn letters(&self) -> f32 {
        let share = (self.line - LEAST_LINE) / (LINE - LEAST_LINE);
        LEAST_LETTERS + share * (LETTERS - LEAST_LETTERS)
    }
}

/// The number of lines and their height, if all cars fit; more cars have lower lines.
fn lines_in(room: f32, cars: usize) -> Option<(usize, f32)> {
    let line = (room / cars.saturating_sub(1).max(1) as f32).min(LINE);
    (line >= LEAST_LINE).then_some((cars, line))
}

/// The scroll position of a round's table, in lines, after moving by `by` more.
pub fn moved(round: &Round, passed: usize, by: i32, letters: f32) -> usize {
    // Assumes every line above the table, so that the last car can always be reached.
    let layout = Layout::of(round, Said::ALL, letters);
    let most = round.cars().len().saturating_sub(layout.lines);
    passed.saturating_add_signed(by as isize).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::params::screens::results::MOST_LARGE;
    use crate::level::{Library, load};

    #[test]
    fn of_few_cars_the_lines_are_high_and_of_many_as_many_as_have_room_are_shown() {
        let few = Layout::new(1, 8, Said::ALL, 1.0);
        assert_eq!((few.head, few.lines, few.line), (232.0, 8, LINE));
        assert_eq!(few.letters(), LETTERS);
        let more = Layout::new(1, 14, Said::ALL, 1.0);
        assert_eq!(more.lines, 14);
        assert!(more.line < LINE && more.line >= LEAST_LINE, "{more:?}");
        let most = Layout::new(1, 64, Said::ALL, 1.0);
        assert!(most.lines >= 15, "{most:?}");
        assert_eq!(most.letters(), LEAST_LETTERS);
    }

    #[test]
    fn no_line_of_the_panel_lies_on_another_and_all_fit_the_smallest_screen() {
        for people in 1..=4 {
            for cars in people..=64 {
                for (won, news, letters) in [
                    (false, false, 1.0),
                    (false, true, MOST_LARGE),
                    (true, false, MOST_LARGE),
                    (true, true, 1.0),
                    (true, true, MOST_LARGE),
                ] {
                    let said = Said { won, news };
                    let layout = Layout::new(people, cars, said, letters);
                    let last_own = layout.own + OWN_LINE * (people as f32 - 1.0);
                    assert!(layout.height * letters <= 720.0 - 16.0, "{layout:?}");
                    if people > 1 {
                        assert!(!news || layout.news - last_own >= 22.0, "{layout:?}");
                        assert!(layout.head - last_own >= 30.0, "{layout:?}");
                    } else {
                        // Lines follow one another; missing lines take no room.
                        let lines = f32::from(u8::from(won) + u8::from(news));
                        let last = SUMMARY + SAID_LINE * lines;
                        assert_eq!((layout.news, layout.head), (last, last + 36.0));
                    }
                    assert!(layout.head - layout.news >= 30.0, "{layout:?}");
                    let last = layout.head + FIRST + layout.line * (layout.lines as f32 - 1.0);
                    assert!(
                        layout.lines == cars || layout.more - last >= 22.0,
                        "{layout:?}"
                    );
                    assert!(layout.keys - layout.more.max(last) >= 30.0, "{layout:?}");
                    assert!(layout.letters() >= LEAST_LETTERS, "{layout:?}");
                }
            }
        }
    }

    #[test]
    fn the_table_moves_on_to_the_last_car_and_no_farther() {
        let library = Library::new(Vec::new());
        let round = |name: &str| {
            let level = load(&library, name).expect("a level");
            Round::new(&level, &library, 1).expect("a round")
        };
        let stadium = round("stadium");
        assert_eq!(
            Layout::of(&stadium, Said::ALL, 1.0).lines,
            20,
            "all of them"
        );
        assert_eq!(moved(&stadium, 0, 1, 1.0), 0);
        let many = round("demolition");
        let lines = Layout::of(&many, Said::ALL, 1.0).lines;
        let hidden = many.cars().len() - lines;
        assert!(hidden > 0);
        assert_eq!(moved(&many, 0, 1, 1.0), 1);
        assert_eq!(moved(&many, hidden, 1, 1.0), hidden);
        assert_eq!(moved(&many, 1, -3, 1.0), 0);
        // Scrolled to the end, the table contains the last car.
        let ranking = many.score().ranking();
        let listed = people::listed(&ranking, &people::kept(&many), lines, hidden);
        assert_eq!((listed.last(), listed.len()), (ranking.last(), lines));
    }
}
