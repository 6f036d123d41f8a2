//! A box that lands flat on a floor, with the contact points of each manifold method (experiment 6).
//!
//! One contact in the first frame stops one corner only: the box turns about it until other frames have brought
//! other contacts. The solver is the plainest one: impulses along the normal, one contact after another.

use glam::{DMat3, DQuat, DVec3};

use super::Table;
use crate::manifold::{Contact, ContactPoint, Manifold};
use crate::polytope::Polytope;
use crate::registry::{Method, Stage, of_stage};
use crate::scene::solids::turn;
use crate::scene::sweeps::cuboid;
use crate::work::Work;

/// The length of a frame (s).
const FRAME: f64 = 1.0 / 60.0;

/// Rounds of impulses a frame.
const ROUNDS: usize = 30;

/// The half sides of the box (m); its mass is 1 kg.
const HALF: [f64; 3] = [0.5, 0.25, 0.4];

/// The gap at which a manifold is asked (m): methods with skins see it, the others find no point.
const SKIN: f64 = 0.005;

/// A box in flight.
struct Body {
    place: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    spin: DVec3,
}

impl Body {
    /// The inverse of the inertia in the world (1/(kg m²)).
    fn inverse_inertia(&self) -> DMat3 {
        let square = DVec3::from_array(HALF.map(|h| h * h));
        let sums = DVec3::new(
            square.y + square.z,
            square.z + square.x,
            square.x + square.y,
        );
        let own = DMat3::from_diagonal(3.0 / sums);
        let turned = DMat3::from_quat(self.rotation);
        turned * own * turned.transpose()
    }

    /// Stops the approach at all contacts, and removes a fifth of their depth.
    fn solve(&mut self, contacts: &[ContactPoint], normal: DVec3) {
        let inverse = self.inverse_inertia();
        let mut sums = vec![0.0; contacts.len()];
        for _ in 0..ROUNDS {
            for (contact, sum) in contacts.iter().zip(&mut sums) {
                let arm = contact.point - self.place;
                let lever = arm.cross(normal);
                let speed = normal.dot(self.velocity) + self.spin.dot(lever);
                let wanted = 0.2 * contact.depth / FRAME;
                let impulse = (wanted - speed) / (1.0 + lever.dot(inverse * lever));
                let next = f64::max(*sum + impulse, 0.0);
                let change = next - *sum;
                *sum = next;
                self.velocity += normal * change;
                self.spin += inverse * lever * change;
            }
        }
    }
}

/// The greatest tilt of the box (degrees), its frames until rest, and the contacts of its last frame.
fn land(method: &mut dyn Manifold) -> (f64, Option<usize>, usize) {
    let floor = cuboid([5.0, 1.0, 5.0]);
    let shape = cuboid(HALF);
    let mut body = Body {
        place: DVec3::Y * (1.0 + HALF[1] + 0.02),
        rotation: DQuat::IDENTITY,
        velocity: DVec3::NEG_Y * 2.0,
        spin: DVec3::ZERO,
    };
    let (mut tilt, mut rest, mut last) = (0.0_f64, None, 0);
    for frame in 0..120 {
        body.velocity.y -= 9.81 * FRAME;
        let placed: Polytope = shape.moved(body.rotation, body.place);
        let low = placed
            .vertices
            .iter()
            .map(|v| v.y)
            .fold(f64::INFINITY, f64::min);
        let contact = Contact {
            normal: DVec3::Y,
            depth: 1.0 - low,
        };
        if contact.depth >= -SKIN {
            let points = method.points([&floor, &placed], &contact, &mut Work::default());
            body.solve(&points, DVec3::Y);
            last = points.len();
        }
        body.place += body.velocity * FRAME;
        body.rotation = (turn(body.spin * FRAME) * body.rotation).normalize();
        let up = (body.rotation * DVec3::Y).y.clamp(-1.0, 1.0);
        tilt = tilt.max(libm::acos(up).to_degrees());
        // Without friction a turn about the vertical goes on.
        let moves = body.spin.reject_from(DVec3::Y).length() > 0.02 || body.velocity.length() > 0.2;
        rest = if moves { None } else { rest.or(Some(frame)) };
    }
    (tilt, rest, last)
}

/// The table of all methods but the engine, which has a solver of its own.
pub fn table() -> Table {
    let columns = [
        "manifold",
        "greatest tilt (degrees)",
        "frames until rest",
        "contacts",
    ];
    let mut rows = Vec::new();
    for row in of_stage(Stage::Manifold).filter(|row| row.source != "the engine") {
        let Method::Manifold(make) = row.method else {
            continue;
        };
        let (tilt, rest, contacts) = land(make().as_mut());
        rows.push(vec![
            row.id.to_owned(),
            format!("{tilt:.2}"),
            rest.map_or_else(|| "never".to_owned(), |frame| frame.to_string()),
            contacts.to_string(),
        ]);
    }
    Table {
        title: "a box that lands flat, in 120 frames".to_owned(),
        columns: columns.map(String::from).into(),
        rows,
    }
}
