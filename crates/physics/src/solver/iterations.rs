//! One pass over all contacts: each gets what it lacks.

use wide::f32x4;

use crate::solver::Task;
use crate::solver::contact_constraints::{Rolling, Rows};
use crate::solver::graph_coloring::Group;
use crate::solver::solver_body::{Four, States};

/// The share of the push speed at which bodies part that are nearer than the sweep lets them come.
const HARD_SHARE: f64 = 0.1;

/// The frequency of the spring that parts bodies, in Hz, and its damping ratio.
const SPRING_HERTZ: f64 = 120.0;
const SPRING_DAMPING: f64 = 10.0;

/// A substep: how long it is, and how contacts push apart what is too near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substep {
    /// In seconds.
    pub time: f64,
    per_second: f32x4,
    slop: f32x4,
    hard: f32x4,
    push_speed: f32x4,
    hard_speed: f32x4,
    /// The spring's answer: speed per metre, and how much of the impulses it lets through.
    rate: f32x4,
    mass_share: f32x4,
    impulse_share: f32x4,
}

impl Substep {
    pub fn new(task: &Task) -> Substep {
        let time = task.step / f64::from(task.substeps);
        // A spring faster than the substeps can follow would shake.
        let hertz = SPRING_HERTZ.min(0.25 / time);
        let omega = std::f64::consts::TAU * hertz;
        let damping = 2.0 * SPRING_DAMPING + time * omega;
        let stiffness = time * omega * damping;
        let all = |x: f64| f32x4::splat(x as f32);
        Substep {
            time,
            per_second: all(1.0 / time),
            slop: all(task.slop),
            hard: all(task.hard),
            push_speed: all(task.push_speed),
            hard_speed: all(task.push_speed * HARD_SHARE),
            rate: all(omega / damping),
            mass_share: all(stiffness / (1.0 + stiffness)),
            impulse_share: all(1.0 / (1.0 + stiffness)),
        }
    }
}

/// Rows of a group, and what is against rolling: as many, or nothing.
pub(super) struct Work<'w> {
    pub group: &'w Group,
    pub rows: &'w mut [Rows],
    pub rolling: &'w mut [Rolling],
}

impl Work<'_> {
    /// Applies the impulses of the last step as a first guess.
    pub fn warm_start(&self, states: &mut States) {
        if self.group.both {
            self.warm_start_if::<true>(states);
        } else {
            self.warm_start_if::<false>(states);
        }
    }

    fn warm_start_if<const BOTH: bool>(&self, states: &mut States) {
        let mut a = Four::default();
        if BOTH {
            a = states.speeds(self.group.a);
        }
        let mut b = states.speeds(self.group.b);
        for (n, rows) in self.rows.iter().enumerate() {
            rows.normal.apply::<BOTH>(rows.push, &mut a, &mut b);
            for (direction, impulse) in rows.across.iter().zip(rows.rub) {
                direction.apply::<BOTH>(impulse, &mut a, &mut b);
            }
            if let Some(rolling) = self.rolling.get(n) {
                for i in 0..2 {
                    b.angular += rolling.b[i] * rolling.roll[i];
                    if BOTH {
                        a.angular -= rolling.a[i] * rolling.roll[i];
                    }
                }
            }
        }
        if BOTH {
            states.set_speeds(self.group.a, &a);
        }
        states.set_speeds(self.group.b, &b);
    }

    /// The first pass of a substep, backwards: contacts push apart what is too near.
    pub fn push_apart(&mut self, states: &mut States, substep: &Substep) {
        if self.group.both {
            self.push_apart_if::<true>(states, substep);
        } else {
            self.push_apart_if::<false>(states, substep);
        }
    }

    fn push_apart_if<const BOTH: bool>(&mut self, states: &mut States, substep: &Substep) {
        let mut a = Four::default();
        if BOTH {
            a = states.speeds(self.group.a);
        }
        let mut b = states.speeds(self.group.b);
        for n in (0..self.rows.len()).rev() {
            let rows = &mut self.rows[n];
            let gap = rows.gap;
            let hard = gap.simd_lt(-substep.hard);
            // Nearer than the sweep lets bodies come: no spring, they have to part.
            let least = hard & substep.hard_speed;
            let parting = (-(gap + substep.slop) * substep.rate).fast_min(substep.push_speed);
            let closing = gap.fast_max(f32x4::ZERO) * substep.per_second;
            let speed = parting.fast_max(least) - closing;
            let soft = gap.simd_lt(-substep.slop) & gap.simd_gt(-substep.hard);
            let shares = [
                soft.bitselect(substep.mass_share, f32x4::ONE),
                soft & substep.impulse_share,
            ];
            let rolling = self.rolling.get_mut(n);
            rows.solve::<BOTH>(speed, shares, rolling, &mut a, &mut b);
        }
        if BOTH {
            states.set_speeds(self.group.a, &a);
        }
        states.set_speeds(self.group.b, &b);
    }

    /// The second pass, forwards, `time` seconds into the step: takes back the velocity that served
    /// to push apart.
    pub fn relax(&mut self, states: &mut States, substep: &Substep, time: f32x4) {
        if self.group.both {
            self.relax_if::<true>(states, substep, time);
        } else {
            self.relax_if::<false>(states, substep, time);
        }
    }

    fn relax_if<const BOTH: bool>(&mut self, states: &mut States, substep: &Substep, time: f32x4) {
        let (mut a, mut way_a) = (Four::default(), Four::default());
        if BOTH {
            a = states.speeds(self.group.a);
            way_a = states.ways(self.group.a);
        }
        let mut b = states.speeds(self.group.b);
        let way_b = states.ways(self.group.b);
        for (n, rows) in self.rows.iter_mut().enumerate() {
            rows.gap = rows.gap_after::<BOTH>(time, &way_a, &way_b);
            let speed = -(rows.gap.fast_max(f32x4::ZERO) * substep.per_second);
            let shares = [f32x4::ONE, f32x4::ZERO];
            let rolling = self.rolling.get_mut(n);
            rows.solve::<BOTH>(speed, shares, rolling, &mut a, &mut b);
        }
        if BOTH {
            states.set_speeds(self.group.a, &a);
        }
        states.set_speeds(self.group.b, &b);
    }
}

