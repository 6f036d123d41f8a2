//! The question of the probe: the things that it is about, and the choices of its panel.

use dodgem_collide::query::{Stage, Stages};
use dodgem_collide::shape::Collider;
use dodgem_collide::{MAX_PIECE_TRIANGLES, VolumeKind};
use dodgem_physics::BodyId;
use glam::DVec3;

use crate::app::params::explanation::probe_asking::{HALF_BOX, MOST_KEPT};
use crate::app::words::ProbeWords;
use crate::arena::Arena;
use crate::game::explain::{Probe, ProbeThing, ProbeWith, Question};

/// The kind of the second of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum With {
    Thing,
    Ray,
    Box,
    Point,
}

impl With {
    pub const ALL: [With; 4] = [With::Thing, With::Ray, With::Box, With::Point];

    pub fn name(self, words: &ProbeWords) -> &'static str {
        match self {
            With::Thing => words.thing,
            With::Ray => words.ray,
            With::Box => words.cuboid,
            With::Point => words.point,
        }
    }

    /// The questions that have an answer for it.
    pub fn questions(self) -> &'static [Question] {
        match self {
            With::Thing | With::Box => Question::OF_THINGS,
            With::Ray => Question::OF_RAY,
            With::Point => Question::OF_POINT,
        }
    }
}

/// The choices of the most triangles in a convex piece.
pub const PIECES: [usize; 4] = [1, 2, 4, MAX_PIECE_TRIANGLES];

/// A question without the world that it is asked about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asking {
    pub with: With,
    pub question: Question,
    pub stages: Stages,
    /// The volumes of the trees, and the most triangles of a piece; None for those of the level.
    pub volume: Option<VolumeKind>,
    pub pieces: Option<usize>,
    pub first: Option<BodyId>,
    pub second: Option<BodyId>,
    /// The place to which the hand moved the second body.
    pub moved: Option<DVec3>,
    /// The begin of the ray or of the way of the box, and the place of the hand: the end of it, or the point.
    pub start: Option<DVec3>,
    pub hand: Option<DVec3>,
    /// True once a click has fixed that place.
    pub fixed: bool,
    /// The method of the lab whose steps are shown, and the step.
    pub lab: Option<usize>,
    pub lab_step: usize,
}

impl Asking {
    /// A question about these bodies, as far as there are two, with the stages of the level.
    pub fn about(bodies: [Option<BodyId>; 2], stages: Stages) -> Self {
        Asking {
            with: With::Thing,
            question: Question::Distance,
            stages,
            volume: None,
            pieces: None,
            first: bodies[0],
            second: bodies[1],
            moved: None,
            start: None,
            hand: None,
            fixed: false,
            lab: None,
            lab_step: 0,
        }
    }

    /// The question to the engine, without the method of the lab that is shown beside.
    pub fn to_engine(self) -> Self {
        Asking {
            lab: None,
            lab_step: 0,
            ..self
        }
    }

    /// The next thing to do for an answer; None if nothing is missing.
    pub fn missing(&self) -> Option<fn(&ProbeWords) -> &'static str> {
        match (self.first, self.with) {
            (None, _) => Some(|words| words.click_first),
            (_, With::Thing) if self.second.is_none() => Some(|words| words.click_second),
            (_, With::Ray | With::Box) if self.start.is_none() => Some(|words| words.click_begin),
            (_, With::Ray | With::Box | With::Point) if self.hand.is_none() => {
                Some(|words| words.move_pointer)
            }
            _ => None,
        }
    }

    /// Chooses the kind of the second of the two, and forgets the last one.
    pub fn take_kind(&mut self, with: With) {
        self.with = with;
        (self.start, self.hand, self.moved, self.fixed) = (None, None, None, false);
        // A question without an answer for it gives way to the first that has one.
        if !with.questions().contains(&self.question) {
            self.question = with.questions()[0];
        }
    }

    /// Lets a stage decide, or not.
    pub fn toggle(&mut self, stage: Stage) {
        self.stages = match self.stages.has(stage) {
            true => self.stages.without(stage),
            false => {
                let mut all: Vec<Stage> = self.stages.iter().collect();
                all.push(stage);
                Stages::only(&all)
            }
        };
    }

    /// Takes a click on a body, or on none, at a place in the plane of the hand.
    pub fn click(&mut self, body: Option<BodyId>, hand: Option<DVec3>) {
        match (self.first, self.with) {
            (None, _) => self.first = body,
            (first, With::Thing) => {
                if body.is_some() && body != first && body != self.second {
                    (self.second, self.moved) = (body, None);
                }
            }
            (_, With::Ray | With::Box) if self.start.is_none() || self.fixed => {
                (self.start, self.hand, self.fixed) = (hand, hand, false);
            }
            (_, With::Ray | With::Box) => (self.hand, self.fixed) = (hand.or(self.hand), true),
            (_, With::Point) => (self.hand, self.fixed) = (hand.or(self.hand), !self.fixed),
        }
    }

    /// Begins again without things.
    pub fn forget(&mut self) {
        (self.first, self.second) = (None, None);
        self.take_kind(self.with);
    }

    /// Returns the question with its things as they are now. None if one is missing or gone.
    pub fn probe(&self, arena: &Arena, kept: &mut Rebuilt) -> Option<Probe> {
        if self.missing().is_some() {
            return None;
        }
        let thing = |id: BodyId, kept: &mut Rebuilt| {
            let mut thing = ProbeThing::of_body(arena, id)?;
            if self.volume.is_some() || self.pieces.is_some() {
                kept.rebuild(&mut thing, id, self);
            }
            Some(thing)
        };
        let mut first = thing(self.first?, kept)?;
        let second = match self.with {
            With::Thing => {
                let mut second = thing(self.second?, kept)?;
                match (self.moved, self.question) {
                    (None, _) => {}
                    (Some(place), Question::Impact) => {
                        second.send_to(place);
                        first.put_at(first.frame.center);
                    }
                    (Some(place), _) => second.put_at(place),
                }
                ProbeWith::Thing(Box::new(second))
            }
            With::Ray => ProbeWith::Ray([self.start?, self.hand?]),
            With::Box => {
                let mut cuboid = ProbeThing::cuboid(HALF_BOX, [self.start?, self.hand?])?;
                match self.question {
                    Question::Impact => first.put_at(first.frame.center),
                    _ => cuboid.put_at(self.hand?),
                }
                ProbeWith::Thing(Box::new(cuboid))
            }
            With::Point => ProbeWith::Point(self.hand?),
        };
        Some(Probe {
            first,
            second,
            question: self.question,
            stages: self.stages,
        })
    }
}

