//! The impact rule of source 1, by the hook of the physics library for impacts.

use dodgem_physics::glam::DVec3;
use dodgem_physics::{Body, CustomImpact, ImpactHook};

use crate::params::LEAST_PARTING_SPEED;

/// The rule of the bumper-car game by Aleš Daneu (*Algoritmi za odkrivanje trkov*, diploma thesis, University of
/// Ljubljana, 2002): each body leaves along the line from the collision point to its own centre, with the *other's*
/// momentum divided by its own mass. It ignores spin. Impacts on immovable bodies follow the impulse rule.
pub const MOMENTUM_EXCHANGE: ImpactHook = ImpactHook {
    name: "the rule of the game of 2002",
    resolve: exchange,
};

/// Gives each body the other one's momentum, away from the point of contact. Then an impulse along the normal parts
/// bodies that still close.
fn exchange(impact: &mut CustomImpact) -> bool {
    let [a, b] = impact.bodies();
    if !(a.is_dynamic() && b.is_dynamic()) {
        return false;
    }
    let (contacts, max_speed) = (impact.contacts(), impact.max_speed());
    let middle = contacts.iter().map(|c| c.point).sum::<DVec3>() / contacts.len() as f64;
    let normal = contacts.iter().map(|c| c.normal).sum::<DVec3>();
    let normal = normal.try_normalize().unwrap_or(contacts[0].normal);
    let away = |body: &Body, otherwise: DVec3| {
        let away = body.center() - middle;
        away.try_normalize().unwrap_or(otherwise)
    };
    let (away_a, away_b) = (away(a, -normal), away(b, normal));
    let momentum = |body: &Body| body.velocity().length() * body.mass();
    let speed = |momentum: f64, mass: f64| (momentum / mass).min(max_speed);
    let mut velocities = [
        away_a * speed(momentum(b), a.mass()),
        away_b * speed(momentum(a), b.mass()),
    ];
    let inverse_masses = [1.0 / a.mass(), 1.0 / b.mass()];
    impact.set_velocities(velocities);
    let closing = impact.closing_speed();
    if closing > -LEAST_PARTING_SPEED {
        let give = inverse_masses[0] + inverse_masses[1];
        let impulse = normal * ((closing + LEAST_PARTING_SPEED) / give);
        velocities[1] += impulse * inverse_masses[1];
        velocities[0] -= impulse * inverse_masses[0];
    }
    // Both slow down alike, so that they still part.
    let fastest = velocities[0].length().max(velocities[1].length());
    if fastest > max_speed {
        let slower = max_speed / fastest;
        velocities = velocities.map(|velocity| velocity * slower);
    }
    impact.set_velocities(velocities);
    true
}

#[cfg(test)]
mod tests {
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{Cuboid, Sphere};
    use dodgem_physics::glam::Vec3;
    use dodgem_physics::{
        BodyDesc, BodyId, ImpactRule, Mass, Material, MaterialId, Settings, World,
    };

    use super::*;

    /// A world without gravity and air, whose impacts follow the rule; its surfaces have restitution 0.5.
    fn world() -> (World, MaterialId) {
        let mut world = World::new(Settings {
            gravity: Vec3::ZERO,
            air_density: 0.0,
            rule: ImpactRule::Custom(MOMENTUM_EXCHANGE),
            ..Settings::default()
        })
        .expect("sound settings");
        let material = world.materials_mut().add(Material {
            restitution: 0.5,
            friction: 0.0,
            ..Material::default()
        });
        (world, material.expect("a sound material"))
    }

    /// Adds a ball of radius 0.5 m that moves along x.
    fn ball(world: &mut World, place: Vec3, mass: f32, speed: f32, material: MaterialId) -> BodyId {
        let shape = Shape::Sphere(Sphere::new(0.5).expect("a radius"));
        let place = Pose::from_translation(place).expect("a place");
        let desc = BodyDesc {
            material,
            velocity: Vec3::X * speed,
            mass: Mass::Kilograms(mass),
            ..BodyDesc::dynamic(shape, place)
        };
        world.add(desc).expect("a sound body")
    }

    fn step_until_impact(world: &mut World) -> f32 {
        for _ in 0..600 {
            if let [impact, ..] = world.step().impacts[..] {
                return impact.relative_speed;
            }
        }
        panic!("nothing is hit");
    }

    #[test]
    fn momenta_are_swapped_along_the_lines_to_the_centres() {
        let (mut world, material) = world();
        let a = ball(&mut world, Vec3::ZERO, 2.0, 10.0, material);
        let b = ball(&mut world, Vec3::X * 3.0, 1.0, -4.0, material);
        step_until_impact(&mut world);
        assert!((world[a].velocity() - DVec3::X * -2.0).length() < 1e-5);
        assert!((world[b].velocity() - DVec3::X * 20.0).length() < 1e-5);
    }

    #[test]
    fn the_angle_of_impact_does_not_matter_and_walls_follow_the_impulse_rule() {
        let (mut world, material) = world();
        let a = ball(&mut world, Vec3::ZERO, 2.0, 10.0, material);
        let b = ball(&mut world, Vec3::new(3.0, 0.6, 0.0), 1.0, -4.0, material);
        // 3-4-5: the line of the centres at the impact. Each leaves along it with the other's momentum.
        let line = DVec3::new(0.8, 0.6, 0.0);
        assert!((step_until_impact(&mut world) - 14.0 * 0.8).abs() < 0.01);
        assert!((world[a].velocity() - line * (-4.0 / 2.0)).length() < 0.01);
        assert!((world[b].velocity() - line * 20.0).length() < 0.02);

        let wall = Shape::Cuboid(Cuboid::new(Vec3::new(0.5, 20.0, 20.0)).expect("a size"));
        let place = Pose::from_translation(Vec3::X * -6.0).expect("a place");
        let wall = BodyDesc {
            material,
            ..BodyDesc::fixed(wall, place)
        };
        world.add(wall).expect("a sound body");
        let towards = Vec3::new(-8.0, 1.0, 0.0);
        world.set_velocity(a, towards, Vec3::ZERO).expect("a body");
        step_until_impact(&mut world);
        let after = DVec3::new(4.0, 1.0, 0.0);
        assert!((world[a].velocity() - after).length() < 1e-5);
    }

    #[test]
    fn a_light_body_leaves_no_faster_than_the_greatest_speed() {
        let (mut world, material) = world();
        world
            .set_settings(Settings {
                max_speed: 12.0,
                ..*world.settings()
            })
            .expect("sound settings");
        ball(&mut world, Vec3::ZERO, 20.0, 10.0, material);
        let light = ball(&mut world, Vec3::X * 3.0, 1.0, -4.0, material);
        step_until_impact(&mut world);
        assert!((world[light].velocity().length() - 12.0).abs() < 1e-9);
    }
}
