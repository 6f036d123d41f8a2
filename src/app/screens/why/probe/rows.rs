//! The upper part of the probe's panel: what is asked, about what, and how.

use dodgem_collide::VolumeKind;
use dodgem_collide::query::Stage;
use glam::Vec2;

use crate::app::area::Area;
#[cfg(not(target_family = "wasm"))]
use crate::app::lab_view;
use crate::app::params::explanation::probe_rows::{HEAD, LETTERS, LINE};
use crate::app::params::explanation::shown::REJECTED;
use crate::app::screens::why::probe::asking::{Asking, PIECES, With};
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{ProbeWords, Words, fill};
use crate::game::explain::Question;

/// The first number of the spots of the rows, above those of the stages.
pub const ROWS: usize = 7_000_000;
const _: () = assert!(ROWS > REJECTED + 999_999, "a spot has one meaning");

/// A choice of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Choice {
    With(With),
    Question(Question),
    Stage(Stage),
    Volume(Option<VolumeKind>),
    Pieces(Option<usize>),
    /// A method of the lab by its number, and a step of it.
    #[cfg(not(target_family = "wasm"))]
    Lab(Option<usize>, &'static str),
    #[cfg(not(target_family = "wasm"))]
    Step(usize, &'static str),
}

/// All choices of a question, row by row, each row with its head.
fn rows(asking: &Asking, words: &ProbeWords) -> Vec<(&'static str, Vec<Choice>)> {
    let questions = asking.with.questions().iter();
    let volumes = [None].into_iter().chain(VolumeKind::ALL.map(Some));
    let pieces = [None].into_iter().chain(PIECES.map(Some));
    #[cfg_attr(
        target_family = "wasm",
        expect(unused_mut, reason = "only the lab adds rows")
    )]
    let mut rows = vec![
        (words.second, With::ALL.map(Choice::With).to_vec()),
        (
            words.ask,
            questions.map(|one| Choice::Question(*one)).collect(),
        ),
        (words.stages, Stage::ALL.map(Choice::Stage).to_vec()),
        (words.volume, volumes.map(Choice::Volume).collect()),
        (words.pieces, pieces.map(Choice::Pieces).collect()),
    ];
    #[cfg(not(target_family = "wasm"))]
    rows.extend(lab_rows(asking, words));
    rows
}

/// The rows of the lab: a method, and if there is one its step.
#[cfg(not(target_family = "wasm"))]
fn lab_rows(asking: &Asking, words: &ProbeWords) -> Vec<(&'static str, Vec<Choice>)> {
    let count = lab_view::count();
    let Some(now) = asking.lab else {
        return vec![(words.lab, vec![Choice::Lab(Some(0), words.show_steps)])];
    };
    let step = asking.lab_step;
    let methods = vec![
        Choice::Lab(None, words.none),
        Choice::Lab(Some((now + count - 1) % count), words.previous),
        Choice::Lab(Some((now + 1) % count), words.next),
    ];
    let steps = vec![
        Choice::Step(0, words.first),
        Choice::Step(step.saturating_sub(1), words.back),
        Choice::Step(step + 1, words.on),
        Choice::Step(usize::MAX, words.last),
    ];
    vec![(words.lab, methods), (words.lab_step, steps)]
}

impl Choice {
    fn name(self, all: &Words) -> String {
        let words = &all.probe;
        match self {
            Choice::With(with) => with.name(words).to_owned(),
            Choice::Question(question) => question.title(&all.explain.titles).to_owned(),
            Choice::Stage(stage) => all.views.stages.name(stage).to_owned(),
            Choice::Volume(None) | Choice::Pieces(None) => words.as_built.to_owned(),
            Choice::Volume(Some(volume)) => all.views.volume(volume).to_owned(),
            Choice::Pieces(Some(1)) => words.one_triangle.to_owned(),
            Choice::Pieces(Some(most)) => fill(words.up_to, &[("count", &most)]),
            #[cfg(not(target_family = "wasm"))]
            Choice::Lab(_, name) | Choice::Step(_, name) => name.to_owned(),
        }
    }

    fn is_taken(self, asking: &Asking) -> bool {
        match self {
            Choice::With(with) => asking.with == with,
            Choice::Question(question) => asking.question == question,
            Choice::Stage(stage) => asking.stages.has(stage),
            Choice::Volume(volume) => asking.volume == volume,
            Choice::Pieces(pieces) => asking.pieces == pieces,
            #[cfg(not(target_family = "wasm"))]
            Choice::Lab(..) | Choice::Step(..) => false,
        }
    }

    fn take(self, asking: &mut Asking) {
        match self {
            Choice::With(with) => asking.take_kind(with),
            Choice::Question(question) => asking.question = question,
            Choice::Stage(stage) => asking.toggle(stage),
            Choice::Volume(volume) => asking.volume = volume,
            Choice::Pieces(pieces) => asking.pieces = pieces,
            #[cfg(not(target_family = "wasm"))]
            Choice::Lab(lab, _) => (asking.lab, asking.lab_step) = (lab, 0),
            #[cfg(not(target_family = "wasm"))]
            Choice::Step(step, _) => asking.lab_step = step,
        }
    }
}

