//! The passes over all contacts: warm start, push apart, relax.

use wide::f32x4;

use crate::params::{
    CONTACT_DAMPING_RATIO, CONTACT_HERTZ, HARD_CONTACT_SPEED_SHARE, MAX_CONTACT_CYCLES_PER_SUBSTEP,
    TOUCH_SKINS,
};
use crate::solver::contact_constraints::{ConstraintRow, RollingRow};
use crate::solver::graph_coloring::PairBatch;
use crate::solver::problem::SolverParameters;
use crate::solver::simd::Vec3x4;
use crate::solver::solver_body::{BodyDeltas, BodyLanes};

/// A substep: its length, and the law by which contacts push apart bodies that are too near.
///
/// "Soft" contacts (Catto, "Solver2D", 2024) push like a damped spring, discretised implicitly: with the
/// frequency `omega` and the damping ratio `zeta`, over the time `h`, the bodies separate at `rate` times the
/// depth, `rate = omega / (2 zeta + h omega)`, and the contact applies only a share of the missing impulse
/// and gives up a share of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substep {
    /// Its length, in seconds.
    pub time: f64,
    per_second: f32x4,
    slop: f32x4,
    /// The distance beyond the skin at which bodies touch, in metres.
    touch: f64,
    hard: f32x4,
    push_speed: f32x4,
    hard_speed: f32x4,
    /// The spring's speed per metre, its share of the missing impulse, and the share of the present impulse
    /// that it gives up.
    rate: f32x4,
    mass_share: f32x4,
    impulse_share: f32x4,
}

impl Substep {
    /// Creates the law of one of the `substeps` substeps of a step.
    pub fn new(parameters: &SolverParameters, substeps: u32) -> Substep {
        let time = parameters.step / f64::from(substeps);
        // A spring faster than the substeps can follow would shake.
        let hertz = CONTACT_HERTZ.min(MAX_CONTACT_CYCLES_PER_SUBSTEP / time);
        let omega = std::f64::consts::TAU * hertz;
        let damping = 2.0 * CONTACT_DAMPING_RATIO + time * omega;
        let stiffness = time * omega * damping;
        let all = |x: f64| f32x4::splat(x as f32);
        Substep {
            time,
            per_second: all(1.0 / time),
            slop: all(parameters.slop),
            touch: TOUCH_SKINS * parameters.skin,
            hard: all(parameters.hard),
            push_speed: all(parameters.push_speed),
            hard_speed: all(parameters.push_speed * HARD_CONTACT_SPEED_SHARE),
            rate: all(omega / damping),
            mass_share: all(stiffness / (1.0 + stiffness)),
            impulse_share: all(1.0 / (1.0 + stiffness)),
        }
    }
}

impl Substep {
    /// The speed at which bodies may close a gap beyond the skin, in m/s.
    #[inline(always)]
    fn closing(&self, gap: f32x4) -> f32x4 {
        (gap - f32x4::splat(self.touch as f32)).fast_max(f32x4::ZERO) * self.per_second
    }

    /// [`Substep::closing`] for one gap.
    pub fn closing_speed(&self, gap: f64) -> f64 {
        (gap - self.touch).max(0.0) / self.time
    }

    /// True if bodies with a gap beyond the skin touch.
    pub fn touches(&self, gap: f64) -> bool {
        gap <= self.touch
    }
}

/// The rows of a batch; for rolling friction an equal number, or none.
pub(super) struct BatchConstraints<'w> {
    pub batch: &'w PairBatch,
    pub rows: &'w mut [ConstraintRow],
    pub rolling: &'w mut [RollingRow],
}

