//! `dodgem bench frames`: measures the frame times on this machine.

use crate::commands::output::Failure;

/// Measures and prints the frame times of a level, for a number of pictures per detail and a window size.
#[cfg(feature = "window")]
pub(super) fn run(level: &str, pictures: u32, size: (u32, u32)) -> Result<(), Failure> {
    let options = dodgem::app::FrameOptions {
        level: level.to_owned(),
        pictures,
        size,
    };
    let times = dodgem::app::frames(&options).map_err(crate::commands::output::app_failure)?;
    let (width, height) = size;
    let mut text = format!(
        "Pictures of {level}, {width} x {height}, {pictures} of each detail, its steps included, no vsync\n\n\
         | detail | median, ms | 95 of 100 within, ms | pictures a second |\n|---|--:|--:|--:|\n"
    );
    for one in times {
        let (median, within) = spread(one.seconds);
        text += &format!(
            "| {}: {} | {:.1} | {:.1} | {:.0} |\n",
            one.detail,
            one.about,
            median * 1e3,
            within * 1e3,
            1.0 / median
        );
    }
    crate::commands::output::print(&text)
}

/// Reports that this build has no window.
#[cfg(not(feature = "window"))]
pub(super) fn run(level: &str, pictures: u32, (width, height): (u32, u32)) -> Result<(), Failure> {
    crate::commands::output::no_window(&format!(
        "draw {pictures} pictures of {level}, {width} x {height}"
    ))
}

/// Returns the median and the 95th percentile of some times.
#[cfg(any(feature = "window", test))]
fn spread(mut seconds: Vec<f64>) -> (f64, f64) {
    seconds.sort_unstable_by(f64::total_cmp);
    let rank = |percent: usize| {
        let rank = (seconds.len() * percent).div_ceil(100).max(1);
        seconds.get(rank - 1).copied().unwrap_or(f64::NAN)
    };
    (rank(50), rank(95))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_what_most_are_within() {
        let seconds: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(spread(seconds), (50.0, 95.0));
        assert_eq!(spread(vec![3.0]), (3.0, 3.0));
        assert!(spread(Vec::new()).0.is_nan());
    }
}
