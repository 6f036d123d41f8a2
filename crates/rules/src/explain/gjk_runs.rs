//! The steps of GJK in an explanation: one search for each instant at which hulls were measured, and each step of it
//! in words.

use std::ops::Range;

use dodgem_collide::query::toi::GjkStep;

use crate::explain::SweepStage;
use crate::explain::formats::{length, ms, place};
use dodgem_scene::console::counted;

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
pub fn gjk_step_words(steps: &[GjkStep], index: usize) -> Option<String> {
    let step = steps.get(index)?;
    let run = gjk_run_of(steps, index)?;
    let shape = match step.simplex.len() {
        1 => "a point",
        2 => "a segment",
        3 => "a triangle",
        _ => "a tetrahedron around the origin",
    };
    let upper = length(step.nearest.length());
    let is_last = index + 1 == run.end;
    let found = match step.support {
        None => format!(
            "It begins with the simplex of the instant before, {shape}, {upper} from the origin."
        ),
        Some(point) if step.simplex.contains(&point) => format!(
            "The support point ({}) lies farthest towards the origin and joins. The simplex is now {shape}, \
             {upper} from the origin: {}.{}",
            place(point),
            match step.simplex.len() {
                4.. => "the hulls overlap".to_owned(),
                _ => format!("the hulls are at most that far apart{}", at_least(step)),
            },
            match is_last && step.simplex.len() < 4 {
                true => " Both bounds are near enough: the search ends.",
                false => "",
            }
        ),
        Some(point) => format!(
            "No point is nearer: the support point ({}) ends the search. The hulls are at most {upper} apart{}.",
            place(point),
            at_least(step)
        ),
    };
    Some(format!(
        "Step {} of {} at {}. {found}",
        index - run.start + 1,
        run.len(),
        ms(step.time)
    ))
}

/// The lower bound of a step in words, if it proves one.
fn at_least(step: &GjkStep) -> String {
    match step.lower {
        Some(lower) if lower > 0.0 => format!(", and at least {}", length(lower)),
        Some(_) => ", and no plane parts them yet".to_owned(),
        None => String::new(),
    }
}

/// All searches of a sweep in words. None if no hulls were followed.
pub(super) fn gjk(sweep: &SweepStage) -> Option<String> {
    let last = sweep.gjk.last()?;
    let found = match last.simplex.len() {
        4 => "has 4 corners around the origin, so the hulls overlap".to_owned(),
        corners => format!(
            "has {} and is {} from the origin, which is the distance of the hulls",
            counted(corners, "corner"),
            length(last.nearest.length())
        ),
    };
    Some(format!(
        "GJK, which looks for the two nearest points of the hulls, ran {} with {} in all; its last simplex (at {}) \
         {found}.",
        match gjk_runs(&sweep.gjk).len() {
            1 => "once".to_owned(),
            runs => format!("at {runs} instants"),
        },
        counted(sweep.gjk.len(), "step"),
        ms(last.time)
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
        let words = |index| gjk_step_words(&steps, index).unwrap();
        assert!(
            words(1).starts_with("Step 2 of 3 at 0.000 ms."),
            "{}",
            words(1)
        );
        assert!(words(1).contains("at most that far apart, and at least 1.00 m"));
        assert!(words(2).contains("No point is nearer"));
        assert!(words(3).contains("begins with the simplex"));
        assert_eq!(gjk_step_words(&steps, 6), None);
        assert!(gjk_runs(&[]).is_empty());
    }
}
