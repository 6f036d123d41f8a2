//! The look of each kind of debug line, its name, and a short explanation.
//!
//! Colour alone never distinguishes two kinds in a view: width, dashes or a mark at the middle differ too. A second
//! palette suits eyes that confuse colours. Both are in `assets/looks/lines.ron`.

use std::sync::LazyLock;

use crate::app::asset;
use crate::app::params::render::looks::FAINT;
use dodgem_collide::{DebugKind, DebugTone};
use serde::{Deserialize, Serialize};

/// A palette for the debug views.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Palette {
    /// Many bright colours.
    #[default]
    Bright,
    /// Few colours that people with colour vision deficiency can distinguish.
    Clear,
}

impl Palette {
    pub const ALL: [Palette; 2] = [Palette::Bright, Palette::Clear];

    /// Its name in messages and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Palette::Bright => "bright",
            Palette::Clear => "clear",
        }
    }

    /// The palette of that name.
    pub fn named(name: &str) -> Option<Palette> {
        (Palette::ALL.into_iter()).find(|palette| palette.name() == name)
    }

    /// The other palette.
    pub fn next(self) -> Palette {
        match self {
            Palette::Bright => Palette::Clear,
            Palette::Clear => Palette::Bright,
        }
    }

    /// The colour of a numbered item for drawing on the picture.
    pub fn of_number(self, number: u32) -> macroquad::color::Color {
        let [red, green, blue] = self.numbered(number);
        macroquad::color::Color::new(red, green, blue, 1.0)
    }

    /// The colour of a numbered item, such as a convex piece.
    fn numbered(self, number: u32) -> [f32; 3] {
        let colors = &self.colors().numbered;
        // Neighbours have similar numbers; steps of three keep their colours apart.
        colors[number as usize * 3 % colors.len()]
    }

    /// The colour for a body's cost from 0 to 1: from dark to bright in both palettes.
    pub fn heat(self, share: f32) -> [f32; 3] {
        let stops = &self.colors().heat;
        let at = share.clamp(0.0, 1.0) * 2.0;
        let (from, part) = if at < 1.0 { (0, at) } else { (1, at - 1.0) };
        std::array::from_fn(|i| stops[from][i] + (stops[from + 1][i] - stops[from][i]) * part)
    }
}

impl Palette {
    /// Its colours.
    fn colors(self) -> &'static PaletteColors {
        match self {
            Palette::Bright => &looks().bright,
            Palette::Clear => &looks().clear,
        }
    }
}

/// The file of palettes and lines, which explains its fields.
const LOOKS: &str = include_str!("../../../assets/looks/lines.ron");

/// The palettes, and the look of each kind of line, sorted by kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looks {
    bright: PaletteColors,
    clear: PaletteColors,
    lines: Vec<Style>,
}

/// The colours of a palette.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaletteColors {
    numbered: Vec<[f32; 3]>,
    heat: [[f32; 3]; 3],
}

/// The style of a kind of line in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Style {
    kind: DebugKind,
    bright: [f32; 3],
    clear: ClearColor,
    opacity: f32,
    width: f32,
    dash: f32,
    cross: bool,
}

/// The colours of the clear palette, in its order.
#[derive(Clone, Copy, Deserialize)]
enum ClearColor {
    Orange,
    Sky,
    Green,
    Yellow,
    Blue,
    Red,
    Purple,
    White,
}

/// The palettes and lines, read once from the file in the program.
fn looks() -> &'static Looks {
    static READ: LazyLock<Looks> = LazyLock::new(|| {
        let mut read: Looks = asset::read("looks/lines.ron", LOOKS);
        read.lines.sort_by_key(|style| style.kind);
        read
    });
    &READ
}

/// The look of a kind of line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineLook {
    pub color: [f32; 4],
    /// Width in pixels.
    pub width: f32,
    /// Length of a dash with its gap in metres; 0 for an unbroken line.
    pub dash: f32,
    /// True if a cross marks the middle, so that the line stands out in a crowd.
    pub cross: bool,
    /// The figure that its lines form, for the sample in the legend.
    pub shape: Shape,
}

