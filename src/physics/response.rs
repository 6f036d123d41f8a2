//! What a hit does to the velocities.
//!
//! [`Response::Impulse`] is the rigid-body answer: an impulse along the contact normal that
//! returns a share of the closing speed (Newton's restitution), and one across it limited by
//! Coulomb friction; both act at the contact point, so an off-centre hit spins the cars.
//! [`Response::Classic`] is the rule of the 2002 game (source 1, section 1.7): each body leaves
//! along the line from the collision point to its own centre, with the *other's* momentum divided
//! by its own mass.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::{Body, Bound};

/// How fast two bodies at least part after a hit, in m/s, so that a held pair opens a gap
/// instead of meeting again in every step. Measured where they touch.
pub const LEAST_PARTING_SPEED: f32 = 0.02;

/// Closing speeds below this bounce no more, in m/s: cars that lean on each other stay calm.
const REST_SPEED: f32 = 0.4;

/// The bounce and the rub of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SurfaceSettings {
    /// The share of the closing speed that comes back, 0 to 1.
    pub restitution: f32,
    /// The coefficient of Coulomb friction.
    pub friction: f32,
}

impl Default for SurfaceSettings {
    fn default() -> Self {
        SurfaceSettings {
            restitution: 0.5,
            friction: 0.2,
        }
    }
}

impl SurfaceSettings {
    /// Every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["restitution"], self.restitution, 0.0..=1.0),
            Bound::new(&["friction"], self.friction, 0.0..=2.0),
        ]
    }
}

/// The rule for two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Response {
    /// Source 1's momentum rule. A fixed body has no momentum to give, so against one the
    /// impulse rule applies with the defaults of [`SurfaceSettings`].
    Classic,
    /// Restitution and friction.
    Impulse {
        /// The share of the closing speed that comes back, 0 to 1.
        restitution: f32,
        /// The coefficient of Coulomb friction.
        friction: f32,
    },
}

impl Response {
    /// Every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        match *self {
            Response::Classic => Vec::new(),
            Response::Impulse {
                restitution,
                friction,
            } => SurfaceSettings {
                restitution,
                friction,
            }
            .bounds(),
        }
    }
}

/// Where two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    /// Unit vector in the floor plane from the first body to the second.
    pub normal: Vec3,
    /// Where the impulse acts: the middle of the closest parts of the footprints.
    pub point: Vec3,
    /// Where the collision test said the bodies meet: its triangles' crossing, or after a cut a
    /// point of the bounding volume.
    pub reported: Vec3,
    /// Whether one of them was held already in the step before.
    pub stuck: bool,
}

/// What a response did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    /// The greater of the two changes of momentum, in N s.
    pub impulse: f32,
    /// How fast the bodies approached along the normal, in m/s; not positive if they did not.
    pub closing_speed: f32,
}

/// Answers a hit between two bodies.
pub(super) fn respond(
    response: Response,
    a: &mut Body,
    b: &mut Body,
    contact: &Contact,
) -> Outcome {
    let closing_speed = closing_speed(a, b, contact);
    let before = (a.velocity, b.velocity);
    match response {
        Response::Classic if !a.is_fixed() && !b.is_fixed() => classic(a, b, contact),
        Response::Classic => bounce(a, b, contact, &SurfaceSettings::default()),
        Response::Impulse {
            restitution,
            friction,
        } => bounce(
            a,
            b,
            contact,
            &SurfaceSettings {
                restitution,
                friction,
            },
        ),
    }
    let parting = SurfaceSettings {
        restitution: 0.0,
        friction: 0.0,
    };
    bounce(a, b, contact, &parting);
    if contact.stuck {
        part_centers(a, b, contact);
    }
    let change = |body: &Body, before: Vec3| (body.velocity - before).length() * body.mass;
    let impulse = match (a.is_fixed(), b.is_fixed()) {
        (true, _) => change(b, before.1),
        (_, true) => change(a, before.0),
        _ => change(a, before.0).max(change(b, before.1)),
    };
    Outcome {
        impulse,
        closing_speed,
    }
}

