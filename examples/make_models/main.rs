//! Builds the models of the game: every file under `assets/models/`.
//!
//! Run it from the repository's root after a change to the shapes:
//!
//! ```sh
//! cargo run --example make_models --no-default-features
//! ```
//!
//! With a folder as its argument it writes there instead. The output depends only on the code (trigonometry
//! by `libm`, coordinates rounded to a tenth of a millimetre), so it is identical byte for byte on every
//! machine; `tests/game/models.rs` compares the committed files with it.
//!
//! A model is a list of parts, each an `o` object named after its material. A part is one or
//! more closed surfaces with outward winding; surfaces of different parts may overlap.

mod models;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("assets/models"), PathBuf::from);
    for (name, parts) in models::all() {
        let path = folder.join(name);
        let triangles: usize = parts.iter().map(|part| part.surface.triangles.len()).sum();
        if let Err(fault) = std::fs::write(&path, models::obj_text(name, &parts)) {
            eprintln!("{}: {fault}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}: {triangles} triangles", path.display());
    }
    ExitCode::SUCCESS
}
