//! The rows of trees and descents: the plain tree of source 1 over 18-DOPs, with one rule changed in each.
//!
//! The base opens the larger of two nodes, the smaller child first, until the first hit, and has one triangle a
//! leaf. Leaves of 20 and more are for the moving mesh, as in QuickCD; those of the static mesh have one.

use super::descent::{Common, Descent, LARGER, Open, Order, Stop, TreePair};
use super::front_of_pairs::FrontOfPairs;
use super::front_of_tree::FrontOfTree;
use super::split::PLAIN;
use super::witness::Witness;
use super::{Axis, Point, Rules, Way};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::volume::dop_volume::{CONE_18, Dops, Refit, Test};
use crate::volume::hull_node::Hulls;
use crate::volume::layered::{BOXES, Layered};
use crate::volume::oriented_box::{self, OrientedBoxes};
use crate::volume::oriented_box_fit::Fit;
use crate::volume::sphere::Spheres;

const BASE: Row = Row {
    id: "",
    stage: Stage::Tree,
    source: "",
    paper: "Klosowski et al. 1998",
    about: "",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::Mentioned(""),
};

/// SOLID's boxes.
pub const SOLID_BOXES: OrientedBoxes = OrientedBoxes {
    fit: Fit::BodyAxes,
    test: oriented_box::Test::Fifteen,
};

/// SOLID's tree: the longest axis, in the middle.
pub const SOLID_RULES: Rules = Rules {
    axis: Axis::Longest,
    point: Point::Middle,
    ..PLAIN
};

const CLIMBING: Dops<18> = Dops {
    refit: Refit::HillClimbing,
    test: Test::InOrder,
};

const fn way(way: Way) -> Rules {
    Rules { way, ..PLAIN }
}

const fn split(axis: Axis, point: Point) -> Rules {
    Rules {
        axis,
        point,
        ..PLAIN
    }
}

const fn arity(arity: usize) -> Rules {
    Rules { arity, ..PLAIN }
}

const fn opens(open: Open) -> Descent {
    Descent { open, ..LARGER }
}

const fn ordered(order: Order) -> Descent {
    Descent { order, ..LARGER }
}

/// The static mesh's node first, left to right: QuickCD's descent.
pub const STATIC: Descent = Descent {
    order: Order::LeftRight,
    ..opens(Open::Static)
};

/// An overlap at the fourth level is a hit.
const LEVEL: Descent = Descent {
    stop: Stop {
        level: 4,
        ..LARGER.stop
    },
    ..LARGER
};

const WORLD: Descent = Descent {
    common: Common::World,
    ..LARGER
};

/// A row from its name, source, sentence, kind of volume, rules of the two trees and of the descent.
macro_rules! rows {
    ($($id:literal $source:literal $about:literal $kind:expr, $a:expr, $b:expr, $descent:expr;)*) => {[$(Row {
        id: $id,
        source: $source,
        about: $about,
        method: Method::MeshPair(|a, b| Box::new(TreePair::new($kind, [$a, $b], $descent, [a, b]))),
        ..BASE
    }),*]};
}

/// A leaf of the moving mesh, which is the second.
const fn leaf(leaf: usize) -> Rules {
    Rules { leaf, ..PLAIN }
}

/// Builders.
pub const BUILDERS: [Row; 17] = rows! {
    "tree-splatter-mean" "1, QuickCD" "the greatest variance of the middles, at the mean" CONE_18, PLAIN, PLAIN, LARGER;
    "tree-splatter-median" "1, QuickCD" "the greatest variance, at the median"
        CONE_18, split(Axis::Splatter, Point::Median), split(Axis::Splatter, Point::Median), LARGER;
    "tree-longest-middle" "1, SOLID" "the longest axis, in its middle" CONE_18, SOLID_RULES, SOLID_RULES, LARGER;
    "tree-bounded-overlap" "1, SOLID" "the longest axis, where the sides overlap least"
        CONE_18, split(Axis::Longest, Point::BoundedOverlap), split(Axis::Longest, Point::BoundedOverlap), LARGER;
    "tree-least-sum" "1, QuickCD; 5, volumes" "the axis of the least sum of true volumes"
        CONE_18, split(Axis::LeastSum, Point::Mean), split(Axis::LeastSum, Point::Mean), LARGER;
    "tree-least-max" "1, QuickCD" "boxes; the axis of the least larger true volume"
        SOLID_BOXES, split(Axis::LeastMax, Point::Mean), split(Axis::LeastMax, Point::Mean), LARGER;
    "tree-bottom-up" "5, volumes" "boxes; joins the two of the least joint volume"
        SOLID_BOXES, way(Way::BottomUp), way(Way::BottomUp), LARGER;
    "tree-lazy" "5, volumes" "splits a node when a descent first enters it"
        CONE_18, way(Way::Lazy), way(Way::Lazy), LARGER;
    "tree-arity-4" "1, sphere trees" "four children a node" CONE_18, arity(4), arity(4), LARGER;
    "tree-arity-8" "1, sphere trees" "eight children a node" CONE_18, arity(8), arity(8), LARGER;
    "tree-octree-spheres" "1, sphere trees" "spheres, cubes split into eight"
        Spheres, way(Way::Octree), way(Way::Octree), LARGER;
    "tree-leaf-20" "1, QuickCD" "moving leaves of 20 triangles, static ones of 1" CONE_18, PLAIN, leaf(20), LARGER;
    "tree-leaf-40" "1, QuickCD" "moving leaves of 40" CONE_18, PLAIN, leaf(40), LARGER;
    "tree-leaf-60" "1, QuickCD" "moving leaves of 60" CONE_18, PLAIN, leaf(60), LARGER;
    "tree-leaf-100" "1, QuickCD" "moving leaves of 100" CONE_18, PLAIN, leaf(100), LARGER;
    "tree-aabb" "1, SOLID" "SOLID's boxes and splits" SOLID_BOXES, SOLID_RULES, SOLID_RULES, LARGER;
    "tree-obb" "1, RAPID; 2, OBB trees" "boxes by the hull's triangles, split along themselves"
        BOXES, PLAIN, PLAIN, LARGER;
};

