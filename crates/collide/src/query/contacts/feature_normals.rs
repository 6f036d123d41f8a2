//! The surface around a corner or an edge of a mesh. A contact there is a local minimum unless the surface continues
//! nearer or flat: a test of Voronoi regions by half-edges.

use glam::{DVec3, Vec3};

use crate::Model;
use crate::mesh::{Across, half_edges};
use crate::params;
use crate::params::FLAT_EDGE_SINE;
use crate::query::contacts::feature_polygon::FeatureId;

/// A mesh's surface, with its half-edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeshSurface<'m> {
    pub model: &'m Model,
    /// True if it is closed and wound consistently, so that it has an outside.
    pub is_solid: bool,
}

/// A place on the border of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) enum BorderPlace {
    /// On an edge, between its ends.
    Edge(u32),
    /// At the start of an edge.
    Corner(u32),
}

/// A corner or an edge of a mesh, and the slopes of the surface around it along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureSlopes {
    pub feature: FeatureId,
    /// True if nothing around it lies farther along the direction, up to [`params::SUPPORT_SLOPE`].
    pub is_foremost: bool,
    /// The steepest rise of the surface around it along the direction, as a sine.
    pub rise: f64,
    /// A triangle around it that lies across the direction.
    pub face: Option<u32>,
    /// An edge at a corner that lies across the direction, if no triangle does.
    pub edge: Option<u32>,
}

impl FeatureSlopes {
    /// A feature with a level surface all around it, until a neighbour shows otherwise.
    fn level(feature: FeatureId) -> Self {
        FeatureSlopes {
            feature,
            is_foremost: true,
            rise: 0.0,
            face: None,
            edge: None,
        }
    }

    /// The feature if it can be a contact along the direction: if it is foremost and not in the middle of a flat
    /// surface.
    fn contact(self) -> Option<Self> {
        (self.is_foremost && !self.feature.is_inner).then_some(self)
    }

    /// The flat region that the feature belongs to: a triangle or an edge across the direction, or else the
    /// feature itself.
    pub fn region(&self) -> FeatureId {
        match (self.face, self.edge) {
            (Some(face), _) => FeatureId::face(face),
            (None, Some(edge)) => FeatureId::side(edge),
            (None, None) => self.feature,
        }
    }
}

impl<'m> MeshSurface<'m> {
    pub fn new(model: &'m Model) -> Self {
        MeshSurface {
            model,
            is_solid: model.edges.is_oriented(),
        }
    }

    /// The corner at which a half-edge starts.
    #[inline]
    pub fn corner(&self, edge: u32) -> DVec3 {
        let mesh = self.model.mesh();
        let source = self.model.store.sources[edge as usize / 3];
        let vertex = mesh.triangles()[source as usize][edge as usize % 3];
        mesh.vertices()[vertex as usize].as_dvec3()
    }

    /// The corners of a triangle, by its number in the store.
    pub fn corners(&self, triangle: u32) -> [DVec3; 3] {
        let source = self.model.store.sources[triangle as usize];
        let mesh = self.model.mesh();
        let [a, b, c] = mesh.corner_points(source as usize);
        [a.as_dvec3(), b.as_dvec3(), c.as_dvec3()]
    }

    /// Twice the area times the outward unit normal.
    pub fn normal(&self, triangle: u32) -> DVec3 {
        let [a, b, c] = self.corners(triangle);
        (b - a).cross(c - a)
    }

    pub fn across(&self, edge: u32) -> Across {
        self.model.edges.across(edge)
    }

    /// The edge of the half-edge `edge`, along a direction across it.
    pub fn edge_slopes(&self, edge: u32, direction: DVec3) -> FeatureSlopes {
        let start = self.corner(edge);
        let along = self.corner(half_edges::next(edge)) - start;
        let over_squared = 1.0 / along.length_squared();
        let mut view = FeatureSlopes::level(FeatureId::side(edge));
        let (mut faces, mut flat, mut steepest) = (0, 0, 0.0_f64);
        let mut look = |other: u32| {
            let to = self.corner(half_edges::previous(other)) - start;
            let away = to - along * (to.dot(along) * over_squared);
            let (rise, length) = (away.dot(direction), away.length_squared());
            let is_level = rise * rise <= params::SUPPORT_SLOPE * params::SUPPORT_SLOPE * length;
            if rise > 0.0 {
                view.is_foremost &= is_level;
                steepest = steepest.max(rise * rise / length);
            }
            faces += 1;
            if is_level {
                flat += 1;
                view.face = Some(other / 3);
            }
            view.feature.id = view.feature.id.min(FeatureId::side(other).id);
        };
        look(edge);
        self.model.edges.others(edge, look);
        view.feature.is_inner = faces == 2 && flat == 2;
        view.rise = steepest.sqrt();
        view
    }

