//! Values given on the command line.

use std::ops::RangeInclusive;
use std::path::Path;

use dodgem::arena::{View, Views};
use dodgem::game::tape::Tape;

use super::output::{Failure, shown};

/// Reads a recording named on the command line.
pub(super) fn read_tape(path: &Path) -> Result<Tape, Failure> {
    Tape::read(path).map_err(|error| Failure::Input(format!("{}: {error}", shown(path))))
}

/// Parses the length of a round in seconds.
pub(super) fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("must be a number of seconds from 0 to 3600".to_owned()),
    }
}

/// Parses `A-B`: a range of steps with both ends.
pub(super) fn steps(text: &str) -> Result<RangeInclusive<u64>, String> {
    let parsed = text.split_once('-').and_then(|(first, last)| {
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then_some(first..=last)
    });
    parsed.ok_or_else(|| "must be A-B, two numbers of steps such as 120-240".to_owned())
}

/// Parses `WIDTHxHEIGHT` in pixels.
pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once('x').and_then(|(width, height)| {
        let side = |text: &str| text.parse().ok().filter(|side| (16..=8192).contains(side));
        Some((side(width)?, side(height)?))
    });
    parsed.ok_or_else(|| "must be WIDTHxHEIGHT, each from 16 to 8192, such as 1280x720".to_owned())
}

/// Returns the help of an option for a list of views.
pub(super) fn help_of_views() -> String {
    let names = View::ALL.map(View::name).join(", ");
    format!("Debug views, separated by commas: {names}; tree:LEVEL chooses a level of the trees")
}

/// Returns the views that a list of names turns on, with the default level of the trees if the list has none.
pub(super) fn named_views(names: &[String]) -> Result<Views, Failure> {
    let mut views = Views::default();
    for name in names.iter().map(|name| name.trim()) {
        if !views.turn_on(name) {
            let known = View::ALL.map(|view| format!("  {}: {}", view.name(), view.shows()));
            let known = known.join("\n");
            let message = format!("there is no view {name:?}; the views are:\n{known}");
            return Err(Failure::Call(message));
        }
    }
    Ok(views)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_steps_and_seconds_are_read_and_bounded() {
        assert_eq!(size("1280x720"), Ok((1280, 720)));
        for wrong in [
            "", "x", "1280", "1280x", "15x20", "-16x16", "9000x10", "16x16x16",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(steps("7-7"), Ok(7..=7));
        for wrong in ["", "7", "8-7", "-7", "1-2-3", "1-x"] {
            assert!(steps(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("2.5"), Ok(2.5));
        for wrong in ["", "-1", "NaN", "inf", "3601", "1s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_list_of_views_is_read_and_an_unknown_one_is_named_with_those_there_are() {
        let list = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        let on = named_views(&list(&["grid", " tree:4"])).unwrap();
        assert!(on.iter().eq([View::Pairs, View::Tree]) && on.tree_level == 4);
        let Err(Failure::Call(message)) = named_views(&list(&["grdi"])) else {
            panic!("an unknown view was accepted");
        };
        assert!(
            message.contains("grdi") && message.contains("wireframe"),
            "{message}"
        );
    }
}
