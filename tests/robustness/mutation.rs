//! Files made wrong in the ways in which files go wrong.

use rand::RngExt;
use rand_pcg::Pcg64;

/// A generator of mutations, which depend only on the seed.
pub fn generator(seed: u64) -> Pcg64 {
    Pcg64::new(u128::from(seed), 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96)
}

/// Words that parsers stumble over.
const WORDS: &[&[u8]] = &[
    b"NaN",
    b"-inf",
    b"1e39",
    b"1e-46",
    b"-0",
    b"0",
    b"-1",
    b"18446744073709551616",
    b"4294967295",
    b"9999999999999999999999",
    b"\n",
    b"\r",
    b"\0",
    b" ",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3",
    b"#",
    b"\\",
    b"\"",
    b"{",
    b"}",
    b"[",
    b"(",
    b")",
    b":",
    b",",
    b"/",
    b"//",
    b"null",
    b"true",
    b"\xf0\x9f\x92\xa5",
];

/// A few random changes: bytes, words, lines; copies of parts, and cuts.
pub fn mutate(text: &[u8], random: &mut Pcg64) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=text.len());
        let end = (at + random.random_range(0..64_usize)).min(text.len());
        match random.random_range(0..8) {
            0 if at < text.len() => text[at] ^= 1 << random.random_range(0..8),
            1 if at < text.len() => text[at] = random.random(),
            2 | 3 => {
                let word = WORDS[random.random_range(0..WORDS.len())];
                text.splice(at..at, word.iter().copied());
            }
            4 => {
                text.drain(at..end);
            }
            5 => {
                let part = text[at..end].to_vec();
                let to = random.random_range(0..=text.len());
                text.splice(to..to, part);
            }
            6 => {
                // A number becomes another one.
                let digits = text[at..].iter().position(u8::is_ascii_digit);
                if let Some(digit) = digits {
                    let word = WORDS[random.random_range(0..10)];
                    text.splice(at + digit..=at + digit, word.iter().copied());
                }
            }
            _ if random.random_ratio(1, 8) => text.truncate(at),
            _ => {}
        }
    }
    text
}
