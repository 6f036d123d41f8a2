//! The list of all methods. Lists, tables and tests are made from it.

use serde::{Serialize, Serializer};

use crate::broad::{self, MakeBroadPhase};
use crate::convex::{self, ConvexPair};
use crate::decomposition;
use crate::hull::{self, HullBuilder};
use crate::manifold::{self, Manifold};
use crate::mesh_pair::{self, MakeMeshPair};
use crate::small::{self, Planner, Primitive};
use crate::sweep::{self, Sweep};
use crate::system::{self, Preset};
use crate::tree::rows;
use crate::volume::judge::AnyVolume;
use crate::volume::{self, oriented_box, oriented_box_fit};

/// A stage of a collision system: methods of one stage can replace each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Two convex bodies.
    ConvexPair,
    /// The convex hull of points.
    Hull,
    /// Two triangle meshes.
    MeshPair,
    /// Volumes that enclose parts of a mesh.
    Volume,
    /// Trees of such volumes and the descent of two.
    Tree,
    /// The pairs of boxes that overlap.
    BroadPhase,
    /// The contact points of two convex bodies.
    Manifold,
    /// The first contact of two moving convex bodies.
    Sweep,
    /// Rays, planes and triangles.
    Primitive,
    /// A place clear of others.
    Planning,
    /// Many bodies, from the boxes to the hits.
    System,
    /// Any stage: the method is only mentioned.
    Mentioned,
}

impl Stage {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Stage::ConvexPair => "convex pair",
            Stage::Hull => "hull",
            Stage::MeshPair => "mesh pair",
            Stage::Volume => "volume",
            Stage::Tree => "tree",
            Stage::BroadPhase => "broad phase",
            Stage::Manifold => "manifold",
            Stage::Sweep => "sweep",
            Stage::Primitive => "primitive",
            Stage::Planning => "planning",
            Stage::System => "system",
            Stage::Mentioned => "mentioned",
        }
    }
}

/// A property by which answers of a method may differ from the truth. The judge allows these and no others, and
/// a test fails if a limit never shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Calls bodies a hit that only a pair of edges separates.
    CallsApartAHit,
    /// Calls bodies apart that meet with no vertex of one inside the other.
    MissesHits,
    /// Misses hits where the walk over a piece ends early.
    WalkMisses,
    /// Calls meshes a hit whose volumes overlap at the level at which it stops.
    StopsAtALevel,
    /// Computes in f32.
    SinglePrecision,
    /// Loses corners whose face was coplanar when they were looked at.
    LosesCorners,
    /// Finds points that do not span the contact area.
    CoversPart,
    /// Passes over blunt corners of a feature, and so over a part of the contact area or all of it.
    MissesBluntCorners,
    /// Chooses a normal along which the overlap is up to a thousandth deeper than the least, and names points up to a
    /// thousandth of the size beside the bodies.
    OwnNormal,
    /// Misses contacts between the times that it looks at, or finds them late.
    MissesBetween,
    /// Misses hits between the pixels of its image.
    MissesBetweenPixels,
    /// Misses features without an area, parallel edges, and features that stay in one plane.
    MissesDegenerate,
    /// Knows no rotation.
    TranslationOnly,
}

impl Limit {
    /// The limit in words.
    pub fn words(self) -> &'static str {
        match self {
            Limit::CallsApartAHit => "calls a pair a hit that only two edges separate",
            Limit::MissesHits => "misses hits with no vertex inside",
            Limit::WalkMisses => "misses hits where its walk ends early",
            Limit::StopsAtALevel => "calls overlaps at its last level a hit",
            Limit::SinglePrecision => "single precision",
            Limit::LosesCorners => "loses corners of coplanar faces",
            Limit::CoversPart => "covers a part of the contact area",
            Limit::MissesBluntCorners => "passes over blunt corners",
            Limit::MissesBetweenPixels => "misses hits between its pixels",
            Limit::MissesBetween => "late or missed between its times",
            Limit::MissesDegenerate => "misses degenerate features",
            Limit::TranslationOnly => "translation only",
            Limit::OwnNormal => "depth up to 0.001 above the least, points 0.001 of the size off",
        }
    }
}

/// A value that a method can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gives {
    /// True if the bodies meet.
    Hit,
    /// The distance of bodies that are apart.
    Distance,
    /// The least shift that parts bodies that overlap.
    Depth,
    /// Bounds of that depth.
    DepthBounds,
    /// The pairs whose boxes overlap.
    Pairs,
    /// The faces of a hull.
    Faces,
    /// True if the contents of two volumes are proved apart.
    Apart,
    /// Contact points.
    Contacts,
    /// The time of the first contact.
    Time,
}

