//! The legend of the budget view: the last step as bars, and the colours of bodies by their cost.

use glam::Vec2;
use macroquad::color::Color;

use dodgem_physics::{PairEnd, Phase};

use crate::app::names::shorten;
use crate::app::params::HEAT_SCALE;
use crate::app::params::screens::cost_bars::{BARS_OF_PAIRS, HEAT_STEPS};
use crate::app::render::looks::Palette;
use crate::app::screens::Canvas;
use crate::app::screens::legend_row::{Bar, Row};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{NumberWords, fill};
use crate::arena::PairTest;

/// Adds the last step as bars: its phases by time, its most expensive pairs by work, and the colours of bodies.
pub(super) fn rows_of_budget(canvas: &Canvas<'_>, explains: bool, rows: &mut Vec<Row>) {
    let session = canvas.state.session;
    let arena = session.round.arena();
    let all = canvas.state.settings.words();
    let (words, names) = (&all.numbers, &all.views.names);
    let known = session.monitor.history.rows().len() >= HEAT_STEPS;
    rows.push(Row::Heat {
        palette: canvas.sink.palette(),
        of: match known {
            true => words.body_colours,
            false => words.body_colours_now,
        },
        most: fill(
            words.units,
            &[("most", &format!("{:.0}", session.hottest()))],
        ),
    });
    if !explains {
        return;
    }
    let times = &arena.stats().times;
    let total = times.total().as_secs_f32();
    if total > 0.0 {
        rows.push(Row::About(words.phases.to_owned()));
        for (phase, lap) in Phase::ALL.into_iter().zip(times.laps()) {
            let seconds = lap.as_secs_f32();
            rows.push(Row::Bar(Bar {
                name: phase_name(phase, words).to_owned(),
                share: seconds / total,
                number: format!("{:.3}", seconds * 1000.0),
                cut: false,
            }));
        }
    } else {
        rows.push(Row::About(words.phases_later.to_owned()));
    }
    let pairs = arena.pair_costs();
    let used: u64 = pairs.iter().map(|pair| pair.used).sum();
    if !pairs.is_empty() {
        rows.push(Row::About(words.costliest.to_owned()));
    }
    // Cut pairs come first.
    let (cut, whole): (Vec<&PairTest>, Vec<&PairTest>) =
        pairs.iter().partition(|pair| pair.end == PairEnd::Cut);
    for pair in cut.into_iter().chain(whole).take(BARS_OF_PAIRS) {
        let name = format!(
            "{} - {}",
            names.label(&arena.actor(pair.a).name),
            names.label(arena.name_of(pair.b))
        );
        rows.push(Row::Bar(Bar {
            name,
            share: pair.used as f32 / used.max(1) as f32,
            number: pair.used.to_string(),
            cut: pair.end == PairEnd::Cut,
        }));
    }
}

/// The name of a phase of a step.
fn phase_name(phase: Phase, words: &NumberWords) -> &'static str {
    match phase {
        Phase::Forces => words.forces,
        Phase::BroadPhase => words.broad_phase,
        Phase::Contacts => words.contacts,
        Phase::Solver => words.solver,
        Phase::ContinuousCollision => words.continuous,
        Phase::Islands => words.islands,
    }
}

/// Draws a name, a bar and a number; a cut bar is crossed out.
pub(super) fn draw_bar(
    ui: &Ui,
    (bar, words): (&Bar, &NumberWords),
    at: Vec2,
    wide: f32,
    letters: f32,
) {
    let (from, long) = (at.x + 0.46 * wide, 0.36 * wide);
    let base = Vec2::new(at.x, at.y + letters * 0.36);
    let name = shorten(&bar.name, 24);
    ui.text(&name, base, letters, ink::CREAM, Align::Left);
    let height = letters * 0.62;
    let low = Vec2::new(from, at.y - height * 0.5);
    ui.fill(low, Vec2::new(long, height), ink::fade(ink::GREY, 0.22));
    let color = if bar.cut { ink::CORAL } else { ink::MINT };
    let filled = (long * bar.share.clamp(0.0, 1.0)).max(2.0);
    ui.fill(low, Vec2::new(filled, height), color);
    if bar.cut {
        for (y, z) in [(0.0, height), (height, 0.0)] {
            let ends = [Vec2::new(0.0, y), Vec2::new(long, z)];
            ui.line(low + ends[0], low + ends[1], 2.0, ink::CREAM);
        }
    }
    let number = match bar.cut {
        true => fill(words.cut, &[("number", &bar.number)]),
        false => bar.number.clone(),
    };
    let right = Vec2::new(at.x + wide, base.y);
    ui.text(&number, right, letters, color, Align::Right);
}

/// Draws the scale of body colours from no cost to the highest.
pub(super) fn draw_heat(
    ui: &Ui,
    (palette, of, most): (Palette, &str, &str),
    at: Vec2,
    letters: f32,
) {
    let base = Vec2::new(at.x, at.y + letters * 0.36);
    let wide = ui.text(of, base, letters, ink::CREAM, Align::Left);
    let (parts, long, height) = (24, HEAT_SCALE, letters * 0.7);
    for part in 0..parts {
        let [red, green, blue] = palette.heat(part as f32 / (parts - 1) as f32);
        let step = long / parts as f32;
        let low = Vec2::new(at.x + wide + step * part as f32, at.y - height * 0.5);
        ui.fill(
            low,
            Vec2::new(step + 0.5, height),
            Color::new(red, green, blue, 1.0),
        );
    }
    let base = base + Vec2::X * (wide + long);
    ui.text(most, base, letters, ink::CREAM, Align::Left);
}
