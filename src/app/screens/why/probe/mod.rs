//! The probe: a question about two things of the scene that waits below, with its answer, its work and its descent,
//! which follow the hand. Nothing in the scene moves.

mod asking;
#[cfg(not(target_family = "wasm"))]
mod lab;
mod rows;

use crate::app::params::explanation::panel::AROUND;
use std::cell::RefCell;

use glam::{DVec3, Vec2, Vec3};
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed};

use dodgem_collide::Query;
use dodgem_physics::{BodyId, Filter};

use crate::app::area::Area;
use crate::app::camera::CameraKind;
use crate::app::free_camera::FreeCamera;
use crate::app::input::{Command, Presses};
#[cfg(not(target_family = "wasm"))]
use crate::app::lab_view::LabView;
use crate::app::params::HAND_FAR;
use crate::app::params::explanation::probe::MOST_REACH;
use crate::app::screens::canvas::Canvas;
use crate::app::screens::screen::Screen;
use crate::app::screens::why::bodies::camera_beside;
use crate::app::screens::why::flat::{Flat, Seen};
use crate::app::screens::why::outline::Outline;
use crate::app::screens::why::panel;
use crate::app::screens::why::probe::asking::{Asking, Rebuilt, With};
use crate::app::screens::why::scene::OF_SIDE;
use crate::app::screens::why::shown::Shown;
use crate::app::settings::AppSettings;
use crate::app::state::{Next, ScreenContext, cameras};
use crate::app::ui::{Align, ink};
use crate::app::words::{Words, fill};
use crate::arena::{Arena, Focus, View, Views};
use crate::game::explain::{Probe, ProbeThing, ProbeWith, Question};
use dodgem_rules::params::PROBE_SECONDS;

/// A question that was asked, with its answer.
struct Answered {
    asking: Asking,
    probe: Probe,
    shown: Shown,
}

/// The screen.
pub struct Probing {
    /// The screen that waits.
    under: Option<Box<dyn Screen>>,
    /// The views and the camera of that screen.
    before: (Views, CameraKind, FreeCamera),
    asking: Asking,
    answered: Option<Answered>,
    query: Query,
    rebuilt: Rebuilt,
    /// While the hand holds the second body: its last place in the plane of the hand.
    held: Option<DVec3>,
    seen: RefCell<Option<Seen>>,
}

