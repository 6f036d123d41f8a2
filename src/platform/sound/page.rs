//! The page's sound device, the file `/dev/sound`: a read returns its rate and the number of frames that it
//! needs, a write hands them over.

use std::fs::File;
use std::io::{Read, Write};

use crate::platform::params::MOST_FRAMES;
use crate::platform::sound::source::{Frame, Source};

/// The path of the device.
const DEVICE: &str = "/dev/sound";

/// An open device; dropping it closes the device.
pub struct Device {
    file: File,
    source: Box<dyn Source>,
    frames: Vec<Frame>,
    bytes: Vec<u8>,
}

impl Device {
    /// Opens the page's device, which then plays the source.
    ///
    /// # Errors
    /// The system's message if the page has none.
    pub fn open(source: impl Source) -> Result<Self, String> {
        let opened = File::options().read(true).write(true).open(DEVICE);
        Ok(Self {
            file: opened.map_err(|error| error.to_string())?,
            source: Box::new(source),
            frames: Vec::new(),
            bytes: Vec::new(),
        })
    }

    /// True once the device can be heard: a page may make no sound before the first key or click.
    pub fn plays(&self) -> bool {
        self.wanted().is_some()
    }

    /// The rate in frames per second and the number of frames that the page needs; `None` while it is silent.
    fn wanted(&self) -> Option<(f32, usize)> {
        let mut asked = [0; 8];
        (&self.file).read_exact(&mut asked).ok()?;
        let [a, b, c, d, e, f, g, h] = asked;
        let rate = f32::from_le_bytes([a, b, c, d]);
        let wanted = u32::from_le_bytes([e, f, g, h]) as usize;
        (rate >= 1.0).then_some((rate, wanted))
    }

    /// Keeps the device playing; call it once per frame.
    pub fn go_on(&mut self) {
        let Some((rate, wanted)) = self.wanted().filter(|(_, wanted)| *wanted > 0) else {
            return;
        };
        self.frames.clear();
        self.frames.resize(wanted.min(MOST_FRAMES), Frame::ZERO);
        self.source.render(&mut self.frames, 1.0 / f64::from(rate));
        self.bytes.clear();
        for frame in &self.frames {
            self.bytes.extend(frame.left.to_le_bytes());
            self.bytes.extend(frame.right.to_le_bytes());
        }
        // A page that lost its device is silent.
        let _ = self.file.write_all(&self.bytes);
    }
}

/// True if opening a device is likely to succeed.
pub fn is_expected() -> bool {
    std::path::Path::new(DEVICE).exists()
}