/// The code of a method.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// A method for two convex bodies.
    ConvexPair(fn() -> Box<dyn ConvexPair>),
    /// A method that builds a hull.
    Hull(HullBuilder),
    /// A method for two meshes.
    MeshPair(MakeMeshPair),
    /// A kind of bounding volume.
    Volume(&'static dyn AnyVolume),
    /// A method that finds overlapping boxes.
    BroadPhase(MakeBroadPhase),
    /// A method that finds contact points.
    Manifold(fn() -> Box<dyn Manifold>),
    /// A method that finds the first contact of moving bodies.
    Sweep(Sweep),
    /// A test of rays, planes and triangles.
    Primitive(Primitive),
    /// A method that finds a clear place.
    Planning(Planner),
    /// A whole system.
    System(Preset),
    /// None: the reason why.
    Mentioned(&'static str),
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Method::Mentioned(reason) => serializer.serialize_str(reason),
            _ => serializer.serialize_str("implemented"),
        }
    }
}

/// A method.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row {
    /// The name on the command line.
    pub id: &'static str,
    /// The stage.
    pub stage: Stage,
    /// The source by its number, and the passage.
    pub source: &'static str,
    /// The paper or book from which it is built.
    pub paper: &'static str,
    /// The idea in one sentence.
    pub about: &'static str,
    /// The values that it gives.
    pub gives: &'static [Gives],
    /// The ways in which its answers may be wrong.
    pub limits: &'static [Limit],
    /// The code.
    pub method: Method,
}

impl Row {
    /// True if the method has this limit.
    pub fn has(&self, limit: Limit) -> bool {
        self.limits.contains(&limit)
    }

    /// The limits in words; empty without any.
    pub fn limits_in_words(&self) -> String {
        let words: Vec<&str> = self.limits.iter().map(|l| l.words()).collect();
        words.join("; ")
    }
}

const fn mentioned(id: &'static str, source: &'static str, reason: &'static str) -> Row {
    Row {
        id,
        stage: Stage::Mentioned,
        source,
        paper: "",
        about: "",
        gives: &[],
        limits: &[],
        method: Method::Mentioned(reason),
    }
}

