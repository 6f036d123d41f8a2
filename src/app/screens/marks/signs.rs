//! The signs at crashes: a loud word, with the points or the attacker's name.

use crate::app::effects::ToldDetail;
use crate::app::words::{Words, fill};
use glam::{Vec2, Vec3};

use crate::app::area::{Area, Room};
use crate::app::camera::CameraKind;
use crate::app::effects::Sign;
use crate::app::params::screens::marks_signs::MEASURED;
use crate::app::params::screens::marks_signs::SMALL;
use crate::app::params::{
    OTHERS_LETTERS_ABOVE, SIGN_DETAIL, SIGN_LETTERS, SIGN_LETTERS_ABOVE, SIGN_SECONDS, SMALL_DETAIL,
};
use crate::app::parts::Whose;
use crate::app::screens::Canvas;
use crate::app::screens::marks::layout::around;
use crate::app::ui::{Align, ink};

/// Reach of the points of a sign's star to the sides and up and down, relative to its half size.
const POINTS: Vec2 = Vec2::new(1.25, 1.12);

/// The size of a sign: its star and the line below it.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// The letter size of the word, in units.
    letters: f32,
    /// Half the size of the star, in units.
    star: Vec2,
    /// The letter size of the second line, in units; 0 without one.
    detail: f32,
    /// Half the size of the whole sign, in units.
    half: Vec2,
}

impl Shape {
    /// Computes the size for a word and a second line, whose widths are given for letters of one unit.
    fn of(letters: f32, word: f32, detail: f32, detail_width: f32, tight: bool) -> Self {
        let rim = if tight { 1.1 } else { 1.3 };
        let star = Vec2::new(word * letters * 0.5 + letters * rim, letters * 1.5);
        let points = star * POINTS;
        let wide = points.x.max(detail_width * detail * 0.5 + 4.0);
        // The second line is below the star.
        let below = if detail > 0.0 { detail * 1.4 } else { 0.0 };
        Self {
            letters,
            star,
            detail,
            half: Vec2::new(wide, points.y + below * 0.5),
        }
    }
}

/// Draws the signs. The players' own get the places nearest to their crashes, then the newest; a sign without a
/// free place is omitted.
pub fn draw(canvas: &Canvas<'_>, cars: &[Area], room: &mut Room) {
    let above = canvas.sight().camera.kind == CameraKind::Top;
    // The signs must not cover the cars.
    let before = room.taken.len();
    room.taken.extend(cars);
    let signs = canvas.state.session.effects.signs().iter().rev();
    let mut said: Vec<Said<'_>> = signs
        .map(|sign| Said::to(canvas.whose(), sign, canvas.state.settings.words()))
        .collect();
    said.sort_by_key(|said| !said.own);
    for said in &said {
        draw_sign(canvas, said, above, room);
    }
    room.taken.drain(before..before + cars.len());
}

/// A sign as shown in a part of the picture.
struct Said<'a> {
    sign: &'a Sign,
    word: &'a str,
    detail: String,
    /// True if the part's player took part in the crash; other signs are smaller.
    own: bool,
}

impl<'a> Said<'a> {
    fn to(whose: Whose, sign: &'a Sign, words: &Words) -> Self {
        let told = sign.told_to(whose);
        let word = told.and_then(|told| told.word);
        Self {
            sign,
            word: word.map_or(sign.noise, |feat| words.feat(feat)),
            detail: match told.map(|told| &told.detail) {
                None => String::new(),
                Some(ToldDetail::Numbers(numbers)) => numbers.clone(),
                Some(ToldDetail::OwnTeam) => words.play.own_team.to_owned(),
                Some(ToldDetail::By(name)) => fill(words.play.by, &[("name", name)]),
            },
            own: told.is_some(),
        }
    }
}

/// The letter size of a sign; smaller with the top camera, which shows a small arena.
fn letters_of(said: &Said<'_>, far: f32, above: bool) -> f32 {
    let ((least, more), share) = match (above, said.own) {
        (true, true) => (SIGN_LETTERS_ABOVE, 1.0),
        (true, false) => (OTHERS_LETTERS_ABOVE, 1.0),
        (false, true) => (SIGN_LETTERS, 1.0),
        (false, false) => (SIGN_LETTERS, (7.0 / far).clamp(0.30, 0.5)),
    };
    (least + more * said.sign.strength) * share
}

fn shape_of(
    canvas: &Canvas<'_>,
    sign: &Said<'_>,
    letters: f32,
    with_detail: bool,
    above: bool,
) -> Shape {
    let width = |text: &str| canvas.ui.width(text, MEASURED) / MEASURED;
    let detail = match (with_detail && !sign.detail.is_empty(), above, sign.own) {
        (false, _, _) => 0.0,
        (true, false, true) => SIGN_DETAIL,
        (true, _, _) => SMALL_DETAIL,
    };
    let (word, below) = (width(sign.word), width(&sign.detail));
    Shape::of(letters, word, detail, below, above)
}

