//! What a level says about the collision engine that it runs on.

use serde::{Deserialize, Serialize};

use dodgem_collide::query::{Stage, Stages};
use dodgem_collide::{
    BuildOptions, MAX_PIECE_TRIANGLES, PieceGrowth, SplitAxis, SplitPoint, VolumeKind,
};
use dodgem_physics::{BudgetClock, OnCut};

/// How a level's models are built, and which stages of the queries may decide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineSpec {
    /// The stages that may decide.
    pub stages: StagesSpec,
    /// The volume of the trees' nodes.
    pub volume: VolumeSpec,
    /// The convex pieces at the leaves.
    pub pieces: PiecesSpec,
    /// How nodes are split.
    pub split: SplitSpec,
    /// What becomes of two bodies whose sweep the budget cut.
    pub on_cut: OnCutSpec,
    /// What the budget's milliseconds are.
    pub clock: ClockSpec,
}

/// What becomes of two bodies whose sweep the budget cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnCutSpec {
    /// They wait where they surely are apart.
    #[default]
    Wait,
    /// They count as having hit each other, as in 2002; then they wait too.
    Hit,
}

impl OnCutSpec {
    /// The same in the words of the physics.
    pub fn on_cut(self) -> OnCut {
        match self {
            OnCutSpec::Wait => OnCut::Wait,
            OnCutSpec::Hit => OnCut::Hit,
        }
    }
}

/// What the budget's milliseconds are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockSpec {
    /// Work, 1000 tests each, for every step: the same on every machine.
    #[default]
    Work,
    /// Real time, shared by the steps of a frame: the round cannot be repeated.
    Time,
}

impl ClockSpec {
    /// The same in the words of the physics.
    pub fn clock(self) -> BudgetClock {
        match self {
            ClockSpec::Work => BudgetClock::Work,
            ClockSpec::Time => BudgetClock::Time,
        }
    }
}

/// Which stages of the queries may decide.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum StagesSpec {
    /// Every stage: the quickest that knows the answer.
    #[default]
    All,
    /// Bounds, trees, pieces and triangles only.
    TreesOnly,
    /// These, with trees and triangles, which cannot be left out.
    Only(Vec<StageSpec>),
}

/// A stage by its name in a level: see [`Stage`].
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
    fn stage(self) -> Stage {
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
    /// The same in the words of the collision layer.
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

/// The volume of the trees' nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VolumeSpec {
    /// A sphere.
    Sphere,
    /// A box along the model's axes.
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

/// The convex pieces of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PiecesSpec {
    /// The most triangles of a piece.
    pub most: u32,
    /// How pieces grow.
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
    /// The most that [`PiecesSpec::most`] can be.
    pub const MOST: u32 = MAX_PIECE_TRIANGLES as u32;
}

/// How convex pieces grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GrowthSpec {
    /// Over shared edges.
    #[default]
    Adjacency,
    /// Each triangle joins the first piece that accepts it.
    FirstFit,
}

/// How the nodes of a tree are split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SplitSpec {
    /// Along which axis.
    pub axis: SplitAxisSpec,
    /// Where along it.
    pub point: SplitPointSpec,
}

/// The axis along which a node is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SplitAxisSpec {
    /// Along which the centres vary most.
    #[default]
    Splatter,
    /// Along which the node is longest.
    Longest,
    /// Whose two children have the least sum of sizes.
    LeastSum,
    /// Whose larger child is smallest.
    LeastMax,
}

/// Where along its axis a node is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SplitPointSpec {
    /// At the mean of the centres.
    #[default]
    Mean,
    /// At their median.
    Median,
    /// In the middle of the node.
    Middle,
}

impl EngineSpec {
    /// How models are built for it.
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
