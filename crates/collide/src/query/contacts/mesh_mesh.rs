//! Contacts of two meshes: feature against feature.
//!
//! A local minimum of the distance lies between a corner and a face, two edges, a corner and an
//! edge, or two corners. Each corner and each edge is assigned to one of the triangles around it;
//! every pair of triangles within the tolerance tests the pairs of features assigned to its two
//! triangles, so that each pair of features is tested once. A pair is a contact if, along its
//! normal, nothing around either feature lies nearer to the other surface.
//!
//! Flat patches need no case of their own: the corners of the polygon that two faces share are
//! corners over faces and crossings of edges, and with a little slack in the comparison of heights
//! they all pass. Edges and corners in the middle of a flat surface do not count as features.

use glam::DVec3;

use crate::bounding::Volume;
use crate::budget::Meter;
use crate::bvh::{Descent, DescentOrder, MovedVolumeCache, Tree, Visitor};
use crate::math::Placement;
use crate::model::AnyTree;
use crate::params;
use crate::params::DEFAULT_POINTS;
use crate::query::Placed;
use crate::query::contacts::contact::{ContactCandidate, ContactPoint, ContactsEnd};
use crate::query::contacts::feature_polygon::FeatureId;
use crate::query::contacts::intersection_curves::{crossing, crossing_at_sides};
use crate::query::contacts::manifold::CandidateFrame;
use crate::query::contacts::overlap_proof::OverlapProof;
use crate::query::contacts::penetration_search::PenetrationSearch;
use crate::query::contacts::scratch::ContactScratch;
use crate::query::contacts::solid_contacts::limit;
use crate::query::contacts::triangle_cache::MeshSide;
use crate::query::contacts::triangle_filter::bounds::Quantization;
use crate::query::contacts::triangle_filter::crossing::TriangleCrossing;
use crate::query::contacts::triangle_filter::{
    CrossingPair, FilteredPairs, TriangleFilter, TriangleFilterScratch,
};
use crate::query::contacts::triangle_pair::{MeshSurfaces, TrianglePairFeatures};
use crate::query::context::{QueryContext, with_same_kind};
use crate::query::distance::within;
use crate::query::intersect::{MeshPair, bounds_are_apart, collide_points};
use crate::query::outcome::Decided;
use crate::query::search_options::SearchOptions;
use crate::query::stage::Stage;
use crate::{Collision, Counters, Model, Relative};

/// All contacts of two models whose surfaces are at most `tolerance` metres apart. Clears `out` and
/// puts them there. The [module](super) defines a contact.
///
/// `out` stays empty only if the surfaces are farther apart than the tolerance, or if the budget
/// ended first.
pub(crate) fn mesh_contacts(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<ContactPoint>,
) -> Decided<ContactsEnd> {
    context.contacts.lower_bound = None;
    if context.stages.has(Stage::Bounds) && bounds_are_apart(a, b, tolerance.max(0.0)) {
        return context.decided_by_bounds(ContactsEnd::Done);
    }
    let is_complete = search_features(a, b, tolerance, context, out);
    let is_complete =
        is_complete && (!out.is_empty() || add_nearest_contact(a, b, tolerance, context, out));
    let end = match is_complete {
        true => ContactsEnd::Done,
        false => ContactsEnd::Cut,
    };
    Decided::by(context.deepest_stage(), end)
}

/// Searches for the contacts of features. False if the budget ended first.
fn search_features(
    placed_a: Placed<'_, Model>,
    placed_b: Placed<'_, Model>,
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<ContactPoint>,
) -> bool {
    let (a, b) = (placed_a.shape, placed_b.shape);
    let relative = Relative::new(placed_a.pose, placed_b.pose);
    let reach = f64::from(a.reach) + relative.translation.abs().max_element();
    let size = reach.max(f64::from(b.reach));
    let QueryContext {
        meter,
        counters,
        contacts: memory,
        pieces,
        pair_stack,
        ray_stack,
        volumes,
        ..
    } = context;
    memory.reset(a, b);
    let rounding = MeshPair::margin(a, b, &relative);
    // The second model's volumes are grown by the tolerance.
    let margin = rounding + tolerance.max(0.0);
    let mut filter = std::mem::take(&mut memory.filter);
    filter.reset(&a.store, &b.store);
    pieces.reset(&b.store);
    let mut search = MeshContactSearch {
        meshes: MeshSurfaces {
            sides: MeshSide::both([a, b], &relative),
            limit: limit(tolerance),
            slack: params::SAME_POINT_FRACTION * size,
        },
        filter: TriangleFilter {
            stores: [&a.store, &b.store],
            features: [&a.features, &b.features],
            relative: &relative,
            distance: margin,
            rounding,
            quantizations: quantizations(a, b, &relative, tolerance.max(0.0), rounding),
            moved: pieces,
        },
        filter_scratch: &mut filter,
        memory,
        is_cut: false,
    };
    let mut work = (pair_stack, meter, counters);
    with_same_kind!(
        a,
        b,
        volumes,
        |tree_a, tree_b, cache| descend([tree_a, tree_b], cache, &mut work, &mut search),
        // Trees of two kinds have no common test: their pieces are compared one by one.
        search.all_pieces(work.1, work.2)
    );
    search.finish(work.1, work.2, ray_stack);
    let is_cut = search.is_cut || work.1.is_spent();
    memory.filter = filter;
    let frame = CandidateFrame::of_features(Placement::from(placed_a.pose), false, size);
    memory.append_contacts(&frame, out);
    !is_cut
}

