//! A disk that takes no more.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use dodgem::game::{BestResult, BestScores};

use crate::child::call;
use crate::scores::points_in;

fn result(total: u32) -> BestResult {
    BestResult { total, seed: 1 }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// No file may grow: this simulates a full disk.
#[test]
fn a_write_that_fails_leaves_the_old_results_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.json");
    let (mut scores, _) = BestScores::open(&path);
    scores.record(&points_in("classic"), result(5));
    scores.save().unwrap();
    let before = fs::read(&path).unwrap();
    // Without the trap the signal would end the process.
    let output = call("trap '' XFSZ; ulimit -f 0", "save once", &path, 0).output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(said.contains("refused: the best scores in"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["best.json", "best.json.lock"]);
}

/// A small disk of its own, gone at the end of the test.
struct SmallDisk {
    folder: PathBuf,
    _parent: tempfile::TempDir,
}

impl SmallDisk {
    /// `None` if the system does not allow one.
    fn new() -> Option<Self> {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("disk");
        fs::create_dir(&folder).unwrap();
        let options = ["-t", "tmpfs", "-o", "size=256k", "tmpfs"];
        let made = Command::new("mount").args(options).arg(&folder).output();
        made.is_ok_and(|made| made.status.success())
            .then_some(SmallDisk {
                folder,
                _parent: parent,
            })
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.folder).output();
    }
}

#[test]
fn a_full_disk_is_told_and_the_results_are_saved_when_there_is_room_again() {
    let Some(disk) = SmallDisk::new() else {
        println!("no disk can be made here; the test above stands in");
        return;
    };
    let path = disk.folder.join("best.json");
    let (mut scores, _) = BestScores::open(&path);
    scores.record(&points_in("classic"), result(5));
    scores.save().unwrap();
    let before = fs::read(&path).unwrap();
    let filler = disk.folder.join("filler");
    let mut file = File::create(&filler).unwrap();
    while file.write_all(&[1; 4096]).is_ok() {}
    scores.record(&points_in("ice"), result(6));
    let refused = scores.save().unwrap_err().to_string();
    assert!(refused.contains("cannot be written"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), before);
    let expected = ["best.json", "best.json.lock", "filler"];
    assert_eq!(names(&disk.folder), expected);
    fs::remove_file(&filler).unwrap();
    drop(file);
    scores.save().unwrap();
    let (again, _) = BestScores::open(&path);
    assert_eq!(again.best(&points_in("ice")), Some(result(6)));
    assert_eq!(again.best(&points_in("classic")), Some(result(5)));
}
