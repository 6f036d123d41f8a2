//! The lists of a snapshot as compact copies: each item is coded with guesses that its reader can make, too.

use crate::bodies::{Bodies, code_box};
use crate::body::BodyId;
use crate::contact_events::{ContactEvent, ContactEvents};
use crate::manifold::contact_point::{ContactGuess, ContactPoint};
use crate::pair_cache::{OverlappingPairs, PairState};
use crate::report::{Impact, PairEnd, PairTurn, StepReport};
use crate::sensor_pairs::SensorPair;
use dodgem_collide::broad_phase::{BroadBody, Pair};
use dodgem_collide::coder::{Coded, Coder, Reader, Writer};
use dodgem_collide::math::{Aabb, CenterFrame};
use dodgem_collide::query::{SweepGuess, SweepRecord};
use glam::{DQuat, DVec3, Vec3};

/// Lists of a world as compact copies.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    coded: Coded,
    pairs: usize,
    contacts: usize,
    meetings: usize,
    sensors: usize,
    turns: usize,
    searches: usize,
    sweeps: usize,
    boxes: usize,
}

/// The parts of a world whose lists are packed.
pub(super) struct Packing<'w> {
    /// The length of a step in seconds.
    pub step: f64,
    pub bodies: &'w Bodies,
    /// The places of the bodies that are packed.
    pub present: &'w [u32],
    pub pairs: &'w OverlappingPairs,
    pub contact_events: &'w ContactEvents,
    pub report: &'w StepReport,
    /// The boxes of the last step, and their places, if they are not those of all bodies.
    pub boxes: &'w [BroadBody],
    pub places: &'w [u32],
}

/// The parts of a world into which lists are unpacked: it has the descriptions of its bodies.
pub(super) struct Unpacking<'w> {
    /// See [`Packing`].
    pub step: f64,
    pub bodies: &'w mut Bodies,
    pub present: &'w [u32],
    pub pairs: &'w mut OverlappingPairs,
    pub contact_events: &'w mut ContactEvents,
    pub report: &'w mut StepReport,
    pub boxes: &'w mut Vec<BroadBody>,
    pub places: &'w [u32],
}

impl Packed {
    /// Its memory in bytes, without its fixed part.
    pub fn size(&self) -> usize {
        self.coded.size()
    }

    /// Packs the lists of a world.
    pub fn pack(&mut self, world: &Packing) {
        let Packing {
            step,
            bodies,
            present,
            pairs: OverlappingPairs {
                pairs, contacts, ..
            },
            contact_events,
            report:
                StepReport {
                    impacts,
                    turns,
                    searches,
                    sweep_records,
                    ..
                },
            boxes,
            places,
        } = *world;
        let (meetings, sensors) = (&contact_events.list, contact_events.near_sensors.list());
        (self.pairs, self.contacts) = (pairs.len(), contacts.len());
        (self.meetings, self.sensors) = (meetings.len(), sensors.len());
        (self.turns, self.searches) = (turns.len(), searches.len());
        (self.sweeps, self.boxes) = (sweep_records.len(), boxes.len());
        self.coded.write(|writer| {
            for place in present {
                bodies.save(*place).code(writer, step);
            }
            write_list(writer, pairs);
            let mut guesses = ContactGuesses::new(pairs, bodies);
            for contact in contacts {
                guesses.code(writer, &mut contact.clone());
            }
            write_list(writer, meetings);
            write_list(writer, sensors);
            write_list(writer, turns);
            write_list(writer, searches);
            let mut guesses = SweepGuesses::new(impacts, bodies);
            for record in sweep_records {
                guesses.code(writer, &mut record.clone());
            }
            for (number, listed) in boxes.iter().enumerate() {
                code_listed(writer, &mut listed.clone(), &box_of(bodies, places, number));
            }
        });
    }

    /// Puts the lists into a world.
    pub fn unpack(&self, world: Unpacking) {
        let Unpacking {
            step,
            bodies,
            present,
            pairs: OverlappingPairs {
                pairs, contacts, ..
            },
            contact_events,
            report:
                StepReport {
                    impacts,
                    turns,
                    searches,
                    sweep_records,
                    ..
                },
            boxes,
            places,
        } = world;
        let mut reader = self.coded.read();
        for place in present {
            let mut saved = bodies.save(*place);
            saved.code(&mut reader, step);
            bodies.restore(*place, &saved);
        }
        read_list(&mut reader, pairs, self.pairs);
        let mut guesses = ContactGuesses::new(pairs, bodies);
        contacts.clear();
        contacts.resize(self.contacts, ContactPoint::none());
        for contact in contacts {
            guesses.code(&mut reader, contact);
        }
        read_list(&mut reader, &mut contact_events.list, self.meetings);
        let sensors = contact_events.near_sensors.list_mut();
        read_list(&mut reader, sensors, self.sensors);
        read_list(&mut reader, turns, self.turns);
        read_list(&mut reader, searches, self.searches);
        let mut guesses = SweepGuesses::new(impacts, bodies);
        sweep_records.clear();
        sweep_records.extend((0..self.sweeps).map(|_| {
            let mut record = no_sweep();
            guesses.code(&mut reader, &mut record);
            record
        }));
        boxes.clear();
        boxes.extend((0..self.boxes).map(|number| {
            let guess = box_of(bodies, places, number);
            let mut listed = guess;
            code_listed(&mut reader, &mut listed, &guess);
            listed
        }));
    }
}

