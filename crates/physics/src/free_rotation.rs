//! The rotation of a free body.
//!
//! Without a torque the angular momentum `L` is constant, and the angular velocity `I^-1 L` changes as the
//! body turns. The state of a body is therefore `L` itself, in the world: it cannot drift. The path of the
//! orientation has to be computed. In the body's frame Euler's equation `dL/dt = L x I^-1 L` has two
//! quadratic invariants, the length of `L` and the energy, and the implicit midpoint rule keeps every
//! quadratic invariant exactly. Its solution is a rotation about `w = I^-1 (L0 + L1) / 2` (Cayley's map: the
//! quaternion `(1, h w / 2)`), which is one constant angular velocity over the step, as a sweep needs it. The
//! step length `h` inside the map is stretched so that a body spinning about a principal axis turns by
//! exactly `rate * time`.
//!
//! Source: Austin, Krishnaprasad and Wang, "Almost Poisson integration of rigid body systems",
//! J. Comput. Phys. 107 (1993).

use glam::{DMat3, DQuat, DVec3};

use crate::params::{
    ISOTROPIC_INERTIA, MAX_MIDPOINT_ITERATIONS, MAX_TURN, MIDPOINT_TOLERANCE_SQUARED,
};

/// The inertia tensor of a body about its centre of mass, in the body's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Inertia {
    /// The tensor, in kg m^2; zero for bodies that cannot turn.
    pub tensor: DMat3,
    /// The inverse of the tensor, in 1/(kg m^2); zero for bodies that cannot turn.
    pub inverse: DMat3,
    /// A root `C` of the inverse, which is `C C^T`; zero for bodies that cannot turn.
    pub inverse_root: DMat3,
    /// True if it is equal about every axis, as a ball's is.
    pub is_isotropic: bool,
}

impl Inertia {
    /// The inertia of a body that cannot turn.
    pub const INFINITE: Inertia = Inertia {
        tensor: DMat3::ZERO,
        inverse: DMat3::ZERO,
        inverse_root: DMat3::ZERO,
        is_isotropic: true,
    };

    /// The inertia of a tensor; `None` if it cannot be inverted.
    pub fn new(tensor: DMat3) -> Option<Inertia> {
        let scale = tensor.x_axis.x.max(tensor.y_axis.y).max(tensor.z_axis.z);
        // The rounding of f32 properties must not make a ball a tumbling body.
        let off = tensor - DMat3::from_diagonal(DVec3::splat(scale));
        let is_isotropic = off
            .to_cols_array()
            .iter()
            .all(|x| x.abs() <= ISOTROPIC_INERTIA * scale);
        let tensor = if is_isotropic {
            DMat3::from_diagonal(DVec3::splat(scale))
        } else {
            tensor
        };
        let determinant = tensor.determinant();
        let sound =
            scale > 0.0 && scale.is_finite() && determinant > 1e-30 * (scale * scale * scale);
        sound.then(|| {
            let inverse = tensor.inverse();
            Inertia {
                tensor,
                inverse,
                inverse_root: cholesky_root(&inverse),
                is_isotropic,
            }
        })
    }

    /// The inertia of a body that cannot turn about some of its own axes: a projection to the other axes.
    pub fn locked(&self, axes: [bool; 3]) -> Inertia {
        if axes == [false; 3] {
            return *self;
        }
        let free = DMat3::from_diagonal(DVec3::from_array(axes.map(|is| f64::from(u8::from(!is)))));
        let tensor = free * self.tensor * free;
        // Any inertia about the locked axes makes the matrix invertible.
        let inverse = free * (tensor + (DMat3::IDENTITY - free)).inverse() * free;
        Inertia {
            tensor,
            inverse,
            inverse_root: cholesky_root(&inverse),
            is_isotropic: axes == [true; 3],
        }
    }

    /// The inverse in the axes of the world.
    pub fn inverse_in_world(&self, rotation: DQuat) -> DMat3 {
        if self.is_isotropic {
            return self.inverse;
        }
        let turn = DMat3::from_quat(rotation);
        turn * self.inverse * turn.transpose()
    }

