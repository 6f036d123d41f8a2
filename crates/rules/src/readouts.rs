//! The readouts of a round: the quantities that its level shows, and the past that some of them depend on.
//!
//! Nothing in a step depends on them, so they are part of snapshots, but not of the state hash.

use glam::Vec3;

use crate::params::{HIT_SPEED, PRECESSION_SECONDS, TRAIL_HITS, TRAIL_POINTS, TRAIL_STEP};
use crate::quantity::{self, Subjects};
use dodgem_collide::Query;
use dodgem_physics::STEP_SECONDS;
use dodgem_scene::arena::{ActorId, ActorImpact, Arena, InZone, Met};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{Formula, Quantity, ReadoutSpec};

/// A readout as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its words.
    pub label: String,
    /// The measured value; None while there is none, such as the time of a hit that has not happened.
    pub value: Option<f64>,
    /// The unit of both values; empty for a plain number.
    pub unit: &'static str,
    /// True if it is a whole number.
    pub is_count: bool,
    /// The text of the formula beside it, with its value.
    pub formula: Option<(String, Option<f64>)>,
    /// The one body that it concerns.
    pub body: Option<ActorId>,
}

impl Reading {
    /// Returns the measured value as it is shown, without its unit.
    pub fn shown(&self) -> String {
        self.number(self.value)
    }

    /// Returns a value of this kind in at most four digits, more for large numbers; a dash for none.
    pub fn number(&self, value: Option<f64>) -> String {
        let Some(value) = value else {
            return "–".to_owned();
        };
        let places = match value.abs() {
            _ if self.is_count => 0,
            size if size >= 1e7 => return format!("{value:.2e}"),
            size if size >= 99.95 => 0,
            size if size >= 9.995 => 1,
            size if size >= 0.995 => 2,
            // Short times matter to the step.
            size if size >= 5e-5 && self.unit == "s" => 4,
            size if size >= 0.0095 => 2,
            size if size >= 5e-4 => 3,
            _ => 2,
        };
        let shown = format!("{value:.places$}");
        // A number that rounds to 0 has no sign.
        match shown
            .trim_start_matches('-')
            .chars()
            .all(|c| "0.".contains(c))
        {
            true => shown.trim_start_matches('-').to_owned(),
            false => shown.replace('-', "−"),
        }
    }
}

/// The path of a body, and the places of its hits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// Places of its centre of mass, in order, in m.
    pub path: Vec<Vec3>,
    /// Places of its hits, the first ones, in m.
    pub hits: Vec<Vec3>,
    /// Least distance of two places of the path, in m.
    step: f32,
}

/// The past of a readout.
#[derive(Clone, Debug, Default)]
struct Past {
    count: u32,
    /// Time of the first hit, in s.
    first: Option<f64>,
    highest: Option<f64>,
    /// The weighted sum of the rates of precession, and that of the weights.
    rates: [f64; 2],
    trail: Trail,
}

/// Two objects that touch for a readout: the readout's index, the actor and a number for the other object.
type Touching = (u32, u32, u32);

/// State of the readouts that depends on the past.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadoutState {
    past: Vec<Past>,
    /// Sorted.
    touching: Vec<Touching>,
    inside: Vec<InZone>,
    /// Steps of the running round.
    step: u64,
}

/// The objects that a readout refers to.
#[derive(Clone, Debug, Default)]
struct Meant {
    subjects: Subjects,
    /// True if its past depends on touches.
    touches: bool,
}

/// The readouts of a round.
#[derive(Debug, Default)]
pub(super) struct Readouts {
    meant: Vec<Meant>,
    state: ReadoutState,
    /// True if names in the scene may have changed.
    is_stale: bool,
    /// Scratch memory.
    now: Vec<Touching>,
}

impl Readouts {
    /// Creates the readouts of a scene at the start of its round.
    pub fn new(scene: &Scene, arena: &Arena) -> Readouts {
        let mut readouts = Readouts::default();
        readouts.begin(scene, arena);
        readouts
    }

