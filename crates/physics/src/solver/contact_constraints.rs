//! Contacts prepared for the solver, four side by side.
//!
//! Every contact has three directions: the normal, and two tangents.

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::manifold::contact_point::ContactPoint;
use crate::params::{NO_CONTACT_DISTANCE, SINGULAR_TANGENT_MASS};
use crate::solver::graph_coloring::{NO_CONTACT, PairBatch, PairBatches};
use crate::solver::problem::ContactProblem;
use crate::solver::simd::{Vec3x4, inverse_or_zero};
use crate::solver::solver_body::{BodyDeltas, BodyLanes, SolverBody, split};

/// Up to four contacts, one in each lane, each of another pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConstraintRow {
    pub normal: ConstraintAxis,
    pub tangents: [ConstraintAxis; 2],
    /// The effective mass along the normal: 1 / (change of the relative velocity for 1 N s).
    pub normal_mass: f32x4,
    /// The effective mass along both tangents together: the inverse of a symmetric matrix (first diagonal
    /// entry, off-diagonal entry, second diagonal entry).
    pub tangent_mass: [f32x4; 3],
    /// The inverse of a bound on the greatest eigenvalue of that matrix.
    pub sliding_mass: f32x4,
    /// The change of the velocities along the tangents by a normal impulse of 1 N s.
    pub coupling: [f32x4; 2],
    /// The distance of the surfaces beyond the skin at the start of the step, in metres.
    pub initial_gap: f32x4,
    /// Their distance now. Once the velocities are solved, position correction stores its pseudo impulses
    /// here.
    pub gap: f32x4,
    /// The greatest pull of adhesion in a substep, in N s.
    pub adhesion: f32x4,
    pub friction: f32x4,
    /// The impulses of a substep, in N s.
    pub normal_impulse: f32x4,
    pub tangent_impulse: [f32x4; 2],
    /// The greatest normal impulse so far.
    pub max_normal_impulse: f32x4,
    /// The speed that was missing in the first pass of the last substep, in m/s; 0 if it does not press.
    pub unrest: f32x4,
}

impl ConstraintRow {
    /// Both tangents and the normal.
    pub fn axes(&self) -> [Vec3x4; 3] {
        let [one, other] = &self.tangents;
        [one.axis, other.axis, self.normal.axis]
    }
}

/// One direction of four contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConstraintAxis {
    pub axis: Vec3x4,
    /// The levers on both bodies, in the bodies' own scales (see `solver_body.rs`).
    pub lever_a: Vec3x4,
    pub lever_b: Vec3x4,
    /// The relative velocity along it at the start of the step.
    pub initial_speed: f32x4,
}

impl ConstraintAxis {
    /// The change of b's velocity (or displacement) along the axis, relative to a's. Unless `BOTH` can
    /// move, a does not.
    #[inline(always)]
    pub fn relative_change<const BOTH: bool>(&self, a: &BodyLanes, b: &BodyLanes) -> f32x4 {
        if BOTH {
            let linear = self.axis.dot(b.linear - a.linear);
            linear + self.lever_b.dot(b.angular) - self.lever_a.dot(a.angular)
        } else {
            self.axis.dot(b.linear) + self.lever_b.dot(b.angular)
        }
    }

    /// Gives b an impulse along the axis, and a the opposite one.
    #[inline(always)]
    pub fn apply_impulse<const BOTH: bool>(
        &self,
        impulse: f32x4,
        a: &mut BodyLanes,
        b: &mut BodyLanes,
    ) {
        b.linear += self.axis * (impulse * b.inverse_mass);
        b.angular += self.lever_b * impulse;
        if BOTH {
            a.linear -= self.axis * (impulse * a.inverse_mass);
            a.angular -= self.lever_a * impulse;
        }
    }

    /// The change of the speed along another axis by impulses along this one, through the rotation of the
    /// bodies. (Between perpendicular axes there is no other part.)
    #[inline(always)]
    fn angular_response<const BOTH: bool>(&self, other: &ConstraintAxis) -> f32x4 {
        let of_b = self.lever_b.dot(other.lever_b);
        if BOTH {
            of_b + self.lever_a.dot(other.lever_a)
        } else {
            of_b
        }
    }
}

/// The rolling friction of the four contacts of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RollingRow {
    /// The lever arm of rolling friction, in metres.
    pub lever_arm: f32x4,
    /// 1 / (the greatest change of the relative angular velocity about an axis for 1 N m s).
    pub mass: f32x4,
    /// Both tangents and the normal in each body's own scale.
    pub axes_a: [Vec3x4; 3],
    pub axes_b: [Vec3x4; 3],
    /// The relative angular velocity about them at the start of the step.
    pub initial_speed: [f32x4; 3],
    pub impulse: [f32x4; 3],
}

