//! The steps of GJK in an explanation: one search for each instant at which hulls were measured, and each step of it
//! in words.

use std::ops::Range;

use dodgem_collide::query::toi::GjkStep;

use dodgem_scene::console::fill;
use dodgem_scene::texts::count_of;

use crate::explain::SweepStage;
use crate::explain::explain_words::GjkWords;
use crate::explain::formats::{length, ms, place};

/// Returns the searches in the steps of a sweep: each begins at another instant, or from another simplex.
pub fn gjk_runs(steps: &[GjkStep]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let before = index.checked_sub(1).map(|last| &steps[last]);
        // Within a search the simplex never moves away from the origin.
        let goes_on = before.is_some_and(|before| {
            step.support.is_some()
                && before.time == step.time
                && before.nearest.length_squared() >= step.nearest.length_squared()
        });
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.end = index + 1,
            None => runs.push(index..index + 1),
        }
    }
    runs
}

/// Returns the search that a step belongs to.
pub fn gjk_run_of(steps: &[GjkStep], index: usize) -> Option<Range<usize>> {
    gjk_runs(steps).into_iter().find(|run| run.contains(&index))
}

/// Returns a step of GJK in words. None if there is no such step.
pub fn gjk_step_words(steps: &[GjkStep], index: usize, words: &GjkWords) -> Option<String> {
    let step = steps.get(index)?;
    let run = gjk_run_of(steps, index)?;
    let shape = match step.simplex.len() {
        1 => words.point,
        2 => words.segment,
        3 => words.triangle,
        _ => words.tetrahedron,
    };
    let upper = length(step.nearest.length());
    let lower = at_least(step, words);
    let is_last = index + 1 == run.end;
    let overlaps = step.simplex.len() >= 4;
    let hulls = match overlaps {
        true => words.overlap.to_owned(),
        false => fill(words.at_most, &[("lower", &lower)]),
    };
    let ends = if is_last && !overlaps { words.ends } else { "" };
    let text = match step.support {
        None => words.begins,
        Some(point) if step.simplex.contains(&point) => words.joins,
        Some(_) => words.no_nearer,
    };
    let found = fill(
        text,
        &[
            ("place", &step.support.map_or(String::new(), place)),
            ("shape", &shape),
            ("upper", &upper),
            ("lower", &lower),
            ("hulls", &hulls),
            ("ends", &ends),
        ],
    );
    Some(fill(
        words.step,
        &[
            ("step", &(index - run.start + 1)),
            ("count", &run.len()),
            ("ms", &ms(step.time)),
            ("found", &found),
        ],
    ))
}

/// The lower bound of a step in words, if it proves one.
fn at_least(step: &GjkStep, words: &GjkWords) -> String {
    match step.lower {
        Some(lower) if lower > 0.0 => fill(words.at_least, &[("gap", &length(lower))]),
        Some(_) => words.no_plane.to_owned(),
        None => String::new(),
    }
}

/// All searches of a sweep in words. None if no hulls were followed.
pub(super) fn gjk(sweep: &SweepStage, words: &GjkWords) -> Option<String> {
    let last = sweep.gjk.last()?;
    let found = match last.simplex.len() {
        4 => words.around.to_owned(),
        corners => {
            let corners = count_of(corners, words.one_corner, words.corners);
            let gap = length(last.nearest.length());
            fill(words.away, &[("corners", &corners), ("gap", &gap)])
        }
    };
    let runs = gjk_runs(&sweep.gjk).len();
    let text = if runs == 1 { words.ran_once } else { words.ran };
    let steps = count_of(sweep.gjk.len(), words.one_step, words.steps);
    Some(fill(
        text,
        &[
            ("runs", &runs),
            ("steps", &steps),
            ("ms", &ms(last.time)),
            ("found", &found),
        ],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn step(time: f64, support: Option<DVec3>, simplex: &[DVec3], nearest: DVec3) -> GjkStep {
        GjkStep {
            time,
            support,
            lower: support.map(|point| point.x),
            simplex: simplex.to_vec(),
            nearest,
        }
    }

    #[test]
    fn steps_are_parted_into_searches_and_told_with_both_bounds() {
        let [far, near] = [DVec3::X * 2.0, DVec3::X];
        let steps = [
            step(0.0, Some(far), &[far], far),
            step(0.0, Some(near), &[far, near], near),
            step(0.0, Some(near + DVec3::Y), &[near], near),
            // The next instant, from the simplex before; then a second search at that instant.
            step(0.001, None, &[near], near),
            step(0.001, Some(far), &[near], near),
            step(0.001, Some(far), &[far], far),
        ];
        assert_eq!(gjk_runs(&steps), [0..3, 3..5, 5..6]);
        assert_eq!(gjk_run_of(&steps, 4), Some(3..5));
        let words = |index| gjk_step_words(&steps, index, &GjkWords::ENGLISH).unwrap();
        assert!(
            words(1).starts_with("Step 2 of 3 at 0.000 ms."),
            "{}",
            words(1)
        );
        assert!(words(1).contains("at most that far apart, and at least 1.00 m"));
        assert!(words(2).contains("No point is nearer"));
        assert!(words(3).contains("begins with the simplex"));
        assert_eq!(gjk_step_words(&steps, 6, &GjkWords::ENGLISH), None);
        assert!(gjk_runs(&[]).is_empty());
    }
}
