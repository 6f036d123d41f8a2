//! The part of a list that is in view.

/// Index of the first line shown of a list with room for `lines`: the selected one is visible, in the middle
/// unless the list begins or ends there.
pub fn first_shown(selected: usize, lines: usize, count: usize) -> usize {
    selected
        .saturating_sub(lines / 2)
        .min(count.saturating_sub(lines))
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
