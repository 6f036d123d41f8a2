//! Credit for a crash: each car's share of the closing speed.

use glam::Vec3;

/// Motion of a car just before an impact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Velocity of its centre, in m/s.
    pub velocity: Vec3,
    /// Forward direction, a unit vector.
    pub forward: Vec3,
    /// True if none of its wheels was on the ground.
    pub in_air: bool,
    /// True if it was driven, now or recently.
    pub driven: bool,
    /// Factor of its run-up: see [`power`](super::power).
    pub power: f32,
}

/// Two cars just before an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Unit normal from the first car to the second.
    pub normal: Vec3,
    /// Closing speed along the normal at the point of impact, in m/s.
    pub speed: f32,
    /// The two cars.
    pub motions: [Motion; 2],
}

impl Meeting {
    /// Returns each car's share of the crash, from 0 to 1: the speed of its centre towards the other along
    /// the normal, divided by the sum of both or by the closing speed at the point of impact, whichever is
    /// larger. The remainder comes from rotation. A car without a driver, pushed by others, has no share.
    pub fn shares(&self) -> [f32; 2] {
        let [a, b] = &self.motions;
        let toward = [
            a.velocity.dot(self.normal).max(0.0),
            (-b.velocity.dot(self.normal)).max(0.0),
        ];
        let whole = (toward[0] + toward[1]).max(self.speed);
        let share = |motion: &Motion, speed: f32| match motion.driven && whole > 0.0 {
            true => speed / whole,
            false => 0.0,
        };
        [share(a, toward[0]), share(b, toward[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(a: f32, b: f32, speed: f32) -> Meeting {
        let motion = |x: f32| Motion {
            velocity: Vec3::new(x, 0.0, 3.0),
            forward: Vec3::X,
            in_air: false,
            driven: true,
            power: 1.0,
        };
        Meeting {
            normal: Vec3::X,
            speed,
            motions: [motion(a), motion(b)],
        }
    }

    #[test]
    fn who_drives_has_the_share_and_who_stands_or_flees_has_none() {
        assert_eq!(meeting(6.0, 0.0, 6.0).shares(), [1.0, 0.0]);
        // The first car catches up at 8 m/s with one that flees at 2 m/s.
        assert_eq!(meeting(8.0, 2.0, 6.0).shares(), [1.0, 0.0]);
        assert_eq!(meeting(6.0, -2.0, 8.0).shares(), [0.75, 0.25]);
    }

    #[test]
    fn who_is_pushed_into_a_car_without_having_driven_has_no_share() {
        let mut pushed = meeting(6.0, -2.0, 8.0);
        pushed.motions[0].driven = false;
        assert_eq!(pushed.shares(), [0.0, 0.25]);
    }

    #[test]
    fn what_came_from_turning_is_nobodys() {
        // The centres approach at 2 m/s, the points of impact at 8.
        assert_eq!(meeting(2.0, 0.0, 8.0).shares(), [0.25, 0.0]);
        assert_eq!(meeting(-1.0, 1.0, 3.0).shares(), [0.0, 0.0]);
        assert_eq!(meeting(0.0, 0.0, 0.0).shares(), [0.0, 0.0]);
    }
}
