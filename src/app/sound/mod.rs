//! What the game sounds like. Without a sound device it is silent and says so once.

//!
//! All sounds are made by code: what is played once and what goes on by `synth.rs`, `loops.rs` and `crowd.rs`, music by
//! `music/`. `listener.rs` says what is heard of a session; [`SoundPlayer`] hands that to the [`Mixer`], which runs
//! on the device's thread.

mod bank;
mod crowd;
mod device;
mod limiter;
mod listener;
mod loops;
mod mixer;
mod music;
mod synth;

use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::app::params::MOST_ORDERS;
use crate::app::sound::bank::{Bank, Shot, WEIGHTS};
use crate::app::sound::device::Device;
use crate::app::sound::mixer::{Bus, Levels, Mixer, Order, Playing};
use crate::app::sound::music::{Score, Tune};
use crate::app::task::{Lane, Task};
use crate::console;

pub use crate::app::sound::listener::{Heard, Listener, heard_from, spectators};

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

impl Cue {
    /// In the order of the sounds.
    const ALL: [Self; 4] = [Self::Count, Self::Go, Self::Horn, Self::Tick];
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

/// How loud it is, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Volumes {
    pub all: f32,
    /// Crashes, signals, tyres, boost and wind, as a share of all.
    pub effects: f32,
    /// Motors, as a share of all.
    pub motors: f32,
    /// The spectators, as a share of all.
    pub crowd: f32,
    /// Music, as a share of all; at 0 none is made.
    pub music: f32,
}

/// Plays sounds, or nothing.
pub struct SoundPlayer {
    engine: Option<Engine>,
}

/// The end of the game; the [`Mixer`] is that of the device.
struct Engine {
    orders: SyncSender<Order>,
    /// Orders that must arrive, and for which there was no room yet.
    waiting: Vec<Order>,
    levels: Arc<Mutex<Levels>>,
    volumes: Volumes,
    /// Sounds that are being made.
    bank: Option<Task<Bank>>,
    score: Option<Score>,
    tune: Option<Task<Tune>>,
    /// The last two: so the device's thread gives no memory back while one fades.
    tunes: [Option<Arc<Tune>>; 2],
    _device: Option<Device>,
}

/// Music is made one at a time: who goes quickly through levels asks for more than is heard.
static COMPOSERS: Lane = Mutex::new(());

impl SoundPlayer {
    /// No sound at all.
    pub fn silent() -> Self {
        Self { engine: None }
    }

    /// Opens the sound device; where there is none, says so in a sentence and stays silent.
    pub fn open(volumes: Volumes) -> Self {
        if !device::is_expected() {
            console::warn("there is no sound device, so the game is silent");
            return Self::silent();
        }
        let (mut engine, mixer) = Engine::new(volumes);
        match Device::open(mixer) {
            Ok(device) => {
                engine._device = Some(device);
                Self {
                    engine: Some(engine),
                }
            }
            Err(error) => {
                console::warn(&format!(
                    "sound cannot be played ({error}), so the game is silent"
                ));
                Self::silent()
            }
        }
    }

    /// True if nothing is heard, so that nothing has to be worked out.
    pub fn is_silent(&self) -> bool {
        self.engine.is_none()
    }

    /// Changes how loud it is.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        if let Some(engine) = &mut self.engine
            && engine.volumes != volumes
        {
            engine.volumes = volumes;
            engine.send(Order::Volumes(volumes));
        }
    }

    /// Plays a cue.
    pub fn cue(&mut self, cue: Cue) {
        self.shot(Shot::Cue(cue), Bus::Effects, 0.7, 0.0);
    }

    /// A crash into that with a strength from 0 to 1, `side` from -1 (left) to 1 (right), `near` from 0 to 1.
    pub fn crash(&mut self, stuff: Stuff, strength: f32, side: f32, near: f32) {
        let strength = strength.clamp(0.0, 1.0);
        let last = (WEIGHTS.len() - 1) as f32;
        // A touch is a tap; only a blow is as loud as it gets.
        let level = 0.12 + 0.88 * strength.powf(1.3);
        let shot = Shot::Crash(stuff, (strength * last).round() as usize);
        self.shot(shot, Bus::Effects, level * (0.3 + 0.7 * near), side);
    }

    /// The crowd cheers, from 0 (a few hands) to 1 (all of them); `share` of the places are taken.
    pub fn cheer(&mut self, strength: f32, share: f32) {
        if share > 0.0 {
            let last = (crowd::CHEERS - 1) as f32;
            let cheer = (strength.clamp(0.0, 1.0) * last).round() as usize;
            let level = 0.25 + 0.45 * strength.clamp(0.0, 1.0);
            self.shot(Shot::Cheer(cheer), Bus::Crowd, level * share.sqrt(), 0.0);
        }
    }

    /// What is heard of all that goes on, once a frame.
    pub fn hear(&mut self, heard: &Heard) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        // The device's thread only ever copies it.
        *(engine.levels.lock()).unwrap_or_else(PoisonError::into_inner) = heard.levels;
        engine.play(heard.score);
        engine.go_on();
    }

    fn shot(&mut self, shot: Shot, bus: Bus, gain: f32, side: f32) {
        if let Some(engine) = &mut self.engine {
            let at = 0.0;
            let shot = Playing {
                shot,
                bus,
                gain,
                side,
                at,
            };
            // One too many is left out: with that many others, it is not missed.
            let _ = engine.orders.try_send(Order::Shot(shot));
        }
    }
}

impl Engine {
    /// With the mixer that it speaks to.
    fn new(volumes: Volumes) -> (Self, Mixer) {
        let (orders, received) = sync_channel(MOST_ORDERS);
        let levels = Arc::new(Mutex::new(Levels::SILENT));
        let mixer = Mixer::new(received, Arc::clone(&levels), volumes);
        let engine = Self {
            orders,
            waiting: Vec::new(),
            levels,
            volumes,
            bank: Some(Task::new(Bank::make)),
            score: None,
            tune: None,
            tunes: [None, None],
            _device: None,
        };
        (engine, mixer)
    }

    /// An order that arrives, if not now then later.
    fn send(&mut self, order: Order) {
        self.waiting.push(order);
        self.flush();
    }

    fn flush(&mut self) {
        while !self.waiting.is_empty() {
            let order = self.waiting.remove(0);
            if let Err(TrySendError::Full(order)) = self.orders.try_send(order) {
                self.waiting.insert(0, order);
                return;
            }
        }
    }

    /// Begins to make the music of a score, if it is another one and music is heard at all.
    fn play(&mut self, score: Score) {
        let is_heard = self.volumes.all * self.volumes.music > 0.0;
        let wanted = is_heard.then_some(score);
        if wanted == self.score {
            return;
        }
        self.score = wanted;
        self.tune = wanted.map(|score| Task::on(&COMPOSERS, move || Tune::make(&score)));
        if wanted.is_none() {
            self.keep(None);
        }
    }

    fn keep(&mut self, tune: Option<Arc<Tune>>) {
        self.tunes.swap(0, 1);
        self.tunes[0].clone_from(&tune);
        self.send(Order::Tune(tune));
    }

    /// Hands over what was made.
    fn go_on(&mut self) {
        if let Some(bank) = self.bank.as_mut().and_then(Task::take) {
            self.bank = None;
            self.send(Order::Bank(Arc::new(bank)));
        }
        if let Some(tune) = self.tune.as_mut().and_then(Task::take) {
            self.tune = None;
            self.keep(Some(Arc::new(tune)));
        }
        self.flush();
    }
}

#[cfg(test)]
mod tests;
