//! Contacts of meshes that overlap deeper than the tolerance.
//!
//! Where two surfaces pass through each other they do so along curves. The area that a curve
//! encloses, as a vector, is across the opening and tells which way the first mesh has gone into
//! the second (Volino and Magnenat-Thalmann, "Resolving surface collisions through intersection
//! contour minimization", 2006). From the curve inwards, over edges that do not cross, lie the parts
//! of either mesh that are inside the other: their foremost corners are the deepest, and the
//! nearest place on the other mesh's part is their way out.

use glam::{DVec3, Vec3};

use super::Found;
use super::around::Surface;
use super::facets::Facets;
use super::outline::Part;
use super::reduce::select;
use crate::collision::{Model, Relative};
use crate::geometry::{closest_on_triangle_f64, half_edges};

/// The most corners that are looked at inside one curve, of one mesh.
const MOST_CORNERS: usize = 4096;

/// Depths below this part of the curve's size are none.
const NO_DEPTH: f64 = 1e-9;

/// A curve whose area is below this part of its squared length is no opening but a cut.
const LEAST_AREA: f64 = 1e-3;

/// Two triangles that cross.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The first mesh's and the second's.
    pub triangles: [u32; 2],
    /// Where they do, in the first mesh's frame, along the product of their normals.
    pub segment: [DVec3; 2],
    /// The edges at which the segment starts and ends: of the first triangle (0 to 2) or of the
    /// second (3 to 5).
    pub ends: [u8; 2],
    /// For the first triangle and the second one, which corners are behind the other's plane and
    /// which in front of it, as bits.
    pub behind: [u8; 2],
    pub before: [u8; 2],
}

/// Memory for parts of meshes inside each other.
#[derive(Clone, Debug, Default)]
pub(super) struct DeepScratch {
    pub crossings: Vec<Crossing>,
    /// For every crossing one of the same curve; at last the first of it.
    parents: Vec<u32>,
    /// The numbers of the crossings, curve by curve.
    order: Vec<u32>,
    inside: [Inside; 2],
    /// For each of the first mesh's triangles that cross the last of its crossings, and for every
    /// crossing the second mesh's triangle and the crossing before it of the same first one.
    last: Vec<u32>,
    chain: Vec<(u32, u32)>,
    /// Where the crossings of each curve start in `order`.
    starts: Vec<u32>,
}

/// What one mesh has inside one curve.
#[derive(Clone, Debug, Default)]
struct Inside {
    /// Triangles that cross the other mesh anywhere.
    crossing: Marks,
    /// Triangles in `triangles`.
    listed: Marks,
    /// Corners, as parts of one triangle, that are outside by what that crosses.
    outside: Marks,
    /// Corners that are known to be inside or outside.
    known: Marks,
    /// One half-edge for each corner inside, and where it starts in the first frame.
    corners: Vec<(u32, DVec3)>,
    /// The triangles inside and those that cross there, and their boxes.
    triangles: Vec<u32>,
    boxes: Vec<[Vec3; 2]>,
    deepest: Vec<Found>,
}

/// Marks that are all forgotten at once.
#[derive(Clone, Debug, Default)]
struct Marks {
    marks: Vec<u32>,
    now: u32,
}

impl Marks {
    fn reset(&mut self, count: usize) {
        if self.now == u32::MAX {
            self.marks.fill(0);
            self.now = 0;
        }
        self.now += 1;
        if self.marks.len() < count {
            self.marks.resize(count, 0);
        }
    }

    fn is_set(&self, at: u32) -> bool {
        self.marks[at as usize] == self.now
    }

    /// Sets a mark; false if it was set.
    fn set(&mut self, at: u32) -> bool {
        std::mem::replace(&mut self.marks[at as usize], self.now) != self.now
    }
}

/// One of the two meshes.
#[derive(Clone, Copy)]
pub(super) struct Side<'q> {
    pub model: &'q Model,
    pub surface: Surface<'q>,
    /// How it lies in the first mesh's frame, if it is the second one.
    pub relative: Option<&'q Relative>,
}

