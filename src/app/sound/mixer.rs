//! All voices added up, on the thread of the sound device: it allocates nothing, and waits for nothing.
//!
//! Voices are of three kinds: *loops* have a fixed place each and always run (a motor that is far is silent);
//! *shots* are played once; *stems* are the music, of which the old one fades while the new one begins. They go to four buses
//! with a volume each, then through the [`Limiter`].

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

use kira::Frame;

use crate::app::params::{
    DUCK_DEPTH, DUCK_SECONDS, GLIDE_SECONDS, HEADROOM, MAX_VOICES, TUNE_FADE_SECONDS,
};
use crate::app::sound::Volumes;
use crate::app::sound::bank::{Bank, Shot};
use crate::app::sound::limiter::Limiter;
use crate::app::sound::loops::{LOOPS, Place};
use crate::app::sound::music::{STEMS, Tune};

/// Shots at once: what loops and stems (twice, while one tune follows another) leave.
pub const SHOTS: usize = MAX_VOICES - LOOPS - 2 * STEMS;

/// Sounds that are made louder and quieter together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bus {
    Effects,
    Motors,
    Crowd,
    Music,
}

const BUSES: usize = 4;

/// How a voice that runs is heard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// From 0 to 1.
    pub gain: f32,
    /// From -1 (left) to 1 (right).
    pub side: f32,
    /// Multiplies the pitch.
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

/// What is heard of all that runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    pub loops: [Level; LOOPS],
    /// The floor has little grip: tyres that slide scrape on ice.
    pub icy: bool,
    pub stems: [f32; STEMS],
    /// Multiplies pitch and tempo of the music.
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

/// What the game tells the mixer once; all that goes on stands in [`Levels`].
pub enum Order {
    Bank(Arc<Bank>),
    /// Another music, or none.
    Tune(Option<Arc<Tune>>),
    Volumes(Volumes),
    Shot(Playing),
}

/// A shot, and where it is.
#[derive(Debug, Clone, Copy)]
pub struct Playing {
    pub shot: Shot,
    pub bus: Bus,
    pub gain: f32,
    pub side: f32,
    /// In samples.
    pub at: f64,
}

/// A tune, where it is in seconds, and how much of it is heard.
struct Turning {
    tune: Arc<Tune>,
    at: f64,
    share: f32,
}

/// Adds up all voices.
pub struct Mixer {
    orders: Receiver<Order>,
    levels: Arc<Mutex<Levels>>,
    bank: Option<Arc<Bank>>,
    /// What is wanted, and what is heard on the way there.
    wanted: Levels,
    heard: Levels,
    wanted_gains: [f32; BUSES],
    gains: [f32; BUSES],
    /// Where each loop is, in samples.
    places: [f64; LOOPS],
    shots: [Option<Playing>; SHOTS],
    /// The tune that is heard, and the one that fades.
    tunes: [Option<Turning>; 2],
    /// What a shot that had to go leaves: it dies away, so that there is no click.
    rest: Frame,
    /// How loud effects are, for the music to give way.
    effects: f32,
    limiter: Limiter,
}

impl Mixer {
    /// A mixer that hears orders, and looks at the levels whenever nobody writes them.
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

    /// The next frames, with so many seconds from one to the next.
    pub fn render(&mut self, out: &mut [Frame], seconds: f64) {
        self.hear_orders();
        for frame in out {
            let mixed = self.mix(seconds);
            *frame = self.limiter.pass(mixed, seconds as f32);
        }
    }

    /// How many voices sound.
    #[cfg(test)]
    pub fn voices(&self) -> usize {
        let loops = self.heard.loops.iter().filter(|one| is_heard(one.gain));
        let tunes = self.tunes.iter().flatten().count();
        let stems = self.heard.stems.iter().filter(|gain| is_heard(**gain));
        loops.count() + self.shots.iter().flatten().count() + tunes * stems.count()
    }

    /// The lowest gain that the limiter needed.
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

    /// Begins a shot; where there are too many, in place of the one that is faintest by now, if that is fainter.
    fn begin(&mut self, playing: Playing) {
        let Some(bank) = &self.bank else {
            // Sounds are still being made.
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

    /// The music, the old one fading while the new one comes.
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

    /// Follows how loud effects are: at once up, slowly down.
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
            // Stems come and go over a beat or two, not at once.
            *stem += (wanted - *stem) * share * 0.05;
        }
        self.music_rate += (wanted.music_rate - self.music_rate) * share;
    }
}

/// Fainter than this nobody hears it.
fn is_heard(gain: f32) -> bool {
    gain > 1e-4
}

/// How much of a shot is still to come: what is nearly over is missed least.
fn loudness(playing: &Playing, bank: &Bank) -> f32 {
    let left = 1.0 - playing.at / bank.shot(playing.shot).len();
    playing.gain * left as f32
}

/// A sample between left and right: as loud in the middle as at a side.
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
