//! Every static query against a loop over all pairs of children.

use dodgem_collide::math::Pose;
use dodgem_collide::{
    Collision, ContactPoint, ContactsEnd, Containment, Distance, DistanceOptions, PairCache,
    Placed, Query, RayCast, Shape,
};
use dodgem_oracle::random::{self, between, log_between};
use glam::Vec3;
use rand_pcg::Pcg32;

use super::{any_children, any_shape, compound, parts};

/// Two shapes at poses, at least one of them a compound, in either order.
struct Case {
    shapes: [Shape; 2],
    poses: [Pose; 2],
    size: f32,
}

fn any_case(rng: &mut Pcg32) -> Case {
    let size = random::pick(rng, &[1e-3, 1.0, 1.0, 1e3]);
    let far = random::pick(rng, &[0.0, 0.0, 100.0]) * size;
    let width = size * log_between(rng, 0.3, 3.0);
    let all = compound(any_children(rng, 8, size, 0.5 * size));
    let mut shapes = [all, any_shape(rng, size)];
    if between(rng, 0.0, 1.0) < 0.5 {
        shapes.swap(0, 1);
    }
    let place = random::direction(rng) * far;
    let mut pose = || {
        let near = random::pose(rng, width);
        Pose::new(near.rotation(), near.translation() + place).unwrap()
    };
    let poses = [pose(), pose()];
    Case {
        shapes,
        poses,
        size,
    }
}

impl Case {
    fn placed(&self) -> [Placed<'_, Shape>; 2] {
        [0, 1].map(|i: usize| Placed::new(&self.shapes[i], &self.poses[i]))
    }

    /// Calls `ask` for all pairs of children, with their indices.
    fn each(&self, mut ask: impl FnMut([u32; 2], Placed<'_, Shape>, Placed<'_, Shape>)) {
        let [first, second] = [0, 1].map(|i: usize| parts(&self.shapes[i], &self.poses[i]));
        for (i, (p, at_p)) in first.iter().enumerate() {
            for (j, (q, at_q)) in second.iter().enumerate() {
                let pair = [i as u32, j as u32];
                ask(pair, Placed::new(*p, at_p), Placed::new(*q, at_q));
            }
        }
    }
}

#[test]
fn two_meet_if_two_of_their_children_do() {
    let mut rng = random::rng(2501);
    let (mut hits, mut clears, mut near) = (0, 0, 0);
    for round in 0..1500 {
        let case = any_case(&mut rng);
        let tolerance = case.size * log_between(&mut rng, 1e-3, 1.0);
        let (mut query, mut one) = (Query::default(), Query::default());
        let (mut meets, mut is_near) = (false, false);
        case.each(|_, a, b| {
            meets |= one.intersect(a, b).is_hit();
            is_near |= one
                .within(a, b, tolerance, &mut PairCache::default())
                .is_hit();
        });
        let [a, b] = case.placed();
        let found = query.intersect(a, b);
        assert_eq!(found.is_hit(), meets, "{round}: {found:?}");
        if meets {
            let [i, j] = found.children;
            let mut named = Collision::Clear;
            case.each(|pair, a, b| {
                if pair == [i, j] {
                    named = one.intersect(a, b).value;
                }
            });
            assert_eq!(found, named, "{round}");
        }
        let within = query.within(a, b, tolerance, &mut PairCache::default());
        assert_eq!(within.is_hit(), is_near, "{round}: {within:?}");
        hits += u32::from(meets);
        clears += u32::from(!is_near);
        near += u32::from(is_near && !meets);
    }
    let all = format!("{hits} {clears} {near}");
    assert!(hits > 300 && clears > 200 && near > 100, "{all}");
}

