//! Spheres around the cubes of an octree, without the hidden ones.
//!
//! Idea: the cube around the content is split into eight, and these again; cubes that hold no geometry go. Each
//! cube that is left has the sphere through its corners. A sphere is hidden, and dropped, if those of all 26 cubes
//! around its own stay and cover its content: they cover all of the cube but its core. (Dropping every sphere that
//! others surround, as the source may mean, leaves content outside.) One sphere around all is tried first.
//!
//! When: answers that may stop at a level. Limits: hundreds of spheres; a cube counts as filled if the box and the
//! plane of a triangle meet it, which keeps a few cubes too many.
//!
//! Source 1, sphere trees; Palmer, Grimsdale 1995.

use std::collections::BTreeSet;

use glam::{DVec3, IVec3};

use super::sphere::Sphere;
use super::{BoundingVolume, Triangle};
use crate::mesh_pair::Pose;
use crate::mesh_pair::triangle_pair::plane_of;
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "octree-spheres",
    stage: Stage::Volume,
    source: "1, sphere trees",
    paper: "Palmer, Grimsdale 1995",
    about: "spheres around the cubes of an octree, hidden ones dropped",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&OctreeSpheres),
};

/// Cubes along a side of the last level: three levels.
const SIDE: i32 = 8;

/// Half the side of a cube's core, which the spheres around leave free, over half the side of the cube: the farthest
/// free points lie at a third along the diagonals.
const CORE: f64 = 0.34;

/// The method.
#[derive(Clone, Copy, Debug)]
pub struct OctreeSpheres;

/// One sphere around all, and the spheres of the cubes.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The sphere around all others.
    pub whole: Sphere,
    /// The spheres that are not hidden.
    pub parts: Vec<Sphere>,
    /// The number of spheres that were dropped.
    pub hidden: usize,
}

/// The filled cubes at a level of `side` cubes, from those of the level above.
fn filled(content: &[Triangle], low: DVec3, edge: f64, side: i32) -> BTreeSet<[i32; 3]> {
    let mut cubes = BTreeSet::from([[0; 3]]);
    let mut count = 1;
    while count < side {
        count *= 2;
        let half = edge / f64::from(count) / 2.0;
        let children = cubes.iter().flat_map(|cube| {
            (0..8).map(move |i| [0, 1, 2].map(|axis| 2 * cube[axis] + (i >> axis & 1)))
        });
        let meets = |cube: &[i32; 3]| {
            let center = low + (IVec3::from_array(*cube).as_dvec3() * 2.0 + 1.0) * half;
            // A hair larger, so that rounding loses no corner.
            let bounds = Aabb::around(center, DVec3::splat(half * (1.0 + 1e-12)));
            content.iter().any(|t| touches(&bounds, t, half))
        };
        cubes = children.filter(meets).collect();
    }
    cubes
}

fn touches(bounds: &Aabb, t: &Triangle, half: f64) -> bool {
    let around = Aabb {
        low: t[0].min(t[1]).min(t[2]),
        high: t[0].max(t[1]).max(t[2]),
    };
    let reaches = plane_of(*t).is_none_or(|plane| {
        let reach = plane.normal.abs().element_sum() * half * (1.0 + 1e-12);
        plane.height(bounds.center()).abs() <= reach
    });
    bounds.meets(&around) && reaches
}

impl BoundingVolume for OctreeSpheres {
    type Volume = Cover;
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> Cover {
        let points = content.as_flattened();
        let low = points.iter().fold(points[0], |low, p| low.min(*p));
        let high = points.iter().fold(points[0], |high, p| high.max(*p));
        let edge = (high - low).max_element() * (1.0 + 1e-12);
        let cubes = filled(content, low, edge, SIDE);
        let half = edge / f64::from(SIDE) / 2.0;
        let center =
            |cube: &[i32; 3]| low + (IVec3::from_array(*cube).as_dvec3() * 2.0 + 1.0) * half;
        let mut kept = cubes.clone();
        for cube in &cubes {
            let is_around = |i: i32| {
                let step = [i % 3, i / 3 % 3, i / 9].map(|s| s - 1);
                kept.contains(&[0, 1, 2].map(|axis| cube[axis] + step[axis]))
            };
            let core = Aabb::around(center(cube), DVec3::splat(CORE * half));
            let has_core = || content.iter().any(|t| touches(&core, t, CORE * half));
            if (0..27).all(is_around) && !has_core() {
                kept.remove(cube);
            }
        }
        let seen = kept.iter().map(|cube| Sphere {
            center: center(cube),
            radius: half * 3.0_f64.sqrt() * (1.0 + 1e-12),
        });
        let parts: Vec<Sphere> = seen.collect();
        let whole = (parts.iter().copied()).reduce(|whole, part| whole.union(&part));
        Cover {
            whole: whole.unwrap_or_else(|| Sphere::around(points)),
            hidden: cubes.len() - parts.len(),
            parts,
        }
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, cover: &Cover, pose: &Pose, work: &mut Work) -> Cover {
        work.ops.updates += 1;
        Cover {
            whole: cover.whole.moved(pose),
            parts: cover.parts.iter().map(|part| part.moved(pose)).collect(),
            hidden: cover.hidden,
        }
    }

    fn is_apart(&self, a: &Cover, b: &Cover, work: &mut Work) -> bool {
        work.ops.tests += 1;
        if a.whole.is_apart(&b.whole) {
            return true;
        }
        let mut meets = |p: &Sphere, q: &Sphere| {
            work.ops.tests += 1;
            !p.is_apart(q)
        };
        let parts: Vec<&Sphere> = (b.parts.iter()).filter(|q| meets(&a.whole, q)).collect();
        !(a.parts.iter()).any(|p| meets(p, &b.whole) && parts.iter().any(|q| meets(p, q)))
    }

    fn height(&self, cover: &Cover, p: DVec3) -> f64 {
        let heights = cover.parts.iter().map(|s| s.center.distance(p) - s.radius);
        heights.fold(f64::INFINITY, f64::min)
    }

    fn size(&self, cover: &Cover) -> f64 {
        cover.whole.size()
    }

    fn numbers(&self, cover: &Cover) -> usize {
        4 * (1 + cover.parts.len())
    }
}
