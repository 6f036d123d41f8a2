//! A question over a screen: what costs something is asked before it is done, and all else waits for the answer.

use glam::Vec2;

use crate::app::input::{Command, Presses};
use crate::app::screens::{Canvas, Edges, Next, Screen};
use crate::app::session::Session;
use crate::app::spots::Spot;
use crate::app::state::AppState;
use crate::app::ui::{Align, Ui, ink};

/// The width of its panel, in units, and the letters of the question and of what stands below it.
const WIDTH: f32 = 620.0;
const LETTERS: f32 = 26.0;
const SMALL: f32 = 18.0;

/// What is done if the answer is yes.
type Deed = Box<dyn FnOnce(&mut AppState) -> Next>;

/// What is asked, and what is done if the answer is yes.
pub struct Question {
    /// What is asked.
    text: String,
    /// What it takes, if the question does not say so.
    about: String,
    /// What Enter does, and what Esc does.
    answers: [String; 2],
    deed: Deed,
}

impl Question {
    /// A question, what the deed takes, and what Enter and Esc do.
    pub fn new(
        text: impl Into<String>,
        about: &str,
        answers: [&str; 2],
        deed: impl FnOnce(&mut AppState) -> Next + 'static,
    ) -> Self {
        Question {
            text: text.into(),
            about: about.to_owned(),
            answers: answers.map(str::to_owned),
            deed: Box::new(deed),
        }
    }

    /// The screen that asks it, over another one.
    pub fn over(self, under: Box<dyn Screen>) -> Box<dyn Screen> {
        Box::new(Asked {
            asked: Some((self, under)),
        })
    }

    fn draw(&self, ui: &Ui) {
        let room = WIDTH - 48.0;
        let about = ui.wrap(&self.about, SMALL, room);
        let size = Vec2::new(WIDTH, 120.0 + 24.0 * about.len() as f32);
        let at = (ui.size - size) * 0.5;
        ui.panel(at, size, ink::SOLID);
        ui.frame(at, size, 3.0, ink::GOLD);
        let text = ui.fitting(&self.text, LETTERS, room);
        let mut line = at + Vec2::new(24.0, 50.0);
        ui.text(&text, line, LETTERS, ink::CREAM, Align::Left);
        for text in &about {
            line.y += 24.0;
            ui.text(text, line + Vec2::Y * 6.0, SMALL, ink::MINT, Align::Left);
        }
        let [yes, no] = &self.answers;
        let parts = [
            (format!("Enter {yes}"), Command::Confirm),
            (format!("Esc {no}"), Command::Pause),
        ];
        let parts = parts.map(|(text, command)| (text, Some(Spot::Command(command))));
        let foot = at + Vec2::new(24.0, size.y - 28.0);
        ui.buttons(&parts, foot, SMALL, ink::GREY);
    }
}

/// The question on the screen, and what it lies over: none once it is answered.
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
        let (yes, no) = (presses.has(Command::Confirm), presses.has(Command::Pause));
        if !yes && !no {
            return Next::Stay;
        }
        let Some((question, under)) = self.asked.take() else {
            return Next::Stay;
        };
        match yes.then(|| (question.deed)(state)) {
            Some(Next::Stay) | None => Next::Go(under),
            Some(next) => next,
        }
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
            // Nothing under it can be pressed.
            canvas.ui.spots.begin();
            question.draw(canvas.ui);
        }
    }
}
