//! Operations on single blocks of the joints' matrix, unrolled for each width.

/// Calls a function for blocks with a fixed number of columns, so that its loops over them are unrolled.
macro_rules! by_width {
    ($width:expr, $function:ident($($argument:expr),*)) => {
        match $width {
            0 => {}
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            5 => $function::<5>($($argument),*),
            6 => $function::<6>($($argument),*),
            7 => $function::<7>($($argument),*),
            _ => $function::<{ $crate::joint::MAX_ROWS }>($($argument),*),
        }
    };
}
pub(super) use by_width;

/// The leading rows of a list of values, `N` values each.
pub(super) fn rows_of<const N: usize>(values: &[f64]) -> &[[f64; N]] {
    values.as_chunks().0
}

pub(super) fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += one[k] * other[k];
    }
    sum
}

/// A symmetric block times a vector.
pub(super) fn times<const N: usize>(block: &[[f64; N]], vector: &[f64; N]) -> [f64; N] {
    std::array::from_fn(|i| dot(&block[i], vector))
}

/// Replaces a symmetric block, of which the lower triangle is known, by its inverse. A row that depends on
/// those before it gets an infinite pivot, so that its solution is zero.
pub(super) fn invert<const N: usize>(block: &mut [f64]) {
    let block = &mut block.as_chunks_mut::<N>().0[..N];
    // The factor below the diagonal, and the inverses of the pivots.
    let mut lower = [[0.0; N]; N];
    let mut pivots = [0.0; N];
    for i in 0..N {
        let mut row = [0.0; N];
        let mut pivot = block[i][i];
        for j in 0..i {
            let mut sum = block[i][j];
            for k in 0..j {
                sum -= row[k] * lower[j][k];
            }
            row[j] = sum;
        }
        for j in 0..i {
            let scaled = row[j] * pivots[j];
            pivot -= scaled * row[j];
            lower[i][j] = scaled;
        }
        pivots[i] = if pivot > 0.0 { 1.0 / pivot } else { 0.0 };
    }
    // The inverse of the factor, column by column, and then `L^-T D^-1 L^-1`.
    let mut inverse = [[0.0; N]; N];
    for j in 0..N {
        inverse[j][j] = 1.0;
        for i in j + 1..N {
            let mut sum = lower[i][j];
            for k in j + 1..i {
                sum += lower[i][k] * inverse[k][j];
            }
            inverse[i][j] = -sum;
        }
    }
    for i in 0..N {
        for j in 0..=i {
            let mut sum = 0.0;
            for k in i..N {
                sum += inverse[k][i] * pivots[k] * inverse[k][j];
            }
            (block[i][j], block[j][i]) = (sum, sum);
        }
    }
}

/// The solution of one inverted diagonal block.
pub(super) fn block_solution<const N: usize>(diagonal: &[f64], right: &[f64]) -> [f64; N] {
    let mut known = [0.0; N];
    known.copy_from_slice(&right[..N]);
    times(&rows_of(diagonal)[..N], &known)
}

pub(super) fn solve_block<const N: usize>(diagonal: &[f64], right: &mut [f64]) {
    let solution = block_solution::<N>(diagonal, right);
    right[..N].copy_from_slice(&solution);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_times_its_inverse_changes_nothing_and_dependent_rows_get_nothing() {
        // Only the lower triangle is given.
        let mut block = [4.0, 9.0, 9.0, 2.0, 5.0, 9.0, -1.0, 0.5, 3.0];
        let full = [[4.0, 2.0, -1.0], [2.0, 5.0, 0.5], [-1.0, 0.5, 3.0]];
        invert::<3>(&mut block);
        for (i, row) in full.iter().enumerate() {
            for (j, value) in times(rows_of(&block), row).into_iter().enumerate() {
                let expected = f64::from(u8::from(i == j));
                assert!((value - expected).abs() < 1e-14, "{i} {j}: {value}");
            }
        }
        let mut twice = [2.0, 0.0, 2.0, 2.0];
        invert::<2>(&mut twice);
        assert_eq!(twice, [0.5, 0.0, 0.0, 0.0]);
    }
}
