//! The steps of a method of the lab about two bodies: the probe and views 3, 4 and 6 show them. The method is asked
//! once for each place of the two; its steps are gone through without asking again. A browser has no lab.

use std::sync::Arc;

use dodgem_collide::{DebugKind, DebugSink, DebugTone, Model};
use dodgem_lab::mesh_pair::{Mesh, Pose};
use dodgem_lab::registry::Row;
use dodgem_lab::traced::{self, Asker, Line};

use crate::app::params::window::lab_view::MOST_EARLIER;
use crate::arena::{ActorId, Arena, Focus, View, Views};

/// The method with a number, which counts on from the last one to the first.
pub fn method(number: usize) -> Option<&'static Row> {
    traced::rows().nth(number % count().max(1))
}

/// The number of methods.
pub fn count() -> usize {
    traced::rows().count()
}

/// A body: its mesh and its place.
pub type Placed = (Arc<Model>, Pose);

/// A body of an arena.
pub fn placed(arena: &Arena, id: ActorId) -> Placed {
    let actor = arena.actor(id);
    let pose = Pose {
        rotation: actor.pose.rotation().as_dquat().normalize(),
        translation: actor.pose.translation().as_dvec3(),
    };
    (Arc::clone(&actor.model), pose)
}

/// A method with its answer about two bodies.
#[derive(Debug)]
struct Asked {
    method: usize,
    models: [Arc<Model>; 2],
    poses: [Pose; 2],
    /// The reason in words if it cannot be asked.
    asker: Result<Asker, String>,
}

/// The chosen method with its steps.
#[derive(Debug, Default)]
pub struct LabView {
    method: Option<usize>,
    step: usize,
    asked: Option<Asked>,
}

impl LabView {
    /// The method by its number, and the step.
    pub fn choice(&self) -> (Option<usize>, usize) {
        (self.method, self.step)
    }

    /// Chooses a method and a step; the last one, if it has fewer.
    pub fn choose(&mut self, method: Option<usize>, step: usize) {
        (self.method, self.step) = (method, step);
    }

    /// Asks the chosen method about two bodies, if it, they or their places are others than before. Asks none about
    /// nothing.
    pub fn follow(&mut self, things: Option<[Placed; 2]>) {
        let (Some(method), Some(things)) = (self.method, things) else {
            self.asked = None;
            return;
        };
        let poses = things.each_ref().map(|(_, pose)| *pose);
        let models = things.map(|(model, _)| model);
        let same = self.asked.as_mut().filter(|asked| {
            let pairs = asked.models.iter().zip(&models);
            asked.method == method && pairs.into_iter().all(|(a, b)| Arc::ptr_eq(a, b))
        });
        match same {
            Some(asked) if asked.poses == poses => {}
            Some(asked) => {
                asked.poses = poses;
                if let Ok(asker) = &mut asked.asker {
                    asker.ask(poses);
                }
            }
            None => {
                let meshes = models.each_ref().map(|model| Mesh::of(model.mesh()));
                let row = self::method(method).ok_or_else(|| "there is none".to_owned());
                self.asked = Some(Asked {
                    method,
                    models,
                    poses,
                    asker: row.and_then(|row| Asker::new(row, meshes, poses)),
                });
            }
        }
        let steps = self.asker().map_or(0, Asker::steps);
        self.step = self.step.min(steps.saturating_sub(1));
    }

    /// Asks about the pair in focus, if a view is on that shows the answer.
    pub fn follow_focus(&mut self, arena: &Arena, views: &Views) {
        let is_shown = [View::Tree, View::Pieces, View::Sweeps]
            .into_iter()
            .any(|view| views.has(view));
        let pair = views.focus.as_ref().and_then(Focus::pair);
        let pair = pair.filter(|_| is_shown && self.method.is_some());
        self.follow(pair.map(|pair| pair.map(|id| placed(arena, id))));
    }

    fn asker(&self) -> Option<&Asker> {
        self.asked.as_ref()?.asker.as_ref().ok()
    }

