//! What the solver knows of bodies: where each one starts from, and how its state changes.
//!
//! All that changes is kept in single precision and as a difference from the start of the step;
//! what two bodies have in common at the start so costs no digits, however fast they are or far
//! from the origin.
//!
//! Turning is measured in the body's own scale. With `I^-1 = C C^T` and the angular velocity
//! `w = C u`, an impulse `p` with the lever `l` changes `u` by `C^T l p`, and `l . w = (C^T l) . u`:
//! the same vector serves both ways, and the inertia of `u` is 1.

use glam::{DMat3, DVec3};
use wide::f32x4;

use crate::body::Body;
use crate::reserve::reserve;
use crate::solver::simd::{Matrices, Vectors};

/// A body at the start of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverBody {
    pub velocity: DVec3,
    pub turning: DVec3,
    /// What forces add to the velocity, in m/s^2.
    pub acceleration: DVec3,
    /// Against all that pulls at it, of length 1; or 0.
    pub up: DVec3,
    pub inverse_mass: f64,
    pub center: DVec3,
    /// `C`, in the world.
    root: DMat3,
    /// The turning, in the body's own scale.
    spin: DVec3,
}

impl SolverBody {
    /// A body as it is now.
    pub fn new(body: &Body) -> SolverBody {
        if !body.is_dynamic() {
            return SolverBody {
                velocity: body.velocity,
                turning: body.turning,
                ..SolverBody::resting(body.center)
            };
        }
        let root = DMat3::from_quat(body.rotation) * body.inertia.root;
        let spin = root.transpose() * body.angular_momentum;
        SolverBody {
            velocity: body.velocity,
            turning: root * spin,
            acceleration: DVec3::ZERO,
            up: DVec3::ZERO,
            inverse_mass: body.inverse_mass,
            center: body.center,
            root,
            spin,
        }
    }

    /// Something that nothing moves.
    pub fn resting(center: DVec3) -> SolverBody {
        SolverBody {
            velocity: DVec3::ZERO,
            turning: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            up: DVec3::ZERO,
            inverse_mass: 0.0,
            center,
            root: DMat3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// Whether contacts can change how it moves.
    pub fn gives(&self) -> bool {
        self.inverse_mass > 0.0
    }

    /// Whether it does not move at all.
    pub fn is_still(&self) -> bool {
        self.velocity == DVec3::ZERO && self.turning == DVec3::ZERO
    }

    /// The velocity of its matter at a place of the world.
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.turning.cross(point - self.center)
    }

    /// Of moving and turning, in joules, when its state has changed; 0 if nothing moves it.
    pub fn energy(&self, state: &State) -> f64 {
        if !self.gives() {
            return 0.0;
        }
        let velocity = self.velocity + state.velocity();
        let spin = self.spin + wide(state.spin);
        0.5 * (velocity.length_squared() / self.inverse_mass + spin.length_squared())
    }

    /// Of moving and turning at the start of the step, in joules; 0 if nothing moves it.
    pub fn first_energy(&self) -> f64 {
        self.energy(&State::default())
    }

    /// How its velocities have changed: linear, and angular.
    pub fn change(&self, state: &State) -> (DVec3, DVec3) {
        (state.velocity(), self.root * wide(state.spin))
    }

    /// How far it has gone and turned beyond what it would have without contacts and forces, in
    /// metres and radians.
    pub fn way(&self, state: &State) -> (DVec3, DVec3) {
        (wide(state.moved), self.root * wide(state.turned))
    }
}

/// By how much a body's state differs from what it would be without contacts and forces. The fourth
/// number of `velocity` and `moved` is the inverse mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct State {
    velocity: f32x4,
    spin: f32x4,
    moved: f32x4,
    turned: f32x4,
}

/// What a substep does to a body apart from contacts.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    /// What forces add to the velocity in a substep.
    gain: f32x4,
    /// The velocity and the spin at the beginning of this substep.
    velocity: f32x4,
    spin: f32x4,
}

impl State {
    fn velocity(&self) -> DVec3 {
        wide(self.velocity)
    }

    /// The state between this one and another.
    pub fn between(&self, other: &State, share: f32) -> State {
        let share = f32x4::splat(share);
        State {
            velocity: self.velocity + (other.velocity - self.velocity) * share,
            spin: self.spin + (other.spin - self.spin) * share,
            ..*other
        }
    }
}

/// The states of all bodies, and of nobody: the last one.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    pub list: Vec<State>,
    courses: Vec<Course>,
    roots: Vec<[f32x4; 3]>,
}

impl States {
    /// Makes room for so many.
    pub fn reserve(&mut self, bodies: usize) {
        reserve(&mut self.list, bodies);
        reserve(&mut self.courses, bodies);
        reserve(&mut self.roots, bodies);
    }

