//! Vectors and matrices of six numbers: a velocity and a spin.

pub(super) type Vec6 = [f64; 6];
/// A matrix by its rows.
pub(super) type Mat6 = [Vec6; 6];

/// The identity matrix.
pub(super) const IDENTITY: Mat6 = {
    let mut matrix = [[0.0; 6]; 6];
    let mut i = 0;
    while i < 6 {
        matrix[i][i] = 1.0;
        i += 1;
    }
    matrix
};

pub(super) fn dot(u: &Vec6, v: &Vec6) -> f64 {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}

/// Adds a multiple of a vector to another one.
pub(super) fn add_times(to: &mut Vec6, v: &Vec6, times: f64) {
    for (x, y) in to.iter_mut().zip(v) {
        *x += y * times;
    }
}

/// Adds `u v^T` to a matrix.
pub(super) fn add_product(matrix: &mut Mat6, u: &Vec6, v: &Vec6) {
    for (row, x) in matrix.iter_mut().zip(u) {
        add_times(row, v, *x);
    }
}

/// The Cholesky factor `L` of a symmetric matrix `L L^T`. The diagonal has the inverses of its entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor(Mat6);

impl Factor {
    /// A factor that is not computed yet.
    pub const NONE: Factor = Factor([[0.0; 6]; 6]);

    /// Factorises a positive definite matrix.
    pub fn new(mut matrix: Mat6) -> Factor {
        for j in 0..6 {
            let Some((pivot, after)) = matrix[j..].split_first_mut() else {
                break;
            };
            let own: f64 = pivot[..j].iter().map(|x| x * x).sum();
            let inverse = (pivot[j] - own).max(f64::MIN_POSITIVE).sqrt().recip();
            pivot[j] = inverse;
            for row in after {
                let known: f64 = row[..j].iter().zip(&pivot[..j]).map(|(x, y)| x * y).sum();
                row[j] = (row[j] - known) * inverse;
            }
        }
        Factor(matrix)
    }

    /// Solves `L y = v` in place.
    pub fn solve_lower(&self, v: &mut Vec6) {
        for (i, row) in self.0.iter().enumerate() {
            let known: f64 = row[..i].iter().zip(&v[..i]).map(|(x, y)| x * y).sum();
            v[i] = (v[i] - known) * row[i];
        }
    }

    /// Solves `L Y = M` in place.
    pub fn solve_lower_matrix(&self, m: &mut Mat6) {
        for (i, row) in self.0.iter().enumerate() {
            let (known, rest) = m.split_at_mut(i);
            for (line, x) in known.iter().zip(row) {
                add_times(&mut rest[0], line, -x);
            }
            rest[0] = rest[0].map(|x| x * row[i]);
        }
    }

    /// Solves `L^T x = y` in place.
    pub fn solve_upper(&self, y: &mut Vec6) {
        for i in (0..6).rev() {
            y[i] *= self.0[i][i];
            let x = y[i];
            for (y, factor) in y[..i].iter_mut().zip(&self.0[i]) {
                *y -= factor * x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A positive definite matrix.
    fn matrix() -> Mat6 {
        let mut matrix = IDENTITY;
        for i in 0..4 {
            let v = [0, 1, 2, 3, 4, 5].map(|j| f64::from((7 * i + 3 * j) % 5) - 1.5);
            add_product(&mut matrix, &v, &v);
        }
        matrix
    }

    #[test]
    fn a_factor_solves_its_system() {
        let wanted = [1.0, -2.0, 3.0, 0.5, 0.0, -1.0];
        let matrix = matrix();
        let mut x = matrix.map(|row| dot(&row, &wanted));
        let factor = Factor::new(matrix);
        factor.solve_lower(&mut x);
        factor.solve_upper(&mut x);
        for (x, wanted) in x.iter().zip(wanted) {
            assert!((x - wanted).abs() < 1e-12, "{x} for {wanted}");
        }
    }

    #[test]
    fn a_matrix_is_solved_by_its_columns() {
        let factor = Factor::new(matrix());
        let mut all = IDENTITY;
        all[2] = [3.0, 1.0, -1.0, 0.0, 2.0, 5.0];
        let columns = [0, 1, 2, 3, 4, 5].map(|j| all.map(|row| row[j]));
        factor.solve_lower_matrix(&mut all);
        for (j, mut column) in columns.into_iter().enumerate() {
            factor.solve_lower(&mut column);
            for (i, x) in column.into_iter().enumerate() {
                assert!((all[i][j] - x).abs() < 1e-12);
            }
        }
    }
}
