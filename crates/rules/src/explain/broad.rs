//! The first stage of an explanation: the broad phase, which made the two bodies a pair.

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::Aabb;
use dodgem_physics::BodyId;
use glam::Vec3;
use serde::Serialize;

use crate::explain::moment::Moment;
use crate::explain::named::NamedBody;
use dodgem_scene::arena::Met;

/// The reason why the broad phase compared the boxes of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Compared {
    /// Both centres are in one cell.
    SameCell,
    /// The centres are in neighbouring cells.
    NeighbourCells,
    /// One is too large for a cell, and is compared with all bodies in the cells that it covers.
    LargeBody,
    /// The method has no cells: it sorts the boxes along axes, or compares all.
    WithoutCells,
    /// They were not compared, or are too far apart.
    NotCompared,
}

/// A neighbour of one of the two bodies that the broad phase compared and rejected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rejected {
    /// The neighbour.
    pub body: NamedBody,
    /// The one of the two bodies that it is a neighbour of: 0 or 1.
    pub of: usize,
    /// The gap between the boxes, in metres.
    pub gap: f32,
    /// The axis along which the boxes are farthest apart: x, y or z.
    pub axis: char,
}

/// The work of the broad phase on a pair in one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BroadStage {
    /// The method.
    pub method: String,
    /// The kind of the method.
    #[serde(skip)]
    pub kind: BroadPhaseKind,
    /// The boxes around the paths of both through the step, in metres: the lowest and the highest corner.
    pub boxes: [[Vec3; 2]; 2],
    /// The cells of both by the middles of these boxes; None for a large body, or without cells.
    pub cells: [Option<[i32; 3]>; 2],
    /// The reason why the two were compared.
    pub compared: Compared,
    /// By how much the boxes overlap along x, y and z, in metres; negative where there is a gap.
    pub overlap: Vec3,
    /// True if the two became a pair for the later stages.
    pub is_pair: bool,
    /// The number of pairs of the step.
    pub pairs: usize,
    /// Neighbours of the two that were compared and rejected, the nearest first.
    pub rejected: Vec<Rejected>,
}

impl BroadStage {
    /// Describes the broad phase of a step for two bodies. None if one of them was not there.
    pub(super) fn of(moment: &Moment, bodies: [BodyId; 2]) -> Option<BroadStage> {
        let method = moment.arena.broad_phase();
        let [a, b] = bodies.map(|id| box_of(moment, id));
        let boxes = [a?, b?];
        let cells = boxes.map(|bounds| method.cell_of(&bounds));
        let pairs: Vec<_> = moment.world().near_pairs().collect();
        let near = |one: BodyId, other: BodyId| {
            pairs
                .iter()
                .any(|pair| *pair == (one, other) || *pair == (other, one))
        };
        let is_pair = near(bodies[0], bodies[1]);
        let listed = moment.world().compared_pairs();
        let is_own =
            |(one, other): (BodyId, BodyId)| bodies == [one, other] || bodies == [other, one];
        let has_cells = method.statistics().cells > 0;
        let compared = match (cells, has_cells) {
            _ if !is_pair && !listed.iter().any(|pair| is_own(*pair)) => Compared::NotCompared,
            (_, false) => Compared::WithoutCells,
            ([Some(one), Some(other)], _) if one == other => Compared::SameCell,
            ([Some(_), Some(_)], _) => Compared::NeighbourCells,
            _ => Compared::LargeBody,
        };
        let mut rejected = Vec::new();
        for (one, other) in listed {
            if near(one, other) || is_own((one, other)) {
                continue;
            }
            for (of, mine) in bodies.into_iter().enumerate() {
                let neighbour = match mine {
                    _ if mine == one => other,
                    _ if mine == other => one,
                    _ => continue,
                };
                let Some(bounds) = box_of(moment, neighbour) else {
                    continue;
                };
                let overlap = overlap_of([boxes[of], bounds]);
                let (axis, least) = narrowest(overlap);
                if least < 0.0 && matches!(moment.arena.met_of(neighbour), Met::Actor(_)) {
                    rejected.push(Rejected {
                        body: NamedBody::of(moment.arena, neighbour),
                        of,
                        gap: -least,
                        axis,
                    });
                }
            }
        }
        rejected.sort_by(|p, q| p.gap.total_cmp(&q.gap));
        Some(BroadStage {
            method: method.name().to_owned(),
            kind: moment.arena.settings().broad_phase,
            boxes: boxes.map(|bounds| [bounds.min, bounds.max]),
            cells,
            compared,
            overlap: overlap_of(boxes),
            is_pair,
            pairs: pairs.len(),
            rejected,
        })
    }
}

/// Returns the box around the path of a body through the step.
fn box_of(moment: &Moment, id: BodyId) -> Option<Aabb> {
    let body = moment.world().body(id)?;
    let path = moment.path(id)?;
    let center = body.collider().local_center();
    let boxes = path.frames().map(|frame| {
        let pose = frame.pose(center);
        body.shape().aabb(&pose)
    });
    boxes.reduce(Aabb::union)
}

/// Returns by how much two boxes overlap along each axis, in metres; negative where there is a gap.
pub(super) fn overlap_of([a, b]: [Aabb; 2]) -> Vec3 {
    a.max.min(b.max) - a.min.max(b.min)
}

/// Returns the axis with the least overlap, and that overlap.
pub(super) fn narrowest(overlap: Vec3) -> (char, f32) {
    let all = [('x', overlap.x), ('y', overlap.y), ('z', overlap.z)];
    let least = all.into_iter().min_by(|p, q| p.1.total_cmp(&q.1));
    least.unwrap_or(all[0])
}
