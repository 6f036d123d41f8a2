//! A question over a screen, before an action that costs something; everything else waits for the answer. Keys, a
//! gamepad or the pointer answer it, and it may ask for a name.

use glam::Vec2;

use crate::app::input::{Command, Presses};
use crate::app::screens::menu::{Chosen, Menu};
use crate::app::screens::naming::{Named, Naming};
use crate::app::screens::{Canvas, Edges, Next, Screen};
use crate::app::session::Session;
use crate::app::sound::Cue;
use crate::app::state::AppState;
use crate::app::ui::{Align, Ui, ink};

/// The panel's width, and the letter sizes of the question, of the text below it and of the foot, in units.
const WIDTH: f32 = 680.0;
const LETTERS: f32 = 28.0;
const SMALL: f32 = 18.0;
const FOOT: f32 = 16.0;
/// The heights of a line of that text, of an answer, and of the name, in units.
const LINE: f32 = 25.0;
const ANSWER: f32 = 46.0;
const NAME: f32 = 52.0;
/// The margin inside the panel, in units.
const MARGIN: f32 = 26.0;

/// The action of an answer; it receives the typed name.
type Deed = Box<dyn FnOnce(&mut AppState, &str) -> Next>;

/// A question with the actions of its answers.
pub struct Question {
    /// The text of the question.
    text: String,
    /// The cost, if the question does not state it.
    about: String,
    menu: Menu,
    /// The actions of the answers. `None` closes the question; the last answer does so, and Esc gives it.
    deeds: Vec<Option<Deed>>,
    /// The input of a name.
    name: Option<Naming>,
}

impl Question {
    /// Creates a question whose only answer closes it; others are inserted before that one.
    pub fn new(text: impl Into<String>, about: impl Into<String>, back: &'static str) -> Self {
        Question {
            text: text.into(),
            about: about.into(),
            menu: Menu::new(&[back]),
            deeds: vec![None],
            name: None,
        }
    }

    /// Adds an answer before the one that closes the question.
    #[must_use]
    pub fn answer(
        self,
        words: &'static str,
        deed: impl FnOnce(&mut AppState) -> Next + 'static,
    ) -> Self {
        self.with(words, Box::new(|state, _| deed(state)))
    }

    /// Adds an input for a name, with a suggestion, and the answer that uses the name; Enter gives that answer.
    #[must_use]
    pub fn name(
        mut self,
        offered: &str,
        words: &'static str,
        deed: impl FnOnce(&mut AppState, &str) -> Next + 'static,
    ) -> Self {
        self.name = Some(Naming::new(offered));
        self.with(words, Box::new(deed))
    }

    fn with(mut self, words: &'static str, deed: Deed) -> Self {
        let last = self.deeds.len() - 1;
        self.deeds.insert(last, Some(deed));
        self.menu.insert(last, words);
        self
    }

    /// The screen that shows the question over another screen.
    pub fn over(self, under: Box<dyn Screen>) -> Box<dyn Screen> {
        Box::new(Asked {
            asked: Some((self, under)),
        })
    }

    /// Applies keys, pads and pointer.
    fn follow(&mut self, presses: &Presses) -> Given {
        let back = self.deeds.len() - 1;
        let mut typed = String::new();
        if let Some(naming) = &mut self.name {
            match naming.update(presses) {
                Named::Typing => typed = naming.name().to_owned(),
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

    fn draw(&self, ui: &Ui) {
        // Darkens the screen below, so that it does not distract.
        ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.5));
        let room = WIDTH - 2.0 * MARGIN;
        let text = ui.wrap(&self.text, LETTERS, room);
        let about = match self.about.is_empty() {
            true => Vec::new(),
            false => ui.wrap(&self.about, SMALL, room),
        };
        let named = if self.name.is_some() { NAME } else { 0.0 };
        let heads = 34.0 * text.len() as f32 + LINE * about.len() as f32;
        let answers = ANSWER * self.deeds.len() as f32;
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
            naming.draw_line(ui, line + Vec2::Y * 42.0, room);
            line.y += NAME;
        }
        let first = line + Vec2::new(14.0, 50.0);
        self.menu.draw(ui, first, room);
        let hint = match &self.name {
            Some(_) => "type a name  ·  Enter saves  ·  Esc cancels",
            None => "arrows and Enter, or a click  ·  Esc goes back",
        };
        let foot = at + Vec2::new(MARGIN, size.y - 14.0);
        ui.text(hint, foot, FOOT, ink::GREY, Align::Left);
    }
}

/// The outcome of a frame's input.
#[derive(Debug, PartialEq)]
enum Given {
    Nothing,
    /// Another answer was selected.
    Another,
    /// An answer was given: its index, and the typed name.
    Answer(usize, String),
}

/// A screen with the question and the screen below it; both are gone once it is answered.
struct Asked {
    asked: Option<(Question, Box<dyn Screen>)>,
}

impl Asked {
    fn under(&self) -> Option<&dyn Screen> {
        self.asked.as_ref().map(|(_, under)| under.as_ref())
    }
}

impl Screen for Asked {
    fn name(&self) -> &'static str {
        self.under().map_or("question", Screen::name)
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, _: f64) -> Next {
        let Some((question, _)) = &mut self.asked else {
            return Next::Stay;
        };
        let (answer, name) = match question.follow(presses) {
            Given::Nothing => return Next::Stay,
            Given::Another => {
                state.media.sound.cue(Cue::Tick);
                return Next::Stay;
            }
            Given::Answer(answer, name) => (answer, name),
        };
        let Some((mut question, under)) = self.asked.take() else {
            return Next::Stay;
        };
        match question.deeds.swap_remove(answer) {
            None => Next::Go(under),
            Some(deed) => match deed(state, &name) {
                Next::Stay => Next::Go(under),
                Next::Ask(question) => Next::Go(question.over(under)),
                next => next,
            },
        }
    }

    fn takes_text(&self) -> bool {
        let asked = self.asked.as_ref();
        asked.is_some_and(|(question, _)| question.name.is_some())
    }

    fn asks(&self) -> bool {
        self.asked.is_some()
    }

    fn edges(&self, state: &AppState) -> Edges {
        self.under()
            .map_or_else(Edges::default, |under| under.edges(state))
    }

    fn splits(&self) -> bool {
        self.under().is_some_and(Screen::splits)
    }

    fn shown<'a>(&'a self, state: &'a AppState) -> &'a Session {
        self.under()
            .map_or(&state.session, |under| under.shown(state))
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        if let Some((question, under)) = &self.asked {
            under.draw(canvas);
            // Nothing below the question reacts to the pointer.
            canvas.ui.spots.begin();
            question.draw(canvas.ui);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question::new("Save the scene before you leave?", "", "Stay")
            .answer("Save and leave", |_| Next::Quit)
            .answer("Leave without saving", |_| Next::Quit)
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
        let does: Vec<bool> = question().deeds.iter().map(Option::is_some).collect();
        assert_eq!(does, [true, true, false], "the last one goes back");
        let mut asked = question();
        let mut presses = Presses::default();
        presses.step(0, 1);
        assert_eq!(asked.follow(&presses), Given::Another);
        let mut presses = Presses::default();
        presses.press(Command::Confirm);
        assert_eq!(asked.follow(&presses), answer(1));
    }
}