/// Answers a hit of a body on something immovable whose surface looks along `normal`.
pub(super) fn respond_to_wall(
    body: &mut Body,
    point: Vec3,
    normal: Vec3,
    surface: &SurfaceSettings,
) -> Outcome {
    let velocity = body.velocity_at(point);
    let closing_speed = -velocity.dot(normal);
    if closing_speed <= 0.0 {
        return Outcome {
            impulse: 0.0,
            closing_speed,
        };
    }
    let push = normal * (closing_speed * (1.0 + bounciness(surface, closing_speed)))
        / resistance(body, point, normal);
    let along = velocity + normal * closing_speed;
    body.push(push, point);
    body.push(
        rub(along, push.length() * surface.friction, |t| {
            resistance(body, point, t)
        }),
        point,
    );
    Outcome {
        impulse: push.length(),
        closing_speed,
    }
}

fn closing_speed(a: &Body, b: &Body, contact: &Contact) -> f32 {
    (a.velocity_at(contact.point) - b.velocity_at(contact.point)).dot(contact.normal)
}

fn bounciness(surface: &SurfaceSettings, closing_speed: f32) -> f32 {
    if closing_speed < REST_SPEED {
        0.0
    } else {
        surface.restitution
    }
}

/// How much speed along `direction` one newton second at `point` gives the body there, in 1/kg.
fn resistance(body: &Body, point: Vec3, direction: Vec3) -> f32 {
    let lever = (point - body.pose.translation()).cross(direction).y;
    body.inverse_mass() + lever * lever * body.inverse_inertia()
}

/// The friction impulse against a sliding velocity: what would stop it, or the limit.
fn rub(sliding: Vec3, limit: f32, resistance: impl Fn(Vec3) -> f32) -> Vec3 {
    let Some(direction) = sliding.try_normalize() else {
        return Vec3::ZERO;
    };
    let stopping = sliding.length() / resistance(direction);
    -direction * stopping.min(limit)
}

fn bounce(a: &mut Body, b: &mut Body, contact: &Contact, surface: &SurfaceSettings) {
    let Contact { normal, point, .. } = *contact;
    let sliding = b.velocity_at(point) - a.velocity_at(point);
    let closing = -sliding.dot(normal);
    let parting = (closing * bounciness(surface, closing)).max(LEAST_PARTING_SPEED);
    if closing + parting <= 0.0 {
        return;
    }
    let both = |direction| resistance(a, point, direction) + resistance(b, point, direction);
    let size = (closing + parting) / both(normal);
    let along = sliding + normal * closing;
    let impulse = normal * size + rub(along, size * surface.friction, both);
    b.push(impulse, point);
    a.push(-impulse, point);
}

fn classic(a: &mut Body, b: &mut Body, contact: &Contact) {
    let away = |body: &Body, otherwise: Vec3| {
        let way = body.pose.translation() - contact.reported;
        Vec3::new(way.x, 0.0, way.z)
            .try_normalize()
            .unwrap_or(otherwise)
    };
    let (way_a, way_b) = (away(a, -contact.normal), away(b, contact.normal));
    let (momentum_a, momentum_b) = (a.velocity.length() * a.mass, b.velocity.length() * b.mass);
    a.velocity = way_a * (momentum_b / a.mass);
    b.velocity = way_b * (momentum_a / b.mass);
}

