//! The part that both fronts share: children that are all apart make way for their parent.

use std::collections::BTreeMap;

/// The end of a descent.
#[derive(Clone, Debug)]
pub struct End<T> {
    /// The place.
    pub at: T,
    /// The place above it.
    pub parent: Option<T>,
    /// True if the volumes are apart there.
    pub is_apart: bool,
}

/// The next front. `count_below` is the number of places below one, `is_apart` tests it.
pub fn raised<T: Clone>(
    ends: &[End<T>],
    key: impl Fn(&T) -> usize,
    count_below: impl Fn(&T) -> usize,
    mut is_apart: impl FnMut(&T) -> bool,
) -> Vec<T> {
    let mut apart_below: BTreeMap<usize, usize> = BTreeMap::new();
    for parent in ends
        .iter()
        .filter(|end| end.is_apart)
        .filter_map(|end| end.parent.as_ref())
    {
        *apart_below.entry(key(parent)).or_default() += 1;
    }
    let mut tried: BTreeMap<usize, bool> = BTreeMap::new();
    let mut front = Vec::new();
    for end in ends {
        let parent = end
            .parent
            .as_ref()
            .filter(|up| end.is_apart && apart_below.get(&key(up)) == Some(&count_below(up)));
        let Some(up) = parent else {
            front.push(end.at.clone());
            continue;
        };
        match tried.get(&key(up)) {
            Some(true) => {}
            Some(false) => front.push(end.at.clone()),
            None => {
                let rises = is_apart(up);
                tried.insert(key(up), rises);
                front.push(if rises { up } else { &end.at }.clone());
            }
        }
    }
    front
}
