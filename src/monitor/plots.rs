//! The quantities of a scene's graphs, sampled at each step, for the screen and as a table.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;

use dodgem_collide::Query;

use crate::arena::ActorId;
use crate::game::quantity::Subjects;
use crate::game::{Round, seconds_of};
use crate::level::{GraphSpec, Quantity, is_meant};
use crate::monitor::params::MOST_VALUES;
use crate::monitor::tracks::quoted;

/// The samples of the graphs of a round.
#[derive(Debug, Default)]
pub struct Plots {
    graphs: Arc<Vec<GraphSpec>>,
    /// The graphs of the scene when they were last taken over.
    of_scene: Arc<Vec<GraphSpec>>,
    /// The quantities of all graphs, each once.
    columns: Vec<Column>,
    rows: VecDeque<Row>,
    query: Query,
}

/// A quantity, with the objects that its names mean.
#[derive(Debug)]
struct Column {
    curve: Quantity,
    subjects: Subjects,
    /// The numbers of actors, joints and zones for which a missing name was searched.
    searched: Option<(usize, usize, usize)>,
}

/// The values after a step; not a number where there is none.
#[derive(Debug)]
struct Row {
    step: u64,
    values: Box<[f32]>,
}

impl Plots {
    /// Returns the graphs.
    pub fn graphs(&self) -> &[GraphSpec] {
        &self.graphs
    }

    /// Shows other graphs than those of the scene. Curves that stay keep their samples.
    pub fn set(&mut self, graphs: Vec<GraphSpec>) {
        let mut columns: Vec<Column> = Vec::new();
        for curve in graphs.iter().flat_map(GraphSpec::quantities) {
            if columns.iter().all(|known| known.curve != *curve) {
                columns.push(Column {
                    curve: curve.clone(),
                    subjects: Subjects::default(),
                    searched: None,
                });
            }
        }
        let known = |column: &Column| self.column(&column.curve);
        let before: Vec<Option<usize>> = columns.iter().map(known).collect();
        for row in &mut self.rows {
            let value = |at: &Option<usize>| at.map_or(f32::NAN, |at| row.values[at]);
            row.values = before.iter().map(value).collect();
        }
        if columns.is_empty() {
            self.rows.clear();
        }
        self.columns = columns;
        self.graphs = Arc::new(graphs);
    }

    /// Forgets all samples.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Takes over the graphs of a round's scene if they changed, and samples its present state. Later samples
    /// stay only if the future is known, as in a recording.
    pub fn note(&mut self, round: &Round, knows_future: bool) {
        let graphs = round.scene().graphs();
        if !Arc::ptr_eq(graphs, &self.of_scene) && *graphs != self.of_scene {
            self.set((**graphs).clone());
        }
        self.of_scene = Arc::clone(graphs);
        if self.columns.is_empty() {
            return;
        }
        let step = round.steps();
        let columns = &mut self.columns;
        let values = columns.iter_mut().map(|column| {
            column.find(round);
            let Column {
                curve, subjects, ..
            } = column;
            let value = subjects.value(curve, round.arena(), &mut self.query);
            value.map_or(f32::NAN, |value| value as f32)
        });
        let row = Row {
            step,
            values: values.collect(),
        };
        let at = self.rows.partition_point(|row| row.step < step);
        if !knows_future {
            self.rows.truncate(at);
        }
        match self.rows.get_mut(at) {
            Some(known) if known.step == step => *known = row,
            _ => self.rows.insert(at, row),
        }
        if self.rows.len() > MOST_VALUES / self.columns.len() {
            // The values farthest from the present go first.
            match at * 2 >= self.rows.len() {
                true => self.rows.pop_front(),
                false => self.rows.pop_back(),
            };
        }
    }

    fn column(&self, curve: &Quantity) -> Option<usize> {
        self.columns.iter().position(|known| known.curve == *curve)
    }

