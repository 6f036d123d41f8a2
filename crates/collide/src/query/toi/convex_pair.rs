//! The time of impact of two convex shapes that translate and turn.
//!
//! *Idea*: conservative advancement (Mirtich 1996). GJK gives the slab between the shapes; the
//! slab's direction stands still while `turning` (or `bilateral`) bounds how long it stays open;
//! step there, and look again. A step's distance need only be known to a part: any slab is a
//! proof, a better one only makes a longer step. Before that the shapes' balls, which move straight
//! whatever turns, say when there is anything to look at; and where nothing turns, one ray cast
//! against the difference of the shapes takes the place of all steps.
//!
//! *Limits*: shapes that slide along each other within the target distance for long need many
//! steps; after [`MOST_STEPS`] the sweep is cut at a time that is safe.

use glam::DVec3;

use crate::budget::{Budget, Meter};
use crate::math::{Motion, Placement};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair::{SeparatingSlab, distance_below, separating_slab};
use crate::narrow_phase::gjk_ray_cast::{CastInterval, CastResult, cast};
use crate::query::toi::bilateral::Gap;
use crate::query::toi::bounding_spheres::{Ball, balls_meet, resolved_target};
use crate::query::toi::turning_bounds::{Turning, safe_span};
use crate::query::toi::{Sweep, SweepOptions};
use crate::shape::SupportMap;
use crate::{Counters, Relative};

/// Steps after which a sweep is cut.
pub const MOST_STEPS: u64 = 1000;

/// How exact distances on the way are, as a part of the distance.
const COARSE: f64 = 0.05;

/// A convex shape and how it moves.
#[derive(Clone, Copy)]
pub struct Moving<'m> {
    /// The shape.
    pub shape: &'m dyn SupportMap,
    /// Its motion over the time of the sweep.
    pub motion: &'m Motion,
}

/// How a sweep finds out for how long a gap stays open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootFinder {
    /// From the fastest that it could close: conservative advancement.
    Advancement,
    /// From how wide it is at the end of the span as well: bilateral advancement.
    Bilateral,
    /// By a ray cast where nothing turns, else by bilateral advancement.
    #[default]
    Best,
}

/// When do two convex solids come as near as the target distance within `duration` seconds?
///
/// What lies inside a solid meets it. A duration that is not a positive finite number counts as 0.
/// `counters` is set to what the query did: `advancement_steps`, GJK searches as `primitive_tests`,
/// gaps measured by [`RootFinder::Bilateral`] as `volume_tests`.
pub fn time_of_impact(
    a: Moving,
    b: Moving,
    duration: f32,
    options: &SweepOptions,
    finder: RootFinder,
    budget: Budget,
    counters: &mut Counters,
) -> Sweep {
    *counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let mut meter = Meter::new(budget);
    let none = &|_| Some(0.0);
    let found = sweep(
        [a, b],
        duration,
        options,
        finder,
        none,
        &mut meter,
        counters,
    );
    note(counters, &found);
    found
}

/// Counts how a query ended.
pub(crate) fn note(counters: &mut Counters, found: &Sweep) {
    match found {
        Sweep::Clear => {}
        Sweep::Impact { .. } | Sweep::Overlapping { .. } => counters.hits = 1,
        Sweep::Cut { .. } => counters.cuts = 1,
    }
}

/// Bounds from below the time at which two shapes come within a distance (m), or says that they
/// never do: what is known of a pair before its chase.
pub(crate) type FirstGuess<'g> = &'g dyn Fn(f64) -> Option<f64>;

