//! k-DOPs as volumes, with three ways to refit a volume to another frame, and orders of axes.
//!
//! Idea: after a rotation the planes are those of the frame again, refitted. *Cone*: each new limit is a sum of
//! three old ones ([`super::dop`]). *Corners* (vertex approximation): the volume of the old volume's corners, a
//! little tighter where a limit of the old one touches nothing. *Hill climbing*: the volume of the content's
//! hull, by walking uphill from a corner that was the highest in a near direction. The axes are tried in order;
//! *spread* takes next the axis that differs most from the one before.
//!
//! When: cones for speed, hill climbing for tightness. Limits: the test of k/2 axes may call volumes overlapping
//! that are apart (except for 6); `closure` has an exact one. Hill climbing stores the hull.
//!
//! Source 1, QuickCD; Klosowski et al. 1998.

use std::sync::LazyLock;

use glam::DVec3;

use super::dop::{Cones, Dop, Turned, direction};
use super::hull_node::hull_of;
use super::{BoundingVolume, Exact, Triangle, closure, corners_of, size_of_planes};
use crate::mesh_pair::Pose;
use crate::params::TOUCH;
use crate::polytope::{Plane, Polytope};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The way to the limits in another frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refit {
    /// Sums of three limits.
    Cone,
    /// The corners of the volume.
    Corners,
    /// The hull of the content, by walking over its edges.
    HillClimbing,
}

/// The test of two volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The axes in their order.
    InOrder,
    /// Next the axis that differs most from the one before.
    Spread,
    /// The axes in their order, then the closure; for 18-DOPs.
    Closure,
}

/// The refit and the test.
#[derive(Clone, Copy, Debug)]
pub struct Dops<const K: usize> {
    /// The refit.
    pub refit: Refit,
    /// The test.
    pub test: Test,
}

/// The row of the registry.
pub const ROW_6: Row = Row {
    id: "dop-6",
    stage: Stage::Volume,
    source: "1, QuickCD",
    paper: "Klosowski et al. 1998",
    about: "6-DOP, refitted by cones",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&CONE_6),
};

const CONE_6: Dops<6> = Dops {
    refit: Refit::Cone,
    test: Test::InOrder,
};

/// The 18-DOP by cones: the volume of source 1's library.
pub const CONE_18: Dops<18> = Dops {
    refit: Refit::Cone,
    test: Test::InOrder,
};

macro_rules! rows {
    ($($name:ident $k:literal $id:literal $refit:ident $test:ident $about:literal),* $(,)?) => {$(
        #[doc = concat!("The row of `", $id, "`.")]
        pub const $name: Row = Row {
            id: $id,
            about: $about,
            method: Method::Volume(&Dops::<$k> { refit: Refit::$refit, test: Test::$test }),
            ..ROW_6
        };
    )*};
}

rows! {
    ROW_14 14 "dop-14" Cone InOrder "14-DOP, refitted by cones",
    ROW_18 18 "dop-18" Cone InOrder "18-DOP, refitted by cones",
    ROW_26 26 "dop-26" Cone InOrder "26-DOP, refitted by cones",
    ROW_CORNERS 18 "dop-18-corners" Corners InOrder "18-DOP, refitted by its corners",
    ROW_CLIMBING 18 "dop-18-climbing" HillClimbing InOrder "18-DOP, refitted on the hull by hill climbing",
    ROW_SPREAD 18 "dop-18-spread" Cone Spread "18-DOP by cones, next the axis that differs most",
    ROW_CLOSURE 18 "dop-18-closure" Cone Closure "18-DOP by cones, with the exact test by closure",
}

/// A volume with the parts that its refit needs.
#[derive(Clone, Debug)]
pub struct Fitted<const K: usize> {
    /// The limits.
    pub dop: Dop<K>,
    /// The corners of the volume, for `Refit::Corners`.
    corners: Vec<DVec3>,
    /// The hull, and its highest corner in each direction, for `Refit::HillClimbing`.
    hull: Option<(Polytope, Vec<usize>)>,
}

impl<const K: usize> Fitted<K> {
    fn bare(dop: Dop<K>) -> Self {
        Self {
            dop,
            corners: Vec::new(),
            hull: None,
        }
    }

    /// The height that counts as touching (m).
    fn touch(&self, other: &Self) -> f64 {
        let limits = self.dop.0.iter().chain(&other.dop.0);
        TOUCH * limits.fold(0.0_f64, |size, limit| size.max(limit.abs()))
    }

    fn cornered(dop: Dop<K>) -> Self {
        let size = dop
            .0
            .iter()
            .fold(0.0_f64, |size, limit| size.max(limit.abs()));
        Self {
            corners: corners_of(&dop.planes(), TOUCH * size).collect(),
            ..Self::bare(dop)
        }
    }
}

/// The axes, each followed by the one that differs most from it.
fn spread_axes<const K: usize>() -> Vec<usize> {
    let unit = |axis: usize| direction::<K>(axis).normalize();
    let mut order = vec![0];
    let mut left: Vec<usize> = (1..K / 2).collect();
    while !left.is_empty() {
        let last = unit(order[order.len() - 1]);
        let cos = |axis: usize| last.dot(unit(axis)).abs();
        let next = (0..left.len()).min_by(|&i, &j| cos(left[i]).total_cmp(&cos(left[j])));
        order.push(left.remove(next.unwrap_or(0)));
    }
    order
}

