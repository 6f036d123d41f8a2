//! Counts of operations, and the trace of a method's iterations.

use serde::Serialize;

/// Operations of a method. Every machine counts the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ops {
    /// Rounds of the method's main loop.
    pub iterations: u64,
    /// Searches for the farthest vertex in a direction.
    pub supports: u64,
    /// Vertices looked at, by these searches and by tests against planes.
    pub vertices: u64,
    /// Separating axes or planes tried.
    pub axes: u64,
    /// Tests of two bounding volumes, or of a box and a cell.
    pub tests: u64,
    /// Pairs of triangles compared.
    pub triangles: u64,
    /// Swaps and moves of end points in sorted lists.
    pub swaps: u64,
    /// Cells or tree nodes visited.
    pub cells: u64,
    /// Insertions and removals in a structure.
    pub updates: u64,
    /// Times that the method handed the question to another one.
    pub handed_over: u64,
}

impl Ops {
    /// The counts with their names, in the order of the fields.
    pub fn named(&self) -> [(&'static str, u64); 10] {
        [
            ("iterations", self.iterations),
            ("supports", self.supports),
            ("vertices", self.vertices),
            ("axes", self.axes),
            ("tests", self.tests),
            ("triangle pairs", self.triangles),
            ("swaps", self.swaps),
            ("cells", self.cells),
            ("updates", self.updates),
            ("handed over", self.handed_over),
        ]
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Ops) {
        self.iterations += other.iterations;
        self.supports += other.supports;
        self.vertices += other.vertices;
        self.axes += other.axes;
        self.tests += other.tests;
        self.triangles += other.triangles;
        self.swaps += other.swaps;
        self.cells += other.cells;
        self.updates += other.updates;
        self.handed_over += other.handed_over;
    }

    /// The counts that are not zero, as one line of text.
    pub fn line(&self) -> String {
        let parts = self.named().into_iter().filter(|(_, count)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        parts.join(", ")
    }
}

/// One iteration of a method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The state of the method, such as `simplex` or `vertex-face`.
    pub state: &'static str,
    /// Its numbers, such as a direction or a pair of features.
    pub numbers: Vec<f64>,
}

/// The account of one question: counts, and the steps if they are wanted.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// The counts so far.
    pub ops: Ops,
    trace: Option<Vec<Step>>,
}

impl Work {
    /// An account that also keeps the steps.
    pub fn traced() -> Self {
        Self {
            ops: Ops::default(),
            trace: Some(Vec::new()),
        }
    }

    /// Counts an iteration, and keeps it if steps are wanted.
    pub fn step(&mut self, state: &'static str, numbers: impl FnOnce() -> Vec<f64>) {
        self.ops.iterations += 1;
        if let Some(trace) = &mut self.trace {
            let numbers = numbers();
            trace.push(Step { state, numbers });
        }
    }

    /// The steps so far; empty if none are kept.
    pub fn steps(&self) -> &[Step] {
        self.trace.as_deref().unwrap_or_default()
    }
}
