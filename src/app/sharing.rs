//! Makes links to the round on screen. If all is known by name, a link names the level and the seed; else it carries
//! the scene, or the recording up to now.

use crate::app::link::{Brought, Link, LinkError, is_level};
use crate::app::session::Session;
use crate::app::state::{Moment, Notices};
use crate::app::words::{NoticeWords, fill};
use crate::app::{AppError, captures, files};
use crate::arena::Views;
use crate::game::tape::Tape;
use crate::level::{Library, Mode, parse, written};
use crate::platform::IN_BROWSER;

/// Copies a link to a moment of the round, or to all of it. Saves a file in its place if the link would be too long.
pub fn copy(
    session: &Session,
    views: Views,
    moment: Option<Moment>,
    page: &str,
    notices: &mut Notices,
) {
    let words = notices.words();
    let said = link_to(session, views, moment, words).and_then(|link| {
        let text = match link.text(page) {
            Ok(text) => text,
            Err(LinkError::TooLong) => {
                return save(&link, words).map_err(|error| error.to_string());
            }
            Err(error) => return Err(error.to_string()),
        };
        macroquad::miniquad::window::clipboard_set(&text);
        let count = text.len();
        Ok(match IN_BROWSER || !page.is_empty() {
            true => fill(words.link_copied, &[("count", &count)]),
            false => fill(words.link_as_text, &[("count", &count)]),
        })
    });
    notices.say(said.unwrap_or_else(|why| fill(words.no_link, &[("why", &why)])));
}

/// The link to a moment of the round, or to all of it.
///
/// # Errors
/// A sentence with the obstacle.
fn link_to(
    session: &Session,
    views: Views,
    moment: Option<Moment>,
    words: &NoticeWords,
) -> Result<Link, String> {
    let why = moment.is_some_and(|moment| moment.why);
    let step = moment.map_or(0, |moment| moment.step);
    let link = Link {
        at: crate::game::seconds_of(step),
        views,
        why,
        ..Link::default()
    };
    let tape = (session.recording()).or_else(|| session.guide().map(|guide| guide.tape().clone()));
    let plays = session.playing && session.guide().is_none();
    if plays
        && moment.is_some()
        && tape.as_ref().is_some_and(Tape::is_untouched)
        && is_plain(session)
    {
        return Ok(Link {
            level: Some(session.source.clone()),
            seed: Some(session.seed()),
            difficulty: Some(session.round.options().difficulty),
            ..link
        });
    }
    if plays && session.round.mode() == Mode::Free && !why {
        return Ok(Link {
            brought: Some(Brought::Scene(scene_of(session)?)),
            at: 0.0,
            ..link
        });
    }
    match tape.filter(|tape| tape.steps() > 0) {
        Some(tape) => Ok(Link {
            brought: Some(Brought::Recording(Box::new(tape.brief()))),
            ..link
        }),
        None => Err(words.not_recorded_link.to_owned()),
    }
}

/// True for a round as a link begins it: a level that comes with the game, one player, its own mode.
fn is_plain(session: &Session) -> bool {
    let options = session.round.options();
    if !is_level(&session.source) {
        return false;
    }
    let built_in = Library::new(Vec::new()).read_level(&session.source);
    let same = built_in.is_ok_and(|(_, text)| Some(&*text) == session.file_text.as_deref());
    same && options.humans == 1 && options.mode.is_none() && !options.teams
}

/// The scene as it is now, as the text of a level that can be read without this player's files.
fn scene_of(session: &Session) -> Result<String, String> {
    let level = session.round.kept().level;
    let text = written(&level).map_err(|error| error.to_string())?;
    parse(&Library::new(Vec::new()), "the scene", &text)
        .map_err(|error| format!("others could not read this scene: {error}"))?;
    Ok(text)
}

/// Saves what is too long for a link as a file to send.
fn save(link: &Link, words: &NoticeWords) -> Result<String, AppError> {
    let (ending, bytes) = match &link.brought {
        Some(Brought::Scene(text)) => ("ron", text.clone().into_bytes()),
        Some(Brought::Recording(tape)) => {
            let bytes = tape.encode();
            (
                "tape",
                bytes.map_err(|error| AppError::Level(error.to_string()))?,
            )
        }
        None => return Err(AppError::Level(LinkError::TooLong.to_string())),
    };
    let path = captures::free_path("to-share", ending)?;
    files::write_own(&path, &bytes)?;
    Ok(fill(words.link_as_file, &[("path", &path.display())]))
}