    /// `I v` in the axes of the world.
    pub fn times(&self, rotation: DQuat, vector: DVec3) -> DVec3 {
        rotation * (self.tensor * (rotation.conjugate() * vector))
    }

    /// `I^-1 L` in the axes of the world.
    pub fn angular_velocity(&self, rotation: DQuat, momentum: DVec3) -> DVec3 {
        rotation * (self.inverse * (rotation.conjugate() * momentum))
    }

    /// `L I^-1 L`, twice the rotational energy, in joules; cheaper than through the angular velocity.
    pub fn twice_energy(&self, rotation: DQuat, momentum: DVec3) -> f64 {
        let local = rotation.conjugate() * momentum;
        let [x, y, z] = [
            self.inverse_root.x_axis,
            self.inverse_root.y_axis,
            self.inverse_root.z_axis,
        ];
        DVec3::new(x.dot(local), y.dot(local), z.dot(local)).length_squared()
    }

    /// The longest time in seconds for which one angular velocity may represent the rotation.
    pub fn longest_turn(&self, rotation: DQuat, momentum: DVec3) -> f64 {
        if self.is_isotropic {
            return f64::INFINITY;
        }
        // The length of the angular velocity is equal in both frames.
        MAX_TURN / (self.inverse * (rotation.conjugate() * momentum)).length()
    }

    /// The constant angular velocity (rad/s, world) that rotates the body over the next `time` seconds, at
    /// most [`Inertia::longest_turn`], so that momentum and energy are conserved.
    pub fn mean_angular_velocity(&self, rotation: DQuat, momentum: DVec3, time: f64) -> DVec3 {
        let before = rotation.conjugate() * momentum;
        let first = self.inverse * before;
        let rate = first.length();
        let turn = rate * time;
        if self.is_isotropic || turn < 1e-9 {
            return rotation * first;
        }
        let step = 2.0 * libm::tan(turn * 0.5) / rate;
        let middle = self.midpoint(before, first, step);
        let size = middle.length();
        let angle = 2.0 * libm::atan(size * step * 0.5);
        rotation * (middle * (angle / (size * time)))
    }

    /// The rotation after `time` seconds by that angular velocity; `None` beyond [`Inertia::longest_turn`].
    pub fn turned(&self, rotation: DQuat, momentum: DVec3, time: f64) -> Option<DQuat> {
        let before = rotation.conjugate() * momentum;
        let first = self.inverse * before;
        let quarter = first.length_squared() * (0.25 * time * time);
        if quarter > 0.25 * MAX_TURN * MAX_TURN {
            return None;
        }
        let step = time * tangent_ratio(quarter);
        let middle = match self.is_isotropic {
            true => first,
            false => self.midpoint(before, first, step),
        };
        let half = middle * (0.5 * step);
        Some((rotation * DQuat::from_xyzw(half.x, half.y, half.z, 1.0)).normalize())
    }

    /// The angular velocity of the midpoint rule, in the body's axes, for a momentum before the step and its
    /// angular velocity.
    fn midpoint(&self, before: DVec3, first: DVec3, step: f64) -> DVec3 {
        let tolerance = MIDPOINT_TOLERANCE_SQUARED * before.length_squared();
        let mut after = before;
        let mut middle = first;
        let mut last = f64::INFINITY;
        for _ in 0..MAX_MIDPOINT_ITERATIONS {
            let next = turned_back(before, middle * (step * 0.5));
            let change = (next - after).length_squared();
            after = next;
            if change <= tolerance {
                return middle;
            }
            // An iteration whose changes grow does not converge.
            if change > last {
                break;
            }
            last = change;
            middle = self.inverse * ((before + after) * 0.5);
        }
        match self.midpoint_of_thin(before, step) {
            Some(middle) => middle,
            // A rotation about the momentum itself gains no energy either.
            None => before.normalize() * first.length(),
        }
    }