    /// Returns the rows of a span of time in seconds.
    fn rows_in(&self, [from, to]: [f64; 2]) -> impl Iterator<Item = &Row> {
        let first = self.rows.partition_point(|row| time_of(row.step) < from);
        let rows = self.rows.range(first..);
        rows.take_while(move |row| time_of(row.step) <= to)
    }

    /// Returns the samples of a quantity in a span of time: time of the round in seconds and value, in order.
    pub fn samples<'p>(
        &'p self,
        curve: &Quantity,
        span: [f64; 2],
    ) -> impl Iterator<Item = [f64; 2]> + use<'p> {
        let at = self.column(curve);
        let rows = self.rows_in(span);
        rows.filter_map(move |row| Some([time_of(row.step), f64::from(row.values[at?])]))
            .filter(|[_, value]| !value.is_nan())
    }

    /// Returns the samples of two quantities against each other: time, the first, the second.
    pub fn pairs<'p>(
        &'p self,
        curves: [&Quantity; 2],
        span: [f64; 2],
    ) -> impl Iterator<Item = [f64; 3]> + use<'p> {
        let at = curves.map(|curve| self.column(curve));
        let pairs = self.rows_in(span).filter_map(move |row| {
            let [x, y] = [row.values[at[0]?], row.values[at[1]?]];
            Some([time_of(row.step), f64::from(x), f64::from(y)])
        });
        pairs.filter(|[_, x, y]| !x.is_nan() && !y.is_nan())
    }

    /// Returns the first and last time that is known, in seconds.
    pub fn span(&self) -> Option<[f64; 2]> {
        let ends = [self.rows.front()?, self.rows.back()?];
        Some(ends.map(|row| time_of(row.step)))
    }

    /// Returns all samples as CSV: the header names quantities and units.
    pub fn csv(&self) -> String {
        let mut text = "step,time_s".to_owned();
        for Column { curve, .. } in &self.columns {
            let head = match curve.unit() {
                "" => curve.words(),
                unit => format!("{} ({unit})", curve.words()),
            };
            text += ",";
            text += &quoted(&head);
        }
        text.push('\n');
        for row in &self.rows {
            let _ = write!(text, "{},{:.6}", row.step, time_of(row.step));
            for value in &row.values {
                match value.is_nan() {
                    true => text.push(','),
                    false => {
                        let _ = write!(text, ",{value}");
                    }
                }
            }
            text.push('\n');
        }
        text
    }
}

fn time_of(step: u64) -> f64 {
    f64::from(seconds_of(step))
}

impl Column {
    /// Finds the objects of its names, unless they are known or known to be missing.
    fn find(&mut self, round: &Round) {
        let arena = round.arena();
        let joints = round.scene().joint_count();
        let count = (arena.actors().len(), joints, round.scene().zones().len());
        if self.searched != Some(count) || !self.is_right(round) {
            self.subjects = Subjects::of(&self.curve, round.scene(), arena);
        }
        self.searched = Some(count);
    }

