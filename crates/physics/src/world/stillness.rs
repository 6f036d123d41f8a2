//! Steps of a world in which everything sleeps: they cost the same for one body and for a million.
//!
//! Whole steps in a row after which no body moves or can move leave the same state and the same report, except for
//! the number of steps. So the next ones only count, until the program changes something. Every
//! method of [`World`] that changes it calls [`World::disturb`].

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::params::STILL;
use crate::timing::{PHASES, Phase, PhaseTimes};
use crate::world::World;
use crate::world::questions::state_hash;

/// The number of still steps after a whole step without forces from outside. Bodies that are set aside do not
/// move.
pub(super) fn still_steps(before: u8, bodies: &Bodies, aside: &Aside) -> u8 {
    let is_fixed = |place: &u32| bodies.body(*place).is_fixed();
    match aside.present().iter().all(is_fixed) {
        true => (before + 1).min(STILL),
        false => 0,
    }
}

impl World {
    /// Makes the next steps whole, because the world is about to change.
    pub(super) fn disturb(&mut self) {
        self.still_steps = 0;
    }

    /// Makes a body present with its island, because the program is about to touch it.
    pub(super) fn call(&mut self, index: u32) {
        self.aside.call(index);
        self.admit();
    }

    /// Makes a body present with all bodies that touch it, because the program is about to change it.
    pub(super) fn call_with_neighbours(&mut self, index: u32) {
        self.aside.call_touching(index);
        self.admit();
    }

    /// Makes all bodies present.
    pub(super) fn call_all(&mut self) {
        self.aside.call_all();
        self.admit();
    }

    /// Puts back what was called. The bodies were not in the last update of the broad phase.
    pub(super) fn admit(&mut self) {
        (self.aside.called()).for_each(|bodies| self.near.stray_all(bodies));
        (self.aside).admit(&mut self.pairs, &mut self.contact_events);
    }

    /// Takes a step of a world in which everything sleeps; false if the step has to be whole.
    pub(super) fn step_still(&mut self) -> bool {
        if self.still_steps < STILL {
            return false;
        }
        self.report.times = PhaseTimes::default();
        let hash = |steps| state_hash(steps, &self.bodies.list, &self.joints);
        self.report.phase_hashes = [0; PHASES];
        if self.frame.hashes_phases {
            self.report.phase_hashes = [hash(self.steps); PHASES];
            self.report.phase_hashes[Phase::Islands as usize] = hash(self.steps + 1);
        }
        self.steps += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};

    use super::*;
    use crate::{BodyDesc, BodyId, JointDesc, JointId, Material, Settings, Spring};
    use crate::{BodyKind, Mass};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::Cuboid;

    struct Scene {
        world: World,
        floor: BodyId,
        boxes: [BodyId; 3],
        joint: JointId,
    }

    fn at(x: f32, y: f32) -> Pose {
        Pose::from_translation(Vec3::new(x, y, 0.0)).unwrap()
    }

    fn cube(half: f32) -> Shape {
        Shape::Cuboid(Cuboid::new(Vec3::splat(half)).unwrap())
    }

    /// A floor, a box on a box, and a box that hangs on a hinge.
    fn scene() -> Scene {
        let mut world = World::new(Settings::default()).unwrap();
        let ground = Shape::Cuboid(Cuboid::new(Vec3::new(20.0, 1.0, 20.0)).unwrap());
        let floor = world.add(BodyDesc::fixed(ground, at(0.0, -1.0))).unwrap();
        let mut add = |x, y| world.add(BodyDesc::dynamic(cube(0.5), at(x, y))).unwrap();
        let boxes = [add(0.0, 0.501), add(0.0, 1.502), add(3.0, 0.501)];
        let hinge = JointDesc::hinge(boxes[2], None, Vec3::new(3.0, 1.0, 0.0), Vec3::Y);
        let joint = world.add_joint(&hinge).unwrap();
        Scene {
            world,
            floor,
            boxes,
            joint,
        }
    }

    /// Steps until all sleep and the steps are still.
    fn settle(scene: &mut Scene) {
        (0..400).for_each(|_| {
            scene.world.step();
        });
        assert_eq!(scene.world.still_steps, STILL);
        assert!(scene.boxes.iter().all(|id| scene.world[*id].is_asleep()));
    }