    /// The angular velocity of the midpoint rule, in the body's axes, by Newton's method, for thin bodies:
    /// their momentum hardly determines the angular velocity about the long axis, so the fixed-point
    /// iteration diverges. Returns `None` if Newton's method does not converge either.
    ///
    /// The rule is `L1 - L0 = h M x I^-1 M` with `M = (L0 + L1) / 2`.
    fn midpoint_of_thin(&self, before: DVec3, step: f64) -> Option<DVec3> {
        let across =
            |v: DVec3| DMat3::from_cols(v.cross(DVec3::X), v.cross(DVec3::Y), v.cross(DVec3::Z));
        let mut after = before;
        for _ in 0..MAX_MIDPOINT_ITERATIONS {
            let momentum = (before + after) * 0.5;
            let spin = self.inverse * momentum;
            let error = after - before - momentum.cross(spin) * step;
            let slope = across(spin) - across(momentum) * self.inverse;
            let slope = DMat3::IDENTITY + slope * (0.5 * step);
            let change = slope.inverse() * error;
            if !change.is_finite() {
                return None;
            }
            after -= change;
            if change.length_squared() <= MIDPOINT_TOLERANCE_SQUARED * before.length_squared() {
                return Some(self.inverse * ((before + after) * 0.5));
            }
        }
        None
    }
}

/// `tan(x) / x` for the square of an angle of at most half [`MAX_TURN`], to the last digits.
fn tangent_ratio(square: f64) -> f64 {
    // The Taylor series.
    let terms = [
        1.0,
        1.0 / 3.0,
        2.0 / 15.0,
        17.0 / 315.0,
        62.0 / 2835.0,
        1382.0 / 155_925.0,
        21_844.0 / 6_081_075.0,
    ];
    terms
        .iter()
        .rev()
        .fold(0.0, |sum, term| sum * square + term)
}

/// A vector turned back by the quaternion `(1, half)`, which need not be of unit length.
fn turned_back(vector: DVec3, half: DVec3) -> DVec3 {
    let square = half.length_squared();
    let twice = half * (2.0 * half.dot(vector)) - half.cross(vector) * 2.0;
    (vector * (1.0 - square) + twice) / (1.0 + square)
}

