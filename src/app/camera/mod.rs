//! The cameras: behind the player's car, on it, beside it, above the arena, around it, and flown freely.

use glam::{Vec2, Vec3};

use crate::app::free_camera::FreeCamera;
use crate::app::params::render::scene::FIELD_OF_VIEW;
use crate::app::params::{
    CAMERA_ABOVE, CAMERA_AHEAD, CAMERA_BEHIND, CAMERA_FOLLOW, CAMERA_GAP, CAMERA_GAP_RATE,
    CAMERA_GAP_SIDES, CAMERA_LIFTS, CAMERA_RISE, CAMERA_SINK, CAMERA_STANDS, CAMERA_TURN,
    FREE_OUTSIDE, ORBIT_FAR, ORBIT_LIFT, ORBIT_NEAREST, TOP_LEAN, TOP_MARGIN, TOP_SHOWN,
    VIEW_NARROWEST, VIEW_WIDEST,
};
use crate::app::render::scene::CameraView;

/// The kind of a camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraKind {
    /// Behind the player's car.
    Chase,
    /// On the player's car, over its bonnet.
    Hood,
    /// Beside the player's car, always from the same side.
    Side,
    /// Above the arena.
    Top,
    /// Flown by the player: in a pause, in recordings and while building.
    Free,
    /// Slowly around the arena: for the title screen and, on request, for a single picture.
    Orbit,
}

impl CameraKind {
    /// The names allowed on the command line.
    pub const NAMES: &'static str = "chase, hood, side, top and orbit";

    /// Returns the camera with that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "chase" => Some(Self::Chase),
            "hood" => Some(Self::Hood),
            "side" => Some(Self::Side),
            "top" => Some(Self::Top),
            "orbit" => Some(Self::Orbit),
            _ => None,
        }
    }

    /// Returns the next camera when a player asks for another.
    pub fn next(self) -> Self {
        match self {
            Self::Chase => Self::Hood,
            Self::Hood => Self::Side,
            Self::Side => Self::Top,
            Self::Top | Self::Free | Self::Orbit => Self::Chase,
        }
    }

    /// Like [`CameraKind::next`], with the free camera in the cycle.
    pub fn next_of_all(self) -> Self {
        match self {
            Self::Top => Self::Free,
            other => other.next(),
        }
    }
}

/// The shape of the picture that a camera fills.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The ratio of width to height.
    pub aspect: f32,
    /// The covered fractions of the height at the upper and the lower edge, together less than 1.
    pub head: f32,
    pub foot: f32,
}

/// The car that the camera follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    pub position: Vec3,
    /// Unit vector along which the car points.
    pub forward: Vec3,
    /// Unit vector towards its roof.
    pub up: Vec3,
    /// The size relative to a bumper car.
    pub size: f32,
    /// The speed in m/s along `forward`.
    pub speed: f32,
}

impl Default for Target {
    /// Returns a bumper car in the middle of the floor.
    fn default() -> Self {
        Target {
            position: Vec3::ZERO,
            forward: Vec3::NEG_Z,
            up: Vec3::Y,
            size: 1.0,
            speed: 0.0,
        }
    }
}

/// A box that blocks the view: its lowest and its highest corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    pub low: Vec3,
    pub high: Vec3,
}

/// A camera that follows smoothly and shakes in crashes.
#[derive(Debug, Clone)]
pub struct Camera {
    pub kind: CameraKind,
    /// True while it looks back.
    pub back: bool,
    /// The strength of shaking in hits: 0 for none, 1 for full.
    pub shaking: f32,
    /// True if the top camera shows the whole of a large arena, not only the surroundings of the car.
    pub whole: bool,
    /// The middle and radius, in metres, of a scene that the orbit shows in place of the arena, and the distance by
    /// which it lies right of the picture's middle, as a share of half the width.
    pub around: Option<(Vec3, f32)>,
    pub aside: f32,
    /// The free camera's position and direction.
    pub free: FreeCamera,
    target: Target,
    /// The smoothed direction of the chase camera.
    heading: Vec3,
    place: Vec3,
    /// The current height of the chase camera above its usual height, in metres.
    lift: f32,
    settled: bool,
    /// The current strength of the shake, from 0 to 1.
    shake: f32,
    /// The current zoom from a hit, from 0 to 1, and the current widening from speed.
    zoom: f32,
    rush: f32,
    /// The openness of the gap in obstacles in front of the car, from 0 to 1.
    pierce: f32,
    time: f32,
}

