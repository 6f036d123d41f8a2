//! Formulas of readouts: arithmetic on numbers and on the values of other readouts.
//!
//! ```text
//! sum     = product (("+" | "-") product)*
//! product = power (("*" | "/") power)*
//! power   = "-" power | atom ("^" power)?
//! atom    = number | name | function "(" sum ")" | "(" sum ")"
//! ```

use crate::params::FORMULA_DEPTH;
use std::fmt;

/// A formula that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Name(String),
    Of(Function, Box<Node>),
    Two(char, Box<Node>, Box<Node>),
}

/// A function of one number; angles are in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Root,
    Sine,
    Cosine,
    Tangent,
    ArcTangent,
    Radians,
    Degrees,
    Magnitude,
    Negative,
}

/// The functions by name.
const FUNCTIONS: [(&str, Function); 8] = [
    ("sqrt", Function::Root),
    ("sin", Function::Sine),
    ("cos", Function::Cosine),
    ("tan", Function::Tangent),
    ("atan", Function::ArcTangent),
    ("rad", Function::Radians),
    ("deg", Function::Degrees),
    ("abs", Function::Magnitude),
];

/// The reason why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FormulaError {
    /// The character, from 1.
    at: usize,
    /// The missing part.
    wanted: &'static str,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {} {} is missing", self.at, self.wanted)
    }
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// [`FormulaError`] with the place and the missing part.
    pub fn read(text: &str) -> Result<Formula, FormulaError> {
        let mut reader = Reader {
            text: text.chars().collect(),
            at: 0,
        };
        let sum = reader.sum()?;
        match reader.peek() {
            None => Ok(Formula(sum)),
            Some(_) => Err(reader.missing("an operator such as `*`")),
        }
    }

    /// Returns the names in it, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.0.names(&mut found);
        found
    }

    /// Returns its value; None if a name has none, or if the value is not finite.
    pub fn value(&self, of: &impl Fn(&str) -> Option<f64>) -> Option<f64> {
        self.0.value(of).filter(|value| value.is_finite())
    }
}

impl Node {
    fn names<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Node::Number(_) => {}
            Node::Name(name) => found.push(name),
            Node::Of(_, node) => node.names(found),
            Node::Two(_, one, other) => {
                one.names(found);
                other.names(found);
            }
        }
    }

    fn value(&self, of: &impl Fn(&str) -> Option<f64>) -> Option<f64> {
        Some(match self {
            Node::Number(number) => *number,
            Node::Name(name) => of(name)?,
            Node::Of(function, node) => function.of(node.value(of)?),
            Node::Two(sign, one, other) => {
                let (one, other) = (one.value(of)?, other.value(of)?);
                match sign {
                    '+' => one + other,
                    '-' => one - other,
                    '*' => one * other,
                    '/' => one / other,
                    _ => libm::pow(one, other),
                }
            }
        })
    }
}

