//! `dodgem check`: reports errors in level files.

use clap::Args;

use dodgem::console::counted;
use dodgem::level::{Library, load};
use dodgem_collide::mesh::text::one_line;

use crate::commands::output::{Failure, print};

/// Report errors in level files
#[derive(Debug, Args)]
pub struct Arguments {
    /// Names or paths of levels
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

/// Checks all files, and fails if one is invalid. Problems go to the standard output, one per line, as
/// `file:line:column: problem`, so that editors and other programs can read them.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let library = Library::standard();
    let mut broken = 0;
    for file in &arguments.files {
        match load(&library, file) {
            Ok(level) => print(&format!(
                "{}: fine: \"{}\", {}, {}\n",
                one_line(file),
                level.name,
                counted(level.cars.len(), "car"),
                // Copies and the things in parts are counted, too.
                counted(level.count_things(), "thing")
            ))?,
            Err(error) => {
                broken += 1;
                print(&format!("{error}\n"))?;
            }
        }
    }
    match (broken, arguments.files.len()) {
        (0, _) => Ok(()),
        (1, 1) => Err(Failure::Input("the level is not fit to play".to_owned())),
        (broken, all) => Err(Failure::Input(format!(
            "{broken} of {all} levels are not fit to play"
        ))),
    }
}
