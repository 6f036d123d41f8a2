//! The contacts of columns as rows of a linear system: see `columns.rs`.
//!
//! Velocities are scaled by the root of the mass, as spins are by that of the inertia (`solver_body.rs`): the
//! kinetic energy is half the square of their length `x`, and a row `g` has the speed `g . x`.

use glam::DVec3;
use wide::f32x4;

use crate::params::{COLUMN_STIFFNESS, IMPULSE_ROUNDING, SINGULAR_SHARE, STICKING_SHARE};
use crate::solver::contact_constraints::{ConstraintAxis, ConstraintRow};
use crate::solver::iterations::Substep;
use crate::solver::six_vectors::{Factor, Mat6, Vec6, add_product, add_times, dot};
use crate::solver::solver_body::BodyDeltas;

/// The contacts of two bodies of a column: rows of a batch, and the lane in each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub first_row: u32,
    pub rows: u32,
    pub lane: u32,
    /// True if the upper body is the second one of the contacts.
    pub upper_is_b: bool,
}

impl Link {
    /// The range of its rows.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first_row as usize..(self.first_row + self.rows) as usize
    }
}

/// The changes of a body by the solution so far, scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledBody {
    pub velocity: Vec6,
    pub displacement: Vec6,
    /// 1 over the root of the mass; 0 for a body that nothing moves.
    pub inverse_root_mass: f64,
}

impl ScaledBody {
    /// A body that nothing moves.
    pub const FIXED: ScaledBody = ScaledBody {
        velocity: [0.0; 6],
        displacement: [0.0; 6],
        inverse_root_mass: 0.0,
    };

    pub fn new(deltas: &BodyDeltas, body: u32, inverse_root_mass: f64) -> ScaledBody {
        let of = deltas.vectors(body);
        let scaled = |linear: DVec3, angular: DVec3| six(linear / inverse_root_mass, angular);
        ScaledBody {
            velocity: scaled(of.velocity, of.spin),
            displacement: scaled(of.moved, of.turned),
            inverse_root_mass,
        }
    }
}

fn six(linear: DVec3, angular: DVec3) -> Vec6 {
    let ([x, y, z], [u, v, w]) = (linear.to_array(), angular.to_array());
    [x, y, z, u, v, w]
}

/// A direction of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub upper: Vec6,
    pub lower: Vec6,
    /// The impulse for a speed, in kg; 0 if its impulse is given.
    pub stiffness: f64,
    /// The change of the speed along it that is wanted, in m/s.
    pub missing: f64,
    /// The change of its impulse, in N s.
    pub change: f64,
}

/// Appends the rows of a link's contacts: the normal and two tangents of each. Contacts that neither press nor
/// touch, and friction that slips, are given no stiffness.
pub(super) fn read_link(
    link: &Link,
    [upper, lower]: [&ScaledBody; 2],
    contacts: &[ConstraintRow],
    (substep, time): (&Substep, f64),
    out: &mut Vec<Row>,
) {
    let first = out.len();
    for contact in contacts {
        let of = |v: f32x4| lane_of(v, link.lane);
        let row = |axis: &ConstraintAxis| read_axis(link, axis, [upper, lower]);
        let mut normal = row(&contact.normal);
        let mut tangents = contact.tangents.each_ref().map(row);
        let moved =
            dot(&normal.upper, &upper.displacement) + dot(&normal.lower, &lower.displacement);
        let gap = of(contact.initial_gap) + of(contact.normal.initial_speed) * time + moved;
        normal.missing -= substep.closing_speed(gap);
        let pressing = of(contact.normal_impulse) + of(contact.adhesion);
        if pressing <= 0.0 && !substep.touches(gap) {
            normal.stiffness = 0.0;
        }
        let [one, other] = contact.tangent_impulse.map(of);
        if libm::hypot(one, other) >= STICKING_SHARE * of(contact.friction) * pressing {
            tangents.iter_mut().for_each(|row| row.stiffness = 0.0);
        }
        out.push(normal);
        out.extend(tangents);
    }
    make_consistent(&mut out[first..]);
}

