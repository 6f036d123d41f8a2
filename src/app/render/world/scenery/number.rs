//! A number in a file of scenery: plain, random, or measured at the arena.

use serde::Deserialize;

use crate::app::render::outline::FloorOutline;
use crate::app::render::world::props::Dice;

/// A number: plain, or a text such as `0.2 to 0.8` or `0.7 reach + 4`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub enum Number {
    Plain(f32),
    /// A random number between two.
    Random(f32, f32),
    /// A multiple of a measure of the arena, plus metres.
    Measured(f32, Measure, f32),
}

/// A size of the arena.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// The larger half of its bounding rectangle.
    Reach,
    /// The smaller half of it.
    Narrow,
    /// The half of it from left to right.
    Wide,
}

/// A number as it stands in the file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Plain(f32),
    Text(String),
}

impl TryFrom<Written> for Number {
    type Error = String;

    fn try_from(written: Written) -> Result<Number, String> {
        match written {
            Written::Plain(value) => Ok(Number::Plain(value)),
            Written::Text(text) => read(&text).ok_or_else(|| format!("\"{text}\" is no number")),
        }
    }
}

fn read(text: &str) -> Option<Number> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.parse::<f32>().ok();
    let measure = |word: &str| match word {
        "reach" => Some(Measure::Reach),
        "narrow" => Some(Measure::Narrow),
        "wide" => Some(Measure::Wide),
        _ => None,
    };
    match words[..] {
        [from, "to", to] => Some(Number::Random(number(from)?, number(to)?)),
        [share, of] => Some(Number::Measured(number(share)?, measure(of)?, 0.0)),
        [share, of, "+", more] => Some(Number::Measured(
            number(share)?,
            measure(of)?,
            number(more)?,
        )),
        [share, of, "-", less] => Some(Number::Measured(
            number(share)?,
            measure(of)?,
            -number(less)?,
        )),
        _ => None,
    }
}

impl Number {
    /// The number at an arena; a random one takes the next number of `dice`.
    pub fn value(self, outline: &FloorOutline, dice: &mut Dice) -> f32 {
        match self {
            Number::Plain(value) => value,
            Number::Random(from, to) => dice.between(from, to),
            Number::Measured(share, measure, more) => {
                let half = outline.half_sizes();
                let size = match measure {
                    Measure::Reach => half.max_element(),
                    Measure::Narrow => half.min_element(),
                    Measure::Wide => half.x,
                };
                share * size + more
            }
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Number::Plain(0.0)
    }
}

/// A size: one factor, or one for each axis.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
pub enum Size {
    Even(Number),
    Each([Number; 3]),
}

impl Default for Size {
    fn default() -> Self {
        Size::Even(Number::Plain(1.0))
    }
}

/// A rotation about an axis, in degrees.
#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Turn {
    X(Number),
    Y(Number),
    Z(Number),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Border;

    #[test]
    fn a_number_is_plain_random_or_measured() {
        let outline = FloorOutline::new(Border::Rectangle {
            width: 24.0,
            depth: 14.0,
        });
        let value = |text: &str| {
            let number: Number = ron::from_str(text).unwrap();
            number.value(&outline, &mut Dice::new(1))
        };
        assert_eq!(value("-3"), -3.0);
        assert_eq!(value("2.5"), 2.5);
        assert_eq!(value("\"0.5 reach + 4\""), 10.0);
        assert_eq!(value("\"2 narrow - 1\""), 13.0);
        assert_eq!(value("\"-1 wide\""), -12.0);
        assert!((3.0..4.0).contains(&value("\"3 to 4\"")));
        for wrong in ["\"much\"", "\"3 feet\"", "\"3 to\"", "\"1 reach * 2\""] {
            assert!(ron::from_str::<Number>(wrong).is_err(), "{wrong}");
        }
    }
}