    /// The edge, if it can be a contact along the direction.
    #[inline]
    pub fn contact_edge(&self, edge: u32, direction: DVec3) -> Option<FeatureSlopes> {
        self.edge_slopes(edge, direction).contact()
    }

    /// The corner where `edge` starts, if it can be a contact along the direction.
    #[inline]
    pub fn contact_corner(&self, edge: u32, direction: DVec3) -> Option<FeatureSlopes> {
        // Most corners are not, and the first neighbours show it.
        let start = self.corner(edge);
        let mut is_foremost = true;
        self.model.edges.around(edge, |corner| {
            let offset = self.corner(half_edges::next(corner)) - start;
            let rise = offset.dot(direction);
            is_foremost = rise <= 0.0
                || rise * rise
                    <= params::SUPPORT_SLOPE * params::SUPPORT_SLOPE * offset.length_squared();
            is_foremost
        });
        if !is_foremost {
            return None;
        }
        self.corner_slopes(edge, direction).contact()
    }

    /// True if a direction leads out of the material at a corner or an edge; always true on a surface without an
    /// outside.
    pub fn is_outward(&self, feature: FeatureId, direction: DVec3) -> bool {
        if !self.is_solid {
            return true;
        }
        match FeatureId::side_of(feature.id) {
            Some(edge) => {
                let along = |at: u32| self.normal(at / 3).normalize_or_zero().dot(direction);
                let mut outward = along(edge);
                self.model.edges.others(edge, |at| outward += along(at));
                outward >= 0.0
            }
            None => self.is_corner_outward(feature.id, direction),
        }
    }

    fn is_corner_outward(&self, edge: u32, direction: DVec3) -> bool {
        let start = self.corner(edge);
        let sides = |at: u32| {
            let to_one = self.corner(half_edges::next(at)) - start;
            let to_other = self.corner(half_edges::previous(at)) - start;
            (to_one.cross(to_other), to_one.dot(to_other))
        };
        // If all triangles around the corner face one offset, their normals decide.
        let (mut forwards, mut backwards) = (true, true);
        self.model.edges.around(edge, |at| {
            let ahead = sides(at).0.dot(direction);
            forwards &= ahead >= 0.0;
            backwards &= ahead < 0.0;
            forwards || backwards
        });
        if forwards || backwards {
            return forwards;
        }
        let mut outward = 0.0;
        self.model.edges.around(edge, |at| {
            // Weighted by the angle (Baerentzen and Aanaes, "Signed distance computation using the
            // angle weighted pseudonormal", 2005).
            let (normal, cosine) = sides(at);
            let angle = libm::atan2(normal.length(), cosine);
            outward += angle * normal.normalize_or_zero().dot(direction);
            true
        });
        outward >= 0.0
    }

    /// The corner where `edge` starts, along a direction.
    pub fn corner_slopes(&self, edge: u32, direction: DVec3) -> FeatureSlopes {
        let start = self.corner(edge);
        let mut view = FeatureSlopes::level(FeatureId::corner(edge));
        let (mut faces, mut flat, mut steepest) = (0, 0, 0.0_f64);
        let closed = self.model.edges.around(edge, |corner| {
            let (one, other) = (half_edges::next(corner), half_edges::previous(corner));
            let (to_one, to_other) = (self.corner(one) - start, self.corner(other) - start);
            let mut is_level = |to: DVec3| {
                let (rise, length) = (to.dot(direction), to.length_squared());
                let is_level =
                    rise * rise <= params::SUPPORT_SLOPE * params::SUPPORT_SLOPE * length;
                if rise > 0.0 {
                    view.is_foremost &= is_level;
                    steepest = steepest.max(rise * rise / length);
                }
                is_level
            };
            let level = [is_level(to_one), is_level(to_other)];
            faces += 1;
            if level[0] && level[1] {
                flat += 1;
                view.face = Some(corner / 3);
            }
            for (flat, edge) in [(level[0], corner), (level[1], other)] {
                if flat {
                    view.edge = Some(view.edge.map_or(edge, |old| old.min(edge)));
                }
            }
            view.feature.id = view.feature.id.min(FeatureId::corner(corner).id);
            true
        });
        view.feature.is_inner = closed && flat == faces;
        view.rise = steepest.sqrt();
        view.edge = view.edge.map(|edge| self.edge_number(edge));
        view
    }

    /// Calls `visit` with all half-edges that start at the corner where `edge` does.
    pub fn for_half_edges_of_corner(&self, edge: u32, mut visit: impl FnMut(u32)) {
        self.model.edges.around(edge, |same| {
            visit(same);
            true
        });
    }

    /// Calls `visit` with all half-edges of the edge of `edge`.
    pub fn for_half_edges_of_edge(&self, edge: u32, visit: impl FnMut(u32)) {
        self.model.edges.around_edge(edge, visit);
    }

