//! A question over a screen, before an action that costs something; everything else waits for the answer. Keys, a
//! gamepad or the pointer answer it, and it may ask for a name.

use glam::Vec2;

use crate::app::input::{Command, Presses};
use crate::app::params::screens::question::{
    ANSWER, FOOT, LETTERS, LINE, MARGIN, NAME, SMALL, WIDTH,
};
use crate::app::screens::menu::{Chosen, Menu};
use crate::app::screens::naming::{Named, Naming};
use crate::app::state::{Next, Question};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{Words, fill};

/// A question on screen, with its menu.
pub struct Asked {
    question: Question,
    menu: Menu,
    /// The input of a name.
    name: Option<Naming>,
}

impl Asked {
    /// Shows a question with its first answer selected.
    pub fn new(question: Question) -> Self {
        let words: Vec<&str> = question.answers.iter().map(|(words, _)| *words).collect();
        Asked {
            menu: Menu::new(&words),
            name: question.name.as_deref().map(Naming::new),
            question,
        }
    }

    /// True if it asks for a name.
    pub fn takes_text(&self) -> bool {
        self.name.is_some()
    }

    /// Returns the message of an answer; the last answer has none.
    pub fn answered(mut self, answer: usize, name: &str) -> Next {
        let (_, reply) = self.question.answers.swap_remove(answer);
        reply.map_or(Next::Stay, |reply| reply(name))
    }

    /// Applies keys, pads and pointer.
    pub fn follow(&mut self, presses: &Presses) -> Given {
        let back = self.question.answers.len() - 1;
        let mut typed = String::new();
        if let Some(naming) = &mut self.name {
            match naming.update(presses) {
                Named::Typing => typed = naming.name(),
                Named::Done(name) => return Given::Answer(0, name),
                Named::Left => return Given::Answer(back, typed),
            }
        }
        if presses.has(Command::Pause) {
            return Given::Answer(back, typed);
        }
        match self.menu.follow(presses) {
            Chosen::Done => Given::Answer(self.menu.index(), typed),
            Chosen::Other => Given::Another,
            Chosen::Same => Given::Nothing,
        }
    }

    pub fn draw(&self, ui: &Ui, words: &Words) {
        // Darkens the screen below, so that it does not distract.
        ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.5));
        let room = WIDTH - 2.0 * MARGIN;
        let text = ui.wrap(&self.question.text, LETTERS, room);
        let about = match self.question.about.is_empty() {
            true => Vec::new(),
            false => ui.wrap(&self.question.about, SMALL, room),
        };
        let named = if self.name.is_some() { NAME } else { 0.0 };
        let heads = 34.0 * text.len() as f32 + LINE * about.len() as f32;
        let answers = ANSWER * self.question.answers.len() as f32;
        let size = Vec2::new(WIDTH, 88.0 + heads + named + answers);
        let at = (ui.size - size) * 0.5;
        ui.panel(at, size, ink::SOLID);
        ui.frame(at, size, 3.0, ink::GOLD);
        let mut line = at + Vec2::new(MARGIN, 18.0);
        for text in &text {
            line.y += 34.0;
            ui.text(text, line, LETTERS, ink::CREAM, Align::Left);
        }
        line.y += 4.0;
        for text in &about {
            line.y += LINE;
            ui.text(text, line, SMALL, ink::MINT, Align::Left);
        }
        if let Some(naming) = &self.name {
            naming.draw_line(ui, line + Vec2::Y * 42.0, (room, LETTERS));
            line.y += NAME;
        }
        let first = line + Vec2::new(14.0, 50.0);
        self.menu.draw(ui, first, room);
        let back = self.question.answers.last().map_or("", |(words, _)| *words);
        let hint = match &self.name {
            Some(_) => words.leaving.foot_name.to_owned(),
            None => fill(words.leaving.foot, &[("back", &back)]),
        };
        let foot = at + Vec2::new(MARGIN, size.y - 14.0);
        ui.text(&hint, foot, FOOT, ink::GREY, Align::Left);
    }
}

/// The outcome of a frame's input.
#[derive(Debug, PartialEq)]
pub enum Given {
    Nothing,
    /// Another answer was selected.
    Another,
    /// An answer was given: its index, and the typed name.
    Answer(usize, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Asked {
        let question = Question::new("Save the scene before you leave?", "", "Stay")
            .answer("Save and leave", Next::Quit)
            .answer("Leave without saving", Next::Quit);
        Asked::new(question)
    }

    fn given(press: impl FnOnce(&mut Presses)) -> Given {
        let mut presses = Presses::default();
        press(&mut presses);
        question().follow(&presses)
    }

    #[test]
    fn a_question_is_answered_by_keys_pads_and_the_pointer_and_esc_does_nothing_of_it() {
        let answer = |number| Given::Answer(number, String::new());
        // A pad's buttons give these commands too, and its cross these moves.
        assert_eq!(given(|presses| presses.press(Command::Confirm)), answer(0));
        assert_eq!(given(|presses| presses.press(Command::Pause)), answer(2));
        assert_eq!(given(|presses| presses.pick(1)), answer(1));
        assert_eq!(given(|presses| presses.point_at(1)), Given::Another);
        assert_eq!(given(|presses| presses.pick(2)), answer(2));
        assert_eq!(
            given(|presses| presses.press(Command::Quit)),
            Given::Nothing
        );
        let answers = question().question.answers;
        let does: Vec<bool> = answers.iter().map(|(_, reply)| reply.is_some()).collect();
        assert_eq!(does, [true, true, false], "the last one goes back");
        let mut asked = question();
        let mut presses = Presses::default();
        presses.step(0, 1);
        assert_eq!(asked.follow(&presses), Given::Another);
        let mut presses = Presses::default();
        presses.press(Command::Confirm);
        assert_eq!(asked.follow(&presses), answer(1));
    }

    #[test]
    fn the_answer_that_esc_gives_does_what_it_says() {
        let back = || Question::new("Leave the cup?", "", "Drive on").answer("Leave", Next::Stay);
        let esc = |question: Question| Asked::new(question).answered(1, "");
        assert!(matches!(esc(back()), Next::Stay));
        assert!(matches!(esc(back().back(Next::Quit)), Next::Quit));
    }
}
