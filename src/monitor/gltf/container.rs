//! The container of a scene: its description as JSON, the numbers to which it refers, and the bytes of both.

use gltf_json as json;
use json::accessor::{ComponentType, GenericComponentType, Type};
use json::animation::{Channel, Interpolation, Property, Sampler};
use json::validation::Checked::Valid;
use json::validation::USize64;

/// The reason why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlbError {
    /// No step was noted.
    #[error("no step was noted: the round has none of them (--steps, --every)")]
    Empty,
    /// The format holds 4 GiB.
    #[error("the scene exceeds 4 GiB; note fewer steps (--every, --steps)")]
    TooLarge,
}

pub type NodeIndex = json::Index<json::Node>;
pub type AccessorIndex = json::Index<json::Accessor>;

/// A description with its numbers.
#[derive(Default)]
pub struct Container {
    pub root: json::Root,
    data: Vec<u8>,
}

impl Container {
    /// Adds numbers and returns their accessor. `width` numbers make a value; positions need their range.
    pub fn accessor(&mut self, values: &[f32], type_: Type, has_range: bool) -> AccessorIndex {
        let width = type_.multiplicity();
        let offset = self.data.len();
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        self.data.extend(bytes);
        let view = self.root.push(json::buffer::View {
            buffer: json::Index::new(0),
            byte_length: USize64::from(values.len() * 4),
            byte_offset: Some(USize64::from(offset)),
            byte_stride: None,
            name: None,
            target: None,
            extensions: None,
            extras: json::Extras::default(),
        });
        let range = |pick: fn(f32, f32) -> f32, start: f32| {
            let mut ends = vec![start; width];
            for value in values.chunks_exact(width) {
                for (end, value) in ends.iter_mut().zip(value) {
                    *end = pick(*end, *value);
                }
            }
            has_range.then(|| json::Value::from(ends))
        };
        self.root.push(json::Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(values.len() / width),
            component_type: Valid(GenericComponentType(ComponentType::F32)),
            extensions: None,
            extras: json::Extras::default(),
            type_: Valid(type_),
            min: range(f32::min, f32::INFINITY),
            max: range(f32::max, f32::NEG_INFINITY),
            name: None,
            normalized: false,
            sparse: None,
        })
    }

    /// Adds times in seconds and returns their accessor.
    pub fn times(&mut self, times: &[f32]) -> AccessorIndex {
        self.accessor(times, Type::Scalar, true)
    }

    /// Returns the file: a header, the description as JSON, and the numbers.
    pub fn bytes(mut self) -> Result<Vec<u8>, GlbError> {
        self.root.asset.generator = Some(concat!("Dodgem ", env!("CARGO_PKG_VERSION")).to_owned());
        self.root.push(json::Buffer {
            byte_length: USize64::from(self.data.len()),
            extensions: None,
            extras: json::Extras::default(),
            name: None,
            uri: None,
        });
        // Only numbers and texts are in it, which JSON can hold.
        let mut text = self
            .root
            .to_vec()
            .expect("a description without odd numbers");
        text.resize(text.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + text.len() + 8 + self.data.len();
        let stated = u32::try_from(length).map_err(|_| GlbError::TooLarge)?;
        let mut file = Vec::with_capacity(length);
        file.extend(b"glTF");
        file.extend(2u32.to_le_bytes());
        file.extend(stated.to_le_bytes());
        for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &self.data)] {
            file.extend((chunk.len() as u32).to_le_bytes());
            file.extend(kind);
            file.extend(chunk);
        }
        Ok(file)
    }
}

/// Adds a channel to an animation: the values of a property of a node over time.
pub fn add_channel(
    animation: &mut json::Animation,
    node: NodeIndex,
    (input, output): (AccessorIndex, AccessorIndex),
    (property, interpolation): (Property, Interpolation),
) {
    let sampler = json::Index::push(
        &mut animation.samplers,
        Sampler {
            extensions: None,
            extras: json::Extras::default(),
            input,
            interpolation: Valid(interpolation),
            output,
        },
    );
    animation.channels.push(Channel {
        sampler,
        target: json::animation::Target {
            extensions: None,
            extras: json::Extras::default(),
            node,
            path: Valid(property),
        },
        extensions: None,
        extras: json::Extras::default(),
    });
}
