//! A question about two things as they are now: two bodies, or one and a ray, a moving box or a point.
//!
//! It runs the queries of the engine, with any set of stages, and the volumes and pieces that [`ProbeThing::rebuilt`]
//! gives a mesh. The time of impact has the same parts as that of a crash. The other questions have no path: the
//! nodes that their trees show are those of a sweep that stands still.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use dodgem_collide::math::{CenterFrame, Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{
    Answer, Collision, ContactPoint, Containment, Distance, PairCache, RayCast, Stage, Stages,
    SweepLimits,
};
use dodgem_collide::shape::{Collider, Cuboid, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, DistanceOptions, Model, Placed, Query, Shape, VolumeKind,
};
use dodgem_physics::{BodyId, BodyKind};
use glam::{DQuat, DVec3, Vec3};

use crate::explain::sweep::{SweepStage, moving};
use crate::params::{
    PROBE_CONTACTS, PROBE_GAP, PROBE_POINT, PROBE_REBUILT, PROBE_SECONDS, PROBE_WORK,
};
use dodgem_scene::arena::Arena;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Do the two share a point? Does the ray hit?
    Intersect,
    /// How far are they apart, and where?
    Distance,
    /// Where do they touch, or nearly touch?
    Contacts,
    /// When do they meet on their way?
    Impact,
    /// Is the point inside?
    Contains,
}

impl Question {
    /// The questions about two things, about one and a ray, and about one and a point.
    pub const OF_THINGS: &[Question] = &[
        Question::Intersect,
        Question::Distance,
        Question::Contacts,
        Question::Impact,
    ];
    pub const OF_RAY: &[Question] = &[Question::Intersect];
    pub const OF_POINT: &[Question] = &[Question::Contains, Question::Distance];
}

/// A shape at a place, with its motion.
#[derive(Clone, Debug)]
pub struct ProbeThing {
    /// Its name; None for a box of the probe.
    pub name: Option<String>,
    /// The shape.
    pub collider: Collider,
    /// The place of its centre, in metres, and its rotation.
    pub frame: CenterFrame,
    /// The velocity of the centre, in m/s.
    pub velocity: DVec3,
    /// The angular velocity, in rad/s.
    pub spin: DVec3,
}

impl ProbeThing {
    /// Returns a body of an arena as it is now; None if it is gone.
    pub fn of_body(arena: &Arena, id: BodyId) -> Option<ProbeThing> {
        let body = arena.world().body(id)?;
        let moves = body.kind() != BodyKind::Static;
        let known = |v: DVec3| if moves { v } else { DVec3::ZERO };
        Some(ProbeThing {
            name: Some(arena.name_of(arena.met_of(id)).to_owned()),
            collider: body.collider().clone(),
            frame: body.frame(),
            velocity: known(body.velocity()),
            spin: known(body.angular_velocity()),
        })
    }

    /// Returns a box with that half width (m) at a place, which it leaves for another within [`PROBE_SECONDS`].
    pub fn cuboid(half: f32, [from, to]: [DVec3; 2]) -> Option<ProbeThing> {
        let shape = Shape::Cuboid(Cuboid::new(Vec3::splat(half)).ok()?);
        Some(ProbeThing {
            name: None,
            collider: Collider::new(shape, Vec3::ZERO),
            frame: CenterFrame::new(from, DQuat::IDENTITY),
            velocity: (to - from) / PROBE_SECONDS,
            spin: DVec3::ZERO,
        })
    }

    /// Moves it to another place, where it stands still.
    pub fn put_at(&mut self, center: DVec3) {
        self.frame.center = center;
        (self.velocity, self.spin) = (DVec3::ZERO, DVec3::ZERO);
    }

    /// Sends it to a place, which it reaches after [`PROBE_SECONDS`] without turning.
    pub fn send_to(&mut self, center: DVec3) {
        self.velocity = (center - self.frame.center) / PROBE_SECONDS;
        self.spin = DVec3::ZERO;
    }

    /// The mesh, if it is one.
    pub fn model(&self) -> Option<&Arc<Model>> {
        match self.collider.shape() {
            Shape::Mesh(model) => Some(model),
            _ => None,
        }
    }

