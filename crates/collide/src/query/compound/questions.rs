//! Intersection, distance, contacts and time of impact of two shapes of which one is a compound, or both.

use crate::math::{Motion, Pose};
use crate::query::compound::sweep::time_of_impact;
use crate::query::compound::walk::{PlacedPair, Side, Sides, Step, Table, WalkEnd};
use crate::query::contacts::{ContactPoint, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::pair::{PairQueries, ProximityQueries};
use crate::query::toi::{Sweep, SweepRequest};
use crate::query::{Deepest, DistanceOptions, PairCache};
use crate::shape::AnyShape;
use crate::{Collision, CommonPoints, Distance};

/// A query about two children at their poses that is a hit or not.
type AskChildren<'q> =
    dyn Fn(&dyn PairQueries, [&Pose; 2], &mut QueryContext) -> Decided<Collision> + 'q;

/// Two shapes, one of them a compound or both.
pub(crate) struct CompoundPair<'s> {
    sides: Sides<'s>,
}

impl<'s> CompoundPair<'s> {
    /// The pair, with the table that answers questions about two children.
    pub fn new([a, b]: [&'s AnyShape<'s>; 2], table: Table) -> Self {
        CompoundPair {
            sides: Sides {
                each: [Side::new(a), Side::new(b)],
                table,
            },
        }
    }
}

impl CompoundPair<'_> {
    fn placed<'p>(&'p self, poses: [&'p Pose; 2]) -> PlacedPair<'p> {
        PlacedPair {
            sides: self.sides,
            poses,
        }
    }

    /// Queries the pairs of children that may be within `tolerance` metres, until one is a hit.
    fn first_hit(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        ask: &AskChildren<'_>,
    ) -> Decided<Collision> {
        let pair = self.placed(poses);
        let limit = tolerance.max(0.0);
        let mut found = Collision::Clear;
        let (end, stage) = pair.visit_near(limit, context, |children, context| {
            let next = pair.ask(children, |row, poses| ask(row, poses, context));
            let is_hit = next.answer.is_hit();
            if is_hit || found.is_clear() {
                found = next.answer;
            }
            Step {
                limit: if is_hit { -1.0 } else { limit },
                decided_by: (!next.answer.is_clear()).then_some(next.stage),
            }
        });
        if end != WalkEnd::Done && found.is_clear() {
            let mut points = CommonPoints::default();
            pair.middles()
                .into_iter()
                .for_each(|point| points.push(point));
            found = Collision::Cut { points };
        }
        Decided::by(stage, found)
    }
}

impl ProximityQueries for CompoundPair<'_> {
    fn intersect(
        &self,
        poses: [&Pose; 2],
        max_points: usize,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        self.first_hit(poses, 0.0, context, &|row, poses, context| {
            row.intersect(poses, max_points, context)
        })
    }

    fn within(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        _cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        self.first_hit(poses, tolerance, context, &|row, poses, context| {
            row.within(poses, tolerance, None, context)
        })
    }

    fn distance(
        &self,
        poses: [&Pose; 2],
        options: &DistanceOptions,
        mut cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Distance> {
        let pair = self.placed(poses);
        let (mut best, mut least, mut is_cut) = (None, f32::INFINITY, false);
        let mut nearest = f32::INFINITY;
        let (end, stage) = pair.visit_near(nearest, context, |children, context| {
            let mut used = cache.as_ref().map(|cache| cache.of_children(children));
            let next = pair.ask(children, |row, poses| {
                row.distance(poses, options, used.as_mut(), context)
            });
            least = least.min(next.answer.lower_bound());
            let known = next.answer.distance();
            is_cut |= known.is_none();
            let decides = known.is_some_and(|known| known < nearest || best.is_none());
            if let (true, Some(known)) = (decides, known) {
                (best, nearest) = (Some(next.answer), known);
                if let Some((cache, used)) = cache.as_mut().zip(used.as_ref()) {
                    cache.keep_children(children, used);
                }
            }
            Step {
                limit: match best {
                    Some(Distance::Meet { .. }) => -1.0,
                    _ => nearest,
                },
                decided_by: decides.then_some(next.stage),
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
        Decided::by(stage, found)
    }

    /// The contact of the two children that overlap the most, or are nearest.
    fn deepest_contact(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
    ) -> Decided<Deepest> {
        let pair = self.placed(poses);
        let mut found = Deepest::Clear;
        let mut is_cut = false;
        let limit = tolerance.max(0.0);
        let (end, stage) = pair.visit_near(limit, context, |children, context| {
            let next = pair.ask(children, |row, poses| {
                row.deepest_contact(poses, tolerance, context)
            });
            is_cut |= next.answer == Deepest::Cut;
            let (old, new) = (found.contact(), next.answer.contact());
            let decides = new.is_some_and(|new| old.is_none_or(|old| new.distance < old.distance));
            if decides {
                found = next.answer;
            }
            Step {
                limit,
                decided_by: decides.then_some(next.stage),
            }
        });
        if is_cut || end != WalkEnd::Done {
            found = Deepest::Cut;
        }
        Decided::by(stage, found)
    }
}

impl PairQueries for CompoundPair<'_> {
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd> {
        let pair = self.placed(poses);
        let limit = tolerance.max(0.0);
        let mut found = std::mem::take(&mut context.child_contacts);
        let (mut is_cut, mut lower_bound) = (false, Some(f64::INFINITY));
        let (end, stage) = pair.visit_near(limit, context, |children, context| {
            found.clear();
            let end = pair.ask(children, |row, poses| {
                row.contacts(poses, tolerance, context, &mut found)
            });
            is_cut |= end.answer == ContactsEnd::Cut;
            let known = lower_bound.zip(context.contacts.lower_bound);
            lower_bound = known.map(|(least, next)| least.min(next));
            let patches = out.last().map_or(0, |last| last.patch + 1);
            out.extend(found.iter().map(|contact| ContactPoint {
                patch: patches + contact.patch,
                ..contact.of_children(children)
            }));
            Step {
                limit,
                decided_by: (!found.is_empty()).then_some(end.stage),
            }
        });
        context.child_contacts = found;
        context.contacts.lower_bound = lower_bound;
        is_cut |= end != WalkEnd::Done;
        let end = match is_cut {
            true => ContactsEnd::Cut,
            false => ContactsEnd::Done,
        };
        Decided::by(stage, end)
    }

    fn time_of_impact(
        &self,
        motions: [&Motion; 2],
        request: &SweepRequest,
        cache: &mut PairCache,
        context: &mut QueryContext,
    ) -> Decided<Sweep> {
        time_of_impact(&self.sides, motions, request, cache, context)
    }
}