/// Pairs by spheres of an octree.
pub const SPHERE_TREE: &Row = &BUILDERS[10];

/// Pairs as SOLID tests them.
pub const SOLID: &Row = &BUILDERS[15];

/// Pairs as RAPID tests them.
pub const RAPID: &Row = &BUILDERS[16];

/// Pairs as QuickCD tests them: refitted by hill climbing, small moving meshes in leaves of 20, a front of the
/// static tree.
pub const QUICKCD: &Row = &Row {
    id: "quickcd-pair",
    method: Method::MeshPair(|a, b| {
        let pair = TreePair::new(CLIMBING, [PLAIN, leaf(20)], STATIC, [a, b]);
        Box::new(FrontOfTree::new(pair))
    }),
    ..TREE_ROW
};

/// Trees of other volumes.
pub const VOLUMES: [Row; 4] = rows! {
    "tree-sphere" "1, sphere trees" "spheres" Spheres, PLAIN, PLAIN, LARGER;
    "tree-layered" "2, query analysis" "spheres around boxes" Layered(BOXES), PLAIN, PLAIN, LARGER;
    "tree-hull" "1, SWIFT++" "convex hulls" Hulls, PLAIN, PLAIN, LARGER;
    "tree-dop-climbing" "1, QuickCD" "18-DOPs refitted by hill climbing" CLIMBING, PLAIN, PLAIN, LARGER;
};

/// Descents.
pub const DESCENTS: [Row; 6] = rows! {
    "descent-smaller" "1, the test" "opens the smaller node" CONE_18, PLAIN, PLAIN, opens(Open::Smaller);
    "descent-static" "1, QuickCD" "opens the static mesh's nodes first" CONE_18, PLAIN, PLAIN, STATIC;
    "descent-alternating" "1, the test" "opens both in turn" CONE_18, PLAIN, PLAIN, opens(Open::Alternating);
    "descent-left-right" "1, the test" "children as they were made" CONE_18, PLAIN, PLAIN, ordered(Order::LeftRight);
    "descent-nearest" "1, SWIFT++" "the nearest child first" CONE_18, PLAIN, PLAIN, ordered(Order::NearestFirst);
    "descent-world" "1, the test" "both nodes in the frame of the world" CONE_18, PLAIN, PLAIN, WORLD;
};

/// The row of the descent that stops at a level.
pub const LEVEL_ROW: Row = Row {
    limits: &[Limit::StopsAtALevel],
    ..(rows! {
        "descent-level" "1, sphere trees" "an overlap at the fourth level is a hit" CONE_18, PLAIN, PLAIN, LEVEL;
    })[0]
};

/// The row of the front of pairs.
pub const PAIRS_ROW: Row = Row {
    id: "front-of-pairs",
    source: "1, SWIFT++; 2, query analysis",
    about: "begins at the pairs at which the last descent ended",
    method: Method::MeshPair(|a, b| {
        Box::new(FrontOfPairs::new(TreePair::new(
            CONE_18,
            [PLAIN; 2],
            LARGER,
            [a, b],
        )))
    }),
    ..BASE
};

/// The row of the last witness.
pub const WITNESS_ROW: Row = Row {
    id: "last-witness",
    source: "1, SWIFT++",
    about: "compares the leaves that met last before a descent",
    method: Method::MeshPair(|a, b| {
        Box::new(Witness::new(TreePair::new(
            CONE_18,
            [PLAIN; 2],
            LARGER,
            [a, b],
        )))
    }),
    ..BASE
};

/// The row of the front of one tree.
pub const TREE_ROW: Row = Row {
    id: "front-of-tree",
    source: "1, QuickCD",
    about: "begins at the static nodes at which the last descent ended",
    method: Method::MeshPair(|a, b| {
        Box::new(FrontOfTree::new(TreePair::new(
            CONE_18,
            [PLAIN; 2],
            STATIC,
            [a, b],
        )))
    }),
    ..BASE
};
