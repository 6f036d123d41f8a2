//! Bodies that fall over their rims: their contacts describe only the beginning of the motion, the
//! sweep covers all of it.

use dodgem_collide::Shape;
use dodgem_collide::shape::{Capsule, Cone, Cylinder};
use dodgem_physics::{BodyDesc, BodyId, Settings, World};
use glam::{DVec3, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::scene::*;

fn round_bodies() -> [Shape; 3] {
    [
        Shape::Cylinder(Cylinder::new(0.3, 0.4).expect("a size")),
        Shape::Cone(Cone::new(0.3, 0.4).expect("a size")),
        Shape::Capsule(Capsule::new(0.5, 0.2).expect("a size")),
    ]
}

/// A body thrown on a floor, turning.
fn thrown(shape: Shape, random: &mut Pcg32) -> (World, BodyId) {
    let mut world = with(Settings {
        air_density: 0.0,
        ..Settings::default()
    });
    let material = surface(&mut world, 0.3, 0.5);
    add_floor(&mut world, material);
    let mut vector =
        |size: f32| Vec3::from_array([(); 3].map(|()| random.random_range(-size..size)));
    let pose = turned(
        Vec3::Y * 1.2,
        vector(1.0) + Vec3::Y * 2.0,
        f64::from(vector(3.0).x),
    );
    let desc = BodyDesc {
        material,
        velocity: vector(3.0),
        angular_velocity: vector(8.0),
        ..BodyDesc::dynamic(shape, pose)
    };
    let id = world.add(desc).expect("a sound body");
    (world, id)
}

/// Cause: a cylinder whose rim was just over the floor hung there for ever with a growing velocity: in each
/// step gravity tipped it, its contact allowed that, and the sweep found no room.
#[test]
fn what_falls_over_its_rim_does_not_hang_in_the_air() {
    let mut random = Pcg32::seed_from_u64(3);
    for case in 0..30 {
        for shape in round_bodies() {
            let (mut world, id) = thrown(shape, &mut random);
            let (mut from, mut hanging) = (DVec3::ZERO, 0);
            let mut energy = world.energy();
            for step in 0..4 * 120 {
                world.step();
                let body = &world[id];
                let way = body.velocity().length() * world.settings().step;
                let moved = body.center().distance(from);
                hanging = if way > 1e-3 && moved < 0.1 * way {
                    hanging + 1
                } else {
                    0
                };
                assert!(hanging < 4, "case {case}: it hangs in step {step}");
                from = body.center();
                // Some height comes from keeping the skin.
                let now = world.energy();
                let most = energy + body.mass() * 9.81 * 4e-3;
                assert!(
                    now <= most,
                    "case {case}: from {energy} J to {now} J in step {step}"
                );
                if case == 1 && step > 393 && step < 407 {
                    println!(
                        "{step} {now} kin {} w {} v {} c {} {:?} ev {} {:?} {}",
                        body.kinetic_energy(),
                        body.angular_velocity(),
                        body.velocity(),
                        body.center(),
                        body.shape(),
                        world.report().events,
                        world.report().impacts.len(),
                        world.report().contacts
                    );
                }
                energy = energy.min(now);
            }
            assert!(world[id].debt() < 0.02, "case {case}: {}", world[id].debt());
        }
    }
}
