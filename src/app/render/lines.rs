//! Collects the lines and labels of the debug views.

use glam::Vec3;

use dodgem_collide::{DebugKind, DebugSink, DebugTone};

use crate::app::params::render::lines::{
    CROSS, DASH_FAR, FAR, LEAST_SEEN, MAX_LINES, MOST_IN_FULL, SMALL, TOO_SMALL,
};
use crate::app::params::render::looks::FAINT;
use crate::app::render::looks::{LineLook, Palette, look_of};
use crate::app::render::scene::SceneLine;
use crate::arena::View;

/// A label of a debug view at a place in the scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub at: Vec3,
    pub text: String,
    pub kind: DebugKind,
    /// True if it belongs to something out of focus.
    pub faint: bool,
}

/// A summary of the lines of one view.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    pub view: View,
    /// The kinds of its lines, in the order of their first appearance.
    pub kinds: Vec<DebugKind>,
    /// True if there were so many lines that only the nearest keep their full opacity.
    pub crowded: bool,
}

/// Collects the lines and labels that the engine draws.
#[derive(Debug, Default)]
pub struct LineSink {
    pub lines: Vec<SceneLine>,
    pub labels: Vec<Label>,
    /// Summaries of the views that are on, for the legend.
    pub views: Vec<Drawn>,
    /// Indices of lines that show why two bodies meet or are apart.
    deciding: Vec<usize>,
    /// Number of lines omitted because there were too many.
    pub left_out: usize,
    palette: Palette,
    tone: DebugTone,
    /// Indices of the current view's lines at full opacity, without those of mass kinds.
    crowd: Vec<usize>,
    /// The eyes from which the lines are seen.
    eyes: Vec<Vec3>,
}

impl LineSink {
    /// Removes everything but keeps the memory; the next lines are seen from these eyes.
    pub fn clear(&mut self, eyes: impl IntoIterator<Item = Vec3>, palette: Palette) {
        self.lines.clear();
        self.labels.clear();
        self.views.clear();
        self.deciding.clear();
        self.left_out = 0;
        self.tone = DebugTone::Plain;
        self.eyes.clear();
        self.eyes.extend(eyes);
        self.palette = palette;
    }

    /// Starts the lines of a view.
    pub fn begin(&mut self, view: View) {
        self.crowd.clear();
        self.views.push(Drawn {
            view,
            kinds: Vec::new(),
            crowded: false,
        });
    }

    /// Ends the lines of a view. If there are many, only those nearest to an eye keep their full opacity.
    pub fn end(&mut self) {
        if self.crowd.len() <= MOST_IN_FULL {
            return;
        }
        let mut far: Vec<(f32, usize)> = (self.crowd.iter())
            .map(|at| {
                let line = &self.lines[*at];
                (self.far(Vec3::from(line.from), Vec3::from(line.to)), *at)
            })
            .collect();
        far.select_nth_unstable_by(MOST_IN_FULL, |a, b| a.0.total_cmp(&b.0));
        for (_, at) in &far[MOST_IN_FULL..] {
            self.lines[*at].color[3] *= FAINT;
        }
        if let Some(drawn) = self.views.last_mut() {
            drawn.crowded = true;
        }
    }

    /// The distance from a line to the nearest eye, in metres.
    fn far(&self, a: Vec3, b: Vec3) -> f32 {
        let way = b - a;
        let long = way.length_squared();
        let near = |eye: &Vec3| {
            let share = match long > 0.0 {
                true => ((*eye - a).dot(way) / long).clamp(0.0, 1.0),
                false => 0.0,
            };
            eye.distance(a + way * share)
        };
        self.eyes.iter().map(near).fold(f32::MAX, f32::min)
    }

    /// The palette in use.
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// The lines that show why two bodies meet or are apart: shortest ways and separating axes.
    pub fn deciding_lines(&self) -> impl Iterator<Item = &SceneLine> {
        self.deciding
            .iter()
            .filter_map(|index| self.lines.get(*index))
    }

