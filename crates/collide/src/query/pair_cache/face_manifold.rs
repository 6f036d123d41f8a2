//! The placement of a body on the face of a box. It gives the body's height without a query after the body has
//! moved a little.

use glam::{DMat3, DVec3};

use crate::coder::Coder;
use crate::params::FACE_BORDER;
use crate::query::PlacedCollider;
use crate::shape::Shape;

/// The placement of a hull or mesh on the face of a box at the time when its contacts were found.
#[derive(Clone, Copy, Debug, Default)]
pub struct FaceManifold {
    /// True if the box is the second collider.
    pub second: bool,
    /// The face: the axis of the box (0 to 2), and its side, 1 or -1.
    pub axis: u8,
    /// See [`FaceManifold::axis`].
    pub side: f64,
    /// The face's normal in the frame of the hull or mesh.
    pub up: DVec3,
    /// The height of the hull's or mesh's centre above the face, in metres.
    pub height: f64,
    /// A lower bound of the heights of the corners without a contact, in metres.
    pub others: f64,
}

/// A hull or mesh that has moved a little on the face of a box.
#[derive(Clone, Copy, Debug)]
pub struct MovedOnFace {
    /// The rotation of the box, and that of the hull or mesh.
    pub of_floor: DMat3,
    /// See [`MovedOnFace::of_floor`].
    pub turn: DMat3,
    /// The vector from the centre of the box to that of the hull or mesh, in the world, in metres.
    pub from_floor: DVec3,
    /// The face's normal in the world, away from the box.
    pub normal: DVec3,
    /// The height of the hull's or mesh's centre above the face, in metres.
    pub height: f64,
    /// A lower bound of the heights of the corners without a contact, in metres.
    pub others: f64,
}

impl FaceManifold {
    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder) {
        let FaceManifold {
            second,
            axis,
            side,
            up,
            height,
            others,
        } = self;
        coder.flags([second]);
        *axis = coder.word((*axis).into(), 0) as u8;
        coder.number(side, 1.0);
        coder.vector(up, DVec3::ZERO);
        coder.number(height, 0.0);
        coder.number(others, 0.0);
    }

    /// The placement of the two now. Sliding, and turning about the face's normal, change no height; so a
    /// corner comes nearer only by the body's sinking and tilt. `None` if these may be more than `most` metres,
    /// or if the body is near the face's border.
    pub fn moved(&self, both: [PlacedCollider; 2], most: f64) -> Option<MovedOnFace> {
        let [floor, other] = if self.second {
            [both[1], both[0]]
        } else {
            both
        };
        let Shape::Cuboid(cuboid) = floor.collider.core() else {
            return None;
        };
        let half = cuboid.half_extents().as_dvec3();
        let axis = usize::from(self.axis);
        let of_floor = DMat3::from_quat(floor.frame.rotation);
        let normal = of_floor.col(axis) * self.side;
        let from_floor = other.frame.center - floor.frame.center;
        // The box is centred on the origin of its shape, which need not be its centre of mass.
        let place = of_floor.transpose() * from_floor + floor.collider.local_center().as_dvec3();
        let height = place[axis] * self.side - half[axis];
        let turn = DMat3::from_quat(other.frame.rotation);
        let reach = other.reach();
        let tilt = (turn.transpose() * normal - self.up).length() * reach;
        let sunk = self.height - height;
        let inside = |i: usize| i == axis || place[i].abs() + reach < half[i] - FACE_BORDER;
        if tilt + sunk.abs() > most || !(0..3).all(inside) {
            return None;
        }
        Some(MovedOnFace {
            of_floor,
            turn,
            from_floor,
            normal,
            height,
            others: self.others - sunk - tilt,
        })
    }
}