    type Change = (&'static str, fn(&mut Scene));

    /// The changes that a program can make; motors and grabs are set as limits are.
    const CHANGES: [Change; 24] = [
        ("none", |_| ()),
        ("add", |s| {
            s.world
                .add(BodyDesc::dynamic(cube(0.3), at(0.0, 4.0)))
                .unwrap();
        }),
        ("remove", |s| s.world.remove(s.boxes[0]).unwrap()),
        ("change", |s| {
            s.world
                .change(s.boxes[1], |desc| desc.gravity_scale = 0.5)
                .unwrap();
        }),
        ("kind", |s| {
            s.world.set_kind(s.floor, BodyKind::Dynamic).unwrap()
        }),
        ("shape", |s| {
            s.world.set_shape(s.boxes[0], cube(0.2)).unwrap();
        }),
        ("mass", |s| {
            s.world.set_mass(s.boxes[1], Mass::Kilograms(9.0)).unwrap()
        }),
        ("pose", |s| {
            s.world.set_pose(s.boxes[1], &at(0.0, 3.0)).unwrap()
        }),
        ("velocity", |s| {
            s.world.set_velocity(s.boxes[1], Vec3::Y, Vec3::X).unwrap();
        }),
        ("no sleep", |s| {
            s.world.set_sleep(s.boxes[1], false).unwrap()
        }),
        ("asleep", |s| s.world.fall_asleep(s.boxes[1]).unwrap()),
        ("force", |s| {
            s.world.add_force(s.boxes[1], DVec3::Y * 1e6).unwrap()
        }),
        ("force at", |s| {
            s.world
                .add_force_at(s.boxes[1], DVec3::Y * 1e6, DVec3::ZERO)
                .unwrap();
        }),
        ("torque", |s| {
            s.world.add_torque(s.boxes[1], DVec3::Y * 1e6).unwrap()
        }),
        ("impulse", |s| {
            s.world
                .add_impulse_at(s.boxes[1], DVec3::Y * 900.0, DVec3::ZERO)
                .unwrap();
        }),
        ("forces of a step", |s| {
            let id = s.boxes[1];
            let lift = DVec3::Y * 1e6;
            s.world
                .step_with(|forces| forces.add_force(id, lift).unwrap());
        }),
        ("joint", |s| {
            let ball = JointDesc::ball(s.boxes[1], None, Vec3::new(0.5, 5.0, 0.0));
            s.world.add_joint(&ball).unwrap();
        }),
        ("no joint", |s| s.world.remove_joint(s.joint).unwrap()),
        ("limits", |s| {
            s.world.set_joint_limits(s.joint, Some([0.5, 0.7])).unwrap();
        }),
        ("spring", |s| {
            let spring = Spring {
                rest: 1.0,
                hertz: 2.0,
                damping_ratio: 0.1,
            };
            s.world.set_joint_spring(s.joint, Some(spring)).unwrap();
        }),
        ("material", |s| {
            let slippery = Material {
                friction: 0.0,
                ..Material::default()
            };
            let id = s.world.materials_mut().add(slippery).unwrap();
            s.world.set_material(s.boxes[1], id).unwrap();
        }),
        ("materials", |s| {
            let id = s.world[s.boxes[1]].material();
            let springy = Material {
                restitution: 1.0,
                ..Material::default()
            };
            s.world.materials_mut().set(id, springy).unwrap();
        }),
        ("settings", |s| {
            let tilted = Settings {
                gravity: Vec3::new(5.0, -9.0, 0.0),
                ..*s.world.settings()
            };
            s.world.set_settings(tilted).unwrap();
        }),
        ("restore", |s| {
            let early = scene().world.snapshot();
            s.world.restore(&early).unwrap();
        }),
    ];

    /// A world that takes still steps, and one whose steps are all whole, do the same after each change.
    #[test]
    fn still_steps_change_nothing_and_end_with_every_change() {
        for (name, change) in CHANGES {
            let [mut still, mut whole] = [scene(), scene()];
            for scene in [&mut still, &mut whole] {
                scene.world.hash_phases(true);
                settle(scene);
            }
            // A change may be a step, which has to be whole in both.
            whole.world.disturb();
            change(&mut still);
            change(&mut whole);
            for step in 0..90 {
                whole.world.disturb();
                still.world.step();
                whole.world.step();
                let [a, b] = [&still, &whole].map(|scene| scene.world.report());
                assert_eq!(a.phase_hashes, b.phase_hashes, "{name}, step {step}");
                assert_eq!(still.world.steps(), whole.world.steps());
                assert_eq!(a.asleep, b.asleep, "{name}, step {step}");
                assert_eq!(a.began, b.began, "{name}, step {step}");
                assert_eq!(a.ended, b.ended, "{name}, step {step}");
            }
        }
    }
}