impl BatchConstraints<'_> {
    /// Applies the impulses of the last step as a first guess.
    pub fn warm_start(&self, deltas: &mut BodyDeltas) {
        if self.batch.both_movable {
            self.warm_start_if::<true>(deltas);
        } else {
            self.warm_start_if::<false>(deltas);
        }
    }

    fn warm_start_if<const BOTH: bool>(&self, deltas: &mut BodyDeltas) {
        let mut a = BodyLanes::default();
        if BOTH {
            a = deltas.velocities(self.batch.a);
        }
        let mut b = deltas.velocities(self.batch.b);
        for (n, row) in self.rows.iter().enumerate() {
            row.normal
                .apply_impulse::<BOTH>(row.normal_impulse, &mut a, &mut b);
            for (tangent, impulse) in row.tangents.iter().zip(row.tangent_impulse) {
                tangent.apply_impulse::<BOTH>(impulse, &mut a, &mut b);
            }
            if let Some(rolling) = self.rolling.get(n) {
                for i in 0..3 {
                    b.angular += rolling.axes_b[i] * rolling.impulse[i];
                    if BOTH {
                        a.angular -= rolling.axes_a[i] * rolling.impulse[i];
                    }
                }
            }
        }
        if BOTH {
            deltas.set_velocities(self.batch.a, &a);
        }
        deltas.set_velocities(self.batch.b, &b);
    }

    /// Lets the carrying bodies turn for `time` seconds: see `turning_ground.rs`.
    pub fn carry(&mut self, time: f32x4) {
        if !self.batch.is_carried {
            return;
        }
        let [x, y, z] = [0, 1, 2].map(|i| f32x4::from(self.batch.carrying.map(|gain| gain[i])));
        let gain = Vec3x4 { x, y, z } * time;
        for tangent in self.rows.iter_mut().flat_map(|row| &mut row.tangents) {
            tangent.initial_speed += tangent.axis.dot(gain);
        }
    }

    /// The first pass of a substep, backwards: contacts push apart bodies that are too near.
    pub fn push_apart(&mut self, deltas: &mut BodyDeltas, substep: &Substep) {
        if self.batch.both_movable {
            self.push_apart_if::<true>(deltas, substep);
        } else {
            self.push_apart_if::<false>(deltas, substep);
        }
    }

    fn push_apart_if<const BOTH: bool>(&mut self, deltas: &mut BodyDeltas, substep: &Substep) {
        let mut a = BodyLanes::default();
        if BOTH {
            a = deltas.velocities(self.batch.a);
        }
        let mut b = deltas.velocities(self.batch.b);
        for n in (0..self.rows.len()).rev() {
            let row = &mut self.rows[n];
            let gap = row.gap;
            let hard = gap.simd_lt(-substep.hard);
            // Bodies nearer than the sweep allows have no spring: they must separate.
            let least = hard & substep.hard_speed;
            let parting = (-(gap + substep.slop) * substep.rate).fast_min(substep.push_speed);
            let closing = substep.closing(gap);
            let speed = parting.fast_max(least) - closing;
            let soft = gap.simd_lt(-substep.slop) & gap.simd_gt(-substep.hard);
            let shares = [
                soft.bitselect(substep.mass_share, f32x4::ONE),
                soft & substep.impulse_share,
            ];
            let rolling = self.rolling.get_mut(n);
            row.unrest = row.solve::<BOTH>(speed, shares, rolling, &mut a, &mut b);
        }
        if BOTH {
            deltas.set_velocities(self.batch.a, &a);
        }
        deltas.set_velocities(self.batch.b, &b);
    }

    /// The second pass, forwards, `time` seconds into the step: removes the velocity that served to push
    /// apart.
    pub fn relax(&mut self, deltas: &mut BodyDeltas, substep: &Substep, time: f32x4) {
        if self.batch.both_movable {
            self.relax_if::<true>(deltas, substep, time);
        } else {
            self.relax_if::<false>(deltas, substep, time);
        }
    }

    fn relax_if<const BOTH: bool>(
        &mut self,
        deltas: &mut BodyDeltas,
        substep: &Substep,
        time: f32x4,
    ) {
        let (mut a, mut moved_a) = (BodyLanes::default(), BodyLanes::default());
        if BOTH {
            a = deltas.velocities(self.batch.a);
            moved_a = deltas.displacements(self.batch.a);
        }
        let mut b = deltas.velocities(self.batch.b);
        let moved_b = deltas.displacements(self.batch.b);
        for (n, row) in self.rows.iter_mut().enumerate() {
            row.gap = row.gap_after::<BOTH>(time, &moved_a, &moved_b);
            let speed = -substep.closing(row.gap);
            let shares = [f32x4::ONE, f32x4::ZERO];
            let rolling = self.rolling.get_mut(n);
            row.solve::<BOTH>(speed, shares, rolling, &mut a, &mut b);
        }
        if BOTH {
            deltas.set_velocities(self.batch.a, &a);
        }
        deltas.set_velocities(self.batch.b, &b);
    }
}

impl ConstraintRow {
    /// The distance of the surfaces beyond the skin, `time` seconds into the step, in metres.
    #[inline(always)]
    pub fn gap_after<const BOTH: bool>(&self, time: f32x4, a: &BodyLanes, b: &BodyLanes) -> f32x4 {
        let moved = self.normal.relative_change::<BOTH>(a, b);
        self.initial_gap + (self.normal.initial_speed * time + moved)
    }

