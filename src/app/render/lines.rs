//! Debug views: collects the engine's lines and gives each kind its look.
//!
//! No kind is told by colour alone: width, dashes and a mark at the middle differ too, and the
//! legend on screen names them.

use glam::Vec3;

use dodgem_collide::{DebugKind, DebugSink};

use crate::app::render::scene::SceneLine;

/// Most lines kept of one frame; more than that could be neither drawn in time nor read.
const MAX_LINES: usize = 60_000;

/// How a kind of line looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineLook {
    /// Its name in the legend.
    pub name: &'static str,
    pub color: [f32; 4],
    /// Width in pixels.
    pub width: f32,
    /// Length of a dash with its gap in metres; 0 for an unbroken line.
    pub dash: f32,
    /// Whether the middle carries a cross, so that it stands out in a crowd of lines.
    pub cross: bool,
}

const fn look(name: &'static str, color: [f32; 4], width: f32, dash: f32, cross: bool) -> LineLook {
    LineLook {
        name,
        color,
        width,
        dash,
        cross,
    }
}

/// The look of a kind.
pub fn look_of(kind: DebugKind) -> LineLook {
    match kind {
        DebugKind::Wireframe => look("triangles", [0.75, 0.95, 1.0, 0.55], 1.0, 0.0, false),
        DebugKind::Cell => look("grid cell", [0.55, 0.7, 1.0, 0.55], 1.5, 0.5, false),
        DebugKind::OccupiedCell => look("occupied cell", [0.2, 1.0, 0.75, 0.95], 4.0, 0.0, false),
        DebugKind::PairTested => look("pair tested: apart", [1.0, 1.0, 1.0, 0.9], 2.0, 0.35, false),
        DebugKind::PairHit => look("pair tested: hit", [1.0, 0.85, 0.2, 1.0], 5.0, 0.0, false),
        DebugKind::PairCut => look(
            "pair CUT by the budget",
            [1.0, 0.25, 0.5, 1.0],
            5.0,
            0.18,
            true,
        ),
        DebugKind::Volume => look("volume (18-DOP)", [0.95, 0.6, 1.0, 0.8], 1.5, 0.0, false),
        DebugKind::VolumeLeaf => look("leaf volume", [0.6, 1.0, 0.45, 0.8], 1.5, 0.12, false),
        DebugKind::Piece => look("convex piece", [1.0, 0.75, 0.4, 0.9], 1.5, 0.0, false),
        DebugKind::Contact => look("contact point", [1.0, 0.3, 0.2, 1.0], 3.0, 0.0, false),
        DebugKind::Bounds => look("bounds", [0.7, 0.7, 1.0, 0.8], 1.0, 0.25, false),
        DebugKind::Normal => look("normal", [0.4, 0.9, 1.0, 1.0], 2.5, 0.0, false),
        DebugKind::Velocity => look("velocity", [0.5, 1.0, 0.5, 1.0], 3.0, 0.3, false),
        DebugKind::Goal => look("driver's goal", [1.0, 0.55, 0.85, 1.0], 2.5, 0.6, false),
        DebugKind::Force => look("force or impulse", [1.0, 0.6, 0.3, 1.0], 4.0, 0.1, false),
        DebugKind::Sweep => look("sweep: an instant", [0.95, 0.9, 0.55, 0.8], 1.5, 0.1, false),
        DebugKind::SweepEnd => look("sweep: they meet", [1.0, 0.45, 0.25, 1.0], 3.0, 0.0, false),
        DebugKind::Nearest => look("nearest points", [0.55, 1.0, 0.85, 1.0], 2.5, 0.0, true),
    }
}

/// A label of a debug view at a place in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub at: Vec3,
    pub text: String,
    pub kind: DebugKind,
}

/// Collects what the engine draws.
#[derive(Debug, Default)]
pub struct LineSink {
    pub lines: Vec<SceneLine>,
    pub labels: Vec<Label>,
    /// The kinds seen, each once, in the order in which they first came: the legend.
    pub kinds: Vec<DebugKind>,
    /// Lines left out because there were too many.
    pub left_out: usize,
}

impl LineSink {
    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.labels.clear();
        self.kinds.clear();
        self.left_out = 0;
    }

    fn note(&mut self, kind: DebugKind) {
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    fn add(&mut self, from: Vec3, to: Vec3, look: &LineLook, dash: f32) {
        if self.lines.len() >= MAX_LINES {
            self.left_out += 1;
            return;
        }
        self.lines.push(SceneLine {
            from: from.to_array(),
            to: to.to_array(),
            color: look.color,
            style: [look.width, dash],
        });
    }
}

impl DebugSink for LineSink {
    fn line(&mut self, a: Vec3, b: Vec3, kind: DebugKind) {
        self.note(kind);
        let look = look_of(kind);
        self.add(a, b, &look, look.dash);
        if look.cross {
            let middle = (a + b) * 0.5;
            for (x, z) in [(0.25, 0.25), (0.25, -0.25)] {
                let arm = Vec3::new(x, 0.0, z);
                self.add(middle - arm, middle + arm, &look, 0.0);
            }
        }
    }

    fn text(&mut self, at: Vec3, text: &str, kind: DebugKind) {
        self.note(kind);
        self.labels.push(Label {
            at,
            text: text.to_owned(),
            kind,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [DebugKind; 10] = [
        DebugKind::Wireframe,
        DebugKind::Cell,
        DebugKind::OccupiedCell,
        DebugKind::PairTested,
        DebugKind::PairHit,
        DebugKind::PairCut,
        DebugKind::Volume,
        DebugKind::VolumeLeaf,
        DebugKind::Piece,
        DebugKind::Contact,
    ];

    #[test]
    fn kinds_shown_together_differ_by_more_than_colour() {
        let views: [&[DebugKind]; 3] = [&ALL[1..6], &ALL[6..8], &ALL[8..10]];
        for view in views {
            for (index, a) in view.iter().enumerate() {
                for b in &view[index + 1..] {
                    let (a, b) = (look_of(*a), look_of(*b));
                    assert_ne!(
                        (a.width, a.dash, a.cross),
                        (b.width, b.dash, b.cross),
                        "{} and {}",
                        a.name,
                        b.name
                    );
                }
            }
        }
    }

    #[test]
    fn a_cut_pair_is_marked_with_a_cross_and_the_legend_lists_each_kind_once() {
        let mut sink = LineSink::default();
        sink.line(Vec3::ZERO, Vec3::X, DebugKind::PairCut);
        sink.line(Vec3::ZERO, Vec3::Y, DebugKind::PairCut);
        assert_eq!(sink.lines.len(), 6);
        assert_eq!(sink.kinds, [DebugKind::PairCut]);
    }

    #[test]
    fn tens_of_thousands_of_lines_are_kept_and_the_rest_is_counted() {
        let mut sink = LineSink::default();
        for _ in 0..MAX_LINES + 7 {
            sink.line(Vec3::ZERO, Vec3::X, DebugKind::Wireframe);
        }
        assert_eq!((sink.lines.len(), sink.left_out), (MAX_LINES, 7));
        sink.clear();
        assert!(sink.lines.is_empty() && sink.kinds.is_empty() && sink.left_out == 0);
    }
}
