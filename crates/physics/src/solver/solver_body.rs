//! The solver's view of bodies: the state of each at the start of the step, and its change.
//!
//! Changes are kept in single precision, as differences from the start of the step: so the common motion of
//! two bodies costs no digits, however fast they are or far from the origin.
//!
//! Spin is measured in the body's own scale. With `I^-1 = C C^T` and the angular velocity `w = C u`, an
//! impulse `p` with the lever `l` changes `u` by `C^T l p`, and `l . w = (C^T l) . u`: one vector serves both
//! purposes, and the inertia of `u` is 1.

use glam::{DMat3, DVec3};
use wide::f32x4;

use crate::body::Body;
use crate::reserve::reserve;
use crate::solver::simd::{Mat3x4, Vec3x4};

/// A body at the start of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverBody {
    pub velocity: DVec3,
    pub angular_velocity: DVec3,
    /// The acceleration by forces, in m/s^2.
    pub acceleration: DVec3,
    /// The direction against its acceleration, of length 1; or 0.
    pub up: DVec3,
    pub inverse_mass: f64,
    pub center: DVec3,
    /// `C`, in the world.
    inverse_inertia_root: DMat3,
    /// `u`, the angular velocity in the body's own scale.
    scaled_spin: DVec3,
}

impl SolverBody {
    /// The state of a body.
    pub fn new(body: &Body) -> SolverBody {
        if !body.is_dynamic() {
            return SolverBody {
                velocity: body.velocity,
                angular_velocity: body.angular_velocity,
                ..SolverBody::immovable(body.center)
            };
        }
        let inverse_inertia_root = DMat3::from_quat(body.rotation) * body.inertia.inverse_root;
        let scaled_spin = inverse_inertia_root.transpose() * body.angular_momentum;
        SolverBody {
            velocity: body.velocity,
            angular_velocity: inverse_inertia_root * scaled_spin,
            acceleration: DVec3::ZERO,
            up: DVec3::ZERO,
            inverse_mass: body.inverse_mass,
            center: body.center,
            inverse_inertia_root,
            scaled_spin,
        }
    }

    /// A body that nothing moves.
    pub fn immovable(center: DVec3) -> SolverBody {
        SolverBody {
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            up: DVec3::ZERO,
            inverse_mass: 0.0,
            center,
            inverse_inertia_root: DMat3::ZERO,
            scaled_spin: DVec3::ZERO,
        }
    }

    /// True if contacts can change its motion.
    pub fn is_movable(&self) -> bool {
        self.inverse_mass > 0.0
    }

    /// True if it does not move at all.
    pub fn is_still(&self) -> bool {
        self.velocity == DVec3::ZERO && self.angular_velocity == DVec3::ZERO
    }

    /// The velocity of its matter at a point of the world, in m/s.
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(point - self.center)
    }

    /// The kinetic energy after a change, in joules; 0 if nothing moves it.
    pub fn energy(&self, delta: &BodyDelta) -> f64 {
        if !self.is_movable() {
            return 0.0;
        }
        let velocity = self.velocity + delta.velocity();
        let scaled_spin = self.scaled_spin + to_f64(delta.scaled_spin);
        0.5 * (velocity.length_squared() / self.inverse_mass + scaled_spin.length_squared())
    }

    /// The kinetic energy at the start of the step, in joules; 0 if nothing moves it.
    pub fn initial_energy(&self) -> f64 {
        self.energy(&BodyDelta::default())
    }

    /// The work of forces along its path in a step of `step` seconds, in joules; 0 if nothing moves it.
    pub fn work(&self, delta: &BodyDelta, step: f64) -> f64 {
        if !self.is_movable() {
            return 0.0;
        }
        let moved = self.velocity * step + to_f64(delta.moved);
        self.acceleration.dot(moved) / self.inverse_mass
    }

    /// The acceleration of the body by its forces and by a force in N and a torque in N m, in m/s^2. Spin counts
    /// by its energy.
    pub fn unbalanced(&self, push: DVec3, twist: DVec3) -> f64 {
        let linear = self.acceleration + push * self.inverse_mass;
        let spin = self.inverse_inertia_root.transpose() * twist;
        (linear.length_squared() + spin.length_squared() * self.inverse_mass).sqrt()
    }

    /// The change of its velocities: linear, in m/s, and angular, in rad/s.
    pub fn velocity_change(&self, delta: &BodyDelta) -> (DVec3, DVec3) {
        (
            delta.velocity(),
            self.inverse_inertia_root * to_f64(delta.scaled_spin),
        )
    }

    /// The displacement and the rotation in addition to those without contacts and forces, in metres and
    /// radians.
    pub fn displacement(&self, delta: &BodyDelta) -> (DVec3, DVec3) {
        (
            to_f64(delta.moved),
            self.inverse_inertia_root * to_f64(delta.turned),
        )
    }
}

