//! Visual effects of crashes: sparks, puffs and signs. They advance with the round's time and do not
//! influence it.

use crate::game::Feat;
use glam::Vec3;
use rand::Rng as _;
use rand::SeedableRng;
use rand_pcg::Pcg32;

use crate::app::params::{MAX_PARTICLES, MAX_SIGNS, SIGN_SECONDS};
use crate::app::parts::Whose;
use crate::app::render::scene::{Scene, SceneLine, Sprite};

#[derive(Debug, Clone, Copy)]
struct Particle {
    place: Vec3,
    velocity: Vec3,
    age: f32,
    life: f32,
    kind: ParticleKind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum ParticleKind {
    Spark,
    Puff,
    /// A glowing piece that bounces.
    Bolt,
    /// A flash, with the strength of the crash.
    Ring(f32),
}

/// A comic word that pops up at a crash.
#[derive(Debug, Clone, PartialEq)]
pub struct Sign {
    pub place: Vec3,
    /// The sound word, such as "BANG!".
    pub noise: &'static str,
    /// The texts for the players in the crash; the main one comes first.
    pub told: Vec<Told>,
    /// The crash's strength from 0 to 1.
    pub strength: f32,
    pub age: f32,
    /// The sign's tilt in radians.
    pub lean: f32,
}

/// The text of a sign for one player.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub seat: usize,
    /// The kind of the hit; `None` if the sound word is shown in its place.
    pub word: Option<Feat>,
    /// The second line.
    pub detail: ToldDetail,
}

/// The second line of a sign.
#[derive(Debug, Clone, PartialEq)]
pub enum ToldDetail {
    /// Points and speed.
    Numbers(String),
    /// The other car is of the same team.
    OwnTeam,
    /// The name of the attacker.
    By(String),
}

impl Sign {
    /// Returns the text for a part of the picture; `None` if its player was not in the crash.
    pub fn told_to(&self, whose: Whose) -> Option<&Told> {
        match whose {
            Whose::All => self.told.first(),
            Whose::Seat(seat) => self.told.iter().find(|told| told.seat == seat),
            Whose::Nobody => None,
        }
    }
}

/// All particles and signs in the air.
#[derive(Debug, Clone)]
pub struct Effects {
    particles: Vec<Particle>,
    signs: Vec<Sign>,
    random: Pcg32,
}

const WORDS: [&[&str]; 3] = [
    &["TOK!", "BUMP!", "DONK!"],
    &["BANG!", "CRASH!", "WHAM!"],
    &["KA-BOOM!", "SMASH!", "KRRRASH!"],
];

impl Effects {
    /// Creates an empty set of effects.
    pub fn new(seed: u64) -> Self {
        Self {
            particles: Vec::new(),
            signs: Vec::new(),
            random: Pcg32::seed_from_u64(seed),
        }
    }