/// Adds one contact between two points within the tolerance, for the case that rounding kept every
/// pair of features from being one. False if the budget ended before the points were known.
fn add_nearest_contact(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<ContactPoint>,
) -> bool {
    // Without a tolerance the two points are the ends of a crossing.
    let found = match tolerance > 0.0 {
        true => within(a, b, tolerance, None, context),
        false => collide_points(a, b, DEFAULT_POINTS, SearchOptions::default(), context),
    };
    match found.answer {
        Collision::Clear => true,
        Collision::Cut { .. } => false,
        Collision::Hit { points } => {
            let (point_a, point_b) = match points.as_slice() {
                &[first, second, ..] if tolerance > 0.0 => (first, second),
                all => (all[0], all[0]),
            };
            let centers = [a, b].map(|p| Placement::from(p.pose).point(p.shape.center.as_dvec3()));
            let apart = (centers[1] - centers[0]).normalize_or(DVec3::Y).as_vec3();
            let normal = (point_b - point_a).try_normalize().unwrap_or(apart);
            let distance = point_a.distance(point_b).min(tolerance.max(0.0));
            let point = (point_a.as_dvec3() + point_b.as_dvec3()) * 0.5;
            let distance = f64::from(distance);
            out.push(ContactPoint::at(point, normal.as_dvec3(), distance));
            true
        }
    }
}

/// The quantizations of both models' vertices for the triangle filter: by the smaller model's bounding
/// sphere, beyond which nothing matters. The second model's triangles are grown by the tolerance.
fn quantizations(
    a: &Model,
    b: &Model,
    relative: &Relative,
    tolerance: f32,
    rounding: f32,
) -> [Quantization; 2] {
    let (center, radius) = if a.radius <= b.radius {
        (a.center, a.radius)
    } else {
        (relative.point(b.center).as_vec3(), b.radius)
    };
    let grown = |distance: f32| Quantization::new(center, radius + tolerance, distance, rounding);
    [grown(0.0), grown(tolerance)]
}

fn descend<V: Volume>(
    [a, b]: [&Tree<V>; 2],
    cache: &mut MovedVolumeCache<V>,
    context: &mut (&mut Vec<(u32, u32)>, &mut Meter, &mut Counters),
    search: &mut MeshContactSearch<'_>,
) {
    let frame = V::frame(search.filter.relative, search.filter.distance);
    let (stack, meter, counters) = context;
    let descent = Descent {
        a,
        b,
        frame: &frame,
        order: DescentOrder::default(),
        cache,
        stack,
        meter,
        counters,
    };
    descent.run(search);
}

/// A search for the contacts of two meshes.
struct MeshContactSearch<'q> {
    meshes: MeshSurfaces<'q>,
    filter: TriangleFilter<'q>,
    filter_scratch: &'q mut TriangleFilterScratch,
    memory: &'q mut ContactScratch,
    is_cut: bool,
}

impl<V: Volume> Visitor<V> for MeshContactSearch<'_> {
    fn leaves(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool {
        self.pieces(a, b, meter, counters)
    }

    fn leaf_volume(&mut self, b: u32, counters: &mut Counters) -> Option<V> {
        let margin = self.filter.distance;
        Some(V::around_blocks(self.filter.fill(b, counters)).grown(margin))
    }

    fn cut(&mut self, _: &V, _: &V) {
        self.is_cut = true;
    }
}