impl Probing {
    /// Creates the probe over the scene on screen, about the bodies in focus.
    pub fn about(context: &mut ScreenContext<'_>) -> Probing {
        let camera = &context.session.sight.camera;
        let before = (context.display.views, camera.kind, camera.free);
        let arena = context.session.round.arena();
        let mut bodies = [None; 2];
        let focused = before.0.focus.iter().flat_map(Focus::bodies);
        for (place, id) in bodies.iter_mut().zip(focused) {
            *place = Some(arena.actor(id).body);
        }
        let stages = arena.world().settings().stages;
        let views = &mut context.display.views;
        for view in View::ALL {
            views.set(view, false);
        }
        context.notices.message = None;
        // The two of a free camera are seen left of the panel.
        let camera = &mut context.session.sight.camera;
        if let (CameraKind::Free, [Some(a), Some(b)]) = (camera.kind, bodies)
            && let Some(beside) = camera_beside(&context.session.round, [a, b], None)
        {
            camera.free = beside;
            camera.cut();
        }
        #[cfg_attr(
            target_family = "wasm",
            expect(unused_mut, reason = "a browser has no lab")
        )]
        let mut asking = Asking::about(bodies, stages);
        #[cfg(not(target_family = "wasm"))]
        {
            (asking.lab, asking.lab_step) = context.display.lab.choice();
        }
        Probing {
            under: None,
            before,
            asking,
            answered: None,
            query: Query::default(),
            rebuilt: Rebuilt::default(),
            held: None,
            seen: RefCell::default(),
        }
    }

    /// Uses the pointer in the scene: it chooses things, and moves the ray, the box, the point or the second body.
    fn use_hand(&mut self, arena: &Arena, presses: &Presses) {
        let seen = self.seen.borrow();
        let seen = seen.as_ref();
        let (Some(ray), Some(ahead)) = (seen.and_then(Seen::pointed), seen.map(Seen::ahead)) else {
            return;
        };
        let asking = &mut self.asking;
        let holds = self.held.is_some() && is_mouse_button_down(MouseButton::Left);
        let second = asking.second.filter(|_| asking.with == With::Thing);
        let middle = match second {
            Some(id) => asking.moved.or_else(|| center_of(arena, id)),
            None => asking.first.and_then(|id| center_of(arena, id)),
        };
        let hand = middle.and_then(|middle| in_plane(ray, middle, ahead));
        let pressed = is_mouse_button_pressed(MouseButton::Left) && presses.picked().is_none();
        if pressed {
            let hit = arena
                .world()
                .ray(ray[0], ray[1], HAND_FAR, &Filter::default());
            let body = hit.map(|hit| hit.body);
            asking.click(body, hand);
            let is_near = |center: DVec3| {
                let reach = second
                    .and_then(|id| arena.world().body(id))
                    .map_or(0.0, |b| b.reach());
                hand.is_some_and(|hand| hand.distance(center) < f64::from(reach.min(MOST_REACH)))
            };
            let grabs = second.is_some() && (body == second || asking.moved.is_some_and(is_near));
            self.held = hand.filter(|_| grabs);
            return;
        }
        match (holds, self.held, hand) {
            (true, Some(last), Some(now)) if second.is_some() => {
                asking.moved = middle.map(|middle| middle + now - last);
                self.held = Some(now);
            }
            (false, ..) => self.held = None,
            _ => {}
        }
        if asking.with != With::Thing && !asking.fixed && asking.first.is_some() {
            asking.hand = hand.or(asking.hand);
        }
    }

    /// Asks again if the question has changed. Returns true for a first answer.
    fn ask(&mut self, arena: &Arena, words: &'static Words) -> bool {
        let asking = self.asking.to_engine();
        if (self.answered.as_ref()).is_some_and(|one| one.asking == asking) {
            return false;
        }
        let before = self.answered.take();
        let Some(probe) = self.asking.probe(arena, &mut self.rebuilt) else {
            return false;
        };
        let answer = probe.ask(&mut self.query);
        let second = match &probe.second {
            ProbeWith::Thing(thing) => thing.forms(&words.explain).label,
            ProbeWith::Ray(_) => words.probe.ray.to_owned(),
            ProbeWith::Point(_) => words.probe.point.to_owned(),
        };
        let sentences = answer.sentences(&probe, &words.explain);
        let names = [probe.first.forms(&words.explain).label, second];
        let Some(first) = self.asking.first else {
            return false;
        };
        let ids = [first, self.asking.second.unwrap_or(first)];
        let mut shown = Shown::asked((answer, sentences), names, ids, words);
        shown.outlines[0] = Outline::of_thing(&probe.first);
        if let ProbeWith::Thing(thing) = &probe.second {
            shown.outlines[1] = Outline::of_thing(thing);
        }
        let is_first = before.is_none();
        // Another question has another answer: its first stage is shown.
        if let Some(before) = before.filter(|one| one.asking.question == self.asking.question) {
            shown.keep_place(&before.shown);
        }
        self.answered = Some(Answered {
            asking,
            probe,
            shown,
        });
        is_first
    }

    /// Asks the chosen method of the lab. It may be slow, so it waits until the hand lets go.
    #[cfg(not(target_family = "wasm"))]
    fn follow_lab(&mut self, lab: &mut LabView) {
        lab.choose(self.asking.lab, self.asking.lab_step);
        match &self.answered {
            Some(answered) if self.held.is_none() => {
                lab::follow(lab, &answered.probe);
                // The last step is not known before.
                self.asking.lab_step = lab.choice().1;
            }
            Some(_) => {}
            // The steps of an earlier question are not those of an incomplete one.
            None => lab.follow(None),
        }
    }

    /// Draws the two things where they are asked about.
    fn draw_things(&self, flat: &Flat<'_>) {
        let asking = &self.asking;
        if let (With::Ray | With::Box, Some(start)) = (asking.with, asking.start) {
            flat.dot(start.as_vec3(), ink::GOLD);
        }
        let Some(Answered { probe, shown, .. }) = &self.answered else {
            return;
        };
        let draw = |side: usize, thing: &ProbeThing| {
            let (from, turn) = (thing.frame.center, thing.frame.rotation);
            let moves = asking.question == Question::Impact && thing.velocity != DVec3::ZERO;
            let to = thing.velocity * f64::from(u8::from(moves)) * PROBE_SECONDS + from;
            let color = OF_SIDE[side];
            for (center, opacity) in [(to, 0.75), (from, 0.45)] {
                shown.draw_outline(flat, side, (center, turn), ink::fade(color, opacity));
                if !moves {
                    return;
                }
            }
            flat.arrow(from.as_vec3(), (to - from).as_vec3(), color);
        };
        draw(0, &probe.first);
        match &probe.second {
            ProbeWith::Thing(thing) => draw(1, thing),
            ProbeWith::Ray([from, to]) => {
                flat.arrow(from.as_vec3(), (*to - *from).as_vec3(), ink::GOLD);
            }
            ProbeWith::Point(point) => flat.dot(point.as_vec3(), ink::GOLD),
        }
    }

    fn lines_of_keys(&self, settings: &AppSettings) -> [String; 3] {
        let (keys, words) = (settings.key_names(), &settings.words().probe);
        let first = |command| keys.first(command);
        let hand = match self.asking.with {
            With::Thing => words.drag_second,
            With::Ray | With::Box => words.fixes_end,
            With::Point => words.fixes,
        };
        [
            hand.to_owned(),
            words.keys.to_owned(),
            fill(
                words.more_keys,
                &[
                    ("other", &first(Command::Confirm)),
                    ("camera", &first(Command::NextCamera)),
                    ("close", &first(Command::Probe)),
                ],
            ),
        ]
    }
}