#[test]
fn the_distance_is_the_least_of_the_childrens() {
    let mut rng = random::rng(2502);
    let (mut apart, mut meet) = (0, 0);
    for round in 0..1500 {
        let case = any_case(&mut rng);
        let (mut query, mut one) = (Query::default(), Query::default());
        let (mut least, mut bound) = (f32::INFINITY, f32::INFINITY);
        case.each(|_, a, b| {
            let next = one.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            least = least.min(next.distance().unwrap());
            bound = bound.min(next.lower_bound());
        });
        let [a, b] = case.placed();
        let found = query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
        assert_eq!(found.distance(), Some(least), "{round}: {found:?}");
        assert!(
            found.lower_bound() <= least && found.lower_bound() >= bound,
            "{round}"
        );
        if let Distance::Apart { .. } = *found {
            apart += 1;
            let named = found.children;
            case.each(|pair, a, b| {
                if pair == named {
                    let next =
                        one.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
                    assert_eq!(next.distance(), Some(least), "{round}");
                }
            });
            let options = DistanceOptions {
                absolute: 0.1 * case.size,
                relative: 0.2,
            };
            let rough = query.distance(a, b, &options, &mut PairCache::default());
            let slack = f32::max(0.1 * case.size, 0.2 * least) + 1e-5 * case.size;
            assert!(rough.lower_bound() <= least, "{round}: {rough:?}");
            assert!(
                rough.lower_bound() >= least - slack,
                "{round}: {rough:?} {least}"
            );
        } else {
            meet += 1;
        }
    }
    assert!(apart > 300 && meet > 300, "{apart} {meet}");
}