/// All methods, stage by stage, from simple to involved; the engine's row ends its stage.
pub const ROWS: &[Row] = &[
    convex::gjk_boolean::ROW,
    convex::isa_gjk::ROW,
    convex::johnson::ROW,
    convex::signed_volumes::ROW,
    convex::enhanced_gjk::ROW,
    convex::cameron::ROW,
    convex::epa::ROW,
    convex::mpr::ROW,
    convex::chung_wang::ROW,
    convex::minkowski_hull::ROW,
    convex::sat_all_pairs::ROW,
    convex::sat_gauss_map::ROW,
    convex::sat_faces::ROW,
    convex::face_by_face::ROW,
    convex::baraff::ROW,
    convex::vertices_inside::ROW,
    convex::inside_edge::ROW,
    convex::v_clip::ROW,
    convex::z_buffer::ROW,
    convex::engine::ROW,
    hull::incremental::ROW,
    hull::two_triangles::ROW,
    mesh_pair::all_triangles::ROW,
    mesh_pair::library_2002::ROW,
    mesh_pair::library_2002::ROW_PRINTED,
    mesh_pair::library_2002::ROW_TWO_SIDED,
    mesh_pair::library_2002::ROW_EXACT,
    decomposition::swift::ROW,
    decomposition::swift::ROW_FRONT,
    mesh_pair::engine::ROW,
    volume::sphere::ROW,
    volume::octree_spheres::ROW,
    oriented_box::ROW_AABB,
    oriented_box_fit::ROW_VERTICES,
    oriented_box_fit::ROW_HULL_VERTICES,
    oriented_box_fit::ROW_TRIANGLES,
    oriented_box_fit::ROW_HULL_TRIANGLES,
    oriented_box_fit::ROW_SAMPLED,
    oriented_box_fit::ROW_LEAST,
    oriented_box::ROW_LITE_6,
    oriented_box::ROW_LITE_9,
    oriented_box::ROW_SPREAD,
    volume::box_144::ROW,
    volume::layered::ROW,
    volume::hull_node::ROW,
    volume::dop_volume::ROW_6,
    volume::dop_volume::ROW_14,
    volume::dop_volume::ROW_18,
    volume::dop_volume::ROW_26,
    volume::dop_volume::ROW_CORNERS,
    volume::dop_volume::ROW_CLIMBING,
    volume::dop_volume::ROW_SPREAD,
    volume::dop_volume::ROW_CLOSURE,
    volume::oriented_dop::ROW,
    volume::ideal::ROW,
    rows::BUILDERS[0],
    rows::BUILDERS[1],
    rows::BUILDERS[2],
    rows::BUILDERS[3],
    rows::BUILDERS[4],
    rows::BUILDERS[5],
    rows::BUILDERS[6],
    rows::BUILDERS[7],
    rows::BUILDERS[8],
    rows::BUILDERS[9],
    rows::BUILDERS[10],
    rows::BUILDERS[11],
    rows::BUILDERS[12],
    rows::BUILDERS[13],
    rows::BUILDERS[14],
    rows::BUILDERS[15],
    rows::BUILDERS[16],
    rows::VOLUMES[0],
    rows::VOLUMES[1],
    rows::VOLUMES[2],
    rows::VOLUMES[3],
    rows::DESCENTS[0],
    rows::DESCENTS[1],
    rows::DESCENTS[2],
    rows::DESCENTS[3],
    rows::DESCENTS[4],
    rows::DESCENTS[5],
    rows::LEVEL_ROW,
    rows::PAIRS_ROW,
    rows::TREE_ROW,
    rows::WITNESS_ROW,
    broad::all_pairs::ROW,
    broad::axis_sort::ROW,
    broad::fixed_cube::ROW,
    broad::grid::ROW_2D,
    broad::grid::ROW_3D,
    broad::grid::ROW_HASHED,
    broad::grid_every_cell::ROW,
    broad::quadtree::ROW,
    broad::octree::ROW,
    broad::loose_octree::ROW,
    broad::linear_octree::ROW_MORTON,
    broad::linear_octree::ROW_GARGANTINI,
    broad::kd_tree::ROW,
    broad::sap::ROW,
    broad::sap_batched::ROW,
    broad::segmented::ROW,
    broad::multi_sap::ROW_REGULAR,
    broad::multi_sap::ROW_GIVEN,
    broad::aabb_tree::ROW,
    broad::engine::ROW,
    manifold::one_per_frame::ROW,
    manifold::growth::ROW,
    manifold::flood_fill::ROW,
    manifold::gauss_samples::ROW,
    manifold::shamos_hoey::ROW,
    manifold::clip::ROW,
    manifold::clip::ROW_REDUCED,
    manifold::engine::ROW,
    sweep::sampled::ROW_2,
    sweep::sampled::ROW_32,
    sweep::ray_cast::ROW,
    sweep::advancement::ROW,
    sweep::bilateral::ROW,
    sweep::moving_sat::ROW,
    sweep::engine::ROW,
    small::primitives::ROW_RAYS,
    small::primitives::ROW_PLANE,
    small::primitives::ROW_BARYCENTRIC,
    small::primitives::ROW_TRUMBORE,
    small::primitives::ROW_EDGES,
    small::primitives::ROW_INTERVALS,
    small::moving::ROWS[0],
    small::moving::ROWS[1],
    small::moving::ROWS[2],
    small::moving::ROWS[3],
    small::moving::ROWS[4],
    small::moving::ROWS[5],
    small::features::ROW_FACE,
    small::features::ROW_EDGES,
    small::clearest::ROW,
    system::ROWS[0],
    system::ROWS[1],
    system::ROWS[2],
    system::ROWS[3],
    system::ROWS[4],
    system::ROWS[5],
    system::ROWS[6],
    system::ROWS[7],
    mentioned(
        "lin-canny",
        "4, narrow phase; 1, I-COLLIDE",
        "v-clip represents it",
    ),
    mentioned(
        "cd-dual",
        "4, narrow phase",
        "named only; its steps are not given",
    ),
    mentioned(
        "erit",
        "2, primitive tests",
        "a library of primitive tests; named only",
    ),
    mentioned(
        "kinetic-sap",
        "4, broad phase",
        "needs known paths; bounds enlarged by motion serve",
    ),
    mentioned(
        "bsp-broad-phase",
        "4, broad phase",
        "a k-d tree with slanted planes, for resting scenes",
    ),
    mentioned("bsp-shared", "5, taxonomy", "the game draws without a BSP"),
    mentioned("swept-sphere-volumes", "4, volumes", "named only"),
    mentioned(
        "medial-axis-trees",
        "1, sphere trees",
        "octree spheres represent them",
    ),
    mentioned(
        "v-collide",
        "1, systems",
        "I-COLLIDE's broad phase before RAPID",
    ),
    mentioned("boxtree", "1, systems", "named only"),
    mentioned(
        "local-partition",
        "5, taxonomy",
        "trees took the place of grids in a body's frame",
    ),
];

/// The methods of a stage.
pub fn of_stage(stage: Stage) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.stage == stage)
}

/// The method of a name.
pub fn find(id: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.id == id)
}