/// Makes sure that the bodies' centres part along the normal, at [`LEAST_PARTING_SPEED`]. For
/// footprints that are apart the normal separates them, so bodies that then move without turning
/// cannot meet: this is how two that keep meeting come loose.
fn part_centers(a: &mut Body, b: &mut Body, contact: &Contact) {
    let parting = (b.velocity - a.velocity).dot(contact.normal);
    let missing = LEAST_PARTING_SPEED - parting;
    let movable = a.inverse_mass() + b.inverse_mass();
    if missing > 0.0 && movable > 0.0 {
        let push = contact.normal * (missing / movable);
        b.velocity += push * b.inverse_mass();
        a.velocity -= push * a.inverse_mass();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pose;
    use crate::physics::world::tests::box_body;
    use crate::physics::{BodyKind, Vehicle, VehicleSettings};

    /// A box car of 2 m x 1 m x 2 m (inertia per mass 8/12) at a place of the floor.
    fn car(x: f32, z: f32, mass: f32, velocity: Vec3) -> Body {
        let mut body = box_body();
        body.pose = Pose::from_translation(Vec3::new(x, 0.0, z)).unwrap();
        body.kind = BodyKind::Vehicle(Vehicle::new(VehicleSettings::default()));
        body.mass = mass;
        body.velocity = velocity;
        body
    }

    fn head_on() -> Contact {
        Contact {
            normal: Vec3::X,
            point: Vec3::new(1.0, 0.0, 0.0),
            reported: Vec3::new(1.0, 0.5, 0.0),
            stuck: false,
        }
    }

    fn impulse(restitution: f32, friction: f32) -> Response {
        Response::Impulse {
            restitution,
            friction,
        }
    }

    #[test]
    fn equal_cars_exchange_their_speeds_in_an_elastic_hit() {
        let mut a = car(0.0, 0.0, 200.0, Vec3::new(3.0, 0.0, 0.0));
        let mut b = car(2.0, 0.0, 200.0, Vec3::new(-1.0, 0.0, 0.0));
        let outcome = respond(impulse(1.0, 0.5), &mut a, &mut b, &head_on());
        assert!(a.velocity.abs_diff_eq(Vec3::new(-1.0, 0.0, 0.0), 1e-5));
        assert!(b.velocity.abs_diff_eq(Vec3::new(3.0, 0.0, 0.0), 1e-5));
        assert!((outcome.closing_speed - 4.0).abs() < 1e-6);
        assert!((outcome.impulse - 800.0).abs() < 1e-2);
        assert_eq!(a.angular_velocity.y, 0.0);
    }

    #[test]
    fn unequal_masses_with_restitution_half() {
        // j = 1.5 * 3 / (1/100 + 1/300) = 337.5; a: 3 - 3.375, b: 337.5 / 300.
        let mut a = car(0.0, 0.0, 100.0, Vec3::new(3.0, 0.0, 0.0));
        let mut b = car(2.0, 0.0, 300.0, Vec3::ZERO);
        let outcome = respond(impulse(0.5, 0.0), &mut a, &mut b, &head_on());
        assert!((a.velocity.x + 0.375).abs() < 1e-5);
        assert!((b.velocity.x - 1.125).abs() < 1e-5);
        assert!((outcome.impulse - 337.5).abs() < 1e-2);
    }

    #[test]
    fn an_off_centre_hit_spins_both_cars_and_keeps_linear_and_angular_momentum() {
        let mut a = car(0.0, 0.0, 100.0, Vec3::new(2.0, 0.0, 0.0));
        let mut b = car(2.0, 1.0, 100.0, Vec3::ZERO);
        let contact = Contact {
            point: Vec3::new(1.0, 0.0, 0.5),
            ..head_on()
        };
        respond(impulse(0.5, 0.0), &mut a, &mut b, &contact);
        // Arms: a (1, 0.5), b (-1, -0.5); K = 2 (1/100 + 0.25 / (100 * 2/3)) = 0.0275;
        // j = 1.5 * 2 / K = 109.09.
        assert!((b.velocity.x - 1.090_91).abs() < 1e-4, "{}", b.velocity.x);
        assert!((a.velocity.x - 0.909_09).abs() < 1e-4);
        // Impulse -j at z = +0.5 on a: torque y = z Fx - x Fz = -54.55; over 66.67.
        assert!(
            (a.angular_velocity.y + 0.818_18).abs() < 1e-4,
            "{}",
            a.angular_velocity.y
        );
        assert!((b.angular_velocity.y + 0.818_18).abs() < 1e-4);
        let closing = closing_speed(&a, &b, &contact);
        assert!(
            (closing + 1.0).abs() < 1e-4,
            "half of 2 m/s comes back: {closing}"
        );
    }

    #[test]
    fn friction_takes_sliding_speed_by_at_most_mu_times_the_push() {
        let mut a = car(0.0, 0.0, 100.0, Vec3::new(1.0, 0.0, 5.0));
        let mut b = car(2.0, 0.0, 100.0, Vec3::ZERO);
        respond(impulse(0.0, 0.1), &mut a, &mut b, &head_on());
        // Push (1 + 0.02) / (2/100) = 51 N s, friction 5.1 N s: 0.051 m/s.
        assert!((b.velocity.z - 0.051).abs() < 1e-5);
        assert!((a.velocity.z - 4.949).abs() < 1e-5);
    }

    #[test]
    fn classic_gives_each_the_momentum_of_the_other_along_its_own_line() {
        let mut a = car(0.0, 0.0, 100.0, Vec3::new(3.0, 0.0, 0.0));
        let mut b = car(1.0, 2.0, 200.0, Vec3::new(0.0, 0.0, -0.5));
        let contact = Contact {
            normal: Vec3::Z,
            point: Vec3::new(1.0, 0.0, 0.0),
            reported: Vec3::new(1.0, 0.4, 0.0),
            stuck: false,
        };
        respond(Response::Classic, &mut a, &mut b, &contact);
        // a leaves along (-1, 0) with 200 * 0.5 / 100; b along (0, 1) with 100 * 3 / 200.
        assert!(a.velocity.abs_diff_eq(Vec3::new(-1.0, 0.0, 0.0), 1e-5));
        assert!(b.velocity.abs_diff_eq(Vec3::new(0.0, 0.0, 1.5), 1e-5));
    }

    #[test]
    fn a_fixed_body_stays_and_the_car_bounces_off_it_under_both_rules() {
        for response in [impulse(0.5, 0.2), Response::Classic] {
            let mut post = box_body();
            let mut b = car(2.0, 0.0, 150.0, Vec3::new(-2.0, 0.0, 0.0));
            respond(response, &mut post, &mut b, &head_on());
            assert_eq!(post.velocity, Vec3::ZERO);
            assert!((b.velocity.x - 1.0).abs() < 1e-5, "{}", b.velocity.x);
        }
    }

    #[test]
    fn bodies_that_do_not_approach_only_get_the_least_parting_speed() {
        let mut a = car(0.0, 0.0, 100.0, Vec3::ZERO);
        let mut b = car(2.0, 0.0, 100.0, Vec3::ZERO);
        let outcome = respond(impulse(0.5, 0.2), &mut a, &mut b, &head_on());
        assert!(outcome.closing_speed <= 0.0);
        let parting = b.velocity.x - a.velocity.x;
        assert!((parting - LEAST_PARTING_SPEED).abs() < 1e-6);
    }

    #[test]
    fn the_centres_of_bodies_that_are_stuck_part_even_if_the_touching_parts_already_do() {
        let spinning = |stuck| {
            let mut a = car(0.0, 0.0, 100.0, Vec3::ZERO);
            let mut b = car(2.0, 1.0, 100.0, Vec3::new(-0.1, 0.0, 0.0));
            b.angular_velocity.y = -1.0;
            let contact = Contact {
                point: Vec3::new(1.0, 0.0, 0.5),
                stuck,
                ..head_on()
            };
            respond(impulse(0.5, 0.2), &mut a, &mut b, &contact);
            b.velocity.x - a.velocity.x
        };
        assert!(
            (spinning(false) + 0.1).abs() < 1e-6,
            "the turn carries them apart"
        );
        assert!((spinning(true) - LEAST_PARTING_SPEED).abs() < 1e-6);
    }

    #[test]
    fn a_wall_returns_its_share_of_the_speed_and_rubs() {
        let surface = SurfaceSettings {
            restitution: 0.5,
            friction: 0.1,
        };
        let mut body = car(0.0, 0.0, 100.0, Vec3::new(4.0, 0.0, 2.0));
        let wall = Vec3::new(1.0, 0.0, 0.0);
        let outcome = respond_to_wall(&mut body, wall, Vec3::NEG_X, &surface);
        assert!((body.velocity.x + 2.0).abs() < 1e-5);
        assert!((outcome.impulse - 600.0).abs() < 1e-2);
        // Friction 60 N s across an arm of 1 m slows the slide and starts a turn.
        assert!((body.velocity.z - 1.4).abs() < 1e-4);
        assert!(body.angular_velocity.y != 0.0);
    }
}
