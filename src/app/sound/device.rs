//! The sound device. The game's [`Mixer`] is the only sound that it plays.

use std::path::Path;

use kira::backend::cpal::Error;
use kira::info::Info;
use kira::sound::{Sound, SoundData};
use kira::{AudioManager, AudioManagerSettings, DefaultBackend, Frame, PlaySoundError};

use crate::app::sound::mixer::Mixer;

/// An open device; it is closed when this goes.
pub struct Device {
    _manager: AudioManager<DefaultBackend>,
}

impl Device {
    /// Lets the device play what a mixer makes.
    ///
    /// # Errors
    /// What the system says if there is none, or if it cannot be used.
    pub fn open(mixer: Mixer) -> Result<Self, String> {
        let opened = AudioManager::<DefaultBackend>::new(AudioManagerSettings::default());
        let mut manager = opened.map_err(|error: Error| error.to_string())?;
        let played = manager.play(Endless(mixer));
        played.map_err(|error: PlaySoundError<()>| format!("{error:?}"))?;
        Ok(Self { _manager: manager })
    }
}

/// The mixer, as a sound without an end.
struct Endless(Mixer);

impl SoundData for Endless {
    type Error = ();
    type Handle = ();

    fn into_sound(self) -> Result<(Box<dyn Sound>, ()), ()> {
        Ok((Box::new(self), ()))
    }
}

impl Sound for Endless {
    fn process(&mut self, out: &mut [Frame], seconds: f64, _: &Info<'_>) {
        self.0.render(out, seconds);
    }

    fn finished(&self) -> bool {
        false
    }
}

/// Whether it is worth asking for a device. On Linux the sound library writes a page of messages
/// where there is none, so the places where one would show are looked at first.
pub fn is_expected() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let cards = std::fs::read_to_string("/proc/asound/cards").unwrap_or_default();
    let hardware = !cards.trim().is_empty() && !cards.contains("no soundcards");
    let server = std::env::var_os("PULSE_SERVER").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| {
            let folder = Path::new(&folder);
            folder.join("pulse/native").exists() || folder.join("pipewire-0").exists()
        });
    hardware || server
}
