//! Checks of the medals of a level.

use crate::level::check::findings::{Findings, element, field};
use crate::level::{Level, Mode};

/// Checks all medals.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    if findings.is_long("medals", level.medals.len(), Mode::ALL.len()) {
        return;
    }
    for (index, medal) in level.medals.iter().enumerate() {
        let path = element("medals", index);
        findings.bounds(&path, medal.bounds());
        let before = &level.medals[..index];
        let (silver, gold) = (medal.silver, medal.gold);
        let wrong = if medal.mode == Mode::Free || !level.plays(medal.mode) {
            Some((
                "mode",
                format!("nothing is won in {} here", medal.mode.name()),
            ))
        } else if before.iter().any(|other| other.mode == medal.mode) {
            Some(("mode", format!("{} has medals already", medal.mode.name())))
        } else if silver <= medal.bronze {
            Some((
                "silver",
                format!("silver is {silver}; it must be more than bronze"),
            ))
        } else if gold <= silver {
            Some((
                "gold",
                format!("gold is {gold}; it must be more than silver"),
            ))
        } else {
            None
        };
        if let Some((name, message)) = wrong {
            findings.add(field(path, name), message);
        }
    }
}
