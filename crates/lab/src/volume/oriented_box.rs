//! Boxes of any orientation, and the separating-axis test of two.
//!
//! Idea: two boxes are apart if and only if their projections are apart on one of fifteen axes: three face normals
//! of each, and the nine products of their edges. All is computed in the first box's axes, where only the
//! cosines between the axes and the shift of the centres are needed. SOLID's AABB are the same boxes with the
//! axes of their body, so that two bodies' boxes are turned against each other.
//!
//! When: fifteen axes for the exact answer; the *lite* tests leave out edge products: six axes are the faces,
//! nine are the faces and the products with the first box's longest edge (our reading). They may call boxes
//! overlapping that only an edge product separates. `spread` tries the faces and edges in turn.
//! Limits: products of nearly parallel edges are nearly zero; they are not divided by their length, so the gap
//! along them vanishes with them and rounding cannot separate.
//!
//! Source 2, OBB trees; source 4, volumes; Gottschalk, Lin, Manocha 1996; van den Bergen 1997 (lite, SOLID).

use glam::{DMat3, DVec3};

use super::box_144;
use super::oriented_box_fit::Fit;
use super::{BoundingVolume, Exact, Triangle};
use crate::mesh_pair::Pose;
use crate::params::TOUCH;
use crate::polytope::Plane;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the boxes of SOLID.
pub const ROW_AABB: Row = Row {
    id: "aabb-sat",
    stage: Stage::Volume,
    source: "1, SOLID; 4, volumes",
    paper: "van den Bergen 1997",
    about: "boxes along their body's axes, as boxes turned against each other",
    gives: &[Gives::Apart],
    limits: &[],
    method: method(&OrientedBoxes {
        fit: Fit::BodyAxes,
        test: Test::Fifteen,
    }),
};

/// The row of the test of six axes.
pub const ROW_LITE_6: Row = Row {
    id: "obb-lite-6",
    source: "4, volumes",
    paper: "van den Bergen 1997",
    about: "obb-hull-triangles, tested on the six face normals only",
    method: method(&OrientedBoxes {
        fit: Fit::HullTriangles,
        test: Test::Faces,
    }),
    ..ROW_AABB
};

/// The row of the test of nine axes.
pub const ROW_LITE_9: Row = Row {
    id: "obb-lite-9",
    about: "obb-hull-triangles, tested on the faces and the products with one edge",
    method: method(&OrientedBoxes {
        fit: Fit::HullTriangles,
        test: Test::Nine,
    }),
    ..ROW_LITE_6
};

/// The row of another order of axes.
pub const ROW_SPREAD: Row = Row {
    id: "obb-axes-in-turn",
    source: "1, QuickCD (order of axes)",
    paper: "Klosowski et al. 1998",
    about: "obb-hull-triangles, faces and edge products in turn",
    method: method(&OrientedBoxes {
        fit: Fit::HullTriangles,
        test: Test::InTurn,
    }),
    ..ROW_AABB
};

/// A method of this stage.
pub const fn method(boxes: &'static OrientedBoxes) -> Method {
    Method::Volume(boxes)
}

/// The test of two boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Faces, then edge products: exact.
    Fifteen,
    /// The six face normals.
    Faces,
    /// The faces and the products with the first box's longest edge.
    Nine,
    /// All fifteen, faces and edge products in turn.
    InTurn,
    /// Edges against faces: `box_144`.
    EdgesAndFaces,
}

/// The fit and the test.
#[derive(Clone, Copy, Debug)]
pub struct OrientedBoxes {
    /// The fit.
    pub fit: Fit,
    /// The test.
    pub test: Test,
}

/// A box.
#[derive(Clone, Copy, Debug)]
pub struct Obb {
    /// The middle (m).
    pub center: DVec3,
    /// The unit axes, as columns.
    pub axes: DMat3,
    /// Half the lengths along them (m).
    pub half: DVec3,
}

impl Obb {
    /// The box of these axes around points.
    pub fn around(points: &[DVec3], axes: DMat3) -> Self {
        let own = axes.transpose();
        let start = own * points[0];
        let (low, high) = points.iter().fold((start, start), |(low, high), p| {
            let p = own * *p;
            (low.min(p), high.max(p))
        });
        Self {
            center: axes * ((low + high) / 2.0),
            axes,
            half: (high - low) / 2.0,
        }
    }

    /// The volume (m³).
    pub fn size(&self) -> f64 {
        8.0 * self.half.element_product()
    }

    /// The gap of two boxes that counts as touching (m).
    pub fn touch(&self, other: &Self) -> f64 {
        let reach = self.half.length() + other.half.length();
        TOUCH * (self.center.abs().max(other.center.abs()).max_element() + reach)
    }
}