/// A contact in the form that the solver reads, four numbers at a time. If any of the two bodies can move,
/// the second one can.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedContact {
    /// The normal, and the distance of the surfaces beyond the skin.
    normal_gap: f32x4,
    /// The arm from a's centre, and the greatest pull of adhesion in a step.
    arm_a_adhesion: f32x4,
    /// The arm from b's centre, and the coefficient of friction.
    arm_b_friction: f32x4,
    /// The relative velocity, and the normal impulse of the last step.
    velocity_impulse: f32x4,
    tangent_impulse: f32x4,
}

impl PackedContact {
    /// The contact of two bodies; `swapped` if the first one is to be seen as the second.
    pub fn new(
        contact: &ContactPoint,
        [a, b]: [&SolverBody; 2],
        velocity: DVec3,
        swapped: bool,
        skin: f64,
    ) -> PackedContact {
        let sign = if swapped { -1.0 } else { 1.0 };
        let [a, b] = if swapped { [b, a] } else { [a, b] };
        let gap = contact.distance - skin;
        // Adhesion holds only touching surfaces.
        let adhesion = if gap <= 0.5 * skin {
            contact.material.adhesion
        } else {
            0.0
        };
        PackedContact {
            normal_gap: packed(contact.normal * sign, gap as f32),
            arm_a_adhesion: packed(contact.point - a.center, adhesion),
            arm_b_friction: packed(contact.point - b.center, contact.material.friction),
            velocity_impulse: packed(velocity * sign, contact.normal_impulse),
            tangent_impulse: with_zero(contact.tangent_impulse * sign as f32),
        }
    }

    /// A lane without a contact.
    const NONE: PackedContact = PackedContact {
        normal_gap: f32x4::new([0.0, 0.0, 0.0, NO_CONTACT_DISTANCE]),
        arm_a_adhesion: f32x4::ZERO,
        arm_b_friction: f32x4::ZERO,
        velocity_impulse: f32x4::ZERO,
        tangent_impulse: f32x4::ZERO,
    };
}

fn packed(v: DVec3, fourth: f32) -> f32x4 {
    f32x4::from([v.x as f32, v.y as f32, v.z as f32, fourth])
}

fn with_zero(v: Vec3) -> f32x4 {
    f32x4::from([v.x, v.y, v.z, 0.0])
}

/// Builds the rows of all batches.
pub(super) struct ConstraintBuilder<'k> {
    pub contacts: &'k [ContactPoint],
    pub problem: &'k ContactProblem<'k>,
    pub deltas: &'k BodyDeltas,
    /// The number of substeps in a step.
    pub substeps: u32,
}

