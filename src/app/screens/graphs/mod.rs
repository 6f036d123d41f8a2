//! Draws the graphs of a scene: curves with axes, a legend with the present values, and a cursor at the moment.

mod plotted;

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::params::screens::graphs::{COLUMN, GAP, LETTERS, ROW, SIZE, TOP, WIDTH};
use crate::app::screens::Canvas;
use crate::app::screens::graphs::plotted::{Axis, dashed, shown_span, thinned};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::PlayWords;
use crate::game::seconds_of;
use crate::level::{GraphSpec, Quantity};
use crate::monitor::Plots;

/// Margins of the curves within a graph: left, right, bottom, in units.
const MARGINS: [f32; 3] = [50.0, 50.0, 34.0];

/// Looks of the curves: colour, and lengths of dash and gap. Each curve has its own dashes, so that colour is not
/// the only difference.
const LOOKS: [(Color, [f32; 2]); 4] = [
    (ink::MINT, [f32::MAX, 0.0]),
    (ink::GOLD, [9.0, 5.0]),
    (ink::CORAL, [2.5, 3.5]),
    (ink::CREAM, [16.0, 4.0]),
];

/// Returns the area that the graphs cover.
fn area(count: usize, corner: Vec2) -> Area {
    let columns = count.div_ceil(COLUMN) as f32;
    let rows = count.min(COLUMN) as f32;
    let size = Vec2::new(columns, rows) * (SIZE + GAP) - GAP;
    Area::of(corner, size)
}

/// Draws the graphs from a left edge on, if they are shown.
pub fn draw(canvas: &Canvas<'_>, left: f32) {
    let state = canvas.state;
    let plots = &state.session.monitor.plots;
    let count = plots.graphs().len();
    if !state.display.graphs.on || state.display.numbers || count == 0 {
        return;
    }
    let size = area(count, Vec2::ZERO).size();
    let top = canvas.ui.below_head(left, TOP, size);
    let whole = area(count, Vec2::new(left, top));
    (state.display.graphs.at).set(Some(canvas.ui.whole(whole)));
    let now = f64::from(seconds_of(state.session.round.steps()));
    for (index, graph) in plots.graphs().iter().enumerate() {
        let place = Vec2::new((index / COLUMN) as f32, (index % COLUMN) as f32);
        let corner = whole.low + place * (SIZE + GAP);
        let ui = canvas.ui.part(Area::of(corner, SIZE));
        ui.panel(Vec2::ZERO, SIZE, ink::SOLID);
        let words = &state.settings.words().play;
        Drawn::new((&ui, words), plots, graph, now).draw();
    }
}

/// A graph that is drawn.
struct Drawn<'a> {
    ui: &'a Ui,
    words: &'static PlayWords,
    plots: &'a Plots,
    graph: &'a GraphSpec,
    now: f64,
    /// The shown times.
    span: [f64; 2],
    /// The area of the curves.
    inner: Area,
}