impl Function {
    fn of(self, x: f64) -> f64 {
        match self {
            Function::Root => libm::sqrt(x),
            Function::Sine => libm::sin(x.to_radians()),
            Function::Cosine => libm::cos(x.to_radians()),
            Function::Tangent => libm::tan(x.to_radians()),
            Function::ArcTangent => libm::atan(x).to_degrees(),
            Function::Radians => x.to_radians(),
            Function::Degrees => x.to_degrees(),
            Function::Magnitude => x.abs(),
            Function::Negative => -x,
        }
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn missing(&self, wanted: &'static str) -> FormulaError {
        let at = self.at + 1;
        FormulaError { at, wanted }
    }

    fn take(&mut self, signs: [char; 2]) -> Option<char> {
        let sign = self.peek().filter(|next| signs.contains(next))?;
        self.at += 1;
        Some(sign)
    }

    fn sum(&mut self) -> Result<Node, FormulaError> {
        self.sum_in(0)
    }

    fn sum_in(&mut self, depth: usize) -> Result<Node, FormulaError> {
        let mut sum = self.product(depth)?;
        while let Some(sign) = self.take(['+', '-']) {
            sum = Node::Two(sign, Box::new(sum), Box::new(self.product(depth)?));
        }
        Ok(sum)
    }

    fn product(&mut self, depth: usize) -> Result<Node, FormulaError> {
        let mut product = self.power(depth)?;
        while let Some(sign) = self.take(['*', '/']) {
            product = Node::Two(sign, Box::new(product), Box::new(self.power(depth)?));
        }
        Ok(product)
    }

    fn power(&mut self, depth: usize) -> Result<Node, FormulaError> {
        if depth > FORMULA_DEPTH {
            return Err(self.missing("a simpler formula: this one"));
        }
        if self.take(['-', '-']).is_some() {
            let node = self.power(depth + 1)?;
            return Ok(Node::Of(Function::Negative, Box::new(node)));
        }
        let base = self.atom(depth)?;
        match self.take(['^', '^']) {
            Some(sign) => {
                let exponent = self.power(depth + 1)?;
                Ok(Node::Two(sign, Box::new(base), Box::new(exponent)))
            }
            None => Ok(base),
        }
    }

    fn atom(&mut self, depth: usize) -> Result<Node, FormulaError> {
        match self.peek() {
            Some('(') => self.bracket(depth),
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_alphabetic() => {
                let name = self.run(|c| c.is_alphanumeric() || c == '_');
                let known = FUNCTIONS.iter().find(|(known, _)| *known == name);
                match known {
                    Some((_, function)) => {
                        let node = self.bracket(depth)?;
                        Ok(Node::Of(*function, Box::new(node)))
                    }
                    None if name == "pi" => Ok(Node::Number(std::f64::consts::PI)),
                    None => Ok(Node::Name(name)),
                }
            }
            _ => Err(self.missing("a number, a name or a bracket")),
        }
    }

    fn bracket(&mut self, depth: usize) -> Result<Node, FormulaError> {
        if self.take(['(', '(']).is_none() {
            return Err(self.missing("`(`"));
        }
        let sum = self.sum_in(depth + 1)?;
        match self.take([')', ')']) {
            Some(_) => Ok(sum),
            None => Err(self.missing("`)`")),
        }
    }

    fn number(&mut self) -> Result<Node, FormulaError> {
        let start = self.at;
        let digits = self.run(|c| c.is_ascii_digit() || c == '.');
        match digits.parse() {
            Ok(number) => Ok(Node::Number(number)),
            Err(_) => {
                self.at = start;
                Err(self.missing("a number such as `1.5`"))
            }
        }
    }

    fn run(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = self.text[self.at..].iter().copied();
        let run: String = rest.take_while(|c| belongs(*c)).collect();
        self.at += run.chars().count();
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<f64> {
        let of = |name: &str| (name == "x").then_some(3.0);
        Formula::read(text).unwrap().value(&of)
    }

    #[test]
    fn formulas_have_the_values_of_school() {
        for (text, wanted) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("8 / 4 / 2", 1.0),
            ("10 - 2 - 3", 5.0),
            ("2 ^ 3 ^ 2", 512.0),
            ("-x ^ 2", -9.0),
            ("2 * -x", -6.0),
            ("sqrt(x * 3) + abs(-1)", 4.0),
            ("sin(30)", 0.5),
            ("cos(60)", 0.5),
            ("tan(45)", 1.0),
            ("atan(1)", 45.0),
            ("deg(pi)", 180.0),
            ("rad(180) / pi", 1.0),
            (".5 + 1.", 1.5),
        ] {
            let found = value(text).unwrap();
            assert!((found - wanted).abs() < 1e-12, "{text} is {found}");
        }
        assert_eq!((value("y + 1"), value("1 / 0")), (None, None));
        let names = Formula::read("a * sin(b) + 2").unwrap();
        assert_eq!(names.names(), ["a", "b"]);
    }

    #[test]
    fn broken_formulas_name_the_place_and_the_missing_part() {
        let told = |text: &str| Formula::read(text).unwrap_err().to_string();
        assert_eq!(
            told("2 *"),
            "at character 4 a number, a name or a bracket is missing"
        );
        assert_eq!(told("(1 + 2"), "at character 7 `)` is missing");
        assert_eq!(told("sin 30"), "at character 5 `(` is missing");
        assert_eq!(
            told("1 2"),
            "at character 3 an operator such as `*` is missing"
        );
        assert_eq!(
            told("1.2.3"),
            "at character 1 a number such as `1.5` is missing"
        );
        assert!(Formula::read(&"(".repeat(100_000)).is_err());
        assert!(Formula::read(&"-".repeat(100_000)).is_err());
        assert!(Formula::read("").is_err() && Formula::read("€").is_err());
    }
}
