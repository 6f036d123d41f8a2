//! A shape of several shapes: its children have poses of their own, under a tree of boxes.

mod child;
mod error;
mod supports;

use glam::Vec3;

use crate::bvh::{BuildInput, Node, SplitRule, Tree};
use crate::math::{Aabb, Pose};
use crate::params::{CHILD_POSE_ROUNDING, MAX_CHILDREN};
use crate::shape::{Shape, ShapeRef, convex_aabb};

pub use crate::shape::compound::child::Child;
pub use crate::shape::compound::error::CompoundError;

/// Several shapes as one rigid shape: the union of its children, which may overlap.
///
/// Answers identify their child by its number: see [`ContactPoint::children`](crate::ContactPoint::children) and
/// [`Answer::children`](crate::Answer::children). [`Child::placed_by`] gives the pose of a child of a placed
/// compound: the product of both poses, rounded once.
///
/// ```
/// use dodgem_collide::glam::Vec3;
/// use dodgem_collide::math::Pose;
/// use dodgem_collide::shape::{Child, Compound, Cuboid};
/// use dodgem_collide::{Placed, Query, RayCast, Shape};
///
/// // An L: a post of 2 m on the end of a beam of 2 m.
/// let part = |half: Vec3, at: Vec3, tag| -> Result<Child, Box<dyn std::error::Error>> {
///     let shape = Shape::Cuboid(Cuboid::new(half)?);
///     Ok(Child { shape, pose: Pose::from_translation(at)?, tag })
/// };
/// let beam = part(Vec3::new(1.0, 0.25, 0.25), Vec3::ZERO, 7)?;
/// let post = part(Vec3::new(0.25, 1.0, 0.25), Vec3::new(-0.75, 1.25, 0.0), 8)?;
/// let ell = Shape::Compound(Compound::new(vec![beam, post])?.into());
///
/// let mut query = Query::default();
/// let here = Placed::new(&ell, &Pose::IDENTITY);
/// let hit = query.ray(here, Vec3::new(3.0, 2.0, 0.0), Vec3::NEG_X, 10.0);
/// assert!(matches!(*hit, RayCast::Hit { time: 3.5, .. }), "{hit:?}");
/// assert_eq!(hit.children[0], 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compound {
    children: Vec<Child>,
    /// The tree over the children's boxes.
    tree: Tree<Aabb>,
    /// The child of each leaf of the tree.
    leaves: Vec<u32>,
    bounds: Aabb,
    /// The distance from the origin that no point exceeds, in metres.
    reach: f32,
    has_inside: bool,
}

impl Compound {
    /// The most children of a compound.
    pub const MAX_CHILDREN: usize = MAX_CHILDREN;

    /// The compound of 1 to [`Compound::MAX_CHILDREN`] shapes other than half-spaces and compounds.
    ///
    /// # Errors
    /// [`CompoundError`] for none, too many, a shape that must not be a child, or a place beyond f32.
    pub fn new(children: Vec<Child>) -> Result<Self, CompoundError> {
        if children.is_empty() || children.len() > MAX_CHILDREN {
            return Err(CompoundError::Count(children.len()));
        }
        let mut volumes = Vec::with_capacity(children.len());
        for (number, child) in children.iter().enumerate() {
            volumes.push(checked_box(child, number)?);
        }
        let centers = volumes.iter().map(Aabb::center).collect();
        let bounds = volumes
            .iter()
            .fold(Aabb::EMPTY, |sum, next| sum.union(*next));
        let input = BuildInput { centers, volumes };
        let (tree, leaves) = Tree::build(&input, SplitRule::default());
        Ok(Compound {
            has_inside: children.iter().any(Child::has_inside),
            children,
            tree,
            leaves,
            bounds,
            reach: bounds.min.abs().max(bounds.max.abs()).length(),
        })
    }

    /// The children by their numbers.
    pub fn children(&self) -> &[Child] {
        &self.children
    }

    /// True if its only child has the identity pose, so that it can be replaced by that child.
    pub(crate) fn is_its_child(&self) -> bool {
        self.children.len() == 1 && self.children[0].pose == Pose::IDENTITY
    }

    /// True if one of the children has an inside: open meshes have none.
    pub(crate) fn has_inside(&self) -> bool {
        self.has_inside
    }

    /// A child's shape by its number.
    pub(crate) fn shape_of(&self, number: u32) -> ShapeRef<'_> {
        self.children[number as usize].simple()
    }

    /// The nodes of the tree over the children.
    pub(crate) fn nodes(&self) -> &[Node<Aabb>] {
        self.tree.nodes()
    }

    /// The number of a leaf's child.
    pub(crate) fn child_of(&self, leaf: u32) -> u32 {
        self.leaves[leaf as usize]
    }

    /// A box around all children, in the compound's frame.
    pub(crate) fn local_aabb(&self) -> &Aabb {
        &self.bounds
    }

    /// A bound of the distance (m) by which rounding moves a point of a child from its exact place at the
    /// product of both poses.
    pub(crate) fn rounding(&self, pose: &Pose) -> f32 {
        CHILD_POSE_ROUNDING * (pose.translation().length() + self.reach)
    }

    /// A box around it at a pose; conservative.
    pub(crate) fn aabb(&self, pose: &Pose) -> Aabb {
        convex_aabb(self, pose).expanded(self.rounding(pose))
    }

    /// The distance from a point (m) of its own frame that no point of the compound exceeds, in metres.
    pub(crate) fn reach_from(&self, center: Vec3) -> f32 {
        let reach = |child: &Child| {
            let local = child.local_point(center.as_dvec3()).as_vec3();
            child.shape.reach_from(local)
        };
        let farthest = self.children.iter().map(reach).fold(0.0, f32::max);
        farthest + CHILD_POSE_ROUNDING * (center.length() + self.reach)
    }
}

/// The box around a child in its compound's frame.
fn checked_box(child: &Child, number: usize) -> Result<Aabb, CompoundError> {
    match child.shape {
        Shape::HalfSpace(_) => return Err(CompoundError::HalfSpace(number)),
        Shape::Compound(_) => return Err(CompoundError::Compound(number)),
        _ => {}
    }
    let bounds = child.aabb();
    let far = bounds.min.abs().max(bounds.max.abs()).max_element();
    // NaN is outside of every range.
    match far <= CompoundError::FARTHEST {
        true => Ok(bounds),
        false => Err(CompoundError::TooFar(number)),
    }
}