impl MeshContactSearch<'_> {
    fn all_pieces(&mut self, meter: &mut Meter, counters: &mut Counters) {
        for a in 0..self.filter.stores[0].pieces.len() as u32 {
            for b in 0..self.filter.stores[1].pieces.len() as u32 {
                if !self.pieces(a, b, meter, counters) {
                    return;
                }
            }
        }
    }

    /// Compares the triangles of two pieces. False if the budget is spent.
    fn pieces(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool {
        if !meter.take() {
            return false;
        }
        counters.primitive_tests += 1;
        counters.piece_tests += 1;
        let go_on = self
            .filter
            .pieces(self.filter_scratch, [a, b], counters, |pairs| {
                meter.take_some(pairs)
            });
        if self.filter_scratch.is_full() {
            self.filter_batch();
        }
        go_on
    }

    /// Filters the pairs of triangles collected so far, and tests those that pass.
    fn filter_batch(&mut self) {
        self.filter.filter_batch(self.filter_scratch);
        let (memory, meshes) = (&mut *self.memory, &self.meshes);
        let [cache_a, cache_b] = &mut memory.caches;
        let [side_a, side_b] = &meshes.sides;
        let FilteredPairs {
            crossing: may_cross,
            near,
            level,
            ..
        } = &self.filter_scratch.filtered;
        for &CrossingPair {
            triangles,
            packed_crossing,
        } in may_cross.all()
        {
            let [first, second] = triangles;
            let cached = [&*cache_a.get(first, side_a), &*cache_b.get(second, side_b)];
            let found = match TriangleCrossing::unpacked(packed_crossing) {
                Some(packed_crossing) => {
                    Some(crossing_at_sides(triangles, cached, packed_crossing))
                }
                None => crossing(triangles, cached),
            };
            memory.penetration.crossings.all.extend(found);
        }
        // Triangles that lie flat on each other connect patches.
        for &[first, second] in level.all() {
            let cached_a = cache_a.get(first, side_a);
            if !std::mem::replace(&mut cached_a.is_flat, true) {
                memory.regions[0].push(first);
            }
            let cached_b = cache_b.get(second, side_b);
            if !std::mem::replace(&mut cached_b.is_flat, true) {
                memory.regions[1].push(second);
            }
        }
        for near in near.all() {
            let [first, second] = near.triangles;
            let pair = TrianglePairFeatures {
                meshes,
                triangles: near.triangles,
                features: [near.features as u8, (near.features >> 8) as u8],
                cached: [cache_a.get(first, side_a), cache_b.get(second, side_b)],
                found: &mut memory.found,
            };
            pair.add_contacts();
        }
    }

    /// Tests the last pairs, drops the contacts of overlaps that are not shown, names the flat regions, and
    /// adds the contacts of deep penetration.
    fn finish(&mut self, meter: &mut Meter, counters: &mut Counters, stack: &mut Vec<(u32, f64)>) {
        self.filter_batch();
        let sides = self.meshes.sides;
        let memory = &mut *self.memory;
        let crossings = &mut memory.penetration.crossings;
        crossings.index(sides.map(|side| side.model().store.corners.len()));
        let mut proof = OverlapProof {
            sides,
            crossings,
            slack: self.meshes.slack,
            meter,
            counters,
            stack,
        };
        proof.drop_unproven(&mut memory.found);
        for (regions, side) in memory.regions.iter_mut().zip(&sides) {
            regions.join(&side.surface);
        }
        for found in &mut memory.found {
            let [on_a, on_b] = [(found.region >> 32) as u32, found.region as u32];
            let names = [memory.regions[0].name(on_a), memory.regions[1].name(on_b)];
            found.region = u64::from(names[0]) << 32 | u64::from(names[1]);
        }
        drop_redundant(&mut memory.found);
        let mut penetration = PenetrationSearch {
            sides,
            caches: memory.caches.each_mut(),
            limit: self.meshes.limit,
        };
        penetration.run(&mut memory.penetration, &mut memory.found);
    }
}

/// Keeps only the shallowest of the overlapping contacts at a corner: a corner just under a
/// table's top, near its border, must not be pushed out sideways as well.
fn drop_redundant(found: &mut Vec<ContactCandidate>) {
    let is_deep = |f: &ContactCandidate| f.distance < 0.0;
    if found.iter().filter(|f| is_deep(f)).count() < 2 {
        return;
    }
    for side in [32, 0] {
        let name = |f: &ContactCandidate| (f.feature >> side) as u32;
        found.sort_unstable_by(|p, q| {
            let by_name = name(p).cmp(&name(q));
            by_name
                .then(is_deep(q).cmp(&is_deep(p)))
                .then(q.distance.total_cmp(&p.distance))
        });
        let mut shallowest: Option<u32> = None;
        for next in found.iter_mut().filter(|f| is_deep(f)) {
            let name = name(next);
            next.is_redundant |= FeatureId::is_corner(name) && shallowest == Some(name);
            shallowest = Some(name);
        }
    }
    found.retain(|f| !f.is_redundant);
}
