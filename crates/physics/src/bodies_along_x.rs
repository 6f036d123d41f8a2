//! The bodies that a short ray can hit.
//!
//! The ray of a spring is short, and can hit only a handful of a thousand bodies. So bodies are sorted by the
//! lower end of their boxes along x, except for the few long ones, such as floors: a search tests those that begin not
//! much before its box does. It tests them in the order of their indices, as a ray through all bodies does,
//! so that both find the same hit.

use crate::aside::Aside;
use crate::body_motion::BodyMotion;
use crate::params::{LEAST_SEARCHES_TO_SORT, LONG_BODY, RAY_RADIUS};
use crate::reserve::{Reserved, reserve};
use dodgem_collide::math::Aabb;

/// The present bodies, sorted along x.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodiesAlongX {
    /// The lower end of each body's box, and its index; sorted.
    short: Vec<(f32, u32)>,
    /// The bodies that every search tests.
    long: Vec<u32>,
    /// The length of the longest short body, in metres.
    longest: f32,
    /// The bodies that the last search tested.
    near: Vec<u32>,
    /// The searches in this step and in the last one.
    searches: [usize; 2],
}

impl BodiesAlongX {
    /// Reserves memory for these numbers of bodies.
    pub fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.short, counts.bodies);
        for list in [&mut self.long, &mut self.near] {
            reserve(list, counts.bodies);
        }
    }

    /// Begins a step, in which bodies may have moved.
    pub fn begin(&mut self) {
        self.searches = [0, self.searches[0]];
    }

    /// Sorts the bodies if about as many searches follow as in the last step. With few searches every body counts
    /// as long, because sorting would not pay.
    fn sort(&mut self, motions: &[BodyMotion], aside: &Aside) {
        let most = if self.searches[1] < LEAST_SEARCHES_TO_SORT {
            0.0
        } else {
            LONG_BODY
        };
        self.short.clear();
        self.long.clear();
        self.longest = 0.0;
        for index in aside.present().iter().copied() {
            let bounds = motions[index as usize].bounds.expanded(RAY_RADIUS);
            let length = bounds.max.x - bounds.min.x;
            // A box that is not finite cannot be sorted.
            if length <= most && bounds.min.x.is_finite() {
                self.longest = self.longest.max(length);
                self.short.push((bounds.min.x, index));
            } else {
                self.long.push(index);
            }
        }
        (self.short).sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
    }

    /// The bodies whose boxes overlap a box, in the order of their indices; bodies that are set aside, too.
    pub fn near(&mut self, bounds: &Aabb, motions: &[BodyMotion], aside: &Aside) -> &[u32] {
        if self.searches[0] == 0 {
            self.sort(motions, aside);
        }
        self.searches[0] += 1;
        // The factors cover the rounding of differences of coordinates.
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
            motions[*index as usize]
                .bounds
                .expanded(RAY_RADIUS)
                .overlaps(bounds)
        };
        self.near.clear();
        self.near.extend(all.filter(meets));
        let present = self.near.len();
        // Twice, because the addition rounds.
        aside.find_in(&bounds.expanded(2.0 * RAY_RADIUS), &mut self.near);
        // Bodies that were pushed in this step came back after the sorting.
        aside
            .called()
            .for_each(|bodies| self.near.extend_from_slice(bodies));
        let mut number = 0;
        self.near.retain(|index| {
            number += 1;
            number <= present || meets(index)
        });
        self.near.sort_unstable();
        &self.near
    }
}

#[cfg(test)]
mod tests {
    use crate::body::Body;
    use crate::ray_scene::RayScene;
    use crate::step_forces::Forces;
    use crate::supports::Supports;
    use crate::world::Parts;
    use crate::{BodyDesc, BodyId, Settings, World};
    use dodgem_collide::math::{Pose, yaw};
    use dodgem_collide::shape::Cuboid;
    use dodgem_collide::{Counters, Query, Shape};
    use glam::Vec3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Four legs of a table, which are rays, in metres in its own coordinates.
    const LEGS: [Vec3; 4] = [
        Vec3::new(-0.5, 0.0, -0.6),
        Vec3::new(0.5, 0.0, -0.6),
        Vec3::new(-0.5, 0.0, 0.6),
        Vec3::new(0.5, 0.0, 0.6),
    ];

    /// Tables on a floor among posts, kerbs and each other, some on their side: each leg finds the same body
    /// under it with the sorted list as with all bodies.
    #[test]
    fn testing_near_bodies_finds_the_same_hits_as_testing_all() {
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
        let mut tables: Vec<BodyId> = Vec::new();
        for i in 0..80 {
            let mut number = |size: f32| random.random_range(-size..size);
            let place = Vec3::new(number(12.0), 0.5 + number(0.3), number(12.0));
            let tilt = glam::Quat::from_rotation_z(if i % 7 == 0 { number(1.5) } else { 0.0 });
            let pose = Pose::new(yaw(number(3.0)) * tilt, place).unwrap();
            let half = Vec3::new(0.6, 0.3, 0.9);
            tables.push(world.add(BodyDesc::dynamic(block(half), pose)).unwrap());
        }
        let mut parts = Parts::of(&mut world);
        let mut query = Query::default();
        let (mut stand, mut hang, mut on_others) = (0, 0, 0);
        for (index, table) in tables.iter().enumerate() {
            // Every second table counts as one of few, so that it tests all bodies.
            let searches = if index % 2 == 0 { tables.len() } else { 1 };
            parts.along_x.searches = [0, searches];
            parts.context.report.clear();
            let pose = parts.bodies.list[table.index()].pose();
            let down = -pose.transform_vector(Vec3::Y);
            let tops = LEGS.map(|leg| pose.transform_point(leg));
            let length = 0.45;
            let mut forces = Forces {
                context: &mut parts.context,
                bodies: parts.bodies,
                along_x: parts.along_x,
                aside: parts.aside,
                supports: &mut Supports::default(),
            };
            let found = forces.rays(tops, down, length, *table);
            let mut counters = Counters::default();
            let expected = tops.map(|top| {
                let rays = RayScene {
                    bodies: parts.bodies,
                };
                let all = 0..parts.bodies.len() as u32;
                let others = |body: &Body| body.id() != *table;
                let (hit, spent) = rays.first(all, top, down, length, others, &mut query);
                counters += spent;
                hit
            });
            assert_eq!(found, expected);
            assert_eq!(parts.context.report.queries.rays, counters);
            for hit in found {
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
