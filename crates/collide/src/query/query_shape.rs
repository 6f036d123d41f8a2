//! The kinds of shapes that queries take.

use crate::Model;
use crate::shape::{AnyShape, BoundedShape, Collider, Shape, ShapeRef};

/// The kinds of shapes that queries take, in any pairs: a [`Model`] (a mesh), a [`Shape`] of any kind, or a
/// [`Collider`]. The planes and hulls of two colliders may decide a query before the search.
pub trait QueryShape {
    #[doc(hidden)]
    fn any_shape(&self) -> AnyShape<'_>;

    /// The collider, if it is one.
    #[doc(hidden)]
    fn collider(&self) -> Option<&Collider> {
        None
    }
}

impl QueryShape for Model {
    #[inline]
    fn any_shape(&self) -> AnyShape<'_> {
        AnyShape::Simple(ShapeRef::Bounded(BoundedShape::Mesh(self)))
    }
}

impl QueryShape for Shape {
    #[inline]
    fn any_shape(&self) -> AnyShape<'_> {
        self.borrowed()
    }
}

impl QueryShape for Collider {
    #[inline]
    fn any_shape(&self) -> AnyShape<'_> {
        self.shape().borrowed()
    }

    #[inline]
    fn collider(&self) -> Option<&Collider> {
        Some(self)
    }
}
