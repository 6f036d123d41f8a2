//! The screen in front of the player, and the question over it, for which the screen waits.

use crate::app::grip::HandUse;
use crate::app::input::Presses;
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::question::{Asked, Given};
use crate::app::screens::screen::Screen;
use crate::app::session::Session;
use crate::app::sound::Cue;
use crate::app::state::{Next, Question, ReadContext, ScreenContext};

/// A screen, and the question over it.
pub struct Stage {
    screen: Box<dyn Screen>,
    asked: Option<Asked>,
}

impl Stage {
    /// Shows a screen without a question.
    pub fn new(screen: Box<dyn Screen>) -> Self {
        Stage {
            screen,
            asked: None,
        }
    }

    /// Shows another screen over the present one, which waits.
    pub fn cover(&mut self, screen: Box<dyn Screen>) {
        let under = std::mem::replace(&mut self.screen, screen);
        self.screen.cover(under);
    }

    /// Shows the screen that waits below the present one again, if there is one.
    pub fn uncover(&mut self) {
        if let Some(under) = self.screen.uncover() {
            self.screen = under;
        }
    }

    /// Opens a question over the screen, in place of an earlier one.
    pub fn ask(&mut self, question: Question) {
        self.asked = Some(Asked::new(question));
    }
}

impl Screen for Stage {
    fn name(&self) -> &'static str {
        self.screen.name()
    }

    /// Updates the screen, or the question; an answer closes the question.
    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        let Some(asked) = &mut self.asked else {
            return self.screen.update(context, presses, seconds);
        };
        match asked.follow(presses) {
            Given::Nothing => Next::Stay,
            Given::Another => {
                context.media.sound.cue(Cue::Tick);
                Next::Stay
            }
            Given::Answer(answer, name) => {
                let asked = self.asked.take();
                asked.map_or(Next::Stay, |asked| asked.answered(answer, &name))
            }
        }
    }

    fn takes_text(&self) -> bool {
        match &self.asked {
            Some(asked) => asked.takes_text(),
            None => self.screen.takes_text(),
        }
    }

    fn asks(&self) -> bool {
        self.asked.is_some()
    }

    fn explains(&self) -> bool {
        self.screen.explains()
    }

    fn looks_elsewhere(&self) -> bool {
        self.screen.looks_elsewhere()
    }

    fn hand(&self, state: &ReadContext<'_>) -> HandUse {
        match self.asked {
            Some(_) => HandUse::None,
            None => self.screen.hand(state),
        }
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        self.screen.edges(state)
    }

    fn splits(&self) -> bool {
        self.screen.splits()
    }

    fn shown<'a>(&'a self, session: &'a Session) -> &'a Session {
        self.screen.shown(session)
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        self.screen.draw(canvas);
    }

    fn show(&self, canvas: &Canvas<'_>) {
        self.screen.show(canvas);
        if let Some(asked) = &self.asked {
            let words = canvas.state.settings.words();
            canvas.above(|canvas| canvas.in_list_letters(|canvas| asked.draw(canvas.ui, words)));
        }
    }
}
