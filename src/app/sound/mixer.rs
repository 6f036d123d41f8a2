//! Mixes all voices on the sound device's thread. It allocates no memory and never blocks.
//!
//! There are three kinds of voice. *Loops* have a fixed slot and always run (the loop of a distant motor is
//! silent); *shots* are played once; *stems* are the tracks of the music, and a new tune fades in while the
//! old one fades out. All go to four buses with a volume each, then through the [`Limiter`].

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

use crate::platform::sound::Frame;
use dodgem_synth::{Bank, STEMS, Shot, Tune};

use crate::app::params::window::sound_mixer::BUSES;
use crate::app::params::{
    DUCK_DEPTH, DUCK_SECONDS, GLIDE_SECONDS, HEADROOM, MAX_VOICES, TUNE_FADE_SECONDS,
};
use crate::app::sound::limiter::Limiter;
use crate::app::sound::voices::{Bus, LOOPS, Place};

/// Volumes, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Volumes {
    pub all: f32,
    /// Crashes, signals, tyres, boost and wind, as a share of all.
    pub effects: f32,
    /// Motors, as a share of all.
    pub motors: f32,
    /// The spectators, as a share of all.
    pub crowd: f32,
    /// Music, as a share of all; at 0 no music is generated.
    pub music: f32,
}

/// The most shots at once: the voices left by loops and stems (counted twice, as one tune fades into the
/// next).
pub const SHOTS: usize = MAX_VOICES - LOOPS - 2 * STEMS;

/// The level of a running voice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The volume from 0 to 1.
    pub gain: f32,
    /// The position from -1 (left) to 1 (right).
    pub side: f32,
    /// Factor on the pitch.
    pub rate: f32,
}

impl Level {
    pub const SILENT: Self = Self {
        gain: 0.0,
        side: 0.0,
        rate: 1.0,
    };

    fn glide(&mut self, target: &Self, share: f32) {
        self.gain += (target.gain - self.gain) * share;
        self.side += (target.side - self.side) * share;
        self.rate += (target.rate - self.rate) * share;
    }
}

/// The levels of all running voices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    pub loops: [Level; LOOPS],
    /// True if the floor has little grip, so that sliding tyres scrape as on ice.
    pub icy: bool,
    pub stems: [f32; STEMS],
    /// Factor on pitch and tempo of the music.
    pub music_rate: f32,
}

impl Levels {
    pub const SILENT: Self = Self {
        loops: [Level::SILENT; LOOPS],
        icy: false,
        stems: [0.0; STEMS],
        music_rate: 1.0,
    };
}

/// A one-time message from the game to the mixer; running sounds are described by [`Levels`].
pub enum Order {
    Bank(Arc<Bank>),
    /// Another tune, or none.
    Tune(Option<Arc<Tune>>),
    Volumes(Volumes),
    Shot(Playing),
}

/// A shot and its playback position.
#[derive(Debug, Clone, Copy)]
pub struct Playing {
    pub shot: Shot,
    pub bus: Bus,
    pub gain: f32,
    pub side: f32,
    /// The playback position in samples.
    pub at: f64,
}

/// A tune, its playback position in seconds, and its share of the cross-fade from 0 to 1.
struct Turning {
    tune: Arc<Tune>,
    at: f64,
    share: f32,
}

/// The mixer of all voices.
pub struct Mixer {
    orders: Receiver<Order>,
    levels: Arc<Mutex<Levels>>,
    bank: Option<Arc<Bank>>,
    /// The levels requested by the game; `heard` glides towards them to avoid clicks.
    wanted: Levels,
    heard: Levels,
    wanted_gains: [f32; BUSES],
    gains: [f32; BUSES],
    /// The playback position of each loop, in samples.
    places: [f64; LOOPS],
    shots: [Option<Playing>; SHOTS],
    /// The current tune, and the one that fades out.
    tunes: [Option<Turning>; 2],
    /// The last output of a shot that was replaced: it fades out, so that there is no click.
    rest: Frame,
    /// The envelope of the effects, from which the music is turned down.
    effects: f32,
    limiter: Limiter,
}

