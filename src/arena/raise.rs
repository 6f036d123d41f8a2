//! Raises a new body to the height at which bodies rest.

use glam::Vec3;

use dodgem_collide::Placed;
use dodgem_collide::math::Pose;

use crate::arena::place::PlacedShape;
use crate::arena::{ActorId, Arena};
use crate::params::{BELOW_COSINE, RAISED_SKINS, RAISING_ERROR, RAISING_TRIES};

impl Arena {
    /// Returns a slightly higher pose for a thing that lies on the floor or on others as written: at the
    /// distance at which bodies rest. Otherwise contacts would push up a whole tower in the first steps. Gaps
    /// to the sides are not changed.
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

    /// Returns the distance to the bodies below a shape, in metres, at most `most`.
    fn gap_below(&mut self, placed: &PlacedShape<'_>, pose: &Pose, most: f32) -> f32 {
        let bounds = placed.shape.aabb(pose);
        let near = bounds.expanded(most);
        let mut least = bounds.min.y.min(most);
        for index in 0..self.actors.len() {
            // A removed actor has no body.
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
