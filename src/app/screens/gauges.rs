//! Each player's panel: points, speed and boost.

use glam::Vec2;

use crate::app::params::screens::edges::FOOT;
use crate::app::params::screens::gauges::{GAP, LEFT, SIZE};
use crate::app::parts::Whose;
use crate::app::screens::hud::panel;
use crate::app::screens::{Canvas, people};
use crate::app::ui::{Align, ink};
use crate::app::words::fill;
use crate::arena::Actor;
use crate::level::Mode;
use dodgem_rules::params::FULL_POWER;

/// Draws a panel for each player, from left to right; in a part of the picture only for its player.
pub fn draw(canvas: &Canvas<'_>) {
    let session = canvas.state.session;
    let round = &session.round;
    let people = session.humans();
    if people <= 1 {
        // A player who is out has no speed; a note says that the player is out.
        if let Some(own) = session
            .own()
            .filter(|_| !round.is_out(round.score().player))
        {
            let at = Vec2::new(LEFT + canvas.beside_menu(), canvas.ui.size.y - 126.0);
            panel(canvas, at, SIZE);
            draw_gauges(canvas, own, round.score().player, at);
        }
        return;
    }
    let whose = canvas.whose();
    let drivers = people::drivers(round).into_iter();
    let shown = drivers.filter(|(slot, _)| match whose {
        Whose::All => true,
        Whose::Seat(seat) => seat == *slot,
        Whose::Nobody => false,
    });
    for (index, (slot, car)) in shown.enumerate() {
        let at = Vec2::new(
            LEFT + canvas.beside_menu() + (SIZE.x + GAP) * index as f32,
            canvas.ui.size.y - FOOT,
        );
        let is_out = round.is_out(car);
        let tall = if is_out { 38.0 } else { SIZE.y + 30.0 };
        panel(canvas, at, Vec2::new(SIZE.x, tall));
        let score = round.score();
        let total = score.cars[car].tally.total;
        let words = canvas.state.settings.words();
        let unit = words.unit(round.mode(), total);
        let text = match is_out {
            true => format!("{}  ·  {total} {unit}", words.round.out),
            false => {
                let place = (words.ordinal)(score.place_of(car));
                format!("{total} {unit}  ·  {place}")
            }
        };
        let (corner, chip) = (at + Vec2::new(14.0, 7.0), Vec2::new(34.0, 23.0));
        let view = &round.cars()[car];
        people::chip(
            canvas.ui,
            view.paint,
            &people::mark(slot),
            corner,
            chip,
            18.0,
        );
        let head = at + Vec2::new(58.0, 25.0);
        canvas.ui.text(&text, head, 18.0, ink::GOLD, Align::Left);
        if is_out {
            continue;
        }
        let actor = round.arena().actor(round.cars()[car].actor);
        draw_gauges(canvas, actor, car, at + Vec2::Y * 30.0);
        // This mode shows no power, so its line is free.
        if round.mode() == Mode::KnockOut {
            let text = match round.back_in(car) {
                Some(left) => {
                    let left = format!("{left:.0}");
                    fill(words.round.back_in_short, &[("seconds", &left)])
                }
                None => words.lives(round.lives(car)),
            };
            let at = at + Vec2::new(18.0, 128.0);
            canvas.ui.text(&text, at, 18.0, ink::GOLD, Align::Left);
        }
    }
}

/// Draws speed, boost and the power of the run-up, each as a number or a word with a bar.
fn draw_gauges(canvas: &Canvas<'_>, actor: &Actor, index: usize, at: Vec2) {
    let (ui, words) = (canvas.ui, &canvas.state.settings.words().round);
    let Some(car) = actor.car() else {
        return;
    };
    let speed = actor.velocity.length();
    let units = canvas.state.settings.speeds;
    // Right-aligned, so that the unit stays in place whatever the length of the number.
    ui.text(
        &units.number(speed),
        at + Vec2::new(92.0, 42.0),
        36.0,
        ink::CREAM,
        Align::Right,
    );
    let unit = at + Vec2::new(98.0, 42.0);
    ui.text(units.sign(), unit, 18.0, ink::GREY, Align::Left);
    let top = car.settings.top_speed.max(0.1);
    let (left, wide) = (150.0, 86.0);
    ui.bar(
        at + Vec2::new(left, 22.0),
        Vec2::new(wide, 18.0),
        speed / top,
        ink::MINT,
    );
    let store = car.settings.boost.seconds;
    if store > 0.0 {
        let word = at + Vec2::new(18.0, 69.0);
        ui.text(words.boost, word, 18.0, ink::GREY, Align::Left);
        let color = if car.boosting { ink::CORAL } else { ink::GOLD };
        ui.bar(
            at + Vec2::new(left, 54.0),
            Vec2::new(wide, 16.0),
            car.boost_left / store,
            color,
        );
    }
    let round = &canvas.state.session.round;
    if round.mode().rates_hits() {
        let (power, full) = (round.power(index), FULL_POWER);
        let is_full = power >= full;
        let text = match is_full {
            true => fill(words.full_power, &[("power", &format!("{power:.0}"))]),
            false => fill(words.power, &[("power", &format!("{power:.1}"))]),
        };
        let color = if is_full { ink::GOLD } else { ink::GREY };
        let word = at + Vec2::new(18.0, 98.0);
        ui.text(&text, word, 18.0, color, Align::Left);
        let color = if is_full { ink::GOLD } else { ink::CREAM };
        let share = (power - 1.0) / (full - 1.0);
        let corner = at + Vec2::new(left + 20.0, 83.0);
        ui.bar(corner, Vec2::new(wide - 20.0, 16.0), share, color);
    }
}
