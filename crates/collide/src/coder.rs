//! Compact copies of state, exact to the bit.
//!
//! A value is written as the difference (exclusive or) from a guess, without the leading or trailing zero bytes of
//! the difference; its reader makes the same guess. A good guess has the same sign, exponent and first digits, so
//! little is left, and next to nothing of a run of values that are guessed exactly. This is the coding of floats in
//! time series (Pelkonen and others, *Gorilla*, 2015) by whole bytes. A wrong guess costs memory, never a bit of the
//! value.
//!
//! One function describes both directions: it passes each field, with its guess, to a [`Coder`].

use glam::{DQuat, DVec3, Vec3};

use crate::params::{
    CODER_BLOCK as BLOCK, CODER_GROWTH_SHARE as GROWTH_SHARE, CODER_HIGH_LENGTHS as HIGH_LENGTHS,
    CODER_RUNS as RUNS,
};

/// Writes values, or reads them in the same order.
pub trait Coder {
    /// Writes the difference of `value` from a guess and returns `value`; or returns the value that was written, for
    /// the same guess.
    fn word(&mut self, value: u64, guess: u64) -> u64;

    /// Codes a number.
    #[inline]
    fn number(&mut self, value: &mut f64, guess: f64) {
        *value = f64::from_bits(self.word(value.to_bits(), guess.to_bits()));
    }

    /// Codes a number.
    #[inline]
    fn single(&mut self, value: &mut f32, guess: f32) {
        *value = f32::from_bits(self.word(value.to_bits().into(), guess.to_bits().into()) as u32);
    }

    /// Codes an integer.
    #[inline]
    fn integer(&mut self, value: &mut u32, guess: u32) {
        *value = self.word((*value).into(), guess.into()) as u32;
    }

    /// Codes up to 64 flags, which are guessed to be false.
    #[inline]
    fn flags<const N: usize>(&mut self, values: [&mut bool; N]) {
        let bits = (values.iter().rev()).fold(0, |bits, value| 2 * bits + u64::from(**value));
        let bits = self.word(bits, 0);
        for (at, value) in values.into_iter().enumerate() {
            *value = bits >> at & 1 == 1;
        }
    }

    /// Codes the coordinates of a vector.
    #[inline]
    fn vector(&mut self, value: &mut DVec3, guess: DVec3) {
        self.number(&mut value.x, guess.x);
        self.number(&mut value.y, guess.y);
        self.number(&mut value.z, guess.z);
    }

    /// Codes the coordinates of a vector in 32 bits, which are guessed to be 0.
    #[inline]
    fn vector_of_singles(&mut self, value: &mut Vec3) {
        self.single(&mut value.x, 0.0);
        self.single(&mut value.y, 0.0);
        self.single(&mut value.z, 0.0);
    }

    /// Codes the coordinates of a rotation.
    #[inline]
    fn rotation(&mut self, value: &mut DQuat, guess: DQuat) {
        self.number(&mut value.x, guess.x);
        self.number(&mut value.y, guess.y);
        self.number(&mut value.z, guess.z);
        self.number(&mut value.w, guess.w);
    }

    /// Codes numbers in twos: for such as are all guessed exactly, or none.
    #[inline]
    fn singles(&mut self, values: &mut [f32], guesses: &[f32]) {
        let both = |two: &[f32]| {
            let [low, high] = [0, 1].map(|at| two.get(at).map_or(0, |one| one.to_bits()));
            u64::from(low) | u64::from(high) << 32
        };
        for (two, guess) in values.chunks_mut(2).zip(guesses.chunks(2)) {
            let word = self.word(both(two), both(guess));
            for (at, one) in two.iter_mut().enumerate() {
                *one = f32::from_bits((word >> (32 * at)) as u32);
            }
        }
    }
}

/// A block begins with the codes of its words, each in half a byte.
const CODES: usize = BLOCK / 2;
const LONGEST: usize = CODES + 8 * BLOCK;

/// The meaning of a code in half a byte.
#[derive(Clone, Copy, Debug)]
struct Code {
    /// The number of bytes that are written, and the number of zero bits below them.
    length: usize,
    shift: u32,
    /// The number of words.
    run: u32,
}

/// The first codes are the lengths of words without leading zeros, then come words without trailing zeros, because
/// numbers in 32 bits have such zeros, and runs of words that were guessed exactly.
const TABLE: [Code; 16] = {
    let none = Code {
        length: 0,
        shift: 0,
        run: 1,
    };
    let mut table = [none; 16];
    let mut code = 1;
    while code < table.len() {
        let past = code.saturating_sub(FIRST_HIGH_CODE);
        if code < FIRST_HIGH_CODE {
            table[code].length = code;
        } else if past < HIGH_LENGTHS.len() {
            table[code].length = HIGH_LENGTHS[past];
            table[code].shift = 64 - 8 * HIGH_LENGTHS[past] as u32;
        } else {
            table[code].run = RUNS[past - HIGH_LENGTHS.len()];
        }
        code += 1;
    }
    table
};
const FIRST_HIGH_CODE: usize = size_of::<u64>() + 1;