    /// Returns the shape with other volumes in its tree, and pieces of at most that many triangles. None if it is no
    /// mesh, too large to be built again for a question, or has these already.
    pub fn rebuilt(&self, volume: VolumeKind, triangles: usize) -> Option<Collider> {
        let model = self.model()?;
        let options = BuildOptions {
            volume,
            max_piece_triangles: triangles,
            ..*model.options()
        };
        if options == *model.options() || model.mesh().triangles().len() > PROBE_REBUILT {
            return None;
        }
        let built = Model::build(model.mesh(), &options).ok()?;
        let center = self.collider.local_center();
        Some(Collider::new(Shape::Mesh(Arc::new(built)), center))
    }

    fn motion(&self) -> Motion {
        match self.velocity == DVec3::ZERO && self.spin == DVec3::ZERO {
            true => self.resting(),
            false => Motion::from_frame(self.frame, 0.0, self.velocity, self.spin),
        }
    }

    fn resting(&self) -> Motion {
        Motion::resting_at(self.frame, 0.0)
    }

    /// The pose, seen from an origin (m) near it.
    fn pose(&self, origin: DVec3) -> Pose {
        let local = self.frame.relative_to(origin);
        local.pose(self.collider.local_center())
    }
}

/// The second object of a question.
#[derive(Clone, Debug)]
pub enum ProbeWith {
    /// A body, or a box.
    Thing(Box<ProbeThing>),
    /// A ray from one place to another, in metres.
    Ray([DVec3; 2]),
    /// A point, in metres.
    Point(DVec3),
}

impl ProbeWith {
    /// The questions that have an answer for it.
    pub fn questions(&self) -> &'static [Question] {
        match self {
            ProbeWith::Thing(_) => Question::OF_THINGS,
            ProbeWith::Ray(_) => Question::OF_RAY,
            ProbeWith::Point(_) => Question::OF_POINT,
        }
    }
}

/// A question with all that it is about.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The first thing.
    pub first: ProbeThing,
    /// The second one.
    pub second: ProbeWith,
    /// The question; another one that has an answer is taken if this has none.
    pub question: Question,
    /// The stages that may decide.
    pub stages: Stages,
}

/// The result of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProbeResult {
    /// They share a point, or meet.
    Meet,
    /// They share none.
    Clear,
    /// They are that far apart, in metres; 0 if they meet.
    Apart(f64),
    /// They touch or nearly touch at that many places.
    Contacts(usize),
    /// They meet after that time, in seconds.
    MeetAt(f64),
    /// They overlap already at the begin.
    Overlap,
    /// The ray hits at that distance, in metres.
    HitAt(f64),
    /// The point is there.
    Place(Containment),
    /// The work for a question was spent before.
    Cut,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct ProbeAnswer {
    /// The question that was asked.
    pub question: Question,
    /// Its result.
    pub result: ProbeResult,
    /// The stage that decided; None for a cut.
    pub decided_by: Option<Stage>,
    /// The work, in units.
    pub used: u64,
    /// Tests of volumes, convex pieces and triangles.
    pub tests: [u64; 3],
    /// A place of the answer with a direction from the first to the second, in metres.
    pub point: Option<[Vec3; 2]>,
    /// The nearest points of both, in metres.
    pub nearest: Option<[DVec3; 2]>,
    /// Contacts: the place, the normal and the distance along it, in metres.
    pub contacts: Vec<(DVec3, Vec3, f32)>,
    /// The time of impact with all its parts; of another question about two things the same sweep at rest.
    pub sweep: Option<Box<SweepStage>>,
}

impl Probe {
    /// Asks the question.
    pub fn ask(&self, query: &mut Query) -> ProbeAnswer {
        let possible = self.second.questions();
        let question = match possible.contains(&self.question) {
            true => self.question,
            false => possible[0],
        };
        query.set_stages(self.stages);
        query.budget = Budget::Work(PROBE_WORK);
        match &self.second {
            ProbeWith::Thing(second) if question == Question::Impact => {
                self.ask_impact(second, query)
            }
            ProbeWith::Thing(second) => {
                let mut answer = self.ask_pair(second, question, query);
                let motions = [self.first.resting(), second.resting()];
                let (sweep, _) = self.swept(second, motions, query);
                answer.sweep = Some(Box::new(sweep));
                answer
            }
            ProbeWith::Ray(ends) => self.ask_ray(*ends, query),
            ProbeWith::Point(point) => self.ask_point(*point, question, query),
        }
    }

