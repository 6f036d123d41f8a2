//! Contacts of two meshes: feature against feature.
//!
//! A local minimum of the distance is between a corner and a face, two edges, a corner and an edge,
//! or two corners. Every pair of triangles within the tolerance is asked for those of its pairs of
//! features that belong to these two triangles (each corner and each edge belongs to one of the
//! triangles around it), so each pair of features comes up once. A pair is a contact if, seen along
//! its normal, nothing around either feature lies nearer to the other surface.
//!
//! Flat patches need nothing of their own: the corners of the polygon that two faces share are
//! corners over faces and crossing edges, and with a little slack for what "nearer" means they all
//! pass. Edges and corners in the middle of a flat surface are none.

use glam::DVec3;

use super::around::{Seen, Surface};
use super::convex::Regions;
use super::deep::{Crossing, DeepSearch, Side};
use super::facets::Facet;
use super::outline::{PARALLEL, Part};
use super::shapes::{ROUNDING, limit, report};
use super::{Contact, ContactScratch, ContactsEnd, Found};
use crate::collision::budget::{Budget, Meter};
use crate::collision::model::AnyTree;
use crate::collision::narrow::triangle_triangle;
use crate::collision::proximity::{Distance, distance};
use crate::collision::query::PairQuery;
use crate::collision::tree::{Cache, Descent, Tree, Visitor};
use crate::collision::volume::Volume;
use crate::collision::{Counters, Model, Relative, Scratch};
use crate::geometry::{Placement, Pose};

/// All contacts of two models whose surfaces are at most `tolerance` metres apart, put into `out`,
/// which is cleared first. See the [module](super) for what a contact is.
///
/// None are found only if the surfaces are farther apart than the tolerance, or if the budget ended
/// first.
#[allow(clippy::too_many_arguments)] // two bodies, a tolerance and what every query takes
pub fn contacts(
    a: &Model,
    pose_a: &Pose,
    b: &Model,
    pose_b: &Pose,
    tolerance: f32,
    budget: Budget,
    scratch: &mut Scratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    out.clear();
    scratch.counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let relative = Relative::new(pose_a, pose_b);
    let reach = f64::from(a.reach) + relative.translation.abs().max_element();
    let slack = ROUNDING * reach.max(f64::from(b.reach));
    let mut memory = std::mem::take(&mut scratch.contacts);
    memory.reset(a, b);
    let mut search = Search {
        a,
        b,
        surface_a: Surface::new(a),
        surface_b: Surface::new(b),
        relative: &relative,
        limit: limit(tolerance),
        slack,
        memory: &mut memory,
        is_cut: false,
    };
    // The volumes of the second model are grown by the tolerance.
    let margin = PairQuery::margin(a, b, &relative) + tolerance.max(0.0);
    let mut meter = Meter::new(budget);
    let caches = &mut scratch.caches;
    let mut walk = (&mut scratch.stack, &mut meter, &mut scratch.counters);
    match (&a.tree, &b.tree) {
        (AnyTree::Sphere(ta), AnyTree::Sphere(tb)) => {
            descend(ta, tb, &mut caches.sphere, &mut walk, margin, &mut search);
        }
        (AnyTree::Aabb(ta), AnyTree::Aabb(tb)) => {
            descend(ta, tb, &mut caches.aabb, &mut walk, margin, &mut search);
        }
        (AnyTree::Kdop6(ta), AnyTree::Kdop6(tb)) => {
            descend(ta, tb, &mut caches.kdop6, &mut walk, margin, &mut search);
        }
        (AnyTree::Kdop14(ta), AnyTree::Kdop14(tb)) => {
            descend(ta, tb, &mut caches.kdop14, &mut walk, margin, &mut search);
        }
        (AnyTree::Kdop18(ta), AnyTree::Kdop18(tb)) => {
            descend(ta, tb, &mut caches.kdop18, &mut walk, margin, &mut search);
        }
        (AnyTree::Kdop26(ta), AnyTree::Kdop26(tb)) => {
            descend(ta, tb, &mut caches.kdop26, &mut walk, margin, &mut search);
        }
        // Trees of two kinds have no common test: their pieces are compared one by one.
        _ => search.all_pieces(walk.1, walk.2),
    }
    let is_cut = search.is_cut || meter.is_spent();
    search.finish();
    report(&mut memory, pose_a, false, slack, out);
    scratch.contacts = memory;
    if out.is_empty() && !is_cut {
        nearest(a, pose_a, b, pose_b, tolerance, scratch, out);
    }
    scratch.counters.hits = u64::from(!out.is_empty());
    scratch.counters.cuts = u64::from(is_cut);
    if is_cut {
        ContactsEnd::Cut
    } else {
        ContactsEnd::Done
    }
}