/// The code of a word that is not zero.
#[inline]
fn code_of(word: u64) -> usize {
    let low = (71 - word.leading_zeros() as usize) / 8;
    let high = (71 - word.trailing_zeros() as usize) / 8;
    let shorter = |length: &usize| high <= *length && *length < low;
    let shorter = HIGH_LENGTHS.iter().position(shorter);
    shorter.map_or(low, |at| FIRST_HIGH_CODE + at)
}

/// Values that were written with a [`Coder`].
#[derive(Clone, Debug, Default)]
pub struct Coded {
    bytes: Vec<u8>,
}

impl Coded {
    /// Replaces the values by those that a function writes.
    pub fn write<R>(&mut self, write: impl FnOnce(&mut Writer) -> R) -> R {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let mut writer = Writer {
            bytes,
            block: [0; LONGEST],
            count: 0,
            end: CODES,
            guessed: 0,
        };
        let result = write(&mut writer);
        // Words that were guessed at the end need no code.
        if writer.count > 0 {
            writer.end_block();
        }
        self.bytes = writer.bytes;
        result
    }

    /// A reader of the values.
    pub fn read(&self) -> Reader<'_> {
        Reader {
            bytes: &self.bytes,
            words: [0; BLOCK],
            runs: [0; BLOCK],
            next: BLOCK,
            guessed: 0,
        }
    }

    /// Its memory in bytes, without its fixed part.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
    }
}

/// Writes values.
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
    /// A block that is not full yet, the number of its codes, and its length in bytes.
    block: [u8; LONGEST],
    count: usize,
    end: usize,
    /// The number of words behind it that were guessed.
    guessed: u32,
}

impl Writer {
    /// Writes a word that is not zero behind those that were guessed.
    fn put(&mut self, word: u64) {
        while self.guessed > 0 {
            let run = RUNS.iter().rposition(|run| *run <= self.guessed);
            let code = run.map_or(0, |at| FIRST_HIGH_CODE + HIGH_LENGTHS.len() + at);
            self.put_code(code, 0);
            self.guessed -= TABLE[code].run;
        }
        self.put_code(code_of(word), word);
    }

    #[inline]
    fn put_code(&mut self, code: usize, word: u64) {
        let Code { length, shift, .. } = TABLE[code];
        self.block[self.count / 2] |= (code as u8) << (4 * (self.count % 2));
        self.block[self.end..self.end + 8].copy_from_slice(&(word >> shift).to_le_bytes());
        self.end += length;
        self.count += 1;
        if self.count == BLOCK {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let all = self.bytes.len() + self.end;
        if self.bytes.capacity() < all {
            (self.bytes).reserve_exact(LONGEST + self.bytes.len() / GROWTH_SHARE);
        }
        self.bytes.extend_from_slice(&self.block[..self.end]);
        self.block[..CODES].fill(0);
        (self.count, self.end) = (0, CODES);
    }
}

impl Coder for Writer {
    #[inline]
    fn word(&mut self, value: u64, guess: u64) -> u64 {
        match value ^ guess {
            0 => self.guessed += 1,
            word => self.put(word),
        }
        value
    }
}

/// Reads values.
#[derive(Clone, Debug)]
pub struct Reader<'c> {
    bytes: &'c [u8],
    /// The words of a block, for each the number of equal ones behind it, and the number of the next one.
    words: [u64; BLOCK],
    runs: [u32; BLOCK],
    next: usize,
    /// The number of words that come before it and were guessed.
    guessed: u32,
}

impl Reader<'_> {
    /// Reads a block. Behind the end all values are as guessed.
    fn begin_block(&mut self) {
        let mut block = [0; LONGEST];
        let known = self.bytes.len().min(LONGEST);
        block[..known].copy_from_slice(&self.bytes[..known]);
        let mut end = CODES;
        for (at, (word, run)) in self.words.iter_mut().zip(&mut self.runs).enumerate() {
            let code = TABLE[usize::from(block[at / 2] >> (4 * (at % 2)) & 15)];
            let bytes = block[end..].first_chunk().copied().unwrap_or_default();
            let unused = 64 - 8 * code.length as u32;
            let low = u64::from_le_bytes(bytes) & u64::MAX.checked_shr(unused).unwrap_or(0);
            (*word, *run) = (low << code.shift, code.run - 1);
            end += code.length;
        }
        self.bytes = &self.bytes[end.min(known)..];
        self.next = 0;
    }
}

