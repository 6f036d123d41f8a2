//! `dodgem completions` and `dodgem man`: the command line, described for shells and for `man`.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use dodgem::storage::write_output;

use crate::commands::output::{Failure, shown, write};

const INSTALLING: &str = "\
Where shells look for it:
  bash  dodgem completions bash > ~/.local/share/bash-completion/completions/dodgem
  zsh   dodgem completions zsh  > a file _dodgem in a folder of $fpath
  fish  dodgem completions fish > ~/.config/fish/completions/dodgem.fish";

/// Print the completions of the command line for a shell
#[derive(Debug, Args)]
#[command(after_help = INSTALLING)]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page, or write the pages of all commands
#[derive(Debug, Args)]
pub struct ManualArguments {
    /// Print the page of this command
    command: Option<String>,
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints the completions.
pub(super) fn complete(
    mut program: Command,
    arguments: &CompletionArguments,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut program, name, &mut text);
    write(&String::from_utf8_lossy(&text))
}

/// Prints a page of the manual, or writes all of them.
pub(super) fn manual(program: Command, arguments: &ManualArguments) -> Result<(), Failure> {
    if let Some(folder) = &arguments.out {
        return write_pages(&program, folder);
    }
    let command = match &arguments.command {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            let known = shown_commands(&program).map(Command::get_name);
            let known = known.collect::<Vec<_>>().join(", ");
            Failure::Call(format!(
                "there is no command {name:?}; the commands are {known}"
            ))
        })?,
    };
    write(&page(&program, command)?.1)
}

fn shown_commands(program: &Command) -> impl Iterator<Item = &Command> {
    let commands = program.get_subcommands();
    commands.filter(|command| !command.is_hide_set())
}

fn write_pages(program: &Command, folder: &Path) -> Result<(), Failure> {
    for command in std::iter::once(program).chain(shown_commands(program)) {
        let (name, text) = page(program, command)?;
        let path = folder.join(name);
        write_output(&path, text.as_bytes())
            .map_err(|error| Failure::Input(format!("{}: {error}", shown(&path))))?;
    }
    Ok(())
}

/// Returns the file name of a command's page, and its text.
fn page(program: &Command, command: &Command) -> Result<(String, String), Failure> {
    let mut name = program.get_name().to_owned();
    let mut command = command.clone();
    if command.get_name() != name {
        let called = format!("{name} {}", command.get_name());
        name = format!("{name}-{}", command.get_name());
        command = command.display_name(&name).bin_name(called);
    }
    let mut text = Vec::new();
    // Without a date, two builds of a commit write the same page.
    let man = Man::new(command.disable_help_subcommand(true));
    man.render(&mut text).map_err(Failure::input)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok((format!("{name}.1"), text))
}
