//! Tunables of the window's other parts, a module for each.

/// Numbers of `focus_view.rs`.
pub mod focus_view {
    /// The least distance of the camera from a wall, in metres, and its least height.
    pub const CLEAR: f32 = 0.3;
    /// The number of points of a body that are tested.
    pub const SAMPLES: usize = 3;
}

/// Numbers of `glyphs.rs`.
pub mod glyphs {
    /// Side of the texture in pixels (16 MiB). It holds all letters of all sizes of one screen, even of the
    /// finest, and every graphics card supports it.
    pub const SIDE: u16 = 2048;
    /// Empty pixels around each letter, so that a stretched letter shows nothing of its neighbours.
    pub const BORDER: u16 = 1;
}

/// Numbers of `handles.rs`.
pub mod handles {
    /// The radius of a ring relative to the length of an arrow.
    pub const RING: f32 = 0.68;
    /// The parts of an arrow, from its foot, at which its grip begins, and by which its head is longer.
    pub const ARROW_GRIP: f32 = 0.72;
    /// See [`ARROW_GRIP`].
    pub const ARROW_HEAD: f32 = 0.15;
    /// The number of sides with which a ring is drawn.
    pub const RING_POINTS: usize = 40;
}

/// Numbers of `joint_shapes.rs`.
pub mod joint_shapes {
    /// The number of sides of a circle.
    pub const CIRCLE: usize = 20;
    /// The number of turns of a spring, and of dashes of a rope.
    pub const TURNS: usize = 7;
}

/// Numbers of `lab_view.rs`.
pub mod lab_view {
    /// The most earlier steps that a view draws faintly.
    pub const MOST_EARLIER: usize = 40;
}

/// Numbers of `pen.rs`.
pub mod pen {
    /// Limits of letter sizes in pixels: the smallest, the largest, and the largest rasterised at its exact size.
    pub const SMALLEST_GLYPH: f32 = 4.0;
    pub const LARGEST_LETTER: f32 = 400.0;
    pub const LARGEST_EXACT: f32 = 48.0;
}

/// Numbers of `picture.rs`.
pub mod picture {
    /// Samples per pixel: a single picture may take its time.
    pub const SAMPLES: i32 = 4;
}

/// Numbers of `scene_builder.rs`.
pub mod scene_builder {
    /// A model that has not appeared in this many scenes is freed.
    pub const KEPT_SCENES: u64 = 240;
    /// The colour of a zone without its own, and the opacity of zones.
    pub const ZONE: [f32; 3] = [0.45, 0.9, 0.6];
    pub const ZONE_OPACITY: f32 = 0.34;
    /// The opacity of a zone that the lesson no longer needs.
    pub const DONE_OPACITY: f32 = 0.08;
    /// The colour of ropes and their width in pixels.
    pub const ROPE: [f32; 4] = [0.16, 0.15, 0.14, 1.0];
    pub const ROPE_PIXELS: f32 = 3.0;
    /// The opacity of things that the player has hidden.
    pub const HIDDEN_OPACITY: f32 = 0.12;
    /// The distance from which a picture of a part is taken, relative to half its size, and its field of view in
    /// radians.
    pub const PICTURE_FAR: f32 = 3.4;
    pub const PICTURE_FIELD: f32 = 0.6;
}

/// Numbers of `ui.rs`.
pub mod ui {
    /// A panel that starts above this fraction of the picture's height counts as near the top.
    pub const HEAD: f32 = 0.4;
}

/// Numbers of `units.rs`.
pub mod units {
    /// Metres in a mile, exactly: the international yard of ISO 80000-3 has 0.9144 m, and a mile has 1,760 yards.
    pub const MILE: f32 = 1_760.0 * 0.9144;
    pub const SECONDS_AN_HOUR: f32 = 3_600.0;
}

/// Numbers of `drawn/figure.rs`.
pub mod drawn_figure {
    /// Heights above the hip and the shoulders' offset, in metres.
    pub const SHOULDER: f32 = 0.36;
    pub const NECK: f32 = 0.46;
    pub const SHOULDER_WIDE: f32 = 0.2;
}

/// Numbers of `drawn/plate.rs`.
pub mod drawn_plate {
    /// The distance of a square plate's corners from its middle: space for two digits.
    pub const SQUARE: f32 = 1.2;
}

/// Numbers of `film/palette.rs`.
pub mod film_palette {
    /// Palette colours of a film. One more index means "unchanged since the picture before".
    pub const COLOURS: usize = 255;
    pub const AS_BEFORE: u8 = COLOURS as u8;
    /// Pixels that are sampled to choose the palette: few enough that no one waits for it.
    pub const SAMPLES: usize = 60_000;
    /// Bits per channel in the lookup table: colours that share these upper bits get the same palette index.
    pub const BITS: u32 = 6;
}

/// Numbers of `handle_use/mod.rs`.
pub mod handle_use {
    /// The least size of a zone along an axis, in metres.
    pub const LEAST_SIDE: f32 = 0.1;
}

/// Numbers of `input/pads.rs`.
pub mod input_pads {
    /// Pressure above which a button counts as pressed, 0 to 1.
    pub const PRESSED: f32 = 0.5;
}

/// Numbers of `scene_builder/belts.rs`.
pub mod scene_builder_belts {
    /// The distance between arrows and their height above the surface, in metres.
    pub const APART: f32 = 1.4;
    pub const OVER: f32 = 0.012;
    /// The width of an arrow as a fraction of the belt's width, and its largest width in metres.
    pub const SHARE: f32 = 0.55;
    pub const WIDEST: f32 = 1.0;
}

/// Numbers of `sound/limiter.rs`.
pub mod sound_limiter {
    /// Look-ahead in frames: 1.5 ms at 44,100 Hz.
    pub const WINDOW: usize = 64;
}

/// Numbers of `sound/mixer.rs`.
pub mod sound_mixer {
    /// The number of buses: effects, motors, crowd, music.
    pub const BUSES: usize = 4;
}

/// Numbers of `state/lab_page.rs`.
pub mod state_lab_page {
    /// The first number of the spots of experiments, above those of the pages.
    pub const FIRST_SPOT: usize = 100;
}

/// Numbers of `state/looking.rs`.
pub mod state_looking {
    /// Radius around a body on screen, in units, within which it can be picked even if it is smaller.
    pub const EASY_TO_HIT: f32 = 12.0;
    /// The distance left of the picture's middle at which the camera shows its target, in metres.
    pub const LEFT_OF_LEGEND: f32 = 1.4;
    /// The distance by which the menu of letters twice as large moves that to the right, in metres.
    pub const MENU_GROWTH: f32 = 2.2;
}

/// Numbers of `state/settings_panel.rs`.
pub mod state_settings_panel {
    /// The lines that PageUp and PageDown scroll.
    pub const PAGE_LINES: i32 = 6;
}
