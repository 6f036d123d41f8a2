//! Adds actors together: they find their places among each other, then rise together until all are free.

use dodgem_physics::BodyKind;

use crate::arena::placer::{Lying, Placer, groups};
use crate::arena::room::{Laid, Others, PlacedShape};
use crate::arena::{ActorDesc, ArenaError, HandError, ThingMoves};
use crate::params::PLACING_WORK;

/// Actors that have found their places among each other but are not in the arena yet.
pub struct Group {
    /// Each with the same body for the queries.
    pub(super) members: Vec<Lying>,
    laid: Vec<Laid>,
}

impl Placer<'_> {
    /// Finds the places of actors among each other, as if nothing else were in the hall. The actors that one
    /// may overlap ([`ActorDesc::passes`]) are indices in this list.
    ///
    /// # Errors
    /// [`ArenaError`] if one extends beyond the border or overlaps another.
    pub fn lay(&mut self, descs: Vec<ActorDesc>) -> Result<Group, ArenaError> {
        self.placing.begin(PLACING_WORK);
        let (mut members, mut laid) = (Vec::new(), Vec::new());
        for desc in descs {
            let member = self.lie(desc, Others::Laid(&laid))?;
            // A motion that has already begun is where it is now.
            let written = match member.desc.thing.moves {
                ThingMoves::Along { .. } => member.pose,
                _ => member.begun,
            };
            let placed = PlacedShape {
                shape: &member.shape,
                passes: &[],
                kind: BodyKind::Dynamic,
                groups: groups(member.desc.thing.group),
            };
            let name = member.desc.name.as_str().into();
            laid.push(Laid::new(name, &placed, [written, member.pose]));
            members.push(member);
        }
        Ok(Group { members, laid })
    }

    /// Returns the rise in metres by which a group must be lifted so that its first member that overlaps an
    /// actor is free; 0 if none does. Call it again after the lift: another member may then overlap.
    ///
    /// # Errors
    /// [`HandError::Outside`] if there is no such place.
    pub fn rise_of(&mut self, group: &Group) -> Result<f32, HandError> {
        self.placing.begin(PLACING_WORK);
        for member in &group.laid {
            let placed = PlacedShape {
                shape: &member.shape,
                passes: &[],
                kind: BodyKind::Dynamic,
                groups: member.groups,
            };
            let free = self.room(Others::Now).free_above(&placed, &member.pose);
            let free = free.ok_or(HandError::Outside)?;
            let rise = free.translation().y - member.pose.translation().y;
            if rise > 0.0 {
                return Ok(rise);
            }
        }
        Ok(0.0)
    }
}

impl Group {
    /// Returns the number of actors.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// True if it has no actor.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}