/// The difference of a body's state from its state without contacts and forces. The fourth number of
/// `velocity` is the inverse mass, and so is that of `moved` during position correction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BodyDelta {
    velocity: f32x4,
    scaled_spin: f32x4,
    moved: f32x4,
    turned: f32x4,
}

/// The differences of a body as vectors.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeltaVectors {
    pub velocity: DVec3,
    /// The spin in the body's own scale.
    pub spin: DVec3,
    pub moved: DVec3,
    /// The rotation in the body's own scale.
    pub turned: DVec3,
}

/// A body that cannot move along some axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldBody {
    pub(super) index: u32,
    /// For each axis: 0 if the body cannot move along it, else 1; the fourth number is 1.
    free: f32x4,
}

impl HeldBody {
    /// The body with an index; `None` if it can move along all axes.
    pub fn new(index: u32, body: &Body) -> Option<HeldBody> {
        let [x, y, z] = body.free.as_vec3().to_array();
        let free = f32x4::from([x, y, z, 1.0]);
        body.is_held().then_some(HeldBody { index, free })
    }
}

/// A body at the start of a substep.
#[derive(Clone, Copy, Debug, Default)]
struct SubstepStart {
    /// The velocity that forces add in every substep.
    gain: f32x4,
    /// The changes of velocity and spin at the start of this substep.
    velocity: f32x4,
    scaled_spin: f32x4,
}

impl BodyDelta {
    fn velocity(&self) -> DVec3 {
        to_f64(self.velocity)
    }

    /// The velocities between those of this delta (share 0) and of another (1); the rest is the other's.
    pub fn between(&self, other: &BodyDelta, share: f32) -> BodyDelta {
        let share = f32x4::splat(share);
        BodyDelta {
            velocity: self.velocity + (other.velocity - self.velocity) * share,
            scaled_spin: self.scaled_spin + (other.scaled_spin - self.scaled_spin) * share,
            ..*other
        }
    }
}

/// The deltas of all bodies, and an additional one for the free lanes of batches.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyDeltas {
    pub list: Vec<BodyDelta>,
    starts: Vec<SubstepStart>,
    inverse_inertia_roots: Vec<[f32x4; 3]>,
}

impl BodyDeltas {
    /// Reserves memory for this number of bodies.
    pub fn reserve(&mut self, bodies: usize) {
        reserve(&mut self.list, bodies);
        reserve(&mut self.starts, bodies);
        reserve(&mut self.inverse_inertia_roots, bodies);
    }

    /// Sets all bodies to their state at the start of the step.
    pub fn reset(&mut self, bodies: &[SolverBody]) {
        self.list.clear();
        self.starts.clear();
        self.inverse_inertia_roots.clear();
        for body in bodies {
            let mass = body.inverse_mass as f32;
            let at_rest = f32x4::from([0.0, 0.0, 0.0, mass]);
            self.list.push(BodyDelta {
                velocity: at_rest,
                ..BodyDelta::default()
            });
            self.starts.push(SubstepStart::default());
            let root = &body.inverse_inertia_root;
            self.inverse_inertia_roots
                .push([root.x_axis, root.y_axis, root.z_axis].map(to_f32));
        }
        self.list.push(BodyDelta::default());
        self.starts.push(SubstepStart::default());
        self.inverse_inertia_roots.push([f32x4::ZERO; 3]);
    }

