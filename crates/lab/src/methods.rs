//! Every method that the sources describe, stage by stage, and where it is: in rows of the registry, in the engine, or
//! only mentioned. The count of the page and of `dodgem lab --list` comes from this list.

use crate::registry::{Method, Row, find};

/// A method of the sources.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// The stage.
    pub stage: &'static str,
    /// The method.
    pub name: &'static str,
    /// The rows that have it, by their ids.
    pub rows: &'static [&'static str],
    /// The option, query or type of the engine that has it; empty if it has not.
    pub engine: &'static str,
}

/// The place of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the lab and in the engine.
    Both,
    /// In the lab only.
    Lab,
    /// In the engine only.
    Engine,
    /// Mentioned, with a reason.
    Mentioned,
    /// Nowhere.
    Missing,
}

impl Described {
    /// The rows, without those of ids that do not exist.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row> {
        self.rows.iter().filter_map(|id| find(id))
    }

    /// The place of the method.
    pub fn place(&self) -> Place {
        let is_mentioned = |row: &Row| matches!(row.method, Method::Mentioned(_));
        let (mut lab, mut mentioned) = (false, false);
        for row in self.rows() {
            *(if is_mentioned(row) {
                &mut mentioned
            } else {
                &mut lab
            }) = true;
        }
        match (lab, self.engine.is_empty(), mentioned) {
            (true, false, _) => Place::Both,
            (true, true, _) => Place::Lab,
            (false, false, _) => Place::Engine,
            (false, true, true) => Place::Mentioned,
            (false, true, false) => Place::Missing,
        }
    }
}

/// The number of methods at a place.
pub fn count(place: Place) -> usize {
    METHODS
        .iter()
        .filter(|method| method.place() == place)
        .count()
}

/// The count as one line.
pub fn summary() -> String {
    format!(
        "{} methods of the sources: {} in the lab, {} of these also in the engine, {} in the engine only, {} only \
         mentioned, {} missing",
        METHODS.len(),
        count(Place::Lab) + count(Place::Both),
        count(Place::Both),
        count(Place::Engine),
        count(Place::Mentioned),
        count(Place::Missing),
    )
}

macro_rules! methods {
    ($($stage:literal { $($name:literal [$($row:literal),*] $engine:literal)* })*) => {
        &[$($(Described {
            stage: $stage,
            name: $name,
            rows: &[$($row),*],
            engine: $engine,
        }),*),*]
    };
}