impl Camera {
    /// Creates a camera that has not followed anything yet.
    pub fn new(kind: CameraKind) -> Self {
        Self {
            kind,
            back: false,
            shaking: 1.0,
            whole: false,
            around: None,
            aside: 0.0,
            free: FreeCamera::at(Vec3::new(0.0, 6.0, 14.0), Vec3::ZERO),
            target: Target {
                position: Vec3::ZERO,
                forward: Vec3::NEG_Z,
                up: Vec3::Y,
                size: 1.0,
                speed: 0.0,
            },
            heading: Vec3::NEG_Z,
            place: Vec3::ZERO,
            lift: 0.0,
            settled: false,
            shake: 0.0,
            zoom: 0.0,
            rush: 0.0,
            pierce: 1.0,
            time: 0.0,
        }
    }

    /// Jumps to the target at the next update instead of gliding there.
    pub fn cut(&mut self) {
        self.settled = false;
    }

    /// Starts a shake with a strength from 0 to 1.
    pub fn shake(&mut self, strength: f32) {
        self.shake = self.shake.max(strength.clamp(0.0, 1.0));
    }

    /// Starts a short zoom with a strength from 0 to 1.
    pub fn zoom(&mut self, strength: f32) {
        self.zoom = self.zoom.max(strength.clamp(0.0, 1.0));
    }

    /// Follows the target for that many seconds and avoids the blocks in the way.
    pub fn update(&mut self, target: &Target, blocks: &[Block], seconds: f32) {
        let seconds = seconds.clamp(0.0, 0.25);
        self.time += seconds;
        self.shake *= (-5.5 * seconds).exp();
        self.zoom *= (-7.0 * seconds).exp();
        self.target = *target;
        // While the car tumbles, the camera keeps its direction.
        let stands = target.up.y > CAMERA_STANDS;
        let flat = Vec3::new(target.forward.x, 0.0, target.forward.z).normalize_or_zero();
        let wanted = if stands && flat != Vec3::ZERO {
            flat
        } else {
            self.heading
        };
        if self.settled {
            self.heading = turn_towards(self.heading, wanted, 1.0 - (-CAMERA_TURN * seconds).exp());
            let pull = 1.0 - (-CAMERA_FOLLOW * seconds).exp();
            self.place = self.place.lerp(target.position, pull);
        } else {
            (self.heading, self.place, self.settled) = (wanted, target.position, true);
            self.lift = self.clear_lift(blocks);
        }
        let lift = self.clear_lift(blocks);
        let rate = if lift > self.lift {
            CAMERA_RISE
        } else {
            CAMERA_SINK
        };
        self.lift += (lift - self.lift) * (1.0 - (-rate * seconds).exp());
        let rush = (target.speed.abs() / 10.0).min(1.2);
        self.rush += (rush - self.rush) * (1.0 - (-3.0 * seconds).exp());
    }

    /// Opens a gap in obstacles in front of the car if it is hidden by a block or, where the eye is
    /// `outside`, by the wall; closes the gap otherwise.
    pub fn look_through(&mut self, blocks: &[Block], outside: impl Fn(Vec3) -> bool, seconds: f32) {
        let eye = match self.kind {
            CameraKind::Chase => self.chase_eye(self.lift),
            CameraKind::Side => self.side_eye(),
            CameraKind::Hood | CameraKind::Top | CameraKind::Free | CameraKind::Orbit => return,
        };
        let (middle, radius) = self.whole_gap();
        let right = (middle - eye).cross(Vec3::Y).normalize_or_zero() * (radius * CAMERA_GAP_SIDES);
        let seen = [middle, middle - right, middle + right];
        let hides = |block: &Block| seen.iter().any(|point| block.hides(eye, *point));
        let wanted = f32::from(u8::from(outside(eye) || blocks.iter().any(hides)));
        self.pierce += (wanted - self.pierce) * (1.0 - (-CAMERA_GAP_RATE * seconds).exp());
    }

    /// Returns the smallest lift at which nothing hides its car from the chase camera, in metres.
    fn clear_lift(&self, blocks: &[Block]) -> f32 {
        let seen = [0.35, 1.2].map(|height| self.place + Vec3::Y * height);
        let clear = |lift: &f32| {
            let eye = self.chase_eye(*lift);
            let free = |point: &Vec3| blocks.iter().all(|block| !block.hides(eye, *point));
            seen.iter().all(free)
        };
        let last = CAMERA_LIFTS[CAMERA_LIFTS.len() - 1];
        CAMERA_LIFTS.into_iter().find(clear).unwrap_or(last)
    }