    fn note(&mut self, kind: DebugKind) {
        if let Some(drawn) = self.views.last_mut()
            && !drawn.kinds.contains(&kind)
        {
            drawn.kinds.push(kind);
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

    /// The opacity factor of a line of a mass kind for the nearest eye; `None` if the line is too small.
    fn seen(&self, a: Vec3, b: Vec3) -> Option<f32> {
        let middle = (a + b) * 0.5;
        let far = self.eyes.iter().map(|eye| middle.distance(*eye));
        let far = far.fold(f32::MAX, f32::min).max(0.1);
        let size = a.distance(b) / far;
        (size > TOO_SMALL).then(|| {
            let share = (size / SMALL).min(1.0) * (FAR / far).min(1.0);
            share.max(LEAST_SEEN)
        })
    }
}

/// True for kinds with thousands of lines, of which small and distant ones fade.
fn is_of_many(kind: DebugKind) -> bool {
    matches!(
        kind,
        DebugKind::Volume
            | DebugKind::VolumeLeaf
            | DebugKind::VolumeApart
            | DebugKind::Piece
            | DebugKind::Wireframe
    )
}

/// True for kinds that show why two bodies meet or are apart.
fn decides(kind: DebugKind) -> bool {
    matches!(kind, DebugKind::Nearest | DebugKind::SeparatingAxis)
}

/// True for kinds that show one sweep or the bodies in focus, which never form a crowd.
fn is_of_few(kind: DebugKind) -> bool {
    matches!(
        kind,
        DebugKind::Focus | DebugKind::Sweep | DebugKind::SweepEnd | DebugKind::LookAhead
    )
}

impl DebugSink for LineSink {
    fn line(&mut self, a: Vec3, b: Vec3, kind: DebugKind) {
        self.note(kind);
        let mut look = look_of(kind, self.palette).in_tone(self.tone, self.palette);
        if is_of_many(kind) {
            let Some(share) = self.seen(a, b) else {
                return;
            };
            look.color[3] *= share;
        } else if self.tone != DebugTone::Faint && !is_of_few(kind) && self.lines.len() < MAX_LINES
        {
            self.crowd.push(self.lines.len());
        }
        // Dashes have a constant length on screen; otherwise near lines would look unbroken.
        let dash = look.dash * (self.far(a, b) / DASH_FAR).clamp(0.1, 4.0);
        if decides(kind) && self.tone != DebugTone::Faint {
            self.deciding.push(self.lines.len());
        }
        self.add(a, b, &look, dash);
        if look.cross {
            let middle = (a + b) * 0.5;
            // A short line gets a small cross, so that the cross does not hide it.
            let arm = CROSS.min(0.5 * a.distance(b));
            for z in [arm, -arm] {
                let arm = Vec3::new(arm, 0.0, z);
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
            faint: self.tone == DebugTone::Faint,
        });
    }

    fn tone(&mut self, tone: DebugTone) {
        self.tone = tone;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sink() -> LineSink {
        let mut sink = LineSink::default();
        sink.clear([Vec3::Y], Palette::Bright);
        sink.begin(View::Pairs);
        sink
    }

    #[test]
    fn a_cut_pair_is_marked_with_a_cross_and_the_legend_lists_each_kind_once() {
        let mut sink = sink();
        sink.line(Vec3::ZERO, Vec3::X, DebugKind::PairCut);
        sink.line(Vec3::ZERO, Vec3::Y, DebugKind::PairCut);
        assert_eq!(sink.lines.len(), 6);
        assert_eq!(sink.views[0].kinds, [DebugKind::PairCut]);
        sink.begin(View::Tree);
        assert!(sink.views[1].kinds.is_empty());
    }

    #[test]
    fn shortest_ways_and_axes_decide_without_their_crosses() {
        let mut sink = sink();
        sink.line(Vec3::ZERO, Vec3::X, DebugKind::Nearest);
        sink.line(Vec3::ZERO, Vec3::Y, DebugKind::Focus);
        sink.line(Vec3::ZERO, Vec3::Z, DebugKind::SeparatingAxis);
        assert!(sink.lines.len() > 3, "one of them is crossed");
        let ends: Vec<[f32; 3]> = sink.deciding_lines().map(|line| line.to).collect();
        assert_eq!(ends, [Vec3::X, Vec3::Z].map(|end| end.to_array()));
        sink.clear([Vec3::ZERO], Palette::Clear);
        assert_eq!(sink.deciding_lines().count(), 0);
    }

    #[test]
    fn tens_of_thousands_of_lines_are_kept_and_the_rest_is_counted() {
        let mut sink = sink();
        for _ in 0..MAX_LINES + 7 {
            sink.line(Vec3::ZERO, Vec3::X, DebugKind::Wireframe);
        }
        assert_eq!((sink.lines.len(), sink.left_out), (MAX_LINES, 7));
        sink.clear([Vec3::ZERO], Palette::Clear);
        assert!(sink.lines.is_empty() && sink.views.is_empty() && sink.left_out == 0);
    }

    #[test]
    fn of_a_crowd_the_nearest_lines_stay_in_full() {
        let mut sink = sink();
        for index in 0..MOST_IN_FULL + 100 {
            // Later lines are nearer.
            let at = Vec3::X * (1000.0 - index as f32);
            sink.line(at, at + Vec3::Z, DebugKind::Velocity);
        }
        sink.end();
        let full = |line: &SceneLine| line.color[3] > 0.9;
        assert!(sink.views[0].crowded);
        assert!(!sink.lines[..100].iter().any(full));
        assert!(sink.lines[100..].iter().all(full));
        sink.begin(View::Budget);
        sink.line(Vec3::ZERO, Vec3::X, DebugKind::PairHit);
        sink.end();
        assert!(!sink.views[1].crowded);
    }

    #[test]
    fn dashes_are_as_long_on_the_screen_near_and_far() {
        let mut sink = sink();
        for far in [4.0, 8.0, 16.0] {
            let at = Vec3::new(far, 1.0, 0.0);
            sink.line(at, at + Vec3::Z * 0.1, DebugKind::Velocity);
        }
        let dashes: Vec<f32> = sink.lines.iter().map(|line| line.style[1]).collect();
        assert!((dashes[1] - 0.3).abs() < 1e-6);
        assert!(
            (dashes[0] * 2.0 - dashes[1]).abs() < 1e-6
                && (dashes[2] - dashes[1] * 2.0).abs() < 1e-6
        );
    }

    #[test]
    fn small_and_far_lines_of_many_fade_and_faint_ones_are_fainter() {
        let mut sink = sink();
        let at = |far: f32, long: f32| [Vec3::new(far, 1.0, 0.0), Vec3::new(far, 1.0, long)];
        for [a, b] in [at(2.0, 0.5), at(40.0, 1.5), at(2.0, 0.02), at(2.0, 0.002)] {
            sink.line(a, b, DebugKind::Volume);
        }
        let opacity: Vec<f32> = sink.lines.iter().map(|line| line.color[3]).collect();
        // The last line is omitted.
        assert_eq!(opacity.len(), 3);
        assert!(opacity[0] > 2.0 * opacity[1] && opacity[0] > 2.0 * opacity[2]);
        sink.tone(DebugTone::Faint);
        let [a, b] = at(2.0, 0.5);
        sink.line(a, b, DebugKind::Volume);
        assert!(sink.lines[3].color[3] < 0.3 * opacity[0]);
    }
}
