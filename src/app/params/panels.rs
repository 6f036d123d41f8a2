//! The layout and the limits of the panels of the sandbox and of the settings.

/// Numbers of `panels/add.rs`.
pub mod add {
    /// Pictures per row.
    pub const COLUMNS: usize = 3;
}

/// Numbers of `panels/fields.rs`.
pub mod fields {
    /// The most by which a number near zero changes for each point of a drag.
    pub const MOST_LEAST_SPEED: f32 = 0.02;
    /// Width of a slider in points: its name and its number fit beside it.
    pub const SLIDER: f32 = 70.0;
    /// The number nearest to 0 that a logarithmic slider sets.
    pub const SMALLEST: f64 = 0.01;
    /// Length of a range above which a slider is logarithmic, so that small numbers can be set with it too.
    pub const LONG_RANGE: f32 = 200.0;
}

/// Numbers of `panels/graphs.rs`.
pub mod graphs {
    /// The width of the panel, and the part of the picture's height that it may take.
    pub const WIDTH: f32 = 280.0;
    pub const HEIGHT_SHARE: f32 = 0.74;
    /// The most names that a list shows; text narrows them down.
    pub const NAMES: usize = 40;
}

/// Numbers of `panels/handle.rs`.
pub mod handle {
    /// The greatest number, in metres or degrees.
    pub const MOST: f32 = 1000.0;
}

/// Numbers of `panels/history.rs`.
pub mod history {
    /// The number of rows that are visible at once.
    pub const ROWS: f32 = 8.0;
}

/// Numbers of `panels/joints.rs`.
pub mod joints {
    /// Rows of the list that are shown at once.
    pub const ROWS: f32 = 6.0;
}

/// Numbers of `panels/mod.rs`: all panels at the side.
pub mod side {
    /// The width of the panels, in points of the text size.
    pub const WIDTH: f32 = 300.0;
}

/// Numbers of `panels/settings.rs`.
pub mod settings {
    /// The margin between the panel and the edges of the screen, in points of the text size.
    pub const EDGE: f32 = 10.0;
    /// The size of its letters relative to those of the other panels, which have less room.
    pub const LETTERS: f32 = 1.55;
    /// The distance by which an arrow key scrolls a page, in points.
    pub const LINE: f32 = 60.0;
    /// The inner margin of the panel, and the size of the names of its pages, in points.
    pub const MARGIN: f32 = 14.0;
    pub const HEAD: f32 = 24.0;
}

/// Numbers of `panels/settings/pages.rs`.
pub mod settings_pages {
    /// The widths of the names of settings and of their fields, as shares of the screen's.
    pub const NAMES: f32 = 0.34;
    pub const FIELDS: f32 = 0.54;
}

/// Numbers of `panels/pictures.rs`.
pub mod pictures {
    /// The width of the line around a shape, in points of the text size, and the brightness of dark shapes from 0 to 255.
    pub const EDGE: f32 = 1.5;
    pub const DARK: u8 = 40;
    /// Half the size of a brick, and the distance from one to the next, in points: less and they are one.
    pub const BRICK: (f32, f32) = (7.5, 4.0);
    pub const BRICK_STEP: f32 = 16.0;
    /// The width of the lines of an arrow, its length, and the length of its head along each axis, in points.
    pub const ARROW_WIDTH: f32 = 3.0;
    pub const ARROW_LENGTH: f32 = 24.0;
    pub const ARROW_HEAD: f32 = 8.0;
}