    fn chase_heading(&self) -> Vec3 {
        if self.back {
            -self.heading
        } else {
            self.heading
        }
    }

    fn chase_eye(&self, lift: f32) -> Vec3 {
        let behind = CAMERA_BEHIND * self.target.size.max(1.0) - 0.35 * lift;
        self.place - self.chase_heading() * behind + Vec3::Y * (CAMERA_ABOVE + lift)
    }

    fn side_eye(&self) -> Vec3 {
        self.place + Vec3::new(0.0, 3.3, 7.4) * self.target.size.max(1.0)
    }

    /// Returns the view of an arena that extends `reach` metres from its middle along x and z.
    pub fn view(&self, reach: Vec2, frame: Frame) -> CameraView {
        let aspect = frame.aspect;
        let (eye, look) = match self.kind {
            CameraKind::Chase => {
                let ahead = (CAMERA_AHEAD - 0.5 * self.lift).max(0.6);
                (
                    self.chase_eye(self.lift),
                    self.place + self.chase_heading() * ahead + Vec3::Y * 0.55,
                )
            }
            CameraKind::Hood => self.hood_view(),
            CameraKind::Side => (self.side_eye(), self.place + Vec3::Y * 0.9),
            CameraKind::Top => self.top_view(reach, frame),
            CameraKind::Free => self.free.view(),
            CameraKind::Orbit => self.orbit_view(reach, aspect),
        };
        let shift = self.shake_offset()
            * if self.kind == CameraKind::Top {
                2.5
            } else {
                1.0
            };
        let wide = match self.kind {
            CameraKind::Chase | CameraKind::Hood => 1.0 + 0.06 * self.rush - 0.09 * self.zoom,
            CameraKind::Side => 1.0 - 0.09 * self.zoom,
            CameraKind::Top | CameraKind::Free | CameraKind::Orbit => 1.0,
        };
        let height = match self.kind {
            CameraKind::Chase | CameraKind::Hood | CameraKind::Side => height_of_view(aspect),
            CameraKind::Top | CameraKind::Free | CameraKind::Orbit => FIELD_OF_VIEW,
        };
        CameraView::wide(eye + shift, look + shift * 0.6, aspect, height * wide)
    }

    /// Returns eye and target of a slow way around the arena, or around a scene without cars.
    fn orbit_view(&self, reach: Vec2, aspect: f32) -> (Vec3, Vec3) {
        let angle = 0.6 + self.time * 0.09;
        let most = reach.max_element() * 0.98;
        let way = Vec3::new(angle.sin(), 0.0, angle.cos());
        let Some((middle, radius)) = self.around else {
            let far = most.min(17.0);
            return (way * far + Vec3::Y * 4.2, Vec3::new(0.0, 0.2, 0.0));
        };
        let far = (radius * ORBIT_FAR).min(most).max(ORBIT_NEAREST);
        let right = Vec3::Y.cross(way);
        let half = (FIELD_OF_VIEW * 0.5).tan() * aspect * far;
        let look = middle - right * (half * self.aside);
        // The eye stays in front of the crowd; it rises to keep its distance.
        let (eye, out) = (look + way * far, reach + FREE_OUTSIDE);
        let flat = Vec2::new(eye.x, eye.z).clamp(-out, out);
        let aside = flat - Vec2::new(look.x, look.z);
        let rest = (far * far - aside.length_squared()).max(0.0).sqrt();
        let height = (ORBIT_LIFT * far).max(rest).max(1.0 - middle.y);
        (Vec3::new(flat.x, middle.y + height, flat.y), look)
    }

    /// Returns eye and target over the bonnet, near the driver's eyes; the view tilts with the car, but less.
    fn hood_view(&self) -> (Vec3, Vec3) {
        let target = &self.target;
        let (forward, up) = if target.up.y > CAMERA_STANDS {
            (target.forward, target.up)
        } else {
            (self.heading, Vec3::Y)
        };
        let eye = target.position + (up * 1.32 - forward * 0.5) * target.size;
        let way = if self.back { -forward } else { forward };
        let eye = if self.back {
            eye + forward * target.size
        } else {
            eye
        };
        let steady = Vec3::new(way.x, way.y * 0.6, way.z).normalize_or_zero();
        (eye, eye + steady * 4.0 - Vec3::Y * 0.75)
    }