impl ConstraintBuilder<'_> {
    /// Builds all rows, and those of rolling friction if any contact has it.
    pub fn build(
        &self,
        batches: &PairBatches,
        rows: &mut Vec<ConstraintRow>,
        rolling: &mut Vec<RollingRow>,
    ) {
        if !self.problem.selected.rolls {
            rolling.clear();
        }
        // The contents of the last step are overwritten.
        rows.resize(batches.rows, ConstraintRow::default());
        for batch in &batches.list {
            let rows = &mut rows[batch.range()];
            if batch.both_movable {
                self.build_rows::<true>(batch, rows);
            } else {
                self.build_rows::<false>(batch, rows);
            }
        }
        if self.problem.selected.rolls {
            // The rows of batches without rolling friction are never read.
            rolling.resize(batches.rows, RollingRow::default());
            for batch in batches.list.iter().filter(|batch| batch.rolls()) {
                let all = rolling[batch.range()].iter_mut().zip(&rows[batch.range()]);
                for (n, (rolling, row)) in (0..).zip(all) {
                    *rolling = self.rolling_row(batch, n, row);
                }
            }
        }
    }

    fn build_rows<const BOTH: bool>(&self, batch: &PairBatch, rows: &mut [ConstraintRow]) {
        let root_b = self.deltas.inverse_inertia_roots(batch.b);
        let mut root_a = root_b;
        let mut linear = self.deltas.velocities(batch.b).inverse_mass;
        if BOTH {
            root_a = self.deltas.inverse_inertia_roots(batch.a);
            linear += self.deltas.velocities(batch.a).inverse_mass;
        }
        let per_substep = 1.0 / self.substeps as f32;
        let substep = f32x4::splat(self.problem.parameters.step as f32 * per_substep);
        let per_substep = f32x4::splat(per_substep);
        for (n, row) in (0..).zip(rows) {
            let four = batch.places(n).map(|place| match place {
                Some(place) => &self.problem.selected.packed[place],
                None => &PackedContact::NONE,
            });
            let (normal, gap) = split(four.map(|contact| contact.normal_gap));
            let (arm_a, adhesion) = split(four.map(|contact| contact.arm_a_adhesion));
            let (arm_b, friction) = split(four.map(|contact| contact.arm_b_friction));
            let (velocity, impulse) = split(four.map(|contact| contact.velocity_impulse));
            let (tangent_impulse, _) = split(four.map(|contact| contact.tangent_impulse));
            let (adhesion, impulse) = (adhesion * substep, impulse * per_substep);
            let constraint_axis = |axis: Vec3x4| ConstraintAxis {
                axis,
                lever_a: if BOTH {
                    root_a.transposed_times(arm_a.cross(axis))
                } else {
                    Vec3x4::default()
                },
                lever_b: root_b.transposed_times(arm_b.cross(axis)),
                initial_speed: axis.dot(velocity),
            };
            let tangents = normal.tangents();
            let impulse = impulse.fast_max(-adhesion);
            // Friction needs a pressing force.
            let held = (impulse + adhesion).simd_gt(f32x4::ZERO);
            row.tangent_impulse =
                tangents.map(|axis| (axis.dot(tangent_impulse) * per_substep) & held);
            row.normal = constraint_axis(normal);
            row.tangents = tangents.map(constraint_axis);
            row.normal_mass =
                inverse_or_zero(linear + row.normal.angular_response::<BOTH>(&row.normal));
            (row.tangent_mass, row.sliding_mass) = tangent_masses::<BOTH>(&row.tangents, linear);
            row.coupling = [0, 1].map(|i| row.normal.angular_response::<BOTH>(&row.tangents[i]));
            (row.initial_gap, row.gap) = (gap, gap);
            (row.adhesion, row.friction, row.normal_impulse) = (adhesion, friction, impulse);
            row.max_normal_impulse = f32x4::ZERO;
        }
    }

    /// The rolling friction of a batch's n-th row.
    fn rolling_row(&self, batch: &PairBatch, n: u32, row: &ConstraintRow) -> RollingRow {
        let per_substep = 1.0 / self.substeps as f32;
        let (mut turning, mut impulse) = ([f32x4::ZERO; 4], [f32x4::ZERO; 4]);
        for (lane, index) in batch
            .contacts(self.problem.selected, n)
            .into_iter()
            .enumerate()
        {
            if index == NO_CONTACT || !batch.rolls[lane] {
                continue;
            }
            let contact = &self.contacts[index as usize];
            let sign = if batch.swapped[lane] { -1.0 } else { 1.0 };
            let [a, b] = [batch.a, batch.b].map(|at| &self.problem.bodies[at[lane] as usize]);
            turning[lane] = packed(
                b.angular_velocity - a.angular_velocity,
                contact.material.rolling,
            );
            impulse[lane] = with_zero(contact.rolling_impulse * (sign as f32 * per_substep));
        }
        let ((turning, lever_arm), (impulse, _)) = (split(turning), split(impulse));
        let [root_a, root_b] = [batch.a, batch.b].map(|at| self.deltas.inverse_inertia_roots(at));
        let axes = row.axes();
        let axes_a = axes.map(|axis| root_a.transposed_times(axis));
        let axes_b = axes.map(|axis| root_b.transposed_times(axis));
        let response = [0, 1, 2].map(|i| axes_a[i].dot(axes_a[i]) + axes_b[i].dot(axes_b[i]));
        let held = (row.normal_impulse + row.adhesion).simd_gt(f32x4::ZERO);
        RollingRow {
            lever_arm,
            mass: inverse_or_zero(response[0].fast_max(response[1]).fast_max(response[2])),
            axes_a,
            axes_b,
            initial_speed: axes.map(|axis| axis.dot(turning)),
            impulse: axes.map(|axis| axis.dot(impulse) & held),
        }
    }
}

/// The effective mass along both tangents together, and the one along any direction between them: the inverse
/// of the matrix that gives the velocities' response to impulses, and of a bound on its greatest eigenvalue.
/// If the matrix is nearly singular, the bound replaces it.
fn tangent_masses<const BOTH: bool>(
    tangents: &[ConstraintAxis; 2],
    linear: f32x4,
) -> ([f32x4; 3], f32x4) {
    let [one, other] = tangents;
    let first = linear + one.angular_response::<BOTH>(one);
    let mixed = one.angular_response::<BOTH>(other);
    let second = linear + other.angular_response::<BOTH>(other);
    let bound = first.fast_max(second) + mixed.abs();
    let sliding = inverse_or_zero(bound);
    let determinant = first * second - mixed * mixed;
    let is_regular = determinant.simd_gt(bound * bound * f32x4::splat(SINGULAR_TANGENT_MASS));
    let share = inverse_or_zero(determinant);
    let mass = [
        is_regular.bitselect(second * share, sliding),
        (-mixed * share) & is_regular,
        is_regular.bitselect(first * share, sliding),
    ];
    (mass, sliding)
}
