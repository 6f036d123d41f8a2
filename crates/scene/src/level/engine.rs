//! Engine settings of a level.

use serde::{Deserialize, Serialize};

use dodgem_collide::query::{Stage, Stages};
use dodgem_collide::{
    BuildOptions, DescentOrder, LeafTest, MAX_PIECE_TRIANGLES, PieceGrowth, SearchOptions,
    SplitAxis, SplitPoint, VolumeKind,
};
use dodgem_physics::{BudgetClock, OnCut};

use crate::level::defaults::is_default;

/// Options for building a level's models, and the query stages that may decide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineSpec {
    /// Stages that may decide.
    pub stages: StagesSpec,
    /// Bounding volume of the trees' nodes.
    pub volume: VolumeSpec,
    /// Convex pieces at the leaves.
    pub pieces: PiecesSpec,
    /// Rule for splitting nodes.
    pub split: SplitSpec,
    /// Collision within a step; left out by default, so that the fingerprints of older levels stay.
    #[serde(skip_serializing_if = "is_default")]
    pub detection: DetectionSpec,
    /// Order of the descent of two trees in the one test of `detection: OneTest`; left out by default.
    #[serde(skip_serializing_if = "is_default")]
    pub descent: DescentSpec,
    /// Test of two pieces in it; left out by default.
    #[serde(skip_serializing_if = "is_default")]
    pub leaf: LeafSpec,
    /// Handling of two bodies whose sweep the budget cut.
    pub on_cut: OnCutSpec,
    /// Unit of the budget's milliseconds.
    pub clock: ClockSpec,
}

/// Handling of two bodies whose sweep the budget cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnCutSpec {
    /// They wait at a time until which they are certainly apart.
    #[default]
    Wait,
    /// They count as having hit each other, as in 2002, and wait too.
    Hit,
}

impl OnCutSpec {
    /// Returns the corresponding value of the physics.
    pub fn on_cut(self) -> OnCut {
        match self {
            OnCutSpec::Wait => OnCut::Wait,
            OnCutSpec::Hit => OnCut::Hit,
        }
    }
}

/// Collision within a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DetectionSpec {
    /// Bodies stop where they meet.
    #[default]
    Continuous,
    /// Bodies advance to the end of the step whatever is in their way; what that misses is counted.
    Discrete,
    /// Two cars or things are tested once a step, where their paths end, as in 2002: a hit stops both for the step.
    OneTest,
}

/// Order of the descent of two trees: see [`DescentOrder`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DescentSpec {
    /// The pair that overlaps deeper first.
    #[default]
    DeeperFirst,
    /// The smaller child first, as in 2002.
    SmallerFirst,
    /// The first child first.
    LeftFirst,
}

/// Test of two convex pieces: see [`LeafTest`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeafSpec {
    /// Planes and pairs of triangles: finds every crossing.
    #[default]
    Planes,
    /// The walk of 2002 from triangle to neighbour, which misses some.
    Walk,
}

/// Unit of the budget's milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockSpec {
    /// Work for every step, 1000 tests per millisecond: equal on every machine.
    #[default]
    Work,
    /// Real time, shared by the steps of a frame: the round cannot be repeated.
    Time,
}

impl ClockSpec {
    /// Returns the corresponding value of the physics.
    pub fn clock(self) -> BudgetClock {
        match self {
            ClockSpec::Work => BudgetClock::Work,
            ClockSpec::Time => BudgetClock::Time,
        }
    }
}

/// Query stages that may decide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum StagesSpec {
    /// Every stage, from cheap to exact: the first with an answer ends the query.
    #[default]
    All,
    /// Bounds, trees, pieces and triangles only.
    TreesOnly,
    /// These, plus trees and triangles, which cannot be switched off.
    Only(Vec<StageSpec>),
}

/// Name of a stage in a level: see [`Stage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StageSpec {
    /// [`Stage::Bounds`].
    Bounds,
    /// [`Stage::Plane`].
    Plane,
    /// [`Stage::ClosedForm`].
    ClosedForm,
    /// [`Stage::Convex`].
    Convex,
    /// [`Stage::Probe`].
    Probe,
    /// [`Stage::Tree`].
    Tree,
    /// [`Stage::Pieces`].
    Pieces,
    /// [`Stage::Triangles`].
    Triangles,
}

impl StageSpec {
    /// Returns the corresponding stage of a query.
    pub fn stage(self) -> Stage {
        match self {
            StageSpec::Bounds => Stage::Bounds,
            StageSpec::Plane => Stage::Plane,
            StageSpec::ClosedForm => Stage::ClosedForm,
            StageSpec::Convex => Stage::Convex,
            StageSpec::Probe => Stage::Probe,
            StageSpec::Tree => Stage::Tree,
            StageSpec::Pieces => Stage::Pieces,
            StageSpec::Triangles => Stage::Triangles,
        }
    }
}