    /// Returns eye and target high above, slightly to the south. The uncovered part of the picture shows the
    /// whole arena or, in a large one, the surroundings of the car.
    fn top_view(&self, reach: Vec2, frame: Frame) -> (Vec3, Vec3) {
        let half = (FIELD_OF_VIEW * 0.5).tan();
        let wide = half * frame.aspect.max(0.1);
        let near = if self.whole {
            reach
        } else {
            reach.min(Vec2::new(TOP_SHOWN * frame.aspect.max(1.0), TOP_SHOWN))
        };
        let shown = near + Vec2::splat(TOP_MARGIN);
        // For an eye at height 1: the distance north of the target at which the floor appears at a vertical
        // picture coordinate from -1 (lower edge) to 1 (upper edge).
        let long = (1.0 + TOP_LEAN * TOP_LEAN).sqrt();
        let north = |at: f32| at * half * long * long / (1.0 - TOP_LEAN * at * half);
        let (top, low) = (north(1.0 - 2.0 * frame.head), north(2.0 * frame.foot - 1.0));
        // The arena's middle is halfway between the two.
        let ahead = (top + low) * 0.5;
        let by_depth = 2.0 * shown.y / (top - low).max(0.01);
        // The southern corners are nearest to the eye, so the width must fit there.
        let by_width =
            (shown.x / wide + TOP_LEAN * shown.y / long) / (long + TOP_LEAN * ahead / long);
        let height = by_depth.max(by_width);
        let room = (reach - near).max(Vec2::ZERO);
        let at = Vec2::new(self.place.x, self.place.z).clamp(-room, room);
        let look = Vec3::new(at.x, 0.0, at.y + ahead * height);
        (look + Vec3::new(0.0, height, height * TOP_LEAN), look)
    }

    /// Returns the gap through which obstacles in front of the car are made transparent: its centre and
    /// radius in metres. The radius is 0 for cameras above or on the car.
    pub fn gap(&self) -> (Vec3, f32) {
        let (middle, radius) = self.whole_gap();
        (middle, radius * self.pierce)
    }

    fn whole_gap(&self) -> (Vec3, f32) {
        let radius = match self.kind {
            CameraKind::Chase | CameraKind::Side => CAMERA_GAP * self.target.size.max(1.0),
            CameraKind::Hood | CameraKind::Top | CameraKind::Free | CameraKind::Orbit => 0.0,
        };
        (self.target.position + Vec3::Y * 0.45, radius)
    }

    fn shake_offset(&self) -> Vec3 {
        let phase = self.time * 47.0;
        let wave = Vec3::new(
            phase.sin(),
            (phase * 1.31 + 1.0).sin(),
            (phase * 0.87 + 2.0).sin(),
        );
        wave * (0.17 * self.shake * self.shake * self.shaking)
    }
}

impl Block {
    /// True if the box, enlarged by a margin, lies between two points.
    fn hides(&self, from: Vec3, to: Vec3) -> bool {
        let margin = Vec3::splat(0.25);
        let way = to - from;
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for axis in 0..3 {
            let (low, high) = ((self.low - margin)[axis], (self.high + margin)[axis]);
            if way[axis].abs() < 1e-6 {
                if from[axis] < low || from[axis] > high {
                    return false;
                }
                continue;
            }
            let (a, b) = (
                (low - from[axis]) / way[axis],
                (high - from[axis]) / way[axis],
            );
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        // A block that touches the target is beside the car, not in front of it.
        enter < leave && enter < 0.86
    }
}

/// Returns the vertical angle of view in radians for a ratio of width to height. It is larger in narrow
/// pictures, so that enough is seen to the sides, and smaller in wide ones, to avoid distortion.
fn height_of_view(aspect: f32) -> f32 {
    let high = |wide: f32| 2.0 * ((wide * 0.5).tan() / aspect.max(0.1)).atan();
    FIELD_OF_VIEW
        .max(high(VIEW_NARROWEST))
        .min(high(VIEW_WIDEST))
}

/// Turns a horizontal unit vector towards another by a fraction of the angle between them.
fn turn_towards(from: Vec3, to: Vec3, share: f32) -> Vec3 {
    let angle = from.cross(to).y.atan2(from.dot(to));
    glam::Quat::from_rotation_y(angle * share) * from
}

#[cfg(test)]
mod tests;