    /// Changes the impulses so that the bodies separate at `speed`: by a share of the missing impulse, less a
    /// share of the present one. Friction follows, within its circle.
    ///
    /// All velocities are read at once and all impulses applied at once, so that as few operations as
    /// possible wait for each other. Returns the speeds that were missing, where the contacts press.
    #[inline(always)]
    fn solve<const BOTH: bool>(
        &mut self,
        speed: f32x4,
        [mass_share, impulse_share]: [f32x4; 2],
        rolling: Option<&mut RollingRow>,
        a: &mut BodyLanes,
        b: &mut BodyLanes,
    ) -> f32x4 {
        let [one, other] = &self.tangents;
        let now = self.normal.initial_speed + self.normal.relative_change::<BOTH>(a, b);
        let missing = (speed - now) * (self.normal_mass * mass_share);
        let impulse = (self.normal_impulse - impulse_share * self.normal_impulse) + missing;
        let impulse = impulse.fast_max(-self.adhesion);
        let pressing = impulse + self.adhesion;
        let is_idle = (self.normal_impulse + self.adhesion)
            .fast_max(pressing)
            .simd_le(f32x4::ZERO);
        if is_idle.all() {
            return f32x4::ZERO;
        }
        let change = impulse - self.normal_impulse;
        self.normal_impulse = impulse;
        self.max_normal_impulse = self.max_normal_impulse.fast_max(impulse);
        let sliding = [
            (one.initial_speed + one.relative_change::<BOTH>(a, b)) + self.coupling[0] * change,
            (other.initial_speed + other.relative_change::<BOTH>(a, b)) + self.coupling[1] * change,
        ];
        let tangent = self.friction_impulse(self.friction * pressing, sliding);
        let [first, second] = [
            tangent[0] - self.tangent_impulse[0],
            tangent[1] - self.tangent_impulse[1],
        ];
        let force = self.normal.axis * change + (one.axis * first + other.axis * second);
        b.linear += force * b.inverse_mass;
        b.angular += self.normal.lever_b * change + (one.lever_b * first + other.lever_b * second);
        if BOTH {
            a.linear -= force * a.inverse_mass;
            a.angular -=
                self.normal.lever_a * change + (one.lever_a * first + other.lever_a * second);
        }
        self.tangent_impulse = tangent;
        if let Some(rolling) = rolling {
            rolling.solve::<BOTH>(pressing, a, b);
        }
        let unrest = (speed - now).abs().fast_max(length_squared(sliding).sqrt());
        pressing.simd_gt(f32x4::ZERO) & unrest
    }

    /// The tangent impulse that stops the sliding if the circle of friction allows it, else the greatest one
    /// against the sliding. (A separate effective mass for each tangent is not enough: where the two differ,
    /// the clamped impulse would have a wrong direction.)
    #[inline(always)]
    fn friction_impulse(&self, limit: f32x4, sliding: [f32x4; 2]) -> [f32x4; 2] {
        let mass = &self.tangent_mass;
        let holding = [
            self.tangent_impulse[0] - (mass[0] * sliding[0] + mass[1] * sliding[1]),
            self.tangent_impulse[1] - (mass[1] * sliding[0] + mass[2] * sliding[1]),
        ];
        let held = length_squared(holding).simd_le(limit * limit);
        if held.all() {
            return holding;
        }
        let slipping = [0, 1].map(|i| self.tangent_impulse[i] - sliding[i] * self.sliding_mass);
        let slipping = clamp_length(slipping, limit);
        [0, 1].map(|i| held.bitselect(holding[i], slipping[i]))
    }
}

impl RollingRow {
    #[inline(always)]
    fn solve<const BOTH: bool>(&mut self, pressing: f32x4, a: &mut BodyLanes, b: &mut BodyLanes) {
        let wanted = [0, 1, 2].map(|i| {
            let mut speed = self.initial_speed[i] + self.axes_b[i].dot(b.angular);
            if BOTH {
                speed -= self.axes_a[i].dot(a.angular);
            }
            self.impulse[i] - speed * self.mass
        });
        let roll = clamp_length(wanted, self.lever_arm * pressing);
        for (i, roll) in roll.into_iter().enumerate() {
            let change = roll - self.impulse[i];
            self.impulse[i] = roll;
            b.angular += self.axes_b[i] * change;
            if BOTH {
                a.angular -= self.axes_a[i] * change;
            }
        }
    }
}

fn length_squared<const N: usize>(v: [f32x4; N]) -> f32x4 {
    v.into_iter().fold(f32x4::ZERO, |sum, x| sum + x * x)
}

/// Shortens vectors that are longer than the limit.
#[inline(always)]
fn clamp_length<const N: usize>(v: [f32x4; N], limit: f32x4) -> [f32x4; N] {
    let size = length_squared(v).sqrt();
    let long = size.simd_gt(limit);
    let share = long.bitselect(limit / size, f32x4::ONE);
    v.map(|x| x * share)
}
