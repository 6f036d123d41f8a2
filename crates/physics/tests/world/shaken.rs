//! Many bodies in a closed mesh that is shaken: none gets out.

use dodgem_physics::{Settings, World};
use glam::Vec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::shaker::{ROOMY, Shaker, thousand};

impl Shaker {
    /// Shakes for some seconds; returns the debts of all steps, in seconds, and the number of overlaps.
    fn shake(&mut self, seconds: f64) -> (f64, u64) {
        let mut debt = 0.0;
        let mut overlaps = 0;
        let mut told = 0;
        while self.world.time() < seconds {
            let report = self.one();
            let (owed, inside) = (report.debt, report.overlapping);
            debt += owed;
            overlaps += inside;
            self.assert_inside();
            if self.world.time() >= f64::from(told + 1) {
                told += 1;
                println!("{told} s: debt {debt} s, {overlaps} overlaps");
            }
        }
        (debt, overlaps)
    }

    fn assert_inside(&self) {
        if let Some((id, local)) = self.outside().next() {
            let time = self.world.time();
            panic!("body {} got out to {local} at {time} s", id.index());
        }
    }
}

#[test]
fn nobody_in_a_shaken_box_leaves_it_or_begins_a_step_inside_anything() {
    let mut shaker = Shaker::new(3, 20, 0.45, Settings::default());
    let (_, overlaps) = shaker.shake(3.0);
    assert_eq!(overlaps, 0);
}

#[test]
fn nobody_leaves_a_shaken_box_when_work_is_scarce() {
    let settings = Settings {
        work_per_step: 2000,
        ..Settings::default()
    };
    let mut shaker = Shaker::new(3, 20, 0.45, settings);
    let (debt, _) = shaker.shake(2.0);
    assert!(debt > 0.0, "there was work enough");
}

/// Bodies thrown together never have more energy than at the start.
#[test]
fn a_crowd_in_a_box_that_stands_still_gains_no_energy() {
    for gravity in [Vec3::ZERO, Vec3::NEG_Y * 9.81] {
        let settings = Settings {
            gravity,
            air_density: 0.0,
            ..Settings::default()
        };
        let mut shaker = Shaker::new(6, 200, ROOMY, settings);
        let mut random = Pcg32::seed_from_u64(2);
        for id in &shaker.bodies {
            let to_middle = -shaker.world[*id].center().as_vec3();
            let mut any = || Vec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0)));
            let (velocity, turning) = (to_middle * 4.0 + any() * 2.0, any() * 10.0);
            shaker.world.set_velocity(*id, velocity, turning).unwrap();
        }
        let kinetic = |world: &World| {
            let all = world.bodies();
            all.map(|body| body.kinetic_energy()).sum::<f64>()
        };
        let thrown = kinetic(&shaker.world);
        let (mut before, mut impacts) = (shaker.world.energy(), 0);
        for step in 0..120 {
            let report = shaker.world.step();
            assert_eq!(report.overlapping, 0);
            impacts += report.impacts.len();
            let now = shaker.world.energy();
            assert!(
                now <= before + 1e-6 * thrown,
                "step {step}: from {before} J to {now} J, thrown with {thrown} J"
            );
            before = now;
            shaker.assert_inside();
        }
        assert!(impacts > 500, "{impacts} impacts are no crowd");
        assert!(kinetic(&shaker.world) < 0.8 * thrown);
    }
}

/// Work units for a step of a thousand where work is scarce: most of them wait then.
const SCARCE: u64 = 50_000;

/// The share of the time for which the bodies of a shaker waited.
fn share(debt: f64, shaker: &Shaker) -> f64 {
    debt / (shaker.world.time() * shaker.bodies.len() as f64)
}

#[test]
fn nobody_of_a_thousand_leaves_a_shaken_box_and_hardly_anybody_waits() {
    let mut shaker = thousand(Settings::default());
    let (debt, overlaps) = shaker.shake(1.1);
    let waited = share(debt, &shaker);
    println!("they waited for {waited} of the time");
    assert_eq!(overlaps, 0);
    assert!(waited < 0.01, "they waited for {waited} of the time");
}

#[test]
fn nobody_of_a_thousand_leaves_a_shaken_box_when_work_is_scarce() {
    let settings = Settings {
        work_per_step: SCARCE,
        ..Settings::default()
    };
    let (_, overlaps) = thousand(settings).shake(0.4);
    assert_eq!(overlaps, 0);
}

/// `SECONDS=60 cargo test --release -p dodgem-physics --test world -- --ignored thousand --nocapture`; without
/// SECONDS, a minute too.
#[test]
#[ignore = "takes many minutes"]
fn nobody_of_a_thousand_leaves_a_box_shaken_for_a_minute() {
    let seconds = std::env::var("SECONDS").ok();
    let seconds = seconds.and_then(|s| s.parse().ok()).unwrap_or(60.0);
    let start = std::time::Instant::now();
    let mut shaker = thousand(Settings::default());
    let (debt, overlaps) = shaker.shake(seconds);
    let took = start.elapsed().as_secs_f64();
    let waited = share(debt, &shaker);
    println!("they waited for {waited} of the time; {took} s");
    assert_eq!(overlaps, 0);
    assert!(waited < 0.05, "they waited for {waited} of the time");
}