    /// A place near both, from which f32 is finest: the first centre, unless the first has no end.
    fn origin(&self, second: DVec3) -> DVec3 {
        match self.first.collider.shape() {
            Shape::HalfSpace(_) => second,
            _ => self.first.frame.center,
        }
    }

    fn ask_pair(&self, second: &ProbeThing, question: Question, query: &mut Query) -> ProbeAnswer {
        let origin = self.origin(second.frame.center);
        let poses = [self.first.pose(origin), second.pose(origin)];
        let a = Placed::new(self.first.collider.shape(), &poses[0]);
        let b = Placed::new(second.collider.shape(), &poses[1]);
        let world = |p: Vec3| origin + p.as_dvec3();
        let mut cache = PairCache::default();
        match question {
            Question::Contacts => {
                let mut found: Vec<ContactPoint> = Vec::new();
                let answer = query.contacts(a, b, PROBE_GAP, &mut cache, &mut found);
                let result = match answer.decided_by {
                    None => ProbeResult::Cut,
                    Some(_) => ProbeResult::Contacts(found.len()),
                };
                let mut told = ProbeAnswer::of(question, &answer, result);
                let middle = |one: &ContactPoint| origin + one.point;
                found.sort_by(|p, q| p.distance.total_cmp(&q.distance));
                let places = found.iter().take(PROBE_CONTACTS);
                told.contacts = places
                    .map(|one| (middle(one), one.normal.as_vec3(), one.distance as f32))
                    .collect();
                told.point = (told.contacts.first()).map(|one| [one.0.as_vec3(), one.1]);
                told
            }
            Question::Distance => {
                let answer = query.distance(a, b, &DistanceOptions::EXACT, &mut cache);
                let mut told = ProbeAnswer::of(question, &answer, distance(&answer));
                told.set_points(&answer, origin);
                told
            }
            _ => {
                let answer = query.intersect(a, b);
                let result = match *answer {
                    Collision::Clear => ProbeResult::Clear,
                    Collision::Hit { .. } => ProbeResult::Meet,
                    Collision::Cut { .. } => ProbeResult::Cut,
                };
                let mut told = ProbeAnswer::of(question, &answer, result);
                let first = answer.value.points().first();
                told.point = first.map(|point| [world(*point).as_vec3(), Vec3::Y]);
                told
            }
        }
    }

    fn ask_impact(&self, second: &ProbeThing, query: &mut Query) -> ProbeAnswer {
        let motions = [self.first.motion(), second.motion()];
        let (sweep, answer) = self.swept(second, motions, query);
        let result = match *answer {
            Sweep::Clear => ProbeResult::Clear,
            Sweep::Impact { time, .. } => ProbeResult::MeetAt(f64::from(time)),
            Sweep::Overlapping { .. } => ProbeResult::Overlap,
            Sweep::Cut { .. } => ProbeResult::Cut,
        };
        let mut told = ProbeAnswer::of(Question::Impact, &answer, result);
        let normal = sweep.normal.unwrap_or(Vec3::Y);
        told.point = sweep.point.map(|point| [point.as_vec3(), normal]);
        told.sweep = Some(Box::new(sweep));
        told
    }

    fn swept(
        &self,
        second: &ProbeThing,
        motions: [Motion; 2],
        query: &mut Query,
    ) -> (SweepStage, Answer<Sweep<DVec3>>) {
        let colliders = [&self.first.collider, &second.collider];
        let limits = SweepLimits {
            start: 0.0,
            end: PROBE_SECONDS,
            min_gap: dodgem_scene::params::LOOK_AHEAD_MIN_GAP,
            options: SweepOptions {
                target: dodgem_scene::params::LOOK_AHEAD_TARGET,
            },
        };
        let both = moving(colliders, motions);
        query.set_stages(self.stages);
        query.budget = Budget::Work(PROBE_WORK);
        let record = query.recorded_sweep(&both, &limits, &mut PairCache::default());
        (SweepStage::of_record(colliders, &record), record.answer)
    }