    /// Begins anew.
    pub fn begin(&mut self, scene: &Scene, arena: &Arena) {
        let specs = &scene.card().readouts;
        self.state = ReadoutState {
            past: vec![Past::default(); specs.len()],
            ..ReadoutState::default()
        };
        self.look_up(scene, arena);
    }

    /// Notes that names in the scene may have changed.
    pub fn look_again(&mut self) {
        self.is_stale = true;
    }

    /// Finds the bodies and zones that the readouts refer to.
    pub fn look_up(&mut self, scene: &Scene, arena: &Arena) {
        let specs = scene.card().readouts.iter();
        self.meant = specs.map(|spec| meant_by(spec, scene, arena)).collect();
        self.state.past.resize(self.meant.len(), Past::default());
        self.is_stale = false;
    }

    /// Notes a step of the running round.
    pub fn note(&mut self, scene: &Scene, arena: &Arena, step: u64) {
        if self.meant.is_empty() && !self.is_stale {
            return;
        }
        if self.is_stale {
            self.look_up(scene, arena);
        }
        self.state.step = step;
        self.note_hits(arena);
        self.note_zones(scene, arena);
        let specs = scene.card().readouts.iter();
        for ((spec, meant), past) in specs.zip(&self.meant).zip(&mut self.state.past) {
            let Some(body) = meant.subjects.body() else {
                continue;
            };
            match &spec.quantity {
                Quantity::Bounce { .. } if past.first.is_some() => {
                    let height = quantity::height(arena, body);
                    let higher = |height: &f64| past.highest.is_none_or(|most| *height > most);
                    past.highest = height.filter(higher).or(past.highest);
                }
                Quantity::Precession { axis, .. } => {
                    if let Some(now) = quantity::precession(arena, body, *axis) {
                        // A nod of the axis would let the number flicker.
                        let kept = 1.0 - f64::from(STEP_SECONDS / PRECESSION_SECONDS);
                        let [sum, weight] = past.rates;
                        past.rates = [sum * kept + now, weight * kept + 1.0];
                    }
                }
                _ => {}
            }
            if spec.trail && !arena.actor(body).is_gone() {
                past.trail.note(place_of(arena, body));
            }
        }
    }

    /// Counts the pairs that began to touch.
    fn note_hits(&mut self, arena: &Arena) {
        if !self.meant.iter().any(|meant| meant.touches) {
            return;
        }
        let Readouts {
            meant, state, now, ..
        } = self;
        now.clear();
        arena.contact_forces(-1.0, |touch| {
            for (index, meant) in (0..).zip(&*meant) {
                if meant.touches && meant.is_pair(touch.a, touch.met) {
                    now.push((index, touch.a.0, number_of(touch.met)));
                }
            }
        });
        // The contacts of a sleeping pair are not listed, but the two still touch.
        let sleeping = state.touching.iter();
        now.extend(sleeping.filter(|pair| sleeps(arena, pair)));
        now.sort_unstable();
        now.dedup();
        let is_new = |one: &Touching| state.touching.binary_search(one).is_err();
        let seconds = f64::from(STEP_SECONDS) * state.step as f64;
        for (index, meant) in meant.iter().enumerate().filter(|(_, meant)| meant.touches) {
            let past = &mut state.past[index];
            for (earlier, impact) in arena.events().iter().enumerate() {
                let pair = (index as u32, impact.a.0, number_of(impact.met));
                if !meant.is_pair(impact.a, impact.met) {
                    continue;
                }
                // Further slow impacts in the step in which they meet are parts of the same hit.
                let mut earlier = arena.events()[..earlier].iter();
                let is_first = earlier.all(|one| (one.a.0, number_of(one.met)) != (pair.1, pair.2));
                if impact.relative_speed >= HIT_SPEED || is_first && is_new(&pair) {
                    let at = seconds - (f64::from(arena.time()) - impact.time).max(0.0);
                    past.hit(at, Some(impact));
                }
            }
            let hit = |pair: &Touching| {
                let mut events = arena.events().iter();
                events.any(|one| (one.a.0, number_of(one.met)) == (pair.1, pair.2))
            };
            let began = now.iter().filter(|pair| pair.0 == index as u32);
            for _ in began.filter(|pair| is_new(pair) && !hit(pair)) {
                past.hit(seconds, None);
            }
        }
        std::mem::swap(now, &mut state.touching);
    }