impl StagesSpec {
    /// Returns the corresponding value of the collision library.
    pub fn stages(&self) -> Stages {
        match self {
            StagesSpec::All => Stages::ALL,
            StagesSpec::TreesOnly => Stages::TREES_ONLY,
            StagesSpec::Only(listed) => {
                let listed: Vec<Stage> = listed.iter().map(|stage| stage.stage()).collect();
                Stages::only(&listed)
            }
        }
    }
}

/// Bounding volume of the trees' nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VolumeSpec {
    /// A sphere.
    Sphere,
    /// A box aligned with the model's axes.
    Aabb,
    /// Three slabs.
    Dop6,
    /// Seven slabs.
    Dop14,
    /// Nine slabs.
    #[default]
    Dop18,
    /// Thirteen slabs.
    Dop26,
}

/// Convex pieces of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PiecesSpec {
    /// Maximum number of triangles of a piece.
    pub most: u32,
    /// Growth of pieces.
    pub growth: GrowthSpec,
}

impl Default for PiecesSpec {
    fn default() -> Self {
        PiecesSpec {
            most: BuildOptions::default().max_piece_triangles as u32,
            growth: GrowthSpec::default(),
        }
    }
}

impl PiecesSpec {
    /// Largest valid value of [`PiecesSpec::most`].
    pub const MOST: u32 = MAX_PIECE_TRIANGLES as u32;
}

/// Growth of convex pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GrowthSpec {
    /// Over shared edges.
    #[default]
    Adjacency,
    /// Each triangle joins the first piece that accepts it.
    FirstFit,
}

/// Rule for splitting the nodes of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SplitSpec {
    /// Axis of the split.
    pub axis: SplitAxisSpec,
    /// Position of the split along the axis.
    pub point: SplitPointSpec,
}

/// Axis along which a node is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SplitAxisSpec {
    /// The axis along which the centres vary most.
    #[default]
    Splatter,
    /// The axis along which the centres extend farthest.
    Longest,
    /// The axis with the least sum of the volumes of both children.
    LeastSum,
    /// The axis with the smallest larger child.
    LeastMax,
}

/// Position along its axis at which a node is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SplitPointSpec {
    /// At the mean of the centres.
    #[default]
    Mean,
    /// At the median of the centres.
    Median,
    /// Midway between the outermost centres.
    Middle,
}

impl EngineSpec {
    /// Returns the options of the one test of a pair.
    pub fn search(&self) -> SearchOptions {
        SearchOptions {
            order: match self.descent {
                DescentSpec::DeeperFirst => DescentOrder::DeeperFirst,
                DescentSpec::SmallerFirst => DescentOrder::SmallerFirst,
                DescentSpec::LeftFirst => DescentOrder::LeftFirst,
            },
            leaf: match self.leaf {
                LeafSpec::Planes => LeafTest::Planes,
                LeafSpec::Walk => LeafTest::Walk,
            },
        }
    }

    /// Returns the options for building models.
    pub fn build_options(&self) -> BuildOptions {
        BuildOptions {
            max_piece_triangles: self.pieces.most as usize,
            piece_growth: match self.pieces.growth {
                GrowthSpec::Adjacency => PieceGrowth::Adjacency,
                GrowthSpec::FirstFit => PieceGrowth::FirstFit,
            },
            volume: match self.volume {
                VolumeSpec::Sphere => VolumeKind::Sphere,
                VolumeSpec::Aabb => VolumeKind::Aabb,
                VolumeSpec::Dop6 => VolumeKind::Kdop6,
                VolumeSpec::Dop14 => VolumeKind::Kdop14,
                VolumeSpec::Dop18 => VolumeKind::Kdop18,
                VolumeSpec::Dop26 => VolumeKind::Kdop26,
            },
            split_axis: match self.split.axis {
                SplitAxisSpec::Splatter => SplitAxis::Splatter,
                SplitAxisSpec::Longest => SplitAxis::Longest,
                SplitAxisSpec::LeastSum => SplitAxis::LeastSum,
                SplitAxisSpec::LeastMax => SplitAxis::LeastMax,
            },
            split_point: match self.split.point {
                SplitPointSpec::Mean => SplitPoint::Mean,
                SplitPointSpec::Median => SplitPoint::Median,
                SplitPointSpec::Middle => SplitPoint::Middle,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_what_the_library_does_by_itself() {
        let engine = EngineSpec::default();
        assert_eq!(engine.build_options(), BuildOptions::default());
        assert_eq!(engine.stages.stages(), Stages::ALL);
    }

    #[test]
    fn a_level_names_stages_in_any_order() {
        let engine: EngineSpec =
            ron::from_str("(stages: Only([Convex, Bounds]), pieces: (most: 3))").unwrap();
        let stages = [Stage::Bounds, Stage::Convex, Stage::Tree, Stage::Triangles];
        assert!(engine.stages.stages().iter().eq(stages));
        assert_eq!(engine.build_options().max_piece_triangles, 3);
    }
}
