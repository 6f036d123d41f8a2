//! Colours of cars.

/// A colour in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Paint {
    /// Colour of a car without a colour of its own.
    pub const DEFAULT: Paint = Paint {
        red: 0xd0,
        green: 0x30,
        blue: 0x30,
    };

    /// Returns the default colour of a car by its index in the level's list: neighbours differ.
    pub fn of_place(place: usize) -> Paint {
        const ALL: [[u8; 3]; 8] = [
            [0xd8, 0x32, 0x2a],
            [0x2f, 0x6f, 0xd0],
            [0xe8, 0xb0, 0x20],
            [0x35, 0xa0, 0x5a],
            [0x8c, 0x4b, 0xc0],
            [0xe8, 0x76, 0x2c],
            [0x22, 0xa7, 0xb5],
            [0xd7, 0x55, 0x9c],
        ];
        let [red, green, blue] = ALL[place % ALL.len()];
        Paint { red, green, blue }
    }

    /// Parses `#rrggbb`; None if the text is invalid.
    pub fn parse(text: &str) -> Option<Paint> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Paint { red, green, blue })
    }

    /// Returns the channels from 0 to 1 for a renderer, still in sRGB.
    pub fn to_array(self) -> [f32; 3] {
        [self.red, self.green, self.blue].map(|channel| f32::from(channel) / 255.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_hex_colours_and_nothing_else() {
        let paint = Paint::parse("#d0A010").unwrap();
        assert_eq!((paint.red, paint.green, paint.blue), (0xd0, 0xa0, 0x10));
        for wrong in [
            "", "red", "#fff", "#12345", "#1234567", "123456", "#12345g", "#+12345", "#äöü",
        ] {
            assert_eq!(Paint::parse(wrong), None, "{wrong}");
        }
    }
}