    /// Begins the first substep, of `substep` seconds, for some bodies: forces act on their state at the
    /// start of the step.
    pub fn begin(&mut self, members: &[u32], bodies: &[SolverBody], substep: f64) {
        for &member in members {
            let member = member as usize;
            let body = &bodies[member];
            let gain = to_f32(body.acceleration * substep);
            let velocity = f32x4::from([0.0, 0.0, 0.0, body.inverse_mass as f32]);
            self.starts[member] = SubstepStart {
                gain,
                velocity,
                scaled_spin: f32x4::ZERO,
            };
            self.list[member] = BodyDelta {
                velocity: velocity + gain,
                ..BodyDelta::default()
            };
        }
    }

    /// Begins the next substep: forces act, and all contacts push as in the last substep. Both together are
    /// the changes of the last substep, so this warm start needs no pass over the contacts.
    pub fn begin_next(&mut self, members: &[u32]) {
        for &member in members {
            let member = member as usize;
            let (delta, start) = (&mut self.list[member], &mut self.starts[member]);
            let (velocity, scaled_spin) = (delta.velocity, delta.scaled_spin);
            delta.velocity += velocity - start.velocity;
            delta.scaled_spin += scaled_spin - start.scaled_spin;
            (start.velocity, start.scaled_spin) = (velocity, scaled_spin);
        }
    }

    /// Removes the velocities along axes along which bodies cannot move: their constraint acts after every
    /// pass over the contacts.
    pub fn hold(&mut self, held: &[HeldBody]) {
        for body in held {
            self.list[body.index as usize].velocity *= body.free;
        }
    }

    /// Removes the displacements along such axes.
    pub fn hold_places(&mut self, held: &[HeldBody]) {
        for body in held {
            self.list[body.index as usize].moved *= body.free;
        }
    }

    /// Moves bodies for `time` seconds.
    pub fn advance(&mut self, members: &[u32], time: f32) {
        let time = f32x4::splat(time);
        for &member in members {
            let delta = &mut self.list[member as usize];
            delta.moved += delta.velocity * time;
            delta.turned += delta.scaled_spin * time;
        }
    }

    /// Copies the inverse masses from the velocities to the displacements.
    pub fn store_mass_in_displacements(&mut self, members: &[u32]) {
        for &member in members {
            let delta = &mut self.list[member as usize];
            let mass = delta.velocity.to_array()[3];
            let [x, y, z, _] = delta.moved.to_array();
            delta.moved = f32x4::from([x, y, z, mass]);
        }
    }

    /// The differences of one body.
    pub fn vectors(&self, body: u32) -> DeltaVectors {
        let delta = &self.list[body as usize];
        DeltaVectors {
            velocity: to_f64(delta.velocity),
            spin: to_f64(delta.scaled_spin),
            moved: to_f64(delta.moved),
            turned: to_f64(delta.turned),
        }
    }

    /// The velocity that forces add to a body in every substep, in m/s.
    pub fn gain(&self, body: u32) -> DVec3 {
        to_f64(self.starts[body as usize].gain)
    }

    /// Sets the differences of a body's velocities.
    pub fn set_velocity(&mut self, body: u32, velocity: DVec3, spin: DVec3) {
        let delta = &mut self.list[body as usize];
        let mass = delta.velocity.to_array()[3];
        let [x, y, z] = velocity.as_vec3().to_array();
        delta.velocity = f32x4::from([x, y, z, mass]);
        delta.scaled_spin = to_f32(spin);
    }