    fn next(&mut self) -> f32 {
        (self.random.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// Adds a crash at `place` with a strength from 0 to 1 and the texts of its sign.
    pub fn crash(&mut self, place: Vec3, strength: f32, told: Vec<Told>) {
        let strength = strength.clamp(0.0, 1.0);
        self.sparks(place, 3 + (strength * 80.0) as usize, 1.5 + 7.5 * strength);
        for _ in 0..(strength * 14.0) as usize {
            let angle = self.next() * std::f32::consts::TAU;
            let velocity = Vec3::new(angle.cos(), 0.25, angle.sin()) * (0.6 + 1.6 * self.next());
            let life = 0.5 + 0.5 * self.next();
            self.add(place, velocity, life, ParticleKind::Puff);
        }
        // A touch makes a few sparks; a strong hit also makes a flash and flying bolts.
        if strength > 0.2 {
            self.add(
                place,
                Vec3::ZERO,
                0.16 + 0.22 * strength,
                ParticleKind::Ring(strength),
            );
        }
        if strength > 0.45 {
            for _ in 0..(strength * 16.0) as usize {
                let angle = self.next() * std::f32::consts::TAU;
                let way = Vec3::new(angle.cos(), 1.2 + self.next(), angle.sin());
                let velocity = way * (1.5 + 3.0 * strength * self.next());
                let life = 0.7 + 0.7 * self.next();
                self.add(place, velocity, life, ParticleKind::Bolt);
            }
        }
        let words = WORDS[if strength < 0.3 {
            0
        } else if strength < 0.7 {
            1
        } else {
            2
        }];
        let noise = words[(self.next() * words.len() as f32) as usize % words.len()];
        let lean = (self.next() - 0.5) * 0.3;
        self.signs.push(Sign {
            place,
            noise,
            told,
            strength,
            age: 0.0,
            lean,
        });
        if self.signs.len() > MAX_SIGNS {
            self.signs.remove(0);
        }
    }

    /// Adds sparks that fly from a place at about `speed` in m/s.
    pub fn sparks(&mut self, place: Vec3, count: usize, speed: f32) {
        for _ in 0..count {
            let angle = self.next() * std::f32::consts::TAU;
            let up = 0.2 + 0.9 * self.next();
            let way = Vec3::new(angle.cos(), up, angle.sin());
            let velocity = way * speed * (0.35 + 0.65 * self.next());
            let life = 0.3 + 0.45 * self.next();
            self.add(place, velocity, life, ParticleKind::Spark);
        }
    }

    /// Adds a ring of dust where a car landed on its wheels; `strength` from 0 to 1.
    pub fn dust(&mut self, place: Vec3, strength: f32) {
        let count = 6 + (strength.clamp(0.0, 1.0) * 26.0) as usize;
        for index in 0..count {
            let turn = (index as f32 + self.next()) / count as f32;
            let (sine, cosine) = (turn * std::f32::consts::TAU).sin_cos();
            let way = Vec3::new(cosine, 0.12 + 0.2 * self.next(), sine);
            let speed = (1.0 + 2.6 * strength) * (0.6 + 0.6 * self.next());
            let from = place + Vec3::new(cosine * 0.55, 0.08, sine * 0.75);
            let life = 0.45 + 0.55 * self.next();
            self.add(from, way * speed, life, ParticleKind::Puff);
        }
    }

    fn add(&mut self, place: Vec3, velocity: Vec3, life: f32, kind: ParticleKind) {
        if self.particles.len() >= MAX_PARTICLES {
            self.particles.swap_remove(0);
        }
        self.particles.push(Particle {
            place,
            velocity,
            age: 0.0,
            life,
            kind,
        });
    }

    /// Advances the particles by that many seconds.
    pub fn update(&mut self, seconds: f32) {
        for particle in &mut self.particles {
            particle.age += seconds;
            if matches!(particle.kind, ParticleKind::Spark | ParticleKind::Bolt) {
                particle.velocity.y -= 9.8 * seconds;
            } else {
                particle.velocity *= (-2.5 * seconds).exp();
            }
            particle.place += particle.velocity * seconds;
            if particle.place.y < 0.02 && particle.velocity.y < 0.0 {
                particle.place.y = 0.02;
                particle.velocity.y *= -0.45;
            }
        }
        self.particles
            .retain(|particle| particle.age < particle.life);
        self.age_signs(seconds);
    }

    /// Ages the signs, also while the round is paused, because they hide what a player wants to see.
    pub fn age_signs(&mut self, seconds: f32) {
        for sign in &mut self.signs {
            sign.age += seconds;
        }
        self.signs.retain(|sign| sign.age < SIGN_SECONDS);
    }

    /// Returns the visible signs.
    pub fn signs(&self) -> &[Sign] {
        &self.signs
    }

    /// Adds the particles to a scene.
    pub fn draw(&self, scene: &mut Scene) {
        for particle in &self.particles {
            let left = 1.0 - particle.age / particle.life;
            match particle.kind {
                ParticleKind::Spark => {
                    let tail = particle.place - particle.velocity * 0.028;
                    let color = [
                        1.0,
                        0.55 + 0.4 * left,
                        0.15 + 0.6 * left * left,
                        left.min(0.9),
                    ];
                    scene.streaks.push(SceneLine {
                        from: tail.to_array(),
                        to: particle.place.to_array(),
                        color,
                        style: [1.0 + 2.2 * left, 0.0],
                    });
                }
                ParticleKind::Puff => {
                    let wide = 0.16 + 0.5 * (1.0 - left);
                    scene
                        .sprites
                        .push(Sprite::puff(particle.place, wide, 0.75, 0.30 * left));
                }
                ParticleKind::Bolt => {
                    let color = Vec3::new(1.0, 0.78, 0.25) * (0.5 + left);
                    let wide = 0.05 + 0.05 * left;
                    scene
                        .sprites
                        .push(Sprite::glow(particle.place, wide, color));
                }
                ParticleKind::Ring(strength) => {
                    let glow = Vec3::new(1.0, 0.8, 0.45) * ((0.5 + 1.3 * strength) * left * left);
                    let wide = (0.4 + 1.4 * (1.0 - left)) * (0.4 + 0.8 * strength);
                    scene.sprites.push(Sprite::glow(particle.place, wide, glow));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_seen_and_passes() {
        let mut effects = Effects::new(1);
        let told = |seat| Told {
            seat,
            word: None,
            detail: ToldDetail::By(seat.to_string()),
        };
        effects.crash(Vec3::Y, 0.8, vec![told(2), told(0)]);
        let sign = &effects.signs()[0];
        let said = |whose| sign.told_to(whose).map(|told| told.seat);
        assert_eq!(said(Whose::All), Some(2));
        assert_eq!(said(Whose::Seat(0)), Some(0));
        assert_eq!(said(Whose::Seat(1)).or(said(Whose::Nobody)), None);
        assert_eq!(effects.signs().len(), 1);
        assert!(effects.particles.len() > 20);
        for _ in 0..240 {
            effects.update(1.0 / 120.0);
            assert!(
                effects
                    .particles
                    .iter()
                    .all(|particle| particle.place.y >= 0.0)
            );
        }
        assert!(effects.signs().is_empty() && effects.particles.is_empty());
    }

    #[test]
    fn a_harder_landing_raises_more_dust_which_settles() {
        let mut effects = Effects::new(5);
        effects.dust(Vec3::ZERO, 0.1);
        let light = effects.particles.len();
        effects.dust(Vec3::ZERO, 1.0);
        assert!(effects.particles.len() > 3 * light);
        for _ in 0..150 {
            effects.update(1.0 / 120.0);
        }
        assert!(effects.particles.is_empty() && effects.signs().is_empty());
    }

    #[test]
    fn a_stronger_crash_says_a_stronger_word() {
        for (strength, words) in [(0.1, WORDS[0]), (0.5, WORDS[1]), (1.0, WORDS[2])] {
            let mut effects = Effects::new(7);
            effects.crash(Vec3::ZERO, strength, Vec::new());
            assert!(words.contains(&effects.signs()[0].noise));
        }
    }

    #[test]
    fn however_many_crashes_the_air_does_not_fill_up() {
        let mut effects = Effects::new(3);
        for _ in 0..100 {
            effects.crash(Vec3::ZERO, 1.0, Vec::new());
        }
        assert!(effects.particles.len() <= MAX_PARTICLES && effects.signs().len() <= MAX_SIGNS);
    }
}