    /// The place of a point of a triangle on its border, if it is there.
    pub fn border_place(&self, triangle: u32, point: DVec3) -> Option<BorderPlace> {
        let [a, b, c] = self.corners(triangle);
        let across = (b - a).cross(c - a);
        let area = across.length_squared();
        // The barycentric coordinates of the point.
        let share = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(across) / area;
        let shares = [share(b, c), share(c, a), share(a, b)];
        let beside = shares.map(|share| share <= params::ON_BORDER_FRACTION);
        let edge = |i: usize| 3 * triangle + i as u32;
        match beside {
            [false, false, false] => None,
            // Side i leads from corner i to the next one, opposite the one before.
            [false, false, true] => Some(BorderPlace::Edge(edge(0))),
            [true, false, false] => Some(BorderPlace::Edge(edge(1))),
            [false, true, false] => Some(BorderPlace::Edge(edge(2))),
            _ => {
                let corner = (0..3).max_by(|&i, &j| shares[i].total_cmp(&shares[j]));
                Some(BorderPlace::Corner(edge(corner.unwrap_or(0))))
            }
        }
    }

    /// True if the surface continues flat at a place on the border of a triangle: then a point there belongs to
    /// the neighbours too.
    pub fn continues_flat(&self, place: BorderPlace) -> bool {
        match place {
            BorderPlace::Edge(edge) => self.is_flat_edge(edge),
            BorderPlace::Corner(edge) => {
                let mut all_flat = true;
                let closed = self.model.edges.around(edge, |at| {
                    all_flat = self.is_flat_edge(at) && self.is_flat_edge(half_edges::previous(at));
                    all_flat
                });
                closed && all_flat
            }
        }
    }

    /// True if exactly two triangles meet at an edge, and lie in a plane.
    fn is_flat_edge(&self, edge: u32) -> bool {
        let Across::Twin {
            edge: twin,
            opposed,
        } = self.across(edge)
        else {
            return false;
        };
        let [here, there] = [edge, twin].map(|e| {
            let [x, y, z, _] = self.model.store.planes[e as usize / 3];
            Vec3::new(x, y, z)
        });
        let there = if opposed { there } else { -there };
        here.dot(there) > 0.0
            && here.cross(there).length_squared() <= (FLAT_EDGE_SINE * FLAT_EDGE_SINE) as f32
    }

    /// The lowest half-edge of an edge: its name.
    fn edge_number(&self, edge: u32) -> u32 {
        let mut lowest = edge;
        self.model
            .edges
            .others(edge, |other| lowest = lowest.min(other));
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuildOptions;
    use crate::mesh::TriMesh;

    /// A 2 x 2 square of 8 triangles around one corner in the middle; `tip` lifts that.
    fn tent(tip: f32) -> Model {
        let ring = [
            [1, 0],
            [1, 1],
            [0, 1],
            [-1, 1],
            [-1, 0],
            [-1, -1],
            [0, -1],
            [1, -1],
        ];
        let mut vertices = vec![Vec3::Y * tip];
        vertices.extend(ring.map(|[x, z]| Vec3::new(x as f32, 0.0, z as f32)));
        let triangles = (0..8).map(|i| [0, 1 + (i + 1) % 8, 1 + i]).collect();
        let mesh = TriMesh::new(vertices, triangles).unwrap();
        Model::build(&mesh, &BuildOptions::default()).unwrap()
    }

    fn middle(surface: &MeshSurface) -> Vec<u32> {
        let all = 0..24;
        all.filter(|&e| surface.corner(e).x == 0.0 && surface.corner(e).z == 0.0)
            .collect()
    }

    #[test]
    fn a_corner_has_one_name_and_sees_all_around_it() {
        for tip in [0.0, 0.5, -0.5] {
            let model = tent(tip);
            let surface = MeshSurface::new(&model);
            let middle = middle(&surface);
            assert_eq!(middle.len(), 8);
            for &edge in &middle {
                let view = surface.corner_slopes(edge, DVec3::Y);
                assert_eq!(view.feature.id, FeatureId::corner(middle[0]).id);
                assert_eq!(view.is_foremost, tip >= 0.0);
                assert_eq!(view.feature.is_inner, tip == 0.0);
                assert_eq!(view.face.is_some(), tip == 0.0);
                if tip == 0.0 {
                    for spoke in [edge, half_edges::previous(edge)] {
                        assert!(surface.edge_slopes(spoke, DVec3::Y).feature.is_inner);
                    }
                }
            }
        }
    }

    #[test]
    fn the_border_ends_a_walk_both_ways() {
        let model = tent(0.0);
        let surface = MeshSurface::new(&model);
        let rim = (0..24).find(|&e| surface.corner(e) == DVec3::new(1.0, 0.0, 1.0));
        let mut visited = 0;
        assert!(!model.edges.around(rim.unwrap(), |_| {
            visited += 1;
            true
        }));
        assert_eq!(visited, 2);
        assert!(
            !surface
                .corner_slopes(rim.unwrap(), DVec3::Y)
                .feature
                .is_inner
        );
    }
}