/// The nearest points, where rounding let no pair of features be a contact.
fn nearest(
    a: &Model,
    pose_a: &Pose,
    b: &Model,
    pose_b: &Pose,
    tolerance: f32,
    scratch: &mut Scratch,
    out: &mut Vec<Contact>,
) {
    let counters = scratch.counters;
    let found = distance(a, pose_a, b, pose_b, Budget::Unlimited, scratch);
    scratch.counters += counters;
    scratch.counters.queries = 1;
    let (distance, point_a, point_b) = match found {
        Distance::Apart {
            distance,
            point_a,
            point_b,
        } => (distance, point_a, point_b),
        Distance::Meet { point } => (0.0, point, point),
        Distance::Cut { .. } => return,
    };
    if distance <= tolerance.max(0.0) {
        let centers = [(a, pose_a), (b, pose_b)]
            .map(|(model, pose)| Placement::from(pose).point(model.center.as_dvec3()));
        let away = (point_b - point_a).try_normalize();
        let apart = (centers[1] - centers[0]).normalize_or(DVec3::Y).as_vec3();
        out.push(Contact {
            distance,
            normal: away.unwrap_or(apart),
            point_a,
            point_b,
            patch: 0,
            feature: 0,
        });
    }
}

impl ContactScratch {
    fn reset(&mut self, a: &Model, b: &Model) {
        self.found.clear();
        self.deep.crossings.clear();
        self.regions.clear();
        self.regions_b.clear();
        self.facets_a.reset(a.store.corners.len());
        self.facets_b.reset(b.store.corners.len());
    }
}

fn descend<V: Volume>(
    tree_a: &Tree<V>,
    tree_b: &Tree<V>,
    cache: &mut Cache<V>,
    walk: &mut (&mut Vec<(u32, u32)>, &mut Meter, &mut Counters),
    margin: f32,
    search: &mut Search<'_>,
) {
    let frame = V::frame(search.relative, margin);
    let (stack, meter, counters) = walk;
    let descent = Descent {
        a: tree_a,
        b: tree_b,
        frame: &frame,
        cache,
        stack,
        meter,
        counters,
    };
    descent.run(search);
}

/// Gathers contacts.
struct Search<'q> {
    a: &'q Model,
    b: &'q Model,
    surface_a: Surface<'q>,
    surface_b: Surface<'q>,
    relative: &'q Relative,
    /// The largest distance, in metres.
    limit: f64,
    /// What points may be beside a triangle and still count as over it, in metres.
    slack: f64,
    memory: &'q mut ContactScratch,
    is_cut: bool,
}

impl<V: Volume> Visitor<V> for Search<'_> {
    fn leaves(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool {
        self.pieces(a, b, meter, counters)
    }

    fn cut(&mut self, _: &V, _: &V) {
        self.is_cut = true;
    }
}