    /// Follows the numbers of the zones after one was removed.
    pub fn remove_zone(&mut self, zone: usize) {
        let inside = &mut self.state.inside;
        inside.retain(|one| one.zone != zone);
        for InZone { zone: index, .. } in inside {
            *index -= usize::from(*index > zone);
        }
    }

    /// Counts those that entered zones.
    fn note_zones(&mut self, scene: &Scene, arena: &Arena) {
        let counts = |spec: &ReadoutSpec| matches!(spec.quantity, Quantity::Entries { .. });
        if !scene.card().readouts.iter().any(counts) {
            return;
        }
        let now = arena.in_zones();
        let state = &mut self.state;
        let specs = scene.card().readouts.iter();
        for ((spec, meant), past) in specs.zip(&self.meant).zip(&mut state.past) {
            if !counts(spec) {
                continue;
            }
            let new = now.iter().filter(|one| !state.inside.contains(one));
            past.count += new
                .filter(|one| meant.subjects.zone == Some(one.zone))
                .count() as u32;
        }
        state.inside.clear();
        state.inside.extend_from_slice(now);
    }

    /// Returns the readouts as they are shown; `count` returns counters of the triggers.
    pub fn readings(
        &self,
        scene: &Scene,
        arena: &Arena,
        count: impl Fn(&str) -> Option<i32>,
    ) -> Vec<Reading> {
        let specs = &scene.card().readouts;
        let mut query = Query::default();
        let values: Vec<Option<f64>> = (specs.iter().enumerate())
            .map(|(index, spec)| match &spec.quantity {
                Quantity::Counter { counter } => count(counter).map(f64::from),
                _ => self.value(index, scene, arena, &mut query),
            })
            .collect();
        let of = |name: &str| match specs.iter().position(|one| one.name == name) {
            Some(index) => values.get(index).copied().flatten(),
            None => (name == "gravity").then(|| f64::from(arena.settings().gravity)),
        };
        let shown = specs.iter().zip(&values).enumerate();
        let shown = shown.filter(|(_, (spec, _))| !spec.hidden);
        shown
            .map(|(index, (spec, value))| Reading {
                label: spec.words(),
                value: *value,
                unit: spec.quantity.unit(),
                is_count: spec.quantity.is_count(),
                formula: (!spec.formula.is_empty()).then(|| {
                    let formula = Formula::read(&spec.formula).ok();
                    (spec.formula.clone(), formula.and_then(|one| one.value(&of)))
                }),
                body: spec
                    .quantity
                    .body()
                    .and_then(|_| self.meant.get(index)?.subjects.body()),
            })
            .collect()
    }

    /// Returns the measured value of a readout, unless it is a counter of triggers.
    fn value(&self, index: usize, scene: &Scene, arena: &Arena, query: &mut Query) -> Option<f64> {
        let quantity = &scene.card().readouts.get(index)?.quantity;
        let past = self.state.past.get(index)?;
        match quantity {
            Quantity::Bounce { .. } => past.highest,
            Quantity::Precession { .. } => {
                let [sum, weight] = past.rates;
                (weight > 0.0).then(|| sum / weight)
            }
            Quantity::Hits { .. } | Quantity::Entries { .. } => Some(f64::from(past.count)),
            Quantity::FirstHit { .. } => past.first,
            Quantity::Time => Some(f64::from(STEP_SECONDS) * self.state.step as f64),
            present => (self.meant.get(index)?.subjects).value(present, arena, query),
        }
    }

