//! The layout and the limits of the explanation of a crash and of the probe.

/// Numbers of `screens/why/bodies.rs`.
pub mod bodies {
    /// The distance left of the picture's middle at which the camera shows the two, in metres: beside the panel.
    pub const LEFT_OF_PANEL: f32 = 1.7;
    /// Factor on the camera's distance from a crash, so that both bodies are left of the panel.
    pub const FARTHER: f32 = 1.45;
}

/// Numbers of `screens/why/boxes.rs`.
pub mod boxes {
    /// The size of the letters, and distances that go with it, in units.
    pub const LETTERS: f32 = 13.0;
    pub const LINE: f32 = 18.0;
    /// The share of the height that the boxes take.
    pub const BOXES: f32 = 0.6;
    /// The most rejected neighbours that are listed.
    pub const NEIGHBOURS: usize = 6;
    /// A box larger than this, in metres, is that of an unbounded body.
    pub const FAR: f32 = 1000.0;
}

/// Numbers of `screens/why/caption.rs`.
pub mod caption {
    /// The size of the letters and the height of a line, in units.
    pub const LETTERS: f32 = 13.0;
    pub const LINE: f32 = 17.0;
}

/// Numbers of `screens/why/curve.rs`.
pub mod curve {
    /// The size of the letters, and distances that go with it, in units.
    pub const LETTERS: f32 = 13.0;
    /// Room for the words at the left, and for those at the axis below, in units.
    pub const LEFT: f32 = 66.0;
    pub const BELOW: f32 = 20.0;
}

/// Numbers of `screens/why/list.rs`.
pub mod list {
    /// Size of the letters and height of a line, in units.
    pub const LETTERS: f32 = 17.0;
    pub const LINE: f32 = 25.0;
    /// The largest width of the panel, in units.
    pub const WIDE: f32 = 640.0;
}

/// Numbers of `screens/why/outline.rs`.
pub mod outline {
    /// The most edges of a body that are drawn at an instant; the longest ones are.
    pub const MOST_EDGES: usize = 260;
    /// The cosine of the angle between two triangles above which their common edge is not drawn.
    pub const FLAT_EDGE: f32 = 0.9;
    /// A simple shape wider than this, in metres, is one without an end.
    pub const MOST_WIDE: f32 = 1000.0;
}

/// Numbers of `screens/why/panel.rs`.
pub mod panel {
    /// Size of the letters and height of a line, in units.
    pub const LETTERS: f32 = 16.0;
    pub const LINE: f32 = 20.0;
    /// Size of the letters of the summary, in units.
    pub const SUMMARY: f32 = LETTERS + 2.0;
    /// The panel's share of the picture's width, and its limits in units.
    pub const SHARE: f32 = 0.47;
    pub const WIDE: [f32; 2] = [380.0, 640.0];
    /// Space around the text, in units.
    pub const AROUND: f32 = 14.0;
    /// Height of the row of stages, in units.
    pub const STAGES: f32 = 14.0;
    /// Sizes of the letters of the instant and of the keys, and the height of a line of keys, in units.
    pub const SMALL: f32 = LETTERS - 2.0;
    pub const KEYS: f32 = LETTERS - 3.0;
    pub const KEY_LINE: f32 = 18.0;
    /// The least height at which a figure is drawn, and that for which long texts are drawn smaller, in units.
    pub const LEAST_FIGURE: f32 = 60.0;
    pub const FIGURE: f32 = 130.0;
    /// The tried sizes of texts that are too long, as shares of the chosen size.
    pub const SMALLER: [f32; 5] = [1.0, 0.9, 0.8, 0.7, 0.6];
}

/// Numbers of `screens/why/scene.rs`.
pub mod scene {
    /// The length of the longest arrow, and of that of a contact's normal, in metres.
    pub const LONGEST: f32 = 2.0;
    pub const NORMAL: f32 = 0.3;
    /// The most nodes of a tree that are drawn at once.
    pub const MOST_NODES: usize = 24;
}

/// Numbers of `screens/why/shown.rs`.
pub mod shown {
    /// The first numbers of the spots: stages, instants of the advancement, steps of GJK, nodes of each tree, tested pairs
    /// of pieces, contacts, tested pairs of nodes, rejected neighbours.
    pub const INSTANTS: usize = 1_000;
    pub const GJK_STEPS: usize = 500_000;
    pub const NODES: [usize; 2] = [1_000_000, 2_000_000];
    pub const PIECES: usize = 3_000_000;
    pub const CONTACTS: usize = 4_000_000;
    pub const TESTS: usize = 5_000_000;
    pub const REJECTED: usize = 6_000_000;
}

/// Numbers of `screens/why/simplex.rs`.
pub mod simplex {
    /// The size of the letters, and distances that go with it, in units.
    pub const LETTERS: f32 = 13.0;
    pub const LINE: f32 = 17.0;
    /// The height of a bar for a bound, in units.
    pub const BAR: f32 = 8.0;
    /// The share of the third axis that is drawn aslant.
    pub const ASLANT: f64 = 0.35;
}

/// Numbers of `screens/why/tables.rs`.
pub mod tables {
    /// The size of the letters, and distances that go with it, in units.
    pub const LETTERS: f32 = 13.5;
    pub const LINE: f32 = 18.0;
    /// Up to this width, in units, a table has no decimals.
    pub const NARROW: f32 = 450.0;
}

/// Numbers of `screens/why/trees.rs`.
pub mod trees {
    /// The largest side of a node's square and of a cell of the matrix, in units.
    pub const NODE: f32 = 13.0;
    pub const CELL: f32 = 12.0;
    /// The share of the height that the trees take.
    pub const TREES: f32 = 0.5;
    /// The smallest cell with which the matrix is drawn, in units.
    pub const LEAST_CELL: f32 = 1.5;
}

/// Numbers of `screens/why/work.rs`.
pub mod work {
    /// Measurements of a distance between two looks at the clock.
    pub const MEASURES: usize = 10;
}

/// Numbers of `screens/why/probe/asking.rs`.
pub mod probe_asking {
    /// Half the width of the box, in metres.
    pub const HALF_BOX: f32 = 0.25;
    /// The most meshes that are kept with other volumes or pieces.
    pub const MOST_KEPT: usize = 4;
}

/// Numbers of `screens/why/probe/mod.rs`.
pub mod probe {
    /// The largest distance from the middle of a moved body at which it can be grabbed, in metres.
    pub const MOST_REACH: f32 = 3.0;
}

/// Numbers of `screens/why/probe/rows.rs`.
pub mod probe_rows {
    /// The size of the letters, and distances that go with it, in units.
    pub const LETTERS: f32 = 14.0;
    pub const LINE: f32 = 20.0;
    /// The width of the words before a row, in units.
    pub const HEAD: f32 = 66.0;
}

/// Numbers of `screens/why/probe/lab.rs`.
pub mod probe_lab {
    /// The size of the letters and the height of a line, in units.
    pub const LETTERS: f32 = 14.0;
    pub const LINE: f32 = 18.0;
}