fn read_axis(link: &Link, axis: &ConstraintAxis, bodies: [&ScaledBody; 2]) -> Row {
    let lane = link.lane as usize;
    let [arm_a, arm_b] = [axis.lever_a, axis.lever_b].map(|lever| lever.lane(lane));
    let direction = axis.axis.lane(lane);
    let (direction, upper_arm, lower_arm) = match link.upper_is_b {
        true => (direction, arm_b, -arm_a),
        false => (-direction, -arm_a, arm_b),
    };
    let [upper, lower] = bodies;
    let row_upper = six(direction * upper.inverse_root_mass, upper_arm);
    let row_lower = six(-direction * lower.inverse_root_mass, lower_arm);
    // The response of the heavier body decides: a contact that is stiff for the lighter one alone lets the
    // heavier one sink in.
    let mut response = dot(&row_upper, &row_upper);
    if lower.inverse_root_mass > 0.0 {
        response = response.min(dot(&row_lower, &row_lower));
    }
    let speed = lane_of(axis.initial_speed, link.lane)
        + dot(&row_upper, &upper.velocity)
        + dot(&row_lower, &lower.velocity);
    Row {
        upper: row_upper,
        lower: row_lower,
        stiffness: COLUMN_STIFFNESS / response.max(f64::MIN_POSITIVE),
        missing: -speed,
        change: 0.0,
    }
}

/// Replaces the missing speeds of a link's rows by the nearest ones that a single motion of the upper body
/// gives. A box on four corners has more rows than it has freedoms, and the stiffness would multiply whatever
/// no motion can give.
fn make_consistent(rows: &mut [Row]) {
    let (mut matrix, mut motion) = (Mat6::default(), Vec6::default());
    for row in rows.iter().filter(|row| row.stiffness > 0.0) {
        add_product(&mut matrix, &row.upper, &row.upper);
        add_times(&mut motion, &row.upper, row.missing);
    }
    let trace: f64 = matrix.iter().enumerate().map(|(i, row)| row[i]).sum();
    if trace == 0.0 {
        return;
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += SINGULAR_SHARE * trace;
    }
    let factor = Factor::new(matrix);
    factor.solve_lower(&mut motion);
    factor.solve_upper(&mut motion);
    for row in rows {
        row.missing = dot(&row.upper, &motion);
    }
}

/// Fixes the changes of a contact's impulses (along the normal and the tangents) that it cannot give, at the
/// nearest that it can. Returns true if it fixes any.
pub(super) fn limit(contact: &ConstraintRow, lane: u32, rows: &mut [Row; 3]) -> bool {
    let of = |v: f32x4| lane_of(v, lane);
    let [normal, one, other] = rows;
    let mut any = false;
    let pressing = of(contact.normal_impulse) + of(contact.adhesion) + normal.change;
    if pressing < -IMPULSE_ROUNDING && normal.stiffness > 0.0 {
        normal.change -= pressing;
        normal.stiffness = 0.0;
        any = true;
    }
    let before = contact.tangent_impulse.map(of);
    let wanted = [before[0] + one.change, before[1] + other.change];
    let limit = of(contact.friction) * pressing.max(0.0);
    let size = libm::hypot(wanted[0], wanted[1]);
    if size > limit + IMPULSE_ROUNDING {
        any |= one.stiffness > 0.0;
        one.change = wanted[0] * (limit / size) - before[0];
        other.change = wanted[1] * (limit / size) - before[1];
        (one.stiffness, other.stiffness) = (0.0, 0.0);
    }
    any
}

/// Adds the changes of a contact's impulses.
pub(super) fn take(contact: &mut ConstraintRow, lane: u32, rows: &[Row; 3]) {
    let add = |impulse: &mut f32x4, row: &Row| {
        let mut lanes = impulse.to_array();
        lanes[lane as usize] += row.change as f32;
        *impulse = f32x4::from(lanes);
    };
    let [normal, one, other] = rows;
    add(&mut contact.normal_impulse, normal);
    add(&mut contact.tangent_impulse[0], one);
    add(&mut contact.tangent_impulse[1], other);
    contact.max_normal_impulse = contact.max_normal_impulse.fast_max(contact.normal_impulse);
}

pub(super) fn lane_of(v: f32x4, lane: u32) -> f64 {
    f64::from(v.to_array()[lane as usize])
}
