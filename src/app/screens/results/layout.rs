//! Where the parts of the panel with a round's result are, and how many cars have a line in its table.

use crate::app::screens::people;
use crate::game::Round;

/// The most and the least height of a car's line, and of one player's line over the table, in units.
const LINE: f32 = 31.0;
const LEAST_LINE: f32 = 20.0;
pub const OWN_LINE: f32 = 29.0;
/// The letters of a line of that most and that least height.
const LETTERS: f32 = 22.0;
const LEAST_LETTERS: f32 = 18.0;
/// The height of the panel at most in letters of the usual size: that of the smallest screen less a margin. So twenty
/// cars have room.
const HEIGHT: f32 = 704.0;
/// From the table's head to its first line.
pub const FIRST: f32 = 26.0;

/// The baselines of a single player's result, and of what was won by it; the height of such a line.
pub const SUMMARY: f32 = 146.0;
pub const WON: f32 = SUMMARY + SAID_LINE;
const SAID_LINE: f32 = 25.0;

/// Which lines there are over the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// One about what a single player won.
    pub won: bool,
    /// One about what was new.
    pub news: bool,
}

impl Said {
    /// All of them.
    const ALL: Said = Said {
        won: true,
        news: true,
    };
}

/// Where the parts of the panel are: baselines of text and the whole height, from the upper edge.
#[derive(Debug, PartialEq)]
pub struct Layout {
    /// The first of the players' lines, if several play.
    pub own: f32,
    pub news: f32,
    pub head: f32,
    /// So many cars have a line in the table, each of that height.
    pub lines: usize,
    pub line: f32,
    /// The line that says how many cars are left out.
    pub more: f32,
    pub keys: f32,
    pub height: f32,
}

impl Layout {
    fn new(people: usize, cars: usize, said: Said, letters: f32) -> Self {
        let own = 136.0;
        let (news, head) = match people {
            0 | 1 => {
                // A line that says nothing has no place.
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
            // Whoever plays is in it in any case.
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

    /// That of a round's result in units that are so many times as large.
    pub fn of(round: &Round, said: Said, letters: f32) -> Self {
        let (people, cars) = (people::drivers(round).len(), round.cars().len());
        Self::new(people, cars, said, letters)
    }

    /// The size of the letters in the table.
    pub fn letters(&self) -> f32 {
        let share = (self.line - LEAST_LINE) / (LINE - LEAST_LINE);
        LEAST_LETTERS + share * (LETTERS - LEAST_LETTERS)
    }
}

/// How many lines there are for so many cars, and how high each is, if all have room; the lower, the more they are.
fn lines_in(room: f32, cars: usize) -> Option<(usize, f32)> {
    let line = (room / cars.saturating_sub(1).max(1) as f32).min(LINE);
    (line >= LEAST_LINE).then_some((cars, line))
}

/// From the last line of the table to what says how many are left out; from there to the keys; and from there to the
/// lower edge.
const MORE: f32 = 28.0;
const KEYS: f32 = 46.0;
const FOOT: f32 = 20.0;
const BELOW: f32 = KEYS + FOOT;

/// By how many lines the table of a round is moved on once it was moved by so many more.
pub fn moved(round: &Round, passed: usize, by: i32, letters: f32) -> usize {
    // News take a line where several play: without, there is no line less.
    let layout = Layout::of(round, Said::ALL, letters);
    let most = round.cars().len().saturating_sub(layout.lines);
    passed.saturating_add_signed(by as isize).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::results::MOST_LARGE;
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
                        // One line under the other, and none where nothing is said.
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
        // Moved on all the way the last car is in the table.
        let ranking = many.score().ranking();
        let listed = people::listed(&ranking, &people::kept(&many), lines, hidden);
        assert_eq!((listed.last(), listed.len()), (ranking.last(), lines));
    }
}
