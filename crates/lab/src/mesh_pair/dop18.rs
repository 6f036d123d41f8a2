//! The 18-DOP of the library of 2002: the k-DOP of [`crate::volume::dop`] with nine axes.
//!
//! Source 1, model building and test.

use crate::volume::dop;

/// The volume.
pub type Dop18 = dop::Dop<18>;

/// The cones of its directions.
pub type Cones = dop::Cones<18>;

/// The way into another frame.
pub type Turned = dop::Turned<18>;
