//! The system's gamepads.

use gilrs::ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Envelope, Replay, Ticks};
use gilrs::{EventType, GamepadId, Gilrs};

use crate::platform::pads::kinds::{Axis, Button, PadChange, Shake};
use crate::platform::params::MOST_SHAKES;

/// All gamepads of the system.
pub struct Gamepads {
    gilrs: Gilrs,
    /// The latest force-feedback effects.
    shaking: Vec<Effect>,
}

/// A connected gamepad.
pub struct Gamepad<'a>(gilrs::Gamepad<'a>);

impl Gamepads {
    /// Opens the gamepads; `None` if the system does not support them.
    pub fn open() -> Option<Self> {
        Some(Self {
            gilrs: Gilrs::new().ok()?,
            shaking: Vec::new(),
        })
    }

    /// The next change with the number of its pad; `None` if there is none since the last call.
    pub fn next_change(&mut self) -> Option<(usize, PadChange)> {
        loop {
            let event = self.gilrs.next_event()?;
            let change = match event.event {
                EventType::ButtonPressed(button, _) => PadChange::Pressed(button),
                EventType::AxisChanged(axis, value, _) => PadChange::Moved(axis, value),
                EventType::Disconnected => PadChange::Lost,
                _ => continue,
            };
            return Some((usize::from(event.id), change));
        }
    }

    /// A gamepad by its number, if it is connected.
    pub fn find(&self, pad: usize) -> Option<Gamepad<'_>> {
        let id: GamepadId = (self.gilrs.gamepads())
            .map(|(id, _)| id)
            .find(|id| usize::from(*id) == pad)?;
        self.gilrs.connected_gamepad(id).map(Gamepad)
    }

    /// The number of connected pads.
    pub fn count(&self) -> usize {
        self.gilrs.gamepads().count()
    }

    /// Shakes a pad. Does nothing if the pad does not support it.
    pub fn shake(&mut self, pad: usize, shake: Shake) {
        let gamepad = (self.gilrs.gamepads())
            .find(|(id, gamepad)| usize::from(*id) == pad && gamepad.is_ff_supported());
        let Some((id, _)) = gamepad else {
            return;
        };
        let part = |share: f32| (f32::from(u16::MAX) * share) as u16;
        let scheduling = Replay {
            play_for: Ticks::from_ms(shake.milliseconds),
            ..Replay::default()
        };
        let effect = |kind| BaseEffect {
            kind,
            scheduling,
            envelope: Envelope::default(),
        };
        let effect = EffectBuilder::new()
            .add_effect(effect(BaseEffectType::Weak {
                magnitude: part(shake.weak),
            }))
            .add_effect(effect(BaseEffectType::Strong {
                magnitude: part(shake.strong),
            }))
            .gamepads(&[id])
            .finish(&mut self.gilrs);
        // The pad may have been unplugged, or its driver may refuse; neither matters to the game.
        let Ok(effect) = effect else {
            return;
        };
        if effect.play().is_ok() {
            self.shaking.push(effect);
            // Dropping an effect ends it; by then the oldest one is over.
            if self.shaking.len() > MOST_SHAKES {
                self.shaking.remove(0);
            }
        }
    }
}

impl Gamepad<'_> {
    /// True while a button is pressed.
    pub fn is_pressed(&self, button: Button) -> bool {
        self.0.is_pressed(button)
    }

    /// The pressure on a button from 0 to 1, because a trigger can be pressed partly.
    pub fn pressure(&self, button: Button) -> f32 {
        let data = self.0.button_data(button);
        data.map_or(0.0, |data| data.value())
    }

    /// The position of an axis from -1 to 1; right and up are positive.
    pub fn value(&self, axis: Axis) -> f32 {
        self.0.value(axis)
    }
}
