//! Tests of the mix without a sound device: they check the samples that a loudspeaker would get.

use std::time::Duration;

use crate::platform::sound::Frame;
use dodgem_synth::STEMS;

use super::*;
use crate::app::params::{LIMITER_CEILING, MAX_VOICES};
use crate::app::sound::mixer::{Level as Loudness, SHOTS};
use crate::app::sound::score::score_of;
use crate::app::sound::voices::LOOPS;
use crate::level::{Library, Mode, load};

const LOUD: Volumes = Volumes {
    all: 1.0,
    effects: 1.0,
    motors: 1.0,
    crowd: 1.0,
    music: 1.0,
};

const RATE: usize = 48_000;

fn score(name: &str) -> Score {
    let mut level = load(&Library::new(Vec::new()), "classic").unwrap();
    level.name = name.to_owned();
    score_of(&level, Mode::Points)
}

/// Returns a player whose sounds are all made and handed over, and the mixer that it sends orders to.
fn ready(volumes: Volumes) -> (SoundPlayer, Mixer) {
    let (mut engine, mixer) = Engine::new(volumes);
    engine.play(score("one"));
    let longest = Duration::from_secs(60);
    if let Some(bank) = engine
        .bank
        .take()
        .and_then(|mut task| task.take_within(longest))
    {
        engine.send(Order::Bank(Arc::new(bank)));
    }
    if let Some(tune) = engine
        .tune
        .take()
        .and_then(|mut task| task.take_within(longest))
    {
        engine.keep(Some(Arc::new(tune)));
    }
    let engine = Some(engine);
    (SoundPlayer { engine }, mixer)
}

fn rendered(mixer: &mut Mixer, seconds: f32) -> Vec<Frame> {
    let mut out = vec![Frame::ZERO; (seconds * RATE as f32) as usize];
    for part in out.chunks_mut(128) {
        mixer.render(part, 1.0 / RATE as f64);
    }
    out
}

fn loudest(frames: &[Frame]) -> f32 {
    let peaks = frames.iter().map(|one| {
        assert!(one.left.is_finite() && one.right.is_finite());
        one.left.abs().max(one.right.abs())
    });
    peaks.fold(0.0, f32::max)
}

fn power(frames: &[Frame]) -> f32 {
    let squares = frames
        .iter()
        .map(|one| one.left * one.left + one.right * one.right);
    (squares.sum::<f32>() / frames.len() as f32).sqrt()
}

/// Returns every loop and stem at full gain.
fn everything(name: &str) -> Heard {
    let loud = Loudness {
        gain: 1.0,
        side: 0.0,
        rate: 1.5,
    };
    Heard {
        levels: Levels {
            loops: [loud; LOOPS],
            stems: [1.0; STEMS],
            ..Levels::SILENT
        },
        score: score(name),
    }
}

#[test]
fn silence_takes_every_call() {
    let mut sound = SoundPlayer::silent();
    assert!(sound.is_silent());
    sound.cue(Cue::Go);
    sound.crash(Stuff::Wall, 1.0, 0.0, 1.0);
    sound.cheer(1.0, 1.0);
    sound.set_volumes(LOUD);
    sound.hear(&everything("one"));
}

#[test]
fn nothing_clips_when_all_is_as_loud_as_it_can_be() {
    let (mut sound, mut mixer) = ready(LOUD);
    sound.hear(&everything("one"));
    rendered(&mut mixer, 0.5);
    let mut most = 0.0_f32;
    for round in 0..20 {
        for stuff in Stuff::ALL {
            for _ in 0..10 {
                sound.crash(stuff, 1.0, if round % 2 == 0 { -1.0 } else { 1.0 }, 1.0);
            }
        }
        sound.cheer(1.0, 1.0);
        sound.cue(Cue::Horn);
        most = most.max(loudest(&rendered(&mut mixer, 0.15)));
        assert!(mixer.voices() <= MAX_VOICES, "{}", mixer.voices());
    }
    assert!(most <= LIMITER_CEILING + 1e-4, "{most}");
    // The limiter did it, so the mix was too loud without it.
    assert!(
        most > 0.9 && mixer.least_gain() < 0.3,
        "{}",
        mixer.least_gain()
    );
    assert!(
        mixer.voices() >= LOOPS + STEMS + SHOTS,
        "{}",
        mixer.voices()
    );
}