    /// Goes `back` and `on` in the steps, if one of the views that are on shows them. Returns the numbers that are left
    /// for others.
    pub fn take_presses(&mut self, views: &Views, (back, on): (usize, usize)) -> (usize, usize) {
        let is_seen = |view| views.has(view) && self.is_in(view);
        match [View::Tree, View::Pieces, View::Sweeps]
            .into_iter()
            .any(is_seen)
        {
            true => self.take_steps((back, on)),
            false => (back, on),
        }
    }

    /// Goes `back` and `on` in the steps. Returns the numbers that are left for others: without steps, all.
    pub fn take_steps(&mut self, (back, on): (usize, usize)) -> (usize, usize) {
        let Some(last) = self.asker().and_then(|asker| asker.steps().checked_sub(1)) else {
            return (back, on);
        };
        self.step = (self.step + on).min(last).saturating_sub(back);
        (0, 0)
    }

    /// The method, its step and its answer in words.
    pub fn words(&self) -> Vec<String> {
        let (Some(row), Some(asked)) = (self.method.and_then(method), &self.asked) else {
            return Vec::new();
        };
        let mut words = vec![format!("{}: {}", row.id, row.about)];
        match &asked.asker {
            Ok(asker) => {
                words.extend(asker.words(self.step));
                words.push(asker.answer().to_owned());
            }
            Err(reason) => words.push(format!("Cannot be asked: {reason}.")),
        }
        words
    }

    /// True if a view shows the method in place of the engine's query: trees and pieces a descent, sweeps an iteration.
    pub fn is_in(&self, view: View) -> bool {
        let shows = |asker: &Asker| match view {
            View::Tree | View::Pieces => asker.descends(),
            View::Sweeps => !asker.descends(),
            _ => false,
        };
        self.asker().is_some_and(shows)
    }

    /// The reason in words why the chosen method cannot be asked about the two, for the views that would show it.
    pub fn refusal(&self, view: View) -> Option<String> {
        let asked = self.asked.as_ref()?;
        let (row, reason) = (method(asked.method)?, asked.asker.as_ref().err()?);
        let would_show = matches!(view, View::Tree | View::Pieces | View::Sweeps);
        would_show.then(|| {
            format!(
                "The lab's method {} cannot be asked about these two: {reason}. This is the engine's query.",
                row.id
            )
        })
    }

    /// Draws the part of a view: the step in full, those before it faintly.
    pub fn draw_view(&self, view: View, sink: &mut dyn DebugSink) {
        let first = self.step.saturating_sub(MOST_EARLIER);
        for step in first..=self.step {
            let is_now = step == self.step;
            sink.tone(match is_now {
                true => DebugTone::Plain,
                false => DebugTone::Faint,
            });
            let Some(figure) = self.asker().map(|asker| asker.figure(step)) else {
                return;
            };
            match view {
                View::Tree => draw(&figure.boxes.concat(), DebugKind::Volume, sink),
                View::Pieces => {
                    for (side, lines) in (0..).zip(&figure.triangles) {
                        if is_now {
                            sink.tone(DebugTone::Number(side));
                        }
                        draw(lines, DebugKind::Piece, sink);
                    }
                }
                _ => draw(figure.arrow.as_slice(), DebugKind::SeparatingAxis, sink),
            }
        }
        sink.tone(DebugTone::Plain);
    }

    /// Draws the whole step.
    pub fn draw_step(&self, sink: &mut dyn DebugSink) {
        let Some(figure) = self.asker().map(|asker| asker.figure(self.step)) else {
            return;
        };
        let sides = figure.boxes.iter().chain(&figure.triangles).flatten();
        let all: Vec<Line> = sides.copied().chain(figure.arrow).collect();
        draw(&all, DebugKind::Volume, sink);
    }
}

