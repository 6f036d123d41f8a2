//! Scrolling of lists that are longer than the screen.

use glam::Vec2;

use crate::app::ui::{Ui, ink};

/// Index of the first line shown of a list with room for `lines`: the selected one is visible, in the middle
/// unless the list begins or ends there.
pub fn first_shown(selected: usize, lines: usize, count: usize) -> usize {
    selected
        .saturating_sub(lines / 2)
        .min(count.saturating_sub(lines))
}

/// Draws the position in a list, if it does not fit as a whole; `step` is the height of a line in units.
pub fn draw_scroll_bar(ui: &Ui, at: Vec2, step: f32, first: usize, lines: usize, count: usize) {
    if lines >= count {
        return;
    }
    let height = step * lines as f32 - 4.0;
    let part = |lines: usize| height * lines as f32 / count as f32;
    let rail = ink::fade(ink::CREAM, 0.15);
    ui.fill(at, Vec2::new(5.0, height), rail);
    let at = at + Vec2::Y * part(first);
    ui.fill(at, Vec2::new(5.0, part(lines)), ink::GOLD);
}

#[cfg(test)]
mod tests {
    use super::first_shown;

    #[test]
    fn the_selected_line_is_always_seen() {
        for count in [0, 1, 6, 7, 8, 30] {
            for selected in 0..count {
                let first = first_shown(selected, 7, count);
                assert!((first..first + 7).contains(&selected));
                assert!(first + 7 <= count.max(7));
            }
        }
    }
}
