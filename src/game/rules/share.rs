//! Who drove into whom.

use glam::Vec3;

/// How a car moved just before it met another one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// The velocity of its centre, in m/s.
    pub velocity: Vec3,
    /// The direction in which its front looks, a unit vector.
    pub forward: Vec3,
    /// Whether no wheel of it stood on anything.
    pub in_air: bool,
    /// Whether somebody drove it, now or a moment ago.
    pub driven: bool,
    /// What its run-up makes of a hit: see [`power`](super::power).
    pub power: f32,
}

/// Two cars at the moment before they met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The unit normal from the first car to the second.
    pub normal: Vec3,
    /// How fast they approached along the normal where they met, in m/s.
    pub speed: f32,
    /// The two cars.
    pub motions: [Motion; 2],
}

impl Meeting {
    /// What each car has of the crash, from 0 to 1: the speed with which its centre came nearer
    /// along the normal, over both cars' sum or the speed with which they met where they touched,
    /// whichever is larger. What remains to 1 came from their turning. A car that nobody drives, and
    /// that others have pushed, has none.
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
        // One flees at 2 m/s and is caught up with at 8.
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
        // The centres come nearer with 2 m/s, the place where they touch with 8.
        assert_eq!(meeting(2.0, 0.0, 8.0).shares(), [0.25, 0.0]);
        assert_eq!(meeting(-1.0, 1.0, 3.0).shares(), [0.0, 0.0]);
        assert_eq!(meeting(0.0, 0.0, 0.0).shares(), [0.0, 0.0]);
    }
}