fn draw(lines: &[Line], kind: DebugKind, sink: &mut dyn DebugSink) {
    for [from, to] in lines {
        sink.line(from.as_vec3(), to.as_vec3(), kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Round, RoundOptions};
    use crate::level::{Library, load};
    use dodgem_collide::BuildOptions;
    use dodgem_collide::mesh::TriMesh;
    use glam::Vec3;

    /// Lines of each kind.
    #[derive(Default)]
    struct Lines(Vec<DebugKind>);

    impl DebugSink for Lines {
        fn line(&mut self, _: Vec3, _: Vec3, kind: DebugKind) {
            self.0.push(kind);
        }

        fn text(&mut self, _: Vec3, _: &str, _: DebugKind) {}
    }

    fn number_of(id: &str) -> Option<usize> {
        traced::rows().position(|row| row.id == id)
    }

    #[test]
    fn the_views_of_a_pair_in_focus_show_the_steps_of_a_method() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
        let arena = round.arena();
        let pair = Focus::Pair([0, 1].map(|car: usize| round.cars()[car].actor));
        let mut lab = LabView::default();
        let drawn = |lab: &LabView, view| {
            let mut lines = Lines::default();
            lab.draw_view(view, &mut lines);
            lines.0
        };
        for (id, view, kind) in [
            ("tree-obb", View::Tree, DebugKind::Volume),
            ("gjk-johnson", View::Sweeps, DebugKind::SeparatingAxis),
        ] {
            let mut views = Views::default();
            views.focus = Some(pair);
            lab.choose(number_of(id), 0);
            lab.follow_focus(arena, &views);
            assert!(!lab.is_in(view) && lab.words().is_empty(), "no view is on");
            views.set(view, true);
            lab.follow_focus(arena, &views);
            assert!(lab.is_in(view), "{id}: {:?}", lab.words());
            let first = drawn(&lab, view);
            assert!(
                !first.is_empty() && first.iter().all(|one| *one == kind),
                "{id}"
            );
            let words = lab.words();
            let was = lab.asker().unwrap().steps();
            assert_eq!(lab.take_steps((0, 1)), (0, 0));
            if was > 1 {
                assert_ne!(lab.words(), words);
            }
            lab.take_steps((9, 0));
            assert_eq!(lab.words(), words);
        }
        lab.choose(None, 0);
        lab.follow_focus(arena, &Views::default());
        assert_eq!(lab.take_steps((1, 2)), (1, 2));
        assert!(!lab.is_in(View::Tree));
    }

    /// Cause: the views showed the engine's query without a word, as if no method were chosen.
    #[test]
    fn a_method_that_cannot_be_asked_about_two_says_so_in_its_views() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
        let arena = round.arena();
        let things = [0, 1].map(|car: usize| placed(arena, round.cars()[car].actor));
        let mut lab = LabView::default();
        lab.choose(number_of("tree-obb"), 0);
        lab.follow(Some(things.clone()));
        assert_eq!(lab.refusal(View::Tree), None);
        // A net of squares, each of two triangles, has too many for the lab.
        let corners = (0..33 * 33).map(|i| Vec3::new((i % 33) as f32, 0.0, (i / 33) as f32));
        let squares = (0..33 * 32u32).filter(|i| i % 33 < 32);
        let triangles = squares.flat_map(|i| [[i, i + 1, i + 33], [i + 1, i + 34, i + 33]]);
        let net = TriMesh::new(corners.collect(), triangles.collect()).unwrap();
        let net = Arc::new(Model::build(&net, &BuildOptions::default()).unwrap());
        let things = things.map(|(_, pose)| (Arc::clone(&net), pose));
        lab.choose(number_of("gjk-johnson"), 0);
        lab.follow(Some(things));
        for view in [View::Tree, View::Pieces, View::Sweeps] {
            assert!(!lab.is_in(view));
            let told = lab.refusal(view).unwrap();
            assert!(
                told.contains("gjk-johnson") && told.contains("triangles"),
                "{told}"
            );
        }
        assert_eq!(lab.refusal(View::Budget), None);
        lab.follow(None);
        assert_eq!(lab.refusal(View::Sweeps), None);
    }

    #[test]
    fn a_method_is_asked_once_for_each_place() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
        let mut things = [0, 1].map(|car: usize| placed(round.arena(), round.cars()[car].actor));
        // A witness of the last question saves the first steps of the next one.
        let mut lab = LabView::default();
        lab.choose(number_of("chung-wang"), 0);
        lab.follow(Some(things.clone()));
        let words = lab.words();
        lab.follow(Some(things.clone()));
        assert_eq!(lab.words(), words, "asked once");
        // Within each other, they give another answer.
        things[1].1 = things[0].1;
        lab.follow(Some(things));
        assert_ne!(lab.words(), words);
    }
}