fn center_of(arena: &Arena, id: BodyId) -> Option<DVec3> {
    let center = arena.world().body(id)?.center();
    center.is_finite().then_some(center)
}

/// The place at which a ray (eye and direction) meets the plane through a point that faces the camera.
fn in_plane([eye, ray]: [Vec3; 2], middle: DVec3, n: Vec3) -> Option<DVec3> {
    let [eye, ray, n] = [eye, ray, n].map(|v| v.as_dvec3());
    let far = (middle - eye).dot(n) / ray.dot(n);
    let is_before = far.is_finite() && far > 0.0 && far < f64::from(HAND_FAR);
    is_before.then(|| eye + ray * far)
}

impl Screen for Probing {
    fn name(&self) -> &'static str {
        "probe"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) || presses.turns(Command::Probe) {
            let camera = &mut context.session.sight.camera;
            (context.display.views, camera.kind, camera.free) = self.before;
            context.notices.message = None;
            context.session.clock.settle();
            return Next::Back;
        }
        if context.covers.help {
            return Next::Stay;
        }
        context.session.exact = true;
        for _ in 0..presses.count(Command::NextCamera) {
            cameras::change_to_any_camera(context.session);
        }
        cameras::fly_without_arrows(context.session, &context.players.devices, seconds as f32);
        context.session.follow(0.0);
        if presses.has(Command::Confirm) {
            self.asking.forget();
        }
        match presses.picked().filter(|spot| *spot >= rows::ROWS) {
            Some(spot) => {
                let words = &context.settings.words().probe;
                rows::press(&mut self.asking, spot, words);
            }
            None => {
                let shown = self.answered.as_mut().map(|one| &mut one.shown);
                if shown.is_some_and(|shown| shown.follow(presses)) {
                    context.report.explained_steps += 1;
                }
            }
        }
        let arena = context.session.round.arena();
        self.use_hand(arena, presses);
        if self.ask(arena, context.settings.words()) {
            context.report.probed += 1;
        }
        #[cfg(not(target_family = "wasm"))]
        self.follow_lab(&mut context.display.lab);
        Next::Stay
    }

    fn explains(&self) -> bool {
        true
    }

    fn looks_elsewhere(&self) -> bool {
        true
    }

    fn cover(&mut self, under: Box<dyn Screen>) {
        self.under = Some(under);
    }

    fn uncover(&mut self) -> Option<Box<dyn Screen>> {
        self.under.take()
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let settings = canvas.state.settings;
        let words = settings.words();
        let (whole, letters) = (canvas.ui.size, canvas.letters());
        canvas.in_letters(|canvas| {
            let ui = canvas.ui;
            let column = panel::draw_back(ui);
            let top = rows::draw(ui, column, &self.asking, words);
            #[cfg(not(target_family = "wasm"))]
            let top = lab::write(&canvas.state.display.lab, &words.probe, ui, (column, top));
            let below = Area {
                low: Vec2::new(column.low.x, top),
                high: column.high,
            };
            let lines = self.lines_of_keys(settings);
            match (&self.answered, self.asking.missing()) {
                (Some(answered), _) => {
                    panel::draw_shown(ui, &answered.shown, below, &lines);
                }
                (None, missing) => {
                    let text = missing.map_or(words.probe.gone, |of| of(&words.probe));
                    let lines = ui.wrap(text, 16.0, below.size().x);
                    for (index, line) in lines.iter().enumerate() {
                        let at = below.low + Vec2::Y * (24.0 + 20.0 * index as f32);
                        ui.text(line, at, 16.0, ink::CREAM, Align::Left);
                    }
                }
            }
            let left = column.low.x - AROUND;
            let view = canvas.view();
            let flat = Flat::new(ui, view, Vec2::new(left, ui.size.y));
            self.draw_things(&flat);
            #[cfg(not(target_family = "wasm"))]
            canvas.state.display.lab.draw_step(&mut &flat);
            if let Some(answered) = &self.answered {
                answered.shown.draw_in_scene(&flat);
            }
            *self.seen.borrow_mut() = Some(Seen {
                view: *view,
                size: whole,
                panel: left * letters,
            });
        });
    }
}