    /// All bodies as they start.
    pub fn reset(&mut self, movers: &[SolverBody], substep: f64) {
        self.list.clear();
        self.courses.clear();
        self.roots.clear();
        for mover in movers {
            let mass = mover.inverse_mass as f32;
            let at_rest = f32x4::from([0.0, 0.0, 0.0, mass]);
            self.list.push(State {
                velocity: at_rest,
                ..State::default()
            });
            self.courses.push(Course {
                gain: narrow(mover.acceleration * substep),
                ..Course::default()
            });
            let root = &mover.root;
            self.roots
                .push([root.x_axis, root.y_axis, root.z_axis].map(narrow));
        }
        self.list.push(State::default());
        self.courses.push(Course::default());
        self.roots.push([f32x4::ZERO; 3]);
    }

    /// Begins the first substep: forces act.
    pub fn begin(&mut self) {
        for (state, course) in self.list.iter_mut().zip(&mut self.courses) {
            (course.velocity, course.spin) = (state.velocity, state.spin);
            state.velocity += course.gain;
        }
    }

    /// Begins the next substep: forces act, and all contacts push as they did in the end of the
    /// last one. (What they did to a body in all is what has changed but for the forces.)
    pub fn begin_next(&mut self) {
        for (state, course) in self.list.iter_mut().zip(&mut self.courses) {
            let (velocity, spin) = (state.velocity, state.spin);
            state.velocity += velocity - course.velocity;
            state.spin += spin - course.spin;
            (course.velocity, course.spin) = (velocity, spin);
        }
    }

    /// Lets everybody go on for a while, in seconds.
    pub fn advance(&mut self, time: f32) {
        let time = f32x4::splat(time);
        for state in &mut self.list {
            state.moved += state.velocity * time;
            state.turned += state.spin * time;
        }
    }

    /// Gives the places the inverse masses.
    pub fn weigh_places(&mut self) {
        for state in &mut self.list {
            let mass = state.velocity.to_array()[3];
            let [x, y, z, _] = state.moved.to_array();
            state.moved = f32x4::from([x, y, z, mass]);
        }
    }

    /// Four bodies' `C`.
    pub fn roots(&self, at: [u32; 4]) -> Matrices {
        let roots = at.map(|i| self.roots[i as usize]);
        let column = |c: usize| split([0, 1, 2, 3].map(|lane: usize| roots[lane][c])).0;
        Matrices([column(0), column(1), column(2)])
    }

    /// Four bodies' velocities.
    #[inline(always)]
    pub fn speeds(&self, at: [u32; 4]) -> Four {
        let states = at.map(|i| &self.list[i as usize]);
        Four::new(states.map(|s| s.velocity), states.map(|s| s.spin))
    }

    #[inline(always)]
    pub fn set_speeds(&mut self, at: [u32; 4], four: &Four) {
        let (velocities, spins) = four.join();
        for lane in 0..4 {
            let state = &mut self.list[at[lane] as usize];
            state.velocity = velocities[lane];
            state.spin = spins[lane];
        }
    }

    /// How far four bodies have gone.
    #[inline(always)]
    pub fn ways(&self, at: [u32; 4]) -> Four {
        let states = at.map(|i| &self.list[i as usize]);
        Four::new(states.map(|s| s.moved), states.map(|s| s.turned))
    }

    #[inline(always)]
    pub fn set_ways(&mut self, at: [u32; 4], four: &Four) {
        let (moved, turned) = four.join();
        for lane in 0..4 {
            let state = &mut self.list[at[lane] as usize];
            state.moved = moved[lane];
            state.turned = turned[lane];
        }
    }
}

/// The velocities or the ways of four bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Four {
    pub linear: Vectors,
    /// In the bodies' own scales.
    pub angular: Vectors,
    pub inverse_mass: f32x4,
}

impl Four {
    #[inline(always)]
    fn new(linear: [f32x4; 4], angular: [f32x4; 4]) -> Four {
        let (linear, inverse_mass) = split(linear);
        Four {
            linear,
            angular: split(angular).0,
            inverse_mass,
        }
    }

    #[inline(always)]
    fn join(&self) -> ([f32x4; 4], [f32x4; 4]) {
        let linear = self.linear.lanes(self.inverse_mass);
        (linear, self.angular.lanes(f32x4::ZERO))
    }
}

/// Four vectors with a fourth part each, lane by lane.
#[inline(always)]
pub(super) fn split(four: [f32x4; 4]) -> (Vectors, f32x4) {
    let [x, y, z, w] = f32x4::transpose(four);
    (Vectors { x, y, z }, w)
}

fn narrow(v: DVec3) -> f32x4 {
    f32x4::from([v.x as f32, v.y as f32, v.z as f32, 0.0])
}

fn wide(v: f32x4) -> DVec3 {
    let [x, y, z, _] = v.to_array().map(f64::from);
    DVec3::new(x, y, z)
}