/// All methods, in the order of the stages of a query.
pub const METHODS: &[Described] = methods! {
    "bounding volume" {
        "sphere" ["sphere", "tree-sphere"] "VolumeKind::Sphere"
        "sphere tree by an octree, hidden spheres dropped" ["octree-spheres", "tree-octree-spheres", "sphere-tree-system"] ""
        "AABB of SOLID, by SAT" ["aabb-sat", "tree-aabb", "solid"] "VolumeKind::Aabb"
        "OBB by vertices" ["obb-vertices", "obb-hull-vertices"] ""
        "OBB by triangles" ["obb-triangles"] ""
        "OBB by the hull's triangles" ["obb-hull-triangles", "obb-sampled-hull", "obb-least-volume", "tree-obb", "rapid"] ""
        "6-DOP" ["dop-6"] "VolumeKind::Kdop6"
        "14-DOP" ["dop-14"] "VolumeKind::Kdop14"
        "18-DOP" ["dop-18"] "VolumeKind::Kdop18"
        "26-DOP" ["dop-26"] "VolumeKind::Kdop26"
        "k-DOP along its body's axes" ["dop-18-oriented"] ""
        "convex hull" ["hull-node", "tree-hull"] ""
        "layered: a sphere around the box" ["layered", "tree-layered"] ""
        "ideal volume" ["ideal"] ""
        "swept sphere volume" ["swept-sphere-volumes"] ""
        "medial-axis spheres" ["medial-axis-trees"] ""
        "BoxTree" ["boxtree"] ""
    }
    "volume under rotation" {
        "cone combination" ["dop-18"] "Kdop::moved"
        "vertex approximation" ["dop-18-corners"] ""
        "hill climbing" ["dop-18-climbing", "tree-dop-climbing"] ""
        "exact test by closure" ["dop-18-closure"] ""
        "SAT of 15 axes" ["aabb-sat", "obb-least-volume"] "RelativeBox"
        "SAT of fewer axes" ["obb-lite-6", "obb-lite-9"] ""
        "order of the axes" ["obb-axes-in-turn", "dop-18-spread"] ""
        "144 tests of edges and faces" ["obb-144"] ""
    }
    "pieces" {
        "1 to 10 triangles a piece" ["library-2002"] "BuildOptions::max_piece_triangles"
        "growth over neighbours" ["engine-mesh"] "PieceGrowth::Adjacency"
        "first fit" ["library-2002", "library-2002-printed", "library-2002-exact"] "PieceGrowth::FirstFit"
        "SWIFT++ pieces: original, contained, free" ["swift", "swift-system"] ""
    }
    "split axis and point" {
        "splatter" ["tree-splatter-mean"] "SplitAxis::Splatter"
        "longest" ["tree-longest-middle"] "SplitAxis::Longest"
        "least sum of volumes" ["tree-least-sum"] "SplitAxis::LeastSum"
        "least larger volume" ["tree-least-max"] "SplitAxis::LeastMax"
        "mean" ["tree-splatter-mean"] "SplitPoint::Mean"
        "median" ["tree-splatter-median"] "SplitPoint::Median"
        "middle" ["tree-longest-middle"] "SplitPoint::Middle"
        "bounded overlap" ["tree-bounded-overlap"] ""
        "lazily, on first visit" ["tree-lazy"] ""
        "bottom-up by least volume" ["tree-bottom-up"] ""
        "arity 4 and 8" ["tree-arity-4", "tree-arity-8"] ""
        "moving leaves of 20, 40, 60, 100" ["tree-leaf-20", "tree-leaf-40", "tree-leaf-60", "tree-leaf-100"] ""
    }
    "descent" {
        "larger node first" ["tree-splatter-mean"] "Descent"
        "smaller node first" ["descent-smaller"] ""
        "smaller child first" ["library-2002"] "DescentOrder::SmallerFirst"
        "left to right" ["descent-left-right"] "DescentOrder::LeftFirst"
        "static node first" ["descent-static", "quickcd"] ""
        "alternating" ["descent-alternating"] ""
        "directed, the nearest first" ["descent-nearest", "swift"] "Query::distance"
        "both in the world's frame" ["descent-world"] ""
        "stop at a level" ["descent-level"] ""
        "cut by a budget" ["library-2002"] "Budget"
        "all pairs of triangles" ["all-triangles"] ""
        "test tree, pair matrix, bounds" ["descent-left-right"] "SweepTrace"
    }
    "coherence" {
        "separating axis or plane kept" ["baraff-witness", "q-collide"] "PairCache"
        "last witness pair" ["last-witness"] "PairCache"
        "front of pairs" ["front-of-pairs", "swift-front"] ""
        "front of one tree" ["front-of-tree", "quickcd"] ""
        "Chung-Wang's vector" ["chung-wang", "q-collide"] ""
    }
    "triangle pair" {
        "Moller's intervals" ["moller-intervals"] "triangle_triangle"
        "edges as rays" ["edges-as-rays"] ""
        "Moller-Trumbore" ["moller-trumbore"] "Query::ray"
        "ERIT" ["erit"] ""
        "leaf walk, one-sided" ["library-2002", "library-2002-printed", "system-2002"] "LeafTest::Walk"
        "leaf walk, two-sided" ["library-2002-two-sided"] ""
    }
    "convex pair" {
        "GJK with Johnson's procedure" ["gjk-johnson"] ""
        "GJK with signed volumes" ["gjk-signed-volumes", "engine-convex"] "gjk"
        "GJK with a kept simplex" ["gjk-enhanced"] "WarmStart"
        "boolean GJK" ["gjk-boolean"] ""
        "ISA-GJK" ["isa-gjk"] ""
        "EPA" ["epa"] "epa"
        "MPR" ["mpr"] ""
        "Chung-Wang" ["chung-wang"] ""
        "SAT of all pairs" ["sat-all-pairs"] ""
        "SAT by the Gauss map" ["sat-gauss-map"] ""
        "SAT of faces" ["sat-faces"] ""
        "Minkowski difference by its hull" ["minkowski-hull"] ""
        "V-Clip" ["v-clip", "i-collide"] ""
        "Lin-Canny" ["lin-canny"] ""
        "separating plane face by face" ["face-by-face"] ""
        "inside and edge test of polyhedra" ["inside-edge"] ""
        "vertices inside" ["vertices-inside"] ""
        "Cameron's depth" ["cameron-depth"] ""
        "CD-Dual" ["cd-dual"] ""
        "Baraff's face witness" ["baraff-witness"] ""
        "incremental hull" ["hull-incremental", "hull-two-triangles"] "ConvexHull::from_points"
    }
    "queries" {
        "collide" ["library-2002"] "Query::intersect"
        "within a tolerance" ["swift"] "Query::within"
        "exact distance" ["swift"] "Query::distance"
        "approximate distance" ["swift"] "DistanceOptions"
        "contacts" ["swift"] "Query::contacts"
        "ray" ["moller-trumbore"] "Query::ray"
        "point inside" [] "Query::contains"
    }
    "continuous" {
        "samples" ["sampled-2", "sampled-32"] "Settings::one_test"
        "conservative advancement" ["conservative-advancement"] ""
        "conservative advancement on trees" ["engine-sweep"] "Query::time_of_impact"
        "GJK ray cast" ["gjk-ray-cast"] "gjk_ray_cast"
        "bilateral advancement" ["bilateral-advancement"] ""
        "moving point and sphere" ["moving-point-sphere"] "point_sphere"
        "moving point and plane" ["moving-point-plane"] ""
        "moving point and polygon" ["moving-point-polygon"] ""
        "moving point and triangle" ["moving-point-triangle"] ""
        "moving point and box" ["moving-point-box"] ""
        "moving spheres" ["moving-spheres"] "sphere_sphere"
        "moving boxes" ["moving-sat"] "box_box"
        "moving corner and face" ["moving-vertex-face"] ""
        "moving edges" ["moving-edge-edge"] ""
    }
    "broad phase" {
        "all pairs" ["all-pairs"] "BroadPhaseKind::AllPairs"
        "axis sort" ["axis-sort"] "BroadPhaseKind::AxisSort"
        "fixed cubes" ["fixed-cubes"] ""
        "grid 2D" ["grid-2d"] "BroadPhaseKind::Grid2d"
        "grid 3D" ["grid-3d"] "BroadPhaseKind::Grid3d"
        "hashed grid" ["grid-hashed"] "BroadPhaseKind::HashGrid"
        "every cell of a box" ["grid-every-cell"] ""
        "sweep and prune with flags" ["sap", "engine-broad-phase"] "BroadPhaseKind::SweepAndPrune"
        "sweep and prune, batched" ["sap-batched"] ""
        "Multi-SAP" ["multi-sap"] ""
        "box pruning by regions" ["multi-sap-regions"] ""
        "segmented lists" ["segmented-lists"] ""
        "octree" ["octree"] ""
        "loose octree" ["loose-octree"] ""
        "linear octree" ["linear-octree-morton", "linear-octree-gargantini"] ""
        "quadtree" ["quadtree"] ""
        "k-d tree" ["kd-tree"] ""
        "dynamic AABB tree" ["aabb-tree"] ""
        "BSP" ["bsp-broad-phase"] ""
        "kinetic sweep and prune" ["kinetic-sap"] ""
        "partition in a body's frame" ["local-partition"] ""
        "pairs by the game's rules" [] "Groups"
        "bounds enlarged by motion" [] "World"
        "V-COLLIDE" ["v-collide"] ""
    }
    "scheduling" {
        "shares of 2002" [] "ScheduleKind::SourceShares"
        "sorted by perception" [] "ScheduleKind::PerceptionSorted"
        "queues in turns" [] "ScheduleKind::PriorityQueues"
    }
    "deformation" {
        "refit from leaves to root" [] "Model::refit"
        "rebuild" [] "Model::build"
    }
    "manifold" {
        "one point a frame, with skins" ["manifold-one-per-frame"] ""
        "whole by clipping" ["manifold-clip", "engine-manifold"] "Query::contacts"
        "samples of the Gauss map" ["manifold-gauss-samples"] ""
        "flood fill" ["manifold-flood-fill"] ""
        "growth by force" ["manifold-growth"] ""
        "reduction to four points" ["manifold-reduced"] "manifold_cache"
        "Shamos-Hoey" ["manifold-shamos-hoey"] ""
    }
    "image space" {
        "Z-buffer" ["z-buffer"] ""
    }
    "response" {
        "impulse with restitution and friction" [] "ImpactRule::Impulse"
        "momentum rule of 2002" [] "MOMENTUM_EXCHANGE"
        "stop on contact" [] "ImpactRule::Stop"
        "gravity and drag" [] "Settings::air_density"
        "adhesion" [] "Material::adhesion"
        "friction at rest" [] "Material::friction"
    }
    "shapes" {
        "primitives" [] "Shape::Sphere"
        "hull" [] "Shape::Hull"
        "mesh" [] "Shape::Mesh"
        "half-space" [] "Shape::HalfSpace"
        "height field" [] "HeightField"
        "compound" [] "Shape::Compound"
    }
    "small parts" {
        "closest point on segment, plane, triangle" [] "closest_points"
        "ray and plane, one-sided" ["ray-plane"] ""
        "ray and ray" ["ray-ray"] ""
        "barycentric reduction" ["ray-barycentric"] ""
        "a place clear of others" ["clearest-place"] ""
        "one BSP for picture and collision" ["bsp-shared"] ""
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::ROWS;

    #[test]
    fn no_method_is_missing_and_no_row_is_forgotten() {
        for method in METHODS {
            assert_eq!(
                method.rows().count(),
                method.rows.len(),
                "{}: an unknown row",
                method.name
            );
            assert_ne!(method.place(), Place::Missing, "{}", method.name);
        }
        let named = |row: &Row| METHODS.iter().any(|method| method.rows.contains(&row.id));
        let forgotten: Vec<&str> = ROWS
            .iter()
            .filter(|row| !named(row))
            .map(|row| row.id)
            .collect();
        assert!(forgotten.is_empty(), "{forgotten:?}");
    }
}
