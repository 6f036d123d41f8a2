//! Driving: springs, speed, curves, ramps and crashes.

use super::*;
use dodgem_physics::Groups;
use glam::DVec3;

/// A world with a floor, and the materials of ground and car.
struct Yard {
    traffic: Traffic,
    ground: MaterialId,
    rubber: MaterialId,
}

impl Yard {
    fn new() -> Yard {
        let mut traffic = Traffic::new();
        let table = traffic.world.materials_mut();
        let smooth = Material {
            restitution: 0.1,
            friction: 0.7,
            ..Material::default()
        };
        let ring = Material {
            restitution: 0.8,
            friction: 0.5,
            ..Material::default()
        };
        let [ground, rubber] = [smooth, ring].map(|material| table.add(material).unwrap());
        let both = Material {
            restitution: 0.1,
            ..ring
        };
        table.set_pair(ground, rubber, both).unwrap();
        traffic.add_floor(ground);
        Yard {
            traffic,
            ground,
            rubber,
        }
    }

    fn fixed(&mut self, shape: Shape, pose: Pose) {
        let desc = BodyDesc {
            material: self.ground,
            ..BodyDesc::fixed(shape, pose)
        };
        self.traffic.world.add(desc).expect("a sound body");
    }

    /// Adds a car and returns its number and its body.
    fn car_with(&mut self, pose: Pose, settings: VehicleSettings) -> (usize, BodyId) {
        let body = self.traffic.add_car(pose, self.rubber, settings);
        (self.traffic.cars.len() - 1, body)
    }

    fn car(&mut self, x: f32, z: f32) -> (usize, BodyId) {
        self.car_with(at(x, 0.42, z), VehicleSettings::default())
    }
}

#[test]
fn a_car_stands_on_its_springs() {
    let mut yard = Yard::new();
    let (car, body) = yard.car(0.0, 0.0);
    yard.traffic.run(3.0);
    let vehicle = &yard.traffic.cars[car];
    assert_eq!(vehicle.wheels_down(), 4);
    // The springs give by g / omega^2.
    let sag = 9.81 / (std::f32::consts::TAU * 2.5).powi(2);
    for wheel in vehicle.wheels() {
        assert!((wheel.length - (0.45 - sag)).abs() < 2e-3, "{wheel:?}");
        assert!((wheel.load - 200.0 * 9.81 / 4.0).abs() < 2.0, "{wheel:?}");
    }
    let body = &yard.traffic.world[body];
    assert!(body.velocity().length() < 1e-3 && body.center().x.abs() < 1e-3);
}

#[test]
fn a_car_reaches_the_top_speed_of_its_power_and_brakes() {
    let mut yard = Yard::new();
    let (car, body) = yard.car(0.0, 80.0);
    yard.traffic.run(1.0);
    yard.traffic.drive(car, control(1.0, 0.0));
    yard.traffic.run(8.0);
    let speed = -yard.traffic.world[body].velocity().z;
    assert!(speed > 7.2 && speed < 8.1, "{speed}");
    let boosted = Controls {
        power: 1.7,
        ..control(1.0, 0.0)
    };
    yard.traffic.drive(car, boosted);
    yard.traffic.run(1.4);
    let fast = -yard.traffic.world[body].velocity().z;
    assert!(fast > 11.0, "{fast}");
    yard.traffic.drive(car, control(1.0, 0.0));
    yard.traffic.run(0.3);
    let from = yard.traffic.world[body].center();
    let speed = yard.traffic.world[body].velocity().length();
    yard.traffic.drive(car, braking());
    yard.traffic.run(4.0);
    let way = yard.traffic.world[body].center().distance(from);
    // No shorter than the tyres hold; the rear ones carry less while it brakes, and slide.
    let shortest = speed * speed / (2.0 * 9.81);
    assert!(
        (1.0..1.5).contains(&(way / shortest)),
        "{way} m for {shortest} m"
    );
    assert!(yard.traffic.world[body].velocity().length() < 0.01);
}

