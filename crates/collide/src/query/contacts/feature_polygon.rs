//! A support feature (a corner, an edge or a face) as a polygon, with the names of its parts.

use glam::DVec3;

use crate::params;
use crate::params::MAX_POLYGON_CORNERS;

/// The kind of feature that a number names, in its two highest bits.
const CORNER: u32 = 0;
const SIDE: u32 = 1 << 30;
const FACE: u32 = 2 << 30;

/// The name of a feature: a number that depends only on the shape, not on its pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureId {
    pub id: u32,
    /// True if the surface continues flat beyond it: then it is no corner or edge of the patch.
    pub is_inner: bool,
}

impl FeatureId {
    pub fn corner(number: u32) -> Self {
        FeatureId {
            id: CORNER | number,
            is_inner: false,
        }
    }

    pub fn side(number: u32) -> Self {
        FeatureId {
            id: SIDE | number,
            is_inner: false,
        }
    }

    /// The side between two corners of a convex shape.
    fn between(a: u32, b: u32) -> Self {
        let (low, high) = (a.min(b) & 0x7fff, a.max(b) & 0x7fff);
        FeatureId::side(low << 15 | high)
    }

    /// A curve in which two surfaces intersect, not a feature of either.
    pub fn curve(number: u32) -> Self {
        FeatureId {
            id: FACE | SIDE | number,
            is_inner: false,
        }
    }

    /// The face's number, if `id` names a face.
    pub fn face_of(id: u32) -> Option<u32> {
        (id & (FACE | SIDE) == FACE).then_some(id & !FACE)
    }

    /// The half-edge's number, if `id` names an edge of a mesh.
    pub fn side_of(id: u32) -> Option<u32> {
        (id & (FACE | SIDE) == SIDE).then_some(id & !SIDE)
    }

    /// True if `id` names a corner.
    pub fn is_corner(id: u32) -> bool {
        id & (SIDE | FACE) == 0
    }

    pub fn face(number: u32) -> Self {
        FeatureId {
            id: FACE | number,
            is_inner: false,
        }
    }
}

/// A corner (one point), an edge (two) or a face (three and more, in order around it).
#[derive(Clone, Copy, Debug)]
pub(super) struct FeaturePolygon {
    pub points: [DVec3; MAX_POLYGON_CORNERS],
    pub corners: [FeatureId; MAX_POLYGON_CORNERS],
    /// Side *i* goes from point *i* to the next.
    pub sides: [FeatureId; MAX_POLYGON_CORNERS],
    pub count: usize,
    pub face: FeatureId,
    /// True if all points lie in a plane. Those of several nearly coplanar faces of a hull may not.
    pub is_flat: bool,
}

impl FeaturePolygon {
    pub fn empty() -> Self {
        FeaturePolygon {
            points: [DVec3::ZERO; MAX_POLYGON_CORNERS],
            corners: [FeatureId::default(); MAX_POLYGON_CORNERS],
            sides: [FeatureId::default(); MAX_POLYGON_CORNERS],
            count: 0,
            face: FeatureId::face(0),
            is_flat: true,
        }
    }

    pub fn push(&mut self, point: DVec3, number: u32) {
        if self.count < MAX_POLYGON_CORNERS {
            self.points[self.count] = point;
            self.corners[self.count] = FeatureId::corner(number);
            self.count += 1;
        }
    }

    /// Names the sides by their ends and the face by its lowest corner.
    pub fn close(&mut self) {
        for i in 0..self.count {
            let next = (i + 1) % self.count;
            self.sides[i] = FeatureId::between(self.corners[i].id, self.corners[next].id);
        }
        let lowest = self.corners[..self.count].iter().map(|c| c.id).min();
        self.face = FeatureId::face(lowest.unwrap_or(0));
    }

    pub fn points(&self) -> &[DVec3] {
        &self.points[..self.count]
    }

    /// The name of the whole feature.
    pub fn whole(&self) -> FeatureId {
        match self.count {
            1 => self.corners[0],
            2 => self.sides[0],
            _ => self.face,
        }
    }

    /// Moves the points from one frame to another.
    pub fn map(&mut self, mut to: impl FnMut(DVec3) -> DVec3) {
        for point in &mut self.points[..self.count] {
            *point = to(*point);
        }
    }

    /// The normal of a face, towards the side that `direction` leads to.
    pub fn normal(&self, direction: DVec3) -> Option<DVec3> {
        if self.count < 3 || !self.is_flat {
            return None;
        }
        let normal = self.twice_area().try_normalize()?;
        Some(normal * normal.dot(direction).signum())
    }

