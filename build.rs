//! Tells the program which commit it is built from, and its date, and gives it room on the stack.
//!
//! A working copy asks git. An archive of the sources has no history, but `git archive` writes its commit into the
//! file `.commit`. Builds for development and tests name no commit: each commit would compile all of them again.

use std::path::Path;
use std::process::Command;

/// Bytes of the first thread's stack, as on Linux; Windows gives it 1 or 2 MB, which the window overflows.
const STACK: u32 = 8 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=.commit");
    println!("cargo::rerun-if-env-changed=DODGEM_COMMIT");
    println!("cargo::rustc-env=DODGEM_BUILD={}", description());
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    match (&*target("OS"), &*target("ENV")) {
        ("windows", "msvc") => println!("cargo::rustc-link-arg-bins=/STACK:{STACK}"),
        ("windows", _) => println!("cargo::rustc-link-arg-bins=-Wl,--stack,{STACK}"),
        _ => {}
    }
}

/// The words in brackets after the version.
fn description() -> String {
    if let Ok(given) = std::env::var("DODGEM_COMMIT") {
        return given.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return "development build".to_owned();
    }
    of_working_copy()
        .or_else(of_archive)
        .unwrap_or_else(|| "commit unknown: built from sources without git".to_owned())
}

/// The commit of a working copy, with a word if its files were changed.
fn of_working_copy() -> Option<String> {
    // Sources that lie in the working copy of another project are not of its commit.
    if !Path::new(".git").exists() {
        return None;
    }
    let commit = git(&["log", "-1", "--format=commit %h of %cs"])?;
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in [&*log, "src", "crates", "assets", "levels", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(match changes.is_empty() {
        true => commit,
        false => format!("{commit}, changed"),
    })
}

fn of_archive() -> Option<String> {
    let commit = std::fs::read_to_string(".commit").ok()?;
    let commit = commit.trim();
    (!commit.contains('$')).then(|| commit.to_owned())
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