/// Applies a press on a choice.
pub fn press(asking: &mut Asking, spot: usize, words: &ProbeWords) {
    let all = rows(asking, words);
    let choice = all.iter().flat_map(|row| &row.1).nth(spot - ROWS);
    if let Some(choice) = choice.copied() {
        choice.take(asking);
    }
}

/// Draws the rows. Returns the lower end.
pub fn draw(ui: &Ui, column: Area, asking: &Asking, words: &Words) -> f32 {
    let mut base = column.low + Vec2::Y * 24.0;
    let title = ui.fitting(words.probe.title, LETTERS + 3.0, column.size().x);
    ui.bold(&title, base, LETTERS + 3.0, ink::GOLD, Align::Left);
    base.y += 4.0;
    let mut spot = ROWS;
    for (head, choices) in rows(asking, &words.probe) {
        base.y += LINE;
        base.x = column.low.x;
        ui.text(head, base, LETTERS, ink::GREY, Align::Left);
        base.x += HEAD;
        for choice in choices {
            let is_taken = choice.is_taken(asking);
            // A frame as well as the colour marks what is taken.
            let text = choice.name(words);
            let wide = ui.width(&text, LETTERS);
            if base.x + wide > column.high.x {
                base = Vec2::new(column.low.x + HEAD, base.y + LINE);
            }
            let area = Area::of(
                base + Vec2::new(-3.0, -LINE + 5.0),
                Vec2::new(wide + 6.0, LINE - 1.0),
            );
            let under = ui.spot(area, Spot::Line(spot));
            let color = match (is_taken, under) {
                (true, _) => ink::MINT,
                (false, true) => ink::CREAM,
                (false, false) => ink::GREY,
            };
            if is_taken {
                ui.frame(area.low, area.size(), 1.0, ink::fade(ink::MINT, 0.7));
            }
            ui.text(&text, base, LETTERS, color, Align::Left);
            base.x += wide + 12.0;
            spot += 1;
        }
    }
    base.y + 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::words::Language;
    use dodgem_collide::query::Stages;

    fn english() -> &'static Words {
        Language::English.words()
    }

    #[test]
    fn every_choice_is_taken_by_its_press_and_a_kind_has_only_its_questions() {
        let mut asking = Asking::about([None; 2], Stages::ALL);
        let count = |asking: &Asking| {
            rows(asking, &english().probe)
                .iter()
                .map(|row| row.1.len())
                .sum::<usize>()
        };
        for with in With::ALL {
            let number = With::ALL.iter().position(|one| *one == with).unwrap();
            press(&mut asking, ROWS + number, &english().probe);
            assert_eq!(asking.with, with);
            for spot in With::ALL.len()..count(&asking) {
                let all = rows(&asking, &english().probe);
                let choice = *all.iter().flat_map(|row| &row.1).nth(spot).unwrap();
                let before = choice.is_taken(&asking);
                press(&mut asking, ROWS + spot, &english().probe);
                match choice {
                    Choice::Stage(Stage::Tree | Stage::Triangles) => {}
                    Choice::Stage(_) => assert_ne!(choice.is_taken(&asking), before),
                    Choice::Lab(lab, _) => {
                        assert_eq!(asking.lab, lab);
                        asking.lab = None;
                    }
                    Choice::Step(..) => unreachable!("no method is shown"),
                    _ => assert!(choice.is_taken(&asking), "{choice:?}"),
                }
            }
            asking.question = Question::Contains;
            press(&mut asking, ROWS + number, &english().probe);
            let has_answer = rows(&asking, &english().probe)[1]
                .1
                .contains(&Choice::Question(asking.question));
            assert!(has_answer, "{with:?}");
        }
        press(&mut asking, ROWS + 999, &english().probe);
    }

    #[test]
    fn methods_of_the_lab_are_stepped_through() {
        let mut asking = Asking::about([None; 2], Stages::ALL);
        let press_name = |asking: &mut Asking, name: &str| {
            let all = rows(asking, &english().probe);
            let mut names = all
                .iter()
                .flat_map(|row| &row.1)
                .map(|one| one.name(english()));
            let spot = names.position(|one| one == name).expect(name);
            press(asking, ROWS + spot, &english().probe);
        };
        press_name(&mut asking, "show a method's steps");
        press_name(&mut asking, "previous");
        assert_eq!(asking.lab, Some(lab_view::count() - 1));
        press_name(&mut asking, "next");
        press_name(&mut asking, "on");
        assert_eq!((asking.lab, asking.lab_step), (Some(0), 1));
        press_name(&mut asking, "back");
        press_name(&mut asking, "none");
        assert_eq!((asking.lab, asking.lab_step), (None, 0));
    }
}