/// The lower triangle `C` with `C C^T = matrix` (Cholesky), for a symmetric matrix without negative
/// eigenvalues.
fn cholesky_root(matrix: &DMat3) -> DMat3 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let over = |part: f64, root: f64| if root > 0.0 { part / root } else { 0.0 };
    let a = x.x.max(0.0).sqrt();
    let (b, c) = (over(x.y, a), over(x.z, a));
    let d = (y.y - b * b).max(0.0).sqrt();
    let e = over(y.z - b * c, d);
    let f = (z.z - c * c - e * e).max(0.0).sqrt();
    DMat3::from_cols(
        DVec3::new(a, b, c),
        DVec3::new(0.0, d, e),
        DVec3::new(0.0, 0.0, f),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dodgem_collide::math::turned;

    #[test]
    fn both_forms_of_a_rotation_agree() {
        let tensor = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 2.5));
        let rotation = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.5).normalize();
        let momentum = DVec3::new(3.0, -8.0, 5.0);
        for tensor in [tensor, DMat3::IDENTITY] {
            let inertia = Inertia::new(tensor).expect("a sound tensor");
            for time in [1e-5, 1e-3, 0.02] {
                let mean = inertia.mean_angular_velocity(rotation, momentum, time);
                let other = turned(rotation, mean, time);
                let one = inertia
                    .turned(rotation, momentum, time)
                    .expect("a short turn");
                assert!(one.abs_diff_eq(other, 1e-13), "{time}: {one} {other}");
            }
            assert!(inertia.turned(rotation, momentum, 1.0).is_none());
        }
    }

    #[test]
    fn a_root_times_itself_is_the_inverse() {
        let tensor = DMat3::from_cols(
            DVec3::new(3.0, 0.4, -0.2),
            DVec3::new(0.4, 1.0, 0.5),
            DVec3::new(-0.2, 0.5, 2.0),
        );
        let inertia = Inertia::new(tensor).expect("a sound tensor");
        let product = inertia.inverse_root * inertia.inverse_root.transpose();
        assert!(product.abs_diff_eq(inertia.inverse, 1e-14));
    }

    fn tumble(seconds: f64, spin: DVec3) -> (f64, f64, DVec3) {
        let inertia =
            Inertia::new(DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.0))).expect("a sound tensor");
        let mut rotation = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.5).normalize();
        let momentum = inertia.times(rotation, spin);
        let energy = |rotation| momentum.dot(inertia.angular_velocity(rotation, momentum));
        let (first, mut most) = (energy(rotation), 0.0_f64);
        let mut left = seconds;
        while left > 0.0 {
            let time = inertia
                .longest_turn(rotation, momentum)
                .min(1.0 / 120.0)
                .min(left);
            let rate = inertia.mean_angular_velocity(rotation, momentum, time);
            rotation = turned(rotation, rate, time);
            left -= time;
            most = most.max((energy(rotation) / first - 1.0).abs());
        }
        let about = inertia.angular_velocity(rotation, momentum);
        (most, energy(rotation), about)
    }

    #[test]
    fn a_tumbling_body_keeps_its_energy_for_a_minute_at_any_speed() {
        for spin in [
            DVec3::new(0.1, 6.0, 0.02),
            DVec3::new(1.0, 2.0, 3.0),
            DVec3::new(30.0, 400.0, -200.0),
        ] {
            let (most, ..) = tumble(if spin.length() > 100.0 { 2.0 } else { 60.0 }, spin);
            assert!(most < 1e-9, "{spin}: {most:e}");
        }
    }

    /// Rods and plates whose inertias differ by up to 1 : 100,000, about all of their axes.
    #[test]
    fn a_thin_body_keeps_its_energy_and_its_spin_about_its_long_axis() {
        for diagonal in [
            [1.0, 267.0, 267.0],
            [1.0, 1e5, 1e5],
            [1.0, 3e3, 3.2e3],
            [1.0, 1.02, 2.0],
        ] {
            let tensor = DMat3::from_diagonal(DVec3::from_array(diagonal));
            let inertia = Inertia::new(tensor).expect("a sound tensor");
            let mut rotation = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.5).normalize();
            let spin = rotation * DVec3::new(0.8, 0.36, 0.48);
            let momentum = inertia.times(rotation, spin);
            let energy = |rotation| inertia.twice_energy(rotation, momentum);
            let before = energy(rotation);
            for _ in 0..2_000 {
                let time = inertia.longest_turn(rotation, momentum);
                let rate = inertia.mean_angular_velocity(rotation, momentum, time);
                rotation = turned(rotation, rate, time);
            }
            let gain = energy(rotation) / before - 1.0;
            assert!(gain.abs() < 1e-6, "{gain:e} of {diagonal:?}");
        }
    }

    #[test]
    fn a_turn_about_a_principal_axis_is_exact() {
        let inertia =
            Inertia::new(DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.0))).expect("a sound tensor");
        let rate = DVec3::Z * 7.0;
        let mean = inertia.mean_angular_velocity(DQuat::IDENTITY, rate * 3.0, 1.0 / 120.0);
        assert!(mean.abs_diff_eq(rate, 1e-12));
    }

    /// The reference solves Euler's equations by small Runge-Kutta steps in the body's frame.
    #[test]
    fn tumbling_follows_eulers_equations() {
        let (i, seconds) = (DVec3::new(1.0, 2.0, 3.0), 0.5);
        let start = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.5).normalize();
        let mut w = start.conjugate() * DVec3::new(1.0, 2.0, 3.0);
        let rate = |w: DVec3| ((i * w).cross(w)) / i;
        let h = seconds / 20_000.0;
        for _ in 0..20_000 {
            let k1 = rate(w);
            let k2 = rate(w + k1 * (h / 2.0));
            w += k2 * h;
        }
        let (_, _, ours) = tumble(seconds, DVec3::new(1.0, 2.0, 3.0));
        // The angular velocity has equal length in the world and in the body's frame.
        assert!((ours.length() - w.length()).abs() < 1e-4, "{ours} {w}");
    }
}
