//! Marks what discrete collision missed: a red cross where two bodies went through each other, and their number.

use crate::app::words::fill;
use glam::Vec2;

use crate::app::area::Area;
use crate::app::params::screens::misses::{HALF, LETTERS, SHOWN};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};
use crate::arena::Met;

/// Draws the crosses and the number, if collision is discrete.
pub fn draw(canvas: &Canvas<'_>) {
    let arena = canvas.state.session.round.arena();
    let misses = arena.misses();
    if arena.settings().continuous {
        return;
    }
    let words = canvas.state.settings.words();
    let text = match misses.count {
        0 => words.legend.discrete_none.to_owned(),
        count => fill(words.legend.discrete, &[("count", &count)]),
    };
    let size = Vec2::new(canvas.ui.width(&text, LETTERS) + 24.0, 28.0);
    let left = (canvas.ui.size.x - size.x) * 0.5;
    let at = Vec2::new(left, canvas.ui.below_panels(left, 8.0, size));
    canvas.ui.panel(at, size, ink::SOLID);
    let place = at + Vec2::new(14.0, 19.0);
    canvas
        .ui
        .text(&text, place, LETTERS, ink::CORAL, Align::Left);
    let now = f64::from(arena.time());
    canvas.in_parts(|canvas| {
        let recent = misses.recent.iter().rev();
        let mut labels: Vec<Area> = Vec::new();
        for miss in recent.filter(|miss| (0.0..SHOWN).contains(&(now - miss.time))) {
            let Some((at, _)) = canvas.view().project(miss.point, canvas.ui.size) else {
                continue;
            };
            for slope in [1.0, -1.0] {
                let half = Vec2::new(HALF, HALF * slope);
                canvas.ui.line(at - half, at + half, 3.5, ink::CORAL);
            }
            let names = [Met::Actor(miss.a), miss.met].map(|met| arena.name_of(met));
            let names = words.views.names.pair(names);
            let text = fill(words.legend.missed, &[("names", &names)]);
            let at = at + Vec2::new(HALF + 5.0, 5.0);
            // In a row of crosses only those that have room have words, the latest first.
            let size = Vec2::new(canvas.ui.width(&text, LETTERS), LETTERS * 1.2);
            let area = Area::of(at - Vec2::Y * LETTERS, size);
            if labels.iter().any(|known| known.overlaps(&area)) {
                continue;
            }
            labels.push(area);
            canvas.ui.bold(&text, at, LETTERS, ink::CORAL, Align::Left);
        }
    });
}
