//! The bumper car on its four wheels.

use dodgem_physics::Controls;
use dodgem_physics::{
    BodyDesc, BodyId, Groups, Mass, Material, MaterialId, VehicleId, VehicleSettings, World,
};
use glam::{DVec3, Vec3};

use crate::scene::*;

/// A world with a floor, and the materials of ground and car.
struct Yard {
    world: World,
    ground: MaterialId,
    rubber: MaterialId,
}

impl Yard {
    fn new() -> Yard {
        let mut world = earth();
        let ground = surface(&mut world, 0.1, 0.7);
        let ring = Material {
            restitution: 0.8,
            friction: 0.5,
            ..Material::default()
        };
        let rubber = world.materials_mut().add(ring).unwrap();
        let both = Material {
            restitution: 0.1,
            ..ring
        };
        world
            .materials_mut()
            .set_pair(ground, rubber, both)
            .unwrap();
        add_floor(&mut world, ground);
        Yard {
            world,
            ground,
            rubber,
        }
    }

    fn fixed(&mut self, shape: dodgem_collide::Shape, pose: dodgem_collide::math::Pose) {
        let desc = BodyDesc {
            material: self.ground,
            ..BodyDesc::fixed(shape, pose)
        };
        self.world.add(desc).expect("a sound body");
    }

    fn car_with(
        &mut self,
        pose: dodgem_collide::math::Pose,
        settings: VehicleSettings,
    ) -> (VehicleId, BodyId) {
        let desc = BodyDesc {
            mass: Mass::Kilograms(200.0),
            material: self.rubber,
            ..BodyDesc::dynamic(block(1.2, 0.5, 1.8), pose)
        };
        let body = self.world.add(desc).expect("a sound body");
        let vehicle = self.world.add_vehicle(body, settings);
        (vehicle.expect("sound settings"), body)
    }

    fn car(&mut self, x: f32, z: f32) -> (VehicleId, BodyId) {
        self.car_with(at(x, 0.42, z), VehicleSettings::default())
    }
}

fn control(throttle: f32, steer: f32) -> Controls {
    Controls {
        throttle,
        steer,
        ..Controls::default()
    }
}

#[test]
fn a_car_stands_on_its_springs() {
    let mut yard = Yard::new();
    let (car, body) = yard.car(0.0, 0.0);
    run(&mut yard.world, 3.0);
    let vehicle = yard.world.vehicle(car).unwrap();
    assert_eq!(vehicle.wheels_down(), 4);
    // The springs give by g / omega^2.
    let sag = 9.81 / (std::f32::consts::TAU * 2.5).powi(2);
    for wheel in vehicle.wheels() {
        assert!((wheel.length - (0.45 - sag)).abs() < 2e-3, "{wheel:?}");
        assert!((wheel.load - 200.0 * 9.81 / 4.0).abs() < 2.0, "{wheel:?}");
    }
    let body = &yard.world[body];
    assert!(body.velocity().length() < 1e-3 && body.center().x.abs() < 1e-3);
}

#[test]
fn a_car_reaches_the_top_speed_of_its_power_and_brakes() {
    let mut yard = Yard::new();
    let (car, body) = yard.car(0.0, 80.0);
    run(&mut yard.world, 1.0);
    yard.world.drive(car, control(1.0, 0.0)).unwrap();
    run(&mut yard.world, 8.0);
    let speed = -yard.world[body].velocity().z;
    assert!(speed > 7.2 && speed < 8.1, "{speed}");
    let boosted = Controls {
        power: 1.7,
        ..control(1.0, 0.0)
    };
    yard.world.drive(car, boosted).unwrap();
    run(&mut yard.world, 1.4);
    let fast = -yard.world[body].velocity().z;
    assert!(fast > 11.0, "{fast}");
    yard.world.drive(car, control(1.0, 0.0)).unwrap();
    run(&mut yard.world, 0.3);
    let from = yard.world[body].center();
    let speed = yard.world[body].velocity().length();
    let brake = Controls {
        brake: true,
        ..Controls::default()
    };
    yard.world.drive(car, brake).unwrap();
    run(&mut yard.world, 4.0);
    let way = yard.world[body].center().distance(from);
    // No shorter than the tyres hold; the rear ones carry less while it brakes, and slide.
    let shortest = speed * speed / (2.0 * 9.81);
    assert!(
        (1.0..1.5).contains(&(way / shortest)),
        "{way} m for {shortest} m"
    );
    assert!(yard.world[body].velocity().length() < 0.01);
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
    run(&mut yard.world, 0.5);
    yard.world.drive(car, control(throttle, 0.0)).unwrap();
    run(&mut yard.world, straight);
    yard.world.drive(car, control(throttle, steer)).unwrap();
    run(&mut yard.world, seconds);
    let turn = yard.world[body].angular_velocity().y;
    assert_eq!(turn < 0.0, steer > 0.0, "it turns the wrong way");
    let before = yard.world[body].velocity();
    run(&mut yard.world, 0.25);
    let after = yard.world[body].velocity();
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
    run(&mut yard.world, 1.0);
    yard.world.drive(car, control(0.2, -1.0)).unwrap();
    run(&mut yard.world, 0.5);
    let body = &yard.world[body];
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
    let angle = 0.25_f64;
    let middle = Vec3::new(0.0, 0.62, -10.0);
    yard.fixed(block(4.0, 0.2, 6.0), turned(middle, Vec3::X, angle));
    let (car, body) = yard.car(0.0, 6.0);
    run(&mut yard.world, 0.5);
    yard.world.drive(car, control(1.0, 0.0)).unwrap();
    let (mut highest, mut in_the_air) = (0.0_f64, 0);
    for _ in 0..600 {
        yard.world.step();
        highest = highest.max(yard.world[body].center().y);
        let flies = yard.world.vehicle(car).unwrap().wheels_down() == 0;
        in_the_air = if flies { in_the_air + 1 } else { in_the_air };
    }
    assert!(highest > 1.5, "it climbed to {highest} m");
    assert!(in_the_air > 20, "it flew for {in_the_air} steps");
    let end = &yard.world[body];
    assert!(end.center().z < -16.0, "{}", end.center());
    assert_eq!(yard.world.vehicle(car).unwrap().wheels_down(), 4);
    assert!(end.pose().transform_vector(Vec3::Y).y > 0.98);
}