impl Search<'_> {
    fn all_pieces(&mut self, meter: &mut Meter, counters: &mut Counters) {
        for a in 0..self.a.store.pieces.len() as u32 {
            for b in 0..self.b.store.pieces.len() as u32 {
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
        let (piece_a, piece_b) = (
            self.a.store.pieces[a as usize],
            self.b.store.pieces[b as usize],
        );
        for first in piece_a.triangle_range() {
            for second in piece_b.triangle_range() {
                let near = self.are_near(first as u32, second as u32);
                let Some((facet_a, facet_b)) = near else {
                    continue;
                };
                if !meter.take() {
                    return false;
                }
                counters.primitive_tests += 1;
                counters.triangle_tests += 1;
                let pair = TrianglePair {
                    search: self,
                    triangles: [first as u32, second as u32],
                    facet_a,
                    facet_b,
                };
                pair.look();
            }
        }
        true
    }

    /// The two triangles, unless a ball or a plane shows them farther apart than the limit.
    #[inline]
    fn are_near(&mut self, first: u32, second: u32) -> Option<(Facet, Facet)> {
        let memory = &mut *self.memory;
        let facet_a = memory.facets_a.get(first, &self.surface_a, None);
        let relative = Some(self.relative);
        let facet_b = memory.facets_b.get(second, &self.surface_b, relative);
        let limit = self.limit + self.slack;
        let reach = facet_a.radius + facet_b.radius + limit;
        if facet_a.middle.distance_squared(facet_b.middle) > reach * reach {
            return None;
        }
        let over_a = facet_a.heights(facet_b);
        let over_b = facet_b.heights(facet_a);
        for heights in [over_a, over_b] {
            let (low, high) = (
                heights[0].min(heights[1]).min(heights[2]),
                heights[0].max(heights[1]).max(heights[2]),
            );
            if low > limit || high < -limit {
                return None;
            }
        }
        // Where they pass through each other is for those that are deep.
        let parts = |h: &[f64; 3]| h.iter().any(|&x| x < 0.0) && h.iter().any(|&x| x > 0.0);
        if parts(&over_a)
            && parts(&over_b)
            && let Some(segment) = triangle_triangle::intersect(&facet_a.corners, &facet_b.corners)
        {
            let triangles = [first, second];
            memory.deep.crossings.push(Crossing { triangles, segment });
        }
        // Flat on each other: patches hang together over such triangles.
        if facet_a.normal.cross(facet_b.normal).length_squared() <= PARALLEL * PARALLEL {
            if !std::mem::replace(&mut facet_a.is_flat, true) {
                memory.regions.push(first);
            }
            if !std::mem::replace(&mut facet_b.is_flat, true) {
                memory.regions_b.push(second);
            }
        }
        Some((*facet_a, *facet_b))
    }

    /// A direction of the first frame in the second.
    fn to_b(&self, direction: DVec3) -> DVec3 {
        self.relative.rotation.transpose() * direction
    }

    /// Names the regions.
    fn finish(&mut self) {
        let memory = &mut *self.memory;
        memory.regions.join(&self.surface_a);
        memory.regions_b.join(&self.surface_b);
        for found in &mut memory.found {
            let named = |part: u32, regions: &Regions| match Part::face_of(part) {
                Some(face) => Part::face(regions.group(face)).id,
                None => part,
            };
            let on_a = named((found.region >> 32) as u32, &memory.regions);
            let on_b = named(found.region as u32, &memory.regions_b);
            found.region = u64::from(on_a) << 32 | u64::from(on_b);
        }
        drop_overtaken(&mut memory.found);
        let sides = [
            Side {
                model: self.a,
                surface: self.surface_a,
                relative: None,
            },
            Side {
                model: self.b,
                surface: self.surface_b,
                relative: Some(self.relative),
            },
        ];
        let mut deep = DeepSearch {
            sides,
            facets: [&mut memory.facets_a, &mut memory.facets_b],
            limit: self.limit,
        };
        deep.run(&mut memory.deep, &mut memory.found);
    }
}

/// Of overlapping contacts at the same corner only the shallowest is the way out: a corner just
/// under a table's top, near its border, is not to be pushed out sideways as well.
fn drop_overtaken(found: &mut Vec<Found>) {
    let deep = |f: &Found| f.distance < 0.0;
    if found.iter().filter(|f| deep(f)).count() < 2 {
        return;
    }
    for side in [32, 0] {
        let name = |f: &Found| (f.feature >> side) as u32;
        found.sort_unstable_by(|p, q| {
            let by_name = name(p).cmp(&name(q));
            by_name
                .then(deep(q).cmp(&deep(p)))
                .then(q.distance.total_cmp(&p.distance))
        });
        let mut shallowest: Option<u32> = None;
        for next in found.iter_mut().filter(|f| deep(f)) {
            let name = name(next);
            next.is_overtaken |= Part::is_corner(name) && shallowest == Some(name);
            shallowest = Some(name);
        }
    }
    found.retain(|f| !f.is_overtaken);
}

/// Two triangles whose features are compared.
struct TrianglePair<'s, 'q> {
    search: &'s mut Search<'q>,
    triangles: [u32; 2],
    facet_a: Facet,
    facet_b: Facet,
}

/// What one side of a contact is.
#[derive(Clone, Copy)]
struct SidePart {
    part: Part,
    region: Part,
    is_outward: bool,
}

impl SidePart {
    fn of(seen: &Seen) -> Self {
        SidePart {
            part: seen.part,
            region: match (seen.face, seen.edge) {
                (Some(face), _) => Part::face(face),
                (None, Some(edge)) => Part::side(edge),
                (None, None) => seen.part,
            },
            is_outward: seen.is_outward,
        }
    }
}

impl TrianglePair<'_, '_> {
    fn look(mut self) {
        for i in 0..3 {
            if self.facet_a.owns_corner(i) {
                self.corner_of_a_and_face(i);
                for j in 0..3 {
                    if self.facet_b.owns_edge(j) {
                        self.corner_of_a_and_edge(i, j);
                    }
                    if self.facet_b.owns_corner(j) {
                        self.corners(i, j);
                    }
                }
            }
            if self.facet_b.owns_corner(i) {
                self.corner_of_b_and_face(i);
                for j in 0..3 {
                    if self.facet_a.owns_edge(j) {
                        self.edge_of_a_and_corner(j, i);
                    }
                }
            }
            if self.facet_a.owns_edge(i) {
                for j in 0..3 {
                    if self.facet_b.owns_edge(j) {
                        self.edges(i, j);
                    }
                }
            }
        }
    }

    fn half_edges(&self, i: usize, j: usize) -> (u32, u32) {
        let [a, b] = self.triangles;
        (3 * a + i as u32, 3 * b + j as u32)
    }

    /// The corner of A along the normal, if nothing around it is farther along.
    fn corner_of_a(&self, i: usize, normal: DVec3) -> Option<SidePart> {
        let edge = self.half_edges(i, 0).0;
        let seen = self.search.surface_a.seen_corner(edge, normal);
        (seen.is_foremost && !seen.part.inner).then(|| SidePart::of(&seen))
    }

    /// The same for B, against the normal.
    fn corner_of_b(&self, j: usize, normal: DVec3) -> Option<SidePart> {
        let (edge, against) = (self.half_edges(0, j).1, self.search.to_b(-normal));
        let seen = self.search.surface_b.seen_corner(edge, against);
        (seen.is_foremost && !seen.part.inner).then(|| SidePart::of(&seen))
    }

    fn edge_of_a(&self, i: usize, normal: DVec3) -> Option<SidePart> {
        let edge = self.half_edges(i, 0).0;
        let seen = self.search.surface_a.seen_edge(edge, normal);
        (seen.is_foremost && !seen.part.inner).then(|| SidePart::of(&seen))
    }

    fn edge_of_b(&self, j: usize, normal: DVec3) -> Option<SidePart> {
        let (edge, against) = (self.half_edges(0, j).1, self.search.to_b(-normal));
        let seen = self.search.surface_b.seen_edge(edge, against);
        (seen.is_foremost && !seen.part.inner).then(|| SidePart::of(&seen))
    }

    fn push(&mut self, points: [DVec3; 2], normal: DVec3, on_a: SidePart, on_b: SidePart) {
        let distance = (points[1] - points[0]).dot(normal);
        let is_through = !(on_a.is_outward && on_b.is_outward);
        if is_through && distance < 0.0 {
            return;
        }
        self.search.memory.found.push(Found {
            point_a: points[0],
            point_b: points[1],
            distance,
            normal,
            region: u64::from(on_a.region.id) << 32 | u64::from(on_b.region.id),
            feature: u64::from(on_a.part.id) << 32 | u64::from(on_b.part.id),
            is_through,
            ..Found::default()
        });
    }

    fn corner_of_a_and_face(&mut self, i: usize) {
        let (corner, face) = (self.facet_a.corners[i], &self.facet_b);
        let height = (corner - face.corners[0]).dot(face.normal);
        if height.abs() > self.search.limit || !face.is_under(corner, self.search.slack) {
            return;
        }
        let outwards = face.normal;
        let foot = corner - outwards * height;
        // In front of a face or behind it; a solid's face has one front.
        let solid = self.search.surface_b.is_solid;
        let fronts = if solid || height >= 0.0 {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        for front in fronts {
            let on_b = SidePart {
                part: Part::face(self.triangles[1]),
                region: Part::face(self.triangles[1]),
                is_outward: !solid || front > 0.0,
            };
            let normal = -outwards * front;
            if let Some(on_a) = self.corner_of_a(i, normal) {
                self.push([corner, foot], normal, on_a, on_b);
                return;
            }
        }
    }

    fn corner_of_b_and_face(&mut self, j: usize) {
        let (corner, face) = (self.facet_b.corners[j], &self.facet_a);
        let height = (corner - face.corners[0]).dot(face.normal);
        if height.abs() > self.search.limit || !face.is_under(corner, self.search.slack) {
            return;
        }
        let outwards = face.normal;
        let foot = corner - outwards * height;
        let solid = self.search.surface_a.is_solid;
        let fronts = if solid || height >= 0.0 {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        for front in fronts {
            let on_a = SidePart {
                part: Part::face(self.triangles[0]),
                region: Part::face(self.triangles[0]),
                is_outward: !solid || front > 0.0,
            };
            let normal = outwards * front;
            if let Some(on_b) = self.corner_of_b(j, normal) {
                self.push([foot, corner], normal, on_a, on_b);
                return;
            }
        }
    }

    fn edges(&mut self, i: usize, j: usize) {
        let (from_a, to_a) = ends(&self.facet_a, i);
        let (from_b, to_b) = ends(&self.facet_b, j);
        let (u, v, w) = (to_a - from_a, to_b - from_b, from_b - from_a);
        let across = u.cross(v);
        let squared = across.length_squared();
        let sizes = u.length_squared() * v.length_squared();
        // Parallel edges meet in their corners.
        if squared <= LEAST_SINE * LEAST_SINE * sizes {
            return;
        }
        let gap = w.dot(across);
        if gap * gap > self.search.limit * self.search.limit * squared {
            return;
        }
        let (s, t) = (
            w.cross(v).dot(across) / squared,
            w.cross(u).dot(across) / squared,
        );
        if !((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)) {
            return;
        }
        let points = [from_a + u * s, from_b + v * t];
        let along = across / squared.sqrt();
        let ahead = if gap >= 0.0 { along } else { -along };
        for normal in [ahead, -ahead] {
            let Some(on_a) = self.edge_of_a(i, normal) else {
                continue;
            };
            if let Some(on_b) = self.edge_of_b(j, normal) {
                self.push(points, normal, on_a, on_b);
                return;
            }
        }
    }

    fn corner_of_a_and_edge(&mut self, i: usize, j: usize) {
        let corner = self.facet_a.corners[i];
        let (from, to) = ends(&self.facet_b, j);
        let Some((point, normal)) = self.to_edge(corner, from, to) else {
            return;
        };
        if let Some(on_b) = self.edge_of_b(j, normal)
            && let Some(on_a) = self.corner_of_a(i, normal)
        {
            self.push([corner, point], normal, on_a, on_b);
        }
    }

    fn edge_of_a_and_corner(&mut self, i: usize, j: usize) {
        let corner = self.facet_b.corners[j];
        let (from, to) = ends(&self.facet_a, i);
        let Some((point, normal)) = self.to_edge(corner, from, to) else {
            return;
        };
        if let Some(on_a) = self.edge_of_a(i, -normal)
            && let Some(on_b) = self.corner_of_b(j, -normal)
        {
            self.push([point, corner], -normal, on_a, on_b);
        }
    }

    /// The point of an edge nearest to a corner, between the ends, and the direction there.
    fn to_edge(&self, corner: DVec3, from: DVec3, to: DVec3) -> Option<(DVec3, DVec3)> {
        let along = to - from;
        let part = (corner - from).dot(along) / along.length_squared();
        if !(part > 0.0 && part < 1.0) {
            return None;
        }
        let point = from + along * part;
        self.direction(corner, point).map(|normal| (point, normal))
    }

    /// From one point to another if they are within the limit.
    fn direction(&self, from: DVec3, to: DVec3) -> Option<DVec3> {
        let way = to - from;
        let squared = way.length_squared();
        if squared > self.search.limit * self.search.limit {
            return None;
        }
        // Points that touch have no direction between them; other pairs of features do.
        let length = squared.sqrt();
        (length > self.search.slack * 1e-6).then(|| way / length)
    }

    fn corners(&mut self, i: usize, j: usize) {
        let (on_a, on_b) = (self.facet_a.corners[i], self.facet_b.corners[j]);
        let Some(normal) = self.direction(on_a, on_b) else {
            return;
        };
        if let Some(part_a) = self.corner_of_a(i, normal)
            && let Some(part_b) = self.corner_of_b(j, normal)
        {
            self.push([on_a, on_b], normal, part_a, part_b);
        }
    }
}

/// Edges at a smaller angle than this (its sine) are parallel.
const LEAST_SINE: f64 = 1e-6;

/// Where edge `i` of a triangle starts and ends.
fn ends(facet: &Facet, i: usize) -> (DVec3, DVec3) {
    (facet.corners[i], facet.corners[(i + 1) % 3])
}