impl Rows {
    /// How far the surfaces are beyond the skin, `time` seconds into the step.
    #[inline(always)]
    pub fn gap_after<const BOTH: bool>(&self, time: f32x4, a: &Four, b: &Four) -> f32x4 {
        let way = self.normal.change::<BOTH>(a, b);
        self.first_gap + (self.normal.speed * time + way)
    }

    /// Gives the contacts what they lack to part at `speed`, or of their impulses to rest at it:
    /// `shares` of what is missing and of what was there.
    ///
    /// Everything that depends on the bodies is asked for at once, and all impulses are applied at
    /// once: one waits for the other only where it must. What the push does to the sliding is in
    /// `coupling`.
    #[inline(always)]
    fn solve<const BOTH: bool>(
        &mut self,
        speed: f32x4,
        [mass_share, impulse_share]: [f32x4; 2],
        rolling: Option<&mut Rolling>,
        a: &mut Four,
        b: &mut Four,
    ) {
        let [one, other] = &self.across;
        let now = self.normal.speed + self.normal.change::<BOTH>(a, b);
        let missing = (speed - now) * (self.mass * mass_share);
        let push = (self.push - impulse_share * self.push) + missing;
        let push = push.fast_max(-self.pull);
        let hold = push + self.pull;
        let idle = (self.push + self.pull).fast_max(hold).simd_le(f32x4::ZERO);
        if idle.all() {
            return;
        }
        let change = push - self.push;
        self.push = push;
        self.most_push = self.most_push.fast_max(push);
        let sliding = [
            (one.speed + one.change::<BOTH>(a, b)) + self.coupling[0] * change,
            (other.speed + other.change::<BOTH>(a, b)) + self.coupling[1] * change,
        ];
        let rub = self.rub_for(self.friction * hold, sliding);
        let [first, second] = [rub[0] - self.rub[0], rub[1] - self.rub[1]];
        let force = self.normal.along * change + (one.along * first + other.along * second);
        b.linear += force * b.inverse_mass;
        b.angular += self.normal.lever_b * change + (one.lever_b * first + other.lever_b * second);
        if BOTH {
            a.linear -= force * a.inverse_mass;
            a.angular -=
                self.normal.lever_a * change + (one.lever_a * first + other.lever_a * second);
        }
        self.rub = rub;
        if let Some(rolling) = rolling {
            rolling.solve::<BOTH>(hold, a, b);
        }
    }

    /// The impulse across that stops the sliding, or what the circle of friction leaves of it: then
    /// it points against the sliding. (Each direction's own effective mass would not do: where
    /// they differ, the impulse would end up askew, and too small along the way.)
    #[inline(always)]
    fn rub_for(&self, limit: f32x4, sliding: [f32x4; 2]) -> [f32x4; 2] {
        let mass = &self.across_mass;
        let holding = [
            self.rub[0] - (mass[0] * sliding[0] + mass[1] * sliding[1]),
            self.rub[1] - (mass[1] * sliding[0] + mass[2] * sliding[1]),
        ];
        let held = squared(holding).simd_le(limit * limit);
        if held.all() {
            return holding;
        }
        let pull = [0, 1].map(|i| self.rub[i] - sliding[i] * self.slide_mass);
        let pull = within(pull, limit);
        [0, 1].map(|i| held.bitselect(holding[i], pull[i]))
    }
}

impl Rolling {
    #[inline(always)]
    fn solve<const BOTH: bool>(&mut self, hold: f32x4, a: &mut Four, b: &mut Four) {
        let wanted = [0, 1].map(|i| {
            let mut speed = self.speed[i] + self.b[i].dot(b.angular);
            if BOTH {
                speed -= self.a[i].dot(a.angular);
            }
            self.roll[i] - speed * self.mass
        });
        let roll = within(wanted, self.arm * hold);
        for (i, roll) in roll.into_iter().enumerate() {
            let change = roll - self.roll[i];
            self.roll[i] = roll;
            b.angular += self.b[i] * change;
            if BOTH {
                a.angular -= self.a[i] * change;
            }
        }
    }
}

fn squared([x, y]: [f32x4; 2]) -> f32x4 {
    x * x + y * y
}

/// Shortens what is longer than the limit.
#[inline(always)]
fn within(v: [f32x4; 2], limit: f32x4) -> [f32x4; 2] {
    let size = squared(v).sqrt();
    let long = size.simd_gt(limit);
    let share = long.bitselect(limit / size, f32x4::ONE);
    [v[0] * share, v[1] * share]
}