/// The figure that the lines of a kind form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A single line.
    Line,
    /// A box or a similar frame.
    Frame,
    /// A cross, large or small.
    Cross {
        small: bool,
    },
    Arrow,
    /// A cone that opens upwards.
    Cone,
    /// A ring on the floor.
    Ring,
    /// A number instead of lines.
    Number,
}

impl LineLook {
    /// Applies a tone: faint, or the colour of a number.
    pub fn in_tone(mut self, tone: DebugTone, palette: Palette) -> LineLook {
        match tone {
            DebugTone::Plain => {}
            DebugTone::Faint => {
                self.color[3] *= FAINT;
                self.width = (self.width * 0.7).max(1.0);
            }
            DebugTone::Number(number) => {
                let [red, green, blue] = palette.numbered(number);
                self.color = [red, green, blue, self.color[3]];
            }
        }
        self
    }
}

/// The look of a kind of line.
pub fn look_of(kind: DebugKind, palette: Palette) -> LineLook {
    let style = &looks().lines[kind as usize];
    let [red, green, blue] = match palette {
        Palette::Bright => style.bright,
        Palette::Clear => looks().clear.numbered[style.clear as usize],
    };
    LineLook {
        color: [red, green, blue, style.opacity],
        width: style.width,
        dash: style.dash,
        cross: style.cross,
        shape: shape_of(kind),
    }
}

