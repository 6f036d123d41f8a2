//! Completions, the manual, the report of a fault, and the server for editors.

use std::fs;

use crate::command_line::{assert_ends, call, stdout};

#[test]
fn completions_and_pages_of_the_manual_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let call = |arguments: &[&str]| call(folder.path(), arguments);
    for shell in ["bash", "zsh", "fish"] {
        assert_ends(&call(&["completions", shell]), 0, &["bisect", "seconds"]);
    }
    assert_ends(&call(&["completions", "none"]), 2, &["bash"]);
    fs::create_dir(folder.path().join("man")).unwrap();
    assert_ends(&call(&["man", "--out", "man"]), 0, &[]);
    for (page, word) in [("dodgem", "DODGEM_DATA"), ("dodgem-sim", "dodgem sim")] {
        let text = fs::read_to_string(folder.path().join(format!("man/{page}.1"))).unwrap();
        assert!(
            text.starts_with(".ie") && text.contains(word),
            "{page}: {text}"
        );
    }
    assert!(!folder.path().join("man/dodgem-fault.1").exists());
    assert_ends(&call(&["man", "sim"]), 0, &["SYNOPSIS"]);
    assert_ends(&call(&["man", "nothing"]), 2, &["bisect"]);
    assert_ends(&call(&["man", "--out", "missing"]), 1, &["missing"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_fault_of_the_program_leaves_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_dodgem"))
        .arg("fault")
        .env("XDG_DATA_HOME", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let path = folder.path().join("dodgem/fault.txt");
    assert!(said.contains("a fault that was asked for"), "{said}");
    assert!(said.contains(path.to_str().unwrap()), "{said}");
    let report = fs::read_to_string(path).unwrap();
    for part in [
        env!("CARGO_PKG_VERSION"),
        "development build",
        "linux",
        "Thread: main",
        "src/commands/mod.rs:",
        "a fault that was asked for",
        "0: ",
    ] {
        assert!(report.contains(part), "{part:?} is not in: {report}");
    }
}

/// The check finds a display, and the window library then finds none.
#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn a_display_that_goes_before_the_window_opens_is_told_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let listen = |number: u16| {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 6000 + number)).ok()?;
        Some((number, listener))
    };
    let (number, listener) = (100..1000).find_map(listen).unwrap();
    std::thread::spawn(move || listener.incoming().for_each(drop));
    let shot = ["shot", "classic", "--at", "1", "--out", "x.png"];
    for call in [&["play", "classic"][..], &shot] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_dodgem"))
            .args(call)
            .current_dir(folder.path())
            .env("DISPLAY", format!("127.0.0.1:{number}"))
            .env("XDG_DATA_HOME", folder.path())
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        assert_ends(&output, 1, &["the window cannot be opened", "dodgem sim"]);
    }
    assert!(!folder.path().join("dodgem/fault.txt").exists());
}

#[test]
fn the_server_of_editors_ends_when_the_editor_goes_away() {
    let folder = tempfile::tempdir().unwrap();
    let output = call(folder.path(), &["lsp"]);
    assert_ends(&output, 1, &["shutdown"]);
    assert_eq!(stdout(&output), "");
}