/// An item of a list, coded behind the one before it.
trait Item: Copy {
    /// The item before the first one.
    fn none() -> Self;

    fn code(&mut self, coder: &mut impl Coder, before: &Self);
}

fn write_list<T: Item>(writer: &mut Writer, items: &[T]) {
    let none = T::none();
    let before = std::iter::once(&none).chain(items);
    for (item, before) in items.iter().zip(before) {
        let mut item = *item;
        item.code(writer, before);
    }
}

fn read_list<T: Item>(reader: &mut Reader, items: &mut Vec<T>, count: usize) {
    let none = T::none();
    items.clear();
    items.resize(count, none);
    for at in 0..count {
        let (before, items) = items.split_at_mut(at);
        items[0].code(reader, before.last().unwrap_or(&none));
    }
}

impl Item for PairState {
    fn none() -> Self {
        PairState::new(Pair { a: 0, b: 0 })
    }

    fn code(&mut self, coder: &mut impl Coder, before: &Self) {
        self.code_behind(coder, before);
    }
}

impl Item for SensorPair {
    fn none() -> Self {
        SensorPair::new(Pair { a: 0, b: 0 })
    }

    fn code(&mut self, coder: &mut impl Coder, before: &Self) {
        self.code_behind(coder, before);
    }
}

impl Item for ContactEvent {
    fn none() -> Self {
        ContactEvent {
            a: BodyId::NOBODY,
            b: BodyId::NOBODY,
            sensor: false,
        }
    }

    fn code(&mut self, coder: &mut impl Coder, before: &Self) {
        self.code_behind(coder, before);
    }
}

impl Item for PairTurn {
    fn none() -> Self {
        PairTurn {
            a: BodyId::NOBODY,
            b: BodyId::NOBODY,
            end: PairEnd::Clear,
            allowed: u64::MAX,
            used: 0,
        }
    }

    fn code(&mut self, coder: &mut impl Coder, before: &Self) {
        self.code_behind(coder, before);
    }
}

/// Guesses contacts, one after the other, by their pairs.
struct ContactGuesses<'w> {
    pairs: &'w [PairState],
    bodies: &'w Bodies,
    /// The number of the next contact, and the first pair whose contacts do not all lie before it.
    number: usize,
    pair: usize,
    before: ContactPoint,
}

impl<'w> ContactGuesses<'w> {
    fn new(pairs: &'w [PairState], bodies: &'w Bodies) -> Self {
        ContactGuesses {
            pairs,
            bodies,
            number: 0,
            pair: 0,
            before: ContactPoint::none(),
        }
    }

    /// Codes the next contact.
    fn code(&mut self, coder: &mut impl Coder, contact: &mut ContactPoint) {
        let guess = self.next();
        let frame = |id: BodyId| self.bodies.began_at(id.index);
        contact.code(coder, &guess, frame);
        self.before = *contact;
    }

    fn next(&mut self) -> ContactGuess {
        let is_over = |pair: &&PairState| pair.range().end <= self.number;
        self.pair += self.pairs[self.pair..].iter().take_while(is_over).count();
        self.number += 1;
        let before = &self.before;
        let behind = ContactGuess {
            bodies: [before.a, before.b],
            normal: before.normal,
            distance: before.distance,
            feature: before.feature,
            materials: before.materials,
            material: before.material,
            local_normal: Some((before.normal, before.local_normal)),
        };
        let Some(owner) = self.pairs.get(self.pair) else {
            return behind;
        };
        let both = self.bodies.of_pair(owner.pair);
        if both.map(|body| body.id()) == behind.bodies {
            return behind;
        }
        ContactGuess {
            bodies: both.map(|body| body.id()),
            normal: owner.cache.axis,
            distance: owner.gap,
            feature: 0,
            materials: both.map(|body| body.material()),
            material: before.material,
            local_normal: None,
        }
    }
}

/// The sweep before the first one.
fn no_sweep() -> SweepRecord {
    SweepRecord::of_rest(CenterFrame::new(DVec3::ZERO, DQuat::IDENTITY))
}

/// Guesses the sweeps of impacts, one after the other.
struct SweepGuesses<'w> {
    /// The impacts of the next sweeps.
    impacts: std::slice::Iter<'w, Impact>,
    bodies: &'w Bodies,
    before: SweepRecord,
}

impl<'w> SweepGuesses<'w> {
    fn new(impacts: &'w [Impact], bodies: &'w Bodies) -> Self {
        SweepGuesses {
            impacts: impacts.iter(),
            bodies,
            before: no_sweep(),
        }
    }

