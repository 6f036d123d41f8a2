//! Opens the screen that a message names.

use crate::app::screens::cup_table::CupTable;
use crate::app::screens::cups::Cups;
use crate::app::screens::over::RoundOver;
use crate::app::screens::pause::Pause;
use crate::app::screens::play::Play;
use crate::app::screens::recordings::Recordings;
use crate::app::screens::replay::Replay;
use crate::app::screens::screen::Screen;
use crate::app::screens::title::Title;
use crate::app::state::{Goal, ScreenContext};

/// Creates a screen.
pub fn open(goal: Goal, context: &mut ScreenContext<'_>) -> Box<dyn Screen> {
    match goal {
        Goal::Title => Box::new(Title::new(context)),
        Goal::Play => Box::new(Play),
        Goal::Pause => Box::new(Pause::new(context.settings.words())),
        Goal::PauseToExplain => Box::new(Pause::to_explain(context.settings.words())),
        Goal::RoundOver(verdict) => Box::new(RoundOver::new(verdict)),
        Goal::ResultAgain(verdict) => Box::new(RoundOver::again(verdict)),
        Goal::Replay(start) => Box::new(Replay::from(start)),
        Goal::ReplayOfResult(verdict, first) => Box::new(Replay::of_result(verdict, first)),
        Goal::ReplayOfMoment(verdict, step) => Box::new(Replay::of_moment(verdict, step)),
        Goal::ReplayOfList(path) => Box::new(Replay::of_list(path)),
        Goal::Recordings(index) => Box::new(Recordings::at_index(index)),
        Goal::AfterReplay(path) => Box::new(Recordings::after_replay(context, &path)),
        Goal::Cups(None) => Box::new(Cups::new()),
        Goal::Cups(Some(cup)) => Box::new(Cups::at(cup)),
        Goal::CupTable => Box::new(CupTable::default()),
    }
}