    /// Returns the trails that are drawn, with their bodies.
    pub fn trails(&self) -> impl Iterator<Item = &Trail> {
        let trails = self.state.past.iter().map(|past| &past.trail);
        trails.filter(|trail| !trail.path.is_empty())
    }

    pub fn snapshot_into(&self, state: &mut ReadoutState) {
        state.clone_from(&self.state);
    }

    pub fn restore(&mut self, state: &ReadoutState, scene: &Scene, arena: &Arena) {
        self.state.clone_from(state);
        self.look_up(scene, arena);
    }
}

impl ReadoutState {
    /// Returns the size in memory, in bytes.
    pub fn size(&self) -> usize {
        let points = |past: &Past| past.trail.path.capacity() + past.trail.hits.capacity();
        let points: usize = self.past.iter().map(points).sum();
        points * size_of::<Vec3>()
            + self.past.capacity() * size_of::<Past>()
            + self.touching.capacity() * size_of::<Touching>()
            + self.inside.capacity() * size_of::<InZone>()
    }
}

impl Meant {
    fn is_pair(&self, a: ActorId, met: Met) -> bool {
        let Subjects { a: ones, b, .. } = &self.subjects;
        let is_other = |other: Option<ActorId>| match (b, other) {
            (None, _) => true,
            (Some(b), Some(other)) => b.contains(&other),
            (Some(_), None) => false,
        };
        let other = met.actor();
        let turned = other.is_some_and(|other| ones.contains(&other) && is_other(Some(a)));
        ones.contains(&a) && is_other(other) || turned
    }
}

impl Past {
    fn hit(&mut self, at: f64, impact: Option<&ActorImpact>) {
        self.count = self.count.saturating_add(1);
        self.first.get_or_insert(at);
        if let Some(impact) = impact.filter(|_| self.trail.hits.len() < TRAIL_HITS) {
            self.trail.hits.push(impact.point);
        }
    }
}

impl Trail {
    /// Adds a place. A path that gets too long loses every second one.
    fn note(&mut self, place: Vec3) {
        if self.path.capacity() == 0 {
            self.path.reserve_exact(TRAIL_POINTS);
            self.step = TRAIL_STEP;
        }
        let is_far = |last: &Vec3| last.distance(place) >= self.step;
        if !self.path.last().is_none_or(is_far) {
            return;
        }
        if self.path.len() >= TRAIL_POINTS {
            let mut index = 0;
            self.path.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.step *= 2.0;
        }
        self.path.push(place);
    }
}

/// Returns the objects that a readout refers to.
fn meant_by(spec: &ReadoutSpec, scene: &Scene, arena: &Arena) -> Meant {
    let is_of_touches = matches!(
        spec.quantity,
        Quantity::Hits { .. } | Quantity::FirstHit { .. } | Quantity::Bounce { .. }
    );
    Meant {
        subjects: Subjects::of(&spec.quantity, scene, arena),
        touches: is_of_touches || spec.trail,
    }
}

fn place_of(arena: &Arena, id: ActorId) -> Vec3 {
    let body = arena.world().body(arena.actor(id).body);
    body.map_or(arena.actor(id).pose.translation(), |body| {
        body.center().as_vec3()
    })
}

/// True if a pair that touched sleeps, so that no step looks at it.
fn sleeps(arena: &Arena, &(_, a, met): &Touching) -> bool {
    let is_still = |actor: u32| match arena.actors().get(actor as usize) {
        Some(actor) => {
            let body = arena.world().body(actor.body);
            body.is_some_and(|body| body.is_asleep() || !body.is_dynamic())
        }
        // The number is that of a part of the hall.
        None => true,
    };
    is_still(a) && is_still(met)
}

/// Returns a number that differs for all objects that an actor can meet.
fn number_of(met: Met) -> u32 {
    match met {
        Met::Actor(ActorId(actor)) => actor,
        Met::Hall(part) => u32::MAX - part as u32,
    }
}
