//! What a person wants, whatever they press.

use dodgem_physics::Control;

/// The wishes of one person for one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// -1 full reverse .. 1 full ahead.
    pub throttle: f32,
    /// -1 left .. 1 right.
    pub steer: f32,
    /// Whether the brake is held.
    pub brake: bool,
    /// Whether the boost is held.
    pub boost: bool,
}

impl From<Controls> for Controls {
    fn from(actions: Controls) -> Controls {
        Controls {
            throttle: actions.throttle,
            steer: actions.steer,
            brake: actions.brake,
            boost: actions.boost,
        }
    }
}