fn shape_of(kind: DebugKind) -> Shape {
    match kind {
        DebugKind::Cell
        | DebugKind::OccupiedCell
        | DebugKind::Bounds
        | DebugKind::Volume
        | DebugKind::VolumeLeaf
        | DebugKind::VolumeApart => Shape::Frame,
        DebugKind::Contact => Shape::Cross { small: false },
        DebugKind::PastContact => Shape::Cross { small: true },
        DebugKind::Impulse | DebugKind::Velocity => Shape::Arrow,
        DebugKind::FrictionCone => Shape::Cone,
        DebugKind::Focus => Shape::Ring,
        DebugKind::Cost => Shape::Number,
        DebugKind::Wireframe
        | DebugKind::Interval
        | DebugKind::PairRejected
        | DebugKind::PairTested
        | DebugKind::PairHit
        | DebugKind::PairCut
        | DebugKind::NodeLink
        | DebugKind::SeparatingAxis
        | DebugKind::Piece
        | DebugKind::Normal
        | DebugKind::Goal
        | DebugKind::Force
        | DebugKind::Sweep
        | DebugKind::SweepEnd
        | DebugKind::LookAhead
        | DebugKind::Nearest => Shape::Line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::words::Language;
    use crate::arena::View;
    use crate::view_words::ViewWords;

    /// The views that show a kind of line. The pieces are looked at together with the shapes.
    fn views_of(kind: DebugKind) -> &'static [View] {
        match kind {
            DebugKind::Wireframe | DebugKind::Piece => &[View::Shapes, View::Pieces],
            DebugKind::Cell
            | DebugKind::OccupiedCell
            | DebugKind::Interval
            | DebugKind::Bounds
            | DebugKind::PairRejected => &[View::Pairs],
            DebugKind::PairTested | DebugKind::PairHit | DebugKind::PairCut => {
                &[View::Pairs, View::Budget]
            }
            DebugKind::Volume
            | DebugKind::VolumeLeaf
            | DebugKind::VolumeApart
            | DebugKind::NodeLink
            | DebugKind::SeparatingAxis => &[View::Tree],
            DebugKind::Contact
            | DebugKind::PastContact
            | DebugKind::Impulse
            | DebugKind::FrictionCone => &[View::Contacts],
            DebugKind::Normal => &[View::Contacts, View::Sweeps],
            DebugKind::Sweep | DebugKind::LookAhead | DebugKind::SweepEnd | DebugKind::Nearest => {
                &[View::Sweeps]
            }
            DebugKind::Velocity | DebugKind::Goal | DebugKind::Force => &[View::Velocities],
            DebugKind::Cost => &[View::Budget],
            DebugKind::Focus => &[
                View::Shapes,
                View::Pairs,
                View::Tree,
                View::Pieces,
                View::Contacts,
                View::Sweeps,
                View::Velocities,
            ],
        }
    }

    /// The pairs of kinds of lines that a view shows together.
    fn pairs_shown() -> impl Iterator<Item = [DebugKind; 2]> {
        View::ALL.into_iter().flat_map(|view| {
            let shows = |kind: &DebugKind| views_of(*kind).contains(&view);
            let shown: Vec<DebugKind> = DebugKind::ALL.into_iter().filter(shows).collect();
            let pairs = (0..shown.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
            let pairs: Vec<_> = pairs.map(|pair| pair.map(|at| shown[at])).collect();
            pairs
        })
    }

    #[test]
    fn the_file_has_each_kind_of_line_once() {
        let kinds = looks().lines.iter().map(|style| style.kind);
        assert!(kinds.eq(DebugKind::ALL));
        assert_eq!(looks().clear.numbered.len(), ClearColor::White as usize + 1);
        assert!(!looks().bright.numbered.is_empty());
    }

    #[test]
    fn kinds_shown_together_differ_by_more_than_colour() {
        for [a, b] in pairs_shown() {
            let [p, q] = [a, b].map(|kind| look_of(kind, Palette::Bright));
            // Widths that differ by less than a pixel look alike.
            let alike = (p.width - q.width).abs() < 0.9;
            let style = (p.dash, p.cross, p.shape) == (q.dash, q.cross, q.shape);
            assert!(!alike || !style, "{a:?} and {b:?}");
        }
    }

    /// Matrices for eyes without one of the three kinds of cones, for long, middle and short waves: Machado,
    /// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
    /// at severity 1.
    const SEEN: [[[f32; 3]; 3]; 3] = [
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    fn seen(matrix: &[[f32; 3]; 3], color: [f32; 4]) -> [f32; 3] {
        let linear = [color[0], color[1], color[2]].map(|part| part.powf(2.2));
        matrix.map(|row| {
            let sum: f32 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
            sum.clamp(0.0, 1.0).powf(1.0 / 2.2)
        })
    }

    #[test]
    fn the_clear_colours_of_a_view_differ_for_every_eye() {
        for matrix in &SEEN {
            for [a, b] in pairs_shown() {
                let [p, q] = [a, b].map(|kind| look_of(kind, Palette::Clear));
                // Kinds with one colour are distinguished by their style.
                if p.color[..3] == q.color[..3] {
                    continue;
                }
                let (p, q) = (seen(matrix, p.color), seen(matrix, q.color));
                let far: f32 = p.iter().zip(q).map(|(a, b)| (a - b).powi(2)).sum();
                assert!(far.sqrt() > 0.1, "{a:?} and {b:?}: {}", far.sqrt());
            }
        }
    }

    #[test]
    fn the_page_about_views_has_every_view_and_the_name_of_every_line() {
        let page = include_str!("../../../docs/views.md");
        for (number, view) in (1..).zip(View::ALL) {
            let head = format!("## {number}: {}\n", ViewWords::ENGLISH.title(view).0);
            assert!(page.contains(&head), "{head}");
        }
        let words: Vec<&str> = page.split_whitespace().collect();
        let page = words.join(" ").to_lowercase();
        for kind in DebugKind::ALL {
            let name = ViewWords::ENGLISH.line(kind).0.to_lowercase();
            assert!(page.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_page_about_views_names_every_stage_as_the_panel_does() {
        let page = include_str!("../../../docs/views.md");
        for stage in dodgem_collide::query::Stage::ALL {
            let name = format!("*{}*", stage.name());
            assert!(page.contains(&name), "{name}");
        }
    }

    #[test]
    fn every_kind_has_a_name_and_a_sentence_that_fits_a_legend() {
        for kind in DebugKind::ALL {
            for (language, _) in Language::ALL {
                let (name, about) = language.words().views.line(kind);
                let words = name.chars().count() + about.chars().count();
                assert!(!about.is_empty() && words < 66, "{kind:?}: {words}");
            }
        }
    }
}
