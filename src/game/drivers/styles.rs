//! What the characters of drivers differ in.

use crate::level::Style;

/// A driver's character, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Character {
    /// How far it drives off before it attacks, in the usual run-up.
    pub run_up: f32,
    /// How often it only cruises to another place after that, 0 to 1.
    pub cruises: f32,
    /// How often it takes a ramp on the way, 0 to 1.
    pub ramps: f32,
    /// What makes it prefer a car that a person drives, in seconds of way.
    pub for_people: f32,
    /// What makes it prefer a car that hardly moves, in seconds of way.
    pub for_slow: f32,
    /// What makes it prefer a car that looks elsewhere, in seconds of way.
    pub for_unaware: f32,
    /// A car in front of it that is this near tempts it on any way, in metres.
    pub temptation: f32,
    /// It pushes on for so long after a touch before it drives off, in seconds.
    pub push: f32,
    /// Whether it gets out of the way of cars that come.
    pub dodges: bool,
    /// Multiplies its readiness to spend boost.
    pub boost: f32,
}

const CHASER: Character = Character {
    run_up: 1.0,
    cruises: 0.0,
    ramps: 0.2,
    for_people: 0.0,
    for_slow: 0.0,
    for_unaware: 0.0,
    temptation: 6.0,
    push: 0.0,
    dodges: false,
    boost: 1.0,
};

impl Character {
    /// That of a person who has played for long: who does not see it come cannot take half of the crash.
    pub(super) const EXPERT: Character = Character {
        ramps: 0.0,
        for_unaware: 2.0,
        ..CHASER
    };

    pub(super) const fn of(style: Style) -> Character {
        match style {
            Style::Chaser => CHASER,
            Style::Hunter => Character {
                for_people: 5.0,
                temptation: 0.0,
                ramps: 0.1,
                ..CHASER
            },
            Style::Drifter => Character {
                cruises: 0.75,
                ramps: 0.5,
                temptation: 8.0,
                ..CHASER
            },
            Style::Dodger => Character {
                run_up: 0.8,
                cruises: 0.5,
                for_unaware: 3.0,
                temptation: 0.0,
                dodges: true,
                ..CHASER
            },
            Style::Bully => Character {
                run_up: 1.3,
                ramps: 0.1,
                for_slow: 3.0,
                push: 0.4,
                boost: 2.0,
                ..CHASER
            },
        }
    }
}