    fn ask_ray(&self, [from, to]: [DVec3; 2], query: &mut Query) -> ProbeAnswer {
        let origin = self.origin(from);
        let pose = self.first.pose(origin);
        let shape = Placed::new(self.first.collider.shape(), &pose);
        let way = to - from;
        let answer = query.ray(shape, (from - origin).as_vec3(), way.as_vec3(), 1.0);
        let (result, hit) = match *answer {
            RayCast::Clear => (ProbeResult::Clear, None),
            RayCast::Hit { time, normal, .. } => {
                let at = from + way * f64::from(time);
                let result = ProbeResult::HitAt(way.length() * f64::from(time));
                (result, Some([at.as_vec3(), normal]))
            }
            RayCast::Cut { .. } => (ProbeResult::Cut, None),
        };
        let mut told = ProbeAnswer::of(Question::Intersect, &answer, result);
        told.point = hit;
        told
    }

    fn ask_point(&self, point: DVec3, question: Question, query: &mut Query) -> ProbeAnswer {
        let origin = self.origin(point);
        let pose = self.first.pose(origin);
        let shape = Placed::new(self.first.collider.shape(), &pose);
        let local = (point - origin).as_vec3();
        if question == Question::Contains {
            let answer = query.contains(shape, local);
            let result = match *answer {
                Containment::Cut => ProbeResult::Cut,
                place => ProbeResult::Place(place),
            };
            return ProbeAnswer::of(question, &answer, result);
        }
        let (Ok(ball), Ok(there)) = (Sphere::new(PROBE_POINT), Pose::from_translation(local))
        else {
            // A point that no pose can hold is infinitely far away.
            return ProbeAnswer::cut(question);
        };
        let ball = Shape::Sphere(ball);
        let ball = Placed::new(&ball, &there);
        let answer = query.distance(
            shape,
            ball,
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        let mut told = ProbeAnswer::of(question, &answer, distance(&answer));
        told.set_points(&answer, origin);
        told
    }
}

impl ProbeAnswer {
    fn of<T>(question: Question, answer: &Answer<T>, result: ProbeResult) -> ProbeAnswer {
        let cost = &answer.cost;
        ProbeAnswer {
            decided_by: answer.decided_by,
            used: answer.charge(),
            tests: [cost.volume_tests, cost.piece_tests, cost.triangle_tests],
            result,
            ..ProbeAnswer::cut(question)
        }
    }

    fn cut(question: Question) -> ProbeAnswer {
        ProbeAnswer {
            question,
            result: ProbeResult::Cut,
            decided_by: None,
            used: 0,
            tests: [0; 3],
            point: None,
            nearest: None,
            contacts: Vec::new(),
            sweep: None,
        }
    }

    /// The distance that it found, in metres; 0 for another answer.
    pub fn distance(&self) -> f64 {
        match self.result {
            ProbeResult::Apart(distance) => distance,
            _ => 0.0,
        }
    }

    /// Notes the nearest points of an answer that was found relative to an origin.
    fn set_points(&mut self, answer: &Distance, origin: DVec3) {
        let world = |p: Vec3| origin + p.as_dvec3();
        match *answer {
            Distance::Apart {
                point_a, point_b, ..
            } => {
                let [a, b] = [point_a, point_b].map(world);
                self.nearest = Some([a, b]);
                self.point = Some([((a + b) * 0.5).as_vec3(), (b - a).as_vec3()]);
            }
            Distance::Meet { point } => self.point = Some([world(point).as_vec3(), Vec3::Y]),
            Distance::Cut { .. } => {}
        }
    }
}

fn distance(answer: &Distance) -> ProbeResult {
    match answer.distance() {
        Some(distance) => ProbeResult::Apart(f64::from(distance)),
        None => ProbeResult::Cut,
    }
}