fn draw_sign(canvas: &Canvas<'_>, said: &Said<'_>, above: bool, room: &mut Room) {
    let (ui, sign) = (canvas.ui, said.sign);
    let rise = if above { 0.0 } else { 1.2 + 0.35 * sign.age };
    let Some((at, far)) = canvas.view().project(sign.place + Vec3::Y * rise, ui.size) else {
        return;
    };
    if at.cmplt(Vec2::splat(-80.0)).any() || at.cmpgt(ui.size + Vec2::splat(80.0)).any() {
        return;
    }
    let letters = letters_of(said, far, above);
    let shapes = [
        shape_of(canvas, said, letters, true, above),
        shape_of(canvas, said, (letters * SMALL).max(12.0), false, above),
    ];
    let outwards = (at - ui.size * 0.5).normalize_or(Vec2::NEG_Y);
    let placed = shapes.into_iter().find_map(|shape| {
        let half = shape.half;
        let place = if above {
            room.take(half, around(at, half, Vec2::splat(10.0), outwards, 4))
        } else {
            let over = room.within.clamp(at - Vec2::Y * half.y, half);
            room.take(half, places_over(over, half, outwards.x < 0.0))
        };
        Some((place?, shape))
    });
    let Some((place, shape)) = placed else {
        return;
    };
    // It first pops up larger than its final size, unless that would cover something.
    let pop = 1.0 + 0.7 * (-sign.age * 14.0).exp() - 0.9 * (-sign.age * 40.0).exp();
    let own = room.taken.pop();
    let fits = room.first_free(shape.half * pop.max(1.0), [place].into_iter());
    room.taken.extend(own);
    let pop = match fits {
        Some(_) => pop,
        None => pop.min(1.0),
    };
    let fade = ((1.0 - sign.age / SIGN_SECONDS) * 4.0).min(1.0);
    let panels = canvas.ui.panels();
    // A line leads to the crash, unless it would cross the words of a panel.
    if above && !panels.iter().any(|panel| panel.is_crossed(place, at)) {
        ui.line(place, at, 2.0, ink::fade(ink::CREAM, 0.8 * fade));
    }
    draw_at(canvas, said, &shape, place, pop.max(0.1), fade);
}

fn draw_at(canvas: &Canvas<'_>, said: &Said<'_>, shape: &Shape, place: Vec2, pop: f32, fade: f32) {
    let (ui, sign) = (canvas.ui, said.sign);
    let hot = if sign.strength > 0.7 {
        ink::CORAL
    } else {
        ink::GOLD
    };
    let at = place - Vec2::Y * (shape.half.y - shape.star.y * POINTS.y);
    let half = shape.star * pop;
    let dark = ink::fade(ink::NIGHT, 0.75 * fade);
    ui.burst(at, half * 1.10, sign.lean, dark);
    ui.burst(at, half, sign.lean, ink::fade(hot, fade));
    let light = ink::fade(ink::CREAM, fade);
    ui.burst(at, half * 0.82, sign.lean + 0.1, light);
    let night = ink::fade(ink::NIGHT, fade);
    ui.leaning(said.word, at, shape.letters * pop, sign.lean, night);
    if shape.detail > 0.0 {
        let base = place + Vec2::Y * (shape.half.y - shape.detail * 0.3);
        ui.bold(&said.detail, base, shape.detail, light, Align::Center);
    }
}

/// The possible places of a sign of that half size: over its crash, up, aside, and far up.
fn places_over(over: Vec2, half: Vec2, to_the_left: bool) -> impl Iterator<Item = Vec2> {
    const MOVES: [(f32, f32); 9] = [
        (0.0, 0.0),
        (0.0, -1.0),
        (0.0, -2.05),
        (1.0, -1.0),
        (2.05, 0.0),
        (-2.05, 0.0),
        (2.05, -2.05),
        (-2.05, -2.05),
        (0.0, -4.1),
    ];
    let side = if to_the_left { -1.0 } else { 1.0 };
    let moves = MOVES.into_iter();
    moves.map(move |(x, y)| over + half * Vec2::new(side * x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> Room {
        Room {
            within: Area::of(Vec2::ZERO, Vec2::new(1280.0, 720.0)),
            taken: Vec::new(),
        }
    }

    #[test]
    fn signs_of_one_place_hang_beside_each_other_and_off_the_ranking() {
        let ranking = Area::of(Vec2::new(1058.0, 12.0), Vec2::new(206.0, 164.0));
        let half = Vec2::new(120.0, 60.0);
        let mut room = room();
        room.taken.push(ranking);
        // Three simultaneous hits, and one whose wished place is on the ranking.
        let middle = Vec2::new(640.0, 300.0);
        for at in [middle, middle, middle, Vec2::new(1150.0, 200.0)] {
            let over = room.within.clamp(at, half);
            assert!(room.take(half, places_over(over, half, false)).is_some());
        }
        for (index, one) in room.taken.iter().enumerate() {
            for other in &room.taken[..index] {
                assert!(!one.overlaps(other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_sign_holds_its_star_and_its_second_line() {
        // A word three times as wide as its letters are high, at size 40: 60 and a rim of 52 units to each side.
        let shape = Shape::of(40.0, 3.0, 24.0, 5.0, false);
        assert_eq!(shape.star, Vec2::new(112.0, 60.0));
        assert_eq!(shape.half, Vec2::new(140.0, 67.2 + 16.8));
        // A long second line is wider than the star.
        let long = Shape::of(12.0, 2.0, 20.0, 9.0, true);
        assert_eq!(long.half.x, 94.0);
        // With the top camera the star is narrower.
        assert!(Shape::of(40.0, 3.0, 0.0, 0.0, true).half.x < shape.half.x);
    }
}
