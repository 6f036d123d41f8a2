//! Insertion sort, for numbers that are nearly sorted.

/// A whole number that sorts like the coordinate; -0 sorts like 0.
#[inline]
pub(super) fn sortable(coordinate: f32) -> u32 {
    // Adding zero turns -0 into 0. Positive floats sort like their bits, negative ones in reverse.
    let bits = (coordinate + 0.0).to_bits();
    if bits & 0x8000_0000 == 0 {
        bits | 0x8000_0000
    } else {
        !bits
    }
}

/// Sorts by insertion and calls `swapped(low, high)` for every two keys that change their order (`high` was
/// first). Returns the number of such swaps, or `None` if it gave up after `most` of them; the keys are then
/// a permutation of the input.
#[inline]
pub(super) fn insertion_sort(
    keys: &mut [u64],
    most: u64,
    mut swapped: impl FnMut(u64, u64),
) -> Option<u64> {
    let mut swaps = 0;
    for end in 1..keys.len() {
        let key = keys[end];
        let mut hole = end;
        while hole > 0 && keys[hole - 1] > key {
            swapped(key, keys[hole - 1]);
            keys[hole] = keys[hole - 1];
            hole -= 1;
        }
        keys[hole] = key;
        swaps += (end - hole) as u64;
        if swaps > most {
            return None;
        }
    }
    Some(swaps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sortable_numbers_sort_like_coordinates() {
        let ascending = [
            f32::NEG_INFINITY,
            f32::MIN,
            -1.5,
            -1e-45,
            0.0,
            1e-45,
            1.5,
            f32::MAX,
            f32::INFINITY,
        ];
        for pair in ascending.windows(2) {
            assert!(sortable(pair[0]) < sortable(pair[1]), "{pair:?}");
        }
        assert_eq!(sortable(-0.0), sortable(0.0));
    }

    #[test]
    fn every_inversion_is_told_once() {
        let mut keys = [3, 1, 2, 0];
        let mut told = Vec::new();
        let swaps = insertion_sort(&mut keys, 100, |low, high| told.push((low, high)));
        assert_eq!(keys, [0, 1, 2, 3]);
        assert_eq!(swaps, Some(5));
        told.sort_unstable();
        assert_eq!(told, [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)]);
    }

    #[test]
    fn a_hopeless_case_is_given_up_without_losing_a_key() {
        let mut keys: Vec<u64> = (0..100).rev().collect();
        assert_eq!(insertion_sort(&mut keys, 50, |_, _| ()), None);
        keys.sort_unstable();
        assert!(keys.iter().copied().eq(0..100));
    }
}
