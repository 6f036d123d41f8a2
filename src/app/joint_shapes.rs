//! The symbols of joints in the scene: their lines show kind, axis, limits and motor.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};

use crate::app::handles::around;
use crate::app::params::window::joint_shapes::{CIRCLE, TURNS};
use crate::level::{JointKindSpec, JointSpec};

/// A line of a symbol.
pub type Line = [Vec3; 2];

/// Returns the lines of the symbol of a joint of a size, in metres. A hinge is a bar with a circle around it, with
/// limits with a sector of it; a slider is a bar with two heads, with limits with stops; a ball joint is a globe, a
/// weld is a cube. Ropes are dashed, rods are double and springs zigzag. A motor adds a head to the circle or a
/// second one to the bar.
pub fn lines(joint: &JointSpec, size: f32) -> Vec<Line> {
    let Some(at) = joint.at else {
        return Vec::new();
    };
    let to = joint.to.unwrap_or(at);
    match joint.kind {
        JointKindSpec::Ball => globe(at, size),
        JointKindSpec::Weld => cube(at, size * 0.4),
        JointKindSpec::Hinge { axis } => hinge(at, axis.normalize_or(Vec3::Y), size, joint),
        JointKindSpec::Slider { axis } => slider(at, axis.normalize_or(Vec3::Y), size, joint),
        JointKindSpec::Rope { .. } => with_ends(dashes(at, to), at, to, size),
        JointKindSpec::Rod { .. } => {
            let aside = aside(at, to) * size * 0.12;
            let two = [aside, -aside].map(|by| [at + by, to + by]);
            with_ends(two.into(), at, to, size)
        }
        JointKindSpec::Spring { .. } => with_ends(zigzag(at, to, size * 0.3), at, to, size),
    }
}

/// Returns the arc around an axis from one angle to another, in radians.
fn arc(at: Vec3, axis: Vec3, radius: f32, from: f32, to: f32) -> Vec<Line> {
    let [one, other] = around(axis).map(|way| way * radius);
    let point = |index: usize| {
        let angle = from + (to - from) * index as f32 / CIRCLE as f32;
        at + one * angle.cos() + other * angle.sin()
    };
    (0..CIRCLE)
        .map(|index| [point(index), point(index + 1)])
        .collect()
}

fn hinge(at: Vec3, axis: Vec3, size: f32, joint: &JointSpec) -> Vec<Line> {
    let mut lines = vec![[at - axis * size, at + axis * size]];
    let radius = size * 0.7;
    let [one, other] = around(axis).map(|way| way * radius);
    let point = |angle: f32| at + one * angle.cos() + other * angle.sin();
    match joint.limits {
        None => lines.extend(arc(at, axis, radius, 0.0, TAU)),
        Some(limits) => {
            let [low, high] = limits
                .to_array()
                .map(|angle| angle.clamp(-360.0, 360.0).to_radians());
            lines.extend(arc(at, axis, radius, low, high));
            // The longer spoke is the present angle.
            lines.extend([[at, point(low)], [at, point(high)]]);
            lines.push([at, at + one * 1.3]);
        }
    }
    if joint.motor.is_some() {
        lines.extend(head(point(0.0), other * 0.4, axis * radius * 0.25));
    }
    lines
}

fn slider(at: Vec3, axis: Vec3, size: f32, joint: &JointSpec) -> Vec<Line> {
    let ends = joint.limits.map_or(Vec2::new(-size, size), |limits| limits);
    let [low, high] = ends.to_array().map(|way| at + axis * way);
    let across = axis.any_orthonormal_vector() * size * 0.25;
    let mut lines = vec![[low, high], [at - across, at + across]];
    match joint.limits {
        Some(_) => {
            let stop = |end: Vec3| [end - across * 1.6, end + across * 1.6];
            lines.extend([stop(low), stop(high)]);
        }
        None => {
            lines.extend(head(low, -axis * size * 0.35, across));
            lines.extend(head(high, axis * size * 0.35, across));
        }
    }
    if joint.motor.is_some() {
        let middle = at + axis * size * 0.5;
        lines.extend(head(middle, axis * size * 0.35, across));
    }
    lines
}

/// Returns the two lines of a head at a point that looks along `way`.
fn head(at: Vec3, way: Vec3, across: Vec3) -> [Line; 2] {
    [across, -across].map(|by| [at, at - way + by])
}

fn globe(at: Vec3, size: f32) -> Vec<Line> {
    let axes = Vec3::AXES.into_iter();
    axes.flat_map(|axis| arc(at, axis, size * 0.5, 0.0, TAU))
        .collect()
}

