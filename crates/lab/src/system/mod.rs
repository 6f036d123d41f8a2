//! Whole systems for many bodies: a broad phase before a method for pairs, each chosen from the registry.
//!
//! - *I-COLLIDE*: three sorted axes with flags, then the walk over Voronoi regions from the features of the frame
//!   before.
//! - *Q-COLLIDE*: the same lists, then the separating vector of the frame before, improved in rounds.
//! - *SWIFT++*: sorted axes, then trees of convex pieces.
//! - *Sphere tree*, *SOLID*, *RAPID*, *QuickCD*: every pair by its trees, since the source gives them no broad phase:
//!   spheres of an octree, boxes along the body's axes, boxes of any orientation, 18-DOPs with a front.
//! - *2002*: the grid on the floor, then 18-DOP trees over pieces and the walk.
//!
//! Limits: those of the parts.
//!
//! Source 1, systems surveyed; Palmer and Grimsdale 1995, van den Bergen 1997, Gottschalk et al. 1996, Klosowski et
//! al. 1998, Cohen et al. 1995, Chung and Wang 1996, Ehmann and Lin 2001, Daneu 2002.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::broad::{BroadPhase, MakeBroadPhase, Pair};
use crate::convex::{ConvexPair, chung_wang, v_clip};
use crate::decomposition::swift;
use crate::mesh_pair::{Mesh, MeshPair, Pose, library_2002};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::{Aabb, World};
use crate::tree::rows;
use crate::work::Work;
use crate::{broad, mesh_pair};

const fn row(
    id: &'static str,
    paper: &'static str,
    about: &'static str,
    broad: &'static Row,
    pair: &'static Row,
) -> Row {
    Row {
        id,
        stage: Stage::System,
        source: "1, systems",
        paper,
        about,
        gives: &[Gives::Pairs],
        limits: pair.limits,
        method: Method::System(Preset { broad, pair }),
    }
}

/// The rows; a sentence names the parts, which a test checks.
pub const ROWS: [Row; 8] = [
    row(
        "i-collide",
        "Cohen et al. 1995",
        "sap, then v-clip",
        &broad::sap::ROW,
        &v_clip::ROW,
    ),
    row(
        "q-collide",
        "Chung, Wang 1996",
        "sap, then chung-wang",
        &broad::sap::ROW,
        &chung_wang::ROW,
    ),
    row(
        "swift-system",
        "Ehmann, Lin 2001",
        "sap, then swift",
        &broad::sap::ROW,
        &swift::ROW,
    ),
    row(
        "sphere-tree-system",
        "Palmer, Grimsdale 1995",
        "all-pairs, then tree-octree-spheres",
        &broad::all_pairs::ROW,
        rows::SPHERE_TREE,
    ),
    row(
        "solid",
        "van den Bergen 1997",
        "all-pairs, then tree-aabb",
        &broad::all_pairs::ROW,
        rows::SOLID,
    ),
    row(
        "rapid",
        "Gottschalk et al. 1996",
        "all-pairs, then tree-obb",
        &broad::all_pairs::ROW,
        rows::RAPID,
    ),
    row(
        "quickcd",
        "Klosowski et al. 1998",
        "all-pairs, then quickcd-pair",
        &broad::all_pairs::ROW,
        rows::QUICKCD,
    ),
    row(
        "system-2002",
        "Daneu 2002",
        "grid-2d, then library-2002",
        &broad::grid::ROW_2D,
        &library_2002::ROW,
    ),
];

/// The parts of a system: a broad phase, and a method for two convex bodies or two meshes.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The broad phase.
    pub broad: &'static Row,
    /// The method for pairs.
    pub pair: &'static Row,
}

/// A body: its corners in its own frame, and the same as a mesh.
#[derive(Clone, Debug)]
pub struct Body {
    /// The convex body.
    pub solid: Polytope,
    /// Its surface.
    pub mesh: mesh_pair::Mesh,
}

impl Body {
    /// The body with its surface of triangles.
    pub fn new(solid: Polytope) -> Self {
        let fan = |face: &Vec<usize>| {
            let corners = face.clone();
            (1..corners.len() - 1).map(move |i| [corners[0], corners[i], corners[i + 1]])
        };
        let mesh = Mesh {
            vertices: solid.vertices.clone(),
            triangles: solid.topology.faces.iter().flat_map(fan).collect(),
        };
        Self { solid, mesh }
    }
}

/// The method of a pair, with its memory.
enum PairMethod {
    Convex(Box<dyn ConvexPair>),
    Mesh(Box<dyn MeshPair>),
}

/// A system at work.
pub struct System {
    preset: Preset,
    broad: Box<dyn BroadPhase>,
    pairs: BTreeMap<Pair, PairMethod>,
}

impl System {
    /// The system of a preset; `None` if its rows are of other stages.
    pub fn new(preset: Preset, world: &World) -> Option<Self> {
        let Method::BroadPhase(make) = preset.broad.method else {
            return None;
        };
        let make: MakeBroadPhase = make;
        Some(Self {
            preset,
            broad: make(world),
            pairs: BTreeMap::new(),
        })
    }

    /// The pairs of bodies that meet at their poses.
    pub fn hits(&mut self, bodies: &[Body], poses: &[Pose], work: &mut Work) -> Vec<Pair> {
        let placed: Vec<Polytope> = (bodies.iter().zip(poses))
            .map(|(b, pose)| b.solid.moved(pose.rotation, pose.translation))
            .collect();
        let bounds: Vec<Option<Aabb>> = placed.iter().map(|body| Some(bounds(body))).collect();
        let mut near = Vec::new();
        self.broad.update(&bounds, &mut near, work);
        near.sort_unstable();
        let mut hits = Vec::new();
        for pair in near {
            let [i, j] = pair.map(|i| i as usize);
            let method = self.preset.pair.method;
            let known = self.pairs.entry(pair).or_insert_with(|| match method {
                Method::MeshPair(make) => PairMethod::Mesh(make(&bodies[i].mesh, &bodies[j].mesh)),
                Method::ConvexPair(make) => PairMethod::Convex(make()),
                _ => unreachable!("a preset names a method for pairs"),
            });
            let hit = match known {
                PairMethod::Convex(method) => method.ask(&placed[i], &placed[j], work).hit,
                PairMethod::Mesh(method) => method.ask([&poses[i], &poses[j]], work).hit,
            };
            if hit {
                hits.push(pair);
            }
        }
        hits
    }
}

/// The box of a body, a little larger, so that rounding loses no pair that touches.
fn bounds(body: &Polytope) -> Aabb {
    let corners = || body.vertices.iter().copied();
    let (low, high) = (
        corners().fold(DVec3::INFINITY, DVec3::min),
        corners().fold(DVec3::NEG_INFINITY, DVec3::max),
    );
    let margin = DVec3::splat(1e-9 * (high - low).max_element());
    Aabb {
        low: low - margin,
        high: high + margin,
    }
}

#[cfg(test)]
mod tests {
    use super::Method;
    use crate::registry::{Stage, of_stage};

    #[test]
    fn each_system_names_its_parts() {
        let mut count = 0;
        for row in of_stage(Stage::System) {
            let Method::System(preset) = row.method else {
                continue;
            };
            let parts = format!("{}, then {}", preset.broad.id, preset.pair.id);
            assert!(row.about.starts_with(&parts), "{}: {parts}", row.id);
            count += 1;
        }
        assert_eq!(count, 8);
    }
}
