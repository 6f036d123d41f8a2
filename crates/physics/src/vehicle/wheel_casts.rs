//! What the wheels of all cars stand on: a ray for each.
//!
//! A wheel's ray is short, and of a thousand bodies it can meet a handful. So bodies are kept in the
//! order of where they begin along x, but for the few that are long, such as floors: a car asks those
//! that begin not much before its wheels do. They are asked in the order of their names, as a ray
//! asks them that looks at everybody, so that both find the same.
//!
//! Rays see places only, and no forces: they go ahead of all forces, and threads share them.

use glam::Vec3;

use crate::World;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::rays::{RayHit, Rays, THIN};
use crate::shape_queries::ShapeQueries;
use crate::vehicle::Vehicle;
use dodgem_collide::math::Aabb;
use dodgem_collide::{Counters, ShapeScratch};

/// Bodies longer than this along x, in metres, are asked by everybody.
const LONG: f32 = 8.0;

/// Fewer cars ask all bodies.
const LEAST_CARS: usize = 16;

/// What the wheels of a car stand on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    /// Of each wheel, if there is something within its spring's length.
    pub hits: [Option<RayHit>; 4],
    /// What the rays cost.
    pub counters: Counters,
}

/// Bodies by where they are along x.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    /// Where a body begins, and its index.
    short: Vec<(f32, u32)>,
    long: Vec<u32>,
    /// No short body is longer than this, in metres.
    longest: f32,
}

impl Strips {
    /// Makes room for so many bodies.
    pub fn reserve(&mut self, bodies: usize) {
        self.short.reserve(bodies.saturating_sub(self.short.len()));
        self.long.reserve(bodies.saturating_sub(self.long.len()));
    }

    fn sort(&mut self, flights: &[BodyMotion]) {
        self.short.clear();
        self.long.clear();
        self.longest = 0.0;
        for (index, flight) in (0..).zip(flights) {
            let bounds = flight.bounds.expanded(THIN);
            let length = bounds.max.x - bounds.min.x;
            // What is not finite is asked by everybody, too.
            if length <= LONG && bounds.min.x.is_finite() {
                self.longest = self.longest.max(length);
                self.short.push((bounds.min.x, index));
            } else {
                self.long.push(index);
            }
        }
        (self.short).sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
    }

    /// Puts the bodies that something within a box may meet into `out`, in the order of their names.
    fn near(&self, bounds: &Aabb, flights: &[BodyMotion], out: &mut Vec<u32>) {
        out.clear();
        // Differences of coordinates round.
        let from = bounds.min.x - self.longest * 1.001 - bounds.min.x.abs() * 1e-5;
        let first = self.short.partition_point(|(begin, _)| *begin < from);
        let begin = self.short[first..].iter();
        let begin = begin.take_while(|(begin, _)| *begin <= bounds.max.x);
        let all = self
            .long
            .iter()
            .copied()
            .chain(begin.map(|(_, index)| *index));
        let meets = |index: &u32| {
            flights[*index as usize]
                .bounds
                .expanded(THIN)
                .overlaps(bounds)
        };
        out.extend(all.filter(meets));
        out.sort_unstable();
    }
}

/// What the wheels see of the world.
#[derive(Clone, Copy)]
struct Ground<'s> {
    bodies: &'s [Body],
    flights: &'s [BodyMotion],
    /// If there are so many cars that it is worth it.
    strips: Option<&'s Strips>,
}

impl Ground<'_> {
    /// Whether the wheels of a car look where they stand.
    fn looks(&self, vehicle: &Vehicle) -> bool {
        let body = &self.bodies[vehicle.body.index()];
        body.is_dynamic() && !(body.is_asleep() && vehicle.control.throttle == 0.0)
    }

    fn footing(
        &self,
        vehicle: &Vehicle,
        scratch: &mut ShapeScratch,
        near: &mut Vec<u32>,
    ) -> Footing {
        let settings = &vehicle.settings;
        let pose = self.bodies[vehicle.body.index()].pose();
        let down = -pose.transform_vector(Vec3::Y);
        let tops = vehicle.mounts().map(|mount| pose.transform_point(mount));
        let length = settings.spring_length;
        let but = Some(vehicle.body);
        let rays = Rays {
            bodies: self.bodies,
            flights: self.flights,
        };
        let some = self.strips.map(|strips| {
            let ends = tops.map(|top| top + down * length);
            let mut bounds = Aabb::new(tops[0], tops[0]);
            for point in tops.into_iter().chain(ends) {
                bounds = bounds.union(Aabb::new(point, point));
            }
            strips.near(&bounds, self.flights, near);
            &near[..]
        });
        let mut counters = Counters::default();
        let hits = tops.map(|top| {
            let found = match some {
                Some(some) => rays.first(some.iter().copied(), top, down, length, but, scratch),
                None => {
                    let all = 0..self.bodies.len() as u32;
                    rays.first(all, top, down, length, but, scratch)
                }
            };
            counters += *scratch.counters();
            found
        });
        Footing { hits, counters }
    }
}

