//! "Did you mean": the known name nearest to a misspelt one.

use strsim::damerau_levenshtein;

use crate::params::{LETTERS_PER_MISTAKE, LONGEST_SUGGESTED_NAME};

/// Returns the candidate with the smallest difference, if only few letters are inserted, omitted, changed or
/// swapped; case is ignored.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length == 0 || length > LONGEST_SUGGESTED_NAME {
        return None;
    }
    let name = name.to_lowercase();
    let most = (length / LETTERS_PER_MISTAKE).max(1);
    candidates
        .into_iter()
        .map(|candidate| {
            let mistakes = damerau_levenshtein(&name, &candidate.to_lowercase());
            (mistakes, candidate)
        })
        // A name of one or two letters is near every other.
        .filter(|(mistakes, candidate)| *mistakes <= most && *mistakes < candidate.len())
        .min_by_key(|(mistakes, _)| *mistakes)
        .map(|(_, candidate)| candidate)
}

/// Returns the advice for an unknown name: the nearest known name, or all of them.
pub(super) fn advice(name: &str, known: &[&str]) -> String {
    match closest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("known here: {}", quoted.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_find_their_name_and_other_words_find_none() {
        let known = ["mass", "model", "position", "heading", "broad_phase"];
        for (written, meant) in [
            ("mas", Some("mass")),
            ("Mass", Some("mass")),
            ("positoin", Some("position")),
            ("broadphase", Some("broad_phase")),
            ("weight", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(closest(written, known), meant, "{written}");
        }
        assert_eq!(closest(&"mass".repeat(100_000), known), None);
    }

    #[test]
    fn without_a_near_name_all_are_told() {
        assert_eq!(advice("weight", &["mass"]), "known here: `mass`");
        assert_eq!(advice("mas", &["mass"]), "did you mean `mass`?");
    }
}