    /// Codes the next sweep.
    fn code(&mut self, coder: &mut impl Coder, record: &mut SweepRecord) {
        let before = &self.before;
        let nothing = SweepGuess {
            began: before.motions.map(|motion| *motion.start()),
            point: Vec3::ZERO,
            normal: Vec3::ZERO,
            before,
        };
        let impact = self.impacts.find(|impact| impact.sweep.is_some());
        let guess = impact.map_or(nothing, |impact| SweepGuess {
            began: [impact.a, impact.b].map(|id| self.bodies.began_at(id.index)),
            point: impact.point,
            normal: impact.normal,
            before,
        });
        record.code(coder, &guess);
        self.before = *record;
    }
}

/// The guess of a box of the last step: that of its body.
fn box_of(bodies: &Bodies, places: &[u32], number: usize) -> BroadBody {
    let place = places.get(number).map_or(number, |place| *place as usize);
    match (bodies.list.get(place), bodies.motions.get(place)) {
        (Some(body), Some(motion)) if !body.is_vacant() => BroadBody {
            bounds: motion.bounds,
            fixed: motion.is_resting(),
        },
        _ => BroadBody {
            bounds: Aabb::EMPTY,
            fixed: true,
        },
    }
}

fn code_listed(coder: &mut impl Coder, listed: &mut BroadBody, guess: &BroadBody) {
    let BroadBody { bounds, fixed } = listed;
    code_box(coder, bounds, &guess.bounds);
    *fixed = coder.word((*fixed).into(), guess.fixed.into()) == 1;
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{Capsule, ConvexHull, Cuboid, Sphere};
    use dodgem_collide::{BuildOptions, Model, Shape};

    /// Boxes, balls, capsules and meshes fall on each other, one of them through a sensor.
    fn heap(random: &mut Pcg32, settings: Settings) -> World {
        let mut world = World::new(settings).unwrap();
        let at = |x: f32, y: f32, z: f32| Pose::from_translation(Vec3::new(x, y, z)).unwrap();
        let cuboid = |x, y, z| Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).unwrap());
        let floor = cuboid(9.0, 0.5, 9.0);
        world
            .add(BodyDesc::fixed(floor, at(0.0, -0.5, 0.0)))
            .unwrap();
        let zone = BodyDesc {
            sensor: true,
            ..BodyDesc::fixed(cuboid(0.5, 0.5, 0.5), at(0.2, 0.5, 0.2))
        };
        world.add(zone).unwrap();
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| 0.5 * corner);
        let mesh = ConvexHull::from_points(&corners)
            .unwrap()
            .to_mesh()
            .unwrap();
        let mesh = Model::build(&mesh, &BuildOptions::default()).unwrap();
        let shapes = [
            cuboid(0.2, 0.15, 0.25),
            Shape::Sphere(Sphere::new(0.2).unwrap()),
            Shape::Capsule(Capsule::new(0.2, 0.1).unwrap()),
            Shape::Mesh(mesh.into()),
        ];
        for number in 0..24 {
            let mut side = || random.random_range(-0.4..0.4);
            let pose = at(side(), 0.4 + 0.45 * number as f32, side());
            let spin = Vec3::new(side(), side(), side()) * 9.0;
            let body = BodyDesc {
                angular_velocity: spin,
                ..BodyDesc::dynamic(shapes[number % 4].clone(), pose)
            };
            world.add(body).unwrap();
        }
        world
    }

    /// All lists of a world that are packed. The shortest text of a number that is read as the same number names
    /// all of its bits.
    fn lists(world: &World) -> [String; 7] {
        let saved = world.aside.present().iter();
        let saved: Vec<_> = saved.map(|place| world.bodies.save(*place)).collect();
        [
            format!("{saved:?}"),
            format!("{:?}", world.pairs.pairs),
            format!("{:?}", world.pairs.contacts),
            format!("{:?}", world.contact_events.list),
            format!("{:?}", world.contact_events.near_sensors),
            format!("{:?}", world.near.state()),
            format!("{:?}", world.report),
        ]
    }

    #[test]
    fn every_list_comes_back_to_the_bit() {
        for (seed, work_per_step) in [(1, u64::MAX), (2, 4000), (3, 300)] {
            let mut random = Pcg32::seed_from_u64(seed);
            let settings = Settings {
                work_per_step,
                ..Settings::default()
            };
            let mut world = heap(&mut random, settings);
            let mut other = World::new(Settings::default()).unwrap();
            let (mut snapshot, mut most, mut sweeps) = (world.snapshot(), 0, 0);
            for step in 0..150 {
                if step % 7 == 0 {
                    sweeps += world.report.sweep_records.len();
                    world.snapshot_into(&mut snapshot);
                    let known = lists(&world);
                    other.restore(&snapshot).unwrap();
                    assert_eq!(lists(&other), known, "{seed}, step {step}");
                    world.restore(&snapshot).unwrap();
                    assert_eq!(lists(&world), known, "{seed}, step {step}");
                    other.step();
                }
                world.step();
                most = most.max(world.pairs.contacts.len());
            }
            assert!(most > 5, "{seed}: {most} contacts");
            assert!(sweeps > 2, "{seed}: {sweeps} sweeps");
        }
    }
}