impl World {
    /// Finds out where the wheels of all cars stand that look.
    pub(super) fn find_footings(&mut self, vehicles: &[Vehicle]) {
        let tools = &mut self.tools;
        let crowd = vehicles.len() >= LEAST_CARS;
        if crowd {
            tools.strips.sort(&self.flights);
        }
        let ground = Ground {
            bodies: &self.bodies,
            flights: &self.flights,
            strips: crowd.then_some(&tools.strips),
        };
        let footings = &mut tools.footings;
        footings.clear();
        footings.resize(vehicles.len(), None);
        let look = |(vehicles, footings): (&[Vehicle], &mut [Option<Footing>]), narrow: &mut _| {
            let (scratch, near) = ShapeQueries::for_rays(narrow);
            for (vehicle, footing) in vehicles.iter().zip(footings) {
                if ground.looks(vehicle) {
                    *footing = Some(ground.footing(vehicle, scratch, near));
                }
            }
        };
        let (narrow, others) = (&mut tools.narrow, &mut tools.others[..]);
        match self.crew.part(vehicles.len()) {
            None => look((vehicles, footings), narrow),
            Some(size) => {
                let work = vehicles.chunks(size).zip(footings.chunks_mut(size));
                self.crew.share(work, narrow, others, look);
            }
        }
    }

    /// Where the wheels of a car stand, the `index`-th of all.
    pub(super) fn footing(&mut self, index: usize, vehicle: &Vehicle) -> Footing {
        let ground = Ground {
            bodies: &self.bodies,
            flights: &self.flights,
            strips: None,
        };
        // Somebody who slept may have been woken by another's wheels since.
        self.tools.footings[index].unwrap_or_else(|| {
            let (scratch, near) = self.tools.narrow.for_rays();
            ground.footing(vehicle, scratch, near)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings, VehicleSettings};
    use dodgem_collide::Shape;
    use dodgem_collide::math::{Pose, yaw};
    use dodgem_collide::shape::Cuboid;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Cars on a floor among posts, kerbs and each other, some on their side: each wheel stands on
    /// the same, whoever is asked.
    #[test]
    fn asking_who_is_near_finds_the_same_as_asking_all() {
        let mut random = Pcg32::seed_from_u64(3);
        let mut world = World::new(Settings::default()).unwrap();
        let block = |half: Vec3| Shape::Cuboid(Cuboid::new(half).unwrap());
        let at = |place: Vec3| Pose::from_translation(place).unwrap();
        let floor = block(Vec3::new(50.0, 1.0, 50.0));
        world.add(BodyDesc::fixed(floor, at(Vec3::NEG_Y))).unwrap();
        for _ in 0..300 {
            let mut number = |size: f32| random.random_range(-size..size);
            let long = if number(1.0) > 0.8 { 9.0 } else { 1.0 };
            let half = Vec3::new(long * (0.6 + number(0.5)), 0.1 + number(0.05), 0.5);
            let place = at(Vec3::new(number(12.0), number(0.1), number(12.0)));
            world.add(BodyDesc::fixed(block(half), place)).unwrap();
        }
        for i in 0..80 {
            let mut number = |size: f32| random.random_range(-size..size);
            let place = Vec3::new(number(12.0), 0.5 + number(0.3), number(12.0));
            let tilt = glam::Quat::from_rotation_z(if i % 7 == 0 { number(1.5) } else { 0.0 });
            let pose = Pose::new(yaw(number(3.0)) * tilt, place).unwrap();
            let half = Vec3::new(0.6, 0.3, 0.9);
            let body = world.add(BodyDesc::dynamic(block(half), pose)).unwrap();
            world.add_vehicle(body, VehicleSettings::default());
        }
        let vehicles = world.vehicles.clone();
        world.find_footings(&vehicles);
        let (mut stand, mut hang, mut on_others) = (0, 0, 0);
        for (index, vehicle) in vehicles.iter().enumerate() {
            let found = world.tools.footings[index].take().unwrap();
            // Nothing is known of it any more: it asks all.
            let expected = world.footing(index, vehicle);
            assert_eq!(found.hits, expected.hits);
            assert_eq!(found.counters, expected.counters);
            for hit in found.hits {
                stand += usize::from(hit.is_some());
                hang += usize::from(hit.is_none());
                on_others += usize::from(hit.is_some_and(|hit| hit.body.index() > 0));
            }
        }
        assert!(
            stand > 50 && hang > 50 && on_others > 25,
            "{stand} {hang} {on_others}"
        );
    }
}
