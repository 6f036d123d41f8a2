//! Intersection, distance and contacts of two shapes of which one is a compound, or both.

use crate::budget::Budget;
use crate::query::ask::DistanceOptions;
use crate::query::compound::near::NearBoxes;
use crate::query::compound::walk::{PlacedPair, Step, Walk, WalkEnd};
use crate::query::contacts::{Contact, contacts_of_shapes};
use crate::query::{ContactsEnd, DeepestContact, Placed, ShapeScratch, answers};
use crate::shape::AnyShape;
use crate::{Collision, ContactPoints, Distance};

type PlacedAny<'a> = Placed<'a, AnyShape<'a>>;

/// Are the two at most `tolerance` metres apart? A hit tells where two of their children are. With `points`
/// they are asked whether they intersect, and for so many points.
pub(crate) fn within(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    tolerance: f32,
    points: Option<usize>,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Collision {
    let pair = PlacedPair::new(a, b);
    let near = NearBoxes::new(&pair);
    let limit = tolerance.max(0.0);
    let mut found = Collision::Clear;
    let walk = Walk {
        sides: pair.sides,
        bound: &|boxes, _| near.distance(boxes),
    };
    let end = walk.run(budget, limit, scratch, |children, budget, scratch| {
        let next = pair.ask(children, |a, b| match points {
            None => answers::within(a, b, tolerance, budget, None, scratch),
            Some(points) => answers::intersect(a, b, points, budget, scratch),
        });
        let is_hit = matches!(next, Collision::Hit { .. });
        if is_hit || found == Collision::Clear {
            found = next;
        }
        Step {
            limit: if is_hit { -1.0 } else { limit },
            decides: next != Collision::Clear,
        }
    });
    if end != WalkEnd::Done && found == Collision::Clear {
        let mut points = ContactPoints::default();
        pair.middles()
            .into_iter()
            .for_each(|point| points.push(point));
        found = Collision::Cut { points };
    }
    let is_cut = matches!(found, Collision::Cut { .. });
    count(scratch, found.is_hit() && !is_cut, is_cut);
    found
}

/// How far apart are the two, and where are they nearest?
pub(crate) fn distance(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    options: &DistanceOptions,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Distance {
    let pair = PlacedPair::new(a, b);
    let near = NearBoxes::new(&pair);
    let (mut best, mut least, mut is_cut) = (None, f32::INFINITY, false);
    let mut nearest = f32::INFINITY;
    let walk = Walk {
        sides: pair.sides,
        bound: &|boxes, _| near.distance(boxes),
    };
    let end = walk.run(budget, nearest, scratch, |children, budget, scratch| {
        let next = pair.ask(children, |a, b| {
            answers::distance_of(a, b, options, budget, None, scratch)
        });
        least = least.min(next.lower_bound());
        let known = next.distance();
        is_cut |= known.is_none();
        let decides = known.is_some_and(|known| known < nearest || best.is_none());
        if let (true, Some(known)) = (decides, known) {
            (best, nearest) = (Some(next), known);
        }
        Step {
            limit: match best {
                Some(Distance::Meet { .. }) => -1.0,
                _ => nearest,
            },
            decides,
        }
    });
    if let WalkEnd::Cut { bound } = end {
        (least, is_cut) = (least.min(bound), true);
    }
    let found = match best {
        Some(Distance::Apart {
            distance,
            point_a,
            point_b,
            ..
        }) if !is_cut => Distance::Apart {
            distance,
            lower_bound: least,
            point_a,
            point_b,
        },
        Some(meet @ Distance::Meet { .. }) => meet,
        _ => Distance::Cut { lower_bound: least },
    };
    let is_hit = matches!(found, Distance::Meet { .. });
    count(scratch, is_hit, matches!(found, Distance::Cut { .. }));
    found
}

/// The deepest contact of the two: of the two children that overlap the most, or are nearest.
pub(crate) fn deepest_contact(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Option<DeepestContact> {
    let pair = PlacedPair::new(a, b);
    let near = NearBoxes::new(&pair);
    let mut best: Option<DeepestContact> = None;
    let walk = Walk {
        sides: pair.sides,
        bound: &|boxes, _| near.distance(boxes),
    };
    let limit = tolerance.max(0.0);
    let end = walk.run(budget, limit, scratch, |children, budget, scratch| {
        let next = pair.ask(children, |a, b| {
            answers::deepest_contact(a, b, tolerance, budget, scratch)
        });
        let is_deeper =
            |next: &DeepestContact| best.is_none_or(|best| next.distance < best.distance);
        let decides = next.as_ref().is_some_and(is_deeper);
        if decides {
            best = next;
        }
        Step { limit, decides }
    });
    count(scratch, best.is_some(), end != WalkEnd::Done);
    best
}

/// All contacts of the children of the two, in `out`.
pub(crate) fn contacts(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    out.clear();
    let pair = PlacedPair::new(a, b);
    let near = NearBoxes::new(&pair);
    let limit = tolerance.max(0.0);
    let mut found = std::mem::take(&mut scratch.child_contacts);
    let (mut is_cut, mut lower_bound) = (false, Some(f64::INFINITY));
    let walk = Walk {
        sides: pair.sides,
        bound: &|boxes, _| near.distance(boxes),
    };
    let end = walk.run(budget, limit, scratch, |children, budget, scratch| {
        let end = pair.ask(children, |a, b| {
            contacts_of_shapes(a, b, tolerance, budget, scratch, &mut found)
        });
        is_cut |= end == ContactsEnd::Cut;
        let known = lower_bound.zip(scratch.mesh.contacts.lower_bound);
        lower_bound = known.map(|(least, next)| least.min(next));
        let patches = out.last().map_or(0, |last| last.patch + 1);
        out.extend(found.iter().map(|contact| Contact {
            patch: patches + contact.patch,
            ..contact.of_children(children)
        }));
        Step {
            limit,
            decides: !found.is_empty(),
        }
    });
    scratch.child_contacts = found;
    scratch.mesh.contacts.lower_bound = lower_bound;
    is_cut |= end != WalkEnd::Done;
    count(scratch, !out.is_empty(), is_cut);
    match is_cut {
        true => ContactsEnd::Cut,
        false => ContactsEnd::Done,
    }
}

/// Counts an answer; what was cut was decided by no stage.
pub(super) fn count(scratch: &mut ShapeScratch, is_hit: bool, is_cut: bool) {
    let counters = &mut scratch.mesh.counters;
    (counters.hits, counters.cuts) = (u64::from(is_hit), u64::from(is_cut));
    if is_cut {
        scratch.mesh.decided_by = None;
    }
}
