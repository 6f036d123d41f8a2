//! Compact copies of state, exact to the bit.
//!
//! A value is written as the difference (exclusive or) from a guess, without the leading zero bytes of the
//! difference; its reader makes the same guess. A good guess has the same sign, exponent and first digits, so little
//! is left, and nothing of a value that is guessed exactly. This is the coding of floats in time series (Pelkonen
//! and others, *Gorilla*, 2015) by whole bytes. A wrong guess costs memory, never a bit of the value.
//!
//! One function describes both directions: it passes each field, with its guess, to a [`Coder`].

use glam::{DQuat, DVec3};

use crate::params::{CODER_BLOCK as BLOCK, CODER_GROWTH_SHARE as GROWTH_SHARE};

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

/// A block begins with the lengths of its words, each in half a byte.
const LENGTHS: usize = BLOCK / 2;
const LONGEST: usize = LENGTHS + 8 * BLOCK;

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
            words: [0; BLOCK],
            count: 0,
        };
        let result = write(&mut writer);
        writer.words[writer.count..].fill(0);
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
            next: BLOCK,
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
    /// The words of a block that is not full yet, and their number.
    words: [u64; BLOCK],
    count: usize,
}

impl Writer {
    fn end_block(&mut self) {
        let mut block = [0; LONGEST];
        let mut end = LENGTHS;
        for (at, word) in self.words.into_iter().enumerate() {
            let length = (71 - word.leading_zeros() as usize) / 8;
            block[at / 2] |= (length as u8) << (4 * (at % 2));
            block[end..end + 8].copy_from_slice(&word.to_le_bytes());
            end += length;
        }
        let all = self.bytes.len() + end;
        if self.bytes.capacity() < all {
            (self.bytes).reserve_exact(LONGEST + self.bytes.len() / GROWTH_SHARE);
        }
        self.bytes.extend_from_slice(&block[..end]);
        self.count = 0;
    }
}

impl Coder for Writer {
    #[inline]
    fn word(&mut self, value: u64, guess: u64) -> u64 {
        self.words[self.count] = value ^ guess;
        self.count += 1;
        if self.count == BLOCK {
            self.end_block();
        }
        value
    }
}

/// Reads values.
#[derive(Clone, Debug)]
pub struct Reader<'c> {
    bytes: &'c [u8],
    /// The words of a block, and the number of the next one.
    words: [u64; BLOCK],
    next: usize,
}

impl Reader<'_> {
    /// Reads a block. Behind the end all values are as guessed.
    fn begin_block(&mut self) {
        let mut block = [0; LONGEST];
        let known = self.bytes.len().min(LONGEST);
        block[..known].copy_from_slice(&self.bytes[..known]);
        let mut end = LENGTHS;
        for (at, word) in self.words.iter_mut().enumerate() {
            let length = usize::from(block[at / 2] >> (4 * (at % 2)) & 15).min(8);
            let bytes = block[end..].first_chunk().copied().unwrap_or_default();
            let unused = 64 - 8 * length as u32;
            *word = u64::from_le_bytes(bytes) & u64::MAX.checked_shr(unused).unwrap_or(0);
            end += length;
        }
        self.bytes = &self.bytes[end.min(known)..];
        self.next = 0;
    }
}

impl Coder for Reader<'_> {
    #[inline]
    fn word(&mut self, _: u64, guess: u64) -> u64 {
        if self.next == BLOCK {
            self.begin_block();
        }
        self.next += 1;
        self.words[self.next - 1] ^ guess
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
            // All lengths, and numbers of every kind, with NaN and -0.
            let mut word = || match random.random_range(0..4) {
                0 => 0,
                1 => u64::MAX,
                _ => random.random::<u64>() >> random.random_range(0..64),
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
    fn a_value_that_was_guessed_takes_half_a_byte() {
        let mut coded = Coded::default();
        coded.write(|writer| {
            for n in 0..1024 {
                let mut value = f64::from(n);
                writer.number(&mut value, f64::from(n));
            }
        });
        assert_eq!(coded.clone().size(), 512);
        // A cleared one takes nothing, and guesses come back.
        assert_eq!(Coded::default().size(), 0);
        assert_eq!(Coded::default().read().word(0, 7), 7);
    }
}
