//! Characters of the drivers, as numbers.

use dodgem_scene::level::Style;

/// Character of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Character {
    /// Distance of its run-up, as a factor on the usual one.
    pub run_up: f32,
    /// Probability that it then only cruises to another place, 0 to 1.
    pub cruises: f32,
    /// Probability that it takes a ramp on the way, 0 to 1.
    pub ramps: f32,
    /// Preference for cars that a person drives, in seconds of travel.
    pub for_people: f32,
    /// Preference for cars that hardly move, in seconds of travel.
    pub for_slow: f32,
    /// Preference for cars that face away, in seconds of travel.
    pub for_unaware: f32,
    /// Distance within which a car in front tempts it to leave its way, in metres.
    pub temptation: f32,
    /// Time for which it pushes on after a touch before it drives off, in seconds.
    pub push: f32,
    /// True if it dodges approaching cars.
    pub dodges: bool,
    /// Factor on its readiness to spend boost.
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
    /// Character of an experienced player: a car that faces away cannot earn half of the crash.
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