impl Side<'_> {
    fn middle(&self) -> DVec3 {
        self.place(self.model.center.as_dvec3())
    }

    /// A place of the mesh in the first frame.
    fn place(&self, own: DVec3) -> DVec3 {
        match self.relative {
            Some(relative) => relative.rotation * own + relative.translation,
            None => own,
        }
    }

    /// A direction of the first frame in the mesh's own.
    fn own(&self, direction: DVec3) -> DVec3 {
        match self.relative {
            Some(relative) => relative.rotation.transpose() * direction,
            None => direction,
        }
    }
}

/// One curve in which the meshes pass through each other.
struct Curve {
    middle: DVec3,
    low: DVec3,
    high: DVec3,
    /// From the first mesh into the second, of length 1.
    normal: DVec3,
    is_closed: bool,
}

/// A search for the ways out of all curves.
pub(super) struct DeepSearch<'q> {
    pub sides: [Side<'q>; 2],
    pub facets: [&'q mut Facets; 2],
    /// How far beside a curve a contact may be and still stand for it, in metres.
    pub limit: f64,
}

impl DeepSearch<'_> {
    /// Adds contacts to `found` for the curves that have none there yet.
    pub fn run(&mut self, scratch: &mut DeepScratch, found: &mut Vec<Found>) {
        if scratch.crossings.is_empty() {
            return;
        }
        for (side, inside) in scratch.inside.iter_mut().enumerate() {
            inside.crossing.reset(self.triangles(side));
        }
        self.join(scratch);
        let DeepScratch {
            crossings,
            parents,
            order,
            inside,
            ..
        } = scratch;
        let shallow = found.len();
        let same = |p: &u32, q: &u32| parents[*p as usize] == parents[*q as usize];
        for (number, group) in order.chunk_by(same).enumerate() {
            let group = group.iter().map(|&at| crossings[at as usize]);
            let curve = self.curve(group.clone());
            let is_known = found[..shallow].iter().any(|f| {
                let near = f.point_a.cmpge(curve.low - self.limit).all()
                    && f.point_a.cmple(curve.high + self.limit).all();
                f.distance <= 0.0 && near && f.normal.dot(curve.normal) > 0.5
            });
            if !is_known {
                for (side, inside) in inside.iter_mut().enumerate() {
                    self.flood(side, &curve, group.clone(), inside);
                }
                self.push(number as u32, &curve, group, inside, found);
            }
        }
    }

    fn triangles(&self, side: usize) -> usize {
        self.sides[side].model.store.corners.len()
    }

    /// Finds which crossings hang together: at an end of a segment, which is on an edge of one
    /// mesh, the next crossing is that of the triangle beyond with the same one of the other mesh.
    fn join(&self, scratch: &mut DeepScratch) {
        let DeepScratch {
            crossings,
            parents,
            order,
            inside,
            last,
            chain,
            starts,
        } = scratch;
        if last.len() < self.triangles(0) {
            last.resize(self.triangles(0), 0);
        }
        chain.clear();
        let [inside_a, inside_b] = inside;
        for (at, crossing) in crossings.iter().enumerate() {
            let [first, second] = crossing.triangles;
            let known = !inside_a.crossing.set(first);
            inside_b.crossing.set(second);
            let last = std::mem::replace(&mut last[first as usize], at as u32);
            chain.push((second, if known { last } else { u32::MAX }));
        }
        let find = |[first, second]: [u32; 2]| {
            let mut at = last[first as usize];
            while at != u32::MAX {
                let (here, before) = chain[at as usize];
                if here == second {
                    return Some(at);
                }
                at = before;
            }
            None
        };
        // The crossing beyond an edge (0 to 5).
        let beyond = |triangles: [u32; 2], edge: usize| {
            let side = edge / 3;
            let own = 3 * triangles[side] + (edge % 3) as u32;
            let (other, _) = self.sides[side].surface.across(own).other()?;
            let mut next = triangles;
            next[side] = other / 3;
            let crosses = [&*inside_a, &*inside_b][side].crossing.is_set(other / 3);
            if crosses { find(next) } else { None }
        };
        parents.clear();
        parents.extend(0..crossings.len() as u32);
        for (at, crossing) in crossings.iter().enumerate() {
            let triangles = crossing.triangles;
            for end in crossing.ends {
                if let Some(next) = beyond(triangles, usize::from(end)) {
                    unite(parents, at as u32, next);
                } else {
                    // Rounding: the curve may leave over another edge at the same corner.
                    let all = (0..6).filter_map(|edge| beyond(triangles, edge));
                    all.for_each(|next| unite(parents, at as u32, next));
                }
            }
        }
        // Curve by curve, in the order in which their first crossings were found. What was the
        // chain is now the number of a first one's curve.
        starts.clear();
        for at in 0..crossings.len() {
            let root = root(parents, at as u32) as usize;
            if root == at {
                // From now on the number of its curve.
                chain[at].0 = starts.len() as u32;
                starts.push(0);
            }
            parents[at] = root as u32;
            starts[chain[root].0 as usize] += 1;
        }
        let mut end = 0;
        for start in starts.iter_mut() {
            end += std::mem::replace(start, end);
        }
        order.clear();
        order.resize(crossings.len(), 0);
        for at in 0..crossings.len() {
            let start = &mut starts[chain[parents[at] as usize].0 as usize];
            order[*start as usize] = at as u32;
            *start += 1;
        }
    }

    fn normals(&mut self, crossing: &Crossing) -> [DVec3; 2] {
        let [a, b] = crossing.triangles;
        let [first, second] = &mut self.facets;
        let [side_a, side_b] = &self.sides;
        [
            first.get(a, &side_a.surface, None).normal,
            second.get(b, &side_b.surface, side_b.relative).normal,
        ]
    }

    fn curve(&mut self, group: impl Iterator<Item = Crossing> + Clone) -> Curve {
        let ends = || group.clone().flat_map(|c| c.segment);
        let middle = ends().sum::<DVec3>() / ends().count() as f64;
        let low = ends().fold(middle, DVec3::min);
        let high = ends().fold(middle, DVec3::max);
        let (mut area, mut way) = (DVec3::ZERO, DVec3::ZERO);
        let mut length = 0.0;
        for crossing in group.clone() {
            let [from, to] = crossing.segment.map(|p| p - middle);
            area += from.cross(to) * 0.5;
            way += to - from;
            length += from.distance(to);
        }
        let centers = self.sides.map(|side| side.middle());
        let is_opening = area.length() > LEAST_AREA * length * length;
        let mut best = area;
        if !is_opening {
            best = DVec3::ZERO;
            for crossing in group {
                let [normal_a, normal_b] = self.normals(&crossing);
                let [from, to] = crossing.segment;
                best += (normal_a - normal_b) * from.distance(to);
            }
        }
        let best = best.try_normalize();
        let mut normal = best.unwrap_or((centers[1] - centers[0]).normalize_or(DVec3::Y));
        // A surface without an outside is left by the way that is shorter.
        let solid = [0, 1].map(|side| self.sides[side].surface.is_solid);
        let turned = match solid {
            [true, true] => false,
            [false, false] => normal.dot(centers[1] - centers[0]) < 0.0,
            [true, false] => normal.dot(centers[0] - middle) > 0.0,
            [false, true] => normal.dot(centers[1] - middle) < 0.0,
        };
        if turned {
            normal = -normal;
        }
        Curve {
            middle,
            low,
            high,
            normal,
            is_closed: is_opening && way.length() <= 1e-6 * length,
        }
    }

    /// Finds what one mesh has inside the other within a curve.
    fn flood(
        &mut self,
        side: usize,
        curve: &Curve,
        group: impl Iterator<Item = Crossing> + Clone,
        inside: &mut Inside,
    ) {
        let surface = self.sides[side].surface;
        let edges = &self.sides[side].model.edges;
        let count = self.triangles(side);
        inside.listed.reset(count);
        inside.outside.reset(3 * count);
        inside.known.reset(3 * count);
        inside.corners.clear();
        inside.triangles.clear();
        // Into the other mesh, seen from this one.
        let ahead = if side == 0 {
            curve.normal
        } else {
            -curve.normal
        };
        // Corners in front of anything that their triangles cross are outside, the others inside.
        let other_is_solid = self.sides[1 - side].surface.is_solid;
        let deep_corners = |search: &mut Self, crossing: &Crossing| {
            // A surface without an outside is entered by the way that the curve says.
            let is_turned = !other_is_solid && search.normals(crossing)[1 - side].dot(ahead) > 0.0;
            if is_turned {
                crossing.before[side]
            } else {
                crossing.behind[side]
            }
        };
        for crossing in group.clone() {
            let triangle = crossing.triangles[side];
            if inside.listed.set(triangle) {
                inside.triangles.push(triangle);
            }
            let deep = deep_corners(self, &crossing);
            for i in (0..3).filter(|i| deep >> i & 1 == 0) {
                inside.outside.set(3 * triangle + i);
            }
        }
        for crossing in group {
            let triangle = crossing.triangles[side];
            let deep = deep_corners(self, &crossing);
            for i in (0..3).filter(|i| deep >> i & 1 != 0) {
                let edge = 3 * triangle + i;
                if inside.known.is_set(edge) {
                    continue;
                }
                let mut is_inside = true;
                edges.around(edge, |same| {
                    inside.known.set(same);
                    is_inside &= !inside.outside.is_set(same);
                    true
                });
                if is_inside {
                    let corner = self.corners(side, triangle)[i as usize];
                    inside.corners.push((edge, corner));
                }
            }
        }
        if !curve.is_closed {
            return;
        }
        // From these over what does not cross.
        let mut at = 0;
        while let Some(&(corner, _)) = inside.corners.get(at) {
            if inside.corners.len() >= MOST_CORNERS {
                return;
            }
            at += 1;
            let Inside {
                crossing,
                listed,
                known,
                corners,
                triangles,
                ..
            } = inside;
            edges.around(corner, |same| {
                let triangle = same / 3;
                if crossing.is_set(triangle) || !listed.set(triangle) {
                    return true;
                }
                triangles.push(triangle);
                for edge in [half_edges::next(same), half_edges::previous(same)] {
                    if !known.is_set(edge) {
                        edges.around(edge, |same| {
                            known.set(same);
                            true
                        });
                        let place = surface.corner(edge);
                        corners.push((edge, self.sides[side].place(place)));
                    }
                }
                true
            });
        }
    }

    fn corners(&mut self, side: usize, triangle: u32) -> [DVec3; 3] {
        let Side {
            surface, relative, ..
        } = &self.sides[side];
        self.facets[side].get(triangle, surface, *relative).corners
    }

    fn push(
        &mut self,
        number: u32,
        curve: &Curve,
        group: impl Iterator<Item = Crossing> + Clone,
        inside: &mut [Inside; 2],
        found: &mut Vec<Found>,
    ) {
        let before = found.len();
        for (side, inside) in inside.iter_mut().enumerate() {
            let Side {
                surface, relative, ..
            } = &self.sides[side];
            let facets = &mut self.facets[side];
            let triangles = inside.triangles.iter();
            let boxes = triangles.map(|&t| facets.get(t, surface, *relative).bounds());
            inside.boxes.clear();
            inside.boxes.extend(boxes);
        }
        for side in 0..2 {
            self.deepest(side, curve, &mut inside[side]);
            let [one, two] = &mut *inside;
            let (own, other) = if side == 0 { (one, two) } else { (two, one) };
            for deep in &own.deepest {
                found.push(self.way_out(side, number, curve, deep, other));
            }
        }
        if found.len() > before {
            return;
        }
        // Only edges are inside: the curve is all that is known.
        let ends = || group.clone().flat_map(|c| c.segment);
        let along = |p: DVec3| (p - curve.middle).dot(curve.normal);
        let (low, high) = (
            ends().map(along).fold(0.0, f64::min),
            ends().map(along).fold(0.0, f64::max),
        );
        if high - low <= NO_DEPTH * curve.low.distance(curve.high) && !found.is_empty() {
            return;
        }
        let first = group.clone().map(|c| c.triangles).min().unwrap_or([0; 2]);
        let names = first.map(|triangle| u64::from(Part::face(triangle).id));
        found.push(Found {
            point_a: curve.middle + curve.normal * high,
            point_b: curve.middle + curve.normal * low,
            distance: low - high,
            normal: curve.normal,
            region: region(number),
            feature: names[0] << 32 | names[1],
            ..Found::default()
        });
    }

    /// Chooses the foremost corners inside the curve, at most four.
    fn deepest(&self, side: usize, curve: &Curve, inside: &mut Inside) {
        let ahead = if side == 0 {
            curve.normal
        } else {
            -curve.normal
        };
        let surface = &self.sides[side].surface;
        let own = self.sides[side].own(ahead);
        let depth = |p: DVec3| (p - curve.middle).dot(ahead);
        let deepest = inside
            .corners
            .iter()
            .map(|c| depth(c.1))
            .fold(0.0, f64::max);
        let least = (0.5 * deepest).max(NO_DEPTH * curve.low.distance(curve.high));
        inside.deepest.clear();
        for &(edge, place) in &inside.corners {
            if depth(place) <= least {
                continue;
            }
            if let Some(seen) = surface.contact_corner(edge, own) {
                inside.deepest.push(Found {
                    point_a: place,
                    point_b: place,
                    distance: -depth(place),
                    normal: ahead,
                    feature: u64::from(seen.part.id),
                    ..Found::default()
                });
            }
        }
        if !inside.deepest.is_empty() {
            let few = select(&mut inside.deepest, 0.0);
            inside.deepest.truncate(few);
        }
    }

    /// The contact of a corner inside the other mesh: the nearest place of that one's part.
    fn way_out(
        &mut self,
        side: usize,
        number: u32,
        curve: &Curve,
        deep: &Found,
        part: &Inside,
    ) -> Found {
        let place = deep.point_a;
        let mut best: Option<(f64, DVec3, DVec3, u32)> = None;
        let (near, mut limit) = (place.as_vec3(), f32::INFINITY);
        for (&triangle, [low, high]) in part.triangles.iter().zip(&part.boxes) {
            let gap = (*low - near).max(near - *high).max(Vec3::ZERO);
            if gap.length_squared() > limit {
                continue;
            }
            let Side {
                surface, relative, ..
            } = &self.sides[1 - side];
            let facet = self.facets[1 - side].get(triangle, surface, *relative);
            let (point, _) = closest_on_triangle_f64(place, facet.corners);
            let distance = point.distance(place);
            if best.is_none_or(|b| distance < b.0) {
                best = Some((distance, point, facet.normal, triangle));
                limit = (distance * distance) as f32 * (1.0 + 1e-5);
            }
        }
        // Out is against the way in: what is nearest may be beyond the far side of a thin mesh.
        let in_plane = place - deep.normal * (place - curve.middle).dot(deep.normal);
        let (point, normal, face) = match best {
            Some((_, point, across, face)) if (place - point).dot(deep.normal) > 0.0 => {
                let way = (place - point).try_normalize().unwrap_or(deep.normal);
                let face_way = across * across.dot(way).signum();
                let is_face = face_way.cross(way).length() < 1e-6;
                (point, if is_face { face_way } else { way }, face)
            }
            _ => (
                in_plane,
                deep.normal,
                part.triangles.first().copied().unwrap_or(0),
            ),
        };
        let found = Found {
            point_a: place,
            point_b: point,
            distance: -(place - point).dot(normal),
            normal,
            region: region(number),
            feature: deep.feature << 32 | u64::from(Part::face(face).id),
            ..Found::default()
        };
        if side == 0 {
            found
        } else {
            Found {
                region: found.region,
                ..found.swapped()
            }
        }
    }
}

/// The first of the crossings that hang together with one.
fn root(parents: &mut [u32], mut at: u32) -> u32 {
    while parents[at as usize] != at {
        let above = parents[parents[at as usize] as usize];
        parents[at as usize] = above;
        at = above;
    }
    at
}

fn unite(parents: &mut [u32], one: u32, two: u32) {
    let (one, two) = (root(parents, one), root(parents, two));
    parents[one.max(two) as usize] = one.min(two);
}

/// The number of a curve as a patch of its own.
fn region(number: u32) -> u64 {
    u64::from(Part::curve(number).id) << 32
}