    /// Twice the area of a face, as a vector across it; its sign depends on the order of the
    /// points.
    fn twice_area(&self) -> DVec3 {
        let points = self.points();
        let next = points.iter().cycle().skip(1);
        let pairs = points.iter().zip(next);
        let around = pairs.map(|(p, q)| (*p - points[0]).cross(*q - points[0]));
        around.sum()
    }

    /// The largest distance of a point from the first one.
    pub fn size(&self) -> f64 {
        let points = self.points();
        points
            .iter()
            .fold(0.0, |size, p| p.distance(points[0]).max(size))
    }

    /// True if all points lie in a plane, up to rounding.
    pub fn is_planar(&self) -> bool {
        let points = self.points();
        let Some(across) = self.twice_area().try_normalize() else {
            return true;
        };
        let slack = params::FLAT_FACE_FRACTION * self.size();
        points
            .iter()
            .all(|p| (*p - points[0]).dot(across).abs() <= slack)
    }

    /// The height of the points' convex hull over `at`: that of the highest triangle between three
    /// of the points that is over it. Beside all triangles, the height of the highest point.
    fn upper_hull_height(&self, normal: DVec3, at: DVec3) -> f64 {
        let points = self.points();
        let mut best: Option<f64> = None;
        for (k, &r) in points.iter().enumerate() {
            for (j, &q) in points[..k].iter().enumerate() {
                for &p in &points[..j] {
                    let share = |from: DVec3, to: DVec3| (from - at).cross(to - at).dot(normal);
                    let shares = [share(q, r), share(r, p), share(p, q)];
                    let all: f64 = shares.iter().sum();
                    if all == 0.0 || shares.iter().any(|s| s / all < -params::ON_BORDER_FRACTION) {
                        continue;
                    }
                    let height = (p * shares[0] + q * shares[1] + r * shares[2]).dot(normal) / all;
                    best = Some(best.map_or(height, |old| old.max(height)));
                }
            }
        }
        let highest = points.iter().map(|p| p.dot(normal));
        best.unwrap_or_else(|| highest.fold(f64::NEG_INFINITY, f64::max))
    }

    /// The feature's height along `normal` as a function of the position.
    pub fn over(&self, normal: DVec3) -> HeightProfile<'_> {
        let points = self.points();
        let top = match points {
            [] => ProfileKind::Level(0.0),
            [only] => ProfileKind::Level(only.dot(normal)),
            [from, to] => {
                let along = *to - *from;
                let flat = along - normal * along.dot(normal);
                let squared = flat.length_squared();
                if squared > 0.0 {
                    let rise = along.dot(normal);
                    let height = from.dot(normal);
                    ProfileKind::Edge(*from, flat / squared, height, rise)
                } else {
                    ProfileKind::Level(from.dot(normal))
                }
            }
            _ if !self.is_flat => ProfileKind::UpperHull,
            _ => {
                let center = points.iter().sum::<DVec3>() / points.len() as f64;
                let around = self.twice_area();
                let slope = around.dot(normal);
                // A face that is steep against the normal has no meaningful height over a point.
                if slope.abs() < 0.5 * around.length() || slope == 0.0 {
                    ProfileKind::Level(center.dot(normal))
                } else {
                    ProfileKind::Plane(center, around / slope)
                }
            }
        };
        HeightProfile {
            polygon: self,
            normal,
            top,
        }
    }
}

/// The height of a feature along a normal.
pub(super) struct HeightProfile<'o> {
    polygon: &'o FeaturePolygon,
    normal: DVec3,
    top: ProfileKind,
}

/// The forms of a height profile.
enum ProfileKind {
    /// One height everywhere.
    Level(f64),
    /// An edge: its first end, its direction across the normal divided by its squared length, its
    /// height at the first end, and its rise to the other end.
    Edge(DVec3, DVec3, f64, f64),
    /// A face: its centre, and the vector across it whose component along the normal is 1.
    Plane(DVec3, DVec3),
    /// See [`FeaturePolygon::upper_hull_height`].
    UpperHull,
}

impl HeightProfile<'_> {
    /// The height over a point of the plane through the origin across the normal.
    pub fn height(&self, at: DVec3) -> f64 {
        match self.top {
            ProfileKind::Level(height) => height,
            ProfileKind::Edge(from, along, height, rise) => {
                height + rise * (at - from).dot(along).clamp(0.0, 1.0)
            }
            ProfileKind::Plane(center, across) => across.dot(center - at),
            ProfileKind::UpperHull => self.polygon.upper_hull_height(self.normal, at),
        }
    }

    /// The height of one part of the feature: a corner's own height, or that of the line or plane.
    pub fn height_of(&self, part: FeatureId, at: DVec3) -> f64 {
        let corners = &self.polygon.corners[..self.polygon.count];
        match corners.iter().position(|c| c.id == part.id) {
            Some(i) => self.polygon.points[i].dot(self.normal),
            None => self.height(at),
        }
    }
}
