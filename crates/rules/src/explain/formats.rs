//! Numbers of an explanation as text. A number that rounds to zero has no sign.

use dodgem_scene::console::rounded;
use glam::DVec3;

/// Formats a time within a step.
pub fn ms(seconds: f64) -> String {
    format!("{} ms", rounded(seconds * 1000.0, 3))
}

/// Formats a length in the unit that is easiest to read.
pub fn length(metres: f64) -> String {
    match metres.abs() {
        far if far >= 1.0 => format!("{metres:.2} m"),
        far if far >= 0.01 => format!("{:.1} cm", metres * 100.0),
        _ => format!("{} mm", rounded(metres * 1000.0, 3)),
    }
}

/// Formats a place, in metres.
pub fn place(p: DVec3) -> String {
    numbers(p, 3)
}

/// Formats a direction.
pub fn direction(n: DVec3) -> String {
    numbers(n, 2)
}

/// Formats a velocity or a momentum.
pub fn vector(v: DVec3) -> String {
    numbers(v, 1)
}

/// Formats the coordinates of a vector with that many decimals.
pub fn numbers(v: DVec3, digits: usize) -> String {
    v.to_array().map(|one| rounded(one, digits)).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_rounds_to_zero_has_no_sign() {
        let p = DVec3::new(-0.0001, 1.25, -0.0);
        assert_eq!(place(p), "0.000, 1.250, 0.000");
        assert_eq!(vector(-p), "0.0, -1.2, 0.0");
        assert_eq!(
            direction(DVec3::new(-1.0, -0.004, 0.005)),
            "-1.00, 0.00, 0.01"
        );
        assert_eq!(length(-1e-9), "0.000 mm");
        assert_eq!(ms(-1e-9), "0.000 ms");
        assert_eq!(length(-0.25), "-25.0 cm");
    }
}