#[test]
fn a_busy_second_seldom_needs_the_limiter() {
    // Default settings, with a full crash every third of a second, four motors, all stems and a cheer.
    let (mut sound, mut mixer) = ready(crate::app::settings::AppSettings::default().volumes());
    let mut heard = everything("one");
    for level in &mut heard.levels.loops {
        level.gain = 0.25;
    }
    sound.hear(&heard);
    rendered(&mut mixer, 1.0);
    for _ in 0..9 {
        sound.crash(Stuff::Car, 0.6, 0.3, 1.0);
        sound.cheer(0.4, 1.0);
        assert!(power(&rendered(&mut mixer, 0.33)) > 0.02);
    }
    assert!(mixer.least_gain() > 0.5, "{}", mixer.least_gain());
}

#[test]
fn each_volume_is_that_of_its_own_sounds() {
    let off = Volumes {
        effects: 0.0,
        motors: 0.0,
        crowd: 0.0,
        music: 0.0,
        ..LOUD
    };
    let on: [fn(&mut Volumes); 4] = [
        |volumes| volumes.effects = 1.0,
        |volumes| volumes.motors = 1.0,
        |volumes| volumes.crowd = 1.0,
        |volumes| volumes.music = 1.0,
    ];
    for on in on {
        let (mut sound, mut mixer) = ready(LOUD);
        sound.hear(&everything("one"));
        sound.set_volumes(off);
        rendered(&mut mixer, 0.5);
        assert!(power(&rendered(&mut mixer, 0.2)) < 1e-4);
        let mut volumes = off;
        on(&mut volumes);
        sound.set_volumes(volumes);
        rendered(&mut mixer, 0.2);
        assert!(power(&rendered(&mut mixer, 0.5)) > 0.01, "{volumes:?}");
        sound.set_volumes(Volumes {
            all: 0.0,
            ..volumes
        });
        rendered(&mut mixer, 0.5);
        assert!(power(&rendered(&mut mixer, 0.2)) < 1e-4);
    }
}

#[test]
fn no_music_is_made_while_it_is_off() {
    let (mut engine, _mixer) = Engine::new(Volumes { music: 0.0, ..LOUD });
    engine.play(score("one"));
    assert!(engine.tune.is_none());
    engine.volumes.music = 0.5;
    engine.play(score("one"));
    assert!(engine.tune.is_some());
    engine.volumes.music = 0.0;
    engine.play(score("one"));
    assert!(engine.tune.is_none());
}

#[test]
fn one_music_gives_way_to_the_next_without_a_gap_or_a_click() {
    let (mut sound, mut mixer) = ready(LOUD);
    let mut heard = everything("one");
    heard.levels.loops = Levels::SILENT.loops;
    // Only the held chords: between two beats of a drum there is silence.
    heard.levels.stems = [0.0, 0.0, 1.0, 0.0];
    sound.hear(&heard);
    rendered(&mut mixer, 3.0);
    let tune = Tune::make(&score("two"));
    if let Some(engine) = &mut sound.engine {
        engine.keep(Some(Arc::new(tune)));
    }
    let frames = rendered(&mut mixer, 2.0);
    let steps = frames
        .windows(2)
        .map(|pair| (pair[1].left - pair[0].left).abs());
    assert!(steps.fold(0.0, f32::max) < 0.1);
    for part in frames.chunks(RATE) {
        assert!(power(part) > 0.005);
    }
    assert_eq!(mixer.voices(), 1);
}

#[test]
fn a_crash_on_the_left_is_heard_on_the_left_and_a_hard_one_is_louder() {
    let (mut sound, mut mixer) = ready(LOUD);
    rendered(&mut mixer, 0.1);
    sound.crash(Stuff::Wall, 1.0, -0.8, 1.0);
    let hard = rendered(&mut mixer, 0.8);
    let side = |pick: fn(&Frame) -> f32| hard.iter().map(|one| pick(one).abs()).sum::<f32>();
    assert!(side(|one| one.left) > 2.0 * side(|one| one.right));
    sound.crash(Stuff::Wall, 0.1, -0.8, 1.0);
    assert!(power(&hard) > 2.0 * power(&rendered(&mut mixer, 0.8)));
}

#[test]
fn a_full_queue_loses_shots_and_keeps_what_must_arrive() {
    let (mut sound, mut mixer) = ready(LOUD);
    for _ in 0..2 * MOST_ORDERS {
        sound.cue(Cue::Tick);
    }
    sound.set_volumes(Volumes { all: 0.0, ..LOUD });
    rendered(&mut mixer, 0.1);
    sound.hear(&everything("one"));
    rendered(&mut mixer, 0.3);
    assert!(power(&rendered(&mut mixer, 0.1)) < 1e-4);
}