impl Mixer {
    /// Creates a mixer that receives `orders` and reads `levels` whenever the game is not writing them.
    pub fn new(orders: Receiver<Order>, levels: Arc<Mutex<Levels>>, volumes: Volumes) -> Self {
        let gains = gains_of(volumes);
        Self {
            orders,
            levels,
            bank: None,
            wanted: Levels::SILENT,
            heard: Levels::SILENT,
            wanted_gains: gains,
            gains,
            places: [0.0; LOOPS],
            shots: [None; SHOTS],
            tunes: [None, None],
            rest: Frame::ZERO,
            effects: 0.0,
            limiter: Limiter::default(),
        }
    }

    /// Fills `out` with the next frames; `seconds` is the time from one frame to the next.
    pub fn render(&mut self, out: &mut [Frame], seconds: f64) {
        self.hear_orders();
        for frame in out {
            let mixed = self.mix(seconds);
            *frame = self.limiter.pass(mixed, seconds as f32);
        }
    }

    /// Returns the number of audible voices.
    #[cfg(test)]
    pub fn voices(&self) -> usize {
        let loops = self.heard.loops.iter().filter(|one| is_heard(one.gain));
        let tunes = self.tunes.iter().flatten().count();
        let stems = self.heard.stems.iter().filter(|gain| is_heard(**gain));
        loops.count() + self.shots.iter().flatten().count() + tunes * stems.count()
    }

    /// Returns the lowest gain that the limiter applied.
    #[cfg(test)]
    pub fn least_gain(&self) -> f32 {
        self.limiter.least()
    }

    fn hear_orders(&mut self) {
        while let Ok(order) = self.orders.try_recv() {
            match order {
                Order::Bank(bank) => self.bank = Some(bank),
                Order::Volumes(volumes) => self.wanted_gains = gains_of(volumes),
                Order::Shot(playing) => self.begin(playing),
                Order::Tune(tune) => {
                    self.tunes.swap(0, 1);
                    self.tunes[0] = tune.map(|tune| Turning {
                        tune,
                        at: 0.0,
                        share: 0.0,
                    });
                }
            }
        }
        if let Ok(levels) = self.levels.try_lock() {
            self.wanted = *levels;
        }
    }

    /// Begins a shot. If all slots are in use, it replaces the faintest shot, provided that it is louder.
    fn begin(&mut self, playing: Playing) {
        let Some(bank) = &self.bank else {
            // The sounds are still being generated.
            return;
        };
        let free = self.shots.iter().position(Option::is_none);
        let place = free.or_else(|| {
            let left = |shot: &Option<Playing>| shot.map_or(0.0, |shot| loudness(&shot, bank));
            let (place, faintest) =
                (self.shots.iter().enumerate()).min_by(|a, b| left(a.1).total_cmp(&left(b.1)))?;
            (left(faintest) < playing.gain).then_some(place)
        });
        let Some(place) = place else { return };
        if let Some(gone) = self.shots[place] {
            let gain = self.gains[gone.bus as usize];
            self.rest += panned(
                bank.shot(gone.shot).at(gone.at) * gone.gain * gain,
                gone.side,
            );
        }
        self.shots[place] = Some(playing);
    }

