//! Controls at the precision of a recording.

use dodgem_scene::arena::Controls;

/// Rounds controls to the precision of a recording. A round does this with its players' controls, so that the
/// recording repeats it exactly.
pub fn rounded(controls: Controls) -> Controls {
    let (throttle, steer, buttons) = packed(controls);
    unpacked(throttle, steer, buttons)
}

/// Returns throttle and steering in 127ths, and the buttons.
pub fn packed(controls: Controls) -> (i8, i8, u8) {
    // The cast turns NaN into 0.
    let part = |value: f32| (value.clamp(-1.0, 1.0) * 127.0).round() as i8;
    let buttons = u8::from(controls.brake) | u8::from(controls.boost) << 1;
    (part(controls.throttle), part(controls.steer), buttons)
}

/// Returns the controls of throttle and steering in 127ths, and the buttons.
pub fn unpacked(throttle: i8, steer: i8, buttons: u8) -> Controls {
    Controls {
        throttle: f32::from(throttle.max(-127)) / 127.0,
        steer: f32::from(steer.max(-127)) / 127.0,
        brake: buttons & 1 > 0,
        boost: buttons & 2 > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_kept_to_a_127th_and_keys_exactly() {
        for (throttle, steer) in [(1.0, -1.0), (0.0, 0.5), (f32::NAN, 7.0)] {
            let controls = Controls {
                throttle,
                steer,
                brake: true,
                boost: false,
            };
            let kept = rounded(controls);
            assert_eq!(rounded(kept), kept, "once is enough");
            assert!(kept.brake && !kept.boost);
            assert!(throttle.is_nan() || (kept.throttle - throttle).abs() < 0.004);
            assert!((kept.steer - steer.clamp(-1.0, 1.0)).abs() < 0.004);
        }
        let full = Controls {
            throttle: 1.0,
            steer: -1.0,
            ..Controls::default()
        };
        assert_eq!(rounded(full), full);
        assert_eq!(
            rounded(Controls {
                throttle: f32::NAN,
                ..full
            })
            .throttle,
            0.0
        );
    }
}