/// The radius (m) of a car's circle and its speed (m/s) after `straight` seconds straight on and
/// `seconds` with the wheels turned, at a throttle and with tyres of some grip.
fn circle(grip: f32, throttle: f32, steer: f32, straight: f64, seconds: f64) -> (f64, f64) {
    let mut yard = Yard::new();
    let settings = VehicleSettings {
        grip,
        ..VehicleSettings::default()
    };
    let (car, body) = yard.car_with(at(0.0, 0.42, 0.0), settings);
    yard.traffic.run(0.5);
    yard.traffic.drive(car, control(throttle, 0.0));
    yard.traffic.run(straight);
    yard.traffic.drive(car, control(throttle, steer));
    yard.traffic.run(seconds);
    let turn = yard.traffic.world[body].angular_velocity().y;
    assert_eq!(turn < 0.0, steer > 0.0, "it turns the wrong way");
    let before = yard.traffic.world[body].velocity();
    yard.traffic.run(0.25);
    let after = yard.traffic.world[body].velocity();
    let curve = before.angle_between(after) / 0.25;
    (before.length() / curve, before.length())
}

#[test]
fn a_car_turns_in_the_circle_that_its_driver_wants_and_slides_on_ice() {
    // Half the steering is half the curve.
    let (radius, _) = circle(1.0, 0.2, 0.5, 0.0, 6.0);
    let expected = f64::from(VehicleSettings::default().turn_radius) / 0.5;
    assert!(
        (radius / expected - 1.0).abs() < 0.15,
        "{radius} for {expected}"
    );
    assert!(circle(1.0, 0.2, -0.5, 0.0, 6.0).0 > 0.0);
    // The tyres cannot pull it round more tightly than they hold: v^2 / r <= mu g.
    let (ice, speed) = circle(0.1, 0.6, 0.5, 5.0, 0.5);
    assert!(
        ice > 0.95 * speed * speed / (0.1 * 9.81),
        "{ice} m at {speed} m/s"
    );
    assert!(ice > 1.4 * radius, "{ice} on ice");
}

#[test]
fn a_standing_car_turns_on_the_spot() {
    let mut yard = Yard::new();
    let (car, body) = yard.car(0.0, 0.0);
    yard.traffic.run(1.0);
    yard.traffic.drive(car, control(0.2, -1.0));
    yard.traffic.run(0.5);
    let body = &yard.traffic.world[body];
    // 60 % of the share of the throttle of the fastest turn, to the left, and hardly a way.
    let expected = 0.6 * 0.2 * f64::from(VehicleSettings::default().turn_rate);
    let turn = body.angular_velocity().y;
    assert!(turn > 0.9 * expected, "{turn} rad/s of {expected}");
    assert!(body.center().x.hypot(body.center().z) < 0.2);
}

#[test]
fn a_car_climbs_a_ramp_jumps_and_lands_on_its_wheels() {
    let mut yard = Yard::new();
    // 6 m long, 14 degrees, its lower edge in the floor.
    let angle = 0.25_f32;
    let middle = Vec3::new(0.0, 0.62, -10.0);
    yard.fixed(
        block(4.0, 0.2, 6.0),
        Pose::new(Quat::from_rotation_x(angle), middle).unwrap(),
    );
    let (car, body) = yard.car(0.0, 6.0);
    yard.traffic.run(0.5);
    yard.traffic.drive(car, control(1.0, 0.0));
    let (mut highest, mut in_the_air) = (0.0_f64, 0);
    for _ in 0..600 {
        yard.traffic.step();
        highest = highest.max(yard.traffic.world[body].center().y);
        let flies = yard.traffic.cars[car].wheels_down() == 0;
        in_the_air = if flies { in_the_air + 1 } else { in_the_air };
    }
    assert!(highest > 1.5, "it climbed to {highest} m");
    assert!(in_the_air > 20, "it flew for {in_the_air} steps");
    let end = &yard.traffic.world[body];
    assert!(end.center().z < -16.0, "{}", end.center());
    assert_eq!(yard.traffic.cars[car].wheels_down(), 4);
    assert!(end.pose().transform_vector(Vec3::Y).y > 0.98);
}

#[test]
fn a_car_that_is_hit_high_from_the_side_tips_over() {
    let mut yard = Yard::new();
    let (_, body) = yard.car(0.0, 0.0);
    yard.traffic.run(1.0);
    let center = yard.traffic.world[body].center();
    let blow = DVec3::X * 200.0 * 7.0;
    yard.traffic
        .world
        .add_impulse_at(body, blow, center + DVec3::Y * 0.6)
        .unwrap();
    let mut least = 1.0_f32;
    for _ in 0..240 {
        yard.traffic.step();
        least = least.min(yard.traffic.world[body].pose().transform_vector(Vec3::Y).y);
    }
    assert!(least < 0.3, "it leant to {least} only");
}