/// [`time_of_impact`] with a first guess beside that from the shapes' bounding balls.
pub(crate) fn sweep(
    [a, b]: [Moving; 2],
    duration: f32,
    options: &SweepOptions,
    finder: RootFinder,
    guess: FirstGuess,
    meter: &mut Meter,
    counters: &mut Counters,
) -> Sweep {
    let end = sound_duration(duration);
    let balls = [a, b].map(|moving| Ball::new(moving.shape, moving.motion));
    let target = resolved_target(options, [(a.motion, &balls[0]), (b.motion, &balls[1])], end);
    // Those that are far apart at the start need no exact distance there.
    let Some([early, _]) = balls_meet(&balls, 2.0 * target).filter(|times| times[0] < end) else {
        return Sweep::Clear;
    };
    if !meter.take() {
        return Sweep::Cut {
            safe_time: rounded_down(early),
        };
    }
    let pair = Pair::new(
        a,
        b,
        [a, b].map(|moving| Turning::new(moving.shape, moving.motion)),
        finder,
    );
    let mut warm = WarmStart::default();
    counters.primitive_tests += 1;
    let mut near = Nearness::from_start(target, f64::INFINITY);
    if early == 0.0 {
        let places = pair.places(0.0);
        let relative = Relative::of_placements(&places[0], &places[1]);
        let Some(start) = separating_slab(a.shape, b.shape, &relative, 0.0, 0.0, &mut warm) else {
            return overlapping(a.shape, b.shape, &relative, &places[0]);
        };
        near = Nearness::from_start(target, start.distance);
    }
    let gap = near.stop();
    let times = balls_meet(&balls, gap).zip(guess(gap));
    let Some(([first, last], guessed)) = times else {
        return Sweep::Clear;
    };
    let (begin, end) = (first.max(guessed), end.min(last));
    if begin >= end {
        return Sweep::Clear;
    }
    match pair.follow(begin, end, near, &mut warm, meter, counters) {
        Chase::Passed { .. } => Sweep::Clear,
        Chase::Near {
            time,
            frame,
            parting,
        } => impact(time, &frame, &parting),
        Chase::Stalled { time } => Sweep::Cut {
            safe_time: rounded_down(time),
        },
    }
}

/// How near is near, in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearness {
    /// At this distance an impact is reported.
    pub target: f64,
    /// No step brings the shapes nearer than this.
    pub keep: f64,
}

impl Nearness {
    /// For a pair that starts this far apart.
    pub(crate) fn from_start(target: f64, start: f64) -> Self {
        let target = target.min(0.5 * start);
        Nearness {
            target,
            keep: 0.5 * target,
        }
    }

    /// Between both: the distance for formulas, with room for their rounding on either side.
    pub(crate) fn stop(&self) -> f64 {
        0.5 * (self.target + self.keep)
    }
}

/// How the chase of a pair through time ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chase {
    /// They do not come near before the end; at last this direction (in the world, from the first
    /// to the second) parted them.
    Passed { direction: DVec3 },
    /// They are near; the parting is in a frame that lies so in the world.
    Near {
        time: f64,
        frame: Placement,
        parting: SeparatingSlab,
    },
    /// Safe until then; the work or the steps are spent.
    Stalled { time: f64 },
}

/// Two moving convex shapes and what stays the same on their way.
pub(crate) struct Pair<'m> {
    a: Moving<'m>,
    b: Moving<'m>,
    turnings: [Turning; 2],
    /// The first centre's velocity less the second's, in m/s.
    closing: DVec3,
    finder: RootFinder,
}

impl<'m> Pair<'m> {
    pub(crate) fn new(
        a: Moving<'m>,
        b: Moving<'m>,
        turnings: [Turning; 2],
        finder: RootFinder,
    ) -> Self {
        let [va, vb] = [a, b].map(|moving| moving.motion.linear_velocity().as_dvec3());
        Pair {
            a,
            b,
            turnings,
            closing: va - vb,
            finder,
        }
    }

    fn places(&self, time: f64) -> [Placement; 2] {
        [self.a, self.b].map(|moving| moving.motion.placement_at(time))
    }

    /// Follows the pair from `time` until it is near or `end` is reached.
    pub(crate) fn follow(
        &self,
        time: f64,
        end: f64,
        near: Nearness,
        warm: &mut WarmStart,
        meter: &mut Meter,
        counters: &mut Counters,
    ) -> Chase {
        if self.finder != RootFinder::Best || self.turnings.iter().any(Turning::shows) {
            return self.chase(time, end, near, warm, meter, counters);
        }
        if !meter.take() {
            return Chase::Stalled { time };
        }
        counters.primitive_tests += 1;
        let [place, other] = self.places(time);
        let relative = Relative::of_placements(&place, &other);
        let span = CastInterval {
            from: time,
            end,
            target: near.target,
            keep: near.stop(),
        };
        let velocity = place.rotation.conjugate() * -self.closing;
        let shapes = [self.a.shape, self.b.shape];
        let steps = &mut counters.advancement_steps;
        match cast(shapes, &relative, velocity, span, warm, steps) {
            CastResult::Passed { normal } => Chase::Passed {
                direction: place.rotation * normal,
            },
            CastResult::Near { time, parting } => Chase::Near {
                time,
                // A ball that turns is looked at as if it did not.
                frame: Placement {
                    rotation: place.rotation,
                    translation: self.a.motion.placement_at(time).translation,
                },
                parting,
            },
            CastResult::Undecided { time } => self.chase(time, end, near, warm, meter, counters),
        }
    }

