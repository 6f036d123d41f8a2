//! What the game sounds like. Without a sound device it is silent and says so once.

mod synth;

use std::path::Path;
use std::sync::Arc;

use kira::sound::static_sound::{StaticSoundData, StaticSoundHandle, StaticSoundSettings};
use kira::{AudioManager, AudioManagerSettings, Decibels, DefaultBackend, Frame, Panning, Tween};

use crate::console;

/// Sounds that are played as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cue {
    /// A count of the countdown.
    Count,
    /// The start of the round.
    Go,
    /// The end of the round.
    Horn,
    /// A move in a menu.
    Tick,
}

/// What a car ran into: each sounds its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuff {
    /// Another car: rubber on rubber.
    Car,
    /// The wall: a boom of panels.
    Wall,
    /// Crates and ramps.
    Wood,
    /// A stack of tyres.
    Tyres,
    /// Posts and barriers.
    Metal,
    /// The floor, after a flight.
    Ground,
}

impl Stuff {
    /// In the order of the sounds.
    const ALL: [Self; 6] = [
        Self::Car,
        Self::Wall,
        Self::Wood,
        Self::Tyres,
        Self::Metal,
        Self::Ground,
    ];

    /// What a model of that name is made of; solids are of wood.
    pub fn of_model(name: &str) -> Self {
        match name {
            name if name.contains("tyre") => Self::Tyres,
            name if name.contains("post") || name.contains("barrier") => Self::Metal,
            _ => Self::Wood,
        }
    }
}

/// Light to heavy.
const WEIGHTS: [f32; 4] = [0.0, 0.35, 0.7, 1.0];

/// How loud it is, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Volumes {
    pub all: f32,
    /// Crashes and signals, as a share of all.
    pub effects: f32,
    /// Motors, as a share of all.
    pub motors: f32,
}

/// Plays sounds, or nothing.
pub struct SoundPlayer {
    engine: Option<Engine>,
}

struct Engine {
    manager: AudioManager<DefaultBackend>,
    volumes: Volumes,
    /// By what was hit, and then from light to heavy.
    crashes: Vec<StaticSoundData>,
    count: StaticSoundData,
    go: StaticSoundData,
    horn: StaticSoundData,
    tick: StaticSoundData,
    motor: StaticSoundData,
    running: Option<StaticSoundHandle>,
}

impl SoundPlayer {
    /// No sound at all.
    pub fn silent() -> Self {
        Self { engine: None }
    }

    /// Opens the sound device; where there is none, says so in a sentence and stays silent.
    pub fn open(volumes: Volumes) -> Self {
        if !device_expected() {
            console::warn("there is no sound device, so the game is silent");
            return Self::silent();
        }
        match AudioManager::<DefaultBackend>::new(AudioManagerSettings::default()) {
            Ok(manager) => Self {
                engine: Some(Engine::new(manager, volumes)),
            },
            Err(error) => {
                console::warn(&format!(
                    "sound cannot be played ({error}), so the game is silent"
                ));
                Self::silent()
            }
        }
    }

    /// Changes how loud it is: what sounds from now on, and the motor.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        if let Some(engine) = &mut self.engine {
            engine.volumes = volumes;
        }
    }

    /// Plays a cue.
    pub fn cue(&mut self, cue: Cue) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let data = match cue {
            Cue::Count => &engine.count,
            Cue::Go => &engine.go,
            Cue::Horn => &engine.horn,
            Cue::Tick => &engine.tick,
        };
        let data = data.clone();
        engine.play(data, 0.7, 0.0);
    }

    /// A crash into that with a strength from 0 to 1, `side` from -1 (left) to 1 (right), `near` from 0 to 1.
    pub fn crash(&mut self, stuff: Stuff, strength: f32, side: f32, near: f32) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let last = WEIGHTS.len() - 1;
        let weight = (strength.clamp(0.0, 1.0) * last as f32).round() as usize;
        let first = Stuff::ALL.iter().position(|known| *known == stuff);
        let index = first.unwrap_or(0) * WEIGHTS.len() + weight.min(last);
        let data = engine.crashes[index].clone();
        // A touch is a tap; only a blow is as loud as it gets.
        let level = 0.12 + 0.88 * strength.clamp(0.0, 1.0).powf(1.3);
        engine.play(data, level * (0.3 + 0.7 * near), side);
    }

    /// The motor of the player's car: `None` is off, else the share of its top speed.
    pub fn motor(&mut self, share: Option<f32>) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        match (share, engine.running.take()) {
            (None, Some(mut handle)) => handle.stop(Tween::default()),
            (None, None) => {}
            (Some(share), handle) => {
                let handle = handle.or_else(|| {
                    let data = engine
                        .motor
                        .clone()
                        .loop_region(..)
                        .volume(Decibels::SILENCE);
                    engine.manager.play(data).ok()
                });
                if let Some(mut handle) = handle {
                    let share = share.clamp(0.0, 1.6);
                    handle.set_playback_rate(f64::from(0.55 + 0.95 * share), Tween::default());
                    let level = engine.volumes.all * engine.volumes.motors * (0.05 + 0.13 * share);
                    handle.set_volume(decibels(level), Tween::default());
                    engine.running = Some(handle);
                }
            }
        }
    }
}

impl Engine {
    fn new(manager: AudioManager<DefaultBackend>, volumes: Volumes) -> Self {
        Self {
            manager,
            volumes,
            crashes: (Stuff::ALL.iter())
                .flat_map(|stuff| WEIGHTS.map(|weight| data(synth::crash(*stuff, weight))))
                .collect(),
            count: data(synth::beep(false)),
            go: data(synth::beep(true)),
            horn: data(synth::horn()),
            tick: data(synth::tick()),
            motor: data(synth::motor()),
            running: None,
        }
    }

    fn play(&mut self, data: StaticSoundData, level: f32, side: f32) {
        let sound = data
            .volume(decibels(level * self.volumes.all * self.volumes.effects))
            .panning(Panning(side.clamp(-1.0, 1.0)));
        // A sound too many is left out: with that many others, it is not missed.
        let _ = self.manager.play(sound);
    }
}

/// Loudness from 0 to 1 in decibels.
fn decibels(level: f32) -> Decibels {
    if level <= 0.001 {
        Decibels::SILENCE
    } else {
        Decibels(20.0 * level.log10())
    }
}

fn data(samples: Vec<f32>) -> StaticSoundData {
    let frames: Arc<[Frame]> = samples.into_iter().map(Frame::from_mono).collect();
    StaticSoundData {
        sample_rate: synth::RATE,
        frames,
        settings: StaticSoundSettings::default(),
        slice: None,
    }
}

/// Whether it is worth asking for a device. On Linux the sound library writes a page of messages
/// where there is none, so the places where one would show are looked at first.
fn device_expected() -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loudness_in_decibels_has_its_fixed_points() {
        assert_eq!(decibels(0.0), Decibels::SILENCE);
        assert!((decibels(1.0).0).abs() < 1e-6);
        assert!((decibels(0.5).0 + 6.02).abs() < 0.01);
    }

    #[test]
    fn silence_takes_every_call() {
        let mut sound = SoundPlayer::silent();
        sound.cue(Cue::Go);
        sound.crash(Stuff::Wall, 1.0, 0.0, 1.0);
        sound.motor(Some(0.5));
        sound.motor(None);
    }
}