#[test]
fn contacts_are_all_of_the_childrens_and_name_them() {
    let mut rng = random::rng(2503);
    let mut seen = 0;
    for round in 0..800 {
        let case = any_case(&mut rng);
        let tolerance = case.size * random::pick(&mut rng, &[0.0, 0.01, 0.1]);
        let (mut query, mut one) = (Query::default(), Query::default());
        let (mut all, mut some) = (Vec::new(), Vec::new());
        let cache = &mut PairCache::default();
        case.each(|pair, a, b| {
            let end = one.contacts(a, b, tolerance, cache, &mut some);
            assert_eq!(end, ContactsEnd::Done);
            all.extend(some.iter().map(|contact| (pair, *contact)));
        });
        let [a, b] = case.placed();
        let mut found = Vec::new();
        let end = query.contacts(a, b, tolerance, cache, &mut found);
        assert_eq!(end, ContactsEnd::Done);
        assert_eq!(found.len(), all.len(), "{round}");
        found.sort_by_key(|contact| contact.children);
        for (contact, (pair, expected)) in found.iter().zip(&all) {
            let same = ContactPoint {
                children: *pair,
                patch: contact.patch,
                feature: contact.feature,
                ..*expected
            };
            assert_eq!(*contact, same, "{round}");
            if *pair == [0, 0] {
                assert_eq!(contact.feature, expected.feature);
            }
        }
        let mut patches: Vec<_> = found.iter().map(|c| (c.patch, c.children)).collect();
        patches.sort_unstable();
        patches.dedup();
        let numbers: Vec<u32> = patches.iter().map(|(patch, _)| *patch).collect();
        assert!(
            numbers.iter().copied().eq(0..numbers.len() as u32),
            "{round}"
        );
        seen += found.len();

        let mut deepest = f64::INFINITY;
        case.each(|_, a, b| {
            let next = one.deepest_contact(a, b, tolerance).contact();
            deepest = deepest.min(next.map_or(f64::INFINITY, |next| next.distance));
        });
        let whole = query.deepest_contact(a, b, tolerance).contact();
        let whole = whole.map_or(f64::INFINITY, |whole| whole.distance);
        assert_eq!(whole, deepest, "{round}");
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_ray_hits_the_first_child_and_a_point_is_inside_of_any() {
    let mut rng = random::rng(2504);
    let (mut hits, mut clears, mut inside) = (0, 0, 0);
    for round in 0..2000 {
        let size = random::pick(&mut rng, &[1e-3, 1.0, 1e3]);
        let all = compound(any_children(&mut rng, 10, size, 0.5 * size));
        let pose = random::pose(&mut rng, 3.0 * size);
        let origin = pose.translation() + random::direction(&mut rng) * (4.0 * size);
        let goal = pose.translation() + random::in_cube(&mut rng, size);
        let direction = goal - origin;
        let limit = random::pick(&mut rng, &[f32::INFINITY, 1.0, 0.5]);
        let (mut query, mut one) = (Query::default(), Query::default());
        let mut first = f32::INFINITY;
        let mut places = Vec::new();
        let point = pose.translation() + random::in_cube(&mut rng, size);
        for (shape, at) in parts(&all, &pose) {
            let placed = Placed::new(shape, &at);
            if let RayCast::Hit { time, .. } = *one.ray(placed, origin, direction, limit) {
                first = first.min(time);
            }
            places.push(one.contains(placed, point).value);
        }
        let placed = Placed::new(&all, &pose);
        let answer = query.ray(placed, origin, direction, limit);
        match *answer {
            RayCast::Clear => {
                clears += 1;
                assert_eq!(first, f32::INFINITY, "{round}");
            }
            found @ RayCast::Hit { time, .. } => {
                hits += 1;
                assert_eq!(time, first, "{round}");
                let number = answer.children[0] as usize;
                let (shape, at) = parts(&all, &pose)[number];
                let named = one.ray(Placed::new(shape, &at), origin, direction, limit);
                assert_eq!(named, found, "{round}");
            }
            cut => panic!("{round}: {cut:?}"),
        }
        let is = |answer| places.contains(&answer);
        let expected = match () {
            () if is(Containment::Inside) => Containment::Inside,
            () if is(Containment::OnSurface) => Containment::OnSurface,
            () if is(Containment::Outside) => Containment::Outside,
            () => Containment::NotClosed,
        };
        assert_eq!(
            query.contains(placed, point),
            expected,
            "{round}: {places:?}"
        );
        inside += u32::from(expected == Containment::Inside);
    }
    assert!(
        hits > 300 && clears > 300 && inside > 80,
        "{hits} {clears} {inside}"
    );
}

#[test]
fn the_box_holds_all_children() {
    let mut rng = random::rng(2505);
    let mut tight = 0;
    for round in 0..1000 {
        let size = random::pick(&mut rng, &[1e-3, 1.0, 1e3]);
        let all = compound(any_children(&mut rng, 9, size, 0.3 * size));
        let width = size * log_between(&mut rng, 0.1, 1e3);
        let pose = random::pose(&mut rng, width);
        let bounds = all.aabb(&pose);
        let exact = (parts(&all, &pose).iter())
            .map(|(shape, at)| shape.aabb(at))
            .reduce(|sum, next| sum.union(next))
            .unwrap();
        // All boxes, and those of meshes in particular, are a little larger than their contents.
        let slack = 4e-6 * (size + pose.translation().length());
        if !has_mesh(&all) {
            let wider = bounds.expanded(slack);
            assert!(
                wider.contains(exact.min) && wider.contains(exact.max),
                "{round}"
            );
            let loose = (bounds.extents() - exact.extents()).max_element();
            assert!(loose <= 2.0 * slack, "{round}: {loose}");
            tight += 1;
        }
        for _ in 0..20 {
            let goal = pose.translation() + random::in_cube(&mut rng, size);
            let way: Vec3 = random::direction(&mut rng) * (4.0 * size);
            let found = Query::default().ray(Placed::new(&all, &pose), goal - way, way, 2.0);
            if let RayCast::Hit { point, .. } = *found {
                let off = 4e-7 * (point.length() + size);
                assert!(bounds.expanded(off).contains(point), "{round}: {point}");
            }
        }
    }
    assert!(tight > 50, "{tight}");
}

fn has_mesh(shape: &Shape) -> bool {
    let Shape::Compound(all) = shape else {
        return false;
    };
    (all.children().iter()).any(|child| matches!(child.shape, Shape::Mesh(_)))
}
