//! The distance of two bodies over time as a curve.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::params::explanation::curve::{BELOW, LEFT, LETTERS};
use crate::app::params::explanation::shown::INSTANTS;
use crate::app::screens::why::caption;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{WhyWords, fill};
use crate::game::explain::{NearMiss, SweepStage, length};

/// Axes with their scales.
struct Plot<'a> {
    ui: &'a Ui,
    area: Area,
    times: [f64; 2],
    most: f64,
}

impl<'a> Plot<'a> {
    /// Prepares the axes in an area, and draws the words about the curve at its foot.
    fn new(ui: &'a Ui, whole: Area, (times, most): ([f64; 2], f64), about: &str) -> Self {
        let wide = whole.size().x;
        let foot = caption::height(ui, about, wide);
        let corner = Vec2::new(whole.low.x, whole.high.y - foot);
        caption::draw(ui, about, corner, wide);
        let area = Area {
            low: whole.low + Vec2::new(LEFT, 6.0),
            high: whole.high - Vec2::new(6.0, BELOW + foot),
        };
        Plot {
            ui,
            area,
            times,
            most: most.max(1e-6),
        }
    }

    fn x(&self, time: f64) -> f32 {
        let share = (time - self.times[0]) / (self.times[1] - self.times[0]).max(1e-9);
        self.area.low.x + self.area.size().x * share.clamp(0.0, 1.0) as f32
    }

    fn at(&self, [time, distance]: [f64; 2]) -> Vec2 {
        let share = (distance / self.most).clamp(0.0, 1.0) as f32;
        Vec2::new(self.x(time), self.area.high.y - self.area.size().y * share)
    }

    /// Draws the axes with the words at their ends.
    fn draw_axes(&self, [begin, end]: [&str; 2]) {
        let Area { low, high } = self.area;
        let corner = Vec2::new(low.x, high.y);
        let color = ink::fade(ink::CREAM, 0.5);
        self.ui.line(low, corner, 1.0, color);
        self.ui.line(corner, high, 1.0, color);
        let words = |text: &str, at: Vec2, align| {
            self.ui.text(text, at, LETTERS, ink::GREY, align);
        };
        words(
            &length(self.most),
            low + Vec2::new(-4.0, 10.0),
            Align::Right,
        );
        words("0", corner + Vec2::new(-4.0, 4.0), Align::Right);
        words(begin, corner + Vec2::Y * 15.0, Align::Left);
        words(end, high + Vec2::Y * 15.0, Align::Right);
    }

    fn draw_curve(&self, points: &[[f64; 2]], color: Color) {
        for pair in points.windows(2) {
            self.ui.line(self.at(pair[0]), self.at(pair[1]), 2.0, color);
        }
    }

    fn upright(&self, time: f64, color: Color) {
        let x = self.x(time);
        let ends = [self.area.low.y, self.area.high.y].map(|y| Vec2::new(x, y));
        self.ui.line(ends[0], ends[1], 1.5, color);
    }
}

/// Draws the distance over a sweep, with each instant that a stage measured: up to the next one the two are surely
/// apart. The chosen instant stands out.
pub fn draw_sweep(ui: &Ui, area: Area, (sweep, words): (&SweepStage, &WhyWords), chosen: usize) {
    let (Some(first), Some(last)) = (sweep.curve.first(), sweep.curve.last()) else {
        return;
    };
    let highest = sweep.curve.iter().map(|point| point[1]);
    let scales = ([first[0], last[0]], highest.fold(0.0, f64::max));
    let steps = &sweep.advancement;
    let text = match steps.len() > 1 {
        true => words.curve_steps,
        false => words.curve,
    };
    let plot = Plot::new(ui, area, scales, text);
    let ms = |time: f64| format!("{:.2} ms", time * 1000.0);
    plot.draw_axes([&ms(first[0]), &ms(last[0])]);
    for pair in steps.windows(2) {
        let from = plot.at([pair[0].time, pair[0].distance]);
        let to = plot.at([pair[1].time, sweep.target.min(pair[0].distance)]);
        ui.line(from, to, 1.0, ink::fade(ink::MINT, 0.8));
    }
    plot.draw_curve(&sweep.curve, ink::CREAM);
    if let Some(step) = steps.get(chosen) {
        plot.upright(step.time, ink::fade(ink::GOLD, 0.7));
    }
    // Over the instant shown, which may be the answer itself.
    plot.upright(sweep.time, ink::CORAL);
    for (index, step) in steps.iter().enumerate() {
        let at = plot.at([step.time, step.distance]);
        let half = Vec2::splat(if index == chosen { 6.0 } else { 3.5 });
        let press = Vec2::splat(7.0);
        ui.spot(
            Area::of(at - press, press * 2.0),
            Spot::Line(INSTANTS + index),
        );
        let color = if index == chosen {
            ink::GOLD
        } else {
            ink::MINT
        };
        ui.fill(at - half, half * 2.0, color);
    }
}

/// Draws the distance over the steps of a near miss, with the spans in which one thing kept the two apart. The span
/// of the shown sentence stands out.
pub fn draw_miss(ui: &Ui, area: Area, (miss, words): (&NearMiss, &WhyWords), sentence: usize) {
    let highest = miss.curve.iter().map(|point| point[1]);
    let (gap, time) = (length(miss.distance), format!("{:.4}", miss.time));
    let text = fill(words.curve_miss, &[("gap", &gap), ("time", &time)]);
    let scales = (miss.span, highest.fold(0.0, f64::max));
    let plot = Plot::new(ui, area, scales, &text);
    let seconds = miss.span.map(|time| format!("{time:.2} s"));
    for (index, span) in miss.spans.iter().enumerate() {
        let [from, to] = [span.from, span.to].map(|time| plot.x(time));
        let corner = Vec2::new(from, plot.area.low.y);
        let size = Vec2::new((to - from).max(1.0), plot.area.size().y);
        let is_shown = index + 1 == sentence;
        let opacity = match (is_shown, index % 2) {
            (true, _) => 0.45,
            (false, 0) => 0.12,
            (false, _) => 0.05,
        };
        ui.fill(corner, size, ink::fade(ink::MINT, opacity));
        // The first sentence is about all of them.
        ui.spot(Area::of(corner, size), Spot::Line(index + 1));
    }
    plot.draw_axes([&seconds[0], &seconds[1]]);
    plot.draw_curve(&miss.curve, ink::CREAM);
    let least = plot.at([miss.time, miss.distance]);
    plot.upright(miss.time, ink::fade(ink::CORAL, 0.8));
    ui.fill(least - 4.0, Vec2::splat(8.0), ink::CORAL);
}
