//! Raising what is put onto something to where bodies rest.

use glam::Vec3;

use dodgem_collide::Placed;
use dodgem_collide::math::Pose;

use crate::arena::place::PlacedShape;
use crate::arena::{ActorId, Arena};
use crate::params::{BELOW_COSINE, RAISED_SKINS, RAISING_ERROR, RAISING_TRIES};

impl Arena {
    /// A place a little higher, if a thing lies on the floor or on others as it is written: as far from them as
    /// bodies rest. Else all of a tower would be pushed up when time begins. What is beside it stays so near.
    pub(super) fn raised(&mut self, placed: &PlacedShape<'_>, pose: &Pose) -> Pose {
        let gap = RAISED_SKINS * self.world.settings().skin as f32;
        let mut higher = *pose;
        for _ in 0..RAISING_TRIES {
            let missing = gap - self.gap_below(placed, &higher, gap);
            let place = higher.translation() + Vec3::Y * missing.max(0.0);
            match Pose::new(higher.rotation(), place) {
                Ok(next) if missing > RAISING_ERROR * gap => higher = next,
                _ => break,
            }
        }
        higher
    }

    /// How far what is below a shape is from it, in metres, up to `most`.
    fn gap_below(&mut self, placed: &PlacedShape<'_>, pose: &Pose, most: f32) -> f32 {
        let bounds = placed.shape.aabb(pose);
        let near = bounds.expanded(most);
        let mut least = bounds.min.y.min(most);
        for index in 0..self.actors.len() {
            // One that is gone has no body.
            let Some(other) = self.world.body(self.actors[index].body) else {
                continue;
            };
            let far = (other.center().as_vec3() - bounds.center()).length();
            let at = other.pose();
            if far > other.reach() + near.half_extents().length()
                || !near.overlaps(&other.shape().aabb(&at))
                || placed.passes.contains(&ActorId(index as u32))
                || !placed.groups.meets(&other.groups())
            {
                continue;
            }
            let (there, here) = (
                Placed::new(other.shape(), &at),
                Placed::new(placed.shape, pose),
            );
            let query = &mut self.query;
            let contact = self
                .placing
                .ask(query, |query| query.deepest_contact(there, here, most));
            if let Some(contact) =
                (contact.contact()).filter(|contact| contact.normal.y > BELOW_COSINE)
            {
                least = least.min(contact.distance);
            }
        }
        least
    }
}
