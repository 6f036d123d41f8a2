//! The messages that screens, questions and panels send to the frame loop, which carries them out.
//!
//! A message is data: it names a screen, a question or an order, and the sender needs no access to the parts that
//! the order changes.

use std::path::PathBuf;

use crate::app::state::rounds::Verdict;
use crate::app::unsaved::{SceneSlot, Unsaved};
use crate::game::tape::{CrashAt, Tape, TapeError};

/// The continuation after a frame.
pub enum Next {
    /// The screen stays.
    Stay,
    /// Another screen replaces it.
    Go(Goal),
    /// A question opens; its answer decides.
    Ask(Box<Question>),
    /// The frame loop carries out an order, which decides.
    Do(Order),
    /// The explanation of crashes opens over the screen, which waits.
    Explain(ToExplain),
    /// The probe opens over the screen, which waits.
    Probe,
    /// The screen that waits below this one is shown again.
    Back,
    /// The program ends.
    Quit,
}

/// The crash to explain.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToExplain {
    /// The last crash up to that step; up to now without one.
    pub step: Option<u64>,
    /// The cars that crashed in that step, by their index in the round, if it is to be theirs.
    pub pair: Option<[usize; 2]>,
    /// True to explain it as soon as it is found, and not to show the list first.
    pub at_once: bool,
}

/// A moment of a round, to open or to share.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The steps made before it.
    pub step: u64,
    /// True to explain the last crash up to it.
    pub why: bool,
}

/// A screen to open.
#[derive(Debug)]
pub enum Goal {
    /// The list of levels.
    Title,
    /// The running round.
    Play,
    /// The paused round.
    Pause,
    /// The result of a round that has just ended.
    RoundOver(Verdict),
    /// The result again, after its recording was watched.
    ResultAgain(Verdict),
    /// The paused round, with the explanation of its last crash over it.
    PauseToExplain,
    /// The recording that the game was started with, paused at a moment if one is given.
    Replay(Option<Moment>),
    /// The recording of a round that has just ended, with the crash to examine at once.
    ReplayOfResult(Verdict, Option<CrashAt>),
    /// The recording of a round that has just ended, from shortly before this step.
    ReplayOfMoment(Verdict, u64),
    /// A recording chosen from the list.
    ReplayOfList(PathBuf),
    /// The list of recordings, at an index.
    Recordings(usize),
    /// The list of recordings, after that one was watched.
    AfterReplay(PathBuf),
    /// The list of contests, at the given cup or at the round of the day.
    Cups(Option<usize>),
    /// The table of the running cup.
    CupTable,
}

/// The ways to leave a round before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// To the title.
    ToTitle,
    /// Out of the game.
    Quit,
}

impl Leaving {
    /// Returns the message that leaves.
    pub fn next(self) -> Next {
        match self {
            Leaving::ToTitle => Next::Go(Goal::Title),
            Leaving::Quit => Next::Quit,
        }
    }
}

/// A request to save the scene.
#[derive(Debug, Clone, Default)]
pub struct Saving {
    /// The new name; `None` saves to the scene's own file, or asks for a name.
    pub name: Option<String>,
    /// True to save the scene as it began, not as it is now.
    pub begun: bool,
    /// True if the player has accepted the loss of comments and notes.
    pub loses: bool,
    /// The way to leave the scene after it was saved; `None` stays.
    pub then: Option<Leaving>,
}

impl Saving {
    /// Returns the request with another name.
    pub fn called(&self, name: &str) -> Saving {
        Saving {
            name: Some(name.trim().to_owned()),
            loses: false,
            ..self.clone()
        }
    }
}

/// Reads a recording, and optionally another one as ghosts over it, on a task beside the game.
pub type ReadTapes = Box<dyn FnOnce() -> Result<(Tape, Option<Tape>), TapeError> + Send>;

/// A change that the frame loop carries out for a screen or a question.
pub enum Order {
    /// Show a level behind a list, by its source.
    ShowLevel(String),
    /// Show the current level behind a list.
    ShowKnownLevel,
    /// Begin a round of a level, by its source.
    Begin(String),
    BeginDay,
    /// Begin the next round of a cup, by its index.
    BeginCup(usize),
    /// Begin a cup anew, by its index.
    BeginCupAnew(usize),
    /// Continue the current cup.
    BeginNextRound,
    /// Go on with the paused round.
    Resume,
    /// Restart the round.
    Restart,
    /// Show a recording: its name, its reader, and the screen to open.
    ShowRecording(String, ReadTapes, Goal),
    /// Let the players drive on from the current moment of the recording.
    TakeWheel,
    /// Change the computer's skill: up for 1, down for -1.
    ChangeDifficulty(i32),
    OpenSettings,
    /// End the contest, because the players leave it.
    LeaveContest,
    /// Save the scene.
    Save(Saving),
    /// Ask for the name of a new file for the scene, with the reason to show.
    AskForName(Saving, &'static str),
    /// Leave the scene without saving it.
    GiveSceneUp(Leaving),
    /// Read the level's file again.
    Reload,
    /// Offer the backups of unsaved scenes.
    OfferScenes,
    /// Open a backup.
    OpenUnsaved(SceneSlot, Box<Unsaved>),
    /// Remove a backup.
    ThrowAway(SceneSlot),
    /// Copy a link to a moment of the round, or to all of it.
    CopyLink(Option<Moment>),
    /// Delete a recording: its file, and its name for the message.
    DeleteRecording(PathBuf, String),
}

/// Makes the message of an answer from the typed name.
type Reply = Box<dyn FnOnce(&str) -> Next>;

/// A question over a screen, before an action that costs something.
pub struct Question {
    /// The text of the question.
    pub text: String,
    /// The cost, if the question does not state it.
    pub about: String,
    /// The words of the answers, and their messages. `None` closes the question; the last answer does so.
    pub answers: Vec<(&'static str, Option<Reply>)>,
    /// The suggested name, if the question asks for one.
    pub name: Option<String>,
}

impl Question {
    /// Creates a question whose only answer closes it; others are inserted before that one.
    pub fn new(text: impl Into<String>, about: impl Into<String>, back: &'static str) -> Self {
        Question {
            text: text.into(),
            about: about.into(),
            answers: vec![(back, None)],
            name: None,
        }
    }

    /// Adds an answer before the one that closes the question.
    #[must_use]
    pub fn answer(self, words: &'static str, next: Next) -> Self {
        self.with(words, Box::new(|_| next))
    }

    /// Gives the answer that closes the question a message, too.
    #[must_use]
    pub fn back(mut self, next: Next) -> Self {
        if let Some((_, reply)) = self.answers.last_mut() {
            *reply = Some(Box::new(|_| next));
        }
        self
    }

    /// Adds an input for a name, with a suggestion, and the answer that uses the name; Enter gives that answer.
    #[must_use]
    pub fn name(
        mut self,
        offered: &str,
        words: &'static str,
        reply: impl FnOnce(&str) -> Next + 'static,
    ) -> Self {
        self.name = Some(offered.to_owned());
        self.with(words, Box::new(reply))
    }

    fn with(mut self, words: &'static str, reply: Reply) -> Self {
        let last = self.answers.len() - 1;
        self.answers.insert(last, (words, Some(reply)));
        self
    }
}

impl From<Question> for Next {
    fn from(question: Question) -> Next {
        Next::Ask(Box::new(question))
    }
}