/// A body with its volumes and the most triangles of its pieces.
type Choice = (BodyId, VolumeKind, usize);

/// Meshes that were built with other volumes or pieces: building one takes longer than a question.
#[derive(Default)]
pub struct Rebuilt {
    /// None if it could not be built otherwise.
    kept: Vec<(Choice, Option<Collider>)>,
}

impl Rebuilt {
    fn rebuild(&mut self, thing: &mut ProbeThing, id: BodyId, asking: &Asking) {
        let Some(model) = thing.model() else {
            return;
        };
        let volume = asking.volume.unwrap_or(model.options().volume);
        let pieces = asking.pieces.unwrap_or(model.options().max_piece_triangles);
        let key = (id, volume, pieces);
        if !self.kept.iter().any(|(known, _)| *known == key) {
            if self.kept.len() >= MOST_KEPT {
                self.kept.remove(0);
            }
            self.kept.push((key, thing.rebuilt(volume, pieces)));
        }
        let found = self.kept.iter().find(|(known, _)| *known == key);
        if let Some((_, Some(collider))) = found {
            thing.collider = collider.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Round, RoundOptions};
    use crate::level::{Library, load};

    fn arena_of(name: &str) -> Round {
        let library = Library::new(Vec::new());
        let level = load(&library, name).unwrap();
        Round::with_options(&level, &library, RoundOptions::default()).unwrap()
    }

    #[test]
    fn clicks_and_the_hand_make_a_question_of_each_kind() {
        let round = arena_of("classic");
        let arena = round.arena();
        let [a, b] = [0, 1].map(|car: usize| arena.actor(round.cars()[car].actor).body);
        let mut kept = Rebuilt::default();
        let mut asking = Asking::about([None; 2], Stages::ALL);
        assert!(asking.missing().is_some() && asking.probe(arena, &mut kept).is_none());
        asking.click(Some(a), None);
        asking.click(Some(a), None);
        assert_eq!(
            (asking.first, asking.second),
            (Some(a), None),
            "two things are two"
        );
        asking.click(Some(b), None);
        assert!(matches!(
            asking.probe(arena, &mut kept).unwrap().second,
            ProbeWith::Thing(_)
        ));
        let at = arena.world().body(a).unwrap().center();
        for with in [With::Ray, With::Box, With::Point] {
            asking.take_kind(with);
            assert!(
                asking.probe(arena, &mut kept).is_none(),
                "{with:?} without a hand"
            );
            asking.click(None, Some(at + DVec3::X * 3.0));
            if with != With::Point {
                asking.hand = Some(at);
                assert!(!asking.fixed, "its end follows the hand");
                asking.click(None, Some(at));
            }
            assert!(
                asking.fixed && asking.probe(arena, &mut kept).is_some(),
                "{with:?}"
            );
        }
        asking.forget();
        assert!(asking.missing().is_some());
    }

    #[test]
    fn stages_volumes_and_pieces_are_varied() {
        let round = arena_of("classic");
        let arena = round.arena();
        let bodies = [0, 1].map(|car: usize| Some(arena.actor(round.cars()[car].actor).body));
        let mut asking = Asking::about(bodies, Stages::ALL);
        let mut kept = Rebuilt::default();
        for stage in Stage::ALL {
            asking.toggle(stage);
        }
        assert!(asking.stages.iter().eq([Stage::Tree, Stage::Triangles]));
        asking.toggle(Stage::Plane);
        assert!(asking.stages.has(Stage::Plane));
        for volume in VolumeKind::ALL {
            (asking.volume, asking.pieces) = (Some(volume), Some(2));
            let probe = asking.probe(arena, &mut kept).unwrap();
            let options = *probe.first.model().unwrap().options();
            assert_eq!((options.volume, options.max_piece_triangles), (volume, 2));
        }
        assert!(kept.kept.len() <= MOST_KEPT);
    }
}