    /// True if its objects still exist under its names.
    fn is_right(&self, round: &Round) -> bool {
        let arena = round.arena();
        let Subjects { a, b, joints, zone } = &self.subjects;
        let names = self.curve.names();
        let is_called = |id: &ActorId| {
            let called = &arena.actor(*id).name;
            names.iter().any(|(_, _, name)| is_meant(name, called))
        };
        let mut bodies = a.iter().chain(b.iter().flatten());
        let zones = round.scene().zones();
        let zone = zone.is_none_or(|zone| {
            zones
                .get(zone)
                .is_some_and(|zone| names.iter().any(|(_, _, name)| zone.spec.name == *name))
        });
        zone && bodies.all(|id| arena.is_present(*id) && is_called(id))
            && joints.iter().all(|id| arena.world().joint(*id).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Act;
    use crate::level::scene::named;
    use crate::level::{Library, parse};

    const ALL: [f64; 2] = [0.0, f64::MAX];

    /// Plays a level for that many seconds and samples it.
    fn played(text: &str, seconds: u64) -> (Round, Plots) {
        let library = Library::new(Vec::new());
        let level = parse(&library, "test", text).unwrap_or_else(|error| panic!("{error}"));
        let mut round = Round::new(&level, &library, 1).unwrap();
        let mut plots = Plots::default();
        plots.note(&round, false);
        play(&mut round, &mut plots, seconds * 120);
        (round, plots)
    }

    fn play(round: &mut Round, plots: &mut Plots, steps: u64) {
        for _ in 0..steps {
            round.begin_frame();
            round.step(&[]);
            plots.note(round, false);
        }
    }

    /// Reads a quantity in its form in a level.
    fn curve(form: &str) -> Quantity {
        ron::from_str(form).unwrap_or_else(|error| panic!("{form}: {error}"))
    }

    fn of_ball(kind: &str) -> Quantity {
        curve(&format!("{kind}(of: \"ball\")"))
    }

    #[test]
    fn a_falling_ball_follows_the_formula_and_keeps_its_energy() {
        let text = r#"(name: "Fall", mode: Free, gravity: 10.0, ceiling: 100.0,
            things: [(name: "ball", solid: Ball(radius: 0.5), mass: 2.0, center: (1.0, 50.0, 0.0), velocity: (3.0, 0.0, 0.0))],
            graphs: [(curves: [Height(of: "ball"), Y(of: "ball"), X(of: "ball"), Z(of: "ball")]),
                (curves: [Speed(of: "ball"), Energy(of: "ball")], across: Y(of: "ball"))])"#;
        let (_, plots) = played(text, 2);
        let samples = |kind| plots.samples(&of_ball(kind), ALL).collect::<Vec<_>>();
        let (height, y, x) = (samples("Height"), samples("Y"), samples("X"));
        assert_eq!((height.len(), height[0][0]), (241, 0.0));
        for (at, [time, height]) in height.iter().enumerate() {
            // The step is exact for a constant force up to a term of first order in it.
            let fallen = 5.0 * time * time;
            assert!((y[at][1] - (50.0 - fallen)).abs() < 0.1, "{time}: {y:?}");
            assert!((y[at][1] - height - 0.5).abs() < 1e-3);
            assert!((x[at][1] - (1.0 + 3.0 * time)).abs() < 1e-3);
        }
        assert!(samples("Z").iter().all(|[_, z]| z.abs() < 1e-5));
        let energy = samples("Energy");
        assert!((energy[0][1] - (9.0 + 2.0 * 10.0 * 50.0)).abs() < 0.01);
        for ([time, speed], [_, energy]) in samples("Speed").iter().zip(&energy) {
            let expected = (9.0 + 100.0 * time * time).sqrt();
            assert!((speed - expected).abs() < 1e-3, "{time}: {speed}");
            assert!((energy - 1009.0).abs() < 2.0, "{time}: {energy}");
        }
        let across = plots.pairs([&of_ball("Y"), &of_ball("Speed")], ALL);
        let across: Vec<_> = across.collect();
        assert_eq!((across.len(), across[240][1]), (241, y[240][1]));
    }

    #[test]
    fn a_pendulum_has_its_period_its_angle_and_its_load() {
        let text = r#"(name: "Pendulum", mode: Free, gravity: 10.0, ceiling: 20.0,
            things: [(name: "bob", solid: Ball(radius: 0.05), mass: 1.0, center: (0.2, 5.0101, 0.0)),
                (name: "post", solid: Ball(radius: 0.05), center: (0.0, 1.0, 0.0), kind: Fixed)],
            joints: [(name: "arm", kind: Hinge(axis: (0.0, 0.0, 1.0)), a: "bob", at: (0.0, 7.0, 0.0))],
            graphs: [(curves: [JointAngle(joint: "arm"), Load(joint: "arm")]),
                (curves: [Gap(a: "bob", b: "post"), Force(of: "bob")])])"#;
        let (_, plots) = played(text, 6);
        let angle: Vec<_> = plots
            .samples(&curve(r#"JointAngle(joint: "arm")"#), ALL)
            .collect();
        // The joint's angle counts from where it began, at 5.74 degrees.
        let start = (0.2f64 / 1.9899).atan().to_degrees();
        let rate = (10.0f64 / 2.0).sqrt();
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for [time, angle] in &angle {
            let expected = start * ((rate * time).cos() - 1.0);
            assert!(
                (angle.abs() - expected.abs()).abs() < 0.15,
                "{time}: {angle}"
            );
            (low, high) = (low.min(*angle), high.max(*angle));
        }
        assert!((high - low - 2.0 * start).abs() < 0.1, "{low} {high}");
        // At the bottom the arm bears weight and turning: m g (3 - 2 cos a).
        let most = plots.samples(&curve(r#"Load(joint: "arm")"#), ALL);
        let most = most.map(|[_, load]| load).fold(0.0, f64::max);
        let expected = 10.0 * (3.0 - 2.0 * start.to_radians().cos());
        assert!((most - expected).abs() < 0.05, "{most} {expected}");
        let gap = plots
            .samples(&curve(r#"Gap(a: "bob", b: "post")"#), ALL)
            .next();
        let expected = (0.2f64.powi(2) + 4.0101f64.powi(2)).sqrt() - 0.1;
        assert!((gap.unwrap()[1] - expected).abs() < 1e-3);
        assert_eq!(
            plots
                .samples(&curve(r#"Force(of: "bob")"#), ALL)
                .last()
                .unwrap()[1],
            0.0
        );
    }

    #[test]
    fn a_body_at_rest_presses_with_its_weight_and_one_that_is_gone_has_no_value() {
        let text = r#"(name: "Rest", mode: Free, gravity: 10.0,
            things: [(name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), mass: 3.0, at: (0.0, 0.0, 0.0))],
            graphs: [(curves: [Force(of: "box")])])"#;
        let (mut round, mut plots) = played(text, 1);
        let force = curve(r#"Force(of: "box")"#);
        let last = plots.samples(&force, ALL).last().unwrap();
        assert!((last[1] - 30.0).abs() < 0.5, "{last:?}");
        let id = named(round.arena(), "box").unwrap();
        round.act(&Act::Remove { actor: id.0 }).unwrap();
        play(&mut round, &mut plots, 10);
        let samples: Vec<_> = plots.samples(&force, ALL).collect();
        assert_eq!(samples.len(), 121, "none after it is gone");
        let csv = plots.csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0], "step,time_s,\"force of contacts of box (N)\"");
        assert_eq!((lines.len(), lines[131]), (132, "130,1.083333,"));
    }

    #[test]
    fn going_back_forgets_the_future_unless_it_is_known_and_the_memory_is_bounded() {
        let text = r#"(name: "One", mode: Free,
            things: [(name: "ball", solid: Ball(radius: 0.5), center: (0.0, 2.0, 0.0))],
            graphs: [(curves: [Y(of: "ball")])])"#;
        let (mut round, mut plots) = played(text, 0);
        let early = round.snapshot();
        play(&mut round, &mut plots, 50);
        let y = of_ball("Y");
        round.restore(&early).unwrap();
        plots.note(&round, true);
        assert_eq!(plots.samples(&y, ALL).count(), 51);
        plots.note(&round, false);
        assert_eq!(plots.samples(&y, ALL).count(), 1);
        plots.set(Vec::new());
        assert_eq!(plots.span(), None);
        // Of sixteen curves two minutes are kept, and the latest ones.
        let kinds = ["X", "Y", "Z", "Speed"];
        let all = kinds.map(of_ball).to_vec();
        plots.set(vec![GraphSpec {
            curves: all,
            ..GraphSpec::of(y.clone())
        }]);
        let most = MOST_VALUES / 4;
        for step in 0..most as u64 + 10 {
            plots.rows.push_back(Row {
                step,
                values: Box::new([0.0; 4]),
            });
        }
        round.restore(&early).unwrap();
        play(&mut round, &mut plots, 1);
        assert!(plots.rows.len() <= most, "{}", plots.rows.len());
    }
}