#[test]
fn a_car_that_is_hit_high_from_the_side_tips_over() {
    let mut yard = Yard::new();
    let (_, body) = yard.car(0.0, 0.0);
    run(&mut yard.world, 1.0);
    let center = yard.world[body].center();
    let blow = DVec3::X * 200.0 * 7.0;
    yard.world
        .add_impulse_at(body, blow, center + DVec3::Y * 0.6)
        .unwrap();
    let mut least = 1.0_f32;
    for _ in 0..240 {
        yard.world.step();
        least = least.min(yard.world[body].pose().transform_vector(Vec3::Y).y);
    }
    assert!(least < 0.3, "it leant to {least} only");
}

#[test]
fn two_cars_bounce_off_each_other() {
    let mut yard = Yard::new();
    let (one, a) = yard.car(0.0, 5.0);
    let (_, b) = yard.car(0.0, -1.0);
    run(&mut yard.world, 0.5);
    yard.world.drive(one, control(1.0, 0.0)).unwrap();
    let mut before = 0.0;
    let impact = loop {
        if before > 4.0 {
            // It rolls, level, so that the two meet at the height of their centres.
            yard.world.drive(one, Controls::default()).unwrap();
        }
        let impacts = yard.world.step().impacts.clone();
        if let Some(impact) = impacts.iter().find(|i| (i.a, i.b) == (a, b)) {
            break *impact;
        }
        before = -yard.world[a].velocity().z;
        assert!(yard.world.time() < 5.0);
    };
    assert!(
        (f64::from(impact.relative_speed) - before).abs() < 0.1,
        "{impact:?}"
    );
    let parting = yard.world[a].velocity().z - yard.world[b].velocity().z;
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
    run(&mut yard.world, 4.0);
    assert_eq!(yard.world.vehicle(above).unwrap().wheels_down(), 4);
    let carried: f32 = yard
        .world
        .vehicle(below)
        .unwrap()
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
    let refused = |settings: VehicleSettings| {
        let mut yard = Yard::new();
        let body = yard
            .world
            .add(BodyDesc::dynamic(block(1.2, 0.5, 1.8), at(0.0, 1.0, 0.0)));
        let added = yard
            .world
            .add_vehicle(body.expect("a sound body"), settings);
        added.map_err(|error| error.to_string())
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
    let mut world = earth();
    add_floor(&mut world, MaterialId::default());
    let ghost = Groups {
        membership: 2,
        filter: 2,
    };
    for (sensor, groups) in [(true, Groups::default()), (false, ghost)] {
        let slab = BodyDesc {
            sensor,
            groups,
            ..BodyDesc::fixed(block(9.0, 0.2, 9.0), at(0.0, 0.0, 0.0))
        };
        world.add(slab).expect("a slab");
    }
    let body = add(
        &mut world,
        block(1.2, 0.5, 1.8),
        at(0.0, 0.5, 0.0),
        200.0,
        MaterialId::default(),
    );
    let own = Groups {
        membership: 1,
        filter: u32::MAX,
    };
    world
        .change(body, |body| body.groups = own)
        .expect("it is there");
    world
        .add_vehicle(body, VehicleSettings::default())
        .expect("a car");
    let mut bare = earth();
    add_floor(&mut bare, MaterialId::default());
    let alone = add(
        &mut bare,
        block(1.2, 0.5, 1.8),
        at(0.0, 0.5, 0.0),
        200.0,
        MaterialId::default(),
    );
    bare.add_vehicle(alone, VehicleSettings::default())
        .expect("a car");
    run(&mut world, 1.0);
    run(&mut bare, 1.0);
    assert_eq!(world[body].center(), bare[alone].center());
}
