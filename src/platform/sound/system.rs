//! The system's sound device.

use std::path::Path;

use kira::backend::cpal::Error;
use kira::info::Info;
use kira::sound::{Sound, SoundData};
use kira::{AudioManager, AudioManagerSettings, DefaultBackend, Frame, PlaySoundError};

use crate::platform::sound::source::Source;

/// An open device; dropping it closes the device.
pub struct Device {
    _manager: AudioManager<DefaultBackend>,
}

impl Device {
    /// Opens the default device, which then plays the source.
    ///
    /// # Errors
    /// The system's message if there is no device or it cannot be used.
    pub fn open(source: impl Source) -> Result<Self, String> {
        let opened = AudioManager::<DefaultBackend>::new(AudioManagerSettings::default());
        let mut manager = opened.map_err(|error: Error| error.to_string())?;
        let played = manager.play(Endless(source));
        played.map_err(|error: PlaySoundError<()>| format!("{error:?}"))?;
        Ok(Self { _manager: manager })
    }

    /// True once the device can be heard.
    pub fn plays(&self) -> bool {
        true
    }

    /// Keeps the device playing; call it once per frame. The system's device has its own thread.
    pub fn go_on(&mut self) {}
}

/// A source as an endless sound.
struct Endless<S>(S);

impl<S: Source> SoundData for Endless<S> {
    type Error = ();
    type Handle = ();

    fn into_sound(self) -> Result<(Box<dyn Sound>, ()), ()> {
        Ok((Box::new(self), ()))
    }
}

impl<S: Source> Sound for Endless<S> {
    fn process(&mut self, out: &mut [Frame], seconds: f64, _: &Info<'_>) {
        self.0.render(out, seconds);
    }

    fn finished(&self) -> bool {
        false
    }
}

/// True if opening a device is likely to succeed. On Linux, the sound library prints a page of messages if
/// there is none, so this function first looks at the places where one would appear.
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