    /// Adds to a body's velocity and spin; the velocity is given times the root of the mass.
    pub fn add_scaled_velocity(&mut self, body: u32, change: &[f64; 6], inverse_root_mass: f64) {
        let [x, y, z, u, v, w] = *change;
        let delta = &mut self.list[body as usize];
        delta.velocity += to_f32(DVec3::new(x, y, z) * inverse_root_mass);
        delta.scaled_spin += to_f32(DVec3::new(u, v, w));
    }

    /// Sets the differences of a body's position and rotation.
    pub fn set_place(&mut self, body: u32, moved: DVec3, turned: DVec3) {
        let delta = &mut self.list[body as usize];
        (delta.moved, delta.turned) = (to_f32(moved), to_f32(turned));
    }

    /// The matrices `C` of four bodies.
    pub fn inverse_inertia_roots(&self, at: [u32; 4]) -> Mat3x4 {
        let roots = at.map(|i| self.inverse_inertia_roots[i as usize]);
        let column = |c: usize| split([0, 1, 2, 3].map(|lane: usize| roots[lane][c])).0;
        Mat3x4([column(0), column(1), column(2)])
    }

    /// The velocities of four bodies.
    #[inline(always)]
    pub fn velocities(&self, at: [u32; 4]) -> BodyLanes {
        let deltas = at.map(|i| &self.list[i as usize]);
        BodyLanes::new(deltas.map(|s| s.velocity), deltas.map(|s| s.scaled_spin))
    }

    #[inline(always)]
    pub fn set_velocities(&mut self, at: [u32; 4], four: &BodyLanes) {
        let (velocities, spins) = four.join();
        for lane in 0..4 {
            let delta = &mut self.list[at[lane] as usize];
            delta.velocity = velocities[lane];
            delta.scaled_spin = spins[lane];
        }
    }

    /// The displacements of four bodies.
    #[inline(always)]
    pub fn displacements(&self, at: [u32; 4]) -> BodyLanes {
        let deltas = at.map(|i| &self.list[i as usize]);
        BodyLanes::new(deltas.map(|s| s.moved), deltas.map(|s| s.turned))
    }

    #[inline(always)]
    pub fn set_displacements(&mut self, at: [u32; 4], four: &BodyLanes) {
        let (moved, turned) = four.join();
        for lane in 0..4 {
            let delta = &mut self.list[at[lane] as usize];
            delta.moved = moved[lane];
            delta.turned = turned[lane];
        }
    }
}

/// The velocities or the displacements of four bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyLanes {
    pub linear: Vec3x4,
    /// The angular part in the bodies' own scales.
    pub angular: Vec3x4,
    pub inverse_mass: f32x4,
}

impl BodyLanes {
    #[inline(always)]
    fn new(linear: [f32x4; 4], angular: [f32x4; 4]) -> BodyLanes {
        let (linear, inverse_mass) = split(linear);
        BodyLanes {
            linear,
            angular: split(angular).0,
            inverse_mass,
        }
    }

    #[inline(always)]
    fn join(&self) -> ([f32x4; 4], [f32x4; 4]) {
        let linear = self.linear.with_fourth(self.inverse_mass);
        (linear, self.angular.with_fourth(f32x4::ZERO))
    }
}

/// Four vectors with a fourth number each, transposed: the vectors, and the fourth numbers.
#[inline(always)]
pub(super) fn split(four: [f32x4; 4]) -> (Vec3x4, f32x4) {
    let [x, y, z, w] = f32x4::transpose(four);
    (Vec3x4 { x, y, z }, w)
}

fn to_f32(v: DVec3) -> f32x4 {
    f32x4::from([v.x as f32, v.y as f32, v.z as f32, 0.0])
}

fn to_f64(v: f32x4) -> DVec3 {
    let [x, y, z, _] = v.to_array().map(f64::from);
    DVec3::new(x, y, z)
}