/// Two boxes in the axes of the first.
struct Relative {
    half: [[f64; 3]; 2],
    /// The cosine between axis i of the first and axis j of the second.
    cos: [[f64; 3]; 3],
    shift: [f64; 3],
}

impl Relative {
    fn new(a: &Obb, b: &Obb) -> Self {
        let own = a.axes.transpose();
        let turned = (own * b.axes).transpose().to_cols_array_2d();
        Self {
            half: [a.half.to_array(), b.half.to_array()],
            cos: turned,
            shift: (own * (b.center - a.center)).to_array(),
        }
    }

    /// The gap along an axis: 0 to 2 the first box's faces, 3 to 5 the second's, then edge products. Along a
    /// product it is shorter than the true gap, by the sine between the edges.
    fn gap(&self, axis: usize) -> f64 {
        let Self {
            half: [a, b],
            cos,
            shift,
        } = self;
        if axis < 3 {
            let reach: f64 = (0..3).map(|j| b[j] * cos[axis][j].abs()).sum();
            return shift[axis].abs() - a[axis] - reach;
        }
        if axis < 6 {
            let j = axis - 3;
            let along: f64 = (0..3).map(|i| shift[i] * cos[i][j]).sum();
            let reach: f64 = (0..3).map(|i| a[i] * cos[i][j].abs()).sum();
            return along.abs() - b[j] - reach;
        }
        let (i, j) = ((axis - 6) / 3, (axis - 6) % 3);
        let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        let along = shift[i2] * cos[i1][j] - shift[i1] * cos[i2][j];
        let own = a[i1] * cos[i2][j].abs() + a[i2] * cos[i1][j].abs();
        let other = b[j1] * cos[i][j2].abs() + b[j2] * cos[i][j1].abs();
        along.abs() - own - other
    }
}

/// The axes of `Test::InTurn`: a face after each edge product.
const IN_TURN: [usize; 15] = [0, 6, 3, 10, 1, 14, 4, 7, 2, 11, 5, 12, 8, 9, 13];

impl BoundingVolume for OrientedBoxes {
    type Volume = Obb;
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> Obb {
        self.fit.fit(content)
    }

    fn union(&self, a: &Obb, b: &Obb) -> Option<Obb> {
        let joined = || {
            let (low, high) = (
                (a.center - a.half).min(b.center - b.half),
                (a.center + a.half).max(b.center + b.half),
            );
            Obb {
                center: (low + high) / 2.0,
                half: (high - low) / 2.0,
                ..*a
            }
        };
        // Only boxes along the body's axes stay such boxes.
        (self.fit == Fit::BodyAxes).then(joined)
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, obb: &Obb, pose: &Pose, work: &mut Work) -> Obb {
        work.ops.updates += 1;
        Obb {
            center: pose.point(obb.center),
            axes: DMat3::from_quat(pose.rotation) * obb.axes,
            half: obb.half,
        }
    }

    fn is_apart(&self, a: &Obb, b: &Obb, work: &mut Work) -> bool {
        work.ops.tests += 1;
        if self.test == Test::EdgesAndFaces {
            return !box_144::meets(a, b, work);
        }
        let relative = Relative::new(a, b);
        let touch = a.touch(b);
        let mut separates = |axis: usize| {
            work.ops.axes += 1;
            relative.gap(axis) > touch
        };
        match self.test {
            Test::Faces => (0..6).any(separates),
            Test::Nine => {
                let longest = (0..3).max_by(|&i, &j| a.half[i].total_cmp(&a.half[j]));
                let first = 6 + 3 * longest.unwrap_or(0);
                (0..6).chain(first..first + 3).any(separates)
            }
            Test::InTurn => IN_TURN.into_iter().any(separates),
            _ => (0..15).any(&mut separates),
        }
    }

    fn height(&self, obb: &Obb, p: DVec3) -> f64 {
        let own = obb.axes.transpose() * (p - obb.center);
        (own.abs() - obb.half).max_element()
    }

    fn size(&self, obb: &Obb) -> f64 {
        obb.size()
    }

    fn axes(&self, obb: &Obb) -> DMat3 {
        obb.axes
    }

    fn planes(&self, obb: &Obb) -> Vec<Plane> {
        let plane = |i: usize| {
            let normal = obb.axes.col(i % 3) * if i < 3 { 1.0 } else { -1.0 };
            Plane {
                normal,
                offset: normal.dot(obb.center) + obb.half[i % 3],
            }
        };
        (0..6).map(plane).collect()
    }

    fn exact(&self) -> Exact {
        match self.test {
            Test::Faces | Test::Nine => Exact::No,
            _ => Exact::Planes,
        }
    }

    fn numbers(&self, _: &Obb) -> usize {
        if self.fit == Fit::BodyAxes { 6 } else { 15 }
    }
}