impl<'a> Drawn<'a> {
    fn new(
        (ui, words): (&'a Ui, &'static PlayWords),
        plots: &'a Plots,
        graph: &'a GraphSpec,
        now: f64,
    ) -> Drawn<'a> {
        let known = plots.span().unwrap_or([now, now]);
        let span = shown_span(known, now, f64::from(graph.seconds));
        let rows = graph.curves.len() as f32 + f32::from(u8::from(!graph.name.is_empty()));
        let top = 14.0 + ROW * rows + 18.0;
        let [left, right, bottom] = MARGINS;
        let low = Vec2::new(left, top);
        let inner = Area {
            low,
            high: SIZE - Vec2::new(right, bottom),
        };
        Drawn {
            ui,
            words,
            plots,
            graph,
            now,
            span,
            inner,
        }
    }

    fn draw(&self) {
        self.draw_legend();
        let units = self.graph.units();
        let along = match &self.graph.across {
            None => Axis::exact(self.span),
            Some(across) => Axis::around(self.values(across)),
        };
        let ups: Vec<Axis> = (units.iter())
            .map(|unit| {
                let curves = self.graph.curves.iter();
                let curves = curves.filter(|curve| curve.unit() == *unit);
                Axis::around(curves.flat_map(|curve| self.values(curve)))
            })
            .collect();
        self.draw_frame(&along);
        for (side, (unit, up)) in units.iter().zip(&ups).enumerate().take(2) {
            self.draw_side(side, unit, up);
        }
        for (index, curve) in self.graph.curves.iter().enumerate() {
            let unit = units.iter().position(|unit| *unit == curve.unit());
            if let Some(up) = unit.and_then(|at| ups.get(at)) {
                self.draw_curve(index, curve, (&along, up));
            }
        }
    }

    /// Returns the values of a quantity in the shown time.
    fn values<'c>(&'c self, curve: &Quantity) -> impl Iterator<Item = f64> + use<'c> {
        let samples = self.plots.samples(curve, self.span);
        samples.map(|[_, value]| value)
    }

    /// Returns the last value until the present moment.
    fn value_now(&self, curve: &Quantity) -> Option<f64> {
        let until = [self.now - 1.0, self.now + 1e-3];
        let last = self.plots.samples(curve, until).last();
        last.map(|[_, value]| value)
    }

    fn draw_legend(&self) {
        let mut y = 16.0;
        if !self.graph.name.is_empty() {
            let name = self.ui.fitting(&self.graph.name, LETTERS, SIZE.x - 24.0);
            self.ui
                .text(&name, Vec2::new(12.0, y), LETTERS, ink::CREAM, Align::Left);
            y += ROW;
        }
        for (index, curve) in self.graph.curves.iter().enumerate() {
            let (color, dashes) = LOOKS[index % LOOKS.len()];
            let ends = [Vec2::new(12.0, y - 4.0), Vec2::new(44.0, y - 4.0)];
            for [from, to] in dashed(&ends, dashes) {
                self.ui.line(from, to, WIDTH + 0.6, color);
            }
            let unit = curve.unit();
            let value = match self.value_now(curve) {
                // A zero has no sign.
                Some(value) if curve.is_count() => format!("{value:.0}"),
                Some(value) if value.abs() < 5e-4 => format!("0.000 {unit}"),
                Some(value) => format!("{value:.3} {unit}"),
                None => self.words.no_value.to_owned(),
            };
            let room = SIZE.x - 66.0 - self.ui.width(&value, LETTERS);
            let words = self.ui.fitting(&curve.words(), LETTERS, room);
            let at = Vec2::new(50.0, y);
            self.ui.text(&words, at, LETTERS, color, Align::Left);
            let at = Vec2::new(SIZE.x - 8.0, y);
            self.ui.text(&value, at, LETTERS, ink::CREAM, Align::Right);
            y += ROW;
        }
    }

    fn draw_frame(&self, along: &Axis) {
        let (ui, inner) = (self.ui, self.inner);
        ui.fill(inner.low, inner.size(), ink::fade(ink::GREY, 0.08));
        for (value, text) in along.ticks(6) {
            let x = inner.low.x + inner.size().x * along.share(value);
            let ends = [inner.low.y, inner.high.y].map(|y| Vec2::new(x, y));
            ui.line(ends[0], ends[1], 1.0, ink::fade(ink::GREY, 0.25));
            let at = Vec2::new(x, inner.high.y + 14.0);
            ui.text(&text, at, LETTERS, ink::GREY, Align::Center);
        }
        let name = match &self.graph.across {
            None => self.words.time.to_owned(),
            Some(across) if across.unit().is_empty() => across.words(),
            Some(across) => format!("{}, {}", across.words(), across.unit()),
        };
        let name = ui.fitting(&name, LETTERS, inner.size().x);
        let at = Vec2::new((inner.low.x + inner.high.x) * 0.5, SIZE.y - 5.0);
        ui.text(&name, at, LETTERS, ink::GREY, Align::Center);
        if self.graph.across.is_none() {
            let x = inner.low.x + inner.size().x * along.share(self.now);
            let ends = [inner.low.y, inner.high.y].map(|y| Vec2::new(x, y));
            ui.line(ends[0], ends[1], 1.5, ink::GOLD);
        }
    }

    /// Draws the numbers of an axis: the first at the left, the second at the right.
    fn draw_side(&self, side: usize, unit: &str, up: &Axis) {
        let (ui, inner) = (self.ui, self.inner);
        let (x, align) = match side {
            0 => (inner.low.x - 5.0, Align::Right),
            _ => (inner.high.x + 5.0, Align::Left),
        };
        for (value, text) in up.ticks(5) {
            let y = inner.high.y - inner.size().y * up.share(value);
            if side == 0 {
                let ends = [inner.low.x, inner.high.x].map(|x| Vec2::new(x, y));
                ui.line(ends[0], ends[1], 1.0, ink::fade(ink::GREY, 0.25));
            }
            let at = Vec2::new(x, y + 4.5);
            ui.text(&text, at, LETTERS, ink::GREY, align);
        }
        // The unit stands above the numbers.
        let at = Vec2::new(x, inner.low.y - 7.0);
        let align = match side {
            0 => Align::Right,
            _ => Align::Left,
        };
        ui.text(unit, at, LETTERS, ink::CREAM, align);
    }

    fn draw_curve(&self, index: usize, curve: &Quantity, (along, up): (&Axis, &Axis)) {
        let inner = self.inner;
        let place = |x: f64, y: f64| {
            let share = Vec2::new(along.share(x), 1.0 - up.share(y));
            inner.low + inner.size() * share
        };
        let (color, dashes) = LOOKS[index % LOOKS.len()];
        let parts = inner.size().x as usize / 2;
        let points: Vec<Vec2> = match &self.graph.across {
            None => {
                let samples = thinned(self.plots.samples(curve, self.span), self.span, parts);
                samples.iter().map(|[t, v]| place(*t, *v)).collect()
            }
            Some(across) => {
                let pairs = self.plots.pairs([across, curve], self.span);
                let pairs: Vec<[f64; 3]> = pairs.collect();
                let every = pairs.len().div_ceil(2 * parts).max(1);
                let pairs = pairs.iter().step_by(every).chain(pairs.last());
                pairs.map(|[_, x, y]| place(*x, *y)).collect()
            }
        };
        for [from, to] in dashed(&points, dashes) {
            self.ui.line(from, to, WIDTH, color);
        }
        // The moment: on the cursor, or on the curve of two quantities.
        let x = match &self.graph.across {
            None => Some(self.now),
            Some(across) => self.value_now(across),
        };
        if let (Some(x), Some(y)) = (x, self.value_now(curve)) {
            let half = Vec2::splat(3.5);
            self.ui.fill(place(x, y) - half, half * 2.0, color);
        }
    }
}
