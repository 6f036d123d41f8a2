//! The hash of the world's state.

use glam::{Quat, Vec3};

/// FNV-1a with 64 bits (Fowler, Noll, Vo) over the bits of numbers in little-endian order, so that a single
/// different bit in the state gives another hash, and equal states give equal hashes on every machine.
#[derive(Clone, Copy, Debug)]
pub struct StateHasher(u64);

impl Default for StateHasher {
    fn default() -> Self {
        StateHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHasher {
    /// Adds raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds an integer.
    pub fn integer(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Adds the bits of a number; 0 and -0 differ, on purpose.
    pub fn number(&mut self, value: f32) {
        self.bytes(&value.to_bits().to_le_bytes());
    }

    /// Adds the three coordinates.
    pub fn vector(&mut self, value: Vec3) {
        value.to_array().into_iter().for_each(|v| self.number(v));
    }

    /// Adds the four coordinates.
    pub fn rotation(&mut self, value: Quat) {
        value.to_array().into_iter().for_each(|v| self.number(v));
    }

    /// The hash of everything that was added.
    pub fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_published_values_of_fnv_1a() {
        // Test vectors of the reference code by Landon Curt Noll.
        assert_eq!(StateHasher::default().finish(), 0xcbf2_9ce4_8422_2325);
        let mut hasher = StateHasher::default();
        hasher.bytes(b"foobar");
        assert_eq!(hasher.finish(), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn one_bit_of_one_coordinate_changes_it() {
        let hash = |v| {
            let mut hasher = StateHasher::default();
            hasher.vector(v);
            hasher.finish()
        };
        let next = f32::from_bits(1.0_f32.to_bits() + 1);
        assert_ne!(hash(Vec3::ONE), hash(Vec3::new(1.0, next, 1.0)));
    }
}
