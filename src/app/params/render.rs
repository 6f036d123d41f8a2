//! The numbers of the renderer and of the scenery.

/// Numbers of `render/lines.rs`.
pub mod lines {
    /// Largest number of lines kept per frame; more could be neither drawn in time nor read.
    pub const MAX_LINES: usize = 60_000;
    /// A line of a volume, a piece or a triangle fades if its length divided by its distance is less than `SMALL`. It is
    /// omitted below `TOO_SMALL`, which is three pixels in a picture 720 pixels high.
    pub const SMALL: f32 = 0.03;
    pub const TOO_SMALL: f32 = 0.004;
    /// Distance beyond which such lines fade too, in metres.
    pub const FAR: f32 = 9.0;
    /// Half the size of the cross on a line, along the axes of the floor, in metres.
    pub const CROSS: f32 = 0.25;
    /// Distance at which dashes have the length set by the kind of line, in metres.
    pub const DASH_FAR: f32 = 8.0;
    /// Largest number of lines per view drawn at full opacity; the nearest ones are.
    pub const MOST_IN_FULL: usize = 600;
    /// The smallest factor by which a line fades.
    pub const LEAST_SEEN: f32 = 0.2;
}

/// Numbers of `render/looks.rs`.
pub mod looks {
    /// The factor for the opacity of faint lines.
    pub const FAINT: f32 = 0.22;
}

/// Numbers of `render/mesh.rs`.
pub mod mesh {
    /// Cosine of the largest angle between two faces that share a smooth edge.
    pub const CREASE_COSINE: f32 = 0.76;
}

/// Numbers of `render/outline.rs`.
pub mod outline {
    /// Number of points on a round border.
    pub const ROUND_POINTS: usize = 144;
    /// Approximate distance between points on a straight border, in metres.
    pub const STRAIGHT_STEP: f32 = 0.55;
}

/// Numbers of `render/scene.rs`.
pub mod scene {
    /// Vertical field of view, in radians.
    pub const FIELD_OF_VIEW: f32 = 0.92;
    /// Number of groups in which spectators jump in turn.
    pub const CROWD_GROUPS: usize = 4;
}

/// Numbers of `render/world/wall.rs`.
pub mod world_wall {
    /// Height of the wall in metres; low enough to look over.
    pub const HEIGHT: f32 = 0.62;
}
