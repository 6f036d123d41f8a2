//! Draws the display of a running round, and what lies over every screen.

use crate::app::params::screens::graphs::LEFT;
use crate::app::screens::canvas::Canvas;
use crate::app::screens::{
    gauges, graphs, hand, help, hud, magnifier, marks, misses, numbers, overlay, split,
};

/// Draws what lies in the scene, below every screen: the marks of the hand.
pub fn draw_under_all(canvas: &Canvas<'_>) {
    hand::draw_marks(canvas);
}

/// Draws what lies over every screen unless the help covers it: the hand's pointer, the legend of the views unless the
/// screen explains them, messages, and the level's error unless a question is open.
pub fn draw_over_all(canvas: &Canvas<'_>, asks: bool, explains: bool) {
    if canvas.state.covers.help {
        return;
    }
    hand::draw(canvas);
    overlay::draw(canvas, !explains);
    if !asks {
        overlay::draw_error(canvas);
    }
    overlay::draw_waiting(canvas);
}

/// Shows the help over the screen while it is open.
pub fn show_help(canvas: &Canvas<'_>) {
    if canvas.state.covers.help {
        canvas.above(help::draw);
    }
}

/// Draws the display of a running round; the `shot` command uses it too.
pub fn draw_round(canvas: &Canvas<'_>) {
    draw_panels(canvas);
    graphs::draw(canvas, LEFT);
    // With views the picture is treated as paused, so that signs do not hide their lines.
    match canvas.has_views() {
        true => marks::draw_still(canvas),
        false => marks::draw(canvas),
    }
}

/// Draws the panels of a running round, before the marks, which avoid them.
pub fn draw_panels(canvas: &Canvas<'_>) {
    split::draw_borders(canvas);
    canvas.in_letters(hud::draw);
    canvas.in_parts(|canvas| canvas.in_letters(hud::draw_own));
    canvas.in_parts(|canvas| canvas.in_letters(gauges::draw));
    misses::draw(canvas);
    numbers::draw(canvas);
    magnifier::draw(canvas);
}