#[test]
fn two_cars_bounce_off_each_other() {
    let mut yard = Yard::new();
    let (one, a) = yard.car(0.0, 5.0);
    let (_, b) = yard.car(0.0, -1.0);
    yard.traffic.run(0.5);
    yard.traffic.drive(one, control(1.0, 0.0));
    let mut before = 0.0;
    let impact = loop {
        if before > 4.0 {
            // It rolls, level, so that the two meet at the height of their centres.
            yard.traffic.drive(one, Controls::default());
        }
        let impacts = yard.traffic.step().impacts.clone();
        if let Some(impact) = impacts.iter().find(|i| (i.a, i.b) == (a, b)) {
            break *impact;
        }
        before = -yard.traffic.world[a].velocity().z;
        assert!(yard.traffic.world.time() < 5.0);
    };
    assert!(
        (f64::from(impact.relative_speed) - before).abs() < 0.1,
        "{impact:?}"
    );
    let parting = yard.traffic.world[a].velocity().z - yard.traffic.world[b].velocity().z;
    assert!(
        (parting / before - 0.8).abs() < 0.08,
        "{parting} of {before}"
    );
}

#[test]
fn a_car_stands_on_another_and_presses_it_down() {
    let mut yard = Yard::new();
    let (below, _) = yard.car(0.0, 0.0);
    let (above, _) = yard.car_with(at(0.0, 1.1, 0.0), VehicleSettings::default());
    yard.traffic.run(4.0);
    assert_eq!(yard.traffic.cars[above].wheels_down(), 4);
    let carried: f32 = yard.traffic.cars[below]
        .wheels()
        .iter()
        .map(|w| w.load)
        .sum();
    assert!((carried / (400.0 * 9.81) - 1.0).abs() < 0.02, "{carried} N");
}

/// Cause: the rate is a limit of `clamp`, which panics where the lower limit is above the upper one.
#[test]
fn settings_with_which_no_car_can_drive_are_refused_by_name() {
    let sound = VehicleSettings::default();
    let mut traffic = Traffic::new();
    let desc = BodyDesc::dynamic(block(1.2, 0.5, 1.8), at(0.0, 1.0, 0.0));
    let body = traffic.world.add(desc).expect("a sound body");
    let refused = |settings: VehicleSettings| {
        let added = Vehicle::new(body, settings);
        added.map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(refused(sound).is_ok());
    for value in [-1.0, f32::NAN, f32::INFINITY] {
        let cases = [
            (
                VehicleSettings {
                    turn_rate: value,
                    ..sound
                },
                "turn_rate",
            ),
            (
                VehicleSettings {
                    braking: value,
                    ..sound
                },
                "braking",
            ),
            (
                VehicleSettings {
                    grip: value,
                    ..sound
                },
                "grip",
            ),
            (
                VehicleSettings {
                    top_speed: value,
                    ..sound
                },
                "top_speed",
            ),
            (
                VehicleSettings {
                    half_base: value,
                    ..sound
                },
                "half_base",
            ),
        ];
        for (settings, name) in cases {
            let error = refused(settings).expect_err("it cannot drive");
            assert!(
                error.starts_with(&format!("{name} is {value}; it must be")),
                "{error}"
            );
        }
    }
    let flat = VehicleSettings {
        half_track: 0.0,
        ..sound
    };
    assert!(refused(flat).is_err());
}

/// Wheels stand on the floor below a sensor, and on no body of a group that the car does not meet.
#[test]
fn wheels_stand_on_nothing_that_lets_the_car_through() {
    let center = |slabs: &[(bool, Groups)]| {
        let mut traffic = Traffic::new();
        traffic.add_floor(MaterialId::DEFAULT);
        for (sensor, groups) in slabs {
            let slab = BodyDesc {
                sensor: *sensor,
                groups: *groups,
                ..BodyDesc::fixed(block(9.0, 0.2, 9.0), at(0.0, 0.0, 0.0))
            };
            traffic.world.add(slab).expect("a slab");
        }
        let settings = VehicleSettings::default();
        let body = traffic.add_car(at(0.0, 0.5, 0.0), MaterialId::DEFAULT, settings);
        let own = Groups {
            membership: 1,
            filter: u32::MAX,
        };
        (traffic.world.change(body, |body| body.groups = own)).expect("it is there");
        traffic.run(1.0);
        traffic.world[body].center()
    };
    let ghost = Groups {
        membership: 2,
        filter: 2,
    };
    let slabs = [(true, Groups::default()), (false, ghost)];
    assert_eq!(center(&slabs), center(&[]));
}