    /// The same by advancement.
    fn chase(
        &self,
        mut time: f64,
        end: f64,
        near: Nearness,
        warm: &mut WarmStart,
        meter: &mut Meter,
        counters: &mut Counters,
    ) -> Chase {
        let (a, b) = (self.a.shape, self.b.shape);
        let mut last = None;
        for _ in 0..MOST_STEPS {
            if !meter.take() {
                break;
            }
            counters.primitive_tests += 1;
            counters.advancement_steps += 1;
            let places = self.places(time);
            let relative = Relative::of_placements(&places[0], &places[1]);
            let Some(parting) = separating_slab(a, b, &relative, 0.01 * near.target, COARSE, warm)
            else {
                // Steps end apart: if rounding takes the last bit of a tiny gap, the one before
                // counts.
                return last.unwrap_or(Chase::Stalled { time });
            };
            let here = Chase::Near {
                time,
                frame: places[0],
                parting,
            };
            // A slab thinner than what is kept can only be one that rounding spoiled.
            if parting.distance <= near.target || parting.gap <= near.keep {
                return here;
            }
            last = Some(here);
            time = self.step(
                time, end, &parting, &places, &relative, near.keep, meter, counters,
            );
            if time >= end {
                return Chase::Passed {
                    direction: places[0].rotation * parting.normal,
                };
            }
        }
        Chase::Stalled { time }
    }

    /// The time until which the slab between the shapes surely keeps `keep` metres.
    #[expect(clippy::too_many_arguments, reason = "one step's whole state")]
    fn step(
        &self,
        time: f64,
        end: f64,
        parting: &SeparatingSlab,
        places: &[Placement; 2],
        relative: &Relative,
        keep: f64,
        meter: &mut Meter,
        counters: &mut Counters,
    ) -> f64 {
        let normals = [
            parting.normal,
            relative.rotation.transpose() * -parting.normal,
        ];
        let push = |side: usize, shape: &dyn SupportMap| {
            self.turnings[side].push(normals[side], shape.support(normals[side]))
        };
        let pushes = [push(0, self.a.shape), push(1, self.b.shape)];
        let direction = places[0].rotation * parting.normal;
        let now = parting.gap - keep;
        let safe = safe_span(now, direction.dot(self.closing), pushes);
        if self.finder == RootFinder::Advancement || time + safe >= end {
            return time + safe;
        }
        let gap = Gap {
            a: &self.a,
            b: &self.b,
            direction,
            bend: self.turnings[0].bend(normals[0]) + self.turnings[1].bend(normals[1]),
            keep,
        };
        gap.open_until(time, now, safe, end, &mut || {
            let taken = meter.take();
            counters.volume_tests += u64::from(taken);
            taken
        })
    }
}

/// Two shapes that meet at the start; the first lies at `place`.
fn overlapping(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    relative: &Relative,
    place: &Placement,
) -> Sweep {
    let found = distance_below(a, b, relative, f64::INFINITY);
    let common = found.map_or(a.center(), |found| found.point_a);
    Sweep::Overlapping {
        point: place.point(common).as_vec3(),
    }
}

/// The duration in f64; 0 for one that is none.
pub(crate) fn sound_duration(duration: f32) -> f64 {
    if duration > 0.0 && duration.is_finite() {
        f64::from(duration)
    } else {
        0.0
    }
}

/// The f32 time that is not later.
pub(crate) fn rounded_down(time: f64) -> f32 {
    let rounded = time as f32;
    if f64::from(rounded) > time {
        rounded.next_down()
    } else {
        rounded
    }
}

/// The impact of two parts that are this far apart at a time; the first lies at `place`.
pub(crate) fn impact(time: f64, place: &Placement, parting: &SeparatingSlab) -> Sweep {
    Sweep::Impact {
        time: rounded_down(time),
        point_a: place.point(parting.point_a).as_vec3(),
        point_b: place.point(parting.point_b).as_vec3(),
        normal: (place.rotation * parting.normal).as_vec3(),
    }
}