impl Coder for Reader<'_> {
    #[inline]
    fn word(&mut self, _: u64, guess: u64) -> u64 {
        if self.guessed > 0 {
            self.guessed -= 1;
            return guess;
        }
        if self.next == BLOCK {
            self.begin_block();
        }
        let word = self.words[self.next];
        self.guessed = self.runs[self.next];
        self.next += 1;
        word ^ guess
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;

    #[derive(Clone, Copy, Debug, Default)]
    struct Values {
        word: u64,
        number: f64,
        single: f32,
        integer: u32,
        flags: [bool; 3],
        vector: DVec3,
        rotation: DQuat,
        singles: [f32; 5],
    }

    impl Values {
        fn any(random: &mut Pcg32) -> Values {
            // All lengths and runs, and numbers of every kind, with NaN and -0.
            let share = random.random_range(1..20);
            let mut word = || match random.random_range(0..share) {
                0 => u64::MAX,
                1 => random.random::<u64>() >> random.random_range(0..64),
                2 => random.random::<u64>() << random.random_range(0..64),
                _ => 0,
            };
            let [a, b, c, d, e, f, g, h] = [(); 8].map(|()| f64::from_bits(word()));
            Values {
                word: word(),
                number: f64::from_bits(word()),
                single: f32::from_bits(word() as u32),
                integer: word() as u32,
                flags: [word() == 0, word() == 0, word() == 0],
                vector: DVec3::new(a, b, c),
                rotation: DQuat::from_xyzw(d, e, f, g),
                singles: [(); 5].map(|()| f32::from_bits((word() ^ h.to_bits()) as u32)),
            }
        }

        fn code(&mut self, coder: &mut impl Coder, guess: &Values) {
            self.word = coder.word(self.word, guess.word);
            coder.number(&mut self.number, guess.number);
            coder.single(&mut self.single, guess.single);
            coder.integer(&mut self.integer, guess.integer);
            let [a, b, c] = &mut self.flags;
            coder.flags([a, b, c]);
            coder.vector(&mut self.vector, guess.vector);
            coder.rotation(&mut self.rotation, guess.rotation);
            coder.singles(&mut self.singles, &guess.singles);
        }

        fn bits(&self) -> (u64, u64, [u32; 2], [bool; 3], [u64; 7], [u32; 5]) {
            let ([a, b, c], [d, e, f, g]) = (self.vector.to_array(), self.rotation.to_array());
            (
                self.word,
                self.number.to_bits(),
                [self.single.to_bits(), self.integer],
                self.flags,
                [a, b, c, d, e, f, g].map(f64::to_bits),
                self.singles.map(f32::to_bits),
            )
        }
    }

    #[test]
    fn every_bit_comes_back_whatever_was_guessed() {
        let mut random = Pcg32::seed_from_u64(1);
        let mut coded = Coded::default();
        for count in 0..200 {
            let lists = [(); 2].map(|()| {
                let all = (0..count).map(|_| Values::any(&mut random));
                all.collect::<Vec<_>>()
            });
            let [values, guesses] = &lists;
            coded.write(|writer| {
                for (value, guess) in values.iter().zip(guesses) {
                    let mut value = *value;
                    value.code(writer, guess);
                }
            });
            let copy = coded.clone();
            let mut reader = copy.read();
            for (value, guess) in values.iter().zip(guesses) {
                let mut read = Values::default();
                read.code(&mut reader, guess);
                assert_eq!(read.bits(), value.bits());
            }
        }
    }

    #[test]
    fn values_that_were_guessed_take_next_to_nothing() {
        let size = |last: f64| {
            let mut coded = Coded::default();
            coded.write(|writer| {
                for n in 0..1024 {
                    let mut value = f64::from(n);
                    writer.number(&mut value, f64::from(n));
                }
                writer.number(&mut { last }, 0.0);
            });
            coded.clone().size()
        };
        assert_eq!(size(0.0), 0);
        assert!(size(1.0) < 80, "{}", size(1.0));
        // A cleared one takes nothing, and guesses come back.
        assert_eq!(Coded::default().size(), 0);
        assert_eq!(Coded::default().read().word(0, 7), 7);
    }

    #[test]
    fn a_number_in_32_bits_takes_five_bytes_and_its_code() {
        let mut coded = Coded::default();
        coded.write(|writer| {
            for n in 0..1024_u16 {
                let mut value = f64::from(f32::from(n).sqrt());
                writer.number(&mut value, -0.5);
            }
        });
        let size = coded.clone().size();
        assert!(size <= 1024 * 11 / 2, "{size}");
    }
}
