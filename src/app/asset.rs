//! Files of assets in RON, which are part of the program.

use ron::Options;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// Reads a file. Optional fields need no `Some`, and a variant with one struct writes its fields directly.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let short = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = Options::default().with_default_extension(short);
    options.from_str(text).map_err(|error| error.to_string())
}

/// The content of a file in `assets/`, which a test has read too.
pub fn read<T: DeserializeOwned>(name: &str, text: &str) -> T {
    parse(text).unwrap_or_else(|error| panic!("assets/{name}: {error}"))
}
