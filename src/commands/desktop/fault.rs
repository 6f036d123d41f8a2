//! A report of a fault of the program itself (a panic), for the player to send.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::Once;

use dodgem::console;
use dodgem::level::Library;
use dodgem::storage::write_own;
use dodgem_collide::mesh::text::one_line;

use crate::commands::desktop::params::MOST_BACKTRACE_LETTERS;
use crate::commands::output::VERSION;

/// The file that holds the report of the last fault.
const FILE: &str = "fault.txt";

/// From now on, a panic writes a report and says where it is.
pub(in crate::commands) fn report_panics() {
    // Later faults follow from the first one and explain less.
    static FIRST: Once = Once::new();
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // If a panic ends the program, nothing turns it into an error.
        #[cfg(all(feature = "window", panic = "unwind"))]
        if dodgem::app::is_opening() {
            // It becomes an error about the display.
            return;
        }
        default(panic);
        FIRST.call_once(|| report(panic));
    }));
}

fn report(panic: &PanicHookInfo<'_>) {
    let text = describe(panic, &Backtrace::force_capture().to_string());
    let kept = places().find(|path| write_own(path, text.as_bytes()).is_ok());
    let rest = match kept {
        Some(path) => format!(
            "A report is in {}\nPlease send it to those from whom you have the game, with a sentence about \
             your last acts. It holds the version, the system, the command line and the place of the fault, \
             and nothing else of yours.",
            one_line(&path.to_string_lossy())
        ),
        None => format!("No report could be written; please send this one:\n{text}"),
    };
    console::warn(&format!(
        "The game ended by a fault of its own. Scenes are kept each minute: the next start offers them.\n{rest}"
    ));
}

/// The paths of the report, the best first.
fn places() -> impl Iterator<Item = PathBuf> {
    let folders = Library::user_folders().map(|folders| folders.data_dir().join(FILE));
    let spare = std::env::temp_dir().join(format!("dodgem-{FILE}"));
    folders.into_iter().chain([spare])
}

/// Returns the text of the report.
fn describe(panic: &PanicHookInfo<'_>, backtrace: &str) -> String {
    let frames: String = backtrace.chars().take(MOST_BACKTRACE_LETTERS).collect();
    let arguments: Vec<String> = std::env::args_os()
        .map(|argument| one_line(&argument.to_string_lossy()).into_owned())
        .collect();
    let thread = std::thread::current();
    let mut text = format!(
        "Dodgem {}\nSystem: {} {}\nCommand line: {}\nThread: {}\n",
        VERSION,
        std::env::consts::OS,
        std::env::consts::ARCH,
        arguments.join(" "),
        thread.name().unwrap_or("without a name"),
    );
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{panic}\n\n{frames}");
    text
}
