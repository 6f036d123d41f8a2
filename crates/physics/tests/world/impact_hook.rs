//! Impacts by a rule of the program's own.

use dodgem_physics::{
    Body, BodyDesc, CustomImpact, ImpactHook, ImpactRule, LockedAxes, Mass, MaterialId, Settings,
    World,
};
use glam::{DVec3, Vec3};

use crate::scene::*;

/// The bodies part, mostly along z, and turn about it, whatever hits them; infinite speeds are refused.
const ALONG_Z: ImpactHook = ImpactHook {
    name: "along z",
    resolve: |impact| {
        assert!(impact.closing_speed() > 0.0);
        impact.set_velocities([DVec3::new(-1.0, 1.0, -3.0), DVec3::new(1.0, 1.0, 3.0)]);
        impact.set_velocities([DVec3::INFINITY, DVec3::NAN]);
        impact.set_angular_velocities([DVec3::Z * 2.0, DVec3::Z * -2.0]);
        true
    },
};

/// Changes both bodies, and leaves the impact to impulses all the same.
const REFUSES: ImpactHook = ImpactHook {
    name: "refuses",
    resolve: |impact| {
        impact.set_velocities([DVec3::Y, DVec3::Y]);
        impact.set_angular_velocities([DVec3::Y, DVec3::Y]);
        false
    },
};

/// Sends both bodies on into each other.
const CLOSES: ImpactHook = ImpactHook {
    name: "closes",
    resolve: |impact: &mut CustomImpact| {
        let velocities = impact.bodies().map(|body| body.velocity());
        impact.set_velocities(velocities.map(|velocity| velocity * 0.5));
        true
    },
};

/// A world in which one ball is about to hit a second one, with a change of the second one.
fn two_balls(rule: ImpactRule, change: impl FnOnce(&mut BodyDesc)) -> World {
    let mut world = with(Settings {
        gravity: Vec3::ZERO,
        air_density: 0.0,
        rule,
        ..Settings::default()
    });
    let material = MaterialId::DEFAULT;
    let a = add(&mut world, ball(0.5), at(0.0, 0.0, 0.0), 2.0, material);
    let mut other = BodyDesc::dynamic(ball(0.5), at(1.1, 0.1, 0.0));
    other.mass = Mass::Kilograms(1.0);
    change(&mut other);
    world.add(other).expect("a sound body");
    world.set_velocity(a, Vec3::X * 10.0, Vec3::ZERO).unwrap();
    world
}

/// Both balls.
fn both(world: &World) -> [&Body; 2] {
    let mut bodies = world.bodies();
    [0, 1].map(|_| bodies.next().expect("two balls"))
}

/// Steps until the impact; the rule that the report names.
fn rule_of_impact(world: &mut World) -> ImpactRule {
    for _ in 0..60 {
        if let [impact, ..] = world.step().impacts[..] {
            return impact.effect.rule;
        }
    }
    panic!("nothing is hit");
}

#[test]
fn a_rule_of_the_program_gives_the_velocities() {
    let rule = ImpactRule::Custom(ALONG_Z);
    let mut world = two_balls(rule, |_| ());
    assert_eq!(rule_of_impact(&mut world), rule);
    let [a, b] = both(&world);
    assert_eq!(a.velocity(), DVec3::new(-1.0, 1.0, -3.0));
    assert_eq!(b.velocity(), DVec3::new(1.0, 1.0, 3.0));
    assert!((a.angular_velocity() - DVec3::Z * 2.0).length() < 1e-9);
    assert!((b.angular_velocity() - DVec3::Z * -2.0).length() < 1e-9);
}

#[test]
fn locked_axes_hold_against_the_rule() {
    let mut world = two_balls(ImpactRule::Custom(ALONG_Z), |desc| {
        desc.locked = LockedAxes {
            translation: [false, true, false],
            rotation: [false, false, true],
        };
    });
    rule_of_impact(&mut world);
    let [_, b] = both(&world);
    assert_eq!(b.velocity(), DVec3::new(1.0, 0.0, 3.0));
    assert!(b.angular_velocity().length() < 1e-9);
}

#[test]
fn impacts_that_a_rule_leaves_alone_follow_impulses_to_the_bit() {
    let states = |rule: ImpactRule, by_impulse: bool| {
        let mut world = two_balls(rule, |desc| desc.by_impulse = by_impulse);
        assert_eq!(rule_of_impact(&mut world), ImpactRule::Impulse);
        run(&mut world, 0.1);
        world.state_hash()
    };
    let impulse = states(ImpactRule::Impulse, false);
    assert_eq!(states(ImpactRule::Custom(REFUSES), false), impulse);
    let impulse = states(ImpactRule::Impulse, true);
    assert_eq!(states(ImpactRule::Custom(ALONG_Z), true), impulse);
}

#[test]
fn bodies_that_a_rule_leaves_closing_do_not_enter_each_other() {
    let mut world = two_balls(ImpactRule::Custom(CLOSES), |_| ());
    rule_of_impact(&mut world);
    for _ in 0..60 {
        world.step();
        let [a, b] = both(&world);
        assert!(a.center().distance(b.center()) >= 1.0);
    }
}