fn cube(at: Vec3, half: f32) -> Vec<Line> {
    let corner = |index: usize| {
        let side = |bit: usize| if index >> bit & 1 == 0 { -half } else { half };
        at + Vec3::new(side(0), side(1), side(2))
    };
    let edges = (0..8_usize).flat_map(|from| (0..3).map(move |bit| (from, from | 1 << bit)));
    let edges = edges.filter(|(from, to)| from != to);
    edges.map(|(from, to)| [corner(from), corner(to)]).collect()
}

fn aside(at: Vec3, to: Vec3) -> Vec3 {
    (to - at)
        .try_normalize()
        .unwrap_or(Vec3::Y)
        .any_orthonormal_vector()
}

fn dashes(at: Vec3, to: Vec3) -> Vec<Line> {
    let point = |part: usize| at.lerp(to, part as f32 / (2 * TURNS - 1) as f32);
    (0..TURNS)
        .map(|dash| [point(2 * dash), point(2 * dash + 1)])
        .collect()
}

fn zigzag(at: Vec3, to: Vec3, wide: f32) -> Vec<Line> {
    let aside = aside(at, to) * wide;
    let count = 2 * TURNS;
    let point = |index: usize| {
        let middle = at.lerp(to, index as f32 / count as f32);
        match index {
            0 => at,
            _ if index == count => to,
            _ => middle + aside * (index as f32 * PI + PI / 2.0).sin(),
        }
    };
    (0..count)
        .map(|index| [point(index), point(index + 1)])
        .collect()
}

/// Adds a small cross at both ends.
fn with_ends(mut lines: Vec<Line>, at: Vec3, to: Vec3, size: f32) -> Vec<Line> {
    for end in [at, to] {
        lines.extend(Vec3::AXES.map(|axis| [end - axis * size * 0.2, end + axis * size * 0.2]));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::said;

    fn of(text: &str) -> Vec<Line> {
        lines(&said::<JointSpec>(text).unwrap(), 1.0)
    }

    #[test]
    fn a_symbol_shows_kind_axis_limits_and_motor() {
        let kinds = [
            "(kind: Ball, at: (1.0, 2.0, 3.0))",
            "(kind: Weld, at: (1.0, 2.0, 3.0))",
            "(kind: Hinge(axis: (1.0, 0.0, 0.0)), at: (1.0, 2.0, 3.0))",
            "(kind: Hinge(axis: (1.0, 0.0, 0.0)), at: (1.0, 2.0, 3.0), limits: (-20.0, 70.0))",
            "(kind: Hinge(axis: (1.0, 0.0, 0.0)), at: (1.0, 2.0, 3.0), motor: (speed: 9.0, force: 9.0))",
            "(kind: Hinge(axis: (0.0, 0.0, 1.0)), at: (1.0, 2.0, 3.0))",
            "(kind: Slider(axis: (1.0, 0.0, 0.0)), at: (1.0, 2.0, 3.0))",
            "(kind: Slider(axis: (1.0, 0.0, 0.0)), at: (1.0, 2.0, 3.0), limits: (-0.5, 2.0))",
            "(kind: Rope(), at: (1.0, 2.0, 3.0), to: (1.0, 5.0, 3.0))",
            "(kind: Rod(), at: (1.0, 2.0, 3.0), to: (1.0, 5.0, 3.0))",
            "(kind: Spring(frequency: 2.0), at: (1.0, 2.0, 3.0), to: (1.0, 5.0, 3.0))",
        ];
        let shapes = kinds.map(of);
        for (index, shape) in shapes.iter().enumerate() {
            assert!(!shape.is_empty() && shape.iter().flatten().all(|point| point.is_finite()));
            let others = shapes[..index].iter();
            assert!(
                others.clone().all(|other| other != shape),
                "{}",
                kinds[index]
            );
        }
        let at = Vec3::new(1.0, 2.0, 3.0);
        // The first line of a hinge is its axis, and that of a slider with limits its way.
        assert_eq!(shapes[2][0], [at - Vec3::X, at + Vec3::X]);
        assert_eq!(shapes[7][0], [at - Vec3::X * 0.5, at + Vec3::X * 2.0]);
        // The sector of the limits has 90 degrees.
        let [low, high] = [shapes[3][21][1], shapes[3][22][1]].map(|end| end - at);
        assert!((low.angle_between(high).to_degrees() - 90.0).abs() < 0.1);
        let spring = &shapes[10];
        assert!(spring[0][0] == at && spring[2 * TURNS - 1][1] == Vec3::new(1.0, 5.0, 3.0));
        assert!(of("(kind: Ball)").is_empty(), "a link without a place");
    }
}