    fn mix(&mut self, seconds: f64) -> Frame {
        let glide = (seconds as f32 / GLIDE_SECONDS).min(1.0);
        self.heard.glide(&self.wanted, glide);
        for (gain, wanted) in self.gains.iter_mut().zip(self.wanted_gains) {
            *gain += (wanted - *gain) * glide;
        }
        let mut buses = [Frame::ZERO; BUSES];
        if let Some(bank) = &self.bank {
            for (index, place) in Place::all().enumerate() {
                let level = self.heard.loops[index];
                if !is_heard(level.gain) {
                    continue;
                }
                let sample = bank.looped(place.sound(self.wanted.icy));
                let at = &mut self.places[index];
                *at = (*at + seconds * sample.rate() * f64::from(level.rate)) % sample.len();
                buses[place.bus() as usize] += panned(sample.around(*at) * level.gain, level.side);
            }
            for shot in &mut self.shots {
                let Some(playing) = shot else { continue };
                let sample = bank.shot(playing.shot);
                let value = sample.at(playing.at) * playing.gain;
                buses[playing.bus as usize] += panned(value, playing.side);
                playing.at += seconds * sample.rate();
                if playing.at >= sample.len() {
                    *shot = None;
                }
            }
        }
        buses[Bus::Music as usize] = self.music(seconds);
        self.duck(buses[Bus::Effects as usize], seconds as f32);
        buses[Bus::Music as usize] *= 1.0 - DUCK_DEPTH * self.effects.min(1.0);
        self.rest *= 1.0 - (seconds as f32 / 0.002).min(1.0);
        let mut sum = self.rest;
        for (bus, gain) in buses.iter().zip(self.gains) {
            sum += *bus * gain;
        }
        sum * HEADROOM
    }

    /// Mixes the music: the new tune fades in while the old one fades out.
    fn music(&mut self, seconds: f64) -> Frame {
        let mut sum = Frame::ZERO;
        let fade = seconds as f32 / TUNE_FADE_SECONDS;
        for (index, turning) in self.tunes.iter_mut().enumerate() {
            let Some(now) = turning else { continue };
            now.share = match index {
                0 => (now.share + fade).min(1.0),
                _ => now.share - fade,
            };
            if now.share <= 0.0 {
                *turning = None;
                continue;
            }
            now.at = (now.at + seconds * f64::from(self.heard.music_rate)) % now.tune.seconds();
            for (stem, gain) in now.tune.stems().iter().zip(self.heard.stems) {
                if is_heard(gain) {
                    let value = stem.sample.around(now.at * stem.sample.rate());
                    sum += panned(value * gain * stem.gain * now.share, stem.side);
                }
            }
        }
        sum
    }

    /// Updates the envelope of the effects: it rises at once and falls slowly.
    fn duck(&mut self, effects: Frame, seconds: f32) {
        let peak = effects.left.abs().max(effects.right.abs());
        let share = match peak > self.effects {
            true => seconds / 0.005,
            false => seconds / DUCK_SECONDS,
        };
        self.effects += (peak - self.effects) * share.min(1.0);
    }
}

impl Levels {
    fn glide(&mut self, wanted: &Self, share: f32) {
        for (level, wanted) in self.loops.iter_mut().zip(&wanted.loops) {
            level.glide(wanted, share);
        }
        for (stem, wanted) in self.stems.iter_mut().zip(wanted.stems) {
            // Stems fade in and out over a beat or two.
            *stem += (wanted - *stem) * share * 0.05;
        }
        self.music_rate += (wanted.music_rate - self.music_rate) * share;
    }
}

/// True if a voice with this gain is audible.
fn is_heard(gain: f32) -> bool {
    gain > 1e-4
}

/// Returns the loudness that remains in a shot: one that is nearly over can be replaced first.
fn loudness(playing: &Playing, bank: &Bank) -> f32 {
    let left = 1.0 - playing.at / bank.shot(playing.shot).len();
    playing.gain * left as f32
}

/// Places a sample between left and right with constant power, so that the middle is as loud as a side.
fn panned(value: f32, side: f32) -> Frame {
    let right = (0.5 + 0.5 * side).clamp(0.0, 1.0);
    Frame::new(value * (1.0 - right).sqrt(), value * right.sqrt())
}

fn gains_of(volumes: Volumes) -> [f32; BUSES] {
    let all = volumes.all;
    let mut gains = [0.0; BUSES];
    gains[Bus::Effects as usize] = all * volumes.effects;
    gains[Bus::Motors as usize] = all * volumes.motors;
    gains[Bus::Crowd as usize] = all * volumes.crowd;
    gains[Bus::Music as usize] = all * volumes.music;
    gains
}