/// The spread order of 18-DOPs.
static SPREAD_18: LazyLock<Vec<usize>> = LazyLock::new(spread_axes::<18>);

/// The way into another frame.
pub struct DopFrame<const K: usize> {
    pose: Pose,
    /// For `Refit::Cone`.
    turned: Option<Turned<K>>,
    /// The direction of the body nearest to each direction of the frame, for `Refit::HillClimbing`.
    nearest: [usize; K],
}

/// The height of the highest corner in a direction, by hill climbing from one; flat content has no edges.
fn climb(hull: &Polytope, way: DVec3, start: usize, work: &mut Work) -> f64 {
    let top = if hull.planes.is_empty() {
        hull.support(way, work)
    } else {
        hull.climb(way, start, work)
    };
    way.dot(hull.vertices[top])
}

impl<const K: usize> BoundingVolume for Dops<K> {
    type Volume = Fitted<K>;
    type Frame = DopFrame<K>;

    fn fit(&self, content: &[Triangle]) -> Fitted<K> {
        let dop = Dop::around(content.as_flattened().iter().copied());
        match self.refit {
            Refit::Cone => Fitted::bare(dop),
            Refit::Corners => Fitted::cornered(dop),
            Refit::HillClimbing => {
                let hull = hull_of(content);
                let top = |i| hull.support(direction::<K>(i), &mut Work::default());
                let tops = (0..K).map(top).collect();
                Fitted {
                    hull: Some((hull, tops)),
                    ..Fitted::bare(dop)
                }
            }
        }
    }

    fn union(&self, a: &Fitted<K>, b: &Fitted<K>) -> Option<Fitted<K>> {
        let dop = a.dop.union(&b.dop);
        match self.refit {
            Refit::Cone => Some(Fitted::bare(dop)),
            Refit::Corners => Some(Fitted::cornered(dop)),
            Refit::HillClimbing => None,
        }
    }

    fn frame(&self, pose: &Pose) -> DopFrame<K> {
        let back = pose.rotation.conjugate();
        let nearest = |i: usize| {
            let way = back * direction::<K>(i);
            let cos = |j: usize| way.dot(direction::<K>(j).normalize());
            (0..K)
                .max_by(|&i, &j| cos(i).total_cmp(&cos(j)))
                .unwrap_or(0)
        };
        DopFrame {
            pose: *pose,
            turned: (self.refit == Refit::Cone).then(|| Turned::new(&Cones::default(), pose)),
            nearest: std::array::from_fn(nearest),
        }
    }

    fn in_frame(&self, volume: &Fitted<K>, frame: &DopFrame<K>, work: &mut Work) -> Fitted<K> {
        if let Some(turned) = &frame.turned {
            return Fitted::bare(turned.limits(&volume.dop, work));
        }
        work.ops.updates += 1;
        if let Some((hull, tops)) = &volume.hull {
            let back = frame.pose.rotation.conjugate();
            let limit = |i: usize| {
                let way = direction::<K>(i);
                let top = climb(hull, back * way, tops[frame.nearest[i]], work);
                way.dot(frame.pose.translation) + top
            };
            return Fitted::bare(Dop(std::array::from_fn(limit)));
        }
        work.ops.vertices += volume.corners.len() as u64;
        let moved = volume.corners.iter().map(|p| frame.pose.point(*p));
        Fitted::bare(Dop::around(moved))
    }

    fn is_apart(&self, a: &Fitted<K>, b: &Fitted<K>, work: &mut Work) -> bool {
        work.ops.tests += 1;
        let touch = a.touch(b);
        let mut separates = |axis: usize| {
            work.ops.axes += 1;
            a.dop.separates(&b.dop, axis, touch)
        };
        match self.test {
            Test::InOrder => (0..K / 2).any(separates),
            Test::Spread => SPREAD_18.iter().any(|&axis| separates(axis)),
            Test::Closure => {
                (0..K / 2).any(&mut separates)
                    || closure::is_empty(&closure::common(&a.dop, &b.dop), touch)
            }
        }
    }

    fn height(&self, volume: &Fitted<K>, p: DVec3) -> f64 {
        let heights = volume.dop.planes().into_iter().map(|plane| plane.height(p));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }

    fn size(&self, volume: &Fitted<K>) -> f64 {
        volume.dop.volume()
    }

    fn true_size(&self, volume: &Fitted<K>) -> f64 {
        size_of_planes(&volume.dop.planes())
    }

    fn planes(&self, volume: &Fitted<K>) -> Vec<Plane> {
        volume.dop.planes()
    }

    fn exact(&self) -> Exact {
        if K == 6 || self.test == Test::Closure {
            Exact::Planes
        } else {
            Exact::No
        }
    }

    fn numbers(&self, volume: &Fitted<K>) -> usize {
        let hull = volume
            .hull
            .as_ref()
            .map_or(0, |(hull, _)| hull.vertices.len());
        K + 3 * (volume.corners.len() + hull)
    }
}
