//! The simplex of GJK in the Minkowski difference of two hulls, step by step.

use dodgem_collide::query::toi::GjkStep;
use glam::{DVec3, Vec2};

use crate::app::area::Area;
use crate::app::params::explanation::shown::GJK_STEPS;
use crate::app::params::explanation::simplex::{ASLANT, BAR, LETTERS, LINE};
use crate::app::screens::why::caption;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{WhyWords, fill};
use crate::game::explain::{gjk_run_of, length};

/// Draws the search that a step belongs to: the origin, the support points up to it, the simplex after it, its
/// nearest point, and the bounds of the distance as bars. A press on a square of the row goes to that step.
pub fn draw((ui, words): (&Ui, &WhyWords), area: Area, steps: &[GjkStep], chosen: usize) {
    let (Some(step), Some(run)) = (steps.get(chosen), gjk_run_of(steps, chosen)) else {
        return;
    };
    let text = words.simplex;
    let head = area.low + Vec2::Y * caption::draw(ui, text, area.low, area.size().x);
    draw_row(ui, head, area.size().x, (steps.len(), chosen));
    let figure = Area {
        low: head + Vec2::Y * (LINE + 4.0),
        high: area.high - Vec2::Y * (2.0 * LINE + 8.0),
    };
    let flat = Flat::of(figure, &steps[run.clone()]);
    let origin = flat.at(DVec3::ZERO);
    let axis = ink::fade(ink::CREAM, 0.4);
    ui.line(origin - Vec2::X * 7.0, origin + Vec2::X * 7.0, 1.0, axis);
    ui.line(origin - Vec2::Y * 7.0, origin + Vec2::Y * 7.0, 1.0, axis);
    ui.text(
        words.origin,
        origin + Vec2::new(8.0, 14.0),
        LETTERS,
        ink::CREAM,
        Align::Left,
    );
    for earlier in &steps[run.start..chosen] {
        for corner in earlier.simplex.iter().chain(&earlier.support) {
            ui.fill(
                flat.at(*corner) - 1.5,
                Vec2::splat(3.0),
                ink::fade(ink::CREAM, 0.5),
            );
        }
    }
    let corners: Vec<Vec2> = step.simplex.iter().map(|one| flat.at(*one)).collect();
    for (index, from) in corners.iter().enumerate() {
        for to in &corners[index + 1..] {
            ui.line(*from, *to, 1.5, ink::GOLD);
        }
        ui.fill(*from - 3.0, Vec2::splat(6.0), ink::GOLD);
    }
    if let Some(point) = step.support {
        ui.frame(flat.at(point) - 6.0, Vec2::splat(12.0), 1.5, ink::MINT);
    }
    let nearest = flat.at(step.nearest);
    ui.line(origin, nearest, 1.5, ink::CORAL);
    let half = Vec2::splat(4.0);
    ui.line(nearest - half, nearest + half, 1.5, ink::CORAL);
    let other = Vec2::new(half.x, -half.y);
    ui.line(nearest - other, nearest + other, 1.5, ink::CORAL);
    let widest = steps[run]
        .iter()
        .map(|one| one.nearest.length())
        .fold(0.0, f64::max);
    draw_bounds(
        (ui, words),
        Vec2::new(area.low.x, figure.high.y + 8.0),
        area.size().x,
        (step, widest),
    );
}

/// Draws a square for each step of all searches.
fn draw_row(ui: &Ui, at: Vec2, room: f32, (count, chosen): (usize, usize)) {
    let step = (room / count.max(1) as f32).min(LINE);
    for index in 0..count {
        let corner = at + Vec2::X * (step * index as f32);
        let size = Vec2::new((step - 2.0).max(1.0), LINE - 5.0);
        ui.spot(Area::of(corner, size), Spot::Line(GJK_STEPS + index));
        let color = match index == chosen {
            true => ink::GOLD,
            false => ink::fade(ink::CREAM, 0.25),
        };
        ui.fill(corner, size, color);
    }
}

/// Draws the bounds of the distance: at most that of the simplex, at least that of the plane.
fn draw_bounds(
    (ui, words): (&Ui, &WhyWords),
    at: Vec2,
    room: f32,
    (step, widest): (&GjkStep, f64),
) {
    let left = 0.42 * room;
    let upper = step.nearest.length();
    let lower = step.lower.unwrap_or(0.0).max(0.0);
    for (row, (name, bound, color)) in [
        (words.at_most, upper, ink::CORAL),
        (words.at_least, lower, ink::MINT),
    ]
    .into_iter()
    .enumerate()
    {
        let at = at + Vec2::Y * (LINE * row as f32);
        let text = fill(name, &[("gap", &length(bound))]);
        ui.text(&text, at + Vec2::Y * 9.0, LETTERS, color, Align::Left);
        let share = (bound / widest.max(1e-12)) as f32;
        let bar = Vec2::new(room - left, BAR);
        ui.bar(at + Vec2::X * left, bar, share.clamp(0.0, 1.0), color);
    }
}

/// The picture of the differences: the first axis points to the last nearest point, so that a plane that parts the
/// hulls stands upright.
struct Flat {
    axes: [DVec3; 2],
    middle: Vec2,
    scale: f32,
    center: Vec2,
}

impl Flat {
    fn of(area: Area, run: &[GjkStep]) -> Flat {
        let last = run.last().map_or(DVec3::X, |step| step.nearest);
        let x = last.try_normalize().unwrap_or(DVec3::X);
        let [y, z] = [
            x.any_orthonormal_vector(),
            x.cross(x.any_orthonormal_vector()),
        ];
        let axes = [x + z * (0.5 * ASLANT), y + z * ASLANT];
        let mut flat = Flat {
            axes,
            middle: Vec2::ZERO,
            scale: 1.0,
            center: Vec2::ZERO,
        };
        let all = run
            .iter()
            .flat_map(|step| step.simplex.iter().chain(&step.support));
        let places = all
            .map(|point| flat.at(*point))
            .chain([flat.at(DVec3::ZERO)]);
        let (low, high) = places.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        let room = area.size() - Vec2::new(60.0, 20.0);
        flat.scale = (room / (high - low).max(Vec2::splat(1e-6)))
            .min_element()
            .max(0.0);
        flat.middle = (low + high) * 0.5;
        flat.center = (area.low + area.high) * 0.5;
        flat
    }

    fn at(&self, point: DVec3) -> Vec2 {
        let [x, y] = self.axes.map(|axis| axis.dot(point) as f32);
        self.center + (Vec2::new(x, -y) - self.middle) * self.scale
    }
}
