//! Bodies that others carry without touching them, as by the springs along rays that forces of the program follow.

use crate::BodyId;
use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::reserve::{Reserved, reserve};

/// The supports of a step, in the order in which forces noted them: see
/// [`Forces::note_support`](crate::Forces::note_support). They are state, because the next step wakes by them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supports {
    /// Each carried body and the body that carries it.
    list: Vec<[BodyId; 2]>,
}

impl Supports {
    /// Reserves memory for these counts.
    pub fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.list, counts.supports);
    }

    /// Forgets the supports of the last step.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Notes that a body carries another.
    pub fn note(&mut self, carried: BodyId, carrier: BodyId) {
        self.list.push([carried, carrier]);
    }

    /// Each carried body and the body that carries it, as indices; without bodies that were removed.
    pub fn of(&self, bodies: &Bodies) -> impl Iterator<Item = [u32; 2]> {
        let both = |&[carried, carrier]: &[BodyId; 2]| {
            Some([bodies.find(carried).ok()?, bodies.find(carrier).ok()?])
        };
        self.list.iter().filter_map(both)
    }

    /// Wakes all carried bodies, because the bodies under them may have changed.
    pub fn wake_all(&self, bodies: &mut Bodies) {
        for [carried, _] in &self.list {
            if let Ok(body) = bodies.get_mut(*carried) {
                body.wake();
            }
        }
    }

    /// Wakes what stands on a body, because that is about to be removed or moved, and makes it present.
    pub fn wake_on(&self, index: u32, aside: &mut Aside, bodies: &mut Bodies) {
        for [carried, carrier] in &self.list {
            if bodies.find(*carrier) == Ok(index)
                && let Ok(place) = bodies.find(*carried)
            {
                aside.call(place);
                bodies.list[place as usize].wake();
            }
        }
    }

    /// Takes over the supports of another world.
    pub fn copy_from(&mut self, other: &Supports) {
        self.list.clone_from(&other.list);
    }

    /// The memory that they take, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(self.list.as_slice())
    }
}
