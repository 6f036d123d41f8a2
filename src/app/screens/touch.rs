//! The buttons for fingers: their places on each screen, and their pictures. They are drawn only after the first
//! touch.

use glam::Vec2;

use crate::app::area::Area;
use crate::app::grip::HandUse;
use crate::app::input::{Command, Touch, TouchButton};
use crate::app::params::{STICK_UNITS, TOUCH_GAP, TOUCH_SIZE, TOUCH_TOP, TOUCH_WIDE};
use crate::app::screens::screen::Screen;
use crate::app::spots::Spot;
use crate::app::state::{ReadContext, cameras};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::TouchWords;
use crate::level::Mode;

/// A command and its word on the button.
type Named = (Command, fn(&TouchWords) -> &'static str);

const DRIVING: [Named; 3] = [
    (Command::Pause, |w| w.pause),
    (Command::Camera, |w| w.camera),
    (Command::Restart, |w| w.restart),
];
const BUILDING: [Named; 4] = [
    (Command::Pause, |w| w.pause),
    (Command::Panels, |w| w.panels),
    (Command::Undo, |w| w.undo),
    (Command::Delete, |w| w.delete),
];
const PAUSE: [Named; 5] = [
    (Command::Why, |w| w.why),
    (Command::SingleStep, |w| w.step),
    (Command::StepBack, |w| w.back),
    (Command::NextCamera, |w| w.camera),
    (Command::Panels, |w| w.panels),
];
const RESULT: [Named; 5] = [
    (Command::Restart, |w| w.again),
    (Command::NextCamera, |w| w.watch),
    (Command::Why, |w| w.why),
    (Command::CopyText, |w| w.link),
    (Command::Pause, |w| w.title),
];
const REPLAY: [Named; 6] = [
    (Command::Brake, |w| w.stop_go),
    (Command::Why, |w| w.why),
    (Command::TakeWheel, |w| w.wheel),
    (Command::Camera, |w| w.camera),
    (Command::CopyText, |w| w.link),
    (Command::Pause, |w| w.close),
];
const WHY: [Named; 5] = [
    (Command::StepBack, |w| w.earlier),
    (Command::SingleStep, |w| w.later),
    (Command::Confirm, |w| w.list),
    (Command::CopyText, |w| w.link),
    (Command::Pause, |w| w.close),
];
const TITLE: [Named; 5] = [
    (Command::Confirm, |w| w.play),
    (Command::Settings, |w| w.settings),
    (Command::Recordings, |w| w.replays),
    (Command::Cups, |w| w.cups),
    (Command::Help, |w| w.help),
];
const TABLE: [Named; 2] = [(Command::Confirm, |w| w.ok), (Command::Pause, |w| w.back)];
const HELP: [Named; 2] = [(Command::Help, |w| w.next), (Command::Pause, |w| w.close)];
const CLOSE: [Named; 1] = [(Command::Pause, |w| w.close)];

/// True if the left thumb drives on this screen.
pub fn drives(screen: &dyn Screen, state: &ReadContext<'_>) -> bool {
    let is_covered = state.covers.help || state.covers.settings_panel.is_some();
    screen.name() == "round" && !is_covered && !cameras::builds(state.session)
}

/// The buttons of a screen of that size in units; none before the first touch.
pub fn buttons(screen: &dyn Screen, state: &ReadContext<'_>, size: Vec2) -> Vec<TouchButton> {
    if !state.players.devices.touch.is_used {
        return Vec::new();
    }
    let words = &state.settings.words().touch;
    let (left, right) = (TOUCH_GAP, size.x - TOUCH_GAP - TOUCH_WIDE);
    let (column, x) = match screen.name() {
        _ if screen.takes_text() || screen.asks() => (&TABLE[..], right),
        _ if state.covers.settings_panel.is_some() => (&CLOSE[..], left),
        _ if state.covers.help => (&HELP[..], right),
        "round" if state.session.round.mode() != Mode::Free => (&DRIVING[..], right),
        "round" => (&BUILDING[..], left),
        "pause" if screen.hand(state) == HandUse::None => (&PAUSE[..4], right),
        // The panels of the sandbox are at the right; the menu is at the left.
        "pause" if state.panels.open => (&PAUSE[..], size.x * 0.5),
        "pause" => (&PAUSE[..], right),
        "result" => (&RESULT[..], right),
        "replay" => (&REPLAY[..], right),
        "why" => (&WHY[..], left),
        "reading" => (&CLOSE[..], right),
        "probe" => (&CLOSE[..], left),
        "title" => (&TITLE[..], right),
        _ => (&TABLE[..], right),
    };
    let place = |(index, &(command, name)): (usize, &Named)| TouchButton {
        area: Area::of(
            Vec2::new(x, TOUCH_TOP + index as f32 * (TOUCH_SIZE + TOUCH_GAP)),
            Vec2::new(TOUCH_WIDE, TOUCH_SIZE),
        ),
        command,
        name: name(words),
    };
    let mut list: Vec<TouchButton> = column.iter().enumerate().map(place).collect();
    // The panels of the sandbox are at the right.
    if drives(screen, state) && !state.panels.open {
        let half = Vec2::splat(TOUCH_SIZE);
        let boost = size - half - Vec2::splat(2.0 * TOUCH_GAP);
        for (at, command, name) in [
            (boost, Command::Boost, words.boost),
            (
                boost - Vec2::X * (2.0 * TOUCH_SIZE + TOUCH_GAP),
                Command::Brake,
                words.brake,
            ),
        ] {
            let area = Area::around(at, half);
            list.push(TouchButton {
                area,
                command,
                name,
            });
        }
    }
    list
}

/// Draws the buttons and the stick.
pub fn draw(ui: &Ui, touch: &Touch, buttons: &[TouchButton]) {
    for TouchButton {
        area,
        command,
        name,
    } in buttons
    {
        let size = area.size();
        let held = touch.holds(*command);
        let color = if held { ink::CORAL } else { ink::PANEL };
        ui.panel(area.low, size, color);
        // The press of the mouse that the window makes of a touch means nothing else here.
        ui.spot(*area, Spot::Move(0, 0));
        ui.frame(area.low, size, 2.0, ink::fade(ink::CREAM, 0.5));
        let base = area.low + size * 0.5 + Vec2::Y * 7.0;
        ui.text(name, base, 21.0, ink::CREAM, Align::Center);
    }
    if let Some([middle, thumb]) = touch.stick() {
        let ring = Vec2::splat(STICK_UNITS);
        ui.frame(middle - ring, 2.0 * ring, 3.0, ink::fade(ink::CREAM, 0.5));
        let knob = Vec2::splat(STICK_UNITS * 0.35);
        ui.fill(thumb - knob, 2.0 * knob, ink::fade(ink::CORAL, 0.7));
    }
}
