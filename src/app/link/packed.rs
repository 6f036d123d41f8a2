//! Bytes as the text of a link: compressed (deflate), then in the letters of an address (base64url, RFC 4648).

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::app::params::{LINK_BYTES, LINK_EFFORT};

/// The letters of an address, each for six bits.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The reason why a text cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotPacked {
    #[error("a part of it is missing or was changed on the way")]
    Damaged,
    #[error("it would be larger than {} KiB", LINK_BYTES >> 10)]
    TooLarge,
}

/// Packs bytes as text.
pub fn pack(bytes: &[u8]) -> String {
    let packed = compress_to_vec(bytes, LINK_EFFORT);
    let mut text = String::with_capacity(packed.len().div_ceil(3) * 4);
    for group in packed.chunks(3) {
        let bits = group
            .iter()
            .fold(0, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - group.len()));
        // One byte more than the group has: the letters that its bits need.
        for letter in 0..=group.len() {
            text.push(char::from(
                LETTERS[(bits >> (18 - 6 * letter)) as usize & 63],
            ));
        }
    }
    text
}

/// Unpacks a text, which may come from anyone.
///
/// # Errors
/// [`NotPacked`] if it was not made by [`pack`], or would need too much memory.
pub fn unpack(text: &str) -> Result<Vec<u8>, NotPacked> {
    let mut packed = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for letter in group {
            let value = LETTERS.iter().position(|one| one == letter);
            bits = bits << 6 | value.ok_or(NotPacked::Damaged)? as u32;
        }
        bits <<= 6 * (4 - group.len());
        let [_, bytes @ ..] = bits.to_be_bytes();
        packed.extend(&bytes[..group.len() - 1]);
    }
    decompress_to_vec_with_limit(&packed, LINK_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => NotPacked::TooLarge,
        _ => NotPacked::Damaged,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_every_length_come_back() {
        for length in 0..70 {
            let bytes: Vec<u8> = (0..length).map(|byte| (byte * 37) as u8).collect();
            let text = pack(&bytes);
            let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            assert!(text.chars().all(fits), "{text}");
            assert_eq!(unpack(&text), Ok(bytes));
        }
    }

    #[test]
    fn what_would_unpack_to_too_much_is_refused_before_it_does() {
        let bomb = pack(&vec![0; LINK_BYTES + 1]);
        assert!(bomb.len() < LINK_BYTES / 500, "{}", bomb.len());
        assert_eq!(unpack(&bomb), Err(NotPacked::TooLarge));
        assert_eq!(
            unpack(&pack(&vec![0; LINK_BYTES])).unwrap().len(),
            LINK_BYTES
        );
    }

    #[test]
    fn a_cut_or_a_foreign_letter_is_refused() {
        let text = pack(b"a scene of my own, with a few things in it");
        for end in 0..text.len() - 1 {
            assert_eq!(unpack(&text[..end]), Err(NotPacked::Damaged), "{end}");
        }
        for odd in ["A", "====", "AAAA+", "\u{e9}\u{e9}"] {
            assert_eq!(unpack(odd), Err(NotPacked::Damaged), "{odd}");
        }
    }
}
