//! Messages of the protocol: a header with the length, an empty line, and JSON.

use std::io::{BufRead, Error, Read, Result, Write};

use serde_json::Value;

/// The most bytes of a message, far above those of a level.
const MOST_BYTES: u64 = 16 << 20;

/// The most bytes of a line of the header.
const MOST_OF_LINE: u64 = 1 << 12;

/// Reads the content of the next message; `None` at the end of the stream.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(MOST_OF_LINE).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let length = length
        .filter(|length| *length <= MOST_BYTES)
        .ok_or_else(|| {
            Error::other(format!(
                "a message has no Content-Length, or one above {MOST_BYTES}"
            ))
        })?;
    let mut content = Vec::new();
    input.by_ref().take(length).read_to_end(&mut content)?;
    Ok((content.len() as u64 == length).then_some(content))
}

/// Writes a message.
pub(super) fn write(output: &mut impl Write, message: &Value) -> Result<()> {
    let content = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{content}", content.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_frames_end_the_conversation_without_a_panic() {
        for broken in [
            "\r\n",
            "Content-Length: x\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
        ] {
            assert!(read(&mut broken.as_bytes()).is_err(), "{broken:?}");
        }
        for cut in ["", "Content-Length: 5\r\n", "Content-Length: 5\r\n\r\n{}"] {
            assert_eq!(read(&mut cut.as_bytes()).unwrap(), None, "{cut:?}");
        }
        let mut whole = b"content-length: 2\r\nContent-Type: x\r\n\r\n{}".as_slice();
        assert_eq!(read(&mut whole).unwrap(), Some(b"{}".to_vec()));
    }
}
